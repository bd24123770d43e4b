import { EVIDENCE_KINDS, type EvidenceKind } from '../../src/contract/skill-evidence.resource';
import { addDays, addMonths, type Day } from '../../src/common/calendar';
import type { Evidence, Ledger, Revocation } from '../../src/modules/skills/evidence';
import type { SeededRandom } from './seeded-random';

let evidenceCount = 0;

/** Example: `evidence('training', 3, '2025-03-20', { months: 12 })`. Approved and without an end by default. */
export function evidence(
  kind: EvidenceKind,
  level: number,
  effective_date: Day,
  { months, ...rest }: { months?: number } & Partial<Evidence> = {},
): Evidence {
  const valid_until = months === undefined ? null : addMonths(effective_date, months);
  const evidence_id = `e${String(++evidenceCount).padStart(6, '0')}`;
  return { evidence_id, kind, level, effective_date, valid_until, state: 'approved', ...rest };
}

export function ledger(rows: readonly Evidence[], rest: Partial<Ledger> = {}): Ledger {
  return { evidence: rows, revocations: [], joined: '2020-01-01', last_active_day: null, ...rest };
}

export function revocation(from_date: Day, to_date: Day | null): Revocation {
  return { from_date, to_date };
}

/** A random history: every kind and state, early ends, overlaps, from 2024-12 to 2026. */
export function randomLedger(random: SeededRandom): Ledger {
  const day = (spread = 400) => addDays('2025-01-01', random.integer(-30, spread));
  const rows = Array.from({ length: random.integer(0, 9) }, (_, n) => {
    const effective_date = day(300);
    return evidence(random.pick(EVIDENCE_KINDS), random.integer(0, 4), effective_date, {
      evidence_id: `e${n}`,
      valid_until: random.bool(35) ? null : addDays(effective_date, random.integer(-3, 200)),
      state: random.bool(75) ? 'approved' : random.pick(['pending', 'rejected', 'voided'] as const),
    });
  });
  const revocations = Array.from({ length: random.bool(30) ? random.integer(1, 2) : 0 }, () => {
    const from = day();
    return revocation(from, random.bool(25) ? null : addDays(from, random.integer(0, 60)));
  });
  const joined = random.bool(50) ? '2020-01-01' : day(100);
  return {
    evidence: rows,
    revocations,
    joined,
    last_active_day: random.bool(60) ? null : addDays(joined, random.integer(0, 400)),
  };
}
