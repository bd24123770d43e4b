import { Brackets } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { COUNT_MAX } from '../../contract/list-dialect';
import { Asked, hole, type Sql } from './asked';
import { uuidTransformer } from './column-types';
import { termsOf, type Term } from './indexes-of';
import type { PageRequest } from './list-page';
import {
  flagOf,
  listed,
  ListParts,
  within,
  type Builder,
  type Narrow,
  type Paged,
  type Source,
  type Statement,
} from './list-parts';
import { window, type Scope } from './record-sql';
import { LONG_LIST, type Where } from './where';

/** In each row of a page: how many there are in all. */
export const ALL = 'all_rows';

/** The statements of a list; which of them are asked is decided in bounded-, walked- and searched-list.ts. */
export class ListSql<E extends object> extends ListParts<E> {
  /** How many rows are asked for: exact up to `COUNT_MAX`; where there are more it reads no further. */
  counted(scope: Scope, where: Where<E>): Sql {
    const asked = new Asked('counted ');
    const owned = this.sql.owned(asked, scope, where);
    return this.sql.statement(
      asked,
      () => `${this.count((columns) => this.sql.rows(columns, 't').where(owned('t.')))} AS n`,
    );
  }

  private count(rows: (columns: string) => Builder): string {
    const more = rows(String(COUNT_MAX + 1))
      .limit(1)
      .offset(COUNT_MAX);
    // A builder selects from something; here is nothing to select from.
    return `SELECT COALESCE(${within(more)}, ${within(rows('COUNT(*)'))})`;
  }

  /**
   * The page as an index has it. Behind a key MariaDB enters an index in the middle only where that alone holds what is
   * read: else it finds all rows of the organisation cheaper, and walks to the place from their end.
   * @param isShort they are so few that they are counted in the same statement
   */
  window(
    scope: Scope,
    { where = {}, order = [], seek, offset = 0, limit }: PageRequest<E>,
    isShort = false,
  ): Statement {
    const asked = new Asked(isShort ? 'short window ' : 'window ');
    const [owned, bound] = [this.sql.owned(asked, scope, where as Where<E>), this.sql.bound(asked, scope)];
    const { along, ordered, isBackwards } = this.sought(asked, order, seek);
    const windowed = limit === undefined ? (all: Builder) => all : window(asked, limit, seek ? 0 : offset);
    const rows = (columns: string) => this.sql.rows(columns, 't').where(owned('t.'));
    const page = (columns: string) => along(() => rows(columns), 't.', windowed);
    const all = (columns: string) =>
      isShort && limit !== undefined ? `${columns}, (${this.count(rows)}) AS ${ALL}` : columns;
    const text = () => {
      if (!seek) return page(all(this.sql.selectList)).getQuery();
      const records = this.from(page(listed(this.kept(order), 't')), 'f', all(this.record));
      records.innerJoin(this.sql.table, 't', `${this.same('t', 'f')} AND ${bound('t.')}`);
      return ordered(records, 'f.').getQuery();
    };
    return { ...this.sql.statement(asked, text), isBackwards };
  }

  /**
   * How many rows the terms leave that an index serves, at most one more than `most`, and how many are hits of the others, too.
   * Where that index is read from end to end it says which they are, so that it is read once.
   */
  sized(scope: Scope, terms: readonly Term[], most: number): Sql {
    const { served, along, isNarrow } = this.indexes.servedAmong(terms);
    const rest = terms.filter((term) => !served.includes(term));
    const asked = new Asked('sized ');
    const [found, hit, bound] = [this.terms(served)(asked), this.terms(rest)(asked), this.sql.bound(asked, scope)];
    const windowed = window(asked, most + 1);
    // Of what a narrow index has let through, the rows themselves are read by their keys.
    const isJoined = isNarrow && rest.length > 0;
    return this.sql.statement(asked, () => {
      // By the table's own name: what EXPLAIN says is of it, not of the record read beside it.
      const own = this.sql.table;
      const walk = (columns: string) =>
        windowed(
          this.followed(
            this.sql
              .rows(columns, own)
              .where(new Brackets((rows) => rows.where(found(''))))
              .andWhere(bound(`${own}.`)),
            along,
            own,
          ),
        );
      const name = isNarrow ? this.named : null;
      const flagged = (alias: string) => (name ? `${alias}${name.databaseName}, ` : '') + flagOf(hit(alias));
      const flags = isJoined
        ? this.from(walk(this.indexes.keys.join(', ')), 'd', flagged('t.')).innerJoin(
            own,
            't',
            `${this.same('t', 'd')} AND ${bound('t.')}`,
          )
        : walk(flagged(''));
      const names = name
        ? `, GROUP_CONCAT(CASE WHEN f.hit = 1 THEN ${isId(name) ? `HEX(f.${name.databaseName})` : `f.${name.databaseName}`} END) AS named`
        : '';
      return this.from(flags, 'f', `COUNT(*) AS walked, SUM(f.hit) AS hits${names}`).getQuery();
    });
  }

