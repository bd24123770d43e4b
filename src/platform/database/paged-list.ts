import { COUNT_MAX } from '../../contract/list-dialect';
import { AppError } from '../errors/app-error';
import type { Database } from './database';
import { countOf, endsOf, type PageOf, type PageRequest, type Search } from './list-page';
import { ListStatements, type ListQuery, type RowCondition } from './list-statements';
import type { Sql } from './parameters';
import type { RecordStatements, Scope } from './record-statements';
import { isAmong, TableIndexes, termsOf, type Term } from './table-indexes';
import { LONG_LIST, type Where } from './where';
import { searchPlan, WordSearch } from './word-search';

/** Rows that a list looks through at most for those that a filter leaves. */
const WALK_MAX = 10_000;
/** Rows looked at first for each one of the page: most often some of them are hits. */
const WALK_FIRST = 5;
const WALK_OF_MANY = 4_000;
/** Records looked at for the search box, all its words together. */
const SEARCH_BOX_ROWS = 600;

/** Neither the filter nor the order has an index, and there are too many rows to look through. */
class NarrowSearch extends AppError {
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
 * One page of a table and the number of matching rows, from no more than a fixed number of rows read, whatever the
 * filter. A page that an index serves is read along it. Otherwise it is counted first how many rows the filter's best index
 * leaves: few are sorted; of many, the page is looked for along the order. What neither way finds is refused with
 * `NarrowSearch` rather than read from the whole table.
 */
export class PagedList<E extends object> {
  private readonly indexes: TableIndexes;

  constructor(
    private readonly database: Database,
    private readonly records: RecordStatements<E>,
  ) {
    this.indexes = new TableIndexes(records.metadata, records.scope);
  }

  /** @throws NarrowSearch */
  page(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { search } = request;
    const list = this.statements(scope, request);
    const { terms, order } = list.query;
    const isAlong = request.limit === undefined || request.isNearlyAll;
    if (isAlong || (!search && this.indexes.serves(terms, order))) return this.alongIndex(list);
    return search ? this.searchPage(list, search) : this.filterPage(list);
  }

  /**
   * A few of those found by words (GET /api/search), in one statement: among the first that the words find. Only where every
   * word is so common that there are more, and too few were among those, they are looked for as a list does. `exact` is false
   * where there may be more than were found.
   */
  async searchFirst(scope: Scope, request: PageRequest<E>, search: Search): Promise<PageOf<E>> {
    const list = this.statements(scope, request);
    const words = this.wordsOf(list, search);
    const most = Math.floor(SEARCH_BOX_ROWS / search.words.length);
    const hasAll = words.hasWords(search.words.length > 1 ? search.words : [], search.by ?? list.key);
    const sources = search.words.map((word) => words.rowsOf(word));
    const source = list.rowsOfWords(words.rowsOfAny(most), hasAll, search.by);
    const { isCommon, ...page } = await this.readCounted(list, list.sortAndCount(source, { sources, most }));
    if (!isCommon) return page;
    if (page.total >= list.query.limit) return { ...page, exact: false };
    try {
      return await this.searchPage(list, search);
    } catch (error) {
      if (!(error instanceof NarrowSearch)) throw error;
      return { ...page, exact: false };
    }
  }

  private async alongIndex(list: ListStatements<E>): Promise<PageOf<E>> {
    const { offset, limit, seek } = list.query;
    const rows = await this.read(list, list.page());
    if (!seek && rows.length < limit && (rows.length || !offset)) return pageOf(list, rows, offset + rows.length);
    const { total, exact } = countOf(await this.first<{ n: number }>(list.count()));
    return pageOf(list, rows, total, exact);
  }

  private async filterPage(list: ListStatements<E>): Promise<PageOf<E>> {
    const { terms } = list.query;
    if (terms.some(isAmong)) {
      const rows: (E & Partial<Size>)[] = await this.read(list, list.measureAndSort(WALK_MAX));
      const [first] = rows;
      if (first) return this.alongFilter(list, first) ?? pageOf(list, rows, Number(first.hits));
    }
    const size = await this.first<Size>(list.measure(WALK_MAX));
    const hits = Number(size?.hits ?? 0);
    const along = this.alongFilter(list, size);
    if (along) return along;
    if (size?.named === undefined) return this.few(list, hits, terms);
    // A whole index was read, and is not read again.
    const named = list.namedTerms(size.named, hits);
    return named && hits <= LONG_LIST ? this.sortPage(list, hits, named) : this.few(list, hits, named ?? terms);
  }

