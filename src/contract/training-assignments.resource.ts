import { choice, day, flag, id, instant, ref, status, text, whole } from './fields';
import { resource, type RowOf } from './resource';

/** assigned → in_progress → completed (→ expiring, beside the next cycle → expired); beside it waived, failed, removed. Overdue is derived. */
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
/** It was completed, whatever has run out since. */
export const TAKEN_ASSIGNMENT_STATES = ['completed', 'expiring', 'expired'] as const;
/** Why an assignment exists; it may have several reasons, of which a row shows the first. */
export const ASSIGNMENT_SOURCES = ['manual', 'rule', 'role', 'gap', 'self', 'bundle'] as const;
export type AssignmentSourceName = (typeof ASSIGNMENT_SOURCES)[number];
/** Pairs (staff × trainings) that one bulk call assigns while it is waited for; beyond it is a job. */
export const BULK_PAIRS_MAX = 1000;
/** Pairs that one job assigns: a thousand people × a hundred trainings. */
export const JOB_PAIRS_MAX = 100_000;

/** Who has to learn what; `reasons` come beside the fields of a row. Made by `bulk`, ended by `remove`; a removed one keeps its progress. */
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
    /** Empty: by the days that the training allows. */
    due_on: day({ write: 'create', example: '2026-09-30' }),
    mandatory: flag({ initial: true, write: 'create' }),
    /** An export says it; only what is still to do is assigned. */
    state: status(ASSIGNMENT_STATES, { initial: 'assigned', write: 'create', template: false }),
  },
  fields: {
    assignment_id: id(),
    staff_id: ref('staff', { required: true, write: 'none', list: 'shown' }),
    training_id: ref('trainings', { required: true, write: 'none', list: 'shown' }),
    cycle: whole({ sort: false, min: 1, initial: 1, write: 'none', list: 'hidden' }),
    source: choice(ASSIGNMENT_SOURCES, { sort: false, initial: 'manual', write: 'none', list: 'hidden' }),
    state: status(ASSIGNMENT_STATES, { initial: 'assigned', write: 'none', list: 'shown' }),
    mandatory: flag({ initial: true, write: 'none', list: 'hidden' }),
    assigned_on: day({ required: true, write: 'none', list: 'shown' }),
    /** Due at the end of this day in the staff member's zone. */
    due_on: day({ write: 'none', list: 'shown' }),
    /** Derived (trainings/due-dates.ts), like `employed`; a filter of them takes `true` or `false` alone. */
    overdue: flag({ initial: false, write: 'none', list: 'shown', sort: false }),
    /** Derived: the staff member is employed today. */
    employed: flag({ initial: true, write: 'none', list: 'never', sort: false }),
    /** Derived: the staff member cannot sign in yet (staff/invitation-state.ts). */
    account_pending: flag({ initial: false, write: 'none', list: 'never', sort: false }),
    started_at: instant({ sort: false, write: 'none', list: 'hidden' }),
    completed_at: instant({ write: 'none', list: 'shown' }),
    /** The last valid day; the same for a level (reports.md §2). */
    valid_until: day({ write: 'none', list: 'shown' }),
    renew_from: day({ write: 'none', sort: false, filter: false, list: 'hidden' }),
    /** Attempts beyond those that the quiz allows, in this cycle. */
    extra_attempts: whole({ sort: false, filter: false, initial: 0, write: 'none', list: 'hidden' }),
    removed_at: instant({ sort: false, write: 'none', list: 'hidden' }),
    removed_reason: text({ sort: false, max: 500, lines: true, write: 'none', list: 'hidden' }),
    /** When somebody was let off, given longer, or asked again; and why. */
    decided_at: instant({ sort: false, filter: false, write: 'none', list: 'hidden' }),
    decision_reason: text({ sort: false, filter: false, max: 500, lines: true, write: 'none', list: 'hidden' }),
  },
});

/** Why an assignment exists. */
export interface AssignmentReason {
  source: AssignmentSourceName;
  /** null: no rule is the reason, or the reader sees no rules: a learner, a manager. */
  rule_id: string | null;
  /** What the rule is called; null: none, it was deleted, or the reader sees no rules. */
  rule: string | null;
}
export type TrainingAssignmentRow = RowOf<typeof trainingAssignments> & { reasons: AssignmentReason[] };
