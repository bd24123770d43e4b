import { heldRoles, pastFrom, roleOn, type PastRole } from '../../src/staff/job-role-history';

const joined = '2024-02-29';

describe('the job roles of a person', () => {
  it('change from a day on, and stay what they were before', () => {
    const past = pastFrom([], 'welder', 'foreman', '2026-03-01', joined);
    expect(past).toEqual([{ job_role_id: 'welder', to_date: '2026-02-28' }]);
    expect(['2024-02-29', '2026-02-28', '2026-03-01'].map((day) => roleOn(past, 'foreman', day))).toEqual([
      'welder',
      'welder',
      'foreman',
    ]);
    expect(heldRoles(past, 'foreman')).toEqual([
      { job_role_id: 'welder', from_date: null, to_date: '2026-02-28' },
      { job_role_id: 'foreman', from_date: '2026-03-01', to_date: null },
    ]);
  });

  it('twice on a day leave what lasted less than one out', () => {
    const once = pastFrom([], 'welder', 'foreman', '2026-03-01', joined);
    expect(pastFrom(once, 'foreman', 'planner', '2026-03-01', joined)).toEqual(once);
    expect(pastFrom(once, 'foreman', 'welder', '2026-03-01', joined)).toEqual([]);
  });

  it('are mended backwards: what was said about the day and later ones gives way', () => {
    const past: PastRole[] = [
      { job_role_id: null, to_date: '2024-12-31' },
      { job_role_id: 'helper', to_date: '2025-06-30' },
      { job_role_id: 'welder', to_date: '2026-02-28' },
    ];
    expect(pastFrom(past, 'foreman', 'planner', '2025-04-01', joined)).toEqual([
      { job_role_id: null, to_date: '2024-12-31' },
      { job_role_id: 'helper', to_date: '2025-03-31' },
    ]);
    expect(pastFrom(past, 'foreman', 'foreman', '2025-07-01', joined)).toEqual(past.slice(0, 2));
    expect(pastFrom(past, 'foreman', 'helper', '2025-07-01', joined)).toEqual(past.slice(0, 1));
  });

  it('begin with joining: what lies before says nothing', () => {
    expect(pastFrom([], 'welder', 'foreman', joined, joined)).toEqual([]);
    expect(pastFrom([], 'welder', 'foreman', '2020-01-01', joined)).toEqual([]);
    expect(
      pastFrom([{ job_role_id: 'helper', to_date: '2023-12-31' }], 'welder', 'foreman', '2025-01-01', joined),
    ).toEqual([{ job_role_id: 'welder', to_date: '2024-12-31' }]);
  });
});
