import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  REGRADED_ATTEMPTS_LISTED_MAX,
  type RegradeQuestionResponse,
  type RegradedAttempt,
} from '../../contract/attempt.responses';
import { fullName } from '../../contract/person-name';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { StaleReadError, TransactionManager } from '../../infrastructure/database/transaction-manager';
import { toIso } from '../../common/rest/row';
import { NotFoundError } from '../../common/errors/app-error';
import { idFromBytes } from '../../common/ids';
import { LedgerLocks } from '../staff/ledger-locks';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { DryRunService } from '../../tenancy/dry-run.service';
import type { JobDetails } from '../background-jobs/job-details';
import { JobKindRegistry } from '../background-jobs/job-kind.registry';
import { JobsService } from '../background-jobs/jobs.service';
import type { JobBatch } from '../background-jobs/job-batch';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingAssignment } from '../trainings/assignment.entity';
import { CompletionRevocationService } from '../trainings/completion-revocation.service';
import { TrainingCompletionService } from '../trainings/training-completion.service';
import { AttemptAnswer } from './attempt-answer.entity';
import { AttemptCompletionQuery } from './attempt-completion.query';
import { Attempt } from './attempt.entity';
import { AttemptsByQuestionQuery, FIRST_CURSOR } from './attempts-by-question.query';
import { Question } from './question.entity';
import { toPassedQuiz } from './quiz-results.service';
import { regradeAttempt, type RegradeResult } from './regrading';

const JOB_KIND = 'regrade_question';
/** Attempts whose papers are in memory at once. */
const PAGE_SIZE = 100;
/** Attempts per batch: each may change evidence and levels. */
const BATCH_SIZE = 25;

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
interface RegradeOptions {
  reason: string;
  /** Whether scores may also fall. */
  lower: boolean;
}
interface RegradeJobInput extends RegradeOptions {
  question_id: string;
}

/**
 * Regrades submitted attempts by the current version of a question. Results only rise unless `lower` is set;
 * completions and levels follow the score (docs/domain.md, "Corrections").
 */
