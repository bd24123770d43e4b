import { described, fields, id, instant, like, listOf, orNull, text, whole, type Of } from './answer';

const minutes = like(described(whole, 'In addition to the time limit of the quiz.'), 30);
const extraTime = fields({
  staff_id: id,
  minutes,
  reason: text,
  given_at: instant,
  given_by: described(orNull(text), 'Name of that person; null: the system, or no longer known.'),
});
export type ExtraTimeRow = Of<typeof extraTime>;
/** `GET /api/quizzes/{id}/extra-times` */
export const extraTimesAnswer = fields({
  times: described(listOf(extraTime), 'For admins all, newest first; for others only their own.'),
});
export type ExtraTimes = Of<typeof extraTimesAnswer>;

/** `POST /api/quizzes/{id}/extra-time` */
export const extraTimeGivenAnswer = fields({
  staff_id: id,
  minutes,
  deadline: described(orNull(instant), 'Current deadline of the running attempt; null: none.'),
});
export type ExtraTimeGiven = Of<typeof extraTimeGivenAnswer>;
