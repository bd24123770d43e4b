import { COUNT_MAX } from '../../contract/list-dialect';

/** The part of the HTTP answer that a list touches. */
export interface Answer {
  header(name: string, value: string | number): unknown;
}

/** A page as services hand it out: rows in the form that they are answered in. */
export interface Page<Row> {
  rows: Row[];
  total: number;
  exact?: boolean;
  first?: string;
  last?: string;
}

/**
 * A JSON array; `X-Total-Count` with the number of all matching rows, or of those counted before counting stopped, beside
 * `X-Total-Count-Exact: false` (`true` where it goes on beyond what is counted, because it is kept); `X-Page-First` and `X-Page-Last`, which `_before` and `_after` take for the pages beside it.
 */
export function answerPage<Row>(answer: Answer, page: Page<Row>): Row[] {
  answer.header('X-Total-Count', page.total);
  if (page.exact === false) answer.header('X-Total-Count-Exact', 'false');
  else if (page.total > COUNT_MAX) answer.header('X-Total-Count-Exact', 'true');
  if (page.first !== undefined) answer.header('X-Page-First', page.first);
  if (page.last !== undefined) answer.header('X-Page-Last', page.last);
  return page.rows;
}
