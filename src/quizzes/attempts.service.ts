import { Injectable } from '@nestjs/common';
import type { AnswerSaved, AttemptSheet } from '../contract/attempt-answers';
import type { AttemptRow } from '../contract/attempts.resource';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { toIso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { seen } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { isSameAnswer, type AnswerParts } from './answer-parts';
import { AttemptAnswer } from './attempt-answer.entity';
import { attemptRow, attemptSheet, savedAnswer, waitsForLast } from './attempt-sheet';
import { phaseAt } from './attempt-time';
import { AttemptsLeftQuery } from './attempts-left.query';
import { Attempt, AttemptHead } from './attempt.entity';
import { gradeAnswer } from './grading';
import { gradedQuestion, reviewOfOne, type PaperQuestion } from './paper';
import { aliasAnswer, aliasQuestion, refuseWithAliases, resolveAnswers } from './paper-aliases';
import { AnswerFinal, AnswerOutdated, AttemptOver, NoStaffRecord } from './quiz.errors';
import { isFinalOnceGiven } from './review-policy';

/** Attempts as they are looked at, and answers as they are given. */
@Injectable()
export class AttemptsService {
  constructor(
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @Records(AttemptHead) private readonly heads: TenantRepository<AttemptHead>,
    @Records(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly attemptsLeft: AttemptsLeftQuery,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** A manager sees those of the line, a learner the own ones. */
  async list(tenant: Tenant, request: ListRequest<AttemptHead>): Promise<PageOf<AttemptRow>> {
    const page = await this.heads.page(tenant, { ...request, where: seen(tenant, request.where) });
    return { ...page, rows: page.rows.map((record) => attemptRow(tenant, record)) };
  }

  /** The same, all of them, read in batches. */
  async *exported(tenant: Tenant, { where, order }: ListRequest<AttemptHead>): AsyncGenerator<readonly AttemptRow[]> {
    for await (const records of this.heads.batches(tenant, seen(tenant, where), { order }))
      yield records.map((record) => attemptRow(tenant, record));
  }

  /** Questions, saved answers, the server's clock; after the end what the review policy allows. @throws NotFound */
  async sheet(tenant: Tenant, attempt_id: string): Promise<AttemptSheet> {
    const record = await this.attempts.one(tenant, seen<Attempt>(tenant, { attempt_id }));
    if (!record) throw new NotFound('attempt');
    const answers = await this.answers.find(tenant, { attempt_id });
    const isLast = waitsForLast(record) && (await this.attemptsLeft.isLast(tenant, attempt_id));
    return attemptSheet(tenant, record, answers, this.clock.now(), isLast);
  }

  /**
   * Saves what was answered at one slot. The highest sequence wins whatever the order of arrival; the same one again is
   * answered again. The attempt's version is counted up with each answer, so that submitting sees none half.
   * @throws NoStaffRecord, NotFound, AttemptOver, AnswerOutdated, AnswerFinal, AnswersRefused
   */
  async answer(
    tenant: Tenant,
    attempt_id: string,
    slot: number,
    { sequence, ...given }: AnswerParts & { sequence: number },
  ): Promise<AnswerSaved> {
    const { staff_id } = tenant.actor;
    if (!staff_id) throw new NoStaffRecord();
    return this.transactions.run(async () => {
      const attempt = await this.attempts.one(tenant, { attempt_id, staff_id });
      if (!attempt) throw new NotFound('attempt');
      const now = this.clock.now();
      if (attempt.status !== 'in_progress' || phaseAt(attempt, now) !== 'open') throw new AttemptOver(attempt);
      const question = attempt.paper.questions.find((one) => one.slot === slot);
      if (!question) throw new NotFound('question of this attempt');
      const { paper } = attempt;
      const [resolved] = resolveAnswers(paper, [question], [given]);
      const {
        option_id,
        given: payload,
        answered,
        marks,
      } = refuseWithAliases(paper, () => gradeAnswer(gradedQuestion(question), resolved!));
      const kept = { option_id, given: payload, answered, marks };
      const answer = { slot, ...kept, client_sequence: sequence, saved_at: now };
      // Whoever submits at this moment has either not begun, and will see this answer, or the attempt is over.
      if (!(await this.attempts.update(tenant, { attempt_id, status: 'in_progress' }, {})))
        throw new AttemptOver({ ...attempt, status: 'submitted' });
      const isFinal = isFinalOnceGiven(attempt.paper.review);
      const saved = aliasAnswer(paper, await this.keep(tenant, attempt_id, question, answer, isFinal));
      const aliased = aliasQuestion(paper, question);
      return {
        ...savedAnswer(aliased.question_id, saved),
        now: toIso(now),
        deadline: attempt.deadline === null ? null : toIso(attempt.deadline),
        review: isFinal && saved.answered ? reviewOfOne(aliased, saved) : null,
      };
    });
  }

  /** @param isFinal what was answered once stays: what is right has been shown */
  private async keep(
    tenant: Tenant,
    attempt_id: string,
    { kind }: PaperQuestion,
    answer: Omit<AttemptAnswer, 'customer_id' | 'attempt_id'>,
    isFinal: boolean,
  ) {
    const { slot, client_sequence } = answer;
    const older = { attempt_id, slot, client_sequence: { lt: client_sequence } };
    const changed = await this.answers.update(tenant, isFinal ? { ...older, answered: false } : older, answer);
    if (changed || (await this.answers.insertMissing(tenant, [{ attempt_id, ...answer }]))) return answer;
    const saved = await this.answers.one(tenant, { attempt_id, slot });
    const isSame = saved !== null && isSameAnswer(kind, saved, answer);
    if (isFinal && saved?.answered) {
      if (isSame) return saved;
      throw new AnswerFinal();
    }
    if (!saved || !isSame || saved.client_sequence !== client_sequence)
      throw new AnswerOutdated(client_sequence, saved?.client_sequence ?? client_sequence);
    return saved;
  }
}
