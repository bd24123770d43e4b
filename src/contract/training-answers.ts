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
import { VIDEO_PROVIDERS } from './trainings.resource';

const watched = {
  training_id: id,
  assignment_id: described(orNull(id), 'null: a preview; nothing is counted.'),
  duration_ms: like(whole, 600_000),
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
  provider: oneOfWords(VIDEO_PROVIDERS),
  expires_at: described(instant, 'The link ends: duration and two hours from now.'),
});
export type VideoLink = Of<typeof videoLinkAnswer>;
/** `POST /api/video-progress` */
export const beatAnswer = fields({
  ...watched,
  training_completed: described(flag, 'This beat was the last missing part of the training.'),
});
export type BeatAnswer = Of<typeof beatAnswer>;

/** `POST /api/training-assignments/bulk` */
export const assignedAnswer = fields({ assigned: like(whole, 187), already_assigned: like(whole, 13) });
export type Assigned = Of<typeof assignedAnswer>;
/** `POST /api/training-assignments/bulk/preview` */
export const assignPreviewAnswer = fields({
  staff: like(whole, 38),
  trainings: like(whole, 3),
  pairs: like(whole, 114),
  to_assign: like(whole, 97),
  already_assigned: like(whole, 17),
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
