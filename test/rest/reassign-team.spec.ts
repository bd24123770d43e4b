import { StaffService } from '../../src/modules/staff/staff.service';
import { MAX_TRANSACTION_ROWS } from '../../src/tenancy/transaction-batch';
import { startApp, type RunningApp } from '../support/app';
import { readStaffLines, createReportingLine, computeStaffLines, type ReportingLine } from '../support/reporting-line';
import { openPlant, type Plant } from '../support/plant';

const UNKNOWN_ID = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';

describe('a team that gets another manager', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    plant = await openPlant(running);
    line = await createReportingLine(plant);
  });
  const reassign = (from: string, to: string, more: object = {}) =>
    plant.api.post(`/api/staff/${from}/reassign`, { to, ...more });
  const expectLinesConsistent = async () =>
    expect(await readStaffLines(running, plant.customer_id)).toEqual(
      await computeStaffLines(running, plant.customer_id),
    );
  const events = async (subject_id: string) =>
    (await plant.api.get(`/api/audit-events?subject_id=${subject_id}&action=staff.reassign`)).body as any[];

  it('is counted, moves to another manager with everyone below, and is audited once', async () => {
    const path = `/api/staff/${line.devi}`;
    expect((await plant.api.delete(path, { 'X-Dry-Run': 'true' })).body).toMatchObject({
      code: 'in_use',
      facts: { staff: 1 },
    });
    expect((await reassign(line.devi, line.esra, { row_version: 7 })).status).toBe(412);
    const done = { status: 200, body: { moved: { staff: 1 }, more: false } };
    expect(await reassign(line.devi, line.esra, { row_version: 1 })).toEqual(expect.objectContaining(done));
    expect(await reassign(line.devi, line.esra)).toMatchObject({ body: { moved: { staff: 0 }, more: false } });
    await expectLinesConsistent();
    expect((await plant.api.get(`/api/staff/${line.asha}`)).body.manager_id).toBe(line.esra);
    expect((await plant.api.get(`/api/staff/${line.bala}`)).body.manager_id).toBe(line.asha);
    expect(await events(line.devi)).toMatchObject([
      { was: { staff_id: line.devi }, became: { staff_id: line.esra, moved: { staff: 1 } } },
    ]);
    expect((await plant.api.delete(path)).status).toBe(204);
  });

  it('can move upwards, which leaves the manager in between without a team', async () => {
    expect((await reassign(line.asha, line.devi)).body).toEqual({ moved: { staff: 2 }, more: false });
    await expectLinesConsistent();
    expect((await plant.api.get(`/api/staff?manager_id=${line.devi}`)).body).toHaveLength(3);
  });

  it('cannot move to its own member, to a former or suspended person, or to its present manager', async () => {
    const refused = (text: string) => ({ status: 422, body: { errors: { to: [expect.stringContaining(text)] } } });
    expect(await reassign(line.devi, line.bala)).toMatchObject(refused('Bala Rao reports to this person'));
    expect(await reassign(line.devi, line.asha)).toMatchObject(refused('would create a loop'));
    expect(await reassign(line.devi, line.devi)).toMatchObject(refused('This is the item'));
    expect(await reassign(line.devi, UNKNOWN_ID)).toMatchObject(refused('existing'));
    await plant.api.post(`/api/staff/${line.esra}/suspend`);
    expect(await reassign(line.devi, line.esra)).toMatchObject(refused('is not currently employed'));
    await plant.api.post(`/api/staff/${line.esra}/leave`, { last_active_day: '2026-01-31' });
    expect(await reassign(line.devi, line.esra)).toMatchObject(refused('is not currently employed'));
    await expectLinesConsistent();
    expect(await events(line.devi)).toEqual([]);
  });

  it('of a manager with an account is counted beside that account', async () => {
    const { staff_id } = await plant.createStaff({ email: 'lead@team.example', first_name: 'Lead' });
    expect((await plant.api.post(`/api/staff/${staff_id}/invite`, { role: 'user' })).status).toBe(200);
    await line.setManager(line.esra, staff_id);
    expect((await plant.api.delete(`/api/staff/${staff_id}`)).body).toMatchObject({
      code: 'in_use',
      facts: { staff: 1, accounts: 1 },
    });
  });

  it('of a manager who has left can move as well', async () => {
    await plant.api.post(`/api/staff/${line.asha}/leave`, { last_active_day: '2026-01-31' });
    expect((await reassign(line.asha, line.esra)).body).toEqual({ moved: { staff: 2 }, more: false });
    await expectLinesConsistent();
  });

  it('of another organisation is unknown, as source and as target', async () => {
    const other = await createReportingLine(await openPlant(running));
    expect((await reassign(other.devi, line.esra)).status).toBe(404);
    expect((await reassign(line.devi, other.esra)).status).toBe(422);
    await expectLinesConsistent();
  });

  it('is seen by the new manager from the next request on, and by the former one no more', async () => {
    const [devi, esra] = [plant.as(await line.signIn('devi')), plant.as(await line.signIn('esra'))];
    const countVisible = async (client: typeof devi) => (await client.get('/api/staff')).headers.get('x-total-count');
    expect([await countVisible(devi), await countVisible(esra)]).toEqual(['4', '1']);
    expect((await devi.post(`/api/staff/${line.devi}/reassign`, { to: line.esra })).status).toBe(403);
    await reassign(line.devi, line.esra);
    expect([await countVisible(devi), await countVisible(esra)]).toEqual(['1', '4']);
    expect((await devi.get(`/api/staff/${line.bala}`)).status).toBe(404);
  });
});

