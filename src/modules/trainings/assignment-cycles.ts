/**
 * What assigning means for a pair of staff and training: a completed one starts the next cycle (docs/domain.md); an
 * open one stays, so repeating is harmless.
 */
import { COMPLETED_ASSIGNMENT_STATES } from '../../contract/training-assignments.resource';
import type { TrainingAssignment } from './assignment.entity';

type CycleRecord = Pick<
  TrainingAssignment,
  'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'state' | 'started_at' | 'row_version'
>;

/** `returns`: removed before, restored with its progress. `again`: next cycle. `stays`: already open. */
export interface PairPlan {
  staff_id: string;
  training_id: string;
  action: 'new' | 'again' | 'returns' | 'stays';
  cycle: number;
  /** Of the newest cycle; null: none. */
  assignment_id: string | null;
  row_version: number;
  /** Of the newest cycle; null: none. */
  state: string | null;
  /** The newest cycle has been started. */
  isStarted: boolean;
}

const ENDED: readonly string[] = [...COMPLETED_ASSIGNMENT_STATES, 'failed'];

/** Initial columns of every cycle. */
export const NEW_CYCLE = {
  started_at: null,
  completed_at: null,
  valid_until: null,
  renew_from: null,
  removed_at: null,
  removed_reason: null,
  completion_no: 1,
  extra_attempts: 0,
};

const pairKey = (staff_id: string, training_id: string): string => staff_id + training_id;

/** The newest cycle by pair key. */
export function latestCycles<S extends CycleRecord>(rows: readonly S[]): Map<string, S> {
  const latest = new Map<string, S>();
  for (const row of rows) {
    const name = pairKey(row.staff_id, row.training_id);
    if ((latest.get(name)?.cycle ?? 0) < row.cycle) latest.set(name, row);
  }
  return latest;
}

/** @param state of the newest cycle */
export function actionForState(state: string): 'again' | 'returns' | 'stays' {
  if (ENDED.includes(state)) return 'again';
  return state === 'removed' ? 'returns' : 'stays';
}

export function planPair(staff_id: string, training_id: string, latest: ReadonlyMap<string, CycleRecord>): PairPlan {
  const pair = { staff_id, training_id };
  const latestCycle = latest.get(pairKey(staff_id, training_id));
  if (!latestCycle)
    return { ...pair, action: 'new', cycle: 1, assignment_id: null, row_version: 0, state: null, isStarted: false };
  const { assignment_id, cycle, state, started_at, row_version } = latestCycle;
  const isStarted = started_at !== null;
  const action = actionForState(state);
  return {
    ...pair,
    action,
    cycle: action === 'again' ? cycle + 1 : cycle,
    assignment_id,
    row_version,
    state,
    isStarted,
  };
}

/** A returned assignment resumes its previous state (docs/domain.md, "Removal and return"). */
export const stateAfterReturn = (isStarted: boolean): 'assigned' | 'in_progress' =>
  isStarted ? 'in_progress' : 'assigned';
