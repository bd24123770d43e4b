/**
 * What assigning does to somebody who may have had the training before: "a completed one can be assigned again, which
 * opens the next cycle" (domain.md, assignment). What is open stays as it is, so a call that is sent twice opens one.
 */
import { TAKEN_ASSIGNMENT_STATES } from '../contract/training-assignments.resource';
import type { TrainingAssignment } from './assignment.entity';

type Standing = Pick<
  TrainingAssignment,
  'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'state' | 'started_at' | 'row_version'
>;

/** `returns`: was removed, and goes on with its progress. `again`: the next cycle. `stays`: has it to do already. */
export interface Planned {
  staff_id: string;
  training_id: string;
  what: 'new' | 'again' | 'returns' | 'stays';
  cycle: number;
  /** Of the newest cycle; null: there is none yet. */
  assignment_id: string | null;
  row_version: number;
  /** Of the newest cycle; null: there is none yet. */
  state: string | null;
  /** The newest cycle has been started. */
  isStarted: boolean;
}

const ENDED: readonly string[] = [...TAKEN_ASSIGNMENT_STATES, 'failed'];

/** What every cycle begins with. */
export const NEW_CYCLE = {
  ...{ started_at: null, completed_at: null, valid_until: null, renew_from: null },
  ...{ removed_at: null, removed_reason: null, completion_no: 1, extra_attempts: 0 },
};

const nameOf = (staff_id: string, training_id: string): string => staff_id + training_id;

/** The newest cycle of each pair. */
export function latestCycles<S extends Standing>(rows: readonly S[]): Map<string, S> {
  const latest = new Map<string, S>();
  for (const row of rows) {
    const name = nameOf(row.staff_id, row.training_id);
    if ((latest.get(name)?.cycle ?? 0) < row.cycle) latest.set(name, row);
  }
  return latest;
}

/** What assigning does where the newest cycle is in this state. */
export function meaningOf(state: string): 'again' | 'returns' | 'stays' {
  if (ENDED.includes(state)) return 'again';
  return state === 'removed' ? 'returns' : 'stays';
}

export function planned(staff_id: string, training_id: string, latest: ReadonlyMap<string, Standing>): Planned {
  const pair = { staff_id, training_id };
  const known = latest.get(nameOf(staff_id, training_id));
  if (!known)
    return { ...pair, what: 'new', cycle: 1, assignment_id: null, row_version: 0, state: null, isStarted: false };
  const { assignment_id, cycle, state, started_at, row_version } = known;
  const isStarted = started_at !== null;
  const what = meaningOf(state);
  return { ...pair, what, cycle: what === 'again' ? cycle + 1 : cycle, assignment_id, row_version, state, isStarted };
}

/** A returned assignment resumes its previous state (docs/learning-rules.md, "Removal and return"). */
export const stateAfterReturn = (isStarted: boolean): 'assigned' | 'in_progress' =>
  isStarted ? 'in_progress' : 'assigned';
