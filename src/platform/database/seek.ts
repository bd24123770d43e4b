import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { columnOf, encode, type Parameters } from './where';

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
    const [sortKey, ...values] = JSON.parse(Buffer.from(key, 'base64url').toString('utf8')) as unknown[];
    const isKey =
      sortKey === signature(order) &&
      values.length === order.length &&
      values.every((value) => value === null || typeof value === 'string' || Number.isFinite(value));
    return isKey ? (values as SeekValue[]) : null;
  } catch {
    return null;
  }
}

const signature = (order: SortOrder): string =>
  order.map(([column, direction]) => `${direction === 'desc' ? '-' : ''}${column}`).join(',');

interface Bound {
  column: ColumnMetadata;
  name: string;
  isDown: boolean;
  /** Its placeholder; null: empty. */
  value: string | null;
}

/**
 * The rows after a place in an order, or before it. An empty value comes before all others, as both engines sort it. The first
 * column's plain bound stands by itself: it is what an index is entered at.
 */
export function keysetCondition(
  parameters: Parameters,
  metadata: EntityMetadata,
  order: SortOrder,
  { direction, values }: SeekKey,
  alias: string,
): string {
  const bounds = order.map(([property, way], at): Bound => {
    const column = columnOf(metadata, property);
    const value = values[at] ?? null;
    return {
      ...{ column, name: alias + column.databaseName, isDown: (way === 'desc') !== (direction === 'before') },
      value: value === null ? null : parameters.add(encode(column, value)),
    };
  });
  const below: string[] = [];
  const branches = bounds.flatMap((bound, at) => {
    const equal = bounds.slice(0, at).map(equalTo);
    const beyond = beyondOf(bound);
    if (beyond === null) below.push([...equal, neverBelow(bound)].join(' AND '));
    return beyond === null ? [] : [[...equal, beyond].join(' AND ')];
  });
  if (!branches.length) return '1 = 0';
  const beyond = `(${[...branches, ...below].map((branch) => `(${branch})`).join(' OR ')})`;
  const [first] = bounds;
  if (!first?.value || (first.isDown && first.column.isNullable)) return beyond;
  return `${first.name} ${first.isDown ? '<=' : '>='} ${first.value} AND ${beyond}`;
}

const equalTo = ({ name, value }: Bound): string => `${name} ${value === null ? 'IS NULL' : `= ${value}`}`;

/** null: nothing lies beyond. */
function beyondOf({ column, name, isDown, value }: Bound): string | null {
  if (value === null) return isDown ? null : `${name} IS NOT NULL`;
  if (!isDown) return `${name} > ${value}`;
  return column.isNullable ? `(${name} IS NULL OR ${name} < ${value})` : `${name} < ${value}`;
}

/**
 * Nothing. Within a group of empty values MariaDB would go by the ids alone and sort the whole group; that something might lie
 * below it leaves it the index of this order.
 */
function neverBelow({ column, name }: Bound): string {
  const least = /char|text/.test(String(column.type)) ? "''" : '-2147483648';
  return `${name} < ${least} AND LENGTH(${name}) < 0`;
}
