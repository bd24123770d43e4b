import { Injectable } from '@nestjs/common';
import type { Day } from '../../common/calendar';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { RuleTurn } from './rule-turn.entity';

/** Serialises changes and runs of a customer's rules. */
@Injectable()
export class RuleLockService {
  constructor(@InjectTenantRepository(RuleTurn) private readonly turns: TenantRepository<RuleTurn>) {}

  /** Waits for the lock and holds it until the open transaction ends. Call it before any read. */
  async acquire(tenant: Tenant): Promise<void> {
    await this.turns.insertOrAdd(tenant, [{ taken: 1, whole_at: null, swept_on: null }], 'taken', 1);
  }

  /** A run that started earlier but ends later does not overwrite a newer value. */
  async markApplied(tenant: Tenant, whole_at: number): Promise<void> {
    const earlier = { anyOf: [{ whole_at: null }, { whole_at: { lt: whole_at } }] };
    await this.turns.update(tenant, earlier, { whole_at });
  }

  async saveDailyRun(tenant: Tenant, swept_on: Day): Promise<void> {
    await this.turns.update(tenant, {}, { swept_on });
  }

  async findAppliedAt(tenant: Tenant): Promise<number | null> {
    return (await this.turns.findOne(tenant, {}))?.whole_at ?? null;
  }
}