  /** What `sized` has found, by name; null: nothing. */
  theNamed(flags: string | null | undefined, hits: number): readonly Term[] | null {
    const { named } = this;
    const names = flags?.split(',') ?? [];
    if (!named || !hits || names.length !== hits) return null;
    const ids = names.map((name) => (isId(named) ? Buffer.from(name, 'hex') : Number(name)));
    // No list of them as long as what MariaDB makes a table of: all rows would be looked up in that.
    const lists = Array.from({ length: Math.ceil(hits / LONG_LIST) }, (_, at) => ({
      [named.propertyName]: ids.slice(at * LONG_LIST, (at + 1) * LONG_LIST),
    }));
    return termsOf({ anyOf: lists });
  }

  /** The same and the page of the hits, in one: `walked` and `hits` stand in every row. */
  sizedPage(scope: Scope, { order, seek, offset, limit }: Paged<E>, terms: readonly Term[], most: number): Statement {
    const { served } = this.indexes.servedAmong(terms);
    const rest = terms.filter((term) => !served.includes(term));
    const asked = new Asked('sized page ');
    const [found, hit, bound] = [this.terms(served)(asked), this.terms(rest)(asked), this.sql.bound(asked, scope)];
    const { placed, ordered, isBackwards } = this.sought(asked, order, seek);
    const [walked, windowed] = [window(asked, most + 1), window(asked, limit, seek ? 0 : offset)];
    const kept = this.kept(order);
    const text = () => {
      const walk = this.sql
        .rows(`${listed(kept, 'o')}, ${flagOf(hit('o.'))}`, 'o')
        .where(found('o.'))
        .andWhere(bound('o.'));
      const columns = `${listed([...kept, 'hit'], 'd')}, COUNT(*) OVER () AS walked, SUM(d.hit) OVER () AS hits`;
      const page = this.from(this.from(walked(walk), 'd', columns), 'f', `${this.record}, f.walked, f.hits`)
        .innerJoin(this.sql.table, 't', `${this.same('t', 'f')} AND ${bound('t.')}`)
        .where('f.hit = 1');
      return windowed(ordered(placed(page, 'f.'), 'f.')).getQuery();
    };
    return { ...this.sql.statement(asked, text), isBackwards };
  }

  /** Which of these ways leaves no more than `most` rows: its place among them, or -1. */
  fewest(ways: readonly Source[], most: number): Sql {
    const asked = new Asked('fewest ');
    const way = this.wayOf(asked, ways, most);
    return this.sql.statement(asked, () => `SELECT ${way()} AS way`);
  }

  private wayOf(asked: Asked, ways: readonly Source[], most: number): () => string {
    const sources = ways.map((way) => way(asked));
    const from = hole(asked.bind(most));
    return () => {
      const cases = sources.map((source, at) => {
        const more = source('1').limit(1).offset(from);
        return `WHEN ${within(more)} IS NULL THEN ${at}`;
      });
      return `CASE ${cases.join(' ')} ELSE -1 END`;
    };
  }

  /** The rows that a filter with an index leaves. */
  served(scope: Scope, terms: readonly Term[]): Source {
    return (asked) => {
      asked.shape += 'served ';
      const [found, bound] = [this.terms(terms)(asked), this.sql.bound(asked, scope)];
      return (columns) => this.sql.rows(columns, 'o').where(found('o.')).andWhere(bound('o.'));
    };
  }

