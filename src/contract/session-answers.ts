import { described, fields, id, like, oneOfWords, orNull, whole, type Of } from './answer';

/** `POST /api/training-sessions/{id}/bookings` */
export const sessionBookedAnswer = fields({
  booked: like(described(whole, 'Booked by this call.'), 12),
  waiting: like(described(whole, 'Added to the waiting list by this call.'), 3),
  already_booked: like(described(whole, 'Already in the session; unchanged.'), 1),
  assigned: like(described(whole, 'People to whom the training was also assigned.'), 2),
});
export type SessionBooked = Of<typeof sessionBookedAnswer>;

/** `POST /api/training-sessions/{id}/bookings/cancel` */
export const sessionLeftAnswer = fields({
  cancelled: like(described(whole, 'Removed from the session.'), 2),
  moved_up: like(described(whole, 'Moved up from the waiting list.'), 2),
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
  attended: like(described(whole, 'Marked attended by this call.'), 11),
  absent: like(described(whole, 'Marked absent by this call.'), 1),
  unchanged: like(described(whole, 'Already marked.'), 0),
  job_id: described(orNull(id), 'The job that completes the trainings; null: no one was marked attended.'),
});
export type AttendanceMarked = Of<typeof attendanceAnswer>;
