import { Injectable } from '@nestjs/common';
import type { AttemptSheet } from '../contract/attempt-answers';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { NotFound } from '../platform/errors/app-error';
import { Announcements } from '../tenancy/announcements';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingCompletion } from '../trainings/training-completion';
import { isSameAnswer, partsOf } from './answer-parts';
import { AttemptAnswer } from './attempt-answer.entity';
import { attemptSheet } from './attempt-sheet';
import { atEndOf, phaseAt } from './attempt-time';
import { Attempt } from './attempt.entity';
import { AttemptsLeftQuery } from './attempts-left.query';
import type { GradedQuestion } from './graded-question';
import { grade, gradeAnswer, type GivenAnswer, type Grade } from './grading';
import { carriedAnswers } from './legacy-answers';
import { gradedQuestions } from './paper';
import { refuseWithAliases, resolveAnswers } from './paper-aliases';
import { AttemptOver, NoStaffRecord } from './quiz.errors';
import { QUIZ_ENDED } from './quiz.events';
import { passedQuiz } from './quiz-results';
import { isFinalOnceGiven } from './review-policy';

/** Two answers saved at this very moment make submitting look again; more than a few is a client gone wild. */
const TRIES = 20;

/**
 * Ends attempts: once, however often and from wherever it is asked. The first end stands; grading is from the frozen
 * questions; a pass completes what it completes in the same transaction.
 */
