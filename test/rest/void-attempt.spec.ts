import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { comesTo, until } from '../support/eventually';
import { openOrganisation, type Organisation } from '../support/organisation';
import { openPlant } from '../support/plant';
import { assign, learner, quiz, single, teaches, training, type GivenQuiz, type Learner } from '../support/quiz-given';
import { swept } from '../support/sweeps';

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
    asha = await learner(running, plant);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const as = (who: Learner) => api(running, who.headers);
  const admin = () => api(running, plant.admin);
  interface Given extends GivenQuiz {
    assignment_id: string;
    skill_id: string;
  }
  async function given(rules: object = {}, more: Parameters<typeof training>[2] = {}): Promise<Given> {
    const training_id = await training(running, plant, more);
    const skill_id = await teaches(running, plant, training_id);
    const made = await quiz(running, plant, training_id, [single('One')], rules);
    return { ...made, skill_id, assignment_id: await assign(running, plant, asha.staff_id, training_id) };
  }
  const start = async ({ training_id }: GivenQuiz) => as(asha).post('/api/attempts', { training_id });
  /** Takes the quiz and hands it in. @returns the attempt's id */
  async function take(one: GivenQuiz, isRight: boolean): Promise<string> {
    const { attempt_id } = (await start(one)).body;
    const { option_id } = one.questions[0]!.options[isRight ? 0 : 1]!;
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
  const level = async ({ skill_id }: Given) =>
    (await admin().get(`/api/reports/explain?staff_id=${asha.staff_id}&skill_id=${skill_id}`)).body.level;
  const events = async (action: string) => {
    const { body } = await admin().get(`/api/audit-events?action=${action}`);
    return Promise.all(body.map(async ({ id }: { id: string }) => (await admin().get(`/api/audit-events/${id}`)).body));
  };
  async function later(by: number): Promise<void> {
    running.clock.advance(by);
    plant.admin = await plant.signIn({ role: 'admin' });
    asha.headers = await plant.signIn({ role: 'user', staff_id: asha.staff_id });
  }

  it('that completed the assignment takes evidence, level and certificate with it, and reopens the assignment', async () => {
    const one = await given();
    const attempt_id = await take(one, true);
    await until(async () => (await states()).length === 1, 'a certificate');
    expect(await level(one)).toBe(3);
    const { assignment_id } = one;
    expect(await voidIt(attempt_id, { reason: `  ${WHY} ` })).toMatchObject({
      status: 200,
      body: { attempt_id, assignment_id, evidence_voided: 1, assignment_state: 'in_progress' },
    });
    expect(await assignment(assignment_id)).toMatchObject({
      ...{ state: 'in_progress', completed_at: null, valid_until: null, renew_from: null },
    });
    expect((await evidence()).map(({ state }) => state)).toEqual(['voided']);
    expect(await level(one)).toBe(0);
    expect(await states()).toEqual(['revoked']);
    const [told] = await events('attempt.void');
    expect(told).toMatchObject({
      subject_id: attempt_id,
      was: { status: 'submitted', result: 'passed' },
      became: { status: 'voided', reason: WHY },
    });
    expect(await events('training-assignment.reopen')).toMatchObject([
      { subject_id: assignment_id, was: { state: 'completed' }, became: { state: 'in_progress', reason: WHY } },
    ]);
    expect(await events('skill-evidence.void')).toMatchObject([{ became: { state: 'voided', reason: WHY } }]);
  });

  it('answers the same when it is voided again, and is told once', async () => {
    const one = await given();
    const attempt_id = await take(one, true);
    const first = await voidIt(attempt_id);
    expect((await voidIt(attempt_id)).body).toEqual(first.body);
    expect(await events('attempt.void')).toHaveLength(1);
    const replies = await Promise.all([1, 2].map(async () => voidIt(attempt_id)));
    expect(replies.map(({ body }) => body)).toEqual([first.body, first.body]);
  });

  it('lets the quiz be passed anew: with evidence, a level and a certificate of its own', async () => {
    const one = await given();
    await voidIt(await take(one, true));
    running.clock.advance(HOUR);
    const attempt_id = await take(one, true);
    const at = new Date(running.clock.now()).toISOString();
    expect(await assignment(one.assignment_id)).toMatchObject({ state: 'completed', completed_at: at });
    expect((await evidence()).map(({ state }) => state).toSorted()).toEqual(['approved', 'voided']);
    expect(await level(one)).toBe(3);
    await until(async () => (await states()).includes('issued'), 'a certificate');
    expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 1, assignment_state: 'in_progress' });
    await comesTo(async () => (await states()).includes('issued'), false);
  });

  it('leaves the assignment completed where another pass remains, from the time of that one', async () => {
    const one = await given();
    // The learner may go on with a passed quiz.
    const first = await take(one, true);
    running.clock.advance(HOUR);
    const second = await take(one, true);
    const at = new Date(running.clock.now()).toISOString();
    expect((await voidIt(first)).body).toMatchObject({ evidence_voided: 1, assignment_state: 'completed' });
    expect(await assignment(one.assignment_id)).toMatchObject({ state: 'completed', completed_at: at });
    expect(await level(one)).toBe(3);
    const standing = (await evidence()).filter(({ state }) => state === 'approved');
    expect(standing).toMatchObject([{ attempt_id: second }]);
  });

  it('that brought nothing about changes no assignment', async () => {
    const one = await given();
    await take(one, true);
    const { completed_at } = await assignment(one.assignment_id);
    running.clock.advance(HOUR);
    const second = await take(one, true);
    expect((await voidIt(second)).body).toMatchObject({ evidence_voided: 0, assignment_state: 'completed' });
    expect(await assignment(one.assignment_id)).toMatchObject({ state: 'completed', completed_at });
    expect(await level(one)).toBe(3);
  });

  it('uses up no try, is waited for by no pause, and hides what is right again', async () => {
    const one = await given({ attempts_allowed: 1, pause_minutes: 60, review: 'after_last' });
    const attempt_id = await take(one, false);
    expect((await start(one)).body.code).toBe('no_attempts_left');
    expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 0, assignment_state: 'in_progress' });
    expect((await as(asha).get(`/api/attempts/${attempt_id}`)).body).toMatchObject({ status: 'voided', review: null });
    expect((await start(one)).body).toMatchObject({ status: 'in_progress', attempt_no: 2 });
  });

  it('may be one that is running: nothing more is saved, and another can be begun', async () => {
    const one = await given();
    const { attempt_id } = (await start(one)).body;
    expect((await voidIt(attempt_id)).body.assignment_state).toBe('in_progress');
    const { option_id } = one.questions[0]!.options[0]!;
    const saved = await as(asha).put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [option_id], sequence: 1 });
    expect(saved).toMatchObject({ status: 409, body: { code: 'attempt_over' } });
    expect((await as(asha).post(`/api/attempts/${attempt_id}/submit`)).body).toMatchObject({
      status: 'voided',
      result: null,
    });
    expect((await start(one)).body).toMatchObject({ status: 'in_progress', attempt_no: 2 });
  });

  it('is in no report and no total, and stays in the history', async () => {
    const one = await given();
    const first = await take(one, false);
    running.clock.advance(HOUR);
    const second = await take(one, true);
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
    const works = await openPlant(running);
    const { staff_id } = await works.staff();
    const { training_id } = await works.published();
    const { quiz_id } = (await works.api.post('/api/quizzes', { training_id, title: 'Check' })).body;
    const { question_id, options } = (await works.api.post('/api/questions', single('Forks'))).body;
    await works.api.put(`/api/quizzes/${quiz_id}/slots`, { slots: [{ question_id }] });
    await works.assign([staff_id], [training_id]);
    let who = works.as(await works.learner(staff_id));
    const { attempt_id } = (await who.post('/api/attempts', { training_id })).body;
    await who.put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [options[0].option_id], sequence: 1 });
    await who.post(`/api/attempts/${attempt_id}/submit`);
    running.clock.advance(DAY);
    who = works.as(await works.learner(staff_id));
    await who.get(`/api/trainings/${training_id}/video-link`);
    running.clock.advance(HOUR);
    await who.post('/api/video-progress', { training_id, ranges: [[0, 600_000]] });
    running.clock.advance(HOUR);
    const chief = works.as(await works.signIn({ role: 'admin' }));
    const completed = async () =>
      (await chief.get('/api/reports/totals')).body.completions.reduce(
        (sum: number, { amount }: any) => sum + amount,
        0,
      );
    expect(await completed()).toBe(1);
    await chief.post(`/api/attempts/${attempt_id}/void`, { reason: WHY });
    running.clock.advance(MINUTE);
    expect(await completed()).toBe(0);
  });

  it('of a cycle that a later one followed takes its evidence only', async () => {
    const one = await given();
    const attempt_id = await take(one, true);
    const pair = { staff_id: [asha.staff_id], training_id: [one.training_id] };
    expect((await admin().post('/api/training-assignments/bulk', pair)).body.assigned).toBe(1);
    expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 1, assignment_state: 'completed' });
    expect((await assignment(one.assignment_id)).completed_at).not.toBeNull();
    expect(await level(one)).toBe(0);
    expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 1, assignment_state: 'completed' });
  });

  it('that renewed the cycle before in time lets that one run out again', async () => {
    const one = await given({}, { validity_months: 12, renewal_days: 30 });
    await take(one, true);
    await later(350 * DAY);
    const pair = { staff_id: [asha.staff_id], training_id: [one.training_id] };
    await swept(running, 'renewals');
    await admin().post('/api/training-assignments/bulk', pair);
    const renewing = (await admin().get('/api/training-assignments?cycle=2')).body[0];
    expect((await assignment(one.assignment_id)).state).toBe('expiring');
    const attempt_id = await take(one, true);
    expect((await assignment(one.assignment_id)).state).toBe('completed');
    expect((await voidIt(attempt_id)).body.assignment_state).toBe('in_progress');
    expect((await assignment(one.assignment_id)).state).toBe('expiring');
    expect((await assignment(renewing.id)).valid_until).toBeNull();
  });

  it('leaves what was waived or removed as it is', async () => {
    for (const how of ['waive', 'remove']) {
      const one = await given();
      const attempt_id = await take(one, false);
      await admin().post(`/api/training-assignments/${how}`, { assignment_id: [one.assignment_id], reason: WHY });
      const { state } = await assignment(one.assignment_id);
      expect((await voidIt(attempt_id)).body).toMatchObject({ evidence_voided: 0, assignment_state: state });
    }
  });

  it('tried with X-Dry-Run answers the same and keeps nothing', async () => {
    const one = await given();
    const attempt_id = await take(one, true);
    const tried = await voidIt(attempt_id, { reason: WHY }, { 'X-Dry-Run': 'true' });
    expect(tried).toMatchObject({ status: 200, body: { evidence_voided: 1, assignment_state: 'in_progress' } });
    expect((await assignment(one.assignment_id)).state).toBe('completed');
    expect((await as(asha).get(`/api/attempts/${attempt_id}`)).body.status).toBe('submitted');
    expect(await level(one)).toBe(3);
    expect(await events('attempt.void')).toEqual([]);
    expect((await voidIt(attempt_id)).body).toEqual(tried.body);
  });

  it('needs a reason, an admin and an attempt of the organisation', async () => {
    const attempt_id = await take(await given(), true);
    for (const reason of [undefined, null, '', '   ', 7, 'x'.repeat(501)])
      expect([reason, (await voidIt(attempt_id, { reason })).status]).toEqual([reason, 422]);
    for (const id of ['x', asha.staff_id]) expect((await voidIt(id)).status).toBe(404);
    const other = await openOrganisation(running);
    const path = `/api/attempts/${attempt_id}/void`;
    expect((await api(running, other.admin).post(path, { reason: WHY })).status).toBe(404);
    expect((await as(asha).post(path, { reason: WHY })).status).toBe(403);
  });
});
