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

const SOLUTION_FIELDS = /fraction|"right|explanation|feedback|WHY-|HINT-|SAID-|marks/i;
const MINUTE = 60_000;

describe('the specification’s quiz calls', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  let assignedQuiz: QuizFixture;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.release();
    plant = await openOrganisation(running);
    asha = await createLearner(running, plant);
    assignedQuiz = await createAssignedQuiz([singleChoiceQuestion('One'), singleChoiceQuestion('Two')]);
  });
  afterAll(() => running.close());

  async function createAssignedQuiz(
    questions: readonly object[],
    rules: object = {},
    more: object = {},
  ): Promise<QuizFixture> {
    const created = await createQuiz(
      running,
      plant,
      await createReadingTraining(running, plant, more),
      questions,
      rules,
    );
    await createAssignment(running, plant, asha.staff_id, created.training_id);
    return created;
  }
  const openQuiz = (target: QuizFixture, headers = asha.headers) =>
    api(running, headers).get(`/Common/get_quiz_questions?quiz_id=${target.quiz_id}&training_id=${target.training_id}`);
  const save = (body: object, headers = asha.headers) =>
    api(running, headers).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body);
  const correctAnswer = (target: QuizFixture, at: number) => ({
    question_id: target.questions[at]!.question_id,
    option_id: [target.questions[at]!.options[0]!.option_id],
  });
  const ids = ({ training_id, quiz_id }: QuizFixture) => ({ training_id, quiz_id });

  it('get_quiz_questions starts or continues the attempt, without revealing solutions', async () => {
    const first = await openQuiz(assignedQuiz);
    expect(first).toMatchObject({
      status: 200,
      body: {
        Status: true,
        status: 1,
        message: 'OK',
        data: { attempt_no: 1, training_id: assignedQuiz.training_id, quiz_id: assignedQuiz.quiz_id },
      },
    });
    expect(first.body.data.questions).toHaveLength(2);
    expect(first.body.data.questions[0].options).toHaveLength(3);
    expect(JSON.stringify(first.body)).not.toMatch(SOLUTION_FIELDS);
    expect((await openQuiz(assignedQuiz)).body.data.attempt_id).toBe(first.body.data.attempt_id);
    expect(first.headers.get('cache-control')).toContain('no-store');
    for (const query of [`quiz_id=${assignedQuiz.quiz_id}`, `training_id=${assignedQuiz.training_id}&quiz_id=`]) {
      const repeated = await api(running, asha.headers).get(`/Common/get_quiz_questions?${query}`);
      expect(repeated.body.data.attempt_id).toBe(first.body.data.attempt_id);
    }
  });

  it('an admin gets a preview without an attempt, and cannot save one', async () => {
    const preview = await openQuiz(assignedQuiz, plant.admin);
    expect(preview.body.data).toMatchObject({
      attempt_id: null,
      quiz_id: assignedQuiz.quiz_id,
      questions: [{ text: 'One' }, { text: 'Two' }],
    });
    expect(JSON.stringify(preview.body)).not.toMatch(SOLUTION_FIELDS);
    expect((await api(running, plant.admin).get('/api/attempts')).body).toEqual([]);
    const { body } = await openQuiz(assignedQuiz);
    const refused = await save({ ...ids(assignedQuiz), attempt_id: body.data.attempt_id, answers: [] }, plant.admin);
    expect(refused).toMatchObject({ status: 403, body: { Status: false, status: 0, data: null } });
  });

  it('an admin with a staff record takes what is assigned, and previews the rest', async () => {
    const headers = await plant.signIn({ role: 'admin', staff_id: asha.staff_id });
    expect((await openQuiz(assignedQuiz, headers)).body.data.attempt_no).toBe(1);
    const other = await createQuiz(running, plant, await createReadingTraining(running, plant), [
      singleChoiceQuestion('Three'),
    ]);
    expect((await openQuiz(other, headers)).body.data.attempt_id).toBeNull();
  });

  it('are refused without an assignment, for other organisations and without a token', async () => {
    const bala = await createLearner(running, plant, 'Bala');
    expect((await openQuiz(assignedQuiz, bala.headers)).status).toBe(403);
    const other = await openOrganisation(running);
    expect((await openQuiz(assignedQuiz, other.admin)).status).toBe(404);
    expect((await openQuiz(assignedQuiz, {})).status).toBe(401);
    const mismatched = {
      ...assignedQuiz,
      quiz_id: (await createAssignedQuiz([singleChoiceQuestion('Three')])).quiz_id,
    };
    expect((await openQuiz(mismatched)).status).toBe(404);
    expect((await api(running, asha.headers).get('/Common/get_quiz_questions')).status).toBe(400);
    const { body } = await openQuiz(assignedQuiz);
    const answers = [correctAnswer(assignedQuiz, 0)];
    expect((await save({ ...ids(assignedQuiz), attempt_id: body.data.attempt_id, answers }, bala.headers)).status).toBe(
      404,
    );
  });

  it('SaveQuizandvideo grades once on the server, and repeats the same response', async () => {
    const { body } = await openQuiz(assignedQuiz);
    const submission = {
      ...ids(assignedQuiz),
      attempt_id: body.data.attempt_id,
      answers: [correctAnswer(assignedQuiz, 0), correctAnswer(assignedQuiz, 1)],
      staff_id: newId(),
    };
    const replies = await Promise.all([...Array(6)].map(() => save(submission)));
    for (const reply of replies) {
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({
        Status: true,
        status: 1,
        data: { correct: 2, total: 2, score: 100, result: 'passed', video: null },
      });
      expect(reply.body.data.staff_id).toBe(asha.staff_id);
    }
    expect(new Set(replies.map((reply) => reply.body.data.submitted_at)).size).toBe(1);
    const worse = await save({ ...submission, answers: [] });
    expect(worse.body.data).toMatchObject({ score: 100, submitted_at: replies[0]!.body.data.submitted_at });
    const [assignment] = (
      await api(running, asha.headers).get(`/api/training-assignments?training_id=${assignedQuiz.training_id}`)
    ).body;
    expect(assignment).toMatchObject({ state: 'completed', completed_at: replies[0]!.body.data.submitted_at });
  });

  it('combine individually saved answers with the submitted ones, which take precedence', async () => {
    const { body } = await openQuiz(assignedQuiz);
    const { attempt_id } = body.data;
    const put = (slot: number, option_id: string[]) =>
      api(running, asha.headers).put(`/api/attempts/${attempt_id}/answers/${slot}`, { option_id, sequence: 1 });
    await put(1, correctAnswer(assignedQuiz, 0).option_id);
    await put(2, [assignedQuiz.questions[1]!.options[1]!.option_id]);
    const reply = await save({ ...ids(assignedQuiz), attempt_id, answers: [correctAnswer(assignedQuiz, 1)] });
    expect(reply.body.data).toMatchObject({ correct: 2, total: 2 });
    const attempt = await api(running, asha.headers).get(`/api/attempts/${attempt_id}`);
    expect(attempt.body.answers).toMatchObject([
      { sequence: 1 },
      { sequence: 2, option_id: correctAnswer(assignedQuiz, 1).option_id },
    ]);
  });

  it('refuse repeated and foreign ids, and leave the attempt unchanged', async () => {
    const other = await createAssignedQuiz([singleChoiceQuestion('Three')]);
    const { body } = await openQuiz(assignedQuiz);
    const { attempt_id } = body.data;
    const first = correctAnswer(assignedQuiz, 0);
    const invalidBodies: object[] = [
      { answers: [first, first] },
      { answers: [correctAnswer(other, 0)] },
      { answers: [{ ...first, option_id: correctAnswer(assignedQuiz, 1).option_id }] },
      { answers: [{ ...first, option_id: [...first.option_id, ...first.option_id] }] },
      { answers: [{ ...first, option_id: assignedQuiz.questions[0]!.options.map(({ option_id }) => option_id) }] },
      { answers: [{ ...first, option_id: 'x' }] },
      { answers: ['x'] },
      { answers: 'x' },
      { answers: [], video: 'x' },
      { answers: [], video: { ranges: 'x' } },
    ];
    for (const target of invalidBodies) {
      const reply = await save({ ...ids(assignedQuiz), attempt_id, ...target });
      expect(reply).toMatchObject({ status: 400, body: { Status: false, status: 0, data: null } });
      expect(reply.body.message).not.toBe('');
    }
    expect((await save({ ...ids(other), attempt_id, answers: [] })).status).toBe(404);
    expect((await save({ ...ids(assignedQuiz), attempt_id: newId(), answers: [] })).status).toBe(404);
    expect((await save({ ...ids(assignedQuiz) })).status).toBe(400);
    const attempt = await api(running, asha.headers).get(`/api/attempts/${attempt_id}`);
    expect(attempt.body).toMatchObject({ status: 'in_progress', answers: [] });
  });

  it('enforce the deadline: late answers are refused, and those saved in time count', async () => {
    const timedQuiz = await createAssignedQuiz([singleChoiceQuestion('One'), singleChoiceQuestion('Two')], {
      time_limit_minutes: 10,
    });
    const { body } = await openQuiz(timedQuiz);
    const { attempt_id } = body.data;
    await api(running, asha.headers).put(`/api/attempts/${attempt_id}/answers/1`, {
      option_id: correctAnswer(timedQuiz, 0).option_id,
      sequence: 1,
    });
    running.clock.advance(10 * MINUTE + 1000);
    const submission = {
      ...ids(timedQuiz),
      attempt_id,
      answers: [correctAnswer(timedQuiz, 0), correctAnswer(timedQuiz, 1)],
    };
    for (let i = 0; i < 2; i++) {
      const late = await save(submission);
      expect(late).toMatchObject({ status: 400, body: { Status: false, message: expect.stringContaining('over') } });
    }
    const savedReply = await save({ ...submission, answers: [correctAnswer(timedQuiz, 0)] });
    expect(savedReply.body).toMatchObject({ Status: true, data: { correct: 1, total: 2 } });
    const attempt = await api(running, asha.headers).get(`/api/attempts/${attempt_id}`);
    expect(attempt.body).toMatchObject({ status: 'submitted', correct: 1, total: 2, submitted_at: body.data.deadline });
  });

  it('save quiz and video together: the later of both completes the training', async () => {
    const videoQuiz = await createAssignedQuiz(
      [singleChoiceQuestion('One')],
      {},
      {
        type: 'video',
        source_url: 'https://media.example.org/forklift.mp4',
        video_provider: 'mp4',
        video_format: 'mp4',
        video_duration_ms: 60_000,
      },
    );
    await api(running, asha.headers).get(`/api/trainings/${videoQuiz.training_id}/video-link`);
    const { body } = await openQuiz(videoQuiz);
    running.clock.advance(MINUTE);
    const submission = {
      ...ids(videoQuiz),
      attempt_id: body.data.attempt_id,
      answers: [correctAnswer(videoQuiz, 0)],
      video: { ranges: [[0, 60_000]] },
    };
    const reply = await save(submission);
    expect(reply.body).toMatchObject({ Status: true, data: { result: 'passed', video: { share: '100.00' } } });
    const [assignment] = (
      await api(running, asha.headers).get(`/api/training-assignments?training_id=${videoQuiz.training_id}`)
    ).body;
    expect(assignment).toMatchObject({ state: 'completed' });
    expect((await save(submission)).body.data).toMatchObject({ result: 'passed', video: { share: '100.00' } });
  });

  it('count the answers without a video, and keep them when the video is refused', async () => {
    const { body } = await openQuiz(assignedQuiz);
    const { attempt_id } = body.data;
    const submission = {
      ...ids(assignedQuiz),
      attempt_id,
      answers: [correctAnswer(assignedQuiz, 0), correctAnswer(assignedQuiz, 1)],
    };
    const reply = await save({ ...submission, video: { ranges: [[0, 60_000]] } });
    expect(reply).toMatchObject({ status: 200, body: { Status: true, data: { score: 100, video: null } } });
    const videoOnly = await save({ ...ids(assignedQuiz), video: { ranges: [[0, 60_000]] } });
    expect(videoOnly).toMatchObject({ status: 404, body: { Status: false } });

    const video = { source_url: 'https://media.example.org/a.mp4', video_provider: 'mp4', video_format: 'mp4' };
    const videoQuiz = await createAssignedQuiz(
      [singleChoiceQuestion('One')],
      {},
      { type: 'video', ...video, video_duration_ms: 60_000 },
    );
    const openedQuiz = await openQuiz(videoQuiz);
    const saveReply = await save({
      ...ids(videoQuiz),
      attempt_id: openedQuiz.body.data.attempt_id,
      answers: [correctAnswer(videoQuiz, 0)],
      video: { ranges: [[0, 60_000]] },
    });
    expect(saveReply.body.Status).toBe(false);
    const attempt = await api(running, asha.headers).get(`/api/attempts/${openedQuiz.body.data.attempt_id}`);
    expect(attempt.body).toMatchObject({ status: 'submitted', score: 100 });
  });

  it('refuse a call with neither answers nor video, and leave the attempt open', async () => {
    const { body } = await openQuiz(assignedQuiz);
    const { attempt_id } = body.data;
    for (const emptyFields of [{}, { video: {} }, { video: { ranges: [] } }, { answers: null, video: null }]) {
      const reply = await save({ ...ids(assignedQuiz), attempt_id, ...emptyFields });
      expect(reply).toMatchObject({ status: 400, body: { Status: false, status: 0, data: null } });
    }
    const attempt = await api(running, asha.headers).get(`/api/attempts/${attempt_id}`);
    expect(attempt.body).toMatchObject({ status: 'in_progress' });
    expect((await save({ ...ids(assignedQuiz), attempt_id, answers: [] })).body).toMatchObject({ Status: true });
  });

  it('start and submit ten in a bounded number of statements, the session included', async () => {
    const ten = await createAssignedQuiz([...Array(10)].map((_, at) => singleChoiceQuestion(`Q${at}`)));
    const skill_id = await grantSkill(running, plant, ten.training_id);
    let attempt_id = '';
    const startStatements = await statementsOfRequests(
      async () => (attempt_id = (await openQuiz(ten)).body.data.attempt_id),
    );
    expect(startStatements.length).toBeLessThanOrEqual(6);
    const answers = ten.questions.map((_, at) => correctAnswer(ten, at));
    const saveStatements = await statementsOfRequests(async () =>
      expect((await save({ ...ids(ten), attempt_id, answers })).body.data.score).toBe(100),
    );
    expect(saveStatements.length).toBeLessThanOrEqual(21);
    const evidence = await api(running, plant.admin).get(`/api/skill-evidence?skill_id=${skill_id}`);
    expect(evidence.body).toMatchObject([{ level: 3, kind: 'training' }]);
  });
});
