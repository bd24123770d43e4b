import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

describe('video progress', () => {
  let running: RunningApp;
  let plant: Plant;
  let learner: ReturnType<Plant['as']>;
  let staff_id: string;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T12:00:00Z');
    plant = await openPlant(running);
    ({ staff_id } = await plant.createStaff());
    ({ training_id } = await plant.createPublishedTraining()); // ten minutes
    await plant.assign([staff_id], [training_id]);
    learner = plant.as(await plant.signInLearner(staff_id));
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const link = () => learner.get(`/api/trainings/${training_id}/video-link`);
  const sendProgress = (ranges: number[][], more: object = {}) =>
    learner.post('/api/video-progress', { training_id, ranges, ...more });
  const seconds = (n: number) => running.clock.advance(n * 1000);
  const toMilliseconds = (...ends: number[]) => ends.map((end) => end * 1000);
  const assignment = async () => (await learner.get('/api/training-assignments')).body[0];

  it('begins with the link: the assignment is in progress, and progress before it is refused', async () => {
    expect(await sendProgress([toMilliseconds(0, 10)])).toMatchObject({
      status: 409,
      body: { code: 'video_not_opened' },
    });
    expect((await assignment()).state).toBe('assigned');
    expect(await link()).toMatchObject({
      status: 200,
      body: { duration_ms: 600_000, threshold: 90, share: '0.00', ranges: [], position_ms: 0 },
    });
    expect(await assignment()).toMatchObject({ state: 'in_progress', started_at: '2026-03-01T12:00:00.000Z' });
  });

  it('counts the union of what was played: 0–300, 250–500 and 560–600 of 600 s are 90.00 and complete it', async () => {
    await link();
    seconds(300);
    expect((await sendProgress([toMilliseconds(0, 300)])).body).toMatchObject({
      share: '50.00',
      completed_at: null,
      training_completed: false,
    });
    seconds(250);
    expect((await sendProgress([toMilliseconds(250, 500)])).body).toMatchObject({
      share: '83.33',
      ranges: [toMilliseconds(0, 500)],
    });
    seconds(40);
    const last = await sendProgress([toMilliseconds(560, 600)], { position_ms: 600_000 });
    expect(last.body).toMatchObject({
      share: '90.00',
      training_completed: true,
      completed_at: '2026-03-01T12:09:50.000Z',
    });
    expect(await assignment()).toMatchObject({ state: 'completed', completed_at: '2026-03-01T12:09:50.000Z' });
  });

  it('gains nothing by watching the same again: 0–100 six times is 16.66 and completes nothing', async () => {
    await link();
    for (let i = 0; i < 6; i++) {
      seconds(100);
      await sendProgress([toMilliseconds(0, 100)]);
    }
    expect((await link()).body).toMatchObject({ share: '16.66', completed_at: null });
  });

  it('cannot be claimed faster than the clock allows, at twice the speed at most', async () => {
    await link();
    seconds(10);
    expect((await sendProgress([toMilliseconds(0, 600)])).body.share).toBe('1.66');
    seconds(10);
    expect((await sendProgress([toMilliseconds(0, 600)], { speed: 16 })).body.share).toBe('5.00');
    expect((await sendProgress([toMilliseconds(0, 600)], { speed: 2 })).body.share).toBe('5.00');
  });

  it('is the same when it is sent again, or with all ranges every time', async () => {
    await link();
    seconds(60);
    const first = await sendProgress([toMilliseconds(0, 60)]);
    expect((await sendProgress([toMilliseconds(0, 60)])).body).toMatchObject({
      share: first.body.share,
      ranges: [toMilliseconds(0, 60)],
    });
    seconds(60);
    expect((await sendProgress([toMilliseconds(0, 60), toMilliseconds(60, 120)])).body.ranges).toEqual([
      toMilliseconds(0, 120),
    ]);
  });

  it('never falls and never exceeds 100', async () => {
    await link();
    seconds(600);
    expect((await sendProgress([[0, 700_000]])).body).toMatchObject({
      share: '100.00',
      ranges: [toMilliseconds(0, 600)],
    });
    const again = await sendProgress([toMilliseconds(0, 10)], { position_ms: 10_000 });
    expect(again.body).toMatchObject({
      share: '100.00',
      position_ms: 10_000,
      training_completed: false,
      completed_at: '2026-03-01T12:10:00.000Z',
    });
    expect((await sendProgress([])).body.share).toBe('100.00');
  });

  it('keeps all of what two tabs played at the same time', async () => {
    await link();
    seconds(200);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, i) => sendProgress([toMilliseconds(i * 20, i * 20 + 20)])),
    );
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 200));
    expect((await link()).body.ranges).toEqual([toMilliseconds(0, 160)]);
  });

  it('gives no time for a night between two sessions', async () => {
    await link();
    seconds(8 * 3600);
    learner = plant.as(await plant.signInLearner(staff_id));
    await link();
    expect((await sendProgress([toMilliseconds(0, 600)])).body.share).toBe('5.00');
    seconds(10);
    expect((await sendProgress([toMilliseconds(0, 600)])).body.share).toBe('6.66');
  });

  it('resumes where it was left', async () => {
    await link();
    seconds(252);
    await sendProgress([toMilliseconds(0, 252)], { position_ms: 252_000 });
    expect((await link()).body).toMatchObject({
      position_ms: 252_000,
      ranges: [toMilliseconds(0, 252)],
      share: '42.00',
    });
  });

  it('obeys the threshold of its training', async () => {
    const { training_id: easy } = await plant.createPublishedTraining({ video_threshold: 10 });
    await plant.assign([staff_id], [easy]);
    await learner.get(`/api/trainings/${easy}/video-link`);
    seconds(60);
    const reply = await learner.post('/api/video-progress', { training_id: easy, ranges: [toMilliseconds(0, 60)] });
    expect(reply.body).toMatchObject({ share: '10.00', training_completed: true });
  });

  it('is refused without an assignment, of another organisation, and without a staff record', async () => {
    const stranger = plant.as(await plant.signInLearner((await plant.createStaff()).staff_id));
    expect((await stranger.get(`/api/trainings/${training_id}/video-link`)).status).toBe(404);
    expect((await stranger.post('/api/video-progress', { training_id, ranges: [] })).status).toBe(404);
    const other = await openPlant(running);
    const theirs = other.as(await other.signInLearner((await other.createStaff()).staff_id));
    expect((await theirs.get(`/api/trainings/${training_id}/video-link`)).status).toBe(404);
    expect((await theirs.post('/api/video-progress', { training_id, ranges: [] })).status).toBe(404);
    expect((await plant.api.post('/api/video-progress', { training_id, ranges: [] })).status).toBe(404);
  });

  it('is not counted in an admin’s preview', async () => {
    const preview = await plant.api.get(`/api/trainings/${training_id}/video-link`);
    expect(preview).toMatchObject({ status: 200, body: { assignment_id: null, duration_ms: 600_000 } });
    expect((await assignment()).state).toBe('assigned');
  });

  it('is listed: an admin sees all, a learner the own', async () => {
    await link();
    seconds(60);
    await sendProgress([toMilliseconds(0, 60)], { speed: 1.5 });
    const all = await plant.api.get(`/api/video-progress?training_id=${training_id}`);
    expect(all.body).toEqual([
      expect.objectContaining({ staff_id, share: '10.00', watched_ms: 60_000, best_speed: 150 }),
    ]);
    expect((await learner.get('/api/video-progress')).body).toHaveLength(1);
    const stranger = plant.as(await plant.signInLearner((await plant.createStaff()).staff_id));
    expect((await stranger.get('/api/video-progress')).body).toEqual([]);
    expect((await stranger.get(`/api/video-progress?staff_id=${staff_id}`)).body).toEqual([]);
  });

  it.each([
    [{ ranges: 'all' }, 'ranges'],
    [{ ranges: [[0]] }, 'ranges'],
    [{ ranges: [[-1, 5]] }, 'ranges'],
    [{ ranges: [['0', '5']] }, 'ranges'],
    [{ ranges: [[0, 1e12]] }, 'ranges'],
    [{ ranges: [], speed: 0 }, 'speed'],
    [{ ranges: [], speed: '2' }, 'speed'],
    [{ ranges: [], position_ms: -1 }, 'position_ms'],
    [{ ranges: [], staff_id: 'me' }, 'staff_id'],
  ])('refuses the progress %j', async (body, field) => {
    await link();
    const reply = await learner.post('/api/video-progress', { training_id, ...body });
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
  });

  it('costs at most 4 statements per report of progress and 4 per link', async () => {
    expect((await statementsOfRequests(link)).length).toBeLessThanOrEqual(4);
    seconds(10);
    expect((await statementsOfRequests(() => sendProgress([toMilliseconds(0, 10)]))).length).toBeLessThanOrEqual(4);
  });
});
