import type { Fields } from '../../contract/fields';
import type { ResourceDefinition } from '../../contract/resource';
import { treeReferencesOf } from '../../contract/tree-references';
import type { Clock } from '../../platform/clock';
import type { Database } from '../../platform/database/database';
import type { Where } from '../../platform/database/where';
import type { Tenant } from '../tenant';
import { TenantRepository } from '../tenant-repository';
import { everyKept } from './kept';
import { idsWithBelow, Tree, type Branch } from './tree';

type Excluding = Readonly<Record<string, unknown>> & { ne?: unknown; nin?: readonly string[] };

/**
 * Widens the filters of a list on references to a tree (departments, training categories): an id stands for all that is
 * below it, too. Decided here for every list, on screen, in the API and in exports.
 */
export class TreeFilters {
  constructor(
    private readonly definition: ResourceDefinition<Fields>,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The same conditions with the ids of what is below; reads each tree in them once. */
  async widen<E>(tenant: Tenant, where: Where<E>): Promise<Where<E>> {
    const wide: Record<string, unknown> = { ...where };
    for (const name of treeReferencesOf(this.definition)) {
      if (!namesIds(wide[name])) continue;
      const parents = await this.treeOf(this.definition.fields[name]!.resource!).parents(tenant);
      wide[name] = widened(wide[name], parents);
    }
    return wide as Where<E>;
  }

  private treeOf(resource: string): Tree<Branch> {
    const { entity, definition } = everyKept().find((kept) => kept.definition.name === resource)!;
    return new Tree(new TenantRepository<Branch>(this.database, this.clock, entity), definition.id as never);
  }
}

function namesIds(condition: unknown): boolean {
  if (typeof condition === 'string') return true;
  if (Array.isArray(condition)) return condition.length > 0;
  const { ne, nin } = (condition ?? {}) as Excluding;
  return typeof ne === 'string' || Boolean(nin?.length);
}

function widened(condition: unknown, parents: ReadonlyMap<string, string | null>): unknown {
  if (typeof condition === 'string') {
    const ids = idsWithBelow([condition], parents);
    return ids.length === 1 ? condition : ids;
  }
  if (Array.isArray(condition)) return idsWithBelow(condition as string[], parents);
  const { ne, nin = [], ...others } = condition as Excluding;
  return { ...others, nin: idsWithBelow(typeof ne === 'string' ? [ne, ...nin] : nin, parents) };
}
