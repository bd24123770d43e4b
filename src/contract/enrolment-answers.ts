import { day, described, fields, id, oneOfWords, orNull, type Of } from './answer';

/** `POST /api/trainings/{id}/enrol` and `…/withdraw`: how the caller stands to the training now. */
export const ownEnrolmentAnswer = fields({
  state: described(
    oneOfWords(['none', 'waiting', 'assigned'] as const),
    'waiting: somebody has to approve it; assigned: it is to be done; none: neither.',
  ),
  assignment_id: described(orNull(id), 'What is to be done; null: nothing.'),
  due_on: described(orNull(day), 'Until when; null: no day is set, or nothing is to be done.'),
});
export type OwnEnrolment = Of<typeof ownEnrolmentAnswer>;
