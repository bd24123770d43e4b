/**
 * Decides which job role somebody had on which day: "Target: a required level for a person, dated; from a job role or set
 * directly" (reports.md §1), so that a change of role changes what was required from that day on, and not before.
 */
import type { HeldRole } from '../contract/staff-answers';
import { addDays, type Day } from '../platform/calendar';

export interface PastRole {
  job_role_id: string | null;
  /** The last day; it began the day after the one before ended. */
  to_date: Day;
}

/**
 * What is past once the role is `becomes` from `day` on: what was said about that day and later ones gives way.
 * @param past oldest first
 * @param present the role until now
 * @param joined what lies before it says nothing
 */
export function pastFrom(
  past: readonly PastRole[],
  present: string | null,
  becomes: string | null,
  day: Day,
  joined: Day,
): PastRole[] {
  const until = addDays(day, -1);
  const kept = past.filter(({ to_date }) => to_date < until && to_date >= joined);
  if (until >= joined) kept.push({ job_role_id: roleOn(past, present, until), to_date: until });
  // The same role before and after is one stretch.
  while (kept.length && kept.at(-1)!.job_role_id === becomes) kept.pop();
  return kept;
}

/** @param past oldest first */
export function roleOn(past: readonly PastRole[], present: string | null, day: Day): string | null {
  const then = past.find(({ to_date }) => to_date >= day);
  return then ? then.job_role_id : present;
}

/** Every stretch, the present one last. */
export function heldRoles(past: readonly PastRole[], present: string | null): HeldRole[] {
  const stretches = [...past, { job_role_id: present, to_date: null }];
  return stretches.map(({ job_role_id, to_date }, at) => {
    const before = past[at - 1];
    return { job_role_id, from_date: before ? addDays(before.to_date, 1) : null, to_date };
  });
}
