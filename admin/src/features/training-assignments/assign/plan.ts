import { BULK_PAIRS_MAX, JOB_PAIRS_MAX } from '@contract/training-assignments.resource';
import { dayAfter } from '@/components/dates';
import type { ListState } from '@/crud/list/list-state';

export const STEPS = ['staff', 'trainings', 'rules', 'review'] as const;
export type Step = (typeof STEPS)[number];
export const isStep = (value: string | null): value is Step => (STEPS as readonly (string | null)[]).includes(value);

/** `training`: the due days of each training, or none. */
export const DUE_RULES = ['training', 'day', 'days'] as const;
type DueRule = (typeof DUE_RULES)[number];
export const DAYS_MAX = 3650;

export interface Plan {
  readonly staff: readonly string[];
  readonly trainings: readonly string[];
  readonly due: DueRule;
  readonly due_on: string | null;
  readonly days: number | null;
  readonly mandatory: boolean;
  /** Starts a new cycle for people who have completed a training. */
  readonly again: boolean;
  /** Search, filters and page of the two lists, restored by Back. */
  readonly lists: { readonly staff: ListState; readonly trainings: ListState };
}

const EMPTY_LIST_STATE: ListState = { page: 1, size: 20, q: '', sort: [], filters: [] };
export const EMPTY_PLAN: Plan = {
  staff: [],
  trainings: [],
  due: 'training',
  due_on: null,
  days: 30,
  mandatory: true,
  again: true,
  lists: { staff: EMPTY_LIST_STATE, trainings: EMPTY_LIST_STATE },
};

/** Most people, and most trainings, in one request. */
export const MAX_PER_LIST = BULK_PAIRS_MAX;

export const runsInBackground = (plan: Plan): boolean => countPairs(plan) > BULK_PAIRS_MAX;

export const countPairs = (plan: Plan): number => plan.staff.length * plan.trainings.length;

/** The due date, or null for the rule of each training. */
export function resolveDueDate(plan: Plan, today: string): string | null {
  if (plan.due === 'day') return plan.due_on;
  return plan.due === 'days' && plan.days !== null ? dayAfter(today, plan.days) : null;
}

export type Obstacle = 'no_staff' | 'no_trainings' | 'no_day' | 'day_passed' | 'no_days' | 'too_many' | 'too_many_each';

/** What prevents leaving this step, or null. */
export function findObstacle(step: Step, plan: Plan, today: string): Obstacle | null {
  if (plan.staff.length === 0) return 'no_staff';
  if (step === 'staff') return null;
  if (plan.trainings.length === 0) return 'no_trainings';
  if (Math.max(plan.staff.length, plan.trainings.length) > MAX_PER_LIST) return 'too_many_each';
  if (countPairs(plan) > JOB_PAIRS_MAX) return 'too_many';
  if (step === 'trainings') return null;
  if (plan.due === 'day' && !plan.due_on) return 'no_day';
  if (plan.due === 'day' && plan.due_on! < today) return 'day_passed';
  if (plan.due === 'days' && plan.days === null) return 'no_days';
  return null;
}

/** The requested step, or the first one with an obstacle: an address may be older than the plan. */
export function clampStep(requestedStep: Step, plan: Plan, today: string): Step {
  for (const step of STEPS) {
    if (step === requestedStep) return step;
    if (findObstacle(step, plan, today)) return step;
  }
  return requestedStep;
}

/** Body of `POST /api/training-assignments/bulk` and its preview. */
export function toBulkRequest(plan: Plan, today: string) {
  const due_on = resolveDueDate(plan, today);
  return {
    staff_id: plan.staff,
    training_id: plan.trainings,
    mandatory: plan.mandatory,
    ...(!plan.again && { again: false }),
    ...(due_on && { due_on }),
  };
}

/** Validates a stored draft: it may come from an older version of this page. */
export function parsePlan(stored: unknown): Plan {
  const plan = (stored ?? {}) as Partial<Plan>;
  const toIds = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
  const toListState = (value: unknown): ListState =>
    value && typeof value === 'object' && Array.isArray((value as ListState).filters)
      ? (value as ListState)
      : EMPTY_LIST_STATE;
  return {
    staff: toIds(plan.staff),
    trainings: toIds(plan.trainings),
    due: DUE_RULES.includes(plan.due as DueRule) ? (plan.due as DueRule) : 'training',
    due_on: typeof plan.due_on === 'string' ? plan.due_on : null,
    days: typeof plan.days === 'number' ? plan.days : EMPTY_PLAN.days,
    mandatory: plan.mandatory !== false,
    again: plan.again !== false,
    lists: { staff: toListState(plan.lists?.staff), trainings: toListState(plan.lists?.trainings) },
  };
}
