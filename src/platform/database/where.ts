import type { EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';
import { Asked, mark, positioned, type Sql } from './asked';
import type { SqlValue } from './database';

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

type Operator =
  '=' | 'ne' | 'gte' | 'lte' | 'gt' | 'lt' | 'like' | 'in' | 'nin' | 'null' | 'not null' | 'among' | 'satisfies';
/** What is asked of one column, its values bound from `at` on; or several branches, one of which has to hold. */
export type Predicate =
  | { column: ColumnMetadata; operator: Operator; at: number; count: number; text: string }
  | { branches: readonly (readonly Predicate[])[] };

const COMPARE = { gte: '>=', lte: '<=', gt: '>', lt: '<' } as const;
/** From here on MariaDB makes a list a table; shorter ones are not padded beyond. */
export const LONG_LIST = 999;

/** What `where` asks, bound to the question. Column names come from the metadata, never from the caller. */
export function predicates<E>(asked: Asked, metadata: EntityMetadata, where: Where<E>): Predicate[] {
  const found: Predicate[] = [];
  for (const [property, condition] of Object.entries(where)) {
    if (condition === undefined) continue;
    if (property === 'anyOf') {
      asked.shape += '(';
      const branches = (condition as Where<E>[]).map((branch) => {
        const all = predicates(asked, metadata, branch);
        asked.shape += '|';
        return all;
      });
      asked.shape += ')';
      found.push({ branches });
    } else addPredicate(asked, columnOf(metadata, property), condition, found);
  }
  return found;
}

function addPredicate(asked: Asked, column: ColumnMetadata, condition: unknown, found: Predicate[]): void {
  const ask = (operator: Operator, values: readonly SqlValue[], text = ''): void => {
    asked.shape += `${operator} ${values.length}${text};`;
    asked.isKept &&= values.length <= LONG_LIST;
    found.push({ column, operator, at: asked.values.length, count: values.length, text });
    for (const value of values) asked.values.push(value);
  };
  const all = (values: readonly unknown[]): SqlValue[] => padded(values.map((value) => encode(column, value)));
  // By its own name, also where it asks nothing: which index a statement is written for depends on that (indexes-of.ts).
  asked.shape += `${column.propertyName} `;
  if (condition === null) ask('null', []);
  else if (Array.isArray(condition)) ask('in', all(condition));
  else if (typeof condition !== 'object' || condition instanceof Uint8Array) ask('=', [encode(column, condition)]);
  else
    for (const [operator, operand] of Object.entries(condition)) {
      asked.shape += `.${operator} `;
      if (operand === undefined) continue;
      switch (operator) {
        case 'gte':
        case 'lte':
        case 'gt':
        case 'lt':
          ask(operator, [encode(column, operand)]);
          break;
        case 'ne':
          if (operand === null) ask('not null', []);
          else ask('ne', [encode(column, operand)]);
          break;
        case 'nin':
          if ((operand as readonly unknown[]).length) ask('nin', all(operand as readonly unknown[]));
          break;
        case 'among':
        case 'satisfies':
          ask(operator, (operand as Sql).values, (operand as Sql).text);
          break;
        case 'null':
          ask(operand ? 'null' : 'not null', []);
          break;
        case 'like':
        case 'startswith':
          ask('like', [`${operator === 'like' ? '%' : ''}${String(operand).replace(/[!%_]/g, '!$&')}%`]);
          break;
        default:
          throw new Error(`${column.entityMetadata.name}.${column.propertyName}: no operator ${operator}`);
      }
    }
}

/** The last value again, up to a power of two: so lists of many lengths are few statements. */
function padded(values: SqlValue[]): SqlValue[] {
  if (values.length < 3 || values.length > LONG_LIST) return values;
  const length = Math.min(LONG_LIST, 2 ** Math.ceil(Math.log2(values.length)));
  while (values.length < length) values.push(values.at(-1)!);
  return values;
}

/** Written with marks, so that both engines read it. */
export const textOf = (all: readonly Predicate[], alias = ''): string =>
  all.map((one) => predicateText(one, alias)).join(' AND ') || '1 = 1';

function predicateText(predicate: Predicate, alias: string): string {
  if ('branches' in predicate) {
    const { branches } = predicate;
    return branches.length ? `(${branches.map((branch) => textOf(branch, alias)).join(' OR ')})` : '1 = 0';
  }
  const { column, operator, at, count, text } = predicate;
  const name = alias + column.databaseName;
  const orEmpty = (comparison: string): string =>
    column.isNullable ? `(${name} IS NULL OR ${comparison})` : comparison;
  switch (operator) {
    case '=':
      return `${name} = ${mark(at)}`;
    case 'ne':
      return orEmpty(`${name} <> ${mark(at)}`);
    case 'in':
      return count ? `${name} IN (${marksFrom(at, count)})` : '1 = 0';
    case 'nin':
      return orEmpty(`${name} NOT IN (${marksFrom(at, count)})`);
    case 'null':
      return `${name} IS NULL`;
    case 'not null':
      return `${name} IS NOT NULL`;
    case 'like':
      return `${name} LIKE ${mark(at)} ESCAPE '!'`;
    case 'among':
      return `${name} IN (${marked(text, at)})`;
    case 'satisfies':
      // Without an alias the name must still not be taken for one of the subquery's columns.
      return `(${marked(text.replaceAll('{row}', alias || `${column.entityMetadata.tableName}.`), at)})`;
    default:
      return `${name} ${COMPARE[operator]} ${mark(at)}`;
  }
}

const marksFrom = (at: number, count: number): string =>
  Array.from({ length: count }, (_, next) => mark(at + next)).join(',');

/** A statement of the house with `?`, bound from a number on. */
function marked(text: string, at: number): string {
  let next = at;
  return text.replace(/\?/g, () => mark(next++));
}

/** For the texts that stand in `*.query.ts` and beside them. */
export function compileWhere<E>(metadata: EntityMetadata, where: Where<E>, alias = ''): Sql {
  const asked = new Asked('');
  return positioned(textOf(predicates(asked, metadata, where), alias), asked.values);
}

export function columnOf(metadata: EntityMetadata, property: string): ColumnMetadata {
  const column = metadata.findColumnWithPropertyName(property);
  if (!column) throw new Error(`${metadata.name} has no column ${property}`);
  return column;
}

/** A property's value as the driver wants it. */
export function encode(column: ColumnMetadata, value: unknown): SqlValue {
  const transformer = column.transformer;
  const kept: unknown = transformer && !Array.isArray(transformer) ? transformer.to(value) : value;
  return (kept ?? null) as SqlValue;
}

export const marks = (count: number): string => '?,'.repeat(count).slice(0, -1);
