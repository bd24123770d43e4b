import {
  withDescription,
  objectOf,
  flag,
  id,
  instant,
  withExample,
  listOf,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';

const revision = objectOf({
  revision: withExample(withDescription(integer, 'content_revision as published.'), 7),
  published_at: instant,
  published_by: withExample(
    withDescription(nullable(text), 'Who published it; null: the system, or unknown.'),
    'Ines Brandt',
  ),
  note: withExample(withDescription(nullable(text), 'What changed.'), 'New brake check, filmed again'),
  train_again: withDescription(
    nullable(flag),
    'Whether people who had completed it train again; null: first publication.',
  ),
  people: withExample(
    withDescription(nullable(integer), 'Number of completions at that time; null: first publication.'),
    38,
  ),
  job_id: withDescription(nullable(id), 'The job that opens the next cycles; null: none.'),
});
/** `GET /api/trainings/{id}/revisions` */
export const revisionsSchema = objectOf({
  content_revision: withExample(withDescription(integer, 'Revision learners see now.'), 7),
  published_revision: withExample(withDescription(nullable(integer), 'Latest published revision; null: none yet.'), 6),
  completed: withExample(withDescription(integer, 'Number of people who have completed it and would train again.'), 38),
  revisions: withDescription(listOf(revision), 'Newest first, at most 100.'),
});
export type RevisionsResponse = Infer<typeof revisionsSchema>;
/** `POST /api/trainings/{id}/revisions` */
export const revisionSchema = revision;
export type RevisionResponse = Infer<typeof revisionSchema>;
