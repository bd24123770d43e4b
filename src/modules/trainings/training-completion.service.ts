import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { LedgerLocks } from '../staff/ledger-locks';
import { DomainEventBus } from '../../tenancy/domain-event-bus';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { acknowledgedAt, requiresAcknowledgement, isReadingTraining, type Acknowledgement } from './acknowledgement';
import { grantedLevels } from './granted-levels';
import {
  LearningQuery,
  type CompletionFacts,
  type LearnerAssignment,
  type CompletionCandidate,
} from './learning.query';
import { hasVideo } from './training-media';
import type { Training } from './training.entity';
import { VideoProgress } from './video-progress.entity';
import { reachesThreshold } from './watched-ranges';
import { extensionWindowDays, computeValidity, type CompletionValidity } from './renewal-window';
import {
  ATTENDED_AT,
  HAS_QUIZ,
  PASSED_ASSIGNMENTS,
  PASSED_QUIZ,
  TRAINING_COMPLETED,
  type Completion,
  type PassedQuiz,
} from './training.events';

const COUNT_PAGE_SIZE = 500;

/**
 * Completes an assignment when all required parts are done in one cycle; takes effect at the latest of their times
 * (docs/domain.md). Called after each part: progress report, quiz, acknowledgement, attendance.
 */
