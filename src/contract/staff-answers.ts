import { day, described, fields, id, like, orNull, type Of } from './answer';

/** `GET /api/staff/{id}/employments`, oldest first; both ends inclusive. */
export const employmentAnswer = fields({
  from_date: like(day, '2024-03-01'),
  to_date: described(orNull(day), 'null: no end date.'),
});
export type Employment = Of<typeof employmentAnswer>;

/** `GET /api/staff/{id}/job-roles`, oldest first; null as a day: since ever, or still. */
export const heldRoleAnswer = fields({
  job_role_id: described(orNull(id), 'null: none.'),
  from_date: described(orNull(day), 'null: no start date.'),
  to_date: described(orNull(day), 'null: the current one.'),
});
export type HeldRole = Of<typeof heldRoleAnswer>;
