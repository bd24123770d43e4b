/**
 * Evidence rows and which of them count (docs/skill-levels.md): approved ones that are no self-ratings. Level and dates of a
 * row never change; only its state does.
 */
import type { EvidenceKind, EvidenceState } from '../../contract/skill-evidence.resource';
import { OPEN_END, type Day } from '../../common/calendar';

/** One ledger row of one staff member and one skill. `level` 0–4 is a copy; later mapping changes do not affect it. */
export interface Evidence {
  evidence_id: string;
  kind: EvidenceKind;
  level: number;
  effective_date: Day;
  /** The last valid day; null: never expires. */
  valid_until: Day | null;
  state: EvidenceState;
}

/** Withdraws the skill on these days, both inclusive; null: open-ended. The evidence stays. */
export interface Revocation {
  from_date: Day;
  to_date: Day | null;
}

/** All inputs for the level of one staff member in one skill. The order of the rows does not matter. */
export interface Ledger<E extends Evidence = Evidence, R extends Revocation = Revocation> {
  evidence: readonly E[];
  revocations: readonly R[];
  /** The current or last employment. */
  joined: Day;
  last_active_day: Day | null;
  /** Earlier employments; they do not overlap. */
  pastEmployments?: readonly { from_date: Day; to_date: Day }[];
}

export interface EvidenceEvent {
  event: 'approved' | 'rejected' | 'voided';
  /** UTC milliseconds. */
  recorded_at: number;
}

/** Only approved evidence counts; self-ratings never do. */
export function countsTowardsLevel(evidence: Evidence): boolean {
  return evidence.state === 'approved' && evidence.kind !== 'self';
}

/** Whether the day is in one of the employments, both ends inclusive (docs/domain.md). */
export function isEmployed({ joined, last_active_day, pastEmployments = [] }: EmploymentPeriods, day: Day): boolean {
  if (day >= joined && (last_active_day === null || day <= last_active_day)) return true;
  return pastEmployments.some(({ from_date, to_date }) => from_date <= day && day <= to_date);
}
type EmploymentPeriods = Pick<Ledger, 'joined' | 'last_active_day' | 'pastEmployments'>;

export function lastValidDay(evidence: Evidence): Day {
  return evidence.valid_until ?? OPEN_END;
}

export function coversDay(revocation: Revocation, day: Day): boolean {
  return revocation.from_date <= day && (revocation.to_date === null || day <= revocation.to_date);
}

/**
 * State after these events (any order), as known at `knownAt` (UTC milliseconds; default: now). The latest event
 * decides; in the same millisecond `rejected` wins over `approved`; `voided` is final.
 */
export function stateAfter(
  initialState: 'approved' | 'pending',
  events: readonly EvidenceEvent[],
  knownAt = Number.POSITIVE_INFINITY,
): EvidenceState {
  let state: EvidenceState = initialState;
  let decidedAt = Number.NEGATIVE_INFINITY;
  for (const { event, recorded_at } of events) {
    if (recorded_at > knownAt) continue;
    if (event === 'voided') return 'voided';
    if (recorded_at > decidedAt || (recorded_at === decidedAt && event === 'rejected')) state = event;
    decidedAt = Math.max(decidedAt, recorded_at);
  }
  return state;
}
