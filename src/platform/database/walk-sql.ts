import { COUNT_MAX } from '../../contract/list-dialect';
import { Asked, type Sql } from './asked';
import { boundsOf, type Term } from './indexes-of';
import { flagOf, listed, ListParts, within, type Builder, type Narrow, type Paged, type Statement } from './list-parts';
import { window, type Part, type Scope } from './record-sql';
import type { SortOrder } from './seek';

/** The statements of a walk along the order: of many rows the first, and which of them match. */
export class WalkSql<E extends object> extends ListParts<E> {
  /**
   * Many are left: the first `most` rows along the order, and of those the ones that match. Where the walk came to the
   * end, the last row of all is there too, unless the page is behind it: `is_last`, and `hit` says whether it matches.
   * Terms that begin an index which the order goes on with bound the walk, and so does what is asked of the order's first
   * column.
   */
  walked(scope: Scope, terms: readonly Term[], paged: Paged<E>, hit: Narrow, most: number): Statement {
    const { order, seek, offset, limit } = paged;
    const asked = new Asked('walked ');
    const [looked, bound] = [this.looked(asked, scope, terms, paged, hit, most), this.sql.bound(asked, scope)];
    const { ordered, isBackwards } = this.sought(asked, order, seek);
    const windowed = window(asked, limit, seek ? 0 : offset);
    const text = () => {
      const page = this.from(looked(), 'l', listed([...this.kept(order), 'hit', 'is_last'], 'l'));
      const shown = page.where('l.hit = 1').orWhere('l.is_last = 1');
      const records = this.from(windowed(ordered(shown, 'l.')), 'w', `${this.record}, w.hit, w.is_last`);
      records.innerJoin(this.sql.table, 't', `${this.same('t', 'w')} AND ${bound('t.')}`);
      return ordered(records, 't.').getQuery();
    };
    return { ...this.sql.statement(asked, text), isBackwards };
  }

  /** Of the same rows: whether there are any, how many match, and whether the last of all is among them. */
  ended(scope: Scope, terms: readonly Term[], paged: Paged<E>, hit: Narrow, most: number): Sql {
    const asked = new Asked('ended ');
    const looked = this.looked(asked, scope, terms, paged, hit, most);
    const columns = 'COUNT(*) AS looked, SUM(l.hit) AS hits, MAX(l.is_last) AS is_last';
    return this.sql.statement(asked, () => this.from(looked(), 'l', columns).getQuery());
  }

  /** The first `most` rows along the order, `hit` and `is_last` said of each. */
  private looked(
    asked: Asked,
    scope: Scope,
    terms: readonly Term[],
    { order, seek }: Paged<E>,
    hit: Narrow,
    most: number,
  ): () => Builder {
    const [end, also, bound] = [this.within(asked, scope, terms, order), hit(asked), this.sql.bound(asked, scope)];
    const { along, reversed } = this.sought(asked, order, seek);
    const walk = window(asked, most);
    const kept = this.kept(order);
    const isLong = most >= COUNT_MAX || !this.sql.scope.length;
    asked.shape += isLong ? ' long' : '';
    return () => {
      const flag = flagOf(also('o.'));
      const walked = (columns: string) => along(() => this.sql.rows(columns, 'o').where(end('o.')), 'o.', walk);
      // By the index's own columns alone: for ten thousand whole rows, or over all organisations, the table would be sorted.
      const looked = isLong
        ? this.from(walked(listed(kept, 'o')), 'k', `${listed(kept, 'k')}, ${flag}`).innerJoin(
            this.sql.table,
            'o',
            `${this.same('o', 'k')} AND ${bound('o.')}`,
          )
        : walked(`${listed(kept, 'o')}, ${flag}`);
      // By the whole key: a part of it names many rows (all evidence of a person).
      const { keys } = this.indexes;
      const last = reversed(this.sql.rows(listed(keys, 'e'), 'e').where(end('e.')), 'e.').limit(1);
      const isLast = `CASE WHEN (${listed(keys, 'b')}) = ${within(last)} THEN 1 ELSE 0 END AS is_last`;
      return this.from(looked, 'b', `${listed([...kept, 'hit'], 'b')}, ${isLast}`);
    };
  }

  /** A row if there is any to walk along. */
  begun(scope: Scope, terms: readonly Term[], { order, seek }: Paged<E>): Sql {
    const asked = new Asked('begun ');
    const known = this.within(asked, scope, terms, order);
    const { along } = this.sought(asked, order, seek);
    const kept = listed(this.kept(order), 'o');
    const rows = () =>
      along(
        () => this.sql.rows(kept, 'o').where(known('o.')),
        'o.',
        (all) => all.limit(1),
      );
    return this.sql.statement(asked, () => rows().getQuery());
  }

  /** Where a walk along the order begins and ends. */
  private within(asked: Asked, scope: Scope, terms: readonly Term[], order: SortOrder): Part {
    const known = [...(this.indexes.leading(terms, order) ?? []), ...boundsOf(terms, order)];
    const [bound, found] = [this.sql.bound(asked, scope), this.terms(known)(asked)];
    return (alias) => `(${bound(alias)}) AND (${found(alias)})`;
  }
}
