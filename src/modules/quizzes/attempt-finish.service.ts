import { Injectable } from '@nestjs/common';
import type { AttemptSheet } from '../../contract/attempt.responses';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { NotFoundError } from '../../common/errors/app-error';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingCompletionService } from '../trainings/training-completion.service';
import { isSameAnswer, toAnswerParts } from './answer-parts';
import { AttemptAnswer } from './attempt-answer.entity';
import { toAttemptSheet } from './attempt-sheet';
import { endPolicyOf, phaseAt } from './attempt-time';
import { Attempt } from './attempt.entity';
import { AttemptsLeftQuery } from './attempts-left.query';
import type { GradedQuestion } from './graded-question';
import { grade, gradeAnswer, type AnswerInput, type Grade } from './grading';
import { selectLegacyAnswers } from './legacy-answers';
import { toGradedQuestions } from './paper';
import { withAliasedErrors, resolveAnswers } from './paper-aliases';
import { AttemptOverError, NoStaffRecordError } from './quiz.errors';
import { QUIZ_ENDED } from './quiz.events';
import { toPassedQuiz } from './quiz-results.service';
import { isFinalAfterAnswer } from './review-policy';

/** Retries after concurrent writes to the attempt; more of them mean a faulty client. */
const MAX_TRIES = 20;

/**
 * Ends attempts, idempotently: the first end stands. Grades the frozen questions; a pass completes the assignment in
 * the same transaction.
 */
