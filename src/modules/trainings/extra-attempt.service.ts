import { Injectable } from '@nestjs/common';
import type { ExtraAttemptResponse } from '../../contract/training.responses';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { StaleReadError, TransactionManager } from '../../infrastructure/database/transaction-manager';
import { NotFoundError } from '../../common/errors/app-error';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { AssignmentNotOpenError, AttemptsLeftError, NoActiveQuizError, NoAttemptLimitError } from './training.errors';
import { QUIZ_ATTEMPTS } from './training.events';

/** Grants one more quiz attempt to a person in one cycle. */
@Injectable()
export class ExtraAttemptService {
  constructor(
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  /**
   * Rejected while attempts are left, so repeating grants only one.
   * @throws NotFoundError, AssignmentNotOpenError, NoActiveQuizError, NoAttemptLimitError, AttemptsLeftError
   */
  grant(tenant: Tenant, assignment_id: string, reason: string): Promise<ExtraAttemptResponse> {
    return this.transactions.run(async () => {
      const assignment = await this.assignments.findOne(tenant, { assignment_id });
      if (!assignment) throw new NotFoundError('assignment');
      const { state, extra_attempts: before } = assignment;
      if (!(OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state)) throw new AssignmentNotOpenError(state);
      const attempts = await this.eventBus.query(QUIZ_ATTEMPTS, tenant, assignment);
      if (!attempts) throw new NoActiveQuizError();
      if (attempts.allowed === null) throw new NoAttemptLimitError();
      const attemptsLeft = attempts.allowed + before - attempts.used;
      if (attemptsLeft > 0) throw new AttemptsLeftError(attemptsLeft);
      // The limit may have been lowered below the used attempts; the extra attempt is added on top of those.
      const extra_attempts = before + 1 - attemptsLeft;
      const guard = { assignment_id, state, extra_attempts: before };
      if (!(await this.assignments.update(tenant, guard, { extra_attempts })))
        throw new StaleReadError('The assignment has changed since it was read');
      await this.audit.record(
        buildAuditEntry(
          tenant,
          'training-assignment.extra-attempt',
          assignment_id,
          { extra_attempts: before },
          { extra_attempts, reason: reason.trim() },
        ),
      );
      return { assignment_id, extra_attempts, attempts_left: 1 };
    });
  }
}
