import { Injectable } from '@nestjs/common';
import type { ExtraAttempt } from '../contract/training-answers';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { LookedTooEarly, Transactions } from '../platform/database/transactions';
import { NotFound } from '../platform/errors/app-error';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { AssignmentNotOpen, AttemptsLeft, NoActiveQuiz, NoAttemptLimit } from './training.errors';
import { QUIZ_ATTEMPTS } from './training.events';

/** One more attempt at the quiz for one person, in one cycle. */
@Injectable()
export class ExtraAttemptService {
  constructor(
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Refused while attempts are left, so a call that is sent twice gives one.
   * @throws NotFound, AssignmentNotOpen, NoActiveQuiz, NoAttemptLimit, AttemptsLeft
   */
  give(tenant: Tenant, assignment_id: string, reason: string): Promise<ExtraAttempt> {
    return this.transactions.run(async () => {
      const assignment = await this.assignments.one(tenant, { assignment_id });
      if (!assignment) throw new NotFound('assignment');
      const { state, extra_attempts: before } = assignment;
      if (!(OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state)) throw new AssignmentNotOpen(state);
      const attempts = await this.announcements.ask(QUIZ_ATTEMPTS, tenant, assignment);
      if (!attempts) throw new NoActiveQuiz();
      if (attempts.allowed === null) throw new NoAttemptLimit();
      const left = attempts.allowed + before - attempts.used;
      if (left > 0) throw new AttemptsLeft(left);
      // A lowered limit may lie below what was used: the extra attempt comes on top of that.
      const extra_attempts = before + 1 - left;
      const guard = { assignment_id, state, extra_attempts: before };
      if (!(await this.assignments.update(tenant, guard, { extra_attempts })))
        throw new LookedTooEarly('The assignment has changed since it was read');
      await this.audit.record(
        auditEntry(
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
