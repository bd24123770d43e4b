import type { Readable } from 'node:stream';
import { WrongStatusError } from '../../common/errors/record.errors';
import { Injectable } from '@nestjs/common';
import type { VideoLinkResponse } from '../../contract/training.responses';
import type { TrainingRow } from '../../contract/trainings.resource';
import { Clock } from '../../common/clock';
import { TransactionManager } from '../../infrastructure/database/transaction-manager';
import { newId } from '../../common/ids';
import { PendingFilesService } from '../../tenancy/pending-files.service';
import type { Tenant } from '../../tenancy/tenant';
import { LINK_GRACE_MS, MediaLinkService } from './media-link.service';
import { NO_MEDIA, isPlayable, type Media } from './training-media';
import { NothingToPlayError } from './training.errors';
import { TrainingsService } from './trainings.service';
import { VideoFileStore, videoKey, type StoredVideo } from './video-file.store';
import { VideoStreamService } from './video-stream.service';

export interface PlayableLink {
  url: string;
  /** HLS playlist; null: not streamed. */
  stream_url: string | null;
  provider: VideoLinkResponse['provider'];
  codec: VideoLinkResponse['codec'];
  duration_ms: number;
  /** UTC milliseconds. */
  expires_at: number;
}

/** Columns of an uploaded video. */
export const toUploadedMedia = (video_file_id: string, { format, duration_ms, codec }: StoredVideo) => ({
  source_url: null,
  video_provider: 'upload',
  video_file_id,
  video_format: format,
  video_duration_ms: duration_ms,
  video_codec: codec,
});

/** Upload, removal and links of a training's video. */
@Injectable()
export class VideosService {
  constructor(
    private readonly trainings: TrainingsService,
    private readonly files: VideoFileStore,
    private readonly pendingFilesService: PendingFilesService,
    private readonly streams: VideoStreamService,
    private readonly links: MediaLinkService,
    private readonly transactions: TransactionManager,
    private readonly clock: Clock,
  ) {}

  /**
   * Replaces the previous video or address. The file is stored before the row refers to it; the previous file is
   * deleted after the row was changed.
   * @param isSameVideo corrected file of the same video: progress is kept
   * @throws NotFoundError, WrongStatusError, NotAVideoError, VideoTooLargeError, UnreadableVideoError
   */
  async upload(tenant: Tenant, training_id: string, source: Readable, isSameVideo = false): Promise<TrainingRow> {
    const { type } = await this.trainings.record(tenant, training_id);
    if (type !== 'video') throw new WrongStatusError('upload of a video', type);
    const file_id = newId(this.clock.now());
    const video = await this.files.store(tenant, file_id, source);
    await this.pendingFilesService.commit(tenant, videoKey(tenant.customer_id, file_id, video.format), async () => {
      const was = await this.trainings.record(tenant, training_id);
      await this.trainings.changeVideo(tenant, was, toUploadedMedia(file_id, video), isSameVideo);
    });
    return this.trainings.one(tenant, training_id);
  }

  /** Rejected while the training is published. @throws NotFoundError, ChecklistIncompleteError */
  async remove(tenant: Tenant, training_id: string): Promise<TrainingRow> {
    await this.transactions.run(async () => {
      const was = await this.trainings.record(tenant, training_id);
      await this.trainings.changeVideo(tenant, was, { ...NO_MEDIA, source_url: null }, false);
    });
    return this.trainings.one(tenant, training_id);
  }

  /** Valid for the length of the video plus two hours. @throws NothingToPlayError */
  async link(tenant: Tenant, training_id: string, media: Media): Promise<PlayableLink> {
    const { video_provider, video_file_id, source_url } = media;
    const duration_ms = media.video_duration_ms ?? 0;
    if (!isPlayable(media)) throw new NothingToPlayError();
    const expires_at = this.clock.now() + duration_ms + LINK_GRACE_MS;
    const linkFields = { codec: media.video_codec as VideoLinkResponse['codec'], duration_ms, expires_at };
    if (video_provider === 'mp4' && source_url)
      return { url: source_url, stream_url: null, provider: 'mp4', ...linkFields };
    const { session_id } = tenant.actor;
    if (!video_file_id || !session_id) throw new NothingToPlayError();
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
    const isStreamed = (await this.streams.findByFile(tenant, video_file_id)).length > 0;
    return { url, stream_url: isStreamed ? `${url}/stream.m3u8` : null, provider: 'upload', ...linkFields };
  }
}
