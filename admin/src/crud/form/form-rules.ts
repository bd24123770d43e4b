import type { Field } from '@contract/fields';
import { canBeEmpty } from '@contract/resource';
import { normalizeWebAddress } from '@contract/web-address';
import { ISO_DAY } from '@/api/text-lookup';

/**
 * Client-side validation by the field's definition, with the server's limits. A rule returns a text key and its facts.
 */
export interface ValidationIssue {
  readonly key: string;
  readonly facts?: Readonly<Record<string, string | number>>;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether the field is required. A field with an `initial` may be left out on create but not emptied on a change. */
export function isRequired(field: Field, when: 'create' | 'change'): boolean {
  if (field.required) return true;
  return when === 'change' && !canBeEmpty(field) && field.kind !== 'refMany' && field.kind !== 'flag';
}

/** The validation issue of a value, or null. Lengths are counted in characters, not in code units. */
export function validateField(field: Field, value: unknown, when: 'create' | 'change'): ValidationIssue | null {
  if (typeof value === 'string' && field.kind !== 'choice' && value !== '' && value.trim() === '') {
    return isRequired(field, when) ? { key: 'field_errors.required' } : null;
  }
  if (isEmpty(value)) return isRequired(field, when) ? { key: 'field_errors.required' } : null;
  return validateFilledValue(field, value);
}

function validateFilledValue(field: Field, value: unknown): ValidationIssue | null {
  switch (field.kind) {
    case 'whole':
    case 'money':
    case 'level':
      return validateNumber(field, Number(value));
    case 'day':
      return isDay(String(value)) ? null : { key: 'field_errors.day_unclear' };
    case 'choice':
      return field.choices?.includes(String(value)) ? null : { key: 'field_errors.choice' };
    case 'refMany':
      return field.max !== undefined && (value as unknown[]).length > field.max
        ? { key: 'field_errors.too_many', facts: { count: field.max } }
        : null;
    case 'instant':
      return isInstant(value) ? null : { key: 'field_errors.day_unclear' };
    case 'flag':
    case 'ref':
    case 'id':
      return null;
    default:
      return validateText(field, String(value));
  }
}

function validateNumber(field: Field, value: number): ValidationIssue | null {
  if (!Number.isInteger(value)) return { key: 'field_errors.whole' };
  if (field.min !== undefined && value < field.min) return { key: 'field_errors.min', facts: { min: field.min } };
  if (field.max !== undefined && value > field.max) return { key: 'field_errors.max', facts: { max: field.max } };
  return null;
}

function validateText(field: Field, value: string): ValidationIssue | null {
  const length = [...value].length;
  if (field.max !== undefined && length > field.max)
    return { key: 'field_errors.too_long_now', facts: { count: field.max, length } };
  if (field.min !== undefined && length < field.min)
    return { key: 'field_errors.too_short', facts: { count: field.min } };
  if (field.kind === 'email' && !EMAIL.test(value.trim())) return { key: 'field_errors.email' };
  if (field.kind === 'url' && normalizeWebAddress(value) === null) return { key: 'field_errors.url' };
  if (field.pattern && !new RegExp(field.pattern, 'u').test(value.trim())) {
    if (field.kind === 'phone') return { key: 'field_errors.phone' };
    return { key: field.kind === 'color' ? 'field_errors.color' : 'field_errors.pattern' };
  }
  return null;
}

export const isInstant = (value: unknown): boolean => !Number.isNaN(Date.parse(String(value)));

function isDay(text: string): boolean {
  if (!ISO_DAY.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/**
 * Splits server errors into those of visible fields and the rest, which is shown above the form. Errors inside a field
 * (`options.2.text`) belong to that field.
 */
export function assignErrors(
  errors: Readonly<Record<string, readonly string[] | string>>,
  visibleFields: ReadonlySet<string>,
): { fields: { name: string; errors: string[] }[]; rest: string[] } {
  const byField = new Map<string, string[]>();
  const rest: string[] = [];
  for (const [name, messages] of Object.entries(errors)) {
    const texts = Array.isArray(messages) ? [...(messages as readonly string[])] : [String(messages)];
    const field = visibleFields.has(name) ? name : (name.split('.')[0] ?? name);
    if (visibleFields.has(field)) byField.set(field, [...(byField.get(field) ?? []), ...texts]);
    else rest.push(...texts);
  }
  return { fields: [...byField].map(([name, messages]) => ({ name, errors: [...new Set(messages)] })), rest };
}
