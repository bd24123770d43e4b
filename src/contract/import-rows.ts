import { choice, integer } from './fields';
import { resource, type RowOf } from './resource';

/** Result for a row. `skip`: the record already has these values. */
export const IMPORT_OUTCOMES = ['create', 'update', 'skip', 'error'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/** `GET /api/imports/{id}/rows`: not a resource of its own. */
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
    /** Spreadsheet row number: the header is row 1. */
    row_no: integer({ required: true, write: 'none' }),
    outcome: choice(IMPORT_OUTCOMES, { sort: false, write: 'none' }),
  },
});
export type ImportOutcomeRow = RowOf<typeof importRows>;
