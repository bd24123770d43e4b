import { EVIDENCE_KINDS, type EvidenceKind } from '../../src/contract/skill-evidence.resource';
import { addDays, addMonths, type Day } from '../../src/platform/calendar';
import type { Evidence, Ledger, Revocation } from '../../src/skills/evidence';
import type { Chance } from './chance';

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

/** A history that nobody would live: every kind and state, early ends, overlaps, from 2024-12 to 2026. */
export function randomLedger(dice: Chance): Ledger {
  const day = (spread = 400) => addDays('2025-01-01', dice.whole(-30, spread));
  const rows = Array.from({ length: dice.whole(0, 9) }, (_, n) => {
    const effective_date = day(300);
    return evidence(dice.one(EVIDENCE_KINDS), dice.whole(0, 4), effective_date, {
      evidence_id: `e${n}`,
      valid_until: dice.happens(35) ? null : addDays(effective_date, dice.whole(-3, 200)),
      state: dice.happens(75) ? 'approved' : dice.one(['pending', 'rejected', 'voided'] as const),
    });
  });
  const revocations = Array.from({ length: dice.happens(30) ? dice.whole(1, 2) : 0 }, () => {
    const from = day();
    return revocation(from, dice.happens(25) ? null : addDays(from, dice.whole(0, 60)));
  });
  const joined = dice.happens(50) ? '2020-01-01' : day(100);
  return {
    evidence: rows,
    revocations,
    joined,
    last_active_day: dice.happens(60) ? null : addDays(joined, dice.whole(0, 400)),
  };
}
