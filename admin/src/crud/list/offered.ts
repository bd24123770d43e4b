/** Decides which rows a choice of references offers, as filters of its list. Pure. */
import type { CrudFilter } from '@refinedev/core';
import type { ResourceDefinition } from '@contract/resource';

/** @param asked `statuses`: only these; `hideArchived`: what is archived keeps its place and gets no new one */
export function offeredOf(
  definition: ResourceDefinition | undefined,
  asked: { hideArchived?: boolean; statuses?: readonly string[] | undefined },
): CrudFilter[] {
  if (asked.statuses) return [{ field: 'status', operator: 'in', value: [...asked.statuses] }];
  const canBeArchived = definition?.fields.status?.choices?.includes('archived');
  return asked.hideArchived && canBeArchived ? [{ field: 'status', operator: 'ne', value: 'archived' }] : [];
}
