import { addDays, OPEN_END, type Day } from '../../src/common/calendar';
import { stateAfter, type Evidence, type Ledger } from '../../src/modules/skills/evidence';
import { explain } from '../../src/modules/skills/explanation';
import { levelOn, levelStateOn, computeLevelSpans, type LevelSpan } from '../../src/modules/skills/skill-level';
import { isExempt, targetOn, computeTargetSpans, type DatedTarget } from '../../src/modules/skills/skill-target';
import { findDayBelow, levelFromSpans, levelUntil, spanIndexOn } from '../../src/modules/skills/span-lookup';
import { validUntil } from '../../src/modules/skills/validity';
import { seededRandom } from '../support/seeded-random';
import { evidence, ledger, randomLedger, revocation } from '../support/ledger';

const compactSpans = (spans: readonly LevelSpan[]) => spans.map((s) => [s.from_date, s.to_date, s.level, s.cause]);

describe('the level of a skill', () => {
  it('has no span before the first counted evidence, which differs from a span at level 0', () => {
    expect(computeLevelSpans(ledger([]))).toEqual([]);
    expect(levelStateOn(ledger([]), '2025-01-01')).toEqual({ level: 0, held_level: 0, cause: null, evidence: null });
    expect(compactSpans(computeLevelSpans(ledger([evidence('assessment', 0, '2025-01-01')])))).toEqual([
      ['2025-01-01', OPEN_END, 0, 'assessment'],
    ]);
  });

  it('counts on the first and on the last valid day, and not on the next', () => {
    const trained = ledger([evidence('training', 3, '2025-03-20', { months: 12 })]);
    expect(['2025-03-19', '2025-03-20', '2026-03-20', '2026-03-21'].map((day) => levelOn(trained, day))).toEqual([
      0, 3, 3, 0,
    ]);
    expect(compactSpans(computeLevelSpans(trained))).toEqual([
      ['2025-03-20', '2026-03-20', 3, 'training'],
      ['2026-03-21', OPEN_END, 0, 'lapsed'],
    ]);
  });

  it.each([
    ['pending', { state: 'pending' as const }],
    ['rejected', { state: 'rejected' as const }],
    ['voided', { state: 'voided' as const }],
    ['a self-rating', { kind: 'self' as const }],
  ])('ignores evidence that is %s, also as an assessment’s cap', (_title, change) => {
    const solid = evidence('training', 2, '2025-01-01');
    expect(computeLevelSpans(ledger([solid, evidence('training', 4, '2025-02-01', change)]))).toEqual(
      computeLevelSpans(ledger([solid])),
    );
    const doubtful = evidence('assessment', 1, '2025-02-01', change);
    expect(levelOn(ledger([solid, doubtful]), '2025-03-01')).toBe(2);
  });

  it('is not lowered by a later, lower training; only an assessment lowers', () => {
    const strong = evidence('training', 3, '2025-01-01');
    expect(levelOn(ledger([strong, evidence('training', 1, '2025-06-01')]), '2025-07-01')).toBe(3);
    expect(levelOn(ledger([strong, evidence('assessment', 1, '2025-06-01')]), '2025-07-01')).toBe(1);
  });

  it('stays lowered after the assessment expired, until new evidence or a better assessment', () => {
    const rows = [evidence('training', 3, '2025-01-01'), evidence('assessment', 1, '2025-06-01', { months: 1 })];
    expect(levelOn(ledger(rows), '2027-01-01')).toBe(1);
    expect(levelOn(ledger([...rows, evidence('training', 2, '2026-01-01')]), '2027-01-01')).toBe(2);
    expect(levelOn(ledger([...rows, evidence('assessment', 4, '2026-01-01', { months: 1 })]), '2027-01-01')).toBe(3);
  });

  it('an assessment caps what took effect on its own day', () => {
    const rows = [evidence('assessment', 1, '2025-06-01'), evidence('training', 3, '2025-06-01')];
    expect(levelOn(ledger(rows), '2025-06-01')).toBe(1);
    expect(levelOn(ledger(rows.map((row) => ({ ...row }))), '2025-06-02')).toBe(1);
  });

  it('of two assessments only the latest counts; on the same day the one recorded last', () => {
    const earlier = evidence('assessment', 4, '2025-01-01');
    const later = evidence('assessment', 2, '2025-02-01', { months: 1 });
    expect(levelOn(ledger([earlier, later]), '2025-06-01')).toBe(0);
    const first = evidence('assessment', 1, '2025-02-01', { evidence_id: 'a' });
    const second = evidence('assessment', 3, '2025-02-01', { evidence_id: 'b' });
    expect(levelOn(ledger([second, first]), '2025-06-01')).toBe(3);
  });

  it('on a tie the evidence valid longest wins, then the latest, then the id', () => {
    const winner = (...rows: Evidence[]) => levelStateOn(ledger(rows), '2025-06-01').evidence?.evidence_id;
    const year = evidence('training', 2, '2025-05-01', { months: 12, evidence_id: 'year' });
    const ever = evidence('training', 2, '2025-01-01', { evidence_id: 'ever' });
    const fresh = evidence('training', 2, '2025-02-01', { evidence_id: 'fresh' });
    const twin = evidence('prior', 2, '2025-02-01', { evidence_id: 'twin' });
    expect(winner(year, ever)).toBe('ever');
    expect(winner(ever, year, fresh)).toBe('fresh');
    expect(winner(twin, fresh, ever)).toBe('twin');
  });

  it('is limited to the employment and counts evidence from before it', () => {
    const rows = [evidence('prior', 3, '2019-05-01'), evidence('training', 4, '2026-05-01')];
    const employed = ledger(rows, { joined: '2025-01-10', last_active_day: '2026-03-15' });
    expect(compactSpans(computeLevelSpans(employed))).toEqual([['2025-01-10', '2026-03-15', 3, 'prior']]);
    expect(['2025-01-09', '2025-01-10', '2026-03-15', '2026-03-16'].map((day) => levelOn(employed, day))).toEqual([
      0, 3, 3, 0,
    ]);
    expect(computeLevelSpans(ledger(rows, { joined: '2025-01-10', last_active_day: '2025-01-09' }))).toEqual([]);
  });

  it('evidence that ends before it starts never holds a level', () => {
    const odd = evidence('training', 3, '2025-03-01', { valid_until: '2025-02-01' });
    expect(compactSpans(computeLevelSpans(ledger([odd])))).toEqual([['2025-03-01', OPEN_END, 0, 'lapsed']]);
  });

  it('overlapping revocations are one span, and one without an end lasts', () => {
    const rows = [evidence('training', 3, '2025-01-01')];
    const revocations = [revocation('2025-02-01', '2025-02-20'), revocation('2025-02-10', '2025-03-01')];
    expect(compactSpans(computeLevelSpans(ledger(rows, { revocations })))).toEqual([
      ['2025-01-01', '2025-01-31', 3, 'training'],
      ['2025-02-01', '2025-03-01', 0, 'revoked'],
      ['2025-03-02', OPEN_END, 3, 'training'],
    ]);
    expect(levelOn(ledger(rows, { revocations: [revocation('2025-02-01', null)] }), '2099-01-01')).toBe(0);
  });
});