describe('replacements larger than one transaction', () => {
  let running: RunningApp;
  let plant: Plant;
  let hired = 0;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running, { staff: 5_000 });
  });
  afterAll(() => running.close());

  /** Repeats the call until nothing is left. @returns how many records each call moved */
  const reassignAll = async (path: string, to: string, field: string): Promise<number[]> => {
    const moved: number[] = [];
    for (let more = true; more;) {
      const { status, body } = await plant.api.post(`${path}/reassign`, { to });
      expect(status).toBe(200);
      moved.push(body.moved[field]);
      more = body.more;
    }
    return moved;
  };
  const createPeople = async (count: number, more: object): Promise<string[]> => {
    const inputs = Array.from({ length: count }, (_, i) => ({
      staff_code: `Q-${++hired}`,
      first_name: 'One',
      last_name: `Of${i}`,
      joined: '2020-01-01',
      ...more,
    }));
    return (await running.app.get(StaffService, { strict: false }).createMany(plant.tenant, inputs)).map(
      ({ staff_id }) => staff_id,
    );
  };

  it('a team moves in bounded parts, each complete, and an interrupted move can continue', async () => {
    const [from, to] = [(await plant.createStaff()).staff_id, (await plant.createStaff()).staff_id];
    await createPeople(700, { manager_id: from });
    const first = (await plant.api.post(`/api/staff/${from}/reassign`, { to })).body;
    expect(first.more).toBe(true);
    // Per person: the row and two rows of the line.
    expect(first.moved.staff * 3).toBeLessThan(MAX_TRANSACTION_ROWS);
    expect(await readStaffLines(running, plant.customer_id)).toEqual(
      await computeStaffLines(running, plant.customer_id),
    );
    const rest = await reassignAll(`/api/staff/${from}`, to, 'staff');
    expect(first.moved.staff + rest.reduce((sum, each) => sum + each, 0)).toBe(700);
    expect(await readStaffLines(running, plant.customer_id)).toEqual(
      await computeStaffLines(running, plant.customer_id),
    );
    const events = await plant.api.get(`/api/audit-events?subject_id=${from}&action=staff.reassign`);
    expect(events.body).toHaveLength(1 + rest.filter(Boolean).length);
    expect((await plant.api.delete(`/api/staff/${from}`)).status).toBe(204);
  });

  it('the waiting assignments of a training move in bounded parts', async () => {
    const [from, to] = [
      (await plant.createPublishedTraining()).training_id,
      (await plant.createPublishedTraining()).training_id,
    ];
    const staff_id = await createPeople(600, { first_name: 'Waiting' });
    await plant.assign(staff_id, [from], { due_on: '2026-12-31' });
    const moved = await reassignAll(`/api/trainings/${from}`, to, 'assignments');
    // Per person: the old and the new assignment, each with its reason.
    expect(moved).toEqual([249, 249, 102]);
    const count = async (query: string) =>
      (await plant.api.get(`/api/training-assignments?${query}&_end=1`)).headers.get('x-total-count');
    expect(await count(`training_id=${from}&state=assigned`)).toBe('0');
    expect(await count(`training_id=${to}&state=assigned&due_on=2026-12-31`)).toBe('600');
  });

  it('the people of a department and the holders of a job role move in bounded parts', async () => {
    const create = async (path: string, name: string): Promise<string> =>
      (await plant.api.post(path, { name })).body.id;
    const [yard, hall] = [await create('/api/departments', 'Yard'), await create('/api/departments', 'Hall')];
    const [fitter, welder] = [await create('/api/job-roles', 'Fitter'), await create('/api/job-roles', 'Welder')];
    await createPeople(1_100, { department_id: yard, job_role_id: fitter });
    expect(await reassignAll(`/api/departments/${yard}`, hall, 'staff')).toEqual([999, 101]);
    const holders = await reassignAll(`/api/job-roles/${fitter}`, welder, 'staff');
    expect(holders).toEqual([199, 199, 199, 199, 199, 105]);
    expect((await plant.api.delete(`/api/departments/${yard}`)).status).toBe(204);
    expect((await plant.api.delete(`/api/job-roles/${fitter}`)).status).toBe(204);
  });
});
