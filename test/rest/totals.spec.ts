import { addDays, dayAt } from '../../src/common/calendar';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { seededRandom, type SeededRandom } from '../support/seeded-random';
import { openOrganisation, type Organisation } from '../support/organisation';
import {
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
  type QuizFixture,
  type Learner,
} from '../support/quiz-fixtures';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
interface Company {
  plant: Organisation;
  people: Learner[];
  quizzes: QuizFixture[];
}

describe('the totals of the dashboard', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  // Each test moves to a later year, because ids never go back in time.
  let year = 2030;
  beforeEach(() => running.clock.freeze(`${++year}-03-30T09:00:00Z`));
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  const database = () => running.app.get(Database);
  const totals = (organisation: Organisation) => api(running, organisation.admin).get('/api/reports/totals');

  async function createCompany(time_zone = 'Asia/Kolkata'): Promise<Company> {
    const plant = await openOrganisation(running, { time_zone });
    const people = [await createLearner(running, plant), await createLearner(running, plant, 'Bo')];
    const quizzes: QuizFixture[] = [];
    for (const question of ['Horn?', 'Brake?', 'Fork?']) {
      const training_id = await createReadingTraining(running, plant);
      quizzes.push(await createQuiz(running, plant, training_id, [singleChoiceQuestion(question)]));
    }
    return { plant, people, quizzes };
  }
  /** Moves the clock and signs everyone in again. */
  async function moveClockTo({ plant, people }: Company, instant: number): Promise<void> {
    running.clock.freeze(instant);
    Object.assign(plant, { admin: await plant.signIn({ role: 'admin' }) });
    for (const person of people)
      person.headers = await plant.signIn({ role: 'user', staff_id: person.staff_id, eid: person.headers.eid! });
  }
  const assign = (plant: Organisation, staff: Learner[], quizzes: QuizFixture[]) =>
    api(running, plant.admin).post('/api/training-assignments/bulk', {
      staff_id: staff.map(({ staff_id }) => staff_id),
      training_id: quizzes.map(({ training_id }) => training_id),
    });
  const begin = ({ headers }: Learner, { training_id }: QuizFixture) =>
    api(running, headers).post('/api/attempts', { training_id });
  const take = async (person: Learner, quizFixture: QuizFixture, option: 0 | 1) => {
    const { status, body } = await begin(person, quizFixture);
    if (status > 299) return;
    const option_id = [quizFixture.questions[0]!.options[option]!.option_id];
    await api(running, person.headers).put(`/api/attempts/${body.attempt_id}/answers/1`, { option_id, sequence: 1 });
    await api(running, person.headers).post(`/api/attempts/${body.attempt_id}/submit`);
  };

  /** Computes the expected totals row by row. */
  async function expectedTotals({ customer_id }: Organisation, time_zone: string) {
    const today = dayAt(running.clock.now(), time_zone);
    const dayOf = (instant: unknown) => dayAt(Number(instant), time_zone);
    const rows = await database().rows<{ completed_at: unknown; state: string }>(
      'SELECT completed_at, state FROM training_assignment WHERE customer_id = ?',
      [customer_id],
    );
    const attempts = await database().rows<{ submitted_at: unknown; result: string }>(
      "SELECT submitted_at, result FROM attempt WHERE customer_id = ? AND status = 'submitted'",
      [customer_id],
    );
    const countStates = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
    const since = addDays(today, -89);
    const results = attempts.filter(({ submitted_at }) => dayOf(submitted_at) >= since).map(({ result }) => result);
    return {
      as_of: new Date(running.clock.now()).toISOString(),
      assignments: {
        assigned: countStates('assigned'),
        in_progress: countStates('in_progress'),
        completed: countStates('completed', 'expiring', 'expired'),
      },
      completions: mondays(today).map((week) => ({
        week,
        amount: rows.filter(
          ({ completed_at }) =>
            completed_at !== null && dayOf(completed_at) >= week && dayOf(completed_at) <= addDays(week, 6),
        ).length,
      })),
      quizzes: {
        since,
        passed: results.filter((result) => result === 'passed').length,
        failed: results.filter((result) => result === 'failed').length,
      },
    };
  }
  /** The last twelve Mondays up to that day. */
  function mondays(today: string): string[] {
    const result: string[] = [];
    for (let day = today; result.length < 12; day = addDays(day, -1))
      if (new Date(`${day}T00:00:00Z`).getUTCDay() === 1) result.unshift(day);
    return result;
  }

  it('say when they were counted, and are counted again after a minute', async () => {
    const { plant, people, quizzes } = await createCompany();
    await assign(plant, people, quizzes);
    const first = (await totals(plant)).body;
    expect(first).toMatchObject({
      as_of: `${year}-03-30T09:00:00.000Z`,
      assignments: { assigned: 6, in_progress: 0, completed: 0 },
      quizzes: { passed: 0, failed: 0 },
    });
    await take(people[0]!, quizzes[0]!, 0);
    await take(people[0]!, quizzes[1]!, 1);
    await begin(people[1]!, quizzes[0]!);
    running.clock.advance(MINUTE - 1);
    expect((await totals(plant)).body).toEqual(first);
    running.clock.advance(1);
    const { body } = await totals(plant);
    expect(body).toMatchObject({
      as_of: `${year}-03-30T09:01:00.000Z`,
      assignments: { assigned: 3, in_progress: 2, completed: 1 },
      quizzes: { passed: 1, failed: 1 },
    });
    expect(body.completions).toHaveLength(12);
    expect(body.completions.at(-1).amount).toBe(1);
    expect(new Date(`${body.completions.at(-1).week}T00:00:00Z`).getUTCDay()).toBe(1);
  });

  it('count an assignment that is restored after removal once', async () => {
    const { plant, people, quizzes } = await createCompany();
    await assign(plant, people, quizzes);
    const { body: rows } = await api(running, plant.admin).get('/api/training-assignments');
    await api(running, plant.admin).post('/api/training-assignments/remove', {
      assignment_id: [rows[0].assignment_id],
    });
    expect((await totals(plant)).body.assignments).toEqual({ assigned: 5, in_progress: 0, completed: 0 });
    running.clock.advance(MINUTE);
    await assign(plant, people, quizzes);
    expect((await totals(plant)).body.assignments).toEqual({ assigned: 6, in_progress: 0, completed: 0 });
  });

  it('follow the organisation’s calendar, also after a change of its zone', async () => {
    const company = await createCompany('Asia/Kolkata');
    const { plant, people, quizzes } = company;
    await assign(plant, people, quizzes);
    // Monday in Kolkata, still Sunday in UTC.
    const monday = mondays(`${year}-04-14`).at(-1)!;
    await moveClockTo(company, Date.parse(`${addDays(monday, -1)}T20:00:00Z`));
    await take(people[0]!, quizzes[0]!, 0);
    const weekly = async () => (await totals(plant)).body.completions.at(-1);
    expect(await weekly()).toEqual({ week: monday, amount: 1 });
    await running.app
      .get(TransactionManager)
      .run(() =>
        database().write('UPDATE customer_state SET time_zone = ? WHERE customer_id = ?', ['UTC', plant.customer_id]),
      );
    running.clock.advance(MINUTE);
    expect(await weekly()).toEqual({ week: addDays(monday, -7), amount: 1 });
  });

  it('count the quizzes that the quiz report shows since the same day: those submitted since then, whenever begun', async () => {
    const company = await createCompany();
    const { plant, people, quizzes } = company;
    await assign(plant, people, quizzes);
    const [asha, bo] = people as [Learner, Learner];
    // The window of ninety days begins while the first attempt runs.
    const { body: long } = await begin(asha, quizzes[0]!);
    await take(bo, quizzes[0]!, 1);
    await moveClockTo(company, running.clock.now() + 89.5 * 24 * HOUR);
    const option_id = [quizzes[0]!.questions[0]!.options[0]!.option_id];
    const path = `/api/attempts/${long.attempt_id}`;
    await api(running, asha.headers).put(`${path}/answers/1`, { option_id, sequence: 1 });
    expect((await api(running, asha.headers).post(`${path}/submit`)).status).toBe(200);
    await take(bo, quizzes[1]!, 1);
    await moveClockTo(company, running.clock.now() + HOUR * 24);
    const { since, passed, failed } = (await totals(plant)).body.quizzes;
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
    const report = await api(running, plant.admin).get(`/api/reports/quiz?from=${since}`);
    expect(report.body.rows.map(({ result }: { result: string }) => result).toSorted()).toEqual(['failed', 'passed']);
  });

  it('are visible to admins of the organisation only', async () => {
    const { plant, people, quizzes } = await createCompany();
    const other = await createCompany();
    await assign(plant, people, quizzes);
    expect((await totals(other.plant)).body.assignments).toEqual({ assigned: 0, in_progress: 0, completed: 0 });
    const [boss, below] = people;
    await api(running, plant.admin).patch(`/api/staff/${below!.staff_id}`, { manager_id: boss!.staff_id });
    for (const { headers } of people) expect((await api(running, headers).get('/api/reports/totals')).status).toBe(403);
  });

  async function randomAction(random: SeededRandom, company: Company): Promise<unknown> {
    const { plant, people, quizzes } = company;
    const person = random.pick(people);
    const quizFixture = random.pick(quizzes);
    const admin = api(running, plant.admin);
    switch (random.integer(0, 5)) {
      case 0:
        return assign(plant, people, quizzes);
      case 1:
        return begin(person, quizFixture);
      case 2:
        return take(person, quizFixture, 1);
      case 3:
        return take(person, quizFixture, 0);
      case 4: {
        const { body } = await admin.get('/api/training-assignments?state=assigned');
        const assignment_id = body.slice(0, 1).map((row: { assignment_id: string }) => row.assignment_id);
        return assignment_id.length ? admin.post('/api/training-assignments/remove', { assignment_id }) : undefined;
      }
      default:
        return moveClockTo(company, running.clock.now() + random.integer(1, 5) * HOUR);
    }
  }

  it.each([1, 2, 3, 4])('equal a count row by row after random histories (%i)', async (seed) => {
    const random = seededRandom(seed);
    const zone = random.pick(['Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin']);
    const company = await createCompany(zone);
    for (let step = 0; step < 60; step++) await randomAction(random, company);
    await moveClockTo(company, running.clock.now() + HOUR);
    expect((await totals(company.plant)).body).toEqual(await expectedTotals(company.plant, zone));
  });
});
