import { id, instant, ref, status, text } from './fields';
import { resource, type RowOf } from './resource';

/** Decided by an admin or a manager above the learner; withdrawn by the learner. */
const ENROLMENT_REQUEST_STATES = ['waiting', 'approved', 'declined', 'withdrawn'] as const;
export type EnrolmentRequestState = (typeof ENROLMENT_REQUEST_STATES)[number];

/** Request to join a training. Created by `POST /api/trainings/{id}/enrol`, decided by commands. */
export const enrolmentRequests = resource({
  name: 'enrolment-requests',
  id: 'enrolment_request_id',
  title: ['asked_at'],
  default_sort: [['asked_at', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin', 'user'],
  remove: 'none',
  create: false,
  change: false,
  fields: {
    enrolment_request_id: id(),
    staff_id: ref('staff', { required: true, write: 'none', list: 'shown' }),
    training_id: ref('trainings', { required: true, write: 'none', list: 'shown' }),
    state: status(ENROLMENT_REQUEST_STATES, { initial: 'waiting', write: 'none', sort: false, list: 'shown' }),
    asked_at: instant({ required: true, write: 'none', list: 'shown' }),
    decided_at: instant({ write: 'none', sort: false, filter: false, list: 'hidden' }),
    /** Why it was declined. */
    decision_reason: text({ max: 500, lines: true, write: 'none', sort: false, filter: false, list: 'hidden' }),
  },
});
export const ENROLMENT_COMMANDS = ['approve', 'decline'] as const;
export type EnrolmentCommand = (typeof ENROLMENT_COMMANDS)[number];
export type EnrolmentRequestRow = RowOf<typeof enrolmentRequests> & {
  /** Commands available to the current user; others are rejected. */
  commands: EnrolmentCommand[];
};
