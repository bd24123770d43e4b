import { COUNT_MAX } from '../../contract/list-dialect';
import { AppError } from '../errors/app-error';
import type { Database } from './database';
import type { IndexesOf, Term } from './indexes-of';
import { endsOf, type PageOf } from './list-page';
import type { Narrow, Paged, Statement } from './list-parts';
import type { RecordSql, Scope } from './record-sql';
import { WalkSql } from './walk-sql';

/** Rows that a list looks through at most for those that a filter leaves. */
export const WALK_MAX = 10_000;
/** Rows looked at first for each one of the page: most often some of them are hits. */
export const WALK_FIRST = 5;

/** Neither the filter nor the order has an index, and there are too many rows to look through. */
export class NarrowSearch extends AppError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'narrow_search',
      message: 'There are too many rows to search. Add a filter, or sort by one column.',
      facts: { looked_through: WALK_MAX },
    });
  }
}

export const firstWalk = ({ offset, limit, seek }: Paged<object>): number =>
  Math.min(WALK_MAX, WALK_FIRST * ((seek ? 0 : offset) + limit));

/** A page looked for along its order, from a fixed number of rows at most. */
export class WalkedList<E extends object> {
  private readonly walk: WalkSql<E>;

  constructor(
    private readonly database: Database,
    private readonly sql: RecordSql<E>,
    private readonly indexes: IndexesOf,
  ) {
    this.walk = new WalkSql(sql, indexes);
  }

  /**
   * @throws NarrowSearch
   * @param walks how many rows are looked at, until they show the page
   * @param hits as many were found at least
   */
  async alongOrder(
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
  async walked(
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

  /** The rows of a statement, as records and in the order that was asked for. */
  async rows({ text, values, isBackwards }: Statement): Promise<E[]> {
    const rows = this.sql.decode(await this.database.rows(text, values));
    return isBackwards ? rows.toReversed() : rows;
  }
}
