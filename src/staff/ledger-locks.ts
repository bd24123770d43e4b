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

  /** The holder itself goes. */
  async forget(tenant: Tenant, holder_id: string): Promise<void> {
    await this.locks.remove(tenant, { holder_id });
  }
}
