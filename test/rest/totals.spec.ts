import { addDays, dayAt } from '../../src/platform/calendar';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { chance, type Chance } from '../support/chance';
import { openOrganisation, type Organisation } from '../support/organisation';
import { learner, quiz, single, training, type GivenQuiz, type Learner } from '../support/quiz-given';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
interface Company {
  plant: Organisation;
  people: Learner[];
  quizzes: GivenQuiz[];
}

describe('the totals of the dashboard', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  // Further on with every test: ids never go back in time.
  let year = 2030;
  beforeEach(() => running.clock.freeze(`${++year}-03-30T09:00:00Z`));
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  const database = () => running.app.get(Database);
  const totals = (of: Organisation) => api(running, of.admin).get('/api/reports/totals');

  async function company(time_zone = 'Asia/Kolkata'): Promise<Company> {
    const plant = await openOrganisation(running, { time_zone });
    const people = [await learner(running, plant), await learner(running, plant, 'Bo')];
    const quizzes: GivenQuiz[] = [];
    for (const question of ['Horn?', 'Brake?', 'Fork?']) {
      const training_id = await training(running, plant);
      quizzes.push(await quiz(running, plant, training_id, [single(question)]));
    }
    return { plant, people, quizzes };
  }
  /** Later, when everybody signs in again. */
  async function later({ plant, people }: Company, instant: number): Promise<void> {
    running.clock.freeze(instant);
    Object.assign(plant, { admin: await plant.signIn({ role: 'admin' }) });
    for (const who of people)
      who.headers = await plant.signIn({ role: 'user', staff_id: who.staff_id, eid: who.headers.eid! });
  }
  const assign = (plant: Organisation, staff: Learner[], quizzes: GivenQuiz[]) =>
    api(running, plant.admin).post('/api/training-assignments/bulk', {
      staff_id: staff.map(({ staff_id }) => staff_id),
      training_id: quizzes.map(({ training_id }) => training_id),
    });
  const begin = ({ headers }: Learner, { training_id }: GivenQuiz) =>
    api(running, headers).post('/api/attempts', { training_id });
  const take = async (who: Learner, which: GivenQuiz, option: 0 | 1) => {
    const { status, body } = await begin(who, which);
    if (status > 299) return;
    const option_id = [which.questions[0]!.options[option]!.option_id];
    await api(running, who.headers).put(`/api/attempts/${body.attempt_id}/answers/1`, { option_id, sequence: 1 });
    await api(running, who.headers).post(`/api/attempts/${body.attempt_id}/submit`);
  };

  /** What the totals must say, row by row. */
  async function recounted({ customer_id }: Organisation, time_zone: string) {
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
    const among = (...states: string[]) => rows.filter(({ state }) => states.includes(state)).length;
    const since = addDays(today, -89);
    const results = attempts.filter(({ submitted_at }) => dayOf(submitted_at) >= since).map(({ result }) => result);
    return {
      as_of: new Date(running.clock.now()).toISOString(),
      assignments: {
        assigned: among('assigned'),
        in_progress: among('in_progress'),
        completed: among('completed', 'expiring', 'expired'),
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
  /** The last twelve, found by walking back day by day. */
  function mondays(today: string): string[] {
    const found: string[] = [];
    for (let day = today; found.length < 12; day = addDays(day, -1))
      if (new Date(`${day}T00:00:00Z`).getUTCDay() === 1) found.unshift(day);
    return found;
  }

  it('say when they were counted, and are counted again after a minute', async () => {
    const { plant, people, quizzes } = await company();
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

  it('count what comes back from removal where it stood, once', async () => {
    const { plant, people, quizzes } = await company();
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

  it('are of the days of the organisation’s own calendar, also once it moves', async () => {
    const made = await company('Asia/Kolkata');
    const { plant, people, quizzes } = made;
    await assign(plant, people, quizzes);
    // Monday in Kolkata, still Sunday in UTC.
    const monday = mondays(`${year}-04-14`).at(-1)!;
    await later(made, Date.parse(`${addDays(monday, -1)}T20:00:00Z`));
    await take(people[0]!, quizzes[0]!, 0);
    const weekly = async () => (await totals(plant)).body.completions.at(-1);
    expect(await weekly()).toEqual({ week: monday, amount: 1 });
    await running.app
      .get(Transactions)
      .run(() =>
        database().write('UPDATE customer_state SET time_zone = ? WHERE customer_id = ?', ['UTC', plant.customer_id]),
      );
    running.clock.advance(MINUTE);
    expect(await weekly()).toEqual({ week: addDays(monday, -7), amount: 1 });
  });

  it('count the quizzes that the quiz report shows since the same day: those submitted since then, whenever begun', async () => {
    const made = await company();
    const { plant, people, quizzes } = made;
    await assign(plant, people, quizzes);
    const [asha, bo] = people as [Learner, Learner];
    // The window of ninety days begins between the one's beginning and its end.
    const { body: long } = await begin(asha, quizzes[0]!);
    await take(bo, quizzes[0]!, 1);
    await later(made, running.clock.now() + 89.5 * 24 * HOUR);
    const option_id = [quizzes[0]!.questions[0]!.options[0]!.option_id];
    const path = `/api/attempts/${long.attempt_id}`;
    await api(running, asha.headers).put(`${path}/answers/1`, { option_id, sequence: 1 });
    expect((await api(running, asha.headers).post(`${path}/submit`)).status).toBe(200);
    await take(bo, quizzes[1]!, 1);
    await later(made, running.clock.now() + HOUR * 24);
    const { since, passed, failed } = (await totals(plant)).body.quizzes;
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
    const report = await api(running, plant.admin).get(`/api/reports/quiz?from=${since}`);
    expect(report.body.rows.map(({ result }: { result: string }) => result).toSorted()).toEqual(['failed', 'passed']);
  });

  it('are an organisation’s: nobody’s who sees a part of it, and no other’s', async () => {
    const { plant, people, quizzes } = await company();
    const other = await company();
    await assign(plant, people, quizzes);
    expect((await totals(other.plant)).body.assignments).toEqual({ assigned: 0, in_progress: 0, completed: 0 });
    const [boss, below] = people;
    await api(running, plant.admin).patch(`/api/staff/${below!.staff_id}`, { manager_id: boss!.staff_id });
    for (const { headers } of people) expect((await api(running, headers).get('/api/reports/totals')).status).toBe(403);
  });

  async function something(dice: Chance, made: Company): Promise<unknown> {
    const { plant, people, quizzes } = made;
    const who = dice.one(people);
    const which = dice.one(quizzes);
    const admin = api(running, plant.admin);
    switch (dice.whole(0, 5)) {
      case 0:
        return assign(plant, people, quizzes);
      case 1:
        return begin(who, which);
      case 2:
        return take(who, which, 1);
      case 3:
        return take(who, which, 0);
      case 4: {
        const { body } = await admin.get('/api/training-assignments?state=assigned');
        const assignment_id = body.slice(0, 1).map((row: { assignment_id: string }) => row.assignment_id);
        return assignment_id.length ? admin.post('/api/training-assignments/remove', { assignment_id }) : undefined;
      }
      default:
        return later(made, running.clock.now() + dice.whole(1, 5) * HOUR);
    }
  }

  it.each([1, 2, 3, 4])('equal a count row by row after random histories (%i)', async (seed) => {
    const dice = chance(seed);
    const zone = dice.one(['Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin']);
    const made = await company(zone);
    for (let step = 0; step < 60; step++) await something(dice, made);
    await later(made, running.clock.now() + HOUR);
    expect((await totals(made.plant)).body).toEqual(await recounted(made.plant, zone));
  });
});
