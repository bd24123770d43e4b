import type { Fields } from '../../src/contract/fields';
import { isWritable, type ResourceDefinition } from '../../src/contract/resource';
import { everyKept, type Kept } from '../../src/tenancy/resources/kept';

/**
 * Resources whose rows an admin makes and deletes by hand, but for those whose paths stand in `ids`: theirs are made with
 * what they refer to. The examples of the others' definitions make a row.
 */
export const madeOfExamples = (ids: Readonly<Record<string, string>>): Kept[] =>
  everyKept().filter(
    ({ definition: { name, remove, write } }) =>
      remove === 'delete' && write.includes('admin') && !(`/api/${name}` in ids),
  );

/** The n-th body of a create: what no other row may have is numbered. */
export function exampleOf({ fields }: ResourceDefinition<Fields>, n = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.example === undefined || !isWritable(field, 'create')) return [];
      return [[name, n > 0 && 'keyed' in field && field.keyed ? `${String(field.example)} ${n}` : field.example]];
    }),
  );
}
