import { LRUCache } from 'lru-cache';
import type { Database } from './database';
import { IndexesOf, isAmong, termsOf, type Term } from './indexes-of';
import { endsOf, countOf, type PageOf, type PageRequest, type Search } from './list-page';
import type { Paged } from './list-parts';
import { ALL, ListSql } from './list-sql';
import { RecordSql, type Scope } from './record-sql';
import { SearchedList } from './searched-list';
import { firstWalk, WALK_FIRST, WALK_MAX, WalkedList } from './walked-list';
import { LONG_LIST, type Where } from './where';

const WALK_OF_MANY = 4_000;
/** So few rows in all are counted in the page's own statement. */
const SHORT = 500;

/**
 * One page of a table and the number of matching rows, from no more than a fixed number of rows read, whatever the
 * filter. A page that an index serves is read along it. Otherwise it is asked first how many rows the filter's best index
 * leaves: few are sorted; of many, the page is looked for along the order. What is found neither way is refused with
 * `NarrowSearch` rather than read from the whole table.
 */
export class BoundedList<E extends object> {
  private readonly indexes: IndexesOf;
  private readonly list: ListSql<E>;
  private readonly along: WalkedList<E>;
  private readonly searched: SearchedList<E>;
  private readonly sql: RecordSql<E>;
  /** Whose were so few when they were last counted. */
  private readonly short = new LRUCache<string, true>({ max: 1_000 });

  /** @param scope the columns that every statement binds to one value each: what the indexes begin with */
  constructor(
    private readonly database: Database,
    { metadata }: Pick<RecordSql<E>, 'metadata'>,
    scope: readonly string[],
  ) {
    this.sql = RecordSql.of<E>(metadata, scope);
    this.indexes = new IndexesOf(metadata, scope);
    this.list = new ListSql(this.sql, this.indexes);
    this.along = new WalkedList(database, this.sql, this.indexes);
    this.searched = new SearchedList(database, this.sql, this.indexes, this.list, this.along);
  }

  /** @throws NarrowSearch */
  async page(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { where = {}, order = [], offset = 0, limit, search } = request;
    const terms = termsOf(where as Where<E>);
    const isAlong = limit === undefined || request.isNearlyAll || (!search && this.indexes.serve(terms, order));
    if (isAlong) return this.direct(scope, request);
    const asked = { ...request, order, offset, limit };
    if (search) return this.searched.page(scope, terms, asked, search);
    return this.filtered(scope, terms, asked);
  }

  private async direct(scope: Scope, request: PageRequest<E>): Promise<PageOf<E>> {
    const { where = {}, order = [], offset = 0, limit, seek } = request;
    const whose = !seek && Object.keys(where).length === 0 ? scope.join() : undefined;
    const isShort = whose !== undefined && this.short.has(whose);
    const rows = await this.along.rows(this.list.window(scope, request, isShort));
    const isEnd = !seek && (limit === undefined || (rows.length < limit && (rows.length > 0 || offset === 0)));
    if (isEnd) return { rows, total: offset + rows.length, ...endsOf(rows, order) };
    const n = (isShort ? countBeside(rows) : undefined) ?? (await this.counted(scope, where as Where<E>));
    if (whose !== undefined && n <= SHORT) this.short.set(whose, true);
    else if (isShort) this.short.delete(whose);
    return { rows, ...countOf({ n }), ...endsOf(rows, order) };
  }

  private async counted(scope: Scope, where: Where<E>): Promise<number> {
    const { text, values } = this.list.counted(scope, where);
    const [row] = await this.database.rows<{ n: number }>(text, values);
    return Number(row?.n ?? 0);
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
    const rows = await this.along.rows(this.list.sizedPage(scope, asked, terms, WALK_MAX));
    const [first] = rows as { walked?: number; hits?: number }[];
    if (!first) return null;
    const hits = Number(first.hits);
    if (Number(first.walked) > WALK_MAX) return this.alongFiltered(scope, terms, asked, hits);
    return { rows, total: hits, ...endsOf(rows, asked.order) };
  }

  private alongFiltered(scope: Scope, terms: readonly Term[], asked: Paged<E>, hits: number): Promise<PageOf<E>> {
    const hit = this.list.terms(terms);
    return this.along.alongOrder(scope, terms, asked, hit, [firstWalk(asked), WALK_MAX], hits);
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
      const page = await this.along.walked(scope, terms, asked, this.list.terms(terms), most);
      if (page) return { rows: page.rows, total, ...endsOf(page.rows, asked.order) };
    }
    return this.sorted(scope, found, asked, total);
  }

  private async sorted(scope: Scope, terms: readonly Term[], asked: Paged<E>, total: number): Promise<PageOf<E>> {
    const few = this.list.left(scope, asked, terms, () => () => '1 = 1', WALK_MAX);
    const page = await this.along.rows(this.list.sorted(scope, asked, few));
    return { rows: page, total, ...endsOf(page, asked.order) };
  }

  /** A few of those found by words, in one statement (GET /api/search). */
  found(scope: Scope, request: PageRequest<E>, by: Search): Promise<PageOf<E>> {
    return this.searched.few(scope, request, by);
  }
}

/** Nothing is left of so many: the page begins behind them. */
const isBehind = ({ offset, seek }: Paged<object>, total: number): boolean => !total || (!seek && offset >= total);

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

/** undefined: no row is left to stand beside. */
function countBeside(rows: readonly object[]): number | undefined {
  const [first] = rows as readonly { [ALL]?: number | string | null }[];
  return first && Number(first[ALL] ?? 0);
}
