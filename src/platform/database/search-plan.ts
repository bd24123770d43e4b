import { PAGE_MAX } from '../../contract/list-dialect';

/** Rows that a search reads at most, whatever the words and however many records have them. */
const READS_MAX = 10_000;
/**
 * Rows read for one record that is found by a word: the word, its row and its text, each once to be sorted and once to
 * be counted, and its place among the sorted. What a record costs that is looked at along the order: its place, its text,
 * and whether it was a hit; over all organisations its row by its key, too. A row of the page: from the sorted ones, by its key, once more in its order. And what a search
 * reads whatever it finds.
 * (MariaDB counts reading its own temporary tables; test/size shows that it is no more.)
 */
const FOUND = 7;
const LOOKED_AT = 3;
const LOOKED_AT_ABOVE = 6;
const SHOWN = 5;
const BESIDE = 240;

export interface SearchPlan {
  /** What finds more records than this is not what a search begins with. */
  most: number;
  /** Where nothing finds as few: rows along the order that are asked for all words. */
  walk: number;
}

/**
 * First it is asked of each way to find records (a word, a filter with an index) whether it leaves more than `most`; then
 * either the records of one that does not are read, or rows along the order. With the page both sums end at `READS_MAX`.
 */
export function searchPlan(ways: number, limit: number, isAbove: boolean): SearchPlan {
  // More are asked for only by their ids.
  const reads = READS_MAX - BESIDE - SHOWN * Math.min(limit, PAGE_MAX);
  const most = Math.floor(reads / (ways + FOUND)) - 1;
  return { most, walk: Math.floor((reads - ways * (most + 1)) / (isAbove ? LOOKED_AT_ABOVE : LOOKED_AT)) };
}
