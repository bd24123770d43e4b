import { readFileSync } from 'node:fs';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { startApp, type RunningApp } from '../support/app';
import { CLIP, openPlant, type Plant } from '../support/plant';
import { singleChoiceQuestion } from '../support/quiz-fixtures';

const MINUTE = 60_000;
const OTHER = 'https://media.example.org/other.mp4';

describe('progress on a video', () => {
  let running: RunningApp;
  let plant: Plant;
  let learner: ReturnType<Plant['as']>;
  let staff_id: string;
  let training_id: string;
  let assignment_id: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T12:00:00Z');
    plant = await openPlant(running);
    ({ staff_id } = await plant.createStaff());
    ({ training_id } = await plant.createPublishedTraining()); // ten minutes
    await plant.assign([staff_id], [training_id]);
    ({ assignment_id } = (await plant.api.get('/api/training-assignments')).body[0]);
    learner = plant.as(await plant.signInLearner(staff_id));
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const link = async () => (await learner.get(`/api/trainings/${training_id}/video-link`)).body;
  const sendProgress = (minutes: number, more: object = {}) =>
    learner.post('/api/video-progress', { training_id, ranges: [[0, minutes * MINUTE]], ...more });
  const watch = async (minutes: number) => {
    await link();
    running.clock.advance(minutes * MINUTE);
    return (await sendProgress(minutes, { position_ms: minutes * MINUTE })).body;
  };
  const change = (body: object, more: Record<string, string> = {}) =>
    plant.api.patch(`/api/trainings/${training_id}`, body, more);
  const replaceVideo = async (minutes: number, more: object = {}, source_url = OTHER) =>
    expect(await change({ source_url, video_duration_ms: minutes * MINUTE, ...more })).toMatchObject({ status: 200 });
  const settleJobs = () => running.app.get(JobWorker, { strict: false }).drain();
  const assignment = async () => (await plant.api.get('/api/training-assignments')).body[0];
  const fetchProgress = async () => (await plant.api.get('/api/video-progress')).body;
  const fetchPastProgress = async () =>
    (await plant.api.get(`/api/training-assignments/${assignment_id}/past-video-progress`)).body;
  /** Adds a quiz that has to be passed. @returns a function that fails it */
  const addQuiz = async () => {
    const { quiz_id } = (await plant.api.post('/api/quizzes', { training_id, title: 'Check' })).body;
    const { question_id } = (await plant.api.post('/api/questions', singleChoiceQuestion('Forks'))).body;
    await plant.api.put(`/api/quizzes/${quiz_id}/slots`, { slots: [{ question_id }] });
    return async () => {
      const { attempt_id } = (await learner.post('/api/attempts', { training_id })).body;
      expect((await learner.post(`/api/attempts/${attempt_id}/submit`, {})).status).toBe(200);
    };
  };

  it('begins anew with another film: half of ten minutes is nothing of five', async () => {
    await watch(5);
    await replaceVideo(5);
    expect(await fetchProgress()).toEqual([]);
    expect(await sendProgress(0)).toMatchObject({ status: 409, body: { code: 'video_not_opened' } });
    expect(await link()).toMatchObject({ share: '0.00', ranges: [], position_ms: 0, media_revision: 2 });
    expect((await sendProgress(0)).body).toMatchObject({ share: '0.00', training_completed: false });
    expect(await assignment()).toMatchObject({ state: 'in_progress' });
    expect((await fetchProgress())[0]).toMatchObject({ share: '0.00', media_revision: 2 });
  });

  it('stays readable as it was on the film before', async () => {
    await watch(5);
    await replaceVideo(5);
    await watch(1);
    await replaceVideo(20, {}, 'https://media.example.org/third.mp4');
    expect(await fetchPastProgress()).toMatchObject([
      { media_revision: 2, share: '20.00', duration_ms: 5 * MINUTE, ranges: [[0, MINUTE]] },
      { media_revision: 1, share: '50.00', duration_ms: 10 * MINUTE, ranges: [[0, 5 * MINUTE]] },
    ]);
  });

  it('is refused from a page that still plays the replaced film', async () => {
    const { media_revision } = await link();
    await replaceVideo(5);
    await link();
    running.clock.advance(5 * MINUTE);
    expect(await sendProgress(5, { media_revision })).toMatchObject({ status: 409, body: { code: 'video_replaced' } });
    expect((await link()).share).toBe('0.00');
  });

  it('of learners who watched the film but did not pass the quiz begins anew, too', async () => {
    await addQuiz();
    await watch(10);
    expect((await assignment()).state).toBe('in_progress');
    await replaceVideo(5);
    expect(await link()).toMatchObject({ share: '0.00', completed_at: null });
  });

  it('of learners who have completed stays as it is, and the new film can be watched', async () => {
    await watch(10);
    const completed = await assignment();
    expect(completed.state).toBe('completed');
    await replaceVideo(5);
    expect(await link()).toMatchObject({ share: '100.00', ranges: [], position_ms: 0, media_revision: 2 });
    running.clock.advance(MINUTE);
    expect((await sendProgress(1)).body).toMatchObject({ share: '100.00', training_completed: false });
    expect(await fetchProgress()).toMatchObject([{ share: '100.00', media_revision: 1, duration_ms: 10 * MINUTE }]);
    expect(await assignment()).toMatchObject({ state: 'completed', completed_at: completed.completed_at });
  });

  it('of a film that was removed and taken again begins anew, also once the assignment returns', async () => {
    await watch(5);
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id] });
    await replaceVideo(5);
    await plant.assign([staff_id], [training_id]);
    expect(await link()).toMatchObject({ share: '0.00', position_ms: 0 });
  });

  it('stays with a corrected film, cut to its length, and completes as of the correction', async () => {
    await watch(5);
    running.clock.advance(MINUTE);
    const changed = new Date(running.clock.now()).toISOString();
    await replaceVideo(5, { same_video: true });
    running.clock.advance(MINUTE);
    await settleJobs();
    expect(await fetchProgress()).toMatchObject([
      { share: '100.00', media_revision: 1, duration_ms: 5 * MINUTE, position_ms: 5 * MINUTE, completed_at: changed },
    ]);
    expect(await assignment()).toMatchObject({ state: 'completed', completed_at: changed });
    expect(await fetchPastProgress()).toEqual([]);
  });

  it('stays when only the length is corrected, and its share never falls', async () => {
    await watch(5);
    expect((await change({ video_duration_ms: 20 * MINUTE })).status).toBe(200);
    await settleJobs();
    expect((await fetchProgress())[0]).toMatchObject({
      share: '50.00',
      duration_ms: 20 * MINUTE,
      watched_ms: 5 * MINUTE,
    });
    expect(await link()).toMatchObject({ share: '50.00', position_ms: 5 * MINUTE, duration_ms: 20 * MINUTE });
    running.clock.advance(6 * MINUTE);
    expect((await sendProgress(11)).body).toMatchObject({ share: '55.00' });
  });

  it('is one share in the player, the list and the quiz report', async () => {
    const fail = await addQuiz();
    await watch(5);
    await fail();
    await replaceVideo(8, { same_video: true });
    await settleJobs();
    const report = (await plant.api.get(`/api/reports/quiz?from=2026-03-01&to=2026-03-31`)).body.rows[0];
    expect([(await link()).share, (await fetchProgress())[0].share, report.video_percent]).toEqual([
      '62.50',
      '62.50',
      62.5,
    ]);
  });

  it('of a file that is uploaded in its place begins anew, unless it is said to be the same film', async () => {
    const upload = async (query: string) => {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(readFileSync(CLIP))], { type: 'video/mp4' }), 'clip.mp4');
      const url = `${running.url}/api/trainings/${training_id}/video${query}`;
      return (await fetch(url, { method: 'PUT', headers: plant.admin, body })).status;
    };
    await addQuiz();
    await watch(5);
    expect(await upload('?same_video=yes')).toBe(400);
    expect(await upload('?same_video=true')).toBe(200);
    await settleJobs();
    expect((await fetchProgress())[0]).toMatchObject({ share: '100.00', media_revision: 1 });
    expect(await upload('')).toBe(200);
    expect(await fetchProgress()).toEqual([]);
  });

  it('is counted for the author who replaces it: in progress, watched, completed', async () => {
    const summary = async () => (await plant.api.get(`/api/trainings/${training_id}/video-progress-summary`)).body;
    expect(await summary()).toEqual({ in_progress: 0, watched: 0, completed: 0 });
    await watch(5);
    expect(await summary()).toEqual({ in_progress: 1, watched: 0, completed: 0 });
    await watch(10);
    expect(await summary()).toEqual({ in_progress: 0, watched: 0, completed: 1 });
    await addQuiz();
    const other = await plant.createStaff();
    await plant.assign([other.staff_id], [training_id]);
    learner = plant.as(await plant.signInLearner(other.staff_id));
    await watch(10);
    expect(await summary()).toEqual({ in_progress: 0, watched: 1, completed: 1 });
  });
});
