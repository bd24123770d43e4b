import { toAsciiDigits } from '../../contract/digits';
import type { Field, Fields } from '../../contract/fields';
import {
  INCLUDE_BELOW,
  LIST_CONTROL_KEYS,
  LIST_OPERATORS,
  PAGE_DEFAULT,
  PAGE_MAX,
  type ListOperator,
} from '../../contract/list-dialect';
import { STANDARD_FIELDS, type ResourceDefinition } from '../../contract/resource';
import { treeReferencesOf } from '../../contract/tree-references';
import type { Search } from '../database/list-page';
import { readSeekKey, type SeekKey, type SortOrder } from '../database/seek';
import type { Where } from '../database/where';
import { Malformed } from '../errors/app-error';
import { keyOf, sortKeyOf, sortOf, wordsIn } from '../folded';
import { isDay, parseInstant } from '../calendar';
import { isId } from '../ids';
import { fieldError } from '../errors/field-error';

export interface ListRequest<E> {
  where: Where<E>;
  order: readonly (readonly [string, 'asc' | 'desc'])[];
  offset: number;
  limit: number;
  search?: Search;
  seek?: SeekKey;
  /** false: the filters of a tree reference take their ids alone, without what is below them. */
  include_below?: false;
}
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;
type Listed = Readonly<Record<string, Field>>;

const STANDARD: Listed = {
  created_at: { kind: 'instant', filter: true },
  updated_at: { kind: 'instant', filter: true },
  row_version: { kind: 'whole', filter: true },
};
const SORTED_STANDARD: Listed = {
  ...STANDARD,
  created_at: { kind: 'instant', filter: true, sort: true },
  updated_at: { kind: 'instant', filter: true, sort: true },
};
/** Kinds whose values are written in digits. */
const DIGITS_READ: ReadonlySet<string> = new Set(['whole', 'money', 'level', 'day', 'instant']);
/** getMany is not cut by paging, only by the length of a URL. */
const MANY_MAX = 1000;

/**
 * The list dialect (contract/list-dialect.ts) against one definition: unknown keys, fields that cannot be filtered or
 * sorted by, unknown operators, bad values and pages over 200 rows are refused with 400 and say what to do.
 * `customer_id` was compared with the session by the guard and is passed over here.
 */
export function parseList<E>(definition: ResourceDefinition<Fields>, query: RawQuery): ListRequest<E> {
  const fields = listedFields(definition);
  const hasTree = treeReferencesOf(definition).length > 0;
  const where: Record<string, unknown> = {};
  const anyOf: Record<string, unknown>[] = [];
  for (const [key, raw] of Object.entries(query)) {
    if (raw === undefined || key === 'customer_id' || (LIST_CONTROL_KEYS as readonly string[]).includes(key)) continue;
    if (key === INCLUDE_BELOW && hasTree) continue;
    const [name, operator] = splitKey(key, fields);
    addCondition(where, name, fields[name]!, operator, raw);
  }
  const ids = valuesOf(query['id']);
  if (ids.length)
    where[definition.id] = ids.slice(0, MANY_MAX).map((value) => valueOf('id', fields[definition.id]!, value));
  const q = single(query, 'q')?.trim();
  const words = q && definition.searched_by_words ? wordsIn(q) : undefined;
  if (words && !words.length) where[definition.id] = [];
  if (q && !words) {
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.search) anyOf.push({ [columnFor(name, field)]: { like: folded(field, q) } });
    }
    if (!anyOf.length) refuse('q', 'This list cannot be searched.');
    where['anyOf'] = anyOf;
  }
  const order = orderOf(definition, fields, query);
  const seek = seekOf(query, order);
  return {
    where: where as Where<E>,
    order,
    ...windowOf(query, ids.length),
    ...(words?.length && { search: { kind: definition.name, words } }),
    ...(seek && { seek }),
    ...(hasTree && isLevelAlone(query) && { include_below: false }),
  };
}

/** `include_below=false`. */
function isLevelAlone(query: RawQuery): boolean {
  return !booleanOf(INCLUDE_BELOW, single(query, INCLUDE_BELOW) ?? 'true');
}

