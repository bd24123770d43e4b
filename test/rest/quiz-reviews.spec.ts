import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { assign, learner, quiz, single, training, type GivenQuiz, type Learner } from '../support/quiz-given';
import { statementsOfRequests } from '../support/statements';

/** Whatever tells what is right, or why. */
const TELLING = /fraction|"right"|WHY-|HINT-|SAID-/;

describe('what learners are shown of what was right', () => {
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

  const me = () => api(running, asha.headers);
  const admin = () => api(running, plant.admin);
  async function given(rules: object): Promise<GivenQuiz> {
    const made = await quiz(running, plant, await training(running, plant), [single('One'), single('Two')], rules);
    await assign(running, plant, asha.staff_id, made.training_id);
    return made;
  }
  const start = async ({ training_id }: GivenQuiz) => (await me().post('/api/attempts', { training_id })).body;
  const option = (one: GivenQuiz, slot: number, which: number) => one.questions[slot - 1]!.options[which]!.option_id;
  const answer = (attempt_id: string, slot: number, option_id: string[], sequence = 1) =>
    me().put(`/api/attempts/${attempt_id}/answers/${slot}`, { option_id, sequence });
  const submit = async (attempt_id: string) => (await me().post(`/api/attempts/${attempt_id}/submit`)).body;
  const read = async (attempt_id: string) => (await me().get(`/api/attempts/${attempt_id}`)).body;

  it('comes by the policy with the moment: during, after each, once passed, after the last, never', async () => {
    const shown: Record<string, boolean[]> = {};
    for (const review of ['during', 'after_submit', 'after_pass', 'after_last', 'never']) {
      const one = await given({ review, attempts_allowed: 2, pass_mark: 100 });
      const first = await start(one);
      const saved = await answer(first.attempt_id, 1, [option(one, 1, 0)]);
      const running = await read(first.attempt_id);
      const failed = await submit(first.attempt_id);
      const second = await start(one);
      for (const slot of [1, 2]) await answer(second.attempt_id, slot, [option(one, slot, 0)]);
      const meanwhile = await read(first.attempt_id);
      const passed = await submit(second.attempt_id);
      const sheets = [saved.body, running, failed, meanwhile, passed, await read(first.attempt_id)];
      for (const sheet of sheets) if (sheet.review === null) expect(JSON.stringify(sheet)).not.toMatch(TELLING);
      shown[review] = sheets.map((sheet) => sheet.review !== null);
    }
    // Saved, running, failed, that one while the last runs, passed by the last, the first one then.
    expect(shown).toEqual({
      during: [true, true, true, true, true, true],
      after_submit: [false, false, true, true, true, true],
      after_pass: [false, false, false, false, true, false],
      after_last: [false, false, false, false, true, true],
      never: [false, false, false, false, false, false],
    });
  });

  it('during the attempt is what they answered, and no answer is changed after that', async () => {
    const one = await given({ review: 'during' });
    const { attempt_id, review_policy, review } = await start(one);
    expect([review_policy, review]).toEqual(['during', []]);
    expect((await answer(attempt_id, 2, [])).body.review).toBeNull();
    const wrong = [option(one, 2, 1)];
    const saved = await answer(attempt_id, 2, wrong, 2);
    expect(saved.body.review).toMatchObject({
      ...{ slot: 2, earned: 0, chosen: wrong, right: [option(one, 2, 0)], explanation: 'WHY-Two' },
    });
    expect(await answer(attempt_id, 2, [option(one, 2, 0)], 3)).toMatchObject({
      ...{ status: 409, body: { code: 'answer_final' } },
    });
    expect((await answer(attempt_id, 2, [], 4)).body.code).toBe('answer_final');
    expect(await answer(attempt_id, 2, wrong, 5)).toMatchObject({ status: 200, body: { sequence: 2 } });
    const sheet = await read(attempt_id);
    expect(sheet.review).toMatchObject([{ slot: 2, chosen: wrong }]);
    expect(JSON.stringify(sheet)).not.toMatch(/WHY-One|HINT-One|SAID-One/);
  });

  it('is not said by the specification’s calls while an attempt runs, nor can they change what was answered', async () => {
    const one = await given({ review: 'during', pass_mark: 50 });
    const { training_id, quiz_id } = one;
    const { attempt_id } = await start(one);
    await answer(attempt_id, 1, [option(one, 1, 1)]);
    const asked = await me().get(`/Common/get_quiz_questions?training_id=${training_id}`);
    expect(JSON.stringify(asked.body)).not.toMatch(TELLING);
    const answers = [1, 2].map((slot) => ({
      question_id: one.questions[slot - 1]!.question_id,
      option_id: [option(one, slot, 0)],
    }));
    const body = { training_id, quiz_id, attempt_id, answers };
    expect((await me().post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body)).body.data).toMatchObject({
      ...{ correct: 1, total: 2 },
    });
  });

  it('waits for the last attempt by what the quiz allows, which it must say', async () => {
    const one = await given({ review: 'after_last', attempts_allowed: 1 });
    const path = `/api/quizzes/${one.quiz_id}`;
    const refused = await admin().patch(path, { attempts_allowed: null });
    expect(refused).toMatchObject({ status: 422, body: { errors: { attempts_allowed: [expect.any(String)] } } });
    const begun = await start(one);
    await admin().patch(path, { attempts_allowed: 2 });
    expect((await submit(begun.attempt_id)).review).toBeNull();
    await admin().patch(path, { attempts_allowed: 1 });
    expect((await read(begun.attempt_id)).review).toHaveLength(2);
  });

  it('costs no statement more to hand in', async () => {
    const one = await given({ review: 'after_last', attempts_allowed: 1 });
    const { attempt_id } = await start(one);
    const sent = await statementsOfRequests(async () => expect((await submit(attempt_id)).review).toHaveLength(2));
    expect(sent.length).toBeLessThanOrEqual(6);
  });
});
