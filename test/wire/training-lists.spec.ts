import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

describe('the specification’s training lists', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running);
  });
  afterAll(() => running.close());

  const byT = (body: object, on = plant.api) => on.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', body);
  const byC = (body: object, on = plant.api) => on.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByC', body);
  const refused = { Status: false, status: 0, data: null };

  it('SaveTrainingListByT assigns each training to each staff member, and says how many were assigned already', async () => {
    const [asha, bala] = [await plant.staff(), await plant.staff()];
    const { training_id } = await plant.published();
    const first = await byT({ staff_id: [asha.staff_id], training_id: [training_id] });
    expect(first).toMatchObject({
      status: 200,
      body: { Status: true, status: 1, data: { assigned: 1, already_assigned: 0 } },
    });
    // That client posts whole forms: unknown keys and empty values mean nothing.
    const form = {
      staff_id: [asha.staff_id, bala.staff_id, ''],
      training_id: [training_id],
      customer_id: '',
      due_on: '',
      remark: 'x',
    };
    expect((await byT(form)).body.data).toEqual({ assigned: 1, already_assigned: 1 });
    expect((await plant.api.get('/api/training-assignments')).body).toHaveLength(2);
  });

  it('SaveTrainingListByC assigns all published trainings of the categories, no drafts', async () => {
    const { staff_id } = await plant.staff();
    const { category_id } = await plant.published();
    const second = await plant.published();
    await plant.api.patch(`/api/trainings/${second.training_id}`, { category_id });
    await plant.training({ category_id });
    expect((await byC({ staff_id: [staff_id], category_id: [category_id] })).body).toMatchObject({
      Status: true,
      data: { assigned: 2, already_assigned: 0 },
    });
    const empty = await plant.category();
    expect(await byC({ staff_id: [staff_id], category_id: [empty.category_id] })).toMatchObject({
      status: 400,
      body: refused,
    });
  });

  it('SaveTrainingListByC takes the published trainings of the categories below, each pair once', async () => {
    const { staff_id } = await plant.staff();
    const { training_id: above, category_id } = await plant.published();
    const middle = await plant.category({ parent_id: category_id });
    const lowest = await plant.category({ parent_id: middle.category_id });
    const { training_id: below } = await plant.published();
    await plant.api.patch(`/api/trainings/${below}`, { category_id: lowest.category_id });
    await plant.training({ category_id: lowest.category_id });
    await plant.published();
    const order = { staff_id: [staff_id], category_id: [category_id, lowest.category_id, category_id] };
    expect((await byC(order)).body.data).toEqual({ assigned: 2, already_assigned: 0 });
    const assigned = (await plant.api.get('/api/training-assignments')).body as { training_id: string }[];
    expect(assigned.map(({ training_id }) => training_id).toSorted()).toEqual([above, below].toSorted());
    expect((await byC(order)).body.data).toEqual({ assigned: 0, already_assigned: 2 });
    // A parent without a training of its own.
    expect((await byC({ staff_id: [staff_id], category_id: [middle.category_id] })).body.data).toEqual({
      assigned: 0,
      already_assigned: 1,
    });
  });

  it('SaveTrainingListByC counts the pairs of the categories below against the 1,000', async () => {
    const { category_id } = await plant.published();
    const { category_id: child, training_id } = await plant.published();
    await plant.api.patch(`/api/training-categories/${child}`, { parent_id: category_id });
    const staff_id = Array.from({ length: 501 }, (_, i) => `019a9c3e-5b7e-7c11-8f00-${String(i).padStart(12, '0')}`);
    expect(await byC({ staff_id, category_id: [category_id] })).toMatchObject({
      status: 400,
      body: { ...refused, message: expect.stringMatching(/1002.*1000/) },
    });
    // The child alone stays below: it is the staff that are unknown then.
    expect((await byC({ staff_id, category_id: [child] })).status).toBe(404);
    expect((await plant.api.get(`/api/training-assignments?training_id=${training_id}`)).body).toEqual([]);
  });

  it('an unknown id and a foreign one answer alike, 404, and nothing is assigned', async () => {
    const { staff_id } = await plant.staff();
    const { training_id, category_id } = await plant.published();
    const other = await openPlant(running);
    const foreign = { ...(await other.published()), ...(await other.staff()) };
    const unknown = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
    for (const id of [unknown, foreign.training_id]) {
      expect(await byT({ staff_id: [staff_id], training_id: [training_id, id] })).toMatchObject({
        status: 404,
        body: refused,
      });
    }
    for (const id of [unknown, foreign.staff_id]) {
      expect(await byT({ staff_id: [staff_id, id], training_id: [training_id] })).toMatchObject({
        status: 404,
        body: refused,
      });
    }
    for (const id of [unknown, foreign.category_id]) {
      expect(await byC({ staff_id: [staff_id], category_id: [category_id, id] })).toMatchObject({
        status: 404,
        body: refused,
      });
    }
    expect((await plant.api.get('/api/training-assignments')).body).toEqual([]);
    expect((await other.api.get('/api/training-assignments')).body).toEqual([]);
  });

  it('beyond 1,000 pairs, without ids, or from a learner they are refused in words', async () => {
    const ids = (count: number) =>
      Array.from({ length: count }, (_, i) => `019a9c3e-5b7e-7c11-8f00-${String(i).padStart(12, '0')}`);
    const many = await byT({ staff_id: ids(11), training_id: ids(100) });
    expect(many).toMatchObject({ status: 400, body: { ...refused, message: expect.stringMatching(/1000.*bulk job/) } });
    expect(await byT({ staff_id: [], training_id: [] })).toMatchObject({ status: 400, body: refused });
    expect(await byC({})).toMatchObject({ status: 400, body: refused });
    const learner = plant.as(await plant.learner((await plant.staff()).staff_id));
    expect(await byT({ staff_id: ids(1), training_id: ids(1) }, learner)).toMatchObject({ status: 403, body: refused });
  });

  describe('get_video_url_id', () => {
    const ask = (training_id: string, on = plant.api, headers = {}) =>
      on.get(`/Common/get_video_url_id?training_id=${training_id}`, headers);

    it('gives an assigned learner a link that plays, and an admin a preview', async () => {
      const { training_id } = await plant.published();
      await plant.upload(training_id);
      const { staff_id } = await plant.staff();
      await plant.assign([staff_id], [training_id]);
      const learner = plant.as(await plant.learner(staff_id));
      const reply = await ask(training_id, learner);
      expect(reply).toMatchObject({
        status: 200,
        body: { Status: true, status: 1, data: { video_id: training_id, assignment_id: expect.any(String) } },
      });
      expect(reply.headers.get('deprecation')).toBeTruthy();
      expect((await fetch(running.url + reply.body.data.video_url)).status).toBe(200);
      expect((await plant.api.get('/api/training-assignments')).body[0].state).toBe('in_progress');
      expect((await ask(training_id)).body.data).toMatchObject({ assignment_id: null });
    });

    it('knows nothing for others, and is not prefetched', async () => {
      const { training_id } = await plant.published();
      const stranger = plant.as(await plant.learner((await plant.staff()).staff_id));
      expect(await ask(training_id, stranger)).toMatchObject({ status: 404, body: refused });
      const other = await openPlant(running);
      expect(await ask(training_id, other.api)).toMatchObject({ status: 404, body: refused });
      expect(await ask('7')).toMatchObject({ status: 400, body: refused });
      expect(await ask('')).toMatchObject({ status: 400, body: refused });
      expect((await ask(training_id, plant.api, { 'sec-purpose': 'prefetch' })).status).toBe(403);
      expect((await ask(training_id, plant.api, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    });
  });
});
