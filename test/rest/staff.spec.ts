import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { openOrganisation, type Organisation } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';

const asha = { staff_code: 'P-0017', first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01' };

describe('staff', () => {
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
    const reply = await admin().post('/api/staff', { ...asha, ...more });
    expect(reply).toMatchObject({ status: 201 });
    return reply.body as { staff_id: string; row_version: number };
  };

  it('are created with what was said, trimmed, and answered as a row', async () => {
    const reply = await admin().post('/api/staff', { ...asha, first_name: '  Asha ', email: 'Asha.Rao@Example.org' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ ...asha, email: 'asha.rao@example.org', status: 'active', row_version: 1 });
    expect(reply.body.id).toBe(reply.body.staff_id);
    expect((await admin().get(`/api/staff/${reply.body.staff_id}`)).body).toEqual(reply.body);
  });

  it('have a code that is unique in the organisation, whatever its case, and free in another', async () => {
    await create();
    const twice = await admin().post('/api/staff', { ...asha, staff_code: ' p-0017' });
    expect(twice.status).toBe(422);
    expect(twice.body.errors.staff_code[0]).toContain('taken');
    const other = await openOrganisation(running);
    expect((await api(running, other.admin).post('/api/staff', asha)).status).toBe(201);
  });

  it('are refused with the field, what is wrong and what to do', async () => {
    const reply = await admin().post('/api/staff', {
      staff_code: 'x'.repeat(41),
      first_name: ' ',
      email: 'nowhere',
      joined: '2025-02-30',
      language: 'xx',
      department_id: 'no-id',
      surprise: 1,
    });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors).sort()).toEqual(
      ['department_id', 'email', 'first_name', 'joined', 'language', 'staff_code', 'surprise'].sort(),
    );
    expect(reply.body.requestId).toEqual(expect.any(String));
    expect((await admin().get('/api/staff')).body).toEqual([]);
  });

  it('refuse a null where a value must be, and empty a field that may be empty', async () => {
    const { staff_id } = await create({ email: 'asha@example.org' });
    expect((await admin().patch(`/api/staff/${staff_id}`, { first_name: null })).status).toBe(422);
    const emptied = await admin().patch(`/api/staff/${staff_id}`, { email: null });
    expect(emptied.body).toMatchObject({ email: null, first_name: 'Asha' });
  });

  it('keep their time zone as it is spelled, however it was typed, and no zone that there is not', async () => {
    const { staff_id } = await create({ time_zone: 'europe/berlin' });
    const path = `/api/staff/${staff_id}`;
    expect((await admin().get(path)).body.time_zone).toBe('Europe/Berlin');
    expect((await admin().patch(path, { time_zone: 'ASIA/KOLKATA' })).body.time_zone).toBe('Asia/Kolkata');
    expect((await admin().patch(path, { time_zone: '' })).body.time_zone).toBeNull();
    const refused = await admin().patch(path, { time_zone: 'Berlin' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['time_zone']]);
  });

  it('accept their own row sent back, ignoring computed fields', async () => {
    const { staff_id } = await create();
    const { body } = await admin().get(`/api/staff/${staff_id}`);
    const reply = await admin().patch(`/api/staff/${staff_id}`, { ...body, last_name: 'Rao-Iyer', status: 'left' });
    expect(reply.body).toMatchObject({ last_name: 'Rao-Iyer', status: 'active', row_version: 2 });
  });

  it('refuse a change of a version that is no longer the current one', async () => {
    const { staff_id, row_version } = await create();
    await admin().patch(`/api/staff/${staff_id}`, { first_name: 'A.' });
    const stale = await admin().patch(`/api/staff/${staff_id}`, { first_name: 'B.', row_version });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
  });

  it('are listed by page, order, filter and search, with the number of all that match', async () => {
    for (const [i, name] of ['Çelik', 'adams', 'Öz', 'Baker'].entries()) {
      await create({ staff_code: `C${i}`, last_name: name });
    }
    const page = await admin().get('/api/staff?_start=0&_end=2&_sort=last_name&_order=asc');
    expect(page.body.map((row: { last_name: string }) => row.last_name)).toEqual(['adams', 'Baker']);
    expect(page.headers.get('x-total-count')).toBe('4');
    const filtered = await admin().get('/api/staff?last_name_like=celi');
    expect(filtered.body).toHaveLength(1);
    expect((await admin().get('/api/staff?q=OZ')).body).toHaveLength(1);
    expect((await admin().get('/api/staff?status=active&status=left&staff_code=c0')).body).toHaveLength(1);
    expect((await admin().get(`/api/staff?joined_between=2024-01-01,2024-12-31`)).body).toHaveLength(4);
  });

  it.each([
    ['surname=Rao', 'surname'],
    ['last_name_near=Rao', 'last_name_near'],
    ['_sort=shoe_size', '_sort'],
    ['_start=0&_end=201', '_end'],
    ['joined_gte=yesterday', 'joined'],
    ['department_id=7', 'department_id'],
  ])('refuse the query %s, naming %s', async (query, key) => {
    const reply = await admin().get(`/api/staff?${query}`);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body.errors)).toContain(key);
  });

  it('cost the same number of statements however many there are', async () => {
    const list = () => admin().get('/api/staff?_start=0&_end=200');
    const count = async () => (await statementsOfRequests(list)).length;
    for (let i = 0; i < 10; i++) await create({ staff_code: `A${i}` });
    const few = await count();
    for (let i = 0; i < 50; i++) await create({ staff_code: `B${i}` });
    expect(await count()).toBe(few);
    expect(few).toBeLessThanOrEqual(3);
  });

  it('stop at the plan: 30 created at once at a limit of 10 leave exactly 10', async () => {
    const small = await openOrganisation(running, { staff: 10 });
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        api(running, small.admin).post('/api/staff', { ...asha, staff_code: `S${i}` }),
      ),
    );
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(10);
    const refused = replies.filter((reply) => reply.status !== 201);
    expect(refused.every((reply) => reply.status === 409 && reply.body.code === 'plan_limit_reached')).toBe(true);
    expect((await api(running, small.admin).get('/api/staff?_end=200')).body).toHaveLength(10);
  });

  it('keep their seat while suspended and free it by leaving', async () => {
    const small = await openOrganisation(running, { staff: 1 });
    const smallApi = api(running, small.admin);
    const { staff_id } = (await smallApi.post('/api/staff', asha)).body;
    await smallApi.post(`/api/staff/${staff_id}/suspend`);
    expect((await smallApi.post('/api/staff', { ...asha, staff_code: 'N' })).status).toBe(409);
    const leaveReply = await smallApi.post(`/api/staff/${staff_id}/leave`, { last_active_day: '2024-05-31' });
    expect(leaveReply.body).toMatchObject({ status: 'left', last_active_day: '2024-05-31' });
    expect((await smallApi.post('/api/staff', { ...asha, staff_code: 'N' })).status).toBe(201);
    expect(await smallApi.post(`/api/staff/${staff_id}/suspend`)).toMatchObject({
      status: 409,
      body: { code: 'wrong_status' },
    });
  });

  it('cannot be in a department of another organisation', async () => {
    const other = await openOrganisation(running);
    const theirs = (await api(running, other.admin).post('/api/departments', { name: 'Weld' })).body;
    const reply = await admin().post('/api/staff', { ...asha, department_id: theirs.department_id });
    expect(reply).toMatchObject({ status: 422 });
    expect(reply.body.errors).toHaveProperty('department_id');
  });

  it('keep their department from being deleted, which says how many', async () => {
    const weld = (await admin().post('/api/departments', { name: 'Weld' })).body;
    await create({ department_id: weld.department_id });
    const reply = await admin().delete(`/api/departments/${weld.department_id}`);
    expect(reply).toMatchObject({ status: 409, body: { code: 'in_use', facts: { staff: 1 } } });
  });

  it('are invited by mail, choose a password by its link, and can sign in until they are suspended', async () => {
    const registered = await fixtures(running).organisation();
    const boss = api(running, registered.admin);
    const body = { ...asha, staff_code: 'INV-1', email: 'invitee@plant.example' };
    const { staff_id } = (await boss.post('/api/staff', body)).body;
    const invited = await boss.post(`/api/staff/${staff_id}/invite`, { role: 'user' });
    expect(invited).toMatchObject({ status: 200, body: { status: 'invited', account_role: 'user' } });
    const mail = (await running.mails()).find((each) => each.to === 'invitee@plant.example');
    const token = /\/reset\/([\w.~-]+)/.exec(mail!.link!)![1];
    const anyone = api(running);
    const checked = await anyone.post('/api/auth/password-reset/check', { token });
    expect(checked.body).toMatchObject({ purpose: 'invite', user_name: 'invitee@plant.example' });
    const password = 'correct horse battery';
    expect((await anyone.post('/api/auth/password-reset', { handle: checked.body.handle, password })).status).toBe(200);
    const login = () => anyone.post('/api/auth/login', { user_name: 'invitee@plant.example', password });
    const session = (await login()).body;
    expect(session).toMatchObject({ eid: 'INV-1', staff_id, role: 1, oid: String(registered.customer_id) });
    expect((await boss.get(`/api/staff/${staff_id}`)).body.status).toBe('active');
    const headers = { authorization: `Bearer ${session.token}`, eid: session.eid, oid: session.oid };
    expect((await api(running, headers).get(`/api/staff/${staff_id}`)).status).toBe(200);
    await boss.post(`/api/staff/${staff_id}/suspend`);
    expect((await api(running, headers).get(`/api/staff/${staff_id}`)).status).toBe(401);
    expect(await login()).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  });

  it('are hidden from a learner but for the own row', async () => {
    const { staff_id } = await create();
    const other = await create({ staff_code: 'X' });
    const learner = api(running, await plant.signIn({ role: 'user', staff_id, eid: 'P-0017' }));
    expect((await learner.get('/api/staff')).body.map((row: { id: string }) => row.id)).toEqual([staff_id]);
    expect((await learner.get(`/api/staff/${other.staff_id}`)).status).toBe(404);
    expect((await learner.get(`/api/staff?id=${other.staff_id}`)).body).toEqual([]);
    expect((await learner.post('/api/staff', asha)).status).toBe(403);
  });
});

describe('departments', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('are never below themselves', async () => {
    const plant = await openOrganisation(running);
    const admin = api(running, plant.admin);
    const body = (await admin.post('/api/departments', { name: 'Body shop' })).body;
    const weld = (await admin.post('/api/departments', { name: 'Weld', parent_id: body.id })).body;
    const reply = await admin.patch(`/api/departments/${body.id}`, { parent_id: weld.id });
    expect(reply).toMatchObject({ status: 422, body: { errors: { parent_id: [expect.any(String)] } } });
    expect((await admin.post('/api/departments', { name: ' WELD' })).status).toBe(422);
  });
});
