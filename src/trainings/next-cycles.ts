/**
 * What assigning does to somebody who may have had the training before: "a completed one can be assigned again, which
 * opens the next cycle" (domain.md, assignment). What is open stays as it is, so a call that is sent twice opens one.
 */
import type { TrainingAssignment } from './assignment.entity';

type Standing = Pick<TrainingAssignment, 'assignment_id' | 'staff_id' | 'training_id' | 'cycle' | 'state'>;

/** `returns`: was removed, and goes on with its progress. `again`: the next cycle. `stays`: has it to do already. */
export interface Planned {
  staff_id: string;
  training_id: string;
  what: 'new' | 'again' | 'returns' | 'stays';
  cycle: number;
  /** Of the newest cycle; null: there is none yet. */
  assignment_id: string | null;
}

const ENDED = ['completed', 'expired', 'failed'];

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

export function planned(staff_id: string, training_id: string, latest: ReadonlyMap<string, Standing>): Planned {
  const pair = { staff_id, training_id };
  const known = latest.get(nameOf(staff_id, training_id));
  if (!known) return { ...pair, what: 'new', cycle: 1, assignment_id: null };
  const { assignment_id, cycle, state } = known;
  if (ENDED.includes(state)) return { ...pair, what: 'again', cycle: cycle + 1, assignment_id };
  return { ...pair, what: state === 'removed' ? 'returns' : 'stays', cycle, assignment_id };
}
