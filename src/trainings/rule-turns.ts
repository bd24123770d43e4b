import { Injectable } from '@nestjs/common';
import type { Day } from '../platform/calendar';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { RuleTurn } from './rule-turn.entity';

/** One at a time changes an organisation's rules, or brings them about; and how far that has come. */
@Injectable()
export class RuleTurns {
  constructor(@Records(RuleTurn) private readonly turns: TenantRepository<RuleTurn>) {}

  /** Waits until nobody else has it, and keeps it until the open transaction ends; before the first look. */
  async take(tenant: Tenant): Promise<void> {
    await this.turns.insertOrAdd(tenant, [{ taken: 1, whole_at: null, swept_on: null }], 'taken', 1);
  }

  /** Everybody has been looked at since then; a run that began earlier and ends later says nothing new. */
  async cameWhole(tenant: Tenant, whole_at: number): Promise<void> {
    const earlier = { anyOf: [{ whole_at: null }, { whole_at: { lt: whole_at } }] };
    await this.turns.update(tenant, earlier, { whole_at });
  }

  async swept(tenant: Tenant, swept_on: Day): Promise<void> {
    await this.turns.update(tenant, {}, { swept_on });
  }

  async wholeAt(tenant: Tenant): Promise<number | null> {
    return (await this.turns.one(tenant, {}))?.whole_at ?? null;
  }
}
