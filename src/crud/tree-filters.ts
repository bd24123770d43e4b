import type { Fields } from '../contract/fields';
import type { ResourceDefinition } from '../contract/resource';
import { treeReferencesOf } from '../contract/tree-references';
import type { Clock } from '../common/clock';
import type { Database } from '../infrastructure/database/database';
import type { Where } from '../infrastructure/database/where';
import type { Tenant } from '../tenancy/tenant';
import { TenantRepository } from '../tenancy/tenant-repository';
import { listResources } from '../tenancy/resource-metadata';
import { idsWithDescendants, Tree, type TreeNode } from './tree';

type ExclusionFilter = Readonly<Record<string, unknown>> & { ne?: unknown; nin?: readonly string[] };

/**
 * Expands list filters on tree references (departments, training categories): an id includes its descendants. Applies
 * to all lists and exports.
 */
export class TreeFilters {
  constructor(
    private readonly definition: ResourceDefinition<Fields>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Reads each tree of the condition once. */
  async includeDescendants<E>(tenant: Tenant, where: Where<E>): Promise<Where<E>> {
    const expanded: Record<string, unknown> = { ...where };
    for (const name of treeReferencesOf(this.definition)) {
      if (!containsIds(expanded[name])) continue;
      const parents = await this.treeOf(this.definition.fields[name]!.resource!).parents(tenant);
      expanded[name] = expandCondition(expanded[name], parents);
    }
    return expanded as Where<E>;
  }

  private treeOf(resource: string): Tree<TreeNode> {
    const { entity, definition } = listResources().find((metadata) => metadata.definition.name === resource)!;
    return new Tree(new TenantRepository<TreeNode>(this.database, this.clock, entity), definition.id as never);
  }
}

function containsIds(condition: unknown): boolean {
  if (typeof condition === 'string') return true;
  if (Array.isArray(condition)) return condition.length > 0;
  const { ne, nin } = (condition ?? {}) as ExclusionFilter;
  return typeof ne === 'string' || Boolean(nin?.length);
}

function expandCondition(condition: unknown, parents: ReadonlyMap<string, string | null>): unknown {
  if (typeof condition === 'string') {
    const ids = idsWithDescendants([condition], parents);
    return ids.length === 1 ? condition : ids;
  }
  if (Array.isArray(condition)) return idsWithDescendants(condition as string[], parents);
  const { ne, nin = [], ...others } = condition as ExclusionFilter;
  return { ...others, nin: idsWithDescendants(typeof ne === 'string' ? [ne, ...nin] : nin, parents) };
}
