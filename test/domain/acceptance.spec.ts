/** The acceptance table of docs/skill-levels.md, row by row, on the pure functions. */
import { addDays, addMonths, financialYear } from '../../src/common/calendar';
import { percent, formatTwoDecimals } from '../../src/common/rounding';
import { passes, score } from '../../src/modules/quizzes/grading';
import { coverage } from '../../src/modules/reports/aggregates';
import { levelOn, computeLevelSpans, type LevelSpan } from '../../src/modules/skills/skill-level';
import { levelFromSpans } from '../../src/modules/skills/span-lookup';
import { grantedLevels } from '../../src/modules/trainings/granted-levels';
import {
  mergeRanges,
  reachesThreshold,
  shareHundredths,
  shareText,
  type WatchedRange,
} from '../../src/modules/trainings/watched-ranges';
import { Company, SKILL_CODES, SKILLS, type Skill } from '../support/acceptance-company';
import { evidence, ledger, revocation } from '../support/ledger';

const OPENING = '2026-02-28';
const CLOSING = '2026-03-31';
const kolkata = new Company();
const compactSpans = (spans: readonly LevelSpan[]) => spans.map((s) => [s.from_date, s.to_date, s.level]);

describe('the acceptance table', () => {
  it('row 1: opening totals', () => {
    const totals = kolkata.requirements(addDays('2026-03-01', -1));
    expect([totals.required, totals.compliant, totals.compliance, totals.gap]).toEqual([7, 4, 57.14, 7]);
    expect(formatTwoDecimals(totals.attainment)).toBe('65.00');
  });

  it('row 2: closing totals', () => {
    const totals = kolkata.requirements(CLOSING);
    expect([totals.required, totals.compliant, totals.compliance, totals.attainment, totals.gap]).toEqual([
      6, 2, 33.33, 35.29, 11,
    ]);
    expect(percent(6, 17)).toBe(35.29);
  });

  it('row 3: the bridge 4 + 1 − 1 − 1 − 1 = 2', () => {
    expect(kolkata.bridge(OPENING, CLOSING).figures).toEqual({
      opening: 4,
      gains: 1,
      expiries: 1,
      downgrades: 1,
      revocations: 0,
      joiners: 0,
      leavers: 1,
      retargeted: 0,
      closing: 2,
    });
  });

  it('row 4: Asha’s FORK is 3 on its last valid day and EXPIRED the day after', () => {
    expect(kolkata.level('Asha', 'FORK', '2026-03-20')).toBe(3);
    expect(kolkata.level('Asha', 'FORK', '2026-03-21')).toBe(0);
    expect(kolkata.status('Asha', 'FORK', '2026-03-20')).toBe('EXPIRING');
    expect(kolkata.status('Asha', 'FORK', CLOSING)).toBe('EXPIRED');
    expect(kolkata.level('Asha', 'FORK', CLOSING) - kolkata.level('Asha', 'FORK', OPENING)).toBe(-3);
    // An expiry is not an event: the ledger has no new rows in the period.
    const newEvidence = kolkata.ledger('Asha', 'FORK').evidence.filter((row) => row.effective_date > OPENING);
    expect(newEvidence).toEqual([]);
  });

  it('row 5: Devi has levels and no target, and is in no denominator', () => {
    expect(kolkata.status('Devi', 'WELD', CLOSING)).toBe('EXTRA');
    expect(kolkata.status('Devi', 'FIRE', CLOSING)).toBe('EXTRA');
    expect(kolkata.status('Devi', 'QC', CLOSING)).toBe('NONE');
    const totals = kolkata.requirements(CLOSING, ['Devi']);
    expect([totals.required, totals.compliance, totals.attainment, formatTwoDecimals(totals.compliance)]).toEqual([
      0,
      null,
      null,
      null,
    ]);
    expect(kolkata.skill('FIRE', CLOSING).qualified).toBe(2);
  });

  it('row 6: removing an assignment removes neither level nor target', () => {
    expect(kolkata.level('Devi', 'WELD', CLOSING)).toBe(2);
    expect(kolkata.status('Chen', 'FORK', CLOSING)).toBe('MISSING');
  });

  it('row 7: Esra is absent after her last active day and present before', () => {
    expect(kolkata.active(CLOSING)).not.toContain('Esra');
    expect(kolkata.active(OPENING)).toContain('Esra');
    expect(kolkata.level('Esra', 'FORK', OPENING)).toBe(3);
    expect(compactSpans(kolkata.spans('Esra', 'FORK'))).toEqual([['2025-08-01', '2026-03-15', 3]]);
    expect([OPENING, CLOSING].map((day) => kolkata.skill('FORK', day).qualified)).toEqual([2, 0]);
  });

  it('row 8: the same submit is 1 April in Kolkata and 31 March in New York', () => {
    expect(kolkata.level('Chen', 'QC', CLOSING)).toBe(0);
    expect(kolkata.level('Chen', 'QC', '2026-04-01')).toBe(3);
    const newYork = new Company('America/New_York');
    expect(newYork.level('Chen', 'QC', CLOSING)).toBe(3);
    const totals = newYork.requirements(CLOSING);
    expect([totals.compliant, totals.required, totals.attainment]).toEqual([3, 6, 52.94]);
    expect(formatTwoDecimals(totals.compliance)).toBe('50.00');
    const { opening, gains, closing } = newYork.bridge(OPENING, CLOSING).figures;
    expect([opening, gains, closing]).toEqual([4, 2, 3]);
  });

  it.each<[Skill, number, number | null]>([
    ['FORK', 0, 0],
    ['WELD', 1, 50],
    ['QC', 0, 0],
    ['FIRE', 2, 100],
  ])('row 9: %s is covered by %d, that is %d %%', (skill, qualified, share) => {
    const totals = kolkata.skill(skill, CLOSING);
    expect(totals.bus_factor).toBe(qualified);
    expect(totals.coverage(SKILLS[skill].required_headcount)).toBe(share);
  });

  it('row 9: the single point of WELD is Asha', () => {
    expect(kolkata.active(CLOSING).filter((name) => kolkata.level(name, 'WELD', CLOSING) >= 3)).toEqual(['Asha']);
  });

  it('row 10: the forecast for 30 April', () => {
    const forecast = '2026-04-30';
    expect(kolkata.skill('FIRE', forecast).qualified).toBe(1);
    expect(kolkata.skill('FIRE', forecast).coverage(2)).toBe(50);
    expect(kolkata.skill('QC', forecast).coverage(1)).toBe(100);
    const totals = kolkata.requirements(forecast);
    expect([totals.compliant, totals.required]).toEqual([2, 6]);
    expect([kolkata.level('Bala', 'FIRE', '2026-04-10'), kolkata.level('Bala', 'FIRE', '2026-04-11')]).toEqual([2, 0]);
    expect(kolkata.status('Bala', 'FIRE', CLOSING)).toBe('EXPIRING');
    expect(kolkata.level('Bala', 'FIRE', CLOSING)).toBe(2);
    expect(kolkata.skill('FIRE', CLOSING).at_risk).toBe(1);
  });

  it('rows 4 and 10: a downgrade is BELOW, not EXPIRED, also after the training lapsed', () => {
    expect(kolkata.status('Bala', 'WELD', CLOSING)).toBe('BELOW');
    expect(kolkata.status('Bala', 'WELD', '2027-05-01')).toBe('BELOW');
  });

  it('row 11: several trainings of one skill give spans 2, 3, 2', () => {
    const rows = ledger([
      evidence('training', 2, '2025-01-10'),
      evidence('training', 3, '2025-06-01', { months: 12 }),
      evidence('training', 1, '2025-09-01'),
    ]);
    expect(compactSpans(computeLevelSpans(rows))).toEqual([
      ['2025-01-10', '2025-05-31', 2],
      ['2025-06-01', '2026-06-01', 3],
      ['2026-06-02', '9999-12-31', 2],
    ]);
  });

  it('row 12: an assessment caps beyond its own expiry', () => {
    const rows = ledger([
      evidence('certificate', 3, '2025-01-15', { valid_until: '2027-01-15' }),
      evidence('assessment', 1, '2025-08-01', { valid_until: '2026-02-01' }),
      evidence('training', 2, '2025-10-05', { valid_until: '2026-10-05' }),
    ]);
    expect(compactSpans(computeLevelSpans(rows))).toEqual([
      ['2025-01-15', '2025-07-31', 3],
      ['2025-08-01', '2025-10-04', 1],
      ['2025-10-05', '2026-10-05', 2],
      ['2026-10-06', '2027-01-15', 1],
      ['2027-01-16', '9999-12-31', 0],
    ]);
  });

  it('row 13: a raising assessment expires and the certificate remains', () => {
    const rows = ledger([
      evidence('certificate', 3, '2025-01-15', { valid_until: '2028-01-15' }),
      evidence('assessment', 4, '2025-08-01', { valid_until: '2026-08-01' }),
    ]);
    expect(
      ['2025-07-31', '2025-08-01', '2026-08-01', '2026-08-02', '2028-01-15', '2028-01-16'].map((day) =>
        levelOn(rows, day),
      ),
    ).toEqual([3, 4, 4, 3, 3, 0]);
  });

  it('row 14: a revocation withdraws the skill on its days and touches no evidence', () => {
    const rows = ledger([evidence('training', 3, '2025-03-20', { months: 24 })], {
      revocations: [revocation('2026-02-10', '2026-03-10')],
    });
    const spans = computeLevelSpans(rows);
    const days = ['2026-02-09', '2026-02-10', '2026-03-10', '2026-03-11'];
    expect(days.map((day) => levelFromSpans(spans, day))).toEqual([3, 0, 0, 3]);
    expect(spans.map((span) => span.cause)).toEqual(['training', 'revoked', 'training', 'lapsed']);
  });

  it('row 15: a quiz is decided on integers and displayed with half-up rounding', () => {
    expect([score(18, 22), passes(18, 22, 80)]).toEqual([81.82, true]);
    expect([score(17, 22), passes(17, 22, 80)]).toEqual([77.27, false]);
    expect([formatTwoDecimals(score(19_999, 25_000)), passes(19_999, 25_000, 80)]).toEqual(['80.00', false]);
  });

  it('row 15: of the attempts 60, 85, 70 the second grants the evidence and the third does not lower it', () => {
    const bands = [{ skill_id: 'FORK', min_score: 80, level: 3, validity_months: 12 }];
    const tries = [60, 85, 70].map((correct) => ({ correct, total: 100 }));
    const passed = tries.map(({ correct, total }) => passes(correct, total, 80));
    expect(passed).toEqual([false, true, false]);
    expect(tries.map((result) => grantedLevels(bands, result).map((band) => band.level))).toEqual([[], [3], []]);
    expect(percent(passed.filter(Boolean).length, tries.length)).toBe(33.33);
    expect(percent(passed[0] ? 1 : 0, 1)).toBe(0);
    // Attempt 3 wrote nothing, so the ledger is that of attempt 2.
    expect(levelOn(ledger([evidence('training', 3, '2026-01-02', { months: 12 })]), '2026-01-03')).toBe(3);
  });

  it('row 16: a video of 600 s', () => {
    const seconds = (ranges: [number, number][]) =>
      mergeRanges(
        ranges.map(([from, to]) => [from * 1000, to * 1000] as WatchedRange),
        600_000,
      );
    const sufficient = seconds([
      [0, 300],
      [250, 500],
      [560, 600],
    ]);
    expect([shareText(shareHundredths(sufficient, 600_000)), reachesThreshold(sufficient, 600_000)]).toEqual([
      '90.00',
      true,
    ]);
    const repeated = seconds(Array.from({ length: 6 }, () => [0, 100] as [number, number]));
    // Rounded down, so that a share is never displayed too high.
    expect([shareText(shareHundredths(repeated, 600_000)), reachesThreshold(repeated, 600_000)]).toEqual([
      '16.66',
      false,
    ]);
  });

  it('row 17: months clamp to the month’s end', () => {
    expect(addMonths('2025-01-31', 1)).toBe('2025-02-28');
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28');
  });

  it('the bridge of every window within two years balances, and its ends are the compliant pairs', () => {
    for (let day = '2025-01-01'; day < '2027-01-01'; day = addDays(day, 11)) {
      const to = addDays(day, 75);
      const figures = kolkata.bridge(day, to).figures;
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
      expect([figures.opening, figures.closing]).toEqual([
        kolkata.requirements(day).compliant,
        kolkata.requirements(to).compliant,
      ]);
    }
  });

  it('without a required headcount there is no coverage, and a surplus is no more than 100 %', () => {
    expect([coverage(3, null), coverage(3, 2), coverage(1, 3)]).toEqual([null, 100, 33.33]);
    expect(SKILL_CODES).toHaveLength(4);
    expect(financialYear(CLOSING, 4).from).toBe('2025-04-01');
  });
});
