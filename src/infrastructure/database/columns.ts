import { Column, PrimaryColumn, getMetadataArgsStorage, type ColumnOptions } from 'typeorm';
import {
  columnShape,
  flagTransformer,
  jsonTransformer,
  numberTransformer,
  sortTransformer,
  uuidTransformer,
  type ColumnKind,
} from './column-types';
import type { Engine } from './engine';
import { normalizeKey, buildSortKey, normalizeForSearch } from '../../common/text-normalization';

/**
 * The only file that uses `@Column`. The SQL type per engine is set when the DataSource is created. A `T | null`
 * property needs `{ nullable: true }`.
 */
interface WordOptions {
  nullable?: boolean;
  primary?: boolean;
  /** The column's default (`defaultTo` in table-builder.ts). */
  defaultTo?: string;
}
export interface DerivedColumn {
  kind: 'sort' | 'folded' | 'key';
  from: string;
  /** Maximum length of each part (text-normalization.ts). */
  max: number;
}

const columnKinds = new Map<Function, Map<string, { kind: ColumnKind; length?: number }>>();
const derivedByEntity = new Map<Function, Map<string, DerivedColumn>>();

function defineColumn(kind: ColumnKind, options: WordOptions, more: ColumnOptions, length?: number): PropertyDecorator {
  return (target, property) => {
    const entity = target.constructor;
    const entityKinds = columnKinds.get(entity) ?? new Map();
    entityKinds.set(String(property), { kind, length });
    columnKinds.set(entity, entityKinds);
    // Placeholder until resolveColumnTypes() sets the type of the engine.
    const defaultOption = options.defaultTo === undefined ? {} : { default: options.defaultTo };
    const column: ColumnOptions = { type: 'varchar', nullable: options.nullable ?? false, ...defaultOption, ...more };
    if (options.primary) PrimaryColumn(column as never)(target, property);
    else Column(column)(target, property);
  };
}

/** The customer of a row; first part of every tenant-owned primary key. */
export const PrimaryCustomerIdColumn = () => defineColumn('whole', { primary: true }, {});
/** The customer outside of the primary key (exempt tables only). */
export const CustomerIdColumn = (options: WordOptions = {}) => defineColumn('whole', options, {});
/** The record's own UUIDv7. */
export const PrimaryUuidColumn = () => defineColumn('uuid', { primary: true }, { transformer: uuidTransformer });
/** The UUIDv7 of another record. */
export const UuidColumn = (options: WordOptions = {}) =>
  defineColumn('uuid', options, { transformer: uuidTransformer });
export const VarcharColumn = (max: number, options: WordOptions = {}) => defineColumn('text', options, {}, max);
export const ChoiceColumn = (options: WordOptions = {}) => defineColumn('text', options, {}, 24);
/** A calendar day of the customer, such as `2025-03-01`. */
export const DayColumn = (options: WordOptions = {}) => defineColumn('text', options, {}, 10);
export const LongTextColumn = (options: WordOptions = {}) => defineColumn('long_text', options, {});
/** Long text excluded from default selects; read it by naming the column. */
export const UnselectedLongTextColumn = (options: WordOptions = {}) =>
  defineColumn('long_text', options, { select: false });
export const JsonColumn = (options: WordOptions = {}) =>
  defineColumn('long_text', options, { transformer: jsonTransformer });
export const IntegerColumn = (options: WordOptions = {}) => defineColumn('whole', options, {});
/** Milliseconds since 1970, UTC. */
export const InstantColumn = (options: WordOptions = {}) =>
  defineColumn('big', options, { transformer: numberTransformer });
/** Minor units. */
export const MoneyColumn = (options: WordOptions = {}) =>
  defineColumn('big', options, { transformer: numberTransformer });
export const BigIntColumn = (options: WordOptions = {}) =>
  defineColumn('big', options, { transformer: numberTransformer });
export const BooleanColumn = (options: WordOptions = {}) =>
  defineColumn('flag', options, { transformer: flagTransformer });
/** A hash of fixed size. */
export const BinaryColumn = (bytes: number, options: WordOptions = {}) => defineColumn('binary', options, {}, bytes);

function defineDerivedColumn(
  kind: DerivedColumn['kind'],
  from: string,
  max: number,
  options: WordOptions,
): PropertyDecorator {
  return (target, property) => {
    const entityColumns = derivedByEntity.get(target.constructor) ?? new Map<string, DerivedColumn>();
    entityColumns.set(String(property), { kind, from, max });
    derivedByEntity.set(target.constructor, entityColumns);
    const isKey = kind === 'key';
    defineColumn(
      kind === 'sort' ? 'sort' : 'text',
      options,
      isKey ? {} : { transformer: sortTransformer(max) },
      max,
    )(target, property);
  };
}
/** Derived from `from` by the repository (text-normalization.ts): for sorting, searching and exact filters. */
export const SortKeyColumn = (from: string, max: number, options: WordOptions = {}) =>
  defineDerivedColumn('sort', from, max, options);
/** The normalized text alone: for substring filters. */
export const NormalizedColumn = (from: string, max: number, options: WordOptions = {}) =>
  defineDerivedColumn('folded', from, max, options);
/** Derived from `from` by the repository: trimmed, NFKC, lower case, for a unique key. */
export const UniqueKeyColumn = (from: string, max: number, options: WordOptions = {}) =>
  defineDerivedColumn('key', from, max, options);

/** Derives a column's text, before truncation to its length. */
export const DERIVE_FUNCTIONS: Readonly<Record<DerivedColumn['kind'], (text: string) => string>> = {
  sort: buildSortKey,
  folded: normalizeForSearch,
  key: normalizeKey,
};

/** Derived columns of an entity class, inherited ones included. */
export function listDerivedColumns(entity: Function): ReadonlyMap<string, DerivedColumn> {
  const all = new Map<string, DerivedColumn>();
  for (
    let current: Function | null = entity;
    current && current !== Function.prototype;
    current = Object.getPrototypeOf(current)
  ) {
    for (const [column, rule] of derivedByEntity.get(current) ?? []) all.set(column, rule);
  }
  return all;
}

/** Sets every column's type for this engine. Called once, before the DataSource is created. */
export function resolveColumnTypes(engine: Engine): void {
  for (const column of getMetadataArgsStorage().columns) {
    const columnKind = columnKinds.get(column.target as Function)?.get(column.propertyName);
    if (!columnKind)
      throw new Error(`${String(column.propertyName)}: use a decorator of infrastructure/database/columns.ts`);
    const shape = columnShape(columnKind.kind, columnKind.length, engine);
    column.options.type = shape.type;
    column.options.length = shape.length;
    column.options.collation = shape.collation;
  }
}
