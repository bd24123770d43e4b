import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

const WHY = 'Away until spring';

describe('what is decided about assignments', () => {
  let running: RunningApp;
  let plant: Plant;
  let assignment_id: string[];
  let training_id: string;
  let staff_id: string[];

  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-02T23:30:00Z');
    plant = await openPlant(running);
    staff_id = [(await plant.staff()).staff_id, (await plant.staff()).staff_id, (await plant.staff()).staff_id];
    ({ training_id } = await plant.published());
    const due = { training_id: [training_id], due_on: '2026-03-02' };
    expect((await plant.api.post('/api/training-assignments/bulk', { staff_id, ...due })).status).toBe(200);
    const { body } = await list();
    assignment_id = staff_id.map((one) => body.find((each: Row) => each.staff_id === one).id);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  interface Row {
    id: string;
    staff_id: string;
    state: string;
    due_on: string | null;
  }
  const list = (query = '') => plant.api.get(`/api/training-assignments${query}`);
  const decide = (what: string, body: object) => plant.api.post(`/api/training-assignments/${what}`, body);
  const rows = async () => {
    const { body } = await list();
    return assignment_id.map((id) => {
      const { state, due_on, overdue } = body.find((each: Row) => each.id === id);
      return [state, due_on, overdue];
    });
  };
  const setState = (id: string, state: string) =>
    running.app.get(Transactions).run(async () => {
      const [row] = await running.app
        .get(Database)
        .rows<{ id: Uint8Array }>('SELECT assignment_id AS id FROM training_assignment WHERE staff_id = ?', [
          Buffer.from(staff_id[assignment_id.indexOf(id)]!.replaceAll('-', ''), 'hex'),
        ]);
      const sql = 'UPDATE training_assignment SET state = ? WHERE assignment_id = ?';
      await running.app.get(Database).write(sql, [state, row!.id]);
    });

  it('gives longer to whoever is due earlier, with who and why, and shortens nothing', async () => {
    running.clock.freeze('2026-03-03T00:45:00Z');
    expect(await rows()).toEqual(staff_id.map(() => ['assigned', '2026-03-02', true]));
    const body = { assignment_id: assignment_id.slice(0, 2), due_on: '2026-04-01', reason: `  ${WHY} ` };
    expect(await decide('extend', body)).toMatchObject({ status: 200, body: { extended: 2, unchanged: 0 } });
    expect(await decide('extend', { ...body, due_on: '2026-03-20' })).toMatchObject({
      body: { extended: 0, unchanged: 2 },
    });
    expect(await rows()).toEqual([
      ['assigned', '2026-04-01', false],
      ['assigned', '2026-04-01', false],
      ['assigned', '2026-03-02', true],
    ]);
    const [first] = (await list(`?id=${assignment_id[0]}`)).body;
    expect(first).toMatchObject({ decision_reason: WHY, decided_at: '2026-03-03T00:45:00.000Z' });
    const told = (await plant.api.get('/api/audit-events?action=training-assignment.extend')).body;
    expect(told).toMatchObject([
      {
        was: { assignments: [{ due_on: '2026-03-02' }, { due_on: '2026-03-02' }] },
        became: { due_on: '2026-04-01' },
      },
    ]);
  });

  it('lets people off: nothing is asked of them, and assigning again leaves it so', async () => {
    const some = assignment_id.slice(0, 2);
    expect(await decide('waive', { assignment_id: some, reason: WHY })).toMatchObject({
      body: { changed: 2, unchanged: 0 },
    });
    running.clock.freeze('2026-03-03T00:45:00Z');
    expect(await rows()).toEqual([
      ['waived', '2026-03-02', false],
      ['waived', '2026-03-02', false],
      ['assigned', '2026-03-02', true],
    ]);
    const preview = await plant.api.post('/api/training-assignments/bulk/preview', {
      staff_id,
      training_id: [training_id],
    });
    expect(preview.body).toMatchObject({ to_assign: 0, conflicts: 2, already_assigned: 1 });
    expect(await decide('waive', { assignment_id, reason: WHY })).toMatchObject({ body: { changed: 1, unchanged: 2 } });
    expect(await decide('waive', { assignment_id, reason: WHY })).toMatchObject({ body: { changed: 0, unchanged: 3 } });
    const told = (await plant.api.get('/api/audit-events?action=training-assignment.waive')).body;
    expect(told.map((each: { became: object }) => each.became)).toEqual([
      { reason: WHY, changed: 1 },
      { reason: WHY, changed: 2 },
    ]);
  });

  it('asks again from where people were', async () => {
    await running.app
      .get(Transactions)
      .run(() =>
        running.app
          .get(Database)
          .write("UPDATE training_assignment SET started_at = 1, state = 'in_progress' WHERE staff_id = ?", [
            Buffer.from(staff_id[1]!.replaceAll('-', ''), 'hex'),
          ]),
      );
    await decide('waive', { assignment_id, reason: WHY });
    expect(await decide('resume', { assignment_id })).toMatchObject({ body: { changed: 3, unchanged: 0 } });
    expect((await rows()).map(([state]) => state)).toEqual(['assigned', 'in_progress', 'assigned']);
    expect(await decide('resume', { assignment_id })).toMatchObject({ body: { changed: 0, unchanged: 3 } });
  });

  it('leaves what is completed, removed or expired as it is', async () => {
    for (const [at, state] of ['completed', 'removed', 'expired'].entries()) await setState(assignment_id[at]!, state);
    for (const what of ['extend', 'waive', 'resume']) {
      const { body } = await decide(what, {
        assignment_id,
        reason: WHY,
        ...(what === 'extend' && { due_on: '2027-01-01' }),
      });
      expect([what, body]).toEqual([what, { [what === 'extend' ? 'extended' : 'changed']: 0, unchanged: 3 }]);
    }
    expect((await plant.api.get('/api/audit-events?action=training-assignment.waive')).body).toEqual([]);
  });

  it('is refused whole where one is unknown or another organisation’s, without a reason, or for a day that has passed', async () => {
    const other = await openPlant(running);
    const body = { assignment_id, reason: WHY, due_on: '2026-05-01' };
    for (const what of ['extend', 'waive', 'resume']) {
      const theirs = await other.api.post(
        `/api/training-assignments/${what}`,
        what === 'extend' ? body : { assignment_id, reason: WHY },
      );
      expect([what, theirs.status]).toEqual([what, 422]);
      const sent = what === 'extend' ? body : { assignment_id, reason: WHY };
      const unknown = { ...sent, assignment_id: [...assignment_id, '01900000-0000-7000-8000-000000000000'] };
      expect([what, (await decide(what, unknown)).status]).toEqual([what, 422]);
    }
    for (const reason of [undefined, null, '', '   ', 7, 'x'.repeat(501)]) {
      expect([reason, (await decide('waive', { assignment_id, reason })).status]).toEqual([reason, 422]);
      expect([reason, (await decide('extend', { ...body, reason })).status]).toEqual([reason, 422]);
    }
    for (const due_on of [undefined, null, '', '2026-03-01', '2026-02-30', 'tomorrow'])
      expect([due_on, (await decide('extend', { ...body, due_on })).body.errors?.due_on?.length]).toEqual([due_on, 1]);
    expect((await rows()).map(([state, due]) => [state, due])).toEqual(staff_id.map(() => ['assigned', '2026-03-02']));
  });
});
