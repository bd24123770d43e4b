import { InvalidFieldsError } from '../../common/errors/app-error';
import type { Training } from './training.entity';
import { fieldError } from '../../common/errors/field-error';

/** Columns that determine what is played. */
export type Media = Pick<
  Training,
  'type' | 'source_url' | 'video_provider' | 'video_file_id' | 'video_format' | 'video_duration_ms' | 'video_codec'
>;

export const NO_MEDIA: Omit<Media, 'type' | 'source_url'> = {
  video_provider: null,
  video_file_id: null,
  video_format: null,
  video_duration_ms: null,
  video_codec: null,
};

/**
 * Media columns after a change: an own address replaces an upload. The author sets the duration of an own address,
 * the server that of an upload. Types other than video have neither.
 * @throws InvalidFieldsError if a video address is not https
 */
export function applyMediaChange(was: Media, change: Partial<Media>): Media {
  const type = change.type ?? was.type;
  const source_url = change.source_url === undefined ? was.source_url : change.source_url;
  if (type !== 'video') return { ...NO_MEDIA, type, source_url };
  if (source_url === null) {
    if (was.video_provider !== 'upload') return { ...NO_MEDIA, type, source_url };
    // Listed one by one: spreading the whole record `was` would undo the other changes.
    const { video_provider, video_file_id, video_format, video_duration_ms, video_codec } = was;
    return { type, source_url, video_provider, video_file_id, video_format, video_duration_ms, video_codec };
  }
  if (!source_url.startsWith('https://')) {
    throw new InvalidFieldsError({
      source_url: [fieldError('https', 'Enter an address that starts with https:// and leads to an MP4 file.')],
    });
  }
  const same = was.video_provider === 'mp4' && was.source_url === source_url;
  const duration = change.video_duration_ms;
  return {
    type,
    source_url,
    video_provider: 'mp4',
    video_file_id: null,
    video_format: 'mp4',
    video_codec: null,
    video_duration_ms: duration === undefined ? (same ? was.video_duration_ms : null) : duration,
  };
}

/** Without a length, no share could be computed. */
export function isPlayable(media: Media): boolean {
  return media.type === 'video' && media.video_provider !== null && (media.video_duration_ms ?? 0) > 0;
}

/** Such trainings are completed by watching, plus their quiz if any. */
export function hasVideo(media: Media): boolean {
  return media.type === 'video' && media.video_provider !== null;
}
