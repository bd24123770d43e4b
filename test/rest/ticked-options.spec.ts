import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idToBytes } from '../../src/platform/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { assign, learner, quiz, training, type GivenQuiz, type Learner } from '../support/quiz-given';

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
type Asked = { slot: number; grading: string | null; options: { option_id: string; text: string }[] };

describe('a question with several right options', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running);
    asha = await learner(running, plant);
  });
  afterAll(() => running.close());

  async function given(...questions: object[]): Promise<GivenQuiz> {
    const made = await quiz(running, plant, await training(running, plant), questions, { pass_mark: 50 });
    await assign(running, plant, asha.staff_id, made.training_id);
    return made;
  }
  const as = () => api(running, asha.headers);
  const start = async ({ training_id }: GivenQuiz) =>
    (await as().post('/api/attempts', { training_id })).body as { attempt_id: string; questions: Asked[] };
  async function submitted({ attempt_id, questions }: { attempt_id: string; questions: Asked[] }, ...texts: string[]) {
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
    const made = await given(CHECKS);
    const begun = await start(made);
    expect(begun.questions[0]!.grading).toBe('wrong_ticks_cost');
    expect(await submitted(begun)).toEqual({ correct: 0, passed: false });
    expect(await submitted(await start(made), 'Brakes', 'Horn')).toEqual({ correct: 1, passed: true });
    expect(await submitted(await start(made), 'Brakes', 'Horn', 'Radio')).toEqual({ correct: 0.5, passed: true });
  });

  it('can ask for all of them and nothing else', async () => {
    const made = await given({ ...CHECKS, grading: 'all_or_nothing' });
    expect(made.questions[0]).toMatchObject({ grading: 'all_or_nothing' });
    expect(await submitted(await start(made), 'Brakes')).toEqual({ correct: 0, passed: false });
    expect(await submitted(await start(made), 'Brakes', 'Horn', 'Radio')).toEqual({ correct: 0, passed: false });
    expect(await submitted(await start(made), 'Brakes', 'Horn')).toEqual({ correct: 1, passed: true });
  });

  it('is graded in an attempt as it was when the attempt began, and as it was before there was a choice', async () => {
    const made = await given(CHECKS);
    const begun = await start(made);
    const { question_id } = made.questions[0]!;
    await api(running, plant.admin).patch(`/api/questions/${question_id}`, { grading: 'all_or_nothing' });
    expect(await submitted(begun, 'Brakes')).toEqual({ correct: 0.5, passed: true });
    const old = await start(made);
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
      .get(Transactions)
      .run(() =>
        running.app
          .get(Database)
          .write('UPDATE attempt SET paper = ? WHERE customer_id = ? AND attempt_id = ?', [
            paper,
            plant.customer_id,
            idToBytes(old.attempt_id),
          ]),
      );
    expect(await submitted(old)).toEqual({ correct: 1, passed: true });
  });

  it('says nothing of grading where one option is chosen, and refuses what it does not know', async () => {
    const made = await given({ ...CHECKS, kind: 'single', options: CHECKS.options.slice(1, 4) });
    expect((await start(made)).questions[0]!.grading).toBeNull();
    const refused = await api(running, plant.admin).post('/api/questions', { ...CHECKS, grading: 'curve' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['grading']]);
  });
});
