import { EXACT_COUNT_MAX } from '../../contract/list-dialect';

/** The part of FastifyReply that sets headers. */
export interface HeaderWriter {
  header(name: string, value: string | number): unknown;
}

/** A page as returned by services, with rows in their response format. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  exact?: boolean;
  first?: string;
  last?: string;
}

/**
 * Sets the list headers and returns the rows (docs/api.md). `X-Total-Count` is the number of matching rows. If counting
 * stopped early, `X-Total-Count-Exact` is `false`; a stored exact total above the counting limit has `true`.
 * `X-Page-First` and `X-Page-Last` are the values of `_before` and `_after` for the adjacent pages.
 */
export function respondWithPage<Row>(reply: HeaderWriter, page: Page<Row>): Row[] {
  reply.header('X-Total-Count', page.total);
  if (page.exact === false) reply.header('X-Total-Count-Exact', 'false');
  else if (page.total > EXACT_COUNT_MAX) reply.header('X-Total-Count-Exact', 'true');
  if (page.first !== undefined) reply.header('X-Page-First', page.first);
  if (page.last !== undefined) reply.header('X-Page-Last', page.last);
  return page.rows;
}
