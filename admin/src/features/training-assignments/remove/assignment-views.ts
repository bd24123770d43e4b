import { COMPLETED_ASSIGNMENT_STATES, type AssignmentState } from '@contract/training-assignments.resource';

export const ASSIGNMENT_VIEWS = ['open', 'done', 'removed', 'all'] as const;
export type AssignmentView = (typeof ASSIGNMENT_VIEWS)[number];
export const DEFAULT_VIEW: AssignmentView = 'open';
export const isAssignmentView = (value: string | null): value is AssignmentView =>
  (ASSIGNMENT_VIEWS as readonly (string | null)[]).includes(value);

/** Null: all states. `open` has the states that can be removed. */
export const STATES_BY_VIEW: Readonly<Record<AssignmentView, readonly AssignmentState[] | null>> = {
  open: ['assigned', 'in_progress', 'failed', 'waived'],
  done: COMPLETED_ASSIGNMENT_STATES,
  removed: ['removed'],
  all: null,
};

/** The preferred view if it shows these states, else the narrowest that does. */
export const findView = (preferred: AssignmentView, states: readonly string[]): AssignmentView =>
  [preferred, ...ASSIGNMENT_VIEWS].find((view) => {
    const viewStates: readonly string[] | null = STATES_BY_VIEW[view];
    return !viewStates || states.every((state) => viewStates.includes(state));
  }) ?? preferred;

/** Numbers of selected assignments by the effect of a removal. */
export interface RemovalSummary {
  readonly removable: number;
  readonly inProgress: number;
  readonly completed: number;
  readonly already: number;
}

export function summarizeRemoval(states: readonly string[]): RemovalSummary {
  const countInView = (view: AssignmentView) =>
    states.filter((state) => (STATES_BY_VIEW[view] as readonly string[]).includes(state)).length;
  return {
    removable: countInView('open'),
    inProgress: states.filter((state) => state === 'in_progress').length,
    completed: countInView('done'),
    already: countInView('removed'),
  };
}
