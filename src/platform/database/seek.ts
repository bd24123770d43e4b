import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { mark, type Asked } from './asked';
import { engineOf } from './data-source';
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

/**
 * The rows behind a place in an order, or before it, bound to the question; the text for an alias. An empty value comes before
 * all others, as both engines sort it. The first column's plain bound stands by itself: it is what an index is entered at.
 */
export function placeIn(
  asked: Asked,
  metadata: EntityMetadata,
  order: SortOrder,
  { direction, values }: SeekKey,
): (alias: string) => string {
  asked.shape += `${direction} `;
  const places = order.map(([name, way], at) => {
    const column = columnOf(metadata, name);
    const value = values[at] ?? null;
    asked.shape += value === null ? '0' : '1';
    const isDown = (way === 'desc') !== (direction === 'before');
    return { column, isDown, bound: value === null ? null : mark(asked.bind(encode(column, value))) };
  });
  const isServer = engineOf(metadata.dataSource) === 'mariadb';
  return (alias) => {
    const branches: string[] = [];
    const held: string[] = [];
    const equal: string[] = [];
    for (const { column, isDown, bound } of places) {
      const name = `${alias}${column.databaseName}`;
      const beyond = beyondOf(name, bound, isDown, column.isNullable);
      if (!beyond && isServer) held.push([...equal, noneBelow(name, column)].join(' AND '));
      if (beyond) branches.push([...equal, beyond].join(' AND '));
      equal.push(bound === null ? `${name} IS NULL` : `${name} = ${bound}`);
    }
    if (!branches.length) return '1 = 0';
    const some = `(${[...branches, ...held].map((branch) => `(${branch})`).join(' OR ')})`;
    const [first] = places;
    if (!first?.bound || (first.isDown && first.column.isNullable)) return some;
    return `${alias}${first.column.databaseName} ${first.isDown ? '<=' : '>='} ${first.bound} AND ${some}`;
  };
}

/**
 * Nothing. Within a group of empty values MariaDB would go by the ids alone, as of a narrower key, and sort what it finds: the
 * group is long. That something might lie below the group leaves it the index of this order, which it enters in the middle.
 */
const noneBelow = (name: string, { type }: ColumnMetadata): string =>
  `${name} < ${isText(type) ? "''" : '-2147483648'} AND LENGTH(${name}) < 0`;
const isText = (type: ColumnMetadata['type']): boolean => /char|text/.test(String(type));

/** null: nothing lies beyond. */
function beyondOf(name: string, bound: string | null, isDown: boolean, isNullable: boolean): string | null {
  if (bound === null) return isDown ? null : `${name} IS NOT NULL`;
  if (!isDown) return `${name} > ${bound}`;
  return isNullable ? `(${name} < ${bound} OR ${name} IS NULL)` : `${name} < ${bound}`;
}
