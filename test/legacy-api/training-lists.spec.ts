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

  const byT = (body: object, client = plant.api) => client.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', body);
  const byC = (body: object, client = plant.api) => client.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByC', body);
  const refused = { Status: false, status: 0, data: null };

  it('SaveTrainingListByT assigns each training to each staff member, and counts those already assigned', async () => {
    const [asha, bala] = [await plant.createStaff(), await plant.createStaff()];
    const { training_id } = await plant.createPublishedTraining();
    const first = await byT({ staff_id: [asha.staff_id], training_id: [training_id] });
    expect(first).toMatchObject({
      status: 200,
      body: { Status: true, status: 1, data: { assigned: 1, already_assigned: 0 } },
    });
    // Clients post complete forms: unknown keys and empty values are ignored.
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
    const { staff_id } = await plant.createStaff();
    const { category_id } = await plant.createPublishedTraining();
    const second = await plant.createPublishedTraining();
    await plant.api.patch(`/api/trainings/${second.training_id}`, { category_id });
    await plant.createTraining({ category_id });
    expect((await byC({ staff_id: [staff_id], category_id: [category_id] })).body).toMatchObject({
      Status: true,
      data: { assigned: 2, already_assigned: 0 },
    });
    const empty = await plant.createCategory();
    expect(await byC({ staff_id: [staff_id], category_id: [empty.category_id] })).toMatchObject({
      status: 400,
      body: refused,
    });
  });

  it('SaveTrainingListByC takes the published trainings of the categories below, each pair once', async () => {
    const { staff_id } = await plant.createStaff();
    const { training_id: parentTrainingId, category_id } = await plant.createPublishedTraining();
    const middle = await plant.createCategory({ parent_id: category_id });
    const lowest = await plant.createCategory({ parent_id: middle.category_id });
    const { training_id: childTrainingId } = await plant.createPublishedTraining();
    await plant.api.patch(`/api/trainings/${childTrainingId}`, { category_id: lowest.category_id });
    await plant.createTraining({ category_id: lowest.category_id });
    await plant.createPublishedTraining();
    const bulkBody = { staff_id: [staff_id], category_id: [category_id, lowest.category_id, category_id] };
    expect((await byC(bulkBody)).body.data).toEqual({ assigned: 2, already_assigned: 0 });
    const assigned = (await plant.api.get('/api/training-assignments')).body as { training_id: string }[];
    expect(assigned.map(({ training_id }) => training_id).toSorted()).toEqual(
      [parentTrainingId, childTrainingId].toSorted(),
    );
    expect((await byC(bulkBody)).body.data).toEqual({ assigned: 0, already_assigned: 2 });
    // A parent without its own training.
    expect((await byC({ staff_id: [staff_id], category_id: [middle.category_id] })).body.data).toEqual({
      assigned: 0,
      already_assigned: 1,
    });
  });

  it('SaveTrainingListByC counts the pairs of the categories below against the 1,000', async () => {
    const { category_id } = await plant.createPublishedTraining();
    const { category_id: child, training_id } = await plant.createPublishedTraining();
    await plant.api.patch(`/api/training-categories/${child}`, { parent_id: category_id });
    const staff_id = Array.from({ length: 501 }, (_, i) => `019a9c3e-5b7e-7c11-8f00-${String(i).padStart(12, '0')}`);
    expect(await byC({ staff_id, category_id: [category_id] })).toMatchObject({
      status: 400,
      body: { ...refused, message: expect.stringMatching(/1002.*1000/) },
    });
    // The child alone is below the limit; then the unknown staff are reported.
    expect((await byC({ staff_id, category_id: [child] })).status).toBe(404);
    expect((await plant.api.get(`/api/training-assignments?training_id=${training_id}`)).body).toEqual([]);
  });

  it('an unknown id and a foreign one both answer 404, and nothing is assigned', async () => {
    const { staff_id } = await plant.createStaff();
    const { training_id, category_id } = await plant.createPublishedTraining();
    const other = await openPlant(running);
    const foreign = { ...(await other.createPublishedTraining()), ...(await other.createStaff()) };
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
    const tooMany = await byT({ staff_id: ids(11), training_id: ids(100) });
    expect(tooMany).toMatchObject({
      status: 400,
      body: { ...refused, message: expect.stringMatching(/1000.*bulk job/) },
    });
    expect(await byT({ staff_id: [], training_id: [] })).toMatchObject({ status: 400, body: refused });
    expect(await byC({})).toMatchObject({ status: 400, body: refused });
    const learner = plant.as(await plant.signInLearner((await plant.createStaff()).staff_id));
    expect(await byT({ staff_id: ids(1), training_id: ids(1) }, learner)).toMatchObject({ status: 403, body: refused });
  });

  describe('get_video_url_id', () => {
    const requestVideoUrl = (training_id: string, client = plant.api, headers = {}) =>
      client.get(`/Common/get_video_url_id?training_id=${training_id}`, headers);

    it('gives an assigned learner a link that plays, and an admin a preview', async () => {
      const { training_id } = await plant.createPublishedTraining();
      await plant.uploadVideo(training_id);
      const { staff_id } = await plant.createStaff();
      await plant.assign([staff_id], [training_id]);
      const learner = plant.as(await plant.signInLearner(staff_id));
      const reply = await requestVideoUrl(training_id, learner);
      expect(reply).toMatchObject({
        status: 200,
        body: { Status: true, status: 1, data: { video_id: training_id, assignment_id: expect.any(String) } },
      });
      expect(reply.headers.get('deprecation')).toBeTruthy();
      expect((await fetch(running.url + reply.body.data.video_url)).status).toBe(200);
      expect((await plant.api.get('/api/training-assignments')).body[0].state).toBe('in_progress');
      expect((await requestVideoUrl(training_id)).body.data).toMatchObject({ assignment_id: null });
    });

    it('is not found for others, and is not prefetched', async () => {
      const { training_id } = await plant.createPublishedTraining();
      const stranger = plant.as(await plant.signInLearner((await plant.createStaff()).staff_id));
      expect(await requestVideoUrl(training_id, stranger)).toMatchObject({ status: 404, body: refused });
      const other = await openPlant(running);
      expect(await requestVideoUrl(training_id, other.api)).toMatchObject({ status: 404, body: refused });
      expect(await requestVideoUrl('7')).toMatchObject({ status: 400, body: refused });
      expect(await requestVideoUrl('')).toMatchObject({ status: 400, body: refused });
      expect((await requestVideoUrl(training_id, plant.api, { 'sec-purpose': 'prefetch' })).status).toBe(403);
      expect((await requestVideoUrl(training_id, plant.api, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    });
  });
});
