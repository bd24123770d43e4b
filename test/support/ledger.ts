import { addMonths, type Day } from '../../src/platform/calendar';
import type { Evidence, EvidenceKind, Ledger, Revocation } from '../../src/skills/evidence';

let made = 0;

/** Evidence as a sentence: `evidence('training', 3, '2025-03-20', { months: 12 })`. Approved, for ever, unless said otherwise. */
export function evidence(
  kind: EvidenceKind,
  level: number,
  effective_date: Day,
  { months, ...rest }: { months?: number } & Partial<Evidence> = {},
): Evidence {
  const valid_until = months === undefined ? null : addMonths(effective_date, months);
  const evidence_id = `e${String(++made).padStart(6, '0')}`;
  return { evidence_id, kind, level, effective_date, valid_until, state: 'approved', ...rest };
}

export function ledger(rows: readonly Evidence[], rest: Partial<Ledger> = {}): Ledger {
  return { evidence: rows, revocations: [], joined: '2020-01-01', last_active_day: null, ...rest };
}

export function revocation(from_date: Day, to_date: Day | null): Revocation {
  return { from_date, to_date };
}
