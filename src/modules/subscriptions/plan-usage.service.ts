import { Injectable } from '@nestjs/common';
import { Database } from '../../infrastructure/database/database';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import type { Tenant } from '../../tenancy/tenant';
import { PlanUsageRow } from './plan-usage.entity';
import { PlanLimitReachedError } from './subscription.errors';

export type Quota = 'staff' | 'training';
export interface Usage {
  total_staff: number;
  no_of_staff: number;
  total_training: number;
  no_of_training: number;
}

/** Seats of the plan: staff (invited, active, suspended) and trainings (draft, published); never assignments. */
@Injectable()
export class PlanUsageService {
  constructor(
    @InjectTenantRepository(PlanUsageRow) private readonly usage: TenantRepository<PlanUsageRow>,
    private readonly database: Database,
  ) {}

  /**
   * Reserves `n` seats, in the caller's transaction. A conditional update decides: with a locking read two cluster
   * nodes could both commit.
   * @throws PlanLimitReachedError
   */
  async reserve(tenant: Tenant, quota: Quota, n = 1): Promise<void> {
    // Plain SQL: repository conditions cannot compare two columns.
    const updatedRows = await this.database.write(
      quota === 'staff'
        ? 'UPDATE plan_usage SET staff_used = staff_used + ? WHERE customer_id = ? AND staff_used + ? <= staff_limit'
        : 'UPDATE plan_usage SET training_used = training_used + ? WHERE customer_id = ? AND training_used + ? <= training_limit',
      [n, tenant.customer_id, n],
    );
    if (updatedRows) return;
    const row = await this.usage.findOne(tenant, {});
    if (quota === 'staff') throw new PlanLimitReachedError('staff', row?.staff_limit ?? 0, row?.staff_used ?? 0);
    throw new PlanLimitReachedError('training', row?.training_limit ?? 0, row?.training_used ?? 0);
  }

  async release(tenant: Tenant, quota: Quota, n = 1): Promise<void> {
    await this.usage.add(tenant, {}, quota === 'staff' ? 'staff_used' : 'training_used', -n);
  }

  /** Usage and limits, with the field names of the specification. */
  async read(tenant: Tenant): Promise<Usage> {
    const row = await this.usage.findOne(tenant, {});
    return {
      total_staff: row?.staff_used ?? 0,
      no_of_staff: row?.staff_limit ?? 0,
      total_training: row?.training_used ?? 0,
      no_of_training: row?.training_limit ?? 0,
    };
  }

  /** For a new customer, in the transaction of its registration. */
  async create(tenant: Tenant, limits: { staff: number; training: number }): Promise<void> {
    await this.usage.insert(tenant, {
      staff_used: 0,
      staff_limit: limits.staff,
      training_used: 0,
      training_limit: limits.training,
    });
  }

  /** Usage stays, even above the new limits. */
  async setLimits(tenant: Tenant, limits: { staff: number; training: number }): Promise<void> {
    await this.usage.update(tenant, {}, { staff_limit: limits.staff, training_limit: limits.training });
  }
}
