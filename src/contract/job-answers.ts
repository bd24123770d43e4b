import { described, fact, fields, flag, id, like, mapOf, orNull, text, whole, type Of } from './answer';

/** Beside the definition's fields in a row of `GET /api/jobs/{id}/rows`. */
export const jobRowParts = fields({
  record_id: described(orNull(id), 'The created or changed record.'),
  facts: described(mapOf(fact), 'Ids by name, and the values for the text of its code.'),
});
export type JobRowParts = Of<typeof jobRowParts>;

/** The file that a job made, whole. */
const jobResult = fields({
  file_name: like(text, 'attempts-2026-03-12.csv'),
  bytes: whole,
  rows: whole,
  sha256: described(text, 'In hexadecimal.'),
  is_kept: described(flag, 'Until `result_until` the person who requested it can download it.'),
});
/** Beside the definition's fields in a job. */
export const jobParts = fields({
  error_facts: described(mapOf(fact), 'Values for the text of `error_code`.'),
  result: described(orNull(jobResult), 'null: no file, or not yet.'),
});
export type JobResultTold = Of<typeof jobResult>;
export const fileLink = fields({
  url: described(orNull(text), 'Valid for five minutes; null: use `GET /api/jobs/{id}/file`.'),
});
export type FileLink = Of<typeof fileLink>;
/** Where work is left to the background: `202`. */
export const jobStarted = fields({ job_id: described(id, 'Use `GET /api/jobs/{id}` for its progress.') });
export type JobStarted = Of<typeof jobStarted>;
