import { EXACT_COUNT_MAX } from '../../contract/list-dialect';
import { AppError } from '../../common/errors/app-error';
import type { Database } from './database';
import { parseCount, pageEdgeKeys, type ListPage, type PageRequest, type Search } from './list-page';
import { ListStatements, type ListQuery, type RowCondition } from './list-statements';
import type { Sql } from './sql-parameters';
import type { RecordStatements, Scope } from './record-statements';
import { isSubqueryTerm, TableIndexes, toTerms, type Term } from './table-indexes';
import { LONG_LIST_LENGTH, type Where } from './where';
import { searchPlan, WordSearch } from './word-search';

/** Maximum number of rows scanned to fill a filtered page. */
const WALK_MAX = 10_000;
/** Rows scanned per page row in the first, short walk: usually some of them match. */
const WALK_FIRST = 5;
const WALK_MAX_BROAD_FILTER = 4_000;
/** Records read for the search box, all its words together. */
const SEARCH_BOX_MAX_ROWS = 600;

/** Neither filter nor order has an index, and there are too many rows to scan. */
class SearchTooBroadError extends AppError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'narrow_search',
      message: 'There are too many rows to search. Add a filter, or sort by one column.',
      facts: { looked_through: WALK_MAX },
    });
  }
}

/**
 * Reads one page of a table and the number of matching rows, with a bounded number of rows read. If the filter leaves
 * few rows they are sorted; if it leaves many, the page is searched along an index in list order. If neither works,
 * throws `SearchTooBroadError` instead of scanning the table.
 */
export class PagedList<E extends object> {
  private readonly indexes: TableIndexes;

  constructor(
    private readonly database: Database,
    private readonly records: RecordStatements<E>,
  ) {
    this.indexes = new TableIndexes(records.metadata, records.scope);
  }

  /** @throws SearchTooBroadError */
  page(scope: Scope, request: PageRequest<E>): Promise<ListPage<E>> {
    const { search } = request;
    const list = this.createListStatements(scope, request);
    const { terms, order } = list.query;
    const isAlongIndex = request.limit === undefined || request.isNearlyAll;
    if (isAlongIndex || (!search && this.indexes.canServe(terms, order))) return this.readAlongIndex(list);
    return search ? this.readSearchPage(list, search) : this.readFilterPage(list);
  }

  /**
   * First results of a word search (GET /api/search), in one statement. Falls back to a list search only where every
   * word is common and the statement returned too few. `exact` is false when there may be more matches.
   */
  async searchFirst(scope: Scope, request: PageRequest<E>, search: Search): Promise<ListPage<E>> {
    const list = this.createListStatements(scope, request);
    const words = this.createWordSearch(list, search);
    const maxRows = Math.floor(SEARCH_BOX_MAX_ROWS / search.words.length);
    const hasAll = words.hasWords(search.words.length > 1 ? search.words : [], search.recordColumn ?? list.keyColumn);
    const sources = search.words.map((word) => words.rowsOfWord(word));
    const source = list.rowsOfWords(words.rowsOfAnyWord(maxRows), hasAll, search.recordColumn);
    const { isCommon, ...page } = await this.readCounted(list, list.sortAndCount(source, { sources, maxRows }));
    if (!isCommon) return page;
    if (page.total >= list.query.limit) return { ...page, exact: false };
    try {
      return await this.readSearchPage(list, search);
    } catch (error) {
      if (!(error instanceof SearchTooBroadError)) throw error;
      return { ...page, exact: false };
    }
  }

  private async readAlongIndex(list: ListStatements<E>): Promise<ListPage<E>> {
    const { offset, limit, seek } = list.query;
    const rows = await this.read(list, list.page());
    if (!seek && rows.length < limit && (rows.length || !offset)) return toPage(list, rows, offset + rows.length);
    const { total, exact } = parseCount(await this.first<{ n: number }>(list.count()));
    return toPage(list, rows, total, exact);
  }

