import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { SqlValue } from './database';
import { Parameters, type Sql } from './parameters';

export type { Sql };

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
      /** A condition on the row, whatever the column. `{row}` in it stands for the row's alias with its dot. */
      satisfies?: Sql;
    };
export type Where<E> = { [K in keyof E]?: Condition<NonNullable<E[K]>> } & { anyOf?: readonly Where<E>[] };

/** For the texts that stand in `*.query.ts` and beside them. */
export function compileWhere<E>(metadata: EntityMetadata, where: Where<E>, alias = ''): Sql {
  const parameters = new Parameters();
  return parameters.bind(conditionOf(parameters, metadata, where, alias));
}

/**
 * `where` as a condition with named parameters. Column names come from the metadata, never from the caller.
 * @param alias with its dot; empty: the table has none
 */
export function conditionOf<E>(
  parameters: Parameters,
  metadata: EntityMetadata,
  where: Where<E>,
  alias: string,
): string {
  const conditions: string[] = [];
  for (const [property, condition] of Object.entries(where)) {
    if (condition === undefined) continue;
    if (property === 'anyOf') {
      const branches = (condition as Where<E>[]).map((branch) => conditionOf(parameters, metadata, branch, alias));
      conditions.push(branches.length ? `(${branches.join(' OR ')})` : '1 = 0');
    } else conditions.push(...columnConditions(parameters, columnOf(metadata, property), condition, alias));
  }
  return conditions.join(' AND ') || '1 = 1';
}

/** From here on MariaDB makes a list a table. */
export const LONG_LIST = 999;
const COMPARE: Readonly<Record<string, string>> = { gte: '>=', lte: '<=', gt: '>', lt: '<' };

function columnConditions(parameters: Parameters, column: ColumnMetadata, condition: unknown, alias: string): string[] {
  const name = alias + column.databaseName;
  const value = (plain: unknown): string => parameters.add(encode(column, plain));
  const list = (plain: readonly unknown[]): string => parameters.addList(plain.map((each) => encode(column, each)));
  const orNull = (comparison: string): string =>
    column.isNullable ? `(${name} IS NULL OR ${comparison})` : comparison;
  const like = (pattern: string): string => `${name} LIKE ${parameters.add(pattern)} ESCAPE '!'`;
  if (condition === null) return [`${name} IS NULL`];
  if (Array.isArray(condition)) return [condition.length ? `${name} IN (${list(condition)})` : '1 = 0'];
  if (typeof condition !== 'object' || condition instanceof Uint8Array) return [`${name} = ${value(condition)}`];
  return Object.entries(condition).flatMap(([operator, operand]): string[] => {
    if (operand === undefined) return [];
    switch (operator) {
      case 'gte':
      case 'lte':
      case 'gt':
      case 'lt':
        return [`${name} ${COMPARE[operator]} ${value(operand)}`];
      case 'ne':
        return [operand === null ? `${name} IS NOT NULL` : orNull(`${name} <> ${value(operand)}`)];
      case 'nin':
        return (operand as unknown[]).length ? [orNull(`${name} NOT IN (${list(operand as unknown[])})`)] : [];
      case 'null':
        return [`${name} IS ${operand ? '' : 'NOT '}NULL`];
      case 'like':
        return [like(`%${escapeLike(operand)}%`)];
      case 'startswith':
        return [like(`${escapeLike(operand)}%`)];
      case 'among':
        return [`${name} IN (${parameters.addSql(operand as Sql)})`];
      case 'satisfies': {
        const { text, values } = operand as Sql;
        // Without an alias the name must still not be taken for one of the subquery's columns.
        const row = alias || `${column.entityMetadata.tableName}.`;
        return [`(${parameters.addSql({ text: text.replaceAll('{row}', row), values })})`];
      }
      default:
        throw new Error(`${column.entityMetadata.name}.${column.propertyName}: no operator ${operator}`);
    }
  });
}

const escapeLike = (text: unknown): string => String(text).replace(/[!%_]/g, '!$&');

export function columnOf(metadata: EntityMetadata, property: string): ColumnMetadata {
  const column = metadata.findColumnWithPropertyName(property);
  if (!column) throw new Error(`${metadata.name} has no column ${property}`);
  return column;
}

/** A property's value as the driver wants it. */
export function encode(column: ColumnMetadata, value: unknown): SqlValue {
  const transformer = column.transformer;
  const encoded: unknown = transformer && !Array.isArray(transformer) ? transformer.to(value) : value;
  return (encoded ?? null) as SqlValue;
}

export const marks = (count: number): string => '?,'.repeat(count).slice(0, -1);
