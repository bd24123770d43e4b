import { normalizeKey } from '../../common/text-normalization';
import type { Importable } from './importable-registry';
import type { Values } from './import-row.entity';

type KeyedResource = Pick<Importable, 'definition' | 'keys'>;

/** The single key field; null: the key has several fields, and rows of a file cannot refer to each other. */
export const singleKeyField = ({ keys }: KeyedResource): string | null => (keys.length === 1 ? keys[0]! : null);

/** Identity of a row or record by its key fields; null if one is missing. References must be ids. */
export function identityOf(importable: KeyedResource, values: Values): string | null {
  const keyField = singleKeyField(importable);
  if (keyField !== null) return typeof values[keyField] === 'string' ? normalizeKey(values[keyField]) : null;
  const keyValues = importable.keys.map((name) => values[name] ?? importable.definition.fields[name]!.initial ?? null);
  return keyValues.includes(null) ? null : keyValues.join(' ');
}

/** Display name of a row, from its key fields as written in the file. */
export function rowName({ definition, keys }: KeyedResource, values: Values | null): string {
  const nameFields = keys.filter((name) => ['text', 'ref', 'day'].includes(definition.fields[name]!.kind));
  return nameFields
    .map((name) => String(values?.[name] ?? ''))
    .filter(Boolean)
    .join(' · ');
}
