import {
  withDescription,
  objectOf,
  flag,
  id,
  instant,
  withExample,
  listOf,
  stringEnum,
  nullable,
  range,
  text,
  integer,
  type Infer,
} from './response-schema';
import { LANGUAGE_CODES } from './languages';
import { VIDEO_CODECS, VIDEO_PROVIDERS } from './trainings.resource';

const watched = {
  training_id: id,
  assignment_id: withDescription(nullable(id), 'null: preview, nothing is counted.'),
  duration_ms: withExample(integer, 600_000),
  media_revision: withExample(withDescription(integer, 'Identifies the video; send it with each progress report.'), 1),
  threshold: withExample(withDescription(integer, 'Percentage that must be watched.'), 90),
  position_ms: withExample(withDescription(integer, 'Where to resume.'), 252_000),
  ranges: withExample(withDescription(listOf(range), 'Watched ranges in milliseconds.'), [[0, 300_000]]),
  share: withExample(text, '50.00'),
  completed_at: nullable(instant),
};
/** `GET /api/trainings/{id}/video-link` */
export const videoLinkSchema = objectOf({
  ...watched,
  url: withExample(withDescription(text, 'Plays without headers; ranges work.'), '/media/AAAB…'),
  stream_url: withExample(
    withDescription(nullable(text), 'HLS stream in the available resolutions; null: none.'),
    '/media/AAAB…/stream.m3u8',
  ),
  provider: stringEnum(VIDEO_PROVIDERS),
  codec: withDescription(nullable(stringEnum(VIDEO_CODECS)), 'Video codec; null: unknown.'),
  expires_at: withDescription(instant, 'Expiry of the link: video duration plus two hours.'),
});
export type VideoLinkResponse = Infer<typeof videoLinkSchema>;
/** `POST /api/video-progress` */
export const watchProgressSchema = objectOf({
  ...watched,
  training_completed: withDescription(flag, 'Whether this report completed the training.'),
});
export type WatchProgressResponse = Infer<typeof watchProgressSchema>;

/** `GET /api/trainings/{id}/video-progress-summary` */
export const videoProgressSummarySchema = objectOf({
  in_progress: withExample(withDescription(integer, 'Open assignments with the video started.'), 4),
  watched: withExample(withDescription(integer, 'Open assignments with the video fully watched.'), 2),
  completed: withExample(
    withDescription(integer, 'Completed assignments; a different video does not change them.'),
    31,
  ),
});
export type VideoProgressSummary = Infer<typeof videoProgressSummarySchema>;

/** `GET /api/training-assignments/{id}/past-video-progress` */
export const pastVideoProgressSchema = objectOf({
  media_revision: withExample(withDescription(integer, 'Number of the video of the training.'), 1),
  duration_ms: withExample(integer, 600_000),
  ranges: withExample(withDescription(listOf(range), 'Watched ranges in milliseconds.'), [[0, 300_000]]),
  share: withExample(text, '50.00'),
  beat_at: nullable(instant),
  completed_at: withDescription(nullable(instant), 'When it was fully watched; null: not.'),
  replaced_at: withDescription(instant, 'When it was replaced.'),
});
export type PastVideoProgressRow = Infer<typeof pastVideoProgressSchema>;

/** Heights of additional resolutions. */
export const RENDITION_HEIGHTS = [1080, 720, 480, 360] as const;
export type RenditionHeight = (typeof RENDITION_HEIGHTS)[number];
/** `GET /api/trainings/{id}/video/renditions` */
export const renditionsSchema = objectOf({
  renditions: withDescription(
    listOf(
      objectOf({
        height: withExample(withDescription(integer, 'Height in pixels; only below that of the uploaded video.'), 480),
        state: withExample(
          withDescription(
            stringEnum(['offered', 'asked', 'made', 'none'] as const),
            'none: could not be created; request it again to retry.',
          ),
          'offered',
        ),
      }),
    ),
    'Largest first.',
  ),
  minutes_left: withExample(
    withDescription(integer, 'Minutes of video that can still be processed within 24 hours.'),
    228,
  ),
});
export type RenditionsResponse = Infer<typeof renditionsSchema>;

