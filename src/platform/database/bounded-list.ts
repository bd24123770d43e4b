import { COUNT_MAX } from '../../contract/list-dialect';
import { AppError } from '../errors/app-error';
import type { Database } from './database';
import { IndexesOf, isAmong, termsOf, type Term } from './indexes-of';
import { endsOf, countOf, type PageOf, type PageRequest, type Search } from './list-page';
import type { Narrow, Paged, Source, Statement } from './list-parts';
import { ListSql } from './list-sql';
import { RecordSql, type Scope } from './record-sql';
import { searchPlan } from './search-plan';
import { SearchSql } from './search-sql';
import { WalkSql } from './walk-sql';
import { LONG_LIST, type Where } from './where';

/** Rows that a list looks through at most for those that a filter leaves. */
const WALK_MAX = 10_000;
const WALK_OF_MANY = 4_000;
/** Rows looked at first for each one of the page: most often some of them are hits. */
const WALK_FIRST = 5;

/** Records looked at for the search box, all its words together. */
const FOUND_FIRST = 600;

/** Neither the filter nor the order has an index, and there are too many rows to look through. */
class NarrowSearch extends AppError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'narrow_search',
      message:
        'There are too many rows to look through. Narrow the search: filter by one thing more, or sort by one column.',
      facts: { looked_through: WALK_MAX },
    });
  }
}

/**
 * One page of a table and the number of matching rows, from no more than a fixed number of rows read, whatever the
 * filter. A page that an index serves is read along it. Otherwise it is asked first how many rows the filter's best index
 * leaves: few are sorted; of many, the page is looked for along the order. What is found neither way is refused with
 * `NarrowSearch` rather than read from the whole table.
 */
export class BoundedList<E extends object> {
  private readonly indexes: IndexesOf;
  private readonly list: ListSql<E>;
  private readonly walk: WalkSql<E>;

  private readonly sql: RecordSql<E>;

  /** @param scope the columns that every statement binds to one value each: what the indexes begin with */
  constructor(
    private readonly database: Database,
    { metadata }: Pick<RecordSql<E>, 'metadata'>,
    scope: readonly string[],
  ) {
    this.sql = RecordSql.of<E>(metadata, scope);
    this.indexes = new IndexesOf(metadata, scope);
    this.list = new ListSql(this.sql, this.indexes);
    this.walk = new WalkSql(this.sql, this.indexes);
  }

  /** @throws NarrowSearch */
  async page(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { where = {}, order = [], offset = 0, limit, search } = request;
    const terms = termsOf(where as Where<E>);
    const isAlong = limit === undefined || request.isNearlyAll || (!search && this.indexes.serve(terms, order));
    if (isAlong) return this.direct(scope, request);
    const asked = { ...request, order, offset, limit };
    if (search) return this.searched(scope, terms, asked, search);
    return request.kept ? this.kept(scope, terms, asked, request.kept) : this.filtered(scope, terms, asked);
  }

  private async direct(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { where = {}, order = [], offset = 0, limit, seek, kept } = request;
    const rows = await this.rows(this.list.window(scope, request));
    const isEnd = !seek && (limit === undefined || (rows.length < limit && (rows.length > 0 || offset === 0)));
    if (isEnd) return { rows, total: offset + rows.length, ...endsOf(rows, order) };
    if (kept) return { rows, total: await kept(), ...endsOf(rows, order) };
    const { text, values } = this.list.counted(scope, where as Where<E>);
    const [row] = await this.database.rows<{ n: number }>(text, values);
    return { rows, ...countOf(row), ...endsOf(rows, order) };
  }

  /** It is known how many there are, so nothing is read to find out. */
  private async kept(
    scope: Scope,
    terms: readonly Term[],
    asked: Paged<E>,
    kept: () => Promise<number>,
  ): Promise<PageOf<E>> {
    const total = await kept();
    const page =
      total > WALK_MAX && !isBehind(asked, total)
        ? await this.ofMany(scope, terms, asked)
        : await this.among(scope, terms, asked, total);
    return { rows: page.rows, total, ...endsOf(page.rows, asked.order) };
  }

