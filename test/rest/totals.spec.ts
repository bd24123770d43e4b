import { dayAt } from '../../src/platform/calendar';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { chance, type Chance } from '../support/chance';
import { openOrganisation, type Organisation } from '../support/organisation';
import { learner, quiz, single, training, type GivenQuiz, type Learner } from '../support/quiz-given';
import { swept, unscheduled } from '../support/sweeps';

const HOUR = 3_600_000;
type Buckets = Record<string, number>;
interface Company {
  plant: Organisation;
  people: Learner[];
  quizzes: GivenQuiz[];
}

describe('the totals of the dashboard', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
    unscheduled(running, 'totals');
  });
  // Further on with every test: ids and sweeps never go back in time.
  let year = 2030;
  beforeEach(() => running.clock.freeze(`${++year}-03-30T09:00:00Z`));
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  const database = () => running.app.get(Database);
  const sweep = async () => (await swept(running, 'totals')).whole;
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

  /** What the buckets must be, said another way: row by row. */
  async function recounted({ customer_id }: Organisation, time_zone: string): Promise<Buckets> {
    const found: Buckets = {};
    const add = (kind: string, instant: unknown, status: string) => {
      if (instant === null || status === null) return;
      const name = `${kind} ${dayAt(Number(instant), time_zone)} ${status}`;
      found[name] = (found[name] ?? 0) + 1;
    };
    const assignments = await database().rows<{ created_at: unknown; completed_at: unknown; state: string }>(
      'SELECT created_at, completed_at, state FROM training_assignment WHERE customer_id = ?',
      [customer_id],
    );
    for (const row of assignments) {
      add('assignments', row.created_at, row.state);
      add('completions', row.completed_at, 'completed');
    }
    const attempts = await database().rows<{ submitted_at: unknown; result: string }>(
      "SELECT submitted_at, result FROM attempt WHERE customer_id = ? AND status = 'submitted'",
      [customer_id],
    );
    for (const row of attempts) add('quizzes', row.submitted_at, row.result);
    return found;
  }
  async function kept({ customer_id }: Organisation): Promise<Buckets> {
    const rows = await database().rows<{ kind: string; day: string; status: string; amount: number }>(
      'SELECT kind, day, status, amount FROM daily_total WHERE customer_id = ?',
      [customer_id],
    );
    return Object.fromEntries(
      rows.map(({ kind, day, status, amount }) => [`${kind} ${day} ${status}`, Number(amount)]),
    );
  }

  it('are not known before they were counted, which is not none', async () => {
    const { plant, people, quizzes } = await company();
    await assign(plant, people, quizzes);
    expect((await totals(plant)).body).toEqual({ as_of: null, assignments: null, completions: null, quizzes: null });
    expect(await sweep()).toBe(true);
    expect((await totals(plant)).body).toMatchObject({
      as_of: `${year}-03-30T09:00:00.000Z`,
      assignments: { assigned: 6, in_progress: 0, completed: 0 },
      quizzes: { passed: 0, failed: 0 },
    });
  });

  it('say of when they are, and are by then what has happened', async () => {
    const { plant, people, quizzes } = await company();
    await assign(plant, people, quizzes);
    await sweep();
    running.clock.advance(HOUR);
    await take(people[0]!, quizzes[0]!, 0);
    await take(people[0]!, quizzes[1]!, 1);
    await begin(people[1]!, quizzes[0]!);
    const before = (await totals(plant)).body;
    expect(before).toMatchObject({ as_of: `${year}-03-30T09:00:00.000Z`, assignments: { assigned: 6 } });
    await sweep();
    const { body } = await totals(plant);
    expect(body).toMatchObject({
      as_of: `${year}-03-30T10:00:00.000Z`,
      assignments: { assigned: 3, in_progress: 2, completed: 1 },
      quizzes: { passed: 1, failed: 1 },
    });
    expect(body.completions).toHaveLength(12);
    expect(body.completions.at(-1).amount).toBe(1);
    expect(new Date(`${body.completions.at(-1).week}T00:00:00Z`).getUTCDay()).toBe(1);
  });

  it('count what comes back from removal where it stood, once', async () => {
    const made = await company();
    const { plant, people, quizzes } = made;
    await assign(plant, people, quizzes);
    await sweep();
    await later(made, running.clock.now() + 30 * HOUR);
    const { body: rows } = await api(running, plant.admin).get('/api/training-assignments');
    await api(running, plant.admin).post('/api/training-assignments/remove', {
      assignment_id: [rows[0].assignment_id],
    });
    await sweep();
    expect((await totals(plant)).body.assignments).toEqual({ assigned: 5, in_progress: 0, completed: 0 });
    await later(made, running.clock.now() + 30 * HOUR);
    await assign(plant, people, quizzes);
    await sweep();
    expect((await totals(plant)).body.assignments).toEqual({ assigned: 6, in_progress: 0, completed: 0 });
    expect(await kept(plant)).toEqual(await recounted(plant, 'Asia/Kolkata'));
  });

  it('are of the days of the organisation’s own calendar, also once it moves', async () => {
    const made = await company('Asia/Kolkata');
    const { plant, people, quizzes } = made;
    await assign(plant, people, quizzes);
    await later(made, Date.parse(`${year}-04-02T20:00:00Z`));
    await take(people[0]!, quizzes[0]!, 0);
    await sweep();
    expect(await kept(plant)).toHaveProperty([`completions ${year}-04-03 completed`], 1);
    await running.app
      .get(Transactions)
      .run(() =>
        database().write('UPDATE customer_state SET time_zone = ? WHERE customer_id = ?', ['UTC', plant.customer_id]),
      );
    await sweep();
    expect(await kept(plant)).toEqual(await recounted(plant, 'UTC'));
    expect(await kept(plant)).toHaveProperty([`completions ${year}-04-02 completed`], 1);
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
    await sweep();
    const { since, passed, failed } = (await totals(plant)).body.quizzes;
    expect({ passed, failed }).toEqual({ passed: 1, failed: 1 });
    const report = await api(running, plant.admin).get(`/api/reports/quiz?from=${since}`);
    expect(report.body.rows.map(({ result }: { result: string }) => result).toSorted()).toEqual(['failed', 'passed']);
  });

  it('are an organisation’s: nobody’s who sees a part of it, and no other’s', async () => {
    const { plant, people, quizzes } = await company();
    const other = await company();
    await assign(plant, people, quizzes);
    await sweep();
    expect((await totals(other.plant)).body.assignments).toEqual({ assigned: 0, in_progress: 0, completed: 0 });
    const [boss, below] = people;
    await api(running, plant.admin).patch(`/api/staff/${below!.staff_id}`, { manager_id: boss!.staff_id });
    for (const { headers } of people) expect((await api(running, headers).get('/api/reports/totals')).status).toBe(403);
  });

  it('are settled by one process at a time; one that died holds the others up for a minute', async () => {
    const { plant, people, quizzes } = await company();
    await assign(plant, people, quizzes);
    expect((await Promise.all([sweep(), sweep(), sweep()])).filter(Boolean)).toHaveLength(1);
    await take(people[0]!, quizzes[0]!, 0);
    await dying(3, sweep);
    expect(await sweep()).toBe(false);
    running.clock.advance(60_001);
    expect(await sweep()).toBe(true);
    expect((await totals(plant)).body.assignments).toMatchObject({ completed: 1 });
  });

  it('take in what another node committed late', async () => {
    const { plant, people, quizzes } = await company();
    await assign(plant, people, quizzes);
    running.clock.advance(HOUR);
    await sweep();
    // Stamped a minute before that sweep, committed after it.
    running.clock.advance(-60_000);
    await take(people[0]!, quizzes[0]!, 0);
    running.clock.advance(90_000);
    await sweep();
    expect((await totals(plant)).body.assignments).toMatchObject({ completed: 1 });
  });

  /**
   * The process is gone with its `write`th write of the totals: nothing of that transaction, and nothing of them afterwards, is
   * written. What a submission tells a moment later (notices) is another's.
   */
  async function dying(write: number, work: () => Promise<unknown>): Promise<void> {
    const open = database();
    const real = open.write.bind(open);
    let left = write;
    open.write = async (sql, values) => {
      if (/totals|daily_total/.test(sql) && --left <= 0) throw new Error('killed');
      return real(sql, values);
    };
    try {
      await work().catch(() => undefined);
    } finally {
      Reflect.deleteProperty(open, 'write');
    }
  }

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

  it.each([1, 2, 3, 4])('equal a recount after random histories, killed anywhere (%i)', async (seed) => {
    const dice = chance(seed);
    const zone = dice.one(['Asia/Kathmandu', 'America/St_Johns', 'Europe/Berlin']);
    const made = await company(zone);
    await sweep();
    for (let step = 0; step < 60; step++) {
      await something(dice, made);
      if (dice.happens(25)) await sweep();
      if (dice.happens(15)) {
        await dying(dice.whole(2, 9), sweep);
        running.clock.advance(61_000);
      }
    }
    expect(await sweep()).toBe(true);
    const expected = await recounted(made.plant, zone);
    expect(await kept(made.plant)).toEqual(expected);
    const { assignments } = (await totals(made.plant)).body;
    for (const [state, amount] of Object.entries(assignments)) {
      const days = Object.entries(expected).filter(
        ([name]) => name.startsWith('assignments') && name.endsWith(` ${state}`),
      );
      expect([state, amount]).toEqual([state, days.reduce((sum, [, each]) => sum + each, 0)]);
    }
  });
});
