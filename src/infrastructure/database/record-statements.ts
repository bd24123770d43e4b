import type {
  DeleteQueryBuilder,
  EntityMetadata,
  InsertQueryBuilder,
  ObjectLiteral,
  SelectQueryBuilder,
  UpdateQueryBuilder,
} from 'typeorm';
import { DERIVE_FUNCTIONS, listDerivedColumns, type DerivedColumn } from './columns';
import type { SqlValue } from './database';
import { engineOf } from './engine';
import { SqlParameters, type Sql } from './sql-parameters';
import type { SortOrder } from './seek-pagination';
import { requireColumn, buildCondition, encodeValue, type Where } from './where';

/** Row ownership: one value for each scope column, the last condition of every statement. */
export type Scope = readonly SqlValue[];
export type RowBuilder = SelectQueryBuilder<ObjectLiteral>;
export interface FindOptions {
  order?: SortOrder;
  limit?: number;
  offset?: number;
}

/**
 * Statements of one entity within a scope, built by TypeORM's query builders. Rows are decoded here, because TypeORM's
 * hydration is slow (docs/decisions/0006-raw-rows.md).
 */
export class RecordStatements<E extends object> {
  private readonly columnNames: readonly string[];
  private readonly decoders: { property: string; from: (value: unknown) => unknown }[] = [];
  private readonly derived: ReadonlyMap<string, DerivedColumn>;

  /** @param scope columns that every statement binds to one value each */
  constructor(
    readonly metadata: EntityMetadata,
    readonly scope: readonly string[] = [],
  ) {
    this.columnNames = metadata.columns.filter(({ isSelect }) => isSelect).map(({ databaseName }) => databaseName);
    this.derived = listDerivedColumns(metadata.target as Function);
    for (const { transformer, propertyName: property } of metadata.columns) {
      if (transformer && !Array.isArray(transformer))
        this.decoders.push({ property, from: (value) => transformer.from(value) });
    }
  }

  /** @param alias with its dot */
  selectList(alias: string): string {
    return this.columnNames.map((name) => alias + name).join(', ');
  }

  /** Converts driver rows to entities, in place. */
  decode(rows: Record<string, unknown>[]): E[] {
    for (const row of rows) {
      for (const { property, from } of this.decoders) row[property] = from(row[property]);
    }
    return rows as E[];
  }

  builder(): RowBuilder {
    return this.metadata.dataSource.createQueryBuilder();
  }

  /** Selects these columns. A single column keeps its name: TypeORM would call `t.staff_id` `t_staff_id`. */
  select(columns: string): RowBuilder {
    return this.builder().select(columns, /^\w+\.(\w+)$/.exec(columns)?.[1]);
  }

  /** Rows that match the conditions and the scope. */
  rows(
    sqlParameters: SqlParameters,
    scope: Scope,
    columns: string,
    alias: string,
    ...conditions: string[]
  ): RowBuilder {
    const rows = this.select(columns).from(this.metadata.target, alias);
    for (const condition of conditions) rows.andWhere(`(${condition})`);
    return rows.andWhere(this.scopeCondition(sqlParameters, scope, `${alias}.`));
  }

  /** @param columns defaults to the whole record */
  find(
    scope: Scope,
    where: Where<E>,
    { order = [], limit, offset }: FindOptions = {},
    columns?: readonly string[],
  ): Sql {
    const sqlParameters = new SqlParameters();
    const list = columns?.map((name) => `t.${this.columnName(name)}`).join(', ') ?? this.selectList('t.');
    const rows = this.rows(sqlParameters, scope, list, 't', this.condition(sqlParameters, where, 't.'));
    return sqlParameters.bind(this.orderBy(rows, order, 't.').limit(limit).offset(offset).getQuery());
  }

  /** The number of matching rows, as `n`. */
  count(scope: Scope, where: Where<E>): Sql {
    const sqlParameters = new SqlParameters();
    const condition = this.condition(sqlParameters, where, 't.');
    return sqlParameters.bind(this.rows(sqlParameters, scope, 'COUNT(*) AS n', 't', condition).getQuery());
  }

  /** @param change properties and their derived columns; `undefined` leaves a value unchanged */
  update(scope: Scope, where: Where<E>, change: Record<string, unknown>, isVersioned: boolean): Sql {
    const version = isVersioned ? { row_version: () => 'row_version + 1' } : {};
    return this.change(new SqlParameters(), scope, where, { ...this.withDerived(change), ...version });
  }

  /** Adds to integer columns. */
  increment(scope: Scope, where: Where<E>, amounts: Readonly<Record<string, number>>): Sql {
    const sqlParameters = new SqlParameters();
    const sums = Object.entries(amounts).map(([name, amount]) => {
      const sum = `${this.columnName(name)} + ${sqlParameters.add(amount)}`;
      return [name, () => sum] as const;
    });
    return this.change(sqlParameters, scope, where, Object.fromEntries(sums));
  }

