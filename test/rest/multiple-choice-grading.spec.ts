import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idToBytes } from '../../src/common/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import {
  createAssignment,
  createLearner,
  createQuiz,
  createReadingTraining,
  type QuizFixture,
  type Learner,
} from '../support/quiz-fixtures';

const CHECKS = {
  kind: 'multiple',
  text: 'What is checked before driving?',
  options: [
    { text: 'Brakes', fraction: 1 },
    { text: 'Horn', fraction: 1 },
    { text: 'Radio', fraction: 0 },
    { text: 'Paint', fraction: 0 },
    { text: 'Seat colour', fraction: 0 },
  ],
};
type AttemptQuestion = { slot: number; grading: string | null; options: { option_id: string; text: string }[] };

describe('a question with several right options', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running);
    asha = await createLearner(running, plant);
  });
  afterAll(() => running.close());

  async function createAssignedQuiz(...questions: object[]): Promise<QuizFixture> {
    const quizFixture = await createQuiz(running, plant, await createReadingTraining(running, plant), questions, {
      pass_mark: 50,
    });
    await createAssignment(running, plant, asha.staff_id, quizFixture.training_id);
    return quizFixture;
  }
  const as = () => api(running, asha.headers);
  const start = async ({ training_id }: QuizFixture) =>
    (await as().post('/api/attempts', { training_id })).body as { attempt_id: string; questions: AttemptQuestion[] };
  async function submit(
    { attempt_id, questions }: { attempt_id: string; questions: AttemptQuestion[] },
    ...texts: string[]
  ) {
    for (const { slot, options } of questions) {
      const option_id = options
        .filter(({ text }) => !texts.length || texts.includes(text))
        .map((each) => each.option_id);
      const saved = await as().put(`/api/attempts/${attempt_id}/answers/${slot}`, { option_id, sequence: 1 });
      expect(saved.status).toBe(200);
    }
    const { status, body } = await as().post(`/api/attempts/${attempt_id}/submit`);
    expect(status).toBe(200);
    return { correct: body.correct as number, passed: body.result === 'passed' };
  }

  it('is not passed by ticking everything', async () => {
    const quizFixture = await createAssignedQuiz(CHECKS);
    const attempt = await start(quizFixture);
    expect(attempt.questions[0]!.grading).toBe('wrong_ticks_cost');
    expect(await submit(attempt)).toEqual({ correct: 0, passed: false });
    expect(await submit(await start(quizFixture), 'Brakes', 'Horn')).toEqual({ correct: 1, passed: true });
    expect(await submit(await start(quizFixture), 'Brakes', 'Horn', 'Radio')).toEqual({ correct: 0.5, passed: true });
  });

  it('can ask for all of them and nothing else', async () => {
    const quizFixture = await createAssignedQuiz({ ...CHECKS, grading: 'all_or_nothing' });
    expect(quizFixture.questions[0]).toMatchObject({ grading: 'all_or_nothing' });
    expect(await submit(await start(quizFixture), 'Brakes')).toEqual({ correct: 0, passed: false });
    expect(await submit(await start(quizFixture), 'Brakes', 'Horn', 'Radio')).toEqual({ correct: 0, passed: false });
    expect(await submit(await start(quizFixture), 'Brakes', 'Horn')).toEqual({ correct: 1, passed: true });
  });

  it('is graded by the setting at the start of the attempt, and in older attempts by the default', async () => {
    const quizFixture = await createAssignedQuiz(CHECKS);
    const attempt = await start(quizFixture);
    const { question_id } = quizFixture.questions[0]!;
    await api(running, plant.admin).patch(`/api/questions/${question_id}`, { grading: 'all_or_nothing' });
    expect(await submit(attempt, 'Brakes')).toEqual({ correct: 0.5, passed: true });
    const old = await start(quizFixture);
    expect(old.questions[0]!.grading).toBe('all_or_nothing');
    const [row] = await running.app
      .get(Database)
      .rows<{ paper: string }>('SELECT paper FROM attempt WHERE customer_id = ? AND attempt_id = ?', [
        plant.customer_id,
        idToBytes(old.attempt_id),
      ]);
    const paper = row!.paper.replace('"grading":"all_or_nothing",', '');
    expect(paper).not.toBe(row!.paper);
    await running.app
      .get(TransactionManager)
      .run(() =>
        running.app
          .get(Database)
          .write('UPDATE attempt SET paper = ? WHERE customer_id = ? AND attempt_id = ?', [
            paper,
            plant.customer_id,
            idToBytes(old.attempt_id),
          ]),
      );
    expect(await submit(old)).toEqual({ correct: 1, passed: true });
  });

  it('has no grading setting where one option is chosen, and refuses unknown values', async () => {
    const quizFixture = await createAssignedQuiz({ ...CHECKS, kind: 'single', options: CHECKS.options.slice(1, 4) });
    expect((await start(quizFixture)).questions[0]!.grading).toBeNull();
    const refused = await api(running, plant.admin).post('/api/questions', { ...CHECKS, grading: 'curve' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['grading']]);
  });
});
