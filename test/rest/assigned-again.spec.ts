import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import {
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  grantSkill,
  createReadingTraining,
  type QuizFixture,
  type Learner,
} from '../support/quiz-fixtures';

interface Cycle {
  assignment_id: string;
  cycle: number;
  state: string;
}
const sortByCycle = (rows: Cycle[]): Cycle[] => rows.toSorted((a, b) => a.cycle - b.cycle);

describe('a training that was completed and is assigned again', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  let test: QuizFixture;
  let training_id: string;
  let skill_id: string;

  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-02T09:00:00Z');
    plant = await openOrganisation(running);
    asha = await createLearner(running, plant);
    training_id = await createReadingTraining(running, plant, { validity_months: 12 });
    skill_id = await grantSkill(running, plant, training_id, [{ min_score: 0, level: 3 }]);
    await admin().patch(`/api/skills/${skill_id}`, { validity_months: 12 });
    test = await createQuiz(running, plant, training_id, [singleChoiceQuestion('Horn?')], { attempts_allowed: 1 });
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const ownApi = () => api(running, asha.headers);
  const assign = async (more: object = {}) =>
    admin().post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id], ...more });
  const preview = async (more: object = {}) => {
    const order = { staff_id: [asha.staff_id], training_id: [training_id], ...more };
    return (await admin().post('/api/training-assignments/bulk/preview', order)).body;
  };
  const cycles = async () => {
    const { body } = await admin().get(`/api/training-assignments?staff_id=${asha.staff_id}`);
    return sortByCycle(body).map(({ cycle, state }) => [cycle, state]);
  };
  const start = () => ownApi().post('/api/attempts', { training_id });
  const answerQuestion = async (attempt_id: string, option: number) => {
    const option_id = [test.questions[0]!.options[option]!.option_id];
    return (await ownApi().put(`/api/attempts/${attempt_id}/answers/1`, { option_id, sequence: 1 })).status;
  };
  const passQuiz = async () => {
    const { attempt_id } = (await start()).body;
    expect(await answerQuestion(attempt_id, 0)).toBe(200);
    expect((await ownApi().post(`/api/attempts/${attempt_id}/submit`)).body.result).toBe('passed');
  };

  it('opens one new cycle for concurrent requests', async () => {
    await assign();
    await passQuiz();
    expect(await cycles()).toEqual([[1, 'completed']]);
    expect((await assign()).body).toEqual({ assigned: 1, already_assigned: 0 });
    expect((await assign()).body).toEqual({ assigned: 0, already_assigned: 1 });
    expect(await cycles()).toEqual([
      [1, 'completed'],
      [2, 'assigned'],
    ]);
    await passQuiz();
    const replies = await Promise.all(Array.from({ length: 5 }, () => assign()));
    expect(replies.reduce((sum, { body }) => sum + body.assigned, 0)).toBe(1);
    expect((await cycles()).at(-1)).toEqual([3, 'assigned']);
  });

  it('opens a new cycle through the legacy calls', async () => {
    await assign();
    await passQuiz();
    const list = { staff_id: [asha.staff_id], training_id: [training_id] };
    const assignByLegacyCall = () => admin().post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', list);
    expect((await assignByLegacyCall()).body.data).toEqual({ assigned: 1, already_assigned: 0 });
    expect((await assignByLegacyCall()).body.data).toEqual({ assigned: 0, already_assigned: 1 });
  });

  it('is counted in the preview and not restarted with again: false', async () => {
    await assign();
    expect(await preview()).toMatchObject({ to_assign: 0, already_assigned: 1, again: 0 });
    await passQuiz();
    expect(await preview()).toMatchObject({ to_assign: 1, already_assigned: 0, again: 1 });
    expect(await preview({ again: false })).toMatchObject({ to_assign: 0, already_assigned: 1, again: 1 });
    expect((await assign({ again: false })).body).toEqual({ assigned: 0, already_assigned: 1 });
    expect(await cycles()).toEqual([[1, 'completed']]);
  });

  it('allows new attempts, and an early renewal extends the evidence from the old expiry', async () => {
    await assign();
    await passQuiz();
    expect((await start()).body.code).toBe('no_attempts_left');
    running.clock.freeze('2027-02-01T09:00:00Z');
    asha.headers = await plant.signIn({ role: 'user', staff_id: asha.staff_id, eid: asha.headers['eid']! });
    plant.admin = await plant.signIn({ role: 'admin' });
    await assign();
    await passQuiz();
    const { body } = await admin().get(`/api/skill-evidence?staff_id=${asha.staff_id}&_sort=effective_date&_order=asc`);
    expect(
      body.map((row: Record<string, unknown>) => [row['effective_date'], row['valid_until'], row['state']]),
    ).toEqual([
      ['2026-03-02', '2027-03-02', 'approved'],
      ['2027-02-01', '2028-03-02', 'approved'],
    ]);
    const attempts = (await ownApi().get('/api/attempts?_sort=started_at&_order=asc')).body;
    const assignments = sortByCycle((await ownApi().get('/api/training-assignments')).body);
    expect(attempts.map((row: { assignment_id: string }) => row.assignment_id)).toEqual(
      assignments.map((row) => row.assignment_id),
    );
  });

  it('is not completed by an attempt of the previous cycle', async () => {
    await admin().patch(`/api/quizzes/${test.quiz_id}`, { attempts_allowed: null });
    await assign();
    await passQuiz();
    const { attempt_id } = (await start()).body;
    expect(await answerQuestion(attempt_id, 0)).toBe(200);
    await assign();
    expect((await ownApi().post(`/api/attempts/${attempt_id}/submit`)).body.result).toBe('passed');
    expect((await cycles()).at(-1)).toEqual([2, 'assigned']);
    await passQuiz();
    expect((await cycles()).at(-1)).toEqual([2, 'completed']);
  });

  it('starts its own attempt and ends a running one of the previous cycle with the saved answers', async () => {
    await admin().patch(`/api/quizzes/${test.quiz_id}`, { attempts_allowed: null });
    await assign();
    await passQuiz();
    const oldAttemptId = (await start()).body.attempt_id;
    await assign();
    const newAttemptId = (await start()).body.attempt_id;
    expect(newAttemptId).not.toBe(oldAttemptId);
    expect((await ownApi().get(`/api/attempts/${oldAttemptId}`)).body).toMatchObject({
      status: 'submitted',
      result: 'failed',
    });
  });

  it('keeps the completed cycle when the untouched new cycle is removed, and reuses that cycle later', async () => {
    await assign();
    await passQuiz();
    await assign();
    const { body } = await admin().get(`/api/training-assignments?state=assigned&staff_id=${asha.staff_id}`);
    await admin().post('/api/training-assignments/remove', { assignment_id: [body[0].assignment_id] });
    expect(await cycles()).toEqual([
      [1, 'completed'],
      [2, 'removed'],
    ]);
    expect(await preview()).toMatchObject({ to_assign: 1, removed_before: 1, again: 0 });
    expect((await assign()).body).toEqual({ assigned: 1, already_assigned: 0 });
    expect((await cycles()).at(-1)).toEqual([2, 'assigned']);
  });
});
