import { Injectable } from '@nestjs/common';
import type { Day } from '../../common/calendar';
import { idFromBytes } from '../../common/ids';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import type { Acknowledgement } from './acknowledgement';
import type { SkillBand } from './granted-levels';
import type { Media } from './training-media';
import type { RenewalRule } from './renewal-window';
import { TrainingSkill } from './training-skill.entity';
import { mergeRanges, shareHundredths, watchedMs, type WatchedRange } from './watched-ranges';

/** An assignment with its training and watch progress. */
export interface LearnerAssignment {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
  completion_no: number;
  state: string;
  started_at: number | null;
  training: Media &
    RenewalRule & {
      code: string;
      title: string;
      status: string;
      threshold: number;
      requires_quiz: boolean;
      media_revision: number;
      reported_length_ms: number | null;
    };
  /** null: the video was never opened. Cut to the present length if it belongs to the present video. */
  progress: WatchProgress | null;
}
export interface WatchProgress {
  row_version: number;
  media_revision: number;
  ranges: WatchedRange[];
  duration_ms: number;
  watched_ms: number;
  share_hundredths: number;
  position_ms: number;
  best_speed: number;
  spare_ms: number;
  linked_at: number;
  beat_at: number | null;
  completed_at: number | null;
}

const COLUMNS = `a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.training_id AS training_id, a.cycle AS cycle,
  a.completion_no AS completion_no, a.state AS state, a.started_at AS started_at, a.valid_until AS valid_until,
  t.code AS code, t.title AS title, t.status AS status, t.type AS type, t.source_url AS source_url,
  t.video_file_id AS video_file_id, t.video_provider AS video_provider, t.video_format AS video_format,
  t.video_codec AS video_codec, t.video_duration_ms AS video_duration_ms, t.reported_length_ms AS reported_length_ms,
  t.media_revision AS media_revision, t.video_threshold AS video_threshold, t.requires_quiz AS requires_quiz,
  t.validity_months AS validity_months, t.renewal_days AS renewal_days, p.row_version AS row_version,
  p.media_revision AS watched_revision, p.duration_ms AS duration_ms, p.watched_ms AS watched_ms,
  p.watched_ranges AS watched_ranges, p.share_hundredths AS share_hundredths, p.position_ms AS position_ms,
  p.best_speed AS best_speed, p.spare_ms AS spare_ms, p.linked_at AS linked_at, p.beat_at AS beat_at,
  p.completed_at AS completed_at`;
const PROGRESS = 'LEFT JOIN video_progress p ON p.customer_id = :customer_id AND p.assignment_id = a.assignment_id';
/** Joined only when a completion is decided, not for progress reports. */
const DOCUMENT = `LEFT JOIN training_document d ON d.customer_id = :customer_id AND d.training_id = a.training_id
  LEFT JOIN document_reading r ON r.customer_id = :customer_id AND r.assignment_id = a.assignment_id`;
const CYCLES = `FROM training_assignment a
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id ${PROGRESS}`;
const PERSON_CYCLES_WHERE = `WHERE a.customer_id = :customer_id AND a.staff_id = :staff_id AND a.training_id = :training_id
  AND a.state NOT IN ('removed', 'waived') ORDER BY a.cycle DESC`;

/** The running or last cycle of `:staff_id` in `:training_id`. */
const LATEST_CYCLE = `SELECT ${COLUMNS} ${CYCLES} ${PERSON_CYCLES_WHERE} LIMIT 1`;
/** All cycles that count, newest first, with the reading progress. */
const COMPLETION_CYCLES = `SELECT ${COLUMNS}, d.document_id AS document_id, r.read_document_id AS read_document_id,
  r.read_url AS read_url, r.acknowledged_at AS acknowledged_at ${CYCLES} ${DOCUMENT} ${PERSON_CYCLES_WHERE}`;

/** Everything needed to decide a completion. Consistent only if the person's LedgerLocks are held. */
export interface CompletionFacts {
  /** null: not assigned, or removed. */
  learning: LearnerAssignment | null;
  acknowledgement: Acknowledgement;
  /** The completed previous cycle that still has a last valid day; null: none. */
  renews: { assignment_id: string; valid_until: Day } | null;
  bands: SkillBand[];
}

