import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { singleChoiceQuestion } from '../support/quiz-fixtures';

const MINUTE = 60_000;
const FILM = 10 * MINUTE;

describe('what a training asks for', () => {
  let running: RunningApp;
  let plant: Plant;
  let learner: ReturnType<Plant['as']>;
  let staff_id: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T12:00:00Z');
    plant = await openPlant(running);
    ({ staff_id } = await plant.createStaff());
    learner = plant.as(await plant.signInLearner(staff_id));
  });
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  /** Published, with a film of ten minutes and a quiz of one question, assigned to the learner. */
  async function createAssignedTraining(more: object = {}) {
    const { training_id, skill_id } = await plant.createPublishedTraining();
    const { quiz_id } = (await plant.api.post('/api/quizzes', { training_id, title: 'Check' })).body;
    const { question_id } = (await plant.api.post('/api/questions', singleChoiceQuestion('Forks'))).body;
    await slots(quiz_id, [{ question_id }]);
    expect((await plant.api.patch(`/api/trainings/${training_id}`, more)).status).toBe(200);
    await plant.assign([staff_id], [training_id]);
    return { training_id, quiz_id, question_id, skill_id };
  }
  const slots = async (quiz_id: string, slotInputs: object[]) =>
    plant.api.put(`/api/quizzes/${quiz_id}/slots`, { slots: slotInputs });
  const watch = async (training_id: string, until = FILM) => {
    await learner.get(`/api/trainings/${training_id}/video-link`);
    running.clock.advance(FILM);
    return learner.post('/api/video-progress', { training_id, ranges: [[0, until]] });
  };
  const settleJobs = () => running.app.get(JobWorker, { strict: false }).drain();
  const assignment = async () => (await plant.api.get('/api/training-assignments')).body[0];
  const level = async (skill_id: string) =>
    (await plant.api.get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}`)).body.level;

  it('completes those who have everything when it asks for less, at the moment of the change', async () => {
    const { training_id, quiz_id, skill_id } = await createAssignedTraining();
    await watch(training_id);
    expect((await assignment()).state).toBe('in_progress');
    running.clock.advance(30 * MINUTE);
    const changed = new Date(running.clock.now()).toISOString();
    expect((await plant.api.post(`/api/quizzes/${quiz_id}/archive`)).status).toBe(200);
    running.clock.advance(MINUTE);
    await settleJobs();
    expect(await assignment()).toMatchObject({ state: 'completed', completed_at: changed });
    expect(await level(skill_id)).toBe(2);
    await settleJobs();
    expect((await plant.api.get('/api/skill-evidence')).body).toHaveLength(1);
  });

  it('leaves those who lack something as they are', async () => {
    const { training_id, quiz_id } = await createAssignedTraining();
    await watch(training_id, 2 * MINUTE);
    await plant.api.post(`/api/quizzes/${quiz_id}/archive`);
    await settleJobs();
    expect((await assignment()).state).toBe('in_progress');
  });

  it('counts what was watched before when less of the film is asked for', async () => {
    const { training_id, quiz_id } = await createAssignedTraining();
    await plant.api.post(`/api/quizzes/${quiz_id}/archive`);
    await watch(training_id, 6 * MINUTE);
    await settleJobs();
    expect((await assignment()).state).toBe('in_progress');
    const changed = new Date(running.clock.now()).toISOString();
    expect((await plant.api.patch(`/api/trainings/${training_id}`, { video_threshold: 50 })).status).toBe(200);
    await settleJobs();
    expect(await assignment()).toMatchObject({ state: 'completed', completed_at: changed });
    expect((await plant.api.get('/api/video-progress')).body[0]).toMatchObject({
      share: '60.00',
      completed_at: changed,
    });
  });

  it.each([
    ['archiving its quiz', 'archive'],
    ['taking its questions away', 'empty'],
    ['drawing more than there is', 'draw'],
  ])('stays what publishing promised: %s is refused, and says what would be missing', async (_, change) => {
    const { training_id, quiz_id, question_id } = await createAssignedTraining({ requires_quiz: true });
    const refused =
      change === 'archive'
        ? await plant.api.post(`/api/quizzes/${quiz_id}/archive`)
        : await slots(quiz_id, change === 'empty' ? [] : [{ draw: { count: 3, tag: 'nowhere' } }]);
    const missing = change === 'draw' ? 'draws' : 'quiz';
    expect(refused).toMatchObject({ status: 422, body: { code: 'checklist_open', facts: { missing: [missing] } } });
    expect((await plant.api.get(`/api/quizzes/${quiz_id}`)).body).toMatchObject({
      status: 'active',
      question_count: 1,
    });
    expect((await plant.api.get(`/api/quizzes/${quiz_id}/slots`)).body).toMatchObject([{ question_id }]);
    const renamed = await plant.api.patch(`/api/trainings/${training_id}`, { title: 'Renamed' });
    expect(renamed.status).toBe(200);
  });

  it('is not had by watching alone where the quiz must be passed, also once the training is archived', async () => {
    const { training_id, quiz_id, skill_id } = await createAssignedTraining({ requires_quiz: true });
    await plant.api.post(`/api/trainings/${training_id}/archive`);
    expect((await slots(quiz_id, [])).status).toBe(200);
    await watch(training_id);
    await settleJobs();
    expect((await assignment()).state).toBe('in_progress');
    expect(await level(skill_id)).toBe(0);
  });

  describe('is tried first by the author, who is told', () => {
    const dryRun = { 'X-Dry-Run': 'true' };

    it('how many a change completes, and nothing is changed by it', async () => {
      const { training_id, quiz_id } = await createAssignedTraining();
      await watch(training_id);
      const another = await plant.createStaff();
      await plant.assign([another.staff_id], [training_id]);
      const archive = `/api/quizzes/${quiz_id}/archive`;
      expect(await plant.api.post(archive, undefined, dryRun)).toMatchObject({ status: 200, body: { completed: 1 } });
      await settleJobs();
      expect((await plant.api.get(`/api/quizzes/${quiz_id}`)).body.status).toBe('active');
      expect((await plant.api.get('/api/training-assignments?state=completed')).body).toEqual([]);
      const emptied = await plant.api.put(`/api/quizzes/${quiz_id}/slots`, { slots: [] }, dryRun);
      expect(emptied).toMatchObject({ status: 200, body: { completed: 1 } });
      expect((await plant.api.get(`/api/quizzes/${quiz_id}/slots`)).body).toHaveLength(1);
    });

    it('nothing where no one is affected, and why the change is refused', async () => {
      const { training_id, quiz_id } = await createAssignedTraining({ requires_quiz: true });
      await watch(training_id);
      const path = `/api/trainings/${training_id}`;
      expect((await plant.api.patch(path, { title: 'Renamed' }, dryRun)).body).toEqual({});
      expect((await plant.api.patch(path, { video_threshold: 10 }, dryRun)).body).toEqual({});
      expect(await plant.api.post(`/api/quizzes/${quiz_id}/archive`, undefined, dryRun)).toMatchObject({
        status: 422,
        body: { code: 'checklist_open' },
      });
      expect((await plant.api.get(path)).body).toMatchObject({ title: expect.not.stringMatching('Renamed') });
    });

    it('how many of a lower share of the film complete who have passed the quiz', async () => {
      const { training_id, question_id } = await createAssignedTraining();
      await watch(training_id, 5 * MINUTE);
      const { attempt_id } = (await learner.post('/api/attempts', { training_id })).body;
      const { options } = (await plant.api.get(`/api/questions/${question_id}`)).body;
      const right = options.find((option: { fraction: number }) => option.fraction === 1);
      const path = `/api/attempts/${attempt_id}`;
      await learner.put(`${path}/answers/1`, { option_id: [right.option_id], sequence: 1 });
      expect((await learner.post(`${path}/submit`)).body.result).toBe('passed');
      const change = { video_threshold: 50 };
      expect((await plant.api.patch(`/api/trainings/${training_id}`, change, dryRun)).body).toEqual({ completed: 1 });
      expect((await assignment()).state).toBe('in_progress');
    });

    it('how many are left without a way: no attempt, or no quiz where one is required', async () => {
      const { training_id, quiz_id } = await createAssignedTraining({ requires_quiz: true });
      const { attempt_id } = (await learner.post('/api/attempts', { training_id })).body;
      await learner.post(`/api/attempts/${attempt_id}/submit`);
      const path = `/api/quizzes/${quiz_id}`;
      expect((await plant.api.patch(path, { attempts_allowed: 2 }, dryRun)).body).toEqual({});
      expect((await plant.api.patch(path, { attempts_allowed: 1 }, dryRun)).body).toEqual({ stranded: 1 });
      await plant.api.post(`/api/trainings/${training_id}/archive`);
      expect((await plant.api.post(`${path}/archive`, undefined, dryRun)).body).toEqual({ stranded: 1 });
    });
  });
});