@Injectable()
export class RegradeService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(Question) private readonly questions: TenantRepository<Question>,
    @InjectTenantRepository(Attempt) private readonly attempts: TenantRepository<Attempt>,
    @InjectTenantRepository(AttemptAnswer) private readonly answers: TenantRepository<AttemptAnswer>,
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    private readonly attemptsByQuestion: AttemptsByQuestionQuery,
    private readonly queries: TenantQueries,
    private readonly attemptCompletionQuery: AttemptCompletionQuery,
    private readonly revocation: CompletionRevocationService,
    private readonly completion: TrainingCompletionService,
    private readonly locks: LedgerLocks,
    private readonly kinds: JobKindRegistry,
    private readonly jobsService: JobsService,
    private readonly dryRunService: DryRunService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
  ) {}

  onModuleInit(): void {
    this.kinds.register<RegradeJobInput>(JOB_KIND, {
      lane: 'interactive',
      runBatch: (tenant, order, portion) => this.regradeBatch(tenant, order, portion),
    });
  }

  /** Returns the changes; a job applies them. Idempotent once the job is done. @throws NotFoundError */
  async regrade(tenant: Tenant, question_id: string, options: RegradeOptions): Promise<RegradeQuestionResponse> {
    const question = await this.findQuestion(tenant, question_id);
    const reason = options.reason.trim();
    const { lower } = options;
    const counts = { raised: 0, lowered: 0, unchanged: 0 };
    const changes: AttemptChange[] = [];
    for (let cursor = FIRST_CURSOR; ;) {
      const page = await this.attemptsByQuestion.findPage(tenant, question_id, cursor, PAGE_SIZE);
      for (const { attempt, answers } of page.attempts) {
        const regradeResult = regradeAttempt(attempt, answers, question);
        const outcome = compareScore(attempt, regradeResult, lower);
        counts[outcome] += 1;
        if (outcome !== 'unchanged' && changes.length < REGRADED_ATTEMPTS_LISTED_MAX)
          changes.push(describeChange(attempt, regradeResult));
      }
      if (!page.next) break;
      cursor = page.next;
    }
    const jobInput: RegradeJobInput = { question_id, reason, lower };
    const job_id = counts.raised + counts.lowered > 0 ? await this.enqueue(tenant, jobInput, counts) : null;
    return { ...counts, attempts: await this.addNames(tenant, changes), job_id };
  }

  private async enqueue(
    tenant: Tenant,
    jobInput: RegradeJobInput,
    { raised, lowered }: { raised: number; lowered: number },
  ): Promise<string | null> {
    if (this.dryRunService.isRunning) return null;
    const { question_id, ...options } = jobInput;
    return this.transactions.run(async () => {
      await this.audit.record(
        buildAuditEntry(tenant, 'question.regrade', question_id, null, { ...options, raised, lowered }),
      );
      return this.jobsService.enqueue(tenant, JOB_KIND, jobInput, raised + lowered);
    });
  }

  private async regradeBatch(
    tenant: Tenant,
    jobInput: RegradeJobInput,
    jobBatch: JobBatch,
  ): Promise<JobDetails | null> {
    const { at, after_id } = jobBatch.mark ?? {};
    const cursor = typeof at === 'number' && typeof after_id === 'string' ? { at, after_id } : FIRST_CURSOR;
    const question = await this.findQuestion(tenant, jobInput.question_id);
    const { attempts, next } = await this.attemptsByQuestion.findPage(tenant, jobInput.question_id, cursor, BATCH_SIZE);
    const affected = attempts.filter(
      ({ attempt, answers }) =>
        compareScore(attempt, regradeAttempt(attempt, answers, question), jobInput.lower) !== 'unchanged',
    );
    await this.locks.acquire(
      tenant,
      affected.map(({ attempt }) => attempt.staff_id),
    );
    for (const { attempt, answers } of affected) await this.applyRegrade(tenant, attempt, answers, question, jobInput);
    jobBatch.report(affected.length, []);
    return next && { ...next };
  }

  /** The caller holds the LedgerLocks of the person. */
  private async applyRegrade(
    tenant: Tenant,
    before: Attempt,
    oldAnswers: readonly AttemptAnswer[],
    question: Question,
    { question_id, reason }: RegradeJobInput,
  ): Promise<void> {
    const { attempt_id, assignment_id, row_version } = before;
    const { answers, ...columns } = regradeAttempt(before, oldAnswers, question);
    const assignment = (await this.assignments.findOne(tenant, { assignment_id }))!;
    const isCompletedBy = await this.attemptCompletionQuery.isCompletedBy(tenant, assignment, before);
    const guard = { attempt_id, row_version };
    if (!(await this.attempts.update(tenant, guard, { ...columns, status: 'submitted' })))
      throw new StaleReadError('The attempt has changed since it was read');
    for (const { slot, marks } of answers) await this.answers.update(tenant, { attempt_id, slot }, { marks });
    const after = { ...before, ...columns };
    const auditAfter = { ...toDisplayResult(after), question_id, reason };
    await this.audit.record(
      buildAuditEntry(tenant, 'attempt.regrade', attempt_id, toDisplayResult(before), auditAfter),
    );
    await this.updateCompletion(tenant, { before, after, assignment, isCompletedBy, reason });
  }

  /** Updates completion by the new result, and levels by the new score. */
  private async updateCompletion(
    tenant: Tenant,
    { before, after, assignment, isCompletedBy, reason }: RegradedPair,
  ): Promise<void> {
    const { staff_id, training_id } = after;
    if (before.result !== 'passed') {
      if (after.result === 'passed') await this.completion.settle(tenant, staff_id, training_id);
    } else if (isCompletedBy && after.result === 'passed') {
      await this.revocation.correctScore(tenant, assignment, toPassedQuiz(before), toPassedQuiz(after), reason);
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
    const question = await this.questions.findOne(tenant, { question_id });
    if (!question) throw new NotFoundError('question');
    return question;
  }
}

type AttemptChange = Omit<RegradedAttempt, 'staff_name' | 'training_title'>;

interface RegradedPair {
  before: Attempt;
  after: Attempt;
  assignment: TrainingAssignment;
  /** Whether this attempt completed the assignment before. */
  isCompletedBy: boolean;
  reason: string;
}

function compareScore(
  attempt: Attempt,
  { correct_marks }: RegradeResult,
  lower: boolean,
): 'raised' | 'lowered' | 'unchanged' {
  const rise = correct_marks - (attempt.correct_marks ?? 0);
  if (rise > 0) return 'raised';
  return rise < 0 && lower ? 'lowered' : 'unchanged';
}

function describeChange(attempt: Attempt, regradeResult: RegradeResult): AttemptChange {
  const { attempt_id, staff_id, training_id, submitted_at } = attempt;
  const [before, after] = [toDisplayResult(attempt), toDisplayResult(regradeResult)];
  return {
    attempt_id,
    staff_id,
    training_id,
    submitted_at: toIso(submitted_at!),
    score_before: before.score,
    score_after: after.score,
    result_before: before.result,
    result_after: after.result,
  };
}

const toDisplayResult = ({ score_hundredths, result }: Pick<Attempt, 'score_hundredths' | 'result'>) => ({
  score: score_hundredths === null ? null : score_hundredths / 100,
  result: result as 'passed' | 'failed',
});
