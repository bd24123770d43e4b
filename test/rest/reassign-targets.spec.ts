import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

interface TargetInput {
  level: number;
  from_date: string;
  to_date?: string;
}
interface TargetInputs {
  personal?: TargetInput[];
  role?: TargetInput[];
}

const TODAY = '2026-01-10';
const openTarget = (level: number, from_date: string): TargetInput => ({ level, from_date });
const targetDuring = (level: number, from_date: string, to_date: string): TargetInput => ({
  level,
  from_date,
  to_date,
});

describe('targets of a replaced skill continue day by day on the new skill', () => {
  let running: RunningApp;
  let plant: Plant;
  let staff_id: string;
  let job_role_id: string;
  let old: string;
  let next: string;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze(`${TODAY}T06:00:00Z`);
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    plant = await openPlant(running);
    job_role_id = (await plant.api.post('/api/job-roles', { name: 'Welder' })).body.id;
    staff_id = (await plant.createStaff({ job_role_id })).staff_id;
    [old, next] = [(await plant.createSkill()).skill_id, (await plant.createSkill()).skill_id];
  });

  const createTargets = async (skill_id: string, { personal = [], role = [] }: TargetInputs) => {
    const requests = [
      ...personal.map((each) => plant.api.post('/api/skill-targets', { ...each, staff_id, skill_id })),
      ...role.map((each) => plant.api.post('/api/role-targets', { ...each, job_role_id, skill_id })),
    ];
    expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 201));
  };
  const targetsOn = async (skill_id: string, days: readonly string[]) => {
    const targets: [string, number | null][] = [];
    for (const day of days) {
      const query = `staff_id=${staff_id}&skill_id=${skill_id}&on=${day}`;
      targets.push([day, (await plant.api.get(`/api/reports/explain?${query}`)).body.target]);
    }
    return targets;
  };
  const reassign = async () =>
    expect(await plant.api.post(`/api/skills/${old}/reassign`, { to: next })).toMatchObject({ status: 200 });
  const plusDays = (day: string, days = 1) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  /** Today, and every day on which a target begins, ends or has just ended. */
  const changeDays = (...all: TargetInputs[]): string[] => {
    const inputs = all.flatMap(({ personal = [], role = [] }) => [...personal, ...role]);
    const changes = inputs.flatMap(({ from_date, to_date }) => [
      from_date,
      ...(to_date ? [to_date, plusDays(to_date)] : []),
    ]);
    return [...new Set([TODAY, ...changes, '2030-01-01'])].filter((day) => day >= TODAY).toSorted();
  };

  it.each<[string, TargetInputs]>([
    ['the highest of two of a role', { role: [openTarget(4, '2024-01-01'), openTarget(2, '2025-01-01')] }],
    [
      'a higher one of a role for a while',
      { role: [openTarget(2, '2024-01-01'), targetDuring(4, '2026-01-05', '2026-02-20')] },
    ],
    [
      'a lower one of a role that begins',
      { role: [targetDuring(4, '2024-01-01', '2026-03-31'), openTarget(1, '2026-02-01')] },
    ],
    [
      'two of a role that say the same',
      { role: [openTarget(3, '2024-01-01'), targetDuring(3, '2025-01-01', '2026-02-10')] },
    ],
    [
      'a personal one below another',
      { personal: [openTarget(2, '2025-01-01'), targetDuring(3, '2026-01-01', '2026-01-31')] },
    ],
    [
      'two that are still to come',
      { personal: [openTarget(1, '2026-03-01'), targetDuring(4, '2026-03-10', '2026-03-20')] },
    ],
    [
      'a personal one that asks for nothing where the role asks',
      {
        role: [openTarget(3, '2024-01-01')],
        personal: [openTarget(0, '2025-01-01'), targetDuring(2, '2026-02-01', '2026-02-28')],
      },
    ],
    [
      'a personal one with a break, above its role',
      {
        role: [openTarget(2, '2024-01-01'), targetDuring(4, '2026-01-20', '2026-01-25')],
        personal: [
          targetDuring(1, '2025-01-01', '2026-01-22'),
          targetDuring(0, '2026-02-01', '2026-02-28'),
          openTarget(3, '2026-04-01'),
        ],
      },
    ],
  ])('%s', async (_what, inputs) => {
    await createTargets(old, inputs);
    const days = changeDays(inputs);
    const before = await targetsOn(old, days);
    await reassign();
    expect(await targetsOn(next, days)).toEqual(before);
    expect(await targetsOn(old, days)).toEqual(days.map((day) => [day, null]));
  });

  it.each<[string, keyof TargetInputs]>([
    ['a person', 'personal'],
    ['a job role', 'role'],
  ])('of %s apply until the target of the new skill begins, and where that pauses', async (_of, kind) => {
    await createTargets(old, { [kind]: [openTarget(3, '2025-01-01')] });
    await createTargets(next, { [kind]: [targetDuring(4, '2026-02-01', '2026-02-28'), openTarget(2, '2027-01-01')] });
    await reassign();
    const days = [TODAY, '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2026-12-31', '2027-01-01'];
    expect((await targetsOn(next, days)).map(([, level]) => level)).toEqual([3, 3, 4, 4, 3, 3, 2]);
  });

  it('do not apply on days on which a personal target of the new skill is zero', async () => {
    await createTargets(old, { personal: [openTarget(3, '2025-01-01')] });
    await createTargets(next, { personal: [targetDuring(0, '2025-01-01', '2026-01-31')] });
    await reassign();
    expect(await targetsOn(next, [TODAY, '2026-02-01'])).toEqual([
      [TODAY, null],
      ['2026-02-01', 3],
    ]);
  });
});