  /** Most often a part of the way is enough: there are more than ten thousand. */
  private async ofMany(scope: Scope, terms: readonly Term[], asked: Paged<E>): Promise<PageOf<E>> {
    const walks = [firstWalk(asked), WALK_OF_MANY, WALK_MAX];
    return this.alongOrder(scope, terms, asked, this.list.terms(terms), walks, 0);
  }

  private async filtered(scope: Scope, terms: readonly Term[], asked: Paged<E>): Promise<PageOf<E>> {
    if (terms.some(([, condition]) => isAmong(condition))) {
      const page = await this.atOnce(scope, terms, asked);
      if (page) return page;
    }
    const { text, values } = this.list.sized(scope, terms, WALK_MAX);
    const [sized] = await this.database.rows<{ walked: number; hits: number | null; named?: string | null }>(
      text,
      values,
    );
    const hits = Number(sized?.hits ?? 0);
    if (Number(sized?.walked ?? 0) > WALK_MAX) return this.alongFiltered(scope, terms, asked, hits);
    if (sized?.named === undefined) return this.among(scope, terms, asked, hits);
    // A whole index was read, and is not read again.
    const named = this.list.theNamed(sized.named, hits);
    return named && hits <= LONG_LIST
      ? this.sorted(scope, named, asked, hits)
      : this.among(scope, terms, asked, hits, named ?? terms);
  }

  /** What another statement names (a manager's line) is found once, for the page and the number of all; null: none on it. */
  private async atOnce(scope: Scope, terms: readonly Term[], asked: Paged<E>): Promise<PageOf<E> | null> {
    const rows = await this.rows(this.list.sizedPage(scope, asked, terms, WALK_MAX));
    const [first] = rows as { walked?: number; hits?: number }[];
    if (!first) return null;
    const hits = Number(first.hits);
    if (Number(first.walked) > WALK_MAX) return this.alongFiltered(scope, terms, asked, hits);
    return { rows, total: hits, ...endsOf(rows, asked.order) };
  }

  private alongFiltered(scope: Scope, terms: readonly Term[], asked: Paged<E>, hits: number): Promise<PageOf<E>> {
    const hit = this.list.terms(terms);
    return this.alongOrder(scope, terms, asked, hit, [firstWalk(asked), WALK_MAX], hits);
  }

  /**
   * As many as were counted: sorted by themselves, unless a short way along the order shows the page already.
   * @param found the same, said so that they are found soonest
   */
  private async among(
    scope: Scope,
    terms: readonly Term[],
    asked: Paged<E>,
    total: number,
    found = terms,
  ): Promise<PageOf<E>> {
    if (isBehind(asked, total)) return { rows: [], total };
    const isAlong = total > firstWalk(asked) && this.indexes.leading(terms, asked.order);
    for (const most of isAlong ? walksAmong(asked, total) : []) {
      const page = await this.walked(scope, terms, asked, this.list.terms(terms), most);
      if (page) return { rows: page.rows, total, ...endsOf(page.rows, asked.order) };
    }
    return this.sorted(scope, found, asked, total);
  }

  private async sorted(scope: Scope, terms: readonly Term[], asked: Paged<E>, total: number): Promise<PageOf<E>> {
    const few = this.list.left(scope, asked, terms, () => () => '1 = 1', WALK_MAX);
    const page = await this.rows(this.list.sorted(scope, asked, few));
    return { rows: page, total, ...endsOf(page, asked.order) };
  }

