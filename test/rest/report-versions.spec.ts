import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

describe('the data versions of cached reports', () => {
  let running: RunningApp;
  let plant: Plant;
  let asha: string;
  let weld: string;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-01T06:00:00Z');
    plant = await openPlant(running);
    asha = (await plant.createStaff()).staff_id;
    ({ training_id, skill_id: weld } = await plant.createPublishedTraining());
  });
  afterAll(() => running.close());

  const versions = async () => {
    const { directory_version, matrix_version } = await running.app.get(TenantFactory).forSystem(plant.customer_id);
    return { directory_version, matrix_version };
  };
  /** The versions that grew during the call. */
  const changedVersions = async (work: () => Promise<{ status: number; body?: any }>): Promise<string[]> => {
    const before = await versions();
    const { status, body } = await work();
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`);
    const after = await versions();
    return (['directory_version', 'matrix_version'] as const).filter((name) => after[name] > before[name]);
  };
  const id = async (reply: Promise<{ body: { id: string } }>): Promise<string> => (await reply).body.id;

  it('directory_version grows with every change of people, departments, roles and skills', async () => {
    const { api } = plant;
    const department = await id(api.post('/api/departments', { name: 'Hall 1' }));
    const spare = await id(api.post('/api/departments', { name: 'Hall 2' }));
    const role = await id(api.post('/api/job-roles', { name: 'Welder' }));
    const idle = await id(api.post('/api/job-roles', { name: 'Painter' }));
    const boss = (await plant.createStaff()).staff_id;
    const guest = (await plant.createStaff()).staff_id;
    const paint = (await plant.createSkill()).skill_id;
    const person = { staff_code: 'NEW-1', first_name: 'Bala', last_name: 'Nair', joined: '2026-01-01' };
    const changes: Record<string, () => Promise<{ status: number }>> = {
      'a department': () => api.post('/api/departments', { name: 'Hall 3' }),
      'its name': () => api.patch(`/api/departments/${department}`, { name: 'Hall 4' }),
      'its end': () => api.delete(`/api/departments/${spare}`),
      'a job role': () => api.post('/api/job-roles', { name: 'Fitter' }),
      'its title': () => api.patch(`/api/job-roles/${role}`, { name: 'Master welder' }),
      'no such role': () => api.delete(`/api/job-roles/${idle}`),
      'a person': () => api.post('/api/staff', person),
      'their name': () => api.patch(`/api/staff/${asha}`, { last_name: 'Iyer' }),
      'their department': () => api.patch(`/api/staff/${asha}`, { department_id: department }),
      'their manager': () => api.patch(`/api/staff/${asha}`, { manager_id: boss }),
      'their role': () => api.patch(`/api/staff/${asha}`, { job_role_id: role }),
      'a role they had': () => api.post(`/api/staff/${asha}/job-role`, { job_role_id: null, from_date: '2026-02-01' }),
      'a person who goes': () => api.post(`/api/staff/${boss}/leave`, { last_active_day: '2026-02-20' }),
      'a person typed wrongly': () => api.delete(`/api/staff/${guest}`),
      'a skill': () => api.post('/api/skills', { skill_code: 'NEW', name: 'Rigging' }),
      'its headcount': () => api.patch(`/api/skills/${weld}`, { required_headcount: 3 }),
      'its group': () => api.patch(`/api/skills/${weld}`, { skill_group: 'Metal' }),
      'its archive': () => api.post(`/api/skills/${paint}/archive`),
      'its return': () => api.post(`/api/skills/${paint}/unarchive`),
      'no such skill': () => api.delete(`/api/skills/${paint}`),
    };
    const unnoticed: string[] = [];
    for (const [name, change] of Object.entries(changes))
      if (!(await changedVersions(change)).includes('directory_version')) unnoticed.push(name);
    expect(unnoticed).toEqual([]);
  });

  it('matrix_version grows with every change of a level, a requirement or what is overdue', async () => {
    const { api } = plant;
    const role = await id(api.post('/api/job-roles', { name: 'Grinder' }));
    const pair = { staff_id: asha, skill_id: weld };
    const createRecord = async (path: string, body: object) => id(api.post(path, body));
    const evidence = await createRecord('/api/skill-evidence', {
      ...pair,
      kind: 'assessment',
      level: 3,
      effective_date: '2026-01-02',
    });
    const target = await createRecord('/api/skill-targets', {
      ...pair,
      level: 2,
      from_date: '2026-01-01',
      reason: 'line 2',
    });
    const roleTarget = await createRecord('/api/role-targets', {
      job_role_id: role,
      skill_id: weld,
      level: 2,
      from_date: '2026-01-01',
    });
    const revocation = await createRecord('/api/revocations', { ...pair, from_date: '2026-02-01', reason: 'accident' });
    const assignment = async () =>
      (await api.get(`/api/training-assignments?staff_id=${asha}&training_id=${training_id}`)).body[0].id;
    const changes: Record<string, () => Promise<{ status: number }>> = {
      'an assessment': () =>
        api.post('/api/skill-evidence', { ...pair, kind: 'assessment', level: 4, effective_date: '2026-01-03' }),
      'its end': () => api.post(`/api/skill-evidence/${evidence}/void`, { reason: 'typed wrongly' }),
      'a target': () => api.patch(`/api/skill-targets/${target}`, { level: 3 }),
      'no target': () => api.delete(`/api/skill-targets/${target}`),
      'a role target': () => api.patch(`/api/role-targets/${roleTarget}`, { level: 3 }),
      'no role target': () => api.delete(`/api/role-targets/${roleTarget}`),
      'the grid': () => api.put('/api/skill-targets/grid', { changes: [{ ...pair, level: 4 }] }),
      'a revocation that ends': () => api.post(`/api/revocations/${revocation}/end`, { to_date: '2026-02-10' }),
      'an exemption': () => api.post('/api/exemptions', { ...pair, from_date: '2026-02-01', reason: 'on leave' }),
      'an assigned training': () =>
        api.post('/api/training-assignments/bulk', { staff_id: [asha], training_id: [training_id] }),
      'a removed one': async () =>
        api.post('/api/training-assignments/remove', { assignment_id: [await assignment()] }),
      'what a training gives': () =>
        api.put(`/api/trainings/${training_id}/skills`, [{ skill_id: weld, min_score: 0, level: 3 }]),
    };
    const unnoticed: string[] = [];
    for (const [name, change] of Object.entries(changes))
      if (!(await changedVersions(change)).includes('matrix_version')) unnoticed.push(name);
    expect(unnoticed).toEqual([]);
  });

  it('stay the same after a refusal, a read or a new category', async () => {
    const before = await versions();
    expect((await plant.api.patch(`/api/staff/${asha}`, { staff_code: '' })).status).toBe(422);
    const existingCode = (await plant.api.get(`/api/staff/${(await plant.createStaff()).staff_id}`)).body.staff_code;
    expect((await plant.api.patch(`/api/staff/${asha}`, { staff_code: existingCode })).status).toBe(422);
    await plant.api.get('/api/reports/skill-matrix');
    await plant.createCategory();
    expect(await versions()).toEqual({ ...before, directory_version: before.directory_version + 1 });
  });

  it('are raised once per transaction, by its last statement', async () => {
    const people = Array.from({ length: 20 }, (_, n) => ({
      staff_code: `MANY-${n}`,
      first_name: 'Cara',
      last_name: `Lind ${n}`,
      joined: '2026-01-01',
    }));
    const before = await versions();
    const sent = await statementsOfRequests(() => Promise.all(people.map((one) => plant.api.post('/api/staff', one))));
    expect(sent.filter((sql) => /directory_version =/.test(sql))).toHaveLength(20);
    expect((await versions()).directory_version).toBe(before.directory_version + 20);
    const [last] = (await statementsOfRequests(() => plant.api.post('/api/departments', { name: 'Hall 9' })))
      .filter((sql) => /^\s*(?:INSERT|UPDATE|DELETE)/.test(sql))
      .toReversed();
    expect(last).toMatch(/^UPDATE customer_state SET directory_version/);
  });

  it('are loaded with the session, without an extra statement', async () => {
    const sent = await statementsOfRequests(() => plant.api.get('/api/departments'));
    expect(sent).toHaveLength(2);
    expect(sent[0]).toMatch(/directory_version/);
  });
});
