import { Column, PrimaryColumn, getMetadataArgsStorage, type ColumnOptions } from 'typeorm';
import {
  columnShape,
  flagTransformer,
  jsonTransformer,
  numberTransformer,
  sortTransformer,
  uuidTransformer,
  type ColumnWord,
} from './column-types';
import type { Engine } from './engine';
import { keyOf, sortKeyOf, sortOf } from '../folded';

/**
 * The only file that says `@Column`. A word says what a column means; what type that is on an engine is settled when the
 * DataSource is made. `T | null` in the entity needs `{ nullable: true }` here.
 */
interface Word {
  nullable?: boolean;
  /** Part of the primary key. */
  primary?: boolean;
  /** The column's default (table-words.ts, `otherwise`). */
  otherwise?: string;
}
export interface Derived {
  kind: 'sort' | 'folded' | 'key';
  from: string;
  /** Letters of it, or of each of its parts (folded.ts). */
  max: number;
}

const words = new Map<Function, Map<string, { word: ColumnWord; length?: number }>>();
const derivations = new Map<Function, Map<string, Derived>>();

function say(word: ColumnWord, options: Word, more: ColumnOptions, length?: number): PropertyDecorator {
  return (target, property) => {
    const owner = target.constructor;
    const known = words.get(owner) ?? new Map();
    known.set(String(property), { word, length });
    words.set(owner, known);
    // `varchar` stands in until settleColumns() has heard which engine it is.
    const given = options.otherwise === undefined ? {} : { default: options.otherwise };
    const column: ColumnOptions = { type: 'varchar', nullable: options.nullable ?? false, ...given, ...more };
    if (options.primary) PrimaryColumn(column as never)(target, property);
    else Column(column)(target, property);
  };
}

/** The organisation a row belongs to; first part of every tenant-owned primary key. */
export const CustomerKey = () => say('whole', { primary: true }, {});
/** The same, where it is not part of the key (exempt tables only). */
export const CustomerRef = (o: Word = {}) => say('whole', o, {});
/** A record's own UUIDv7. */
export const IdKey = () => say('uuid', { primary: true }, { transformer: uuidTransformer });
/** Another record's UUIDv7. */
export const IdRef = (o: Word = {}) => say('uuid', o, { transformer: uuidTransformer });
export const Text = (max: number, o: Word = {}) => say('text', o, {}, max);
export const Choice = (o: Word = {}) => say('text', o, {}, 24);
/** `2025-03-01`, a calendar day of the customer. */
export const Day = (o: Word = {}) => say('text', o, {}, 10);
export const LongText = (o: Word = {}) => say('long_text', o, {});
/** The same, and so long that a record is read without it: whoever needs it names it. */
export const LongTextApart = (o: Word = {}) => say('long_text', o, { select: false });
export const Json = (o: Word = {}) => say('long_text', o, { transformer: jsonTransformer });
export const Whole = (o: Word = {}) => say('whole', o, {});
/** Milliseconds since 1970, UTC. */
export const Instant = (o: Word = {}) => say('big', o, { transformer: numberTransformer });
/** Minor units. */
export const Money = (o: Word = {}) => say('big', o, { transformer: numberTransformer });
export const Big = (o: Word = {}) => say('big', o, { transformer: numberTransformer });
export const Flag = (o: Word = {}) => say('flag', o, { transformer: flagTransformer });
/** A hash or digest of fixed size. */
export const Digest = (bytes: number, o: Word = {}) => say('binary', o, {}, bytes);

function derived(kind: Derived['kind'], from: string, max: number, o: Word): PropertyDecorator {
  return (target, property) => {
    const known = derivations.get(target.constructor) ?? new Map<string, Derived>();
    known.set(String(property), { kind, from, max });
    derivations.set(target.constructor, known);
    const isKey = kind === 'key';
    say(
      kind === 'sort' ? 'sort' : 'text',
      o,
      isKey ? {} : { transformer: sortTransformer(max) },
      max,
    )(target, property);
  };
}
/** Written by the repository from `from` (folded.ts): for sorting, searching and exact filters. */
export const SortOf = (from: string, max: number, o: Word = {}) => derived('sort', from, max, o);
/** The folded text alone: what texts within others are looked for by. */
export const FoldedOf = (from: string, max: number, o: Word = {}) => derived('folded', from, max, o);
/** Written by the repository from `from`: trimmed, NFKC, lower case, for a unique key. */
export const KeyOf = (from: string, max: number, o: Word = {}) => derived('key', from, max, o);

/** What a derived column says of a text, before it is cut to the column's length. */
export const DERIVE: Readonly<Record<Derived['kind'], (text: string) => string>> = {
  ...{ sort: sortKeyOf, folded: sortOf, key: keyOf },
};

/** The `*_sort` and `*_key` columns of an entity class (inherited ones too). */
export function derivedColumns(entity: Function): ReadonlyMap<string, Derived> {
  const all = new Map<string, Derived>();
  for (let at: Function | null = entity; at && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
    for (const [column, rule] of derivations.get(at) ?? []) all.set(column, rule);
  }
  return all;
}

/** Tells every column its type on this engine. Called once, before the DataSource is built. */
export function settleColumns(engine: Engine): void {
  for (const column of getMetadataArgsStorage().columns) {
    const known = words.get(column.target as Function)?.get(column.propertyName);
    if (!known) throw new Error(`${String(column.propertyName)}: use a word of platform/database/columns.ts`);
    const shape = columnShape(known.word, known.length, engine);
    column.options.type = shape.type;
    column.options.length = shape.length;
    column.options.collation = shape.collation;
  }
}
