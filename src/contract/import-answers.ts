import { described, fact, fields, id, instant, listOf, mapOf, orNull, text, whole, like, type Of } from './answer';

/** One column of a file. */
const importColumn = fields({
  head: described(like(text, 'Staff code'), 'As it stands in the first row; empty where it has none.'),
  field: described(orNull(text), 'The field that it fills; null: it is not read.'),
  sample: described(listOf(text), 'What stands in its first rows.'),
});

const importCounts = fields({
  create: described(whole, 'Rows that make a record.'),
  update: described(whole, 'Rows that change one.'),
  skip: described(whole, 'Everything is so already.'),
  error: described(whole, 'Rows that cannot be imported.'),
});
export type ImportCounts = Of<typeof importCounts>;

/** A file that was sent to be imported, and how far that is. */
export const importAnswer = fields({
  import_id: described(id, 'By it the file is gone on with.'),
  resource: described(like(text, 'staff'), 'What its rows are.'),
  file_name: like(text, 'staff-2026-03-12.csv'),
  rows: described(whole, 'Without the head and without empty ones.'),
  columns: listOf(importColumn),
  counts: described(orNull(importCounts), 'null: it was not checked yet.'),
  job_id: described(orNull(id), 'The job that imports it; null: it was not begun.'),
  expires_at: described(instant, 'So long the file can be gone on with.'),
});
export type ImportAnswer = Of<typeof importAnswer>;

/** Why a row is not imported; `field` is empty where it is about the whole row. */
const importReason = fields({
  field: described(orNull(text), 'The field that is wrong; null: the row as a whole.'),
  code: like(text, 'required'),
  facts: mapOf(fact),
});
export type ImportReason = Of<typeof importReason>;

/** Beside the definition's fields in a row of `GET /api/imports/{id}/rows`. */
export const importRowParts = fields({
  name: described(text, 'What the row is known by: its value of the key.'),
  cells: described(listOf(text), 'As they stand in the file, by its columns.'),
  changes: described(listOf(text), 'The fields that it would change.'),
  reasons: described(listOf(importReason), 'Why it is not imported; empty where it is.'),
});
export type ImportRowParts = Of<typeof importRowParts>;
