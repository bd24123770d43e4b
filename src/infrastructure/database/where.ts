import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import type { SqlValue } from './database';
import { SqlParameters, type Sql } from './sql-parameters';

export type { Sql };

/** A condition on one column: a value, a list (IN), null, or operators. */
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
      /** Contains; `%` and `_` are escaped. */
      like?: string;
      startswith?: string;
      nin?: readonly V[];
      null?: boolean;
      /** IN (subquery), built by tenancy/row-scope.ts. */
      among?: Sql;
      /** A condition on the row, whatever the column; `{row}` stands for the row's alias with its dot. */
      satisfies?: Sql;
    };
export type Where<E> = { [K in keyof E]?: Condition<NonNullable<E[K]>> } & { anyOf?: readonly Where<E>[] };

/** For SQL texts in `*.query.ts`. */
export function compileWhere<E>(metadata: EntityMetadata, where: Where<E>, alias = ''): Sql {
  const sqlParameters = new SqlParameters();
  return sqlParameters.bind(buildCondition(sqlParameters, metadata, where, alias));
}

/**
 * Builds a condition with named parameters. Column names come from the metadata, never from the caller.
 * @param alias with its dot; empty for no alias
 */
export function buildCondition<E>(
  sqlParameters: SqlParameters,
  metadata: EntityMetadata,
  where: Where<E>,
  alias: string,
): string {
  const conditions: string[] = [];
  for (const [property, condition] of Object.entries(where)) {
    if (condition === undefined) continue;
    if (property === 'anyOf') {
      const branches = (condition as Where<E>[]).map((branch) =>
        buildCondition(sqlParameters, metadata, branch, alias),
      );
      conditions.push(branches.length ? `(${branches.join(' OR ')})` : '1 = 0');
    } else conditions.push(...columnConditions(sqlParameters, requireColumn(metadata, property), condition, alias));
  }
  return conditions.join(' AND ') || '1 = 1';
}

/** MariaDB turns longer lists into a temporary table. */
export const LONG_LIST_LENGTH = 999;
const COMPARISON_OPERATORS: Readonly<Record<string, string>> = { gte: '>=', lte: '<=', gt: '>', lt: '<' };

function columnConditions(
  sqlParameters: SqlParameters,
  column: ColumnMetadata,
  condition: unknown,
  alias: string,
): string[] {
  const name = alias + column.databaseName;
  const value = (plain: unknown): string => sqlParameters.add(encodeValue(column, plain));
  const list = (plain: readonly unknown[]): string =>
    sqlParameters.addList(plain.map((each) => encodeValue(column, each)));
  const orNull = (comparison: string): string =>
    column.isNullable ? `(${name} IS NULL OR ${comparison})` : comparison;
  const like = (pattern: string): string => `${name} LIKE ${sqlParameters.add(pattern)} ESCAPE '!'`;
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
        return [`${name} ${COMPARISON_OPERATORS[operator]} ${value(operand)}`];
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
        return [`${name} IN (${sqlParameters.addSql(operand as Sql)})`];
      case 'satisfies': {
        const { text, values } = operand as Sql;
        // Without an alias, the table name keeps it apart from columns of the subquery.
        const row = alias || `${column.entityMetadata.tableName}.`;
        return [`(${sqlParameters.addSql({ text: text.replaceAll('{row}', row), values })})`];
      }
      default:
        throw new Error(`${column.entityMetadata.name}.${column.propertyName}: no operator ${operator}`);
    }
  });
}

const escapeLike = (text: unknown): string => String(text).replace(/[!%_]/g, '!$&');

export function requireColumn(metadata: EntityMetadata, property: string): ColumnMetadata {
  const column = metadata.findColumnWithPropertyName(property);
  if (!column) throw new Error(`${metadata.name} has no column ${property}`);
  return column;
}

export function encodeValue(column: ColumnMetadata, value: unknown): SqlValue {
  const transformer = column.transformer;
  const encoded: unknown = transformer && !Array.isArray(transformer) ? transformer.to(value) : value;
  return (encoded ?? null) as SqlValue;
}

export const placeholders = (count: number): string => '?,'.repeat(count).slice(0, -1);
