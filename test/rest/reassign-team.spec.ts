import { StaffService } from '../../src/staff/staff.service';
import { BATCH_ROWS } from '../../src/tenancy/batch';
import { startApp, type RunningApp } from '../support/app';
import { keptLines, openLine, linesRead, type Line } from '../support/line';
import { openPlant, type Plant } from '../support/plant';

const NOBODY = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';

describe('a team whose manager goes', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await openLine(plant);
  });
  const reassign = (from: string, to: string, more: object = {}) =>
    plant.api.post(`/api/staff/${from}/reassign`, { to, ...more });
  const areAsRead = async () =>
    expect(await keptLines(running, plant.customer_id)).toEqual(await linesRead(running, plant.customer_id));
  const events = async (subject_id: string) =>
    (await plant.api.get(`/api/audit-events?subject_id=${subject_id}&action=staff.reassign`)).body as any[];

  it('is counted, goes to another manager with everybody below, and is told once', async () => {
    const path = `/api/staff/${line.devi}`;
    expect((await plant.api.delete(path, { 'X-Dry-Run': 'true' })).body).toMatchObject({
      code: 'in_use',
      facts: { staff: 1 },
    });
    expect((await reassign(line.devi, line.esra, { row_version: 7 })).status).toBe(412);
    const done = { status: 200, body: { moved: { staff: 1 }, more: false } };
    expect(await reassign(line.devi, line.esra, { row_version: 1 })).toEqual(expect.objectContaining(done));
    expect(await reassign(line.devi, line.esra)).toMatchObject({ body: { moved: { staff: 0 }, more: false } });
    await areAsRead();
    expect((await plant.api.get(`/api/staff/${line.asha}`)).body.manager_id).toBe(line.esra);
    expect((await plant.api.get(`/api/staff/${line.bala}`)).body.manager_id).toBe(line.asha);
    expect(await events(line.devi)).toMatchObject([
      { was: { staff_id: line.devi }, became: { staff_id: line.esra, moved: { staff: 1 } } },
    ]);
    expect((await plant.api.delete(path)).status).toBe(204);
  });

  it('goes upwards, too: whoever stood between is no manager any more', async () => {
    expect((await reassign(line.asha, line.devi)).body).toEqual({ moved: { staff: 2 }, more: false });
    await areAsRead();
    expect((await plant.api.get(`/api/staff?manager_id=${line.devi}`)).body).toHaveLength(3);
  });

  it('is given to nobody who stands in it, to nobody who left or is suspended, and not to whom it has', async () => {
    const refused = (says: string) => ({ status: 422, body: { errors: { to: [expect.stringContaining(says)] } } });
    expect(await reassign(line.devi, line.bala)).toMatchObject(refused('Bala Rao reports to this person'));
    expect(await reassign(line.devi, line.asha)).toMatchObject(refused('would create a loop'));
    expect(await reassign(line.devi, line.devi)).toMatchObject(refused('This is the item'));
    expect(await reassign(line.devi, NOBODY)).toMatchObject(refused('existing'));
    await plant.api.post(`/api/staff/${line.esra}/suspend`);
    expect(await reassign(line.devi, line.esra)).toMatchObject(refused('is not currently employed'));
    await plant.api.post(`/api/staff/${line.esra}/leave`, { last_active_day: '2026-01-31' });
    expect(await reassign(line.devi, line.esra)).toMatchObject(refused('is not currently employed'));
    await areAsRead();
    expect(await events(line.devi)).toEqual([]);
  });

  it('of somebody who signs in is counted beside their account', async () => {
    const { staff_id } = await plant.staff({ email: 'lead@team.example', first_name: 'Lead' });
    expect((await plant.api.post(`/api/staff/${staff_id}/invite`, { role: 'user' })).status).toBe(200);
    await line.below(line.esra, staff_id);
    expect((await plant.api.delete(`/api/staff/${staff_id}`)).body).toMatchObject({
      code: 'in_use',
      facts: { staff: 1, accounts: 1 },
    });
  });

  it('of somebody who has left goes to another one as well', async () => {
    await plant.api.post(`/api/staff/${line.asha}/leave`, { last_active_day: '2026-01-31' });
    expect((await reassign(line.asha, line.esra)).body).toEqual({ moved: { staff: 2 }, more: false });
    await areAsRead();
  });

  it('of another organisation is not there, neither as the one nor as the other', async () => {
    const other = await openLine(await openPlant(running));
    expect((await reassign(other.devi, line.esra)).status).toBe(404);
    expect((await reassign(line.devi, other.esra)).status).toBe(422);
    await areAsRead();
  });

  it('is seen by the new manager from the next request on, and by the former one no more', async () => {
    const [devi, esra] = [plant.as(await line.signedIn('devi')), plant.as(await line.signedIn('esra'))];
    const seen = async (who: typeof devi) => (await who.get('/api/staff')).headers.get('x-total-count');
    expect([await seen(devi), await seen(esra)]).toEqual(['4', '1']);
    expect((await devi.post(`/api/staff/${line.devi}/reassign`, { to: line.esra })).status).toBe(403);
    await reassign(line.devi, line.esra);
    expect([await seen(devi), await seen(esra)]).toEqual(['1', '4']);
    expect((await devi.get(`/api/staff/${line.bala}`)).status).toBe(404);
  });
});

