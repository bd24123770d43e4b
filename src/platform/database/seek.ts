import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { mark, type Asked } from './asked';
import { engineOf } from './engine';
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

type Place = (alias: string) => string;
interface Behind {
  /** One condition. */
  whole: Place;
  /**
   * The same in parts, each behind the one before it, by which the engine walks along an index. The embedded one enters it by
   * plain bounds alone: of a choice between several it walks through all rows before the place, and through all empty values.
   */
  parts: readonly Place[];
}

/**
 * The rows behind a place in an order, or before it, bound to the question; the text for an alias. An empty value comes before
 * all others, as both engines sort it.
 */
export function behind(
  asked: Asked,
  metadata: EntityMetadata,
  order: SortOrder,
  { direction, values }: SeekKey,
): Behind {
  asked.shape += `${direction} `;
  const bounds = order.map(([name, way], at): Bound => {
    const column = columnOf(metadata, name);
    const value = values[at] ?? null;
    asked.shape += value === null ? '0' : '1';
    const isDown = (way === 'desc') !== (direction === 'before');
    return { column, isDown, value: value === null ? null : mark(asked.bind(encode(column, value))) };
  });
  const isServer = engineOf(metadata.dataSource) === 'mariadb';
  const whole = isServer ? rangesOf(bounds) : (alias: string) => anyOf(partsOf(bounds).map((part) => part(alias)));
  return { whole, parts: isServer ? [whole] : partsOf(bounds) };
}

interface Bound {
  column: ColumnMetadata;
  isDown: boolean;
  /** As it is marked; null: empty. */
  value: string | null;
}

/** Those that agree with the key in most columns come first. */
function partsOf(bounds: readonly Bound[]): Place[] {
  const parts = bounds.flatMap((bound, at) =>
    beyondOf(bound)
      .toReversed()
      .map((beyond): Place => (alias) => {
        const equal = bounds.slice(0, at).map((other) => equalTo(other, alias));
        return [...equal, beyond(alias)].join(' AND ');
      }),
  );
  return parts.length ? parts.toReversed() : [() => NOWHERE];
}

/**
 * What MariaDB makes ranges of an index of. The first column's plain bound stands by itself: it is what an index is entered
 * at.
 */
const rangesOf = (bounds: readonly Bound[]): Place => {
  const [first] = bounds;
  return (alias) => {
    const held: string[] = [];
    const branches = bounds.flatMap((bound, at) => {
      const equal = bounds.slice(0, at).map((other) => equalTo(other, alias));
      const beyond = beyondOf(bound).map((part) => part(alias));
      if (!beyond.length) held.push([...equal, noneBelow(bound, alias)].join(' AND '));
      return beyond.length ? [[...equal, beyond.length > 1 ? anyOf(beyond, '') : beyond[0]!].join(' AND ')] : [];
    });
    if (!branches.length) return NOWHERE;
    const some = anyOf([...branches, ...held]);
    if (!first?.value || (first.isDown && first.column.isNullable)) return some;
    return `${alias}${first.column.databaseName} ${first.isDown ? '<=' : '>='} ${first.value} AND ${some}`;
  };
};

const NOWHERE = '1 = 0';
const anyOf = (conditions: readonly string[], bracket = '()'): string => {
  const [open = '', close = ''] = bracket;
  return `(${conditions.map((one) => open + one + close).join(' OR ')})`;
};
const equalTo = ({ column, value }: Bound, alias: string): string =>
  `${alias}${column.databaseName} ${value === null ? 'IS NULL' : `= ${value}`}`;

/**
 * Nothing. Within a group of empty values MariaDB would go by the ids alone, as of a narrower key, and sort what it finds: the
 * group is long. That something might lie below the group leaves it the index of this order, which it enters in the middle.
 */
const noneBelow = ({ column: { databaseName, type } }: Bound, alias: string): string =>
  `${alias}${databaseName} < ${isText(type) ? "''" : '-2147483648'} AND LENGTH(${alias}${databaseName}) < 0`;
const isText = (type: ColumnMetadata['type']): boolean => /char|text/.test(String(type));

/** In the order that they are met in; none: nothing lies beyond. */
function beyondOf({ column, isDown, value }: Bound): Place[] {
  const name = column.databaseName;
  if (value === null) return isDown ? [] : [(alias) => `${alias}${name} IS NOT NULL`];
  if (!isDown) return [(alias) => `${alias}${name} > ${value}`];
  const below: Place = (alias) => `${alias}${name} < ${value}`;
  return column.isNullable ? [below, (alias) => `${alias}${name} IS NULL`] : [below];
}