@Injectable()
export class AttemptFinishService {
  constructor(
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @Records(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly attemptsLeft: AttemptsLeftQuery,
    private readonly completion: TrainingCompletion,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * The learner's own submit, answered with the sheet; after the deadline it ends with what was saved in time, or is
   * abandoned, as the quiz said when it began.
   * @throws NoStaffRecord, NotFound
   */
  async submit(tenant: Tenant, attempt_id: string): Promise<AttemptSheet> {
    const { record, answers, isLast } = await this.end(tenant, { attempt_id, staff_id: ownStaff(tenant) }, []);
    return attemptSheet(tenant, record, answers, this.clock.now(), isLast);
  }

  /**
   * Submits with the answers in the same call; they replace saved ones of the same questions. Once it has ended, asking
   * again answers the first result, whatever is sent.
   * @throws AttemptOver when it arrives after the deadline (what was saved in time then counts), AnswersRefused, NotFound
   */
  async submitWith(tenant: Tenant, which: SubmittedAttempt, given: readonly GivenAnswer[]): Promise<AttemptSheet> {
    const own = { ...which, staff_id: ownStaff(tenant) };
    const { record, answers, late, isLast } = await this.end(tenant, own, given);
    if (late && given.length) throw new AttemptOver(record);
    return attemptSheet(tenant, record, answers, this.clock.now(), isLast);
  }

  /** The deadline has passed, and nobody submitted. Harmless on attempts that have ended meanwhile. */
  async close(tenant: Tenant, attempt_id: string, staff_id: string): Promise<void> {
    await this.end(tenant, { attempt_id, staff_id }, []);
  }

  /**
   * The attempt is read outside of the transaction, which is guarded by its version. A repeated submit, and one that fails,
   * writes no level, and so does not wait for the person's ledger.
   */
  private async end(tenant: Tenant, which: AttemptToEnd, sent: readonly GivenAnswer[]): Promise<Ended> {
    // When it came, not when the person's ledger was free: waiting for that makes nobody late.
    const now = this.clock.now();
    const { attempt_id, staff_id } = which;
    for (let tries = 1; ; tries++) {
      // Before its answers: one that is saved in between is noticed by the attempt's version.
      const attempt = await this.attempts.one(tenant, { attempt_id, staff_id });
      if (!attempt || !isMeant(attempt, which)) throw new NotFound('attempt');
      const saved = await this.answers.find(tenant, { attempt_id });
      const isLast = await this.attemptsLeft.isLast(tenant, attempt_id);
      const given = sent.length ? resolveAnswers(attempt.paper, attempt.paper.questions, sent) : sent;
      if (attempt.status !== 'in_progress')
        return { record: attempt, answers: saved, late: wasLate(attempt, saved, given), isLast };
      const ended = await this.tryEnd(tenant, { attempt, saved, isLast }, given, now);
      if (ended) return ended;
      if (tries === TRIES) throw new AttemptOver(attempt);
    }
  }

  /** null: an answer was saved, or another submit came, between looking and writing; nothing has been written. */
  private async tryEnd(
    tenant: Tenant,
    { attempt, saved, isLast }: AttemptState,
    given: readonly GivenAnswer[],
    now: number,
  ): Promise<Ended | null> {
    const { attempt_id, row_version, deadline, pass_mark } = attempt;
    const phase = phaseAt(attempt, now);
    if (phase === 'over' && atEndOf(attempt) !== 'auto_submit') return this.abandon(tenant, attempt, saved, now);
    const questions = gradedQuestions(attempt.paper);
    const late = phase === 'over' || (phase === 'grace' && !areKept(attempt, saved, given));
    const carried = phase !== 'open' || !given.length ? [] : carriedAnswers(questions, attempt.paper, saved, given);
    const answered = answersGiven(attempt, questions, saved, carried, now);
    const answers = [...saved.filter(({ slot }) => !answered.some((one) => one.slot === slot)), ...answered];
    const graded = grade(questions, givenAnswers(attempt, answers), pass_mark);
    const result = resultOf(graded, phase === 'over' ? deadline! : now);
    const record = { ...attempt, ...result, row_version: row_version + 1, updated_at: now };
    return this.transactions.run(async () => {
      const facts = graded.passed ? await this.completion.lockedFacts(tenant, attempt) : null;
      const guard = { attempt_id, status: 'in_progress', row_version };
      if (!(await this.attempts.update(tenant, guard, result))) return null;
      if (answered.length) await this.answers.insertOrReplace(tenant, answered);
      if (facts) {
        const counts_for = attempt.assignment_id;
        await this.completion.complete(tenant, facts, { passed: passedQuiz(record), counts_for });
      }
      await this.announcements.publish(QUIZ_ENDED, tenant, endedQuiz(record, graded.passed));
      return { record, answers, late, isLast };
    });
  }

  /** Not handed in by its time: it counts as one of those allowed, and for nothing else. */
  private async abandon(
    tenant: Tenant,
    attempt: Attempt,
    answers: AttemptAnswer[],
    now: number,
  ): Promise<Ended | null> {
    const { attempt_id, row_version } = attempt;
    const status = 'abandoned';
    const guard = { attempt_id, status: 'in_progress', row_version };
    const abandoned = await this.transactions.run(() => this.attempts.update(tenant, guard, { status }));
    const record = { ...attempt, status, row_version: row_version + 1, updated_at: now };
    return abandoned ? { record, answers, late: true, isLast: false } : null;
  }
}

/** Ids of one attempt that must belong together: what does not match is not found. */
export interface SubmittedAttempt {
  attempt_id: string;
  training_id?: string | undefined;
  quiz_id?: string | undefined;
}
interface AttemptToEnd extends SubmittedAttempt {
  staff_id: string;
}
/** An attempt as it was read, outside of the transaction that ends it. */
interface AttemptState {
  attempt: Attempt;
  saved: AttemptAnswer[];
  isLast: boolean;
}
interface Ended {
  record: Attempt;
  answers: AttemptAnswer[];
  /** What was sent came after the deadline and is not kept. */
  late: boolean;
  /** No other attempt can be begun in its cycle. */
  isLast: boolean;
}

const isMeant = (attempt: Attempt, { training_id, quiz_id }: SubmittedAttempt): boolean =>
  (training_id === undefined || training_id === attempt.training_id) &&
  (quiz_id === undefined || quiz_id === attempt.quiz_id);

const endedQuiz = ({ attempt_id, assignment_id, staff_id, training_id, submitted_at }: Attempt, passed: boolean) => ({
  ...{ attempt_id, assignment_id, staff_id, training_id, submitted_at: submitted_at! },
  result: passed ? ('passed' as const) : ('failed' as const),
});

/** Nothing new is kept from the deadline on, whether it was handed in within its grace or ended by the server. */
const endedByTime = ({ deadline, submitted_at }: Attempt): boolean =>
  deadline !== null && submitted_at !== null && submitted_at >= deadline;

const wasLate = (attempt: Attempt, saved: readonly AttemptAnswer[], given: readonly GivenAnswer[]): boolean =>
  attempt.status === 'abandoned' || (endedByTime(attempt) && !areKept(attempt, saved, given));

/** The same call again, its first answer lost on the way: it was kept, and nothing is too late. */
function areKept({ paper }: Attempt, saved: readonly AttemptAnswer[], given: readonly GivenAnswer[]): boolean {
  const asked = new Map(paper.questions.map((question) => [question.question_id, question]));
  const kept = new Map(saved.map((answer) => [answer.slot, answer]));
  return given.every(({ question_id, option_id }) => {
    const { slot = 0, kind = 'single' } = asked.get(question_id) ?? {};
    const ids = kept.get(slot)?.option_id ?? [];
    return isSameAnswer(kind, { option_id: ids, given: null }, { option_id: [...(option_id ?? [])], given: null });
  });
}

/** Graded as they are kept; what was shown to be right or wrong stays as it was. AnswersRefused on a repeated or foreign question or option. */
function answersGiven(
  attempt: Attempt,
  questions: readonly GradedQuestion[],
  saved: readonly AttemptAnswer[],
  given: readonly GivenAnswer[],
  now: number,
): AttemptAnswer[] {
  // As a whole: an id that is repeated or foreign refuses all.
  refuseWithAliases(attempt.paper, () => grade(questions, given, attempt.pass_mark));
  const parts = new Map(given.map((answer) => [answer.question_id, answer]));
  const sequences = new Map(saved.map((one) => [one.slot, one.client_sequence]));
  const final = isFinalOnceGiven(attempt.paper.review) ? saved.filter(({ answered }) => answered) : [];
  const isFinal = new Set(final.map(({ slot }) => slot));
  return attempt.paper.questions.flatMap(({ slot, question_id }, at) => {
    const answer = parts.get(question_id);
    if (!answer || isFinal.has(slot)) return [];
    const { option_id, given: payload, answered, marks } = gradeAnswer(questions[at]!, answer);
    const client_sequence = (sequences.get(slot) ?? 0) + 1;
    const { customer_id, attempt_id } = attempt;
    const kept = { option_id, given: payload, answered, marks };
    return [{ customer_id, attempt_id, slot, ...kept, client_sequence, saved_at: now }];
  });
}

function givenAnswers({ paper }: Attempt, answers: readonly AttemptAnswer[]): GivenAnswer[] {
  const questions = new Map(paper.questions.map(({ slot, question_id }) => [slot, question_id]));
  return answers.map((answer) => ({ question_id: questions.get(answer.slot)!, ...partsOf(answer) }));
}

/** What an ended attempt says. */
export function resultOf(graded: Grade, submitted_at: number) {
  return {
    status: 'submitted',
    submitted_at,
    correct_marks: graded.correct_marks,
    total_marks: graded.total_marks,
    score_hundredths: graded.score === null ? null : Math.round(graded.score * 100),
    result: graded.passed ? 'passed' : 'failed',
  };
}

function ownStaff(tenant: Tenant): string {
  const { staff_id } = tenant.actor;
  if (!staff_id) throw new NoStaffRecord();
  return staff_id;
}
