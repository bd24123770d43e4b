import { Injectable, type OnModuleInit } from '@nestjs/common';
import { REGRADED_SHOWN_MAX, type QuestionRegraded, type RegradedAttempt } from '../contract/attempt-answers';
import { fullName } from '../contract/person-name';
import { AuditTrail } from '../platform/audit/audit-trail';
import { LookedTooEarly, Transactions } from '../platform/database/transactions';
import { toIso } from '../platform/definitions/row';
import { NotFound } from '../platform/errors/app-error';
import { idFromBytes } from '../platform/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { auditEntry } from '../tenancy/audit-entry';
import { DryRuns } from '../tenancy/dry-runs';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import type { Portion } from '../tenancy/jobs/portion';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from '../trainings/assignment.entity';
import { CompletionRevocationService } from '../trainings/completion-revocation.service';
import { TrainingCompletion } from '../trainings/training-completion';
import { AttemptAnswer } from './attempt-answer.entity';
import { AttemptCompletion } from './attempt-completion';
import { Attempt } from './attempt.entity';
import { AttemptsByQuestionQuery, FIRST_PLACE } from './attempts-by-question.query';
import { Question } from './question.entity';
import { passedQuiz } from './quiz-results';
import { regradeAttempt, type Regraded } from './regrading';

const KIND = 'regrade_question';
/** Attempts whose papers are in memory at once. */
const AT_ONCE = 100;
/** Attempts of one portion: each may bring evidence and levels. */
const IN_PORTION = 25;

const NAMES = `SELECT a.attempt_id AS attempt_id, s.first_name, s.last_name, t.title FROM attempt a
  JOIN staff s ON s.customer_id = :customer_id AND s.staff_id = a.staff_id
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id
  WHERE a.customer_id = :customer_id AND a.attempt_id IN (:attempt_id)`;

interface NameRow {
  attempt_id: Uint8Array;
  first_name: string;
  last_name: string;
  title: string;
}
interface RegradeRules {
  reason: string;
  /** Scores may fall, too. */
  lower: boolean;
}
interface RegradeOrder extends RegradeRules {
  question_id: string;
}

/**
 * Grades submitted attempts by a question as it is now. Results only rise, unless lowering is asked for; what an attempt
 * completed, and the levels that it gave, follow its score (docs/learning-rules.md, "A way out for one person").
 */
