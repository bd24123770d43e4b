import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idToBytes } from '../../src/common/ids';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

describe('training assignments', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running, { staff: 400, trainings: 100 });
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const people = async (count: number) =>
    (await Promise.all(Array.from({ length: count }, () => plant.createStaff()))).map((one) => one.staff_id);
  const bulk = (body: object) => plant.api.post('/api/training-assignments/bulk', body);
  const list = (query = '') => plant.api.get(`/api/training-assignments${query}`);

  it('are made for every staff member and every training, and asking twice is safe', async () => {
    const staff_id = await people(3);
    const training_id = [
      (await plant.createPublishedTraining()).training_id,
      (await plant.createPublishedTraining()).training_id,
    ];
    expect(await bulk({ staff_id: staff_id.slice(0, 2), training_id })).toMatchObject({
      status: 200,
      body: { assigned: 4, already_assigned: 0 },
    });
    expect(await bulk({ staff_id, training_id })).toMatchObject({ body: { assigned: 2, already_assigned: 4 } });
    expect(await bulk({ staff_id, training_id })).toMatchObject({ body: { assigned: 0, already_assigned: 6 } });
    const { body, headers } = await list();
    expect(headers.get('x-total-count')).toBe('6');
    expect(body[0]).toMatchObject({
      state: 'assigned',
      source: 'manual',
      cycle: 1,
      mandatory: true,
      due_on: null,
      overdue: false,
    });
  });

  it('asked for at the same time are made once', async () => {
    const staff_id = await people(5);
    const { training_id } = await plant.createPublishedTraining();
    const replies = await Promise.all(Array.from({ length: 6 }, () => bulk({ staff_id, training_id: [training_id] })));
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
    expect(replies.reduce((sum, reply) => sum + reply.body.assigned, 0)).toBe(5);
    expect((await list()).body).toHaveLength(5);
  });

  it('are created all or none: an unknown, foreign, departed or unpublished one is reported', async () => {
    const [asha, departed] = await people(2);
    await plant.api.post(`/api/staff/${departed}/leave`, { last_active_day: '2024-05-31' });
    const { training_id } = await plant.createPublishedTraining();
    const draft = await plant.createTraining();
    const other = await openPlant(running);
    const foreign = {
      staff_id: (await other.createStaff()).staff_id,
      training_id: (await other.createPublishedTraining()).training_id,
    };
    for (const id of [departed!, foreign.staff_id, '0190aaaa-0000-7000-8000-000000000000']) {
      const reply = await bulk({ staff_id: [asha, id], training_id: [training_id] });
      expect(reply).toMatchObject({ status: 422, body: { errors: { staff_id: [expect.stringContaining(id)] } } });
      expect(reply.body.errors.staff_id[0]).not.toContain(asha);
    }
    for (const id of [draft.training_id, foreign.training_id]) {
      const reply = await bulk({ staff_id: [asha], training_id: [training_id, id] });
      expect(reply).toMatchObject({ status: 422, body: { errors: { training_id: [expect.stringContaining(id)] } } });
    }
    expect((await list()).body).toEqual([]);
    expect((await other.api.get('/api/training-assignments')).body).toEqual([]);
  });

  it('are counted in a preview that changes nothing', async () => {
    const staff_id = await people(4);
    const training_id = [
      (await plant.createPublishedTraining()).training_id,
      (await plant.createPublishedTraining()).training_id,
    ];
    await plant.assign(staff_id.slice(0, 3), training_id.slice(0, 1));
    const first = (await list(`?staff_id=${staff_id[0]}`)).body[0];
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [first.assignment_id] });
    const preview = await plant.api.post('/api/training-assignments/bulk/preview', { staff_id, training_id });
    expect(preview).toMatchObject({
      status: 200,
      body: { staff: 4, trainings: 2, pairs: 8, to_assign: 6, already_assigned: 2, removed_before: 1 },
    });
    expect(preview.body).toMatchObject({ staff_pending: 4, without_due_day: 2 });
    expect(await bulk({ staff_id, training_id })).toMatchObject({ body: { assigned: 6, already_assigned: 2 } });
  });

  it('are previewed with who cannot sign in yet and what has no due day', async () => {
    running.clock.freeze('2026-03-02T09:00:00Z');
    const freshPlant = await openPlant(running);
    const staff_id = [(await freshPlant.createStaff()).staff_id, (await freshPlant.createStaff()).staff_id];
    const training_id = [
      (await freshPlant.createPublishedTraining({ due_days: 7 })).training_id,
      (await freshPlant.createPublishedTraining()).training_id,
    ];
    const preview = async (more: object = {}) => {
      const body = { staff_id, training_id, ...more };
      return (await freshPlant.api.post('/api/training-assignments/bulk/preview', body)).body;
    };
    const inviteFirst = async () => {
      const [person] = staff_id;
      await freshPlant.api.patch(`/api/staff/${person}`, { email: `p-${freshPlant.customer_id}@example.org` });
      return freshPlant.api.post(`/api/staff/${person}/invite`, { role: 'user' });
    };
    expect(await preview()).toMatchObject({ staff_pending: 2, without_due_day: 1 });
    expect((await inviteFirst()).status).toBe(200);
    expect(await preview({ due_on: '2026-04-01' })).toMatchObject({ staff_pending: 2, without_due_day: 0 });
  });

  it.each([
    ['the resource API', '/api/training-assignments/bulk'],
    ['the call of the specification', '/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT'],
  ])('restored in one call of %s are each due by their own training’s days', async (_what, path) => {
    running.clock.freeze('2026-03-02T09:00:00Z');
    const freshPlant = await openPlant(running);
    const { staff_id } = await freshPlant.createStaff();
    const training_id: string[] = [];
    for (const due_days of [7, null, 28])
      training_id.push((await freshPlant.createPublishedTraining({ due_days })).training_id);
    const rows = async () => {
      const { body } = await freshPlant.api.get(`/api/training-assignments?staff_id=${staff_id}`);
      return training_id.map((id) => body.find((row: any) => row.training_id === id));
    };
    await freshPlant.assign([staff_id], training_id, { due_on: '2026-05-01' });
    const assignment_id = (await rows()).map(({ id }) => id);
    await freshPlant.api.post('/api/training-assignments/remove', { assignment_id });
    expect((await freshPlant.api.post(path, { staff_id: [staff_id], training_id })).status).toBe(200);
    const expected = ['2026-03-09', null, '2026-03-30'].map((due_on) => ({ state: 'assigned', due_on }));
    expect(await rows()).toMatchObject(expected);
  });

  it('are due on the given day, or after the days of the training', async () => {
    running.clock.freeze('2026-01-31T20:00:00Z');
    const kolkata = await openPlant(running, { time_zone: 'Asia/Kolkata' });
    const [one, two] = [await kolkata.createStaff(), await kolkata.createStaff()];
    const { training_id } = await kolkata.createPublishedTraining({ due_days: 28 });
    await kolkata.assign([one.staff_id], [training_id]);
    await kolkata.assign([two.staff_id], [training_id], { due_on: '2026-02-02' });
    const due = async (staff_id: string) =>
      (await kolkata.api.get(`/api/training-assignments?staff_id=${staff_id}`)).body[0];
    expect(await due(one.staff_id)).toMatchObject({ assigned_on: '2026-02-01', due_on: '2026-03-01' });
    expect(await due(two.staff_id)).toMatchObject({ due_on: '2026-02-02' });
    const pastDueReply = await kolkata.api.post('/api/training-assignments/bulk', {
      staff_id: [one.staff_id],
      training_id: [training_id],
      due_on: '2026-01-31',
    });
    expect(pastDueReply).toMatchObject({
      status: 422,
      body: { errors: { due_on: [expect.stringContaining('2026-02-01')] } },
    });
  });

  it('are overdue when the due day has ended where the staff member is, not where the server is', async () => {
    running.clock.freeze('2026-03-01T12:00:00Z');
    plant = await openPlant(running);
    const tokyo = await plant.createStaff({ time_zone: 'Asia/Tokyo' });
    const denver = await plant.createStaff({ time_zone: 'America/Denver' });
    const localStaff = await plant.createStaff();
    const { training_id } = await plant.createPublishedTraining();
    await plant.assign([tokyo.staff_id, denver.staff_id, localStaff.staff_id], [training_id], { due_on: '2026-03-10' });
    const overdueAt = async (instant: string) => {
      running.clock.freeze(instant);
      const headers = await plant.signIn({ role: 'admin' });
      const { body } = await plant.as(headers).get('/api/training-assignments');
      return [tokyo, denver, localStaff].map(
        ({ staff_id }) => body.find((row: { staff_id: string }) => row.staff_id === staff_id).overdue,
      );
    };
    expect(await overdueAt('2026-03-10T14:59:59Z')).toEqual([false, false, false]);
    expect(await overdueAt('2026-03-10T15:00:00Z')).toEqual([true, false, false]);
    expect(await overdueAt('2026-03-11T00:00:00Z')).toEqual([true, false, true]);
    // Denver springs forward on 8 March: its 10th ends at 06:00 UTC, not 07:00.
    expect(await overdueAt('2026-03-11T05:59:59Z')).toEqual([true, false, true]);
    expect(await overdueAt('2026-03-11T06:00:00Z')).toEqual([true, true, true]);
  });

  it('that are removed keep their progress and take it up again; completed ones stay', async () => {
    running.clock.freeze('2026-03-01T12:00:00Z');
    plant = await openPlant(running);
    const [asha, bala] = await people(2);
    const { training_id } = await plant.createPublishedTraining();
    await plant.assign([asha!, bala!], [training_id]);
    const learners = {
      asha: plant.as(await plant.signInLearner(asha!)),
      bala: plant.as(await plant.signInLearner(bala!)),
    };
    await learners.asha.get(`/api/trainings/${training_id}/video-link`);
    await learners.bala.get(`/api/trainings/${training_id}/video-link`);
    running.clock.advance(300_000);
    const watchedHalf = { training_id, ranges: [[0, 300_000]] };
    expect((await learners.asha.post('/api/video-progress', watchedHalf)).body.share).toBe('50.00');
    await learners.bala.post('/api/video-progress', watchedHalf);
    running.clock.advance(300_000);
    expect(
      (await learners.bala.post('/api/video-progress', { training_id, ranges: [[300_000, 600_000]] })).body,
    ).toMatchObject({
      share: '100.00',
      training_completed: true,
    });
    const rows = (await list('?_sort=state')).body as { assignment_id: string; state: string }[];
    expect(rows.map((row) => row.state)).toEqual(['completed', 'in_progress']);
    const assignment_id = rows.map((row) => row.assignment_id);
    const removal = await plant.api.post('/api/training-assignments/remove', {
      assignment_id,
      reason: ' Moved to another line ',
    });
    expect(removal).toMatchObject({
      status: 200,
      body: { removed: 1, in_progress: 1, completed: 1, already_removed: 0 },
    });
    expect((await list('?state=removed')).body).toEqual([
      expect.objectContaining({ staff_id: asha, removed_reason: 'Moved to another line' }),
    ]);
    expect((await learners.asha.get('/api/training-assignments')).body).toEqual([]);
    expect((await learners.asha.post('/api/video-progress', watchedHalf)).status).toBe(404);
    const again = await plant.api.post('/api/training-assignments/remove', { assignment_id });
    expect(again.body).toEqual({ removed: 0, in_progress: 0, completed: 1, already_removed: 1 });
    expect(await plant.assign([asha!, bala!], [training_id], { again: false })).toEqual({
      assigned: 1,
      already_assigned: 1,
    });
    expect((await learners.asha.get(`/api/trainings/${training_id}/video-link`)).body).toMatchObject({
      share: '50.00',
      ranges: [[0, 300_000]],
    });
  });

  it('are removed all or nothing', async () => {
    const staff_id = await people(1);
    await plant.assign(staff_id, [(await plant.createPublishedTraining()).training_id]);
    const [{ assignment_id }] = (await list()).body;
    const other = await openPlant(running);
    const foreignStaff = await other.createStaff();
    await other.assign([foreignStaff.staff_id], [(await other.createPublishedTraining()).training_id]);
    const foreign = (await other.api.get('/api/training-assignments')).body[0].assignment_id;
    const reply = await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id, foreign] });
    expect(reply).toMatchObject({
      status: 422,
      body: { errors: { assignment_id: [expect.stringContaining(foreign)] } },
    });
    expect((await list('?state=assigned')).body).toHaveLength(1);
    expect((await other.api.get('/api/training-assignments?state=assigned')).body).toHaveLength(1);
    expect((await plant.api.get(`/api/training-assignments/${foreign}`)).status).toBe(404);
  });

  it('of others are not seen by a learner, whatever is filtered by', async () => {
    const [asha, bala] = await people(2);
    const { training_id } = await plant.createPublishedTraining();
    await plant.assign([asha!, bala!], [training_id]);
    const learner = plant.as(await plant.signInLearner(asha!));
    const ownList = await learner.get('/api/training-assignments');
    expect(ownList.body).toEqual([expect.objectContaining({ staff_id: asha })]);
    expect(ownList.headers.get('x-total-count')).toBe('1');
    expect((await learner.get(`/api/training-assignments?staff_id=${bala}`)).body).toEqual([]);
    expect((await learner.get(`/api/training-assignments?staff_id_ne=${asha}`)).body).toEqual([]);
    const other = (await list(`?staff_id=${bala}`)).body[0].assignment_id;
    expect((await learner.get(`/api/training-assignments/${other}`)).status).toBe(404);
    expect(
      (await learner.post('/api/training-assignments/bulk', { staff_id: [asha], training_id: [training_id] })).status,
    ).toBe(403);
    expect((await learner.post('/api/training-assignments/remove', { assignment_id: [other] })).status).toBe(403);
    const accountWithoutStaff = plant.as(await plant.signIn({ role: 'user' }));
    expect((await accountWithoutStaff.get('/api/training-assignments')).body).toEqual([]);
  });

  it.each([
    [{ staff_id: [], training_id: [] }, ['staff_id', 'training_id']],
    [{ staff_id: 'x', training_id: ['y'] }, ['staff_id', 'training_id']],
    [{ staff_id: [1], training_id: [null] }, ['staff_id', 'training_id']],
    [{}, ['staff_id', 'training_id']],
  ])('refuse %j under the fields', async (body, fields) => {
    const reply = await bulk(body);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors).sort()).toEqual(fields);
  });

  it('are limited to 1,000 pairs per legacy call and 100,000 per job', async () => {
    const id = (n: number) => `0190aaaa-0000-7000-8000-${String(n).padStart(12, '0')}`;
    const ids = (count: number) => Array.from({ length: count }, (_, i) => id(i));
    const legacyReply = await plant.api.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', {
      staff_id: ids(101),
      training_id: ids(10),
    });
    expect(legacyReply.body).toMatchObject({ Status: false, message: expect.stringContaining('1010 assignments') });
    const reply = await bulk({ staff_id: ids(1000), training_id: ids(101) });
    expect(reply).toMatchObject({
      status: 422,
      body: { code: 'too_many_pairs', facts: { pairs: 101_000, limit: 100_000 } },
    });
  });

  it('cost at most 14 statements for 1 to 1,000 pairs, including the notices', async () => {
    const staff_id = await people(200);
    const training_id = await Promise.all(
      Array.from({ length: 5 }, async () => (await plant.createPublishedTraining()).training_id),
    );
    const one = await statementsOfRequests(() =>
      bulk({ staff_id: staff_id.slice(0, 1), training_id: training_id.slice(0, 1) }),
    );
    const bulkReplies: { body: unknown }[] = [];
    const all = await statementsOfRequests(async () => void bulkReplies.push(await bulk({ staff_id, training_id })));
    expect(bulkReplies[0]!.body).toEqual({ assigned: 999, already_assigned: 1 });
    expect(one.length).toBeLessThanOrEqual(10);
    // 1,000 reasons and two kinds of notices need several INSERTs; one more statement reads what exists.
    expect(all.length).toBeLessThanOrEqual(14);
    const ten = (await statementsOfRequests(() => list('?_start=0&_end=10'))).length;
    const statementsForPage = (await statementsOfRequests(() => list('?_start=0&_end=200'))).length;
    expect(statementsForPage).toBe(ten);
    // Includes the reasons and the overdue flag by the zone of each staff member.
    expect(statementsForPage).toBeLessThanOrEqual(5);
    const assignment_id = ((await list('?_end=200')).body as { assignment_id: string }[]).map(
      (row) => row.assignment_id,
    );
    const statementsOfRemoval = (ids: string[]) =>
      statementsOfRequests(() => plant.api.post('/api/training-assignments/remove', { assignment_id: ids }));
    const smallRemoval = await statementsOfRemoval(assignment_id.slice(0, 10));
    expect((await statementsOfRemoval(assignment_id)).map((sql) => sql.slice(0, 40))).toEqual(
      smallRemoval.map((sql) => sql.slice(0, 40)),
    );
  });

  it('cannot reference another organisation because of foreign keys', async () => {
    const other = await openPlant(running);
    const { staff_id } = await other.createStaff();
    await plant.assign(await people(1), [(await plant.createPublishedTraining()).training_id]);
    const crossCustomerUpdate = running.app
      .get(TransactionManager)
      .run(() =>
        running.app
          .get(Database)
          .write('UPDATE training_assignment SET staff_id = ? WHERE customer_id = ?', [
            idToBytes(staff_id),
            plant.customer_id,
          ]),
      );
    await expect(crossCustomerUpdate).rejects.toThrow(/foreign key/i);
  });
});
