import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES, type AssignmentState } from '../../contract/training-assignments.resource';
import { AuditTrailService } from '../../infrastructure/audit/audit-trail.service';
import type { Day } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { newId } from '../../common/ids';
import { buildAuditEntry } from '../../tenancy/audit-entry';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentSourceRepository } from './assignment-source.repository';
import { TrainingAssignment } from './assignment.entity';
import { latestCycles, NEW_CYCLE, planPair, type PairPlan } from './assignment-cycles';
import { isPlayable } from './training-media';
import { TrainingCompletionService } from './training-completion.service';
import { Training } from './training.entity';
import { VideoProgress } from './video-progress.entity';
import { mergeRanges, shareHundredths, reachesThreshold, watchedMs, type WatchedRange } from './watched-ranges';

export interface PastWatchProgress {
  /** UTC milliseconds: when the video was opened, and the last progress report. */
  opened_at: number;
  beat_at: number;
  ranges: readonly WatchedRange[];
}

export interface PastAssignment {
  staff_id: string;
  training_id: string;
  assigned_on: Day;
  due_on: Day | null;
  source?: 'manual' | 'role' | 'gap';
  /** UTC milliseconds; omitted: not started. */
  started_at?: number;
  watched?: PastWatchProgress;
}

/** A final state other than completion. */
export interface PastOutcome {
  assignment_id: string;
  state: 'failed' | 'waived' | 'expired';
}

/** States that allow each outcome (docs/domain.md). */
const STATES_BEFORE: Readonly<Record<PastOutcome['state'], AssignmentState[]>> = {
  failed: ['in_progress'],
  waived: [...OPEN_ASSIGNMENT_STATES],
  expired: ['completed', 'expiring'],
};

type PastCycle = PastAssignment & { assignment_id: string; cycle: number };

/**
 * Records assignments and progress on past days, for migrated histories and the demo. Completion follows the same
 * rules as for present assignments, which go through AssignmentsService.
 */
@Injectable()
export class AssignmentHistoryService {
  constructor(
    @InjectTenantRepository(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    @InjectTenantRepository(VideoProgress) private readonly progress: TenantRepository<VideoProgress>,
    @InjectTenantRepository(Training) private readonly trainings: TenantRepository<Training>,
    private readonly sources: AssignmentSourceRepository,
    private readonly completion: TrainingCompletionService,
    private readonly transactions: TransactionManager,
    private readonly audit: AuditTrailService,
    private readonly clock: Clock,
  ) {}

  /**
   * All or nothing. The cycle follows from existing assignments, so record a further cycle only after the previous
   * one is completed. @returns assignment ids, in order @throws RangeError for future days or a previous cycle that
   * is still open; also errors recognised by isUniqueViolation and isForeignKeyViolation
   */
  async recordPast(tenant: Tenant, past: readonly PastAssignment[]): Promise<string[]> {
    if (!past.length) return [];
    const now = this.clock.now();
    const ids = past.map(() => newId(now));
    await this.transactions.run(async () => {
      const training_id = [...new Set(past.map((each) => each.training_id))];
      const staff_id = [...new Set(past.map((each) => each.staff_id))];
      const latestByPair = latestCycles(await this.assignments.find(tenant, { staff_id, training_id }));
      const rows = past.map((each, at) => ({
        ...each,
        assignment_id: ids[at]!,
        cycle: cycleOf(planPair(each.staff_id, each.training_id, latestByPair)),
      }));
      const trainingById = new Map(
        (await this.trainings.find(tenant, { training_id })).map((each) => [each.training_id, each]),
      );
      const watched = rows.flatMap((row) =>
        row.watched ? [this.buildWatchProgress(row, row.watched, trainingById.get(row.training_id))] : [],
      );
      for (const at of watched) if (at.beat_at > now) throw new RangeError('A history cannot end in the future.');
      const assignments = rows.map(buildAssignment);
      await this.assignments.insert(tenant, assignments);
      await this.sources.add(tenant, assignments);
      if (watched.length) await this.progress.insert(tenant, watched);
      await this.audit.record(
        buildAuditEntry(tenant, 'training-assignment.history', undefined, null, { assigned: rows.length }),
      );
      for (const { staff_id, training_id: each, completed_at } of watched) {
        if (completed_at !== null) await this.completion.settle(tenant, staff_id, each, { is_past: true });
      }
    });
    return ids;
  }

  /**
   * Sets failed, waived or expired, after the attempts are recorded. All or nothing.
   * @throws RangeError if an assignment is in a state that does not allow it
   */
  async recordOutcomes(tenant: Tenant, past: readonly PastOutcome[]): Promise<void> {
    if (!past.length) return;
    await this.transactions.run(async () => {
      for (const [state, after] of Object.entries(STATES_BEFORE)) {
        const assignment_id = past.filter((each) => each.state === state).map((each) => each.assignment_id);
        if (!assignment_id.length) continue;
        const updated = await this.assignments.update(tenant, { assignment_id, state: after }, { state });
        if (updated < assignment_id.length) throw new RangeError(`Some of the assignments cannot become ${state}.`);
        await this.audit.record(
          buildAuditEntry(tenant, 'training-assignment.history', undefined, null, { state, assignments: updated }),
        );
      }
    });
  }

  private buildWatchProgress(row: PastCycle, { opened_at, beat_at, ranges }: PastWatchProgress, training?: Training) {
    if (!training || !isPlayable(training)) throw new RangeError('The training has no video.');
    const duration_ms = training.video_duration_ms ?? 0;
    const watched_ranges = mergeRanges(ranges, duration_ms);
    const { assignment_id, staff_id, training_id } = row;
    return {
      assignment_id,
      staff_id,
      training_id,
      duration_ms,
      watched_ranges,
      watched_ms: watchedMs(watched_ranges, duration_ms),
      media_revision: training.media_revision,
      share_hundredths: shareHundredths(watched_ranges, duration_ms),
      position_ms: watched_ranges.at(-1)?.[1] ?? 0,
      best_speed: 100,
      spare_ms: 0,
      linked_at: opened_at,
      beat_at,
      completed_at: reachesThreshold(watched_ranges, duration_ms, training.video_threshold) ? beat_at : null,
    };
  }
}

function cycleOf({ action, cycle }: PairPlan): number {
  if (action === 'new' || action === 'again') return cycle;
  throw new RangeError('The previous cycle is still open.');
}

function buildAssignment({ watched, ...row }: PastCycle) {
  const started_at = row.started_at ?? watched?.opened_at ?? null;
  return {
    ...row,
    ...NEW_CYCLE,
    source: row.source ?? ('manual' as const),
    state: started_at === null ? 'assigned' : 'in_progress',
    mandatory: true,
    started_at,
  };
}
