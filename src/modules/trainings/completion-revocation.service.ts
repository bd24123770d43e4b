import { Injectable } from '@nestjs/common';
import { COMPLETED_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { StaleReadError, TransactionManager } from '../../infrastructure/database/transaction-manager';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { grantedLevels } from './granted-levels';
import { LearningQuery } from './learning.query';
import { TrainingCompletionService } from './training-completion.service';
import { COMPLETION_REVOKED, type PassedQuiz } from './training.events';

const COMPLETED_STATES: readonly string[] = COMPLETED_ASSIGNMENT_STATES;

/** Revokes completions that should not have counted. */
@Injectable()
export class CompletionRevocationService {
  constructor(
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly learning: LearningQuery,
    private readonly completion: TrainingCompletionService,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  /**
   * Voids the granted evidence and reopens the cycle, unless a later cycle exists. The caller holds the person's
   * LedgerLocks. @returns whether the cycle was reopened
   */
  async revoke(tenant: Tenant, assignment: TrainingAssignment, reason: string): Promise<boolean> {
    const { assignment_id, staff_id, training_id, cycle, completion_no, completed_at, state } = assignment;
    if (!COMPLETED_STATES.includes(state) || completed_at === null) return false;
    return this.transactions.run(async () => {
      const isLatestCycle = !(await this.hasLaterCycle(tenant, assignment));
      if (isLatestCycle) await this.reopen(tenant, assignment, reason);
      const revoked = { assignment_id, staff_id, training_id, cycle, completion_no, completed_at, reason };
      await this.eventBus.publish(COMPLETION_REVOKED, tenant, revoked);
      return isLatestCycle;
    });
  }

  /**
   * Grants evidence again if a corrected score changes the levels. Completion time and validity stay. No-op if a
   * later cycle exists.
   */
  async correctScore(
    tenant: Tenant,
    assignment: TrainingAssignment,
    before: PassedQuiz,
    after: PassedQuiz,
    reason: string,
  ): Promise<void> {
    const { staff_id, training_id, completed_at, valid_until, renew_from } = assignment;
    const { bands } = await this.learning.findCompletionFacts(tenant, staff_id, training_id);
    const levels = (quiz: PassedQuiz) =>
      grantedLevels(bands, quiz)
        .map(({ skill_id, level }) => `${skill_id} ${level}`)
        .toSorted()
        .join();
    if (levels(before) === levels(after) || (await this.hasLaterCycle(tenant, assignment))) return;
    if (!(await this.revoke(tenant, assignment, reason))) return;
    const corrected = { completed_at: completed_at!, valid_until, renew_from, quiz: after };
    await this.completion.settle(tenant, staff_id, training_id, { corrected });
  }

  /** In any state. */
  private async hasLaterCycle(tenant: Tenant, { staff_id, training_id, cycle }: TrainingAssignment): Promise<boolean> {
    return (await this.assignments.count(tenant, { staff_id, training_id, cycle: { gt: cycle } })) > 0;
  }

  private async reopen(tenant: Tenant, assignment: TrainingAssignment, reason: string): Promise<void> {
    const { assignment_id, completion_no, completed_at, state, row_version } = assignment;
    const change = { state: 'in_progress', completed_at: null, valid_until: null, renew_from: null };
    const reopened = { ...change, completion_no: completion_no + 1 };
    if (!(await this.assignments.update(tenant, { assignment_id, state, row_version }, reopened)))
      throw new StaleReadError('The assignment has changed since it was read');
    await this.restorePrevious(tenant, assignment);
    const was = { state, completed_at };
    const became = { state: 'in_progress', reason };
    await this.audit.record(buildAuditEntry(tenant, 'training-assignment.reopen', assignment_id, was, became));
  }

  /** The previous cycle counted as renewed by this one; it expires again. */
  private async restorePrevious(tenant: Tenant, { staff_id, training_id, cycle }: TrainingAssignment): Promise<void> {
    const [previous] = await this.assignments.find(
      tenant,
      { staff_id, training_id, cycle: { lt: cycle }, valid_until: { ne: null } },
      { order: [['cycle', 'desc']], limit: 1 },
    );
    if (previous?.state !== 'completed' || previous.renew_from !== null) return;
    const { assignment_id } = previous;
    await this.assignments.update(tenant, { assignment_id, state: 'completed' }, { state: 'expiring' });
  }
}
