import {
  withDescription,
  scalar,
  objectOf,
  flag,
  id,
  withExample,
  mapOf,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';

/** Extra fields of a row of `GET /api/jobs/{id}/rows`. */
export const jobOutcomeExtraSchema = objectOf({
  record_id: withDescription(nullable(id), 'The created or changed record.'),
  facts: withDescription(mapOf(scalar), 'Ids by name, and the values for the text of its code.'),
});
export type JobOutcomeExtra = Infer<typeof jobOutcomeExtraSchema>;

/** File created by a job. */
const jobResultSchema = objectOf({
  file_name: withExample(text, 'attempts-2026-03-12.csv'),
  bytes: integer,
  rows: integer,
  sha256: withDescription(text, 'In hexadecimal.'),
  is_kept: withDescription(flag, 'Until `result_until` the person who requested it can download it.'),
});
/** Extra fields of a job. */
export const jobExtraSchema = objectOf({
  error_facts: withDescription(mapOf(scalar), 'Values for the text of `error_code`.'),
  result: withDescription(nullable(jobResultSchema), 'null: no file, or not yet.'),
});
export type JobResultResponse = Infer<typeof jobResultSchema>;
export const fileLinkSchema = objectOf({
  url: withDescription(nullable(text), 'Valid for five minutes; null: use `GET /api/jobs/{id}/file`.'),
});
export type FileLinkResponse = Infer<typeof fileLinkSchema>;
/** `202`: the work continues as a background job. */
export const jobStartedSchema = objectOf({ job_id: withDescription(id, 'Use `GET /api/jobs/{id}` for its progress.') });
export type JobStartedResponse = Infer<typeof jobStartedSchema>;