/** `_after` or `_before`: a key that an earlier page of the same order answered. */
function seekOf(query: RawQuery, order: SortOrder): SeekKey | undefined {
  const [after, before] = [single(query, '_after'), single(query, '_before')];
  if (after === undefined && before === undefined) return undefined;
  if (after !== undefined && before !== undefined) refuse('_before', 'Send either _after or _before.');
  const name = after === undefined ? '_before' : '_after';
  const values = readSeekKey(after ?? before ?? '', order);
  if (!values)
    refuse(name, `${name} must be the X-Page-Last or X-Page-First of a page of this list in the same order.`);
  return { direction: after === undefined ? 'before' : 'after', values };
}

/** What a list can be asked by: the definition's fields, and the stamps that records carry. */
function listedFields(definition: ResourceDefinition<Fields>): Listed {
  if (definition.stamps === false) return definition.fields;
  return { ...definition.fields, ...(definition.sort_stamps ? SORTED_STANDARD : STANDARD) };
}

/** The names that `_sort` takes, beside `id`. */
export function sortsOf(definition: ResourceDefinition<Fields>): string[] {
  return Object.entries(listedFields(definition))
    .filter(([, field]) => field.sort)
    .map(([name]) => name);
}

function splitKey(key: string, fields: Listed): [string, ListOperator] {
  if (fields[key]) return [key, 'eq'];
  const cut = key.lastIndexOf('_');
  const name = key.slice(0, cut);
  const operator = key.slice(cut + 1) as ListOperator;
  if (cut > 0 && fields[name] && (LIST_OPERATORS as readonly string[]).includes(operator)) return [name, operator];
  refuse(
    key,
    `Unknown filter "${key}". Fields: ${filterable(fields).join(', ')}; operators: ${LIST_OPERATORS.join(', ')}.`,
  );
}

function addCondition(
  where: Record<string, unknown>,
  name: string,
  field: Field,
  operator: ListOperator,
  raw: string | readonly string[],
): void {
  if (!field.filter && field.kind !== 'id') refuse(name, `This list cannot be filtered by ${name}.`);
  const values = valuesOf(raw);
  const column = columnFor(name, field);
  const value = (text: string) => valueOf(name, field, text);
  const one = (): string => {
    if (values.length !== 1) refuse(`${name}_${operator}`, 'Send this filter once.');
    return values[0]!;
  };
  const operators = (more: object): void => {
    const before = where[column];
    if (before !== undefined && (typeof before !== 'object' || Array.isArray(before) || before === null)) {
      refuse(name, `Use only one filter for ${name}.`);
    }
    where[column] = { ...(before as object | undefined), ...more };
  };
  switch (operator) {
    case 'eq':
      where[column] = values.length === 1 ? value(values[0]!) : values.map(value);
      return;
    case 'in':
      where[column] = values.flatMap((text) => text.split(',')).map(value);
      return;
    case 'nin':
      operators({ nin: values.flatMap((text) => text.split(',')).map(value) });
      return;
    case 'null':
      operators({ null: booleanOf(`${name}_null`, one()) });
      return;
    case 'between': {
      const [from, to, ...rest] = values.flatMap((text) => text.split(','));
      if (from === undefined || to === undefined || rest.length) refuse(name, 'Send two values: from,to.');
      operators({ gte: value(from), lte: value(to) });
      return;
    }
    case 'like':
    case 'startswith':
      if (!['text', 'email', 'phone', 'url', 'markdown'].includes(field.kind)) {
        refuse(name, `${name} is not text; use it without _${operator}.`);
      }
      operators({ [operator]: folded(field, one()) });
      return;
    default:
      operators({ [operator]: value(one()) });
  }
}

function valueOf(name: string, field: Field, written: string): unknown {
  const text = DIGITS_READ.has(field.kind) ? toAsciiDigits(written) : written;
  switch (field.kind) {
    case 'id':
    case 'ref':
    case 'refMany':
      return idValue(name, text);
    case 'whole':
    case 'money':
    case 'level':
      if (!/^-?\d{1,15}$/.test(text)) refuse(name, `${name} is a whole number.`);
      return Number(text);
    case 'flag':
      return booleanOf(name, text);
    case 'instant': {
      const at = parseInstant(text);
      if (at === null) refuse(name, `${name} is an instant such as 2025-03-01T09:30:00Z.`);
      return at;
    }
    case 'day':
      if (!isDay(text)) refuse(name, `${name} is a day such as 2025-03-01.`);
      return text;
    case 'choice':
      if (!field.choices?.includes(text)) refuse(name, `${name} is one of: ${field.choices?.join(', ')}.`);
      return text;
    default:
      // Exactly that text but for its case: a list of Muller is none of Müller.
      return field.folded ? sortKeyOf(text) : folded(field, text);
  }
}

