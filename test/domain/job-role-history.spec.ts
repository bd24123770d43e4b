import { toTimeline, rewritePastRoles, roleOn, type PastRole } from '../../src/modules/staff/job-role-history';

const joined = '2024-02-29';

describe('the job roles of a person', () => {
  it('change from a day on, and keep the earlier history', () => {
    const past = rewritePastRoles([], 'welder', 'foreman', '2026-03-01', joined);
    expect(past).toEqual([{ job_role_id: 'welder', to_date: '2026-02-28' }]);
    expect(['2024-02-29', '2026-02-28', '2026-03-01'].map((day) => roleOn(past, 'foreman', day))).toEqual([
      'welder',
      'welder',
      'foreman',
    ]);
    expect(toTimeline(past, 'foreman')).toEqual([
      { job_role_id: 'welder', from_date: null, to_date: '2026-02-28' },
      { job_role_id: 'foreman', from_date: '2026-03-01', to_date: null },
    ]);
  });

  it('changed twice on a day omit the role of less than a day', () => {
    const once = rewritePastRoles([], 'welder', 'foreman', '2026-03-01', joined);
    expect(rewritePastRoles(once, 'foreman', 'planner', '2026-03-01', joined)).toEqual(once);
    expect(rewritePastRoles(once, 'foreman', 'welder', '2026-03-01', joined)).toEqual([]);
  });

  it('can be corrected retroactively, which replaces the history from that day on', () => {
    const past: PastRole[] = [
      { job_role_id: null, to_date: '2024-12-31' },
      { job_role_id: 'helper', to_date: '2025-06-30' },
      { job_role_id: 'welder', to_date: '2026-02-28' },
    ];
    expect(rewritePastRoles(past, 'foreman', 'planner', '2025-04-01', joined)).toEqual([
      { job_role_id: null, to_date: '2024-12-31' },
      { job_role_id: 'helper', to_date: '2025-03-31' },
    ]);
    expect(rewritePastRoles(past, 'foreman', 'foreman', '2025-07-01', joined)).toEqual(past.slice(0, 2));
    expect(rewritePastRoles(past, 'foreman', 'helper', '2025-07-01', joined)).toEqual(past.slice(0, 1));
  });

  it('begin with the joining date', () => {
    expect(rewritePastRoles([], 'welder', 'foreman', joined, joined)).toEqual([]);
    expect(rewritePastRoles([], 'welder', 'foreman', '2020-01-01', joined)).toEqual([]);
    expect(
      rewritePastRoles([{ job_role_id: 'helper', to_date: '2023-12-31' }], 'welder', 'foreman', '2025-01-01', joined),
    ).toEqual([{ job_role_id: 'welder', to_date: '2024-12-31' }]);
  });
});
