import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PastVideoProgressRow, VideoProgressSummary } from '../contract/training-answers';
import { Clock } from '../platform/clock';
import { toIso } from '../platform/definitions/row';
import { idFromBytes } from '../platform/ids';
import type { Facts } from '../tenancy/jobs/job-facts';
import { JobKinds } from '../tenancy/jobs/job-kinds';
import { Jobs } from '../tenancy/jobs/jobs.service';
import type { Portion } from '../tenancy/jobs/portion';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import type { TenantRepository } from '../tenancy/tenant-repository';
import { cutTo } from './learning.query';
import { PastVideoProgress } from './past-video-progress.entity';
import { TrainingRequirementsService } from './training-requirements.service';
import { Training } from './training.entity';
import { VideoProgress } from './video-progress.entity';
import { reachesThreshold, shareText } from './watched-ranges';

const KIND = 'cut_video_progress';
const AT_A_TIME = 500;

const OPENED = `FROM training_assignment a
  JOIN video_progress p ON p.customer_id = :customer_id AND p.assignment_id = a.assignment_id
  WHERE a.customer_id = :customer_id AND a.training_id = :training_id`;
const NOT_COMPLETED = `SELECT a.assignment_id AS assignment_id ${OPENED} AND a.completed_at IS NULL`;
const OF_OTHER_LENGTH = `${NOT_COMPLETED} AND p.duration_ms <> :duration_ms AND a.assignment_id > :after_id
  ORDER BY a.assignment_id LIMIT ${AT_A_TIME}`;
const SUMMARY = `SELECT
    SUM(CASE WHEN a.completed_at IS NULL AND p.completed_at IS NULL THEN 1 ELSE 0 END) AS in_progress,
    SUM(CASE WHEN a.completed_at IS NULL AND p.completed_at IS NOT NULL THEN 1 ELSE 0 END) AS watched,
    SUM(CASE WHEN a.completed_at IS NOT NULL THEN 1 ELSE 0 END) AS completed
  ${OPENED} AND a.state NOT IN ('removed', 'waived')`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface CutOrder {
  training_id: string;
  duration_ms: number;
  /** Time of the change (UTC milliseconds). */
  since: number;
}
interface IdRow {
  assignment_id: Uint8Array;
}

/** What a change of a training's video does to its learners' progress (docs/learning-rules.md, "Progress belongs to its film"). */
@Injectable()
export class VideoReplacement implements OnModuleInit {
  constructor(
    @Records(Training) private readonly trainings: TenantRepository<Training>,
    @Records(VideoProgress) private readonly progress: TenantRepository<VideoProgress>,
    @Records(PastVideoProgress) private readonly past: TenantRepository<PastVideoProgress>,
    private readonly queries: TenantQueries,
    private readonly requirements: TrainingRequirementsService,
    private readonly kinds: JobKinds,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.kinds.register<CutOrder>(KIND, {
      lane: 'interactive',
      portion: (tenant, order, portion) => this.cutPortion(tenant, order, portion),
    });
  }

  /** Another film: progress of all who have not completed begins anew. In the transaction of the change. */
  async replaceFilm(tenant: Tenant, training_id: string): Promise<void> {
    await this.trainings.add(tenant, { training_id }, 'media_revision', 1);
    const rows = await this.queries.rows<IdRow>(tenant, NOT_COMPLETED, { training_id });
    const ids = rows.map(({ assignment_id }) => idFromBytes(assignment_id));
    for (let at = 0; at < ids.length; at += AT_A_TIME) await this.archive(tenant, ids.slice(at, at + AT_A_TIME));
  }

  /** The same film has another length: progress is cut to it by a job. In the transaction of the change. */
  async correctLength(tenant: Tenant, training_id: string, duration_ms: number): Promise<void> {
    const parameters = { training_id, duration_ms, after_id: FIRST_ID };
    if (!(await this.queries.rows(tenant, OF_OTHER_LENGTH, parameters)).length) return;
    const order: CutOrder = { training_id, duration_ms, since: this.clock.now() };
    await this.jobs.enqueue(tenant, KIND, { ...order }, null);
  }