@Injectable()
export class TrainingCompletionService {
  constructor(
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    @InjectTenantRepository(VideoProgress) private readonly progress: TenantRepository<VideoProgress>,
    private readonly learning: LearningQuery,
    private readonly locks: LedgerLocks,
    private readonly eventBus: DomainEventBus,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /**
   * Completes the assignment if nothing is missing and publishes TRAINING_COMPLETED, in the caller's transaction. May
   * be repeated: the state guards it. @returns the completion made by this call
   */
  async settle(
    tenant: Tenant,
    staff_id: string,
    training_id: string,
    options: SettleOptions = {},
  ): Promise<Completion | null> {
    return this.transactions.run(async () => {
      const facts = await this.lockAndLoad(tenant, { staff_id, training_id });
      return this.complete(tenant, facts, options);
    });
  }

  /**
   * Completes those of the open assignments that meet all requirements, as of now; after a return or reduced
   * requirements (docs/domain.md, "Completion is a state"). Runs in the caller's transaction.
   * @returns ids of the assignments completed by this call
   */
  async settleAssignments(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadonlySet<string>> {
    if (!assignment_id.length) return new Set();
    return this.settleCandidates(tenant, await this.learning.findCompletable(tenant, assignment_id), this.clock.now());
  }

  /** @param since time of the enabling change (UTC milliseconds) */
  async settleCandidates(
    tenant: Tenant,
    candidates: readonly CompletionCandidate[],
    since: number,
  ): Promise<ReadonlySet<string>> {
    const completed = new Set<string>();
    await this.locks.acquire(
      tenant,
      candidates.map(({ staff_id }) => staff_id),
    );
    for (const { staff_id, training_id } of candidates) {
      const completion = await this.settle(tenant, staff_id, training_id, { since });
      if (completion) completed.add(completion.assignment_id);
    }
    return completed;
  }

  /** Number of open assignments that meet all requirements, as seen by the open transaction. */
  async countCompletable(tenant: Tenant, training: Training): Promise<number> {
    const { training_id, requires_quiz } = training;
    const needsQuiz = requires_quiz || Boolean(await this.eventBus.query(HAS_QUIZ, tenant, { training_id }));
    if (!needsQuiz && !hasVideo(training) && !isReadingTraining(training) && training.type !== 'classroom') return 0;
    let count = 0;
    for (let after: string | null = null; ;) {
      const page = await this.learning.findCompletableInTraining(tenant, training_id, after, COUNT_PAGE_SIZE);
      const assignment_id = page.map((candidate) => candidate.assignment_id);
      const passed =
        needsQuiz && page.length ? await this.eventBus.query(PASSED_ASSIGNMENTS, tenant, { assignment_id }) : undefined;
      const completable = page.filter(
        ({ assignment_id: id, acknowledgement }) =>
          (!needsQuiz || passed?.has(id)) &&
          (!isReadingTraining(training) ||
            !requiresAcknowledgement(acknowledgement.document_id, needsQuiz) ||
            acknowledgedAt(acknowledgement) !== null),
      );
      count += completable.length;
      if (page.length < COUNT_PAGE_SIZE) return count;
      after = page.at(-1)!.staff_id;
    }
  }

  /**
   * Takes the person's LedgerLocks, then reads what a completion needs. A concurrent completion of another part waits
   * and then sees this one.
   */
  async lockAndLoad(tenant: Tenant, { staff_id, training_id }: CompletionCandidate): Promise<CompletionFacts> {
    await this.locks.acquire(tenant, [staff_id]);
    return this.learning.findCompletionFacts(tenant, staff_id, training_id);
  }

  /** Second half of `settle`. Requires the result of `lockAndLoad` in the same transaction. */
  async complete(
    tenant: Tenant,
    { learning, acknowledgement, renews, bands }: CompletionFacts,
    { passed, counts_for, is_past, corrected, since = 0 }: SettleOptions = {},
  ): Promise<Completion | null> {
    return this.transactions.run(async () => {
      if (!learning || !isOpen(learning)) return null;
      const { staff_id, training_id } = learning;
      const isOfThisCycle = counts_for === undefined || counts_for === learning.assignment_id;
      const parts =
        corrected ?? (await this.findCompletion(tenant, learning, acknowledgement, isOfThisCycle ? passed : undefined));
      if (!parts) return null;
      const { assignment_id, cycle, completion_no } = learning;
      const completed_at = Math.max(parts.completed_at, since);
      const completed_on = dayAt(completed_at, tenant.time_zone);
      const { valid_until, renew_from } =
        corrected ?? computeValidity(completed_on, learning.training, renews?.valid_until ?? null);
      const isMarked = await this.assignments.update(
        tenant,
        { assignment_id, state: [...OPEN_ASSIGNMENT_STATES] },
        { state: 'completed', completed_at, started_at: learning.started_at ?? completed_at, valid_until, renew_from },
      );
      if (!isMarked) return null;
      if (renews && completed_on <= renews.valid_until) await this.clearRenewal(tenant, renews.assignment_id);
      const completion: Completion = {
        assignment_id,
        staff_id,
        training_id,
        cycle,
        completion_no,
        training_code: learning.training.code,
        training_title: learning.training.title,
        quiz: parts.quiz,
        completed_at,
        valid_until,
        extends_within: extensionWindowDays(learning.training),
        granted: grantedLevels(bands, parts.quiz),
        ...(is_past && { is_past }),
      };
      await this.audit.record(
        buildAuditEntry(
          tenant,
          'training-assignment.complete',
          assignment_id,
          { state: learning.state },
          { state: 'completed', cycle },
        ),
      );
      await this.eventBus.publish(TRAINING_COMPLETED, tenant, completion);
      return completion;
    });
  }

  /** Renewed in time: the previous cycle does not expire. */
  private async clearRenewal(tenant: Tenant, assignment_id: string): Promise<void> {
    await this.assignments.update(
      tenant,
      { assignment_id, state: ['completed', 'expiring'] },
      { state: 'completed', renew_from: null },
    );
  }

  /** Also accepts earlier watching that reaches a lowered threshold, and stores it as of now. */
  private async findWatchedAt(
    tenant: Tenant,
    { assignment_id, training, progress }: LearnerAssignment,
  ): Promise<number | null> {
    if (!progress || progress.media_revision !== training.media_revision) return null;
    if (progress.completed_at) return progress.completed_at;
    if (!reachesThreshold(progress.ranges, training.video_duration_ms ?? 0, training.threshold)) return null;
    const completed_at = this.clock.now();
    await this.progress.update(tenant, { assignment_id, completed_at: null }, { completed_at });
    return completed_at;
  }

  /** null if a required part is missing or nothing is required; a training without requirements never completes. */
  private async findCompletion(
    tenant: Tenant,
    learning: LearnerAssignment,
    acknowledgement: Acknowledgement,
    passed: PassedQuiz | undefined,
  ): Promise<{ completed_at: number; quiz: PassedQuiz | null } | null> {
    const instants: number[] = [];
    if (hasVideo(learning.training)) {
      const watched = await this.findWatchedAt(tenant, learning);
      if (watched === null) return null;
      instants.push(watched);
    }
    if (learning.training.type === 'classroom') {
      const attended = await this.eventBus.query(ATTENDED_AT, tenant, learning);
      if (!attended) return null;
      instants.push(attended);
    }
    let quiz: PassedQuiz | null = passed ?? null;
    if (passed) {
      instants.push(passed.passed_at);
    } else if (learning.training.requires_quiz || (await this.eventBus.query(HAS_QUIZ, tenant, learning))) {
      quiz = (await this.eventBus.query(PASSED_QUIZ, tenant, learning)) ?? null;
      if (!quiz) return null;
      instants.push(quiz.passed_at);
    }
    if (isReadingTraining(learning.training) && requiresAcknowledgement(acknowledgement.document_id, quiz !== null)) {
      const acknowledged_at = acknowledgedAt(acknowledgement);
      if (acknowledged_at === null) return null;
      instants.push(acknowledged_at);
    }
    return instants.length ? { completed_at: Math.max(...instants), quiz } : null;
  }
}

export interface SettleOptions {
  /** The attempt that just passed; saves a query. */
  passed?: PassedQuiz;
  /** The assignment of that attempt; an earlier cycle does not complete the present one. */
  counts_for?: string;
  /** Recording a history. */
  is_past?: true;
  /** Revoked only to grant other levels; time and validity stay. */
  corrected?: CompletionValidity & { completed_at: number; quiz: PassedQuiz };
  /**
   * Time of the enabling change (UTC milliseconds): completion is not dated before it, so closed reports stay
   * unchanged.
   */
  since?: number;
}

const isOpen = ({ state }: LearnerAssignment): boolean => (OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state);
