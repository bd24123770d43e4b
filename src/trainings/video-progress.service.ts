import { Injectable } from '@nestjs/common';
import type { BeatAnswer, PastVideoProgressRow, VideoLink, VideoProgressSummary } from '../contract/training-answers';
import { OPEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import { videoProgress as definition, type VideoProgressRow } from '../contract/video-progress.resource';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import type { ListRequest } from '../platform/definitions/list-query';
import { rowOf, toIso } from '../platform/definitions/row';
import { AppError, NotFound } from '../platform/errors/app-error';
import { own } from '../tenancy/seen';
import { Records } from '../tenancy/tenancy.module';
import type { Tenant } from '../tenancy/tenant';
import type { PageOf, TenantRepository } from '../tenancy/tenant-repository';
import { AssignmentsService } from './assignments.service';
import { LearningQuery, type Learning, type WatchedSoFar } from './learning.query';
import { TrainingCompletion } from './training-completion';
import { NothingToPlay, VideoNotOpened, VideoReplaced } from './training.errors';
import { TrainingsService } from './trainings.service';
import { VideoProgress } from './video-progress.entity';
import { VideoReplacement } from './video-replacement';
import { VideosService, type PlayableLink } from './videos.service';
import { isPlayable } from './playable';
import {
  lengthTolerance,
  reachesThreshold,
  shareHundredths,
  shareText,
  takeBeat,
  watchedMs,
  type WatchedRange,
} from './watched-ranges';

/** Time that passed before a link was asked for again (a reload, a second tab): at most three beats' worth stays claimable. */
const CARRIED_MS = 30_000;
const TRIES = 12;

export interface VideoBeat {
  training_id: string;
  /** Milliseconds; what was played since the last beat, or all of it. */
  ranges: readonly WatchedRange[];
  position_ms?: number;
  /** 1 when left out; counted up to 2. */
  speed?: number;
  /** The film that was played, as its link said. */
  media_revision?: number;
  /** Milliseconds; as the player measures it. */
  length_ms?: number;
}
type WatchedAnswer = Omit<BeatAnswer, 'training_completed'>;

/** What a learner has watched. Progress never exceeds 100 nor falls; watched time is capped by wall time (domain.md). */
@Injectable()
export class VideoProgressService {
  constructor(
    @Records(VideoProgress) private readonly progress: TenantRepository<VideoProgress>,
    private readonly learning: LearningQuery,
    private readonly trainings: TrainingsService,
    private readonly assignments: AssignmentsService,
    private readonly videos: VideosService,
    private readonly completion: TrainingCompletion,
    private readonly replacement: VideoReplacement,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * For an assigned learner: the link, and wall time counts from now. For an admin without that assignment: a preview
   * that counts nothing. @param previews what an admin has to learn is looked at likewise, as by others @throws NotFound, NothingToPlay
   */
  async open(tenant: Tenant, training_id: string, previews = false): Promise<VideoLink> {
    const { staff_id } = tenant.actor;
    const learning = staff_id && !previews ? await this.learning.of(tenant, staff_id, training_id) : null;
    if (!learning || learning.training.status === 'draft') return this.preview(tenant, training_id);
    const link = await this.videos.link(tenant, training_id, learning.training);
    if (isCompletedOnEarlierFilm(learning)) return { ...answer(learning, learning.progress), ...linkAnswer(link) };
    const now = this.clock.now();
    await this.transactions.run(async () => {
      // Begun while the film was replaced.
      if (isOfEarlierFilm(learning)) {
        await this.replacement.archive(tenant, [learning.assignment_id]);
        learning.progress = null;
      }
      if (learning.progress) learning.progress = await this.reopen(tenant, learning, learning.progress, now);
      else await this.begin(tenant, learning, link.duration_ms, now);
      if (learning.state === 'assigned') await this.assignments.begin(tenant, learning.assignment_id);
      // A requirement that was missing before may have been dropped since.
      if (learning.progress?.completed_at && isOpen(learning.state))
        await this.completion.settleAssignments(tenant, [learning.assignment_id]);
    });
    return { ...answer(learning, learning.progress), ...linkAnswer(link) };
  }

  /**
   * Takes what was played, as far as the clock allows it. Sending a beat twice, or all ranges every time, is harmless.
   * @throws NotFound when it is not assigned, VideoReplaced, VideoNotOpened, NothingToPlay
   */
  async beat(tenant: Tenant, beat: VideoBeat): Promise<BeatAnswer> {
    const { staff_id } = tenant.actor;
    for (let tried = 1; ; tried++) {
      const learning = staff_id ? await this.learning.of(tenant, staff_id, beat.training_id) : null;
      if (!learning) throw new NotFound('assignment');
      if (!isPlayable(learning.training)) throw new NothingToPlay();
      if ((beat.media_revision ?? learning.training.media_revision) !== learning.training.media_revision)
        throw new VideoReplaced();
      if (isCompletedOnEarlierFilm(learning)) return beaten(learning, learning.progress, false);
      if (!learning.progress || isOfEarlierFilm(learning)) throw new VideoNotOpened();
      const done = await this.take(tenant, learning, learning.progress, beat);
      if (done) {
        if (beat.length_ms !== undefined) await this.compareLength(tenant, learning, beat.length_ms);
        return done;
      }
      // Another tab's beat came between: what it kept must not be lost, so this one is taken again on top of it.
      if (tried === TRIES) throw new Crowded();
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * tried));
    }
  }

  /** Counts the assignments that another film would affect. @throws NotFound */
  async countProgress(tenant: Tenant, training_id: string): Promise<VideoProgressSummary> {
    await this.trainings.record(tenant, training_id);
    return this.replacement.countProgress(tenant, training_id);
  }

  /** Progress on films that were replaced before the training was completed, the latest first. @throws NotFound */
  async listPast(tenant: Tenant, assignment_id: string): Promise<PastVideoProgressRow[]> {
    await this.assignments.one(tenant, assignment_id);
    return this.replacement.listPast(tenant, assignment_id);
  }

  /** A learner sees only the own rows. */
  async list(tenant: Tenant, request: ListRequest<VideoProgress>): Promise<PageOf<VideoProgressRow>> {
    const page = await this.progress.page(tenant, { ...request, where: own(tenant, request.where) });
    return { ...page, rows: page.rows.map(progressRow) };
  }

  /** The same, all of them, read in batches. */
  async *exported(
    tenant: Tenant,
    { where, order }: ListRequest<VideoProgress>,
  ): AsyncGenerator<readonly VideoProgressRow[]> {
    for await (const records of this.progress.batches(tenant, own(tenant, where), { order }))
      yield records.map(progressRow);
  }

  private async take(
    tenant: Tenant,
    learning: Learning,
    was: WatchedSoFar,
    beat: VideoBeat,
  ): Promise<BeatAnswer | null> {
    const now = this.clock.now();
    const durationMs = learning.training.video_duration_ms ?? 0;
    const speed = beat.speed ?? 1;
    const taken = takeBeat({
      watched: was.ranges,
      claimed: beat.ranges,
      durationMs,
      wallMs: Math.max(0, now - Math.max(was.linked_at, was.beat_at ?? 0)),
      speed,
      spareMs: was.spare_ms,
    });
    const reached = reachesThreshold(taken.watched, durationMs, learning.training.threshold);
    const became: WatchedSoFar = {
      ...was,
      ranges: taken.watched,
      duration_ms: durationMs,
      watched_ms: watchedMs(taken.watched, durationMs),
      share_hundredths: shareHundredths(taken.watched, durationMs, was.share_hundredths),
      position_ms: Math.min(beat.position_ms ?? was.position_ms, durationMs),
      best_speed: Math.max(was.best_speed, Math.round(Math.min(speed, 16) * 100)),
      spare_ms: Math.min(taken.spareMs, durationMs),
      beat_at: now,
      completed_at: was.completed_at ?? (reached ? now : null),
    };
    const { ranges, row_version, linked_at: _kept, ...columns } = became;
    const { assignment_id } = learning;
    // The version guards it: what another tab's beat has kept since it was read is never written over.
    const keep = () =>
      this.progress.update(tenant, { assignment_id, row_version }, { ...columns, watched_ranges: ranges });
    // Also when it was watched before: a requirement that was missing then may have been dropped since.
    const mayComplete = became.completed_at !== null && isOpen(learning.state);
    if (!mayComplete) return (await this.transactions.alone(keep)) ? beaten(learning, became, false) : null;
    return this.transactions.run(async () => {
      if (!(await keep())) return null;
      const since = was.completed_at === null ? 0 : now;
      const completed = await this.completion.settle(tenant, learning.staff_id, learning.training_id, { since });
      return beaten(learning, became, completed !== null);
    });
  }

  /** Tells admins where a player measures another length. What counts as watched does not depend on it. */
  private async compareLength(tenant: Tenant, learning: Learning, measured: number): Promise<void> {
    const { training_id } = learning;
    const duration_ms = learning.training.video_duration_ms ?? 0;
    const before = learning.training.reported_length_ms;
    const reported = Math.abs(measured - duration_ms) > lengthTolerance(duration_ms) ? measured : null;
    // Players measure one film a little differently: not each of them is worth a change.
    const isSame =
      before === null || reported === null
        ? before === reported
        : Math.abs(before - reported) <= lengthTolerance(before);
    if (isSame) return;
    await this.transactions.run(() => this.trainings.reportLength(tenant, training_id, duration_ms, reported));
  }

  private async begin(tenant: Tenant, learning: Learning, duration_ms: number, now: number): Promise<void> {
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

  private async reopen(tenant: Tenant, learning: Learning, was: WatchedSoFar, now: number): Promise<WatchedSoFar> {
    const { assignment_id } = learning;
    const durationMs = learning.training.video_duration_ms ?? 0;
    const since = Math.max(0, now - Math.max(was.linked_at, was.beat_at ?? 0));
    const spare_ms = Math.min(CARRIED_MS, was.spare_ms + since);
    // Refused when a beat comes between: then that beat counted the time, and the older link stays the measure.
    const change: Partial<VideoProgress> = { linked_at: now, spare_ms };
    // It was watched when less of its end was forgiven.
    if (!was.completed_at && reachesThreshold(was.ranges, durationMs, learning.training.threshold)) {
      change.watched_ms = watchedMs(was.ranges, durationMs);
      change.share_hundredths = shareHundredths(was.ranges, durationMs, was.share_hundredths);
      change.completed_at = now;
    }
    const isChanged = await this.progress.update(tenant, { assignment_id, row_version: was.row_version }, change);
    return isChanged ? { ...was, ...change } : was;
  }

  private async preview(tenant: Tenant, training_id: string): Promise<VideoLink> {
    if (!tenant.isAdmin) throw new NotFound('assignment');
    const training = await this.trainings.record(tenant, training_id);
    const link = await this.videos.link(tenant, training_id, training);
    const nothing = { position_ms: 0, ranges: [], share: '0.00', completed_at: null };
    const { media_revision, video_threshold: threshold } = training;
    return { training_id, assignment_id: null, threshold, media_revision, ...nothing, ...linkAnswer(link) };
  }
}

const isOpen = (state: string): boolean => (OPEN_ASSIGNMENT_STATES as readonly string[]).includes(state);

const isOfEarlierFilm = ({ progress, training }: Learning): boolean =>
  progress !== null && progress.media_revision !== training.media_revision;

/** A completed training keeps the progress that it was completed by: another film may be watched, and counts nothing. */
const isCompletedOnEarlierFilm = (learning: Learning): learning is Learning & { progress: WatchedSoFar } =>
  isOfEarlierFilm(learning) && !isOpen(learning.state);

class Crowded extends AppError {
  constructor() {
    super({
      kind: 'conflict',
      code: 'too_many_beats',
      message: 'This video is playing in too many places at once. Close the others.',
    });
  }
}

function answer(learning: Learning, progress: WatchedSoFar | null): WatchedAnswer {
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

const beaten = (learning: Learning, became: WatchedSoFar, training_completed: boolean): BeatAnswer => ({
  ...answer(learning, became),
  training_completed,
});
const linkAnswer = (link: PlayableLink) => ({ ...link, expires_at: toIso(link.expires_at) });

const progressRow = (record: VideoProgress): VideoProgressRow =>
  rowOf(definition, record, { share: shareText(record.share_hundredths) });
