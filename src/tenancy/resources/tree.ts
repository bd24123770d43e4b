import { OwnAncestor } from '../../platform/errors/record-errors';
import type { Where } from '../../platform/database/where';
import type { Tenant } from '../tenant';
import type { TenantRepository } from '../tenant-repository';

interface Branch {
  row_version: number;
  parent_id: string | null;
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

  /** One read of the whole (small) tree instead of one for each step. */
  private async wayUp(tenant: Tenant, id: string, parent_id: string, field: string): Promise<string[]> {
    const parents = new Map(
      (await this.records.find(tenant)).map((each) => [each[this.key] as string, each.parent_id]),
    );
    const way: string[] = [];
    for (let at: string | null | undefined = parent_id; at; at = parents.get(at)) {
      if (at === id || way.includes(at)) throw new OwnAncestor(field);
      way.push(at);
    }
    return way;
  }
}
