import { QuizResults } from '../../src/quizzes/quiz-results';
import type { Completion, PassedQuiz } from '../../src/trainings/training.events';
import { TrainingCompletion } from '../../src/trainings/training-completion';
import { TrainingEvidence } from '../../src/trainings/training-evidence';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

const MINUTE = 60_000;

describe('a completion', () => {
  let running: RunningApp;
  let plant: Plant;
  let learner: ReturnType<Plant['as']>;
  let staff_id: string;
  let heard: Completion[];
  let passed: PassedQuiz | null | undefined;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T12:00:00Z');
    plant = await openPlant(running);
    ({ staff_id } = await plant.staff());
    learner = plant.as(await plant.learner(staff_id));
    heard = [];
    passed = undefined; // undefined: the training has no quiz
    jest
      .spyOn(evidence(), 'trainingCompleted')
      .mockImplementation(async (_, completion) => void heard.push(completion));
    const quizzes = running.app.get(QuizResults, { strict: false });
    jest.spyOn(quizzes, 'hasQuiz').mockImplementation(async () => passed !== undefined);
    jest.spyOn(quizzes, 'passedIn').mockImplementation(async () => passed ?? null);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    running.clock.release();
  });
  afterAll(() => running.close());

  const evidence = () => running.app.get(TrainingEvidence, { strict: false });
  const assigned = async (more: object = {}) => {
    const training = await plant.published(more);
    await plant.assign([staff_id], [training.training_id]);
    return training;
  };
  const watch = async (training_id: string) => {
    await learner.get(`/api/trainings/${training_id}/video-link`);
    running.clock.advance(10 * MINUTE);
    return learner.post('/api/video-progress', { training_id, ranges: [[0, 10 * MINUTE]] });
  };
  const settle = (training_id: string, quiz?: PassedQuiz) =>
    running.app
      .get(TrainingCompletion, { strict: false })
      .settle(plant.tenant, staff_id, training_id, { ...(quiz && { passed: quiz }) });
  const state = async () => (await plant.api.get('/api/training-assignments')).body[0];
  const ofTraining = async (training_id: string) =>
    (await plant.api.get(`/api/training-assignments?training_id=${training_id}`)).body[0];
  const quiz = (correct: number, passed_at: string): PassedQuiz => ({
    attempt_id: 'a',
    correct,
    total: 22,
    passed_at: Date.parse(passed_at),
  });

  it('of a video alone is told once, with every band that it gives', async () => {
    const { training_id, skill_id } = await assigned();
    expect((await watch(training_id)).body.training_completed).toBe(true);
    expect(heard).toEqual([
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
    expect(await settle(training_id)).toBeNull();
    expect(heard).toHaveLength(1);
  });

  it('waits for the quiz, and takes effect at the later of the two', async () => {
    const { training_id } = await assigned();
    passed = null;
    expect((await watch(training_id)).body).toMatchObject({ share: '100.00', training_completed: false });
    expect((await state()).state).toBe('in_progress');
    expect(heard).toEqual([]);
    running.clock.advance(MINUTE);
    const submitted = quiz(18, '2026-03-01T12:11:00Z');
    expect(await settle(training_id, submitted)).toMatchObject({ completed_at: submitted.passed_at });
    expect(await state()).toMatchObject({ state: 'completed', completed_at: '2026-03-01T12:11:00.000Z' });
    expect(heard).toEqual([expect.objectContaining({ quiz: submitted })]);
  });

  it('with the quiz passed before the video takes effect with the video', async () => {
    const { training_id } = await assigned();
    passed = quiz(20, '2026-03-01T11:00:00Z');
    expect(await settle(training_id, passed)).toBeNull();
    expect((await watch(training_id)).body.training_completed).toBe(true);
    expect(heard).toEqual([
      expect.objectContaining({ completed_at: Date.parse('2026-03-01T12:10:00Z'), quiz: passed }),
    ]);
  });

  it('gives the highest band that the score reached, in integers', async () => {
    const { training_id, skill_id } = await assigned();
    await plant.api.put(`/api/trainings/${training_id}/skills`, [
      { skill_id, min_score: 60, level: 2 },
      { skill_id, min_score: 82, level: 3 },
    ]);
    passed = quiz(18, '2026-03-01T12:00:00Z'); // 81.82 %
    await watch(training_id);
    expect(heard[0]!.granted).toEqual([
      expect.objectContaining({ skill_id, min_score: 60, level: 2, validity_months: null }),
    ]);
  });

  it('is kept whole or not at all: when the evidence fails, the beat that brought it is not kept either', async () => {
    const { training_id } = await assigned();
    jest.spyOn(evidence(), 'trainingCompleted').mockRejectedValue(new Error('the ledger is full'));
    expect((await watch(training_id)).status).toBe(500);
    expect(await state()).toMatchObject({ state: 'in_progress', completed_at: null });
    expect((await plant.api.get('/api/video-progress')).body[0]).toMatchObject({ share: '0.00', completed_at: null });
  });

  it('asked for from many sides at once comes about once', async () => {
    const { training_id } = await assigned();
    passed = null;
    await watch(training_id);
    const submitted = quiz(22, '2026-03-01T12:11:00Z');
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => settle(training_id, submitted)));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(heard).toHaveLength(1);
  });

  it('comes about when what it takes has become less: with the next opening or beat, and then', async () => {
    for (const what of ['opened', 'watched'] as const) {
      const { training_id } = await assigned();
      passed = null;
      await watch(training_id);
      expect((await ofTraining(training_id)).state).toBe('in_progress');
      passed = undefined; // its quiz was archived
      running.clock.advance(60 * MINUTE);
      const [opened, beat] = [
        () => learner.get(`/api/trainings/${training_id}/video-link`),
        () => learner.post('/api/video-progress', { training_id, ranges: [] }),
      ];
      expect((await (what === 'opened' ? opened : beat)()).status).toBe(200);
      const at = new Date(running.clock.now()).toISOString();
      expect(await ofTraining(training_id)).toMatchObject({ state: 'completed', completed_at: at });
    }
    expect(heard).toHaveLength(2);
  });

  it.each(['removed and assigned again', 'waived and resumed'])('of what was %s goes on where it was', async (how) => {
    const { training_id } = await assigned();
    const { assignment_id } = await state();
    const away = async () => {
      const [path, more] = how.startsWith('removed') ? ['remove', {}] : ['waive', { reason: 'Elsewhere' }];
      const { status } = await plant.api.post(`/api/training-assignments/${path}`, {
        assignment_id: [assignment_id],
        ...more,
      });
      expect(status).toBe(200);
    };
    const back = () =>
      how.startsWith('removed')
        ? plant.api.post('/api/training-assignments/bulk', { staff_id: [staff_id], training_id: [training_id] })
        : plant.api.post('/api/training-assignments/resume', { assignment_id: [assignment_id] });
    // Never begun.
    await away();
    await back();
    expect(await state()).toMatchObject({ assignment_id, state: 'assigned', started_at: null });
    // Half watched.
    await learner.get(`/api/trainings/${training_id}/video-link`);
    running.clock.advance(5 * MINUTE);
    await learner.post('/api/video-progress', { training_id, ranges: [[0, 5 * MINUTE]] });
    const { started_at } = await state();
    await away();
    await back();
    expect(await state()).toMatchObject({ assignment_id, state: 'in_progress', started_at });
    expect((await plant.api.get('/api/video-progress')).body[0]).toMatchObject({ share: '50.00' });
    // Watched, and the quiz passed while it was away: completed at the return, not before.
    passed = null;
    running.clock.advance(5 * MINUTE);
    await learner.post('/api/video-progress', { training_id, ranges: [[5 * MINUTE, 10 * MINUTE]] });
    await away();
    passed = quiz(20, new Date(running.clock.now()).toISOString());
    running.clock.advance(24 * 60 * MINUTE);
    plant = { ...plant, api: plant.as(await plant.signIn({ role: 'admin' })) };
    await back();
    const at = new Date(running.clock.now()).toISOString();
    expect(await state()).toMatchObject({ assignment_id, state: 'completed', completed_at: at });
    expect(heard).toEqual([expect.objectContaining({ quiz: passed, completed_at: running.clock.now() })]);
  });

  it('does not come about for who is not assigned, or no more', async () => {
    const { training_id } = await plant.published();
    expect(await settle(training_id, quiz(22, '2026-03-01T12:00:00Z'))).toBeNull();
    await plant.assign([staff_id], [training_id]);
    await learner.get(`/api/trainings/${training_id}/video-link`);
    const { assignment_id } = await state();
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id] });
    expect(await settle(training_id, quiz(22, '2026-03-01T12:00:00Z'))).toBeNull();
    expect(heard).toEqual([]);
  });
});
