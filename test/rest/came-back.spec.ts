import { SkillLedger } from '../../src/skills/skill-ledger.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, registrationForm, type Registered } from '../support/given';
import { openPlant, type Plant } from '../support/plant';

describe('somebody who left and comes back', () => {
  let running: RunningApp;
  let plant: Plant;
  let staff_id: string;
  let skill_id: string;

  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-02T09:00:00Z');
    plant = await openPlant(running, { staff: 2 });
    ({ staff_id } = await plant.staff({ joined: '2024-01-08' }));
    ({ skill_id } = await plant.skill());
    const evidence = { staff_id, skill_id, kind: 'certificate', level: 3, effective_date: '2025-02-01' };
    await plant.api.post('/api/skill-evidence', { ...evidence, valid_until: '2027-01-31' });
    await plant.api.post(`/api/staff/${staff_id}/leave`, { last_active_day: '2025-06-30' });
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const comeBack = (first_day: string, more: object = {}) =>
    plant.api.post(`/api/staff/${staff_id}/return`, { first_day, ...more });
  const matrix = async (on: string) =>
    (await plant.api.get(`/api/reports/skill-matrix-datewise?from=${on}&to=${on}`)).body;
  const listed = async (on: string) => (await matrix(on)).rows.map((row: { id: string }) => row.id);
  const explained = async (on: string) =>
    (await plant.api.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=${on}`)).body;

  it('begins a further employment; the earlier one stays, and is told with it', async () => {
    const { status, body } = await comeBack('2026-01-12');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'active', joined: '2026-01-12', last_active_day: null });
    expect((await plant.api.get(`/api/staff/${staff_id}/employments`)).body).toEqual([
      { from_date: '2024-01-08', to_date: '2025-06-30' },
      { from_date: '2026-01-12', to_date: null },
    ]);
    await plant.api.post(`/api/staff/${staff_id}/leave`, { last_active_day: '2026-02-10' });
    expect((await comeBack('2026-03-01')).status).toBe(200);
    expect((await plant.api.get(`/api/staff/${staff_id}/employments`)).body).toHaveLength(3);
  });

  it('counts in reports on the days of each employment, and on none between', async () => {
    const other = (await plant.staff()).staff_id;
    await comeBack('2026-01-12').then(({ status }) => expect(status).toBe(200));
    expect(await listed('2025-06-30')).toContain(staff_id);
    expect(await listed('2025-07-01')).toEqual([other]);
    expect(await listed('2026-01-11')).toEqual([other]);
    expect(await listed('2026-01-12')).toContain(staff_id);
    expect([await explained('2025-06-30'), await explained('2026-01-12')].map(({ level }) => level)).toEqual([3, 3]);
    const between = await explained('2025-10-01');
    expect(between.level).toBe(0);
    expect(between.text).toContain('2025-06-30');
  });

  it('has levels clipped to the employments, and the same when they are built again', async () => {
    await comeBack('2026-01-12');
    expect((await explained('2025-03-01')).valid_until).toBe('2025-06-30');
    expect((await explained('2026-03-02')).valid_until).toBe('2027-01-31');
    expect(await running.app.get(SkillLedger).rebuild(plant.tenant)).toBe(0);
  });

  it('cannot begin before the last active day is over, nor while they have not left', async () => {
    expect(await comeBack('2025-06-30')).toMatchObject({ status: 422 });
    expect((await comeBack('2025-06-30')).body.errors).toHaveProperty('first_day');
    expect((await comeBack('2025-07-01')).status).toBe(200);
    expect((await comeBack('2026-01-12')).body.code).toBe('wrong_status');
    const joined = { joined: '2025-06-30' };
    expect((await plant.api.patch(`/api/staff/${staff_id}`, joined)).body.errors).toHaveProperty('joined');
  });

  it('takes a seat: without one they stay away', async () => {
    await plant.staff();
    await plant.staff();
    const { status, body } = await comeBack('2026-01-12');
    expect([status, body.code]).toEqual([409, 'plan_limit_reached']);
    expect((await plant.api.get(`/api/staff/${staff_id}/employments`)).body).toHaveLength(1);
  });

  it('asked for many times at once comes back once, on one seat', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => comeBack('2026-01-12')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    await plant.staff();
    expect((await plant.api.post('/api/staff', {})).status).toBe(422);
    expect((await plant.api.get(`/api/staff/${staff_id}/employments`)).body).toHaveLength(2);
  });

  it('is told in the audit log, with the days before and after', async () => {
    await comeBack('2026-01-12');
    const { body } = await plant.api.get(`/api/audit-events?subject_id=${staff_id}`);
    const [event] = body.filter((each: { action: string }) => each.action === 'staff.return');
    expect(event.was).toMatchObject({ status: 'left', joined: '2024-01-08', last_active_day: '2025-06-30' });
    expect(event.became).toMatchObject({ status: 'active', joined: '2026-01-12', last_active_day: null });
  });

  it('keeps the job roles of the earlier employment when the role changes after the return', async () => {
    const role = async (name: string) => (await plant.api.post('/api/job-roles', { name })).body.job_role_id;
    const [welder, lead] = [await role('Welder'), await role('Team lead')];
    await comeBack('2026-01-12');
    await plant.api.post(`/api/staff/${staff_id}/job-role`, { job_role_id: welder, from_date: '2024-06-01' });
    await plant.api.post(`/api/staff/${staff_id}/job-role`, { job_role_id: lead, from_date: '2026-02-01' });
    const { body } = await plant.api.get(`/api/staff/${staff_id}/job-roles`);
    expect(body.map((held: { job_role_id: string | null }) => held.job_role_id)).toEqual([null, welder, lead]);
  });

  it('works where they worked, or where is said, with the job role from the first day on', async () => {
    const make = async (path: string, name: string) => (await plant.api.post(`/api/${path}`, { name })).body.id;
    const [welder, lead] = [await make('job-roles', 'Welder'), await make('job-roles', 'Team lead')];
    const [bay, yard] = [await make('departments', 'Bay'), await make('departments', 'Yard')];
    const manager_id = (await plant.staff()).staff_id;
    await plant.api.patch(`/api/staff/${staff_id}`, { job_role_id: welder, department_id: bay });
    expect((await comeBack('2026-01-12', { manager_id: staff_id })).status).toBe(422);
    expect((await comeBack('2026-01-12', { department_id: welder })).body.errors).toHaveProperty('department_id');
    const { body } = await comeBack('2026-01-12', { job_role_id: lead, manager_id });
    expect(body).toMatchObject({ status: 'active', job_role_id: lead, department_id: bay, manager_id });
    const held = (await plant.api.get(`/api/staff/${staff_id}/job-roles`)).body;
    expect(held.at(-1)).toEqual({ job_role_id: lead, from_date: '2026-01-12', to_date: null });
    await plant.api.post(`/api/staff/${staff_id}/leave`, { last_active_day: '2026-02-10' });
    const again = await comeBack('2026-02-20', { department_id: yard, manager_id: null });
    expect(again.body).toMatchObject({ job_role_id: lead, department_id: yard, manager_id: null });
  });

  it('is not given an archived job role, but keeps the one they left with', async () => {
    const make = async (name: string) => (await plant.api.post('/api/job-roles', { name })).body.id;
    const [had, other] = [await make('Turner'), await make('Miller')];
    await plant.api.patch(`/api/staff/${staff_id}`, { job_role_id: had });
    for (const id of [had, other]) await plant.api.post(`/api/job-roles/${id}/archive`, {});
    const refused = await comeBack('2026-01-12', { job_role_id: other });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['job_role_id']]);
    expect((await comeBack('2026-01-12', { job_role_id: had })).body).toMatchObject({ job_role_id: had });
  });

  describe('with an account', () => {
    let company: Registered;
    it('is invited again, and signs in with a new password', async () => {
      running.clock.release();
      company = await given(running).organisation();
      const admin = api(running, company.admin);
      const email = registrationForm(1).email_primary;
      const person = { staff_code: 'P-1', first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01', email };
      const { staff_id: id } = (await admin.post('/api/staff', person)).body;
      await admin.post(`/api/staff/${id}/invite`, { role: 'user' });
      await admin.post(`/api/staff/${id}/leave`, { last_active_day: '2025-03-01' });
      const back = await admin.post(`/api/staff/${id}/return`, { first_day: '2025-04-01', role: 'user' });
      expect(back.body).toMatchObject({ status: 'invited', account_role: 'user', joined: '2025-04-01' });
      const mail = (await running.mails()).find(({ to }) => to === email)!;
      const token = mail.link!.split('/reset/')[1]!;
      const { handle } = (await api(running).post('/api/auth/password-reset/check', { token })).body;
      const password = 'seven-herons-of-the-dock';
      expect((await api(running).post('/api/auth/password-reset', { handle, password })).status).toBeLessThan(300);
      expect((await api(running).post('/api/auth/login', { user_name: email, password })).status).toBe(200);
      expect((await admin.get(`/api/staff/${id}`)).body.status).toBe('active');
    });
  });
});