export type CompletionCandidate = Pick<LearnerAssignment, 'staff_id' | 'training_id'>;
export type ReadCandidate = CompletionCandidate & { assignment_id: string; acknowledgement: Acknowledgement };
interface CandidateRow {
  assignment_id: Uint8Array;
  staff_id: Uint8Array;
  training_id: Uint8Array;
  document_id: Uint8Array | null;
  read_document_id: Uint8Array | null;
  source_url: string | null;
  read_url: string | null;
  acknowledged_at: number | string | null;
}
function toCandidate(row: CandidateRow): ReadCandidate {
  const { source_url, read_url, acknowledged_at } = row;
  return {
    assignment_id: idFromBytes(row.assignment_id),
    staff_id: idFromBytes(row.staff_id),
    training_id: idFromBytes(row.training_id),
    acknowledgement: {
      document_id: row.document_id && idFromBytes(row.document_id),
      read_document_id: row.read_document_id && idFromBytes(row.read_document_id),
      source_url,
      read_url,
      acknowledged_at: acknowledged_at === null ? null : Number(acknowledged_at),
    },
  };
}
/** @param condition on `training_assignment a` */
const selectCompletable = (condition: string): string =>
  `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.training_id AS training_id, t.source_url AS source_url,
    d.document_id AS document_id, r.read_document_id AS read_document_id, r.read_url AS read_url, r.acknowledged_at AS acknowledged_at
  FROM training_assignment a
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id ${PROGRESS} ${DOCUMENT}
  WHERE a.customer_id = :customer_id AND ${condition} AND a.state IN ('assigned', 'in_progress') AND a.started_at IS NOT NULL
    AND (t.type <> 'video' OR t.video_provider IS NULL OR (p.media_revision = t.media_revision
      AND (p.completed_at IS NOT NULL OR p.watched_ms * 100 >= t.video_threshold * t.video_duration_ms)))
    AND (t.type <> 'classroom' OR EXISTS (SELECT 1 FROM session_booking b WHERE b.customer_id = :customer_id
      AND b.assignment_id = a.assignment_id AND b.training_id = a.training_id AND b.state = 'attended'))
  ORDER BY a.staff_id, a.training_id`;
const COMPLETABLE_BY_ID_SQL = selectCompletable('a.assignment_id IN (:assignment_id)');
const COMPLETABLE_IN_TRAINING_SQL = `${selectCompletable('a.training_id = :training_id AND a.staff_id > :after_id')} LIMIT :count`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Reads what a learner sees and what decides a completion: assignment, video, document, session and quiz. */
@Injectable()
export class LearningQuery {
  constructor(
    @InjectTenantRepository(TrainingSkill) private readonly bands: TenantRepository<TrainingSkill>,
    private readonly queries: TenantQueries,
  ) {}

  /** The running or last cycle; null: not assigned, or removed. */
  async findLatest(tenant: Tenant, staff_id: string, training_id: string): Promise<LearnerAssignment | null> {
    const [row] = await this.queries.rowsWithIds<LearningRow>(tenant, LATEST_CYCLE, { staff_id, training_id });
    return row ? learning(row) : null;
  }

