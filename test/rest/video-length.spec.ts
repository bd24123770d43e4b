import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

const MINUTE = 60_000;
const LENGTH = 10 * MINUTE;
const readMedia = (name: string): Buffer => readFileSync(join(__dirname, '../support/media', name));

describe('the length of a video', () => {
  let running: RunningApp;
  let plant: Plant;
  let learner: ReturnType<Plant['as']>;
  let training_id: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T12:00:00Z');
    plant = await openPlant(running);
    const { staff_id } = await plant.createStaff();
    ({ training_id } = await plant.createPublishedTraining()); // ten minutes
    await plant.api.patch(`/api/trainings/${training_id}`, { video_threshold: 100 });
    await plant.assign([staff_id], [training_id]);
    learner = plant.as(await plant.signInLearner(staff_id));
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const link = async () => (await learner.get(`/api/trainings/${training_id}/video-link`)).body;
  const sendProgress = async (until: number, more: object = {}) =>
    (await learner.post('/api/video-progress', { training_id, ranges: [[0, until]], ...more })).body;
  const watch = async (until: number, more: object = {}) => {
    await link();
    running.clock.advance(until);
    return sendProgress(until, more);
  };
  const training = async () => (await plant.api.get(`/api/trainings/${training_id}`)).body;
  const state = async () => (await plant.api.get('/api/training-assignments')).body[0].state;

  it('is reached a second before its end, and the share says so', async () => {
    expect(await watch(LENGTH - 1000)).toMatchObject({ share: '100.00', training_completed: true });
    expect(await state()).toBe('completed');
  });

  it('is not reached before: the share is rounded down', async () => {
    const ranges = [[1, LENGTH]];
    await link();
    running.clock.advance(LENGTH);
    const { body } = await learner.post('/api/video-progress', { training_id, ranges });
    expect(body).toMatchObject({ share: '99.99', completed_at: null, training_completed: false });
    expect((await plant.api.get('/api/video-progress')).body).toMatchObject([{ share: '99.99' }]);
  });

  it('is reached on opening when a corrected length brings the watched part within the tolerance', async () => {
    await watch(LENGTH - 2000);
    await plant.api.patch(`/api/trainings/${training_id}`, { video_duration_ms: LENGTH - 1000, same_video: true });
    // The job that cuts progress has not run: opening decides the same.
    expect(await link()).toMatchObject({ share: '100.00', completed_at: '2026-03-01T12:09:58.000Z' });
    expect(await state()).toBe('completed');
    await running.app.get(JobWorker, { strict: false }).drain();
    expect(await link()).toMatchObject({ share: '100.00', completed_at: '2026-03-01T12:09:58.000Z' });
  });

  describe('measured by players', () => {
    it('is shown to admins where it differs; the learner completes once it is corrected', async () => {
      const real = LENGTH - 32_000;
      expect(await watch(real, { length_ms: real })).toMatchObject({ share: '94.66', training_completed: false });
      expect(await training()).toMatchObject({ reported_length_ms: real, video_duration_ms: LENGTH });
      const { source_url, row_version } = await training();
      const corrected = { source_url, video_duration_ms: real, same_video: true, row_version };
      expect(await plant.api.patch(`/api/trainings/${training_id}`, corrected)).toMatchObject({
        status: 200,
        body: { reported_length_ms: null, video_duration_ms: real, media_revision: 1 },
      });
      await running.app.get(JobWorker, { strict: false }).drain();
      expect(await state()).toBe('completed');
    });

    it('completes nothing by itself, and is hidden from learners', async () => {
      expect(await watch(MINUTE, { length_ms: MINUTE })).toMatchObject({ share: '10.00', training_completed: false });
      expect(await state()).toBe('in_progress');
      expect((await learner.get(`/api/trainings/${training_id}`)).body.reported_length_ms ?? null).toBeNull();
    });

    it('is not shown where it differs by no more than the tolerance, nor once players agree', async () => {
      await watch(MINUTE, { length_ms: LENGTH + 1000 });
      expect(await training()).toMatchObject({ reported_length_ms: null });
      await sendProgress(MINUTE, { length_ms: LENGTH - 5000 });
      const reported = await training();
      expect(reported).toMatchObject({ reported_length_ms: LENGTH - 5000 });
      await sendProgress(MINUTE, { length_ms: LENGTH - 5020 });
      expect(await training()).toEqual(reported);
      await sendProgress(MINUTE, { length_ms: LENGTH });
      expect(await training()).toMatchObject({ reported_length_ms: null });
    });

    it('is cleared with another video', async () => {
      await watch(MINUTE, { length_ms: LENGTH - 5000 });
      const other = { source_url: 'https://media.example.org/other.mp4', video_duration_ms: LENGTH };
      await plant.api.patch(`/api/trainings/${training_id}`, other);
      expect(await training()).toMatchObject({ reported_length_ms: null, media_revision: 2 });
    });

    it.each([0, -1, 1.5, 'long', 86_400_001])('is refused as %p', async (length_ms) => {
      await link();
      expect(await sendProgress(0, { length_ms })).toMatchObject({
        code: 'invalid_fields',
        errors: { length_ms: [expect.any(String)] },
      });
    });
  });

  it.each([
    ['fragmented.mp4', 20_000, 'avc'],
    ['beginning-and-fragments.mp4', 20_000, 'avc'],
    ['long-sound.mp4', 5000, 'avc'],
    ['recorded.webm', 5007, 'vp8'],
    ['hevc.mp4', 2000, 'hevc'],
  ])('is read from an upload of %s, and answered with its codec', async (name, video_duration_ms, video_codec) => {
    expect(await plant.uploadVideo(training_id, readMedia(name))).toMatchObject({
      status: 200,
      body: { video_duration_ms, video_codec },
    });
    expect(await link()).toMatchObject({ duration_ms: video_duration_ms, codec: video_codec });
  });

  it.each([
    ['regular.webm', 0.6, 'video_incomplete'],
    ['fragmented.mp4', 0.6, 'video_incomplete'],
    ['sound.mp4', 1, 'video_without_picture'],
    ['mpeg4-part-2.mp4', 1, 'video_codec'],
  ])('is not read from %s (%d of it): the upload is refused with %s', async (name, share, code) => {
    const file = readMedia(name);
    const reply = await plant.uploadVideo(training_id, file.subarray(0, file.length * share));
    expect(reply).toMatchObject({ status: 422, body: { code } });
    expect((await training()).video_provider).toBe('mp4');
  });
});
