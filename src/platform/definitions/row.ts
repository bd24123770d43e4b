import type { Field, Fields } from '../../contract/fields';
import { webAddressOf } from '../../contract/web-address';
import { isNullable, isWritable, type ResourceDefinition, type RowOf } from '../../contract/resource';
import { parseInstant } from '../calendar';

type Plain = Record<string, unknown>;
const shapes = new WeakMap<object, { name: string; instant: boolean }[]>();

/**
 * A record as the resource API answers it: the definition's fields in their order, `id` beside the domain name, instants
 * as ISO text. Fields that are computed elsewhere come in `more`.
 */
export function rowOf<R extends ResourceDefinition<Fields>>(
  definition: R,
  record: object,
  more: object = {},
): RowOf<R> {
  let shape = shapes.get(definition);
  if (!shape) {
    shape = Object.entries(definition.fields).map(([name, field]) => ({ name, instant: field.kind === 'instant' }));
    shapes.set(definition, shape);
  }
  const from = record as Plain;
  const extra = more as Plain;
  const row: Plain = { id: from[definition.id] };
  for (const { name, instant } of shape) {
    const value = name in extra ? extra[name] : from[name];
    row[name] = instant && typeof value === 'number' ? toIso(value) : (value ?? null);
  }
  if (definition.stamps === false) return row as RowOf<R>;
  row['row_version'] = from['row_version'];
  row['created_at'] = toIso(from['created_at'] as number);
  row['updated_at'] = toIso(from['updated_at'] as number);
  return row as RowOf<R>;
}

/**
 * What a validated body says about a record: only writable fields; text trimmed, e-mails lower case, '' and null alike
 * empty, instants in milliseconds; on create the initial values are filled in.
 */
export function recordOf<R extends ResourceDefinition<Fields>>(
  definition: R,
  body: object,
  when: 'create' | 'change',
): Plain {
  const given = body as Plain;
  const record: Plain = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (!isWritable(field, when)) continue;
    const value = given[name];
    if (value === undefined) {
      if (when === 'create') record[name] = field.initial ?? (field.kind === 'refMany' ? [] : null);
      continue;
    }
    record[name] = cleaned(field, value);
  }
  return record;
}

function cleaned(field: Field, value: unknown): unknown {
  if (value === null || value === '') return isNullable(field) ? null : (field.initial ?? value);
  if (field.kind === 'instant') return parseInstant(String(value));
  if (field.kind === 'url') return webAddressOf(String(value)) ?? value;
  if (field.kind === 'email') return String(value).trim().toLowerCase();
  if (typeof value === 'string') return value.trim() === '' && isNullable(field) ? null : value.trim();
  return value;
}

/** Milliseconds as ISO 8601 text in UTC: 2026-03-01T09:05:07.000Z. */
export const toIso = (milliseconds: number): string => new Date(milliseconds).toISOString();
