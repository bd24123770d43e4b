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

const REASON = 'The connection was lost';

describe('an extra attempt', () => {
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

  const apiAs = (person: Learner) => api(running, person.headers);
  const admin = () => api(running, plant.admin);
  async function createAssignedQuiz(
    rules: object = { attempts_allowed: 1 },
  ): Promise<QuizFixture & { assignment_id: string }> {
    const training_id = await createReadingTraining(running, plant, { requires_quiz: false });
    const newQuiz = await createQuiz(running, plant, training_id, [singleChoiceQuestion('One')], rules);
    return { ...newQuiz, assignment_id: await createAssignment(running, plant, asha.staff_id, training_id) };
  }
  const grantExtraAttempt = (assignment_id: string, body: object = { reason: REASON }, headers = {}) =>
    admin().post(`/api/training-assignments/${assignment_id}/extra-attempt`, body, headers);
  const start = ({ training_id }: QuizFixture, person = asha) => apiAs(person).post('/api/attempts', { training_id });
  const submit = ({ attempt_id }: { attempt_id: string }) => apiAs(asha).post(`/api/attempts/${attempt_id}/submit`);
  const fail = async (fixture: QuizFixture) => submit((await start(fixture)).body);
  const readAuditEvents = async () =>
    (await admin().get('/api/audit-events?action=training-assignment.extra-attempt')).body;
  const row = async (id: string) => (await admin().get(`/api/training-assignments/${id}`)).body;

  it('can be started by that person and is audited with its reason', async () => {
    const fixture = await createAssignedQuiz();
    const bala = await createLearner(running, plant, 'Bala');
    await createAssignment(running, plant, bala.staff_id, fixture.training_id);
    await fail(fixture);
    expect((await start(fixture)).body.code).toBe('no_attempts_left');
    const { assignment_id } = fixture;
    expect(await grantExtraAttempt(assignment_id, { reason: `  ${REASON} ` })).toMatchObject({
      status: 200,
      body: { assignment_id, extra_attempts: 1, attempts_left: 1 },
    });
    expect((await row(assignment_id)).extra_attempts).toBe(1);
    expect((await start(fixture)).body).toMatchObject({ status: 'in_progress', attempt_no: 2 });
    // Bala has the regular attempt left.
    await apiAs(bala).post(`/api/attempts/${(await start(fixture, bala)).body.attempt_id}/submit`);
    expect(await start(fixture, bala)).toMatchObject({
      status: 409,
      body: { code: 'no_attempts_left', facts: { allowed: 1 } },
    });
    const [event] = await readAuditEvents();
    expect((await admin().get(`/api/audit-events/${event.id}`)).body).toMatchObject({
      subject_id: assignment_id,
      was: { extra_attempts: 0 },
      became: { extra_attempts: 1, reason: REASON },
    });
  });

  it('is granted once by repeated calls, and again when it is used', async () => {
    const fixture = await createAssignedQuiz();
    await fail(fixture);
    await grantExtraAttempt(fixture.assignment_id);
    expect(await grantExtraAttempt(fixture.assignment_id)).toMatchObject({
      status: 409,
      body: { code: 'attempts_left' },
    });
    await fail(fixture);
    expect((await start(fixture)).body).toMatchObject({ code: 'no_attempts_left', facts: { allowed: 2 } });
    expect((await grantExtraAttempt(fixture.assignment_id)).body).toMatchObject({
      extra_attempts: 2,
      attempts_left: 1,
    });
    expect((await start(fixture)).status).toBe(200);
    expect(await readAuditEvents()).toHaveLength(2);
  });

  it('is granted once by two concurrent calls', async () => {
    const fixture = await createAssignedQuiz();
    await fail(fixture);
    const replies = await Promise.all([1, 2, 3].map(() => grantExtraAttempt(fixture.assignment_id)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await row(fixture.assignment_id)).extra_attempts).toBe(1);
  });

  it('is one attempt even when the limit was lowered below the used ones', async () => {
    const fixture = await createAssignedQuiz({ attempts_allowed: 3 });
    for (const _ of [1, 2, 3]) await fail(fixture);
    await admin().patch(`/api/quizzes/${fixture.quiz_id}`, { attempts_allowed: 1 });
    expect((await grantExtraAttempt(fixture.assignment_id)).body).toMatchObject({ attempts_left: 1 });
    await fail(fixture);
    expect((await start(fixture)).body.code).toBe('no_attempts_left');
  });

  it('hides correct answers until it is used where they are shown after the last attempt', async () => {
    const fixture = await createAssignedQuiz({ attempts_allowed: 1, review: 'after_last' });
    const { attempt_id } = (await fail(fixture)).body;
    const review = async () => (await apiAs(asha).get(`/api/attempts/${attempt_id}`)).body.review;
    expect(await review()).not.toBeNull();
    await grantExtraAttempt(fixture.assignment_id);
    expect(await review()).toBeNull();
    await fail(fixture);
    expect(await review()).not.toBeNull();
  });

  it('applies to one cycle only', async () => {
    const fixture = await createAssignedQuiz();
    await fail(fixture);
    await grantExtraAttempt(fixture.assignment_id);
    const { attempt_id } = (await start(fixture)).body;
    const { option_id } = fixture.questions[0]!.options[0]!;
    await apiAs(asha).put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [option_id], sequence: 1 });
    expect((await submit({ attempt_id })).body.result).toBe('passed');
    const pair = { staff_id: [asha.staff_id], training_id: [fixture.training_id] };
    expect((await admin().post('/api/training-assignments/bulk', pair)).body).toMatchObject({ assigned: 1 });
    await fail(fixture);
    expect((await start(fixture)).body).toMatchObject({ code: 'no_attempts_left', facts: { allowed: 1 } });
  });

  it('tried with X-Dry-Run answers the same and stores nothing', async () => {
    const fixture = await createAssignedQuiz();
    await fail(fixture);
    const { assignment_id } = fixture;
    expect(await grantExtraAttempt(assignment_id, { reason: REASON }, { 'X-Dry-Run': 'true' })).toMatchObject({
      status: 200,
      body: { assignment_id, extra_attempts: 1, attempts_left: 1 },
    });
    expect((await row(assignment_id)).extra_attempts).toBe(0);
    expect((await start(fixture)).body.code).toBe('no_attempts_left');
    expect(await readAuditEvents()).toEqual([]);
  });

  it('is refused with a specific code where it has no effect', async () => {
    const unlimitedQuiz = await createAssignedQuiz({ attempts_allowed: null });
    expect(await grantExtraAttempt(unlimitedQuiz.assignment_id)).toMatchObject({
      status: 409,
      body: { code: 'no_attempt_limit' },
    });
    await admin().post(`/api/quizzes/${unlimitedQuiz.quiz_id}/archive`);
    expect(await grantExtraAttempt(unlimitedQuiz.assignment_id)).toMatchObject({
      status: 409,
      body: { code: 'no_active_quiz' },
    });
    const waivedAssignment = await createAssignedQuiz();
    await fail(waivedAssignment);
    await admin().post('/api/training-assignments/waive', {
      assignment_id: [waivedAssignment.assignment_id],
      reason: REASON,
    });
    expect(await grantExtraAttempt(waivedAssignment.assignment_id)).toMatchObject({
      status: 409,
      body: { code: 'assignment_not_open', facts: { state: 'waived' } },
    });
    for (const reason of [undefined, null, '', '   ', 7, 'x'.repeat(501)])
      expect([reason, (await grantExtraAttempt(waivedAssignment.assignment_id, { reason })).status]).toEqual([
        reason,
        422,
      ]);
    for (const id of ['x', asha.staff_id]) expect((await grantExtraAttempt(id)).status).toBe(404);
    const other = await openOrganisation(running);
    const path = `/api/training-assignments/${waivedAssignment.assignment_id}/extra-attempt`;
    expect((await api(running, other.admin).post(path, { reason: REASON })).status).toBe(404);
    expect((await apiAs(asha).post(path, { reason: REASON })).status).toBe(403);
  });
});
