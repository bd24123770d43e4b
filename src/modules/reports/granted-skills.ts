import type { Day } from '../../common/calendar';
import { levelFromSpans, levelUntil, findRunEnd } from '../skills/span-lookup';
import { bytesKey } from './bytes-key';

/**
 * A skill granted by an attempt, joined with the spans of the pair: those that had not ended by the closing day or, if
 * the evidence had expired by then, all spans from its first day on. One row per span.
 */
export interface GrantedSkillRow {
  evidence_id: Uint8Array;
  skill_code: string;
  granted_level: number;
  effective_date: Day;
  valid_until: Day | null;
  span_from: Day | null;
  span_to: Day | null;
  span_level: number | null;
}
export interface GrantedSkills {
  /** "WELD 3, FIRE 2". */
  skills: string;
  /** The earliest of all skills; null: no end, or nothing counts on the closing day. */
  valid_until: Day | null;
}

/**
 * SQL joins from attempts to their granted skills. Only approved evidence is granted. Evidence is found by its
 * assignment.
 * @param a alias of the attempts
 */
export const grantedSkillsJoin = (a: string): string =>
  `LEFT JOIN evidence e ON e.customer_id = :customer_id AND e.source_type = 'completion' AND e.source_id = ${a}.assignment_id AND e.attempt_id = ${a}.attempt_id AND e.state = 'approved'
 LEFT JOIN skill k ON k.customer_id = :customer_id AND k.skill_id = e.skill_id
 LEFT JOIN skill_level_span p ON p.customer_id = :customer_id AND p.staff_id = e.staff_id AND p.skill_id = e.skill_id AND (p.to_date >= :on OR (e.valid_until < :on AND p.to_date >= e.effective_date))`;

export const GRANTED_COLUMNS =
  'e.evidence_id AS evidence_id, k.skill_code AS skill_code, e.level AS granted_level, e.effective_date AS effective_date, e.valid_until AS valid_until, p.from_date AS span_from, p.to_date AS span_to, p.level AS span_level';

/**
 * Skills granted by one attempt and their validity: the end of the unbroken run with at least the granted level, from
 * the closing day on. For evidence that had expired by then: the end of the last such run that it was part of.
 * @param rows of one attempt
 */
export function summarizeGrants(rows: readonly GrantedSkillRow[], on: Day): GrantedSkills {
  if (rows.length === 1) return { skills: formatGrant(rows[0]!), valid_until: grantValidUntil(rows, on) };
  const grants = new Map<string, GrantedSkillRow[]>();
  for (const row of rows) {
    const key = bytesKey(row.evidence_id);
    const group = grants.get(key);
    if (group) group.push(row);
    else grants.set(key, [row]);
  }
  const groups = [...grants.values()];
  const days = groups.flatMap((grant) => grantValidUntil(grant, on) ?? []);
  return {
    skills: groups
      .map(([first]) => formatGrant(first!))
      .sort()
      .join(', '),
    valid_until: days.sort()[0] ?? null,
  };
}

const formatGrant = ({ skill_code, granted_level }: GrantedSkillRow): string =>
  `${skill_code} ${Number(granted_level)}`;

function grantValidUntil(grant: readonly GrantedSkillRow[], on: Day): Day | null {
  const { effective_date, valid_until } = grant[0]!;
  const level = Number(grant[0]!.granted_level);
  const spans = grant
    .filter((row) => row.span_from !== null)
    .map((row) => ({ from_date: row.span_from!, to_date: row.span_to!, level: Number(row.span_level) }))
    .sort((a, b) => (a.from_date < b.from_date ? -1 : 1));
  if (valid_until !== null && valid_until < on && levelFromSpans(spans, on) < level) {
    const lastIndex = spans.findLastIndex((span) => span.level >= level && span.from_date <= valid_until);
    return lastIndex < 0 ? null : spans[findRunEnd(spans, lastIndex, level)]!.to_date;
  }
  // A completion later than the submission of the attempt counts from its own date on.
  return levelUntil(spans, effective_date > on ? effective_date : on, level);
}