function booleanOf(key: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') refuse(key, `${key} is true or false.`);
  return text === 'true';
}

function idValue(name: string, text: string): string {
  if (!isId(text)) refuse(name, `${name} is an id.`);
  return text;
}

/** Text is filtered, searched and sorted by its sort key where the entity keeps one. */
function columnFor(name: string, field: Field): string {
  if (field.folded) return `${name}_sort`;
  return field.keyed ? `${name}_key` : name;
}

/** As a part of a text is looked for. */
function folded(field: Field, text: string): string {
  if (field.folded) return sortOf(text);
  return field.keyed || field.kind === 'email' ? keyOf(text) : text;
}

function orderOf(
  definition: ResourceDefinition<Fields>,
  fields: Listed,
  query: RawQuery,
): readonly (readonly [string, 'asc' | 'desc'])[] {
  const names = valuesOf(query['_sort'])
    .flatMap((text) => text.split(','))
    .filter(Boolean);
  const directions = valuesOf(query['_order'])
    .flatMap((text) => text.split(','))
    .filter(Boolean);
  const order: [string, 'asc' | 'desc'][] = [];
  const asked = names.length ? names : definition.default_sort.map(([name]) => name);
  asked.forEach((given, index) => {
    const name = given === 'id' ? definition.id : given;
    const field = fields[name];
    if (!field || (!field.sort && name !== definition.id)) refuse('_sort', `This list cannot be sorted by ${given}.`);
    const direction = names.length ? (directions[index] ?? 'asc').toLowerCase() : definition.default_sort[index]![1];
    if (direction !== 'asc' && direction !== 'desc') refuse('_order', 'Choose asc or desc.');
    order.push([field.sort_as ?? columnFor(name, field), direction]);
  });
  // The key last, so that two pages never show one row twice; in the last one's direction, so that an index serves both.
  const decided = asked.some((name) => name === 'id' || name === definition.id || isUnique(fields[name]!));
  if (!decided) order.push([definition.id, order.at(-1)?.[1] ?? 'asc']);
  return order;
}

/** No two rows of a list have the same: the unique key is the whole order, and its index serves no longer one. */
const isUnique = ({ keyed, folded: isFolded, sort_as }: Field): boolean => Boolean(keyed) && !isFolded && !sort_as;

function windowOf(query: RawQuery, ids: number): { offset: number; limit: number } {
  const start = wholeKey(query, '_start') ?? 0;
  const end = wholeKey(query, '_end') ?? start + (ids || PAGE_DEFAULT);
  if (end < start) refuse('_end', '_end may not be before _start.');
  const limit = end - start;
  if (limit > Math.max(PAGE_MAX, Math.min(ids, MANY_MAX))) refuse('_end', `At most ${PAGE_MAX} rows a page.`);
  return { offset: start, limit };
}

function wholeKey(query: RawQuery, key: string): number | undefined {
  const written = single(query, key);
  if (written === undefined) return undefined;
  const text = toAsciiDigits(written);
  if (!/^\d{1,9}$/.test(text)) refuse(key, `${key} is a whole number.`);
  return Number(text);
}

function single(query: RawQuery, key: string): string | undefined {
  const values = valuesOf(query[key]);
  if (values.length > 1) refuse(key, `Send ${key} once.`);
  return values[0];
}

const valuesOf = (raw: string | readonly string[] | undefined): string[] =>
  raw === undefined ? [] : typeof raw === 'string' ? [raw] : [...raw];
const filterable = (fields: Listed): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.filter || (STANDARD_FIELDS as readonly string[]).includes(name));

function refuse(key: string, message: string): never {
  throw new Malformed(message, { [key]: [fieldError('query', message)] });
}
