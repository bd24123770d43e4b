import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import { openPlant, type Plant } from '../support/plant';

describe('rehiring a person who left', () => {
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
    ({ staff_id } = await plant.createStaff({ joined: '2024-01-08' }));
    ({ skill_id } = await plant.createSkill());
    const evidence = { staff_id, skill_id, kind: 'certificate', level: 3, effective_date: '2025-02-01' };
    await plant.api.post('/api/skill-evidence', { ...evidence, valid_until: '2027-01-31' });
    await plant.api.post(`/api/staff/${staff_id}/leave`, { last_active_day: '2025-06-30' });
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const rehire = (first_day: string, more: object = {}) =>
    plant.api.post(`/api/staff/${staff_id}/return`, { first_day, ...more });
  const matrix = async (day: string) =>
    (await plant.api.get(`/api/reports/skill-matrix-datewise?from=${day}&to=${day}`)).body;
  const listedIds = async (day: string) => (await matrix(day)).rows.map((row: { id: string }) => row.id);
  const explainOn = async (day: string) =>
    (await plant.api.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=${day}`)).body;

  it('adds an employment and keeps the earlier one', async () => {
    const { status, body } = await rehire('2026-01-12');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'active', joined: '2026-01-12', last_active_day: null });
    expect((await plant.api.get(`/api/staff/${staff_id}/employments`)).body).toEqual([
      { from_date: '2024-01-08', to_date: '2025-06-30' },
      { from_date: '2026-01-12', to_date: null },
    ]);
    await plant.api.post(`/api/staff/${staff_id}/leave`, { last_active_day: '2026-02-10' });
    expect((await rehire('2026-03-01')).status).toBe(200);
    expect((await plant.api.get(`/api/staff/${staff_id}/employments`)).body).toHaveLength(3);
  });

  it('counts in reports on the days of each employment, not between them', async () => {
    const other = (await plant.createStaff()).staff_id;
    await rehire('2026-01-12').then(({ status }) => expect(status).toBe(200));
    expect(await listedIds('2025-06-30')).toContain(staff_id);
    expect(await listedIds('2025-07-01')).toEqual([other]);
    expect(await listedIds('2026-01-11')).toEqual([other]);
    expect(await listedIds('2026-01-12')).toContain(staff_id);
    expect([await explainOn('2025-06-30'), await explainOn('2026-01-12')].map(({ level }) => level)).toEqual([3, 3]);
    const explanation = await explainOn('2025-10-01');
    expect(explanation.level).toBe(0);
    expect(explanation.text).toContain('2025-06-30');
  });

  it('has levels clipped to the employments, and the same when they are built again', async () => {
    await rehire('2026-01-12');
    expect((await explainOn('2025-03-01')).valid_until).toBe('2025-06-30');
    expect((await explainOn('2026-03-02')).valid_until).toBe('2027-01-31');
    expect(await running.app.get(SkillLedgerService).rebuild(plant.tenant)).toBe(0);
  });

  it('is refused until the last active day is over', async () => {
    expect(await rehire('2025-06-30')).toMatchObject({ status: 422 });
    expect((await rehire('2025-06-30')).body.errors).toHaveProperty('first_day');
    expect((await rehire('2025-07-01')).status).toBe(200);
    expect((await rehire('2026-01-12')).body.code).toBe('wrong_status');
    const joined = { joined: '2025-06-30' };
    expect((await plant.api.patch(`/api/staff/${staff_id}`, joined)).body.errors).toHaveProperty('joined');
  });

  it('needs a free seat', async () => {
    await plant.createStaff();
    await plant.createStaff();
    const { status, body } = await rehire('2026-01-12');
    expect([status, body.code]).toEqual([409, 'plan_limit_reached']);
    expect((await plant.api.get(`/api/staff/${staff_id}/employments`)).body).toHaveLength(1);
  });

  it('happens once, on one seat, for concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => rehire('2026-01-12')));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    await plant.createStaff();
    expect((await plant.api.post('/api/staff', {})).status).toBe(422);
    expect((await plant.api.get(`/api/staff/${staff_id}/employments`)).body).toHaveLength(2);
  });

  it('is audited with the days before and after', async () => {
    await rehire('2026-01-12');
    const { body } = await plant.api.get(`/api/audit-events?subject_id=${staff_id}`);
    const [event] = body.filter((each: { action: string }) => each.action === 'staff.return');
    expect(event.was).toMatchObject({ status: 'left', joined: '2024-01-08', last_active_day: '2025-06-30' });
    expect(event.became).toMatchObject({ status: 'active', joined: '2026-01-12', last_active_day: null });
  });

  it('keeps the job roles of the earlier employment when the role changes after the return', async () => {
    const role = async (name: string) => (await plant.api.post('/api/job-roles', { name })).body.job_role_id;
    const [welder, leadRole] = [await role('Welder'), await role('Team lead')];
    await rehire('2026-01-12');
    await plant.api.post(`/api/staff/${staff_id}/job-role`, { job_role_id: welder, from_date: '2024-06-01' });
    await plant.api.post(`/api/staff/${staff_id}/job-role`, { job_role_id: leadRole, from_date: '2026-02-01' });
    const { body } = await plant.api.get(`/api/staff/${staff_id}/job-roles`);
    expect(body.map((period: { job_role_id: string | null }) => period.job_role_id)).toEqual([null, welder, leadRole]);
  });

  it('restores department and job role unless others are given', async () => {
    const make = async (path: string, name: string) => (await plant.api.post(`/api/${path}`, { name })).body.id;
    const [welder, leadRole] = [await make('job-roles', 'Welder'), await make('job-roles', 'Team lead')];
    const [bay, yard] = [await make('departments', 'Bay'), await make('departments', 'Yard')];
    const manager_id = (await plant.createStaff()).staff_id;
    await plant.api.patch(`/api/staff/${staff_id}`, { job_role_id: welder, department_id: bay });
    expect((await rehire('2026-01-12', { manager_id: staff_id })).status).toBe(422);
    expect((await rehire('2026-01-12', { department_id: welder })).body.errors).toHaveProperty('department_id');
    const { body } = await rehire('2026-01-12', { job_role_id: leadRole, manager_id });
    expect(body).toMatchObject({ status: 'active', job_role_id: leadRole, department_id: bay, manager_id });
    const heldRoles = (await plant.api.get(`/api/staff/${staff_id}/job-roles`)).body;
    expect(heldRoles.at(-1)).toEqual({ job_role_id: leadRole, from_date: '2026-01-12', to_date: null });
    await plant.api.post(`/api/staff/${staff_id}/leave`, { last_active_day: '2026-02-10' });
    const rehireReply = await rehire('2026-02-20', { department_id: yard, manager_id: null });
    expect(rehireReply.body).toMatchObject({ job_role_id: leadRole, department_id: yard, manager_id: null });
  });

  it('refuses an archived job role, except the former one', async () => {
    const make = async (name: string) => (await plant.api.post('/api/job-roles', { name })).body.id;
    const [archivedRole, other] = [await make('Turner'), await make('Miller')];
    await plant.api.patch(`/api/staff/${staff_id}`, { job_role_id: archivedRole });
    for (const id of [archivedRole, other]) await plant.api.post(`/api/job-roles/${id}/archive`, {});
    const refusedReply = await rehire('2026-01-12', { job_role_id: other });
    expect([refusedReply.status, Object.keys(refusedReply.body.errors)]).toEqual([422, ['job_role_id']]);
    expect((await rehire('2026-01-12', { job_role_id: archivedRole })).body).toMatchObject({
      job_role_id: archivedRole,
    });
  });

  describe('with an account', () => {
    let company: RegisteredOrganisation;
    it('sends a new invitation, which sets a new password', async () => {
      running.clock.release();
      company = await fixtures(running).organisation();
      const admin = api(running, company.admin);
      const email = registrationForm(1).email_primary;
      const person = { staff_code: 'P-1', first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01', email };
      const { staff_id: id } = (await admin.post('/api/staff', person)).body;
      await admin.post(`/api/staff/${id}/invite`, { role: 'user' });
      await admin.post(`/api/staff/${id}/leave`, { last_active_day: '2025-03-01' });
      const returnReply = await admin.post(`/api/staff/${id}/return`, { first_day: '2025-04-01', role: 'user' });
      expect(returnReply.body).toMatchObject({ status: 'invited', account_role: 'user', joined: '2025-04-01' });
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
