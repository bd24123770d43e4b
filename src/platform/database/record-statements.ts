import type {
  DeleteQueryBuilder,
  EntityMetadata,
  InsertQueryBuilder,
  ObjectLiteral,
  SelectQueryBuilder,
  UpdateQueryBuilder,
} from 'typeorm';
import { DERIVE, derivedColumns, type Derived } from './columns';
import type { SqlValue } from './database';
import { engineOf } from './engine';
import { Parameters, type Sql } from './parameters';
import type { SortOrder } from './seek';
import { columnOf, conditionOf, encode, type Where } from './where';

/** Whose rows: one value for each column of the scope, the last condition of every statement. */
export type Scope = readonly SqlValue[];
export type Builder = SelectQueryBuilder<ObjectLiteral>;
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
  private readonly columnNames: readonly string[];
  private readonly decoders: { property: string; from: (value: unknown) => unknown }[] = [];
  private readonly derived: ReadonlyMap<string, Derived>;

  /** @param scope the columns that every statement binds to one value each */
  constructor(
    readonly metadata: EntityMetadata,
    readonly scope: readonly string[] = [],
  ) {
    this.columnNames = metadata.columns.filter(({ isSelect }) => isSelect).map(({ databaseName }) => databaseName);
    this.derived = derivedColumns(metadata.target as Function);
    for (const { transformer, propertyName: property } of metadata.columns) {
      if (transformer && !Array.isArray(transformer))
        this.decoders.push({ property, from: (value) => transformer.from(value) });
    }
  }

  /** The columns that a record is read with. @param alias with its dot */
  selectList(alias: string): string {
    return this.columnNames.map((name) => alias + name).join(', ');
  }

  /** Rows of the driver become entities, in place. */
  decode(rows: Record<string, unknown>[]): E[] {
    for (const row of rows) {
      for (const { property, from } of this.decoders) row[property] = from(row[property]);
    }
    return rows as E[];
  }

  builder(): Builder {
    return this.metadata.dataSource.createQueryBuilder();
  }

  /** A select of these columns; one column alone keeps its name: TypeORM would call `t.staff_id` `t_staff_id`. */
  select(columns: string): Builder {
    return this.builder().select(columns, /^\w+\.(\w+)$/.exec(columns)?.[1]);
  }

  /** Rows of this scope for which the conditions hold; whose they are comes last. */
  rows(parameters: Parameters, scope: Scope, columns: string, alias: string, ...conditions: string[]): Builder {
    const rows = this.select(columns).from(this.metadata.target, alias);
    for (const condition of conditions) rows.andWhere(`(${condition})`);
    return rows.andWhere(this.scopeCondition(parameters, scope, `${alias}.`));
  }

  /** Such rows, in that order; all of them or so many. @param columns default: the whole record */
  find(
    scope: Scope,
    where: Where<E>,
    { order = [], limit, offset }: FindOptions = {},
    columns?: readonly string[],
  ): Sql {
    const parameters = new Parameters();
    const list = columns?.map((name) => `t.${this.columnName(name)}`).join(', ') ?? this.selectList('t.');
    const rows = this.rows(parameters, scope, list, 't', this.condition(parameters, where, 't.'));
    return parameters.bind(this.orderBy(rows, order, 't.').limit(limit).offset(offset).getQuery());
  }

  /** How many such rows there are, as `n`. */
  count(scope: Scope, where: Where<E>): Sql {
    const parameters = new Parameters();
    const condition = this.condition(parameters, where, 't.');
    return parameters.bind(this.rows(parameters, scope, 'COUNT(*) AS n', 't', condition).getQuery());
  }

  /** @param change properties and their derived columns; `undefined` is left as it is */
  update(scope: Scope, where: Where<E>, change: Record<string, unknown>, isVersioned: boolean): Sql {
    const version = isVersioned ? { row_version: () => 'row_version + 1' } : {};
    return this.change(new Parameters(), scope, where, { ...this.withDerived(change), ...version });
  }

  /** Adds to whole columns. */
  add(scope: Scope, where: Where<E>, amounts: Readonly<Record<string, number>>): Sql {
    const parameters = new Parameters();
    const sums = Object.entries(amounts).map(([name, amount]) => {
      const sum = `${this.columnName(name)} + ${parameters.add(amount)}`;
      return [name, () => sum] as const;
    });
    return this.change(parameters, scope, where, Object.fromEntries(sums));
  }

  remove(scope: Scope, where: Where<E>): Sql {
    return this.write(this.builder().delete().from(this.metadata.target), new Parameters(), scope, where);
  }

  insert(rows: readonly object[]): Sql {
    return this.insertAll(this.insertBuilder(), rows);
  }

  /** A row whose unique key exists already is left as it is. */
  insertMissing(rows: readonly object[]): Sql {
    const { text, values } = this.insert(rows);
    const first = this.metadata.columns[0]!.databaseName;
    // The builder's `orIgnore` is INSERT IGNORE on MariaDB, which would also swallow a foreign key's refusal.
    const conflict = this.isSqlite ? 'ON CONFLICT DO NOTHING' : `ON DUPLICATE KEY UPDATE ${first} = ${first}`;
    return { text: `${text} ${conflict}`, values };
  }

  /** A row whose primary key exists already is overwritten. */
  insertOrReplace(rows: readonly object[]): Sql {
    const namesOf = (isKey: boolean) =>
      this.metadata.columns.filter(({ isPrimary }) => isPrimary === isKey).map(({ databaseName }) => databaseName);
    return this.insertAll(this.insertBuilder().orUpdate(namesOf(false), namesOf(true)), rows);
  }

  /** Where the primary key exists already, `amount` is added to a whole column of that row instead. */
  insertOrAdd(rows: readonly object[], column: string, amount: number): Sql {
    const { text, values } = this.insert(rows);
    const key = this.metadata.primaryColumns.map(({ databaseName }) => databaseName).join(', ');
    const conflict = this.isSqlite ? `ON CONFLICT (${key}) DO UPDATE SET` : 'ON DUPLICATE KEY UPDATE';
    return { text: `${text} ${conflict} ${column} = ${column} + ?`, values: [...values, amount] };
  }

  /** ORDER BY, or the other way round. @param alias with its dot */
  orderBy(rows: Builder, order: SortOrder, alias: string, isBackwards = false): Builder {
    for (const [name, direction] of order)
      rows.addOrderBy(alias + this.columnName(name), (direction === 'desc') !== isBackwards ? 'DESC' : 'ASC');
    return rows;
  }

  /** `t.customer_id = :p0`; without a scope nothing is narrowed. */
  scopeCondition(parameters: Parameters, scope: Scope, alias: string): string {
    return this.scope.map((column, at) => `${alias}${column} = ${parameters.add(scope[at]!)}`).join(' AND ') || '1 = 1';
  }

  condition(parameters: Parameters, where: Where<E>, alias: string): string {
    return conditionOf(parameters, this.metadata, where, alias);
  }

  columnName(property: string): string {
    return columnOf(this.metadata, property).databaseName;
  }

  private get isSqlite(): boolean {
    return engineOf(this.metadata.dataSource) === 'sqlite';
  }

  private write(
    builder: DeleteQueryBuilder<ObjectLiteral> | UpdateQueryBuilder<ObjectLiteral>,
    parameters: Parameters,
    scope: Scope,
    where: Where<E>,
  ): Sql {
    builder.where(`(${this.condition(parameters, where, '')})`).andWhere(this.scopeCondition(parameters, scope, ''));
    return parameters.bind(builder.getQuery(), builder.getParameters());
  }

  private change(parameters: Parameters, scope: Scope, where: Where<E>, change: object): Sql {
    return this.write(this.builder().update(this.metadata.target).set(change), parameters, scope, where);
  }

  private insertBuilder(): InsertQueryBuilder<ObjectLiteral> {
    const row = Object.fromEntries(this.metadata.columns.map(({ propertyName }) => [propertyName, null]));
    return this.builder().insert().into(this.metadata.target).values(row);
  }

  /** The builder writes one row, and its tuple is repeated: for 500 rows it would take 80 ms. */
  private insertAll(oneRow: InsertQueryBuilder<ObjectLiteral>, rows: readonly object[]): Sql {
    const values = rows.flatMap((row) => {
      const record = this.withDerived(row);
      return this.metadata.columns.map((column) => encode(column, record[column.propertyName]));
    });
    const { text } = new Parameters().bind(oneRow.getQuery(), oneRow.getParameters());
    return { text: text.replace(/\(\?[^)]*\)/, (tuple) => Array(rows.length).fill(tuple).join(', ')), values };
  }

  /** With the derived columns of those that are set. */
  private withDerived(row: object): Record<string, unknown> {
    const record: Record<string, unknown> = { ...row };
    for (const [column, { kind, from }] of this.derived) {
      const source = record[from];
      if (source !== undefined) record[column] = source === null ? null : DERIVE[kind](String(source));
    }
    return record;
  }
}
