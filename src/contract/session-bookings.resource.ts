import { id, instant, ref, status } from './fields';
import { resource, type RowOf } from './resource';
import { BOOKING_STATES } from './training-sessions.resource';

/** Bookings of sessions, created and ended by commands of the session. */
export const sessionBookings = resource({
  name: 'session-bookings',
  id: 'booking_id',
  subject: 'session-booking',
  title: ['booking_id'],
  default_sort: [['asked_at', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'none',
  create: false,
  change: false,
  fields: {
    booking_id: id(),
    session_id: ref('training-sessions', { required: true, write: 'none', list: 'shown' }),
    training_id: ref('trainings', { required: true, write: 'none', list: 'shown' }),
    staff_id: ref('staff', { required: true, write: 'none', list: 'shown' }),
    state: status(BOOKING_STATES, { initial: 'booked', write: 'none', sort: false, list: 'shown' }),
    /** Determines the order of the waiting list. */
    asked_at: instant({ required: true, write: 'none', list: 'shown' }),
    /** When the attendance counts from; empty: not attended. */
    attended_at: instant({ write: 'none', sort: false, filter: false, list: 'hidden' }),
  },
});
export type SessionBookingRow = RowOf<typeof sessionBookings>;
