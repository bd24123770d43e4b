import { choice, id, instant, ref, status, integer } from './fields';
import { EXTRA_MINUTES_MAX } from './quizzes.resource';
import { resource, type RowOf } from './resource';

const ATTEMPT_STATUSES = ['in_progress', 'submitted', 'abandoned', 'voided'] as const;

/** One attempt at a quiz. Created by `POST /api/attempts {training_id}`; never edited directly. */
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
    /** Assignment cycle that the attempt counts for. */
    assignment_id: ref('training-assignments', {
      write: 'none',
      required: true,
      list: 'never',
      filter: false,
      sort: false,
    }),
    attempt_no: integer({ write: 'none', required: true, list: 'shown' }),
    status: status(ATTEMPT_STATUSES, { sort: false, write: 'none', required: true, list: 'shown' }),
    started_at: instant({ write: 'none', required: true, list: 'shown' }),
    /** null: no time limit. */
    deadline: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
    /** Already included in the deadline. Visible to the person and to admins only. */
    extra_minutes: integer({ sort: false, filter: false, write: 'none', max: EXTRA_MINUTES_MAX, list: 'hidden' }),
    submitted_at: instant({ write: 'none', list: 'shown' }),
    pass_mark: integer({ sort: false, write: 'none', required: true, list: 'shown' }),
    result: choice(['passed', 'failed'], { sort: false, write: 'none', list: 'shown' }),
  },
});
/** `correct` and `total` in points, `score` in percent with two decimals; null until submitted. */
export type AttemptRow = RowOf<typeof attempts> & {
  correct: number | null;
  total: number | null;
  score: number | null;
};
