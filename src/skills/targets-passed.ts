/**
 * Decides what is asked of one holder (a person, or a job role) when another skill takes a skill's place: on every day
 * from today on what the old one asked, unless the other one was asked on that day already. Of several on a day the one
 * that stands is kept, and no other: see skill-target.ts for which that is.
 */
import { addDays, OPEN_END, type Day } from '../platform/calendar';
import type { DatedTarget } from './skill-target';

/** Days on which one of the old targets goes on as a target of the other skill. */
export interface PassedTarget<T extends DatedTarget> {
  /** Whose level, and reason, it has. */
  target: T;
  from_date: Day;
  to_date: Day | null;
}

/**
 * Oldest first; days that follow each other and say the same are one. At most two for each target, and one more for each
 * of `own`.
 * @param old of the skill that goes, of one holder
 * @param own of the other skill, of the same holder: on their days they stand as they are
 * @param standing which of several stands on a day
 */
export function passedOn<T extends DatedTarget>(
  old: readonly T[],
  own: readonly T[],
  standing: (targets: readonly T[], day: Day) => T | null,
  today: Day,
): PassedTarget<T>[] {
  const changes = new Set([today]);
  for (const { from_date, to_date } of [...old, ...own]) {
    changes.add(from_date);
    if (to_date !== null && to_date < OPEN_END) changes.add(addDays(to_date, 1));
  }
  const days = [...changes].filter((day) => day >= today).sort();
  const passed: PassedTarget<T>[] = [];
  let last: PassedTarget<T> | null = null;
  days.forEach((from_date, at) => {
    const next = days[at + 1];
    const to_date = next === undefined ? null : addDays(next, -1);
    const target = standing(own, from_date) ? null : standing(old, from_date);
    if (last && target?.target_id === last.target.target_id) last.to_date = to_date;
    else if ((last = target && { target, from_date, to_date })) passed.push(last);
  });
  return passed;
}
