import type { Fields } from './fields';
import type { ResourceDefinition } from './resource';
import { RESOURCES } from './resources';

/** Names of resources that form a tree by `parent_id`. */
const TREE_RESOURCES: ReadonlySet<string> = new Set(
  RESOURCES.filter(({ name, fields }) => fields['parent_id']?.resource === name).map(({ name }) => name),
);

/** Whether filters of this field include descendants. */
const isTreeReference = ({ kind, resource, filter }: Fields[string]): boolean =>
  kind === 'ref' && Boolean(filter) && TREE_RESOURCES.has(resource ?? '');

/** Filterable fields that refer to a tree. */
export const treeReferencesOf = ({ fields }: ResourceDefinition<Fields>): string[] =>
  Object.keys(fields).filter((name) => isTreeReference(fields[name]!));
