import type { DataSource, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { Field } from '../../src/contract/fields';
import { derivedColumns } from '../../src/platform/database/columns';
import { uuidTransformer } from '../../src/platform/database/column-types';
import { Database } from '../../src/platform/database/database';
import type { SortOrder } from '../../src/platform/database/seek';
import { Transactions } from '../../src/platform/database/transactions';
import { idFromBytes } from '../../src/platform/ids';
import type { Chance } from './chance';
import type { Definition } from './listed';

export type Row = Record<string, unknown>;

/** The n-th of a kind; they grow with n. */
export const idAt = (kind: number, n: number): string => {
  const bytes = new Uint8Array(16);
  bytes.set([1, 144, 0, 0, kind, 0, 112, 0, 128]);
  bytes.set([n >> 16, (n >> 8) & 255, n & 255], 13);
  return idFromBytes(bytes);
};
const dayAt = (n: number): string => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);

/** Does `work` with rows that refer to nothing. */
export async function unlinked(dataSource: DataSource, work: () => Promise<unknown>): Promise<void> {
  const database = new Database(dataSource);
  const isSqlite = database.engine === 'sqlite';
  // Both engines have this setting by connection; SQLite changes it outside of a transaction only.
  const say = (on: number) =>
    isSqlite
      ? dataSource.query(`PRAGMA foreign_keys = ${on}`)
      : database.rows(`SET SESSION foreign_key_checks = ${on}`);
  if (isSqlite) await say(0);
  await new Transactions(dataSource).run(async () => {
    if (!isSqlite) await say(0);
    await work();
    if (!isSqlite) await say(1);
  });
  if (isSqlite) await say(1);
}

/**
 * At most so many rows of a resource, of few different values each, as its unique keys allow. The first and the last in the
 * default order are the same one's (`staff_id` of evidence), who has no others and whose values nobody else has.
 */
export function rowsOf(metadata: EntityMetadata, definition: Definition, count: number, random: Chance): Row[] {
  const derived = derivedColumns(metadata.target as Function);
  const columns = metadata.columns.filter(
    ({ propertyName }) => propertyName !== 'customer_id' && !derived.has(propertyName),
  );
  const fields = definition.fields as Readonly<Record<string, Field>>;
  const valueOf = (column: ColumnMetadata, n: number, of: 'both ends' | 'the middle'): unknown => {
    const { propertyName: name } = column;
    const field = fields[name];
    const isEnd = of === 'both ends';
    if (name === definition.id) return idAt(1, n);
    if (column.transformer === uuidTransformer) {
      if (column.isNullable && random.happens(20)) return null;
      return field ? idAt(2, isEnd ? 900 : random.whole(1, 12)) : idAt(3, n);
    }
    if (name.endsWith('_at') || field?.kind === 'instant') return 1_600_000_000_000 + random.whole(1, 60) * 1000;
    if (field?.kind === 'day') return column.isNullable && random.happens(20) ? null : dayAt(random.whole(1, 60));
    if (field?.choices) return isEnd ? field.choices.at(-1) : random.one(field.choices.slice(0, 2));
    if (/int/.test(String(column.type))) return isEnd ? 1 : random.whole(2, 4);
    if (field?.keyed) return `K-${n}`;
    if (column.isNullable && random.happens(50)) return null;
    return isEnd ? 'zz' : random.one(['maria', 'omar']);
  };
  const made = (n: number, of: 'both ends' | 'the middle'): Row =>
    Object.fromEntries(columns.map((column) => [column.propertyName, valueOf(column, n, of)]));
  const middle = Array.from({ length: count }, (_, n) => made(n + 10, 'the middle'));
  const ends = [made(1, 'both ends'), made(count + 20, 'both ends')];
  const [first] = definition.default_sort;
  const kind = fields[first![0]]!.kind;
  [0, 1].forEach((at) => {
    if (kind === 'day') ends[at]![first![0]] = dayAt(at * 90);
    if (kind === 'instant') ends[at]![first![0]] = 1_600_000_000_000 + at * 90_000;
  });
  return allowed(metadata, [...ends, ...middle]);
}

/** Those whose unique keys no earlier one has. */
function allowed(metadata: EntityMetadata, rows: readonly Row[]): Row[] {
  const unique = [
    metadata.primaryColumns,
    ...metadata.indices.filter(({ isUnique }) => isUnique).map(({ columns }) => columns),
  ];
  const taken = new Set<string>();
  const derived = derivedColumns(metadata.target as Function);
  return rows.filter((row) => {
    const keys = unique.map((columns, at) =>
      [at, ...columns.map(({ propertyName: name }) => row[derived.get(name)?.from ?? name])].join('|'),
    );
    if (keys.some((key) => taken.has(key))) return false;
    for (const key of keys) taken.add(key);
    return true;
  });
}

/** Whether a row is one that `where` asks for, judged here. An empty value is below, above and like nothing. */
export function isAskedFor(row: Row, where: Row): boolean {
  return Object.entries(where).every(([name, asked]) => {
    const value = row[name] as string | number | null;
    if (asked === null || typeof asked !== 'object') return value === asked;
    if (Array.isArray(asked)) return asked.includes(value);
    return Object.entries(asked as Record<string, never>).every(([operator, operand]) => {
      if (operator === 'ne') return value !== operand;
      if (operator === 'nin') return !(operand as unknown[]).includes(value);
      if (operator === 'null') return (value === null) === operand;
      if (value === null) return false;
      if (operator === 'like') return String(value).includes(operand);
      if (operator === 'startswith') return String(value).startsWith(operand);
      const than = operand as string | number;
      return { gte: value >= than, lte: value <= than, gt: value > than, lt: value < than }[operator];
    });
  });
}

/** Empty values come before all others. */
export const inOrder = (rows: readonly Row[], order: SortOrder): Row[] =>
  rows.toSorted((a, b) => {
    for (const [name, direction] of order) {
      const [one, other] = [a[name], b[name]] as (string | number | null)[];
      if (one === other) continue;
      const isBefore = one === null || (other !== null && one! < other!);
      return isBefore === (direction === 'asc') ? -1 : 1;
    }
    return 0;
  });