describe('an event upon evidence', () => {
  it('decides its state as known at an instant, and voided is final', () => {
    const events = [
      { event: 'approved' as const, recorded_at: 100 },
      { event: 'voided' as const, recorded_at: 200 },
      { event: 'approved' as const, recorded_at: 300 },
    ];
    expect([99, 100, 199, 200, 300].map((at) => stateAfter('pending', events, at))).toEqual([
      'pending',
      'approved',
      'approved',
      'voided',
      'voided',
    ]);
    expect(
      stateAfter('pending', [
        { event: 'rejected', recorded_at: 5 },
        { event: 'approved', recorded_at: 5 },
      ]),
    ).toBe('rejected');
  });
});

describe('the validity of evidence', () => {
  it.each([
    ['first', '2025-03-20', null, '2026-03-20'],
    ['renewed on the last valid day', '2026-03-20', '2026-03-20', '2027-03-20'],
    ['renewed 60 days early', '2026-01-19', '2026-03-20', '2027-03-20'],
    ['renewed 61 days early', '2026-01-18', '2026-03-20', '2027-01-18'],
    ['renewed a day late', '2026-03-21', '2026-03-20', '2027-03-21'],
    ['from a leap day', '2024-02-29', null, '2025-02-28'],
  ])('%s on %s (old expiry %s) lasts until %s', (_case, effective, previousUntil, expected) => {
    expect(validUntil({ effective, months: 12, previousUntil })).toBe(expected);
  });

  it('is unlimited without months; below one month it is refused', () => {
    expect(validUntil({ effective: '2025-01-01', months: null, previousUntil: '2025-01-02' })).toBeNull();
    expect(() => validUntil({ effective: '2025-01-01', months: 0 })).toThrow(RangeError);
  });
});

