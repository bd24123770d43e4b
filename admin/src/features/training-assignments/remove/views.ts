import { TAKEN_ASSIGNMENT_STATES, type AssignmentState } from '@contract/training-assignments.resource';

export const VIEWS = ['open', 'done', 'removed', 'all'] as const;
export type View = (typeof VIEWS)[number];
export const DEFAULT_VIEW: View = 'open';
export const isView = (word: string | null): word is View => (VIEWS as readonly (string | null)[]).includes(word);

/** Null: whatever its state. Open is what removing ends. */
export const STATES_OF: Readonly<Record<View, readonly AssignmentState[] | null>> = {
  open: ['assigned', 'in_progress', 'failed', 'waived'],
  done: TAKEN_ASSIGNMENT_STATES,
  removed: ['removed'],
  all: null,
};

/** The view that shows these states: the one named if it does, else the narrowest. */
export const viewOf = (named: View, states: readonly string[]): View =>
  [named, ...VIEWS].find((view) => {
    const shown: readonly string[] | null = STATES_OF[view];
    return !shown || states.every((state) => shown.includes(state));
  }) ?? named;

/** What removing these would do, by their states. */
export interface Removal {
  readonly removable: number;
  readonly inProgress: number;
  readonly completed: number;
  readonly already: number;
}

export function removalOf(states: readonly string[]): Removal {
  const among = (view: View) => states.filter((state) => (STATES_OF[view] as readonly string[]).includes(state)).length;
  return {
    removable: among('open'),
    inProgress: states.filter((state) => state === 'in_progress').length,
    completed: among('done'),
    already: among('removed'),
  };
}
