import { Injectable } from '@nestjs/common';
import type { VoidAttemptResponse } from '../../contract/attempt.responses';
import type { AssignmentState } from '../../contract/training-assignments.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { StaleReadError, TransactionManager } from '../../infrastructure/database/transaction-manager';
import { NotFoundError } from '../../common/errors/app-error';
import { LedgerLocks } from '../staff/ledger-locks';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingAssignment } from '../trainings/assignment.entity';
import { CompletionRevocationService } from '../trainings/completion-revocation.service';
import { TrainingCompletionService } from '../trainings/training-completion.service';
import { AttemptCompletionQuery } from './attempt-completion.query';
import { Attempt, AttemptHead } from './attempt.entity';

/** Voids attempts: they stay in the history, but neither the result nor the try counts. */
@Injectable()
export class VoidAttemptService {
  constructor(
    @InjectTenantRepository(AttemptHead) private readonly heads: TenantRepository<AttemptHead>,
    @InjectTenantRepository(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly attemptCompletionQuery: AttemptCompletionQuery,
    private readonly revocation: CompletionRevocationService,
    private readonly completion: TrainingCompletionService,
    private readonly locks: LedgerLocks,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  /** Idempotent. Revokes the completion unless another pass completes the cycle. @throws NotFoundError */
  async void(tenant: Tenant, attempt_id: string, reason: string): Promise<VoidAttemptResponse> {
    const { staff_id } = await this.findOne(tenant, attempt_id);
    return this.transactions.run(async () => {
      await this.locks.acquire(tenant, [staff_id]);
      const attempt = await this.findOne(tenant, attempt_id);
      const { assignment_id } = attempt;
      if (attempt.status !== 'voided') await this.voidOnce(tenant, attempt, reason.trim());
      const assignment = await this.assignments.findOne(tenant, { assignment_id });
      return {
        attempt_id,
        assignment_id,
        evidence_voided: await this.attemptCompletionQuery.countVoidedEvidence(tenant, attempt),
        assignment_state: assignment!.state as AssignmentState,
      };
    });
  }

  private async voidOnce(tenant: Tenant, attempt: AttemptHead, reason: string): Promise<void> {
    const { attempt_id, assignment_id, staff_id, training_id, status, result, row_version } = attempt;
    const assignment = (await this.assignments.findOne(tenant, { assignment_id }))!;
    const isCompletedBy = await this.attemptCompletionQuery.isCompletedBy(tenant, assignment, attempt);
    const change = { status: 'voided', result: null };
    if (!(await this.attempts.update(tenant, { attempt_id, row_version }, change)))
      throw new StaleReadError('The attempt has changed since it was read');
    const auditAfter = { status: 'voided', reason };
    await this.audit.record(buildAuditEntry(tenant, 'attempt.void', attempt_id, { status, result }, auditAfter));
    if (isCompletedBy && (await this.revocation.revoke(tenant, assignment, reason)))
      await this.completion.settle(tenant, staff_id, training_id);
  }

  private async findOne(tenant: Tenant, attempt_id: string): Promise<AttemptHead> {
    const attempt = await this.heads.findOne(tenant, { attempt_id });
    if (!attempt) throw new NotFoundError('attempt');
    return attempt;
  }
}
