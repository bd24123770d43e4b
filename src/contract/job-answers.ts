import { described, fact, fields, flag, id, like, mapOf, orNull, text, whole, type Of } from './answer';

/** Beside the definition's fields in a row of `GET /api/jobs/{id}/rows`. */
export const jobRowParts = fields({
  record_id: described(orNull(id), 'What was made or changed.'),
  facts: described(mapOf(fact), 'What the row is about: ids by their names, and what its code is filled with.'),
});
export type JobRowParts = Of<typeof jobRowParts>;

/** The file that a job made, whole. */
const jobResult = fields({
  file_name: like(text, 'attempts-2026-03-12.csv'),
  bytes: whole,
  rows: whole,
  sha256: described(text, 'In hexadecimal.'),
  is_kept: described(flag, 'Until `result_until` it can be fetched by whoever asked for it.'),
});
/** Beside the definition's fields in a job. */
export const jobParts = fields({
  error_facts: described(mapOf(fact), 'What the words of `error_code` are filled with.'),
  result: described(orNull(jobResult), 'null: it made no file, or not yet.'),
});
export type JobResultTold = Of<typeof jobResult>;
export const fileLink = fields({
  url: described(orNull(text), 'Good for five minutes; null: ask `GET /api/jobs/{id}/file` itself.'),
});
export type FileLink = Of<typeof fileLink>;
/** Where work is left to the background: `202`. */
export const jobStarted = fields({ job_id: described(id, 'Ask `GET /api/jobs/{id}` how far it is.') });
export type JobStarted = Of<typeof jobStarted>;
