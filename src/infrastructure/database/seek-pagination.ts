import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { engineOf } from './engine';
import type { SqlParameters } from './sql-parameters';
import { requireColumn, encodeValue } from './where';

export type SortOrder = readonly (readonly [column: string, direction: 'asc' | 'desc'])[];
/** A position in an order: a row's values in the order's columns. */
export interface SeekKey {
  direction: 'after' | 'before';
  values: readonly SeekValue[];
}
export type SeekValue = string | number | null;

/** Encodes a row's values in the order's columns, and the order itself. Opaque to clients. */
export function encodeSeekKey(row: object, order: SortOrder): string {
  const values = order.map(([column]) => (row as Record<string, unknown>)[column] ?? null);
  return Buffer.from(JSON.stringify([orderSignature(order), ...values])).toString('base64url');
}

export const isAtSeekKey = (row: object, order: SortOrder, { values }: SeekKey): boolean =>
  order.every(([column], index) => ((row as Record<string, unknown>)[column] ?? null) === values[index]);

/** Null if `key` is malformed or belongs to another order. */
export function decodeSeekKey(key: string, order: SortOrder): readonly SeekValue[] | null {
  try {
    const [sortKey, ...values] = JSON.parse(Buffer.from(key, 'base64url').toString('utf8')) as unknown[];
    const isKey =
      sortKey === orderSignature(order) &&
      values.length === order.length &&
      values.every((value) => value === null || typeof value === 'string' || Number.isFinite(value));
    return isKey ? (values as SeekValue[]) : null;
  } catch {
    return null;
  }
}

const orderSignature = (order: SortOrder): string =>
  order.map(([column, direction]) => `${direction === 'desc' ? '-' : ''}${column}`).join(',');

interface Bound {
  column: ColumnMetadata;
  name: string;
  isDescending: boolean;
  /** The placeholder; null for SQL NULL. */
  value: string | null;
}

/**
 * Conditions for the rows after (or before) a seek key, in adjoining ranges; one condition on MariaDB. The embedded
 * engine uses an index for plain bounds only: with OR it would read all rows before the key. NULL sorts first, as on
 * both engines.
 * @param alias with its dot
 */
export function keysetConditions(
  sqlParameters: SqlParameters,
  metadata: EntityMetadata,
  order: SortOrder,
  { direction, values }: SeekKey,
  alias: string,
): readonly string[] {
  const bounds = order.map(([property, columnDirection], index): Bound => {
    const column = requireColumn(metadata, property);
    const value = values[index] ?? null;
    return {
      column,
      name: alias + column.databaseName,
      isDescending: (columnDirection === 'desc') !== (direction === 'before'),
      value: value === null ? null : sqlParameters.add(encodeValue(column, value)),
    };
  });
  const branches = bounds.flatMap((bound, index) =>
    beyondConditions(bound).map((beyondCondition) =>
      [...bounds.slice(0, index).map(equalsCondition), beyondCondition].join(' AND '),
    ),
  );
  if (!branches.length) return ['1 = 0'];
  return engineOf(metadata.dataSource) === 'mariadb' ? [rangeCondition(bounds, branches)] : branches.toReversed();
}

export const joinWithOr = (conditions: readonly string[]): string =>
  conditions.map((condition) => `(${condition})`).join(' OR ');

/** The first column's plain bound stands by itself, so that MariaDB enters the index there. */
function rangeCondition(bounds: readonly Bound[], branches: readonly string[]): string {
  const below = bounds.flatMap((bound, index) =>
    beyondConditions(bound).length
      ? []
      : [[...bounds.slice(0, index).map(equalsCondition), neverTrueCondition(bound)].join(' AND ')],
  );
  const beyondCondition = `(${joinWithOr([...branches, ...below])})`;
  const [first] = bounds;
  if (!first?.value || (first.isDescending && first.column.isNullable)) return beyondCondition;
  return `${first.name} ${first.isDescending ? '<=' : '>='} ${first.value} AND ${beyondCondition}`;
}

const equalsCondition = ({ name, value }: Bound): string => `${name} ${value === null ? 'IS NULL' : `= ${value}`}`;

/** Conditions for rows beyond the bound, farthest first; empty if there are none. */
function beyondConditions({ column, name, isDescending, value }: Bound): string[] {
  if (value === null) return isDescending ? [] : [`${name} IS NOT NULL`];
  if (!isDescending) return [`${name} > ${value}`];
  return column.isNullable ? [`${name} IS NULL`, `${name} < ${value}`] : [`${name} < ${value}`];
}

/**
 * Never true. Without it MariaDB reads a group of NULLs by id alone and sorts the whole group; the possible range below
 * keeps it on the index of this order.
 */
function neverTrueCondition({ column, name }: Bound): string {
  const smallest = /char|text/.test(String(column.type)) ? "''" : '-2147483648';
  return `${name} < ${smallest} AND LENGTH(${name}) < 0`;
}
