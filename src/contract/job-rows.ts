import { choice, text, integer } from './fields';
import { resource, type RowOf } from './resource';

/** Result for one row. `undone` and `undo_left`: results of undoing a change. */
export const JOB_OUTCOMES = ['changed', 'unchanged', 'left_out', 'undone', 'undo_left'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** `GET /api/jobs/{id}/rows`: not a resource of its own. */
export const jobRows = resource({
  name: 'job-rows',
  id: 'row_no',
  title: ['row_no'],
  default_sort: [['row_no', 'asc']],
  read: ['platform', 'admin'],
  write: [],
  remove: 'none',
  stamps: false,
  fields: {
    /** Position in the job, from 0. */
    row_no: integer({ required: true, write: 'none' }),
    outcome: choice(JOB_OUTCOMES, { sort: false, initial: 'changed', write: 'none' }),
    /** Reason code. */
    code: text({ sort: false, filter: false, max: 60, write: 'none', example: 'already_assigned' }),
  },
});
export type JobResultRow = RowOf<typeof jobRows>;
