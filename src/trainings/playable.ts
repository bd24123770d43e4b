import { InvalidFields } from '../platform/errors/app-error';
import type { Training } from './training.entity';
import { fieldError } from '../platform/errors/field-error';

/** What of a training decides whether and what there is to play. */
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
 * What there is to play after a change: an own address takes the place of an upload; the duration of an own address is
 * the author's to say, that of an upload the server's; what is no video has neither.
 * @throws InvalidFields when a video's own address is not https
 */
export function mediaAfter(was: Media, change: Partial<Media>): Media {
  const type = change.type ?? was.type;
  const source_url = change.source_url === undefined ? was.source_url : change.source_url;
  if (type !== 'video') return { ...NO_MEDIA, type, source_url };
  if (source_url === null) {
    if (was.video_provider !== 'upload') return { ...NO_MEDIA, type, source_url };
    // Named one by one: `was` is the whole record, and spread here it would undo every other change of the call.
    const { video_provider, video_file_id, video_format, video_duration_ms, video_codec } = was;
    return { type, source_url, video_provider, video_file_id, video_format, video_duration_ms, video_codec };
  }
  if (!source_url.startsWith('https://')) {
    throw new InvalidFields({
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

/** There is something to play and its length is known: otherwise no share of it could be counted. */
export function isPlayable(media: Media): boolean {
  return media.type === 'video' && media.video_provider !== null && (media.video_duration_ms ?? 0) > 0;
}

/** A completion rule: a training of type video is completed by watching (and by its quiz, when it has one). */
export function hasVideo(media: Media): boolean {
  return media.type === 'video' && media.video_provider !== null;
}