@Injectable()
export class RegradeService implements OnModuleInit {
  constructor(
    @Records(Question) private readonly questions: TenantRepository<Question>,
    @Records(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @Records(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly attemptsByQuestion: AttemptsByQuestionQuery,
    private readonly queries: TenantQueries,
    private readonly attemptCompletion: AttemptCompletion,
    private readonly revocation: CompletionRevocationService,
    private readonly completion: TrainingCompletion,
    private readonly locks: LedgerLocks,
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly dryRuns: DryRuns,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
  ) {}

  onModuleInit(): void {
    this.kinds.register<RegradeOrder>(KIND, {
      lane: 'interactive',
      portion: (tenant, order, portion) => this.regradePortion(tenant, order, portion),
    });
  }

  /** Answers what changes; a job changes it. Asked again once that is done, nothing changes. @throws NotFound */
  async regrade(tenant: Tenant, question_id: string, rules: RegradeRules): Promise<QuestionRegraded> {
    const question = await this.findQuestion(tenant, question_id);
    const reason = rules.reason.trim();
    const { lower } = rules;
    const counts = { raised: 0, lowered: 0, unchanged: 0 };
    const changes: AttemptChange[] = [];
    for (let place = FIRST_PLACE; ;) {
      const part = await this.attemptsByQuestion.findPart(tenant, question_id, place, AT_ONCE);
      for (const { attempt, answers } of part.attempts) {
        const regraded = regradeAttempt(attempt, answers, question);
        const change = compareScores(attempt, regraded, lower);
        counts[change] += 1;
        if (change !== 'unchanged' && changes.length < REGRADED_SHOWN_MAX)
          changes.push(describeChange(attempt, regraded));
      }
      if (!part.next) break;
      place = part.next;
    }
    const order: RegradeOrder = { question_id, reason, lower };
    const job_id = counts.raised + counts.lowered > 0 ? await this.enqueue(tenant, order, counts) : null;
    return { ...counts, attempts: await this.addNames(tenant, changes), job_id };
  }

  private async enqueue(
    tenant: Tenant,
    order: RegradeOrder,
    { raised, lowered }: { raised: number; lowered: number },
  ): Promise<string | null> {
    if (this.dryRuns.isRunning) return null;
    const { question_id, ...rules } = order;
    return this.transactions.run(async () => {
      await this.audit.record(auditEntry(tenant, 'question.regrade', question_id, null, { ...rules, raised, lowered }));
      return this.jobs.enqueue(tenant, KIND, order, raised + lowered);
    });
  }

  private async regradePortion(tenant: Tenant, order: RegradeOrder, portion: Portion): Promise<Facts | null> {
    const { at, after_id } = portion.mark ?? {};
    const place = typeof at === 'number' && typeof after_id === 'string' ? { at, after_id } : FIRST_PLACE;
    const question = await this.findQuestion(tenant, order.question_id);
    const { attempts, next } = await this.attemptsByQuestion.findPart(tenant, order.question_id, place, IN_PORTION);
    const affected = attempts.filter(
      ({ attempt, answers }) =>
        compareScores(attempt, regradeAttempt(attempt, answers, question), order.lower) !== 'unchanged',
    );
    await this.locks.take(
      tenant,
      affected.map(({ attempt }) => attempt.staff_id),
    );
    for (const { attempt, answers } of affected) await this.change(tenant, attempt, answers, question, order);
    portion.tell(affected.length, []);
    return next && { ...next };
  }

  /** The person's LedgerLocks are held. */
  private async change(
    tenant: Tenant,
    before: Attempt,
    oldAnswers: readonly AttemptAnswer[],
    question: Question,
    { question_id, reason }: RegradeOrder,
  ): Promise<void> {
    const { attempt_id, assignment_id, row_version } = before;
    const { answers, ...change } = regradeAttempt(before, oldAnswers, question);
    const assignment = (await this.assignments.one(tenant, { assignment_id }))!;
    const isCompletedBy = await this.attemptCompletion.isCompletedBy(tenant, assignment, before);
    const guard = { attempt_id, row_version };
    if (!(await this.attempts.update(tenant, guard, { ...change, status: 'submitted' })))
      throw new LookedTooEarly('The attempt has changed since it was read');
    for (const { slot, marks } of answers) await this.answers.update(tenant, { attempt_id, slot }, { marks });
    const after = { ...before, ...change };
    const audited = { ...resultForDisplay(after), question_id, reason };
    await this.audit.record(auditEntry(tenant, 'attempt.regrade', attempt_id, resultForDisplay(before), audited));
    await this.follow(tenant, { before, after, assignment, isCompletedBy, reason });
  }

  /** What was completed follows the result, and levels follow the score. */
  private async follow(tenant: Tenant, { before, after, assignment, isCompletedBy, reason }: Outcome): Promise<void> {
    const { staff_id, training_id } = after;
    if (before.result !== 'passed') {
      if (after.result === 'passed') await this.completion.settle(tenant, staff_id, training_id);
    } else if (isCompletedBy && after.result === 'passed') {
      await this.revocation.correctScore(tenant, assignment, passedQuiz(before), passedQuiz(after), reason);
    } else if (isCompletedBy && (await this.revocation.revoke(tenant, assignment, reason))) {
      await this.completion.settle(tenant, staff_id, training_id);
    }
  }

  private async addNames(tenant: Tenant, changes: readonly AttemptChange[]): Promise<RegradedAttempt[]> {
    if (!changes.length) return [];
    const attempt_id = changes.map((each) => each.attempt_id);
    const rows = await this.queries.rows<NameRow>(tenant, NAMES, { attempt_id });
    const names = new Map(rows.map((row) => [idFromBytes(row.attempt_id), row]));
    return changes.map((each) => {
      const { first_name, last_name, title } = names.get(each.attempt_id)!;
      return { ...each, staff_name: fullName(first_name, last_name), training_title: title };
    });
  }

  private async findQuestion(tenant: Tenant, question_id: string): Promise<Question> {
    const question = await this.questions.one(tenant, { question_id });
    if (!question) throw new NotFound('question');
    return question;
  }
}

type AttemptChange = Omit<RegradedAttempt, 'staff_name' | 'training_title'>;

interface Outcome {
  before: Attempt;
  after: Attempt;
  assignment: TrainingAssignment;
  /** The assignment was completed by this attempt, as it was before. */
  isCompletedBy: boolean;
  reason: string;
}

function compareScores(
  attempt: Attempt,
  { correct_marks }: Regraded,
  lower: boolean,
): 'raised' | 'lowered' | 'unchanged' {
  const rise = correct_marks - (attempt.correct_marks ?? 0);
  if (rise > 0) return 'raised';
  return rise < 0 && lower ? 'lowered' : 'unchanged';
}

function describeChange(attempt: Attempt, regraded: Regraded): AttemptChange {
  const { attempt_id, staff_id, training_id, submitted_at } = attempt;
  const [before, after] = [resultForDisplay(attempt), resultForDisplay(regraded)];
  return {
    ...{ attempt_id, staff_id, training_id, submitted_at: toIso(submitted_at!) },
    ...{ score_before: before.score, score_after: after.score },
    ...{ result_before: before.result, result_after: after.result },
  };
}

const resultForDisplay = ({ score_hundredths, result }: Pick<Attempt, 'score_hundredths' | 'result'>) => ({
  score: score_hundredths === null ? null : score_hundredths / 100,
  result: result as 'passed' | 'failed',
});
