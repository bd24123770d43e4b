import {
  Brackets,
  type EntityMetadata,
  type InsertQueryBuilder,
  type ObjectLiteral,
  type QueryBuilder,
  type SelectQueryBuilder,
} from 'typeorm';
import { DERIVE, derivedColumns, type Derived } from './columns';
import type { SqlValue } from './database';
import type { Engine } from './engine';
import type { SortOrder } from './seek';
import { columnOf, conditionOf, encode, Parameters, positional, type Sql, type Where } from './where';

/** Whose rows: one value for each column of the scope, the last condition of every statement. */
export type Scope = readonly SqlValue[];
export interface FindOptions {
  order?: SortOrder;
  limit?: number;
  offset?: number;
}

/**
 * The statements of one entity within a scope, written by TypeORM's query builders. Rows come as the driver has them and are
 * decoded here: hydration is slow (README, Decisions).
 */
export class RecordStatements<E extends object> {
  /** The columns that name a row within the scope. */
  readonly keys: readonly string[];
  readonly selectList: string;
  private readonly readColumns: readonly string[];
  private readonly decoders: { property: string; from: (value: unknown) => unknown }[] = [];
  private readonly derived: ReadonlyMap<string, Derived>;

  /** @param scope the columns that every statement binds to one value each */
  constructor(
    readonly metadata: EntityMetadata,
    readonly scope: readonly string[] = [],
  ) {
    this.keys = metadata.primaryColumns.map(({ databaseName }) => databaseName).filter((name) => !scope.includes(name));
    this.readColumns = metadata.columns.filter(({ isSelect }) => isSelect).map(({ databaseName }) => databaseName);
    this.selectList = this.selectListOf('');
    this.derived = derivedColumns(metadata.target as Function);
    for (const { transformer, propertyName: property } of metadata.columns) {
      if (transformer && !Array.isArray(transformer))
        this.decoders.push({ property, from: (value) => transformer.from(value) });
    }
  }

  /** What a record is read as, of a table that goes by another name: `t.` */
  selectListOf(alias: string): string {
    return this.readColumns.map((name) => alias + name).join(', ');
  }

  /** Rows of the driver become entities, in place. */
  decode(rows: Record<string, unknown>[]): E[] {
    for (const row of rows) {
      for (const { property, from } of this.decoders) row[property] = from(row[property]);
    }
    return rows as E[];
  }

  /**
   * Rows `t` of this scope that `where` asks for.
   * @param columns as the text has them
   * @param more conditions with the same parameters
   */
  select(
    parameters: Parameters,
    scope: Scope,
    columns: string,
    where: Where<E>,
    more: readonly string[] = [],
  ): SelectQueryBuilder<ObjectLiteral> {
    const rows = this.builder().select(columns, bareName(columns)).from(this.metadata.target, 't');
    return this.restricted(rows, parameters, scope, where, 't.', more);
  }

  /** Such rows, in that order; all of them or so many. @param columns default: the whole record */
  find(
    scope: Scope,
    where: Where<E>,
    { order = [], limit, offset }: FindOptions = {},
    columns?: readonly string[],
  ): Sql {
    const list = columns?.map((name) => this.columnName(name)).join(', ') ?? this.selectList;
    const rows = this.select(new Parameters(), scope, list, where);
    return sqlOf(this.ordered(rows, order, 't.').limit(limit).offset(offset));
  }

  count(scope: Scope, where: Where<E>): Sql {
    return sqlOf(this.select(new Parameters(), scope, 'COUNT(*) AS n', where));
  }

  /** @param change given properties, their derived columns, and the version; `undefined` is left as it is */
  update(scope: Scope, where: Where<E>, change: Record<string, unknown>, isVersioned: boolean): Sql {
    const version = isVersioned ? { row_version: () => 'row_version + 1' } : {};
    return this.change(scope, where, { ...this.withDerived(change), ...version });
  }

  /** Adds to whole columns. */
  add(scope: Scope, where: Where<E>, amounts: Readonly<Record<string, number>>): Sql {
    const parameters = new Parameters();
    const sums = Object.entries(amounts).map(([name, amount]) => {
      const sum = `${this.columnName(name)} + ${parameters.add(amount)}`;
      return [name, () => sum];
    });
    return this.change(scope, where, Object.fromEntries(sums) as object, parameters);
  }

  remove(scope: Scope, where: Where<E>): Sql {
    return sqlOf(
      this.restricted(this.builder().delete().from(this.metadata.target), new Parameters(), scope, where, ''),
    );
  }

  insert(rows: readonly object[]): Sql {
    return this.inserted(this.oneRow(), rows);
  }

  /** A row whose unique key is known already is left as it is, whatever else it says. */
  insertMissing(rows: readonly object[], engine: Engine): Sql {
    const { text, values } = this.insert(rows);
    const first = this.metadata.columns[0]!.databaseName;
    // What the builder has for it, INSERT IGNORE, would also swallow a foreign key's refusal.
    const ifKnown = engine === 'sqlite' ? 'ON CONFLICT DO NOTHING' : `ON DUPLICATE KEY UPDATE ${first} = ${first}`;
    return { text: `${text} ${ifKnown}`, values };
  }

