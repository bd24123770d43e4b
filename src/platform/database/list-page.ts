import { COUNT_MAX } from '../../contract/list-dialect';
import { isAt, seekKeyOf, type SeekKey, type SortOrder } from './seek';
import type { Where } from './where';

/** Records whose words begin like all of these, folded; `search-word.entity.ts` keeps them. */
export interface Search {
  kind: string;
  words: readonly string[];
  /** The column that the words name a record by; default: its own id. */
  by?: string;
  /** The words stand above organisations: whose records they are is asked of the rows. */
  isAbove?: boolean;
}
export interface PageRequest<E> {
  where?: Where<E>;
  order?: SortOrder;
  offset?: number;
  limit?: number;
  search?: Search;
  /** The page behind this key (or before it) instead of an offset. */
  seek?: SeekKey;
}
export interface PageOf<E> {
  rows: E[];
  /** Of all matching rows; where `exact` is false there are more. */
  total: number;
  exact?: boolean;
  /** Where this page begins and ends: what `_before` and `_after` take. */
  first?: string;
  last?: string;
}

/** A page of rows that were all read, in their order. */
export function pageOfAll<E extends object>(all: readonly E[], request: PageRequest<E>): PageOf<E> {
  const { order = [], offset = 0, limit = all.length, seek } = request;
  const at = seek ? all.findIndex((row) => isAt(row, order, seek)) : offset;
  const from = seek ? (seek.direction === 'after' ? at + 1 : Math.max(0, at - limit)) : offset;
  const rows = all.slice(from, seek?.direction === 'before' ? Math.max(0, at) : from + limit);
  return { rows, total: all.length, ...endsOf(rows, order) };
}

/** Of a count that goes no further than one beyond `COUNT_MAX`. */
export function countOf(row: { n: number } | undefined): { total: number; exact?: false } {
  const n = Number(row?.n ?? 0);
  return n > COUNT_MAX ? { total: COUNT_MAX, exact: false } : { total: n };
}

/** What `_before` and `_after` take for the pages beside this one. */
export function endsOf(rows: readonly object[], order: SortOrder): { first?: string; last?: string } {
  const [first, last] = [rows[0], rows.at(-1)];
  return first && last && order.length ? { first: seekKeyOf(first, order), last: seekKeyOf(last, order) } : {};
}
