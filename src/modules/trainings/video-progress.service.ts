import { Injectable } from '@nestjs/common';
import type {
  WatchProgressResponse,
  PastVideoProgressRow,
  VideoLinkResponse,
  VideoProgressSummary,
} from '../../contract/training.responses';
import { OPEN_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import { videoProgress as definition, type VideoProgressRow } from '../../contract/video-progress.resource';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import type { ListRequest } from '../../infrastructure/rest/list-query';
import { rowOf, toIso } from '../../common/rest/row';
import { AppError, NotFoundError } from '../../common/errors/app-error';
import { restrictToSelf } from '../../tenancy/row-visibility';
import { InjectTenantRepository } from '../../tenancy/tenancy.module';
import type { Tenant } from '../../tenancy/tenant';
import type { ListPage, TenantRepository } from '../../tenancy/tenant-repository';
import { AssignmentsService } from './assignments.service';
import { LearningQuery, type LearnerAssignment, type WatchProgress } from './learning.query';
import { TrainingCompletionService } from './training-completion.service';
import { NothingToPlayError, VideoNotOpenedError, VideoReplacedError } from './training.errors';
import { TrainingsService } from './trainings.service';
import { VideoProgress } from './video-progress.entity';
import { VideoReplacementService } from './video-replacement.service';
import { VideosService, type PlayableLink } from './videos.service';
import { isPlayable } from './training-media';
import {
  lengthTolerance,
  reachesThreshold,
  shareHundredths,
  shareText,
  acceptClaim,
  watchedMs,
  type WatchedRange,
} from './watched-ranges';

/** Unclaimed time kept when a link is requested again (reload, second tab): three reports' worth. */
const CARRY_OVER_MAX_MS = 30_000;
const TRIES_MAX = 12;

export interface WatchReport {
  training_id: string;
  /** Milliseconds; played since the last report, or all of it. */
  ranges: readonly WatchedRange[];
  position_ms?: number;
  /** Defaults to 1; counted up to 2. */
  speed?: number;
  /** The revision named by the link. */
  media_revision?: number;
  /** Milliseconds, as measured by the player. */
  length_ms?: number;
}
type WatchStateAnswer = Omit<WatchProgressResponse, 'training_completed'>;

/** Watch progress. Never above 100 %, never decreases, and capped by elapsed time. */
@Injectable()
export class VideoProgressService {
  constructor(
    @InjectTenantRepository(VideoProgress) private readonly progress: TenantRepository<VideoProgress>,
    private readonly learning: LearningQuery,
    private readonly trainings: TrainingsService,
    private readonly assignments: AssignmentsService,
    private readonly videos: VideosService,
    private readonly completion: TrainingCompletionService,
    private readonly replacement: VideoReplacementService,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /**
   * For an assigned learner: starts counting time. For an admin without the assignment: a preview that counts
   * nothing.
   * @param isPreview forces the preview for an admin with the assignment @throws NotFoundError, NothingToPlayError
   */
  async open(tenant: Tenant, training_id: string, isPreview = false): Promise<VideoLinkResponse> {
    const { staff_id } = tenant.actor;
    const learning = staff_id && !isPreview ? await this.learning.findLatest(tenant, staff_id, training_id) : null;
    if (!learning || learning.training.status === 'draft') return this.preview(tenant, training_id);
    const link = await this.videos.link(tenant, training_id, learning.training);
    if (isCompletedWithEarlierVideo(learning))
      return { ...toAnswer(learning, learning.progress), ...toLinkAnswer(link) };
    const now = this.clock.now();
    await this.transactions.run(async () => {
      // Started while the video was replaced.
      if (isForEarlierVideo(learning)) {
        await this.replacement.archive(tenant, [learning.assignment_id]);
        learning.progress = null;
      }
      if (learning.progress) learning.progress = await this.reopen(tenant, learning, learning.progress, now);
      else await this.insertProgress(tenant, learning, link.duration_ms, now);
      if (learning.state === 'assigned') await this.assignments.start(tenant, learning.assignment_id);
      // A missing requirement may have been dropped since.
      if (learning.progress?.completed_at && isOpen(learning.state))
        await this.completion.settleAssignments(tenant, [learning.assignment_id]);
    });
    return { ...toAnswer(learning, learning.progress), ...toLinkAnswer(link) };
  }

  /**
   * Accepts played ranges as far as the elapsed time allows. Repeated reports, or all ranges every time, are
   * harmless. @throws NotFoundError if not assigned, VideoReplacedError, VideoNotOpenedError, NothingToPlayError
   */
  async report(tenant: Tenant, report: WatchReport): Promise<WatchProgressResponse> {
    const { staff_id } = tenant.actor;
    for (let attempt = 1; ; attempt++) {
      const learning = staff_id ? await this.learning.findLatest(tenant, staff_id, report.training_id) : null;
      if (!learning) throw new NotFoundError('assignment');
      if (!isPlayable(learning.training)) throw new NothingToPlayError();
      if ((report.media_revision ?? learning.training.media_revision) !== learning.training.media_revision)
        throw new VideoReplacedError();
      if (isCompletedWithEarlierVideo(learning)) return toReportAnswer(learning, learning.progress, false);
      if (!learning.progress || isForEarlierVideo(learning)) throw new VideoNotOpenedError();
      const reportAnswer = await this.applyReport(tenant, learning, learning.progress, report);
      if (reportAnswer) {
        if (report.length_ms !== undefined) await this.compareLength(tenant, learning, report.length_ms);
        return reportAnswer;
      }
      // Another tab reported meanwhile; apply this report on top of it.
      if (attempt === TRIES_MAX) throw new TooManyReportsError();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * attempt));
    }
  }

  /** Counts assignments affected by another video. @throws NotFoundError */
  async countProgress(tenant: Tenant, training_id: string): Promise<VideoProgressSummary> {
    await this.trainings.record(tenant, training_id);
    return this.replacement.countProgress(tenant, training_id);
  }

  /** Progress on videos replaced before completion, latest first. @throws NotFoundError */
  async listPast(tenant: Tenant, assignment_id: string): Promise<PastVideoProgressRow[]> {
    await this.assignments.one(tenant, assignment_id);
    return this.replacement.listPast(tenant, assignment_id);
  }

  /** Learners see their own rows only. */
  async list(tenant: Tenant, request: ListRequest<VideoProgress>): Promise<ListPage<VideoProgressRow>> {
    const page = await this.progress.findPage(tenant, { ...request, where: restrictToSelf(tenant, request.where) });
    return { ...page, rows: page.rows.map(toProgressRow) };
  }

  /** All rows, in batches. */
  async *exported(
    tenant: Tenant,
    { where, order }: ListRequest<VideoProgress>,
  ): AsyncGenerator<readonly VideoProgressRow[]> {
    for await (const records of this.progress.findInBatches(tenant, restrictToSelf(tenant, where), { order }))
      yield records.map(toProgressRow);
  }

  private async applyReport(
    tenant: Tenant,
    learning: LearnerAssignment,
    was: WatchProgress,
    report: WatchReport,
  ): Promise<WatchProgressResponse | null> {
    const now = this.clock.now();
    const durationMs = learning.training.video_duration_ms ?? 0;
    const speed = report.speed ?? 1;
    const accepted = acceptClaim({
      watched: was.ranges,
      claimed: report.ranges,
      durationMs,
      wallMs: Math.max(0, now - Math.max(was.linked_at, was.beat_at ?? 0)),
      speed,
      spareMs: was.spare_ms,
    });
    const isThresholdReached = reachesThreshold(accepted.watched, durationMs, learning.training.threshold);
    const updated: WatchProgress = {
      ...was,
      ranges: accepted.watched,
      duration_ms: durationMs,
      watched_ms: watchedMs(accepted.watched, durationMs),
      share_hundredths: shareHundredths(accepted.watched, durationMs, was.share_hundredths),
      position_ms: Math.min(report.position_ms ?? was.position_ms, durationMs),
      best_speed: Math.max(was.best_speed, Math.round(Math.min(speed, 16) * 100)),
      spare_ms: Math.min(accepted.spareMs, durationMs),
      beat_at: now,
      completed_at: was.completed_at ?? (isThresholdReached ? now : null),
    };
    const { ranges, row_version, linked_at: _linkedAt, ...columns } = updated;
    const { assignment_id } = learning;
    // The version check keeps what another tab saved meanwhile.
    const save = () =>
      this.progress.update(tenant, { assignment_id, row_version }, { ...columns, watched_ranges: ranges });
    // Also if it was watched before: a requirement missing then may have been dropped since.
    const mayComplete = updated.completed_at !== null && isOpen(learning.state);
    if (!mayComplete)
      return (await this.transactions.autocommit(save)) ? toReportAnswer(learning, updated, false) : null;
    return this.transactions.run(async () => {
      if (!(await save())) return null;
      const since = was.completed_at === null ? 0 : now;
      const completed = await this.completion.settle(tenant, learning.staff_id, learning.training_id, { since });
      return toReportAnswer(learning, updated, completed !== null);
    });
  }

  /** Reports a differing length to admins. Progress does not depend on it. */
  private async compareLength(tenant: Tenant, learning: LearnerAssignment, measured: number): Promise<void> {
    const { training_id } = learning;
    const duration_ms = learning.training.video_duration_ms ?? 0;
    const before = learning.training.reported_length_ms;
    const reported = Math.abs(measured - duration_ms) > lengthTolerance(duration_ms) ? measured : null;
    // Players measure slightly differently; ignore small changes.
    const isSame =
      before === null || reported === null
        ? before === reported
        : Math.abs(before - reported) <= lengthTolerance(before);
    if (isSame) return;
    await this.transactions.run(() => this.trainings.reportLength(tenant, training_id, duration_ms, reported));
  }

  private async insertProgress(
    tenant: Tenant,
    learning: LearnerAssignment,
    duration_ms: number,
    now: number,
  ): Promise<void> {
    const { assignment_id, staff_id, training_id } = learning;
    const { media_revision } = learning.training;
    const empty = {
      watched_ranges: [],
      watched_ms: 0,
      share_hundredths: 0,
      position_ms: 0,
      best_speed: 100,
      spare_ms: 0,
      beat_at: null,
      completed_at: null,
    };
    const row = { ...empty, assignment_id, staff_id, training_id, media_revision, duration_ms, linked_at: now };
    await this.progress.insertMissing(tenant, [row]);
  }

  private async reopen(
    tenant: Tenant,
    learning: LearnerAssignment,
    was: WatchProgress,
    now: number,
  ): Promise<WatchProgress> {
    const { assignment_id } = learning;
    const durationMs = learning.training.video_duration_ms ?? 0;
    const since = Math.max(0, now - Math.max(was.linked_at, was.beat_at ?? 0));
    const spare_ms = Math.min(CARRY_OVER_MAX_MS, was.spare_ms + since);
    // Skipped if a report came between; then it has counted the time, and the older link stays valid.
    const change: Partial<VideoProgress> = { linked_at: now, spare_ms };
    // Watched before the end tolerance was widened.
    if (!was.completed_at && reachesThreshold(was.ranges, durationMs, learning.training.threshold)) {
      change.watched_ms = watchedMs(was.ranges, durationMs);
      change.share_hundredths = shareHundredths(was.ranges, durationMs, was.share_hundredths);
      change.completed_at = now;
    }
    const isChanged = await this.progress.update(tenant, { assignment_id, row_version: was.row_version }, change);
    return isChanged ? { ...was, ...change } : was;
  }

  private async preview(tenant: Tenant, training_id: string): Promise<VideoLinkResponse> {
    if (!tenant.isAdmin) throw new NotFoundError('assignment');
    const training = await this.trainings.record(tenant, training_id);
    const link = await this.videos.link(tenant, training_id, training);
    const emptyProgress = { position_ms: 0, ranges: [], share: '0.00', completed_at: null };
    const { media_revision, video_threshold: threshold } = training;
    return { training_id, assignment_id: null, threshold, media_revision, ...emptyProgress, ...toLinkAnswer(link) };
  }
}

