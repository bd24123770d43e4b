import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

describe('skill targets', () => {
  let running: RunningApp;
  let plant: Plant;
  let staff_id: string;
  let skill_id: string;
  let job_role_id: string;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-04-01T06:00:00Z');
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    plant = await openPlant(running);
    job_role_id = (await plant.api.post('/api/job-roles', { name: 'Welder' })).body.id;
    staff_id = (await plant.createStaff({ job_role_id })).staff_id;
    skill_id = (await plant.createSkill()).skill_id;
  });
  const grid = (changes: object[]) => plant.api.put('/api/skill-targets/grid', { changes });
  const target = async (on: string) => {
    const { body } = await plant.api.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=${on}`);
    const matrix = (await plant.api.get(`/api/reports/skill-matrix?to=${on}`)).body;
    expect(matrix.cells[0]?.[3] ?? null).toBe(body.target || null);
    return [body.target, body.target_source];
  };

  it('come from the job role, and the personal one beats it, up or down', async () => {
    expect(
      (await plant.api.post('/api/role-targets', { job_role_id, skill_id, level: 3, from_date: '2026-01-01' })).status,
    ).toBe(201);
    expect([await target('2025-12-31'), await target('2026-01-01')]).toEqual([
      [null, null],
      [3, 'role'],
    ]);
    await plant.api.post('/api/skill-targets', {
      staff_id,
      skill_id,
      level: 1,
      from_date: '2026-02-01',
      to_date: '2026-02-28',
      reason: 'Apprentice',
    });
    expect([await target('2026-01-31'), await target('2026-02-01'), await target('2026-03-01')]).toEqual([
      [3, 'role'],
      [1, 'personal'],
      [3, 'role'],
    ]);
  });

  it('are set as a grid: history stays, asking twice changes nothing, null ends', async () => {
    const gridChange = (from_date: string, level: number | null) => ({ staff_id, skill_id, level, from_date });
    expect((await grid([gridChange('2026-01-01', 2)])).body).toEqual({ changed: 1, unchanged: 0 });
    expect((await grid([gridChange('2026-01-01', 2)])).body).toEqual({ changed: 0, unchanged: 1 });
    expect((await grid([gridChange('2026-03-01', 3)])).body).toEqual({ changed: 1, unchanged: 0 });
    expect((await grid([gridChange('2026-03-15', 3)])).body).toEqual({ changed: 0, unchanged: 1 });
    expect((await grid([gridChange('2026-04-01', null), { job_role_id, skill_id, level: 1 }])).body.changed).toBe(2);
    expect([
      await target('2025-12-31'),
      await target('2026-02-28'),
      await target('2026-03-31'),
      await target('2026-04-01'),
    ]).toEqual([
      [null, null],
      [2, 'personal'],
      [3, 'personal'],
      [1, 'role'],
    ]);
    const rows = (await plant.api.get(`/api/skill-targets?staff_id=${staff_id}&_sort=from_date&_order=asc`)).body;
    expect(rows.map((row: Record<string, unknown>) => [row['from_date'], row['to_date'], row['level']])).toEqual([
      ['2026-01-01', '2026-02-28', 2],
      ['2026-03-01', '2026-03-31', 3],
    ]);
  });

  it('of a grid are set all or none, and the refusal says which', async () => {
    const stranger = await openPlant(running);
    const foreign = (await stranger.createStaff()).staff_id;
    const reply = await grid([
      { staff_id, skill_id, level: 3 },
      { staff_id: foreign, skill_id, level: 3 },
    ]);
    expect(reply).toMatchObject({ status: 422, body: { errors: { staff_id: [expect.stringContaining(foreign)] } } });
    expect((await plant.api.get('/api/skill-targets')).body).toEqual([]);
    expect((await grid([{ skill_id, level: 3 }])).body.errors).toHaveProperty(['changes.0.staff_id']);
    expect((await grid([{ staff_id, job_role_id, skill_id, level: 3 }])).status).toBe(422);
    expect((await grid([{ job_role_id, skill_id, level: 0 }])).body.errors).toHaveProperty(['changes.0.level']);
    expect((await grid([{ staff_id, skill_id, level: 7 }])).status).toBe(422);
    expect((await grid([])).status).toBe(422);
  });

  it('take as many statements for a hundred cells as for one', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 20; n++) ids.push((await plant.createStaff()).staff_id);
    const skills: string[] = [];
    for (let n = 0; n < 5; n++) skills.push((await plant.createSkill()).skill_id);
    const changes = ids.flatMap((id) => skills.map((skill) => ({ staff_id: id, skill_id: skill, level: 2 })));
    const one = await statementsOfRequests(() => grid(changes.slice(0, 1)));
    const many = await statementsOfRequests(() => grid(changes));
    expect(many.length).toBe(one.length);
  });

  it('begin once per day, and do not end before they begin', async () => {
    const body = { staff_id, skill_id, level: 2, from_date: '2026-01-01' };
    const created = (await plant.api.post('/api/skill-targets', body)).body;
    expect((await plant.api.post('/api/skill-targets', body)).body.errors).toHaveProperty('from_date');
    expect(
      (await plant.api.patch(`/api/skill-targets/${created.id}`, { to_date: '2025-12-31' })).body.errors,
    ).toHaveProperty('to_date');
    const changed = await plant.api.patch(`/api/skill-targets/${created.id}`, { level: 3, row_version: 1 });
    expect(changed).toMatchObject({ status: 200, body: { level: 3, row_version: 2 } });
    expect((await plant.api.patch(`/api/skill-targets/${created.id}`, { level: 4, row_version: 1 })).status).toBe(412);
    expect((await plant.api.delete(`/api/skill-targets/${created.id}`)).status).toBe(204);
    expect((await plant.api.get(`/api/skill-targets/${created.id}`)).status).toBe(404);
  });

  it('are muted by an exemption: the pair is in no denominator', async () => {
    await grid([{ staff_id, skill_id, level: 3, from_date: '2026-01-01' }]);
    const exempt = { staff_id, skill_id, from_date: '2026-02-01', to_date: '2026-02-28', reason: 'Parental leave' };
    expect((await plant.api.post('/api/exemptions', exempt)).status).toBe(201);
    const required = async (to: string) =>
      (await plant.api.get(`/api/reports/skill-matrix?to=${to}`)).body.totals.closing.required;
    expect([await required('2026-01-31'), await required('2026-02-01'), await required('2026-03-01')]).toEqual([
      1, 0, 1,
    ]);
    const { body } = await plant.api.get(
      `/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=2026-02-10`,
    );
    expect(body).toMatchObject({ status: 'NA', exempt: true, text: expect.stringContaining('Parental leave') });
  });

  it('are visible to their learner, and set by admins only', async () => {
    const other = (await plant.createStaff()).staff_id;
    await grid([
      { staff_id, skill_id, level: 3 },
      { staff_id: other, skill_id, level: 3 },
    ]);
    const learner = plant.as(await plant.signInLearner(staff_id));
    const rows = (await learner.get('/api/skill-targets')).body;
    expect(rows).toMatchObject([{ staff_id }]);
    const [theirs] = (await plant.api.get(`/api/skill-targets?staff_id=${other}`)).body;
    expect((await learner.get(`/api/skill-targets/${theirs.id}`)).status).toBe(404);
    expect((await learner.put('/api/skill-targets/grid', { changes: [{ staff_id, skill_id, level: 1 }] })).status).toBe(
      403,
    );
    expect((await learner.get('/api/role-targets')).status).toBe(403);
  });

  it('of another organisation do not exist', async () => {
    await grid([{ staff_id, skill_id, level: 3 }]);
    const [mine] = (await plant.api.get('/api/skill-targets')).body;
    const stranger = api(running, (await openOrganisation(running)).admin);
    expect((await stranger.get(`/api/skill-targets/${mine.id}`)).status).toBe(404);
    expect((await stranger.patch(`/api/skill-targets/${mine.id}`, { level: 1 })).status).toBe(404);
    expect((await stranger.delete(`/api/skill-targets/${mine.id}`)).status).toBe(404);
  });
});
