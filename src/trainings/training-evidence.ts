import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt } from '../platform/calendar';
import { RecordedEvidence } from '../skills/recorded-evidence';
import { SkillLedger } from '../skills/skill-ledger.service';
import { Announcements } from '../tenancy/announcements';
import type { Tenant } from '../tenancy/tenant';
import { COMPLETION_REVOKED, TRAINING_COMPLETED, type Completion } from './training.events';

/** A completed training becomes evidence, one row a skill, in the transaction that completes it (reports.md §2); taken back with it. */
@Injectable()
export class TrainingEvidence implements OnModuleInit {
  constructor(
    private readonly ledger: SkillLedger,
    private readonly recorded: RecordedEvidence,
    private readonly announcements: Announcements,
  ) {}

  onModuleInit(): void {
    this.announcements.listen(TRAINING_COMPLETED, (tenant, completion) => this.trainingCompleted(tenant, completion));
    this.announcements.listen(COMPLETION_REVOKED, (tenant, { assignment_id, completion_no, reason }) =>
      this.recorded.takeBackCompletion(tenant, { source_id: assignment_id, completion_no }, reason),
    );
  }

  async trainingCompleted(tenant: Tenant, completion: Completion): Promise<void> {
    const { assignment_id, completion_no, staff_id, training_id, quiz } = completion;
    const effective_date = dayAt(completion.completed_at, tenant.time_zone);
    await this.ledger.grant(
      tenant,
      completion.granted.map(({ skill_id, level, validity_months }) => ({
        staff_id,
        skill_id,
        kind: 'training',
        level,
        effective_date,
        validity_months,
        extends_within: completion.extends_within,
        source_type: 'completion',
        source_id: assignment_id,
        completion_no,
        training_id,
        attempt_id: quiz?.attempt_id ?? null,
        score_correct: quiz?.correct ?? null,
        score_total: quiz?.total ?? null,
      })),
    );
  }
}
