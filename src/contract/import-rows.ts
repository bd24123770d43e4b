import { choice, whole } from './fields';
import { resource, type RowOf } from './resource';

/** What becomes of a row of a file. `skip`: everything is so already. */
export const IMPORT_OUTCOMES = ['create', 'update', 'skip', 'error'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** `GET /api/imports/{id}/rows`: kept beside their file, no resource of their own. */
export const importRows = resource({
  name: 'import-rows',
  id: 'row_no',
  title: ['row_no'],
  default_sort: [['row_no', 'asc']],
  read: ['admin'],
  write: [],
  remove: 'none',
  stamps: false,
  fields: {
    /** As a spreadsheet counts: the head is row 1. */
    row_no: whole({ required: true, write: 'none' }),
    outcome: choice(IMPORT_OUTCOMES, { sort: false, write: 'none' }),
  },
});
export type ImportRowRow = RowOf<typeof importRows>;
