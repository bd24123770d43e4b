import { day, withDescription, objectOf, id, withExample, nullable, type Infer } from './response-schema';

/** `GET /api/staff/{id}/employments`, oldest first; both ends inclusive. */
export const employmentSchema = objectOf({
  from_date: withExample(day, '2024-03-01'),
  to_date: withDescription(nullable(day), 'null: no end date.'),
});
export type Employment = Infer<typeof employmentSchema>;

/** `GET /api/staff/{id}/job-roles`, oldest first. */
export const jobRolePeriodSchema = objectOf({
  job_role_id: withDescription(nullable(id), 'null: none.'),
  from_date: withDescription(nullable(day), 'null: no start date.'),
  to_date: withDescription(nullable(day), 'null: the current one.'),
});
export type JobRolePeriod = Infer<typeof jobRolePeriodSchema>;
