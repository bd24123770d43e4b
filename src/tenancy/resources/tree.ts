import { OwnAncestor } from '../../platform/errors/record-errors';
import type { Where } from '../../platform/database/where';
import type { Tenant } from '../tenant';
import type { TenantRepository } from '../tenant-repository';

/** A record of a tree. */
export interface Branch {
  row_version: number;
  parent_id: string | null;
}

/**
 * The ids and the ids of all that is below them, each once. An id outside the tree stands for itself.
 * @param parents each id of the tree with the one above it; a circle does no harm
 */
export function idsWithBelow(ids: readonly string[], parents: ReadonlyMap<string, string | null>): string[] {
  const children = new Map<string, string[]>();
  for (const [id, parent] of parents) {
    if (parent === null) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  const all = new Set(ids);
  // A set is walked to the end of what is added meanwhile.
  for (const id of all) for (const child of children.get(id) ?? []) all.add(child);
  return [...all];
}

/** Records that stand below one another by `parent_id`, never in a circle. */
export class Tree<E extends Branch> {
  constructor(
    private readonly records: TenantRepository<E>,
    private readonly key: keyof E & string,
  ) {}

  /**
   * In the transaction of the move. Two moves at once (A below B, B below A) would each look right: both touch the whole
   * way up before they look again.
   * @throws OwnAncestor
   */
  async demandNoCircle(tenant: Tenant, id: string, parent_id: string, field = 'parent_id'): Promise<void> {
    const way = await this.wayUp(tenant, id, parent_id, field);
    const touched = { [this.key]: [...way, id] } as Where<E>;
    // There and back: what leaves a row as it was is no write that another node of a cluster would collide with.
    await this.records.add(tenant, touched, 'row_version', 1);
    await this.records.add(tenant, touched, 'row_version', -1);
    await this.wayUp(tenant, id, parent_id, field);
  }

  /** Each id with the one above it: one read of the whole (small) tree. */
  async parents(tenant: Tenant): Promise<Map<string, string | null>> {
    return new Map((await this.records.find(tenant)).map((each) => [each[this.key] as string, each.parent_id]));
  }

  private async wayUp(tenant: Tenant, id: string, parent_id: string, field: string): Promise<string[]> {
    const parents = await this.parents(tenant);
    const way: string[] = [];
    for (let at: string | null | undefined = parent_id; at; at = parents.get(at)) {
      if (at === id || way.includes(at)) throw new OwnAncestor(field);
      way.push(at);
    }
    return way;
  }
}