  private async readFilterPage(list: ListStatements<E>): Promise<ListPage<E>> {
    const { terms } = list.query;
    if (terms.some(isSubqueryTerm)) {
      const rows: (E & Partial<FilterSize>)[] = await this.read(list, list.measureAndSort(WALK_MAX));
      const [first] = rows;
      if (first) return this.walkIfBroad(list, first) ?? toPage(list, rows, Number(first.hits));
    }
    const size = await this.first<FilterSize>(list.measure(WALK_MAX));
    const hits = Number(size?.hits ?? 0);
    const walkedPage = this.walkIfBroad(list, size);
    if (walkedPage) return walkedPage;
    if (size?.named === undefined) return this.readFewRows(list, hits, terms);
    // `measure` has read a whole index; its result is reused.
    const termsByIds = list.termsByIds(size.named, hits);
    return termsByIds && hits <= LONG_LIST_LENGTH
      ? this.readSortedPage(list, hits, termsByIds)
      : this.readFewRows(list, hits, termsByIds ?? terms);
  }

  /** Null when the filter's best index leaves few enough rows to sort them. */
  private walkIfBroad(list: ListStatements<E>, size: Partial<FilterSize> | undefined): Promise<ListPage<E>> | null {
    if (Number(size?.walked ?? 0) <= WALK_MAX) return null;
    const walks = [firstWalkLength(list.query), WALK_MAX];
    return this.walkAlongOrder(list, list.condition(list.query.terms), walks, Number(size?.hits ?? 0));
  }

  /** Sorts `total` rows, unless a short walk fills the page. @param terms selects the same rows fastest */
  private async readFewRows(list: ListStatements<E>, total: number, terms: readonly Term[]): Promise<ListPage<E>> {
    const { query } = list;
    if (!total || (!query.seek && query.offset >= total)) return { rows: [], total };
    const canWalk = total > firstWalkLength(query) && this.indexes.leadingTerms(query.terms, query.order) !== null;
    for (const maxRows of canWalk ? walkLengthsFor(query, total) : []) {
      const page = await this.walk(list, list.condition(query.terms), maxRows);
      if (page) return toPage(list, page.rows, total);
    }
    return this.readSortedPage(list, total, terms);
  }

  private async readSortedPage(list: ListStatements<E>, total: number, terms: readonly Term[]): Promise<ListPage<E>> {
    const filtered = list.rowsOfFilter(terms, () => '1 = 1', WALK_MAX);
    return toPage(list, await this.read(list, list.sort(filtered)), total);
  }

  /** Starts from a word or a filter that leaves few rows, and checks the remaining words on those. */
  private async readSearchPage(list: ListStatements<E>, search: Search): Promise<ListPage<E>> {
    const { scope, terms, limit } = list.query;
    const words = this.createWordSearch(list, search);
    const key = search.recordColumn ?? list.keyColumn;
    const { indexTerms, isNarrow } = this.indexes.bestIndex(terms);
    // Long words are rarer.
    const byLength = search.words.toSorted((a, b) => b.length - a.length);
    const sources = byLength.map((word) => words.rowsOfWord(word));
    if (indexTerms.length && !isNarrow) sources.push(list.rowsMatching(indexTerms));
    const { maxRows, walk } = searchPlan(sources.length, limit, !scope.length);
    const smallSource = await this.first<{ way: number }>(list.findSmallSource(sources, maxRows));
    const way = Number(smallSource?.way ?? -1);
    if (way < 0) {
      const [filter, hasAll] = [list.condition(terms), words.hasWords(search.words, key)];
      return this.walkAlongOrder(list, (alias) => `(${filter(alias)}) AND ${hasAll(alias)}`, [walk], 0);
    }
    const word = byLength[way];
    const others = search.words.filter((other) => other !== word);
    const hasOthers = words.hasWords(others, key);
    const source = word
      ? list.rowsOfWords(words.rowsOfWord(word), hasOthers, search.recordColumn)
      : list.rowsOfFilter(terms, hasOthers, maxRows);
    const { isCommon: _, ...page } = await this.readCounted(list, list.sortAndCount(source));
    return page;
  }

  /** Runs `sortAndCount`. `isCommon`: no alternative source has few rows. */
  private async readCounted(
    list: ListStatements<E>,
    { text, values }: Sql,
  ): Promise<ListPage<E> & { isCommon: boolean }> {
    const resultRows = await this.database.rows<Record<string, unknown>>(text, values);
    const [first] = resultRows;
    // A page after the last row has one row with the count alone.
    const rows = toListOrder(list, this.records.decode(resultRows.filter((row) => row[list.keyColumn] !== null)));
    return { ...toPage(list, rows, Number(first?.['hits'] ?? 0)), isCommon: Number(first?.['way'] ?? 0) < 0 };
  }

