import { EXACT_COUNT_MAX } from '../../contract/list-dialect';
import { isAtSeekKey, encodeSeekKey, type SeekKey, type SortOrder } from './seek-pagination';
import type { Where } from './where';

/** Records with words that start with each of these normalized words (search-word.entity.ts). */
export interface Search {
  kind: string;
  words: readonly string[];
  /** The column that `search_word` refers to; defaults to the record's own id. */
  recordColumn?: string;
  /** Words are stored across customers; the rows decide who may see a record. */
  isGlobal?: boolean;
}
export interface PageRequest<E> {
  where?: Where<E>;
  order?: SortOrder;
  offset?: number;
  limit?: number;
  search?: Search;
  /** The page after (or before) this key instead of an offset. */
  seek?: SeekKey;
  /** The filter excludes hardly any row: the page is read in list order, and counting stops early. */
  isNearlyAll?: boolean;
}
export interface ListPage<E> {
  rows: E[];
  /** Number of matching rows; a lower bound when `exact` is false. */
  total: number;
  exact?: boolean;
  /** Seek keys of the page's edges for `_before` and `_after`. */
  first?: string;
  last?: string;
}

/** Pages rows that are already in memory and in order. */
export function paginateRows<E extends object>(allRows: readonly E[], request: PageRequest<E>): ListPage<E> {
  const { order = [], offset = 0, limit = allRows.length, seek } = request;
  const position = seek ? allRows.findIndex((row) => isAtSeekKey(row, order, seek)) : offset;
  const from = seek ? (seek.direction === 'after' ? position + 1 : Math.max(0, position - limit)) : offset;
  const rows = allRows.slice(from, seek?.direction === 'before' ? Math.max(0, position) : from + limit);
  return { rows, total: allRows.length, ...pageEdgeKeys(rows, order) };
}

/** The count stops one above `EXACT_COUNT_MAX`. */
export function parseCount(row: { n: number } | undefined): { total: number; exact?: false } {
  const n = Number(row?.n ?? 0);
  return n > EXACT_COUNT_MAX ? { total: EXACT_COUNT_MAX, exact: false } : { total: n };
}

export function pageEdgeKeys(rows: readonly object[], order: SortOrder): { first?: string; last?: string } {
  const [first, last] = [rows[0], rows.at(-1)];
  return first && last && order.length ? { first: encodeSeekKey(first, order), last: encodeSeekKey(last, order) } : {};
}
