import type { Field, Fields } from '../../contract/fields';
import { normalizeWebAddress } from '../../contract/web-address';
import { isNullable, isWritable, type ResourceDefinition, type RowOf } from '../../contract/resource';
import { parseInstant } from '../calendar';

type PlainObject = Record<string, unknown>;
const rowShapes = new WeakMap<object, { name: string; instant: boolean }[]>();

/**
 * The row of a record for the resource API: the fields in the order of the definition, `id` in addition to the domain
 * key, instants as ISO text.
 * @param computed values of computed fields
 */
export function rowOf<R extends ResourceDefinition<Fields>>(
  definition: R,
  record: object,
  computed: object = {},
): RowOf<R> {
  let shape = rowShapes.get(definition);
  if (!shape) {
    shape = Object.entries(definition.fields).map(([name, field]) => ({ name, instant: field.kind === 'instant' }));
    rowShapes.set(definition, shape);
  }
  const source = record as PlainObject;
  const computedFields = computed as PlainObject;
  const row: PlainObject = { id: source[definition.id] };
  for (const { name, instant } of shape) {
    const value = name in computedFields ? computedFields[name] : source[name];
    row[name] = instant && typeof value === 'number' ? toIso(value) : (value ?? null);
  }
  if (definition.stamps === false) return row as RowOf<R>;
  row['row_version'] = source['row_version'];
  row['created_at'] = toIso(source['created_at'] as number);
  row['updated_at'] = toIso(source['updated_at'] as number);
  return row as RowOf<R>;
}

/**
 * The record values of a validated body: writable fields only, text trimmed, e-mails in lower case, '' and null as
 * empty, instants in milliseconds. On create, absent fields get their initial values.
 */
export function recordOf<R extends ResourceDefinition<Fields>>(
  definition: R,
  body: object,
  when: 'create' | 'change',
): PlainObject {
  const input = body as PlainObject;
  const record: PlainObject = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!isWritable(field, when)) continue;
    const value = input[name];
    if (value === undefined) {
      if (when === 'create') record[name] = field.initial ?? (field.kind === 'refMany' ? [] : null);
      continue;
    }
    record[name] = cleanValue(field, value);
  }
  return record;
}

function cleanValue(field: Field, value: unknown): unknown {
  if (value === null || value === '') return isNullable(field) ? null : (field.initial ?? value);
  if (field.kind === 'instant') return parseInstant(String(value));
  if (field.kind === 'url') return normalizeWebAddress(String(value)) ?? value;
  if (field.kind === 'email') return String(value).trim().toLowerCase();
  if (typeof value === 'string') return value.trim() === '' && isNullable(field) ? null : value.trim();
  return value;
}

/** Milliseconds as ISO 8601 text in UTC: 2026-03-01T09:05:07.000Z. */
export const toIso = (milliseconds: number): string => new Date(milliseconds).toISOString();
