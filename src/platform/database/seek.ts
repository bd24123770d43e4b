import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { engineOf } from './engine';
import type { Parameters } from './parameters';
import { columnOf, encode } from './where';

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
 * The rows after a place in an order, or before it, as conditions that adjoin in this order: one on MariaDB. The embedded
 * engine enters an index by plain bounds alone; of an OR it would read all rows before the place, and all empty values. An
 * empty value comes before all others, as both engines sort it.
 * @param alias with its dot
 */
export function keysetConditions(
  parameters: Parameters,
  metadata: EntityMetadata,
  order: SortOrder,
  { direction, values }: SeekKey,
  alias: string,
): readonly string[] {
  const bounds = order.map(([property, way], at): Bound => {
    const column = columnOf(metadata, property);
    const value = values[at] ?? null;
    return {
      ...{ column, name: alias + column.databaseName, isDown: (way === 'desc') !== (direction === 'before') },
      value: value === null ? null : parameters.add(encode(column, value)),
    };
  });
  const branches = bounds.flatMap((bound, at) =>
    beyondOf(bound).map((beyond) => [...bounds.slice(0, at).map(equalTo), beyond].join(' AND ')),
  );
  if (!branches.length) return ['1 = 0'];
  return engineOf(metadata.dataSource) === 'mariadb' ? [rangeOf(bounds, branches)] : branches.toReversed();
}

export const anyOf = (conditions: readonly string[]): string => conditions.map((one) => `(${one})`).join(' OR ');

/** What MariaDB makes ranges of an index of: the first column's plain bound stands by itself, the index is entered at it. */
function rangeOf(bounds: readonly Bound[], branches: readonly string[]): string {
  const below = bounds.flatMap((bound, at) =>
    beyondOf(bound).length ? [] : [[...bounds.slice(0, at).map(equalTo), neverBelow(bound)].join(' AND ')],
  );
  const beyond = `(${anyOf([...branches, ...below])})`;
  const [first] = bounds;
  if (!first?.value || (first.isDown && first.column.isNullable)) return beyond;
  return `${first.name} ${first.isDown ? '<=' : '>='} ${first.value} AND ${beyond}`;
}

const equalTo = ({ name, value }: Bound): string => `${name} ${value === null ? 'IS NULL' : `= ${value}`}`;

/** The farthest first; none: nothing lies beyond. */
function beyondOf({ column, name, isDown, value }: Bound): string[] {
  if (value === null) return isDown ? [] : [`${name} IS NOT NULL`];
  if (!isDown) return [`${name} > ${value}`];
  return column.isNullable ? [`${name} IS NULL`, `${name} < ${value}`] : [`${name} < ${value}`];
}

/**
 * Nothing. Within a group of empty values MariaDB would go by the ids alone and sort the whole group; that something might lie
 * below it leaves it the index of this order.
 */
function neverBelow({ column, name }: Bound): string {
  const least = /char|text/.test(String(column.type)) ? "''" : '-2147483648';
  return `${name} < ${least} AND LENGTH(${name}) < 0`;
}
