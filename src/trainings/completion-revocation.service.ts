import { Injectable } from '@nestjs/common';
import { TAKEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { LookedTooEarly, Transactions } from '../platform/database/transactions';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { grantedLevels } from './granted-levels';
import { LearningQuery } from './learning.query';
import { TrainingCompletion } from './training-completion';
import { COMPLETION_REVOKED, type PassedQuiz } from './training.events';

const TAKEN: readonly string[] = TAKEN_ASSIGNMENT_STATES;

/** Takes back completions that never counted. */
@Injectable()
export class CompletionRevocationService {
  constructor(
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly learning: LearningQuery,
    private readonly completion: TrainingCompletion,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Voids what the completion gave and reopens the cycle, unless a later cycle followed. The caller holds the person's
   * LedgerLocks.
   * @returns whether the cycle was reopened; false as well where it was not completed
   */
  async revoke(tenant: Tenant, assignment: TrainingAssignment, reason: string): Promise<boolean> {
    const { assignment_id, staff_id, training_id, cycle, completion_no, completed_at, state } = assignment;
    if (!TAKEN.includes(state) || completed_at === null) return false;
    return this.transactions.run(async () => {
      const isLast = !(await this.hasLaterCycle(tenant, assignment));
      if (isLast) await this.reopen(tenant, assignment, reason);
      const revoked = { assignment_id, staff_id, training_id, cycle, completion_no, completed_at, reason };
      await this.announcements.publish(COMPLETION_REVOKED, tenant, revoked);
      return isLast;
    });
  }

  /**
   * The pass that the completion rests on has another score: where that changes the levels, evidence is voided and granted
   * anew. When the completion took effect and how long it lasts stay. Not in a cycle that a later one followed.
   */
  async correctScore(
    tenant: Tenant,
    assignment: TrainingAssignment,
    before: PassedQuiz,
    after: PassedQuiz,
    reason: string,
  ): Promise<void> {
    const { staff_id, training_id, completed_at, valid_until, renew_from } = assignment;
    const { bands } = await this.learning.completing(tenant, staff_id, training_id);
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

  /** Whether a later cycle followed, whatever became of it. */
  private async hasLaterCycle(tenant: Tenant, { staff_id, training_id, cycle }: TrainingAssignment): Promise<boolean> {
    return (await this.assignments.count(tenant, { staff_id, training_id, cycle: { gt: cycle } })) > 0;
  }

  private async reopen(tenant: Tenant, assignment: TrainingAssignment, reason: string): Promise<void> {
    const { assignment_id, completion_no, completed_at, state, row_version } = assignment;
    const change = { state: 'in_progress', completed_at: null, valid_until: null, renew_from: null };
    const reopened = { ...change, completion_no: completion_no + 1 };
    if (!(await this.assignments.update(tenant, { assignment_id, state, row_version }, reopened)))
      throw new LookedTooEarly('The assignment has changed since it was read');
    await this.restorePrevious(tenant, assignment);
    const was = { state, completed_at };
    const became = { state: 'in_progress', reason };
    await this.audit.record(auditEntry(tenant, 'training-assignment.reopen', assignment_id, was, became));
  }

  /** The cycle before was renewed in time by this one: it runs out again. */
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
