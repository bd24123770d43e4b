import { Injectable } from '@nestjs/common';
import type { Day } from '../platform/calendar';
import { idFromBytes } from '../platform/ids';
import { Ledgers, ledgerReadings } from '../skills/ledger-reading';
import { JointReading, type ReadRow } from '../tenancy/joint-reading';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { Acknowledgement } from './acknowledgement';
import type { SkillBand } from './granted-levels';
import type { Media } from './playable';
import type { RenewalRule } from './renewal-window';
import { mergeRanges, shareHundredths, watchedMs, type WatchedRange } from './watched-ranges';

/** One assignment with its training and what was watched of it: all that a beat or a completion needs, in one statement. */
export interface Learning {
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
  /** null: the video was never opened. Cut to the present length if it belongs to the present film. */
  progress: WatchedSoFar | null;
}
export interface WatchedSoFar {
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

const IDS = 'a.assignment_id, a.staff_id, a.training_id, t.video_file_id';
const TEXTS =
  'a.state, a.valid_until, t.code, t.title, t.status, t.type, t.source_url, t.video_provider, t.video_format, t.video_codec, p.watched_ranges';
const NUMBERS = `a.cycle, a.completion_no, a.started_at, t.video_duration_ms, t.reported_length_ms, t.media_revision, t.video_threshold, t.requires_quiz, t.validity_months, t.renewal_days, p.row_version,
  p.media_revision AS watched_revision, p.duration_ms, p.watched_ms, p.share_hundredths, p.position_ms, p.best_speed, p.spare_ms, p.linked_at, p.beat_at, p.completed_at`;
const PROGRESS = 'LEFT JOIN video_progress p ON p.customer_id = :customer_id AND p.assignment_id = a.assignment_id';
/** What was read of it, and what there is to read: asked for where a completion is decided, not by each beat. */
const DOCUMENT = `LEFT JOIN training_document d ON d.customer_id = :customer_id AND d.training_id = a.training_id
  LEFT JOIN document_reading r ON r.customer_id = :customer_id AND r.assignment_id = a.assignment_id`;
const COUNTS = "a.state NOT IN ('removed', 'waived')";

/** The running (or last) cycle of `:staff_id` in `:training_id`. */
const RUNNING = new JointReading({
  learning: {
    ...{ ids: IDS, texts: TEXTS, numbers: NUMBERS },
    from: `FROM training_assignment a
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id ${PROGRESS}
  WHERE a.customer_id = :customer_id AND a.staff_id = :staff_id AND a.training_id = :training_id AND ${COUNTS}
  ORDER BY a.cycle DESC LIMIT 1`,
  },
});

/**
 * All that a completion needs of `:staff_id` and of the training of a row `x`: the cycles that count, the bands, and the
 * ledger of the skills that they give.
 * @param x its table, which has a training_id
 * @param where which one, by the alias `x`
 */
export function completionReadings(x: string, where: string) {
  const ofTraining = (joins: string) => `FROM ${x} x ${joins} WHERE x.customer_id = :customer_id AND ${where}`;
  const BANDS = 'JOIN training_skill b ON b.customer_id = :customer_id AND b.training_id = x.training_id';
  const person = (alias: string) => `${alias}.customer_id = :customer_id AND ${alias}.staff_id = :staff_id`;
  return {
    learning: {
      ...{
        ids: `${IDS}, d.document_id, r.read_document_id`,
        texts: `${TEXTS}, r.read_url`,
        numbers: `${NUMBERS}, r.acknowledged_at`,
      },
      from: ofTraining(`JOIN training t ON t.customer_id = :customer_id AND t.training_id = x.training_id
  JOIN training_assignment a ON ${person('a')} AND a.training_id = x.training_id AND ${COUNTS} ${PROGRESS} ${DOCUMENT}`),
    },
    ...ledgerReadings({
      pairs: (table, alias) =>
        ofTraining(`${BANDS} JOIN ${table} ${alias} ON ${person(alias)} AND ${alias}.skill_id = b.skill_id`),
      people: (table, alias) => `FROM ${table} ${alias} WHERE ${person(alias)}`,
      skills: ofTraining(`${BANDS} JOIN skill k ON k.customer_id = :customer_id AND k.skill_id = b.skill_id`),
    }),
    band: {
      ids: 'b.skill_id',
      numbers: 'b.min_score, b.level, b.validity_months',
      from: ofTraining(BANDS),
    },
  };
}
const COMPLETION = new JointReading(completionReadings('training', 'x.training_id = :training_id'));

type CompletionRows = Readonly<Record<keyof ReturnType<typeof completionReadings>, readonly ReadRow[]>>;

/** What is known when a completion is decided: as it is since the person's LedgerLocks were taken. */
export interface Completing {
  /** null: not assigned, or removed. */
  learning: Learning | null;
  acknowledgement: Acknowledgement;
  /** The cycle before that was completed and lasts so long; null: there is none. */
  renews: { assignment_id: string; valid_until: Day } | null;
  bands: SkillBand[];
  /** Of the skills that the bands give. */
  ledgers: Ledgers;
}

export type CompletionCandidate = Pick<Learning, 'staff_id' | 'training_id'>;
/** With what was read of its document. */
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
      ...{ source_url, read_url, acknowledged_at: acknowledged_at === null ? null : Number(acknowledged_at) },
    },
  };
}
/** @param which condition on `training_assignment a` */
const selectCompletable = (which: string): string =>
  `SELECT a.assignment_id AS assignment_id, a.staff_id AS staff_id, a.training_id AS training_id, t.source_url AS source_url,
    d.document_id AS document_id, r.read_document_id AS read_document_id, r.read_url AS read_url, r.acknowledged_at AS acknowledged_at
  FROM training_assignment a
  JOIN training t ON t.customer_id = :customer_id AND t.training_id = a.training_id ${PROGRESS} ${DOCUMENT}
  WHERE a.customer_id = :customer_id AND ${which} AND a.state IN ('assigned', 'in_progress') AND a.started_at IS NOT NULL
    AND (t.type <> 'video' OR t.video_provider IS NULL OR (p.media_revision = t.media_revision
      AND (p.completed_at IS NOT NULL OR p.watched_ms * 100 >= t.video_threshold * t.video_duration_ms)))
    AND (t.type <> 'classroom' OR EXISTS (SELECT 1 FROM session_booking b WHERE b.customer_id = :customer_id
      AND b.assignment_id = a.assignment_id AND b.training_id = a.training_id AND b.state = 'attended'))
  ORDER BY a.staff_id, a.training_id`;
