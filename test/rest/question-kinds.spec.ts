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

/** Fields and texts that would reveal the right answer to a learner who reads the traffic. */
const REVEALING = /fraction|right|explanation|feedback|WHY-|HINT-|SAID-|marks|tolerance|case_sensitive|accepted/i;
const explanationFields = (text: string) => ({ explanation: `WHY-${text}`, feedback: `HINT-${text}` });

const CITY = {
  kind: 'fill_in',
  text: 'Which city?',
  ...explanationFields('city'),
  options: [
    { text: 'Weil am Rhein', feedback: 'SAID-full' },
    { text: 'Weil', fraction: 0.5, feedback: 'SAID-half' },
  ],
};
const LENGTH = {
  kind: 'numeric',
  text: 'How long?',
  ...explanationFields('length'),
  options: [
    { text: '3,50', tolerance: '0.1', feedback: 'SAID-close' },
    { text: '3.5', tolerance: '1', fraction: 0.5 },
  ],
};
const CLASSES = {
  kind: 'matching',
  text: 'Which class?',
  points: 4,
  ...explanationFields('classes'),
  options: [
    { text: 'Wood', match: 'Class A' },
    { text: 'Petrol', match: 'Class B' },
    { text: 'Oil', match: 'Class B' },
    { text: 'Propane', match: 'Class C' },
    { text: '', match: 'Class D' },
  ],
};
const STEPS = {
  kind: 'ordering',
  text: 'In which order?',
  points: 4,
  ...explanationFields('steps'),
  options: ['Belt', 'Key', 'Mirror', 'Drive'].map((text) => ({ text })),
};
const ALL = [CITY, LENGTH, CLASSES, STEPS];

type Option = { option_id: string; text: string };
type AttemptQuestion = { slot: number; kind: string; options: Option[]; matches: string[] };
const idOf = (question: AttemptQuestion, text: string) =>
  question.options.find((option) => option.text === text)!.option_id;
const pairsOf = (question: AttemptQuestion, matchesByText: Record<string, string>) =>
  Object.entries(matchesByText).map(([text, match]) => ({ option_id: idOf(question, text), match }));
const orderOf = (question: AttemptQuestion, ...texts: string[]) => texts.map((text) => idOf(question, text));

