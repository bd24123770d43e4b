import { dayAt, endOfDay, startOfDay } from '../../src/platform/calendar';
import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { mean, percent } from '../../src/platform/half-up';
import { newId } from '../../src/platform/ids';
import { Attempt } from '../../src/quizzes/attempt.entity';
import { ReportQueue } from '../../src/reports/report-queue';
import { TenantRepository, type NewRecord } from '../../src/tenancy/tenant-repository';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { chance } from '../support/chance';
import { openOrganisation, type Headers, type Organisation } from '../support/organisation';
import { learner, quiz, single, training, type Learner } from '../support/quiz-given';

/** Midnight comes twice there, and is skipped, on two days of the year. */
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

/** What the report adds up to, row by row (reports.md §4). */
function addedUp(rows: readonly Row[], from: string, to: string, has: (row: Row) => boolean) {
  const isIn = ({ status, submitted_at }: Row) =>
    status === 'submitted' && from <= dayAt(submitted_at!, ZONE) && dayAt(submitted_at!, ZONE) <= to;
  const shown = rows.filter((row) => has(row) && isIn(row));
  const tryNo = (row: Row) =>
    rows.filter(
      (other) =>
        other.staff_id === row.staff_id &&
        other.quiz_id === row.quiz_id &&
        other.assignment_id === row.assignment_id &&
        other.status !== 'voided' &&
        other.attempt_no <= row.attempt_no,
    ).length;
  const passed = shown.filter(({ result }) => result === 'passed');
  const firsts = shown.filter((row) => tryNo(row) === 1);
  const of = <T>(some: readonly Row[], name: (row: Row) => string, value: (group: Row[]) => T): T[] =>
    [...new Set(some.map(name))].map((each) => value(some.filter((row) => name(row) === each)));
  const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
  const best = of(
    shown,
    ({ staff_id, training_id }) => staff_id + training_id,
    (own) => Math.max(...own.map(({ score_hundredths }) => score_hundredths ?? 0)),
  );
  const tries = of(
    passed,
    ({ staff_id, assignment_id }) => staff_id + assignment_id,
    (own) => Math.min(...own.map(tryNo)),
  );
  const marks = new Set(shown.map(({ pass_mark }) => pass_mark));
  const trainings = of(
    shown,
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
      attempts: shown.length,
      people: new Set(shown.map(({ staff_id }) => staff_id)).size,
      pass_rate: percent(passed.length, shown.length),
      first_try_pass_rate: percent(firsts.filter(({ result }) => result === 'passed').length, firsts.length),
      mean_best: mean(sum(best), 100 * best.length),
      mean_tries_to_pass: mean(sum(tries), tries.length),
    },
    scores: Array.from({ length: 10 }, (_, bin) => shown.filter((row) => binOf(row) === bin).length),
    pass_mark: marks.size === 1 ? [...marks][0] : null,
    trainings: trainings
      .sort((a, b) => a.rate - b.rate || b.attempts - a.attempts || (a.training_id < b.training_id ? -1 : 1))
      .slice(0, 10)
      .map(({ training_id, attempts, pass_rate }) => ({ training_id, attempts, pass_rate })),
  };
}

