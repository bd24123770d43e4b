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
  type QuizFixture,
  type Learner,
} from '../support/quiz-fixtures';
import { runScheduledJob } from '../support/scheduled-jobs';

const MINUTE = 60_000;
const WHY = 'Reads with a screen reader';

describe('the time limit of a quiz', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T10:00:00.000Z');
    plant = await openOrganisation(running);
    asha = await createLearner(running, plant);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const as = (person: { headers: Record<string, string> }) => api(running, person.headers);
  const admin = () => api(running, plant.admin);
  async function createAssignedQuiz(rules: object = {}, person = asha): Promise<QuizFixture> {
    const questions = [singleChoiceQuestion('One'), singleChoiceQuestion('Two')];
    const quizFixture = await createQuiz(
      running,
      plant,
      await createReadingTraining(running, plant, { requires_quiz: false }),
      questions,
      {
        time_limit_minutes: 30,
        ...rules,
      },
    );
    await createAssignment(running, plant, person.staff_id, quizFixture.training_id);
    return quizFixture;
  }
  const start = async ({ training_id }: QuizFixture, person = asha) =>
    (await as(person).post('/api/attempts', { training_id })).body;
  const grantExtraTime = ({ quiz_id }: QuizFixture, minutes: number, { staff_id } = asha, reason = WHY) =>
    admin().post(`/api/quizzes/${quiz_id}/extra-time`, { staff_id, minutes, reason });
  const rightOptionId = (quizFixture: QuizFixture, at = 0) => quizFixture.questions[at]!.options[0]!.option_id;
  const answer = (quizFixture: QuizFixture, attempt_id: string, sequence = 1) =>
    as(asha).put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [rightOptionId(quizFixture)], sequence });
  const submit = (attempt_id: string) => as(asha).post(`/api/attempts/${attempt_id}/submit`);
  const read = async (attempt_id: string, person = asha) => (await as(person).get(`/api/attempts/${attempt_id}`)).body;
  const runOverdueJob = async () => (await runScheduledJob(running, 'overdue-attempts')).count;
  const fetchAuditEvents = async () =>
    (await admin().get('/api/audit-events?action=quiz.extra-time&_sort=at&_order=asc')).body;

  describe('with extra time for one person', () => {
    it('extends the deadline of their attempts only', async () => {
      const forklift = await createAssignedQuiz();
      const bala = await createLearner(running, plant, 'Bala');
      await createAssignment(running, plant, bala.staff_id, forklift.training_id);
      expect(await grantExtraTime(forklift, 30)).toMatchObject({
        status: 200,
        body: { staff_id: asha.staff_id, minutes: 30, deadline: null },
      });
      expect(await start(forklift)).toMatchObject({
        deadline: '2026-03-01T11:00:00.000Z',
        closes_at: '2026-03-01T11:00:00.000Z',
        time_limit_minutes: 30,
        extra_minutes: 30,
      });
      expect(await start(forklift, bala)).toMatchObject({ deadline: '2026-03-01T10:30:00.000Z', extra_minutes: null });
    });

    it('moves the deadline of the running attempt, which answers contain, and the job waits for it', async () => {
      const forklift = await createAssignedQuiz();
      const { attempt_id } = await start(forklift);
      running.clock.advance(20 * MINUTE);
      expect((await grantExtraTime(forklift, 15)).body).toMatchObject({ deadline: '2026-03-01T10:45:00.000Z' });
      running.clock.advance(20 * MINUTE);
      await runOverdueJob();
      expect(await answer(forklift, attempt_id)).toMatchObject({
        status: 200,
        body: { deadline: '2026-03-01T10:45:00.000Z' },
      });
      running.clock.advance(5 * MINUTE + 1);
      await runOverdueJob();
      expect(await read(attempt_id)).toMatchObject({
        status: 'submitted',
        submitted_at: '2026-03-01T10:45:00.000Z',
        score: 50,
      });
    });

    it('can be reduced, but no deadline moves before now', async () => {
      const forklift = await createAssignedQuiz();
      await grantExtraTime(forklift, 60);
      const { attempt_id } = await start(forklift);
      running.clock.advance(40 * MINUTE);
      await answer(forklift, attempt_id);
      expect((await grantExtraTime(forklift, 5)).body.deadline).toBe('2026-03-01T10:40:00.000Z');
      running.clock.advance(1);
      expect((await answer(forklift, attempt_id, 2)).body.code).toBe('attempt_over');
      expect((await submit(attempt_id)).body).toMatchObject({ score: 50, submitted_at: '2026-03-01T10:40:00.000Z' });
    });

    it('replaces extra time that was granted before', async () => {
      const forklift = await createAssignedQuiz();
      const { attempt_id } = await start(forklift);
      await grantExtraTime(forklift, 10);
      await Promise.all([grantExtraTime(forklift, 20), grantExtraTime(forklift, 20)]);
      expect(await read(attempt_id)).toMatchObject({ deadline: '2026-03-01T10:50:00.000Z', extra_minutes: 20 });
      await grantExtraTime(forklift, 20);
      expect((await fetchAuditEvents()).map(({ became }: { became: { minutes: number } }) => became.minutes)).toEqual([
        10, 20,
      ]);
      await grantExtraTime(forklift, 0);
      expect(await read(attempt_id)).toMatchObject({ deadline: '2026-03-01T10:30:00.000Z', extra_minutes: null });
      await grantExtraTime(forklift, 0);
      const events = await fetchAuditEvents();
      expect(events).toHaveLength(3);
      expect(events[2]).toMatchObject({
        subject_id: forklift.quiz_id,
        was: { staff_id: asha.staff_id, minutes: 20, reason: WHY },
        became: { staff_id: asha.staff_id, minutes: 0 },
      });
    });

    it('does not reopen an attempt that is over', async () => {
      const forklift = await createAssignedQuiz();
      const { attempt_id } = await start(forklift);
      running.clock.advance(31 * MINUTE);
      expect((await grantExtraTime(forklift, 30)).body.deadline).toBe('2026-03-01T10:30:00.000Z');
      expect((await submit(attempt_id)).body).toMatchObject({ status: 'submitted', score: 0 });
    });

    it('is visible to that person and to admins, with reason, grantor and time', async () => {
      const forklift = await createAssignedQuiz();
      const bala = await createLearner(running, plant, 'Bala');
      await createAssignment(running, plant, bala.staff_id, forklift.training_id);
      await grantExtraTime(forklift, 30);
      await grantExtraTime(forklift, 10, bala, 'Writes in a second language');
      const path = `/api/quizzes/${forklift.quiz_id}/extra-times`;
      const own = { staff_id: asha.staff_id, minutes: 30, reason: WHY, given_at: '2026-03-01T10:00:00.000Z' };
      expect((await as(asha).get(path)).body).toEqual({ times: [{ ...own, given_by: null }] });
      expect((await as(asha).get(path)).body.times).toHaveLength(1);
      expect((await admin().get(path)).body.times).toHaveLength(2);
      const other = await openOrganisation(running);
      expect((await api(running, other.admin).get(path)).status).toBe(404);
      const chitra = await createLearner(running, plant, 'Chitra');
      expect((await as(chitra).get(path)).status).toBe(404);
    });

    it('is hidden from managers, who see the usual deadline', async () => {
      const forklift = await createAssignedQuiz();
      const { attempt_id } = await start(forklift);
      await grantExtraTime(forklift, 30);
      const lead = await createLearner(running, plant, 'Dev');
      expect((await admin().patch(`/api/staff/${asha.staff_id}`, { manager_id: lead.staff_id })).status).toBe(200);
      const manager = { headers: await plant.signIn({ role: 'user', staff_id: lead.staff_id }) };
      const usual = { deadline: '2026-03-01T10:30:00.000Z', extra_minutes: null };
      expect((await as(manager).get('/api/attempts')).body).toMatchObject([{ attempt_id, ...usual }]);
      expect(await read(attempt_id, manager as Learner)).toMatchObject({ ...usual, closes_at: usual.deadline });
      expect((await as(manager).get('/api/attempts?extra_minutes=30')).status).toBe(400);
      expect((await as(manager).get(`/api/quizzes/${forklift.quiz_id}/extra-times`)).status).toBe(404);
      expect((await admin().get('/api/attempts')).body).toMatchObject([
        { deadline: '2026-03-01T11:00:00.000Z', extra_minutes: 30 },
      ]);
    });

    it('is granted by admins to their own staff, for a quiz with a limit, with a reason', async () => {
      const forklift = await createAssignedQuiz();
      const path = `/api/quizzes/${forklift.quiz_id}/extra-time`;
      const body = { staff_id: asha.staff_id, minutes: 30, reason: WHY };
      expect((await as(asha).post(path, body)).status).toBe(403);
      expect((await grantExtraTime(await createAssignedQuiz({ time_limit_minutes: null }), 30)).body.code).toBe(
        'no_time_limit',
      );
      const other = await openOrganisation(running);
      expect((await api(running, other.admin).post(path, body)).status).toBe(404);
      const esra = await createLearner(running, other, 'Esra');
      for (const [wrong, field] of [
        [{ staff_id: esra.staff_id }, 'staff_id'],
        [{ staff_id: newId() }, 'staff_id'],
        [{ minutes: -1 }, 'minutes'],
        [{ minutes: 1441 }, 'minutes'],
        [{ minutes: 1.5 }, 'minutes'],
        [{ reason: ' ' }, 'reason'],
        [{ reason: undefined }, 'reason'],
      ] as const) {
        const reply = await admin().post(path, { ...body, ...wrong });
        expect([wrong, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([wrong, 422, [field]]);
      }
      expect((await admin().get(`${path}s`)).body).toEqual({ times: [] });
      expect(await fetchAuditEvents()).toEqual([]);
    });

    it('is deleted with its quiz', async () => {
      const forklift = await createAssignedQuiz();
      await grantExtraTime(forklift, 30);
      expect((await admin().delete(`/api/quizzes/${forklift.quiz_id}`)).status).toBe(204);
    });
  });

  describe('when it is over', () => {
    it('allows submission of the saved answers in the grace period, without new answers', async () => {
      const forklift = await createAssignedQuiz({ at_end: 'grace', grace_minutes: 5 });
      const attempt = await start(forklift);
      const { attempt_id } = attempt;
      expect(attempt).toMatchObject({ at_end: 'grace', closes_at: '2026-03-01T10:35:00.000Z' });
      await answer(forklift, attempt_id);
      running.clock.advance(33 * MINUTE);
      await runOverdueJob();
      expect(await answer(forklift, attempt_id, 2)).toMatchObject({ status: 409, body: { code: 'attempt_over' } });
      expect(await start(forklift)).toMatchObject({ attempt_id, status: 'in_progress' });
      expect((await submit(attempt_id)).body).toMatchObject({
        status: 'submitted',
        score: 50,
        submitted_at: '2026-03-01T10:33:00.000Z',
      });
      expect((await submit(attempt_id)).body.score).toBe(50);
    });

    it('abandons an unsubmitted attempt after the grace period', async () => {
      const forklift = await createAssignedQuiz({
        at_end: 'grace',
        grace_minutes: 5,
        attempts_allowed: 2,
        pause_minutes: 10,
      });
      const { attempt_id } = await start(forklift);
      await answer(forklift, attempt_id);
      running.clock.advance(35 * MINUTE + 1);
      await runOverdueJob();
      expect(await read(attempt_id)).toMatchObject({
        status: 'abandoned',
        submitted_at: null,
        score: null,
        result: null,
        review: null,
      });
      expect((await submit(attempt_id)).body).toMatchObject({ status: 'abandoned' });
      expect(await start(forklift)).toMatchObject({
        code: 'attempt_pause',
        facts: { until: '2026-03-01T10:45:00.000Z' },
      });
    });

    it('abandons what was not handed in, which counts as one of those allowed', async () => {
      const forklift = await createAssignedQuiz({ at_end: 'abandon', attempts_allowed: 2 });
      const { attempt_id } = await start(forklift);
      await answer(forklift, attempt_id);
      running.clock.advance(30 * MINUTE + 1);
      expect((await submit(attempt_id)).body).toMatchObject({ status: 'abandoned', score: null });
      const second = await start(forklift);
      expect(second).toMatchObject({ attempt_no: 2, status: 'in_progress' });
      running.clock.advance(29 * MINUTE);
      expect((await submit(second.attempt_id)).body).toMatchObject({ status: 'submitted', score: 0 });
      expect(await start(forklift)).toMatchObject({ code: 'no_attempts_left' });
      const [{ state }] = (await as(asha).get('/api/training-assignments')).body;
      expect(state).toBe('in_progress');
    });

    it('is abandoned by the job, once for two processes, also after a downtime', async () => {
      const forklift = await createAssignedQuiz({ at_end: 'abandon' });
      const { attempt_id } = await start(forklift);
      await runOverdueJob();
      running.clock.advance(90 * MINUTE);
      await Promise.all([runOverdueJob(), runOverdueJob()]);
      expect(await read(attempt_id)).toMatchObject({ status: 'abandoned', deadline: '2026-03-01T10:30:00.000Z' });
      expect(await runOverdueJob()).toBe(0);
    });

    it('refuses late answers of the specification’s call, and accepts saved ones again', async () => {
      const forklift = await createAssignedQuiz({ at_end: 'grace', grace_minutes: 5 });
      const { training_id, quiz_id } = forklift;
      const { attempt_id } = await start(forklift);
      await answer(forklift, attempt_id);
      running.clock.advance(31 * MINUTE);
      const answers = [{ question_id: forklift.questions[0]!.question_id, option_id: [rightOptionId(forklift)] }];
      const body = { training_id, quiz_id, attempt_id, answers };
      const saved = await as(asha).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body);
      expect(saved.body).toMatchObject({ Status: true, data: { score: 50 } });
      // A new answer is too late, however often it is sent.
      const other = { ...body, answers: [{ ...answers[0]!, option_id: [] }] };
      for (let time = 0; time < 2; time++)
        expect((await as(asha).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', other)).body).toMatchObject({
          Status: false,
        });
      expect((await as(asha).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body)).body).toMatchObject({ Status: true });

      const abandoned = await createAssignedQuiz({ at_end: 'abandon' });
      const late = await start(abandoned);
      running.clock.advance(31 * MINUTE);
      const refused = await as(asha).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', {
        training_id: abandoned.training_id,
        quiz_id: abandoned.quiz_id,
        attempt_id: late.attempt_id,
        answers: [{ question_id: abandoned.questions[0]!.question_id, option_id: [rightOptionId(abandoned)] }],
      });
      expect(refused.body).toMatchObject({ Status: false, message: expect.stringContaining('abandoned') });
      expect((await read(late.attempt_id)).status).toBe('abandoned');
    });

    it('follows the settings of the quiz at the start of the attempt', async () => {
      const forklift = await createAssignedQuiz({ at_end: 'auto_submit' });
      const { attempt_id } = await start(forklift);
      await answer(forklift, attempt_id);
      const path = `/api/quizzes/${forklift.quiz_id}`;
      expect((await admin().patch(path, { at_end: 'abandon', time_limit_minutes: 5 })).status).toBe(200);
      running.clock.advance(31 * MINUTE);
      await runOverdueJob();
      expect(await read(attempt_id)).toMatchObject({ status: 'submitted', score: 50, at_end: 'auto_submit' });
    });

    it('needs the minutes of its grace period', async () => {
      const { quiz_id } = await createAssignedQuiz();
      const path = `/api/quizzes/${quiz_id}`;
      expect((await admin().patch(path, { at_end: 'grace' })).body.errors).toHaveProperty('grace_minutes');
      for (const grace_minutes of [0, 61, 1.5])
        expect((await admin().patch(path, { at_end: 'grace', grace_minutes })).status).toBe(422);
      expect((await admin().patch(path, { at_end: 'grace', grace_minutes: 60 })).body.grace_minutes).toBe(60);
      expect((await admin().patch(path, { grace_minutes: null })).status).toBe(422);
    });
  });
});
