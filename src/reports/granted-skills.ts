import type { Day } from '../platform/calendar';
import { levelFromSpans, levelUntil, runEnd } from '../skills/span-reading';
import { bytesKey } from './bytes-key';

/**
 * One skill that an attempt granted, once for each span of the pair that had not ended by the closing day; of evidence that
 * had run out by then, once for each from its first day on.
 */
export interface GrantedRow {
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

/**
 * Beside each attempt what it granted, a row for each; what waits for sign-off, was rejected or voided was not granted. A
 * completion's evidence is found by its assignment.
 * @param a the attempts
 */
export const grantedBeside = (a: string): string =>
  `LEFT JOIN evidence e ON e.customer_id = :customer_id AND e.source_type = 'completion' AND e.source_id = ${a}.assignment_id AND e.attempt_id = ${a}.attempt_id AND e.state = 'approved'
 LEFT JOIN skill k ON k.customer_id = :customer_id AND k.skill_id = e.skill_id
 LEFT JOIN skill_level_span p ON p.customer_id = :customer_id AND p.staff_id = e.staff_id AND p.skill_id = e.skill_id AND (p.to_date >= :on OR (e.valid_until < :on AND p.to_date >= e.effective_date))`;

export const GRANTED_COLUMNS =
  'e.evidence_id AS evidence_id, k.skill_code AS skill_code, e.level AS granted_level, e.effective_date AS effective_date, e.valid_until AS valid_until, p.from_date AS span_from, p.to_date AS span_to, p.level AS span_level';

/**
 * Decides what one attempt granted and how long that lasts: like every valid_until the end of the unbroken run on which
 * the level is at least the one granted, from the closing day on; of what had lapsed by then the end of the last such run
 * that it began or was part of.
 * @param rows of one attempt
 */
export function grantedBy(rows: readonly GrantedRow[], on: Day): Granted {
  if (rows.length === 1) return { skills: named(rows[0]!), valid_until: lastDay(rows, on) };
  const grants = new Map<string, GrantedRow[]>();
  for (const row of rows) {
    const key = bytesKey(row.evidence_id);
    const known = grants.get(key);
    if (known) known.push(row);
    else grants.set(key, [row]);
  }
  const each = [...grants.values()];
  const days = each.flatMap((grant) => lastDay(grant, on) ?? []);
  return {
    skills: each
      .map(([first]) => named(first!))
      .sort()
      .join(', '),
    valid_until: days.sort()[0] ?? null,
  };
}

const named = ({ skill_code, granted_level }: GrantedRow): string => `${skill_code} ${Number(granted_level)}`;

function lastDay(grant: readonly GrantedRow[], on: Day): Day | null {
  const { effective_date, valid_until } = grant[0]!;
  const level = Number(grant[0]!.granted_level);
  const spans = grant
    .filter((row) => row.span_from !== null)
    .map((row) => ({ from_date: row.span_from!, to_date: row.span_to!, level: Number(row.span_level) }))
    .sort((a, b) => (a.from_date < b.from_date ? -1 : 1));
  if (valid_until !== null && valid_until < on && levelFromSpans(spans, on) < level) {
    const last = spans.findLastIndex((span) => span.level >= level && span.from_date <= valid_until);
    return last < 0 ? null : spans[runEnd(spans, last, level)]!.to_date;
  }
  // Completed later than the attempt was submitted: it counts from then on.
  return levelUntil(spans, effective_date > on ? effective_date : on, level);
}
