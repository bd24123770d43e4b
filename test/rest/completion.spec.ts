import { QuizResultsService } from '../../src/modules/quizzes/quiz-results.service';
import type { Completion, PassedQuiz } from '../../src/modules/trainings/training.events';
import { TrainingCompletionService } from '../../src/modules/trainings/training-completion.service';
import { TrainingEvidenceListener } from '../../src/modules/trainings/training-evidence.listener';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

const MINUTE = 60_000;

describe('a completion', () => {
  let running: RunningApp;
  let plant: Plant;
  let learner: ReturnType<Plant['as']>;
  let staff_id: string;
  let completions: Completion[];
  let passed: PassedQuiz | null | undefined;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T12:00:00Z');
    plant = await openPlant(running);
    ({ staff_id } = await plant.createStaff());
    learner = plant.as(await plant.signInLearner(staff_id));
    completions = [];
    passed = undefined; // undefined: the training has no quiz
    jest
      .spyOn(evidence(), 'grantLevels')
      .mockImplementation(async (_, completion) => void completions.push(completion));
    const quizzes = running.app.get(QuizResultsService, { strict: false });
    jest.spyOn(quizzes, 'hasQuiz').mockImplementation(async () => passed !== undefined);
    jest.spyOn(quizzes, 'findFirstPass').mockImplementation(async () => passed ?? null);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    running.clock.release();
  });
  afterAll(() => running.close());

  const evidence = () => running.app.get(TrainingEvidenceListener, { strict: false });
  const createAssigned = async (more: object = {}) => {
    const training = await plant.createPublishedTraining(more);
    await plant.assign([staff_id], [training.training_id]);
    return training;
  };
  const watch = async (training_id: string) => {
    await learner.get(`/api/trainings/${training_id}/video-link`);
    running.clock.advance(10 * MINUTE);
    return learner.post('/api/video-progress', { training_id, ranges: [[0, 10 * MINUTE]] });
  };
  const settleCompletion = (training_id: string, quiz?: PassedQuiz) =>
    running.app
      .get(TrainingCompletionService, { strict: false })
      .settle(plant.tenant, staff_id, training_id, { ...(quiz && { passed: quiz }) });
  const state = async () => (await plant.api.get('/api/training-assignments')).body[0];
  const assignmentOf = async (training_id: string) =>
    (await plant.api.get(`/api/training-assignments?training_id=${training_id}`)).body[0];
  const quiz = (correct: number, passed_at: string): PassedQuiz => ({
    attempt_id: 'a',
    correct,
    total: 22,
    passed_at: Date.parse(passed_at),
  });

  it('of a video alone is published once with all skill bands', async () => {
    const { training_id, skill_id } = await createAssigned();
    expect((await watch(training_id)).body.training_completed).toBe(true);
    expect(completions).toEqual([
      expect.objectContaining({
        staff_id,
        training_id,
        cycle: 1,
        quiz: null,
        completed_at: Date.parse('2026-03-01T12:10:00Z'),
        granted: [expect.objectContaining({ skill_id, min_score: 0, level: 2, validity_months: null })],
      }),
    ]);
    await learner.post('/api/video-progress', { training_id, ranges: [] });
    expect(await settleCompletion(training_id)).toBeNull();
    expect(completions).toHaveLength(1);
  });

  it('needs the quiz and takes effect at the later of the two', async () => {
    const { training_id } = await createAssigned();
    passed = null;
    expect((await watch(training_id)).body).toMatchObject({ share: '100.00', training_completed: false });
    expect((await state()).state).toBe('in_progress');
    expect(completions).toEqual([]);
    running.clock.advance(MINUTE);
    const submittedQuiz = quiz(18, '2026-03-01T12:11:00Z');
    expect(await settleCompletion(training_id, submittedQuiz)).toMatchObject({ completed_at: submittedQuiz.passed_at });
    expect(await state()).toMatchObject({ state: 'completed', completed_at: '2026-03-01T12:11:00.000Z' });
    expect(completions).toEqual([expect.objectContaining({ quiz: submittedQuiz })]);
  });

  it('with the quiz passed before the video takes effect with the video', async () => {
    const { training_id } = await createAssigned();
    passed = quiz(20, '2026-03-01T11:00:00Z');
    expect(await settleCompletion(training_id, passed)).toBeNull();
    expect((await watch(training_id)).body.training_completed).toBe(true);
    expect(completions).toEqual([
      expect.objectContaining({ completed_at: Date.parse('2026-03-01T12:10:00Z'), quiz: passed }),
    ]);
  });

  it('gives the highest band that the score reached, in integers', async () => {
    const { training_id, skill_id } = await createAssigned();
    await plant.api.put(`/api/trainings/${training_id}/skills`, [
      { skill_id, min_score: 60, level: 2 },
      { skill_id, min_score: 82, level: 3 },
    ]);
    passed = quiz(18, '2026-03-01T12:00:00Z'); // 81.82 %
    await watch(training_id);
    expect(completions[0]!.granted).toEqual([
      expect.objectContaining({ skill_id, min_score: 60, level: 2, validity_months: null }),
    ]);
  });

  it('is atomic: when the evidence fails, the video progress is not stored either', async () => {
    const { training_id } = await createAssigned();
    jest.spyOn(evidence(), 'grantLevels').mockRejectedValue(new Error('the ledger is full'));
    expect((await watch(training_id)).status).toBe(500);
    expect(await state()).toMatchObject({ state: 'in_progress', completed_at: null });
    expect((await plant.api.get('/api/video-progress')).body[0]).toMatchObject({ share: '0.00', completed_at: null });
  });

  it('happens once under concurrency', async () => {
    const { training_id } = await createAssigned();
    passed = null;
    await watch(training_id);
    const submittedQuiz = quiz(22, '2026-03-01T12:11:00Z');
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => settleCompletion(training_id, submittedQuiz)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(completions).toHaveLength(1);
  });

  it('happens at the next opening or progress report after the requirements were lowered', async () => {
    for (const trigger of ['opened', 'watched'] as const) {
      const { training_id } = await createAssigned();
      passed = null;
      await watch(training_id);
      expect((await assignmentOf(training_id)).state).toBe('in_progress');
      passed = undefined; // Its quiz was archived.
      running.clock.advance(60 * MINUTE);
      const [openVideo, beat] = [
        () => learner.get(`/api/trainings/${training_id}/video-link`),
        () => learner.post('/api/video-progress', { training_id, ranges: [] }),
      ];
      expect((await (trigger === 'opened' ? openVideo : beat)()).status).toBe(200);
      const at = new Date(running.clock.now()).toISOString();
      expect(await assignmentOf(training_id)).toMatchObject({ state: 'completed', completed_at: at });
    }
    expect(completions).toHaveLength(2);
  });

  it.each(['removed and assigned again', 'waived and resumed'])(
    'of an assignment that was %s continues with its progress',
    async (interruption) => {
      const { training_id } = await createAssigned();
      const { assignment_id } = await state();
      const interrupt = async () => {
        const [path, more] = interruption.startsWith('removed') ? ['remove', {}] : ['waive', { reason: 'Elsewhere' }];
        const { status } = await plant.api.post(`/api/training-assignments/${path}`, {
          assignment_id: [assignment_id],
          ...more,
        });
        expect(status).toBe(200);
      };
      const resume = () =>
        interruption.startsWith('removed')
          ? plant.api.post('/api/training-assignments/bulk', { staff_id: [staff_id], training_id: [training_id] })
          : plant.api.post('/api/training-assignments/resume', { assignment_id: [assignment_id] });
      // Not started.
      await interrupt();
      await resume();
      expect(await state()).toMatchObject({ assignment_id, state: 'assigned', started_at: null });
      // Half watched.
      await learner.get(`/api/trainings/${training_id}/video-link`);
      running.clock.advance(5 * MINUTE);
      await learner.post('/api/video-progress', { training_id, ranges: [[0, 5 * MINUTE]] });
      const { started_at } = await state();
      await interrupt();
      await resume();
      expect(await state()).toMatchObject({ assignment_id, state: 'in_progress', started_at });
      expect((await plant.api.get('/api/video-progress')).body[0]).toMatchObject({ share: '50.00' });
      // The quiz was passed during the interruption: completion happens at the return.
      passed = null;
      running.clock.advance(5 * MINUTE);
      await learner.post('/api/video-progress', { training_id, ranges: [[5 * MINUTE, 10 * MINUTE]] });
      await interrupt();
      passed = quiz(20, new Date(running.clock.now()).toISOString());
      running.clock.advance(24 * 60 * MINUTE);
      plant = { ...plant, api: plant.as(await plant.signIn({ role: 'admin' })) };
      await resume();
      const at = new Date(running.clock.now()).toISOString();
      expect(await state()).toMatchObject({ assignment_id, state: 'completed', completed_at: at });
      expect(completions).toEqual([expect.objectContaining({ quiz: passed, completed_at: running.clock.now() })]);
    },
  );

  it('does not happen without a current assignment', async () => {
    const { training_id } = await plant.createPublishedTraining();
    expect(await settleCompletion(training_id, quiz(22, '2026-03-01T12:00:00Z'))).toBeNull();
    await plant.assign([staff_id], [training_id]);
    await learner.get(`/api/trainings/${training_id}/video-link`);
    const { assignment_id } = await state();
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id] });
    expect(await settleCompletion(training_id, quiz(22, '2026-03-01T12:00:00Z'))).toBeNull();
    expect(completions).toEqual([]);
  });
});
