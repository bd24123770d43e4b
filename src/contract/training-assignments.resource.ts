import { choice, day, flag, id, instant, ref, status, text, integer } from './fields';
import { resource, type RowOf } from './resource';

/** Transitions: docs/domain.md. `expiring`: the next cycle is open. `overdue` is derived. */
export const ASSIGNMENT_STATES = [
  'assigned',
  'in_progress',
  'completed',
  'expiring',
  'expired',
  'waived',
  'failed',
  'removed',
] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];
export const OPEN_ASSIGNMENT_STATES = ['assigned', 'in_progress'] as const;
/** Completed at some time, even if expired since. */
export const COMPLETED_ASSIGNMENT_STATES = ['completed', 'expiring', 'expired'] as const;
/** Source of an assignment. It can have several reasons; a row shows the first. */
export const ASSIGNMENT_SOURCES = ['manual', 'rule', 'role', 'gap', 'self', 'bundle'] as const;
export type AssignmentSourceName = (typeof ASSIGNMENT_SOURCES)[number];
/** Maximum pairs (staff × trainings) of a synchronous bulk call; larger calls become a job. */
export const BULK_PAIRS_MAX = 1000;
/** Maximum pairs of one job: 1,000 people × 100 trainings. */
export const JOB_PAIRS_MAX = 100_000;

/** Rows also carry `reasons`. Created by `bulk`, ended by `remove`; a removed one keeps its progress. */
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
  imported_by: ['staff_id', 'training_id'],
  imported_fields: {
    staff_id: ref('staff', { required: true, write: 'create' }),
    training_id: ref('trainings', { required: true, write: 'create' }),
    /** Empty: the training's `due_days` apply. */
    due_on: day({ write: 'create', example: '2026-09-30' }),
    mandatory: flag({ initial: true, write: 'create' }),
    /** Part of exports. Only open assignments are imported. */
    state: status(ASSIGNMENT_STATES, { initial: 'assigned', write: 'create', template: false }),
  },
  fields: {
    assignment_id: id(),
    staff_id: ref('staff', { required: true, write: 'none', list: 'shown' }),
    training_id: ref('trainings', { required: true, write: 'none', list: 'shown' }),
    cycle: integer({ sort: false, min: 1, initial: 1, write: 'none', list: 'hidden' }),
    source: choice(ASSIGNMENT_SOURCES, { sort: false, initial: 'manual', write: 'none', list: 'hidden' }),
    state: status(ASSIGNMENT_STATES, { initial: 'assigned', write: 'none', list: 'shown' }),
    mandatory: flag({ initial: true, write: 'none', list: 'hidden' }),
    assigned_on: day({ required: true, write: 'none', list: 'shown' }),
    /** Due at the end of this day in the staff member's time zone. */
    due_on: day({ write: 'none', list: 'shown' }),
    /** Derived (modules/trainings/due-status.query.ts). Filters accept `true` or `false` only. */
    overdue: flag({ initial: false, write: 'none', list: 'shown', sort: false }),
    /** Derived: the staff member is employed today. */
    employed: flag({ initial: true, write: 'none', list: 'never', sort: false }),
    /** Derived: the staff member cannot sign in yet (modules/staff/invitation-state.ts). */
    account_pending: flag({ initial: false, write: 'none', list: 'never', sort: false }),
    started_at: instant({ sort: false, write: 'none', list: 'hidden' }),
    completed_at: instant({ write: 'none', list: 'shown' }),
    /** Last valid day, the same as for the level (docs/skill-levels.md). */
    valid_until: day({ write: 'none', list: 'shown' }),
    renew_from: day({ write: 'none', sort: false, filter: false, list: 'hidden' }),
    /** Extra attempts in this cycle, beyond `attempts_allowed` of the quiz. */
    extra_attempts: integer({ sort: false, filter: false, initial: 0, write: 'none', list: 'hidden' }),
    removed_at: instant({ sort: false, write: 'none', list: 'hidden' }),
    removed_reason: text({ sort: false, max: 500, lines: true, write: 'none', list: 'hidden' }),
    /** When and why it was waived, extended or resumed. */
    decided_at: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
    decision_reason: text({ sort: false, filter: false, max: 500, lines: true, write: 'none', list: 'hidden' }),
  },
});

export interface AssignmentReason {
  source: AssignmentSourceName;
  /** null: no rule, or rules are not visible to the reader (learners, managers). */
  rule_id: string | null;
  /** Name of the rule; null: none, deleted, or not visible to the reader. */
  rule: string | null;
}
export type TrainingAssignmentRow = RowOf<typeof trainingAssignments> & { reasons: AssignmentReason[] };
