import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { waitUntil } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  grantSkill,
  createReadingTraining,
  type QuizFixture,
  type Learner,
} from '../support/quiz-fixtures';

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
    asha = await createLearner(running, plant);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const as = (person: Learner) => api(running, person.headers);
  const admin = () => api(running, plant.admin);
  const settleJobs = () => running.app.get(JobWorker, { strict: false }).drain();
  interface RegradeFixture extends QuizFixture {
    assignment_id: string;
    skill_id: string;
  }
  const BANDS = [
    { min_score: 0, level: 1 },
    { min_score: 50, level: 2 },
    { min_score: 100, level: 4 },
  ];
  /** Two questions of a point each: A is right, B and C are wrong. */
  async function createFixture(
    rules: object = {},
    questions: readonly object[] = [singleChoiceQuestion('One'), singleChoiceQuestion('Two')],
  ): Promise<RegradeFixture> {
    const training_id = await createReadingTraining(running, plant);
    const skill_id = await grantSkill(running, plant, training_id, BANDS);
    const quizFixture = await createQuiz(running, plant, training_id, questions, { pass_mark: 50, ...rules });
    return {
      ...quizFixture,
      skill_id,
      assignment_id: await createAssignment(running, plant, asha.staff_id, training_id),
    };
  }
  const start = async ({ training_id }: QuizFixture, person = asha) =>
    (await as(person).post('/api/attempts', { training_id })).body;
  /** @param chosen the index of the chosen option for each question */
  async function take(fixture: QuizFixture, chosen: readonly number[], person = asha): Promise<string> {
    const { attempt_id } = await start(fixture, person);
    for (const [at, option] of chosen.entries()) {
      const { option_id } = fixture.questions[at]!.options[option]!;
      await as(person).put(`/api/attempts/${attempt_id}/answers/${at + 1}`, { option_id: [option_id], sequence: 1 });
    }
    expect((await as(person).post(`/api/attempts/${attempt_id}/submit`)).status).toBe(200);
    return attempt_id;
  }
  const idOf = (fixture: QuizFixture, at = 0) => fixture.questions[at]!.question_id;
  /** Changes the question so that only this option is right. */
  async function correct(fixture: QuizFixture, right: number, at = 0): Promise<void> {
    const options = fixture.questions[at]!.options.map((option, position) => ({
      ...option,
      fraction: position === right ? 1 : 0,
    }));
    expect((await admin().patch(`/api/questions/${idOf(fixture, at)}`, { options })).status).toBe(200);
  }
  const regrade = (question_id: string, body: object = {}, headers = {}) =>
    admin().post(`/api/questions/${question_id}/regrade`, { reason: WHY, ...body }, headers);
  const attempt = async (id: string) => {
    const { body } = await admin().get(`/api/attempts/${id}`);
    return [body.score, body.result];
  };
  const assignment = async (id: string) => (await admin().get(`/api/training-assignments/${id}`)).body;
  const evidence = async () => (await admin().get('/api/skill-evidence')).body as any[];
  const level = async ({ skill_id }: RegradeFixture, person = asha) =>
    (await admin().get(`/api/reports/explain?staff_id=${person.staff_id}&skill_id=${skill_id}`)).body.level;
  const events = async (action: string) => {
    const { body } = await admin().get(`/api/audit-events?action=${action}`);
    return Promise.all(body.map(async ({ id }: { id: string }) => (await admin().get(`/api/audit-events/${id}`)).body));
  };

  it('lists what rises, changes it by a job, and completes the assignment as of the attempt', async () => {
    const fixture = await createFixture({ pass_mark: 100 });
    const attempt_id = await take(fixture, [1, 0]);
    const submitted_at = new Date(running.clock.now()).toISOString();
    running.clock.advance(HOUR);
    await correct(fixture, 1);
    const { status, body } = await regrade(idOf(fixture), { reason: `  ${WHY} ` });
    expect(status).toBe(200);
    expect(body).toEqual({
      raised: 1,
      lowered: 0,
      unchanged: 0,
      job_id: expect.any(String),
      attempts: [
        {
          attempt_id,
          staff_id: asha.staff_id,
          staff_name: 'Asha Rao',
          submitted_at,
          training_id: fixture.training_id,
          training_title: expect.stringMatching(/^Training /),
          score_before: 50,
          score_after: 100,
          result_before: 'failed',
          result_after: 'passed',
        },
      ],
    });
    await settleJobs();
    expect(await attempt(attempt_id)).toEqual([100, 'passed']);
    expect(await assignment(fixture.assignment_id)).toMatchObject({ state: 'completed', completed_at: submitted_at });
    expect(await level(fixture)).toBe(4);
    expect(await events('question.regrade')).toMatchObject([
      { subject_id: idOf(fixture), became: { reason: WHY, lower: false, raised: 1, lowered: 0 } },
    ]);
    expect(await events('attempt.regrade')).toMatchObject([
      {
        subject_id: attempt_id,
        was: { score: 50, result: 'failed' },
        became: { score: 100, result: 'passed', question_id: idOf(fixture), reason: WHY },
      },
    ]);
    expect((await admin().get(`/api/jobs/${body.job_id}`)).body).toMatchObject({
      kind: 'regrade_question',
      state: 'done',
    });
  });

  it('sent twice changes nothing the second time', async () => {
    const fixture = await createFixture();
    await take(fixture, [1, 1]);
    await correct(fixture, 1);
    await regrade(idOf(fixture));
    await settleJobs();
    expect((await regrade(idOf(fixture))).body).toEqual({
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
    const fixture = await createFixture({ review: 'after_submit' });
    const attempt_id = await take(fixture, [1, 0]);
    await correct(fixture, 1);
    await admin().patch(`/api/questions/${idOf(fixture)}`, { points: 5, text: 'One, in other words' });
    await regrade(idOf(fixture));
    await settleJobs();
    const { body } = await as(asha).get(`/api/attempts/${attempt_id}`);
    const right = fixture.questions[0]!.options[1]!.option_id;
    expect(body).toMatchObject({ correct: 2, total: 2 });
    expect(body.questions[0]).toMatchObject({ text: 'One, in other words', points: 1 });
    expect(body.review[0]).toMatchObject({ points: 1, earned: 1, chosen: [right], right: [right] });
    expect(body.review[1].earned).toBe(1);
  });

  it('lowers nothing, unless lowering is chosen', async () => {
    const fixture = await createFixture();
    const bala = await createLearner(running, plant, 'Bala');
    await createAssignment(running, plant, bala.staff_id, fixture.training_id);
    const falls = await take(fixture, [0, 1]);
    const rises = await take(fixture, [1, 1], bala);
    await correct(fixture, 1);
    const first = (await regrade(idOf(fixture))).body;
    expect(first).toMatchObject({ raised: 1, lowered: 0, unchanged: 1, attempts: [{ attempt_id: rises }] });
    await settleJobs();
    expect(await attempt(falls)).toEqual([50, 'passed']);
    expect(await attempt(rises)).toEqual([50, 'passed']);
    expect((await assignment(fixture.assignment_id)).state).toBe('completed');
    const second = (await regrade(idOf(fixture), { lower: true })).body;
    expect(second).toMatchObject({
      raised: 0,
      lowered: 1,
      unchanged: 1,
      attempts: [
        { attempt_id: falls, score_before: 50, score_after: 0, result_before: 'passed', result_after: 'failed' },
      ],
    });
    await settleJobs();
    expect(await attempt(falls)).toEqual([0, 'failed']);
  });

  it('takes a lost pass back with its evidence, and the assignment is open again', async () => {
    const fixture = await createFixture();
    await take(fixture, [0, 1]);
    expect(await level(fixture)).toBe(2);
    await correct(fixture, 1);
    await regrade(idOf(fixture), { lower: true });
    await settleJobs();
    expect(await assignment(fixture.assignment_id)).toMatchObject({ state: 'in_progress', completed_at: null });
    expect((await evidence()).map(({ state }) => state)).toEqual(['voided']);
    expect(await level(fixture)).toBe(0);
    expect(await events('training-assignment.reopen')).toMatchObject([{ became: { reason: WHY } }]);
    // Passed anew it counts again.
    await take(fixture, [1, 0]);
    expect((await assignment(fixture.assignment_id)).state).toBe('completed');
    expect(await level(fixture)).toBe(4);
  });

  it('leaves the assignment completed where another pass of the cycle remains', async () => {
    const fixture = await createFixture();
    await take(fixture, [0, 1]);
    running.clock.advance(HOUR);
    await take(fixture, [1, 0]);
    const at = new Date(running.clock.now()).toISOString();
    await correct(fixture, 1);
    await regrade(idOf(fixture), { lower: true });
    await settleJobs();
    expect(await assignment(fixture.assignment_id)).toMatchObject({ state: 'completed', completed_at: at });
    expect(await level(fixture)).toBe(4);
  });

  it('gives the level of the risen score, and changes nothing else of the completion', async () => {
    const fixture = await createFixture();
    const attempt_id = await take(fixture, [1, 0]);
    const { completed_at } = await assignment(fixture.assignment_id);
    expect(await level(fixture)).toBe(2);
    const certificates = async () => (await admin().get('/api/certificates?_sort=number')).body;
    await waitUntil(async () => (await certificates()).length === 1, 'a certificate');
    running.clock.advance(HOUR);
    await correct(fixture, 1);
    await regrade(idOf(fixture));
    await settleJobs();
    expect(await assignment(fixture.assignment_id)).toMatchObject({ state: 'completed', completed_at });
    expect(await level(fixture)).toBe(4);
    const rows = (await evidence()).map((row) => [row.state, row.level, row.score, row.attempt_id]).toSorted();
    expect(rows).toEqual([
      ['approved', 4, 100, attempt_id],
      ['voided', 2, 50, attempt_id],
    ]);
    await waitUntil(async () => (await certificates()).length === 2, 'another certificate');
    expect((await certificates()).map(({ state, score }: any) => [state, score])).toEqual([
      ['revoked', 50],
      ['issued', 100],
    ]);
  });

  it('keeps the evidence where the risen score gives the same level', async () => {
    const fixture = await createFixture({}, [
      singleChoiceQuestion('One'),
      singleChoiceQuestion('Two'),
      singleChoiceQuestion('Three'),
      singleChoiceQuestion('Four'),
    ]);
    const attempt_id = await take(fixture, [1, 0, 0, 1]);
    await correct(fixture, 1);
    await regrade(idOf(fixture));
    await settleJobs();
    expect(await attempt(attempt_id)).toEqual([75, 'passed']);
    expect((await evidence()).map((row) => [row.state, row.level, row.score])).toEqual([['approved', 2, 50]]);
  });

  it('finds attempts at every quiz that asked it, those whose quiz asks it no longer too, and no others', async () => {
    const fixture = await createFixture();
    const first = await take(fixture, [1, 1]);
    running.clock.advance(HOUR);
    const other = await createReadingTraining(running, plant);
    const quizFixture = await createQuiz(running, plant, other, [singleChoiceQuestion('Else')], {});
    await createAssignment(running, plant, asha.staff_id, other);
    await admin().put(`/api/quizzes/${quizFixture.quiz_id}/slots`, {
      slots: [{ question_id: idOf(fixture), points: 3 }],
    });
    const second = await take({ ...quizFixture, questions: [fixture.questions[0]!] }, [1]);
    await admin().put(`/api/quizzes/${fixture.quiz_id}/slots`, { slots: [{ question_id: idOf(fixture, 1) }] });
    running.clock.advance(HOUR);
    await take(fixture, []);
    await correct(fixture, 1);
    const { body } = await regrade(idOf(fixture));
    expect(body).toMatchObject({ raised: 2, unchanged: 0, attempts: [{ attempt_id: first }, { attempt_id: second }] });
    await settleJobs();
    expect(await attempt(second)).toEqual([100, 'passed']);
  });

  it('passes over attempts that run, were voided, or did not answer', async () => {
    const fixture = await createFixture();
    const voided = await take(fixture, [1, 1]);
    await admin().post(`/api/attempts/${voided}/void`, { reason: WHY });
    await take(fixture, []);
    await start(fixture);
    await correct(fixture, 1);
    expect((await regrade(idOf(fixture))).body).toMatchObject({ raised: 0, unchanged: 1, job_id: null });
  });

  it.each([
    ['an accepted text more', 'fill_in', { text: 'brake' }],
    ['a wider tolerance', 'numeric', { value: '12' }],
  ])('handles %s', async (_, kind, answered) => {
    const options = [{ text: kind === 'numeric' ? '10' : 'horn', fraction: 1 }];
    const fixture = await createFixture({}, [{ kind, text: 'What first?', options }]);
    const { attempt_id } = await start(fixture);
    await as(asha).put(`/api/attempts/${attempt_id}/answers/1`, { ...answered, sequence: 1 });
    await as(asha).post(`/api/attempts/${attempt_id}/submit`);
    expect(await attempt(attempt_id)).toEqual([0, 'failed']);
    const now =
      kind === 'numeric' ? [{ ...options[0]!, tolerance: '2' }] : [...options, { text: 'Brake', fraction: 1 }];
    expect((await admin().patch(`/api/questions/${idOf(fixture)}`, { options: now })).status).toBe(200);
    expect((await regrade(idOf(fixture))).body.raised).toBe(1);
    await settleJobs();
    expect(await attempt(attempt_id)).toEqual([100, 'passed']);
  });

  it('handles removed options and another kind: answers that no longer fit earn nothing', async () => {
    const fixture = await createFixture();
    const attempt_id = await take(fixture, [0, 1]);
    const [, b, c] = fixture.questions[0]!.options;
    await admin().patch(`/api/questions/${idOf(fixture)}`, { options: [{ ...b, fraction: 1 }, c] });
    expect((await regrade(idOf(fixture))).body).toMatchObject({ raised: 0, lowered: 0, unchanged: 1 });
    const typed = { kind: 'fill_in', options: [{ text: 'horn', fraction: 1 }] };
    expect((await admin().patch(`/api/questions/${idOf(fixture)}`, typed)).status).toBe(200);
    expect((await regrade(idOf(fixture), { lower: true })).body).toMatchObject({ lowered: 1 });
    await settleJobs();
    expect(await attempt(attempt_id)).toEqual([0, 'failed']);
    expect((await as(asha).get(`/api/attempts/${attempt_id}`)).status).toBe(200);
  });

  it('of many is done in batches, and lists them in the order of submission', async () => {
    const fixture = await createFixture({ attempts_allowed: null });
    const ids: string[] = [];
    for (let n = 0; n < 60; n++) ids.push(await take(fixture, [1]));
    await correct(fixture, 1);
    const { body } = await regrade(idOf(fixture));
    expect(body.raised).toBe(60);
    expect(body.attempts.map(({ attempt_id }: any) => attempt_id)).toEqual(ids);
    await settleJobs();
    expect((await regrade(idOf(fixture))).body).toMatchObject({ raised: 0, unchanged: 60, job_id: null });
    expect((await evidence()).map(({ state }) => state)).toEqual(['approved']);
    expect((await admin().get(`/api/jobs/${body.job_id}`)).body).toMatchObject({ state: 'done', done: 60, total: 60 });
  });

  it('as a dry run answers the same, without a job or changes', async () => {
    const fixture = await createFixture();
    const attempt_id = await take(fixture, [1, 1]);
    await correct(fixture, 1);
    const dryRun = (await regrade(idOf(fixture), {}, { 'X-Dry-Run': 'true' })).body;
    expect(dryRun).toMatchObject({ raised: 1, attempts: [{ attempt_id }], job_id: null });
    await settleJobs();
    expect(await attempt(attempt_id)).toEqual([0, 'failed']);
    expect(await events('question.regrade')).toEqual([]);
    const { body } = await regrade(idOf(fixture));
    expect({ ...body, job_id: null }).toEqual(dryRun);
  });

  it('needs a reason, an admin and a question of the organisation', async () => {
    const fixture = await createFixture();
    for (const reason of [undefined, null, '', '   ', 7, 'x'.repeat(501)])
      expect([reason, (await regrade(idOf(fixture), { reason })).status]).toEqual([reason, 422]);
    for (const lower of ['yes', 1, null]) expect((await regrade(idOf(fixture), { lower })).status).toBe(422);
    for (const id of ['x', asha.staff_id]) expect((await regrade(id)).status).toBe(404);
    const other = await openOrganisation(running);
    const path = `/api/questions/${idOf(fixture)}/regrade`;
    expect((await api(running, other.admin).post(path, { reason: WHY })).status).toBe(404);
    expect((await as(asha).post(path, { reason: WHY })).status).toBe(403);
  });
});
