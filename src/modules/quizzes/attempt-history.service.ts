import { Injectable } from '@nestjs/common';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { newId } from '../../common/ids';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingCompletionService } from '../trainings/training-completion.service';
import { AttemptAnswer } from './attempt-answer.entity';
import { resultColumns } from './attempt-finish.service';
import { deadlineOf, MINUTE_MS } from './attempt-time';
import { Attempt, AttemptHead } from './attempt.entity';
import { grade, gradeAnswer, type AnswerInput } from './grading';
import { createPaper, toGradedQuestions, type DrawnQuestion } from './paper';
import { toPassedQuiz } from './quiz-results.service';
import { QuizSlotsService } from './quiz-slots.service';
import { Quiz } from './quiz.entity';

export interface HistoricalAttempt {
  staff_id: string;
  training_id: string;
  assignment_id: string;
  /** UTC milliseconds. */
  started_at: number;
  /** null: in progress. */
  submitted_at: number | null;
  answers: readonly AnswerInput[];
}

/**
 * Records past attempts with their answers. They are frozen, graded and completed by the same rules as new attempts;
 * the questions are those of today.
 */
@Injectable()
export class AttemptHistoryService {
  constructor(
    @InjectTenantRepository(Quiz) private readonly quizzes: TenantRepository<Quiz>,
    @InjectTenantRepository(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @InjectTenantRepository(AttemptHead) private readonly heads: TenantRepository<AttemptHead>,
    @InjectTenantRepository(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    private readonly slots: QuizSlotsService,
    private readonly completion: TrainingCompletionService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /**
   * Records all attempts or none. The attempts of one person at one quiz must be in chronological order.
   * @throws RangeError for impossible times, InvalidAnswersError
   */
  async importAttempts(tenant: Tenant, historicalAttempts: readonly HistoricalAttempt[]): Promise<void> {
    if (!historicalAttempts.length) return;
    await this.transactions.run(async () => {
      const quizzesByTraining = await this.loadQuizzes(tenant, [
        ...new Set(historicalAttempts.map((each) => each.training_id)),
      ]);
      const numbers = await this.lastNumbers(
        tenant,
        [...quizzesByTraining.values()].map(({ quiz }) => quiz.quiz_id),
      );
      const newAttempts = historicalAttempts.map((each) => {
        const knownQuiz = quizzesByTraining.get(each.training_id);
        if (!knownQuiz) throw new RangeError('The training has no quiz.');
        const pair = each.staff_id + knownQuiz.quiz.quiz_id;
        const attempt_no = (numbers.get(pair) ?? 0) + 1;
        numbers.set(pair, attempt_no);
        return this.buildAttempt(tenant, each, knownQuiz, attempt_no);
      });
      await this.attempts.insert(
        tenant,
        newAttempts.map(({ record }) => record),
      );
      await this.answers.insert(
        tenant,
        newAttempts.flatMap(({ answers }) => answers),
      );
      await this.audit.record(
        buildAuditEntry(tenant, 'attempt.history', undefined, null, { attempts: newAttempts.length }),
      );
      for (const { record } of newAttempts) {
        if (record.result !== 'passed') continue;
        await this.completion.settle(tenant, record.staff_id, record.training_id, {
          passed: toPassedQuiz(record),
          counts_for: record.assignment_id,
          is_past: true,
        });
      }
    });
  }

  private buildAttempt(
    tenant: Tenant,
    historicalAttempt: HistoricalAttempt,
    { quiz, questions }: KnownQuiz,
    attempt_no: number,
  ) {
    const { answers: given, submitted_at, started_at, ...ids } = historicalAttempt;
    const deadline = deadlineOf(started_at, quiz.time_limit_minutes, null);
    requirePossibleTimes(started_at, submitted_at, deadline, this.clock.now());
    const paper = createPaper(quiz, questions);
    const questionsToGrade = toGradedQuestions(paper);
    const attemptGrade = grade(questionsToGrade, given, quiz.pass_mark);
    const attempt_id = newId(this.clock.now());
    const openColumns = {
      status: 'in_progress',
      submitted_at: null,
      correct_marks: null,
      total_marks: null,
      score_hundredths: null,
      result: null,
    };
    const record = {
      ...ids,
      ...(submitted_at === null ? openColumns : resultColumns(attemptGrade, submitted_at)),
      attempt_id,
      quiz_id: quiz.quiz_id,
      attempt_no,
      pass_mark: quiz.pass_mark,
      started_at,
      deadline,
      grace_minutes: quiz.at_end === 'grace' ? quiz.grace_minutes : null,
      paper,
    };
    const answersByQuestion = new Map(given.map((answer) => [answer.question_id, answer]));
    const until = submitted_at ?? started_at + given.length * MINUTE_MS;
    const answers = paper.questions.flatMap(({ slot, question_id }, at) => {
      const answer = answersByQuestion.get(question_id);
      if (!answer) return [];
      const { option_id, given: payload, answered, marks } = gradeAnswer(questionsToGrade[at]!, answer);
      const saved_at = started_at + Math.round(((until - started_at) * slot) / (paper.questions.length + 1));
      const { customer_id } = tenant;
      const columns = { option_id, given: payload, answered, marks };
      return [{ customer_id, attempt_id, slot, ...columns, client_sequence: slot, saved_at }];
    });
    return { record, answers };
  }

  private async loadQuizzes(tenant: Tenant, training_id: string[]): Promise<Map<string, KnownQuiz>> {
    const known = new Map<string, KnownQuiz>();
    // One read of slots and questions per quiz, shared by its attempts.
    for (const quiz of await this.quizzes.find(tenant, { training_id })) {
      known.set(quiz.training_id, { quiz, questions: await this.slots.selectQuestions(tenant, quiz.quiz_id) });
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

function requirePossibleTimes(
  started_at: number,
  submitted_at: number | null,
  deadline: number | null,
  now: number,
): void {
  const end = submitted_at ?? started_at;
  if (end < started_at || end > now || (deadline !== null && end > deadline)) {
    throw new RangeError('An attempt must end after its start, before its deadline and before now.');
  }
}
