import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

describe('the job role that somebody had', () => {
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
    skill_id = (await plant.skill()).skill_id;
    welder = await role('Welder', 2);
    foreman = await role('Foreman', 4);
    staff_id = (await plant.staff({ job_role_id: welder })).staff_id;
    await comes('2026-03-01T06:00:00Z');
  });
  /** Sessions end meanwhile. */
  const comes = async (instant: string) => {
    running.clock.freeze(instant);
    admin = plant.as(await plant.signIn({ role: 'admin' }));
  };
  const become = (job_role_id: string | null) => admin.patch(`/api/staff/${staff_id}`, { job_role_id });
  const since = (job_role_id: string | null, from_date: string) =>
    admin.post(`/api/staff/${staff_id}/job-role`, { job_role_id, from_date });
  const held = async () => (await admin.get(`/api/staff/${staff_id}/job-roles`)).body;
  const matrix = async (query: string) => (await admin.get(`/api/reports/skill-matrix?${query}`)).body;
  /** As the whole matrix, a window of it, the person's own and the explanation have it: they must agree. */
  const targetOn = async (day: string): Promise<number | null> => {
    const shown = await Promise.all([
      matrix(`to=${day}`),
      matrix(`to=${day}&staff_id=${staff_id}`),
      matrix(`to=${day}&_start=0&_end=10&skill_start=0&skill_end=10`),
    ]);
    const targets = shown.map(({ cells }) => cells[0]?.[3] ?? null);
    const { body } = await admin.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}&on=${day}`);
    expect(targets).toEqual([body.target, body.target, body.target]);
    return body.target;
  };

  it('decides what was required of them on that day, whatever they are today', async () => {
    expect((await become(foreman)).body.job_role_id).toBe(foreman);
    expect([await targetOn('2026-01-05'), await targetOn('2026-02-28'), await targetOn('2026-03-01')]).toEqual([
      2, 2, 4,
    ]);
    expect(await held()).toEqual([
      { job_role_id: welder, from_date: null, to_date: '2026-02-28' },
      { job_role_id: foreman, from_date: '2026-03-01', to_date: null },
    ]);
    await become(null);
    expect([await targetOn('2026-02-28'), await targetOn('2026-03-01')]).toEqual([2, null]);
  });

  it('is the opening’s in a report between two dates, and the change of it a change of the requirement', async () => {
    await admin.post('/api/skill-evidence', {
      staff_id,
      skill_id,
      kind: 'assessment',
      level: 2,
      effective_date: '2025-01-01',
    });
    await become(foreman);
    const { totals, bridge } = (await admin.get('/api/reports/skill-matrix-datewise?from=2026-02-01&to=2026-03-01'))
      .body;
    expect([totals.opening.compliance, totals.closing.compliance]).toEqual([100, 0]);
    expect(bridge).toMatchObject({ opening: 1, retargeted: -1, closing: 0 });
  });

  it('is in summaries, kept ones too: none outlives a change, nor the change back', async () => {
    const required = async () => {
      const { totals } = (await admin.get('/api/reports/skill-matrix/summary?from=2026-02-01&to=2026-03-01')).body;
      return [totals.opening.gap, totals.closing.gap];
    };
    expect(await required()).toEqual([2, 2]);
    await become(foreman);
    expect(await required()).toEqual([2, 4]);
    await comes('2026-03-05T06:00:00Z');
    await become(welder);
    expect(await required()).toEqual([2, 4]);
    await since(welder, '2020-01-01');
    expect(await required()).toEqual([2, 2]);
    expect([await targetOn('2026-02-28'), await targetOn('2026-03-04')]).toEqual([2, 2]);
  });

  it('can be said from a day on that is past, which replaces what was said about later days', async () => {
    await become(foreman);
    expect((await since(foreman, '2026-02-01')).body).toEqual([
      { job_role_id: welder, from_date: null, to_date: '2026-01-31' },
      { job_role_id: foreman, from_date: '2026-02-01', to_date: null },
    ]);
    expect([await targetOn('2026-01-31'), await targetOn('2026-02-01')]).toEqual([2, 4]);
    expect((await since(foreman, '2020-01-01')).body).toEqual([
      { job_role_id: foreman, from_date: null, to_date: null },
    ]);
    expect(await targetOn('2025-06-01')).toBe(4);
  });

  it('that was entered wrongly is mended on the day of its entry, without a trace in reports', async () => {
    const { body: person } = await admin.post('/api/staff', {
      staff_code: 'P-NEW',
      first_name: 'Bala',
      last_name: 'Iyer',
      joined: '2020-01-01',
      job_role_id: welder,
    });
    const fresh = person.staff_id;
    await admin.patch(`/api/staff/${fresh}`, { job_role_id: foreman });
    expect((await admin.get(`/api/staff/${fresh}/job-roles`)).body).toEqual([
      { job_role_id: foreman, from_date: null, to_date: null },
    ]);
  });

  it('turns by the organisation’s calendar', async () => {
    running.clock.freeze('2026-01-10T06:00:00Z');
    const kolkata = await openPlant(running, { time_zone: 'Asia/Kolkata' });
    const { staff_id: person } = await kolkata.staff();
    const { id } = (await kolkata.api.post('/api/job-roles', { name: 'Welder' })).body;
    running.clock.freeze('2026-02-28T18:45:00Z');
    const api = kolkata.as(await kolkata.signIn({ role: 'admin' }));
    await api.patch(`/api/staff/${person}`, { job_role_id: id });
    const [, present] = (await api.get(`/api/staff/${person}/job-roles`)).body;
    expect(present).toEqual({ job_role_id: id, from_date: '2026-03-01', to_date: null });
  });

  it('is refused on a day to come, with an unknown role, and without a day', async () => {
    expect(await since(foreman, '2026-03-02')).toMatchObject({
      status: 422,
      body: { errors: { from_date: [expect.any(String)] } },
    });
    expect(await since('019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d', '2026-02-01')).toMatchObject({
      status: 422,
      body: { errors: { job_role_id: [expect.any(String)] } },
    });
    expect((await since(foreman, '')).status).toBe(422);
    expect(await held()).toEqual([{ job_role_id: welder, from_date: null, to_date: null }]);
  });

  it('keeps the role from being deleted, and goes with a person who is', async () => {
    await become(foreman);
    const refused = await admin.delete(`/api/job-roles/${welder}`);
    expect(refused.status).toBe(409);
    expect((await admin.delete(`/api/staff/${staff_id}`)).status).toBe(204);
  });

  it('changed by eight at once is one history without gaps', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => since(at % 2 ? foreman : welder, `2026-02-0${at + 1}`)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const stretches = await held();
    expect(stretches[0].from_date).toBeNull();
    expect(stretches.at(-1).to_date).toBeNull();
    stretches.slice(1).forEach((each: any, at: number) => {
      const before = new Date(`${each.from_date}T00:00:00Z`).getTime() - 86_400_000;
      expect(new Date(before).toISOString().slice(0, 10)).toBe(stretches[at].to_date);
    });
  });

  it('is shown to the person themself, and to no colleague', async () => {
    const learner = plant.as(await plant.learner(staff_id));
    expect((await learner.get(`/api/staff/${staff_id}/job-roles`)).status).toBe(200);
    const other = { staff_code: 'P-OTHER', first_name: 'Bala', last_name: 'Iyer', joined: '2020-01-01' };
    const { staff_id: colleague } = (await admin.post('/api/staff', other)).body;
    expect((await learner.get(`/api/staff/${colleague}/job-roles`)).status).toBe(404);
    expect(
      (await learner.post(`/api/staff/${staff_id}/job-role`, { job_role_id: null, from_date: '2026-02-01' })).status,
    ).toBe(403);
  });
});
