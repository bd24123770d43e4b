import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { learner, quiz, single, teaches, training, type GivenQuiz, type Learner } from '../support/quiz-given';

interface Cycle {
  assignment_id: string;
  cycle: number;
  state: string;
}
const inOrder = (rows: Cycle[]): Cycle[] => rows.toSorted((a, b) => a.cycle - b.cycle);

describe('a training that was completed and is assigned again', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  let test: GivenQuiz;
  let training_id: string;
  let skill_id: string;

  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-02T09:00:00Z');
    plant = await openOrganisation(running);
    asha = await learner(running, plant);
    training_id = await training(running, plant, { validity_months: 12 });
    skill_id = await teaches(running, plant, training_id, [{ min_score: 0, level: 3 }]);
    await admin().patch(`/api/skills/${skill_id}`, { validity_months: 12 });
    test = await quiz(running, plant, training_id, [single('Horn?')], { attempts_allowed: 1 });
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const me = () => api(running, asha.headers);
  const assign = async (more: object = {}) =>
    admin().post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id], ...more });
  const preview = async (more: object = {}) => {
    const order = { staff_id: [asha.staff_id], training_id: [training_id], ...more };
    return (await admin().post('/api/training-assignments/bulk/preview', order)).body;
  };
  const cycles = async () => {
    const { body } = await admin().get(`/api/training-assignments?staff_id=${asha.staff_id}`);
    return inOrder(body).map(({ cycle, state }) => [cycle, state]);
  };
  const start = () => me().post('/api/attempts', { training_id });
  const answered = async (attempt_id: string, option: number) => {
    const option_id = [test.questions[0]!.options[option]!.option_id];
    return (await me().put(`/api/attempts/${attempt_id}/answers/1`, { option_id, sequence: 1 })).status;
  };
  const pass = async () => {
    const { attempt_id } = (await start()).body;
    expect(await answered(attempt_id, 0)).toBe(200);
    expect((await me().post(`/api/attempts/${attempt_id}/submit`)).body.result).toBe('passed');
  };

  it('opens its next cycle, once however often it is asked for', async () => {
    await assign();
    await pass();
    expect(await cycles()).toEqual([[1, 'completed']]);
    expect((await assign()).body).toEqual({ assigned: 1, already_assigned: 0 });
    expect((await assign()).body).toEqual({ assigned: 0, already_assigned: 1 });
    expect(await cycles()).toEqual([
      [1, 'completed'],
      [2, 'assigned'],
    ]);
    await pass();
    const many = await Promise.all(Array.from({ length: 5 }, () => assign()));
    expect(many.reduce((sum, { body }) => sum + body.assigned, 0)).toBe(1);
    expect((await cycles()).at(-1)).toEqual([3, 'assigned']);
  });

  it('by the specification’s calls too', async () => {
    await assign();
    await pass();
    const list = { staff_id: [asha.staff_id], training_id: [training_id] };
    const byT = () => admin().post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', list);
    expect((await byT()).body.data).toEqual({ assigned: 1, already_assigned: 0 });
    expect((await byT()).body.data).toEqual({ assigned: 0, already_assigned: 1 });
  });

  it('is told by the review, and left as it is when nobody is to begin again', async () => {
    await assign();
    expect(await preview()).toMatchObject({ to_assign: 0, already_assigned: 1, again: 0 });
    await pass();
    expect(await preview()).toMatchObject({ to_assign: 1, already_assigned: 0, again: 1 });
    expect(await preview({ again: false })).toMatchObject({ to_assign: 0, already_assigned: 1, again: 1 });
    expect((await assign({ again: false })).body).toEqual({ assigned: 0, already_assigned: 1 });
    expect(await cycles()).toEqual([[1, 'completed']]);
  });

  it('gives the attempts anew, and an evidence row that extends an early renewal from the old expiry', async () => {
    await assign();
    await pass();
    expect((await start()).body.code).toBe('no_attempts_left');
    running.clock.freeze('2027-02-01T09:00:00Z');
    asha.headers = await plant.signIn({ role: 'user', staff_id: asha.staff_id, eid: asha.headers['eid']! });
    plant.admin = await plant.signIn({ role: 'admin' });
    await assign();
    await pass();
    const { body } = await admin().get(`/api/skill-evidence?staff_id=${asha.staff_id}&_sort=effective_date&_order=asc`);
    expect(
      body.map((row: Record<string, unknown>) => [row['effective_date'], row['valid_until'], row['state']]),
    ).toEqual([
      ['2026-03-02', '2027-03-02', 'approved'],
      ['2027-02-01', '2028-03-02', 'approved'],
    ]);
    const attempts = (await me().get('/api/attempts?_sort=started_at&_order=asc')).body;
    const assignments = inOrder((await me().get('/api/training-assignments')).body);
    expect(attempts.map((row: { assignment_id: string }) => row.assignment_id)).toEqual(
      assignments.map((row) => row.assignment_id),
    );
  });

  it('is not completed by an attempt that was begun in the cycle before', async () => {
    await admin().patch(`/api/quizzes/${test.quiz_id}`, { attempts_allowed: null });
    await assign();
    await pass();
    const { attempt_id } = (await start()).body;
    expect(await answered(attempt_id, 0)).toBe(200);
    await assign();
    expect((await me().post(`/api/attempts/${attempt_id}/submit`)).body.result).toBe('passed');
    expect((await cycles()).at(-1)).toEqual([2, 'assigned']);
    await pass();
    expect((await cycles()).at(-1)).toEqual([2, 'completed']);
  });

  it('begins its own attempt when one of the cycle before still runs, which ends with what was saved', async () => {
    await admin().patch(`/api/quizzes/${test.quiz_id}`, { attempts_allowed: null });
    await assign();
    await pass();
    const before = (await start()).body.attempt_id;
    await assign();
    const after = (await start()).body.attempt_id;
    expect(after).not.toBe(before);
    expect((await me().get(`/api/attempts/${before}`)).body).toMatchObject({ status: 'submitted', result: 'failed' });
  });

  it('removed while nothing was done leaves the completed cycle, and is taken up again as the same cycle', async () => {
    await assign();
    await pass();
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
