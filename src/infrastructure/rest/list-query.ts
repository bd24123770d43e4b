import { toAsciiDigits } from '../../contract/digits';
import type { Field, Fields } from '../../contract/fields';
import {
  INCLUDE_DESCENDANTS_KEY,
  LIST_CONTROL_KEYS,
  LIST_OPERATORS,
  PAGE_DEFAULT,
  PAGE_MAX,
  type ListOperator,
} from '../../contract/list-dialect';
import { STANDARD_FIELDS, type ResourceDefinition } from '../../contract/resource';
import { treeReferencesOf } from '../../contract/tree-references';
import type { Search } from '../database/list-page';
import { decodeSeekKey, type SeekKey, type SortOrder } from '../database/seek-pagination';
import type { Where } from '../database/where';
import { MalformedRequestError } from '../../common/errors/app-error';
import { normalizeKey, buildSortKey, normalizeForSearch, parseSearchWords } from '../../common/text-normalization';
import { isDay, parseInstant } from '../../common/calendar';
import { isId } from '../../common/ids';
import { fieldError } from '../../common/errors/field-error';

export interface ListRequest<E> {
  where: Where<E>;
  order: readonly (readonly [string, 'asc' | 'desc'])[];
  offset: number;
  limit: number;
  search?: Search;
  seek?: SeekKey;
  /** false: filters on tree references match only the given ids, without their descendants. */
  include_below?: false;
}
export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;
type ListFields = Readonly<Record<string, Field>>;

const STANDARD_LIST_FIELDS: ListFields = {
  created_at: { kind: 'instant', filter: true },
  updated_at: { kind: 'instant', filter: true },
  row_version: { kind: 'whole', filter: true },
};
const SORTABLE_STANDARD_LIST_FIELDS: ListFields = {
  ...STANDARD_LIST_FIELDS,
  created_at: { kind: 'instant', filter: true, sort: true },
  updated_at: { kind: 'instant', filter: true, sort: true },
};
/** Field kinds whose values contain digits; digits of other scripts are converted. */
const DIGIT_KINDS: ReadonlySet<string> = new Set(['whole', 'money', 'level', 'day', 'instant']);
/** Most `id` parameters at once (Refine's getMany), not limited by the page size. */
const IDS_MAX = 1000;

/**
 * Parses a list query (contract/list-dialect.ts, docs/api.md) for one resource. Unknown keys and operators, fields that
 * cannot be filtered or sorted by, invalid values and pages over 200 rows are rejected with 400.
 * `customer_id` is ignored: the session guard has checked it.
 */
export function parseListQuery<E>(definition: ResourceDefinition<Fields>, query: RawQuery): ListRequest<E> {
  const fields = listFieldsOf(definition);
  const hasTree = treeReferencesOf(definition).length > 0;
  const where: Record<string, unknown> = {};
  const anyOf: Record<string, unknown>[] = [];
  for (const [key, raw] of Object.entries(query)) {
    if (raw === undefined || key === 'customer_id' || (LIST_CONTROL_KEYS as readonly string[]).includes(key)) continue;
    if (key === INCLUDE_DESCENDANTS_KEY && hasTree) continue;
    const [name, operator] = splitKey(key, fields);
    addCondition(where, name, fields[name]!, operator, raw);
  }
  const ids = toValues(query['id']);
  if (ids.length)
    where[definition.id] = ids.slice(0, IDS_MAX).map((value) => parseValue('id', fields[definition.id]!, value));
  const q = readSingle(query, 'q')?.trim();
  const words = q && definition.searched_by_words ? parseSearchWords(q) : undefined;
  if (words && !words.length) where[definition.id] = [];
  if (q && !words) {
    for (const [name, field] of Object.entries(definition.fields)) {
      if (field.search) anyOf.push({ [columnNameOf(name, field)]: { like: normalizeText(field, q) } });
    }
    if (!anyOf.length) throwMalformed('q', 'This list cannot be searched.');
    where['anyOf'] = anyOf;
  }
  const order = parseOrder(definition, fields, query);
  const seek = parseSeek(query, order);
  return {
    where: where as Where<E>,
    order,
    ...parseWindow(query, ids.length),
    ...(words?.length && { search: { kind: definition.name, words } }),
    ...(seek && { seek }),
    ...(hasTree && excludesDescendants(query) && { include_below: false }),
  };
}

/** `include_below=false`. */
function excludesDescendants(query: RawQuery): boolean {
  return !parseBoolean(INCLUDE_DESCENDANTS_KEY, readSingle(query, INCLUDE_DESCENDANTS_KEY) ?? 'true');
}

