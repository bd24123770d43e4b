import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

interface Asked {
  level: number;
  from_date: string;
  to_date?: string;
}
interface AskedOf {
  personal?: Asked[];
  role?: Asked[];
}

const TODAY = '2026-01-10';
const open = (level: number, from_date: string): Asked => ({ level, from_date });
const during = (level: number, from_date: string, to_date: string): Asked => ({ level, from_date, to_date });

describe('what a skill asked goes on, day by day, when another one takes its place', () => {
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
    staff_id = (await plant.staff({ job_role_id })).staff_id;
    [old, next] = [(await plant.skill()).skill_id, (await plant.skill()).skill_id];
  });

  const ask = async (skill_id: string, { personal = [], role = [] }: AskedOf) => {
    const made = [
      ...personal.map((each) => plant.api.post('/api/skill-targets', { ...each, staff_id, skill_id })),
      ...role.map((each) => plant.api.post('/api/role-targets', { ...each, job_role_id, skill_id })),
    ];
    expect((await Promise.all(made)).map(({ status }) => status)).toEqual(made.map(() => 201));
  };
  const askedOn = async (skill_id: string, days: readonly string[]) => {
    const asked: [string, number | null][] = [];
    for (const day of days) {
      const query = `staff_id=${staff_id}&skill_id=${skill_id}&on=${day}`;
      asked.push([day, (await plant.api.get(`/api/reports/explain?${query}`)).body.target]);
    }
    return asked;
  };
  const reassign = async () =>
    expect(await plant.api.post(`/api/skills/${old}/reassign`, { to: next })).toMatchObject({ status: 200 });
  const later = (day: string, days = 1) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
  /** Today, and the first day of whatever begins or follows an end. */
  const turningDays = (...all: AskedOf[]): string[] => {
    const asked = all.flatMap(({ personal = [], role = [] }) => [...personal, ...role]);
    const changes = asked.flatMap(({ from_date, to_date }) => [
      from_date,
      ...(to_date ? [to_date, later(to_date)] : []),
    ]);
    return [...new Set([TODAY, ...changes, '2030-01-01'])].filter((day) => day >= TODAY).toSorted();
  };

  it.each<[string, AskedOf]>([
    ['the highest of two of a role', { role: [open(4, '2024-01-01'), open(2, '2025-01-01')] }],
    ['a higher one of a role for a while', { role: [open(2, '2024-01-01'), during(4, '2026-01-05', '2026-02-20')] }],
    ['a lower one of a role that begins', { role: [during(4, '2024-01-01', '2026-03-31'), open(1, '2026-02-01')] }],
    ['two of a role that say the same', { role: [open(3, '2024-01-01'), during(3, '2025-01-01', '2026-02-10')] }],
    ['a personal one below another', { personal: [open(2, '2025-01-01'), during(3, '2026-01-01', '2026-01-31')] }],
    ['two that are still to come', { personal: [open(1, '2026-03-01'), during(4, '2026-03-10', '2026-03-20')] }],
    [
      'a personal one that asks for nothing where the role asks',
      { role: [open(3, '2024-01-01')], personal: [open(0, '2025-01-01'), during(2, '2026-02-01', '2026-02-28')] },
    ],
    [
      'a personal one with a break, above its role',
      {
        role: [open(2, '2024-01-01'), during(4, '2026-01-20', '2026-01-25')],
        personal: [during(1, '2025-01-01', '2026-01-22'), during(0, '2026-02-01', '2026-02-28'), open(3, '2026-04-01')],
      },
    ],
  ])('%s', async (_what, asked) => {
    await ask(old, asked);
    const days = turningDays(asked);
    const before = await askedOn(old, days);
    await reassign();
    expect(await askedOn(next, days)).toEqual(before);
    expect(await askedOn(old, days)).toEqual(days.map((day) => [day, null]));
  });

  it.each<[string, keyof AskedOf]>([
    ['a person', 'personal'],
    ['a job role', 'role'],
  ])(
    'of %s is asked until the other one, which was agreed before, begins, and where that pauses',
    async (_of, kind) => {
      await ask(old, { [kind]: [open(3, '2025-01-01')] });
      await ask(next, { [kind]: [during(4, '2026-02-01', '2026-02-28'), open(2, '2027-01-01')] });
      await reassign();
      const days = [TODAY, '2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2026-12-31', '2027-01-01'];
      expect((await askedOn(next, days)).map(([, level]) => level)).toEqual([3, 3, 4, 4, 3, 3, 2]);
    },
  );

  it('of somebody whose own one of the other skill asks for nothing is not asked on those days', async () => {
    await ask(old, { personal: [open(3, '2025-01-01')] });
    await ask(next, { personal: [during(0, '2025-01-01', '2026-01-31')] });
    await reassign();
    expect(await askedOn(next, [TODAY, '2026-02-01'])).toEqual([
      [TODAY, null],
      ['2026-02-01', 3],
    ]);
  });
});
