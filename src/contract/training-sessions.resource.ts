import { id, instant, ref, status, text, url, whole } from './fields';
import { resource, type RowOf } from './resource';

/** planned → held, once somebody's attendance was marked; or cancelled, which it stays. */
const SESSION_STATUSES = ['planned', 'held', 'cancelled'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];
/** booked ⇄ waiting before it begins; attended ⇄ absent from then on. Whoever cancels has no row any more. */
export const BOOKING_STATES = ['booked', 'waiting', 'attended', 'absent'] as const;
export type BookingState = (typeof BOOKING_STATES)[number];
/** People in one call. */
export const SESSION_STAFF_MAX = 1000;

/** When and where a classroom training is held. */
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
      ...{ required: true, list: 'shown', section: 'when', sort: false, filter: false },
      example: '2027-03-01T12:00:00.000Z',
    }),
    /** Empty: online, at `online_url`. */
    training_location_id: ref('training-locations', { list: 'shown', section: 'where' }),
    online_url: url({ list: 'never', section: 'where', example: 'https://meet.example.org/forklift' }),
    /** Left out or empty: as many as the location has; online, or where that has none: no limit. */
    seats: whole({ min: 1, max: 10_000, sort: false, filter: false, list: 'shown', section: 'where', example: 16 }),
    trainer_id: ref('staff', { list: 'hidden', section: 'what' }),
    note: text({
      ...{ max: 1000, lines: true, sort: false, filter: false, list: 'never', section: 'what' },
      example: 'Bring safety shoes.',
    }),
    status: status(SESSION_STATUSES, { write: 'none', initial: 'planned', sort: false, list: 'shown' }),
    /** Seats that are taken. */
    booked: whole({ required: true, write: 'none', sort: false, filter: false, list: 'shown' }),
    /** People on the waiting list; empty: not counted here. */
    waiting: whole({ write: 'none', sort: false, filter: false, list: 'shown' }),
    /** The reader's own place; empty: none. */
    own_state: status(BOOKING_STATES, { write: 'none', sort: false, filter: false, list: 'never' }),
    /** The reader's own place on the waiting list, from 1; empty: not on it. */
    own_place: whole({ write: 'none', sort: false, filter: false, list: 'never' }),
  },
});
export type TrainingSessionRow = RowOf<typeof trainingSessions>;