  /** By the way that leaves few: a word, or what is filtered by beside it. Its other words are asked of what that found. */
  private async searched(
    scope: Scope,
    terms: readonly Term[],
    asked: Paged<E>,
    { kind, words, by, isAbove }: Search,
  ): Promise<PageOf<E>> {
    const search = new SearchSql(this.sql, isAbove ? 0 : Number(scope[0] ?? 0), kind);
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
      return this.alongOrder(scope, terms, asked, hit, [walk], 0);
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
  async found(scope: Scope, request: PageRequest<E>, by: Search): Promise<PageOf<E>> {
    const { where = {}, order = [], limit = 0 } = request;
    const terms = termsOf(where as Where<E>);
    const search = new SearchSql(this.sql, by.isAbove ? 0 : Number(scope[0] ?? 0), by.kind);
    const most = Math.floor(FOUND_FIRST / by.words.length);
    const all = search.hasAll(by.words.length > 1 ? by.words : [], by.by ?? this.list.key);
    const among = this.list.found(scope, search.begunByAny(by.words, most), terms, all, by.by);
    const asked = { order, limit, offset: 0 };
    const few = await this.counted(scope, asked, among, { ways: by.words.map((word) => search.begunBy(word)), most });
    if (!few.isCommon || few.total >= limit) return { ...few, ...(few.isCommon && { exact: false }) };
    try {
      return await this.searched(scope, terms, asked, by);
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

  /**
   * @param walks how many rows are looked at, until they show the page
   * @param hits as many were found at least
   */
  private async alongOrder(
    scope: Scope,
    terms: readonly Term[],
    asked: Paged<E>,
    hit: Narrow,
    walks: readonly number[],
    hits: number,
  ): Promise<PageOf<E>> {
    const { order, offset } = asked;
    if (!this.indexes.leading(terms, order)) throw new NarrowSearch();
    for (const most of walks) {
      const page = await this.walked(scope, terms, asked, hit, most);
      if (!page) continue;
      const { rows } = page;
      const ends = endsOf(rows, order);
      if (page.total !== undefined) return { rows, total: page.total, ...ends };
      const total = Math.min(COUNT_MAX, Math.max(hits, offset + rows.length));
      return { rows, total, exact: false, ...ends };
    }
    throw new NarrowSearch();
  }

  /**
   * The page, if the first `most` rows along the order show it, and how many match where they came to the end; null: there
   * may be more of it behind them.
   */
  private async walked(
    scope: Scope,
    terms: readonly Term[],
    asked: Paged<E>,
    hit: Narrow,
    most: number,
  ): Promise<{ rows: E[]; total?: number } | null> {
    const looked = await this.rows(this.walk.walked(scope, terms, asked, hit, most));
    const facts = looked as readonly { hit?: number; is_last?: number }[];
    const rows = looked.filter((_, at) => Number(facts[at]!.hit));
    const { offset, limit, seek } = asked;
    // Behind a key it is not known how many were before it.
    if (facts.some(({ is_last }) => Number(is_last))) return seek ? { rows } : { rows, total: offset + rows.length };
    if (rows.length === limit) return { rows };
    if (looked.length) return null;
    if (seek || !offset) {
      const { text, values } = this.walk.begun(scope, terms, asked);
      return (await this.database.rows(text, values)).length ? null : { rows, ...(!seek && { total: 0 }) };
    }
    const { text, values } = this.walk.ended(scope, terms, asked, hit, most);
    const [all] = await this.database.rows<{ looked: number; hits: number | null; is_last: number | null }>(
      text,
      values,
    );
    const isEnded = !Number(all?.looked ?? 0) || Number(all?.is_last);
    return isEnded ? { rows, total: Number(all?.hits ?? 0) } : null;
  }

  private async rows({ text, values, isBackwards }: Statement): Promise<E[]> {
    const rows = this.sql.decode(await this.database.rows(text, values));
    return isBackwards ? rows.toReversed() : rows;
  }
}

/** Nothing is left of so many: the page begins behind them. */
const isBehind = ({ offset, seek }: Paged<object>, total: number): boolean => !total || (!seek && offset >= total);

const firstWalk = ({ offset, limit, seek }: Paged<object>): number =>
  Math.min(WALK_MAX, WALK_FIRST * ((seek ? 0 : offset) + limit));

/**
 * Ways along the order on which as many as these fill the page, if they stand evenly among ten thousand rows, and then among
 * ten times as many. Few are sorted sooner; more than a list takes are looked up one by one only where both were too short.
 */
function walksAmong(asked: Paged<object>, total: number): readonly number[] {
  const first = firstWalk(asked);
  if (total <= LONG_LIST) return [first];
  const even = Math.ceil((2 * first * WALK_MAX) / (WALK_FIRST * total));
  return [Math.max(first, Math.min(WALK_OF_MANY, even)), Math.max(first, Math.min(WALK_OF_MANY, 10 * even))];
}

const every =
  (one: Narrow, other: Narrow): Narrow =>
  (asked) => {
    const [first, second] = [one(asked), other(asked)];
    return (alias) => `(${first(alias)}) AND ${second(alias)}`;
  };
