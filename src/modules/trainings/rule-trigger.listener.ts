import { Injectable, type OnModuleInit } from '@nestjs/common';
import { STAFF_PLACEMENT_CHANGED } from '../staff/staff.events';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { JobsService } from '../background-jobs/jobs.service';
import type { Tenant } from '../../tenancy/tenant';
import { AssignmentRuleQuery } from './assignment-rule.query';
import { TRAINING_STATUS_CHANGED } from './training.events';

export const APPLY_RULES = 'apply_rules';
/** null: all staff. */
export interface ApplyRulesPayload {
  staff_id: readonly string[] | null;
}

/** Enqueues a run of the rules for the people concerned, in the transaction of the change. */
@Injectable()
export class RuleTriggerListener implements OnModuleInit {
  constructor(
    private readonly ruleQuery: AssignmentRuleQuery,
    private readonly jobsService: JobsService,
    private readonly eventBus: DomainEventBus,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(STAFF_PLACEMENT_CHANGED, async (tenant, { staff_id }) => {
      if (await this.ruleQuery.hasRulesInForce(tenant)) await this.enqueue(tenant, staff_id);
    });
    this.eventBus.listen(TRAINING_STATUS_CHANGED, async (tenant, { training_id }) => {
      if (await this.ruleQuery.isAssignedByRule(tenant, training_id)) await this.enqueue(tenant, null);
    });
  }

  async enqueue(tenant: Tenant, staff_id: readonly string[] | null): Promise<void> {
    const payload: ApplyRulesPayload = { staff_id };
    await this.jobsService.enqueue(tenant, APPLY_RULES, payload, staff_id?.length ?? null);
  }
}
