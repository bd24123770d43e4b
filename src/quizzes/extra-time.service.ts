import { Injectable } from '@nestjs/common';
import type { ExtraTimeGiven, ExtraTimes } from '../contract/extra-time-answers';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { isForeignKeyRefusal, LookedTooEarly, Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { InvalidFields, NotFound } from '../platform/errors/app-error';
import { fieldError } from '../platform/errors/field-error';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { deadlineOf, phaseAt } from './attempt-time';
import { Attempt } from './attempt.entity';
import { ExtraTime } from './extra-time.entity';
import { ExtraTimeQuery } from './extra-time.query';
import { NoTimeLimit } from './quiz.errors';
import { Quiz } from './quiz.entity';
import { QuizzesService } from './quizzes.service';

interface Given {
  staff_id: string;
  /** 0 takes them back. */
  minutes: number;
  reason: string;
}

type Kept = Omit<ExtraTime, 'customer_id'>;
type Whose = Pick<ExtraTime, 'quiz_id' | 'staff_id'>;

/**
 * Minutes that an admin gives one person beside a quiz's time limit: for all attempts that they begin from now on, and for the
 * one that they are in the middle of. Each with a reason; who gave them and when is kept, and what was before is in the audit trail.
 */
@Injectable()
export class ExtraTimeService {
  constructor(
    @Records(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @Records(ExtraTime) private readonly times: TenantRepository<ExtraTime>,
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    private readonly service: QuizzesService,
    private readonly query: ExtraTimeQuery,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound */
  async of(tenant: Tenant, quiz_id: string): Promise<ExtraTimes> {
    await this.service.record(tenant, quiz_id);
    return { times: await this.query.of(tenant, quiz_id) };
  }

  /** Given the same again nothing changes. @throws NotFound, NoTimeLimit, InvalidFields */
  async give(tenant: Tenant, quiz_id: string, given: Given): Promise<ExtraTimeGiven> {
    const { staff_id, minutes } = given;
    try {
      return await this.transactions.run(async () => {
        const quiz = await this.quizzes.one(tenant, { quiz_id });
        if (!quiz) throw new NotFound('quiz');
        if (quiz.time_limit_minutes === null && minutes > 0) throw new NoTimeLimit();
        await this.keep(tenant, quiz_id, given);
        return { staff_id, minutes, deadline: await this.move(tenant, quiz_id, given) };
      });
    } catch (error) {
      if (!isForeignKeyRefusal(error)) throw error;
      throw new InvalidFields({ staff_id: [fieldError('reference', 'Choose an existing staff member.')] });
    }
  }

  private async keep(tenant: Tenant, quiz_id: string, { staff_id, minutes, reason: said }: Given): Promise<void> {
    const reason = said.trim();
    const was = await this.times.one(tenant, { quiz_id, staff_id });
    if (minutes === (was?.minutes ?? 0) && (minutes === 0 || reason === was?.reason)) return;
    const now = { minutes, reason, given_at: this.clock.now(), given_by: tenant.actor.account_id };
    if (!(await this.write(tenant, { quiz_id, staff_id }, was, now)))
      throw new LookedTooEarly('Someone else has given extra time in the meantime');
    const before = was && { staff_id, minutes: was.minutes, reason: was.reason };
    await this.audit.record(auditEntry(tenant, 'quiz.extra-time', quiz_id, before, { staff_id, minutes, reason }));
  }

  /** @returns whether it still was as it was read: of two who give at once the second one looks again */
  private async write(tenant: Tenant, whose: Whose, was: ExtraTime | null, now: Omit<Kept, keyof Whose>) {
    if (!was) return (await this.times.insertMissing(tenant, [{ ...whose, ...now }])) > 0;
    const asRead = { ...whose, minutes: was.minutes, reason: was.reason, given_at: was.given_at };
    return now.minutes > 0
      ? (await this.times.update(tenant, asRead, now)) > 0
      : (await this.times.remove(tenant, asRead)) > 0;
  }

  /** The attempt that runs. What is taken back shortens it, but never to before now: nobody is late for what they did in time. */
  private async move(tenant: Tenant, quiz_id: string, { staff_id, minutes }: Given): Promise<string | null> {
    const attempt = await this.attempts.one(tenant, { quiz_id, staff_id, status: 'in_progress' });
    if (!attempt || attempt.deadline === null) return null;
    const now = this.clock.now();
    const { attempt_id, deadline: was, started_at, paper } = attempt;
    if (phaseAt(attempt, now) === 'over') return toIso(was!);
    const wanted = deadlineOf(started_at, paper.time_limit_minutes, minutes)!;
    const deadline = Math.max(wanted, Math.min(now, was!));
    const change = { deadline, extra_minutes: minutes || null };
    const moved = await this.attempts.update(tenant, { attempt_id, status: 'in_progress' }, change);
    return moved ? toIso(deadline) : null;
  }
}
