import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../platform/audit/audit-trail';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { newId } from '../platform/ids';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingCompletion } from '../trainings/training-completion';
import { AttemptAnswer } from './attempt-answer.entity';
import { resultOf } from './attempt-finish.service';
import { deadlineOf, MINUTE_MS } from './attempt-time';
import { Attempt, AttemptHead } from './attempt.entity';
import { grade, gradeAnswer, type GivenAnswer } from './grading';
import { drawPaper, gradedQuestions, type DrawnQuestion } from './paper';
import { passedQuiz } from './quiz-results';
import { QuizSlotsService } from './quiz-slots.service';
import { Quiz } from './quiz.entity';

export interface PastAttempt {
  staff_id: string;
  training_id: string;
  assignment_id: string;
  /** UTC milliseconds. */
  started_at: number;
  /** null: still running. */
  submitted_at: number | null;
  answers: readonly GivenAnswer[];
}

/**
 * A history that somebody brings along: attempts with the answers that were given then, frozen, graded and granted by the
 * same rules as those of today. What the questions said then is what they say now.
 */
@Injectable()
export class AttemptHistory {
  constructor(
    @Records(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @Records(AttemptHead) private readonly heads: TenantRepository<AttemptHead>,
    @Records(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly slots: QuizSlotsService,
    private readonly completion: TrainingCompletion,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * All or nothing; the attempts of one person at one quiz in the order of their days.
   * @throws RangeError for times that cannot be, AnswersRefused
   */
  async recordPast(tenant: Tenant, past: readonly PastAttempt[]): Promise<void> {
    if (!past.length) return;
    await this.transactions.run(async () => {
      const papers = await this.papers(tenant, [...new Set(past.map((each) => each.training_id))]);
      const numbers = await this.lastNumbers(
        tenant,
        [...papers.values()].map(({ quiz }) => quiz.quiz_id),
      );
      const made = past.map((each) => {
        const found = papers.get(each.training_id);
        if (!found) throw new RangeError('There was no quiz at that time.');
        const pair = each.staff_id + found.quiz.quiz_id;
        const attempt_no = (numbers.get(pair) ?? 0) + 1;
        numbers.set(pair, attempt_no);
        return this.sitting(tenant, each, found, attempt_no);
      });
      await this.attempts.insert(
        tenant,
        made.map(({ record }) => record),
      );
      await this.answers.insert(
        tenant,
        made.flatMap(({ answers }) => answers),
      );
      await this.audit.record(auditEntry(tenant, 'attempt.history', undefined, null, { attempts: made.length }));
      for (const { record } of made) {
        if (record.result !== 'passed') continue;
        await this.completion.settle(tenant, record.staff_id, record.training_id, {
          passed: passedQuiz(record),
          counts_for: record.assignment_id,
          is_past: true,
        });
      }
    });
  }

  private sitting(tenant: Tenant, past: PastAttempt, { quiz, questions }: KnownQuiz, attempt_no: number) {
    const { answers: given, submitted_at, started_at, ...ids } = past;
    const deadline = deadlineOf(started_at, quiz.time_limit_minutes, null);
    refuseImpossible(started_at, submitted_at, deadline, this.clock.now());
    const paper = drawPaper(quiz, questions);
    const asked = gradedQuestions(paper);
    const graded = grade(asked, given, quiz.pass_mark);
    const attempt_id = newId(this.clock.now());
    const open = {
      status: 'in_progress',
      submitted_at: null,
      correct_marks: null,
      total_marks: null,
      score_hundredths: null,
      result: null,
    };
    const record = {
      ...ids,
      ...(submitted_at === null ? open : resultOf(graded, submitted_at)),
      attempt_id,
      quiz_id: quiz.quiz_id,
      attempt_no,
      pass_mark: quiz.pass_mark,
      started_at,
      deadline,
      grace_minutes: quiz.at_end === 'grace' ? quiz.grace_minutes : null,
      paper,
    };
    const parts = new Map(given.map((answer) => [answer.question_id, answer]));
    const until = submitted_at ?? started_at + given.length * MINUTE_MS;
    const answers = paper.questions.flatMap(({ slot, question_id }, at) => {
      const answer = parts.get(question_id);
      if (!answer) return [];
      const { option_id, given: payload, answered, marks } = gradeAnswer(asked[at]!, answer);
      const saved_at = started_at + Math.round(((until - started_at) * slot) / (paper.questions.length + 1));
      const { customer_id } = tenant;
      const kept = { option_id, given: payload, answered, marks };
      return [{ customer_id, attempt_id, slot, ...kept, client_sequence: slot, saved_at }];
    });
    return { record, answers };
  }

  private async papers(tenant: Tenant, training_id: string[]): Promise<Map<string, KnownQuiz>> {
    const known = new Map<string, KnownQuiz>();
    // One read of slots and questions for each quiz of the history, whose attempts are many.
    for (const quiz of await this.quizzes.find(tenant, { training_id })) {
      known.set(quiz.training_id, { quiz, questions: await this.slots.drawn(tenant, quiz.quiz_id) });
    }
    return known;
  }

  private async lastNumbers(tenant: Tenant, quiz_id: string[]): Promise<Map<string, number>> {
    const last = new Map<string, number>();
    for (const { staff_id, quiz_id: quiz, attempt_no } of await this.heads.find(tenant, { quiz_id })) {
      last.set(staff_id + quiz, Math.max(attempt_no, last.get(staff_id + quiz) ?? 0));
    }
    return last;
  }
}

interface KnownQuiz {
  quiz: Quiz;
  questions: DrawnQuestion[];
}

function refuseImpossible(started_at: number, submitted_at: number | null, deadline: number | null, now: number): void {
  const end = submitted_at ?? started_at;
  if (end < started_at || end > now || (deadline !== null && end > deadline)) {
    throw new RangeError('An attempt must end after its start, before its deadline and before now.');
  }
}
