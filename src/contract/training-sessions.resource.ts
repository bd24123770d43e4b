import { id, instant, ref, status, text, url, integer } from './fields';
import { resource, type RowOf } from './resource';

/** planned → held once attendance is marked; or cancelled, which is final. */
const SESSION_STATUSES = ['planned', 'held', 'cancelled'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
/** booked ⇄ waiting before the start; attended ⇄ absent afterwards. Cancelling deletes the row. */
export const BOOKING_STATES = ['booked', 'waiting', 'attended', 'absent'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];
/** Maximum people per call. */
export const SESSION_STAFF_MAX = 1000;

/** Sessions of classroom trainings. */
export const trainingSessions = resource({
  name: 'training-sessions',
  id: 'session_id',
  subject: 'training-session',
  title: ['starts_at'],
  default_sort: [['starts_at', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'delete',
  fields: {
    session_id: id(),
    training_id: ref('trainings', { required: true, write: 'create', list: 'shown', section: 'what' }),
    starts_at: instant({ required: true, list: 'shown', section: 'when', example: '2027-03-01T08:00:00.000Z' }),
    ends_at: instant({
      required: true,
      list: 'shown',
      section: 'when',
      sort: false,
      filter: false,
      example: '2027-03-01T12:00:00.000Z',
    }),
    /** Empty: online, at `online_url`. */
    training_location_id: ref('training-locations', { list: 'shown', section: 'where' }),
    online_url: url({ list: 'never', section: 'where', example: 'https://meet.example.org/forklift' }),
    /** Empty: seats of the location; no limit if online or the location has none. */
    seats: integer({ min: 1, max: 10_000, sort: false, filter: false, list: 'shown', section: 'where', example: 16 }),
    trainer_id: ref('staff', { list: 'hidden', section: 'what' }),
    note: text({
      max: 1000,
      lines: true,
      sort: false,
      filter: false,
      list: 'never',
      section: 'what',
      example: 'Bring safety shoes.',
    }),
    status: status(SESSION_STATUSES, { write: 'none', initial: 'planned', sort: false, list: 'shown' }),
    /** Booked seats. */
    booked: integer({ required: true, write: 'none', sort: false, filter: false, list: 'shown' }),
    /** People on the waiting list; empty: not counted here. */
    waiting: integer({ write: 'none', sort: false, filter: false, list: 'shown' }),
    /** Booking state of the current user; empty: none. */
    own_state: status(BOOKING_STATES, { write: 'none', sort: false, filter: false, list: 'never' }),
    /** Waiting-list position of the current user, from 1; empty: not on it. */
    own_place: integer({ write: 'none', sort: false, filter: false, list: 'never' }),
  },
});
export type TrainingSessionRow = RowOf<typeof trainingSessions>;
