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
    row[name] = instant && typeof value === 'number' ? iso(value) : (value ?? null);
  }
  if (definition.stamps === false) return row as RowOf<R>;
  row['row_version'] = from['row_version'];
  row['created_at'] = iso(from['created_at'] as number);
  row['updated_at'] = iso(from['updated_at'] as number);
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

/**
 * As Date has it (2026-03-01T09:05:07.000Z). Rows that stand together are of one day as a rule: Date makes the text of that
 * once (96 ns an instant instead of 490).
 */
export function iso(milliseconds: number): string {
  const number = Math.floor(milliseconds / DAY_MS);
  if (number !== shownDay.number) {
    const text = new Date(number * DAY_MS).toISOString();
    shownDay = { number, text: text.slice(0, text.indexOf('T') + 1) };
  }
  const time = Math.floor(milliseconds - number * DAY_MS);
  const seconds = Math.floor(time / 1000);
  const minutes = Math.floor(seconds / 60);
  const [hour, minute, second] = [TWO[Math.floor(minutes / 60)], TWO[minutes % 60], TWO[seconds % 60]];
  return `${shownDay.text}${hour}:${minute}:${second}.${String(time % 1000).padStart(3, '0')}Z`;
}
const DAY_MS = 86_400_000;
const TWO = Array.from({ length: 60 }, (_, at) => String(at).padStart(2, '0'));
let shownDay = { number: Number.NaN, text: '' };
