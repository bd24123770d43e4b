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
  assignment_id: described(orNull(id), 'null: a preview; nothing is counted.'),
  duration_ms: like(whole, 600_000),
  media_revision: like(described(whole, 'Which film it is: to be sent with each beat.'), 1),
  threshold: like(described(whole, 'Percent that must have been watched.'), 90),
  position_ms: like(described(whole, 'Where to resume.'), 252_000),
  ranges: like(described(listOf(range), 'What was watched, in milliseconds.'), [[0, 300_000]]),
  share: like(text, '50.00'),
  completed_at: orNull(instant),
};
/** `GET /api/trainings/{id}/video-link` */
export const videoLinkAnswer = fields({
  ...watched,
  url: like(described(text, 'Plays without headers; ranges work.'), '/media/AAAB…'),
  stream_url: like(
    described(orNull(text), 'The same as HLS, in the pictures that there are; null: it was not made.'),
    '/media/AAAB…/stream.m3u8',
  ),
  provider: oneOfWords(VIDEO_PROVIDERS),
  codec: described(orNull(oneOfWords(VIDEO_CODECS)), 'What its pictures are made with; null: not known.'),
  expires_at: described(instant, 'The link ends: duration and two hours from now.'),
});
export type VideoLink = Of<typeof videoLinkAnswer>;
/** `POST /api/video-progress` */
export const beatAnswer = fields({
  ...watched,
  training_completed: described(flag, 'This beat was the last missing part of the training.'),
});
export type BeatAnswer = Of<typeof beatAnswer>;

/** `GET /api/trainings/{id}/video-progress-summary` */
export const videoProgressSummaryAnswer = fields({
  in_progress: like(described(whole, 'Open assignments whose learner has opened the video.'), 4),
  watched: like(described(whole, 'Open assignments whose video was watched far enough.'), 2),
  completed: like(described(whole, 'Completed assignments: another film does not change them.'), 31),
});
export type VideoProgressSummary = Of<typeof videoProgressSummaryAnswer>;

/** `GET /api/training-assignments/{id}/past-video-progress` */
export const pastVideoProgressAnswer = fields({
  media_revision: like(described(whole, 'Which film of the training it was.'), 1),
  duration_ms: like(whole, 600_000),
  ranges: like(described(listOf(range), 'What was watched, in milliseconds.'), [[0, 300_000]]),
  share: like(text, '50.00'),
  beat_at: orNull(instant),
  completed_at: described(orNull(instant), 'When it was watched far enough; null: it was not.'),
  replaced_at: described(instant, 'When another film took its place.'),
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
        height: like(described(whole, 'Lines of the picture; only what is smaller than the uploaded one.'), 480),
        state: like(
          described(
            oneOfWords(['offered', 'asked', 'made', 'none'] as const),
            'none: it could not be made; ask again to try once more.',
          ),
          'offered',
        ),
      }),
    ),
    'The largest first.',
  ),
  minutes_left: like(described(whole, 'Minutes of video that may still be made within 24 hours.'), 228),
});
export type Renditions = Of<typeof renditionsAnswer>;

const DOCUMENT_KINDS = ['pdf', 'markdown', 'address'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];
const read = {
  training_id: id,
  assignment_id: described(orNull(id), 'null: a preview; nothing is counted.'),
  kind: described(orNull(oneOfWords(DOCUMENT_KINDS)), 'null: there is nothing to read yet.'),
  url: like(
    described(orNull(text), 'Of a PDF: readable without headers while the link lives. Of an address: the address.'),
    '/media/AAAB…',
  ),
  expires_at: described(orNull(instant), 'The link to a PDF ends; null: there is none.'),
  text: like(described(orNull(text), 'Markdown; a heading of the first or second level begins a page.'), null),
  name: like(described(orNull(text), 'What its owner calls the file.'), 'lockout-tagout.pdf'),
  pages: like(described(orNull(whole), 'null: they could not be counted, or it is an address; opened is seen.'), 12),
  pages_seen: like(described(listOf(whole), 'Numbers from 1, in their order.'), [1, 2, 3]),
  page: like(described(whole, 'Where to go on.'), 3),
  asks_acknowledgement: described(flag, 'The training is completed by it, and by its quiz where it has one.'),
  all_seen: described(flag, 'It may be acknowledged.'),
  acknowledged_at: described(orNull(instant), 'When they said that they have read and understood it; null: not yet.'),
};
/** `GET /api/trainings/{id}/document` */
export const documentAnswer = fields(read);
export type DocumentAnswer = Of<typeof documentAnswer>;
/** `POST /api/trainings/{id}/document/acknowledgement` */
export const acknowledgedAnswer = fields({
  ...read,
  training_completed: described(flag, 'It was the last missing part of the training.'),
});
export type AcknowledgedAnswer = Of<typeof acknowledgedAnswer>;

