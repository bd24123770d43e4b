import {
  described,
  fields,
  flag,
  id,
  instant,
  like,
  listOf,
  oneOfWords,
  orNull,
  range,
  text,
  whole,
  type Of,
} from './answer';
import { LANGUAGE_CODES } from './languages';
import { VIDEO_CODECS, VIDEO_PROVIDERS } from './trainings.resource';

const watched = {
  training_id: id,
  assignment_id: described(orNull(id), 'null: preview, nothing is counted.'),
  duration_ms: like(whole, 600_000),
  media_revision: like(described(whole, 'Identifies the video; send it with each progress report.'), 1),
  threshold: like(described(whole, 'Percentage that must be watched.'), 90),
  position_ms: like(described(whole, 'Where to resume.'), 252_000),
  ranges: like(described(listOf(range), 'Watched ranges in milliseconds.'), [[0, 300_000]]),
  share: like(text, '50.00'),
  completed_at: orNull(instant),
};
/** `GET /api/trainings/{id}/video-link` */
export const videoLinkAnswer = fields({
  ...watched,
  url: like(described(text, 'Plays without headers; ranges work.'), '/media/AAAB…'),
  stream_url: like(
    described(orNull(text), 'HLS stream in the available resolutions; null: none.'),
    '/media/AAAB…/stream.m3u8',
  ),
  provider: oneOfWords(VIDEO_PROVIDERS),
  codec: described(orNull(oneOfWords(VIDEO_CODECS)), 'Video codec; null: unknown.'),
  expires_at: described(instant, 'Expiry of the link: video duration plus two hours.'),
});
export type VideoLink = Of<typeof videoLinkAnswer>;
/** `POST /api/video-progress` */
export const beatAnswer = fields({
  ...watched,
  training_completed: described(flag, 'Whether this report completed the training.'),
});
export type BeatAnswer = Of<typeof beatAnswer>;

/** `GET /api/trainings/{id}/video-progress-summary` */
export const videoProgressSummaryAnswer = fields({
  in_progress: like(described(whole, 'Open assignments with the video started.'), 4),
  watched: like(described(whole, 'Open assignments with the video fully watched.'), 2),
  completed: like(described(whole, 'Completed assignments; a different video does not change them.'), 31),
});
export type VideoProgressSummary = Of<typeof videoProgressSummaryAnswer>;

/** `GET /api/training-assignments/{id}/past-video-progress` */
export const pastVideoProgressAnswer = fields({
  media_revision: like(described(whole, 'Number of the video of the training.'), 1),
  duration_ms: like(whole, 600_000),
  ranges: like(described(listOf(range), 'Watched ranges in milliseconds.'), [[0, 300_000]]),
  share: like(text, '50.00'),
  beat_at: orNull(instant),
  completed_at: described(orNull(instant), 'When it was fully watched; null: not.'),
  replaced_at: described(instant, 'When it was replaced.'),
});
export type PastVideoProgressRow = Of<typeof pastVideoProgressAnswer>;

/** Heights that a video may be made in, beside its own. */
export const RENDITION_HEIGHTS = [1080, 720, 480, 360] as const;
export type RenditionHeight = (typeof RENDITION_HEIGHTS)[number];
/** `GET /api/trainings/{id}/video/renditions` */
export const renditionsAnswer = fields({
  renditions: described(
    listOf(
      fields({
        height: like(described(whole, 'Height in pixels; only below that of the uploaded video.'), 480),
        state: like(
          described(
            oneOfWords(['offered', 'asked', 'made', 'none'] as const),
            'none: could not be created; request it again to retry.',
          ),
          'offered',
        ),
      }),
    ),
    'Largest first.',
  ),
  minutes_left: like(described(whole, 'Minutes of video that can still be processed within 24 hours.'), 228),
});
export type Renditions = Of<typeof renditionsAnswer>;

