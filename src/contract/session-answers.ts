import { described, fields, id, like, oneOfWords, orNull, whole, type Of } from './answer';

/** `POST /api/training-sessions/{id}/bookings` */
export const sessionBookedAnswer = fields({
  booked: like(described(whole, 'Have a seat by this call.'), 12),
  waiting: like(described(whole, 'Are on the waiting list by this call.'), 3),
  already_booked: like(described(whole, 'Were in the session before, and stay as they were.'), 1),
  assigned: like(described(whole, 'Had the training not to do: it was assigned to them as well.'), 2),
});
export type SessionBooked = Of<typeof sessionBookedAnswer>;

/** `POST /api/training-sessions/{id}/bookings/cancel` */
export const sessionLeftAnswer = fields({
  cancelled: like(described(whole, 'Are not in the session any more.'), 2),
  moved_up: like(described(whole, 'Came from the waiting list to a seat.'), 2),
});
export type SessionLeft = Of<typeof sessionLeftAnswer>;

/** `POST /api/training-sessions/{id}/book` and `…/leave`: the caller's own place. */
export const ownPlaceAnswer = fields({
  own_state: described(orNull(oneOfWords(['booked', 'waiting'])), 'null: not in the session.'),
  own_place: like(described(orNull(whole), 'On the waiting list, from 1; null: not on it.'), 2),
});
export type OwnPlace = Of<typeof ownPlaceAnswer>;

/** `POST /api/training-sessions/{id}/attendance` */
export const attendanceAnswer = fields({
  attended: like(described(whole, 'Became attended by this call.'), 11),
  absent: like(described(whole, 'Became absent by this call.'), 1),
  unchanged: like(described(whole, 'Were marked so already.'), 0),
  job_id: described(orNull(id), 'The job that completes their trainings; null: nobody became attended.'),
});
export type AttendanceMarked = Of<typeof attendanceAnswer>;
