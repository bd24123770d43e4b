import type { CrudFilter } from '@refinedev/core';
import type { ResourceDefinition } from '@contract/resource';

/** Filters for the rows that a reference select offers; archived rows get no new references. */
export function selectableRowFilters(
  definition: ResourceDefinition | undefined,
  options: { hideArchived?: boolean; statuses?: readonly string[] | undefined },
): CrudFilter[] {
  if (options.statuses) return [{ field: 'status', operator: 'in', value: [...options.statuses] }];
  const canBeArchived = definition?.fields.status?.choices?.includes('archived');
  return options.hideArchived && canBeArchived ? [{ field: 'status', operator: 'ne', value: 'archived' }] : [];
}