/** `GET /api/trainings/{id}/captions` */
export const captionAnswer = fields({
  language: described(oneOfWords(LANGUAGE_CODES), 'Of what is written.'),
  name: like(described(text, 'What its owner calls the file.'), 'forklift-en.vtt'),
  cues: like(described(whole, 'How often something is said.'), 42),
  url: like(
    described(orNull(text), 'WebVTT, without headers, as long as the video’s own link; null: no session asks.'),
    '/media/AAAB…',
  ),
});
export type CaptionAnswer = Of<typeof captionAnswer>;

/** `POST /api/trainings/{id}/uploads` */
export const uploadAnswer = fields({
  upload_id: described(id, 'Key of the upload.'),
  name: like(described(text, 'What its owner calls the file.'), 'forklift-daily-check.mp4'),
  bytes: like(described(whole, 'Bytes of the file.'), 12_582_912),
  part_bytes: like(described(whole, 'Bytes of each part but the last.'), 8_388_608),
  last_modified: like(described(orNull(whole), 'As announced.'), 1_762_000_000_000),
  head_digest: like(described(orNull(text), 'As announced.'), '9f86d081884c7d65'),
  expires_at: described(instant, 'What is not complete by then is forgotten.'),
  parts: described(
    listOf(
      fields({
        number: like(described(whole, 'Number of the part, from 1.'), 1),
        bytes: like(described(whole, 'Bytes of this part, no more and no fewer.'), 8_388_608),
        done: described(flag, 'It is there.'),
        url: like(
          described(
            orNull(text),
            'Where it is sent to (PUT): an address of the storage, good for an hour and without our headers, or one of ours; null: it is there.',
          ),
          '/api/trainings/0190…/uploads/0190…/parts/1',
        ),
      }),
    ),
    'In their order; they may be sent in any.',
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
  category_id: described(listOf(id), 'The categories of these trainings, each once.'),
  to_assign: like(whole, 97),
  already_assigned: like(whole, 17),
  conflicts: like(described(whole, 'Waived for this person: left as they are.'), 0),
  removed_before: like(described(whole, 'Of those to assign: removed before, taken up again with their progress.'), 2),
  again: like(described(whole, 'Completed before: they begin the next cycle, unless `again` is false.'), 4),
});
export type AssignPreview = Of<typeof assignPreviewAnswer>;
/** `POST /api/training-assignments/remove` */
export const removedAnswer = fields({
  removed: like(whole, 24),
  in_progress: like(described(whole, 'Of those removed: begun; their progress is kept in history.'), 5),
  completed: like(described(whole, 'Completed ones stay.'), 3),
  already_removed: like(whole, 0),
});
export type Removed = Of<typeof removedAnswer>;
/** `POST /api/training-assignments/extend` */
export const extendedAnswer = fields({
  extended: like(described(whole, 'Due on that day now.'), 5),
  unchanged: like(described(whole, 'Not open, without a due day, or due on that day or later.'), 1),
});
export type Extended = Of<typeof extendedAnswer>;
/** `POST /api/training-assignments/waive` and `…/resume` */
export const waivedAnswer = fields({
  changed: like(whole, 3),
  unchanged: like(described(whole, 'In no state that this could end.'), 0),
});
export type Waived = Of<typeof waivedAnswer>;
/** `POST /api/training-assignments/{id}/extra-attempt` */
export const extraAttemptAnswer = fields({
  assignment_id: id,
  extra_attempts: like(described(whole, 'Beyond those that the quiz allows, in this cycle.'), 1),
  attempts_left: like(described(whole, 'How many can be begun now.'), 1),
});
export type ExtraAttempt = Of<typeof extraAttemptAnswer>;
