import type { Fields } from './fields';
import type { ResourceDefinition } from './resource';
import { RESOURCES } from './resources';

/** The names of the resources whose rows stand below one another by `parent_id`. */
const TREES: ReadonlySet<string> = new Set(
  RESOURCES.filter(({ name, fields }) => fields['parent_id']?.resource === name).map(({ name }) => name),
);

/** Whether the ids of this field's filters also stand for what is below them. */
const isTreeReference = ({ kind, resource, filter }: Fields[string]): boolean =>
  kind === 'ref' && Boolean(filter) && TREES.has(resource ?? '');

/** The fields of a list that refer to a tree and are filtered by. */
export const treeReferencesOf = ({ fields }: ResourceDefinition<Fields>): string[] =>
  Object.keys(fields).filter((name) => isTreeReference(fields[name]!));
