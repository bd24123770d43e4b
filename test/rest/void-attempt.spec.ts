import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { eventually, waitUntil } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import { openPlant } from '../support/plant';
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
import { runScheduledJob } from '../support/scheduled-jobs';

const WHY = 'Another person answered the questions';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse('2026-03-01T10:00:00.000Z');

describe('a voided attempt', () => {
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
  interface VoidFixture extends QuizFixture {
    assignment_id: string;
    skill_id: string;
  }
  async function createFixture(
    rules: object = {},
    more: Parameters<typeof createReadingTraining>[2] = {},
  ): Promise<VoidFixture> {
    const training_id = await createReadingTraining(running, plant, more);
    const skill_id = await grantSkill(running, plant, training_id);
    const quizFixture = await createQuiz(running, plant, training_id, [singleChoiceQuestion('One')], rules);
    return {
      ...quizFixture,
      skill_id,
      assignment_id: await createAssignment(running, plant, asha.staff_id, training_id),
    };
  }
  const start = async ({ training_id }: QuizFixture) => as(asha).post('/api/attempts', { training_id });
  /** Takes the quiz and hands it in. @returns the attempt's id */
  async function take(fixture: QuizFixture, isRight: boolean): Promise<string> {
    const { attempt_id } = (await start(fixture)).body;
    const { option_id } = fixture.questions[0]!.options[isRight ? 0 : 1]!;
    await as(asha).put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [option_id], sequence: 1 });
    const { body } = await as(asha).post(`/api/attempts/${attempt_id}/submit`);
    expect(body.result).toBe(isRight ? 'passed' : 'failed');
    return attempt_id;
  }
  const voidIt = (attempt_id: string, body: object = { reason: WHY }, headers = {}) =>
    admin().post(`/api/attempts/${attempt_id}/void`, body, headers);
  const assignment = async (id: string) => (await admin().get(`/api/training-assignments/${id}`)).body;
  const evidence = async () => (await admin().get('/api/skill-evidence')).body as any[];
  const certificates = async () => (await admin().get('/api/certificates?_sort=number')).body as any[];
  const states = async () => (await certificates()).map(({ state }) => state);
  const level = async ({ skill_id }: VoidFixture) =>
    (await admin().get(`/api/reports/explain?staff_id=${asha.staff_id}&skill_id=${skill_id}`)).body.level;
  const events = async (action: string) => {
    const { body } = await admin().get(`/api/audit-events?action=${action}`);
    return Promise.all(body.map(async ({ id }: { id: string }) => (await admin().get(`/api/audit-events/${id}`)).body));
  };
  async function later(duration: number): Promise<void> {
    running.clock.advance(duration);
    plant.admin = await plant.signIn({ role: 'admin' });
    asha.headers = await plant.signIn({ role: 'user', staff_id: asha.staff_id });
  }

  it('that completed the assignment takes evidence, level and certificate with it, and reopens the assignment', async () => {
    const fixture = await createFixture();
    const attempt_id = await take(fixture, true);
    await waitUntil(async () => (await states()).length === 1, 'a certificate');
    expect(await level(fixture)).toBe(3);
    const { assignment_id } = fixture;
    expect(await voidIt(attempt_id, { reason: `  ${WHY} ` })).toMatchObject({
      status: 200,
      body: { attempt_id, assignment_id, evidence_voided: 1, assignment_state: 'in_progress' },
    });
    expect(await assignment(assignment_id)).toMatchObject({
      state: 'in_progress',
      completed_at: null,
      valid_until: null,
      renew_from: null,
    });
    expect((await evidence()).map(({ state }) => state)).toEqual(['voided']);
    expect(await level(fixture)).toBe(0);
    expect(await states()).toEqual(['revoked']);
    const [auditEvent] = await events('attempt.void');
    expect(auditEvent).toMatchObject({
      subject_id: attempt_id,
      was: { status: 'submitted', result: 'passed' },
      became: { status: 'voided', reason: WHY },
    });
    expect(await events('training-assignment.reopen')).toMatchObject([
      { subject_id: assignment_id, was: { state: 'completed' }, became: { state: 'in_progress', reason: WHY } },
    ]);
    expect(await events('skill-evidence.void')).toMatchObject([{ became: { state: 'voided', reason: WHY } }]);
  });

  it('answers the same when it is voided again, and is audited once', async () => {
    const fixture = await createFixture();
    const attempt_id = await take(fixture, true);
    const first = await voidIt(attempt_id);
    expect((await voidIt(attempt_id)).body).toEqual(first.body);
    expect(await events('attempt.void')).toHaveLength(1);
    const replies = await Promise.all([1, 2].map(async () => voidIt(attempt_id)));
    expect(replies.map(({ body }) => body)).toEqual([first.body, first.body]);
  });

  it('lets the quiz be passed anew: with evidence, a level and a certificate of its own', async () => {
    const fixture = await createFixture();
    await voidIt(await take(fixture, true));
    running.clock.advance(HOUR);
    const attempt_id = await take(fixture, true);
    const at = new Date(running.clock.now()).toISOString();
    expect(await assignment(fixture.assignment_id)).toMatchObject({ state: 'completed', completed_at: at });
    expect((await evidence()).map(({ state }) => state).toSorted()).toEqual(['approved', 'voided']);
    expect(await level(fixture)).toBe(3);
    await waitUntil(async () => (await states()).includes('issued'), 'a certificate');
    expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 1, assignment_state: 'in_progress' });
    await eventually(async () => (await states()).includes('issued'), false);
  });

  it('leaves the assignment completed where another pass remains, from the time of that one', async () => {
    const fixture = await createFixture();
    // The learner may go on with a passed quiz.
    const first = await take(fixture, true);
    running.clock.advance(HOUR);
    const second = await take(fixture, true);
    const at = new Date(running.clock.now()).toISOString();
    expect((await voidIt(first)).body).toMatchObject({ evidence_voided: 1, assignment_state: 'completed' });
    expect(await assignment(fixture.assignment_id)).toMatchObject({ state: 'completed', completed_at: at });
    expect(await level(fixture)).toBe(3);
    const approved = (await evidence()).filter(({ state }) => state === 'approved');
    expect(approved).toMatchObject([{ attempt_id: second }]);
  });

  it('that completed nothing changes no assignment', async () => {
    const fixture = await createFixture();
    await take(fixture, true);
    const { completed_at } = await assignment(fixture.assignment_id);
    running.clock.advance(HOUR);
    const second = await take(fixture, true);
    expect((await voidIt(second)).body).toMatchObject({ evidence_voided: 0, assignment_state: 'completed' });
    expect(await assignment(fixture.assignment_id)).toMatchObject({ state: 'completed', completed_at });
    expect(await level(fixture)).toBe(3);
  });

  it('uses up no try, causes no pause, and hides the right answers again', async () => {
    const fixture = await createFixture({ attempts_allowed: 1, pause_minutes: 60, review: 'after_last' });
    const attempt_id = await take(fixture, false);
    expect((await start(fixture)).body.code).toBe('no_attempts_left');
    expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 0, assignment_state: 'in_progress' });
    expect((await as(asha).get(`/api/attempts/${attempt_id}`)).body).toMatchObject({ status: 'voided', review: null });
    expect((await start(fixture)).body).toMatchObject({ status: 'in_progress', attempt_no: 2 });
  });

  it('may be one that is running: nothing more is saved, and another can be begun', async () => {
    const fixture = await createFixture();
    const { attempt_id } = (await start(fixture)).body;
    expect((await voidIt(attempt_id)).body.assignment_state).toBe('in_progress');
    const { option_id } = fixture.questions[0]!.options[0]!;
    const saved = await as(asha).put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [option_id], sequence: 1 });
    expect(saved).toMatchObject({ status: 409, body: { code: 'attempt_over' } });
    expect((await as(asha).post(`/api/attempts/${attempt_id}/submit`)).body).toMatchObject({
      status: 'voided',
      result: null,
    });
    expect((await start(fixture)).body).toMatchObject({ status: 'in_progress', attempt_no: 2 });
  });

  it('is in no report and no total, and stays in the history', async () => {
    const fixture = await createFixture();
    const first = await take(fixture, false);
    running.clock.advance(HOUR);
    const second = await take(fixture, true);
    const period = 'from=2026-03-01&to=2026-03-31';
    const report = async () =>
      (await admin().get(`/api/reports/quiz?${period}`)).body.rows.map((row: any) => row.attempt_id);
    const summary = async () => (await admin().get(`/api/reports/quiz/summary?${period}`)).body;
    expect((await report()).toSorted()).toEqual([first, second].toSorted());
    expect((await summary()).totals).toMatchObject({ attempts: 2, first_try_pass_rate: 0, mean_tries_to_pass: 2 });
    await voidIt(first);
    expect(await report()).toEqual([second]);
    expect((await summary()).totals).toMatchObject({ attempts: 1, first_try_pass_rate: 100, mean_tries_to_pass: 1 });
    await voidIt(second);
    expect(await report()).toEqual([]);
    expect((await summary()).trainings).toEqual([]);
    expect((await admin().get('/api/reports/totals')).body.quizzes).toMatchObject({ passed: 0, failed: 0 });
    const history = (await admin().get('/api/attempts')).body.map((row: any) => [row.status, row.result]);
    expect(history).toEqual([
      ['voided', null],
      ['voided', null],
    ]);
  });

  it('takes the completion out of the totals of its day, which is not that of the attempt', async () => {
    const otherPlant = await openPlant(running);
    const { staff_id } = await otherPlant.createStaff();
    const { training_id } = await otherPlant.createPublishedTraining();
    const { quiz_id } = (await otherPlant.api.post('/api/quizzes', { training_id, title: 'Check' })).body;
    const { question_id, options } = (await otherPlant.api.post('/api/questions', singleChoiceQuestion('Forks'))).body;
    await otherPlant.api.put(`/api/quizzes/${quiz_id}/slots`, { slots: [{ question_id }] });
    await otherPlant.assign([staff_id], [training_id]);
    let learnerApi = otherPlant.as(await otherPlant.signInLearner(staff_id));
    const { attempt_id } = (await learnerApi.post('/api/attempts', { training_id })).body;
    await learnerApi.put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [options[0].option_id], sequence: 1 });
    await learnerApi.post(`/api/attempts/${attempt_id}/submit`);
    running.clock.advance(DAY);
    learnerApi = otherPlant.as(await otherPlant.signInLearner(staff_id));
    await learnerApi.get(`/api/trainings/${training_id}/video-link`);
    running.clock.advance(HOUR);
    await learnerApi.post('/api/video-progress', { training_id, ranges: [[0, 600_000]] });
    running.clock.advance(HOUR);
    const adminApi = otherPlant.as(await otherPlant.signIn({ role: 'admin' }));
    const completed = async () =>
      (await adminApi.get('/api/reports/totals')).body.completions.reduce(
        (sum: number, { amount }: any) => sum + amount,
        0,
      );
    expect(await completed()).toBe(1);
    await adminApi.post(`/api/attempts/${attempt_id}/void`, { reason: WHY });
    running.clock.advance(MINUTE);
    expect(await completed()).toBe(0);
  });

  it('of a cycle that a later one followed takes its evidence only', async () => {
    const fixture = await createFixture();
    const attempt_id = await take(fixture, true);
    const pair = { staff_id: [asha.staff_id], training_id: [fixture.training_id] };
    expect((await admin().post('/api/training-assignments/bulk', pair)).body.assigned).toBe(1);
    expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 1, assignment_state: 'completed' });
    expect((await assignment(fixture.assignment_id)).completed_at).not.toBeNull();
    expect(await level(fixture)).toBe(0);
    expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 1, assignment_state: 'completed' });
  });

  it('that renewed the cycle before in time lets that one run out again', async () => {
    const fixture = await createFixture({}, { validity_months: 12, renewal_days: 30 });
    await take(fixture, true);
    await later(350 * DAY);
    const pair = { staff_id: [asha.staff_id], training_id: [fixture.training_id] };
    await runScheduledJob(running, 'renewals');
    await admin().post('/api/training-assignments/bulk', pair);
    const renewing = (await admin().get('/api/training-assignments?cycle=2')).body[0];
    expect((await assignment(fixture.assignment_id)).state).toBe('expiring');
    const attempt_id = await take(fixture, true);
    expect((await assignment(fixture.assignment_id)).state).toBe('completed');
    expect((await voidIt(attempt_id)).body.assignment_state).toBe('in_progress');
    expect((await assignment(fixture.assignment_id)).state).toBe('expiring');
    expect((await assignment(renewing.id)).valid_until).toBeNull();
  });

  it('leaves what was waived or removed as it is', async () => {
    for (const how of ['waive', 'remove']) {
      const fixture = await createFixture();
      const attempt_id = await take(fixture, false);
      await admin().post(`/api/training-assignments/${how}`, { assignment_id: [fixture.assignment_id], reason: WHY });
      const { state } = await assignment(fixture.assignment_id);
      expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 0, assignment_state: state });
    }
  });

  it('as a dry run answers the same and changes nothing', async () => {
    const fixture = await createFixture();
    const attempt_id = await take(fixture, true);
    const dryRun = await voidIt(attempt_id, { reason: WHY }, { 'X-Dry-Run': 'true' });
    expect(dryRun).toMatchObject({ status: 200, body: { evidence_voided: 1, assignment_state: 'in_progress' } });
    expect((await assignment(fixture.assignment_id)).state).toBe('completed');
    expect((await as(asha).get(`/api/attempts/${attempt_id}`)).body.status).toBe('submitted');
    expect(await level(fixture)).toBe(3);
    expect(await events('attempt.void')).toEqual([]);
    expect((await voidIt(attempt_id)).body).toEqual(dryRun.body);
  });

  it('needs a reason, an admin and an attempt of the organisation', async () => {
    const attempt_id = await take(await createFixture(), true);
    for (const reason of [undefined, null, '', '   ', 7, 'x'.repeat(501)])
      expect([reason, (await voidIt(attempt_id, { reason })).status]).toEqual([reason, 422]);
    for (const id of ['x', asha.staff_id]) expect((await voidIt(id)).status).toBe(404);
    const other = await openOrganisation(running);
    const path = `/api/attempts/${attempt_id}/void`;
    expect((await api(running, other.admin).post(path, { reason: WHY })).status).toBe(404);
    expect((await as(asha).post(path, { reason: WHY })).status).toBe(403);
  });
});
