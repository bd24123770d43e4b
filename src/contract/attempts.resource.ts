import { choice, id, instant, ref, status, whole } from './fields';
import { EXTRA_MINUTES_MAX } from './quizzes.resource';
import { resource, type RowOf } from './resource';

const ATTEMPT_STATUSES = ['in_progress', 'submitted', 'abandoned', 'voided'] as const;

/** One sitting of a quiz. Rows come about by starting (`POST /api/attempts {training_id}`) and never change by hand. */
export const attempts = resource({
  name: 'attempts',
  id: 'attempt_id',
  title: ['attempt_no'],
  default_sort: [['started_at', 'desc']],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['user'],
  remove: 'none',
  change: false,
  fields: {
    attempt_id: id(),
    staff_id: ref('staff', { write: 'none', required: true, list: 'shown' }),
    training_id: ref('trainings', { write: 'none', required: true, list: 'shown' }),
    quiz_id: ref('quizzes', { write: 'none', required: true, list: 'hidden' }),
    /** The cycle that it counts for. */
    assignment_id: ref('training-assignments', {
      write: 'none',
      required: true,
      list: 'never',
      filter: false,
      sort: false,
    }),
    attempt_no: whole({ write: 'none', required: true, list: 'shown' }),
    status: status(ATTEMPT_STATUSES, { sort: false, write: 'none', required: true, list: 'shown' }),
    started_at: instant({ write: 'none', required: true, list: 'shown' }),
    /** null: no time limit. */
    deadline: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
    /** Within the deadline; told the person and admins only. */
    extra_minutes: whole({ sort: false, filter: false, write: 'none', max: EXTRA_MINUTES_MAX, list: 'hidden' }),
    submitted_at: instant({ write: 'none', list: 'shown' }),
    pass_mark: whole({ sort: false, write: 'none', required: true, list: 'shown' }),
    result: choice(['passed', 'failed'], { sort: false, write: 'none', list: 'shown' }),
  },
});
/** correct and total in points, score with two decimals for show; null until submitted. */
export type AttemptRow = RowOf<typeof attempts> & {
  correct: number | null;
  total: number | null;
  score: number | null;
};
