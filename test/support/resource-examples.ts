import type { Fields } from '../../src/contract/fields';
import { isWritable, type ResourceDefinition } from '../../src/contract/resource';
import { listResources, type ResourceMetadata } from '../../src/tenancy/resource-metadata';

/**
 * Resources that an admin creates and deletes through CRUD calls, except those with a path in `ids`: these are
 * created together with the records they refer to. The examples of the other definitions are complete create bodies.
 */
export const resourcesWithExamples = (ids: Readonly<Record<string, string>>): ResourceMetadata[] =>
  listResources().filter(
    ({ definition: { name, remove, write } }) =>
      remove === 'delete' && write.includes('admin') && !(`/api/${name}` in ids),
  );

/** The n-th create body: unique fields are numbered. */
export function exampleBody({ fields }: ResourceDefinition<Fields>, n = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (field.example === undefined || !isWritable(field, 'create')) return [];
      return [[name, n > 0 && 'keyed' in field && field.keyed ? `${String(field.example)} ${n}` : field.example]];
    }),
  );
}
