import { Injectable } from '@nestjs/common';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { LedgerLock } from './ledger-lock.entity';

/**
 * Serialises read-then-rewrite work on one person (levels, targets, employments, past job roles) or one job role
 * (targets). Writes a row instead of a locking read, because two nodes of a cluster would both be granted the latter;
 * there the second to commit is rejected and retried.
 */
@Injectable()
export class LedgerLocks {
  constructor(@InjectTenantRepository(LedgerLock) private readonly locks: TenantRepository<LedgerLock>) {}

  /**
   * Waits for the locks and holds them until the open transaction ends. Call it before reading what will be
   * rewritten. Pass all holders of a transaction in one call: they are locked in id order, which prevents deadlocks.
   */
  async acquire(tenant: Tenant, holder_id: Iterable<string>): Promise<void> {
    const rows = [...new Set(holder_id)].sort().map((each) => ({ holder_id: each, taken: 1 }));
    if (rows.length) await this.locks.insertOrAdd(tenant, rows, 'taken', 1);
  }

  /** Deletes the lock row together with its holder. */
  async remove(tenant: Tenant, holder_id: string): Promise<void> {
    await this.locks.remove(tenant, { holder_id });
  }
}
