import { hundredths, mean, percent, percentOfAll, twoDecimals } from '../../src/platform/half-up';
import { RequirementTotals, SkillTotals } from '../../src/reports/aggregates';
import { Bridge, pairChange, type BridgeEnd } from '../../src/reports/bridge';
import { addDays, type Day } from '../../src/platform/calendar';
import { counts } from '../../src/skills/evidence';
import { readingOn } from '../../src/skills/skill-level';
import { chance, type Chance } from '../support/chance';
import { randomLedger } from '../support/ledger';

describe('a shown figure', () => {
  it('is rounded half up on whole numbers, and nothing counted is "–"', () => {
    expect([percent(1, 3), percent(2, 3), percent(1, 800), percent(4, 7), percent(0, 5), percent(5, 5)]).toEqual([
      33.33, 66.67, 0.13, 57.14, 0, 100,
    ]);
    // 1.005 has no exact binary fraction and still rounds up.
    expect([percent(1005, 100_000), mean(201, 200), hundredths(1, 200)]).toEqual([1.01, 1.01, 1]);
    expect([percent(0, 0), mean(0, 0), twoDecimals(null)]).toEqual([null, null, null]);
    expect(twoDecimals(80)).toBe('80.00');
    expect(() => percent(0.5, 2)).toThrow(RangeError);
  });

  it('is 100 only where nothing is missing, and 0 only where nothing is there', () => {
    const shares = [percentOfAll(49_999, 50_000), percentOfAll(50_000, 50_000), percentOfAll(1, 50_000)];
    expect([...shares, percentOfAll(0, 50_000), percentOfAll(18, 22), percentOfAll(0, 0)]).toEqual([
      ...[99.99, 100, 0.01],
      ...[0, 81.82, null],
    ]);
  });
});

describe('the totals of requirements', () => {
  it('give no partial credit for compliance, partial credit for attainment, none for more than asked', () => {
    const totals = new RequirementTotals();
    totals.add(4, 3);
    totals.add(2, 3);
    totals.add(0, 2);
    totals.add(4, null);
    totals.add(4, 0);
    expect([totals.required, totals.compliant, totals.compliance, totals.attainment, totals.gap]).toEqual([
      3, 1, 33.33, 62.5, 3,
    ]);
  });
});

describe('the totals of a skill', () => {
  it('count heads per level, who is qualified, and who will not be in 90 days', () => {
    const totals = new SkillTotals(3);
    totals.add(3, 0);
    totals.add(4);
    totals.add(2, 0);
    totals.add(0);
    expect([totals.heads, totals.qualified, totals.bus_factor, totals.at_risk]).toEqual([[1, 0, 1, 1, 1], 2, 2, 1]);
    expect([totals.coverage(4), totals.coverage(1), totals.coverage(null)]).toEqual([50, 100, null]);
  });
});

const end = (change: Partial<BridgeEnd> = {}): BridgeEnd => {
  const level = change.level ?? 0;
  return { active: true, held_level: level, revoked: false, target: 3, ...change, level };
};

describe('the bridge', () => {
  const met = end({ level: 3 });
  it.each<[string, BridgeEnd, BridgeEnd, ReturnType<typeof pairChange>]>([
    ['stays', met, end({ level: 4 }), null],
    ['never was', end(), end({ level: 2 }), null],
    ['gained', end({ level: 2 }), met, { step: 'gains', by: 1 }],
    ['given back after a revocation', end({ revoked: true }), met, { step: 'gains', by: 1 }],
    ['expired', met, end({ held_level: 3 }), { step: 'expiries', by: -1 }],
    ['expired to a lower level', met, end({ level: 2, held_level: 3 }), { step: 'expiries', by: -1 }],
    ['downgraded', met, end({ level: 1 }), { step: 'downgrades', by: -1 }],
    ['expired, then assessed lower', met, end({ level: 0, held_level: 1 }), { step: 'downgrades', by: -1 }],
    ['revoked', met, end({ revoked: true }), { step: 'revocations', by: -1 }],
    ['joined', end({ active: false }), met, { step: 'joiners', by: 1 }],
    ['left', met, end({ active: false }), { step: 'leavers', by: -1 }],
    ['left while revoked', met, end({ active: false, revoked: true }), { step: 'leavers', by: -1 }],
    ['target set on a level already there', end({ level: 3, target: null }), met, { step: 'retargeted', by: 1 }],
    ['target lowered to the level', end({ level: 2 }), end({ level: 2, target: 2 }), { step: 'retargeted', by: 1 }],
    ['target raised above the level', met, end({ level: 3, target: 4 }), { step: 'retargeted', by: -1 }],
    ['target ended, or exempt', met, end({ level: 3, target: null }), { step: 'retargeted', by: -1 }],
    ['target set and level gained', end({ target: null }), met, { step: 'gains', by: 1 }],
  ])('%s', (_title, opening, closing, expected) => {
    expect(pairChange(opening, closing)).toEqual(expected);
  });

  const anyEnd = (dice: Chance): BridgeEnd => {
    const revoked = dice.happens(10);
    const level = revoked ? 0 : dice.whole(0, 4);
    return {
      active: dice.happens(85),
      level,
      revoked,
      held_level: dice.whole(level, 4),
      target: dice.happens(20) ? null : dice.whole(0, 4),
    };
  };

  it('always balances (2,000 random companies)', () => {
    for (let seed = 0; seed < 2000; seed++) {
      const dice = chance(seed);
      const bridge = new Bridge();
      const [opening, closing] = [new RequirementTotals(), new RequirementTotals()];
      for (let pair = dice.whole(0, 40); pair > 0; pair--) {
        const [before, after] = [anyEnd(dice), anyEnd(dice)];
        bridge.add(before, after);
        if (before.active) opening.add(before.level, before.target);
        if (after.active) closing.add(after.level, after.target);
      }
      const f = bridge.figures;
      expect(
        f.opening + f.gains - f.expiries - f.downgrades - f.revocations + f.joiners - f.leavers + f.retargeted,
      ).toBe(f.closing);
      expect([f.opening, f.closing]).toEqual([opening.compliant, closing.compliant]);
      for (const [step, count] of Object.entries(f)) if (step !== 'retargeted') expect(count).toBeGreaterThanOrEqual(0);
    }
  });

  it('names a downgrade only where an assessment spoke, and an expiry only where something ended (random histories)', () => {
    const seen = { expiries: 0, downgrades: 0, revocations: 0 };
    for (let seed = 0; seed < 1500; seed++) {
      const dice = chance(seed);
      const rows = { ...randomLedger(dice), joined: '2020-01-01', last_active_day: null };
      const from = addDays('2025-01-01', dice.whole(0, 250));
      const to = addDays(from, dice.whole(1, 150));
      const target = dice.whole(1, 4);
      const endOn = (day: Day) => {
        const { level, held_level, cause } = readingOn(rows, day);
        return end({ level, held_level, revoked: cause === 'revoked', target });
      };
      const step = pairChange(endOn(from), endOn(to))?.step;
      const inWindow = (day: Day | null) => day !== null && day > from && day <= to;
      const counting = rows.evidence.filter(counts);
      if (step === 'downgrades')
        expect(counting.some((row) => row.kind === 'assessment' && inWindow(row.effective_date))).toBe(true);
      if (step === 'expiries')
        expect(
          counting.some((row) => row.valid_until !== null && row.valid_until >= from && row.valid_until < to),
        ).toBe(true);
      if (step === 'expiries' || step === 'downgrades' || step === 'revocations') seen[step]++;
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });
});