  /** The rows that a word has found, each as often as it has such words. @param words `w`, with their table */
  found(scope: Scope, words: Source, terms: readonly Term[], hit: Narrow, by = this.key): Source {
    return (asked) => {
      asked.shape += `found ${by} `;
      const [begun, known, bound, also] = [
        words(asked),
        this.terms(terms)(asked),
        this.sql.bound(asked, scope),
        hit(asked),
      ];
      return (columns) =>
        begun(columns)
          .innerJoin(this.sql.table, 'o', `o.${by} = w.record_id`)
          .andWhere(known('o.'))
          .andWhere(bound('o.'))
          .andWhere(also('o.'));
    };
  }

  /**
   * The rows that a filter leaves. The limit keeps every plan from reading along the order instead; where one index finds
   * them all it is asked for their keys alone, or MariaDB reads the whole of another one that has what they are sorted by.
   */
  left(scope: Scope, { order }: Paged<E>, terms: readonly Term[], hit: Narrow, most: number): Source {
    return (asked) => {
      asked.shape += 'left ';
      const [found, also, bound] = [this.served(scope, terms)(asked), hit(asked), this.sql.bound(asked, scope)];
      const windowed = window(asked, most);
      const { served, along } = this.indexes.servedAmong(terms);
      const kept = this.kept(order);
      const inOrder = (columns: readonly string[]) =>
        windowed(this.followed(found(listed(columns, 'o')).andWhere(also('o.')), along));
      const isOfIndex = served.length > 0 && served.length === terms.length;
      const rows = () =>
        isOfIndex
          ? this.from(inOrder(this.indexes.keys), 'k', listed(kept, 'r')).innerJoin(
              this.sql.table,
              'r',
              `${this.same('r', 'k')} AND ${bound('r.')}`,
            )
          : inOrder(kept);
      return (columns) => this.from(rows(), 'o', columns).where('1 = 1');
    };
  }

  /** Few are left: they are sorted by themselves; the page's rows last. */
  sorted(scope: Scope, { order, seek, offset, limit }: Paged<E>, among: Source): Statement {
    const asked = new Asked('sorted ');
    const [rows, bound] = [among(asked), this.sql.bound(asked, scope)];
    const { placed, ordered, isBackwards } = this.sought(asked, order, seek);
    const windowed = window(asked, limit, seek ? 0 : offset);
    const text = () => {
      const page = windowed(ordered(placed(rows(listed(this.kept(order), 'o')), 'o.'), 'o.'));
      const records = this.from(page, 'f', this.record);
      records.innerJoin(this.sql.table, 't', `${this.same('t', 'f')} AND ${bound('t.')}`);
      return ordered(records, 'f.').getQuery();
    };
    return { ...this.sql.statement(asked, text), isBackwards };
  }

  /**
   * The same, and how many they are in `hits` of every row; where the page is behind the last of them, of one row that is
   * empty otherwise. Each row of `among` may be there several times. A window function reads each three times more.
   * @param beside ways of which `way` says which leaves no more than `most` rows, as `fewest` would
   */
  sortedAndCounted(
    scope: Scope,
    { order, seek, offset, limit }: Paged<E>,
    among: Source,
    beside?: { ways: readonly Source[]; most: number },
  ): Statement {
    const asked = new Asked(`sorted and counted ${beside ? `beside ${beside.ways.length} ` : ''}`);
    const way = beside && this.wayOf(asked, beside.ways, beside.most);
    const [rows, bound] = [among(asked), this.sql.bound(asked, scope)];
    const { placed, ordered, isBackwards } = this.sought(asked, order, seek);
    const windowed = window(asked, limit, seek ? 0 : offset);
    const kept = listed(this.kept(order), 'o');
    const text = () => {
      const page = windowed(ordered(placed(rows(kept), 'o.').groupBy(kept), 'o.'));
      const told = `${this.record}, c.hits${way ? `, ${way()} AS way` : ''}`;
      const records = this.from(rows(`COUNT(DISTINCT o.${this.key}) AS hits`), 'c', told)
        .leftJoin(within(page), 'f', '1 = 1')
        .leftJoin(this.sql.table, 't', `${this.same('t', 'f')} AND ${bound('t.')}`);
      return ordered(records, 'f.').getQuery();
    };
    return { ...this.sql.statement(asked, text), isBackwards };
  }

  /** Read as that index has them. */
  private followed(rows: Builder, index: readonly string[], alias = 'o'): Builder {
    for (const column of index) rows.addOrderBy(`${alias}.${column}`, 'ASC');
    return rows;
  }
}

const isId = ({ transformer }: ColumnMetadata): boolean => transformer === uuidTransformer;
