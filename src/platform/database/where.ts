import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { EntityMetadata } from 'typeorm';
import type { SqlValue } from './database';

/** Conditions on one column: a value, a list (one of), null, or operators. */
export type Condition<V> =
  | V
  | readonly V[]
  | null
  | {
      ne?: V | null;
      gte?: V;
      lte?: V;
      gt?: V;
      lt?: V;
      /** Contains; `%` and `_` in it are plain letters. */
      like?: string;
      startswith?: string;
      nin?: readonly V[];
      null?: boolean;
      /** One of what a statement of the house selects (tenancy/scope.ts). */
      among?: Sql;
    };
export type Where<E> = { [K in keyof E]?: Condition<NonNullable<E[K]>> } & { anyOf?: readonly Where<E>[] };

export interface Sql {
  text: string;
  values: SqlValue[];
}

const COMPARE = { gte: '>=', lte: '<=', gt: '>', lt: '<' } as const;

/** Compiles to SQL that both engines read. Column names come from the metadata, never from the caller. */
export function compileWhere<E>(metadata: EntityMetadata, where: Where<E>, alias = ''): Sql {
  const parts: string[] = [];
  const values: SqlValue[] = [];
  for (const [property, condition] of Object.entries(where)) {
    if (condition === undefined) continue;
    if (property === 'anyOf') {
      const branches = (condition as Where<E>[]).map((branch) => compileWhere(metadata, branch, alias));
      parts.push(branches.length ? `(${branches.map((b) => b.text).join(' OR ')})` : '1 = 0');
      for (const branch of branches) values.push(...branch.values);
      continue;
    }
    const column = columnOf(metadata, property);
    compileCondition(`${alias}${column.databaseName}`, column, condition, parts, values);
  }
  return { text: parts.length ? parts.join(' AND ') : '1 = 1', values };
}

function compileCondition(
  name: string,
  column: ColumnMetadata,
  condition: unknown,
  parts: string[],
  values: SqlValue[],
): void {
  if (condition === null) {
    parts.push(`${name} IS NULL`);
  } else if (Array.isArray(condition)) {
    parts.push(condition.length ? `${name} IN (${marks(condition.length)})` : '1 = 0');
    values.push(...condition.map((value) => encode(column, value)));
  } else if (typeof condition === 'object' && !(condition instanceof Uint8Array)) {
    for (const [operator, operand] of Object.entries(condition as Record<string, unknown>)) {
      compileOperator(name, column, operator, operand, parts, values);
    }
  } else {
    parts.push(`${name} = ?`);
    values.push(encode(column, condition));
  }
}

function compileOperator(
  name: string,
  column: ColumnMetadata,
  operator: string,
  operand: unknown,
  parts: string[],
  values: SqlValue[],
): void {
  if (operand === undefined) return;
  switch (operator) {
    case 'gte':
    case 'lte':
    case 'gt':
    case 'lt':
      parts.push(`${name} ${COMPARE[operator]} ?`);
      values.push(encode(column, operand));
      return;
    case 'ne':
      if (operand === null) {
        parts.push(`${name} IS NOT NULL`);
        return;
      }
      parts.push(column.isNullable ? `(${name} IS NULL OR ${name} <> ?)` : `${name} <> ?`);
      values.push(encode(column, operand));
      return;
    case 'nin': {
      const list = operand as readonly unknown[];
      if (!list.length) return;
      const not = `${name} NOT IN (${marks(list.length)})`;
      parts.push(column.isNullable ? `(${name} IS NULL OR ${not})` : not);
      values.push(...list.map((value) => encode(column, value)));
      return;
    }
    case 'among': {
      const { text, values: given } = operand as Sql;
      parts.push(`${name} IN (${text})`);
      values.push(...given);
      return;
    }
    case 'null':
      parts.push(operand ? `${name} IS NULL` : `${name} IS NOT NULL`);
      return;
    case 'like':
    case 'startswith':
      parts.push(`${name} LIKE ? ESCAPE '!'`);
      values.push(`${operator === 'like' ? '%' : ''}${String(operand).replace(/[!%_]/g, '!$&')}%`);
      return;
    default:
      throw new Error(`${metadataName(column)}: no operator ${operator}`);
  }
}

export function columnOf(metadata: EntityMetadata, property: string): ColumnMetadata {
  const column = metadata.findColumnWithPropertyName(property);
  if (!column) throw new Error(`${metadata.name} has no column ${property}`);
  return column;
}

const metadataName = (column: ColumnMetadata) => `${column.entityMetadata.name}.${column.propertyName}`;

/** A property's value as the driver wants it. */
export function encode(column: ColumnMetadata, value: unknown): SqlValue {
  const transformer = column.transformer;
  if (transformer && !Array.isArray(transformer)) return transformer.to(value) as SqlValue;
  return (value ?? null) as SqlValue;
}

export const marks = (count: number): string => '?,'.repeat(count).slice(0, -1);
