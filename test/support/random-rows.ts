import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Field } from '../../src/contract/fields';
import { listDerivedColumns } from '../../src/infrastructure/database/columns';
import { uuidTransformer } from '../../src/infrastructure/database/column-types';
import { Database } from '../../src/infrastructure/database/database';
import type { SortOrder } from '../../src/infrastructure/database/seek-pagination';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idFromBytes } from '../../src/common/ids';
import type { SeededRandom } from './seeded-random';
import type { Definition } from './list-resources';

export type Row = Record<string, unknown>;

/** The n-th id of a kind; ids grow with n. */
export const idAt = (kind: number, n: number): string => {
  const bytes = new Uint8Array(16);
  bytes.set([1, 144, 0, 0, kind, 0, 112, 0, 128]);
  bytes.set([n >> 16, (n >> 8) & 255, n & 255], 13);
  return idFromBytes(bytes);
};
const dayAt = (n: number): string => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

/** Runs the callback without foreign key checks. */
export async function withoutForeignKeys(dataSource: DataSource, callback: () => Promise<unknown>): Promise<void> {
  const database = new Database(dataSource);
  const isSqlite = database.engine === 'sqlite';
  // A setting of the connection in both engines; SQLite ignores it inside a transaction.
  const setForeignKeyChecks = (on: number) =>
    isSqlite
      ? dataSource.query(`PRAGMA foreign_keys = ${on}`)
      : database.rows(`SET SESSION foreign_key_checks = ${on}`);
  if (isSqlite) await setForeignKeyChecks(0);
  await new TransactionManager(dataSource).run(async () => {
    if (!isSqlite) await setForeignKeyChecks(0);
    await callback();
    if (!isSqlite) await setForeignKeyChecks(1);
  });
  if (isSqlite) await setForeignKeyChecks(1);
}

/**
 * Generates up to `count` rows of a resource with few different values each, as far as its unique keys allow. The
 * first and last row in the default order belong to the same record (`staff_id` of evidence) that has no other rows
 * and shares no values.
 */
export function randomRows(
  metadata: EntityMetadata,
  definition: Definition,
  count: number,
  random: SeededRandom,
): Row[] {
  const derived = listDerivedColumns(metadata.target as Function);
  const columns = metadata.columns.filter(
    ({ propertyName }) => propertyName !== 'customer_id' && !derived.has(propertyName),
  );
  const fields = definition.fields as Readonly<Record<string, Field>>;
  const randomValue = (column: ColumnMetadata, n: number, position: 'both ends' | 'the middle'): unknown => {
    const { propertyName: name } = column;
    const field = fields[name];
    const isEnd = position === 'both ends';
    if (name === definition.id) return idAt(1, n);
    if (column.transformer === uuidTransformer) {
      if (column.isNullable && random.bool(20)) return null;
      return field ? idAt(2, isEnd ? 900 : random.integer(1, 12)) : idAt(3, n);
    }
    if (name.endsWith('_at') || field?.kind === 'instant') return 1_600_000_000_000 + random.integer(1, 60) * 1000;
    if (field?.kind === 'day') return column.isNullable && random.bool(20) ? null : dayAt(random.integer(1, 60));
    if (field?.choices) return isEnd ? field.choices.at(-1) : random.pick(field.choices.slice(0, 2));
    if (/int/.test(String(column.type))) return isEnd ? 1 : random.integer(2, 4);
    if (field?.keyed) return `K-${n}`;
    if (column.isNullable && random.bool(50)) return null;
    return isEnd ? 'zz' : random.pick(['maria', 'omar']);
  };
  const buildRow = (n: number, position: 'both ends' | 'the middle'): Row =>
    Object.fromEntries(columns.map((column) => [column.propertyName, randomValue(column, n, position)]));
  const middle = Array.from({ length: count }, (_, n) => buildRow(n + 10, 'the middle'));
  const ends = [buildRow(1, 'both ends'), buildRow(count + 20, 'both ends')];
  const [first] = definition.default_sort;
  const kind = fields[first![0]]!.kind;
  [0, 1].forEach((at) => {
    if (kind === 'day') ends[at]![first![0]] = dayAt(at * 90);
    if (kind === 'instant') ends[at]![first![0]] = 1_600_000_000_000 + at * 90_000;
  });
  return dropDuplicates(metadata, [...ends, ...middle]);
}

/** Drops rows that repeat a unique key of an earlier row. */
function dropDuplicates(metadata: EntityMetadata, rows: readonly Row[]): Row[] {
  const unique = [
    metadata.primaryColumns,
    ...metadata.indices.filter(({ isUnique }) => isUnique).map(({ columns }) => columns),
  ];
  const usedKeys = new Set<string>();
  const derived = listDerivedColumns(metadata.target as Function);
  return rows.filter((row) => {
    const keys = unique.map((columns, at) =>
      [at, ...columns.map(({ propertyName: name }) => row[derived.get(name)?.from ?? name])].join('|'),
    );
    if (keys.some((key) => usedKeys.has(key))) return false;
    for (const key of keys) usedKeys.add(key);
    return true;
  });
}

/** Evaluates `where` independently of the product. NULL matches no comparison and no text filter. */
export function matchesWhere(row: Row, where: Row): boolean {
  return Object.entries(where).every(([name, condition]) => {
    const value = row[name] as string | number | null;
    if (condition === null || typeof condition !== 'object') return value === condition;
    if (Array.isArray(condition)) return condition.includes(value);
    return Object.entries(condition as Record<string, never>).every(([operator, operand]) => {
      if (operator === 'ne') return value !== operand;
      if (operator === 'nin') return !(operand as unknown[]).includes(value);
      if (operator === 'null') return (value === null) === operand;
      if (value === null) return false;
      if (operator === 'like') return String(value).includes(operand);
      if (operator === 'startswith') return String(value).startsWith(operand);
      const bound = operand as string | number;
      return { gte: value >= bound, lte: value <= bound, gt: value > bound, lt: value < bound }[operator];
    });
  });
}

/** Sorts rows; NULL comes first. */
export const sortRows = (rows: readonly Row[], order: SortOrder): Row[] =>
  rows.toSorted((a, b) => {
    for (const [name, direction] of order) {
      const [first, second] = [a[name], b[name]] as (string | number | null)[];
      if (first === second) continue;
      const isBefore = first === null || (second !== null && first! < second!);
      return isBefore === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  });
