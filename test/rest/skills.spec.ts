import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';

const fork = { skill_code: 'FORK', name: 'Forklift driving' };

describe('skills', () => {
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running);
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const create = async (more: object = {}) => {
    const reply = await admin().post('/api/skills', { ...fork, ...more });
    expect(reply).toMatchObject({ status: 201 });
    return reply.body as { skill_id: string; row_version: number };
  };

  it('are created with level 3 as the least that qualifies, and without sign-off', async () => {
    const reply = await admin().post('/api/skills', { ...fork, skill_group: 'Logistics', required_headcount: 2 });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({
      ...fork,
      skill_group: 'Logistics',
      min_level: 3,
      required_headcount: 2,
      validity_months: null,
      requires_signoff: false,
      critical: false,
      status: 'active',
      row_version: 1,
    });
    expect((await admin().get(`/api/skills/${reply.body.skill_id}`)).body).toEqual(reply.body);
  });

  it('have a code and a name that are unique in the organisation, whatever their case, and free in another', async () => {
    await create();
    const code = await admin().post('/api/skills', { ...fork, skill_code: ' fork', name: 'Other' });
    expect(code).toMatchObject({ status: 422, body: { errors: { skill_code: [expect.stringContaining('taken')] } } });
    const name = await admin().post('/api/skills', { ...fork, skill_code: 'F2', name: 'FORKLIFT driving' });
    expect(name).toMatchObject({ status: 422, body: { errors: { name: [expect.stringContaining('taken')] } } });
    const other = await openOrganisation(running);
    expect((await api(running, other.admin).post('/api/skills', fork)).status).toBe(201);
  });

  it.each([
    ['min_level', 0],
    ['min_level', 5],
    ['required_headcount', 0],
    ['validity_months', -1],
    ['requires_signoff', 'yes'],
    ['name', '   '],
  ])('refuse %s = %p under the field', async (field, value) => {
    const reply = await admin().post('/api/skills', { ...fork, [field]: value });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it('are found by code, by name and by group', async () => {
    await create({ skill_group: 'Logistics' });
    await create({ skill_code: 'WELD', name: 'Schweißen' });
    expect((await admin().get('/api/skills?q=schweiß')).body).toHaveLength(1);
    expect((await admin().get('/api/skills?skill_code=weld')).body).toHaveLength(1);
    expect((await admin().get('/api/skills?skill_group=Logistics')).body).toHaveLength(1);
    const page = await admin().get('/api/skills?_start=0&_end=1&_sort=name&_order=desc');
    expect(page.body[0].skill_code).toBe('WELD');
    expect(page.headers.get('x-total-count')).toBe('2');
  });

  it('refuse a change of a version that is no longer the current one', async () => {
    const { skill_id, row_version } = await create();
    expect((await admin().patch(`/api/skills/${skill_id}`, { critical: true })).body.critical).toBe(true);
    const stale = await admin().patch(`/api/skills/${skill_id}`, { critical: false, row_version });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
  });

  it('are archived once and come back', async () => {
    const { skill_id } = await create();
    expect((await admin().post(`/api/skills/${skill_id}/archive`)).body.status).toBe('archived');
    expect(await admin().post(`/api/skills/${skill_id}/archive`)).toMatchObject({
      status: 409,
      body: { code: 'wrong_status' },
    });
    expect((await admin().post(`/api/skills/${skill_id}/unarchive`)).body.status).toBe('active');
  });

  it('are deleted while nothing refers to them, and kept with the count when a training teaches them', async () => {
    const { skill_id } = await create();
    const { training_id } = (await admin().post('/api/trainings', { code: 'T1', title: 'Forklift basics' })).body;
    await admin().put(`/api/trainings/${training_id}/skills`, [{ skill_id, min_score: 0, level: 2 }]);
    const refusal = await admin().delete(`/api/skills/${skill_id}`);
    expect(refusal).toMatchObject({ status: 409, body: { code: 'in_use', facts: { training_skill: 1 } } });
    await admin().put(`/api/trainings/${training_id}/skills`, []);
    expect((await admin().delete(`/api/skills/${skill_id}`)).status).toBe(204);
    expect((await admin().get(`/api/skills/${skill_id}`)).status).toBe(404);
  });

  it('of another organisation do not exist', async () => {
    const { skill_id } = await create();
    const other = await openOrganisation(running);
    const otherApi = api(running, other.admin);
    expect((await otherApi.get(`/api/skills/${skill_id}`)).status).toBe(404);
    expect((await otherApi.patch(`/api/skills/${skill_id}`, { name: 'Mine' })).status).toBe(404);
    expect((await otherApi.delete(`/api/skills/${skill_id}`)).status).toBe(404);
    expect((await otherApi.post(`/api/skills/${skill_id}/archive`)).status).toBe(404);
    expect((await otherApi.get('/api/skills')).body).toEqual([]);
    expect((await admin().get(`/api/skills/${skill_id}`)).body.name).toBe(fork.name);
  });

  it('are read, not written, by a learner', async () => {
    const { skill_id } = await create();
    const learner = api(running, await plant.signIn({ role: 'user' }));
    expect((await learner.get('/api/skills')).body).toHaveLength(1);
    expect((await learner.post('/api/skills', fork)).status).toBe(403);
    expect((await learner.delete(`/api/skills/${skill_id}`)).status).toBe(403);
  });

  it('cost the same number of statements at 10 and at 200', async () => {
    const list = () => admin().get('/api/skills?_start=0&_end=200');
    const fill = (from: number, to: number) =>
      Promise.all(
        Array.from({ length: to - from }, (_, i) => create({ skill_code: `S${from + i}`, name: `Skill ${from + i}` })),
      );
    await fill(0, 10);
    const few = (await statementsOfRequests(list)).length;
    await fill(10, 199);
    expect((await statementsOfRequests(list)).length).toBe(few);
    expect(few).toBeLessThanOrEqual(3);
  });
});
