import { divideToHundredths, mean, percent, progressPercent, formatTwoDecimals } from '../../src/common/rounding';
import { RequirementTotals, SkillTotals } from '../../src/modules/reports/aggregates';
import { Bridge, classifyChange, type BridgeEnd } from '../../src/modules/reports/bridge';
import { addDays, type Day } from '../../src/common/calendar';
import { countsTowardsLevel } from '../../src/modules/skills/evidence';
import { levelStateOn } from '../../src/modules/skills/skill-level';
import { seededRandom, type SeededRandom } from '../support/seeded-random';
import { randomLedger } from '../support/ledger';

describe('a displayed figure', () => {
  it('is rounded half up on integers, and null without a denominator', () => {
    expect([percent(1, 3), percent(2, 3), percent(1, 800), percent(4, 7), percent(0, 5), percent(5, 5)]).toEqual([
      33.33, 66.67, 0.13, 57.14, 0, 100,
    ]);
    // 1.005 has no exact binary fraction and still rounds up.
    expect([percent(1005, 100_000), mean(201, 200), divideToHundredths(1, 200)]).toEqual([1.01, 1.01, 1]);
    expect([percent(0, 0), mean(0, 0), formatTwoDecimals(null)]).toEqual([null, null, null]);
    expect(formatTwoDecimals(80)).toBe('80.00');
    expect(() => percent(0.5, 2)).toThrow(RangeError);
  });

  it('is 100 only when complete, and 0 only when empty', () => {
    const shares = [progressPercent(49_999, 50_000), progressPercent(50_000, 50_000), progressPercent(1, 50_000)];
    expect([...shares, progressPercent(0, 50_000), progressPercent(18, 22), progressPercent(0, 0)]).toEqual([
      ...[99.99, 100, 0.01],
      ...[0, 81.82, null],
    ]);
  });
});

describe('the totals of requirements', () => {
  it('give no partial credit for compliance, partial credit for attainment, and none above the target', () => {
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
  const compliant = end({ level: 3 });
  it.each<[string, BridgeEnd, BridgeEnd, ReturnType<typeof classifyChange>]>([
    ['stays', compliant, end({ level: 4 }), null],
    ['never was', end(), end({ level: 2 }), null],
    ['gained', end({ level: 2 }), compliant, { step: 'gains', by: 1 }],
    ['given back after a revocation', end({ revoked: true }), compliant, { step: 'gains', by: 1 }],
    ['expired', compliant, end({ held_level: 3 }), { step: 'expiries', by: -1 }],
    ['expired to a lower level', compliant, end({ level: 2, held_level: 3 }), { step: 'expiries', by: -1 }],
    ['downgraded', compliant, end({ level: 1 }), { step: 'downgrades', by: -1 }],
    ['expired, then assessed lower', compliant, end({ level: 0, held_level: 1 }), { step: 'downgrades', by: -1 }],
    ['revoked', compliant, end({ revoked: true }), { step: 'revocations', by: -1 }],
    ['joined', end({ active: false }), compliant, { step: 'joiners', by: 1 }],
    ['left', compliant, end({ active: false }), { step: 'leavers', by: -1 }],
    ['left while revoked', compliant, end({ active: false, revoked: true }), { step: 'leavers', by: -1 }],
    ['target set on a level already there', end({ level: 3, target: null }), compliant, { step: 'retargeted', by: 1 }],
    ['target lowered to the level', end({ level: 2 }), end({ level: 2, target: 2 }), { step: 'retargeted', by: 1 }],
    ['target raised above the level', compliant, end({ level: 3, target: 4 }), { step: 'retargeted', by: -1 }],
    ['target ended, or exempt', compliant, end({ level: 3, target: null }), { step: 'retargeted', by: -1 }],
    ['target set and level gained', end({ target: null }), compliant, { step: 'gains', by: 1 }],
  ])('%s', (_title, opening, closing, expected) => {
    expect(classifyChange(opening, closing)).toEqual(expected);
  });

  const anyEnd = (random: SeededRandom): BridgeEnd => {
    const revoked = random.bool(10);
    const level = revoked ? 0 : random.integer(0, 4);
    return {
      active: random.bool(85),
      level,
      revoked,
      held_level: random.integer(level, 4),
      target: random.bool(20) ? null : random.integer(0, 4),
    };
  };

  it('always balances (2,000 random companies)', () => {
    for (let seed = 0; seed < 2000; seed++) {
      const random = seededRandom(seed);
      const bridge = new Bridge();
      const [opening, closing] = [new RequirementTotals(), new RequirementTotals()];
      for (let pair = random.integer(0, 40); pair > 0; pair--) {
        const [before, after] = [anyEnd(random), anyEnd(random)];
        bridge.add(before, after);
        if (before.active) opening.add(before.level, before.target);
        if (after.active) closing.add(after.level, after.target);
      }
      const figures = bridge.figures;
      expect(
        figures.opening +
          figures.gains -
          figures.expiries -
          figures.downgrades -
          figures.revocations +
          figures.joiners -
          figures.leavers +
          figures.retargeted,
      ).toBe(figures.closing);
      expect([figures.opening, figures.closing]).toEqual([opening.compliant, closing.compliant]);
      for (const [step, count] of Object.entries(figures))
        if (step !== 'retargeted') expect(count).toBeGreaterThanOrEqual(0);
    }
  });

  it('reports a downgrade only with an assessment, and an expiry only when evidence ended (random histories)', () => {
    const stepCounts = { expiries: 0, downgrades: 0, revocations: 0 };
    for (let seed = 0; seed < 1500; seed++) {
      const random = seededRandom(seed);
      const rows = { ...randomLedger(random), joined: '2020-01-01', last_active_day: null };
      const from = addDays('2025-01-01', random.integer(0, 250));
      const to = addDays(from, random.integer(1, 150));
      const target = random.integer(1, 4);
      const endOn = (day: Day) => {
        const { level, held_level, cause } = levelStateOn(rows, day);
        return end({ level, held_level, revoked: cause === 'revoked', target });
      };
      const step = classifyChange(endOn(from), endOn(to))?.step;
      const inWindow = (day: Day | null) => day !== null && day > from && day <= to;
      const effectiveEvidence = rows.evidence.filter(countsTowardsLevel);
      if (step === 'downgrades')
        expect(effectiveEvidence.some((row) => row.kind === 'assessment' && inWindow(row.effective_date))).toBe(true);
      if (step === 'expiries')
        expect(
          effectiveEvidence.some((row) => row.valid_until !== null && row.valid_until >= from && row.valid_until < to),
        ).toBe(true);
      if (step === 'expiries' || step === 'downgrades' || step === 'revocations') stepCounts[step]++;
    }
    for (const count of Object.values(stepCounts)) expect(count).toBeGreaterThan(10);
  });
});