  /**
   * @param walks numbers of rows to scan, tried in turn until the page is full
   * @param hits minimum number of matching rows
   * @throws SearchTooBroadError
   */
  private async walkAlongOrder(
    list: ListStatements<E>,
    condition: RowCondition,
    walks: readonly number[],
    hits: number,
  ): Promise<ListPage<E>> {
    const { terms, order, offset } = list.query;
    if (!this.indexes.leadingTerms(terms, order)) throw new SearchTooBroadError();
    for (const maxRows of walks) {
      const page = await this.walk(list, condition, maxRows);
      if (page?.total !== undefined) return toPage(list, page.rows, page.total);
      if (page)
        return toPage(list, page.rows, Math.min(EXACT_COUNT_MAX, Math.max(hits, offset + page.rows.length)), false);
    }
    throw new SearchTooBroadError();
  }

  /**
   * The page, if the first `maxRows` rows along the order fill it, with the total where the walk reached the end. Null:
   * later rows may belong to the page.
   */
  private async walk(
    list: ListStatements<E>,
    condition: RowCondition,
    maxRows: number,
  ): Promise<{ rows: E[]; total?: number } | null> {
    const { offset, limit, seek } = list.query;
    const walkRows: (E & { hit?: number; is_last?: number })[] = await this.read(list, list.walk(condition, maxRows));
    const rows = walkRows.filter(({ hit }) => Number(hit));
    // After a seek key the number of earlier rows is unknown.
    if (walkRows.some(({ is_last }) => Number(is_last))) return seek ? { rows } : { rows, total: offset + rows.length };
    if (rows.length === limit) return { rows };
    if (walkRows.length) return null;
    // For a first page one row tells whether there are rows to walk along.
    const isFirst = seek !== undefined || !offset;
    const end = await this.first<{ looked: number; hits: number | null; is_last: number | null }>(
      list.walkEnd(condition, isFirst ? 1 : maxRows),
    );
    const isEnd = !Number(end?.looked ?? 0) || (!isFirst && Number(end?.is_last));
    if (!isEnd) return null;
    return seek ? { rows } : { rows, total: Number(end?.hits ?? 0) };
  }

  private createListStatements(scope: Scope, request: PageRequest<E>): ListStatements<E> {
    const { where = {}, order = [], offset = 0, limit = Number.MAX_SAFE_INTEGER, seek } = request;
    const query = { scope, terms: toTerms(where as Where<E>), order, offset, limit, seek };
    return new ListStatements(this.records, this.indexes, query);
  }

  private createWordSearch(
    { sqlParameters: parameters, query: { scope } }: ListStatements<E>,
    search: Search,
  ): WordSearch {
    return new WordSearch(this.records, scope, search, parameters);
  }

  private async read(list: ListStatements<E>, { text, values }: Sql): Promise<E[]> {
    return toListOrder(list, this.records.decode(await this.database.rows(text, values)));
  }

  private async first<R>({ text, values }: Sql): Promise<R | undefined> {
    return (await this.database.rows<R>(text, values))[0];
  }
}

/** Number of rows that the filter's best index leaves (`walked`), and of those that match (`hits`). */
interface FilterSize {
  walked: number;
  hits: number | null;
  named?: string | null;
}

const toListOrder = <E extends object>({ query: { seek } }: ListStatements<E>, rows: E[]): E[] =>
  seek?.direction === 'before' ? rows.toReversed() : rows;

function toPage<E extends object>({ query }: ListStatements<E>, rows: E[], total: number, exact?: false): ListPage<E> {
  return { rows, total, ...(exact === false && { exact }), ...pageEdgeKeys(rows, query.order) };
}

const firstWalkLength = ({ offset, limit, seek }: ListQuery): number =>
  Math.min(WALK_MAX, WALK_FIRST * ((seek ? 0 : offset) + limit));

/**
 * Walk lengths expected to fill the page if `total` matches are spread evenly over ten thousand rows, then over ten
 * times as many. Up to LONG_LIST_LENGTH matches, sorting them is faster than a longer walk.
 */
function walkLengthsFor(query: ListQuery, total: number): readonly number[] {
  const first = firstWalkLength(query);
  if (total <= LONG_LIST_LENGTH) return [first];
  const even = Math.ceil((2 * first * WALK_MAX) / (WALK_FIRST * total));
  return [even, 10 * even].map((maxRows) => Math.max(first, Math.min(WALK_MAX_BROAD_FILTER, maxRows)));
}
