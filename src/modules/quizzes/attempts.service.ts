import { Injectable } from '@nestjs/common';
import type { SaveAnswerResponse, AttemptSheet } from '../../contract/attempt.responses';
import type { AttemptRow } from '../../contract/attempts.resource';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { toIso } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { restrictToVisible } from '../../tenancy/row-visibility';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { ListPage, TenantRepository } from '../../tenancy/tenant-repository';
import { isSameAnswer, type AnswerParts } from './answer-parts';
import { AttemptAnswer } from './attempt-answer.entity';
import { toAttemptRow, toAttemptSheet, toSavedAnswer, waitsForLast } from './attempt-sheet';
import { phaseAt } from './attempt-time';
import { AttemptsLeftQuery } from './attempts-left.query';
import { Attempt, AttemptHead } from './attempt.entity';
import { gradeAnswer } from './grading';
import { toGradedQuestion, toReviewQuestion, type PaperQuestion } from './paper';
import { aliasAnswer, aliasQuestion, withAliasedErrors, resolveAnswers } from './paper-aliases';
import { AnswerFinalError, AnswerOutdatedError, AttemptOverError, NoStaffRecordError } from './quiz.errors';
import { isFinalAfterAnswer } from './review-policy';

/** Reads attempts and saves answers. */
@Injectable()
export class AttemptsService {
  constructor(
    @InjectTenantRepository(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @InjectTenantRepository(AttemptHead) private readonly heads: TenantRepository<AttemptHead>,
    @InjectTenantRepository(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly attemptsLeft: AttemptsLeftQuery,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /** Managers see attempts of their reporting line, learners their own. */
  async list(tenant: Tenant, request: ListRequest<AttemptHead>): Promise<ListPage<AttemptRow>> {
    const page = await this.heads.findPage(tenant, { ...request, where: restrictToVisible(tenant, request.where) });
    return { ...page, rows: page.rows.map((record) => toAttemptRow(tenant, record)) };
  }

  /** All rows of the list, in batches. */
  async *exported(tenant: Tenant, { where, order }: ListRequest<AttemptHead>): AsyncGenerator<readonly AttemptRow[]> {
    for await (const records of this.heads.findInBatches(tenant, restrictToVisible(tenant, where), { order }))
      yield records.map((record) => toAttemptRow(tenant, record));
  }

  /** Questions, saved answers and the server time; after the end what the review policy allows. @throws NotFoundError */
  async sheet(tenant: Tenant, attempt_id: string): Promise<AttemptSheet> {
    const record = await this.attempts.findOne(tenant, restrictToVisible<Attempt>(tenant, { attempt_id }));
    if (!record) throw new NotFoundError('attempt');
    const answers = await this.answers.find(tenant, { attempt_id });
    const isLast = waitsForLast(record) && (await this.attemptsLeft.isLast(tenant, attempt_id));
    return toAttemptSheet(tenant, record, answers, this.clock.now(), isLast);
  }

  /**
   * Saves the answer at one slot. The highest sequence wins, whatever the order of arrival; a repeated call returns the
   * same. Each answer increments the row version of the attempt, so that a concurrent submit notices it.
   * @throws NoStaffRecord, NotFoundError, AttemptOverError, AnswerOutdatedError, AnswerFinalError, InvalidAnswersError
   */
  async answer(
    tenant: Tenant,
    attempt_id: string,
    slot: number,
    { sequence, ...given }: AnswerParts & { sequence: number },
  ): Promise<SaveAnswerResponse> {
    const { staff_id } = tenant.actor;
    if (!staff_id) throw new NoStaffRecordError();
    return this.transactions.run(async () => {
      const attempt = await this.attempts.findOne(tenant, { attempt_id, staff_id });
      if (!attempt) throw new NotFoundError('attempt');
      const now = this.clock.now();
      if (attempt.status !== 'in_progress' || phaseAt(attempt, now) !== 'open') throw new AttemptOverError(attempt);
      const question = attempt.paper.questions.find((one) => one.slot === slot);
      if (!question) throw new NotFoundError('question of this attempt');
      const { paper } = attempt;
      const [resolved] = resolveAnswers(paper, [question], [given]);
      const {
        option_id,
        given: payload,
        answered,
        marks,
      } = withAliasedErrors(paper, () => gradeAnswer(toGradedQuestion(question), resolved!));
      const columns = { option_id, given: payload, answered, marks };
      const answer = { slot, ...columns, client_sequence: sequence, saved_at: now };
      // Conflicts with a concurrent submit: either that retries and sees this answer, or the attempt is over.
      if (!(await this.attempts.update(tenant, { attempt_id, status: 'in_progress' }, {})))
        throw new AttemptOverError({ ...attempt, status: 'submitted' });
      const isFinal = isFinalAfterAnswer(attempt.paper.review);
      const saved = aliasAnswer(paper, await this.saveAnswer(tenant, attempt_id, question, answer, isFinal));
      const aliased = aliasQuestion(paper, question);
      return {
        ...toSavedAnswer(aliased.question_id, saved),
        now: toIso(now),
        deadline: attempt.deadline === null ? null : toIso(attempt.deadline),
        review: isFinal && saved.answered ? toReviewQuestion(aliased, saved) : null,
      };
    });
  }

  /** @param isFinal a saved answer cannot change: its grade has been shown */
  private async saveAnswer(
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
    const saved = await this.answers.findOne(tenant, { attempt_id, slot });
    const isSame = saved !== null && isSameAnswer(kind, saved, answer);
    if (isFinal && saved?.answered) {
      if (isSame) return saved;
      throw new AnswerFinalError();
    }
    if (!saved || !isSame || saved.client_sequence !== client_sequence)
      throw new AnswerOutdatedError(client_sequence, saved?.client_sequence ?? client_sequence);
    return saved;
  }
}
