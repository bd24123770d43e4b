import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
  type QuizFixture,
  type Learner,
} from '../support/quiz-fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

/** Fields and texts that reveal what is right, or why. */
const REVEALING = /fraction|"right"|WHY-|HINT-|SAID-/;

describe('the review of right answers for learners', () => {
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

  const me = () => api(running, asha.headers);
  const admin = () => api(running, plant.admin);
  async function createAssignedQuiz(rules: object): Promise<QuizFixture> {
    const quizFixture = await createQuiz(
      running,
      plant,
      await createReadingTraining(running, plant),
      [singleChoiceQuestion('One'), singleChoiceQuestion('Two')],
      rules,
    );
    await createAssignment(running, plant, asha.staff_id, quizFixture.training_id);
    return quizFixture;
  }
  const start = async ({ training_id }: QuizFixture) => (await me().post('/api/attempts', { training_id })).body;
  const option = (quizFixture: QuizFixture, slot: number, index: number) =>
    quizFixture.questions[slot - 1]!.options[index]!.option_id;
  const answer = (attempt_id: string, slot: number, option_id: string[], sequence = 1) =>
    me().put(`/api/attempts/${attempt_id}/answers/${slot}`, { option_id, sequence });
  const submit = async (attempt_id: string) => (await me().post(`/api/attempts/${attempt_id}/submit`)).body;
  const read = async (attempt_id: string) => (await me().get(`/api/attempts/${attempt_id}`)).body;

  it('appears by policy: during, after each attempt, once passed, after the last, never', async () => {
    const visibility: Record<string, boolean[]> = {};
    for (const review of ['during', 'after_submit', 'after_pass', 'after_last', 'never']) {
      const quizFixture = await createAssignedQuiz({ review, attempts_allowed: 2, pass_mark: 100 });
      const first = await start(quizFixture);
      const saved = await answer(first.attempt_id, 1, [option(quizFixture, 1, 0)]);
      const running = await read(first.attempt_id);
      const failed = await submit(first.attempt_id);
      const second = await start(quizFixture);
      for (const slot of [1, 2]) await answer(second.attempt_id, slot, [option(quizFixture, slot, 0)]);
      const meanwhile = await read(first.attempt_id);
      const passed = await submit(second.attempt_id);
      const sheets = [saved.body, running, failed, meanwhile, passed, await read(first.attempt_id)];
      for (const sheet of sheets) if (sheet.review === null) expect(JSON.stringify(sheet)).not.toMatch(REVEALING);
      visibility[review] = sheets.map((sheet) => sheet.review !== null);
    }
    // Saved; running; failed; the first while the last runs; the last, passed; the first after that.
    expect(visibility).toEqual({
      during: [true, true, true, true, true, true],
      after_submit: [false, false, true, true, true, true],
      after_pass: [false, false, false, false, true, false],
      after_last: [false, false, false, false, true, true],
      never: [false, false, false, false, false, false],
    });
  });

  it('during the attempt covers answered questions only, whose answers are then final', async () => {
    const quizFixture = await createAssignedQuiz({ review: 'during' });
    const { attempt_id, review_policy, review } = await start(quizFixture);
    expect([review_policy, review]).toEqual(['during', []]);
    expect((await answer(attempt_id, 2, [])).body.review).toBeNull();
    const wrong = [option(quizFixture, 2, 1)];
    const saved = await answer(attempt_id, 2, wrong, 2);
    expect(saved.body.review).toMatchObject({
      slot: 2,
      earned: 0,
      chosen: wrong,
      right: [option(quizFixture, 2, 0)],
      explanation: 'WHY-Two',
    });
    expect(await answer(attempt_id, 2, [option(quizFixture, 2, 0)], 3)).toMatchObject({
      status: 409,
      body: { code: 'answer_final' },
    });
    expect((await answer(attempt_id, 2, [], 4)).body.code).toBe('answer_final');
    expect(await answer(attempt_id, 2, wrong, 5)).toMatchObject({ status: 200, body: { sequence: 2 } });
    const sheet = await read(attempt_id);
    expect(sheet.review).toMatchObject([{ slot: 2, chosen: wrong }]);
    expect(JSON.stringify(sheet)).not.toMatch(/WHY-One|HINT-One|SAID-One/);
  });

  it('is not in the specification’s calls while an attempt runs, nor can they change final answers', async () => {
    const quizFixture = await createAssignedQuiz({ review: 'during', pass_mark: 50 });
    const { training_id, quiz_id } = quizFixture;
    const { attempt_id } = await start(quizFixture);
    await answer(attempt_id, 1, [option(quizFixture, 1, 1)]);
    const reply = await me().get(`/Common/get_quiz_questions?training_id=${training_id}`);
    expect(JSON.stringify(reply.body)).not.toMatch(REVEALING);
    const answers = [1, 2].map((slot) => ({
      question_id: quizFixture.questions[slot - 1]!.question_id,
      option_id: [option(quizFixture, slot, 0)],
    }));
    const body = { training_id, quiz_id, attempt_id, answers };
    expect((await me().post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body)).body.data).toMatchObject({
      correct: 1,
      total: 2,
    });
  });

  it('after the last attempt needs a limited number of attempts', async () => {
    const quizFixture = await createAssignedQuiz({ review: 'after_last', attempts_allowed: 1 });
    const path = `/api/quizzes/${quizFixture.quiz_id}`;
    const refused = await admin().patch(path, { attempts_allowed: null });
    expect(refused).toMatchObject({ status: 422, body: { errors: { attempts_allowed: [expect.any(String)] } } });
    const attempt = await start(quizFixture);
    await admin().patch(path, { attempts_allowed: 2 });
    expect((await submit(attempt.attempt_id)).review).toBeNull();
    await admin().patch(path, { attempts_allowed: 1 });
    expect((await read(attempt.attempt_id)).review).toHaveLength(2);
  });

  it('costs no extra statement on submission', async () => {
    const quizFixture = await createAssignedQuiz({ review: 'after_last', attempts_allowed: 1 });
    const { attempt_id } = await start(quizFixture);
    const sent = await statementsOfRequests(async () => expect((await submit(attempt_id)).review).toHaveLength(2));
    expect(sent.length).toBeLessThanOrEqual(6);
  });
});
