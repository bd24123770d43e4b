import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { createLearner, createQuiz, singleChoiceQuestion, createReadingTraining } from '../support/quiz-fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

const option = (text: string, fraction: number) => ({ text, fraction });

describe('the question bank', () => {
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running);
  });
  afterAll(() => running.close());
  const admin = () => api(running, plant.admin);

  it('keeps a question with its options, their ids and their fractions', async () => {
    const created = await admin().post(
      '/api/questions',
      singleChoiceQuestion('Forks', { points: 2, tags: 'forklift, safety' }),
    );
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      kind: 'single',
      text: 'Forks',
      points: 2,
      status: 'active',
      explanation: 'WHY-Forks',
    });
    expect(created.body.options.map((one: { fraction: number }) => one.fraction)).toEqual([1, 0, 0]);
    expect((await admin().get(`/api/questions/${created.body.question_id}`)).body).toEqual(created.body);
  });

  it.each([
    ['single with two right ones', { kind: 'single', options: [option('a', 1), option('b', 1)] }],
    ['single with none', { kind: 'single', options: [option('a', 0.5), option('b', 0)] }],
    ['single with one option', { kind: 'single', options: [option('a', 1)] }],
    ['single with 21 options', { kind: 'single', options: [...Array(21)].map((_, i) => option(`o${i}`, i ? 0 : 1)) }],
    [
      'true or false with three options',
      { kind: 'true_false', options: [option('a', 1), option('b', 0), option('c', 0)] },
    ],
    ['true or false with both right', { kind: 'true_false', options: [option('a', 1), option('b', 1)] }],
    ['multiple with none right', { kind: 'multiple', options: [option('a', 0), option('b', -1)] }],
    [
      'multiple whose right ones are worth more than 1',
      { kind: 'multiple', options: [option('a', 0.7), option('b', 0.7)] },
    ],
    ['an option twice', { kind: 'single', options: [option('a', 1), option(' a', 0)] }],
    ['no options', { kind: 'single', options: undefined }],
  ])('refuses %s', async (_, more) => {
    const reply = await admin().post('/api/questions', singleChoiceQuestion('Forks', more));
    expect(reply.status).toBe(422);
    expect(reply.body.errors.options[0]).toEqual(expect.any(String));
    expect((await admin().get('/api/questions')).body).toEqual([]);
  });

  it('drops an option that was left empty, of a new question and of a changed one', async () => {
    const options = [option('Yes', 1), option('', 0), option('No', 0), option('  ', 0)];
    const created = await admin().post('/api/questions', singleChoiceQuestion('Forks', { options }));
    expect(created.status).toBe(201);
    const texts = (body: { options: { text: string }[] }) => body.options.map(({ text }) => text);
    expect(texts(created.body)).toEqual(['Yes', 'No']);
    const changed = { options: [...created.body.options, option('', 0)] };
    const again = await admin().patch(`/api/questions/${created.body.question_id}`, changed);
    expect(again.status).toBe(200);
    expect(texts(again.body)).toEqual(['Yes', 'No']);
    const marked = await admin().post(
      '/api/questions',
      singleChoiceQuestion('Forks', { options: [option('', 1), option('No', 0)] }),
    );
    expect(marked).toMatchObject({ status: 422 });
  });

  it.each([
    ['an empty text', [option(' ', 1), option('b', 0)], 'options.0.text'],
    ['a fraction over 1', [option('a', 1.5), option('b', 0)], 'options.0.fraction'],
    ['five decimals', [option('a', 1), option('b', -0.33333)], 'options.1.fraction'],
    ['a fraction as text', [option('a', 1), { text: 'b', fraction: '0' }], 'options.1.fraction'],
    ['an unknown key', [option('a', 1), { text: 'b', fraction: 0, right: true }], 'options.1.right'],
    ['no object', [option('a', 1), 'b'], 'options'],
    ['null', [option('a', 1), null], 'options'],
    ['a list in the list', [option('a', 1), []], 'options'],
  ])('refuses an option with %s, naming it', async (_, options, field) => {
    const reply = await admin().post('/api/questions', singleChoiceQuestion('Forks', { options }));
    expect(reply.status).toBe(422);
    expect(Object.keys(reply.body.errors).some((name) => name.startsWith(field))).toBe(true);
  });

  it('lets several options that are simply right share the point', async () => {
    const options = [option('gas', 1), option('earth', 1), option('eyes', 1), option('music', -0.5)];
    const { body } = await admin().post('/api/questions', { kind: 'multiple', text: 'Check what?', options });
    expect(body.options.map((one: { fraction: number }) => one.fraction)).toEqual([0.3333, 0.3333, 0.3333, -0.5]);
  });

  it('keeps an option’s id when it is sent back, and refuses one of another question', async () => {
    const { body } = await admin().post('/api/questions', singleChoiceQuestion('Forks'));
    const { body: other } = await admin().post('/api/questions', singleChoiceQuestion('Horn'));
    const [first, , third] = body.options;
    const changed = await admin().patch(`/api/questions/${body.question_id}`, {
      options: [{ ...first, text: 'Fifteen' }, option('Fifty', 0), third],
    });
    expect(changed.body.options[0]).toMatchObject({ option_id: first.option_id, text: 'Fifteen' });
    expect(changed.body.options[1].option_id).not.toBe(body.options[1].option_id);
    expect(changed.body).toMatchObject({ text: 'Forks', row_version: 2 });
    const stolen = await admin().patch(`/api/questions/${body.question_id}`, { options: [first, other.options[1]] });
    expect(stolen).toMatchObject({ status: 422, body: { errors: { 'options.1.option_id': [expect.any(String)] } } });
  });

  it('refuses another kind that its options do not fit', async () => {
    const { body } = await admin().post('/api/questions', singleChoiceQuestion('Forks'));
    expect((await admin().patch(`/api/questions/${body.question_id}`, { kind: 'true_false' })).status).toBe(422);
    expect((await admin().patch(`/api/questions/${body.question_id}`, { options: null })).status).toBe(422);
  });

  it('accepts its own row sent back', async () => {
    const { body } = await admin().post('/api/questions', singleChoiceQuestion('Forks'));
    const reply = await admin().patch(`/api/questions/${body.question_id}`, { ...body, text: 'Forks?' });
    expect(reply).toMatchObject({ status: 200, body: { text: 'Forks?', options: body.options } });
  });

  it('says how many quizzes use a question instead of deleting it, and archives it', async () => {
    const { questions } = await createQuiz(running, plant, await createReadingTraining(running, plant), [
      singleChoiceQuestion('Forks'),
      singleChoiceQuestion('Horn'),
    ]);
    const path = `/api/questions/${questions[0]!.question_id}`;
    expect(await admin().delete(path)).toMatchObject({ status: 409, body: { code: 'in_use', facts: { quizzes: 1 } } });
    expect((await admin().post(`${path}/archive`)).body.status).toBe('archived');
    expect((await admin().get('/api/questions?status=active')).body).toHaveLength(1);
    const free = await admin().post('/api/questions', singleChoiceQuestion('Free'));
    expect((await admin().delete(`/api/questions/${free.body.question_id}`)).status).toBe(204);
  });

  it('is searched, sorted and paged in two statements beside the session', async () => {
    for (const text of ['Çelik', 'apple', 'Öl']) await admin().post('/api/questions', singleChoiceQuestion(text));
    const sent = await statementsOfRequests(async () => {
      const page = await admin().get('/api/questions?_start=0&_end=2&_sort=text&_order=asc');
      expect(page.body.map((row: { text: string }) => row.text)).toEqual(['apple', 'Çelik']);
      expect(page.headers.get('x-total-count')).toBe('3');
    });
    expect(sent.length).toBeLessThanOrEqual(3);
    expect((await admin().get('/api/questions?q=OL')).body).toHaveLength(1);
  });

  it('is closed to learners and to other organisations', async () => {
    const { body } = await admin().post('/api/questions', singleChoiceQuestion('Forks'));
    const asha = await createLearner(running, plant);
    expect((await api(running, asha.headers).get('/api/questions')).status).toBe(403);
    expect((await api(running, asha.headers).get(`/api/questions/${body.question_id}`)).status).toBe(403);
    const other = await openOrganisation(running);
    for (const call of ['get', 'delete'] as const) {
      expect((await api(running, other.admin)[call](`/api/questions/${body.question_id}`)).status).toBe(404);
    }
    expect((await api(running, other.admin).patch(`/api/questions/${body.question_id}`, { text: 'x' })).status).toBe(
      404,
    );
  });
});
