import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idToBytes, newId } from '../../src/common/ids';
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

describe('random draws in a quiz', () => {
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

  const as = (person: Learner) => api(running, person.headers);
  const admin = () => api(running, plant.admin);
  async function createQuestions(count: number, more: object): Promise<string[]> {
    const ids: string[] = [];
    for (let at = 0; at < count; at++) {
      const created = await admin().post('/api/questions', {
        ...singleChoiceQuestion(`${JSON.stringify(more)} ${at}`),
        ...more,
      });
      expect(created).toMatchObject({ status: 201 });
      ids.push(created.body.question_id);
    }
    return ids;
  }
  /** The training does not require its quiz, which is empty until its slots are set. */
  async function createAssignedQuiz(
    slots: readonly object[],
    questions: readonly object[] = [],
    status: 'published' | 'draft' = 'published',
  ): Promise<QuizFixture> {
    const trainingId = await createReadingTraining(running, plant, { requires_quiz: false, status });
    const created = await createQuiz(running, plant, trainingId, questions);
    const fixed = created.questions.map(({ question_id }) => ({ question_id }));
    expect((await setSlots(created, [...fixed, ...slots])).status).toBe(200);
    await createAssignment(running, plant, asha.staff_id, created.training_id);
    return created;
  }
  const setSlots = ({ quiz_id }: QuizFixture, slots: readonly object[]) =>
    admin().put(`/api/quizzes/${quiz_id}/slots`, { slots });
  const fetchSlots = async ({ quiz_id }: QuizFixture) => (await admin().get(`/api/quizzes/${quiz_id}/slots`)).body;
  const start = async ({ training_id }: QuizFixture, person = asha) =>
    as(person).post('/api/attempts', { training_id });
  const fetchQuestionIds = async (quizFixture: QuizFixture, person = asha): Promise<string[]> => {
    const { body } = await start(quizFixture, person);
    return body.questions.map(({ question_id }: { question_id: string }) => question_id);
  };

  it('take questions that match tag, skill and difficulty together', async () => {
    const { skill_id } = (await admin().post('/api/skills', { skill_code: 'FORK', name: 'Forklift' })).body;
    const right = await createQuestions(2, { tags: 'Cranes , Forklift,safety', difficulty: 'hard', skill_id });
    await createQuestions(1, { tags: 'forklifts', difficulty: 'hard', skill_id });
    await createQuestions(1, { tags: 'forklift', difficulty: 'easy', skill_id });
    await createQuestions(1, { tags: 'forklift', difficulty: 'hard' });
    await createQuestions(1, { difficulty: 'hard', skill_id });
    const quizFixture = await createAssignedQuiz([
      { draw: { count: 2, tag: 'forklift', skill_id, difficulty: 'hard' }, points: 3 },
    ]);
    expect(await fetchSlots(quizFixture)).toEqual([
      {
        slot: 1,
        question_id: null,
        points: 3,
        kind: null,
        text: null,
        draw: { count: 2, tag: 'forklift', skill_id, difficulty: 'hard', matching: 2, missing: 0 },
      },
    ]);
    expect((await fetchQuestionIds(quizFixture)).toSorted()).toEqual(right.toSorted());
    expect((await admin().get(`/api/quizzes/${quizFixture.quiz_id}`)).body).toMatchObject({
      question_count: 2,
      total_points: 6,
    });
  });

  it('keep their place among fixed questions, and are fixed when the attempt begins', async () => {
    await createQuestions(6, { tags: 'pool' });
    const quizFixture = await createAssignedQuiz(
      [{ draw: { count: 2, tag: 'pool' } }],
      [singleChoiceQuestion('First')],
    );
    const last = (await admin().post('/api/questions', singleChoiceQuestion('Last'))).body.question_id;
    await setSlots(quizFixture, [
      { question_id: quizFixture.questions[0]!.question_id },
      { draw: { count: 2, tag: 'pool' } },
      { question_id: last, points: 2 },
    ]);
    const { body } = await start(quizFixture);
    expect(body.questions).toHaveLength(4);
    expect([body.questions[0].text, body.questions[3].text]).toEqual(['First', 'Last']);
    expect(body.questions[3].points).toBe(2);
    expect((await start(quizFixture)).body.questions).toEqual(body.questions);
    await setSlots(quizFixture, [{ question_id: last }]);
    expect((await as(asha).get(`/api/attempts/${body.attempt_id}`)).body.questions).toEqual(body.questions);
    expect((await as(asha).post(`/api/attempts/${body.attempt_id}/submit`)).body).toMatchObject({ total: 5 });
  });

  it('ask no question twice, neither of two draws nor of one that is fixed', async () => {
    const pool = await createQuestions(5, { tags: 'pool', difficulty: 'easy' });
    const fixed = { question_id: pool[0] };
    const quizFixture = await createAssignedQuiz([
      fixed,
      { draw: { count: 2, tag: 'pool' } },
      { draw: { count: 2, difficulty: 'easy' } },
    ]);
    for (let turn = 0; turn < 5; turn++) {
      const person = await createLearner(running, plant, `Turn ${turn}`);
      await createAssignment(running, plant, person.staff_id, quizFixture.training_id);
      expect((await fetchQuestionIds(quizFixture, person)).toSorted()).toEqual(pool.toSorted());
    }
  });

  it('are drawn anew for each attempt, each question as likely as another', async () => {
    const pool = await createQuestions(8, { tags: 'pool' });
    const quizFixture = await createAssignedQuiz([{ draw: { count: 2, tag: 'pool' } }]);
    const times = new Map(pool.map((id) => [id, 0]));
    for (let turn = 0; turn < 60; turn++) {
      const { body } = await start(quizFixture);
      for (const { question_id } of body.questions) times.set(question_id, times.get(question_id)! + 1);
      await as(asha).post(`/api/attempts/${body.attempt_id}/submit`);
    }
    // Each is expected 15 times; fewer than 2 or more than 34 happen about once in 100,000 runs.
    for (const [, count] of times) expect(count).toBeGreaterThan(1);
    for (const [, count] of times) expect(count).toBeLessThan(35);
  });

  it('with too few questions refuse to begin, say what is missing, and let nothing be published', async () => {
    const created = await createQuiz(
      running,
      plant,
      await createReadingTraining(running, plant, { status: 'draft' }),
      [],
    );
    await createQuestions(3, { tags: 'pool', difficulty: 'easy' });
    await setSlots(created, [{ draw: { count: 2, tag: 'pool' } }, { draw: { count: 2, difficulty: 'easy' } }]);
    const missing = async () => (await fetchSlots(created)).map((each: any) => [each.draw.matching, each.draw.missing]);
    expect((await missing()).map(([matching]: number[]) => matching)).toEqual([3, 3]);
    expect((await missing()).reduce((sum: number, [, lacks]: number[]) => sum + lacks!, 0)).toBe(1);
    const path = `/api/trainings/${created.training_id}`;
    expect((await admin().get(`${path}/publish-checklist`)).body.missing).toContain('draws');
    expect((await admin().get(`/api/quizzes/${created.quiz_id}/preview`)).body.code).toBe('too_few_to_draw');
    await createQuestions(1, { tags: 'pool' });
    expect((await admin().get(`${path}/publish-checklist`)).body.missing).not.toContain('draws');

    const quizFixture = await createAssignedQuiz([{ draw: { count: 4, tag: 'pool' } }]);
    expect((await start(quizFixture)).status).toBe(200);
  });

  it.each([
    ['archived', (id: string) => admin().post(`/api/questions/${id}/archive`)],
    ['deleted', (id: string) => admin().delete(`/api/questions/${id}`)],
    ['given other tags', (id: string) => admin().patch(`/api/questions/${id}`, { tags: 'other' })],
  ])('are never short in what is published: the last question it needs is not %s', async (_, withdraw) => {
    const pool = await createQuestions(3, { tags: 'pool, spare' });
    const quizFixture = await createAssignedQuiz([{ draw: { count: 2, tag: 'pool' } }]);
    expect((await withdraw(pool[0]!)).status).toBeLessThan(300);
    const refused = await withdraw(pool[1]!);
    expect(refused).toMatchObject({ status: 422, body: { code: 'checklist_open', facts: { missing: ['draws'] } } });
    expect((await admin().get(`/api/questions/${pool[1]}`)).body).toMatchObject({
      status: 'active',
      tags: 'pool, spare',
    });
    expect((await admin().patch(`/api/questions/${pool[1]}`, { text: 'Worded anew?' })).status).toBe(200);
    expect((await fetchQuestionIds(quizFixture)).toSorted()).toEqual(pool.slice(1).toSorted());
  });

  it('do not keep skills from being changed because questions are missing already', async () => {
    const [first] = await createQuestions(1, { tags: 'pool' });
    const quizFixture = await createAssignedQuiz([{ draw: { count: 1, tag: 'pool' } }]);
    const archived = "UPDATE question SET status = 'archived' WHERE customer_id = ? AND question_id = ?";
    await running.app
      .get(TransactionManager)
      .run(() => running.app.get(Database).write(archived, [plant.customer_id, idToBytes(first!)]));
    const changed = await admin().put(`/api/trainings/${quizFixture.training_id}/skills`, []);
    expect(changed.body.facts?.missing).toContain('skills');
    expect(changed.body.facts.missing).not.toContain('draws');
  });

  it('are tried out with the questions that were shown', async () => {
    await createQuestions(30, { tags: 'pool' });
    const { quiz_id } = await createAssignedQuiz(
      [{ draw: { count: 5, tag: 'pool' } }],
      [singleChoiceQuestion('Fixed')],
    );
    const { body } = await admin().get(`/api/quizzes/${quiz_id}/preview`);
    const answers = body.questions.map(({ question_id, options }: any) => ({
      question_id,
      // Unanswered questions are sent too, so that no other question is drawn in their place.
      option_id: options.slice(0, 1).map(({ option_id }: any) => option_id),
    }));
    const tried = await admin().post(`/api/quizzes/${quiz_id}/try`, { answers });
    expect(tried).toMatchObject({ status: 200, body: { correct: 6, total: 6 } });
  });

  it('cost no statement more to begin, however many there are', async () => {
    await createQuestions(12, { tags: 'pool' });
    const statementCounts: number[] = [];
    for (const slots of [
      [{ draw: { count: 1, tag: 'pool' } }],
      Array.from({ length: 12 }, () => ({ draw: { count: 1, tag: 'pool' } })),
    ]) {
      const quizFixture = await createAssignedQuiz(slots, [singleChoiceQuestion('Fixed')]);
      statementCounts.push((await statementsOfRequests(() => start(quizFixture))).length);
    }
    expect(statementCounts[0]).toBeLessThanOrEqual(6);
    expect(statementCounts[1]).toBe(statementCounts[0]);
  });

  it('say from what they draw, and how many: at most 200 questions, in at most 20 such places', async () => {
    const other = await openOrganisation(running);
    const foreign = (await api(running, other.admin).post('/api/skills', { skill_code: 'X', name: 'X' })).body.skill_id;
    const own = (await admin().post('/api/skills', { skill_code: 'OWN', name: 'Own' })).body.skill_id;
    const quizFixture = await createAssignedQuiz([], [singleChoiceQuestion('One')]);
    const question_id = quizFixture.questions[0]!.question_id;
    const many = (count: number, each: object) => Array.from({ length: count }, () => each);
    for (const [slots, field] of [
      [[{ draw: { count: 1 } }], 'slots.0.draw'],
      [[{ draw: { count: 1, tag: ' ' } }], 'slots.0.draw'],
      [[{}], 'slots.0.question_id'],
      [[{ question_id, draw: { count: 1, tag: 'a' } }], 'slots.0.question_id'],
      [[{ draw: { count: 0, tag: 'a' } }], 'slots.0.draw.count'],
      [[{ draw: { count: 1, tag: 'a,b' } }], 'slots.0.draw.tag'],
      [[{ draw: { count: 1, difficulty: 'awful' } }], 'slots.0.draw.difficulty'],
      [[{ draw: { count: 1, skill_id: newId() } }], 'slots.0.draw.skill_id'],
      [[{ draw: { count: 1, skill_id: foreign } }], 'slots.0.draw.skill_id'],
      [[{ draw: { count: 1, skill_id: own } }, { draw: { count: 1, skill_id: foreign } }], 'slots.1.draw.skill_id'],
      [many(21, { draw: { count: 1, tag: 'a' } }), 'slots'],
      [[{ question_id }, { draw: { count: 200, tag: 'a' } }], 'slots'],
    ] as const) {
      const reply = await setSlots(quizFixture, slots);
      expect([slots[0], reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([slots[0], 422, [field]]);
    }
    expect(await fetchSlots(quizFixture)).toMatchObject([{ question_id, draw: null }]);
  });

  it('follow a skill that another one replaces, and keep it from being deleted', async () => {
    const skill = async (skill_code: string) =>
      (await admin().post('/api/skills', { skill_code, name: skill_code })).body.skill_id as string;
    const [from, to] = [await skill('OLD'), await skill('NEW')];
    const quizFixture = await createAssignedQuiz([{ draw: { count: 1, skill_id: from } }], [], 'draft');
    expect((await admin().delete(`/api/skills/${from}`)).status).toBe(409);
    expect((await admin().post(`/api/skills/${from}/reassign`, { to })).body.moved).toMatchObject({ quiz_draw: 1 });
    expect(await fetchSlots(quizFixture)).toMatchObject([{ draw: { skill_id: to } }]);
  });

  it('are audited, and deleted with their quiz', async () => {
    const quizFixture = await createAssignedQuiz(
      [{ draw: { count: 2, tag: 'pool', difficulty: 'easy' }, points: 2 }],
      [],
      'draft',
    );
    const [event] = (await admin().get('/api/audit-events?action=quiz.slots&_sort=at&_order=desc')).body;
    expect(event.became).toEqual({
      slots: [{ draw: { count: 2, tag: 'pool', skill_id: null, difficulty: 'easy' }, points: 2 }],
    });
    expect((await admin().delete(`/api/quizzes/${quizFixture.quiz_id}`)).status).toBe(204);
  });
});
