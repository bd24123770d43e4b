import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PastVideoProgressRow, VideoProgressSummary } from '../../contract/training.responses';
import { Clock } from '../../common/clock';
import { toIso } from '../../common/rest/row';
import { idFromBytes } from '../../common/ids';
import type { JobDetails } from '../background-jobs/job-details';
import { JobKindRegistry } from '../background-jobs/job-kind.registry';
import { JobsService } from '../background-jobs/jobs.service';
import type { JobBatch } from '../background-jobs/job-batch';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import type { TenantRepository } from '../../tenancy/tenant-repository';
import { cutProgress } from './learning.query';
import { PastVideoProgress } from './past-video-progress.entity';
import { TrainingRequirementsService } from './training-requirements.service';
import { Training } from './training.entity';
import { VideoProgress } from './video-progress.entity';
import { reachesThreshold, shareText } from './watched-ranges';

const KIND = 'cut_video_progress';
const BATCH_SIZE = 500;

const OPENED_FROM = `FROM training_assignment a
  JOIN video_progress p ON p.customer_id = :customer_id AND p.assignment_id = a.assignment_id
  WHERE a.customer_id = :customer_id AND a.training_id = :training_id`;
const NOT_COMPLETED_SQL = `SELECT a.assignment_id AS assignment_id ${OPENED_FROM} AND a.completed_at IS NULL`;
const OTHER_LENGTH_SQL = `${NOT_COMPLETED_SQL} AND p.duration_ms <> :duration_ms AND a.assignment_id > :after_id
  ORDER BY a.assignment_id LIMIT ${BATCH_SIZE}`;
const SUMMARY_SQL = `SELECT
    SUM(CASE WHEN a.completed_at IS NULL AND p.completed_at IS NULL THEN 1 ELSE 0 END) AS in_progress,
    SUM(CASE WHEN a.completed_at IS NULL AND p.completed_at IS NOT NULL THEN 1 ELSE 0 END) AS watched,
    SUM(CASE WHEN a.completed_at IS NOT NULL THEN 1 ELSE 0 END) AS completed
  ${OPENED_FROM} AND a.state NOT IN ('removed', 'waived')`;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface CutProgressPayload {
  training_id: string;
  duration_ms: number;
  /** Time of the change (UTC milliseconds). */
  since: number;
}
interface IdRow {
  assignment_id: Uint8Array;
}

/** Effect of video changes on progress (docs/domain.md, "Progress belongs to its video"). */
@Injectable()
export class VideoReplacementService implements OnModuleInit {
  constructor(
    @InjectTenantRepository(Training) private readonly trainings: TenantRepository<Training>,
    @InjectTenantRepository(VideoProgress) private readonly progress: TenantRepository<VideoProgress>,
    @InjectTenantRepository(PastVideoProgress) private readonly pastProgress: TenantRepository<PastVideoProgress>,
    private readonly queries: TenantQueries,
    private readonly requirements: TrainingRequirementsService,
    private readonly kinds: JobKindRegistry,
    private readonly jobsService: JobsService,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.kinds.register<CutProgressPayload>(KIND, {
      lane: 'interactive',
      runBatch: (tenant, payload, portion) => this.cutPortion(tenant, payload, portion),
    });
  }

  /** Another video: resets progress of all who have not completed. Runs in the transaction of the change. */
  async replaceVideo(tenant: Tenant, training_id: string): Promise<void> {
    await this.trainings.add(tenant, { training_id }, 'media_revision', 1);
    const rows = await this.queries.rows<IdRow>(tenant, NOT_COMPLETED_SQL, { training_id });
    const ids = rows.map(({ assignment_id }) => idFromBytes(assignment_id));
    for (let at = 0; at < ids.length; at += BATCH_SIZE) await this.archive(tenant, ids.slice(at, at + BATCH_SIZE));
  }

