import { addDays, startOfDay, type Day } from '../../src/common/calendar';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idToBytes } from '../../src/common/ids';
import { JobWorker } from '../../src/modules/background-jobs/job-worker';
import { JobsService } from '../../src/modules/background-jobs/jobs.service';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { RenewalJob } from '../../src/modules/trainings/renewal.job';
import { api } from '../support/api';
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
import { statementsOf } from '../support/recorded-statements';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';

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

describe('recertification', () => {
  let running: RunningApp;
  let plant: Organisation;
  let quizFixture: QuizFixture;

  beforeAll(async () => {
    running = await startApp();
    disableJob(running, 'renewals');
    disableJob(running, 'assignment-rules');
    disableJob(running, 'notices');
  });
  beforeEach(async () => {
    running.clock.freeze('2036-01-31T09:00:00Z');
    plant = await openOrganisation(running, { time_zone: BERLIN });
  });
  // Otherwise the job run of the next test would process what this one left open.
  afterEach(async () => {
    await execute('UPDATE customer_state SET status = ? WHERE customer_id = ?', ['S', plant.customer_id]);
    running.clock.release();
  });
  afterAll(() => running.close());

  /** Signs in anew each time: the tests advance the clock by years, which ends sessions. */
  const admin = async () => api(running, await plant.signIn({ role: 'admin' }));
  const me = async ({ staff_id }: Learner) => api(running, await plant.signIn({ role: 'user', staff_id }));
  const setDay = (day: Day, hour = 9) => running.clock.freeze(startOfDay(day, BERLIN) + hour * HOUR);
  const execute = (sql: string, values: (string | number | Uint8Array | null)[]) =>
    running.app.get(TransactionManager).run(() => running.app.get(Database).write(sql, values));
  /** Bypasses the checks on published trainings. */
  const setTraining = (
    { training_id }: Course,
    column: 'status' | 'validity_months' | 'renewal_days',
    value: string | number,
  ) => execute(`UPDATE training SET ${column} = ? WHERE training_id = ?`, [value, idToBytes(training_id)]);
  const createPerson = async (name = 'Asha') => {
    plant.admin = await plant.signIn({ role: 'admin' });
    return createLearner(running, plant, name);
  };
  const createCourse = async (more: object = {}) => {
    plant.admin = await plant.signIn({ role: 'admin' });
    const training_id = await createReadingTraining(running, plant, {
      validity_months: 12,
      renewal_days: null,
      ...more,
    });
    quizFixture = await createQuiz(running, plant, training_id, [singleChoiceQuestion('Horn?')]);
    return { training_id, option_id: quizFixture.questions[0]!.options[0]!.option_id };
  };
  type Course = Awaited<ReturnType<typeof createCourse>>;
  const assign = async (people: readonly Learner[], { training_id }: Course, more: object = {}) => {
    const order = { staff_id: people.map(({ staff_id }) => staff_id), training_id: [training_id], ...more };
    const { status, body } = await (await admin()).post('/api/training-assignments/bulk', order);
    expect(status).toBe(200);
    return body;
  };
  const pass = async (person: Learner, { training_id, option_id }: Course) => {
    const own = await me(person);
    const { attempt_id } = (await own.post('/api/attempts', { training_id })).body;
    await own.put(`/api/attempts/${attempt_id}/answers/1`, { option_id: [option_id], sequence: 1 });
    expect((await own.post(`/api/attempts/${attempt_id}/submit`)).body.result).toBe('passed');
  };
  const rows = async (query: string): Promise<Row[]> =>
    (await (await admin()).get(`/api/training-assignments?${query}&_end=200`)).body.toSorted(
      (a: Row, b: Row) => a.cycle - b.cycle,
    );
  const cycles = async ({ staff_id }: Learner, { training_id }: Course) =>
    (await rows(`staff_id=${staff_id}&training_id=${training_id}`)).map(({ cycle, state, due_on, valid_until }) => [
      cycle,
      state,
      due_on,
      valid_until,
    ]);
  const runRenewals = async () => {
    const done = await runScheduledJob(running, 'renewals');
    expect(done).toMatchObject({ isComplete: true });
    return done.count;
  };
  const settle = () => running.app.get(JobWorker, { strict: false }).drain();
  /** Assigns the course and completes it on that day. */
  const completed = async (person: Learner, course: Course, day: Day) => {
    setDay(day);
    await assign([person], course);
    await pass(person, course);
  };

  it('is expiring from its window on, beside a next cycle due on the last valid day, and expired the day after', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    await completed(asha, course, '2036-03-02');
    const [row] = await rows(`staff_id=${asha.staff_id}`);
    expect(row).toMatchObject({ state: 'completed', valid_until: '2037-03-02', renew_from: '2037-01-31' });
    setDay('2037-01-30', 23.9);
    expect(await runRenewals()).toBe(0);
    setDay('2037-01-31', 0);
    expect(await runRenewals()).toBe(1);
    expect(await cycles(asha, course)).toEqual([
      [1, 'expiring', null, '2037-03-02'],
      [2, 'assigned', '2037-03-02', null],
    ]);
    setDay('2037-03-02', 23.9);
    expect(await runRenewals()).toBe(0);
    setDay('2037-03-03', 0);
    expect(await runRenewals()).toBe(1);
    expect((await (await admin()).get('/api/reports/totals')).body.assignments).toEqual({
      assigned: 1,
      in_progress: 0,
      completed: 1,
    });
    const [first, second] = await rows(`staff_id=${asha.staff_id}`);
    expect(first).toMatchObject({ state: 'expired', overdue: false });
    expect(second).toMatchObject({ state: 'assigned', overdue: true, mandatory: true, source: 'manual' });
  });

  it('renewed in its window continues from the old end, and the cycle before has not expired', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    const skill_id = await grantSkill(running, plant, course.training_id);
    await (await admin()).patch(`/api/skills/${skill_id}`, { validity_months: 12 });
    await completed(asha, course, '2036-03-02');
    setDay('2037-02-10');
    await runRenewals();
    await pass(asha, course);
    setDay('2037-03-03');
    await runRenewals();
    expect(await cycles(asha, course)).toEqual([
      [1, 'completed', null, '2037-03-02'],
      [2, 'completed', '2037-03-02', '2038-03-02'],
    ]);
    const { body } = await (await admin()).get(`/api/skill-evidence?staff_id=${asha.staff_id}&_sort=effective_date`);
    expect(body.map((each: Row) => each.valid_until).toSorted()).toEqual(['2037-03-02', '2038-03-02']);
  });

  it('renewed in a window longer than sixty days loses no day either, nor does its level', async () => {
    const [asha, course] = [await createPerson(), await createCourse({ renewal_days: 120 })];
    const skill_id = await grantSkill(running, plant, course.training_id);
    await (await admin()).patch(`/api/skills/${skill_id}`, { validity_months: 12 });
    await completed(asha, course, '2036-03-02');
    setDay('2036-11-05');
    await runRenewals();
    await pass(asha, course);
    expect((await cycles(asha, course)).at(-1)).toEqual([2, 'completed', '2037-03-02', '2038-03-02']);
    const { body } = await (await admin()).get(`/api/skill-evidence?staff_id=${asha.staff_id}`);
    expect(body.map((each: Row) => each.valid_until).toSorted()).toEqual(['2037-03-02', '2038-03-02']);
  });

  it('renewed late lasts from the day of completion, and the one before stays expired', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    await completed(asha, course, '2036-03-02');
    setDay('2037-02-10');
    await runRenewals();
    // No job run in between: the last day is over all the same.
    setDay('2037-03-10');
    await pass(asha, course);
    await runRenewals();
    expect(await cycles(asha, course)).toEqual([
      [1, 'expired', null, '2037-03-02'],
      [2, 'completed', '2037-03-02', '2038-03-10'],
    ]);
  });

  it('missed for ten days or for a year gives the same result', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    await completed(asha, course, '2036-03-02');
    setDay('2037-02-10');
    await runRenewals();
    const late = await cycles(asha, course);
    expect(late.at(-1)).toEqual([2, 'assigned', '2037-03-02', null]);
    await pass(asha, course);
    setDay('2039-06-01');
    expect(await runRenewals()).toBe(2);
    expect(await cycles(asha, course)).toEqual([
      [1, 'completed', null, '2037-03-02'],
      [2, 'expired', '2037-03-02', '2038-03-02'],
      [3, 'assigned', '2038-03-02', null],
    ]);
  });

  it('opens one next cycle with one notice, however many job runs happen at once', async () => {
    const people = [await createPerson(), await createPerson('Bo')];
    const course = await createCourse();
    setDay('2036-03-02');
    await assign(people, course);
    for (const each of people) await pass(each, course);
    setDay('2037-02-01');
    const faults: unknown[] = [];
    // Bypasses the lease, as if two nodes held it: only the unique keys prevent duplicates.
    const runWithoutLease = () =>
      running.app.get(RenewalJob, { strict: false })['runBatch'](0, {
        startedAt: 0,
        previousStartedAt: null,
        countProcessed() {},
        markIncomplete() {},
        recordFailure: (error) => void faults.push(error),
        shouldContinue: async () => true,
      });
    await Promise.all([runWithoutLease(), runWithoutLease(), runWithoutLease()]);
    await Promise.all([runWithoutLease(), runWithoutLease()]);
    expect(faults).toEqual([]);
    for (const each of people) {
      expect(await cycles(each, course)).toEqual([
        [1, 'expiring', null, '2037-03-02'],
        [2, 'assigned', '2037-03-02', null],
      ]);
      const { body } = await (await me(each)).get('/api/notices');
      expect(body.notices.filter((each: { kind: string }) => each.kind === 'assigned')).toHaveLength(2);
    }
  });

  it('opens no cycle for people who have left, for archived trainings, and where the next cycle was removed', async () => {
    const [asha, bo, cem] = [await createPerson(), await createPerson('Bo'), await createPerson('Cem')];
    const [activeCourse, archivedCourse] = [await createCourse(), await createCourse()];
    setDay('2036-03-02');
    await assign([asha, bo, cem], activeCourse);
    await assign([asha], archivedCourse);
    for (const each of [asha, bo, cem]) await pass(each, activeCourse);
    await pass(asha, archivedCourse);
    setDay('2036-10-01');
    expect(
      (await (await admin()).post(`/api/staff/${bo.staff_id}/leave`, { last_active_day: '2036-09-30' })).status,
    ).toBe(200);
    expect((await (await admin()).post(`/api/trainings/${archivedCourse.training_id}/archive`)).status).toBe(200);
    await assign([cem], activeCourse);
    const [open] = await rows(`staff_id=${cem.staff_id}&state=assigned`);
    await (await admin()).post('/api/training-assignments/remove', { assignment_id: [open!.assignment_id] });
    setDay('2037-02-01');
    await runRenewals();
    expect(await cycles(asha, activeCourse)).toHaveLength(2);
    expect(await cycles(bo, activeCourse)).toEqual([[1, 'expiring', null, '2037-03-02']]);
    expect(await cycles(asha, archivedCourse)).toEqual([[1, 'expiring', null, '2037-03-02']]);
    expect(await cycles(cem, activeCourse)).toEqual([
      [1, 'expiring', null, '2037-03-02'],
      [2, 'removed', null, null],
    ]);
    setDay('2037-03-03');
    await runRenewals();
    expect(await cycles(bo, activeCourse)).toEqual([[1, 'expired', null, '2037-03-02']]);
  });

  it('assigned by hand while it is expiring or expired opens the next cycle where there is none, and no second one', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    await completed(asha, course, '2036-03-02');
    await setTraining(course, 'status', 'archived');
    setDay('2037-02-01');
    await runRenewals();
    await setTraining(course, 'status', 'published');
    const order = { staff_id: [asha.staff_id], training_id: [course.training_id] };
    const preview = (await (await admin()).post('/api/training-assignments/bulk/preview', order)).body;
    expect(preview).toMatchObject({ to_assign: 1, again: 1 });
    expect(await assign([asha], course)).toEqual({ assigned: 1, already_assigned: 0 });
    expect(await assign([asha], course)).toEqual({ assigned: 0, already_assigned: 1 });
    expect((await cycles(asha, course)).map(([cycle, state]) => [cycle, state])).toEqual([
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

  it('is a notice as a renewal, once; only the manager is also notified of the expiring level', async () => {
    const [asha, lead, course] = [
      await createPerson(),
      await createPerson('Lea'),
      await createCourse({ title: 'Forklift', certificate: false }),
    ];
    const skill_id = await grantSkill(running, plant, course.training_id);
    await (await admin()).patch(`/api/skills/${skill_id}`, { validity_months: 12 });
    const changed = { email: 'asha@renewal.example', manager_id: lead.staff_id };
    expect((await (await admin()).patch(`/api/staff/${asha.staff_id}`, changed)).status).toBe(200);
    await completed(asha, course, '2036-03-02');
    setDay('2037-01-31', 8);
    await runRenewals();
    await runScheduledJob(running, 'notices');
    running.clock.advance(6 * MINUTE);
    await runScheduledJob(running, 'notices');
    const fetchNotices = async (person: Learner) =>
      (await (await me(person)).get('/api/notices')).body.notices.map((each: Record<string, string>) => [
        each['kind'],
        each['detail'],
        each['day'],
      ]);
    const ofThatDay = (await fetchNotices(asha)).filter(([, , day]: string[]) => day === '2037-03-02');
    expect(ofThatDay).toEqual([['assigned', 'renewal', '2037-03-02']]);
    expect(await fetchNotices(lead)).toEqual([['team', 'expiring', '2037-03-02']]);
    const mails = (await running.mails()).filter(({ to }) => to === changed.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Due for renewal: Forklift']);
    expect(mails[0]!.text).toContain('Forklift, due on March 2, 2037');
  });

  it('under a rule continues while the rule applies, and again when it applies again', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    const create = async (path: string, body: object): Promise<string> => {
      const reply = await (await admin()).post(path, body);
      expect(reply.status).toBe(201);
      return reply.body.id;
    };
    const setJobRole = async (job_role_id: string | null) => {
      await (await admin()).patch(`/api/staff/${asha.staff_id}`, { job_role_id });
      await settle();
    };
    const driver = await create('/api/job-roles', { name: 'Driver' });
    await create('/api/assignment-rules', {
      name: 'Drivers',
      training_id: [course.training_id],
      job_role_id: driver,
      due_days: 10,
    });
    setDay('2036-03-02');
    await setJobRole(driver);
    await pass(asha, course);
    setDay('2037-01-31');
    await runRenewals();
    expect(await cycles(asha, course)).toEqual([
      [1, 'expiring', '2036-03-12', '2037-03-02'],
      [2, 'assigned', '2037-03-02', null],
    ]);
    // No driver any more: the renewal is removed, and the next cycle expires by itself.
    await setJobRole(null);
    expect((await cycles(asha, course))[1]).toEqual([2, 'removed', '2037-03-02', null]);
    await setJobRole(driver);
    await pass(asha, course);
    await setJobRole(null);
    setDay('2038-03-10');
    await runRenewals();
    expect((await cycles(asha, course)).slice(1)).toEqual([[2, 'expired', '2037-02-10', '2038-03-02']]);
    await setJobRole(driver);
    expect((await cycles(asha, course)).slice(1)).toEqual([
      [2, 'expired', '2037-02-10', '2038-03-02'],
      [3, 'assigned', '2038-03-20', null],
    ]);
  });

  it('under a rule continues when its training is published again after the window', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    setDay('2036-03-02');
    const rule = { name: 'All', training_id: [course.training_id], due_days: 10 };
    expect((await (await admin()).post('/api/assignment-rules', rule)).status).toBe(201);
    await settle();
    await pass(asha, course);
    setDay('2036-10-01');
    await setTraining(course, 'status', 'archived');
    for (const day of ['2037-01-31', '2037-03-03']) {
      setDay(day);
      await runRenewals();
    }
    expect(await cycles(asha, course)).toEqual([[1, 'expired', '2036-03-12', '2037-03-02']]);
    setDay('2037-04-01');
    await setTraining(course, 'status', 'published');
    const { body } = await (await admin()).post('/api/assignment-rules/preview', { training_id: [course.training_id] });
    expect(body).toMatchObject({
      counts: { new: 1, completed: 0 },
      rows: [{ staff_id: asha.staff_id, outcome: 'new' }],
    });
    await runScheduledJob(running, 'assignment-rules');
    await settle();
    expect((await cycles(asha, course)).slice(1)).toEqual([[2, 'assigned', '2037-04-11', null]]);
    expect((await rows('state=assigned'))[0]).toMatchObject({ source: 'rule' });
  });

  it('a removed next cycle is not reopened by a rule while the cycle before is valid', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    await completed(asha, course, '2036-03-02');
    setDay('2036-05-02');
    await assign([asha], course);
    const [open] = await rows('state=assigned');
    await (await admin()).post('/api/training-assignments/remove', { assignment_id: [open!.assignment_id] });
    const rule = { name: 'All', training_id: [course.training_id], due_days: 10 };
    const draft = { training_id: rule.training_id };
    const previewCounts = async () => (await (await admin()).post('/api/assignment-rules/preview', draft)).body.counts;
    expect(await previewCounts()).toMatchObject({ completed: 1, returns: 0 });
    expect((await (await admin()).post('/api/assignment-rules', rule)).status).toBe(201);
    await settle();
    expect((await cycles(asha, course)).map(([, state]) => state)).toEqual(['completed', 'removed']);
    setDay('2037-02-01');
    await runRenewals();
    await runScheduledJob(running, 'assignment-rules');
    await settle();
    expect(await cycles(asha, course)).toEqual([
      [1, 'expiring', null, '2037-03-02'],
      [2, 'assigned', '2037-02-11', null],
    ]);
  });

  it('a next cycle that was removed by undoing its job opens again in its window', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    await completed(asha, course, '2036-03-02');
    setDay('2036-05-02');
    const tenant = await running.app.get(TenantFactory).forSystem(plant.customer_id);
    const order = { staff_id: [asha.staff_id], training_id: [course.training_id], due_on: null };
    const job_id = await running.app
      .get(TransactionManager)
      .run(() => running.app.get(JobsService, { strict: false }).enqueue(tenant, 'bulk_assign', order, 1));
    await settle();
    expect((await cycles(asha, course)).map(([, state]) => state)).toEqual(['completed', 'assigned']);
    expect((await (await admin()).post(`/api/jobs/${job_id}/undo`)).status).toBe(200);
    await settle();
    expect((await (await admin()).get(`/api/jobs/${job_id}`)).body).toMatchObject({ state: 'undone', undone: 1 });
    expect(await cycles(asha, course)).toEqual([[1, 'completed', null, '2037-03-02']]);
    setDay('2037-02-01');
    await runRenewals();
    expect((await cycles(asha, course))[1]).toEqual([2, 'assigned', '2037-03-02', null]);
  });

  it('a validity that is changed counts for what is completed from then on', async () => {
    const [asha, course] = [await createPerson(), await createCourse()];
    await completed(asha, course, '2036-03-02');
    await setTraining(course, 'validity_months', 6);
    await setTraining(course, 'renewal_days', 10);
    setDay('2036-09-10');
    expect(await runRenewals()).toBe(0);
    setDay('2037-02-01');
    await runRenewals();
    await pass(asha, course);
    const [first, second] = await rows(`staff_id=${asha.staff_id}`);
    expect(first).toMatchObject({ valid_until: '2037-03-02' });
    expect(second).toMatchObject({ valid_until: '2037-09-02', renew_from: '2037-08-23' });
  });

  it('a window as long as the validity is refused', async () => {
    const { training_id } = await createCourse({ validity_months: 1, status: 'draft' });
    const change = async (body: object) => (await admin()).patch(`/api/trainings/${training_id}`, body);
    const refused = await change({ renewal_days: 28 });
    expect([refused.status, refused.body.errors]).toEqual([422, { renewal_days: ['At most 27.'] }]);
    expect((await change({ renewal_days: 27 })).status).toBe(200);
    expect((await change({ renewal_days: 60, validity_months: 3 })).status).toBe(200);
    expect((await change({ validity_months: 2 })).status).toBe(422);
  });

  it('the day begins at the organisation’s midnight, also in the night in which its clocks change', async () => {
    const [asha, course] = [await createPerson(), await createCourse({ validity_months: 1, renewal_days: 1 })];
    // Summer time begins on 30 March 2036 and ends on 26 October.
    await completed(asha, course, '2036-03-01');
    running.clock.freeze('2036-03-30T22:59:59Z');
    await runRenewals();
    // 00:59:59 on the 31st: the clocks have gone forward, and the window of 1 April begins on that day.
    expect(await cycles(asha, course)).toHaveLength(2);
    await pass(asha, course);
    expect((await cycles(asha, course)).at(-1)).toEqual([2, 'completed', '2036-04-01', '2036-05-01']);

    const bo = await createPerson('Bo');
    await completed(bo, course, '2036-09-27');
    running.clock.freeze('2036-10-25T21:59:59Z');
    await runRenewals();
    expect(await cycles(bo, course)).toHaveLength(1);
    running.clock.freeze('2036-10-25T22:00:00Z');
    await runRenewals();
    expect((await cycles(bo, course)).at(-1)).toEqual([2, 'assigned', '2036-10-27', null]);
    running.clock.freeze('2036-10-27T22:59:59Z');
    await runRenewals();
    expect((await cycles(bo, course))[0]).toEqual([1, 'expiring', null, '2036-10-27']);
    running.clock.freeze('2036-10-27T23:00:00Z');
    await runRenewals();
    expect((await cycles(bo, course))[0]).toEqual([1, 'expired', null, '2036-10-27']);
  });

  it('of twenty people takes as many statements as of one', async () => {
    const one = await createPerson();
    const course = await createCourse();
    setDay('2036-03-02');
    const others: Learner[] = [];
    for (let at = 0; at < 20; at++) others.push(await createPerson(`P${at}`));
    await assign([one], course);
    await pass(one, course);
    setDay('2036-04-02');
    await assign(others, course);
    for (const each of others) await pass(each, course);
    setDay('2037-02-01');
    const few = await statementsOf(runRenewals);
    setDay('2037-03-03');
    const many = await statementsOf(runRenewals);
    expect((await rows('state=expiring')).length).toBe(20);
    // On the second day one cycle also expires: a read, an update and its audit event.
    expect(many.length - few.length).toBeLessThanOrEqual(4);
  });

  it('a year with people who renew in time, renew late, join, leave and move', async () => {
    setDay('2036-01-31');
    const monthly = await createCourse({ title: 'Monthly', validity_months: 1 });
    const yearly = await createCourse({ title: 'Yearly' });
    const createNamedPerson = async (name: string) => {
      const one = await createPerson(name);
      const email = `${name.toLowerCase()}@year.example`;
      expect((await (await admin()).patch(`/api/staff/${one.staff_id}`, { email })).status).toBe(200);
      return { ...one, email };
    };
    const asha = await createNamedPerson('Asha');
    const cem = await createNamedPerson('Cem');
    const dana = await createNamedPerson('Dana');
    let bo: Awaited<ReturnType<typeof createNamedPerson>> | null = null;
    await assign([asha, cem, dana], monthly);
    await assign([asha, cem, dana], yearly);
    for (const each of [asha, cem, dana]) {
      await pass(each, monthly);
      await pass(each, yearly);
    }
    /** Days from the due day on which each person does the monthly course. */
    const habits = new Map<string, number>([
      [asha.staff_id, -3],
      [cem.staff_id, -1],
      [dana.staff_id, 0],
    ]);
    for (let day = '2036-01-31'; day <= '2037-02-03'; day = addDays(day, 1)) {
      setDay(day, 7.2);
      await runRenewals();
      await runScheduledJob(running, 'notices');
      running.clock.advance(6 * MINUTE);
      await runScheduledJob(running, 'notices');
      // Mails are composed when they are sent, from the state at that time.
      await running.mails();
      if (day === '2036-03-20') {
        await (await admin()).post(`/api/staff/${cem.staff_id}/leave`, { last_active_day: day });
        habits.delete(cem.staff_id);
      }
      // Moves to a zone in which the day begins eleven hours earlier.
      if (day === '2036-05-05')
        await (await admin()).patch(`/api/staff/${dana.staff_id}`, { time_zone: 'Pacific/Kiritimati' });
      if (day === '2036-06-20') {
        bo = await createNamedPerson('Bo');
        habits.set(bo.staff_id, 2);
        for (const course of [monthly, yearly]) {
          await assign([bo], course);
          await pass(bo, course);
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
    const dues = async (person: Learner, course: Course) =>
      (await cycles(person, course)).map(([, , due_on]) => due_on);

    // Renewed in time, from the old end: the 29th stays the 29th, also in months with a 31st.
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
    // Renewal on the last day is in time, in any zone.
    expect(await dues(dana, monthly)).toEqual([null, ...months(2, 12, '29'), '2037-01-29']);
    // The person who left in March has what was open then, and nothing since.
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
    const mailCounts = (email: string) => {
      const subjects = mails.filter((mail) => mail.to === email).map(({ subject }) => subject);
      const countSubjects = (word: string) => subjects.filter((each) => each.startsWith(word)).length;
      return [countSubjects('Due for renewal:'), countSubjects('Due soon: Monthly'), countSubjects('Overdue: Monthly')];
    };
    expect(mailCounts(bo!.email)).toEqual([6, 6, 6]);
    expect(mailCounts(asha.email)).toEqual([13, 12, 1]);
  });
});