const DOCUMENT_KINDS = ['pdf', 'markdown', 'address'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
const documentFields = {
  training_id: id,
  assignment_id: withDescription(nullable(id), 'null: preview, nothing is counted.'),
  kind: withDescription(nullable(stringEnum(DOCUMENT_KINDS)), 'null: no content yet.'),
  url: withExample(
    withDescription(
      nullable(text),
      'For a PDF: readable without headers until the link expires. For an address: the address.',
    ),
    '/media/AAAB…',
  ),
  expires_at: withDescription(nullable(instant), 'Expiry of the link to a PDF; null: none.'),
  text: withExample(withDescription(nullable(text), 'Markdown; a heading of level 1 or 2 starts a page.'), null),
  name: withExample(withDescription(nullable(text), 'File name.'), 'lockout-tagout.pdf'),
  pages: withExample(
    withDescription(nullable(integer), 'null: could not be counted, or an address; opening counts as seen.'),
    12,
  ),
  pages_seen: withExample(withDescription(listOf(integer), 'Numbers from 1, in ascending order.'), [1, 2, 3]),
  page: withExample(withDescription(integer, 'Where to resume.'), 3),
  asks_acknowledgement: withDescription(
    flag,
    'Whether it completes the training, together with the quiz if there is one.',
  ),
  all_seen: withDescription(flag, 'Whether it can be acknowledged.'),
  acknowledged_at: withDescription(
    nullable(instant),
    'When they confirmed having read and understood it; null: not yet.',
  ),
};
/** `GET /api/trainings/{id}/document` */
export const documentSchema = objectOf(documentFields);
export type DocumentResponse = Infer<typeof documentSchema>;
/** `POST /api/trainings/{id}/document/acknowledgement` */
export const acknowledgementSchema = objectOf({
  ...documentFields,
  training_completed: withDescription(flag, 'Whether this completed the training.'),
});
export type AcknowledgementResponse = Infer<typeof acknowledgementSchema>;

/** `GET /api/trainings/{id}/captions` */
export const captionSchema = objectOf({
  language: withDescription(stringEnum(LANGUAGE_CODES), 'Language of the captions.'),
  name: withExample(withDescription(text, 'File name.'), 'forklift-en.vtt'),
  cues: withExample(withDescription(integer, 'Number of cues.'), 42),
  url: withExample(
    withDescription(
      nullable(text),
      'WebVTT, readable without headers as long as the video link; null: not requested by a session.',
    ),
    '/media/AAAB…',
  ),
});
export type CaptionResponse = Infer<typeof captionSchema>;

/** `POST /api/trainings/{id}/uploads` */
export const uploadSchema = objectOf({
  upload_id: withDescription(id, 'Key of the upload.'),
  name: withExample(withDescription(text, 'File name.'), 'forklift-daily-check.mp4'),
  bytes: withExample(withDescription(integer, 'Bytes of the file.'), 12_582_912),
  part_bytes: withExample(withDescription(integer, 'Bytes of each part but the last.'), 8_388_608),
  last_modified: withExample(withDescription(nullable(integer), 'Total bytes as announced.'), 1_762_000_000_000),
  head_digest: withExample(withDescription(nullable(text), 'Total bytes as announced.'), '9f86d081884c7d65'),
  expires_at: withDescription(instant, 'Incomplete uploads are deleted after this time.'),
  parts: withDescription(
    listOf(
      objectOf({
        number: withExample(withDescription(integer, 'Number of the part, from 1.'), 1),
        bytes: withExample(withDescription(integer, 'Bytes of this part, no more and no fewer.'), 8_388_608),
        done: withDescription(flag, 'Whether it was received.'),
        url: withExample(
          withDescription(
            nullable(text),
            'Address for the PUT: of the storage, valid for one hour and without our headers, or of this API; null: already received.',
          ),
          '/api/trainings/0190…/uploads/0190…/parts/1',
        ),
      }),
    ),
    'In order; they can be sent in any order.',
  ),
});
export type UploadResponse = Infer<typeof uploadSchema>;

/** `POST /api/training-assignments/bulk` */
export const assignTrainingsSchema = objectOf({
  assigned: withExample(integer, 187),
  already_assigned: withExample(integer, 13),
});
export type AssignTrainingsResponse = Infer<typeof assignTrainingsSchema>;
/** `POST /api/training-assignments/bulk/preview` */
export const assignPreviewSchema = objectOf({
  staff: withExample(integer, 38),
  trainings: withExample(integer, 3),
  pairs: withExample(integer, 114),
  category_id: withDescription(listOf(id), 'Categories of these trainings, each once.'),
  to_assign: withExample(integer, 97),
  already_assigned: withExample(integer, 17),
  conflicts: withExample(withDescription(integer, 'Waived; unchanged.'), 0),
  removed_before: withExample(
    withDescription(integer, 'Of those to assign: removed before, assigned again with their progress.'),
    2,
  ),
  again: withExample(
    withDescription(integer, 'Completed before: they start the next cycle, unless `again` is false.'),
    4,
  ),
  staff_pending: withExample(
    withDescription(integer, 'Of the staff: cannot sign in yet, as not invited or the invitation is not accepted.'),
    5,
  ),
  without_due_day: withExample(
    withDescription(integer, 'Of the trainings: without a due day, neither given nor by the training.'),
    1,
  ),
});
export type AssignPreview = Infer<typeof assignPreviewSchema>;
/** `POST /api/training-assignments/remove` */
export const removeAssignmentsSchema = objectOf({
  removed: withExample(integer, 24),
  in_progress: withExample(
    withDescription(integer, 'Of those removed: already started; their progress is kept in the history.'),
    5,
  ),
  completed: withExample(withDescription(integer, 'Completed; unchanged.'), 3),
  already_removed: withExample(integer, 0),
});
export type RemoveAssignmentsResponse = Infer<typeof removeAssignmentsSchema>;
/** `POST /api/training-assignments/extend` */
export const extendAssignmentsSchema = objectOf({
  extended: withExample(withDescription(integer, 'Due on that day from now on.'), 5),
  unchanged: withExample(withDescription(integer, 'Not open, without a due date, or due on that day or later.'), 1),
});
export type ExtendAssignmentsResponse = Infer<typeof extendAssignmentsSchema>;
/** `POST /api/training-assignments/waive` and `…/resume` */
export const waiveAssignmentsSchema = objectOf({
  changed: withExample(integer, 3),
  unchanged: withExample(withDescription(integer, 'Not changed because of their state.'), 0),
});
export type WaiveAssignmentsResponse = Infer<typeof waiveAssignmentsSchema>;
/** `POST /api/training-assignments/{id}/extra-attempt` */
export const extraAttemptSchema = objectOf({
  assignment_id: id,
  extra_attempts: withExample(withDescription(integer, 'Extra attempts in this cycle.'), 1),
  attempts_left: withExample(withDescription(integer, 'Number of attempts that can be started now.'), 1),
});
export type ExtraAttemptResponse = Infer<typeof extraAttemptSchema>;
