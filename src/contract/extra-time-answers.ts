import { described, fields, id, instant, like, listOf, orNull, text, whole, type Of } from './answer';

const minutes = like(described(whole, 'Beside the time limit of the quiz.'), 30);
const extraTime = fields({
  staff_id: id,
  minutes,
  reason: text,
  given_at: instant,
  given_by: described(orNull(text), 'What that person is called; null: the system, or nobody who is still known.'),
});
export type ExtraTimeRow = Of<typeof extraTime>;
/** `GET /api/quizzes/{id}/extra-times` */
export const extraTimesAnswer = fields({
  times: described(listOf(extraTime), 'An admin is told everybody’s, the newest first; everybody else their own.'),
});
export type ExtraTimes = Of<typeof extraTimesAnswer>;

/** `POST /api/quizzes/{id}/extra-time` */
export const extraTimeGivenAnswer = fields({
  staff_id: id,
  minutes,
  deadline: described(orNull(instant), 'Of the attempt that they are in the middle of, as it is now; null: of none.'),
});
export type ExtraTimeGiven = Of<typeof extraTimeGivenAnswer>;
