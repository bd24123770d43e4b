import type { Field } from '@contract/fields';
import type { ResourceModule } from '../resource-module';

/** The module of a list for one person or one training, without the column that is the same in each row. */
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
