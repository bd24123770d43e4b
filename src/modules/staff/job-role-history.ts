/** Job role of a person on each day; required levels depend on it (docs/skill-levels.md). */
import type { JobRolePeriod } from '../../contract/staff.responses';
import { addDays, type Day } from '../../common/calendar';

export interface PastRole {
  job_role_id: string | null;
  /** The last day; the period starts the day after the previous one ended. */
  to_date: Day;
}

/**
 * Past roles once the role is `newRole` from `day` on; replaces what was recorded for that day and later.
 * @param pastRoles oldest first
 * @param present the role until now
 * @param joined earlier days are ignored
 */
export function rewritePastRoles(
  pastRoles: readonly PastRole[],
  present: string | null,
  newRole: string | null,
  day: Day,
  joined: Day,
): PastRole[] {
  const until = addDays(day, -1);
  const periods = pastRoles.filter(({ to_date }) => to_date < until && to_date >= joined);
  if (until >= joined) periods.push({ job_role_id: roleOn(pastRoles, present, until), to_date: until });
  // Merges adjacent periods of the same role.
  while (periods.length && periods.at(-1)!.job_role_id === newRole) periods.pop();
  return periods;
}

/** @param pastRoles oldest first */
export function roleOn(pastRoles: readonly PastRole[], present: string | null, day: Day): string | null {
  const period = pastRoles.find(({ to_date }) => to_date >= day);
  return period ? period.job_role_id : present;
}

/** All periods, the present one last. */
export function toTimeline(pastRoles: readonly PastRole[], present: string | null): JobRolePeriod[] {
  const periods = [...pastRoles, { job_role_id: present, to_date: null }];
  return periods.map(({ job_role_id, to_date }, at) => {
    const before = pastRoles[at - 1];
    return { job_role_id, from_date: before ? addDays(before.to_date, 1) : null, to_date };
  });
}
