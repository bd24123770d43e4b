import { mergeActivity, type RecentRecords } from '../../admin/src/features/staff/person/activity';
import {
  plotSteps,
  toPercent,
  findTimeRange,
  listYearMarks,
} from '../../admin/src/features/staff/person/timeline-scale';

const level = (from_date: string, to_date: string | null, value: number) => ({
  from_date,
  to_date,
  level: value,
  cause: 'training',
  evidence: null,
});
const skill = (...levels: ReturnType<typeof level>[]) => ({
  skill_id: 's',
  skill_code: 'S',
  skill_name: 'Skill',
  skill_group: null,
  levels,
  targets: [],
});

describe('the line of a skill over time', () => {
  it('begins with the first level of all skills, and a year ago at the latest', () => {
    const [old, recent] = [skill(level('2024-05-01', null, 1)), skill(level('2026-03-01', null, 1))];
    expect(findTimeRange([recent, old], '2026-03-31')).toMatchObject({ from: '2024-05-01', today: '2026-03-31' });
    expect(findTimeRange([recent], '2026-03-31').from).toBe('2025-03-31');
    expect(findTimeRange([], '2026-03-31').from).toBe('2025-03-31');
    expect(findTimeRange([skill(level('1999-01-01', null, 1))], '2026-03-31').from.slice(0, 4)).toBe('2021');
  });

  it('has each step from its first day to the day after its last, cut off where the drawing ends', () => {
    const stretch = { from: '2026-01-01', today: '2026-03-01', to: '2026-04-11' };
    const steps = plotSteps(
      [
        level('2020-01-01', '2025-12-31', 1),
        level('2025-06-01', '2026-01-20', 2),
        level('2026-01-21', null, 3),
        level('2027-01-01', null, 4),
      ],
      stretch,
    );
    expect(steps.map(({ level: value, begin, end }) => [value, begin, end])).toEqual([
      [2, 0, 20],
      [3, 20, 100],
    ]);
    expect(toPercent('2026-02-20', stretch)).toBe(50);
    const years = (now: number) => listYearMarks({ from: '2024-07-01', today: '2026-03-01', to: '2026-09-01' }, now);
    expect(years(90).map(({ year }) => year)).toEqual(['2025', '2026']);
    expect(years(72).map(({ year }) => year)).toEqual(['2025']);
  });
});

describe('recent activity', () => {
  const noActivity: RecentRecords = { assigned: [], completed: [], attempts: [], evidence: [] };
  const createActivity = (more: Record<string, object[]>) => ({ ...noActivity, ...more }) as unknown as RecentRecords;

  it('is in the order of time, what has only its day at the end of it, and no more than asked for', () => {
    const all = createActivity({
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
    const latest = (count: number) => mergeActivity(all, count).map(({ type }) => type);
    expect(latest(9)).toEqual(['evidence', 'completed', 'attempt', 'assigned']);
    expect(latest(2)).toEqual(['evidence', 'completed']);
    expect(mergeActivity(noActivity, 9)).toEqual([]);
  });
});