describe('questions that are typed, matched and put in order', () => {
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

  const admin = () => api(running, plant.admin);
  const as = (person: Learner) => api(running, person.headers);

  async function createAssignedQuiz(questions: readonly object[] = ALL, rules: object = {}): Promise<QuizFixture> {
    const quizFixture = await createQuiz(running, plant, await createReadingTraining(running, plant), questions, rules);
    await createAssignment(running, plant, asha.staff_id, quizFixture.training_id);
    return quizFixture;
  }
  const start = async ({ training_id }: QuizFixture) =>
    (await as(asha).post('/api/attempts', { training_id })).body as {
      attempt_id: string;
      questions: AttemptQuestion[];
    };
  const put = (attempt_id: string, slot: number, body: object, sequence = 1) =>
    as(asha).put(`/api/attempts/${attempt_id}/answers/${slot}`, { ...body, sequence });

  /** Answers the first three questions half right and the ordering question fully right. */
  async function answerHalf(rules: object = {}) {
    const quizFixture = await createAssignedQuiz(ALL, rules);
    const { attempt_id, questions } = await start(quizFixture);
    const [, , classes, steps] = questions as [AttemptQuestion, AttemptQuestion, AttemptQuestion, AttemptQuestion];
    const bodies = [
      { text: ' weil ' },
      { value: '3,9' },
      { pairs: pairsOf(classes, { Wood: 'Class A', Oil: 'Class B', Petrol: 'Class D' }) },
      { option_id: orderOf(steps, 'Belt', 'Key', 'Mirror', 'Drive') },
    ];
    const saved = [];
    for (const [at, body] of bodies.entries()) saved.push(await put(attempt_id, at + 1, body));
    return { quizFixture, attempt_id, questions, bodies, saved };
  }

  it('are stored with the fields of their kind only', async () => {
    const [city, length, classes, steps] = (await createAssignedQuiz()).questions as unknown as { options: object[] }[];
    expect(city!.options).toMatchObject([
      { text: 'Weil am Rhein', fraction: 1 },
      { text: 'Weil', fraction: 0.5 },
    ]);
    expect(length!.options).toMatchObject([{ text: '3.5', tolerance: '0.1', fraction: 1 }, { tolerance: '1' }]);
    expect(classes!.options).toMatchObject([{ text: 'Wood', match: 'Class A', fraction: 0 }, {}, {}, {}, { text: '' }]);
    expect(Object.keys(steps!.options[0]!)).toEqual(['option_id', 'text', 'fraction', 'feedback']);
  });

  it('are changed as others are: an echoed row is unchanged, case sensitivity applies to all texts or none', async () => {
    const { body } = await admin().post('/api/questions', {
      ...CITY,
      options: [
        { text: 'NaCl', case_sensitive: true },
        { text: 'salt', fraction: 0.5 },
      ],
    });
    expect(body.options.map(({ case_sensitive }: { case_sensitive?: boolean }) => case_sensitive)).toEqual([
      true,
      true,
    ]);
    const again = await admin().patch(`/api/questions/${body.question_id}`, { ...body, text: 'Which salt?' });
    expect(again).toMatchObject({ status: 200, body: { text: 'Which salt?', options: body.options } });
  });

  it.each([
    ['a fill-in without a text that is right', { ...CITY, options: [{ text: 'a', fraction: 0.5 }] }, 'options'],
    [
      'a fill-in that takes off points',
      { ...CITY, options: [{ text: 'a' }, { text: 'b', fraction: -1 }] },
      'options.1.fraction',
    ],
    ['a fill-in that accepts a text twice', { ...CITY, options: [{ text: 'é' }, { text: 'E\u0301 ' }] }, 'options'],
    ['a fill-in without options', { ...CITY, options: [] }, 'options'],
    ['a number that is none', { ...LENGTH, options: [{ text: 'three' }] }, 'options.0.text'],
    ['a number as a number', { ...LENGTH, options: [{ text: 3.5 }] }, 'options.0.text'],
    ['a number of too many digits', { ...LENGTH, options: [{ text: '1234567890123456' }] }, 'options.0.text'],
    ['a tolerance below zero', { ...LENGTH, options: [{ text: '3', tolerance: '-1' }] }, 'options.0.tolerance'],
    ['a tolerance that is none', { ...LENGTH, options: [{ text: '3', tolerance: 'some' }] }, 'options.0.tolerance'],
    [
      'a pair without its right',
      { ...CLASSES, options: [{ text: 'a', match: 'b' }, { text: 'c' }] },
      'options.1.match',
    ],
    [
      'a right that is no text',
      {
        ...CLASSES,
        options: [
          { text: 'a', match: 'b' },
          { text: '', match: 5 },
          { text: 'c', match: 'd' },
        ],
      },
      'options.1.match',
    ],
    [
      'one pair alone',
      {
        ...CLASSES,
        options: [
          { text: 'a', match: 'b' },
          { text: '', match: 'c' },
        ],
      },
      'options',
    ],
    [
      'a left text twice',
      {
        ...CLASSES,
        options: [
          { text: 'a', match: 'b' },
          { text: 'a', match: 'c' },
        ],
      },
      'options',
    ],
    ['21 pairs', { ...CLASSES, options: [...Array(21)].map((_, n) => ({ text: `${n}`, match: 'm' })) }, 'options'],
    ['an order of one', { ...STEPS, options: [{ text: 'a' }] }, 'options'],
    ['an order with a text twice', { ...STEPS, options: [{ text: 'a' }, { text: 'a' }] }, 'options'],
    [
      'a choice without a text',
      singleChoiceQuestion('Forks', {
        options: [
          { text: 'a', fraction: 1 },
          { text: '', match: 'b' },
        ],
      }),
      'options.1.text',
    ],
  ])('refuse %s', async (_, body, field) => {
    const reply = await admin().post('/api/questions', body);
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors)).toEqual([field]);
    expect((await admin().get('/api/questions')).body).toEqual([]);
  });

  it('are sent without anything that reveals the right answer: no word, order or id', async () => {
    const results = new Set<string>();
    for (let n = 0; n < 8; n++) {
      const { questions } = await start(await createAssignedQuiz());
      expect(JSON.stringify(questions)).not.toMatch(REVEALING);
      expect(JSON.stringify(questions)).not.toMatch(/Weil|3[.,]5/);
      const [city, length, classes, steps] = questions as [
        AttemptQuestion,
        AttemptQuestion,
        AttemptQuestion,
        AttemptQuestion,
      ];
      expect([city.options, length.options, city.matches, steps.matches]).toEqual([[], [], [], []]);
      expect(classes.options.map(({ text }) => text)).toEqual(['Wood', 'Petrol', 'Oil', 'Propane']);
      expect(classes.matches.toSorted()).toEqual(['Class A', 'Class B', 'Class C', 'Class D']);
      expect(steps.options.map(({ text }) => text).toSorted()).toEqual(['Belt', 'Drive', 'Key', 'Mirror']);
      results.add(JSON.stringify([classes.matches, steps.options.map(({ text }) => text)]));
      // Ids in the order of creation would reveal the order: they are random (UUID version 4).
      expect([...classes.options, ...steps.options].every(({ option_id }) => option_id[14] === '4')).toBe(true);
    }
    expect(results.size).toBeGreaterThan(1);
  });

  it('get random option ids when they become ordering questions', async () => {
    const { body } = await admin().post('/api/questions', singleChoiceQuestion('Forks'));
    const changed = await admin().patch(`/api/questions/${body.question_id}`, { kind: 'ordering' });
    expect(changed).toMatchObject({ status: 200, body: { kind: 'ordering' } });
    const ids = changed.body.options.map(({ option_id }: Option) => option_id[14]);
    expect(ids).toEqual(['4', '4', '4']);
    const none = await admin().patch(`/api/questions/${body.question_id}`, { kind: 'numeric' });
    expect(none).toMatchObject({ status: 422, body: { errors: { 'options.0.text': [expect.any(String)] } } });
  });

  it('keep their shuffled order and the saved answers for every tab', async () => {
    const { quizFixture, attempt_id, questions, saved } = await answerHalf();
    expect(saved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const again = (await as(asha).post('/api/attempts', { training_id: quizFixture.training_id })).body;
    expect(again).toMatchObject({ attempt_id, questions });
    expect(JSON.stringify(again)).not.toMatch(REVEALING);
    expect(again.answers).toMatchObject([
      { slot: 1, option_id: [], text: 'weil', value: null, pairs: null },
      { slot: 2, option_id: [], text: null, value: '3.9', pairs: null },
      { slot: 3, option_id: [], text: null, value: null },
      { slot: 4, option_id: saved[3]!.body.option_id, text: null, value: null, pairs: null },
    ]);
    expect(again.answers[2].pairs).toHaveLength(3);
    expect(saved[2]!.body.pairs).toEqual(again.answers[2].pairs);
  });

  it('are saved once for each sequence, and the highest stays', async () => {
    const { attempt_id, questions, bodies } = await answerHalf();
    const [, , classes, steps] = questions as [AttemptQuestion, AttemptQuestion, AttemptQuestion, AttemptQuestion];
    for (const [at, body] of bodies.entries()) expect((await put(attempt_id, at + 1, body)).status).toBe(200);
    const others = [
      { text: 'Wehr' },
      { value: '4' },
      { pairs: pairsOf(classes, { Wood: 'Class B' }) },
      { option_id: orderOf(steps, 'Key', 'Belt', 'Mirror', 'Drive') },
    ];
    for (const [at, body] of others.entries()) {
      expect(await put(attempt_id, at + 1, body)).toMatchObject({ status: 409, body: { code: 'answer_outdated' } });
      expect((await put(attempt_id, at + 1, body, 3)).status).toBe(200);
      expect((await put(attempt_id, at + 1, bodies[at]!, 2)).body.code).toBe('answer_outdated');
    }
    const cleared = [{ text: '' }, { value: null }, { pairs: [] }, { option_id: [] }];
    for (const [at, body] of cleared.entries()) {
      const { body: saved } = await put(attempt_id, at + 1, body, 4);
      expect(saved).toMatchObject({ option_id: [], text: null, value: null, pairs: null });
    }
  });

  it('are refused with answers of another kind, foreign ids or incomplete orders', async () => {
    const { attempt_id, questions } = await start(await createAssignedQuiz());
    const [, , classes, steps] = questions as [AttemptQuestion, AttemptQuestion, AttemptQuestion, AttemptQuestion];
    const [pair] = pairsOf(classes, { Wood: 'Class A' });
    const refused: [number, object, string][] = [
      [1, { value: '3' }, 'answer_part'],
      [1, { option_id: [idOf(steps, 'Key')] }, 'answer_part'],
      [2, { text: '3' }, 'answer_part'],
      [2, { value: 'three' }, 'not_a_number'],
      [3, { pairs: [pair, pair] }, 'option_repeated'],
      [3, { pairs: [{ ...pair, match: 'Class E' }] }, 'match_foreign'],
      [3, { pairs: [{ ...pair, option_id: idOf(steps, 'Key') }] }, 'option_foreign'],
      [4, { option_id: orderOf(steps, 'Key', 'Belt') }, 'order_incomplete'],
      [4, { option_id: orderOf(steps, 'Key', 'Key', 'Belt', 'Drive') }, 'option_repeated'],
    ];
    for (const [slot, body, code] of refused)
      expect(await put(attempt_id, slot, body)).toMatchObject({ status: 422, body: { code } });
    const invalid: [number, object, string][] = [
      [1, {}, 'option_id'],
      [1, { text: 'x'.repeat(1001) }, 'text'],
      [2, { value: 3.5 }, 'value'],
      [3, { pairs: [{ option_id: 'x', match: 'y' }] }, 'pairs.0.option_id'],
      [3, { pairs: Array(21).fill(pair) }, 'pairs'],
    ];
    for (const [slot, body, field] of invalid) {
      const reply = await put(attempt_id, slot, body);
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
    }
    expect((await as(asha).get(`/api/attempts/${attempt_id}`)).body.answers).toEqual([]);
  });

  it('are graded in part, and reviewed with what was right, what was met and why', async () => {
    const { attempt_id } = await answerHalf();
    const { body } = await as(asha).post(`/api/attempts/${attempt_id}/submit`);
    // 0.5 of 1, 0.5 of 1, two of four pairs, four of four items.
    expect(body).toMatchObject({ correct: 7, total: 10, score: 70, result: 'failed' });
    const [city, length, classes, steps] = body.review;
    const textsOf = (reviewed: { options: Option[] }, ids: string[]) =>
      ids.map((id) => reviewed.options.find(({ option_id }) => option_id === id)!.text);
    expect(city).toMatchObject({ earned: 0.5, answered: true, text: 'weil', ...explanationFields('city') });
    expect([textsOf(city, city.right), textsOf(city, city.chosen)]).toEqual([['Weil am Rhein'], ['Weil']]);
    expect(city.options[1]).toMatchObject({ fraction: 0.5, feedback: 'SAID-half' });
    expect(length).toMatchObject({ earned: 0.5, value: '3.9', ...explanationFields('length') });
    expect([length.options[0].tolerance, textsOf(length, length.chosen)]).toEqual(['0.1', ['3.5']]);
    expect(classes).toMatchObject({ earned: 2, ...explanationFields('classes') });
    expect(classes.options[0]).toMatchObject({ text: 'Wood', match: 'Class A' });
    expect(classes.pairs).toHaveLength(3);
    expect(textsOf(steps, steps.right)).toEqual(['Belt', 'Key', 'Mirror', 'Drive']);
    expect(steps).toMatchObject({ earned: 4, chosen: steps.right, ...explanationFields('steps') });
  });

  it('reveal nothing afterwards where the quiz allows no review', async () => {
    const { attempt_id } = await answerHalf({ review: 'never' });
    const { body } = await as(asha).post(`/api/attempts/${attempt_id}/submit`);
    expect(body).toMatchObject({ status: 'submitted', review: null });
    expect(JSON.stringify({ ...body, correct: 0 })).not.toMatch(/WHY-|HINT-|SAID-|fraction|tolerance|Weil am/);
    const late = await put(attempt_id, 1, { text: 'Weil am Rhein' }, 9);
    expect(late).toMatchObject({ status: 409, body: { code: 'attempt_over' } });
  });

  it('are hidden from other learners, other organisations and managers', async () => {
    const { attempt_id } = await answerHalf();
    const bala = await createLearner(running, plant, 'Bala');
    const other = await openOrganisation(running);
    const esra = await createLearner(running, other, 'Esra');
    for (const stranger of [bala.headers, esra.headers, other.admin]) {
      const client = api(running, stranger);
      expect((await client.get(`/api/attempts/${attempt_id}`)).status).toBe(404);
      const reply = await client.put(`/api/attempts/${attempt_id}/answers/1`, { text: 'Weil am Rhein', sequence: 5 });
      expect([403, 404]).toContain(reply.status);
    }
    await admin().patch(`/api/staff/${asha.staff_id}`, { manager_id: bala.staff_id });
    const results = await as(bala).get(`/api/attempts/${attempt_id}`);
    expect(results).toMatchObject({ status: 200, body: { questions: [], answers: [], review: null } });
  });

  it('are tried out by their author without an attempt being stored', async () => {
    const quizFixture = await createAssignedQuiz();
    const { body: preview } = await admin().get(`/api/quizzes/${quizFixture.quiz_id}/preview`);
    const [, , classes, steps] = preview.questions as [
      AttemptQuestion,
      AttemptQuestion,
      AttemptQuestion,
      AttemptQuestion,
    ];
    const parts = [
      { text: 'WEIL AM RHEIN' },
      { value: '3.6' },
      { pairs: pairsOf(classes, { Wood: 'Class A', Petrol: 'Class B', Oil: 'Class B', Propane: 'Class C' }) },
      { option_id: orderOf(steps, 'Drive', 'Mirror', 'Key', 'Belt') },
    ];
    const answers = parts.map((part, at) => ({ ...part, question_id: quizFixture.questions[at]!.question_id }));
    const { body } = await admin().post(`/api/quizzes/${quizFixture.quiz_id}/try`, { answers });
    expect(body.questions.map(({ earned }: { earned: number }) => earned)).toEqual([1, 1, 4, 0]);
    expect(body).toMatchObject({ correct: 6, total: 10 });
    expect((await admin().get('/api/attempts')).body).toEqual([]);
  });

  describe('in the calls of the specification', () => {
    const save = (body: object) => as(asha).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body);

    it('answer ordering questions by option ids as other questions', async () => {
      const quizFixture = await createAssignedQuiz([STEPS]);
      const { attempt_id, questions } = await start(quizFixture);
      const [{ question_id }] = quizFixture.questions as [QuizFixture['questions'][number]];
      const option_id = orderOf(questions[0]!, 'Belt', 'Key', 'Mirror', 'Drive');
      const body = { quiz_id: quizFixture.quiz_id, attempt_id, answers: [{ question_id, option_id }] };
      expect((await save(body)).body.data).toMatchObject({ correct: 4, total: 4 });
      expect((await save(body)).body.data).toMatchObject({ correct: 4, total: 4 });
    });

    it('are not graded as wrong where the call cannot carry their answer: it is refused, or the saved one stands', async () => {
      const quizFixture = await createAssignedQuiz([singleChoiceQuestion('One'), CITY]);
      const { attempt_id } = await start(quizFixture);
      const [one, city] = quizFixture.questions as [QuizFixture['questions'][number], QuizFixture['questions'][number]];
      const first = { question_id: one.question_id, option_id: [one.options[0]!.option_id] };
      const empty = { question_id: city.question_id, option_id: [] };
      for (const answers of [[first], [first, empty]]) {
        const refused = await save({ quiz_id: quizFixture.quiz_id, attempt_id, answers });
        expect(refused).toMatchObject({ status: 400, body: { Status: false } });
        expect(refused.body.message).toMatch(/Question 2 .*`text`.*answers\/2/);
      }
      expect((await as(asha).get(`/api/attempts/${attempt_id}`)).body).toMatchObject({
        status: 'in_progress',
        answers: [],
      });
      await put(attempt_id, 2, { text: 'Weil am Rhein' });
      const saved = await save({ quiz_id: quizFixture.quiz_id, attempt_id, answers: [first, empty] });
      expect(saved.body.data).toMatchObject({ correct: 2, total: 2 });
    });
  });
});