const AMONG = selectCompletable('a.assignment_id IN (:assignment_id)');
const OF_TRAINING = `${selectCompletable('a.training_id = :training_id AND a.staff_id > :after_id')} LIMIT :count`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class LearningQuery {
  constructor(private readonly queries: TenantQueries) {}

  /** The running (or last) cycle; null: not assigned, or removed. */
  async of(tenant: Tenant, staff_id: string, training_id: string): Promise<Learning | null> {
    const { learning } = await this.queries.joint(tenant, RUNNING, { staff_id, training_id });
    return latest(learning);
  }

  /** Started open assignments whose video, if any, is watched far enough and whose session, if any, was attended. */
  async findCompletable(tenant: Tenant, assignment_id: readonly string[]): Promise<ReadCandidate[]> {
    return (await this.queries.rows<CandidateRow>(tenant, AMONG, { assignment_id })).map(toCandidate);
  }

  /** The same for one training, in pages ordered by staff id. @param after last staff id of the previous page */
  async findCompletableInTraining(
    tenant: Tenant,
    training_id: string,
    after: string | null,
    count: number,
  ): Promise<ReadCandidate[]> {
    const parameters = { training_id, after_id: after ?? FIRST_ID, count };
    return (await this.queries.rows<CandidateRow>(tenant, OF_TRAINING, parameters)).map(toCandidate);
  }

  async completing(tenant: Tenant, staff_id: string, training_id: string): Promise<Completing> {
    return completingOf(await this.queries.joint(tenant, COMPLETION, { staff_id, training_id }));
  }
}

export function completingOf(rows: CompletionRows): Completing {
  const bands = rows.band.map((row) => ({
    skill_id: row['skill_id'] as string,
    min_score: row['min_score'] as number,
    level: row['level'] as number,
    validity_months: row['validity_months'] as number | null,
  }));
  // Several bands of one skill bring its ledger as often.
  const repeats = new Set(bands.map(({ skill_id }) => skill_id)).size < bands.length;
  const { evidence, revocation, span } = rows;
  const ledger = { evidence: each(evidence), revocation: each(revocation), span: each(span) };
  return {
    ...{ learning: latest(rows.learning), acknowledgement: acknowledgement(rows.learning) },
    ...{ renews: lastingBefore(rows.learning), bands },
    ledgers: new Ledgers(repeats ? { ...rows, ...ledger } : rows),
  };
}

