import type { EntityMetadata } from 'typeorm';
import { columnOf, encode, type Sql } from './where';
import type { SqlValue } from './database';

export type SortOrder = readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
/** Where in an order a row stands: its values in the order's columns. */
export interface SeekKey {
  direction: 'after' | 'before';
  values: readonly SeekValue[];
}
export type SeekValue = string | number | null;

/** Opaque to clients: a row's own values in the order's columns, and which order that was. */
export function seekKeyOf(row: object, order: SortOrder): string {
  const values = order.map(([column]) => (row as Record<string, unknown>)[column] ?? null);
  return Buffer.from(JSON.stringify([signature(order), ...values])).toString('base64url');
}

export const isAt = (row: object, order: SortOrder, { values }: SeekKey): boolean =>
  order.every(([column], at) => ((row as Record<string, unknown>)[column] ?? null) === values[at]);

/** null: it is no key, or one of another order. */
export function readSeekKey(key: string, order: SortOrder): readonly SeekValue[] | null {
  try {
    const [said, ...values] = JSON.parse(Buffer.from(key, 'base64url').toString('utf8')) as unknown[];
    const isKey =
      said === signature(order) &&
      values.length === order.length &&
      values.every((value) => value === null || typeof value === 'string' || Number.isFinite(value));
    return isKey ? (values as SeekValue[]) : null;
  } catch {
    return null;
  }
}

const signature = (order: SortOrder): string =>
  order.map(([column, direction]) => `${direction === 'desc' ? '-' : ''}${column}`).join(',');

/** `ORDER BY` as it is asked for, or the other way round. */
export function orderText(metadata: EntityMetadata, order: SortOrder, isBackwards = false, alias = ''): string {
  if (!order.length) return '';
  const parts = order.map(
    ([column, direction]) =>
      `${alias}${columnOf(metadata, column).databaseName} ${(direction === 'desc') !== isBackwards ? 'DESC' : 'ASC'}`,
  );
  return ` ORDER BY ${parts.join(', ')}`;
}

/**
 * The rows behind a place in an order, or before it. An empty value comes before all others, as both engines sort it. The
 * first column's plain bound stands by itself: it is what an index is entered at.
 */
export function seekAfter(metadata: EntityMetadata, order: SortOrder, seek: SeekKey, alias = ''): Sql {
  const branches: Sql[] = [];
  const equal: Sql[] = [];
  order.forEach(([name, direction], at) => {
    const column = columnOf(metadata, name);
    const said = `${alias}${column.databaseName}`;
    const value = seek.values[at] ?? null;
    const bound = value === null ? null : encode(column, value);
    const beyond = beyondOf(said, bound, (direction === 'desc') !== (seek.direction === 'before'), column.isNullable);
    if (beyond) branches.push(all([...equal, beyond]));
    equal.push(bound === null ? { text: `${said} IS NULL`, values: [] } : { text: `${said} = ?`, values: [bound] });
  });
  if (!branches.length) return { text: '1 = 0', values: [] };
  const some = {
    text: `(${branches.map(({ text }) => `(${text})`).join(' OR ')})`,
    values: branches.flatMap(({ values }) => values),
  };
  const [[first, way] = ['', 'asc'] as const] = order;
  const column = columnOf(metadata, first);
  const value = seek.values[0] ?? null;
  const isDown = (way === 'desc') !== (seek.direction === 'before');
  if (value === null || (isDown && column.isNullable)) return some;
  return all([
    { text: `${alias}${column.databaseName} ${isDown ? '<=' : '>='} ?`, values: [encode(column, value)] },
    some,
  ]);
}

/** null: nothing lies beyond. */
function beyondOf(said: string, bound: SqlValue, isDown: boolean, isNullable: boolean): Sql | null {
  if (bound === null) return isDown ? null : { text: `${said} IS NOT NULL`, values: [] };
  if (!isDown) return { text: `${said} > ?`, values: [bound] };
  return { text: isNullable ? `(${said} < ? OR ${said} IS NULL)` : `${said} < ?`, values: [bound] };
}

const all = (parts: readonly Sql[]): Sql => ({
  text: parts.map(({ text }) => text).join(' AND '),
  values: parts.flatMap(({ values }) => values),
});
