import { endsOf, type PageOf, type PageRequest, type Search } from './list-page';
import type { Database } from './database';
import { termsOf, type IndexesOf, type Term } from './indexes-of';
import type { Narrow, Paged, Source } from './list-parts';
import type { ListSql } from './list-sql';
import type { RecordSql, Scope } from './record-sql';
import { searchPlan } from './search-plan';
import { SearchSql } from './search-sql';
import { NarrowSearch, type WalkedList } from './walked-list';
import type { Where } from './where';

/** Records looked at for the search box, all its words together. */
const FOUND_FIRST = 600;

/** A page of what words find. */
export class SearchedList<E extends object> {
  constructor(
    private readonly database: Database,
    private readonly sql: RecordSql<E>,
    private readonly indexes: IndexesOf,
    private readonly list: ListSql<E>,
    private readonly along: WalkedList<E>,
  ) {}

  /** By the way that leaves few: a word, or what is filtered by beside it. Its other words are asked of what that found. */
  async page(scope: Scope, terms: readonly Term[], asked: Paged<E>, found: Search): Promise<PageOf<E>> {
    const { words, by } = found;
    const search = this.of(scope, found);
    const key = by ?? this.list.key;
    const { served, isNarrow } = this.indexes.servedAmong(terms);
    // Long words are the rarer ones.
    const begun = words.toSorted((a, b) => b.length - a.length);
    const ways = begun.map((word) => search.begunBy(word));
    if (served.length && !isNarrow) ways.push(this.list.served(scope, served));
    const { most, walk } = searchPlan(ways.length, asked.limit, !scope.length);
    const { text, values } = this.list.fewest(ways, most);
    const [few] = await this.database.rows<{ way: number }>(text, values);
    const way = Number(few?.way ?? -1);
    if (way < 0) {
      const hit = every(this.list.terms(terms), search.hasAll(words, key));
      return this.along.alongOrder(scope, terms, asked, hit, [walk], 0);
    }
    const word = begun[way];
    const others = search.hasAll(
      words.filter((one) => one !== word),
      key,
    );
    const among = word
      ? this.list.found(scope, search.begunBy(word), terms, others, by)
      : this.list.left(scope, asked, terms, others, most);
    return this.counted(scope, asked, among);
  }

  /**
   * A few of those found by words (GET /api/search), in one statement: among the first `FOUND_FIRST` that the words find. Only
   * where every word is so common that there are more, and too few were among those, they are looked for as a list does.
   * `exact` is false where there may be more than were found.
   */
  async few(scope: Scope, request: PageRequest<E>, by: Search): Promise<PageOf<E>> {
    const { where = {}, order = [], limit = 0 } = request;
    const terms = termsOf(where as Where<E>);
    const search = this.of(scope, by);
    const most = Math.floor(FOUND_FIRST / by.words.length);
    const all = search.hasAll(by.words.length > 1 ? by.words : [], by.by ?? this.list.key);
    const among = this.list.found(scope, search.begunByAny(by.words, most), terms, all, by.by);
    const asked = { order, limit, offset: 0 };
    const few = await this.counted(scope, asked, among, { ways: by.words.map((word) => search.begunBy(word)), most });
    if (!few.isCommon || few.total >= limit) return { ...few, ...(few.isCommon && { exact: false }) };
    try {
      return await this.page(scope, terms, asked, by);
    } catch (error) {
      if (!(error instanceof NarrowSearch)) throw error;
      return { ...few, exact: false };
    }
  }

  /** `isCommon`: of the ways beside it none leaves few. */
  private async counted(
    scope: Scope,
    asked: Paged<E>,
    among: Source,
    beside?: Parameters<ListSql<E>['sortedAndCounted']>[3],
  ): Promise<PageOf<E> & { isCommon: boolean }> {
    const { text, values, isBackwards } = this.list.sortedAndCounted(scope, asked, among, beside);
    const answered = await this.database.rows<{ hits: number; way?: number } & Record<string, unknown>>(text, values);
    const total = Number(answered[0]?.hits ?? 0);
    const isCommon = Number(answered[0]?.way ?? 0) < 0;
    // Behind the last of them one row says how many there are, and nothing else.
    const found = this.sql.decode(answered.filter((row) => row[this.list.key] !== null));
    const rows = isBackwards ? found.toReversed() : found;
    return { rows, total, isCommon, ...endsOf(rows, asked.order) };
  }

  private of(scope: Scope, { kind, isAbove }: Search): SearchSql {
    return new SearchSql(this.sql, isAbove ? 0 : Number(scope[0] ?? 0), kind);
  }
}

const every =
  (one: Narrow, other: Narrow): Narrow =>
  (asked) => {
    const [first, second] = [one(asked), other(asked)];
    return (alias) => `(${first(alias)}) AND ${second(alias)}`;
  };