const DOCUMENT_KINDS = ['pdf', 'markdown', 'address'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
const read = {
  training_id: id,
  assignment_id: described(orNull(id), 'null: preview, nothing is counted.'),
  kind: described(orNull(oneOfWords(DOCUMENT_KINDS)), 'null: no content yet.'),
  url: like(
    described(orNull(text), 'For a PDF: readable without headers until the link expires. For an address: the address.'),
    '/media/AAAB…',
  ),
  expires_at: described(orNull(instant), 'Expiry of the link to a PDF; null: none.'),
  text: like(described(orNull(text), 'Markdown; a heading of level 1 or 2 starts a page.'), null),
  name: like(described(orNull(text), 'File name.'), 'lockout-tagout.pdf'),
  pages: like(described(orNull(whole), 'null: could not be counted, or an address; opening counts as seen.'), 12),
  pages_seen: like(described(listOf(whole), 'Numbers from 1, in ascending order.'), [1, 2, 3]),
  page: like(described(whole, 'Where to resume.'), 3),
  asks_acknowledgement: described(flag, 'Whether it completes the training, together with the quiz if there is one.'),
  all_seen: described(flag, 'Whether it can be acknowledged.'),
  acknowledged_at: described(orNull(instant), 'When they confirmed having read and understood it; null: not yet.'),
};
/** `GET /api/trainings/{id}/document` */
export const documentAnswer = fields(read);
export type DocumentAnswer = Of<typeof documentAnswer>;
/** `POST /api/trainings/{id}/document/acknowledgement` */
export const acknowledgedAnswer = fields({
  ...read,
  training_completed: described(flag, 'Whether this completed the training.'),
});
export type AcknowledgedAnswer = Of<typeof acknowledgedAnswer>;

/** `GET /api/trainings/{id}/captions` */
export const captionAnswer = fields({
  language: described(oneOfWords(LANGUAGE_CODES), 'Language of the captions.'),
  name: like(described(text, 'File name.'), 'forklift-en.vtt'),
  cues: like(described(whole, 'Number of cues.'), 42),
  url: like(
    described(
      orNull(text),
      'WebVTT, readable without headers as long as the video link; null: not requested by a session.',
    ),
    '/media/AAAB…',
  ),
});
export type CaptionAnswer = Of<typeof captionAnswer>;

/** `POST /api/trainings/{id}/uploads` */
export const uploadAnswer = fields({
  upload_id: described(id, 'Key of the upload.'),
  name: like(described(text, 'File name.'), 'forklift-daily-check.mp4'),
  bytes: like(described(whole, 'Bytes of the file.'), 12_582_912),
  part_bytes: like(described(whole, 'Bytes of each part but the last.'), 8_388_608),
  last_modified: like(described(orNull(whole), 'Total bytes as announced.'), 1_762_000_000_000),
  head_digest: like(described(orNull(text), 'Total bytes as announced.'), '9f86d081884c7d65'),
  expires_at: described(instant, 'Incomplete uploads are deleted after this time.'),
  parts: described(
    listOf(
      fields({
        number: like(described(whole, 'Number of the part, from 1.'), 1),
        bytes: like(described(whole, 'Bytes of this part, no more and no fewer.'), 8_388_608),
        done: described(flag, 'Whether it was received.'),
        url: like(
          described(
            orNull(text),
            'Address for the PUT: of the storage, valid for one hour and without our headers, or of this API; null: already received.',
          ),
          '/api/trainings/0190…/uploads/0190…/parts/1',
        ),
      }),
    ),
    'In order; they can be sent in any order.',
  ),
});
export type UploadAnswer = Of<typeof uploadAnswer>;

/** `POST /api/training-assignments/bulk` */
export const assignedAnswer = fields({ assigned: like(whole, 187), already_assigned: like(whole, 13) });
export type Assigned = Of<typeof assignedAnswer>;
/** `POST /api/training-assignments/bulk/preview` */
export const assignPreviewAnswer = fields({
  staff: like(whole, 38),
  trainings: like(whole, 3),
  pairs: like(whole, 114),
  category_id: described(listOf(id), 'Categories of these trainings, each once.'),
  to_assign: like(whole, 97),
  already_assigned: like(whole, 17),
  conflicts: like(described(whole, 'Waived; unchanged.'), 0),
  removed_before: like(described(whole, 'Of those to assign: removed before, assigned again with their progress.'), 2),
  again: like(described(whole, 'Completed before: they start the next cycle, unless `again` is false.'), 4),
  staff_pending: like(
    described(whole, 'Of the staff: cannot sign in yet, as not invited or the invitation is not accepted.'),
    5,
  ),
  without_due_day: like(described(whole, 'Of the trainings: without a due day, neither given nor by the training.'), 1),
});
export type AssignPreview = Of<typeof assignPreviewAnswer>;
/** `POST /api/training-assignments/remove` */
export const removedAnswer = fields({
  removed: like(whole, 24),
  in_progress: like(described(whole, 'Of those removed: already started; their progress is kept in the history.'), 5),
  completed: like(described(whole, 'Completed; unchanged.'), 3),
  already_removed: like(whole, 0),
});
export type Removed = Of<typeof removedAnswer>;
/** `POST /api/training-assignments/extend` */
export const extendedAnswer = fields({
  extended: like(described(whole, 'Due on that day from now on.'), 5),
  unchanged: like(described(whole, 'Not open, without a due date, or due on that day or later.'), 1),
});
export type Extended = Of<typeof extendedAnswer>;
/** `POST /api/training-assignments/waive` and `…/resume` */
export const waivedAnswer = fields({
  changed: like(whole, 3),
  unchanged: like(described(whole, 'Not changed because of their state.'), 0),
});
export type Waived = Of<typeof waivedAnswer>;
/** `POST /api/training-assignments/{id}/extra-attempt` */
export const extraAttemptAnswer = fields({
  assignment_id: id,
  extra_attempts: like(described(whole, 'Extra attempts in this cycle.'), 1),
  attempts_left: like(described(whole, 'Number of attempts that can be started now.'), 1),
});
export type ExtraAttempt = Of<typeof extraAttemptAnswer>;