  remove(scope: Scope, where: Where<E>): Sql {
    return this.buildWrite(this.builder().delete().from(this.metadata.target), new SqlParameters(), scope, where);
  }

  insert(rows: readonly object[]): Sql {
    return this.insertAll(this.insertBuilder(), rows);
  }

  /** Skips rows whose unique key already exists. */
  insertMissing(rows: readonly object[]): Sql {
    const { text, values } = this.insert(rows);
    const first = this.metadata.columns[0]!.databaseName;
    // The builder's `orIgnore` is INSERT IGNORE on MariaDB, which would also hide foreign key violations.
    const conflict = this.isSqlite ? 'ON CONFLICT DO NOTHING' : `ON DUPLICATE KEY UPDATE ${first} = ${first}`;
    return { text: `${text} ${conflict}`, values };
  }

  /** Overwrites rows whose primary key already exists. */
  insertOrReplace(rows: readonly object[]): Sql {
    const listColumnNames = (isKey: boolean) =>
      this.metadata.columns.filter(({ isPrimary }) => isPrimary === isKey).map(({ databaseName }) => databaseName);
    return this.insertAll(this.insertBuilder().orUpdate(listColumnNames(false), listColumnNames(true)), rows);
  }

  /** If the primary key already exists, adds `amount` to an integer column of that row instead. */
  insertOrIncrement(rows: readonly object[], column: string, amount: number): Sql {
    const { text, values } = this.insert(rows);
    const key = this.metadata.primaryColumns.map(({ databaseName }) => databaseName).join(', ');
    const conflict = this.isSqlite ? `ON CONFLICT (${key}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE';
    return { text: `${text} ${conflict} ${column} = ${column} + ?`, values: [...values, amount] };
  }

  /** Adds ORDER BY. @param alias with its dot */
  orderBy(rows: RowBuilder, order: SortOrder, alias: string, isReversed = false): RowBuilder {
    for (const [name, direction] of order)
      rows.addOrderBy(alias + this.columnName(name), (direction === 'desc') !== isReversed ? 'DESC' : 'ASC');
    return rows;
  }

  /** `t.customer_id = :p0`; always true for an empty scope. */
  scopeCondition(sqlParameters: SqlParameters, scope: Scope, alias: string): string {
    return (
      this.scope.map((column, at) => `${alias}${column} = ${sqlParameters.add(scope[at]!)}`).join(' AND ') || '1 = 1'
    );
  }

  condition(sqlParameters: SqlParameters, where: Where<E>, alias: string): string {
    return buildCondition(sqlParameters, this.metadata, where, alias);
  }

  columnName(property: string): string {
    return requireColumn(this.metadata, property).databaseName;
  }

  private get isSqlite(): boolean {
    return engineOf(this.metadata.dataSource) === 'sqlite';
  }

  private buildWrite(
    builder: DeleteQueryBuilder<ObjectLiteral> | UpdateQueryBuilder<ObjectLiteral>,
    sqlParameters: SqlParameters,
    scope: Scope,
    where: Where<E>,
  ): Sql {
    builder
      .where(`(${this.condition(sqlParameters, where, '')})`)
      .andWhere(this.scopeCondition(sqlParameters, scope, ''));
    return sqlParameters.bind(builder.getQuery(), builder.getParameters());
  }

  private change(sqlParameters: SqlParameters, scope: Scope, where: Where<E>, change: object): Sql {
    return this.buildWrite(this.builder().update(this.metadata.target).set(change), sqlParameters, scope, where);
  }

  private insertBuilder(): InsertQueryBuilder<ObjectLiteral> {
    const row = Object.fromEntries(this.metadata.columns.map(({ propertyName }) => [propertyName, null]));
    return this.builder().insert().into(this.metadata.target).values(row);
  }

  /** The builder writes one row and its tuple is repeated: building 500 rows takes 80 ms. */
  private insertAll(oneRow: InsertQueryBuilder<ObjectLiteral>, rows: readonly object[]): Sql {
    const values = rows.flatMap((row) => {
      const record = this.withDerived(row);
      return this.metadata.columns.map((column) => encodeValue(column, record[column.propertyName]));
    });
    const { text } = new SqlParameters().bind(oneRow.getQuery(), oneRow.getParameters());
    return { text: text.replace(/\(\?[^)]*\)/, (tuple) => Array(rows.length).fill(tuple).join(', ')), values };
  }

  /** Adds derived columns for the source values that are set. */
  private withDerived(row: object): Record<string, unknown> {
    const record: Record<string, unknown> = { ...row };
    for (const [column, { kind, from }] of this.derived) {
      const source = record[from];
      if (source !== undefined) record[column] = source === null ? null : DERIVE_FUNCTIONS[kind](String(source));
    }
    return record;
  }
}
