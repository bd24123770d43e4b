import { DATE_ORDERS, type DateOrder } from './imports';
import {
  withDescription,
  scalar,
  objectOf,
  flag,
  id,
  instant,
  withExample,
  listOf,
  mapOf,
  stringEnum,
  nullable,
  text,
  integer,
  type Infer,
} from './response-schema';

const importColumnSchema = objectOf({
  head: withDescription(withExample(text, 'Staff code'), 'Heading in the first row; empty if there is none.'),
  field: withDescription(nullable(text), 'The field it maps to; null: ignored.'),
  sample: withDescription(listOf(text), 'Values of the first rows.'),
});

const importCountsSchema = objectOf({
  create: withDescription(integer, 'Rows that create a record.'),
  update: withDescription(integer, 'Rows that change a record.'),
  skip: withDescription(integer, 'Rows that change nothing.'),
  error: withDescription(integer, 'Rows that cannot be imported.'),
});
export type ImportCounts = Infer<typeof importCountsSchema>;

const missingReferenceSchema = objectOf({
  field: withDescription(withExample(text, 'department_id'), 'The reference field.'),
  count: withDescription(integer, 'Number of different values that do not exist.'),
  values: withDescription(listOf(text), 'The first ten of them.'),
  create: withDescription(flag, 'Whether the import creates them.'),
});
export type MissingReference = Infer<typeof missingReferenceSchema>;

/** An uploaded import file and its progress. */
export const importSchema = objectOf({
  import_id: withDescription(id, 'Identifies the import in later calls.'),
  resource: withDescription(withExample(text, 'staff'), 'What the rows contain.'),
  file_name: withExample(text, 'staff-2026-03-12.csv'),
  rows: withDescription(integer, 'Without the header and empty rows.'),
  columns: listOf(importColumnSchema),
  counts: withDescription(nullable(importCountsSchema), 'null: not checked yet.'),
  date_order: withDescription(
    nullable(stringEnum<DateOrder>(DATE_ORDERS)),
    'Order of day and month in the dates; null: recognised from the dates.',
  ),
  missing: withDescription(
    listOf(missingReferenceSchema),
    'Referenced records that do not exist and that the import can create.',
  ),
  job_id: withDescription(nullable(id), 'The import job; null: not started.'),
  expires_at: withDescription(instant, 'The file can be used until then.'),
});
export type ImportResponse = Infer<typeof importSchema>;

const importReasonSchema = objectOf({
  field: withDescription(nullable(text), 'The field that is wrong; null: the row as a whole.'),
  code: withExample(text, 'required'),
  facts: mapOf(scalar),
});
export type ImportReason = Infer<typeof importReasonSchema>;

/** Extra fields of a row of `GET /api/imports/{id}/rows`. */
export const importRowExtraSchema = objectOf({
  name: withDescription(text, 'The value of the key in this row.'),
  cells: withDescription(listOf(text), 'Values in the file, by column.'),
  changes: withDescription(listOf(text), 'The fields that it would change.'),
  reasons: withDescription(listOf(importReasonSchema), 'Why the row is not imported; empty if it is.'),
});
export type ImportRowExtra = Infer<typeof importRowExtraSchema>;
