import type { Day } from '../platform/calendar';
import { idFromBytes } from '../platform/ids';
import { levelUntil } from '../skills/span-reading';

/** One skill that an attempt granted, once for each span of the pair that had not ended by the closing day. */
export interface GrantedRow {
  attempt_id: Uint8Array;
  evidence_id: Uint8Array;
  skill_code: string;
  granted_level: number;
  effective_date: Day;
  valid_until: Day | null;
  span_from: Day | null;
  span_to: Day | null;
  span_level: number | null;
}
export interface Granted {
  /** "WELD 3, FIRE 2". */
  skills: string;
  /** The earliest of them; null: for ever, or nothing of it counts on the closing day. */
  valid_until: Day | null;
}

/** What waits for sign-off, was rejected or voided was not granted. `submitted` narrows attempts as `a`. */
export const grantedArm = (submitted: string): string => `FROM attempt a
 JOIN evidence e ON e.customer_id = :customer_id AND e.staff_id = a.staff_id AND e.attempt_id = a.attempt_id
 JOIN skill k ON k.customer_id = :customer_id AND k.skill_id = e.skill_id
 LEFT JOIN skill_level_span p ON p.customer_id = :customer_id AND p.staff_id = e.staff_id AND p.skill_id = e.skill_id AND p.to_date >= :on
 WHERE ${submitted} AND e.state = 'approved'`;

/**
 * Decides what each attempt granted and how long that lasts: like every valid_until the end of the unbroken run on which
 * the level is at least the one granted, from the closing day on; of what had lapsed by then the day on which it did.
 */
export function grantedByAttempt(rows: readonly GrantedRow[], on: Day): Map<string, Granted> {
  const grants = new Map<string, GrantedRow[]>();
  for (const row of rows) {
    const id = idFromBytes(row.evidence_id);
    const known = grants.get(id);
    if (known) known.push(row);
    else grants.set(id, [row]);
  }
  const attempts = new Map<string, { skills: string[]; days: Day[] }>();
  for (const grant of grants.values()) {
    const { attempt_id, skill_code, granted_level } = grant[0]!;
    const id = idFromBytes(attempt_id);
    const told = attempts.get(id) ?? { skills: [], days: [] };
    told.skills.push(`${skill_code} ${Number(granted_level)}`);
    const until = lastDay(grant, on);
    if (until !== null) told.days.push(until);
    attempts.set(id, told);
  }
  return new Map(
    [...attempts].map(([id, { skills, days }]) => [
      id,
      { skills: skills.sort().join(', '), valid_until: days.sort()[0] ?? null },
    ]),
  );
}

function lastDay(grant: readonly GrantedRow[], on: Day): Day | null {
  const { granted_level, effective_date, valid_until } = grant[0]!;
  if (valid_until !== null && valid_until < on && !isHeld(grant, on)) return valid_until;
  const spans = grant
    .filter((row) => row.span_from !== null)
    .map((row) => ({ from_date: row.span_from!, to_date: row.span_to!, level: Number(row.span_level) }))
    .sort((a, b) => (a.from_date < b.from_date ? -1 : 1));
  // Completed later than the attempt was submitted: it counts from then on.
  return levelUntil(spans, effective_date > on ? effective_date : on, Number(granted_level));
}

const isHeld = (grant: readonly GrantedRow[], on: Day): boolean =>
  grant.some(
    (row) =>
      row.span_from !== null &&
      row.span_from <= on &&
      row.span_to! >= on &&
      Number(row.span_level) >= Number(row.granted_level),
  );