describe('more than one transaction may write', () => {
  let running: RunningApp;
  let plant: Plant;
  let hired = 0;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running, { staff: 5_000 });
  });
  afterAll(() => running.close());

  /** As many calls as it takes; what each of them said it had moved. */
  const untilDone = async (path: string, to: string, what: string): Promise<number[]> => {
    const moved: number[] = [];
    for (let more = true; more;) {
      const { status, body } = await plant.api.post(`${path}/reassign`, { to });
      expect(status).toBe(200);
      moved.push(body.moved[what]);
      more = body.more;
    }
    return moved;
  };
  const people = async (count: number, more: object): Promise<string[]> => {
    const made = Array.from({ length: count }, (_, i) => ({
      staff_code: `Q-${++hired}`,
      first_name: 'One',
      last_name: `Of${i}`,
      joined: '2020-01-01',
      ...more,
    }));
    return (await running.app.get(StaffService, { strict: false }).createMany(plant.tenant, made)).map(
      ({ staff_id }) => staff_id,
    );
  };

  it('a team goes in bounded parts, each of them whole, and whoever was interrupted goes on', async () => {
    const [from, to] = [(await plant.staff()).staff_id, (await plant.staff()).staff_id];
    await people(700, { manager_id: from });
    const first = (await plant.api.post(`/api/staff/${from}/reassign`, { to })).body;
    expect(first.more).toBe(true);
    // Each of them: the row, and two of the line.
    expect(first.moved.staff * 3).toBeLessThan(BATCH_ROWS);
    expect(await keptLines(running, plant.customer_id)).toEqual(await linesRead(running, plant.customer_id));
    const rest = await untilDone(`/api/staff/${from}`, to, 'staff');
    expect(first.moved.staff + rest.reduce((sum, each) => sum + each, 0)).toBe(700);
    expect(await keptLines(running, plant.customer_id)).toEqual(await linesRead(running, plant.customer_id));
    const events = await plant.api.get(`/api/audit-events?subject_id=${from}&action=staff.reassign`);
    expect(events.body).toHaveLength(1 + rest.filter(Boolean).length);
    expect((await plant.api.delete(`/api/staff/${from}`)).status).toBe(204);
  });

  it('the waiting assignments of a training go in bounded parts', async () => {
    const [from, to] = [(await plant.published()).training_id, (await plant.published()).training_id];
    const staff_id = await people(600, { first_name: 'Waiting' });
    await plant.assign(staff_id, [from], { due_on: '2026-12-31' });
    const moved = await untilDone(`/api/trainings/${from}`, to, 'assignments');
    // Each of them: what goes and what takes its place, each with its reason.
    expect(moved).toEqual([249, 249, 102]);
    const count = async (query: string) =>
      (await plant.api.get(`/api/training-assignments?${query}&_end=1`)).headers.get('x-total-count');
    expect(await count(`training_id=${from}&state=assigned`)).toBe('0');
    expect(await count(`training_id=${to}&state=assigned&due_on=2026-12-31`)).toBe('600');
  });

  it('the people of a department and the holders of a job role go in bounded parts', async () => {
    const made = async (path: string, name: string): Promise<string> => (await plant.api.post(path, { name })).body.id;
    const [yard, hall] = [await made('/api/departments', 'Yard'), await made('/api/departments', 'Hall')];
    const [fitter, welder] = [await made('/api/job-roles', 'Fitter'), await made('/api/job-roles', 'Welder')];
    await people(1_100, { department_id: yard, job_role_id: fitter });
    expect(await untilDone(`/api/departments/${yard}`, hall, 'staff')).toEqual([999, 101]);
    const holders = await untilDone(`/api/job-roles/${fitter}`, welder, 'staff');
    expect(holders).toEqual([199, 199, 199, 199, 199, 105]);
    expect((await plant.api.delete(`/api/departments/${yard}`)).status).toBe(204);
    expect((await plant.api.delete(`/api/job-roles/${fitter}`)).status).toBe(204);
  });
});
