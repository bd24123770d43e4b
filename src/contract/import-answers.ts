import { DATE_ORDERS, type DateOrder } from './imports';
import {
  described,
  fact,
  fields,
  flag,
  id,
  instant,
  like,
  listOf,
  mapOf,
  oneOfWords,
  orNull,
  text,
  whole,
  type Of,
} from './answer';

/** One column of a file. */
const importColumn = fields({
  head: described(like(text, 'Staff code'), 'Heading in the first row; empty if there is none.'),
  field: described(orNull(text), 'The field it maps to; null: ignored.'),
  sample: described(listOf(text), 'Values of the first rows.'),
});

const importCounts = fields({
  create: described(whole, 'Rows that create a record.'),
  update: described(whole, 'Rows that change a record.'),
  skip: described(whole, 'Rows that change nothing.'),
  error: described(whole, 'Rows that cannot be imported.'),
});
export type ImportCounts = Of<typeof importCounts>;

const missingReference = fields({
  field: described(like(text, 'department_id'), 'The reference field.'),
  count: described(whole, 'Number of different values that do not exist.'),
  values: described(listOf(text), 'The first ten of them.'),
  create: described(flag, 'Whether the import creates them.'),
});
export type MissingReference = Of<typeof missingReference>;

/** A file that was sent to be imported, and how far that is. */
export const importAnswer = fields({
  import_id: described(id, 'Identifies the import in later calls.'),
  resource: described(like(text, 'staff'), 'What the rows contain.'),
  file_name: like(text, 'staff-2026-03-12.csv'),
  rows: described(whole, 'Without the header and empty rows.'),
  columns: listOf(importColumn),
  counts: described(orNull(importCounts), 'null: not checked yet.'),
  date_order: described(
    orNull(oneOfWords<DateOrder>(DATE_ORDERS)),
    'Order of day and month in the dates; null: recognised from the dates.',
  ),
  missing: described(listOf(missingReference), 'Referenced records that do not exist and that the import can create.'),
  job_id: described(orNull(id), 'The import job; null: not started.'),
  expires_at: described(instant, 'The file can be used until then.'),
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
  name: described(text, 'The value of the key in this row.'),
  cells: described(listOf(text), 'Values in the file, by column.'),
  changes: described(listOf(text), 'The fields that it would change.'),
  reasons: described(listOf(importReason), 'Why the row is not imported; empty if it is.'),
});
export type ImportRowParts = Of<typeof importRowParts>;