describe('what the quiz report adds up to', () => {
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
    for (let n = 0; n < PEOPLE; n++) people.push(await learner(running, plant));
    const admin = api(running, plant.admin);
    // The last three stand below the second.
    for (const { staff_id } of people.slice(3))
      expect((await admin.patch(`/api/staff/${staff_id}`, { manager_id: people[1]!.staff_id })).status).toBe(200);
    boss = await plant.signIn({ role: 'user', staff_id: people[1]!.staff_id, eid: 'B' });
    const quizzes = [];
    for (let n = 0; n < TRAININGS; n++)
      quizzes.push(await quiz(running, plant, await training(running, plant), [single(`Q${n}`)]));
    trainings = quizzes.map(({ training_id }) => training_id);
    const { one } = chance(7);
    rows = [];
    for (const { staff_id } of people)
      for (const { training_id, quiz_id } of quizzes) {
        // Assigned up to three times; the last is waived, and the one before it counts again: its numbers have a gap.
        const cycles = [newId(), newId(), newId()];
        const order = one([
          [0],
          [0, 0, 0],
          [0, 1],
          [0, 0, 1, 1, 1],
          [0, 0, 1, 0, 1],
          [0, 1, 2, 1, 1, 0],
          [0, 0, 2, 2, 0],
        ]);
        for (const [at, cycle] of order.entries()) {
          const day = one(DAYS);
          const [first, last] = [startOfDay(day, ZONE), endOfDay(day, ZONE)];
          const status = one([
            'submitted',
            'submitted',
            'submitted',
            'submitted',
            'abandoned',
            'voided',
            'in_progress',
          ]);
          const score = one([null, 0, 999, 1000, 4000, 7999, 8000, 8999, 9000, 10_000]);
          const pass_mark = training_id === trainings[0] ? 70 : 80;
          rows.push({
            ...{ staff_id, training_id, quiz_id, assignment_id: cycles[cycle]!, attempt_no: at + 1, status, pass_mark },
            submitted_at:
              status === 'in_progress' ? null : one([first, last, first + 1, last - 1, first - 1, last + 1]),
            score_hundredths: status === 'submitted' ? score : null,
            result: status !== 'submitted' ? null : (score ?? 0) >= pass_mark * 100 ? 'passed' : 'failed',
          });
        }
      }
    const repository = new TenantRepository<Attempt>(running.app.get(Database), running.app.get(Clock), Attempt);
    const written = rows.map((row) => ({
      ...{ attempt_id: newId(), started_at: 1_700_000_000_000, deadline: null, correct_marks: null, total_marks: null },
      ...{ paper: { questions: [] }, ...row },
    }));
    await running.app
      .get(Transactions)
      .run(() => repository.insert(plant.tenant, written as unknown as NewRecord<Attempt>[]));
    plant = { ...plant, admin: await plant.signIn({ role: 'admin' }) };
  });
  afterAll(() => running.close());

  const summary = async (query: string, headers = plant.admin) => {
    const { status, body } = await api(running, headers).get(`/api/reports/quiz/summary?${query}`);
    expect([query, status]).toEqual([query, 200]);
    const { totals, scores, pass_mark } = body;
    const shown = body.trainings.map(({ training_id, attempts, pass_rate }: Record<string, unknown>) => ({
      ...{ training_id, attempts, pass_rate },
    }));
    return { totals, scores, pass_mark, trainings: shown };
  };

  it('is what its rows add up to one by one, whatever the days, to the millisecond in the organisation’s calendar', async () => {
    const windows = [
      ...DAYS.map((day) => [day, day]),
      ...DAYS.flatMap((day, at) => [
        [DAYS[0]!, day],
        [day, DAYS[at + 3]],
      ]),
    ];
    for (const [from, to = '2025-12-31'] of [...windows, ['2019-01-01', '2019-12-31']]) {
      const sums = await summary(`from=${from}&to=${to}`);
      expect([from, to, sums]).toEqual([from, to, addedUp(rows, from!, to, () => true)]);
    }
    expect(rows.length).toBeGreaterThan(200);
  });

  it('is what the rows of one person, of one training, or of the line of who asks add up to', async () => {
    const [from, to] = ['2024-02-29', '2025-01-31'];
    const period = `from=${from}&to=${to}`;
    const line = [people[1]!, ...people.slice(3)].map(({ staff_id }) => staff_id);
    for (const training_id of trainings)
      expect(await summary(`${period}&training_id=${training_id}`)).toEqual(
        addedUp(rows, from, to, (row) => row.training_id === training_id),
      );
    for (const { staff_id, headers } of people) {
      const own = addedUp(rows, from, to, (row) => row.staff_id === staff_id);
      expect(await summary(`${period}&staff_id=${staff_id}`)).toEqual(own);
      if (staff_id !== line[0]) expect(await summary(period, headers)).toEqual(own);
    }
    expect(await summary(period, boss)).toEqual(addedUp(rows, from, to, (row) => line.includes(row.staff_id)));
    expect(await summary(`${period}&training_id=${trainings[2]}`, boss)).toEqual(
      addedUp(rows, from, to, (row) => line.includes(row.staff_id) && row.training_id === trainings[2]),
    );
  });

  it('is read one statement after the other with all long reports, and beside them for one person', async () => {
    const inLine = jest.spyOn(running.app.get(ReportQueue), 'statement');
    await summary('from=2024-01-02&to=2024-05-02');
    expect(inLine).toHaveBeenCalledTimes(3);
    await summary(`from=2024-01-02&to=2024-05-02&staff_id=${people[0]!.staff_id}`);
    expect(inLine).toHaveBeenCalledTimes(3);
    inLine.mockRestore();
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
