import { Injectable } from '@nestjs/common';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { LedgerLock } from './ledger-lock.entity';

/**
 * One writer at a time for what is read and then rewritten of one person (levels, targets, employments, past job roles)
 * or of one job role (its targets). A written row, not a locking read, which two nodes of a cluster would both be granted:
 * of two writers there the second to commit is refused, and begins again.
 */
@Injectable()
export class LedgerLocks {
  constructor(@Records(LedgerLock) private readonly locks: TenantRepository<LedgerLock>) {}

  /**
   * Waits until nobody else has them, and keeps them until the open transaction ends. Before the first look at what will
   * be rewritten: who looked earlier has not seen what the one before wrote. All of a transaction's holders in one call,
   * written in the order of their ids, so that two who need the same ones cannot wait for each other.
   */
  async take(tenant: Tenant, holder_id: Iterable<string>): Promise<void> {
    const rows = [...new Set(holder_id)].sort().map((each) => ({ holder_id: each, taken: 1 }));
    if (rows.length) await this.locks.insertOrAdd(tenant, rows, 'taken', 1);
  }

  /** How often it has been locked; null: never. Read before the rows that `takeSince` then relies on. */
  async turnOf(tenant: Tenant, holder_id: string): Promise<number | null> {
    return (await this.locks.one(tenant, { holder_id }))?.taken ?? null;
  }

  /**
   * The same for who has looked before, and so waits only if there is something to write.
   * @param turn what `turnOf` answered before that look
   * @returns whether nobody has had it since: what was read then is still so. Taken it is in either case
   */
  async takeSince(tenant: Tenant, holder_id: string, turn: number | null): Promise<boolean> {
    const isNext =
      turn === null
        ? await this.locks.insertMissing(tenant, [{ holder_id, taken: 1 }])
        : await this.locks.add(tenant, { holder_id, taken: turn }, 'taken', 1);
    if (!isNext) await this.take(tenant, [holder_id]);
    return isNext > 0;
  }

  /** The holder itself goes. */
  async forget(tenant: Tenant, holder_id: string): Promise<void> {
    await this.locks.remove(tenant, { holder_id });
  }
}
