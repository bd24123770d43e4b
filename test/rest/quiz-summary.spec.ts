import { dayAt, endOfDay, startOfDay } from '../../src/common/calendar';
import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { mean, percent } from '../../src/common/rounding';
import { newId } from '../../src/common/ids';
import { Attempt } from '../../src/modules/quizzes/attempt.entity';
import { ReportQueue } from '../../src/modules/reports/report-queue';
import { TenantRepository, type NewRecord } from '../../src/tenancy/tenant-repository';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { seededRandom } from '../support/seeded-random';
import { openOrganisation, type Headers, type Organisation } from '../support/organisation';
import {
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
  type Learner,
} from '../support/quiz-fixtures';

/** A zone in which midnight occurs twice on one day of the year and is skipped on another. */
const ZONE = 'America/Santiago';
const PEOPLE = 6;
const TRAININGS = 13;
/** Ends of months, a leap day, and the days on which clocks are changed. */
const DAYS = ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-31', '2024-04-06', '2024-04-07', '2024-04-30'];
DAYS.push('2024-05-01', '2024-09-08', '2024-12-31', '2025-01-01', '2025-01-31', '2025-02-28', '2025-03-01');

interface Row {
  staff_id: string;
  training_id: string;
  quiz_id: string;
  assignment_id: string;
  attempt_no: number;
  status: string;
  submitted_at: number | null;
  score_hundredths: number | null;
  pass_mark: number;
  result: string | null;
}

/** Computes the summary row by row (docs/skill-levels.md). */
function expectedSummary(rows: readonly Row[], from: string, to: string, matches: (row: Row) => boolean) {
  const isIn = ({ status, submitted_at }: Row) =>
    status === 'submitted' && from <= dayAt(submitted_at!, ZONE) && dayAt(submitted_at!, ZONE) <= to;
  const includedRows = rows.filter((row) => matches(row) && isIn(row));
  const tryNo = (row: Row) =>
    rows.filter(
      (other) =>
        other.staff_id === row.staff_id &&
        other.quiz_id === row.quiz_id &&
        other.assignment_id === row.assignment_id &&
        other.status !== 'voided' &&
        other.attempt_no <= row.attempt_no,
    ).length;
  const passed = includedRows.filter(({ result }) => result === 'passed');
  const firsts = includedRows.filter((row) => tryNo(row) === 1);
  const groupValues = <T>(some: readonly Row[], name: (row: Row) => string, value: (group: Row[]) => T): T[] =>
    [...new Set(some.map(name))].map((each) => value(some.filter((row) => name(row) === each)));
  const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
  const best = groupValues(
    includedRows,
    ({ staff_id, training_id }) => staff_id + training_id,
    (own) => Math.max(...own.map(({ score_hundredths }) => score_hundredths ?? 0)),
  );
  const tries = groupValues(
    passed,
    ({ staff_id, assignment_id }) => staff_id + assignment_id,
    (own) => Math.min(...own.map(tryNo)),
  );
  const marks = new Set(includedRows.map(({ pass_mark }) => pass_mark));
  const trainings = groupValues(
    includedRows,
    ({ training_id }) => training_id,
    (own) => ({
      training_id: own[0]!.training_id,
      attempts: own.length,
      rate: own.filter(({ result }) => result === 'passed').length / own.length,
      pass_rate: percent(own.filter(({ result }) => result === 'passed').length, own.length),
    }),
  );
  const binOf = ({ score_hundredths }: Row) => Math.min(9, Math.floor((score_hundredths ?? 0) / 1000));
  return {
    totals: {
      attempts: includedRows.length,
      people: new Set(includedRows.map(({ staff_id }) => staff_id)).size,
      pass_rate: percent(passed.length, includedRows.length),
      first_try_pass_rate: percent(firsts.filter(({ result }) => result === 'passed').length, firsts.length),
      mean_best: mean(sum(best), 100 * best.length),
      mean_tries_to_pass: mean(sum(tries), tries.length),
    },
    scores: Array.from({ length: 10 }, (_, bin) => includedRows.filter((row) => binOf(row) === bin).length),
    pass_mark: marks.size === 1 ? [...marks][0] : null,
    trainings: trainings
      .sort((a, b) => a.rate - b.rate || b.attempts - a.attempts || (a.training_id < b.training_id ? -1 : 1))
      .slice(0, 10)
      .map(({ training_id, attempts, pass_rate }) => ({ training_id, attempts, pass_rate })),
  };
}

