import { choice, day, flag, id, instant, ref, text, whole } from './fields';
import { resource, type RowOf } from './resource';

/** assigned → in_progress → completed (→ expired → the next cycle); beside it waived, failed, removed. Overdue is derived. */
export const ASSIGNMENT_STATES = [
  'assigned',
  'in_progress',
  'completed',
  'expired',
  'waived',
  'failed',
  'removed',
] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];
export const OPEN_ASSIGNMENT_STATES = ['assigned', 'in_progress'] as const;
const ASSIGNMENT_SOURCES = ['manual', 'rule', 'role', 'gap'] as const;
/** Pairs (staff × trainings) in one bulk call. */
export const BULK_PAIRS_MAX = 1000;

/** Who has to learn what. Made by `bulk`, ended by `remove`; a removed one keeps its progress. */
export const trainingAssignments = resource({
  name: 'training-assignments',
  id: 'assignment_id',
  subject: 'training-assignment',
  title: ['assignment_id'],
  default_sort: [
    ['assigned_on', 'desc'],
    ['assignment_id', 'desc'],
  ],
  read: ['platform', 'admin', 'user', 'api_key'],
  write: ['admin'],
  remove: 'none',
  create: false,
  change: false,
  fields: {
    assignment_id: id(),
    staff_id: ref('staff', { required: true, write: 'none', list: 'shown' }),
    training_id: ref('trainings', { required: true, write: 'none', list: 'shown' }),
    cycle: whole({ sort: false, min: 1, initial: 1, write: 'none', list: 'hidden' }),
    source: choice(ASSIGNMENT_SOURCES, { sort: false, initial: 'manual', write: 'none', list: 'hidden' }),
    state: choice(ASSIGNMENT_STATES, { initial: 'assigned', write: 'none', list: 'shown' }),
    mandatory: flag({ initial: true, write: 'none', list: 'hidden' }),
    assigned_on: day({ required: true, write: 'none', list: 'shown' }),
    /** Due at the end of this day in the staff member's zone. */
    due_on: day({ write: 'none', list: 'shown' }),
    overdue: flag({ initial: false, write: 'none', list: 'shown', filter: false, sort: false }),
    started_at: instant({ sort: false, write: 'none', list: 'hidden' }),
    completed_at: instant({ write: 'none', list: 'shown' }),
    removed_at: instant({ sort: false, write: 'none', list: 'hidden' }),
    removed_reason: text({ sort: false, max: 500, lines: true, write: 'none', list: 'hidden' }),
  },
});
export type TrainingAssignmentRow = RowOf<typeof trainingAssignments>;
