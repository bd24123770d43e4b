import { day, described, fields, id, like, orNull, type Of } from './answer';

/** `GET /api/staff/{id}/employments`, oldest first; both ends inclusive. */
export const employmentAnswer = fields({
  from_date: like(day, '2024-03-01'),
  to_date: described(orNull(day), 'null: it goes on.'),
});
export type Employment = Of<typeof employmentAnswer>;

/** `GET /api/staff/{id}/job-roles`, oldest first; null as a day: since ever, or still. */
export const heldRoleAnswer = fields({
  job_role_id: described(orNull(id), 'null: they had none.'),
  from_date: described(orNull(day), 'null: since ever.'),
  to_date: described(orNull(day), 'null: the present one.'),
});
export type HeldRole = Of<typeof heldRoleAnswer>;
