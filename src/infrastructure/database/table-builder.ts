import { Table, TableForeignKey, TableIndex, type QueryRunner } from 'typeorm';
import { columnShape, type ColumnKind } from './column-types';
import type { Engine } from './engine';
import { ReadableNamingStrategy } from './naming-strategy';

/** Column kinds for migrations, the same as for entities (columns.ts), on both engines. */
export interface ColumnSpec {
  kind: ColumnKind;
  length?: number;
  nullable?: boolean;
  defaultTo?: string;
}
export const uuid = (): ColumnSpec => ({ kind: 'uuid' });
export const varchar = (length: number): ColumnSpec => ({ kind: 'text', length });
export const choice = (): ColumnSpec => varchar(24);
export const day = (): ColumnSpec => varchar(10);
export const longText = (): ColumnSpec => ({ kind: 'long_text' });
/** The sort key of a text of `length` characters. */
export const sortKey = (length: number): ColumnSpec => ({ kind: 'sort', length });
export const json = (): ColumnSpec => longText();
export const integer = (): ColumnSpec => ({ kind: 'whole' });
export const instant = (): ColumnSpec => ({ kind: 'big' });
export const money = (): ColumnSpec => ({ kind: 'big' });
export const bigint = (): ColumnSpec => ({ kind: 'big' });
export const boolean = (): ColumnSpec => ({ kind: 'flag' });
export const binary = (length: number): ColumnSpec => ({ kind: 'binary', length });
export const nullable = (column: ColumnSpec): ColumnSpec => ({ ...column, nullable: true });
/** Sets the column's default. Plain words only: it is not escaped. */
export const defaultTo = (column: ColumnSpec, value: string): ColumnSpec => ({ ...column, defaultTo: value });
/** created_at, updated_at, row_version: columns of every record. */
export const recordColumns = (): Record<string, ColumnSpec> => ({
  created_at: instant(),
  updated_at: instant(),
  row_version: integer(),
});

export interface ForeignKeySpec {
  columns: readonly string[];
  table: string;
  /** Defaults to the same names. */
  references?: readonly string[];
}
export interface TableSpec {
  name: string;
  columns: Record<string, ColumnSpec>;
  primary: readonly string[];
  unique?: readonly (readonly string[])[];
  index?: readonly (readonly string[])[];
  foreign?: readonly ForeignKeySpec[];
}

const namingStrategy = new ReadableNamingStrategy();

const engineOfRunner = (runner: QueryRunner): Engine =>
  runner.dataSource.driver.options.type === 'better-sqlite3' ? 'sqlite' : 'mariadb';

/*
 * MySQL and MariaDB commit each table by itself, and a process may be killed between two. So each is created only if
 * missing, and a migration that runs again continues where it stopped. A migration that writes rows (`runner.query`)
 * must be idempotent.
 */

/** @throws Error when a table of that name has other columns */
export async function createTables(runner: QueryRunner, specs: readonly TableSpec[]): Promise<void> {
  const engine = engineOfRunner(runner);
  for (const spec of specs) {
    const existing = await columnNames(runner, spec.name);
    if (existing.length === 0) await runner.createTable(buildTable(spec, engine), false, true, true);
    else if (!hasSameColumns(existing, spec)) throw new Error(`Table ${spec.name} already exists with other columns`);
  }
}

export async function dropTables(runner: QueryRunner, tables: readonly string[]): Promise<void> {
  for (const table of tables) await runner.dropTable(table, true, true, true);
}

/** Empty if the table does not exist. TypeORM's own table description reads the keys of the whole server on MariaDB. */
async function columnNames(runner: QueryRunner, table: string): Promise<string[]> {
  const sql =
    engineOfRunner(runner) === 'sqlite'
      ? 'SELECT name FROM pragma_table_info(?)'
      : 'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?';
  const rows: { name: string }[] = await runner.query(sql, [table]);
  return rows.map(({ name }) => name);
}

function hasSameColumns(existing: readonly string[], { columns }: TableSpec): boolean {
  return existing.length === Object.keys(columns).length && existing.every((name) => name in columns);
}

function buildTable(spec: TableSpec, engine: Engine): Table {
  return new Table({
    name: spec.name,
    ...(engine !== 'sqlite' && { engine: 'InnoDB' }),
    columns: Object.entries(spec.columns).map(([column, { kind, length, nullable, defaultTo: value }]) => ({
      name: column,
      ...columnShape(kind, length, engine),
      isNullable: nullable ?? false,
      ...(value !== undefined && { default: `'${value}'` }),
      isPrimary: spec.primary.includes(column),
      ...(spec.primary.includes(column) && {
        primaryKeyConstraintName: namingStrategy.primaryKeyName(spec.name, [...spec.primary]),
      }),
    })),
    indices: [
      ...(spec.unique ?? []).map((columns) => index(spec.name, columns, true)),
      ...(spec.index ?? []).map((columns) => index(spec.name, columns, false)),
    ],
    foreignKeys: (spec.foreign ?? []).map(
      (key) =>
        new TableForeignKey({
          name: namingStrategy.foreignKeyName(spec.name, [...key.columns]),
          columnNames: [...key.columns],
          referencedTableName: key.table,
          referencedColumnNames: [...(key.references ?? key.columns)],
          onDelete: 'RESTRICT',
          onUpdate: 'RESTRICT',
        }),
    ),
  });
}

function index(table: string, columns: readonly string[], isUnique: boolean): TableIndex {
  return new TableIndex({ name: namingStrategy.indexName(table, [...columns]), columnNames: [...columns], isUnique });
}
