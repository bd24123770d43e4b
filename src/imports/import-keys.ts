import { keyOf } from '../platform/folded';
import type { Importable } from './importables';
import type { Values } from './import-row.entity';

type Keyed = Pick<Importable, 'definition' | 'keys'>;

/** The field that tells rows apart alone; null: several do together, and no row of a file can name another one. */
export const soleKey = ({ keys }: Keyed): string | null => (keys.length === 1 ? keys[0]! : null);

/** Which one a row, or a record, is: null where what says so is missing. References are ids by then. */
export function identityOf(it: Keyed, values: Values): string | null {
  const sole = soleKey(it);
  if (sole !== null) return typeof values[sole] === 'string' ? keyOf(values[sole]) : null;
  const parts = it.keys.map((name) => values[name] ?? it.definition.fields[name]!.initial ?? null);
  return parts.includes(null) ? null : parts.join(' ');
}

/** What a row is called by the file: whom, what and when. */
export function nameOf({ definition, keys }: Keyed, given: Values | null): string {
  const told = keys.filter((name) => ['text', 'ref', 'day'].includes(definition.fields[name]!.kind));
  return told
    .map((name) => String(given?.[name] ?? ''))
    .filter(Boolean)
    .join(' · ');
}