describe('the summary of the quiz report', () => {
  let running: RunningApp;
  let plant: Organisation;
  let people: Learner[];
  let boss: Headers;
  let rows: Row[];
  let trainings: string[];

  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2025-03-10T12:00:00Z');
    plant = await openOrganisation(running, { time_zone: ZONE });
    people = [];
    for (let n = 0; n < PEOPLE; n++) people.push(await createLearner(running, plant));
    const admin = api(running, plant.admin);
    // The last three report to the second.
    for (const { staff_id } of people.slice(3))
      expect((await admin.patch(`/api/staff/${staff_id}`, { manager_id: people[1]!.staff_id })).status).toBe(200);
    boss = await plant.signIn({ role: 'user', staff_id: people[1]!.staff_id, eid: 'B' });
    const quizzes = [];
    for (let n = 0; n < TRAININGS; n++)
      quizzes.push(
        await createQuiz(running, plant, await createReadingTraining(running, plant), [singleChoiceQuestion(`Q${n}`)]),
      );
    trainings = quizzes.map(({ training_id }) => training_id);
    const { pick } = seededRandom(7);
    rows = [];
    for (const { staff_id } of people)
      for (const { training_id, quiz_id } of quizzes) {
        // Assigned up to three times. When the last is waived, the one before counts again: numbers have gaps.
        const cycles = [newId(), newId(), newId()];
        const order = pick([
          [0],
          [0, 0, 0],
          [0, 1],
          [0, 0, 1, 1, 1],
          [0, 0, 1, 0, 1],
          [0, 1, 2, 1, 1, 0],
          [0, 0, 2, 2, 0],
        ]);
        for (const [at, cycle] of order.entries()) {
          const day = pick(DAYS);
          const [first, last] = [startOfDay(day, ZONE), endOfDay(day, ZONE)];
          const status = pick([
            'submitted',
            'submitted',
            'submitted',
            'submitted',
            'abandoned',
            'voided',
            'in_progress',
          ]);
          const score = pick([null, 0, 999, 1000, 4000, 7999, 8000, 8999, 9000, 10_000]);
          const pass_mark = training_id === trainings[0] ? 70 : 80;
          rows.push({
            staff_id,
            training_id,
            quiz_id,
            assignment_id: cycles[cycle]!,
            attempt_no: at + 1,
            status,
            pass_mark,
            submitted_at:
              status === 'in_progress' ? null : pick([first, last, first + 1, last - 1, first - 1, last + 1]),
            score_hundredths: status === 'submitted' ? score : null,
            result: status !== 'submitted' ? null : (score ?? 0) >= pass_mark * 100 ? 'passed' : 'failed',
          });
        }
      }
    const repository = new TenantRepository<Attempt>(running.app.get(Database), running.app.get(Clock), Attempt);
    const written = rows.map((row) => ({
      attempt_id: newId(),
      started_at: 1_700_000_000_000,
      deadline: null,
      correct_marks: null,
      total_marks: null,
      paper: { questions: [] },
      ...row,
    }));
    await running.app
      .get(TransactionManager)
      .run(() => repository.insert(plant.tenant, written as unknown as NewRecord<Attempt>[]));
    plant = { ...plant, admin: await plant.signIn({ role: 'admin' }) };
  });
  afterAll(() => running.close());

  const summary = async (query: string, headers = plant.admin) => {
    const { status, body } = await api(running, headers).get(`/api/reports/quiz/summary?${query}`);
    expect([query, status]).toEqual([query, 200]);
    const { totals, scores, pass_mark } = body;
    const trainingRates = body.trainings.map(({ training_id, attempts, pass_rate }: Record<string, unknown>) => ({
      training_id,
      attempts,
      pass_rate,
    }));
    return { totals, scores, pass_mark, trainings: trainingRates };
  };

  it('equals the sum of its rows for any period, to the millisecond in the organisation’s calendar', async () => {
    const windows = [
      ...DAYS.map((day) => [day, day]),
      ...DAYS.flatMap((day, at) => [
        [DAYS[0]!, day],
        [day, DAYS[at + 3]],
      ]),
    ];
    for (const [from, to = '2025-12-31'] of [...windows, ['2019-01-01', '2019-12-31']]) {
      const sums = await summary(`from=${from}&to=${to}`);
      expect([from, to, sums]).toEqual([from, to, expectedSummary(rows, from!, to, () => true)]);
    }
    expect(rows.length).toBeGreaterThan(200);
  });

  it('equals the sum of the rows of one person, one training, or the line of the current user', async () => {
    const [from, to] = ['2024-02-29', '2025-01-31'];
    const period = `from=${from}&to=${to}`;
    const line = [people[1]!, ...people.slice(3)].map(({ staff_id }) => staff_id);
    for (const training_id of trainings)
      expect(await summary(`${period}&training_id=${training_id}`)).toEqual(
        expectedSummary(rows, from, to, (row) => row.training_id === training_id),
      );
    for (const { staff_id, headers } of people) {
      const own = expectedSummary(rows, from, to, (row) => row.staff_id === staff_id);
      expect(await summary(`${period}&staff_id=${staff_id}`)).toEqual(own);
      if (staff_id !== line[0]) expect(await summary(period, headers)).toEqual(own);
    }
    expect(await summary(period, boss)).toEqual(expectedSummary(rows, from, to, (row) => line.includes(row.staff_id)));
    expect(await summary(`${period}&training_id=${trainings[2]}`, boss)).toEqual(
      expectedSummary(rows, from, to, (row) => line.includes(row.staff_id) && row.training_id === trainings[2]),
    );
  });

  it('runs in the queue of long reports, except for one person', async () => {
    const queueSpy = jest.spyOn(running.app.get(ReportQueue), 'runStatement');
    await summary('from=2024-01-02&to=2024-05-02');
    expect(queueSpy).toHaveBeenCalledTimes(3);
    await summary(`from=2024-01-02&to=2024-05-02&staff_id=${people[0]!.staff_id}`);
    expect(queueSpy).toHaveBeenCalledTimes(3);
    queueSpy.mockRestore();
  });

  it('is the same as in the whole report', async () => {
    for (const query of [
      'from=2024-01-01',
      'from=2024-04-01&to=2024-05-01',
      `from=2024-01-01&training_id=${trainings[1]}`,
    ]) {
      const { body } = await api(running, plant.admin).get(`/api/reports/quiz?${query}`);
      expect([query, (await summary(query)).totals]).toEqual([query, body.totals]);
    }
  });
});
