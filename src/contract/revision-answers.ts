import { described, fields, flag, id, instant, like, listOf, orNull, text, whole, type Of } from './answer';

const revision = fields({
  revision: like(described(whole, 'content_revision as published.'), 7),
  published_at: instant,
  published_by: like(described(orNull(text), 'Who published it; null: the system, or unknown.'), 'Ines Brandt'),
  note: like(described(orNull(text), 'What changed.'), 'New brake check, filmed again'),
  train_again: described(orNull(flag), 'Whether people who had completed it train again; null: first publication.'),
  people: like(described(orNull(whole), 'Number of completions at that time; null: first publication.'), 38),
  job_id: described(orNull(id), 'The job that opens the next cycles; null: none.'),
});
/** `GET /api/trainings/{id}/revisions` */
export const revisionsAnswer = fields({
  content_revision: like(described(whole, 'Revision learners see now.'), 7),
  published_revision: like(described(orNull(whole), 'Latest published revision; null: none yet.'), 6),
  completed: like(described(whole, 'Number of people who have completed it and would train again.'), 38),
  revisions: described(listOf(revision), 'Newest first, at most 100.'),
});
export type Revisions = Of<typeof revisionsAnswer>;
/** `POST /api/trainings/{id}/revisions` */
export const revisionAnswer = revision;
export type PublishedRevision = Of<typeof revisionAnswer>;