  /** null: the filter's best index leaves so few rows that they are not looked for along the order. */
  private alongFilter(list: ListStatements<E>, size: Partial<Size> | undefined): Promise<PageOf<E>> | null {
    if (Number(size?.walked ?? 0) <= WALK_MAX) return null;
    const walks = [firstWalk(list.query), WALK_MAX];
    return this.alongOrder(list, list.condition(list.query.terms), walks, Number(size?.hits ?? 0));
  }

  /**
   * As many as were counted: sorted by themselves, unless a short way along the order shows the page already.
   * @param terms the same rows, by what finds them soonest
   */
  private async few(list: ListStatements<E>, total: number, terms: readonly Term[]): Promise<PageOf<E>> {
    const { query } = list;
    if (!total || (!query.seek && query.offset >= total)) return { rows: [], total };
    const isAlong = total > firstWalk(query) && this.indexes.leadingTerms(query.terms, query.order);
    for (const most of isAlong ? walksAmong(query, total) : []) {
      const page = await this.walk(list, list.condition(query.terms), most);
      if (page) return pageOf(list, page.rows, total);
    }
    return this.sortPage(list, total, terms);
  }

  private async sortPage(list: ListStatements<E>, total: number, terms: readonly Term[]): Promise<PageOf<E>> {
    const left = list.rowsLeft(terms, () => '1 = 1', WALK_MAX);
    return pageOf(list, await this.read(list, list.sort(left)), total);
  }

  /** By what leaves few rows: a word, or a filter beside it. Of what that finds the other words are tried. */
  private async searchPage(list: ListStatements<E>, search: Search): Promise<PageOf<E>> {
    const { scope, terms, limit } = list.query;
    const words = this.wordsOf(list, search);
    const key = search.by ?? list.key;
    const { indexTerms, isNarrow } = this.indexes.bestIndex(terms);
    // Long words are the rarer ones.
    const byLength = search.words.toSorted((a, b) => b.length - a.length);
    const sources = byLength.map((word) => words.rowsOf(word));
    if (indexTerms.length && !isNarrow) sources.push(list.rowsOf(indexTerms));
    const { most, walk } = searchPlan(sources.length, limit, !scope.length);
    const fewest = await this.first<{ way: number }>(list.fewest(sources, most));
    const way = Number(fewest?.way ?? -1);
    if (way < 0) {
      const [filter, hasAll] = [list.condition(terms), words.hasWords(search.words, key)];
      return this.alongOrder(list, (alias) => `(${filter(alias)}) AND ${hasAll(alias)}`, [walk], 0);
    }
    const word = byLength[way];
    const others = search.words.filter((other) => other !== word);
    const hasOthers = words.hasWords(others, key);
    const source = word
      ? list.rowsOfWords(words.rowsOf(word), hasOthers, search.by)
      : list.rowsLeft(terms, hasOthers, most);
    const { isCommon: _, ...page } = await this.readCounted(list, list.sortAndCount(source));
    return page;
  }

  /** Of `sortAndCount`; `isCommon`: none of the sources beside it has few rows. */
  private async readCounted(
    list: ListStatements<E>,
    { text, values }: Sql,
  ): Promise<PageOf<E> & { isCommon: boolean }> {
    const answer = await this.database.rows<Record<string, unknown>>(text, values);
    const [first] = answer;
    // After the last of them one row says how many there are, and nothing else.
    const rows = inOrder(list, this.records.decode(answer.filter((row) => row[list.key] !== null)));
    return { ...pageOf(list, rows, Number(first?.['hits'] ?? 0)), isCommon: Number(first?.['way'] ?? 0) < 0 };
  }

