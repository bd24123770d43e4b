import { happenedLately, type Lately } from '../../admin/src/features/staff/person/activity';
import { drawn, placeOf, stretchOf, yearsOf } from '../../admin/src/features/staff/person/history-line';

const level = (from_date: string, to_date: string | null, of: number) => ({
  ...{ from_date, to_date, level: of, cause: 'training', evidence: null },
});
const skill = (...levels: ReturnType<typeof level>[]) => ({
  ...{ skill_id: 's', skill_code: 'S', skill_name: 'Skill', skill_group: null, levels, targets: [] },
});

describe('the line of a skill over time', () => {
  it('begins with the first level of all skills, and a year ago at the latest', () => {
    const [old, recent] = [skill(level('2024-05-01', null, 1)), skill(level('2026-03-01', null, 1))];
    expect(stretchOf([recent, old], '2026-03-31')).toMatchObject({ from: '2024-05-01', today: '2026-03-31' });
    expect(stretchOf([recent], '2026-03-31').from).toBe('2025-03-31');
    expect(stretchOf([], '2026-03-31').from).toBe('2025-03-31');
    expect(stretchOf([skill(level('1999-01-01', null, 1))], '2026-03-31').from.slice(0, 4)).toBe('2021');
  });

  it('has each step from its first day to the day after its last, cut off where the drawing ends', () => {
    const stretch = { from: '2026-01-01', today: '2026-03-01', to: '2026-04-11' };
    const steps = drawn(
      [
        level('2020-01-01', '2025-12-31', 1),
        level('2025-06-01', '2026-01-20', 2),
        level('2026-01-21', null, 3),
        level('2027-01-01', null, 4),
      ],
      stretch,
    );
    expect(steps.map(({ level: of, begin, end }) => [of, begin, end])).toEqual([
      [2, 0, 20],
      [3, 20, 100],
    ]);
    expect(placeOf('2026-02-20', stretch)).toBe(50);
    const years = (now: number) => yearsOf({ from: '2024-07-01', today: '2026-03-01', to: '2026-09-01' }, now);
    expect(years(90).map(({ year }) => year)).toEqual(['2025', '2026']);
    expect(years(72).map(({ year }) => year)).toEqual(['2025']);
  });
});

describe('what happened lately', () => {
  const nothing: Lately = { assigned: [], completed: [], attempts: [], evidence: [] };
  const lately = (more: Record<string, object[]>) => ({ ...nothing, ...more }) as unknown as Lately;

  it('is in the order of time, what has only its day at the end of it, and no more than asked for', () => {
    const all = lately({
      assigned: [{ assignment_id: '1', assigned_on: '2026-03-01' }],
      completed: [
        { assignment_id: '1', completed_at: '2026-03-05T10:00:00.000Z' },
        { assignment_id: '2', completed_at: null },
      ],
      attempts: [
        { attempt_id: '3', submitted_at: '2026-03-05T09:00:00.000Z' },
        { attempt_id: '4', submitted_at: null },
      ],
      evidence: [{ evidence_id: '5', effective_date: '2026-03-05' }],
    });
    const latest = (count: number) => happenedLately(all, count).map(({ what }) => what);
    expect(latest(9)).toEqual(['evidence', 'completed', 'attempt', 'assigned']);
    expect(latest(2)).toEqual(['evidence', 'completed']);
    expect(happenedLately(nothing, 9)).toEqual([]);
  });
});
