import { day, withDescription, objectOf, id, stringEnum, nullable, type Infer } from './response-schema';

/** `POST /api/trainings/{id}/enrol` and `…/withdraw`: the current user's enrolment state. */
export const ownEnrolmentSchema = objectOf({
  state: withDescription(
    stringEnum(['none', 'waiting', 'assigned'] as const),
    'waiting: needs approval; assigned: to do; none: neither.',
  ),
  assignment_id: withDescription(nullable(id), 'The open assignment; null: none.'),
  due_on: withDescription(nullable(day), 'Due date; null: none, or nothing is assigned.'),
});
export type OwnEnrolment = Infer<typeof ownEnrolmentSchema>;