  /** Started open assignments whose video, if any, reached the threshold and whose session, if any, was attended. */
  async findCompletable(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadCandidate[]> {
    return (await this.queries.rows<CandidateRow>(tenant, COMPLETABLE_BY_ID_SQL, { assignment_id })).map(toCandidate);
  }

  /** The same for one training, in pages ordered by staff id. @param after last staff id of the previous page */
  async findCompletableInTraining(
    tenant: Tenant,
    training_id: string,
    after: string | null,
    count: number,
  ): Promise<ReadCandidate[]> {
    const parameters = { training_id, after_id: after ?? FIRST_ID, count };
    return (await this.queries.rows<CandidateRow>(tenant, COMPLETABLE_IN_TRAINING_SQL, parameters)).map(toCandidate);
  }

  /** Call after the person's LedgerLocks were taken. */
  async findCompletionFacts(tenant: Tenant, staff_id: string, training_id: string): Promise<CompletionFacts> {
    const cycles = await this.queries.rowsWithIds<CycleRow>(tenant, COMPLETION_CYCLES, { staff_id, training_id });
    const [latest] = cycles;
    return {
      learning: latest ? learning(latest) : null,
      acknowledgement: acknowledgement(latest),
      renews: findRenewedCycle(cycles),
      bands: await this.bands.find(tenant, { training_id }),
    };
  }
}

function acknowledgement(cycle: CycleRow | undefined): Acknowledgement {
  return {
    document_id: cycle?.document_id ?? null,
    source_url: cycle?.source_url ?? null,
    read_document_id: cycle?.read_document_id ?? null,
    read_url: cycle?.read_url ?? null,
    acknowledged_at: cycle?.acknowledged_at ?? null,
  };
}

function findRenewedCycle(cycles: readonly CycleRow[]): CompletionFacts['renews'] {
  const previous = cycles.slice(1).find(({ valid_until }) => valid_until !== null);
  return previous ? { assignment_id: previous.assignment_id, valid_until: previous.valid_until! } : null;
}

type LearningRow = Omit<LearnerAssignment, 'training' | 'progress'> &
  Omit<LearnerAssignment['training'], 'requires_quiz'> &
  Omit<WatchProgress, 'ranges' | 'linked_at' | 'media_revision'> & {
    valid_until: Day | null;
    video_threshold: number;
    requires_quiz: number | boolean;
    watched_ranges: string;
    watched_revision: number;
    linked_at: number | null;
  };
type CycleRow = LearningRow & Omit<Acknowledgement, 'source_url'>;

function learning(row: LearningRow): LearnerAssignment {
  const { assignment_id, staff_id, training_id, cycle, completion_no, state, started_at } = row;
  const { code, title, status, type, source_url, video_provider, video_file_id, video_format, video_duration_ms } = row;
  const { validity_months, renewal_days, media_revision, video_codec, reported_length_ms } = row;
  return {
    assignment_id,
    staff_id,
    training_id,
    cycle,
    completion_no,
    state,
    started_at,
    training: {
      code,
      title,
      status,
      type,
      source_url,
      video_provider,
      video_file_id,
      video_format,
      video_duration_ms,
      validity_months,
      renewal_days,
      media_revision,
      video_codec,
      reported_length_ms,
      threshold: row.video_threshold,
      requires_quiz: Number(row.requires_quiz) === 1,
    },
    progress: toWatchProgress(row),
  };
}

function toWatchProgress(row: LearningRow): WatchProgress | null {
  const { row_version, watched_revision, duration_ms, watched_ms, share_hundredths, position_ms } = row;
  const { best_speed, spare_ms, linked_at, beat_at, completed_at } = row;
  if (linked_at === null) return null;
  const progress = {
    row_version,
    media_revision: watched_revision,
    ranges: JSON.parse(row.watched_ranges) as WatchedRange[],
    duration_ms,
    watched_ms,
    share_hundredths,
    position_ms,
    best_speed,
    spare_ms,
    linked_at,
    beat_at,
    completed_at,
  };
  return watched_revision === row.media_revision ? cutProgress(progress, row.video_duration_ms ?? 0) : progress;
}

/** Progress after a correction of the video's length. @param durationMs milliseconds; 0: unknown, nothing is cut */
export function cutProgress<P extends CuttableProgress>(progress: P, durationMs: number): P {
  if (durationMs === 0 || progress.duration_ms === durationMs) return progress;
  const ranges = mergeRanges(progress.ranges, durationMs);
  return {
    ...progress,
    ranges,
    duration_ms: durationMs,
    watched_ms: watchedMs(ranges, durationMs),
    share_hundredths: shareHundredths(ranges, durationMs, progress.share_hundredths),
    position_ms: Math.min(progress.position_ms, durationMs),
  };
}
type CuttableProgress = Pick<
  WatchProgress,
  'ranges' | 'duration_ms' | 'watched_ms' | 'share_hundredths' | 'position_ms'
>;
