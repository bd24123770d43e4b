import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Asked, Sql } from './asked';
import { bindTerms, type IndexesOf, type Term } from './indexes-of';
import type { PageRequest } from './list-page';
import type { Part, RecordSql } from './record-sql';
import { behind, type SeekKey, type SortOrder } from './seek';
import { columnOf } from './where';

export type Paged<E> = PageRequest<E> & Required<Pick<PageRequest<E>, 'order' | 'offset' | 'limit'>>;
/** A statement; `isBackwards`: its rows come the other way round. */
export type Statement = Sql & { isBackwards: boolean };
export type Builder = SelectQueryBuilder<ObjectLiteral>;
/** A condition, bound to the question that it becomes a part of. */
export type Narrow = (asked: Asked) => Part;
/** Rows `o`, bound likewise; which of their columns are selected is said when it is written. */
export type Source = (asked: Asked) => (columns: string) => Builder;

export const within = (rows: Builder | Text): string => `(${rows.getQuery()})`;
/** A statement that no builder has: several of them, one behind the other. */
interface Text {
  getQuery(): string;
}
export const flagOf = (hit: string): string => `CASE WHEN ${hit} THEN 1 ELSE 0 END AS hit`;

export const listed = (columns: readonly string[], alias: string): string =>
  columns.map((column) => `${alias}.${column}`).join(', ');

/** What the statements of a list are made of. */
export abstract class ListParts<E extends object> {
  constructor(
    protected readonly sql: RecordSql<E>,
    protected readonly indexes: IndexesOf,
  ) {}

  terms(terms: readonly Term[]): Narrow {
    return (asked) => bindTerms(asked, this.sql.metadata, terms);
  }

  /** What names a row within the scope; over all organisations, too: an id is nobody else's. */
  get key(): string {
    const [first] = this.indexes.keys;
    return this.indexes.keys.find((name) => name !== 'customer_id') ?? first!;
  }

  /** The one column that names a row; null: it takes several. */
  protected get named(): ColumnMetadata | null {
    const [name, other] = this.indexes.keys.filter((key, _, { length }) => length === 1 || key !== 'customer_id');
    return other ? null : this.sql.metadata.columns.find(({ databaseName }) => databaseName === name)!;
  }

  /** What a record consists of, of the table `t`. */
  protected get record(): string {
    return this.sql.selectListOf('t.');
  }

  protected from(rows: Builder | Text, alias: string, columns: string): Builder {
    return this.sql.select(columns).from(within(rows), alias);
  }

  protected sought(asked: Asked, order: SortOrder, seek: SeekKey | undefined) {
    const isBackwards = seek?.direction === 'before';
    const ordered = this.sql.ordered(asked, order, isBackwards);
    const reversed = this.sql.ordered(asked, order, !isBackwards);
    const place = seek && behind(asked, this.sql.metadata, order, seek);
    const placed = (rows: Builder, alias: string) => (place ? rows.andWhere(place.whole(alias)) : rows);
    /** @param windowed of all of them: what ends the last part ends the whole */
    const along = (rows: () => Builder, alias: string, windowed: (rows: Builder) => Builder): Text => {
      const parts = place ? place.parts.map((part) => rows().andWhere(part(alias))) : [rows()];
      windowed(ordered(parts.at(-1)!, alias));
      return { getQuery: () => parts.map((part) => part.getQuery()).join(' UNION ALL ') };
    };
    return { placed, along, ordered, reversed, isBackwards };
  }

  /** What names a row, and what it is sorted by. */
  protected kept(order: SortOrder): string[] {
    const sorted = order.map(([name]) => columnOf(this.sql.metadata, name).databaseName);
    return [...new Set([...this.indexes.keys, ...sorted])];
  }

  protected same(row: string, keys: string): string {
    return this.indexes.keys.map((key) => `${row}.${key} = ${keys}.${key}`).join(' AND ');
  }
}