/** `_after` or `_before`: X-Page-Last or X-Page-First of another page in the same order. */
function parseSeek(query: RawQuery, order: SortOrder): SeekKey | undefined {
  const [after, before] = [readSingle(query, '_after'), readSingle(query, '_before')];
  if (after === undefined && before === undefined) return undefined;
  if (after !== undefined && before !== undefined) throwMalformed('_before', 'Send either _after or _before.');
  const name = after === undefined ? '_before' : '_after';
  const values = decodeSeekKey(after ?? before ?? '', order);
  if (!values)
    throwMalformed(name, `${name} must be the X-Page-Last or X-Page-First of a page of this list in the same order.`);
  return { direction: after === undefined ? 'before' : 'after', values };
}

/** The fields of the definition and, for records with stamps, created_at, updated_at and row_version. */
function listFieldsOf(definition: ResourceDefinition<Fields>): ListFields {
  if (definition.stamps === false) return definition.fields;
  return { ...definition.fields, ...(definition.sort_stamps ? SORTABLE_STANDARD_LIST_FIELDS : STANDARD_LIST_FIELDS) };
}

/** The names that `_sort` accepts in addition to `id`. */
export function sortableNames(definition: ResourceDefinition<Fields>): string[] {
  return Object.entries(listFieldsOf(definition))
    .filter(([, field]) => field.sort)
    .map(([name]) => name);
}

function splitKey(key: string, fields: ListFields): [string, ListOperator] {
  if (fields[key]) return [key, 'eq'];
  const cut = key.lastIndexOf('_');
  const name = key.slice(0, cut);
  const operator = key.slice(cut + 1) as ListOperator;
  if (cut > 0 && fields[name] && (LIST_OPERATORS as readonly string[]).includes(operator)) return [name, operator];
  throwMalformed(
    key,
    `Unknown filter "${key}". Fields: ${filterableNames(fields).join(', ')}; operators: ${LIST_OPERATORS.join(', ')}.`,
  );
}

function addCondition(
  where: Record<string, unknown>,
  name: string,
  field: Field,
  operator: ListOperator,
  raw: string | readonly string[],
): void {
  if (!field.filter && field.kind !== 'id') throwMalformed(name, `This list cannot be filtered by ${name}.`);
  const values = toValues(raw);
  const column = columnNameOf(name, field);
  const value = (text: string) => parseValue(name, field, text);
  const onlyValue = (): string => {
    if (values.length !== 1) throwMalformed(`${name}_${operator}`, 'Send this filter once.');
    return values[0]!;
  };
  const addOperators = (additions: object): void => {
    const existing = where[column];
    if (existing !== undefined && (typeof existing !== 'object' || Array.isArray(existing) || existing === null)) {
      throwMalformed(name, `Use only one filter for ${name}.`);
    }
    where[column] = { ...(existing as object | undefined), ...additions };
  };
  switch (operator) {
    case 'eq':
      where[column] = values.length === 1 ? value(values[0]!) : values.map(value);
      return;
    case 'in':
      where[column] = values.flatMap((text) => text.split(',')).map(value);
      return;
    case 'nin':
      addOperators({ nin: values.flatMap((text) => text.split(',')).map(value) });
      return;
    case 'null':
      addOperators({ null: parseBoolean(`${name}_null`, onlyValue()) });
      return;
    case 'between': {
      const [from, to, ...rest] = values.flatMap((text) => text.split(','));
      if (from === undefined || to === undefined || rest.length) throwMalformed(name, 'Send two values: from,to.');
      addOperators({ gte: value(from), lte: value(to) });
      return;
    }
    case 'like':
    case 'startswith':
      if (!['text', 'email', 'phone', 'url', 'markdown'].includes(field.kind)) {
        throwMalformed(name, `${name} is not text; use it without _${operator}.`);
      }
      addOperators({ [operator]: normalizeText(field, onlyValue()) });
      return;
    default:
      addOperators({ [operator]: value(onlyValue()) });
  }
}

function parseValue(name: string, field: Field, raw: string): unknown {
  const text = DIGIT_KINDS.has(field.kind) ? toAsciiDigits(raw) : raw;
  switch (field.kind) {
    case 'id':
    case 'ref':
    case 'refMany':
      return parseId(name, text);
    case 'whole':
    case 'money':
    case 'level':
      if (!/^-?\d{1,15}$/.test(text)) throwMalformed(name, `${name} is a whole number.`);
      return Number(text);
    case 'flag':
      return parseBoolean(name, text);
    case 'instant': {
      const at = parseInstant(text);
      if (at === null) throwMalformed(name, `${name} is an instant such as 2025-03-01T09:30:00Z.`);
      return at;
    }
    case 'day':
      if (!isDay(text)) throwMalformed(name, `${name} is a day such as 2025-03-01.`);
      return text;
    case 'choice':
      if (!field.choices?.includes(text)) throwMalformed(name, `${name} is one of: ${field.choices?.join(', ')}.`);
      return text;
    default:
      // Equality ignores case but not accents: Muller does not match Müller.
      return field.folded ? buildSortKey(text) : normalizeText(field, text);
  }
}