/** Once each. */
const each = (rows: readonly ReadRow[]): ReadRow[] => [
  ...new Map(rows.map((row) => [JSON.stringify(row), row])).values(),
];

/** The newest first. */
const cycles = (rows: readonly ReadRow[]): LearningRow[] =>
  (rows as readonly unknown[] as LearningRow[]).toSorted((one, other) => other.cycle - one.cycle);

function latest(rows: readonly ReadRow[]): Learning | null {
  const [row] = cycles(rows);
  return row ? learning(row) : null;
}

/** Of the same cycle as `latest`. */
function acknowledgement(rows: readonly ReadRow[]): Acknowledgement {
  const { document_id = null, source_url = null, ...said } = cycles(rows)[0] ?? {};
  const { read_document_id = null, read_url = null, acknowledged_at = null } = said;
  return { document_id, source_url, read_document_id, read_url, acknowledged_at };
}

function lastingBefore(rows: readonly ReadRow[]): Completing['renews'] {
  const before = cycles(rows)
    .slice(1)
    .find(({ valid_until }) => valid_until !== null);
  return before ? { assignment_id: before.assignment_id, valid_until: before.valid_until! } : null;
}

type LearningRow = Omit<Learning, 'training' | 'progress'> &
  Omit<Learning['training'], 'requires_quiz'> &
  Omit<WatchedSoFar, 'ranges' | 'linked_at' | 'media_revision'> & {
    valid_until: Day | null;
    document_id: string | null;
    read_document_id: string | null;
    read_url: string | null;
    acknowledged_at: number | null;
    video_threshold: number;
    requires_quiz: number | boolean;
    watched_ranges: string;
    watched_revision: number;
    linked_at: number | null;
  };

function learning(row: LearningRow): Learning {
  const { assignment_id, staff_id, training_id, cycle, completion_no, state, started_at } = row;
  const { code, title, status, type, source_url, video_provider, video_file_id, video_format, video_duration_ms } = row;
  const { validity_months, renewal_days, media_revision, video_codec, reported_length_ms } = row;
  return {
    ...{ assignment_id, staff_id, training_id, cycle, completion_no, state, started_at },
    training: {
      ...{ code, title, status, type, source_url, video_provider, video_file_id, video_format, video_duration_ms },
      ...{
        validity_months,
        renewal_days,
        media_revision,
        video_codec,
        reported_length_ms,
        threshold: row.video_threshold,
        requires_quiz: Number(row.requires_quiz) === 1,
      },
    },
    progress: watched(row),
  };
}

function watched(row: LearningRow): WatchedSoFar | null {
  const { row_version, watched_revision, duration_ms, watched_ms, share_hundredths, position_ms } = row;
  const { best_speed, spare_ms, linked_at, beat_at, completed_at } = row;
  if (linked_at === null) return null;
  const progress = {
    ...{ row_version, media_revision: watched_revision, ranges: JSON.parse(row.watched_ranges) as WatchedRange[] },
    ...{ duration_ms, watched_ms, share_hundredths, position_ms },
    ...{ best_speed, spare_ms, linked_at, beat_at, completed_at },
  };
  return watched_revision === row.media_revision ? cutTo(progress, row.video_duration_ms ?? 0) : progress;
}

/** The same progress on a film whose length was corrected. @param durationMs milliseconds; 0: not known, nothing is cut */
export function cutTo<P extends CutProgress>(progress: P, durationMs: number): P {
  if (durationMs === 0 || progress.duration_ms === durationMs) return progress;
  const ranges = mergeRanges(progress.ranges, durationMs);
  return {
    ...progress,
    ...{ ranges, duration_ms: durationMs, watched_ms: watchedMs(ranges, durationMs) },
    share_hundredths: shareHundredths(ranges, durationMs, progress.share_hundredths),
    position_ms: Math.min(progress.position_ms, durationMs),
  };
}
type CutProgress = Pick<WatchedSoFar, 'ranges' | 'duration_ms' | 'watched_ms' | 'share_hundredths' | 'position_ms'>;
