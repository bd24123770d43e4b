/**
 * Targets of one holder (staff member or job role) after a skill is replaced by another: from today on the new skill is
 * required as the old one was, except on days on which the new skill already has a target. If several targets cover a
 * day, only the one that applies is transferred (skill-target.ts).
 */
import { addDays, OPEN_END, type Day } from '../../common/calendar';
import type { DatedTarget } from './skill-target';

/** Days on which an old target continues as a target of the new skill. */
export interface TransferredTarget<T extends DatedTarget> {
  /** Source of the level and reason. */
  target: T;
  from_date: Day;
  to_date: Day | null;
}

/**
 * Oldest first; adjacent days with the same target are merged. At most two results per old target, plus one per target
 * of the new skill.
 * @param oldTargets targets of the old skill, of one holder
 * @param newTargets targets of the new skill, of the same holder; they stay unchanged
 * @param effectiveTarget selects the target that applies on a day
 */
export function transferTargets<T extends DatedTarget>(
  oldTargets: readonly T[],
  newTargets: readonly T[],
  effectiveTarget: (targets: readonly T[], day: Day) => T | null,
  today: Day,
): TransferredTarget<T>[] {
  const changeDays = new Set([today]);
  for (const { from_date, to_date } of [...oldTargets, ...newTargets]) {
    changeDays.add(from_date);
    if (to_date !== null && to_date < OPEN_END) changeDays.add(addDays(to_date, 1));
  }
  const days = [...changeDays].filter((day) => day >= today).sort();
  const transferred: TransferredTarget<T>[] = [];
  let last: TransferredTarget<T> | null = null;
  days.forEach((from_date, index) => {
    const next = days[index + 1];
    const to_date = next === undefined ? null : addDays(next, -1);
    const target = effectiveTarget(newTargets, from_date) ? null : effectiveTarget(oldTargets, from_date);
    if (last && target?.target_id === last.target.target_id) last.to_date = to_date;
    else if ((last = target && { target, from_date, to_date })) transferred.push(last);
  });
  return transferred;
}