function parseBoolean(key: string, text: string): boolean {
  if (text !== 'true' && text !== 'false') throwMalformed(key, `${key} is true or false.`);
  return text === 'true';
}

function parseId(name: string, text: string): string {
  if (!isId(text)) throwMalformed(name, `${name} is an id.`);
  return text;
}

/** Text is filtered, searched and sorted by its sort key or unique key column, if the entity has one. */
function columnNameOf(name: string, field: Field): string {
  if (field.folded) return `${name}_sort`;
  return field.keyed ? `${name}_key` : name;
}

/** Normalises text for a substring match. */
function normalizeText(field: Field, text: string): string {
  if (field.folded) return normalizeForSearch(text);
  return field.keyed || field.kind === 'email' ? normalizeKey(text) : text;
}

function parseOrder(
  definition: ResourceDefinition<Fields>,
  fields: ListFields,
  query: RawQuery,
): readonly (readonly [string, 'asc' | 'desc'])[] {
  const names = toValues(query['_sort'])
    .flatMap((text) => text.split(','))
    .filter(Boolean);
  const directions = toValues(query['_order'])
    .flatMap((text) => text.split(','))
    .filter(Boolean);
  const order: [string, 'asc' | 'desc'][] = [];
  const sortNames = names.length ? names : definition.default_sort.map(([name]) => name);
  sortNames.forEach((sortName, index) => {
    const name = sortName === 'id' ? definition.id : sortName;
    const field = fields[name];
    if (!field || (!field.sort && name !== definition.id))
      throwMalformed('_sort', `This list cannot be sorted by ${sortName}.`);
    const direction = names.length ? (directions[index] ?? 'asc').toLowerCase() : definition.default_sort[index]![1];
    if (direction !== 'asc' && direction !== 'desc') throwMalformed('_order', 'Choose asc or desc.');
    order.push([field.sort_as ?? columnNameOf(name, field), direction]);
  });
  // The key makes the order unique, so that pages do not overlap; in the direction of the last column, as in the index.
  const hasUniqueSort = sortNames.some((name) => name === 'id' || name === definition.id || isUnique(fields[name]!));
  if (!hasUniqueSort) order.push([definition.id, order.at(-1)?.[1] ?? 'asc']);
  return order;
}

/** A unique column needs no further sort key, and its index could not serve one. */
const isUnique = ({ keyed, folded: isFolded, sort_as }: Field): boolean => Boolean(keyed) && !isFolded && !sort_as;

function parseWindow(query: RawQuery, ids: number): { offset: number; limit: number } {
  const start = parseIntegerKey(query, '_start') ?? 0;
  const end = parseIntegerKey(query, '_end') ?? start + (ids || PAGE_DEFAULT);
  if (end < start) throwMalformed('_end', '_end may not be before _start.');
  const limit = end - start;
  if (limit > Math.max(PAGE_MAX, Math.min(ids, IDS_MAX))) throwMalformed('_end', `At most ${PAGE_MAX} rows a page.`);
  return { offset: start, limit };
}

function parseIntegerKey(query: RawQuery, key: string): number | undefined {
  const raw = readSingle(query, key);
  if (raw === undefined) return undefined;
  const text = toAsciiDigits(raw);
  if (!/^\d{1,9}$/.test(text)) throwMalformed(key, `${key} is a whole number.`);
  return Number(text);
}

function readSingle(query: RawQuery, key: string): string | undefined {
  const values = toValues(query[key]);
  if (values.length > 1) throwMalformed(key, `Send ${key} once.`);
  return values[0];
}

const toValues = (raw: string | readonly string[] | undefined): string[] =>
  raw === undefined ? [] : typeof raw === 'string' ? [raw] : [...raw];
const filterableNames = (fields: ListFields): string[] =>
  Object.keys(fields).filter((name) => fields[name]!.filter || (STANDARD_FIELDS as readonly string[]).includes(name));

function throwMalformed(key: string, message: string): never {
  throw new MalformedRequestError(message, { [key]: [fieldError('query', message)] });
}
