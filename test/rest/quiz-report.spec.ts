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

describe('the quiz report', () => {
  let running: RunningApp;
  let plant: Organisation;
  let asha: Learner;
  let drill: QuizFixture;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-30T06:00:00Z');
    plant = await openOrganisation(running, { time_zone: 'Asia/Kolkata' });
    asha = await createLearner(running, plant);
    const training_id = await createReadingTraining(running, plant, { title: 'Forklift basics' });
    drill = await createQuiz(
      running,
      plant,
      training_id,
      [...Array(20)].map((_, at) => singleChoiceQuestion(`Q${at}`)),
      { pass_mark: 80 },
    );
    await createAssignment(running, plant, asha.staff_id, training_id);
    await grantSkill(running, plant, training_id);
    // 60, 85 and 70 percent (docs/skill-levels.md, row 15), a day apart; the last at 00:15 of 1 April in Kolkata.
    for (const [right, at] of [
      [12, '2026-03-29T06:00:00Z'],
      [17, '2026-03-30T06:00:00Z'],
      [14, '2026-03-31T18:40:00Z'],
    ] as const) {
      running.clock.freeze(at);
      const as = api(running, await plant.signIn({ role: 'user', staff_id: asha.staff_id, eid: 'L' }));
      const { attempt_id } = (await as.post('/api/attempts', { training_id })).body;
      for (let slot = 1; slot <= right; slot++) {
        const option_id = [drill.questions[slot - 1]!.options[0]!.option_id];
        await as.put(`/api/attempts/${attempt_id}/answers/${slot}`, { option_id, sequence: 1 });
      }
      running.clock.advance(300_000);
      expect((await as.post(`/api/attempts/${attempt_id}/submit`)).status).toBe(200);
    }
    plant = { ...plant, admin: await plant.signIn({ role: 'admin' }) };
  });
  afterAll(() => running.close());
  const report = async (query: string) => {
    const reply = await api(running, plant.admin).get(`/api/reports/quiz?${query}`);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body;
  };

  it('shows each attempt with its score, newest first, and what it granted', async () => {
    const { rows, totals } = await report('from=2026-03-01&to=2026-04-01');
    expect(
      rows.map((row: Record<string, unknown>) => [row['attempt_no'], row['score'], row['result'], row['submitted_at']]),
    ).toEqual([
      [3, 70, 'failed', '2026-03-31T18:45:00.000Z'],
      [2, 85, 'passed', '2026-03-30T06:05:00.000Z'],
      [1, 60, 'failed', '2026-03-29T06:05:00.000Z'],
    ]);
    expect(rows[1]).toMatchObject({
      staff_name: 'Asha Rao',
      training_title: 'Forklift basics',
      correct: 17,
      total: 20,
      pass_mark: 80,
      duration_seconds: 300,
      skills_granted: expect.stringMatching(/^S-\d+ 3$/),
    });
    expect(rows[0].skills_granted).toBeNull();
    expect(totals).toEqual({
      attempts: 3,
      people: 1,
      pass_rate: 33.33,
      first_try_pass_rate: 0,
      mean_best: 85,
      mean_tries_to_pass: 2,
    });
  });

  it('ends with the last day in the organisation’s zone: 00:15 of 1 April is not March', async () => {
    const { rows, definition } = await report('from=2026-03-01&to=2026-03-31');
    expect(rows.map((row: { attempt_no: number }) => row.attempt_no)).toEqual([2, 1]);
    expect(definition.text).toContain('from 2026-03-01 to 2026-03-31');
  });

  it('may show only the latest or the best of each person and training', async () => {
    const numbers = async (attempts: string) =>
      (await report(`from=2026-03-01&attempts=${attempts}`)).rows.map((row: { attempt_no: number }) => row.attempt_no);
    expect([await numbers('latest'), await numbers('best')]).toEqual([[3], [2]]);
    expect((await report('from=2026-03-01&attempts=best')).totals.attempts).toBe(3);
  });

  it('takes two statements, the session’s included', async () => {
    const sent = await statementsOfRequests(() => report('from=2026-03-01'));
    expect(sent).toHaveLength(2);
  });
});
