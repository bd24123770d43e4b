import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { LedgerLocks } from '../staff/ledger-locks';
import { Announcements } from '../tenancy/announcements';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { TrainingAssignment } from './assignment.entity';
import { acknowledgedAt, asksAcknowledgement, isRead, type Acknowledgement } from './acknowledgement';
import { grantedLevels } from './granted-levels';
import { LearningQuery, type Completing, type Learning, type CompletionCandidate } from './learning.query';
import { hasVideo } from './playable';
import type { Training } from './training.entity';
import { VideoProgress } from './video-progress.entity';
import { reachesThreshold } from './watched-ranges';
import { extendsWithin, lasting, type Lasting } from './renewal-window';
import {
  ATTENDED,
  HAS_QUIZ,
  PASSED_ASSIGNMENTS,
  PASSED_QUIZ,
  TRAINING_COMPLETED,
  type Completion,
  type PassedQuiz,
} from './training.events';

const COUNT_PAGE_SIZE = 500;

/**
 * "Completion = all required parts in one cycle; it takes effect at the later of (video threshold reached, first passing
 * submit)" (reports.md §2); so does what was read and understood. Called by whoever may have brought the last part: the beat,
 * the quiz, the acknowledgement, the attendance.
 */
@Injectable()
export class TrainingCompletion {
  constructor(
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    @Records(VideoProgress) private readonly progress: TenantRepository<VideoProgress>,
    private readonly learning: LearningQuery,
    private readonly locks: LedgerLocks,
    private readonly announcements: Announcements,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Marks the assignment completed once nothing is missing, and tells who listens, in the caller's transaction. Asking
   * again is harmless: the state decides, and a cycle is told once.
   * @returns the completion when this call brought it about
   */
  async settle(tenant: Tenant, staff_id: string, training_id: string, by: Settling = {}): Promise<Completion | null> {
    return this.transactions.run(async () => {
      const facts = await this.lockedFacts(tenant, { staff_id, training_id });
      return this.complete(tenant, facts, by);
    });
  }

  /**
   * Completes, as of now, those of these open assignments that meet all requirements: after a return, or when the training
   * requires less (docs/learning-rules.md, "Completion is a state"). Runs in the caller's transaction.
   * @returns ids of the assignments completed by this call
   */
  async settleAssignments(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadonlySet<string>> {
    if (!assignment_id.length) return new Set();
    return this.settleCandidates(tenant, await this.learning.findCompletable(tenant, assignment_id), this.clock.now());
  }

  /** Completes the candidates that meet all requirements. @param since time of the enabling change (UTC milliseconds) */
  async settleCandidates(
    tenant: Tenant,
    candidates: readonly CompletionCandidate[],
    since: number,
  ): Promise<ReadonlySet<string>> {
    const completed = new Set<string>();
    await this.locks.take(
      tenant,
      candidates.map(({ staff_id }) => staff_id),
    );
    for (const { staff_id, training_id } of candidates) {
      const done = await this.settle(tenant, staff_id, training_id, { since });
      if (done) completed.add(done.assignment_id);
    }
    return completed;
  }

  /** How many open assignments of the training have everything that it asks for, as the open transaction sees it. */
  async countCompletable(tenant: Tenant, training: Training): Promise<number> {
    const { training_id, requires_quiz } = training;
    const needsQuiz = requires_quiz || Boolean(await this.announcements.ask(HAS_QUIZ, tenant, { training_id }));
    if (!needsQuiz && !hasVideo(training) && !isRead(training) && training.type !== 'classroom') return 0;
    let count = 0;
    for (let after: string | null = null; ;) {
      const page = await this.learning.findCompletableInTraining(tenant, training_id, after, COUNT_PAGE_SIZE);
      const assignment_id = page.map((candidate) => candidate.assignment_id);
      const passed =
        needsQuiz && page.length
          ? await this.announcements.ask(PASSED_ASSIGNMENTS, tenant, { assignment_id })
          : undefined;
      const completable = page.filter(
        ({ assignment_id: id, acknowledgement }) =>
          (!needsQuiz || passed?.has(id)) &&
          (!isRead(training) ||
            !asksAcknowledgement(acknowledgement.document_id, needsQuiz) ||
            acknowledgedAt(acknowledgement) !== null),
      );
      count += completable.length;
      if (page.length < COUNT_PAGE_SIZE) return count;
      after = page.at(-1)!.staff_id;
    }
  }

  /**
   * Takes the person's LedgerLocks in the open transaction, then reads what a completion needs: another part that comes at
   * this moment waits, and finds this one.
   */
  async lockedFacts(tenant: Tenant, { staff_id, training_id }: CompletionCandidate): Promise<Completing> {
    await this.locks.take(tenant, [staff_id]);
    return this.learning.completing(tenant, staff_id, training_id);
  }

  /** The second half of `settle`. @param facts of `lockedFacts`, in the same transaction */
  async complete(
    tenant: Tenant,
    { learning, acknowledgement, renews, bands }: Completing,
    { passed, counts_for, is_past, corrected, since = 0 }: Settling = {},
  ): Promise<Completion | null> {
    return this.transactions.run(async () => {
      if (!learning || !isOpen(learning)) return null;
      const { staff_id, training_id } = learning;
      const isOfThisCycle = counts_for === undefined || counts_for === learning.assignment_id;
      const parts =
        corrected ?? (await this.reached(tenant, learning, acknowledgement, isOfThisCycle ? passed : undefined));
      if (!parts) return null;
      const { assignment_id, cycle, completion_no } = learning;
      const completed_at = Math.max(parts.completed_at, since);
      const completed_on = dayAt(completed_at, tenant.time_zone);
      const { valid_until, renew_from } =
        corrected ?? lasting(completed_on, learning.training, renews?.valid_until ?? null);
      const marked = await this.assignments.update(
        tenant,
        { assignment_id, state: [...OPEN_ASSIGNMENT_STATES] },
        { state: 'completed', completed_at, started_at: learning.started_at ?? completed_at, valid_until, renew_from },
      );
      if (!marked) return null;
      if (renews && completed_on <= renews.valid_until) await this.renewed(tenant, renews.assignment_id);
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
        extends_within: extendsWithin(learning.training),
        granted: grantedLevels(bands, parts.quiz),
        ...(is_past && { is_past }),
      };
      await this.audit.record(
        auditEntry(
          tenant,
          'training-assignment.complete',
          assignment_id,
          { state: learning.state },
          { state: 'completed', cycle },
        ),
      );
      await this.announcements.publish(TRAINING_COMPLETED, tenant, completion);
      return completion;
    });
  }

  /** In time: nothing of it ran out, and no day brings anything of it any more. */
  private async renewed(tenant: Tenant, assignment_id: string): Promise<void> {
    await this.assignments.update(
      tenant,
      { assignment_id, state: ['completed', 'expiring'] },
      { state: 'completed', renew_from: null },
    );
  }

  /** Also accepts earlier watching that reaches a lowered threshold, and stores it as of now. */
  private async findWatchedAt(tenant: Tenant, { assignment_id, training, progress }: Learning): Promise<number | null> {
    if (!progress || progress.media_revision !== training.media_revision) return null;
    if (progress.completed_at) return progress.completed_at;
    if (!reachesThreshold(progress.ranges, training.video_duration_ms ?? 0, training.threshold)) return null;
    const completed_at = this.clock.now();
    await this.progress.update(tenant, { assignment_id, completed_at: null }, { completed_at });
    return completed_at;
  }

  /** null while a required part is missing, and where nothing is required: such a training completes by nothing. */
  private async reached(
    tenant: Tenant,
    learning: Learning,
    acknowledgement: Acknowledgement,
    passed: PassedQuiz | undefined,
  ): Promise<{ completed_at: number; quiz: PassedQuiz | null } | null> {
    const at: number[] = [];
    if (hasVideo(learning.training)) {
      const watched = await this.findWatchedAt(tenant, learning);
      if (watched === null) return null;
      at.push(watched);
    }
    if (learning.training.type === 'classroom') {
      const attended = await this.announcements.ask(ATTENDED, tenant, learning);
      if (!attended) return null;
      at.push(attended);
    }
    let quiz: PassedQuiz | null = passed ?? null;
    if (passed) {
      at.push(passed.passed_at);
    } else if (learning.training.requires_quiz || (await this.announcements.ask(HAS_QUIZ, tenant, learning))) {
      quiz = (await this.announcements.ask(PASSED_QUIZ, tenant, learning)) ?? null;
      if (!quiz) return null;
      at.push(quiz.passed_at);
    }
    if (isRead(learning.training) && asksAcknowledgement(acknowledgement.document_id, quiz !== null)) {
      const acknowledged_at = acknowledgedAt(acknowledgement);
      if (acknowledged_at === null) return null;
      at.push(acknowledged_at);
    }
    return at.length ? { completed_at: Math.max(...at), quiz } : null;
  }
}

export interface Settling {
  /** The attempt that has just passed: the quiz need not be asked about again. */
  passed?: PassedQuiz;
  /** The assignment of that attempt: one of an earlier cycle brings the present one no further. */
  counts_for?: string;
  /** A history is being recorded. */
  is_past?: true;
  /** The completion was taken back only to grant other levels: nothing else of it changes. */
  corrected?: Lasting & { completed_at: number; quiz: PassedQuiz };
  /** Time of the enabling change (UTC milliseconds): completion is not dated before it, so closed reports stay unchanged. */
  since?: number;
}

const isOpen = ({ state }: Learning): boolean => (OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state);
