import { Injectable } from '@nestjs/common';
import type { SetExtraTimeResponse, ExtraTimesResponse } from '../../contract/extra-time.responses';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import {
  isForeignKeyViolation,
  StaleReadError,
  TransactionManager,
} from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { InvalidFieldsError, NotFoundError } from '../../common/errors/app-error';
import { fieldError } from '../../common/errors/field-error';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { deadlineOf, phaseAt } from './attempt-time';
import { Attempt } from './attempt.entity';
import { ExtraTime } from './extra-time.entity';
import { ExtraTimeQuery } from './extra-time.query';
import { NoTimeLimitError } from './quiz.errors';
import { Quiz } from './quiz.entity';
import { QuizzesService } from './quizzes.service';

interface ExtraTimeInput {
  staff_id: string;
  /** 0 removes the extra time. */
  minutes: number;
  reason: string;
}

type StoredExtraTime = Omit<ExtraTime, 'customer_id'>;
type ExtraTimeKey = Pick<ExtraTime, 'quiz_id' | 'staff_id'>;

/**
 * Extra minutes for one person on top of a time limit: for all future attempts at the quiz and for a running one.
 * Reason, author and time are stored; earlier values are in the audit trail.
 */
@Injectable()
export class ExtraTimeService {
  constructor(
    @InjectTenantRepository(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @InjectTenantRepository(ExtraTime) private readonly extraTimes: TenantRepository<ExtraTime>,
    @InjectTenantRepository(Attempt) private readonly attempts: TenantRepository<Attempt>,
    private readonly quizzesService: QuizzesService,
    private readonly query: ExtraTimeQuery,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError */
  async list(tenant: Tenant, quiz_id: string): Promise<ExtraTimesResponse> {
    await this.quizzesService.record(tenant, quiz_id);
    return { times: await this.query.list(tenant, quiz_id) };
  }

  /** Idempotent. @throws NotFoundError, NoTimeLimitError, InvalidFieldsError */
  async give(tenant: Tenant, quiz_id: string, input: ExtraTimeInput): Promise<SetExtraTimeResponse> {
    const { staff_id, minutes } = input;
    try {
      return await this.transactions.run(async () => {
        const quiz = await this.quizzes.findOne(tenant, { quiz_id });
        if (!quiz) throw new NotFoundError('quiz');
        if (quiz.time_limit_minutes === null && minutes > 0) throw new NoTimeLimitError();
        await this.store(tenant, quiz_id, input);
        return { staff_id, minutes, deadline: await this.moveDeadline(tenant, quiz_id, input) };
      });
    } catch (error) {
      if (!isForeignKeyViolation(error)) throw error;
      throw new InvalidFieldsError({ staff_id: [fieldError('reference', 'Choose an existing staff member.')] });
    }
  }

  private async store(
    tenant: Tenant,
    quiz_id: string,
    { staff_id, minutes, reason: givenReason }: ExtraTimeInput,
  ): Promise<void> {
    const reason = givenReason.trim();
    const stored = await this.extraTimes.findOne(tenant, { quiz_id, staff_id });
    if (minutes === (stored?.minutes ?? 0) && (minutes === 0 || reason === stored?.reason)) return;
    const now = { minutes, reason, given_at: this.clock.now(), given_by: tenant.actor.account_id };
    if (!(await this.write(tenant, { quiz_id, staff_id }, stored, now)))
      throw new StaleReadError('Someone else has given extra time in the meantime');
    const before = stored && { staff_id, minutes: stored.minutes, reason: stored.reason };
    await this.audit.record(buildAuditEntry(tenant, 'quiz.extra-time', quiz_id, before, { staff_id, minutes, reason }));
  }

  /** @returns false if the row changed since it was read */
  private async write(
    tenant: Tenant,
    key: ExtraTimeKey,
    before: ExtraTime | null,
    values: Omit<StoredExtraTime, keyof ExtraTimeKey>,
  ) {
    if (!before) return (await this.extraTimes.insertMissing(tenant, [{ ...key, ...values }])) > 0;
    const asRead = { ...key, minutes: before.minutes, reason: before.reason, given_at: before.given_at };
    return values.minutes > 0
      ? (await this.extraTimes.update(tenant, asRead, values)) > 0
      : (await this.extraTimes.remove(tenant, asRead)) > 0;
  }

  /** Moves the deadline of the running attempt; a reduction never moves it before now. */
  private async moveDeadline(
    tenant: Tenant,
    quiz_id: string,
    { staff_id, minutes }: ExtraTimeInput,
  ): Promise<string | null> {
    const attempt = await this.attempts.findOne(tenant, { quiz_id, staff_id, status: 'in_progress' });
    if (!attempt || attempt.deadline === null) return null;
    const now = this.clock.now();
    const { attempt_id, deadline: oldDeadline, started_at, paper } = attempt;
    if (phaseAt(attempt, now) === 'over') return toIso(oldDeadline!);
    const newDeadline = deadlineOf(started_at, paper.time_limit_minutes, minutes)!;
    const deadline = Math.max(newDeadline, Math.min(now, oldDeadline!));
    const change = { deadline, extra_minutes: minutes || null };
    const isMoved = await this.attempts.update(tenant, { attempt_id, status: 'in_progress' }, change);
    return isMoved ? toIso(deadline) : null;
  }
}
