import { OwnAncestorError } from '../common/errors/record.errors';
import type { Where } from '../infrastructure/database/where';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';

export interface TreeNode {
  row_version: number;
  parent_id: string | null;
}

/**
 * The ids and all of their descendants, without duplicates. An id outside the tree is kept.
 * @param parents id → parent id; cycles are harmless
 */
export function idsWithDescendants(ids: readonly string[], parents: ReadonlyMap<string, string | null>): string[] {
  const children = new Map<string, string[]>();
  for (const [id, parent] of parents) {
    if (parent === null) continue;
    const siblings = children.get(parent);
    if (siblings) siblings.push(id);
    else children.set(parent, [id]);
  }
  const result = new Set(ids);
  // A Set iterates over entries that are added during the loop.
  for (const id of result) for (const child of children.get(id) ?? []) result.add(child);
  return [...result];
}

/** Records with a `parent_id`, without cycles. */
export class Tree<E extends TreeNode> {
  constructor(
    private readonly records: TenantRepository<E>,
    private readonly key: keyof E & string,
  ) {}

  /**
   * Runs in the transaction of a move. Two concurrent moves (A below B, B below A) are each valid on their own, so the
   * whole path to the root is written and then checked again.
   * @throws OwnAncestorError
   */
  async requireNoCycle(tenant: Tenant, id: string, parent_id: string, field = 'parent_id'): Promise<void> {
    const path = await this.ancestorsOf(tenant, id, parent_id, field);
    const pathRows = { [this.key]: [...path, id] } as Where<E>;
    // Up and down: an update that changes nothing would not conflict on another cluster node.
    await this.records.add(tenant, pathRows, 'row_version', 1);
    await this.records.add(tenant, pathRows, 'row_version', -1);
    await this.ancestorsOf(tenant, id, parent_id, field);
  }

  /** id → parent id. Reads the whole tree, which is small. */
  async parents(tenant: Tenant): Promise<Map<string, string | null>> {
    return new Map((await this.records.find(tenant)).map((each) => [each[this.key] as string, each.parent_id]));
  }

  private async ancestorsOf(tenant: Tenant, id: string, parent_id: string, field: string): Promise<string[]> {
    const parents = await this.parents(tenant);
    const path: string[] = [];
    for (let current: string | null | undefined = parent_id; current; current = parents.get(current)) {
      if (current === id || path.includes(current)) throw new OwnAncestorError(field);
      path.push(current);
    }
    return path;
  }
}
