import { Table, TableColumn, TableForeignKey, TableIndex, type QueryRunner } from 'typeorm';
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
export const json = (): ColumnSpec => longText();
export const whole = (): ColumnSpec => ({ word: 'whole' });
export const instant = (): ColumnSpec => ({ word: 'big' });
export const money = (): ColumnSpec => ({ word: 'big' });
export const big = (): ColumnSpec => ({ word: 'big' });
export const flag = (): ColumnSpec => ({ word: 'flag' });
export const digest = (length: number): ColumnSpec => ({ word: 'binary', length });
export const orNull = (column: ColumnSpec): ColumnSpec => ({ ...column, nullable: true });
/** For `addColumn`: what the rows have that were there before it. A plain word: it stands in the statement. */
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
  onDelete: 'RESTRICT' | 'CASCADE';
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
 * MySQL and MariaDB commit each of these steps by itself, and a process may be killed between two of them. So each looks
 * first at what is there, and a migration that is run again goes on where it was. What a migration writes into tables
 * (`runner.query`) has to be harmless when it is done again: `SET x = <from other columns>`, an insert that a key decides.
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

/** A column that older rows have no value for: say `orNull` or `otherwise`. */
export async function addColumn(runner: QueryRunner, table: string, name: string, spec: ColumnSpec): Promise<void> {
  if (await runner.hasColumn(table, name)) return;
  const shape = columnShape(spec.word, spec.length, engineOf(runner));
  await runner.addColumn(
    table,
    new TableColumn({ name, ...shape, isNullable: spec.nullable ?? false, ...defaultOf(spec) }),
  );
}

const defaultOf = ({ otherwise: word }: ColumnSpec) => (word === undefined ? {} : { default: `'${word}'` });

/** SQLite's own: for TypeORM it would make the table anew, which rows of other tables that refer to it do not allow. */
export async function dropColumn(runner: QueryRunner, table: string, name: string): Promise<void> {
  if (!(await runner.hasColumn(table, name))) return;
  if (engineOf(runner) === 'sqlite') await runner.query(`ALTER TABLE ${table} DROP COLUMN ${name}`);
  else await runner.dropColumn(table, name);
}

/** From now on it may be empty. Of a table that no other refers to: SQLite makes it anew. */
export const allowNull = (runner: QueryRunner, table: string, name: string): Promise<void> =>
  nullable(runner, table, name, true);

/** And never again; rows where it is empty are given something before. */
export const forbidNull = (runner: QueryRunner, table: string, name: string): Promise<void> =>
  nullable(runner, table, name, false);

async function nullable(runner: QueryRunner, table: string, name: string, isNullable: boolean): Promise<void> {
  const was = (await runner.getTable(table))?.findColumnByName(name);
  if (!was || was.isNullable === isNullable) return;
  const becomes = was.clone();
  becomes.isNullable = isNullable;
  await runner.changeColumn(table, was, becomes);
}

export async function addIndex(runner: QueryRunner, table: string, columns: readonly string[]): Promise<void> {
  if (!(await hasIndex(runner, table, columns))) await runner.createIndex(table, index(table, columns, false));
}

/** Rows in which one of the columns is empty are never the same. */
export async function addUnique(runner: QueryRunner, table: string, columns: readonly string[]): Promise<void> {
  if (!(await hasIndex(runner, table, columns))) await runner.createIndex(table, index(table, columns, true));
}

export async function dropIndex(runner: QueryRunner, table: string, columns: readonly string[]): Promise<void> {
  if (!(await hasIndex(runner, table, columns))) return;
  await runner.dropIndex(table, names.indexName(table, [...columns]));
}

/** The catalogue's own words: for a table's whole description MariaDB reads the keys of the whole server. */
const asked = async (runner: QueryRunner, sqlite: string, others: string, name: string): Promise<string[]> => {
  const rows: { name: string }[] = await runner.query(engineOf(runner) === 'sqlite' ? sqlite : others, [name]);
  return rows.map((row) => row.name);
};

/** None when there is no such table. */
const columnNames = (runner: QueryRunner, table: string): Promise<string[]> =>
  asked(
    runner,
    'SELECT name FROM pragma_table_info(?)',
    'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?',
    table,
  );

async function hasIndex(runner: QueryRunner, table: string, columns: readonly string[]): Promise<boolean> {
  const known = await asked(
    runner,
    'SELECT name FROM pragma_index_list(?)',
    'SELECT index_name AS name FROM information_schema.statistics WHERE table_schema = DATABASE() AND table_name = ?',
    table,
  );
  return known.includes(names.indexName(table, [...columns]));
}

function sameNames(known: readonly string[], { columns }: TableSpec): boolean {
  return known.length === Object.keys(columns).length && known.every((name) => name in columns);
}

function tableOf(spec: TableSpec, engine: Engine): Table {
  return new Table({
    name: spec.name,
    ...(engine !== 'sqlite' && { engine: 'InnoDB' }),
    columns: Object.entries(spec.columns).map(([column, { word, length, nullable }]) => ({
      name: column,
      ...columnShape(word, length, engine),
      isNullable: nullable ?? false,
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
          onDelete: key.onDelete,
          onUpdate: 'RESTRICT',
        }),
    ),
  });
}

function index(table: string, columns: readonly string[], isUnique: boolean): TableIndex {
  return new TableIndex({ name: names.indexName(table, [...columns]), columnNames: [...columns], isUnique });
}
