import { day, described, fields, id, oneOfWords, orNull, type Of } from './answer';

/** `POST /api/trainings/{id}/enrol` and `…/withdraw`: how the caller stands to the training now. */
export const ownEnrolmentAnswer = fields({
  state: described(
    oneOfWords(['none', 'waiting', 'assigned'] as const),
    'waiting: needs approval; assigned: to do; none: neither.',
  ),
  assignment_id: described(orNull(id), 'The open assignment; null: none.'),
  due_on: described(orNull(day), 'Due date; null: none, or nothing is assigned.'),
});
export type OwnEnrolment = Of<typeof ownEnrolmentAnswer>;
