import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idToBytes, newId } from '../../src/platform/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { assign, learner, quiz, single, training, type GivenQuiz, type Learner } from '../support/quiz-given';
import { statementsOfRequests } from '../support/statements';

describe('places of a quiz that are drawn', () => {
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

  const as = (who: Learner) => api(running, who.headers);
  const admin = () => api(running, plant.admin);
  async function bank(count: number, more: object): Promise<string[]> {
    const ids: string[] = [];
    for (let at = 0; at < count; at++) {
      const made = await admin().post('/api/questions', { ...single(`${JSON.stringify(more)} ${at}`), ...more });
      expect(made).toMatchObject({ status: 201 });
      ids.push(made.body.question_id);
    }
    return ids;
  }
  /** The training can be completed without its quiz, which is empty until its places are set. */
  async function given(
    slots: readonly object[],
    questions: readonly object[] = [],
    status: 'published' | 'draft' = 'published',
  ): Promise<GivenQuiz> {
    const of = await training(running, plant, { requires_quiz: false, status });
    const made = await quiz(running, plant, of, questions);
    const fixed = made.questions.map(({ question_id }) => ({ question_id }));
    expect((await place(made, [...fixed, ...slots])).status).toBe(200);
    await assign(running, plant, asha.staff_id, made.training_id);
    return made;
  }
  const place = ({ quiz_id }: GivenQuiz, slots: readonly object[]) =>
    admin().put(`/api/quizzes/${quiz_id}/slots`, { slots });
  const placed = async ({ quiz_id }: GivenQuiz) => (await admin().get(`/api/quizzes/${quiz_id}/slots`)).body;
  const start = async ({ training_id }: GivenQuiz, who = asha) => as(who).post('/api/attempts', { training_id });
  const askedIn = async (one: GivenQuiz, who = asha): Promise<string[]> => {
    const { body } = await start(one, who);
    return body.questions.map(({ question_id }: { question_id: string }) => question_id);
  };

  it('take questions of a tag, a skill and a difficulty, where all of it is true of them', async () => {
    const { skill_id } = (await admin().post('/api/skills', { skill_code: 'FORK', name: 'Forklift' })).body;
    const right = await bank(2, { tags: 'Cranes , Forklift,safety', difficulty: 'hard', skill_id });
    await bank(1, { tags: 'forklifts', difficulty: 'hard', skill_id });
    await bank(1, { tags: 'forklift', difficulty: 'easy', skill_id });
    await bank(1, { tags: 'forklift', difficulty: 'hard' });
    await bank(1, { difficulty: 'hard', skill_id });
    const one = await given([{ draw: { count: 2, tag: 'forklift', skill_id, difficulty: 'hard' }, points: 3 }]);
    expect(await placed(one)).toEqual([
      {
        ...{ slot: 1, question_id: null, points: 3, kind: null, text: null },
        draw: { count: 2, tag: 'forklift', skill_id, difficulty: 'hard', matching: 2, missing: 0 },
      },
    ]);
    expect((await askedIn(one)).toSorted()).toEqual(right.toSorted());
    expect((await admin().get(`/api/quizzes/${one.quiz_id}`)).body).toMatchObject({
      ...{ question_count: 2, total_points: 6 },
    });
  });

  it('stand in their order among fixed questions, and are frozen when the attempt begins', async () => {
    await bank(6, { tags: 'pool' });
    const one = await given([{ draw: { count: 2, tag: 'pool' } }], [single('First')]);
    const last = (await admin().post('/api/questions', single('Last'))).body.question_id;
    await place(one, [
      { question_id: one.questions[0]!.question_id },
      { draw: { count: 2, tag: 'pool' } },
      { question_id: last, points: 2 },
    ]);
    const { body } = await start(one);
    expect(body.questions).toHaveLength(4);
    expect([body.questions[0].text, body.questions[3].text]).toEqual(['First', 'Last']);
    expect(body.questions[3].points).toBe(2);
    expect((await start(one)).body.questions).toEqual(body.questions);
    await place(one, [{ question_id: last }]);
    expect((await as(asha).get(`/api/attempts/${body.attempt_id}`)).body.questions).toEqual(body.questions);
    expect((await as(asha).post(`/api/attempts/${body.attempt_id}/submit`)).body).toMatchObject({ total: 5 });
  });

  it('ask no question twice, neither of two draws nor of one that is fixed', async () => {
    const pool = await bank(5, { tags: 'pool', difficulty: 'easy' });
    const fixed = { question_id: pool[0] };
    const one = await given([fixed, { draw: { count: 2, tag: 'pool' } }, { draw: { count: 2, difficulty: 'easy' } }]);
    for (let turn = 0; turn < 5; turn++) {
      const who = await learner(running, plant, `Turn ${turn}`);
      await assign(running, plant, who.staff_id, one.training_id);
      expect((await askedIn(one, who)).toSorted()).toEqual(pool.toSorted());
    }
  });

  it('are drawn anew for each attempt, each question as likely as another', async () => {
    const pool = await bank(8, { tags: 'pool' });
    const one = await given([{ draw: { count: 2, tag: 'pool' } }]);
    const times = new Map(pool.map((id) => [id, 0]));
    for (let turn = 0; turn < 60; turn++) {
      const { body } = await start(one);
      for (const { question_id } of body.questions) times.set(question_id, times.get(question_id)! + 1);
      await as(asha).post(`/api/attempts/${body.attempt_id}/submit`);
    }
    // 15 are to be expected of each; fewer than 2 or more than 34 come about once in a hundred thousand runs.
    for (const [, count] of times) expect(count).toBeGreaterThan(1);
    for (const [, count] of times) expect(count).toBeLessThan(35);
  });

  it('with too few questions refuse to begin, say what is missing, and let nothing be published', async () => {
    const made = await quiz(running, plant, await training(running, plant, { status: 'draft' }), []);
    await bank(3, { tags: 'pool', difficulty: 'easy' });
    await place(made, [{ draw: { count: 2, tag: 'pool' } }, { draw: { count: 2, difficulty: 'easy' } }]);
    const missing = async () => (await placed(made)).map((each: any) => [each.draw.matching, each.draw.missing]);
    expect((await missing()).map(([matching]: number[]) => matching)).toEqual([3, 3]);
    expect((await missing()).reduce((sum: number, [, lacks]: number[]) => sum + lacks!, 0)).toBe(1);
    const path = `/api/trainings/${made.training_id}`;
    expect((await admin().get(`${path}/publish-checklist`)).body.missing).toContain('draws');
    expect((await admin().get(`/api/quizzes/${made.quiz_id}/preview`)).body.code).toBe('too_few_to_draw');
    await bank(1, { tags: 'pool' });
    expect((await admin().get(`${path}/publish-checklist`)).body.missing).not.toContain('draws');

    const one = await given([{ draw: { count: 4, tag: 'pool' } }]);
    expect((await start(one)).status).toBe(200);
  });

  it.each([
    ['archived', (id: string) => admin().post(`/api/questions/${id}/archive`)],
    ['deleted', (id: string) => admin().delete(`/api/questions/${id}`)],
    ['given other tags', (id: string) => admin().patch(`/api/questions/${id}`, { tags: 'other' })],
  ])('are never short in what is published: the last question it needs is not %s', async (_, take) => {
    const pool = await bank(3, { tags: 'pool, spare' });
    const one = await given([{ draw: { count: 2, tag: 'pool' } }]);
    expect((await take(pool[0]!)).status).toBeLessThan(300);
    const refused = await take(pool[1]!);
    expect(refused).toMatchObject({ status: 422, body: { code: 'checklist_open', facts: { missing: ['draws'] } } });
    expect((await admin().get(`/api/questions/${pool[1]}`)).body).toMatchObject({
      status: 'active',
      tags: 'pool, spare',
    });
    expect((await admin().patch(`/api/questions/${pool[1]}`, { text: 'Worded anew?' })).status).toBe(200);
    expect((await askedIn(one)).toSorted()).toEqual(pool.slice(1).toSorted());
  });

  it('do not keep skills from being changed because questions are missing already', async () => {
    const [first] = await bank(1, { tags: 'pool' });
    const one = await given([{ draw: { count: 1, tag: 'pool' } }]);
    const archived = "UPDATE question SET status = 'archived' WHERE customer_id = ? AND question_id = ?";
    await running.app
      .get(Transactions)
      .run(() => running.app.get(Database).write(archived, [plant.customer_id, idToBytes(first!)]));
    const changed = await admin().put(`/api/trainings/${one.training_id}/skills`, []);
    expect(changed.body.facts?.missing).toContain('skills');
    expect(changed.body.facts.missing).not.toContain('draws');
  });

  it('are tried out with the questions that were shown', async () => {
    await bank(30, { tags: 'pool' });
    const { quiz_id } = await given([{ draw: { count: 5, tag: 'pool' } }], [single('Fixed')]);
    const { body } = await admin().get(`/api/quizzes/${quiz_id}/preview`);
    const answers = body.questions.map(({ question_id, options }: any) => ({
      question_id,
      // What was left open is sent, too: so that nothing else is drawn in its place.
      option_id: options.slice(0, 1).map(({ option_id }: any) => option_id),
    }));
    const tried = await admin().post(`/api/quizzes/${quiz_id}/try`, { answers });
    expect(tried).toMatchObject({ status: 200, body: { correct: 6, total: 6 } });
  });

  it('cost no statement more to begin, however many there are', async () => {
    await bank(12, { tags: 'pool' });
    const counted: number[] = [];
    for (const slots of [
      [{ draw: { count: 1, tag: 'pool' } }],
      Array.from({ length: 12 }, () => ({ draw: { count: 1, tag: 'pool' } })),
    ]) {
      const one = await given(slots, [single('Fixed')]);
      counted.push((await statementsOfRequests(() => start(one))).length);
    }
    expect(counted[0]).toBeLessThanOrEqual(6);
    expect(counted[1]).toBe(counted[0]);
  });

  it('say from what they draw, and how many: at most 200 questions, in at most 20 such places', async () => {
    const other = await openOrganisation(running);
    const foreign = (await api(running, other.admin).post('/api/skills', { skill_code: 'X', name: 'X' })).body.skill_id;
    const own = (await admin().post('/api/skills', { skill_code: 'OWN', name: 'Own' })).body.skill_id;
    const one = await given([], [single('One')]);
    const question_id = one.questions[0]!.question_id;
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
      const reply = await place(one, slots);
      expect([slots[0], reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([slots[0], 422, [field]]);
    }
    expect(await placed(one)).toMatchObject([{ question_id, draw: null }]);
  });

  it('follow a skill that another one replaces, and keep it from being deleted', async () => {
    const skill = async (skill_code: string) =>
      (await admin().post('/api/skills', { skill_code, name: skill_code })).body.skill_id as string;
    const [from, to] = [await skill('OLD'), await skill('NEW')];
    const one = await given([{ draw: { count: 1, skill_id: from } }], [], 'draft');
    expect((await admin().delete(`/api/skills/${from}`)).status).toBe(409);
    expect((await admin().post(`/api/skills/${from}/reassign`, { to })).body.moved).toMatchObject({ quiz_draw: 1 });
    expect(await placed(one)).toMatchObject([{ draw: { skill_id: to } }]);
  });

  it('are told in the audit trail, and go with their quiz', async () => {
    const one = await given([{ draw: { count: 2, tag: 'pool', difficulty: 'easy' }, points: 2 }], [], 'draft');
    const [event] = (await admin().get('/api/audit-events?action=quiz.slots&_sort=at&_order=desc')).body;
    expect(event.became).toEqual({
      slots: [{ draw: { count: 2, tag: 'pool', skill_id: null, difficulty: 'easy' }, points: 2 }],
    });
    expect((await admin().delete(`/api/quizzes/${one.quiz_id}`)).status).toBe(204);
  });
});
