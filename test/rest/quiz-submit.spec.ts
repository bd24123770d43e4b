import { TrainingEvidenceModule } from '../../src/trainings/training-evidence.module';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { learner, quiz, single, teaches, training, type GivenQuiz, type Learner } from '../support/quiz-given';
import { statementsOfRequests } from '../support/statements';

const MINUTE = 60_000;

describe('a quiz that is handed in', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  beforeAll(async () => {
    running = await startApp({ modules: [TrainingEvidenceModule] });
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-01T10:00:00Z');
    plant = await openOrganisation(running);
    asha = await learner(running, plant);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  /** Years pass here, and sessions end. */
  const admin = async () => api(running, await plant.signIn({ role: 'admin' }));
  const as = async () => api(running, await plant.signIn({ role: 'user', staff_id: asha.staff_id }));
  const video = {
    ...{ type: 'video', source_url: 'https://media.example.org/a.mp4', video_provider: 'mp4' },
    ...{ video_format: 'mp4', video_duration_ms: MINUTE },
  };

  /** With two bands of one skill, good for a year. */
  async function given(more: object = {}): Promise<{ forklift: GivenQuiz; skill_id: string }> {
    const training_id = await training(running, plant, more);
    const bands = [50, 100].map((min_score, at) => ({ min_score, level: 2 + at, validity_months: 12 }));
    const skill_id = await teaches(running, plant, training_id, bands);
    const forklift = await quiz(running, plant, training_id, [single('One'), single('Two')]);
    return { forklift, skill_id };
  }
  const assigned = async ({ training_id }: GivenQuiz) =>
    expect(
      await (
        await admin()
      ).post('/api/training-assignments/bulk', { staff_id: [asha.staff_id], training_id: [training_id] }),
    ).toMatchObject({ status: 200, body: { assigned: 1 } });
  const begun = async ({ training_id }: GivenQuiz): Promise<string> =>
    (await (await as()).post('/api/attempts', { training_id })).body.attempt_id;
  const option = ({ questions }: GivenQuiz, at: number, which: number) => questions[at]!.options[which]!.option_id;
  /** By the specification's call, answered right but for so many. */
  async function handedIn(one: GivenQuiz, attempt_id: string, wrong = 0): Promise<{ reply: Reply; sent: string[] }> {
    const answers = one.questions.map(({ question_id }, at) => ({
      question_id,
      option_id: [option(one, at, at < wrong ? 1 : 0)],
    }));
    const who = await as();
    let reply!: Reply;
    const sent = await statementsOfRequests(async () => {
      const { training_id, quiz_id } = one;
      const body = { training_id, quiz_id, attempt_id, answers };
      reply = await who.post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body);
    });
    expect(reply.body).toMatchObject({ Status: true });
    return { reply, sent };
  }
  const levels = async (skill_id: string) =>
    (await (await admin()).get(`/api/skill-evidence?staff_id=${asha.staff_id}&skill_id=${skill_id}`)).body as object[];

  it('asks the database for a bounded number of statements, whatever it completes', async () => {
    const { forklift, skill_id } = await given();
    await assigned(forklift);
    const first = await handedIn(forklift, await begun(forklift));
    expect(await levels(skill_id)).toMatchObject([{ level: 3, valid_until: '2027-03-01', state: 'approved' }]);
    expect(first.sent.length).toBeLessThanOrEqual(21);

    // A year later, early enough to renew: the day on which the level would have lapsed is none any more.
    running.clock.freeze('2027-02-10T10:00:00Z');
    await assigned(forklift);
    const attempt_id = await begun(forklift);
    const one = option(forklift, 0, 1);
    await (await as()).put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [one], sequence: 7 });
    const again = await handedIn(forklift, attempt_id);
    expect((await levels(skill_id)).length).toBe(2);
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

  it('writes no level anew that only ends earlier: one statement for all that changed', async () => {
    const { forklift, skill_id } = await given();
    const body = { staff_id: asha.staff_id, skill_id, kind: 'prior', level: 2, effective_date: '2025-01-01' };
    expect((await (await admin()).post('/api/skill-evidence', body)).status).toBe(201);
    await assigned(forklift);
    const { sent } = await handedIn(forklift, await begun(forklift));
    expect(sent.filter((sql) => /skill_level_span/.test(sql) && !sql.startsWith('SELECT'))).toHaveLength(1);
    const on = async (day: string) =>
      (await (await admin()).get(`/api/reports/skill-wise/person?staff_id=${asha.staff_id}&to=${day}`)).body;
    expect(JSON.stringify(await on('2026-02-28'))).toMatch(/"level":2/);
    expect(JSON.stringify(await on('2026-03-01'))).toMatch(/"level":3/);
  });

  it('asks for fewer when it fails, and is answered the same again without writing a result', async () => {
    const { forklift } = await given();
    await assigned(forklift);
    const attempt_id = await begun(forklift);
    const failed = await handedIn(forklift, attempt_id, 2);
    expect(failed.sent.length).toBeLessThanOrEqual(7);
    const again = await handedIn(forklift, attempt_id);
    expect(again.reply.body.data).toMatchObject({ attempt_id, result: 'failed' });
    expect(again.sent.length).toBeLessThanOrEqual(4);
  });

  it('is found only under its own training and quiz', async () => {
    const { forklift } = await given();
    const { forklift: other } = await given();
    await assigned(forklift);
    const attempt_id = await begun(forklift);
    const body = { training_id: other.training_id, attempt_id, answers: [] };
    expect((await (await as()).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', body)).body.Status).toBe(false);
    expect((await (await as()).get(`/api/attempts/${attempt_id}`)).body.status).toBe('in_progress');
  });

  it('completes the training beside the last beat of its video, whichever comes first', async () => {
    const { forklift } = await given(video);
    const { training_id } = forklift;
    for (let round = 0; round < 12; round++) {
      asha = await learner(running, plant);
      await assigned(forklift);
      const who = await as();
      await who.get(`/api/trainings/${training_id}/video-link`);
      const attempt_id = await begun(forklift);
      await Promise.all(
        [0, 1].map((slot) =>
          who.put(`/api/attempts/${attempt_id}/answers/${slot + 1}`, {
            option_id: [option(forklift, slot, 0)],
            sequence: 1,
          }),
        ),
      );
      running.clock.advance(MINUTE);
      const [beat, submitted] = await Promise.all([
        who.post('/api/video-progress', { training_id, ranges: [[0, MINUTE]] }),
        who.post(`/api/attempts/${attempt_id}/submit`),
      ]);
      expect([beat, submitted]).toMatchObject([
        { status: 200, body: { share: '100.00' } },
        { status: 200, body: { result: 'passed' } },
      ]);
      expect((await who.get('/api/training-assignments')).body).toMatchObject([{ state: 'completed' }]);
    }
  });
});
