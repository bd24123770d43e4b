import { addDays, startOfDay, type Day } from '../../src/platform/calendar';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idToBytes } from '../../src/platform/ids';
import { JobWorker } from '../../src/tenancy/jobs/job-worker';
import { Jobs } from '../../src/tenancy/jobs/jobs.service';
import { Tenants } from '../../src/tenancy/tenants';
import { RenewalRound } from '../../src/trainings/renewal-round';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { learner, quiz, single, teaches, training, type GivenQuiz, type Learner } from '../support/quiz-given';
import { statementsOf } from '../support/statements';
import { asleep, swept } from '../support/sweeps';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const BERLIN = 'Europe/Berlin';

interface Row {
  assignment_id: string;
  staff_id: string;
  training_id: string;
  cycle: number;
  state: string;
  assigned_on: Day;
  due_on: Day | null;
  valid_until: Day | null;
  renew_from: Day | null;
  overdue: boolean;
}

describe('what lapses and is learnt again', () => {
  let running: RunningApp;
  let plant: Organisation;
  let test: GivenQuiz;

  beforeAll(async () => {
    running = await startApp();
    asleep(running, 'renewals');
    asleep(running, 'assignment-rules');
    asleep(running, 'notices');
  });
  beforeEach(async () => {
    running.clock.freeze('2036-01-31T09:00:00Z');
    plant = await openOrganisation(running, { time_zone: BERLIN });
  });
  // What one test left open would be found by the round of the next.
  afterEach(async () => {
    await written('UPDATE customer_state SET status = ? WHERE customer_id = ?', ['S', plant.customer_id]);
    running.clock.release();
  });
  afterAll(() => running.close());

  /** Signed in at that moment: the clock goes on for years. */
  const admin = async () => api(running, await plant.signIn({ role: 'admin' }));
  const me = async ({ staff_id }: Learner) => api(running, await plant.signIn({ role: 'user', staff_id }));
  const on = (day: Day, hour = 9) => running.clock.freeze(startOfDay(day, BERLIN) + hour * HOUR);
  const written = (sql: string, values: (string | number | Uint8Array | null)[]) =>
    running.app.get(Transactions).run(() => running.app.get(Database).write(sql, values));
  /** Past the checklist of what is published. */
  const told = (
    { training_id }: Course,
    column: 'status' | 'validity_months' | 'renewal_days',
    value: string | number,
  ) => written(`UPDATE training SET ${column} = ? WHERE training_id = ?`, [value, idToBytes(training_id)]);
  const person = async (name = 'Asha') => {
    plant.admin = await plant.signIn({ role: 'admin' });
    return learner(running, plant, name);
  };
  const course = async (more: object = {}) => {
    plant.admin = await plant.signIn({ role: 'admin' });
    const training_id = await training(running, plant, { validity_months: 12, renewal_days: null, ...more });
    test = await quiz(running, plant, training_id, [single('Horn?')]);
    return { training_id, option_id: test.questions[0]!.options[0]!.option_id };
  };
  type Course = Awaited<ReturnType<typeof course>>;
  const assign = async (who: readonly Learner[], { training_id }: Course, more: object = {}) => {
    const order = { staff_id: who.map(({ staff_id }) => staff_id), training_id: [training_id], ...more };
    const { status, body } = await (await admin()).post('/api/training-assignments/bulk', order);
    expect(status).toBe(200);
    return body;
  };
  const pass = async (who: Learner, { training_id, option_id }: Course) => {
    const own = await me(who);
    const { attempt_id } = (await own.post('/api/attempts', { training_id })).body;
    await own.put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [option_id], sequence: 1 });
    expect((await own.post(`/api/attempts/${attempt_id}/submit`)).body.result).toBe('passed');
  };
  const rows = async (narrow: string): Promise<Row[]> =>
    (await (await admin()).get(`/api/training-assignments?${narrow}&_end=200`)).body.toSorted(
      (a: Row, b: Row) => a.cycle - b.cycle,
    );
  const cycles = async ({ staff_id }: Learner, { training_id }: Course) =>
    (await rows(`staff_id=${staff_id}&training_id=${training_id}`)).map(({ cycle, state, due_on, valid_until }) => [
      cycle,
      state,
      due_on,
      valid_until,
    ]);
  const sweep = async () => {
    const done = await swept(running, 'renewals');
    expect(done).toMatchObject({ whole: true });
    return done.count;
  };
  const settle = () => running.app.get(JobWorker, { strict: false }).settle();
  /** Completed there and then. */
  const completed = async (who: Learner, what: Course, day: Day) => {
    on(day);
    await assign([who], what);
    await pass(who, what);
  };

  it('is expiring from its window on, beside a next cycle due on the last valid day, and expired the day after', async () => {
    const [asha, what] = [await person(), await course()];
    await completed(asha, what, '2036-03-02');
    const [row] = await rows(`staff_id=${asha.staff_id}`);
    expect(row).toMatchObject({ state: 'completed', valid_until: '2037-03-02', renew_from: '2037-01-31' });
    on('2037-01-30', 23.9);
    expect(await sweep()).toBe(0);
    on('2037-01-31', 0);
    expect(await sweep()).toBe(1);
    expect(await cycles(asha, what)).toEqual([
      [1, 'expiring', null, '2037-03-02'],
      [2, 'assigned', '2037-03-02', null],
    ]);
    on('2037-03-02', 23.9);
    expect(await sweep()).toBe(0);
    on('2037-03-03', 0);
    expect(await sweep()).toBe(1);
    expect((await (await admin()).get('/api/reports/totals')).body.assignments).toEqual({
      ...{ assigned: 1, in_progress: 0, completed: 1 },
    });
    const [first, second] = await rows(`staff_id=${asha.staff_id}`);
    expect(first).toMatchObject({ state: 'expired', overdue: false });
    expect(second).toMatchObject({ state: 'assigned', overdue: true, mandatory: true, source: 'manual' });
  });

  it('renewed in its window goes on from the old end, and the one before has not run out', async () => {
    const [asha, what] = [await person(), await course()];
    const skill_id = await teaches(running, plant, what.training_id);
    await (await admin()).patch(`/api/skills/${skill_id}`, { validity_months: 12 });
    await completed(asha, what, '2036-03-02');
    on('2037-02-10');
    await sweep();
    await pass(asha, what);
    on('2037-03-03');
    await sweep();
    expect(await cycles(asha, what)).toEqual([
      [1, 'completed', null, '2037-03-02'],
      [2, 'completed', '2037-03-02', '2038-03-02'],
    ]);
    const { body } = await (await admin()).get(`/api/skill-evidence?staff_id=${asha.staff_id}&_sort=effective_date`);
    expect(body.map((each: Row) => each.valid_until).toSorted()).toEqual(['2037-03-02', '2038-03-02']);
  });

  it('renewed in a window longer than sixty days loses no day either, its level neither', async () => {
    const [asha, what] = [await person(), await course({ renewal_days: 120 })];
    const skill_id = await teaches(running, plant, what.training_id);
    await (await admin()).patch(`/api/skills/${skill_id}`, { validity_months: 12 });
    await completed(asha, what, '2036-03-02');
    on('2036-11-05');
    await sweep();
    await pass(asha, what);
    expect((await cycles(asha, what)).at(-1)).toEqual([2, 'completed', '2037-03-02', '2038-03-02']);
    const { body } = await (await admin()).get(`/api/skill-evidence?staff_id=${asha.staff_id}`);
    expect(body.map((each: Row) => each.valid_until).toSorted()).toEqual(['2037-03-02', '2038-03-02']);
  });

  it('renewed late lasts from the day of completion, and the one before stays expired', async () => {
    const [asha, what] = [await person(), await course()];
    await completed(asha, what, '2036-03-02');
    on('2037-02-10');
    await sweep();
    // Nobody looked in between: the last day is over all the same.
    on('2037-03-10');
    await pass(asha, what);
    await sweep();
    expect(await cycles(asha, what)).toEqual([
      [1, 'expired', null, '2037-03-02'],
      [2, 'completed', '2037-03-02', '2038-03-10'],
    ]);
  });

  it('missed for ten days, or for a year, comes to the same', async () => {
    const [asha, what] = [await person(), await course()];
    await completed(asha, what, '2036-03-02');
    on('2037-02-10');
    await sweep();
    const late = await cycles(asha, what);
    expect(late.at(-1)).toEqual([2, 'assigned', '2037-03-02', null]);
    await pass(asha, what);
    on('2039-06-01');
    expect(await sweep()).toBe(2);
    expect(await cycles(asha, what)).toEqual([
      [1, 'completed', null, '2037-03-02'],
      [2, 'expired', '2037-03-02', '2038-03-02'],
      [3, 'assigned', '2038-03-02', null],
    ]);
  });

  it('is opened once, however many look at once and however often, and told once', async () => {
    const who = [await person(), await person('Bo')];
    const what = await course();
    on('2036-03-02');
    await assign(who, what);
    for (const each of who) await pass(each, what);
    on('2037-02-01');
    const faults: unknown[] = [];
    // Without its lease, as two nodes of a cluster might both hold it: the keys alone decide.
    const once = () =>
      running.app.get(RenewalRound, { strict: false })['some'](0, {
        began: 0,
        before: null,
        did() {},
        left() {},
        failed: (error) => void faults.push(error),
        goesOn: async () => true,
      });
    await Promise.all([once(), once(), once()]);
    await Promise.all([once(), once()]);
    expect(faults).toEqual([]);
    for (const each of who) {
      expect(await cycles(each, what)).toEqual([
        [1, 'expiring', null, '2037-03-02'],
        [2, 'assigned', '2037-03-02', null],
      ]);
      const { body } = await (await me(each)).get('/api/notices');
      expect(body.notices.filter((each: { kind: string }) => each.kind === 'assigned')).toHaveLength(2);
    }
  });

  it('opens nothing for who has left, of what is archived, and where the next cycle was taken back', async () => {
    const [asha, bo, cem] = [await person(), await person('Bo'), await person('Cem')];
    const [kept, gone] = [await course(), await course()];
    on('2036-03-02');
    await assign([asha, bo, cem], kept);
    await assign([asha], gone);
    for (const each of [asha, bo, cem]) await pass(each, kept);
    await pass(asha, gone);
    on('2036-10-01');
    expect(
      (await (await admin()).post(`/api/staff/${bo.staff_id}/leave`, { last_active_day: '2036-09-30' })).status,
    ).toBe(200);
    expect((await (await admin()).post(`/api/trainings/${gone.training_id}/archive`)).status).toBe(200);
    await assign([cem], kept);
    const [open] = await rows(`staff_id=${cem.staff_id}&state=assigned`);
    await (await admin()).post('/api/training-assignments/remove', { assignment_id: [open!.assignment_id] });
    on('2037-02-01');
    await sweep();
    expect(await cycles(asha, kept)).toHaveLength(2);
    expect(await cycles(bo, kept)).toEqual([[1, 'expiring', null, '2037-03-02']]);
    expect(await cycles(asha, gone)).toEqual([[1, 'expiring', null, '2037-03-02']]);
    expect(await cycles(cem, kept)).toEqual([
      [1, 'expiring', null, '2037-03-02'],
      [2, 'removed', null, null],
    ]);
    on('2037-03-03');
    await sweep();
    expect(await cycles(bo, kept)).toEqual([[1, 'expired', null, '2037-03-02']]);
  });

  it('assigned by hand while it is expiring or expired opens the next cycle where there is none, and no second one', async () => {
    const [asha, what] = [await person(), await course()];
    await completed(asha, what, '2036-03-02');
    await told(what, 'status', 'archived');
    on('2037-02-01');
    await sweep();
    await told(what, 'status', 'published');
    const order = { staff_id: [asha.staff_id], training_id: [what.training_id] };
    const preview = (await (await admin()).post('/api/training-assignments/bulk/preview', order)).body;
    expect(preview).toMatchObject({ to_assign: 1, again: 1 });
    expect(await assign([asha], what)).toEqual({ assigned: 1, already_assigned: 0 });
    expect(await assign([asha], what)).toEqual({ assigned: 0, already_assigned: 1 });
    expect((await cycles(asha, what)).map(([cycle, state]) => [cycle, state])).toEqual([
      [1, 'expiring'],
      [2, 'assigned'],
    ]);
    const { body } = await (
      await admin()
    ).post('/api/training-assignments/remove', {
      assignment_id: (await rows(`staff_id=${asha.staff_id}`)).map(({ assignment_id }) => assignment_id),
    });
    expect(body).toMatchObject({ removed: 1, completed: 1 });
  });

  it('is told as a renewal, once: of the level that ends with it only whoever leads the person hears besides', async () => {
    const [asha, lead, what] = [
      await person(),
      await person('Lea'),
      await course({ title: 'Forklift', certificate: false }),
    ];
    const skill_id = await teaches(running, plant, what.training_id);
    await (await admin()).patch(`/api/skills/${skill_id}`, { validity_months: 12 });
    const changed = { email: 'asha@renewal.example', manager_id: lead.staff_id };
    expect((await (await admin()).patch(`/api/staff/${asha.staff_id}`, changed)).status).toBe(200);
    await completed(asha, what, '2036-03-02');
    on('2037-01-31', 8);
    await sweep();
    await swept(running, 'notices');
    running.clock.advance(6 * MINUTE);
    await swept(running, 'notices');
    const heard = async (who: Learner) =>
      (await (await me(who)).get('/api/notices')).body.notices.map((each: Record<string, string>) => [
        each['kind'],
        each['detail'],
        each['day'],
      ]);
    const ofThatDay = (await heard(asha)).filter(([, , day]: string[]) => day === '2037-03-02');
    expect(ofThatDay).toEqual([['assigned', 'renewal', '2037-03-02']]);
    expect(await heard(lead)).toEqual([['team', 'expiring', '2037-03-02']]);
    const mails = (await running.mails()).filter(({ to }) => to === changed.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Due for renewal: Forklift']);
    expect(mails[0]!.text).toContain('Forklift, due on March 2, 2037');
  });

  it('under a rule goes on as long as the rule wants it, and again when it does again', async () => {
    const [asha, what] = [await person(), await course()];
    const made = async (path: string, body: object): Promise<string> => {
      const reply = await (await admin()).post(path, body);
      expect(reply.status).toBe(201);
      return reply.body.id;
    };
    const become = async (job_role_id: string | null) => {
      await (await admin()).patch(`/api/staff/${asha.staff_id}`, { job_role_id });
      await settle();
    };
    const driver = await made('/api/job-roles', { name: 'Driver' });
    await made('/api/assignment-rules', {
      ...{ name: 'Drivers', training_id: [what.training_id], job_role_id: driver, due_days: 10 },
    });
    on('2036-03-02');
    await become(driver);
    await pass(asha, what);
    on('2037-01-31');
    await sweep();
    expect(await cycles(asha, what)).toEqual([
      [1, 'expiring', '2036-03-12', '2037-03-02'],
      [2, 'assigned', '2037-03-02', null],
    ]);
    // No driver any more: what was to be renewed is not, and the next one lapses by itself.
    await become(null);
    expect((await cycles(asha, what))[1]).toEqual([2, 'removed', '2037-03-02', null]);
    await become(driver);
    await pass(asha, what);
    await become(null);
    on('2038-03-10');
    await sweep();
    expect((await cycles(asha, what)).slice(1)).toEqual([[2, 'expired', '2037-02-10', '2038-03-02']]);
    await become(driver);
    expect((await cycles(asha, what)).slice(1)).toEqual([
      [2, 'expired', '2037-02-10', '2038-03-02'],
      [3, 'assigned', '2038-03-20', null],
    ]);
  });

  it('under a rule goes on when its training comes back after the window has passed', async () => {
    const [asha, what] = [await person(), await course()];
    on('2036-03-02');
    const rule = { name: 'All', training_id: [what.training_id], due_days: 10 };
    expect((await (await admin()).post('/api/assignment-rules', rule)).status).toBe(201);
    await settle();
    await pass(asha, what);
    on('2036-10-01');
    await told(what, 'status', 'archived');
    for (const day of ['2037-01-31', '2037-03-03']) {
      on(day);
      await sweep();
    }
    expect(await cycles(asha, what)).toEqual([[1, 'expired', '2036-03-12', '2037-03-02']]);
    on('2037-04-01');
    await told(what, 'status', 'published');
    const { body } = await (await admin()).post('/api/assignment-rules/preview', { training_id: [what.training_id] });
    expect(body).toMatchObject({
      counts: { new: 1, completed: 0 },
      rows: [{ staff_id: asha.staff_id, outcome: 'new' }],
    });
    await swept(running, 'assignment-rules');
    await settle();
    expect((await cycles(asha, what)).slice(1)).toEqual([[2, 'assigned', '2037-04-11', null]]);
    expect((await rows('state=assigned'))[0]).toMatchObject({ source: 'rule' });
  });

  it('a next cycle that a rule would want is left alone once it was taken back, as long as the one before is valid', async () => {
    const [asha, what] = [await person(), await course()];
    await completed(asha, what, '2036-03-02');
    on('2036-05-02');
    await assign([asha], what);
    const [open] = await rows('state=assigned');
    await (await admin()).post('/api/training-assignments/remove', { assignment_id: [open!.assignment_id] });
    const rule = { name: 'All', training_id: [what.training_id], due_days: 10 };
    const draft = { training_id: rule.training_id };
    const look = async () => (await (await admin()).post('/api/assignment-rules/preview', draft)).body.counts;
    expect(await look()).toMatchObject({ completed: 1, returns: 0 });
    expect((await (await admin()).post('/api/assignment-rules', rule)).status).toBe(201);
    await settle();
    expect((await cycles(asha, what)).map(([, state]) => state)).toEqual(['completed', 'removed']);
    on('2037-02-01');
    await sweep();
    await swept(running, 'assignment-rules');
    await settle();
    expect(await cycles(asha, what)).toEqual([
      [1, 'expiring', null, '2037-03-02'],
      [2, 'assigned', '2037-02-11', null],
    ]);
  });

  it('a next cycle that is taken back with its job opens when its time has come', async () => {
    const [asha, what] = [await person(), await course()];
    await completed(asha, what, '2036-03-02');
    on('2036-05-02');
    const tenant = await running.app.get(Tenants).forSystem(plant.customer_id);
    const order = { staff_id: [asha.staff_id], training_id: [what.training_id], due_on: null };
    const job_id = await running.app
      .get(Transactions)
      .run(() => running.app.get(Jobs, { strict: false }).enqueue(tenant, 'bulk_assign', order, 1));
    await settle();
    expect((await cycles(asha, what)).map(([, state]) => state)).toEqual(['completed', 'assigned']);
    expect((await (await admin()).post(`/api/jobs/${job_id}/undo`)).status).toBe(200);
    await settle();
    expect((await (await admin()).get(`/api/jobs/${job_id}`)).body).toMatchObject({ state: 'undone', undone: 1 });
    expect(await cycles(asha, what)).toEqual([[1, 'completed', null, '2037-03-02']]);
    on('2037-02-01');
    await sweep();
    expect((await cycles(asha, what))[1]).toEqual([2, 'assigned', '2037-03-02', null]);
  });

  it('a validity that is changed counts for what is completed from then on', async () => {
    const [asha, what] = [await person(), await course()];
    await completed(asha, what, '2036-03-02');
    await told(what, 'validity_months', 6);
    await told(what, 'renewal_days', 10);
    on('2036-09-10');
    expect(await sweep()).toBe(0);
    on('2037-02-01');
    await sweep();
    await pass(asha, what);
    const [first, second] = await rows(`staff_id=${asha.staff_id}`);
    expect(first).toMatchObject({ valid_until: '2037-03-02' });
    expect(second).toMatchObject({ valid_until: '2037-09-02', renew_from: '2037-08-23' });
  });

  it('a window as long as the validity is refused', async () => {
    const { training_id } = await course({ validity_months: 1, status: 'draft' });
    const change = async (body: object) => (await admin()).patch(`/api/trainings/${training_id}`, body);
    const refused = await change({ renewal_days: 28 });
    expect([refused.status, refused.body.errors]).toEqual([422, { renewal_days: ['At most 27.'] }]);
    expect((await change({ renewal_days: 27 })).status).toBe(200);
    expect((await change({ renewal_days: 60, validity_months: 3 })).status).toBe(200);
    expect((await change({ validity_months: 2 })).status).toBe(422);
  });

  it('the day begins at the organisation’s midnight, also in the night in which its clocks change', async () => {
    const [asha, what] = [await person(), await course({ validity_months: 1, renewal_days: 1 })];
    // Summer time begins on 30 March 2036 and ends on 26 October.
    await completed(asha, what, '2036-03-01');
    running.clock.freeze('2036-03-30T22:59:59Z');
    await sweep();
    // 00:59:59 on the 31st: the clocks have gone forward, and the window of 1 April begins on that day.
    expect(await cycles(asha, what)).toHaveLength(2);
    await pass(asha, what);
    expect((await cycles(asha, what)).at(-1)).toEqual([2, 'completed', '2036-04-01', '2036-05-01']);

    const bo = await person('Bo');
    await completed(bo, what, '2036-09-27');
    running.clock.freeze('2036-10-25T21:59:59Z');
    await sweep();
    expect(await cycles(bo, what)).toHaveLength(1);
    running.clock.freeze('2036-10-25T22:00:00Z');
    await sweep();
    expect((await cycles(bo, what)).at(-1)).toEqual([2, 'assigned', '2036-10-27', null]);
    running.clock.freeze('2036-10-27T22:59:59Z');
    await sweep();
    expect((await cycles(bo, what))[0]).toEqual([1, 'expiring', null, '2036-10-27']);
    running.clock.freeze('2036-10-27T23:00:00Z');
    await sweep();
    expect((await cycles(bo, what))[0]).toEqual([1, 'expired', null, '2036-10-27']);
  });

  it('of twenty people takes as many statements as of one', async () => {
    const one = await person();
    const what = await course();
    on('2036-03-02');
    const others: Learner[] = [];
    for (let at = 0; at < 20; at++) others.push(await person(`P${at}`));
    await assign([one], what);
    await pass(one, what);
    on('2036-04-02');
    await assign(others, what);
    for (const each of others) await pass(each, what);
    on('2037-02-01');
    const few = await statementsOf(sweep);
    on('2037-03-03');
    const many = await statementsOf(sweep);
    expect((await rows('state=expiring')).length).toBe(20);
    // On the second day one runs out besides: a look, a change and what tells of it.
    expect(many.length - few.length).toBeLessThanOrEqual(4);
  });

  it('a year of it: those who renew in time, late, join, leave and move', async () => {
    on('2036-01-31');
    const monthly = await course({ title: 'Monthly', validity_months: 1 });
    const yearly = await course({ title: 'Yearly' });
    const named = async (name: string) => {
      const one = await person(name);
      const email = `${name.toLowerCase()}@year.example`;
      expect((await (await admin()).patch(`/api/staff/${one.staff_id}`, { email })).status).toBe(200);
      return { ...one, email };
    };
    const asha = await named('Asha');
    const cem = await named('Cem');
    const dana = await named('Dana');
    let bo: Awaited<ReturnType<typeof named>> | null = null;
    await assign([asha, cem, dana], monthly);
    await assign([asha, cem, dana], yearly);
    for (const each of [asha, cem, dana]) {
      await pass(each, monthly);
      await pass(each, yearly);
    }
    /** Days from the due day on which each does the monthly one. */
    const habits = new Map<string, number>([
      [asha.staff_id, -3],
      [cem.staff_id, -1],
      [dana.staff_id, 0],
    ]);
    for (let day = '2036-01-31'; day <= '2037-02-03'; day = addDays(day, 1)) {
      on(day, 7.2);
      await sweep();
      await swept(running, 'notices');
      running.clock.advance(6 * MINUTE);
      await swept(running, 'notices');
      // A mail is written when its turn comes, of what is still so then.
      await running.mails();
      if (day === '2036-03-20') {
        await (await admin()).post(`/api/staff/${cem.staff_id}/leave`, { last_active_day: day });
        habits.delete(cem.staff_id);
      }
      // A move to where the day begins eleven hours before.
      if (day === '2036-05-05')
        await (await admin()).patch(`/api/staff/${dana.staff_id}`, { time_zone: 'Pacific/Kiritimati' });
      if (day === '2036-06-20') {
        bo = await named('Bo');
        habits.set(bo.staff_id, 2);
        for (const what of [monthly, yearly]) {
          await assign([bo], what);
          await pass(bo, what);
        }
      }
      if (day > '2036-12-31') continue;
      for (const { staff_id, due_on } of await rows(`training_id=${monthly.training_id}&state=assigned`)) {
        const habit = habits.get(staff_id);
        if (habit !== undefined && day === addDays(due_on!, habit)) await pass({ staff_id, headers: {} }, monthly);
      }
    }
    const months = (from: number, to: number, date: string) =>
      Array.from({ length: to - from + 1 }, (_, at) => `2036-${String(from + at).padStart(2, '0')}-${date}`);
    const dues = async (who: Learner, what: Course) => (await cycles(who, what)).map(([, , due_on]) => due_on);

    // In time from the old end: the 29th stays the 29th, also where the month has a 31st.
    expect(await dues(asha, monthly)).toEqual([null, ...months(2, 12, '29'), '2037-01-29']);
    expect((await cycles(asha, monthly)).map(([, state]) => state)).toEqual([
      ...Array.from({ length: 11 }, () => 'completed'),
      'expired',
      'assigned',
    ]);
    expect(await cycles(asha, yearly)).toEqual([
      [1, 'expired', null, '2037-01-31'],
      [2, 'assigned', '2037-01-31', null],
    ]);
    // On the last day is in time, wherever that day is.
    expect(await dues(dana, monthly)).toEqual([null, ...months(2, 12, '29'), '2037-01-29']);
    // Who left in March has what was open then, and nothing since.
    expect(await cycles(cem, monthly)).toEqual([
      [1, 'completed', null, '2036-02-29'],
      [2, 'expired', '2036-02-29', '2036-03-29'],
      [3, 'assigned', '2036-03-29', null],
    ]);
    expect(await cycles(cem, yearly)).toEqual([[1, 'expired', null, '2037-01-31']]);
    // Two days late each time: from the day of completion, two days further each month.
    expect(await dues(bo!, monthly)).toEqual([
      null,
      '2036-07-20',
      '2036-08-22',
      '2036-09-24',
      '2036-10-26',
      '2036-11-28',
      '2036-12-30',
    ]);
    expect((await cycles(bo!, monthly)).map(([, state]) => state)).toEqual([
      ...Array.from({ length: 6 }, () => 'expired'),
      'assigned',
    ]);
    expect(await cycles(bo!, yearly)).toEqual([[1, 'completed', null, '2037-06-20']]);

    // One mail when a cycle opens, one a week before its day, one when it is overdue; none twice.
    const mails = await running.mails();
    const of = (email: string) => {
      const subjects = mails.filter((mail) => mail.to === email).map(({ subject }) => subject);
      const counted = (word: string) => subjects.filter((each) => each.startsWith(word)).length;
      return [counted('Due for renewal:'), counted('Due soon: Monthly'), counted('Overdue: Monthly')];
    };
    expect(of(bo!.email)).toEqual([6, 6, 6]);
    expect(of(asha.email)).toEqual([13, 12, 1]);
  });
});
