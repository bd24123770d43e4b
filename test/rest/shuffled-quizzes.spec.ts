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

const MULTIPLE = {
  kind: 'multiple',
  text: 'Which two?',
  options: [
    { text: 'North', fraction: 0.5 },
    { text: 'South', fraction: 0.5 },
    { text: 'Inside', fraction: 0 },
  ],
};
const PAIRS = {
  kind: 'matching',
  text: 'Which class?',
  options: [
    { text: 'Wood', match: 'Class A' },
    { text: 'Petrol', match: 'Class B' },
  ],
};
const STEPS = {
  kind: 'ordering',
  text: 'In which order?',
  options: ['Belt', 'Key', 'Drive'].map((text) => ({ text })),
};
const RIGHT: Record<string, string[]> = {
  One: ['One A'],
  'Which two?': ['North', 'South'],
  'In which order?': ['Belt', 'Key', 'Drive'],
};
const MATCHES: Record<string, string> = { Wood: 'Class A', Petrol: 'Class B' };

interface Sheet {
  attempt_id: string;
  questions: { slot: number; question_id: string; text: string; options: { option_id: string; text: string }[] }[];
}

/** Learners must not receive ids of the bank for a shuffled quiz: those are in the author's order. */
describe('a shuffled quiz', () => {
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
  async function open(rules: object = {}): Promise<QuizFixture & { bankIds: string[] }> {
    const shuffle = { shuffle_questions: true, shuffle_options: true, ...rules };
    const questions = [singleChoiceQuestion('One'), MULTIPLE, PAIRS, STEPS];
    const quizFixture = await createQuiz(
      running,
      plant,
      await createReadingTraining(running, plant),
      questions,
      shuffle,
    );
    await createAssignment(running, plant, asha.staff_id, quizFixture.training_id);
    const bankIds = quizFixture.questions.flatMap(({ question_id, options }) => [
      question_id,
      ...options.map(({ option_id }) => option_id),
    ]);
    return { ...quizFixture, bankIds };
  }
  const start = async ({ training_id }: QuizFixture): Promise<Sheet> =>
    (await me().post('/api/attempts', { training_id })).body;
  const partsOf = ({ text, options }: Sheet['questions'][number]) => {
    const idOf = (optionText: string) => options.find((option) => option.text === optionText)!.option_id;
    if (text !== PAIRS.text) return { option_id: RIGHT[text]!.map(idOf) };
    // In the order of the sheet, in which answers are stored.
    const leftTexts = options.map((option) => option.text).filter((each) => MATCHES[each]);
    return { pairs: leftTexts.map((each) => ({ option_id: idOf(each), match: MATCHES[each]! })) };
  };
  const save = ({ attempt_id }: Sheet, slot: number, parts: object, sequence = 1) =>
    me().put(`/api/attempts/${attempt_id}/answers/${slot}`, { ...parts, sequence });

  it('names no question and no option by an id of the bank: sheet, saved answers, result, review', async () => {
    const quizFixture = await open({ review: 'during' });
    const sheet = await start(quizFixture);
    const received: unknown[] = [sheet];
    for (const one of sheet.questions) received.push((await save(sheet, one.slot, partsOf(one))).body);
    received.push(await start(quizFixture), (await me().get(`/api/attempts/${sheet.attempt_id}`)).body);
    const submitted = (await me().post(`/api/attempts/${sheet.attempt_id}/submit`)).body;
    received.push(submitted, (await me().get(`/api/attempts/${sheet.attempt_id}`)).body);
    expect(submitted).toMatchObject({ correct: 4, total: 4, result: 'passed' });
    expect(received.map((body) => quizFixture.bankIds.filter((id) => JSON.stringify(body).includes(id)))).toEqual(
      received.map(() => []),
    );
    // The review uses the same ids as the sheet and the saved answers.
    const idsOf = (questions: { question_id: string; options: { option_id: string }[] }[]) =>
      questions.map((one) => [one.question_id, one.options.map(({ option_id }) => option_id).toSorted()]);
    expect(idsOf(submitted.review)).toEqual(idsOf(sheet.questions));
    for (const one of submitted.answers) {
      const { option_id, pairs } = partsOf(sheet.questions[one.slot - 1]!);
      expect(one).toMatchObject({ option_id: option_id ?? [], pairs: pairs ?? null });
    }
  });

  it('has other ids in the next attempt', async () => {
    const quizFixture = await open();
    const first = await start(quizFixture);
    await me().post(`/api/attempts/${first.attempt_id}/submit`);
    const second = await start(quizFixture);
    const idsOf = ({ questions }: Sheet) =>
      questions.flatMap(({ question_id, options }) => [question_id, ...options.map(({ option_id }) => option_id)]);
    expect(second.attempt_id).not.toBe(first.attempt_id);
    expect(idsOf(second).filter((id) => idsOf(first).includes(id))).toEqual([]);
  });

  it('refers to the sent ids in refusals, and refuses ids of another question', async () => {
    const quizFixture = await open();
    const sheet = await start(quizFixture);
    const one = sheet.questions.find(({ text }) => text === MULTIPLE.text)!;
    const other = sheet.questions.find(({ text }) => text === 'One')!;
    const first = one.options[0]!;
    const twice = await save(sheet, one.slot, { option_id: [first.option_id, first.option_id] });
    expect(twice.body).toMatchObject({
      code: 'option_repeated',
      facts: { question_id: one.question_id, option_id: first.option_id },
    });
    const foreign = await save(sheet, other.slot, { option_id: [first.option_id] });
    expect(foreign.body).toMatchObject({ code: 'option_foreign', facts: { question_id: other.question_id } });
    expect(quizFixture.bankIds.filter((id) => JSON.stringify([twice.body, foreign.body]).includes(id))).toEqual([]);
  });

  it('is opened and submitted by the specification’s calls with those ids', async () => {
    const quizFixture = await open();
    const { data } = (await me().get(`/Common/get_quiz_questions?quiz_id=${quizFixture.quiz_id}`)).body as {
      data: Sheet;
    };
    expect(quizFixture.bankIds.filter((id) => JSON.stringify(data).includes(id))).toEqual([]);
    const pairs = data.questions.find(({ text }) => text === PAIRS.text)!;
    await save(data, pairs.slot, partsOf(pairs));
    const answers = data.questions
      .filter((question) => question !== pairs)
      .map((question) => ({ question_id: question.question_id, ...partsOf(question) }));
    const body = { quiz_id: quizFixture.quiz_id, attempt_id: data.attempt_id, answers };
    const saved = await me().post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body);
    expect(saved.body.data).toMatchObject({ correct: 4, total: 4, result: 'passed' });
    expect((await me().post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body)).body.data).toMatchObject({ correct: 4 });
    expect(quizFixture.bankIds.filter((id) => JSON.stringify(saved.body).includes(id))).toEqual([]);
  });

  it('is regraded under the ids that its learner has', async () => {
    const quizFixture = await open();
    const sheet = await start(quizFixture);
    const target = sheet.questions.find(({ text }) => text === 'One')!;
    const wrong = target.options.find(({ text }) => text === 'One B')!.option_id;
    await save(sheet, target.slot, { option_id: [wrong] });
    await me().post(`/api/attempts/${sheet.attempt_id}/submit`);
    const admin = api(running, plant.admin);
    const { question_id, options } = quizFixture.questions[0]!;
    const correctedOptions = options.map((option, at) => ({ ...option, fraction: at === 1 ? 1 : 0 }));
    expect((await admin.patch(`/api/questions/${question_id}`, { options: correctedOptions })).status).toBe(200);
    const regraded = await admin.post(`/api/questions/${question_id}/regrade`, { reason: 'The key was wrong' });
    expect(regraded.body).toMatchObject({ raised: 1 });
  });

  it('shows an admin the ids of the bank', async () => {
    const quizFixture = await open();
    const sheet = await start(quizFixture);
    const { body } = await api(running, plant.admin).get(`/api/attempts/${sheet.attempt_id}`);
    const ids = body.questions.map((one: { question_id: string }) => one.question_id);
    expect(ids.toSorted()).toEqual(quizFixture.questions.map(({ question_id }) => question_id).toSorted());
  });
});
