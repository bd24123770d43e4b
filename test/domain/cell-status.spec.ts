import { addDays } from '../../src/common/calendar';
import { CELL_STATUSES } from '../../src/contract/skill-matrix';
import { cellStatus, statusFromSpans, type CellState } from '../../src/modules/reports/cell-status';
import { computeLevelSpans, type LevelSpan } from '../../src/modules/skills/skill-level';
import { seededRandom } from '../support/seeded-random';
import { evidence, ledger, revocation } from '../support/ledger';

const buildFacts = (change: Partial<CellState>): CellState => ({
  exempt: false,
  revoked: false,
  level: 0,
  held_level: 0,
  target: null,
  falls_below: false,
  ...change,
});

describe('the status of a cell', () => {
  it('has a number for each, in order of precedence', () => {
    expect(CELL_STATUSES).toEqual([
      'NA',
      'REVOKED',
      'EXPIRING',
      'MET',
      'EXCEEDS',
      'EXPIRED',
      'BELOW',
      'MISSING',
      'EXTRA',
      'NONE',
    ]);
  });

  it.each<[string, Partial<CellState>]>([
    ['NA', { exempt: true, revoked: true, level: 3, target: 3 }],
    ['REVOKED', { revoked: true, target: 3, held_level: 3 }],
    ['REVOKED', { revoked: true }],
    ['EXPIRING', { level: 3, held_level: 3, target: 3, falls_below: true }],
    ['EXPIRING', { level: 4, held_level: 4, target: 3, falls_below: true }],
    ['MET', { level: 3, held_level: 4, target: 3 }],
    ['EXCEEDS', { level: 4, held_level: 4, target: 3 }],
    ['EXPIRED', { level: 0, held_level: 3, target: 3 }],
    ['EXPIRED', { level: 2, held_level: 3, target: 3 }],
    // Level 0, and the lapsed level was below the target: not "nothing lapsed".
    ['EXPIRED', { level: 0, held_level: 2, target: 3 }],
    ['BELOW', { level: 2, held_level: 2, target: 3 }],
    ['BELOW', { level: 1, held_level: 2, target: 3 }],
    ['MISSING', { target: 3 }],
    ['EXTRA', { level: 1, held_level: 1 }],
    ['EXTRA', { level: 1, held_level: 1, target: 0 }],
    ['NONE', {}],
    ['NONE', { held_level: 3 }],
  ])('is %s for %j', (expected, change) => {
    expect(cellStatus(buildFacts(change))).toBe(expected);
  });

  const status = (spans: LevelSpan[], on: string, target: number | null, warn = 60) =>
    statusFromSpans(spans, 0, spans.length, on, addDays(on, warn), target, false);

  it('warns from 60 days before the first day below the target', () => {
    const spans = computeLevelSpans(ledger([evidence('training', 3, '2025-03-20', { months: 12 })]));
    // The first day below is 2026-03-21; sixty days before it is 2026-01-20.
    expect(status(spans, '2026-01-19', 3)).toBe('MET');
    expect(status(spans, '2026-01-20', 3)).toBe('EXPIRING');
    expect(status(spans, '2026-03-20', 3)).toBe('EXPIRING');
    expect(status(spans, '2026-03-21', 3)).toBe('EXPIRED');
    expect(status(spans, '2026-03-20', null)).toBe('EXTRA');
    expect(status(spans, '2026-02-10', 3, 30)).toBe('MET');
  });

  it('does not warn when a renewal follows, when the next level still suffices, or when the person leaves', () => {
    const original = evidence('training', 3, '2025-03-20', { months: 12 });
    const renewed = evidence('training', 3, '2026-02-01', { valid_until: '2027-03-20' });
    expect(status(computeLevelSpans(ledger([original, renewed])), '2026-03-01', 3)).toBe('MET');
    const lasting = evidence('prior', 2, '2025-01-01');
    expect(status(computeLevelSpans(ledger([original, lasting])), '2026-03-01', 2)).toBe('EXCEEDS');
    expect(status(computeLevelSpans(ledger([original, lasting])), '2026-03-01', 3)).toBe('EXPIRING');
    expect(status(computeLevelSpans(ledger([original], { last_active_day: '2026-03-10' })), '2026-03-01', 3)).toBe(
      'MET',
    );
  });

  it('warns of a drop after a first sufficient span, and of a future revocation', () => {
    const first = evidence('training', 4, '2025-01-01', { valid_until: '2026-03-10' });
    const second = evidence('training', 3, '2025-01-01', { valid_until: '2026-03-20' });
    expect(status(computeLevelSpans(ledger([first, second])), '2026-03-01', 3)).toBe('EXPIRING');
    const withdrawn = ledger([evidence('training', 3, '2025-01-01')], {
      revocations: [revocation('2026-03-10', '2026-03-12')],
    });
    expect(status(computeLevelSpans(withdrawn), '2026-03-01', 3)).toBe('EXPIRING');
    expect(status(computeLevelSpans(withdrawn), '2026-03-11', 3)).toBe('REVOKED');
    expect(status(computeLevelSpans(withdrawn), '2026-03-13', 3)).toBe('MET');
  });

  it('is computed for 1,000 staff × 100 skills from one flat list of spans', () => {
    const random = seededRandom(1);
    const spans: LevelSpan[] = [];
    const starts: number[] = [];
    for (let cell = 0; cell < 100_000; cell++) {
      starts.push(spans.length);
      const cut = addDays('2026-01-01', random.integer(0, 300));
      const base = { held_level: 3, evidence_id: 'e', cause: 'training' as const };
      spans.push({ ...base, from_date: '2025-01-01', to_date: cut, level: random.integer(0, 4) });
      spans.push({ ...base, from_date: addDays(cut, 1), to_date: '9999-12-31', level: random.integer(0, 4) });
    }
    starts.push(spans.length);
    const statusCounts = new Map<string, number>();
    for (let cell = 0; cell < 100_000; cell++) {
      const kind = statusFromSpans(spans, starts[cell]!, starts[cell + 1]!, '2026-03-31', '2026-05-30', 3, false);
      statusCounts.set(kind, (statusCounts.get(kind) ?? 0) + 1);
    }
    expect([...statusCounts.values()].reduce((a, b) => a + b)).toBe(100_000);
  });
});
