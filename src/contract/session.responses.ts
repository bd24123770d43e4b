import {
  withDescription,
  objectOf,
  id,
  withExample,
  stringEnum,
  nullable,
  integer,
  type Infer,
} from './response-schema';

/** `POST /api/training-sessions/{id}/bookings` */
export const bookSessionSchema = objectOf({
  booked: withExample(withDescription(integer, 'Booked by this call.'), 12),
  waiting: withExample(withDescription(integer, 'Added to the waiting list by this call.'), 3),
  already_booked: withExample(withDescription(integer, 'Already in the session; unchanged.'), 1),
  assigned: withExample(withDescription(integer, 'People to whom the training was also assigned.'), 2),
});
export type BookSessionResponse = Infer<typeof bookSessionSchema>;

/** `POST /api/training-sessions/{id}/bookings/cancel` */
export const cancelBookingsSchema = objectOf({
  cancelled: withExample(withDescription(integer, 'Removed from the session.'), 2),
  moved_up: withExample(withDescription(integer, 'Moved up from the waiting list.'), 2),
});
export type CancelBookingsResponse = Infer<typeof cancelBookingsSchema>;

/** `POST /api/training-sessions/{id}/book` and `…/leave`: booking of the current user. */
export const ownBookingSchema = objectOf({
  own_state: withDescription(nullable(stringEnum(['booked', 'waiting'])), 'null: not in the session.'),
  own_place: withExample(withDescription(nullable(integer), 'On the waiting list, from 1; null: not on it.'), 2),
});
export type OwnBookingResponse = Infer<typeof ownBookingSchema>;

/** `POST /api/training-sessions/{id}/attendance` */
export const markAttendanceSchema = objectOf({
  attended: withExample(withDescription(integer, 'Marked attended by this call.'), 11),
  absent: withExample(withDescription(integer, 'Marked absent by this call.'), 1),
  unchanged: withExample(withDescription(integer, 'Already marked.'), 0),
  job_id: withDescription(nullable(id), 'The job that completes the trainings; null: no one was marked attended.'),
});
export type MarkAttendanceResponse = Infer<typeof markAttendanceSchema>;
