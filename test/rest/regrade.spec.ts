import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { until } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import { assign, learner, quiz, single, teaches, training, type GivenQuiz, type Learner } from '../support/quiz-given';

const WHY = 'The wrong option was marked as right';
const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T10:00:00.000Z');

describe('regrading a question', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze(START);
    plant = await openOrganisation(running);
    asha = await learner(running, plant);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const as = (who: Learner) => api(running, who.headers);
  const admin = () => api(running, plant.admin);
  const settled = () => running.app.get(JobWorker, { strict: false }).settle();
  interface Given extends GivenQuiz {
    assignment_id: string;
    skill_id: string;
  }
  const BANDS = [
    { min_score: 0, level: 1 },
    { min_score: 50, level: 2 },
    { min_score: 100, level: 4 },
  ];
  /** Two questions of a point each: A is right, B and C are wrong. */
  async function given(rules: object = {}, asked: readonly object[] = [single('One'), single('Two')]): Promise<Given> {
    const training_id = await training(running, plant);
    const skill_id = await teaches(running, plant, training_id, BANDS);
    const made = await quiz(running, plant, training_id, asked, { pass_mark: 50, ...rules });
    return { ...made, skill_id, assignment_id: await assign(running, plant, asha.staff_id, training_id) };
  }
  const start = async ({ training_id }: GivenQuiz, who = asha) =>
    (await as(who).post('/api/attempts', { training_id })).body;
  /** @param chosen by question the place of the option */
  async function take(one: GivenQuiz, chosen: readonly number[], who = asha): Promise<string> {
    const { attempt_id } = await start(one, who);
    for (const [at, option] of chosen.entries()) {
      const { option_id } = one.questions[at]!.options[option]!;
      await as(who).put(`/api/attempts/${attempt_id}/answers/${at + 1}`, { option_id: [option_id], sequence: 1 });
    }
    expect((await as(who).post(`/api/attempts/${attempt_id}/submit`)).status).toBe(200);
    return attempt_id;
  }
  const idOf = (one: GivenQuiz, at = 0) => one.questions[at]!.question_id;
  /** Says that this option is right, and no other. */
  async function correct(one: GivenQuiz, right: number, at = 0): Promise<void> {
    const options = one.questions[at]!.options.map((option, place) => ({
      ...option,
      fraction: place === right ? 1 : 0,
    }));
    expect((await admin().patch(`/api/questions/${idOf(one, at)}`, { options })).status).toBe(200);
  }
  const regrade = (question_id: string, body: object = {}, headers = {}) =>
    admin().post(`/api/questions/${question_id}/regrade`, { reason: WHY, ...body }, headers);
  const attempt = async (id: string) => {
    const { body } = await admin().get(`/api/attempts/${id}`);
    return [body.score, body.result];
  };
  const assignment = async (id: string) => (await admin().get(`/api/training-assignments/${id}`)).body;
  const evidence = async () => (await admin().get('/api/skill-evidence')).body as any[];
  const level = async ({ skill_id }: Given, who = asha) =>
    (await admin().get(`/api/reports/explain?staff_id=${who.staff_id}&skill_id=${skill_id}`)).body.level;
  const events = async (action: string) => {
    const { body } = await admin().get(`/api/audit-events?action=${action}`);
    return Promise.all(body.map(async ({ id }: { id: string }) => (await admin().get(`/api/audit-events/${id}`)).body));
  };

  it('lists what rises, changes it by a job, and completes the assignment as of the attempt', async () => {
    const one = await given({ pass_mark: 100 });
    const attempt_id = await take(one, [1, 0]);
    const submitted_at = new Date(running.clock.now()).toISOString();
    running.clock.advance(HOUR);
    await correct(one, 1);
    const { status, body } = await regrade(idOf(one), { reason: `  ${WHY} ` });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ raised: 1, lowered: 0, unchanged: 0, job_id: expect.any(String) },
      attempts: [
        {
          ...{ attempt_id, staff_id: asha.staff_id, staff_name: 'Asha Rao', submitted_at },
          ...{ training_id: one.training_id, training_title: expect.stringMatching(/^Training /) },
          ...{ score_before: 50, score_after: 100, result_before: 'failed', result_after: 'passed' },
        },
      ],
    });
    await settled();
    expect(await attempt(attempt_id)).toEqual([100, 'passed']);
    expect(await assignment(one.assignment_id)).toMatchObject({ state: 'completed', completed_at: submitted_at });
    expect(await level(one)).toBe(4);
    expect(await events('question.regrade')).toMatchObject([
      { subject_id: idOf(one), became: { reason: WHY, lower: false, raised: 1, lowered: 0 } },
    ]);
    expect(await events('attempt.regrade')).toMatchObject([
      {
        subject_id: attempt_id,
        was: { score: 50, result: 'failed' },
        became: { score: 100, result: 'passed', question_id: idOf(one), reason: WHY },
      },
    ]);
    expect((await admin().get(`/api/jobs/${body.job_id}`)).body).toMatchObject({
      kind: 'regrade_question',
      state: 'done',
    });
  });

  it('sent twice changes nothing the second time', async () => {
    const one = await given();
    await take(one, [1, 1]);
    await correct(one, 1);
    await regrade(idOf(one));
    await settled();
    expect((await regrade(idOf(one))).body).toEqual({
      raised: 0,
      lowered: 0,
      unchanged: 1,
      attempts: [],
      job_id: null,
    });
    expect(await events('question.regrade')).toHaveLength(1);
    expect(await evidence()).toHaveLength(1);
  });

  it('shows what is right by the question as it is now, with the points that it had', async () => {
    const one = await given({ review: 'after_submit' });
    const attempt_id = await take(one, [1, 0]);
    await correct(one, 1);
    await admin().patch(`/api/questions/${idOf(one)}`, { points: 5, text: 'One, in other words' });
    await regrade(idOf(one));
    await settled();
    const { body } = await as(asha).get(`/api/attempts/${attempt_id}`);
    const right = one.questions[0]!.options[1]!.option_id;
    expect(body).toMatchObject({ correct: 2, total: 2 });
    expect(body.questions[0]).toMatchObject({ text: 'One, in other words', points: 1 });
    expect(body.review[0]).toMatchObject({ points: 1, earned: 1, chosen: [right], right: [right] });
    expect(body.review[1].earned).toBe(1);
  });

  it('lowers nothing, unless lowering is chosen', async () => {
    const one = await given();
    const bala = await learner(running, plant, 'Bala');
    await assign(running, plant, bala.staff_id, one.training_id);
    const falls = await take(one, [0, 1]);
    const rises = await take(one, [1, 1], bala);
    await correct(one, 1);
    const first = (await regrade(idOf(one))).body;
    expect(first).toMatchObject({ raised: 1, lowered: 0, unchanged: 1, attempts: [{ attempt_id: rises }] });
    await settled();
    expect(await attempt(falls)).toEqual([50, 'passed']);
    expect(await attempt(rises)).toEqual([50, 'passed']);
    expect((await assignment(one.assignment_id)).state).toBe('completed');
    const second = (await regrade(idOf(one), { lower: true })).body;
    expect(second).toMatchObject({
      ...{ raised: 0, lowered: 1, unchanged: 1 },
      attempts: [
        { attempt_id: falls, score_before: 50, score_after: 0, result_before: 'passed', result_after: 'failed' },
      ],
    });
    await settled();
    expect(await attempt(falls)).toEqual([0, 'failed']);
  });

  it('takes a lost pass back with its evidence, and the assignment is open again', async () => {
    const one = await given();
    await take(one, [0, 1]);
    expect(await level(one)).toBe(2);
    await correct(one, 1);
    await regrade(idOf(one), { lower: true });
    await settled();
    expect(await assignment(one.assignment_id)).toMatchObject({ state: 'in_progress', completed_at: null });
    expect((await evidence()).map(({ state }) => state)).toEqual(['voided']);
    expect(await level(one)).toBe(0);
    expect(await events('training-assignment.reopen')).toMatchObject([{ became: { reason: WHY } }]);
    // Passed anew it counts again.
    await take(one, [1, 0]);
    expect((await assignment(one.assignment_id)).state).toBe('completed');
    expect(await level(one)).toBe(4);
  });

  it('leaves the assignment completed where another pass of the cycle remains', async () => {
    const one = await given();
    await take(one, [0, 1]);
    running.clock.advance(HOUR);
    await take(one, [1, 0]);
    const at = new Date(running.clock.now()).toISOString();
    await correct(one, 1);
    await regrade(idOf(one), { lower: true });
    await settled();
    expect(await assignment(one.assignment_id)).toMatchObject({ state: 'completed', completed_at: at });
    expect(await level(one)).toBe(4);
  });

  it('gives the level of the risen score, and changes nothing else of the completion', async () => {
    const one = await given();
    const attempt_id = await take(one, [1, 0]);
    const { completed_at } = await assignment(one.assignment_id);
    expect(await level(one)).toBe(2);
    const certificates = async () => (await admin().get('/api/certificates?_sort=number')).body;
    await until(async () => (await certificates()).length === 1, 'a certificate');
    running.clock.advance(HOUR);
    await correct(one, 1);
    await regrade(idOf(one));
    await settled();
    expect(await assignment(one.assignment_id)).toMatchObject({ state: 'completed', completed_at });
    expect(await level(one)).toBe(4);
    const rows = (await evidence()).map((row) => [row.state, row.level, row.score, row.attempt_id]).toSorted();
    expect(rows).toEqual([
      ['approved', 4, 100, attempt_id],
      ['voided', 2, 50, attempt_id],
    ]);
    await until(async () => (await certificates()).length === 2, 'another certificate');
    expect((await certificates()).map(({ state, score }: any) => [state, score])).toEqual([
      ['revoked', 50],
      ['issued', 100],
    ]);
  });

  it('keeps the evidence where the risen score gives the same level', async () => {
    const one = await given({}, [single('One'), single('Two'), single('Three'), single('Four')]);
    const attempt_id = await take(one, [1, 0, 0, 1]);
    await correct(one, 1);
    await regrade(idOf(one));
    await settled();
    expect(await attempt(attempt_id)).toEqual([75, 'passed']);
    expect((await evidence()).map((row) => [row.state, row.level, row.score])).toEqual([['approved', 2, 50]]);
  });

  it('finds attempts at every quiz that asked it, those whose quiz asks it no longer too, and no others', async () => {
    const one = await given();
    const first = await take(one, [1, 1]);
    running.clock.advance(HOUR);
    const other = await training(running, plant);
    const made = await quiz(running, plant, other, [single('Else')], {});
    await assign(running, plant, asha.staff_id, other);
    await admin().put(`/api/quizzes/${made.quiz_id}/slots`, { slots: [{ question_id: idOf(one), points: 3 }] });
    const second = await take({ ...made, questions: [one.questions[0]!] }, [1]);
    await admin().put(`/api/quizzes/${one.quiz_id}/slots`, { slots: [{ question_id: idOf(one, 1) }] });
    running.clock.advance(HOUR);
    await take(one, []);
    await correct(one, 1);
    const { body } = await regrade(idOf(one));
    expect(body).toMatchObject({ raised: 2, unchanged: 0, attempts: [{ attempt_id: first }, { attempt_id: second }] });
    await settled();
    expect(await attempt(second)).toEqual([100, 'passed']);
  });

  it('passes over attempts that run, were voided, or did not answer', async () => {
    const one = await given();
    const voided = await take(one, [1, 1]);
    await admin().post(`/api/attempts/${voided}/void`, { reason: WHY });
    await take(one, []);
    await start(one);
    await correct(one, 1);
    expect((await regrade(idOf(one))).body).toMatchObject({ raised: 0, unchanged: 1, job_id: null });
  });

  it.each([
    ['an accepted text more', 'fill_in', { text: 'brake' }],
    ['a wider tolerance', 'numeric', { value: '12' }],
  ])('knows %s', async (_, kind, answered) => {
    const options = [{ text: kind === 'numeric' ? '10' : 'horn', fraction: 1 }];
    const one = await given({}, [{ kind, text: 'What first?', options }]);
    const { attempt_id } = await start(one);
    await as(asha).put(`/api/attempts/${attempt_id}/answers/1`, { ...answered, sequence: 1 });
    await as(asha).post(`/api/attempts/${attempt_id}/submit`);
    expect(await attempt(attempt_id)).toEqual([0, 'failed']);
    const now =
      kind === 'numeric' ? [{ ...options[0]!, tolerance: '2' }] : [...options, { text: 'Brake', fraction: 1 }];
    expect((await admin().patch(`/api/questions/${idOf(one)}`, { options: now })).status).toBe(200);
    expect((await regrade(idOf(one))).body.raised).toBe(1);
    await settled();
    expect(await attempt(attempt_id)).toEqual([100, 'passed']);
  });

  it('survives that options are gone or the kind is another: what does not fit earns nothing', async () => {
    const one = await given();
    const attempt_id = await take(one, [0, 1]);
    const [, b, c] = one.questions[0]!.options;
    await admin().patch(`/api/questions/${idOf(one)}`, { options: [{ ...b, fraction: 1 }, c] });
    expect((await regrade(idOf(one))).body).toMatchObject({ raised: 0, lowered: 0, unchanged: 1 });
    const typed = { kind: 'fill_in', options: [{ text: 'horn', fraction: 1 }] };
    expect((await admin().patch(`/api/questions/${idOf(one)}`, typed)).status).toBe(200);
    expect((await regrade(idOf(one), { lower: true })).body).toMatchObject({ lowered: 1 });
    await settled();
    expect(await attempt(attempt_id)).toEqual([0, 'failed']);
    expect((await as(asha).get(`/api/attempts/${attempt_id}`)).status).toBe(200);
  });

  it('of many is done in portions, and lists them in the order of submission', async () => {
    const one = await given({ attempts_allowed: null });
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) ids.push(await take(one, [1]));
    await correct(one, 1);
    const { body } = await regrade(idOf(one));
    expect(body.raised).toBe(60);
    expect(body.attempts.map(({ attempt_id }: any) => attempt_id)).toEqual(ids);
    await settled();
    expect((await regrade(idOf(one))).body).toMatchObject({ raised: 0, unchanged: 60, job_id: null });
    expect((await evidence()).map(({ state }) => state)).toEqual(['approved']);
    expect((await admin().get(`/api/jobs/${body.job_id}`)).body).toMatchObject({ state: 'done', done: 60, total: 60 });
  });

  it('tried with X-Dry-Run answers the same, owes no job and keeps nothing', async () => {
    const one = await given();
    const attempt_id = await take(one, [1, 1]);
    await correct(one, 1);
    const tried = (await regrade(idOf(one), {}, { 'X-Dry-Run': 'true' })).body;
    expect(tried).toMatchObject({ raised: 1, attempts: [{ attempt_id }], job_id: null });
    await settled();
    expect(await attempt(attempt_id)).toEqual([0, 'failed']);
    expect(await events('question.regrade')).toEqual([]);
    const { body } = await regrade(idOf(one));
    expect({ ...body, job_id: null }).toEqual(tried);
  });

  it('needs a reason, an admin and a question of the organisation', async () => {
    const one = await given();
    for (const reason of [undefined, null, '', '   ', 7, 'x'.repeat(501)])
      expect([reason, (await regrade(idOf(one), { reason })).status]).toEqual([reason, 422]);
    for (const lower of ['yes', 1, null]) expect((await regrade(idOf(one), { lower })).status).toBe(422);
    for (const id of ['x', asha.staff_id]) expect((await regrade(id)).status).toBe(404);
    const other = await openOrganisation(running);
    const path = `/api/questions/${idOf(one)}/regrade`;
    expect((await api(running, other.admin).post(path, { reason: WHY })).status).toBe(404);
    expect((await as(asha).post(path, { reason: WHY })).status).toBe(403);
  });
});
