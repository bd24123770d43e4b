import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

describe('job role history', () => {
  let running: RunningApp;
  let plant: Plant;
  let admin: Plant['api'];
  let staff_id: string;
  let skill_id: string;
  let welder: string;
  let foreman: string;
  const role = async (name: string, level: number): Promise<string> => {
    const { id } = (await plant.api.post('/api/job-roles', { name })).body;
    await plant.api.post('/api/role-targets', { job_role_id: id, skill_id, level, from_date: '2020-01-01' });
    return id;
  };
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    running.clock.freeze('2026-01-10T06:00:00Z');
    plant = await openPlant(running);
    skill_id = (await plant.createSkill()).skill_id;
    welder = await role('Welder', 2);
    foreman = await role('Foreman', 4);
    staff_id = (await plant.createStaff({ job_role_id: welder })).staff_id;
    await advanceTo('2026-03-01T06:00:00Z');
  });
  /** Freezes the clock and signs in again: sessions end meanwhile. */
  const advanceTo = async (instant: string) => {
    running.clock.freeze(instant);
    admin = plant.as(await plant.signIn({ role: 'admin' }));
  };
  const changeRole = (job_role_id: string | null) => admin.patch(`/api/staff/${staff_id}`, { job_role_id });
  const changeRoleFrom = (job_role_id: string | null, from_date: string) =>
    admin.post(`/api/staff/${staff_id}/job-role`, { job_role_id, from_date });
  const roleHistory = async () => (await admin.get(`/api/staff/${staff_id}/job-roles`)).body;
  const matrix = async (query: string) => (await admin.get(`/api/reports/skill-matrix?${query}`)).body;
  /** Reads the target from the whole matrix, a page of it, the person's matrix and the explanation: all must agree. */
  const readTargetOn = async (day: string): Promise<number | null> => {
    const targetsByView = await Promise.all([
      matrix(`to=${day}`),
      matrix(`to=${day}&staff_id=${staff_id}`),
      matrix(`to=${day}&_start=0&_end=10&skill_start=0&skill_end=10`),
    ]);
    const targets = targetsByView.map(({ cells }) => cells[0]?.[3] ?? null);
    const { body } = await admin.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=${day}`);
    expect(targets).toEqual([body.target, body.target, body.target]);
    return body.target;
  };

  it('decides the targets of a past day', async () => {
    expect((await changeRole(foreman)).body.job_role_id).toBe(foreman);
    expect([
      await readTargetOn('2026-01-05'),
      await readTargetOn('2026-02-28'),
      await readTargetOn('2026-03-01'),
    ]).toEqual([2, 2, 4]);
    expect(await roleHistory()).toEqual([
      { job_role_id: welder, from_date: null, to_date: '2026-02-28' },
      { job_role_id: foreman, from_date: '2026-03-01', to_date: null },
    ]);
    await changeRole(null);
    expect([await readTargetOn('2026-02-28'), await readTargetOn('2026-03-01')]).toEqual([2, null]);
  });

  it('appears as a requirement change in a report between two dates', async () => {
    await admin.post('/api/skill-evidence', {
      staff_id,
      skill_id,
      kind: 'assessment',
      level: 2,
      effective_date: '2025-01-01',
    });
    await changeRole(foreman);
    const { totals, bridge } = (await admin.get('/api/reports/skill-matrix-datewise?from=2026-02-01&to=2026-03-01'))
      .body;
    expect([totals.opening.compliance, totals.closing.compliance]).toEqual([100, 0]);
    expect(bridge).toMatchObject({ opening: 1, retargeted: -1, closing: 0 });
  });

  it('invalidates cached summaries on each change', async () => {
    const required = async () => {
      const { totals } = (await admin.get('/api/reports/skill-matrix/summary?from=2026-02-01&to=2026-03-01')).body;
      return [totals.opening.gap, totals.closing.gap];
    };
    expect(await required()).toEqual([2, 2]);
    await changeRole(foreman);
    expect(await required()).toEqual([2, 4]);
    await advanceTo('2026-03-05T06:00:00Z');
    await changeRole(welder);
    expect(await required()).toEqual([2, 4]);
    await changeRoleFrom(welder, '2020-01-01');
    expect(await required()).toEqual([2, 2]);
    expect([await readTargetOn('2026-02-28'), await readTargetOn('2026-03-04')]).toEqual([2, 2]);
  });

  it('can be set from a past day and replaces later entries', async () => {
    await changeRole(foreman);
    expect((await changeRoleFrom(foreman, '2026-02-01')).body).toEqual([
      { job_role_id: welder, from_date: null, to_date: '2026-01-31' },
      { job_role_id: foreman, from_date: '2026-02-01', to_date: null },
    ]);
    expect([await readTargetOn('2026-01-31'), await readTargetOn('2026-02-01')]).toEqual([2, 4]);
    expect((await changeRoleFrom(foreman, '2020-01-01')).body).toEqual([
      { job_role_id: foreman, from_date: null, to_date: null },
    ]);
    expect(await readTargetOn('2025-06-01')).toBe(4);
  });

  it('can be corrected on the day of entry without effect on reports', async () => {
    const { body: person } = await admin.post('/api/staff', {
      staff_code: 'P-NEW',
      first_name: 'Bala',
      last_name: 'Iyer',
      joined: '2020-01-01',
      job_role_id: welder,
    });
    const newStaffId = person.staff_id;
    await admin.patch(`/api/staff/${newStaffId}`, { job_role_id: foreman });
    expect((await admin.get(`/api/staff/${newStaffId}/job-roles`)).body).toEqual([
      { job_role_id: foreman, from_date: null, to_date: null },
    ]);
  });

  it('changes by the organisation’s calendar', async () => {
    running.clock.freeze('2026-01-10T06:00:00Z');
    const kolkata = await openPlant(running, { time_zone: 'Asia/Kolkata' });
    const { staff_id: person } = await kolkata.createStaff();
    const { id } = (await kolkata.api.post('/api/job-roles', { name: 'Welder' })).body;
    running.clock.freeze('2026-02-28T18:45:00Z');
    const api = kolkata.as(await kolkata.signIn({ role: 'admin' }));
    await api.patch(`/api/staff/${person}`, { job_role_id: id });
    const [, currentStretch] = (await api.get(`/api/staff/${person}/job-roles`)).body;
    expect(currentStretch).toEqual({ job_role_id: id, from_date: '2026-03-01', to_date: null });
  });

  it('is refused for a future day, an unknown role or a missing day', async () => {
    expect(await changeRoleFrom(foreman, '2026-03-02')).toMatchObject({
      status: 422,
      body: { errors: { from_date: [expect.any(String)] } },
    });
    expect(await changeRoleFrom('019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d', '2026-02-01')).toMatchObject({
      status: 422,
      body: { errors: { job_role_id: [expect.any(String)] } },
    });
    expect((await changeRoleFrom(foreman, '')).status).toBe(422);
    expect(await roleHistory()).toEqual([{ job_role_id: welder, from_date: null, to_date: null }]);
  });

  it('prevents deleting the role and is deleted with the person', async () => {
    await changeRole(foreman);
    const refusedDelete = await admin.delete(`/api/job-roles/${welder}`);
    expect(refusedDelete.status).toBe(409);
    expect((await admin.delete(`/api/staff/${staff_id}`)).status).toBe(204);
  });

  it('has no gaps after eight concurrent changes', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => changeRoleFrom(index % 2 ? foreman : welder, `2026-02-0${index + 1}`)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const periods = await roleHistory();
    expect(periods[0].from_date).toBeNull();
    expect(periods.at(-1).to_date).toBeNull();
    periods.slice(1).forEach((each: any, index: number) => {
      const dayBefore = new Date(`${each.from_date}T00:00:00Z`).getTime() - 86_400_000;
      expect(new Date(dayBefore).toISOString().slice(0, 10)).toBe(periods[index].to_date);
    });
  });

  it('is visible to the person, not to colleagues', async () => {
    const learner = plant.as(await plant.signInLearner(staff_id));
    expect((await learner.get(`/api/staff/${staff_id}/job-roles`)).status).toBe(200);
    const other = { staff_code: 'P-OTHER', first_name: 'Bala', last_name: 'Iyer', joined: '2020-01-01' };
    const { staff_id: colleague } = (await admin.post('/api/staff', other)).body;
    expect((await learner.get(`/api/staff/${colleague}/job-roles`)).status).toBe(404);
    expect(
      (await learner.post(`/api/staff/${staff_id}/job-role`, { job_role_id: null, from_date: '2026-02-01' })).status,
    ).toBe(403);
  });
});
