import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import {
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  grantSkill,
  createReadingTraining,
  type QuizFixture,
  type Learner,
} from '../support/quiz-fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

const MINUTE = 60_000;

describe('submitting a quiz', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T10:00:00Z');
    plant = await openOrganisation(running);
    asha = await createLearner(running, plant);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  /** Signs in anew each time: the tests move the clock by years, which ends sessions. */
  const admin = async () => api(running, await plant.signIn({ role: 'admin' }));
  const as = async () => api(running, await plant.signIn({ role: 'user', staff_id: asha.staff_id }));
  const video = {
    type: 'video',
    source_url: 'https://media.example.org/a.mp4',
    video_provider: 'mp4',
    video_format: 'mp4',
    video_duration_ms: MINUTE,
  };

  /** The training grants one skill in two bands, valid for a year. */
  async function createQuizWithBands(more: object = {}): Promise<{ forklift: QuizFixture; skill_id: string }> {
    const training_id = await createReadingTraining(running, plant, more);
    const bands = [50, 100].map((min_score, at) => ({ min_score, level: 2 + at, validity_months: 12 }));
    const skill_id = await grantSkill(running, plant, training_id, bands);
    const forklift = await createQuiz(running, plant, training_id, [
      singleChoiceQuestion('One'),
      singleChoiceQuestion('Two'),
    ]);
    return { forklift, skill_id };
  }
  const assigned = async ({ training_id }: QuizFixture) =>
    expect(
      await (
        await admin()
      ).post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id] }),
    ).toMatchObject({ status: 200, body: { assigned: 1 } });
  const startAttempt = async ({ training_id }: QuizFixture): Promise<string> =>
    (await (await as()).post('/api/attempts', { training_id })).body.attempt_id;
  const option = ({ questions }: QuizFixture, at: number, index: number) => questions[at]!.options[index]!.option_id;
  /** Submits by the legacy call. @param wrong how many of the first answers are wrong */
  async function submitLegacy(
    quizFixture: QuizFixture,
    attempt_id: string,
    wrong = 0,
  ): Promise<{ reply: Reply; sent: string[] }> {
    const answers = quizFixture.questions.map(({ question_id }, at) => ({
      question_id,
      option_id: [option(quizFixture, at, at < wrong ? 1 : 0)],
    }));
    const client = await as();
    let reply!: Reply;
    const sent = await statementsOfRequests(async () => {
      const { training_id, quiz_id } = quizFixture;
      const body = { training_id, quiz_id, attempt_id, answers };
      reply = await client.post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body);
    });
    expect(reply.body).toMatchObject({ Status: true });
    return { reply, sent };
  }
  const fetchEvidence = async (skill_id: string) =>
    (await (await admin()).get(`/api/skill-evidence?staff_id=${asha.staff_id}&skill_id=${skill_id}`)).body as object[];

  it('takes a bounded number of statements, whatever it completes', async () => {
    const { forklift, skill_id } = await createQuizWithBands();
    await assigned(forklift);
    const first = await submitLegacy(forklift, await startAttempt(forklift));
    expect(await fetchEvidence(skill_id)).toMatchObject([{ level: 3, valid_until: '2027-03-01', state: 'approved' }]);
    expect(first.sent.length).toBeLessThanOrEqual(21);

    // A year later, early enough to renew: the level no longer lapses on the old day.
    running.clock.freeze('2027-02-10T10:00:00Z');
    await assigned(forklift);
    const attempt_id = await startAttempt(forklift);
    const wrongOptionId = option(forklift, 0, 1);
    await (await as()).put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [wrongOptionId], sequence: 7 });
    const again = await submitLegacy(forklift, attempt_id);
    expect((await fetchEvidence(skill_id)).length).toBe(2);
    expect(again.sent.filter((sql) => sql.startsWith('DELETE FROM skill_level_span'))).toHaveLength(1);
    expect(again.sent.length).toBeLessThanOrEqual(23);
    expect((await (await as()).get(`/api/attempts/${attempt_id}`)).body).toMatchObject({
      score: 100,
      answers: [
        { slot: 1, option_id: [option(forklift, 0, 0)], sequence: 8 },
        { slot: 2, sequence: 1 },
      ],
    });
  });

  it('shortens a level that ends earlier instead of rewriting it, with one statement for all changes', async () => {
    const { forklift, skill_id } = await createQuizWithBands();
    const body = { staff_id: asha.staff_id, skill_id, kind: 'prior', level: 2, effective_date: '2025-01-01' };
    expect((await (await admin()).post('/api/skill-evidence', body)).status).toBe(201);
    await assigned(forklift);
    const { sent } = await submitLegacy(forklift, await startAttempt(forklift));
    expect(sent.filter((sql) => /skill_level_span/.test(sql) && !sql.startsWith('SELECT'))).toHaveLength(1);
    const on = async (day: string) =>
      (await (await admin()).get(`/api/reports/skill-wise/person?staff_id=${asha.staff_id}&to=${day}`)).body;
    expect(JSON.stringify(await on('2026-02-28'))).toMatch(/"level":2/);
    expect(JSON.stringify(await on('2026-03-01'))).toMatch(/"level":3/);
  });

  it('takes fewer statements when failed, and answers a repeat without writing a result', async () => {
    const { forklift } = await createQuizWithBands();
    await assigned(forklift);
    const attempt_id = await startAttempt(forklift);
    const failed = await submitLegacy(forklift, attempt_id, 2);
    expect(failed.sent.length).toBeLessThanOrEqual(7);
    const again = await submitLegacy(forklift, attempt_id);
    expect(again.reply.body.data).toMatchObject({ attempt_id, result: 'failed' });
    expect(again.sent.length).toBeLessThanOrEqual(4);
  });

  it('is found only under its own training and quiz', async () => {
    const { forklift } = await createQuizWithBands();
    const { forklift: other } = await createQuizWithBands();
    await assigned(forklift);
    const attempt_id = await startAttempt(forklift);
    const body = { training_id: other.training_id, attempt_id, answers: [] };
    expect((await (await as()).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body)).body.Status).toBe(false);
    expect((await (await as()).get(`/api/attempts/${attempt_id}`)).body.status).toBe('in_progress');
  });

  it('completes the training together with the last video progress, whichever comes first', async () => {
    const { forklift } = await createQuizWithBands(video);
    const { training_id } = forklift;
    for (let round = 0; round < 12; round++) {
      asha = await createLearner(running, plant);
      await assigned(forklift);
      const client = await as();
      await client.get(`/api/trainings/${training_id}/video-link`);
      const attempt_id = await startAttempt(forklift);
      await Promise.all(
        [0, 1].map((slot) =>
          client.put(`/api/attempts/${attempt_id}/answers/${slot + 1}`, {
            option_id: [option(forklift, slot, 0)],
            sequence: 1,
          }),
        ),
      );
      running.clock.advance(MINUTE);
      const [progress, submitted] = await Promise.all([
        client.post('/api/video-progress', { training_id, ranges: [[0, MINUTE]] }),
        client.post(`/api/attempts/${attempt_id}/submit`),
      ]);
      expect([progress, submitted]).toMatchObject([
        { status: 200, body: { share: '100.00' } },
        { status: 200, body: { result: 'passed' } },
      ]);
      expect((await client.get('/api/training-assignments')).body).toMatchObject([{ state: 'completed' }]);
    }
  });
});
