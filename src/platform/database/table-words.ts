import { Table, TableForeignKey, TableIndex, type QueryRunner } from 'typeorm';
import { columnShape, type ColumnWord } from './column-types';
import type { Engine } from './engine';
import { ReadableNames } from './naming';

/** Migrations say tables in the same words as entities do; the table builder makes them on both engines. */
export interface ColumnSpec {
  word: ColumnWord;
  length?: number;
  nullable?: boolean;
  otherwise?: string;
}
export const uuid = (): ColumnSpec => ({ word: 'uuid' });
export const text = (length: number): ColumnSpec => ({ word: 'text', length });
export const choice = (): ColumnSpec => text(24);
export const day = (): ColumnSpec => text(10);
export const longText = (): ColumnSpec => ({ word: 'long_text' });
/** The folded column of a text of `length` letters. */
export const sort = (length: number): ColumnSpec => ({ word: 'sort', length });
export const json = (): ColumnSpec => longText();
export const whole = (): ColumnSpec => ({ word: 'whole' });
export const instant = (): ColumnSpec => ({ word: 'big' });
export const money = (): ColumnSpec => ({ word: 'big' });
export const big = (): ColumnSpec => ({ word: 'big' });
export const flag = (): ColumnSpec => ({ word: 'flag' });
export const digest = (length: number): ColumnSpec => ({ word: 'binary', length });
export const orNull = (column: ColumnSpec): ColumnSpec => ({ ...column, nullable: true });
/** The column's default. A plain word: it stands in the statement. */
export const otherwise = (column: ColumnSpec, word: string): ColumnSpec => ({ ...column, otherwise: word });
/** created_at, updated_at, row_version: what every record carries. */
export const recordColumns = (): Record<string, ColumnSpec> => ({
  created_at: instant(),
  updated_at: instant(),
  row_version: whole(),
});

export interface ForeignSpec {
  columns: readonly string[];
  table: string;
  /** Default: the same names. */
  references?: readonly string[];
}
export interface TableSpec {
  name: string;
  columns: Record<string, ColumnSpec>;
  primary: readonly string[];
  unique?: readonly (readonly string[])[];
  index?: readonly (readonly string[])[];
  foreign?: readonly ForeignSpec[];
}

const names = new ReadableNames();

const engineOf = (runner: QueryRunner): Engine =>
  runner.dataSource.driver.options.type === 'better-sqlite3' ? 'sqlite' : 'mariadb';

/*
 * MySQL and MariaDB commit each table by itself, and a process may be killed between two of them. So each is looked for
 * first, and a migration that is run again goes on where it was. A migration that writes rows (`runner.query`) must be
 * harmless when repeated.
 */

/** @throws Error when there is such a table with other columns: it is somebody else's, and not ours to change */
export async function createTables(runner: QueryRunner, specs: readonly TableSpec[]): Promise<void> {
  const engine = engineOf(runner);
  for (const spec of specs) {
    const known = await columnNames(runner, spec.name);
    if (known.length === 0) await runner.createTable(tableOf(spec, engine), false, true, true);
    else if (!sameNames(known, spec)) throw new Error(`There is a table ${spec.name} already, with other columns`);
  }
}

export async function dropTables(runner: QueryRunner, tables: readonly string[]): Promise<void> {
  for (const table of tables) await runner.dropTable(table, true, true, true);
}

/** None when there is no such table. For a table's whole description MariaDB reads the keys of the whole server. */
async function columnNames(runner: QueryRunner, table: string): Promise<string[]> {
  const sql =
    engineOf(runner) === 'sqlite'
      ? 'SELECT name FROM pragma_table_info(?)'
      : 'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?';
  const rows: { name: string }[] = await runner.query(sql, [table]);
  return rows.map(({ name }) => name);
}

function sameNames(known: readonly string[], { columns }: TableSpec): boolean {
  return known.length === Object.keys(columns).length && known.every((name) => name in columns);
}

function tableOf(spec: TableSpec, engine: Engine): Table {
  return new Table({
    name: spec.name,
    ...(engine !== 'sqlite' && { engine: 'InnoDB' }),
    columns: Object.entries(spec.columns).map(([column, { word, length, nullable, otherwise: value }]) => ({
      name: column,
      ...columnShape(word, length, engine),
      isNullable: nullable ?? false,
      ...(value !== undefined && { default: `'${value}'` }),
      isPrimary: spec.primary.includes(column),
      ...(spec.primary.includes(column) && {
        primaryKeyConstraintName: names.primaryKeyName(spec.name, [...spec.primary]),
      }),
    })),
    indices: [
      ...(spec.unique ?? []).map((columns) => index(spec.name, columns, true)),
      ...(spec.index ?? []).map((columns) => index(spec.name, columns, false)),
    ],
    foreignKeys: (spec.foreign ?? []).map(
      (key) =>
        new TableForeignKey({
          name: names.foreignKeyName(spec.name, [...key.columns]),
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
  return new TableIndex({ name: names.indexName(table, [...columns]), columnNames: [...columns], isUnique });
}
