import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PEOPLE_PLACED } from '../staff/staff.events';
import { Announcements } from '../tenancy/announcements';
import { Jobs } from '../tenancy/jobs/jobs.service';
import type { Tenant } from '../tenancy/tenant';
import { RuleReading } from './rule-reading';
import { TRAINING_OFFERED } from './training.events';

export const APPLY_RULES = 'apply_rules';
/** Whom to look at; null: everybody. */
export interface RuleOrder {
  staff_id: readonly string[] | null;
}

/** Whatever changes what rules want owes a look at those whom it concerns, in its own transaction. */
@Injectable()
export class RuleTriggers implements OnModuleInit {
  constructor(
    private readonly reading: RuleReading,
    private readonly jobs: Jobs,
    private readonly announcements: Announcements,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(PEOPLE_PLACED, async (tenant, { staff_id }) => {
      if (await this.reading.isAny(tenant)) await this.owe(tenant, staff_id);
    });
    this.announcements.listen(TRAINING_OFFERED, async (tenant, { training_id }) => {
      if (await this.reading.isWanted(tenant, training_id)) await this.owe(tenant, null);
    });
  }

  async owe(tenant: Tenant, staff_id: readonly string[] | null): Promise<void> {
    const order: RuleOrder = { staff_id };
    await this.jobs.enqueue(tenant, APPLY_RULES, order, staff_id?.length ?? null);
  }
}
