import { newId } from '../../src/platform/ids';
import { TrainingEvidenceModule } from '../../src/trainings/training-evidence.module';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { assign, learner, quiz, single, teaches, training, type GivenQuiz, type Learner } from '../support/quiz-given';
import { statementsOfRequests } from '../support/statements';

const RIGHTISH = /fraction|"right|explanation|feedback|WHY-|HINT-|SAID-|marks/i;
const MINUTE = 60_000;

describe('the specification’s quiz calls', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  let drill: GivenQuiz;
  beforeAll(async () => {
    running = await startApp({ modules: [TrainingEvidenceModule] });
  });
  beforeEach(async () => {
    running.clock.release();
    plant = await openOrganisation(running);
    asha = await learner(running, plant);
    drill = await given([single('One'), single('Two')]);
  });
  afterAll(() => running.close());

  async function given(questions: readonly object[], rules: object = {}, more: object = {}): Promise<GivenQuiz> {
    const made = await quiz(running, plant, await training(running, plant, more), questions, rules);
    await assign(running, plant, asha.staff_id, made.training_id);
    return made;
  }
  const open = (one: GivenQuiz, headers = asha.headers) =>
    api(running, headers).get(`/Common/get_quiz_questions?quiz_id=${one.quiz_id}&training_id=${one.training_id}`);
  const save = (body: object, headers = asha.headers) =>
    api(running, headers).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body);
  const rightOf = (one: GivenQuiz, at: number) => ({
    question_id: one.questions[at]!.question_id,
    option_id: [one.questions[at]!.options[0]!.option_id],
  });
  const ids = ({ training_id, quiz_id }: GivenQuiz) => ({ training_id, quiz_id });

  it('get_quiz_questions starts the attempt, continues it, and says nothing of what is right', async () => {
    const first = await open(drill);
    expect(first).toMatchObject({
      status: 200,
      body: {
        Status: true,
        status: 1,
        message: 'OK',
        data: { attempt_no: 1, training_id: drill.training_id, quiz_id: drill.quiz_id },
      },
    });
    expect(first.body.data.questions).toHaveLength(2);
    expect(first.body.data.questions[0].options).toHaveLength(3);
    expect(JSON.stringify(first.body)).not.toMatch(RIGHTISH);
    expect((await open(drill)).body.data.attempt_id).toBe(first.body.data.attempt_id);
    expect(first.headers.get('cache-control')).toContain('no-store');
    for (const query of [`quiz_id=${drill.quiz_id}`, `training_id=${drill.training_id}&quiz_id=`]) {
      const again = await api(running, asha.headers).get(`/Common/get_quiz_questions?${query}`);
      expect(again.body.data.attempt_id).toBe(first.body.data.attempt_id);
    }
  });

  it('an admin gets a preview without an attempt, and cannot save one', async () => {
    const preview = await open(drill, plant.admin);
    expect(preview.body.data).toMatchObject({
      attempt_id: null,
      quiz_id: drill.quiz_id,
      questions: [{ text: 'One' }, { text: 'Two' }],
    });
    expect(JSON.stringify(preview.body)).not.toMatch(RIGHTISH);
    expect((await api(running, plant.admin).get('/api/attempts')).body).toEqual([]);
    const { body } = await open(drill);
    const refused = await save({ ...ids(drill), attempt_id: body.data.attempt_id, answers: [] }, plant.admin);
    expect(refused).toMatchObject({ status: 403, body: { Status: false, status: 0, data: null } });
  });

  it('an admin with a staff record takes what is assigned, and previews the rest', async () => {
    const headers = await plant.signIn({ role: 'admin', staff_id: asha.staff_id });
    expect((await open(drill, headers)).body.data.attempt_no).toBe(1);
    const other = await quiz(running, plant, await training(running, plant), [single('Three')]);
    expect((await open(other, headers)).body.data.attempt_id).toBeNull();
  });

  it('are closed to whoever is not assigned, to other organisations and without a token', async () => {
    const bala = await learner(running, plant, 'Bala');
    expect((await open(drill, bala.headers)).status).toBe(403);
    const other = await openOrganisation(running);
    expect((await open(drill, other.admin)).status).toBe(404);
    expect((await open(drill, {})).status).toBe(401);
    const mixed = { ...drill, quiz_id: (await given([single('Three')])).quiz_id };
    expect((await open(mixed)).status).toBe(404);
    expect((await api(running, asha.headers).get('/Common/get_quiz_questions')).status).toBe(400);
    const { body } = await open(drill);
    const answers = [rightOf(drill, 0)];
    expect((await save({ ...ids(drill), attempt_id: body.data.attempt_id, answers }, bala.headers)).status).toBe(404);
  });

  it('SaveQuizandvideo grades on the server, once, and answers the same however often it is asked', async () => {
    const { body } = await open(drill);
    const whole = {
      ...ids(drill),
      attempt_id: body.data.attempt_id,
      answers: [rightOf(drill, 0), rightOf(drill, 1)],
      staff_id: newId(),
    };
    const replies = await Promise.all([...Array(6)].map(() => save(whole)));
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
    const worse = await save({ ...whole, answers: [] });
    expect(worse.body.data).toMatchObject({ score: 100, submitted_at: replies[0]!.body.data.submitted_at });
    const [assignment] = (
      await api(running, asha.headers).get(`/api/training-assignments?training_id=${drill.training_id}`)
    ).body;
    expect(assignment).toMatchObject({ state: 'completed', completed_at: replies[0]!.body.data.submitted_at });
  });

  it('take answers saved one by one into account, the sent ones first', async () => {
    const { body } = await open(drill);
    const { attempt_id } = body.data;
    const put = (slot: number, option_id: string[]) =>
      api(running, asha.headers).put(`/api/attempts/${attempt_id}/answers/${slot}`, { option_id, sequence: 1 });
    await put(1, rightOf(drill, 0).option_id);
    await put(2, [drill.questions[1]!.options[1]!.option_id]);
    const reply = await save({ ...ids(drill), attempt_id, answers: [rightOf(drill, 1)] });
    expect(reply.body.data).toMatchObject({ correct: 2, total: 2 });
    const sheet = await api(running, asha.headers).get(`/api/attempts/${attempt_id}`);
    expect(sheet.body.answers).toMatchObject([
      { sequence: 1 },
      { sequence: 2, option_id: rightOf(drill, 1).option_id },
    ]);
  });

  it('refuse repeated and foreign ids, and leave the attempt as it was', async () => {
    const other = await given([single('Three')]);
    const { body } = await open(drill);
    const { attempt_id } = body.data;
    const first = rightOf(drill, 0);
    const bad: object[] = [
      { answers: [first, first] },
      { answers: [rightOf(other, 0)] },
      { answers: [{ ...first, option_id: rightOf(drill, 1).option_id }] },
      { answers: [{ ...first, option_id: [...first.option_id, ...first.option_id] }] },
      { answers: [{ ...first, option_id: drill.questions[0]!.options.map(({ option_id }) => option_id) }] },
      { answers: [{ ...first, option_id: 'x' }] },
      { answers: ['x'] },
      { answers: 'x' },
      { answers: [], video: 'x' },
      { answers: [], video: { ranges: 'x' } },
    ];
    for (const one of bad) {
      const reply = await save({ ...ids(drill), attempt_id, ...one });
      expect(reply).toMatchObject({ status: 400, body: { Status: false, status: 0, data: null } });
      expect(reply.body.message).not.toBe('');
    }
    expect((await save({ ...ids(other), attempt_id, answers: [] })).status).toBe(404);
    expect((await save({ ...ids(drill), attempt_id: newId(), answers: [] })).status).toBe(404);
    expect((await save({ ...ids(drill) })).status).toBe(400);
    const sheet = await api(running, asha.headers).get(`/api/attempts/${attempt_id}`);
    expect(sheet.body).toMatchObject({ status: 'in_progress', answers: [] });
  });

  it('keep the server’s deadline: too late, the answers are refused and what was saved in time counts', async () => {
    const timed = await given([single('One'), single('Two')], { time_limit_minutes: 10 });
    const { body } = await open(timed);
    const { attempt_id } = body.data;
    await api(running, asha.headers).put(`/api/attempts/${attempt_id}/answers/1`, {
      option_id: rightOf(timed, 0).option_id,
      sequence: 1,
    });
    running.clock.advance(10 * MINUTE + 1000);
    const whole = { ...ids(timed), attempt_id, answers: [rightOf(timed, 0), rightOf(timed, 1)] };
    for (let i = 0; i < 2; i++) {
      const late = await save(whole);
      expect(late).toMatchObject({ status: 400, body: { Status: false, message: expect.stringContaining('over') } });
    }
    const kept = await save({ ...whole, answers: [rightOf(timed, 0)] });
    expect(kept.body).toMatchObject({ Status: true, data: { correct: 1, total: 2 } });
    const sheet = await api(running, asha.headers).get(`/api/attempts/${attempt_id}`);
    expect(sheet.body).toMatchObject({ status: 'submitted', correct: 1, total: 2, submitted_at: body.data.deadline });
  });

  it('save quiz and video together: the training is completed by the later of both', async () => {
    const filmed = await given(
      [single('One')],
      {},
      {
        type: 'video',
        source_url: 'https://media.example.org/forklift.mp4',
        video_provider: 'mp4',
        video_format: 'mp4',
        video_duration_ms: 60_000,
      },
    );
    await api(running, asha.headers).get(`/api/trainings/${filmed.training_id}/video-link`);
    const { body } = await open(filmed);
    running.clock.advance(MINUTE);
    const whole = {
      ...ids(filmed),
      attempt_id: body.data.attempt_id,
      answers: [rightOf(filmed, 0)],
      video: { ranges: [[0, 60_000]] },
    };
    const reply = await save(whole);
    expect(reply.body).toMatchObject({ Status: true, data: { result: 'passed', video: { share: '100.00' } } });
    const [assignment] = (
      await api(running, asha.headers).get(`/api/training-assignments?training_id=${filmed.training_id}`)
    ).body;
    expect(assignment).toMatchObject({ state: 'completed' });
    expect((await save(whole)).body.data).toMatchObject({ result: 'passed', video: { share: '100.00' } });
  });

  it('count the answers where there is no video to watch, and keep them when the video is refused', async () => {
    const { body } = await open(drill);
    const { attempt_id } = body.data;
    const whole = { ...ids(drill), attempt_id, answers: [rightOf(drill, 0), rightOf(drill, 1)] };
    const reply = await save({ ...whole, video: { ranges: [[0, 60_000]] } });
    expect(reply).toMatchObject({ status: 200, body: { Status: true, data: { score: 100, video: null } } });
    const watched = await save({ ...ids(drill), video: { ranges: [[0, 60_000]] } });
    expect(watched).toMatchObject({ status: 404, body: { Status: false } });

    const video = { source_url: 'https://media.example.org/a.mp4', video_provider: 'mp4', video_format: 'mp4' };
    const filmed = await given([single('One')], {}, { type: 'video', ...video, video_duration_ms: 60_000 });
    const opened = await open(filmed);
    const unopened = await save({
      ...ids(filmed),
      attempt_id: opened.body.data.attempt_id,
      answers: [rightOf(filmed, 0)],
      video: { ranges: [[0, 60_000]] },
    });
    expect(unopened.body.Status).toBe(false);
    const sheet = await api(running, asha.headers).get(`/api/attempts/${opened.body.data.attempt_id}`);
    expect(sheet.body).toMatchObject({ status: 'submitted', score: 100 });
  });

  it('refuse a call with neither answers nor video, and leave the attempt open', async () => {
    const { body } = await open(drill);
    const { attempt_id } = body.data;
    for (const nothing of [{}, { video: {} }, { video: { ranges: [] } }, { answers: null, video: null }]) {
      const reply = await save({ ...ids(drill), attempt_id, ...nothing });
      expect(reply).toMatchObject({ status: 400, body: { Status: false, status: 0, data: null } });
    }
    const sheet = await api(running, asha.headers).get(`/api/attempts/${attempt_id}`);
    expect(sheet.body).toMatchObject({ status: 'in_progress' });
    expect((await save({ ...ids(drill), attempt_id, answers: [] })).body).toMatchObject({ Status: true });
  });

  it('start and submit ten in a bounded number of statements, the session included', async () => {
    const ten = await given([...Array(10)].map((_, at) => single(`Q${at}`)));
    const skill_id = await teaches(running, plant, ten.training_id);
    let attempt_id = '';
    const started = await statementsOfRequests(async () => (attempt_id = (await open(ten)).body.data.attempt_id));
    expect(started.length).toBeLessThanOrEqual(6);
    const answers = ten.questions.map((_, at) => rightOf(ten, at));
    const saved = await statementsOfRequests(async () =>
      expect((await save({ ...ids(ten), attempt_id, answers })).body.data.score).toBe(100),
    );
    expect(saved.length).toBeLessThanOrEqual(21);
    const evidence = await api(running, plant.admin).get(`/api/skill-evidence?skill_id=${skill_id}`);
    expect(evidence.body).toMatchObject([{ level: 3, kind: 'training' }]);
  });
});