describe('the explanation of a cell', () => {
  const certificate = evidence('certificate', 3, '2025-01-15', { months: 24 });
  const assessed = evidence('assessment', 1, '2025-08-01', { months: 6 });
  const training = evidence('training', 2, '2025-10-05', { months: 12 });
  const rows = ledger([certificate, assessed, training]);

  it('names the winning evidence, the capping assessment, and the next fall with its day', () => {
    expect(explain(rows, '2025-11-01')).toMatchObject({
      level: 2,
      cause: 'training',
      evidence: training,
      capped_by: assessed,
      capped: [certificate],
      lapsed: [],
      falls: { on: '2026-10-06', level: 1, cause: 'capped', evidence_id: certificate.evidence_id },
    });
  });

  it('names the lapsed evidence, and the last fall', () => {
    expect(explain(rows, '2026-10-06')).toMatchObject({
      level: 1,
      held_level: 2,
      cause: 'capped',
      evidence: certificate,
      capped_by: assessed,
      lapsed: [training],
      falls: { on: '2027-01-16', level: 0, cause: 'lapsed' },
    });
    expect(explain(rows, '2027-02-01')).toMatchObject({
      level: 0,
      cause: 'lapsed',
      evidence: training,
      capped_by: null,
      lapsed: [training, assessed, certificate],
      falls: null,
    });
  });

  it('names the revocation that ends last, and evidence waiting for sign-off', () => {
    const long = revocation('2025-02-01', null);
    const withdrawn = { ...rows, revocations: [revocation('2025-01-01', '2025-12-31'), long] };
    expect(explain(withdrawn, '2025-11-01')).toMatchObject({
      level: 0,
      cause: 'revoked',
      evidence: null,
      revocation: long,
      falls: null,
    });
    const pending = evidence('training', 4, '2025-10-06', { state: 'pending' });
    expect(explain(ledger([...rows.evidence, pending]), '2025-11-01')).toMatchObject({ level: 2, pending: [pending] });
  });

  it('is empty for days outside employment', () => {
    const left = { ...rows, last_active_day: '2025-12-31' };
    expect(explain(left, '2026-01-01')).toMatchObject({
      level: 0,
      cause: null,
      evidence: null,
      capped: [],
      lapsed: [],
      falls: null,
    });
    expect(explain(left, '2025-12-31')).toMatchObject({ level: 2, falls: null });
  });
});

