import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { Records } from '../tenancy/tenancy.module';
import type { TenantRepository } from '../tenancy/tenant-repository';
import type { Tenant } from '../tenancy/tenant';
import { PlanUsageRow } from './plan-usage.entity';
import { PlanLimitReached } from './subscription.errors';

export type Quota = 'staff' | 'training';
export interface Usage {
  total_staff: number;
  no_of_staff: number;
  total_training: number;
  no_of_training: number;
}

/** Seats of the plan: staff (invited, active, suspended) and trainings (draft, published); never assignments. */
@Injectable()
export class PlanUsage {
  constructor(
    @Records(PlanUsageRow) private readonly usage: TenantRepository<PlanUsageRow>,
    private readonly database: Database,
  ) {}

  /**
   * Takes `n` seats or refuses, in the caller's transaction. One guarded update decides: a locking read alone would let
   * two cluster nodes both commit (contract.md, Integrity).
   * @throws PlanLimitReached
   */
  async take(tenant: Tenant, quota: Quota, n = 1): Promise<void> {
    // Two columns are compared with each other, which a `where` of values cannot say.
    const taken = await this.database.write(
      quota === 'staff'
        ? 'UPDATE plan_usage SET staff_used = staff_used + ? WHERE customer_id = ? AND staff_used + ? <= staff_limit'
        : 'UPDATE plan_usage SET training_used = training_used + ? WHERE customer_id = ? AND training_used + ? <= training_limit',
      [n, tenant.customer_id, n],
    );
    if (taken) return;
    const row = await this.usage.one(tenant, {});
    if (quota === 'staff') throw new PlanLimitReached('staff', row?.staff_limit ?? 0, row?.staff_used ?? 0);
    throw new PlanLimitReached('training', row?.training_limit ?? 0, row?.training_used ?? 0);
  }

  async give(tenant: Tenant, quota: Quota, n = 1): Promise<void> {
    await this.usage.add(tenant, {}, quota === 'staff' ? 'staff_used' : 'training_used', -n);
  }

  /** Used and allowed, in the specification's words. */
  async of(tenant: Tenant): Promise<Usage> {
    const row = await this.usage.one(tenant, {});
    return {
      total_staff: row?.staff_used ?? 0,
      no_of_staff: row?.staff_limit ?? 0,
      total_training: row?.training_used ?? 0,
      no_of_training: row?.training_limit ?? 0,
    };
  }

  /** A new organisation, in its registration's transaction. */
  async open(tenant: Tenant, limits: { staff: number; training: number }): Promise<void> {
    await this.usage.insert(tenant, {
      staff_used: 0,
      staff_limit: limits.staff,
      training_used: 0,
      training_limit: limits.training,
    });
  }

  /** Another plan: what is used stays, also above the new limit. */
  async setLimits(tenant: Tenant, limits: { staff: number; training: number }): Promise<void> {
    await this.usage.update(tenant, {}, { staff_limit: limits.staff, training_limit: limits.training });
  }
}