  /**
   * @param walks how many rows are looked at, until they show the page
   * @param hits at least as many match
   * @throws NarrowSearch
   */
  private async alongOrder(
    list: ListStatements<E>,
    condition: RowCondition,
    walks: readonly number[],
    hits: number,
  ): Promise<PageOf<E>> {
    const { terms, order, offset } = list.query;
    if (!this.indexes.leadingTerms(terms, order)) throw new NarrowSearch();
    for (const most of walks) {
      const page = await this.walk(list, condition, most);
      if (page?.total !== undefined) return pageOf(list, page.rows, page.total);
      if (page) return pageOf(list, page.rows, Math.min(COUNT_MAX, Math.max(hits, offset + page.rows.length)), false);
    }
    throw new NarrowSearch();
  }

  /**
   * The page, if the first `most` rows along the order show it, and how many match where they came to the end; null: there
   * may be more of it after them.
   */
  private async walk(
    list: ListStatements<E>,
    condition: RowCondition,
    most: number,
  ): Promise<{ rows: E[]; total?: number } | null> {
    const { offset, limit, seek } = list.query;
    const walkRows: (E & { hit?: number; is_last?: number })[] = await this.read(list, list.walk(condition, most));
    const rows = walkRows.filter(({ hit }) => Number(hit));
    // After a key it is not known how many were before it.
    if (walkRows.some(({ is_last }) => Number(is_last))) return seek ? { rows } : { rows, total: offset + rows.length };
    if (rows.length === limit) return { rows };
    if (walkRows.length) return null;
    // Of a first page one row says whether there is any to walk along.
    const isFirst = seek !== undefined || !offset;
    const end = await this.first<{ looked: number; hits: number | null; is_last: number | null }>(
      list.walkEnd(condition, isFirst ? 1 : most),
    );
    const isEnd = !Number(end?.looked ?? 0) || (!isFirst && Number(end?.is_last));
    if (!isEnd) return null;
    return seek ? { rows } : { rows, total: Number(end?.hits ?? 0) };
  }

  private statements(scope: Scope, request: PageRequest<E>): ListStatements<E> {
    const { where = {}, order = [], offset = 0, limit = Number.MAX_SAFE_INTEGER, seek } = request;
    const query = { scope, terms: termsOf(where as Where<E>), order, offset, limit, seek };
    return new ListStatements(this.records, this.indexes, query);
  }

  private wordsOf({ parameters, query: { scope } }: ListStatements<E>, search: Search): WordSearch {
    return new WordSearch(this.records, scope, search, parameters);
  }

  private async read(list: ListStatements<E>, { text, values }: Sql): Promise<E[]> {
    return inOrder(list, this.records.decode(await this.database.rows(text, values)));
  }

  private async first<R>({ text, values }: Sql): Promise<R | undefined> {
    return (await this.database.rows<R>(text, values))[0];
  }
}

/** Rows that the filter's best index leaves, and those of them that match. */
interface Size {
  walked: number;
  hits: number | null;
  named?: string | null;
}

const inOrder = <E extends object>({ query: { seek } }: ListStatements<E>, rows: E[]): E[] =>
  seek?.direction === 'before' ? rows.toReversed() : rows;

function pageOf<E extends object>({ query }: ListStatements<E>, rows: E[], total: number, exact?: false): PageOf<E> {
  return { rows, total, ...(exact === false && { exact }), ...endsOf(rows, query.order) };
}

const firstWalk = ({ offset, limit, seek }: ListQuery): number =>
  Math.min(WALK_MAX, WALK_FIRST * ((seek ? 0 : offset) + limit));

/**
 * Ways along the order on which as many as these fill the page, if they stand evenly among ten thousand rows, and then among
 * ten times as many. Few are sorted sooner; more than a list takes are looked up one by one only where both were too short.
 */
function walksAmong(query: ListQuery, total: number): readonly number[] {
  const first = firstWalk(query);
  if (total <= LONG_LIST) return [first];
  const even = Math.ceil((2 * first * WALK_MAX) / (WALK_FIRST * total));
  return [even, 10 * even].map((most) => Math.max(first, Math.min(WALK_OF_MANY, most)));
}
