import { Injectable, type OnModuleInit } from '@nestjs/common';
import { dayAt } from '../../common/calendar';
import { EvidenceRecordingService } from '../skills/evidence-recording.service';
import { SkillLedgerService } from '../skills/skill-ledger.service';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import type { Tenant } from '../../tenancy/tenant';
import { COMPLETION_REVOKED, TRAINING_COMPLETED, type Completion } from './training.events';

/** Turns a completion into evidence in the same transaction (docs/skill-levels.md). */
@Injectable()
export class TrainingEvidenceListener implements OnModuleInit {
  constructor(
    private readonly ledger: SkillLedgerService,
    private readonly evidenceRecording: EvidenceRecordingService,
    private readonly eventBus: DomainEventBus,
  ) {}

  onModuleInit(): void {
    this.eventBus.listen(TRAINING_COMPLETED, (tenant, completion) => this.grantLevels(tenant, completion));
    this.eventBus.listen(COMPLETION_REVOKED, (tenant, { assignment_id, completion_no, reason }) =>
      this.evidenceRecording.voidCompletion(tenant, { source_id: assignment_id, completion_no }, reason),
    );
  }

  async grantLevels(tenant: Tenant, completion: Completion): Promise<void> {
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