@Injectable()
export class AttemptFinishService {
  constructor(
    @InjectTenantRepository(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @InjectTenantRepository(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly attemptsLeft: AttemptsLeftQuery,
    private readonly completion: TrainingCompletionService,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Submits the current user's attempt. After the deadline it ends with the answers saved in time, or is abandoned, by
   * the quiz's setting at the start. @throws NoStaffRecord, NotFoundError
   */
  async submit(tenant: Tenant, attempt_id: string): Promise<AttemptSheet> {
    const { record, answers, isLast } = await this.endAttempt(
      tenant,
      { attempt_id, staff_id: requireStaffId(tenant) },
      [],
    );
    return toAttemptSheet(tenant, record, answers, this.clock.now(), isLast);
  }

  /**
   * Submits together with answers, which replace saved ones of the same questions. Once the attempt has ended, every
   * call returns the first result.
   * @throws AttemptOverError after the deadline (answers saved in time count), InvalidAnswersError, NotFoundError
   */
  async submitWith(tenant: Tenant, ids: SubmittedAttempt, newAnswers: readonly AnswerInput[]): Promise<AttemptSheet> {
    const ownIds = { ...ids, staff_id: requireStaffId(tenant) };
    const { record, answers, isLate, isLast } = await this.endAttempt(tenant, ownIds, newAnswers);
    if (isLate && newAnswers.length) throw new AttemptOverError(record);
    return toAttemptSheet(tenant, record, answers, this.clock.now(), isLast);
  }

  /** Ends an attempt whose deadline passed without a submit. No effect on an ended attempt. */
  async close(tenant: Tenant, attempt_id: string, staff_id: string): Promise<void> {
    await this.endAttempt(tenant, { attempt_id, staff_id }, []);
  }

  /**
   * Reads the attempt outside the transaction, which is guarded by its row version. A repeated or failed submit writes
   * no skill level, so it does not wait for the ledger lock of the person.
   */
  private async endAttempt(
    tenant: Tenant,
    ids: AttemptToEnd,
    sentAnswers: readonly AnswerInput[],
  ): Promise<EndedAttempt> {
    // Time of arrival: waiting for the ledger lock must not make a submit late.
    const now = this.clock.now();
    const { attempt_id, staff_id } = ids;
    for (let tries = 1; ; tries++) {
      // Read before the answers: an answer saved in between changes the row version of the attempt.
      const attempt = await this.attempts.findOne(tenant, { attempt_id, staff_id });
      if (!attempt || !matchesIds(attempt, ids)) throw new NotFoundError('attempt');
      const saved = await this.answers.find(tenant, { attempt_id });
      const isLast = await this.attemptsLeft.isLast(tenant, attempt_id);
      const resolvedAnswers = sentAnswers.length
        ? resolveAnswers(attempt.paper, attempt.paper.questions, sentAnswers)
        : sentAnswers;
      if (attempt.status !== 'in_progress')
        return { record: attempt, answers: saved, isLate: wasLate(attempt, saved, resolvedAnswers), isLast };
      const endedAttempt = await this.tryEnd(tenant, { attempt, saved, isLast }, resolvedAnswers, now);
      if (endedAttempt) return endedAttempt;
      if (tries === MAX_TRIES) throw new AttemptOverError(attempt);
    }
  }

  /** @returns null if the attempt changed since it was read; nothing has been written then */
  private async tryEnd(
    tenant: Tenant,
    { attempt, saved, isLast }: AttemptState,
    newAnswers: readonly AnswerInput[],
    now: number,
  ): Promise<EndedAttempt | null> {
    const { attempt_id, row_version, deadline, pass_mark } = attempt;
    const phase = phaseAt(attempt, now);
    if (phase === 'over' && endPolicyOf(attempt) !== 'auto_submit') return this.abandon(tenant, attempt, saved, now);
    const questions = toGradedQuestions(attempt.paper);
    const isLate = phase === 'over' || (phase === 'grace' && !areSaved(attempt, saved, newAnswers));
    const acceptedAnswers =
      phase !== 'open' || !newAnswers.length ? [] : selectLegacyAnswers(questions, attempt.paper, saved, newAnswers);
    const gradedAnswers = gradeNewAnswers(attempt, questions, saved, acceptedAnswers, now);
    const answers = [...saved.filter(({ slot }) => !gradedAnswers.some((one) => one.slot === slot)), ...gradedAnswers];
    const attemptGrade = grade(questions, toAnswerInputs(attempt, answers), pass_mark);
    const result = resultColumns(attemptGrade, phase === 'over' ? deadline! : now);
    const record = { ...attempt, ...result, row_version: row_version + 1, updated_at: now };
    return this.transactions.run(async () => {
      const completionContext = attemptGrade.passed ? await this.completion.lockAndLoad(tenant, attempt) : null;
      const guard = { attempt_id, status: 'in_progress', row_version };
      if (!(await this.attempts.update(tenant, guard, result))) return null;
      if (gradedAnswers.length) await this.answers.insertOrReplace(tenant, gradedAnswers);
      if (completionContext) {
        const counts_for = attempt.assignment_id;
        await this.completion.complete(tenant, completionContext, { passed: toPassedQuiz(record), counts_for });
      }
      await this.eventBus.publish(QUIZ_ENDED, tenant, toEndedQuiz(record, attemptGrade.passed));
      return { record, answers, isLate, isLast };
    });
  }

  /** Not submitted in time: uses up an attempt and counts for nothing else. */
  private async abandon(
    tenant: Tenant,
    attempt: Attempt,
    answers: AttemptAnswer[],
    now: number,
  ): Promise<EndedAttempt | null> {
    const { attempt_id, row_version } = attempt;
    const status = 'abandoned';
    const guard = { attempt_id, status: 'in_progress', row_version };
    const isAbandoned = await this.transactions.run(() => this.attempts.update(tenant, guard, { status }));
    const record = { ...attempt, status, row_version: row_version + 1, updated_at: now };
    return isAbandoned ? { record, answers, isLate: true, isLast: false } : null;
  }
}

/** Ids that must belong to the same attempt; otherwise it is not found. */
export interface SubmittedAttempt {
  attempt_id: string;
  training_id?: string | undefined;
  quiz_id?: string | undefined;
}
interface AttemptToEnd extends SubmittedAttempt {
  staff_id: string;
}
/** An attempt as read before the transaction that ends it. */
interface AttemptState {
  attempt: Attempt;
  saved: AttemptAnswer[];
  isLast: boolean;
}
interface EndedAttempt {
  record: Attempt;
  answers: AttemptAnswer[];
  /** The sent answers arrived after the deadline and were dropped. */
  isLate: boolean;
  /** No further attempt is possible in the cycle. */
  isLast: boolean;
}

const matchesIds = (attempt: Attempt, { training_id, quiz_id }: SubmittedAttempt): boolean =>
  (training_id === undefined || training_id === attempt.training_id) &&
  (quiz_id === undefined || quiz_id === attempt.quiz_id);

const toEndedQuiz = ({ attempt_id, assignment_id, staff_id, training_id, submitted_at }: Attempt, passed: boolean) => ({
  attempt_id,
  assignment_id,
  staff_id,
  training_id,
  submitted_at: submitted_at!,
  result: passed ? ('passed' as const) : ('failed' as const),
});

/** Ended at or after the deadline: in grace time, or by the server. No answers are saved then. */
const endedAtDeadline = ({ deadline, submitted_at }: Attempt): boolean =>
  deadline !== null && submitted_at !== null && submitted_at >= deadline;

const wasLate = (attempt: Attempt, saved: readonly AttemptAnswer[], newAnswers: readonly AnswerInput[]): boolean =>
  attempt.status === 'abandoned' || (endedAtDeadline(attempt) && !areSaved(attempt, saved, newAnswers));

/** Whether the answers are saved already: a call repeated after a lost response is not late. */
function areSaved({ paper }: Attempt, saved: readonly AttemptAnswer[], newAnswers: readonly AnswerInput[]): boolean {
  const questionsById = new Map(paper.questions.map((question) => [question.question_id, question]));
  const savedBySlot = new Map(saved.map((answer) => [answer.slot, answer]));
  return newAnswers.every(({ question_id, option_id }) => {
    const { slot = 0, kind = 'single' } = questionsById.get(question_id) ?? {};
    const ids = savedBySlot.get(slot)?.option_id ?? [];
    return isSameAnswer(kind, { option_id: ids, given: null }, { option_id: [...(option_id ?? [])], given: null });
  });
}

/**
 * Grades the answers to save. An answer whose grade was already shown stays unchanged.
 * @throws InvalidAnswersError on a repeated or foreign question or option
 */
function gradeNewAnswers(
  attempt: Attempt,
  questions: readonly GradedQuestion[],
  saved: readonly AttemptAnswer[],
  given: readonly AnswerInput[],
  now: number,
): AttemptAnswer[] {
  // Validates all answers together: one repeated or foreign id rejects the call.
  withAliasedErrors(attempt.paper, () => grade(questions, given, attempt.pass_mark));
  const answersByQuestion = new Map(given.map((answer) => [answer.question_id, answer]));
  const sequences = new Map(saved.map((one) => [one.slot, one.client_sequence]));
  const finalAnswers = isFinalAfterAnswer(attempt.paper.review) ? saved.filter(({ answered }) => answered) : [];
  const finalSlots = new Set(finalAnswers.map(({ slot }) => slot));
  return attempt.paper.questions.flatMap(({ slot, question_id }, at) => {
    const answer = answersByQuestion.get(question_id);
    if (!answer || finalSlots.has(slot)) return [];
    const { option_id, given: payload, answered, marks } = gradeAnswer(questions[at]!, answer);
    const client_sequence = (sequences.get(slot) ?? 0) + 1;
    const { customer_id, attempt_id } = attempt;
    const columns = { option_id, given: payload, answered, marks };
    return [{ customer_id, attempt_id, slot, ...columns, client_sequence, saved_at: now }];
  });
}

function toAnswerInputs({ paper }: Attempt, answers: readonly AttemptAnswer[]): AnswerInput[] {
  const questions = new Map(paper.questions.map(({ slot, question_id }) => [slot, question_id]));
  return answers.map((answer) => ({ question_id: questions.get(answer.slot)!, ...toAnswerParts(answer) }));
}

/** Columns of an ended attempt. */
export function resultColumns(attemptGrade: Grade, submitted_at: number) {
  return {
    status: 'submitted',
    submitted_at,
    correct_marks: attemptGrade.correct_marks,
    total_marks: attemptGrade.total_marks,
    score_hundredths: attemptGrade.score === null ? null : Math.round(attemptGrade.score * 100),
    result: attemptGrade.passed ? 'passed' : 'failed',
  };
}

function requireStaffId(tenant: Tenant): string {
  const { staff_id } = tenant.actor;
  if (!staff_id) throw new NoStaffRecordError();
  return staff_id;
}
