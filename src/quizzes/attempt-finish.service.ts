import { Injectable } from '@nestjs/common';
import type { AttemptSheet } from '../contract/attempt-answers';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { NotFound } from '../platform/errors/app-error';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingCompletion } from '../trainings/training-completion';
import { AttemptAnswer } from './attempt-answer.entity';
import { AttemptEndQuery, type EndFacts } from './attempt-end.query';
import { attemptSheet } from './attempt-sheet';
import { Attempt } from './attempt.entity';
import { grade, type GivenAnswer, type Grade, type GradedQuestion } from './grading';
import { gradedQuestions } from './paper';
import { AttemptOver, NoStaffRecord } from './quiz.errors';
import { passedQuiz } from './quiz-results';

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
    private readonly query: AttemptEndQuery,
    private readonly completion: TrainingCompletion,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * The learner's own submit, answered with the sheet; after the deadline it ends with what was saved in time.
   * @throws NoStaffRecord, NotFound
   */
  async submit(tenant: Tenant, attempt_id: string): Promise<AttemptSheet> {
    const { record, answers } = await this.end(tenant, { attempt_id, staff_id: ownStaff(tenant) }, []);
    return attemptSheet(tenant, record, answers, this.clock.now());
  }

  /**
   * Submits with the answers in the same call; they replace saved ones of the same questions. Once it has ended, asking
   * again answers the first result, whatever is sent.
   * @throws AttemptOver when it arrives after the deadline (what was saved in time then counts), AnswersRefused, NotFound
   */
  async submitWith(tenant: Tenant, which: SubmittedAttempt, given: readonly GivenAnswer[]): Promise<AttemptSheet> {
    const own = { ...which, staff_id: ownStaff(tenant) };
    const { record, answers, late } = await this.end(tenant, own, given);
    if (late && given.length) throw new AttemptOver(record.status);
    return attemptSheet(tenant, record, answers, this.clock.now());
  }

  /** The deadline has passed, and nobody submitted. Harmless on attempts that have ended meanwhile. */
  async close(tenant: Tenant, attempt_id: string, staff_id: string): Promise<void> {
    await this.end(tenant, { attempt_id, staff_id }, []);
  }

  /**
   * What is asked again, and what fails, writes no level: neither waits for whoever holds the person's ledger. Looked at
   * outside of the transaction, for whatever is written is guarded by what was seen: the attempt by its version, and what
   * it completes by the ledger's turn.
   */
  private async end(tenant: Tenant, which: AttemptToEnd, given: readonly GivenAnswer[]): Promise<Ended> {
    // When it came, not when the person's ledger was free: waiting for that makes nobody late.
    const now = this.clock.now();
    const { attempt_id, staff_id } = which;
    for (let tries = 1; ; tries++) {
      const facts = await this.query.facts(tenant, { attempt_id, staff_id });
      if (!facts || !isMeant(facts.attempt, which)) throw new NotFound('attempt');
      const { attempt, saved } = facts;
      if (attempt.status !== 'in_progress')
        return { record: attempt, answers: saved, late: endedByTime(attempt) && !areKept(attempt, saved, given) };
      const ended = await this.tryEnd(tenant, facts, given, now);
      if (ended) return ended;
      if (tries === TRIES) throw new AttemptOver('in_progress');
    }
  }

  /** null: an answer was saved, or another submit came, between looking and writing; nothing has been written. */
  private async tryEnd(
    tenant: Tenant,
    { attempt, saved, completing, turn }: EndFacts,
    given: readonly GivenAnswer[],
    now: number,
  ): Promise<Ended | null> {
    const { attempt_id, row_version, deadline, pass_mark } = attempt;
    const questions = gradedQuestions(attempt.paper);
    const late = deadline !== null && now > deadline;
    const answered = late ? [] : answersGiven(attempt, questions, saved, given, now);
    const answers = [...saved.filter(({ slot }) => !answered.some((one) => one.slot === slot)), ...answered];
    const graded = grade(questions, givenAnswers(attempt, answers), pass_mark);
    const result = resultOf(graded, late ? deadline : now);
    const record = { ...attempt, ...result, row_version: row_version + 1, updated_at: now };
    return this.transactions.run(async () => {
      const known = graded.passed ? await this.completion.hold(tenant, attempt, completing, turn) : null;
      const guard = { attempt_id, status: 'in_progress', row_version };
      if (!(await this.attempts.update(tenant, guard, result))) return null;
      if (answered.length) await this.answers.insertOrReplace(tenant, answered);
      if (known) await this.completion.complete(tenant, known, passedQuiz(record), attempt.assignment_id);
      return { record, answers, late };
    });
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
interface Ended {
  record: Attempt;
  answers: AttemptAnswer[];
  /** What was sent came after the deadline and is not kept. */
  late: boolean;
}

const isMeant = (attempt: Attempt, { training_id, quiz_id }: SubmittedAttempt): boolean =>
  (training_id === undefined || training_id === attempt.training_id) &&
  (quiz_id === undefined || quiz_id === attempt.quiz_id);

const endedByTime = ({ deadline, submitted_at }: Attempt): boolean => deadline !== null && submitted_at === deadline;

/** The same call again, its first answer lost on the way: it was kept, and nothing is too late. */
function areKept({ paper }: Attempt, saved: readonly AttemptAnswer[], given: readonly GivenAnswer[]): boolean {
  const slots = new Map(paper.questions.map(({ question_id, slot }) => [question_id, slot]));
  const kept = new Map(saved.map(({ slot, option_id }) => [slot, option_id]));
  return given.every(({ question_id, option_id }) => {
    const same = kept.get(slots.get(question_id) ?? 0) ?? [];
    return same.length === option_id.length && same.every((id) => option_id.includes(id));
  });
}

/** Graded as they are kept. AnswersRefused on a repeated or foreign question or option. */
function answersGiven(
  attempt: Attempt,
  questions: readonly GradedQuestion[],
  saved: readonly AttemptAnswer[],
  given: readonly GivenAnswer[],
  now: number,
): AttemptAnswer[] {
  const grades = grade(questions, given, attempt.pass_mark).questions;
  const chosen = new Map(given.map(({ question_id, option_id }) => [question_id, option_id]));
  const sequences = new Map(saved.map((one) => [one.slot, one.client_sequence]));
  return attempt.paper.questions.flatMap(({ slot, question_id }, at) => {
    const option_id = chosen.get(question_id);
    if (!option_id) return [];
    const { answered, marks } = grades[at]!;
    const client_sequence = (sequences.get(slot) ?? 0) + 1;
    const { customer_id, attempt_id } = attempt;
    return [
      { customer_id, attempt_id, slot, option_id: [...option_id], client_sequence, saved_at: now, answered, marks },
    ];
  });
}

function givenAnswers({ paper }: Attempt, answers: readonly AttemptAnswer[]): GivenAnswer[] {
  const questions = new Map(paper.questions.map(({ slot, question_id }) => [slot, question_id]));
  return answers.map(({ slot, option_id }) => ({ question_id: questions.get(slot)!, option_id }));
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
