import { Injectable } from '@nestjs/common';
import type { AttemptVoided } from '../contract/attempt-answers';
import type { AssignmentState } from '../contract/training-assignments.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { LookedTooEarly, Transactions } from '../platform/database/transactions';
import { NotFound } from '../platform/errors/app-error';
import { LedgerLocks } from '../staff/ledger-locks';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from '../trainings/assignment.entity';
import { CompletionRevocationService } from '../trainings/completion-revocation.service';
import { TrainingCompletion } from '../trainings/training-completion';
import { AttemptCompletion } from './attempt-completion';
import { Attempt, AttemptHead } from './attempt.entity';

/** An attempt that never counted: it stays in the history, and neither its result nor its try counts. */
@Injectable()
export class VoidAttemptService {
  constructor(
    @Records(AttemptHead) private readonly heads: TenantRepository<AttemptHead>,
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly attemptCompletion: AttemptCompletion,
    private readonly revocation: CompletionRevocationService,
    private readonly completion: TrainingCompletion,
    private readonly locks: LedgerLocks,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Takes back the completion that it brought about, unless another pass of the cycle completes it. Asked again it answers
   * the same.
   * @throws NotFound
   */
  async void(tenant: Tenant, attempt_id: string, reason: string): Promise<AttemptVoided> {
    const { staff_id } = await this.findOne(tenant, attempt_id);
    return this.transactions.run(async () => {
      await this.locks.take(tenant, [staff_id]);
      const attempt = await this.findOne(tenant, attempt_id);
      const { assignment_id } = attempt;
      if (attempt.status !== 'voided') await this.voidOnce(tenant, attempt, reason.trim());
      const assignment = await this.assignments.one(tenant, { assignment_id });
      return {
        ...{ attempt_id, assignment_id },
        evidence_voided: await this.attemptCompletion.countVoidedEvidence(tenant, attempt),
        assignment_state: assignment!.state as AssignmentState,
      };
    });
  }

  private async voidOnce(tenant: Tenant, attempt: AttemptHead, reason: string): Promise<void> {
    const { attempt_id, assignment_id, staff_id, training_id, status, result, row_version } = attempt;
    const assignment = (await this.assignments.one(tenant, { assignment_id }))!;
    const isCompletedBy = await this.attemptCompletion.isCompletedBy(tenant, assignment, attempt);
    const change = { status: 'voided', result: null };
    if (!(await this.attempts.update(tenant, { attempt_id, row_version }, change)))
      throw new LookedTooEarly('The attempt has changed since it was read');
    const became = { status: 'voided', reason };
    await this.audit.record(auditEntry(tenant, 'attempt.void', attempt_id, { status, result }, became));
    if (isCompletedBy && (await this.revocation.revoke(tenant, assignment, reason)))
      await this.completion.settle(tenant, staff_id, training_id);
  }

  private async findOne(tenant: Tenant, attempt_id: string): Promise<AttemptHead> {
    const attempt = await this.heads.one(tenant, { attempt_id });
    if (!attempt) throw new NotFound('attempt');
    return attempt;
  }
}
