import { described, fields, flag, id, instant, like, listOf, orNull, text, whole, type Of } from './answer';

const revision = fields({
  revision: like(described(whole, 'content_revision, as it was published.'), 7),
  published_at: instant,
  published_by: like(described(orNull(text), 'Who published it; null: the system, or it is not known.'), 'Ines Brandt'),
  note: like(described(orNull(text), 'What has changed.'), 'New brake check, filmed anew'),
  train_again: described(
    orNull(flag),
    'Whoever had completed it trains again; null: nobody was asked, it was the first.',
  ),
  people: like(described(orNull(whole), 'How many had completed it then; null: as train_again.'), 38),
  job_id: described(orNull(id), 'Which opens their next cycles; null: none.'),
});
/** `GET /api/trainings/{id}/revisions` */
export const revisionsAnswer = fields({
  content_revision: like(described(whole, 'What learners see now.'), 7),
  published_revision: like(described(orNull(whole), 'The newest that was published; null: none yet.'), 6),
  completed: like(described(whole, 'People who have completed it and would train again.'), 38),
  revisions: described(listOf(revision), 'Newest first, at most 100.'),
});
export type Revisions = Of<typeof revisionsAnswer>;
/** `POST /api/trainings/{id}/revisions` */
export const revisionAnswer = revision;
export type PublishedRevision = Of<typeof revisionAnswer>;
