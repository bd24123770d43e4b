import type { Readable } from 'node:stream';
import { WrongStatus } from '../platform/errors/record-errors';
import { Injectable } from '@nestjs/common';
import type { VideoLink } from '../contract/training-answers';
import type { TrainingRow } from '../contract/trainings.resource';
import { Clock } from '../platform/clock';
import { Transactions } from '../platform/database/transactions';
import { newId } from '../platform/ids';
import { PendingFiles } from '../tenancy/pending-files';
import type { Tenant } from '../tenancy/tenant';
import { LINK_GRACE_MS, MediaLinks } from './media-links';
import { NO_MEDIA, isPlayable, type Media } from './playable';
import { NothingToPlay } from './training.errors';
import { TrainingsService } from './trainings.service';
import { VideoFiles, videoKey, type KeptVideo } from './video-files';
import { VideoStreams } from './video-streams';

export interface PlayableLink {
  url: string;
  /** The same as HLS; null: there is none. */
  stream_url: string | null;
  provider: VideoLink['provider'];
  codec: VideoLink['codec'];
  duration_ms: number;
  /** UTC milliseconds. */
  expires_at: number;
}

/** What a training says of an uploaded file. */
export const playing = (video_file_id: string, { format, duration_ms, codec }: KeptVideo) => ({
  source_url: null,
  video_provider: 'upload',
  video_file_id,
  video_format: format,
  video_duration_ms: duration_ms,
  video_codec: codec,
});

/** The video of a training: uploaded, replaced, removed, and the link by which it plays. */
@Injectable()
export class VideosService {
  constructor(
    private readonly trainings: TrainingsService,
    private readonly files: VideoFiles,
    private readonly pendingFiles: PendingFiles,
    private readonly streams: VideoStreams,
    private readonly links: MediaLinks,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes the place of the video before it, and of an own address. The file is on disk before the row names it; the one
   * before is deleted after the row stopped naming it.
   * @param isSameVideo a corrected file of the same film: progress is kept
   * @throws NotFound, WrongStatus, NoVideo, VideoTooLarge, VideoUnreadable
   */
  async upload(tenant: Tenant, training_id: string, source: Readable, isSameVideo = false): Promise<TrainingRow> {
    const { type } = await this.trainings.record(tenant, training_id);
    if (type !== 'video') throw new WrongStatus('upload of a video', type);
    const file_id = newId(this.clock.now());
    const video = await this.files.keep(tenant, file_id, source);
    await this.pendingFiles.commit(tenant, videoKey(tenant.customer_id, file_id, video.format), async () => {
      const was = await this.trainings.record(tenant, training_id);
      await this.trainings.changeVideo(tenant, was, playing(file_id, video), isSameVideo);
    });
    return this.trainings.one(tenant, training_id);
  }

  /** Refused while the training is published: it would have nothing to play. @throws NotFound, ChecklistOpen */
  async remove(tenant: Tenant, training_id: string): Promise<TrainingRow> {
    await this.transactions.run(async () => {
      const was = await this.trainings.record(tenant, training_id);
      await this.trainings.changeVideo(tenant, was, { ...NO_MEDIA, source_url: null }, false);
    });
    return this.trainings.one(tenant, training_id);
  }

  /** Lives as long as the video and two hours more. @throws NothingToPlay */
  async link(tenant: Tenant, training_id: string, media: Media): Promise<PlayableLink> {
    const { video_provider, video_file_id, source_url } = media;
    const duration_ms = media.video_duration_ms ?? 0;
    if (!isPlayable(media)) throw new NothingToPlay();
    const expires_at = this.clock.now() + duration_ms + LINK_GRACE_MS;
    const facts = { codec: media.video_codec as VideoLink['codec'], duration_ms, expires_at };
    if (video_provider === 'mp4' && source_url) return { url: source_url, stream_url: null, provider: 'mp4', ...facts };
    const { session_id } = tenant.actor;
    if (!video_file_id || !session_id) throw new NothingToPlay();
    const format = media.video_format === 'webm' ? 'webm' : 'mp4';
    const token = this.links.sign({
      customer_id: tenant.customer_id,
      training_id,
      session_id,
      file_id: video_file_id,
      format,
      expires_at,
    });
    const url = `/media/${token}`;
    const isStreamed = (await this.streams.of(tenant, video_file_id)).length > 0;
    return { url, stream_url: isStreamed ? `${url}/stream.m3u8` : null, provider: 'upload', ...facts };
  }
}
