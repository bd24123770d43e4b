import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { assign, learner, quiz, single, training, type GivenQuiz, type Learner } from '../support/quiz-given';

const WHY = 'The connection was lost';

describe('an extra attempt', () => {
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
  async function given(rules: object = { attempts_allowed: 1 }): Promise<GivenQuiz & { assignment_id: string }> {
    const training_id = await training(running, plant, { requires_quiz: false });
    const made = await quiz(running, plant, training_id, [single('One')], rules);
    return { ...made, assignment_id: await assign(running, plant, asha.staff_id, training_id) };
  }
  const give = (assignment_id: string, body: object = { reason: WHY }, headers = {}) =>
    admin().post(`/api/training-assignments/${assignment_id}/extra-attempt`, body, headers);
  const start = ({ training_id }: GivenQuiz, who = asha) => as(who).post('/api/attempts', { training_id });
  const submit = ({ attempt_id }: { attempt_id: string }) => as(asha).post(`/api/attempts/${attempt_id}/submit`);
  const fail = async (one: GivenQuiz) => submit((await start(one)).body);
  const told = async () => (await admin().get('/api/audit-events?action=training-assignment.extra-attempt')).body;
  const row = async (id: string) => (await admin().get(`/api/training-assignments/${id}`)).body;

  it('can be begun by that person, and is told with its reason', async () => {
    const one = await given();
    const bala = await learner(running, plant, 'Bala');
    await assign(running, plant, bala.staff_id, one.training_id);
    await fail(one);
    expect((await start(one)).body.code).toBe('no_attempts_left');
    const { assignment_id } = one;
    expect(await give(assignment_id, { reason: `  ${WHY} ` })).toMatchObject({
      status: 200,
      body: { assignment_id, extra_attempts: 1, attempts_left: 1 },
    });
    expect((await row(assignment_id)).extra_attempts).toBe(1);
    expect((await start(one)).body).toMatchObject({ status: 'in_progress', attempt_no: 2 });
    // Bala has one still, as everybody.
    await as(bala).post(`/api/attempts/${(await start(one, bala)).body.attempt_id}/submit`);
    expect(await start(one, bala)).toMatchObject({
      status: 409,
      body: { code: 'no_attempts_left', facts: { allowed: 1 } },
    });
    const [event] = await told();
    expect((await admin().get(`/api/audit-events/${event.id}`)).body).toMatchObject({
      subject_id: assignment_id,
      was: { extra_attempts: 0 },
      became: { extra_attempts: 1, reason: WHY },
    });
  });

  it('is given once by a call that is sent twice, and again when it is used', async () => {
    const one = await given();
    await fail(one);
    await give(one.assignment_id);
    expect(await give(one.assignment_id)).toMatchObject({ status: 409, body: { code: 'attempts_left' } });
    await fail(one);
    expect((await start(one)).body).toMatchObject({ code: 'no_attempts_left', facts: { allowed: 2 } });
    expect((await give(one.assignment_id)).body).toMatchObject({ extra_attempts: 2, attempts_left: 1 });
    expect((await start(one)).status).toBe(200);
    expect(await told()).toHaveLength(2);
  });

  it('is given once by two calls at once', async () => {
    const one = await given();
    await fail(one);
    const replies = await Promise.all([1, 2, 3].map(() => give(one.assignment_id)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await row(one.assignment_id)).extra_attempts).toBe(1);
  });

  it('is one attempt also where the limit was lowered below what was used', async () => {
    const one = await given({ attempts_allowed: 3 });
    for (const _ of [1, 2, 3]) await fail(one);
    await admin().patch(`/api/quizzes/${one.quiz_id}`, { attempts_allowed: 1 });
    expect((await give(one.assignment_id)).body).toMatchObject({ attempts_left: 1 });
    await fail(one);
    expect((await start(one)).body.code).toBe('no_attempts_left');
  });

  it('hides what is right until it is used, where that is shown after the last attempt', async () => {
    const one = await given({ attempts_allowed: 1, review: 'after_last' });
    const { attempt_id } = (await fail(one)).body;
    const review = async () => (await as(asha).get(`/api/attempts/${attempt_id}`)).body.review;
    expect(await review()).not.toBeNull();
    await give(one.assignment_id);
    expect(await review()).toBeNull();
    await fail(one);
    expect(await review()).not.toBeNull();
  });

  it('is of one cycle: the next one begins with what the quiz allows', async () => {
    const one = await given();
    await fail(one);
    await give(one.assignment_id);
    const { attempt_id } = (await start(one)).body;
    const { option_id } = one.questions[0]!.options[0]!;
    await as(asha).put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [option_id], sequence: 1 });
    expect((await submit({ attempt_id })).body.result).toBe('passed');
    const pair = { staff_id: [asha.staff_id], training_id: [one.training_id] };
    expect((await admin().post('/api/training-assignments/bulk', pair)).body).toMatchObject({ assigned: 1 });
    await fail(one);
    expect((await start(one)).body).toMatchObject({ code: 'no_attempts_left', facts: { allowed: 1 } });
  });

  it('tried with X-Dry-Run answers the same and keeps nothing', async () => {
    const one = await given();
    await fail(one);
    const { assignment_id } = one;
    expect(await give(assignment_id, { reason: WHY }, { 'X-Dry-Run': 'true' })).toMatchObject({
      status: 200,
      body: { assignment_id, extra_attempts: 1, attempts_left: 1 },
    });
    expect((await row(assignment_id)).extra_attempts).toBe(0);
    expect((await start(one)).body.code).toBe('no_attempts_left');
    expect(await told()).toEqual([]);
  });

  it('is refused where it means nothing, each time with its reason', async () => {
    const open = await given({ attempts_allowed: null });
    expect(await give(open.assignment_id)).toMatchObject({ status: 409, body: { code: 'no_attempt_limit' } });
    await admin().post(`/api/quizzes/${open.quiz_id}/archive`);
    expect(await give(open.assignment_id)).toMatchObject({ status: 409, body: { code: 'no_active_quiz' } });
    const waived = await given();
    await fail(waived);
    await admin().post('/api/training-assignments/waive', { assignment_id: [waived.assignment_id], reason: WHY });
    expect(await give(waived.assignment_id)).toMatchObject({
      status: 409,
      body: { code: 'assignment_not_open', facts: { state: 'waived' } },
    });
    for (const reason of [undefined, null, '', '   ', 7, 'x'.repeat(501)])
      expect([reason, (await give(waived.assignment_id, { reason })).status]).toEqual([reason, 422]);
    for (const id of ['x', asha.staff_id]) expect((await give(id)).status).toBe(404);
    const other = await openOrganisation(running);
    const path = `/api/training-assignments/${waived.assignment_id}/extra-attempt`;
    expect((await api(running, other.admin).post(path, { reason: WHY })).status).toBe(404);
    expect((await as(asha).post(path, { reason: WHY })).status).toBe(403);
  });
});
