import { newId } from '../../src/common/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
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
import { statementsOfRequests } from '../support/recorded-statements';
import { runScheduledJob } from '../support/scheduled-jobs';

/** Words of an answer key; none may appear in the answers of a running attempt. */
const ANSWER_KEY_WORDS = /fraction|right|explanation|feedback|WHY-|HINT-|SAID-|marks/i;
const MINUTE = 60_000;

describe('attempts', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.release();
    plant = await openOrganisation(running);
    asha = await createLearner(running, plant);
  });
  afterAll(() => running.close());

  const apiAs = (person: { headers: Record<string, string> }) => api(running, person.headers);
  const admin = () => api(running, plant.admin);

  async function createAssignedQuiz(
    questions: readonly object[],
    rules: object = {},
    trainingOptions: Parameters<typeof createReadingTraining>[2] = {},
  ): Promise<QuizFixture> {
    const newQuiz = await createQuiz(
      running,
      plant,
      await createReadingTraining(running, plant, trainingOptions),
      questions,
      rules,
    );
    await createAssignment(running, plant, asha.staff_id, newQuiz.training_id);
    return newQuiz;
  }
  const start = async ({ training_id }: QuizFixture, person = asha) =>
    apiAs(person).post('/api/attempts', { training_id });
  const rightOptionOf = (givenQuiz: QuizFixture, index: number) => givenQuiz.questions[index]!.options[0]!.option_id;
  const wrongOptionOf = (givenQuiz: QuizFixture, index: number) => givenQuiz.questions[index]!.options[1]!.option_id;
  const answer = (attempt_id: string, slot: number, option_id: unknown, sequence: unknown = 1) =>
    apiAs(asha).put(`/api/attempts/${attempt_id}/answers/${slot}`, { option_id, sequence });
  const submit = (attempt_id: string) => apiAs(asha).post(`/api/attempts/${attempt_id}/submit`);

  it('start with the questions in their order and the server’s clock, and say nothing of what is right', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One'), singleChoiceQuestion('Two')], {
      time_limit_minutes: 20,
      pass_mark: 75,
    });
    running.clock.freeze('2026-03-01T10:00:00.000Z');
    const headers = await plant.signIn({ role: 'user', staff_id: asha.staff_id });
    const { status, body } = await api(running, headers).post('/api/attempts', { training_id: forklift.training_id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      quiz_id: forklift.quiz_id,
      staff_id: asha.staff_id,
      attempt_no: 1,
      status: 'in_progress',
      pass_mark: 75,
      started_at: '2026-03-01T10:00:00.000Z',
      deadline: '2026-03-01T10:20:00.000Z',
      now: '2026-03-01T10:00:00.000Z',
      answers: [],
      review: null,
      score: null,
    });
    expect(body.questions.map((one: { text: string }) => one.text)).toEqual(['One', 'Two']);
    expect(body.questions[0].options).toHaveLength(3);
    expect(JSON.stringify(body)).not.toMatch(ANSWER_KEY_WORDS);
  });

  it('continue in a second tab, with the saved answers and the same deadline', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One'), singleChoiceQuestion('Two')], {
      time_limit_minutes: 20,
    });
    const { body: first } = await start(forklift);
    await answer(first.attempt_id, 2, [wrongOptionOf(forklift, 1)]);
    const { body: second } = await start(forklift);
    expect(second).toMatchObject({ attempt_id: first.attempt_id, attempt_no: 1, deadline: first.deadline });
    expect(second.answers).toMatchObject([{ slot: 2, option_id: [wrongOptionOf(forklift, 1)], sequence: 1 }]);
    expect(JSON.stringify(second)).not.toMatch(ANSWER_KEY_WORDS);
  });

  it('started by ten tabs at once are one', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')], { shuffle_options: true });
    const replies = await Promise.all([...Array(10)].map(() => start(forklift)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(new Set(replies.map(({ body }) => body.attempt_id)).size).toBe(1);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.questions))).size).toBe(1);
    expect((await admin().get('/api/attempts')).body).toHaveLength(1);
  });

  it('need an assignment and a staff record', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')]);
    const bala = await createLearner(running, plant, 'Bala');
    expect(await start(forklift, bala)).toMatchObject({ status: 403, body: { code: 'not_assigned' } });
    const registrant = await admin().post('/api/attempts', { training_id: forklift.training_id });
    expect(registrant).toMatchObject({ status: 403, body: { code: 'no_staff_record' } });
    const other = await openOrganisation(running);
    const esra = await createLearner(running, other, 'Esra');
    expect((await start(forklift, esra)).status).toBe(404);
    expect((await apiAs(asha).post('/api/attempts', { training_id: newId() })).status).toBe(404);
    expect((await apiAs(asha).post('/api/attempts', { training_id: 'x' })).status).toBe(422);
  });

  it('stop when the assignment is removed, and go on when it is there again', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')]);
    const { body } = await start(forklift);
    const [{ assignment_id }] = (await apiAs(asha).get('/api/training-assignments')).body;
    const removed = await admin().post('/api/training-assignments/remove', { assignment_id: [assignment_id] });
    expect(removed.status).toBe(200);
    expect((await start(forklift)).body.code).toBe('not_assigned');
    const pairs = { staff_id: [asha.staff_id], training_id: [forklift.training_id] };
    expect((await admin().post('/api/training-assignments/bulk', pairs)).status).toBe(200);
    expect((await start(forklift)).body).toMatchObject({ attempt_id: body.attempt_id, status: 'in_progress' });
  });

  it('do not start on a draft, on a quiz without questions, or on an archived quiz', async () => {
    const draft = await createQuiz(running, plant, await createReadingTraining(running, plant, { status: 'draft' }), [
      singleChoiceQuestion('One'),
    ]);
    await createAssignment(running, plant, asha.staff_id, draft.training_id);
    expect((await start(draft)).body.code).toBe('training_not_published');
    const optional = { requires_quiz: false };
    expect((await start(await createAssignedQuiz([], {}, optional))).body.code).toBe('quiz_not_ready');
    const oldQuiz = await createAssignedQuiz([singleChoiceQuestion('One')], {}, optional);
    await admin().post(`/api/quizzes/${oldQuiz.quiz_id}/archive`);
    expect(await start(oldQuiz)).toMatchObject({ status: 409, body: { code: 'quiz_not_ready' } });
  });

  it('keep for each question the answer with the highest sequence, and refuse what comes too late', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')]);
    const { body } = await start(forklift);
    const [a, b, c] = forklift.questions[0]!.options.map(({ option_id }) => option_id);
    const saved = await answer(body.attempt_id, 1, [a], 3);
    expect(saved).toMatchObject({ status: 200, body: { slot: 1, option_id: [a], sequence: 3 } });
    expect(JSON.stringify(saved.body)).not.toMatch(ANSWER_KEY_WORDS);
    expect(await answer(body.attempt_id, 1, [b], 2)).toMatchObject({ status: 409, body: { code: 'answer_outdated' } });
    expect((await answer(body.attempt_id, 1, [b], 3)).body.code).toBe('answer_outdated');
    expect((await answer(body.attempt_id, 1, [a], 3)).status).toBe(200);
    expect((await answer(body.attempt_id, 1, [c], 4)).status).toBe(200);
    expect((await start(forklift)).body.answers).toMatchObject([{ option_id: [c], sequence: 4 }]);
    expect((await answer(body.attempt_id, 1, [], 5)).body.option_id).toEqual([]);
  });

  it('take answers that arrive at once in the order of their sequence', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')]);
    const { body } = await start(forklift);
    const options = forklift.questions[0]!.options.map(({ option_id }) => option_id);
    const replies = await Promise.all(
      [5, 1, 9, 3, 7].map((sequence) => answer(body.attempt_id, 1, [options[sequence % 3]], sequence)),
    );
    for (const { status } of replies) expect([200, 409]).toContain(status);
    expect((await start(forklift)).body.answers).toMatchObject([{ sequence: 9, option_id: [options[0]] }]);
  });

  it('refuse foreign and repeated ids, several options where one is asked, and slots that are not there', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One'), singleChoiceQuestion('Two')]);
    const { body } = await start(forklift);
    const a = rightOptionOf(forklift, 0);
    expect(await answer(body.attempt_id, 1, [rightOptionOf(forklift, 1)])).toMatchObject({
      status: 422,
      body: { code: 'option_foreign' },
    });
    expect((await answer(body.attempt_id, 1, [a, a])).body.code).toMatch(/option_repeated|invalid_fields/);
    expect((await answer(body.attempt_id, 1, [a, wrongOptionOf(forklift, 0)])).body.code).toBe('too_many_options');
    expect((await answer(body.attempt_id, 3, [a])).status).toBe(404);
    expect((await answer(body.attempt_id, Number.NaN, [a])).status).toBe(404);
    expect((await answer(body.attempt_id, 1, a)).status).toBe(422);
    expect((await answer(body.attempt_id, 1, [a], '1')).status).toBe(422);
    expect((await answer(body.attempt_id, 1, [a], -1)).status).toBe(422);
    expect((await answer(newId(), 1, [a])).status).toBe(404);
    expect((await start(forklift)).body.answers).toEqual([]);
  });

  it('are answered, submitted and read only by their learner and the admins', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')]);
    const { body } = await start(forklift);
    const bala = await createLearner(running, plant, 'Bala');
    const path = `/api/attempts/${body.attempt_id}`;
    expect((await apiAs(bala).get(path)).status).toBe(404);
    expect(
      (await apiAs(bala).put(`${path}/answers/1`, { option_id: [rightOptionOf(forklift, 0)], sequence: 1 })).status,
    ).toBe(404);
    expect((await apiAs(bala).post(`${path}/submit`)).status).toBe(404);
    expect((await apiAs(bala).get('/api/attempts')).body).toEqual([]);
    expect((await apiAs(bala).get(`/api/attempts?staff_id=${asha.staff_id}`)).body).toEqual([]);
    expect((await apiAs(asha).get('/api/attempts')).body).toMatchObject([
      { attempt_id: body.attempt_id, status: 'in_progress' },
    ]);
    expect((await admin().get(path)).body).toMatchObject({ status: 'in_progress', review: null });
    const other = await openOrganisation(running);
    expect((await api(running, other.admin).get(path)).status).toBe(404);
    expect((await admin().post(`${path}/submit`)).status).toBe(403);
  });

  it('are graded on the server and submitted once, however often it is clicked', async () => {
    const forklift = await createAssignedQuiz([
      singleChoiceQuestion('One'),
      singleChoiceQuestion('Two'),
      singleChoiceQuestion('Three'),
    ]);
    const { body } = await start(forklift);
    await answer(body.attempt_id, 1, [rightOptionOf(forklift, 0)]);
    await answer(body.attempt_id, 2, [rightOptionOf(forklift, 1)]);
    const replies = await Promise.all([...Array(8)].map(() => submit(body.attempt_id)));
    for (const reply of replies) {
      expect(reply).toMatchObject({
        status: 200,
        body: { status: 'submitted', correct: 2, total: 3, score: 66.67, result: 'failed' },
      });
    }
    expect(new Set(replies.map((reply) => reply.body.submitted_at)).size).toBe(1);
    expect(await answer(body.attempt_id, 3, [rightOptionOf(forklift, 2)], 2)).toMatchObject({
      status: 409,
      body: { code: 'attempt_over' },
    });
    expect((await submit(body.attempt_id)).body.score).toBe(66.67);
  });

  it('lose no answer that was acknowledged before the submit, when both come at once', async () => {
    const forklift = await createAssignedQuiz([
      singleChoiceQuestion('One'),
      singleChoiceQuestion('Two'),
      singleChoiceQuestion('Three'),
      singleChoiceQuestion('Four'),
    ]);
    const { body } = await start(forklift);
    const answers = forklift.questions.map((_, index) =>
      answer(body.attempt_id, index + 1, [rightOptionOf(forklift, index)]),
    );
    const [submitReply, ...saved] = await Promise.all([submit(body.attempt_id), ...answers]);
    const acknowledged = saved.filter(({ status }) => status === 200).length;
    expect(submitReply!.body).toMatchObject({ status: 'submitted', correct: acknowledged });
  });

  it('store a score of 0', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')]);
    const { body } = await start(forklift);
    expect((await submit(body.attempt_id)).body).toMatchObject({ correct: 0, total: 1, score: 0, result: 'failed' });
    expect((await admin().get('/api/attempts?result=failed')).body).toMatchObject([{ score: 0, correct: 0, total: 1 }]);
  });

  it('of 22 questions pass with 18 correct (81.82) and fail with 17 (77.27)', async () => {
    const examQuiz = await createAssignedQuiz([...Array(22)].map((_, index) => singleChoiceQuestion(`Q${index}`)));
    const takeAttempt = async (right: number) => {
      const { body } = await start(examQuiz);
      for (let index = 0; index < right; index++)
        await answer(body.attempt_id, index + 1, [rightOptionOf(examQuiz, index)]);
      return (await submit(body.attempt_id)).body;
    };
    expect(await takeAttempt(17)).toMatchObject({
      attempt_no: 1,
      correct: 17,
      total: 22,
      score: 77.27,
      result: 'failed',
    });
    expect(await takeAttempt(18)).toMatchObject({
      attempt_no: 2,
      correct: 18,
      total: 22,
      score: 81.82,
      result: 'passed',
    });
  });

  it('with 19,999 of 25,000 points show 80.00 and fail', async () => {
    const points = (number: number) => singleChoiceQuestion(`P${number}`, { points: 1000 });
    const examQuiz = await createAssignedQuiz([...Array(25)].map((_, index) => points(index)));
    const oddQuestion = { ...singleChoiceQuestion('Odd'), points: 999 };
    const { body: extra } = await admin().post('/api/questions', oddQuestion);
    const { body: one } = await admin().post('/api/questions', singleChoiceQuestion('One'));
    // 19 × 1000 + 999 correct, 5 × 1000 + 1 wrong: 25,000 points in all.
    const slots = [
      ...examQuiz.questions.slice(0, 24).map(({ question_id }) => ({ question_id, points: 1000 })),
      { question_id: extra.question_id, points: 999 },
      { question_id: one.question_id, points: 1 },
    ];
    await admin().put(`/api/quizzes/${examQuiz.quiz_id}/slots`, { slots });
    const { body } = await start(examQuiz);
    for (let index = 0; index < 19; index++) await answer(body.attempt_id, index + 1, [rightOptionOf(examQuiz, index)]);
    await answer(body.attempt_id, 25, [extra.options[0].option_id]);
    expect((await submit(body.attempt_id)).body).toMatchObject({
      correct: 19_999,
      total: 25_000,
      score: 80,
      result: 'failed',
    });
  });

  it('scored 60, 85 and 70 complete the training with the second, and the third changes nothing', async () => {
    const examQuiz = await createAssignedQuiz([...Array(20)].map((_, index) => singleChoiceQuestion(`Q${index}`)));
    const bands = [
      { min_score: 80, level: 2 },
      { min_score: 95, level: 3 },
    ];
    const skill_id = await grantSkill(running, plant, examQuiz.training_id, bands);
    const evidence = async () => (await admin().get(`/api/skill-evidence?skill_id=${skill_id}`)).body;
    const state = async () => (await apiAs(asha).get('/api/training-assignments')).body[0];
    const takeAttempt = async (right: number) => {
      const { body } = await start(examQuiz);
      for (let index = 0; index < right; index++)
        await answer(body.attempt_id, index + 1, [rightOptionOf(examQuiz, index)]);
      return (await submit(body.attempt_id)).body;
    };
    expect(await takeAttempt(12)).toMatchObject({ score: 60, result: 'failed' });
    expect(await state()).toMatchObject({ state: 'in_progress', completed_at: null });
    expect(await evidence()).toEqual([]);
    const second = await takeAttempt(17);
    expect(second).toMatchObject({ score: 85, result: 'passed' });
    expect(await state()).toMatchObject({ state: 'completed', completed_at: second.submitted_at });
    expect(await takeAttempt(14)).toMatchObject({ score: 70, result: 'failed', attempt_no: 3 });
    expect(await evidence()).toMatchObject([{ level: 2, kind: 'training' }]);
    expect(await state()).toMatchObject({ state: 'completed', completed_at: second.submitted_at });
  });

  it('keep the questions and the pass mark they began with, whatever is edited meanwhile', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One'), singleChoiceQuestion('Two')], {
      pass_mark: 50,
    });
    const { body } = await start(forklift);
    const [one] = forklift.questions;
    await admin().patch(`/api/questions/${one!.question_id}`, {
      text: 'Changed',
      options: [
        { ...one!.options[0], fraction: 0 },
        { ...one!.options[1], fraction: 1 },
      ],
    });
    await admin().patch(`/api/quizzes/${forklift.quiz_id}`, { pass_mark: 100, time_limit_minutes: 1 });
    await admin().put(`/api/quizzes/${forklift.quiz_id}/slots`, { slots: [] });
    const repeatedStart = await start(forklift);
    expect(repeatedStart.body.questions).toEqual(body.questions);
    expect(repeatedStart.body.deadline).toBeNull();
    await answer(body.attempt_id, 1, [rightOptionOf(forklift, 0)]);
    expect((await submit(body.attempt_id)).body).toMatchObject({
      correct: 1,
      total: 2,
      score: 50,
      result: 'passed',
      pass_mark: 50,
    });
  });

  it('shuffle questions and options once, and show them in that order ever after', async () => {
    const questions = [...Array(12)].map((_, index) => singleChoiceQuestion(`Q${index}`));
    const examQuiz = await createAssignedQuiz(questions, { shuffle_questions: true, shuffle_options: true });
    const { body } = await start(examQuiz);
    const order = body.questions.map((one: { text: string }) => one.text);
    expect([...order].sort()).toEqual(questions.map(({ text }) => text).sort());
    expect(order).not.toEqual(questions.map(({ text }) => text));
    expect((await apiAs(asha).get(`/api/attempts/${body.attempt_id}`)).body.questions).toEqual(body.questions);
    for (const [index, one] of body.questions.entries()) {
      const right = one.options.find(({ text }: { text: string }) => text === `${one.text} A`);
      await answer(body.attempt_id, index + 1, [right.option_id]);
    }
    expect((await submit(body.attempt_id)).body).toMatchObject({ correct: 12, result: 'passed' });
  });

  describe('at the server’s deadline', () => {
    it('refuse later answers and grade the saved ones', async () => {
      const forklift = await createAssignedQuiz([singleChoiceQuestion('One'), singleChoiceQuestion('Two')], {
        time_limit_minutes: 20,
      });
      const { body } = await start(forklift);
      await answer(body.attempt_id, 1, [rightOptionOf(forklift, 0)]);
      running.clock.advance(20 * MINUTE + 1000);
      expect(await answer(body.attempt_id, 2, [rightOptionOf(forklift, 1)])).toMatchObject({
        status: 409,
        body: { code: 'attempt_over' },
      });
      expect((await submit(body.attempt_id)).body).toMatchObject({
        correct: 1,
        total: 2,
        score: 50,
        submitted_at: body.deadline,
      });
    });

    it('are ended by the scheduled job, once for two processes', async () => {
      const forklift = await createAssignedQuiz([singleChoiceQuestion('One')], { time_limit_minutes: 20 });
      const { body } = await start(forklift);
      await answer(body.attempt_id, 1, [rightOptionOf(forklift, 0)]);
      const runOverdueJob = async () => (await runScheduledJob(running, 'overdue-attempts')).count;
      await runOverdueJob();
      expect((await apiAs(asha).get(`/api/attempts/${body.attempt_id}`)).body.status).toBe('in_progress');
      running.clock.advance(20 * MINUTE + 1);
      await Promise.all([runOverdueJob(), runOverdueJob()]);
      const { body: closed } = await apiAs(asha).get(`/api/attempts/${body.attempt_id}`);
      expect(closed).toMatchObject({ status: 'submitted', submitted_at: body.deadline, score: 100, result: 'passed' });
      const [assignment] = (await apiAs(asha).get('/api/training-assignments')).body;
      expect(assignment).toMatchObject({ state: 'completed', completed_at: body.deadline });
      expect(await runOverdueJob()).toBe(0);
    });

    it('are ended when the learner starts the next attempt before the job runs', async () => {
      const forklift = await createAssignedQuiz([singleChoiceQuestion('One')], { time_limit_minutes: 20 });
      const { body } = await start(forklift);
      running.clock.advance(21 * MINUTE);
      const nextAttempt = await start(forklift);
      expect(nextAttempt.body).toMatchObject({ attempt_no: 2, status: 'in_progress' });
      expect((await admin().get(`/api/attempts/${body.attempt_id}`)).body).toMatchObject({
        status: 'submitted',
        score: 0,
      });
    });
  });

  it('are as many as the quiz allows, with its pause between them', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')], {
      attempts_allowed: 2,
      pause_minutes: 30,
    });
    const { body } = await start(forklift);
    await submit(body.attempt_id);
    expect(await start(forklift)).toMatchObject({
      status: 409,
      body: { code: 'attempt_pause', facts: { until: expect.any(String) } },
    });
    running.clock.advance(30 * MINUTE);
    const second = await start(forklift);
    expect(second.body.attempt_no).toBe(2);
    await submit(second.body.attempt_id);
    running.clock.advance(31 * MINUTE);
    expect(await start(forklift)).toMatchObject({
      status: 409,
      body: { code: 'no_attempts_left', facts: { allowed: 2 } },
    });
  });

  it.each([
    ['after_submit', true, true],
    ['after_pass', false, true],
    ['never', false, false],
  ])('show correct answers by the policy %s: failed %s, passed %s', async (review, failed, passed) => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')], { review });
    const takeAttempt = async (option_id: string) => {
      const { body } = await start(forklift);
      await answer(body.attempt_id, 1, [option_id]);
      return (await submit(body.attempt_id)).body;
    };
    const expectReview = (sheet: { review: unknown }, isVisible: boolean) => {
      if (isVisible)
        expect(sheet.review).toMatchObject([{ slot: 1, right: [rightOptionOf(forklift, 0)], explanation: 'WHY-One' }]);
      else expect(JSON.stringify(sheet)).not.toMatch(/fraction|WHY-|HINT-|SAID-/);
    };
    const bad = await takeAttempt(wrongOptionOf(forklift, 0));
    expectReview(bad, failed);
    expectReview(await takeAttempt(rightOptionOf(forklift, 0)), passed);
    expect((await admin().get(`/api/attempts/${bad.attempt_id}`)).body.review).toMatchObject([{ earned: 0 }]);
  });

  it('start in six statements and submit ten answers in twenty-four, the session included', async () => {
    const examQuiz = await createAssignedQuiz([...Array(10)].map((_, index) => singleChoiceQuestion(`Q${index}`)));
    const skill_id = await grantSkill(running, plant, examQuiz.training_id);
    let attempt_id = '';
    const startStatements = await statementsOfRequests(
      async () => (attempt_id = (await start(examQuiz)).body.attempt_id),
    );
    expect(startStatements.length).toBeLessThanOrEqual(6);
    const resumeStatements = await statementsOfRequests(() => start(examQuiz));
    expect(resumeStatements.length).toBeLessThanOrEqual(6);
    for (let index = 0; index < 10; index++) await answer(attempt_id, index + 1, [rightOptionOf(examQuiz, index)]);
    const submitStatements = await statementsOfRequests(async () =>
      expect((await submit(attempt_id)).body.result).toBe('passed'),
    );
    expect(submitStatements.length).toBeLessThanOrEqual(24);
    expect((await admin().get(`/api/skill-evidence?skill_id=${skill_id}`)).body).toMatchObject([
      { level: 3, kind: 'training' },
    ]);
  });

  it('are listed in two statements beside the session, without the questions', async () => {
    const forklift = await createAssignedQuiz([singleChoiceQuestion('One')]);
    for (let i = 0; i < 3; i++) await submit((await start(forklift)).body.attempt_id);
    const listStatements = await statementsOfRequests(async () => {
      const page = await admin().get('/api/attempts?_start=0&_end=2&_sort=attempt_no&_order=desc');
      expect(page.body.map((row: { attempt_no: number }) => row.attempt_no)).toEqual([3, 2]);
      expect(page.headers.get('x-total-count')).toBe('3');
      expect(JSON.stringify(page.body)).not.toMatch(/paper|options/);
    });
    expect(listStatements.length).toBeLessThanOrEqual(3);
    expect(listStatements.join()).not.toContain('paper');
  });
});
