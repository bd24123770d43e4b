import {
  withDescription,
  objectOf,
  id,
  instant,
  withExample,
  listOf,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';

const minutes = withExample(withDescription(integer, 'In addition to the time limit of the quiz.'), 30);
const extraTimeSchema = objectOf({
  staff_id: id,
  minutes,
  reason: text,
  given_at: instant,
  given_by: withDescription(nullable(text), 'Name of that person; null: the system, or no longer known.'),
});
export type ExtraTimeRow = Infer<typeof extraTimeSchema>;
/** `GET /api/quizzes/{id}/extra-times` */
export const extraTimesSchema = objectOf({
  times: withDescription(listOf(extraTimeSchema), 'For admins all, newest first; for others only their own.'),
});
export type ExtraTimesResponse = Infer<typeof extraTimesSchema>;

/** `POST /api/quizzes/{id}/extra-time` */
export const setExtraTimeSchema = objectOf({
  staff_id: id,
  minutes,
  deadline: withDescription(nullable(instant), 'Current deadline of the running attempt; null: none.'),
});
export type SetExtraTimeResponse = Infer<typeof setExtraTimeSchema>;
