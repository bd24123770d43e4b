/**
 * Decides what a row of the ledger is and whether it counts: "over approved, non-voided, non-self evidence"; "never
 * updated, never deleted; voided or rejected by a further event" (reports.md §1, §2).
 */
import type { EvidenceKind, EvidenceState } from '../contract/skill-evidence.resource';
import { OPEN_END, type Day } from '../platform/calendar';

/** One ledger row of one staff member and one skill. `level` 0–4 is a copy: a later mapping never rewrites it. */
export interface Evidence {
  evidence_id: string;
  kind: EvidenceKind;
  level: number;
  effective_date: Day;
  /** The last valid day; null for ever. */
  valid_until: Day | null;
  state: EvidenceState;
}

/** Withdraws the skill on these days, both inclusive; null until further notice. Evidence stays as it is. */
export interface Revocation {
  from_date: Day;
  to_date: Day | null;
}

/** Everything that decides the level of one staff member in one skill. The order of the rows never matters. */
export interface Ledger<E extends Evidence = Evidence, R extends Revocation = Revocation> {
  evidence: readonly E[];
  revocations: readonly R[];
  /** The present employment, or the last. */
  joined: Day;
  last_active_day: Day | null;
  /** Those before it, which it does not touch. */
  earlier?: readonly { from_date: Day; to_date: Day }[];
}

export interface EvidenceEvent {
  event: 'approved' | 'rejected' | 'voided';
  /** UTC milliseconds. */
  recorded_at: number;
}

/** Self-ratings are shown and never count; what waits for sign-off counts 0. */
export function counts(evidence: Evidence): boolean {
  return evidence.state === 'approved' && evidence.kind !== 'self';
}

/** "In reports a person is active at D" within any of the employments (domain.md, staff). */
export function isEmployed({ joined, last_active_day, earlier = [] }: Employed, day: Day): boolean {
  if (day >= joined && (last_active_day === null || day <= last_active_day)) return true;
  return earlier.some(({ from_date, to_date }) => from_date <= day && day <= to_date);
}
type Employed = Pick<Ledger, 'joined' | 'last_active_day' | 'earlier'>;

export function lastValidDay(evidence: Evidence): Day {
  return evidence.valid_until ?? OPEN_END;
}

export function coversDay(revocation: Revocation, day: Day): boolean {
  return revocation.from_date <= day && (revocation.to_date === null || day <= revocation.to_date);
}

/**
 * The state after its events (any order), as known at `knownAt` (UTC milliseconds; left out: now). The latest event
 * decides; on the same millisecond the stricter one; nothing brings back what was voided.
 */
export function stateAfter(
  first: 'approved' | 'pending',
  events: readonly EvidenceEvent[],
  knownAt = Number.POSITIVE_INFINITY,
): EvidenceState {
  let state: EvidenceState = first;
  let decidedAt = Number.NEGATIVE_INFINITY;
  for (const { event, recorded_at } of events) {
    if (recorded_at > knownAt) continue;
    if (event === 'voided') return 'voided';
    if (recorded_at > decidedAt || (recorded_at === decidedAt && event === 'rejected')) state = event;
    decidedAt = Math.max(decidedAt, recorded_at);
  }
  return state;
}