  /** Corrected length of the same video: a job cuts the progress. Runs in the transaction of the change. */
  async correctLength(tenant: Tenant, training_id: string, duration_ms: number): Promise<void> {
    const parameters = { training_id, duration_ms, after_id: FIRST_ID };
    if (!(await this.queries.rows(tenant, OTHER_LENGTH_SQL, parameters)).length) return;
    const payload: CutProgressPayload = { training_id, duration_ms, since: this.clock.now() };
    await this.jobsService.enqueue(tenant, KIND, { ...payload }, null);
  }

  /** Moves progress to past_video_progress. Runs in the caller's transaction. */
  async archive(tenant: Tenant, assignment_id: readonly string[]): Promise<void> {
    const rows = await this.progress.find(tenant, { assignment_id: [...assignment_id] });
    if (!rows.length) return;
    const replaced_at = this.clock.now();
    const pastProgress = rows.map((row) => ({
      assignment_id: row.assignment_id,
      media_revision: row.media_revision,
      staff_id: row.staff_id,
      training_id: row.training_id,
      watched_ranges: row.watched_ranges,
      duration_ms: row.duration_ms,
      share_hundredths: row.share_hundredths,
      beat_at: row.beat_at,
      completed_at: row.completed_at,
      replaced_at,
    }));
    await this.pastProgress.insertMissing(tenant, pastProgress);
    await this.progress.remove(tenant, { assignment_id: [...assignment_id] });
  }

  /** Counts the assignments whose learner has opened the video. */
  async countProgress(tenant: Tenant, training_id: string): Promise<VideoProgressSummary> {
    const [row] = await this.queries.rows<Record<keyof VideoProgressSummary, number | string | null>>(
      tenant,
      SUMMARY_SQL,
      {
        training_id,
      },
    );
    const { in_progress, watched, completed } = row!;
    return { in_progress: Number(in_progress), watched: Number(watched), completed: Number(completed) };
  }

  /** Latest first. */
  async listPast(tenant: Tenant, assignment_id: string): Promise<PastVideoProgressRow[]> {
    const rows = await this.pastProgress.find(tenant, { assignment_id }, { order: [['media_revision', 'desc']] });
    return rows.map(({ media_revision, duration_ms, watched_ranges, ...row }) => ({
      media_revision,
      duration_ms,
      ranges: watched_ranges,
      share: shareText(row.share_hundredths),
      beat_at: row.beat_at === null ? null : toIso(row.beat_at),
      completed_at: row.completed_at === null ? null : toIso(row.completed_at),
      replaced_at: toIso(row.replaced_at),
    }));
  }

  private async cutPortion(
    tenant: Tenant,
    payload: CutProgressPayload,
    jobBatch: JobBatch,
  ): Promise<JobDetails | null> {
    const { training_id, duration_ms, since } = payload;
    const after = jobBatch.mark?.['after'];
    const after_id = typeof after === 'string' ? after : FIRST_ID;
    const idRows = await this.queries.rows<IdRow>(tenant, OTHER_LENGTH_SQL, { training_id, duration_ms, after_id });
    const ids = idRows.map(({ assignment_id }) => idFromBytes(assignment_id));
    const training = await this.trainings.findOne(tenant, { training_id });
    const rows = ids.length ? await this.progress.find(tenant, { assignment_id: ids }) : [];
    for (const { watched_ranges, row_version, assignment_id, ...was } of rows) {
      // Changed again since: the later change has its own job or has archived the progress.
      if (training?.video_duration_ms !== duration_ms || was.media_revision !== training.media_revision) continue;
      const { ranges, ...cut } = cutProgress({ ...was, ranges: watched_ranges }, duration_ms);
      const isWatched = reachesThreshold(ranges, duration_ms, training.video_threshold);
      const change = {
        watched_ranges: ranges,
        duration_ms,
        watched_ms: cut.watched_ms,
        position_ms: cut.position_ms,
        share_hundredths: cut.share_hundredths,
        completed_at: was.completed_at ?? (isWatched ? since : null),
      };
      // A report that came between has cut it already.
      await this.progress.update(tenant, { assignment_id, row_version }, change);
    }
    jobBatch.report(ids.length, []);
    if (ids.length === BATCH_SIZE) return { after: ids.at(-1)! };
    await this.requirements.enqueueSettlement(tenant, training_id, since);
    return null;
  }
}
