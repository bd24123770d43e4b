import { Injectable } from '@nestjs/common';
import type { AnswerSaved, AttemptSheet } from '../contract/attempt-answers';
import type { AttemptRow } from '../contract/attempts.resource';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { iso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { seen } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { AttemptAnswer } from './attempt-answer.entity';
import { attemptRow, attemptSheet, savedAnswer } from './attempt-sheet';
import { Attempt, AttemptHead } from './attempt.entity';
import { gradeAnswer } from './grading';
import { gradedQuestion } from './paper';
import { AnswerOutdated, AttemptOver, NoStaffRecord } from './quiz.errors';

/** Attempts as they are looked at, and answers as they are given. */
@Injectable()
export class AttemptsService {
  constructor(
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @Records(AttemptHead) private readonly heads: TenantRepository<AttemptHead>,
    @Records(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** A manager sees those of the line, a learner the own ones. */
  async list(tenant: Tenant, request: ListRequest<AttemptHead>): Promise<PageOf<AttemptRow>> {
    const page = await this.heads.page(tenant, { ...request, where: seen(tenant, request.where) });
    return { ...page, rows: page.rows.map(attemptRow) };
  }

  /** Questions, saved answers, the server's clock; after the end what the review policy allows. @throws NotFound */
  async sheet(tenant: Tenant, attempt_id: string): Promise<AttemptSheet> {
    const record = await this.attempts.one(tenant, seen<Attempt>(tenant, { attempt_id }));
    if (!record) throw new NotFound('attempt');
    return attemptSheet(tenant, record, await this.answers.find(tenant, { attempt_id }), this.clock.now());
  }

  /**
   * Saves what was chosen at one slot. The highest sequence wins whatever the order of arrival; the same one again is
   * answered again. The attempt's version is counted up with each answer, so that submitting sees none half.
   * @throws NoStaffRecord, NotFound, AttemptOver, AnswerOutdated, AnswersRefused
   */
  async answer(
    tenant: Tenant,
    attempt_id: string,
    slot: number,
    given: { option_id: readonly string[]; sequence: number },
  ): Promise<AnswerSaved> {
    const { staff_id } = tenant.actor;
    if (!staff_id) throw new NoStaffRecord();
    return this.transactions.run(async () => {
      const attempt = await this.attempts.one(tenant, { attempt_id, staff_id });
      if (!attempt) throw new NotFound('attempt');
      const now = this.clock.now();
      if (isOver(attempt, now)) throw new AttemptOver(attempt.status);
      const question = attempt.paper.questions.find((one) => one.slot === slot);
      if (!question) throw new NotFound('question of this attempt');
      const { answered, marks } = gradeAnswer(gradedQuestion(question), given.option_id);
      const answer = {
        slot,
        option_id: [...given.option_id],
        client_sequence: given.sequence,
        saved_at: now,
        answered,
        marks,
      };
      // Whoever submits at this moment has either not begun, and will see this answer, or the attempt is over.
      if (!(await this.attempts.update(tenant, { attempt_id, status: 'in_progress' }, {})))
        throw new AttemptOver('submitted');
      const kept = await this.keep(tenant, attempt_id, answer);
      return { ...savedAnswer(question.question_id, kept), now: iso(now) };
    });
  }

  private async keep(tenant: Tenant, attempt_id: string, answer: Omit<AttemptAnswer, 'customer_id' | 'attempt_id'>) {
    const { slot, client_sequence } = answer;
    const changed = await this.answers.update(
      tenant,
      { attempt_id, slot, client_sequence: { lt: client_sequence } },
      answer,
    );
    if (changed || (await this.answers.insertMissing(tenant, [{ attempt_id, ...answer }]))) return answer;
    const saved = await this.answers.one(tenant, { attempt_id, slot });
    const again = saved?.client_sequence === client_sequence && sameOptions(saved.option_id, answer.option_id);
    if (!saved || !again) throw new AnswerOutdated(client_sequence, saved?.client_sequence ?? client_sequence);
    return saved;
  }
}

function isOver(attempt: { status: string; deadline: number | null }, now: number): boolean {
  return attempt.status !== 'in_progress' || (attempt.deadline !== null && now > attempt.deadline);
}

function sameOptions(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
