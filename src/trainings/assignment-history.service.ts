import { Injectable } from '@nestjs/common';
import { OPEN_ASSIGNMENT_STATES, type AssignmentState } from '../contract/training-assignments.resource';
import { AuditTrail } from '../platform/audit/audit-trail';
import type { Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { newId } from '../platform/ids';
import { auditEntry } from '../tenancy/audit-entry';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { AssignmentSources } from './assignment-sources';
import { TrainingAssignment } from './assignment.entity';
import { latestCycles, NEW_CYCLE, planned, type Planned } from './next-cycles';
import { isPlayable } from './playable';
import { TrainingCompletion } from './training-completion';
import { Training } from './training.entity';
import { VideoProgress } from './video-progress.entity';
import { mergeRanges, shareHundredths, reachesThreshold, watchedMs, type WatchedRange } from './watched-ranges';

/** What was watched of a training's video, then. */
export interface PastWatching {
  /** UTC milliseconds: when the link was given, and when the last beat came. */
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
  /** UTC milliseconds; left out: not begun. */
  started_at?: number;
  watched?: PastWatching;
}

/** An end that no completion brought about, or that came after it. */
export interface PastEnd {
  assignment_id: string;
  state: 'failed' | 'waived' | 'expired';
}

/** "assigned → in_progress → completed → (expiring → expired …), side states waived, failed" (domain.md, assignment). */
const ENDS_AFTER: Readonly<Record<PastEnd['state'], AssignmentState[]>> = {
  failed: ['in_progress'],
  waived: [...OPEN_ASSIGNMENT_STATES],
  expired: ['completed', 'expiring'],
};

type PastCycle = PastAssignment & { assignment_id: string; cycle: number };

/**
 * A history that somebody brings along (another system's, the demo's): what was assigned and watched, on its own days.
 * It completes by the same rules as what happens now; today's assignments go through AssignmentsService.
 */
@Injectable()
export class AssignmentHistory {
  constructor(
    @Records(TrainingAssignment) private readonly assignments: TenantRepository<TrainingAssignment>,
    @Records(VideoProgress) private readonly progress: TenantRepository<VideoProgress>,
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    private readonly sources: AssignmentSources,
    private readonly completion: TrainingCompletion,
    private readonly transactions: Transactions,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * All or nothing. Which cycle it is follows from what stands already, as for today's: the next one when the last is
   * completed; so a further cycle is handed over when the one before has been settled. @returns the assignment ids, in order
   * @throws RangeError for what has not happened yet or was still open; whatever isDuplicate and isForeignKeyRefusal recognise
   */
  async recordPast(tenant: Tenant, past: readonly PastAssignment[]): Promise<string[]> {
    if (!past.length) return [];
    const now = this.clock.now();
    const ids = past.map(() => newId(now));
    await this.transactions.run(async () => {
      const training_id = [...new Set(past.map((each) => each.training_id))];
      const staff_id = [...new Set(past.map((each) => each.staff_id))];
      const standing = latestCycles(await this.assignments.find(tenant, { staff_id, training_id }));
      const rows = past.map((each, at) => ({
        ...each,
        assignment_id: ids[at]!,
        cycle: cycleOf(planned(each.staff_id, each.training_id, standing)),
      }));
      const known = new Map(
        (await this.trainings.find(tenant, { training_id })).map((each) => [each.training_id, each]),
      );
      const watched = rows.flatMap((row) =>
        row.watched ? [this.watching(row, row.watched, known.get(row.training_id))] : [],
      );
      for (const at of watched) if (at.beat_at > now) throw new RangeError('A history cannot end in the future.');
      const made = rows.map(assignment);
      await this.assignments.insert(tenant, made);
      await this.sources.add(tenant, made);
      if (watched.length) await this.progress.insert(tenant, watched);
      await this.audit.record(
        auditEntry(tenant, 'training-assignment.history', undefined, null, { assigned: rows.length }),
      );
      for (const { staff_id, training_id: each, completed_at } of watched) {
        if (completed_at !== null) await this.completion.settle(tenant, staff_id, each, { is_past: true });
      }
    });
    return ids;
  }

  /**
   * How past assignments ended: no try was left, somebody was let off, what was learnt ran out. All or nothing, in the
   * order of their days: after their attempts.
   * @throws RangeError for one that was in no state which ends so
   */
  async recordEnds(tenant: Tenant, past: readonly PastEnd[]): Promise<void> {
    if (!past.length) return;
    await this.transactions.run(async () => {
      for (const [state, after] of Object.entries(ENDS_AFTER)) {
        const assignment_id = past.filter((each) => each.state === state).map((each) => each.assignment_id);
        if (!assignment_id.length) continue;
        const ended = await this.assignments.update(tenant, { assignment_id, state: after }, { state });
        if (ended < assignment_id.length) throw new RangeError(`Not every one of them could be ${state}.`);
        await this.audit.record(
          auditEntry(tenant, 'training-assignment.history', undefined, null, { state, assignments: ended }),
        );
      }
    });
  }

  private watching(row: PastCycle, { opened_at, beat_at, ranges }: PastWatching, training?: Training) {
    if (!training || !isPlayable(training)) throw new RangeError('There was no video to watch.');
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

function cycleOf({ what, cycle }: Planned): number {
  if (what === 'new' || what === 'again') return cycle;
  throw new RangeError('It was still to do: the next cycle opens when this one is completed.');
}

function assignment({ watched, ...row }: PastCycle) {
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