  /** Moves the progress of these assignments to past_video_progress. In the caller's transaction. */
  async archive(tenant: Tenant, assignment_id: readonly string[]): Promise<void> {
    const rows = await this.progress.find(tenant, { assignment_id: [...assignment_id] });
    if (!rows.length) return;
    const replaced_at = this.clock.now();
    const past = rows.map((row) => ({
      ...{ assignment_id: row.assignment_id, media_revision: row.media_revision, staff_id: row.staff_id },
      ...{ training_id: row.training_id, watched_ranges: row.watched_ranges, duration_ms: row.duration_ms },
      ...{ share_hundredths: row.share_hundredths, beat_at: row.beat_at, completed_at: row.completed_at, replaced_at },
    }));
    await this.past.insertMissing(tenant, past);
    await this.progress.remove(tenant, { assignment_id: [...assignment_id] });
  }

  /** Counts the assignments whose learner has opened the video. */
  async countProgress(tenant: Tenant, training_id: string): Promise<VideoProgressSummary> {
    const [row] = await this.queries.rows<Record<keyof VideoProgressSummary, number | string | null>>(tenant, SUMMARY, {
      training_id,
    });
    const { in_progress, watched, completed } = row!;
    return { in_progress: Number(in_progress), watched: Number(watched), completed: Number(completed) };
  }

  /** Progress on earlier films, the latest first. */
  async listPast(tenant: Tenant, assignment_id: string): Promise<PastVideoProgressRow[]> {
    const rows = await this.past.find(tenant, { assignment_id }, { order: [['media_revision', 'desc']] });
    return rows.map(({ media_revision, duration_ms, watched_ranges, ...row }) => ({
      ...{ media_revision, duration_ms, ranges: watched_ranges, share: shareText(row.share_hundredths) },
      beat_at: row.beat_at === null ? null : toIso(row.beat_at),
      completed_at: row.completed_at === null ? null : toIso(row.completed_at),
      replaced_at: toIso(row.replaced_at),
    }));
  }

  private async cutPortion(tenant: Tenant, order: CutOrder, portion: Portion): Promise<Facts | null> {
    const { training_id, duration_ms, since } = order;
    const after = portion.mark?.['after'];
    const after_id = typeof after === 'string' ? after : FIRST_ID;
    const idRows = await this.queries.rows<IdRow>(tenant, OF_OTHER_LENGTH, { training_id, duration_ms, after_id });
    const ids = idRows.map(({ assignment_id }) => idFromBytes(assignment_id));
    const training = await this.trainings.one(tenant, { training_id });
    const rows = ids.length ? await this.progress.find(tenant, { assignment_id: ids }) : [];
    for (const { watched_ranges, row_version, assignment_id, ...was } of rows) {
      // Changed once more, or another film since: that change has its own job, or has archived it.
      if (training?.video_duration_ms !== duration_ms || was.media_revision !== training.media_revision) continue;
      const { ranges, ...cut } = cutTo({ ...was, ranges: watched_ranges }, duration_ms);
      const isWatched = reachesThreshold(ranges, duration_ms, training.video_threshold);
      const change = {
        ...{ watched_ranges: ranges, duration_ms, watched_ms: cut.watched_ms, position_ms: cut.position_ms },
        share_hundredths: cut.share_hundredths,
        completed_at: was.completed_at ?? (isWatched ? since : null),
      };
      // A beat between has cut it already.
      await this.progress.update(tenant, { assignment_id, row_version }, change);
    }
    portion.tell(ids.length, []);
    if (ids.length === AT_A_TIME) return { after: ids.at(-1)! };
    await this.requirements.enqueueSettlement(tenant, training_id, since);
    return null;
  }
}
