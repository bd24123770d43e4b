import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

const REASON = 'Away until spring';

describe('decisions on assignments', () => {
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
    staff_id = [
      (await plant.createStaff()).staff_id,
      (await plant.createStaff()).staff_id,
      (await plant.createStaff()).staff_id,
    ];
    ({ training_id } = await plant.createPublishedTraining());
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
  const decide = (decision: string, body: object) => plant.api.post(`/api/training-assignments/${decision}`, body);
  const rows = async () => {
    const { body } = await list();
    return assignment_id.map((id) => {
      const { state, due_on, overdue } = body.find((each: Row) => each.id === id);
      return [state, due_on, overdue];
    });
  };
  const setState = (id: string, state: string) =>
    running.app.get(TransactionManager).run(async () => {
      const [row] = await running.app
        .get(Database)
        .rows<{ id: Uint8Array }>('SELECT assignment_id AS id FROM training_assignment WHERE staff_id = ?', [
          Buffer.from(staff_id[assignment_id.indexOf(id)]!.replaceAll('-', ''), 'hex'),
        ]);
      const sql = 'UPDATE training_assignment SET state = ? WHERE assignment_id = ?';
      await running.app.get(Database).write(sql, [state, row!.id]);
    });

  it('extend earlier due days with a reason and shorten none', async () => {
    running.clock.freeze('2026-03-03T00:45:00Z');
    expect(await rows()).toEqual(staff_id.map(() => ['assigned', '2026-03-02', true]));
    const body = { assignment_id: assignment_id.slice(0, 2), due_on: '2026-04-01', reason: `  ${REASON} ` };
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
    expect(first).toMatchObject({ decision_reason: REASON, decided_at: '2026-03-03T00:45:00.000Z' });
    const auditEvents = (await plant.api.get('/api/audit-events?action=training-assignment.extend')).body;
    expect(auditEvents).toMatchObject([
      {
        was: { assignments: [{ due_on: '2026-03-02' }, { due_on: '2026-03-02' }] },
        became: { due_on: '2026-04-01' },
      },
    ]);
  });

  it('waive assignments, and assigning again keeps them waived', async () => {
    const waivedIds = assignment_id.slice(0, 2);
    expect(await decide('waive', { assignment_id: waivedIds, reason: REASON })).toMatchObject({
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
    expect(await decide('waive', { assignment_id, reason: REASON })).toMatchObject({
      body: { changed: 1, unchanged: 2 },
    });
    expect(await decide('waive', { assignment_id, reason: REASON })).toMatchObject({
      body: { changed: 0, unchanged: 3 },
    });
    const auditEvents = (await plant.api.get('/api/audit-events?action=training-assignment.waive')).body;
    expect(auditEvents.map((each: { became: object }) => each.became)).toEqual([
      { reason: REASON, changed: 1 },
      { reason: REASON, changed: 2 },
    ]);
  });

  it('resume waived assignments with their progress', async () => {
    await running.app
      .get(TransactionManager)
      .run(() =>
        running.app
          .get(Database)
          .write("UPDATE training_assignment SET started_at = 1, state = 'in_progress' WHERE staff_id = ?", [
            Buffer.from(staff_id[1]!.replaceAll('-', ''), 'hex'),
          ]),
      );
    await decide('waive', { assignment_id, reason: REASON });
    expect(await decide('resume', { assignment_id })).toMatchObject({ body: { changed: 3, unchanged: 0 } });
    expect((await rows()).map(([state]) => state)).toEqual(['assigned', 'in_progress', 'assigned']);
    expect(await decide('resume', { assignment_id })).toMatchObject({ body: { changed: 0, unchanged: 3 } });
  });

  it('change no completed, removed or expired assignment', async () => {
    for (const [index, state] of ['completed', 'removed', 'expired'].entries())
      await setState(assignment_id[index]!, state);
    for (const decision of ['extend', 'waive', 'resume']) {
      const { body } = await decide(decision, {
        assignment_id,
        reason: REASON,
        ...(decision === 'extend' && { due_on: '2027-01-01' }),
      });
      expect([decision, body]).toEqual([
        decision,
        { [decision === 'extend' ? 'extended' : 'changed']: 0, unchanged: 3 },
      ]);
    }
    expect((await plant.api.get('/api/audit-events?action=training-assignment.waive')).body).toEqual([]);
  });

  it('refuse all for an unknown or foreign id, a missing reason or a past day', async () => {
    const other = await openPlant(running);
    const body = { assignment_id, reason: REASON, due_on: '2026-05-01' };
    for (const decision of ['extend', 'waive', 'resume']) {
      const foreignReply = await other.api.post(
        `/api/training-assignments/${decision}`,
        decision === 'extend' ? body : { assignment_id, reason: REASON },
      );
      expect([decision, foreignReply.status]).toEqual([decision, 422]);
      const validBody = decision === 'extend' ? body : { assignment_id, reason: REASON };
      const bodyWithUnknownId = {
        ...validBody,
        assignment_id: [...assignment_id, '01900000-0000-7000-8000-000000000000'],
      };
      expect([decision, (await decide(decision, bodyWithUnknownId)).status]).toEqual([decision, 422]);
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