describe('the target of a skill', () => {
  const target = (target_id: string, level: number, from_date: Day, to_date: Day | null = null): DatedTarget => ({
    target_id,
    level,
    from_date,
    to_date,
  });

  it('is the highest of the roles, unless a personal target (higher or lower) is in force', () => {
    const role = [target('r2', 2, '2025-01-01'), target('r3', 3, '2025-03-01')];
    const personal = [target('p1', 1, '2025-06-01', '2025-06-30'), target('p0', 0, '2025-07-01', '2025-07-31')];
    const sources = { personal, role };
    const at = (day: Day) => targetOn(sources, day)?.level ?? null;
    expect(
      ['2024-12-31', '2025-02-28', '2025-03-01', '2025-06-01', '2025-06-30', '2025-07-01', '2025-08-01'].map(at),
    ).toEqual([null, 2, 3, 1, 1, null, 3]);
    expect(computeTargetSpans(sources)).toEqual([
      { from_date: '2025-01-01', to_date: '2025-02-28', level: 2, source: 'role', target_id: 'r2' },
      { from_date: '2025-03-01', to_date: '2025-05-31', level: 3, source: 'role', target_id: 'r3' },
      { from_date: '2025-06-01', to_date: '2025-06-30', level: 1, source: 'personal', target_id: 'p1' },
      { from_date: '2025-08-01', to_date: OPEN_END, level: 3, source: 'role', target_id: 'r3' },
    ]);
  });

  it('is muted by an exemption on its days', () => {
    const exemptions = [{ from_date: '2025-02-01', to_date: '2025-02-28' }];
    expect(['2025-01-31', '2025-02-01', '2025-02-28', '2025-03-01'].map((day) => isExempt(exemptions, day))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });
});

const BEGIN = '2024-12-15';
const DAYS = 420;

/** The rule of docs/skill-levels.md as a list of candidates: slow, and written independently of the implementation. */
function referenceLevel({ evidence: rows, revocations, joined, last_active_day }: Ledger, D: Day): number {
  if (D < joined || (last_active_day && D > last_active_day)) return 0;
  if (revocations.some((r) => r.from_date <= D && D <= (r.to_date ?? OPEN_END))) return 0;
  const known = rows.filter((e) => e.state === 'approved' && e.kind !== 'self' && e.effective_date <= D);
  const A = known
    .filter((e) => e.kind === 'assessment')
    .sort((a, b) => `${b.effective_date}${b.evidence_id}`.localeCompare(`${a.effective_date}${a.evidence_id}`))[0];
  const valid = known.filter((e) => (e.valid_until ?? OPEN_END) >= D);
  const others = valid.filter((e) => e.kind !== 'assessment');
  const candidates = [
    ...(A && valid.includes(A) ? [A.level] : []),
    ...others.filter((e) => !A || e.effective_date > A.effective_date).map((e) => e.level),
    ...others.filter((e) => A && e.effective_date <= A.effective_date).map((e) => Math.min(e.level, A!.level)),
  ];
  return Math.max(0, ...candidates);
}

describe('random histories (600, from fixed seeds)', () => {
  const histories = Array.from({ length: 600 }, (_, seed) => ({ seed, rows: randomLedger(seededRandom(seed)) }));

  it('the level read from spans is the level of the ledger and of the page, on every day', () => {
    for (const { seed, rows } of histories) {
      const spans = computeLevelSpans(rows);
      for (let n = 0, day = BEGIN; n < DAYS; n++, day = addDays(day, 1)) {
        const level = levelOn(rows, day);
        if (levelFromSpans(spans, day) !== level || referenceLevel(rows, day) !== level) {
          throw new Error(
            `history ${seed} on ${day}: ledger ${level}, spans ${levelFromSpans(spans, day)}, page ${referenceLevel(rows, day)}`,
          );
        }
      }
    }
  });

  it('valid until is the last day from then on without a day below that level, on every day', () => {
    for (const { seed, rows } of histories) {
      const spans = computeLevelSpans(rows);
      // The last level that the window knows lasts, or ends after it: what lies behind is not walked.
      const levels = Array.from({ length: 3 * DAYS }, (_, n) => levelOn(rows, addDays(BEGIN, n)));
      for (let n = 0; n < DAYS; n += 3) {
        const level = levels[n]!;
        const below = levels.findIndex((other, day) => day > n && other < level);
        const expected = level === 0 || below < 0 ? null : addDays(BEGIN, below - 1);
        const answer = levelUntil(spans, addDays(BEGIN, n));
        if (answer !== expected) throw new Error(`history ${seed} on day ${n}: ${answer}, not ${expected}`);
      }
    }
  });

  it('cause, held level and evidence read from spans are those of the ledger, on every day', () => {
    for (const { seed, rows } of histories) {
      const spans = computeLevelSpans(rows);
      for (let n = 0, day = BEGIN; n < DAYS; n += 3, day = addDays(day, 3)) {
        const { held_level, cause, evidence: winner, level } = levelStateOn(rows, day);
        const span = spans[spanIndexOn(spans, day)];
        const fromSpans = [span?.held_level ?? 0, span?.cause ?? null, span?.evidence_id ?? null];
        if (`${fromSpans}` !== `${[held_level, cause, winner?.evidence_id ?? null]}`)
          throw new Error(`history ${seed} on ${day}: ${fromSpans}`);
        if (held_level < level) throw new Error(`history ${seed} on ${day}: holds less than it shows`);
      }
    }
  });

  it('spans rebuilt from a shuffled ledger are identical, byte for byte', () => {
    for (const { seed, rows } of histories) {
      const random = seededRandom(seed + 10_000);
      const shuffled = {
        ...rows,
        evidence: random.shuffle(rows.evidence),
        revocations: random.shuffle(rows.revocations),
      };
      expect(JSON.stringify(computeLevelSpans(shuffled))).toBe(JSON.stringify(computeLevelSpans(rows)));
    }
  });

  it('spans are in order, do not overlap, are merged and stay within employment', () => {
    for (const { rows } of histories) {
      const spans = computeLevelSpans(rows);
      spans.forEach((span, index) => {
        expect(
          span.from_date <= span.to_date &&
            span.from_date >= rows.joined &&
            span.to_date <= (rows.last_active_day ?? OPEN_END),
        ).toBe(true);
        const next = spans[index + 1];
        if (!next) return;
        expect(next.from_date > span.to_date).toBe(true);
        const { from_date: _f, to_date: _t, ...facts } = span;
        const { from_date, to_date: _u, ...nextFacts } = next;
        if (from_date === addDays(span.to_date, 1)) expect(nextFacts).not.toEqual(facts);
      });
    }
  });

  it('the next fall of the explanation is the first lower day of the ledger', () => {
    for (const { seed, rows } of histories.slice(0, 200)) {
      const on = addDays('2025-01-01', seededRandom(seed + 5).integer(0, 200));
      const { level, falls } = explain(rows, on);
      const end = rows.last_active_day ?? '2026-12-31';
      let expected: Day | null = null;
      for (let day = addDays(on, 1); day <= end && !expected; day = addDays(day, 1))
        if (levelOn(rows, day) < level) expected = day;
      expect(falls?.on ?? null).toBe(expected);
      const spans = computeLevelSpans(rows);
      const index = spanIndexOn(spans, on);
      if (index >= 0) expect(findDayBelow(spans, index, level, OPEN_END)).toBe(expected);
    }
  });
});
