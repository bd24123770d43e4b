import { newId } from '../../src/common/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
} from '../support/quiz-fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

describe('quizzes', () => {
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

  it('begin with a pass mark of 80, three attempts, answers shown once passed, and no time limit', async () => {
    const training_id = await createReadingTraining(running, plant);
    const { body } = await admin().post('/api/quizzes', { training_id, title: 'Check' });
    expect(body).toMatchObject({
      training_id,
      pass_mark: 80,
      attempts_allowed: 3,
      time_limit_minutes: null,
      pause_minutes: 0,
      at_end: 'auto_submit',
      review: 'after_pass',
      question_count: 0,
      status: 'active',
    });
  });

  it('allow any number of attempts where that is asked for', async () => {
    const training_id = await createReadingTraining(running, plant);
    const { body } = await admin().post('/api/quizzes', { training_id, title: 'Check', attempts_allowed: null });
    expect(body.attempts_allowed).toBeNull();
    await admin().patch(`/api/quizzes/${body.quiz_id}`, { attempts_allowed: 2 });
    const emptied = await admin().patch(`/api/quizzes/${body.quiz_id}`, { attempts_allowed: null });
    expect([emptied.status, emptied.body.attempts_allowed]).toEqual([200, null]);
  });

  it('exist once per training, for an existing training', async () => {
    const training_id = await createReadingTraining(running, plant);
    await admin().post('/api/quizzes', { training_id, title: 'Check' });
    const twice = await admin().post('/api/quizzes', { training_id, title: 'Again' });
    expect(twice).toMatchObject({
      status: 422,
      body: { errors: { training_id: [expect.stringContaining('already')] } },
    });
    const nowhere = await admin().post('/api/quizzes', { training_id: newId(), title: 'Check' });
    expect(nowhere).toMatchObject({ status: 422, body: { errors: { training_id: [expect.any(String)] } } });
    const other = await openOrganisation(running);
    expect((await api(running, other.admin).post('/api/quizzes', { training_id, title: 'Theft' })).status).toBe(422);
  });

  it('ask fixed questions in an order of their own, each worth what the quiz says', async () => {
    const quizFixture = await createQuiz(
      running,
      plant,
      await createReadingTraining(running, plant, { requires_quiz: false }),
      [singleChoiceQuestion('One'), singleChoiceQuestion('Two', { points: 3 })],
    );
    const [one, two] = quizFixture.questions.map(({ question_id }) => question_id);
    const path = `/api/quizzes/${quizFixture.quiz_id}`;
    expect((await admin().get(`${path}/slots`)).body).toMatchObject([
      { slot: 1, question_id: one, points: 1, text: 'One' },
      { slot: 2, question_id: two, points: 3 },
    ]);
    const slots = [{ question_id: two, points: 5 }, { question_id: one }];
    expect((await admin().put(`${path}/slots`, { slots })).body).toMatchObject([
      { slot: 1, question_id: two, points: 5 },
      { slot: 2, question_id: one, points: 1 },
    ]);
    expect((await admin().get(path)).body).toMatchObject({ question_count: 2, total_points: 6 });
    expect((await admin().put(`${path}/slots`, { slots: [] })).body).toEqual([]);
  });

  it('refuse a question twice, an unknown one, an archived one and a stale list', async () => {
    const quizFixture = await createQuiz(running, plant, await createReadingTraining(running, plant), [
      singleChoiceQuestion('One'),
    ]);
    const { body: spare } = await admin().post('/api/questions', singleChoiceQuestion('Spare'));
    await admin().post(`/api/questions/${spare.question_id}/archive`);
    const put = (body: object) => admin().put(`/api/quizzes/${quizFixture.quiz_id}/slots`, body);
    const [one] = quizFixture.questions;
    const twice = [{ question_id: one!.question_id }, { question_id: one!.question_id }];
    expect((await put({ slots: twice })).body.errors).toHaveProperty(['slots.1.question_id']);
    expect((await put({ slots: [{ question_id: newId() }] })).body.errors).toHaveProperty(['slots.0.question_id']);
    expect((await put({ slots: [{ question_id: spare.question_id }] })).status).toBe(422);
    expect((await put({ slots: ['x'] })).status).toBe(422);
    expect((await put({ slots: [], row_version: 1 })).status).toBe(412);
    expect((await admin().get(`/api/quizzes/${quizFixture.quiz_id}/slots`)).body).toHaveLength(1);
  });

  it('are previewed as a learner would meet them, and say what an answer would score', async () => {
    const options = [
      { text: 'gas', fraction: 0.5 },
      { text: 'earth', fraction: 0.5 },
      { text: 'music', fraction: -0.5 },
    ];
    const several = { kind: 'multiple', text: 'Check what?', points: 2, options };
    const quizFixture = await createQuiz(
      running,
      plant,
      await createReadingTraining(running, plant),
      [singleChoiceQuestion('One'), several],
      {
        pass_mark: 50,
      },
    );
    const preview = await admin().get(`/api/quizzes/${quizFixture.quiz_id}/preview`);
    expect(preview.body.questions).toHaveLength(2);
    expect(JSON.stringify(preview.body)).not.toMatch(/fraction|WHY-|HINT-|SAID-/);
    const [one, two] = quizFixture.questions;
    const tried = await admin().post(`/api/quizzes/${quizFixture.quiz_id}/try`, {
      answers: [
        { question_id: one!.question_id, option_id: [one!.options[1]!.option_id] },
        { question_id: two!.question_id, option_id: [two!.options[0]!.option_id] },
      ],
    });
    expect(tried.body).toMatchObject({ correct: 1, total: 3, score: 33.33, passed: false });
    expect(tried.body.questions).toMatchObject([{ earned: 0 }, { earned: 1 }]);
    const foreign = await admin().post(`/api/quizzes/${quizFixture.quiz_id}/try`, {
      answers: [{ question_id: newId(), option_id: [] }],
    });
    expect(foreign).toMatchObject({ status: 422, body: { code: 'question_foreign' } });
    expect((await admin().get('/api/attempts')).body).toEqual([]);
  });

  it('are shown to the learner who is assigned the training, and to no other', async () => {
    const quizFixture = await createQuiz(running, plant, await createReadingTraining(running, plant), [
      singleChoiceQuestion('One'),
    ]);
    const asha = await createLearner(running, plant);
    const bala = await createLearner(running, plant, 'Bala');
    await createAssignment(running, plant, asha.staff_id, quizFixture.training_id);
    const sent = await statementsOfRequests(async () => {
      expect((await api(running, asha.headers).get('/api/quizzes?q=daily')).body).toMatchObject([
        { quiz_id: quizFixture.quiz_id },
      ]);
    });
    expect(sent.length).toBeLessThanOrEqual(3);
    expect((await api(running, asha.headers).get('/api/quizzes?q=nothing')).body).toEqual([]);
    expect((await api(running, bala.headers).get('/api/quizzes')).body).toEqual([]);
    expect((await api(running, bala.headers).get(`/api/quizzes?training_id=${quizFixture.training_id}`)).body).toEqual(
      [],
    );
    expect((await api(running, bala.headers).get(`/api/quizzes/${quizFixture.quiz_id}`)).status).toBe(404);
    for (const path of ['slots', 'preview']) {
      expect((await api(running, asha.headers).get(`/api/quizzes/${quizFixture.quiz_id}/${path}`)).status).toBe(403);
    }
    expect(
      (await api(running, asha.headers).post(`/api/quizzes/${quizFixture.quiz_id}/try`, { answers: [] })).status,
    ).toBe(403);
  });

  it('are deleted only while they have no attempts', async () => {
    const quizFixture = await createQuiz(running, plant, await createReadingTraining(running, plant), [
      singleChoiceQuestion('One'),
    ]);
    const asha = await createLearner(running, plant);
    await createAssignment(running, plant, asha.staff_id, quizFixture.training_id);
    await api(running, asha.headers).post('/api/attempts', { training_id: quizFixture.training_id });
    const reply = await admin().delete(`/api/quizzes/${quizFixture.quiz_id}`);
    expect(reply).toMatchObject({ status: 409, body: { code: 'in_use', facts: { attempts: 1 } } });
    expect((await admin().get(`/api/quizzes/${quizFixture.quiz_id}/slots`)).body).toHaveLength(1);
    const free = await createQuiz(
      running,
      plant,
      await createReadingTraining(running, plant, { requires_quiz: false }),
      [singleChoiceQuestion('Two')],
    );
    expect((await admin().delete(`/api/quizzes/${free.quiz_id}`)).status).toBe(204);
  });
});
