import { BULK_PAIRS_MAX, JOB_PAIRS_MAX } from '@contract/training-assignments.resource';
import { dayAfter } from '@/components/dates';
import type { ListState } from '@/crud/list/list-state';

/** What is being put together on the way to one bulk assignment. Pure. */
export const STEPS = ['staff', 'trainings', 'rules', 'review'] as const;
export type Step = (typeof STEPS)[number];
export const isStep = (word: string | null): word is Step => (STEPS as readonly (string | null)[]).includes(word);

/** `training`: each training's own days to do it in, or none. */
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
  /** Whoever has completed a training begins its next cycle. */
  readonly again: boolean;
  /** What the two lists were narrowed to; kept, so that Back finds them as they were left. */
  readonly lists: { readonly staff: ListState; readonly trainings: ListState };
}

const EVERYTHING: ListState = { page: 1, size: 20, q: '', sort: [], filters: [] };
export const EMPTY_PLAN: Plan = {
  staff: [],
  trainings: [],
  due: 'training',
  due_on: null,
  days: 30,
  mandatory: true,
  again: true,
  lists: { staff: EVERYTHING, trainings: EVERYTHING },
};

/** So many people, and so many trainings, are named in one call. */
export const EACH_MAX = BULK_PAIRS_MAX;

/** More than can be waited for: done in the background. */
export const isJob = (plan: Plan): boolean => pairsOf(plan) > BULK_PAIRS_MAX;

export const pairsOf = (plan: Plan): number => plan.staff.length * plan.trainings.length;

/** The last day to do it, or null: as each training says. */
export function dueOn(plan: Plan, today: string): string | null {
  if (plan.due === 'day') return plan.due_on;
  return plan.due === 'days' && plan.days !== null ? dayAfter(today, plan.days) : null;
}

export type Obstacle = 'no_staff' | 'no_trainings' | 'no_day' | 'day_passed' | 'no_days' | 'too_many' | 'too_many_each';

/** Why one may not go on from this step; null: one may. */
export function obstacleAt(step: Step, plan: Plan, today: string): Obstacle | null {
  if (plan.staff.length === 0) return 'no_staff';
  if (step === 'staff') return null;
  if (plan.trainings.length === 0) return 'no_trainings';
  if (Math.max(plan.staff.length, plan.trainings.length) > EACH_MAX) return 'too_many_each';
  if (pairsOf(plan) > JOB_PAIRS_MAX) return 'too_many';
  if (step === 'trainings') return null;
  if (plan.due === 'day' && !plan.due_on) return 'no_day';
  if (plan.due === 'day' && plan.due_on! < today) return 'day_passed';
  if (plan.due === 'days' && plan.days === null) return 'no_days';
  return null;
}

/** The furthest step that what is chosen allows, at most the one that is asked for: an address may be older than the plan. */
export function stepWithin(asked: Step, plan: Plan, today: string): Step {
  for (const step of STEPS) {
    if (step === asked) return step;
    if (obstacleAt(step, plan, today)) return step;
  }
  return asked;
}

/** Body of `POST /api/training-assignments/bulk` and its preview. */
export function orderOf(plan: Plan, today: string) {
  const due_on = dueOn(plan, today);
  return {
    staff_id: plan.staff,
    training_id: plan.trainings,
    mandatory: plan.mandatory,
    ...(!plan.again && { again: false }),
    ...(due_on && { due_on }),
  };
}

/** A plan kept by an earlier version of this page, or by hand, is not trusted. */
export function planFrom(kept: unknown): Plan {
  const plan = (kept ?? {}) as Partial<Plan>;
  const ids = (value: unknown): string[] =>
    Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
  const list = (value: unknown): ListState =>
    value && typeof value === 'object' && Array.isArray((value as ListState).filters)
      ? (value as ListState)
      : EVERYTHING;
  return {
    staff: ids(plan.staff),
    trainings: ids(plan.trainings),
    due: DUE_RULES.includes(plan.due as DueRule) ? (plan.due as DueRule) : 'training',
    due_on: typeof plan.due_on === 'string' ? plan.due_on : null,
    days: typeof plan.days === 'number' ? plan.days : EMPTY_PLAN.days,
    mandatory: plan.mandatory !== false,
    again: plan.again !== false,
    lists: { staff: list(plan.lists?.staff), trainings: list(plan.lists?.trainings) },
  };
}