const isOpen = (state: string): boolean => (OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state);

const isForEarlierVideo = ({ progress, training }: LearnerAssignment): boolean =>
  progress !== null && progress.media_revision !== training.media_revision;

/** A completed training keeps its progress; watching another video counts nothing. */
const isCompletedWithEarlierVideo = (
  learning: LearnerAssignment,
): learning is LearnerAssignment & { progress: WatchProgress } =>
  isForEarlierVideo(learning) && !isOpen(learning.state);

class TooManyReportsError extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'too_many_beats',
      message: 'This video is playing in too many places at once. Close the others.',
    });
  }
}

function toAnswer(learning: LearnerAssignment, progress: WatchProgress | null): WatchStateAnswer {
  const isShown = progress?.media_revision === learning.training.media_revision;
  const duration_ms = learning.training.video_duration_ms ?? 0;
  return {
    training_id: learning.training_id,
    assignment_id: learning.assignment_id,
    duration_ms,
    media_revision: learning.training.media_revision,
    threshold: learning.training.threshold,
    position_ms: isShown ? progress.position_ms : 0,
    ranges: isShown ? progress.ranges : [],
    share: shareText(progress?.share_hundredths ?? 0),
    completed_at: progress?.completed_at ? toIso(progress.completed_at) : null,
  };
}

const toReportAnswer = (
  learning: LearnerAssignment,
  updated: WatchProgress,
  training_completed: boolean,
): WatchProgressResponse => ({
  ...toAnswer(learning, updated),
  training_completed,
});
const toLinkAnswer = (link: PlayableLink) => ({ ...link, expires_at: toIso(link.expires_at) });

const toProgressRow = (record: VideoProgress): VideoProgressRow =>
  rowOf(definition, record, { share: shareText(record.share_hundredths) });