  /** Where the primary key is known already, that row says from now on what this one says. */
  insertOrReplace(rows: readonly object[]): Sql {
    const namesOf = (isKey: boolean) =>
      this.metadata.columns.filter(({ isPrimary }) => isPrimary === isKey).map(({ databaseName }) => databaseName);
    return this.inserted(this.oneRow().orUpdate(namesOf(false), namesOf(true)), rows);
  }

  /** Where the primary key is known already, `amount` is added to a whole column of that row instead. */
  insertOrAdd(rows: readonly object[], column: string, amount: number, engine: Engine): Sql {
    const { text, values } = this.insert(rows);
    const key = this.metadata.primaryColumns.map(({ databaseName }) => databaseName).join(', ');
    const ifKnown = engine === 'sqlite' ? `ON CONFLICT (${key}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE';
    return { text: `${text} ${ifKnown} ${column} = ${column} + ?`, values: [...values, amount] };
  }

  /** ORDER BY as it is asked for, or the other way round. */
  ordered<Q extends SelectQueryBuilder<ObjectLiteral>>(
    rows: Q,
    order: SortOrder,
    alias: string,
    isBackwards = false,
  ): Q {
    for (const [name, direction] of order) {
      const isDown = (direction === 'desc') !== isBackwards;
      rows.addOrderBy(alias + this.columnName(name), isDown ? 'DESC' : 'ASC');
    }
    return rows;
  }

  /** `t.customer_id = :p0`; what no scope narrows is always true */
  bound(parameters: Parameters, scope: Scope, alias: string): string {
    return this.scope.map((column, at) => `${alias}${column} = ${parameters.add(scope[at]!)}`).join(' AND ') || '1 = 1';
  }

  columnName(property: string): string {
    return columnOf(this.metadata, property).databaseName;
  }

  builder(): SelectQueryBuilder<ObjectLiteral> {
    return this.metadata.dataSource.createQueryBuilder();
  }

  /** What is asked for in brackets, and last of all whose it is. */
  private restricted<Q extends QueryBuilder<ObjectLiteral> & Restrictable>(
    builder: Q,
    parameters: Parameters,
    scope: Scope,
    where: Where<E>,
    alias: string,
    more: readonly string[] = [],
  ): Q {
    const condition = conditionOf(parameters, this.metadata, where, alias);
    builder.where(new Brackets((rows) => rows.where(condition)));
    for (const one of more) builder.andWhere(new Brackets((rows) => rows.where(one)));
    builder.andWhere(this.bound(parameters, scope, alias));
    builder.setParameters(parameters.values);
    return builder;
  }

  private change(scope: Scope, where: Where<E>, change: object, parameters = new Parameters()): Sql {
    const builder = this.builder()
      .update(this.metadata.target)
      .set(change as never);
    return sqlOf(this.restricted(builder, parameters, scope, where, ''));
  }

  private oneRow(): InsertQueryBuilder<ObjectLiteral> {
    const row = Object.fromEntries(this.metadata.columns.map(({ propertyName }) => [propertyName, null]));
    return this.builder().insert().into(this.metadata.target).values(row);
  }

  /** The builder writes one row, and the others are its tuple again: for 500 rows it takes 80 ms. */
  private inserted(oneRow: InsertQueryBuilder<ObjectLiteral>, rows: readonly object[]): Sql {
    const values = rows.flatMap((row) => {
      const record = this.withDerived(row);
      return this.metadata.columns.map((column) => encode(column, record[column.propertyName]));
    });
    const text = sqlOf(oneRow).text.replace(/\(\?[^)]*\)/, (tuple) => Array(rows.length).fill(tuple).join(', '));
    return { text, values };
  }

  /** With the derived columns of those that are given. */
  private withDerived(given: object): Record<string, unknown> {
    const row: Record<string, unknown> = { ...given };
    for (const [column, { kind, from }] of this.derived) {
      const source = row[from];
      if (source !== undefined) row[column] = source === null ? null : DERIVE[kind](String(source));
    }
    return row;
  }
}

interface Restrictable {
  where(condition: Brackets): unknown;
  andWhere(condition: Brackets | string): unknown;
}

/** One column alone keeps its name: a builder would call `t.staff_id` `t_staff_id`. */
export const bareName = (columns: string): string | undefined => /^\w+\.(\w+)$/.exec(columns)?.[1];

/** Names are plain words (naming.ts), so quotes say nothing. */
const QUOTES = /["`]/g;

/**
 * As `Database` takes it. `getQueryAndParameters` would write numbers into the text on SQLite, where prepared statements are
 * remembered by their texts.
 */
export function sqlOf(builder: QueryBuilder<ObjectLiteral>): Sql {
  return positional(builder.getQuery().replace(QUOTES, ''), builder.getParameters() as Record<string, SqlValue>);
}
