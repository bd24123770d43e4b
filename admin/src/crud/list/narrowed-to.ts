import type { Field } from '@contract/fields';
import type { ResourceModule } from '../module';

/** The same list for one person, one training: the column that would say the same in each row is left out, others are shown at first. */
export function narrowedTo(
  { page: _page, ...module }: ResourceModule,
  field: string,
  { shown = [], create }: { shown?: readonly string[]; create?: false } = {},
): ResourceModule {
  const fields: Record<string, Field> = { ...module.definition.fields };
  if (fields[field]) fields[field] = { ...fields[field], list: 'never', filter: false };
  for (const name of shown) if (fields[name]) fields[name] = { ...fields[name], list: 'shown' };
  const title = module.definition.title.filter((name) => name !== field);
  return {
    ...module,
    narrowedTo: field,
    definition: { ...module.definition, title, ...(create === false && { create }), fields },
  };
}
