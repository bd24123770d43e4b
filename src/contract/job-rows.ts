import { choice, text, whole } from './fields';
import { resource, type RowOf } from './resource';

/** What became of one row of a job. `undone` and `undo_left`: of a change that was to be taken back. */
export const JOB_OUTCOMES = ['changed', 'unchanged', 'left_out', 'undone', 'undo_left'] as const;
export type JobOutcome = (typeof JOB_OUTCOMES)[number];

/** `GET /api/jobs/{id}/rows`: kept beside their job, no resource of their own. */
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
    /** Its place in the work, from 0. */
    row_no: whole({ required: true, write: 'none' }),
    outcome: choice(JOB_OUTCOMES, { sort: false, initial: 'changed', write: 'none' }),
    /** Why, in one word. */
    code: text({ sort: false, filter: false, max: 60, write: 'none', example: 'already_assigned' }),
  },
});
export type JobRowRow = RowOf<typeof jobRows>;
