import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { JobScheduler } from '../../src/infrastructure/jobs/job-scheduler';
import { JobsService } from '../../src/modules/background-jobs/jobs.service';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { AssignmentPairsService } from '../../src/modules/trainings/assignment-pairs.service';
import { idToBytes, newId } from '../../src/common/ids';
import { AssignmentSourceRepository } from '../../src/modules/trainings/assignment-source.repository';
import { RuleTriggerListener } from '../../src/modules/trainings/rule-trigger.listener';
import { RuleLockService } from '../../src/modules/trainings/rule-lock.service';
import { TrainingsService } from '../../src/modules/trainings/trainings.service';
import { startApp, type RunningApp } from '../support/app';
import { seededRandom } from '../support/seeded-random';
import { openPlant, type Plant } from '../support/plant';
import { assignmentRuleFixture } from '../support/assignment-rules';
import { statementsOf, statementsOfRequests } from '../support/recorded-statements';

describe('assignment rules', () => {
  let running: RunningApp;
  let plant: Plant;
  let rulesFixture: ReturnType<typeof assignmentRuleFixture>;
  let forklift: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running, { staff: 400, trainings: 100 });
    rulesFixture = assignmentRuleFixture(running, plant);
    forklift = (await plant.createPublishedTraining()).training_id;
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const person = async (more: object = {}) => (await plant.createStaff(more)).staff_id;
  const list = async (query = '') => (await plant.api.get(`/api/training-assignments?_end=200${query}`)).body;
  const executeSql = (sql: string, values: (string | number | Uint8Array)[]) =>
    running.app.get(TransactionManager).run(() => running.app.get(Database).write(sql, values));
  const tenant = () => running.app.get(TenantFactory).forSystem(plant.customer_id);

  it('assign to matching people, including sub-departments, and to nobody else', async () => {
    const yard = await rulesFixture.createNamed('departments', 'Yard');
    const ramp = await rulesFixture.createNamed('departments', 'Ramp', { parent_id: yard });
    const driver = await rulesFixture.createNamed('job-roles', 'Driver');
    const [asha, ben] = [
      await person({ department_id: ramp, job_role_id: driver }),
      await person({ department_id: yard, job_role_id: driver }),
    ];
    await person({ department_id: ramp });
    await person({ job_role_id: driver });
    const id = await rulesFixture.createRule('Forklift drivers', [forklift], {
      department_id: yard,
      job_role_id: driver,
    });
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`, `${ben}/${forklift}`].sort());
    expect((await list())[0]).toMatchObject({ source: 'rule', state: 'assigned', mandatory: true });
    const { body } = await plant.api.get('/api/assignment-rules');
    expect(body).toEqual([
      expect.objectContaining({ people: null, training_id: [forklift], applied_at: expect.any(String) }),
    ]);
    expect((await plant.api.get(`/api/assignment-rules/${id}`)).body.people).toBe(2);
  });

  it('are due so many days after they first apply, by the organisation’s calendar, or on a day', async () => {
    running.clock.freeze('2036-03-02T23:50:00Z');
    plant = await openPlant(running);
    rulesFixture = assignmentRuleFixture(running, plant);
    forklift = (await plant.createPublishedTraining()).training_id;
    const asha = await person();
    const safety = (await plant.createPublishedTraining()).training_id;
    await rulesFixture.createRule('Within ten days', [forklift], { due_days: 10 });
    await rulesFixture.createRule('By the audit', [safety], { due_on: '2036-03-02', mandatory: false });
    await rulesFixture.waitForJobs();
    const rows = await list();
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ staff_id: asha, training_id: forklift, due_on: '2036-03-12', mandatory: true }),
        expect.objectContaining({ staff_id: asha, training_id: safety, due_on: '2036-03-02', mandatory: false }),
      ]),
    );
    running.clock.freeze('2036-03-03T00:05:00Z');
    const newStaffId = await person();
    await rulesFixture.waitForJobs();
    expect((await list(`&staff_id=${newStaffId}`)).map((row: { due_on: string }) => row.due_on).sort()).toEqual([
      '2036-03-03',
      '2036-03-13',
    ]);
  });

  it('refuse a day and a number of days at once, a day that has passed, and what is not published', async () => {
    const make = (more: object) =>
      plant.api.post('/api/assignment-rules', { name: 'All', training_id: [forklift], ...more });
    expect(await make({ due_days: 3, due_on: '2099-01-01' })).toMatchObject({
      status: 422,
      body: { details: { due_on: [{ code: 'days_or_day' }] } },
    });
    expect(await make({ due_on: '2020-01-01' })).toMatchObject({
      status: 422,
      body: { details: { due_on: [{ code: 'day_passed' }] } },
    });
    const { training_id: draft } = await plant.createTraining();
    expect(await make({ training_id: [draft] })).toMatchObject({
      status: 422,
      body: { errors: { training_id: [expect.stringContaining(draft)] } },
    });
    expect((await plant.api.get('/api/assignment-rules')).body).toEqual([]);
  });

  it('withdraw assignments without another reason, but no manual or completed ones', async () => {
    const welder = await rulesFixture.createNamed('job-roles', 'Welder');
    const [asha, ben, cem] = [
      await person({ job_role_id: welder }),
      await person({ job_role_id: welder }),
      await person(),
    ];
    await plant.assign([ben], [forklift]);
    const rule = await rulesFixture.createRule('Welders', [forklift], { job_role_id: welder });
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.assignmentSources()).toEqual(['manual', 'rule', 'rule']);
    const [of_ben] = await list(`&staff_id=${ben}`);
    expect(of_ben).toMatchObject({ source: 'manual' });
    expect(of_ben.reasons).toEqual([
      { source: 'manual', rule_id: null, rule: null },
      { source: 'rule', rule_id: rule, rule: 'Welders' },
    ]);
    await plant.api.patch(`/api/staff/${asha}`, { job_role_id: null });
    await plant.api.patch(`/api/staff/${cem}`, { job_role_id: welder });
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${ben}/${forklift}`, `${cem}/${forklift}`].sort());
    expect((await rulesFixture.assignmentStates())[`${asha}/${forklift}`]).toBe('removed');
    await plant.api.post(`/api/assignment-rules/${rule}/archive`);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${ben}/${forklift}`]);
    expect(await rulesFixture.assignmentSources()).toEqual(['manual']);
    await plant.api.post(`/api/assignment-rules/${rule}/unarchive`);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${ben}/${forklift}`, `${cem}/${forklift}`].sort());
  });

  it('do not reassign after a manual removal until a manual assignment', async () => {
    const asha = await person();
    const rule = await rulesFixture.createRule('All', [forklift]);
    await rulesFixture.waitForJobs();
    const [{ assignment_id }] = await list();
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id], reason: 'Let off' });
    await plant.api.patch(`/api/assignment-rules/${rule}`, { due_days: 3 });
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([]);
    expect((await plant.api.get(`/api/assignment-rules/${rule}/preview`)).body).toMatchObject({
      people: 1,
      counts: { new: 0, returns: 0, removed_by_hand: 1 },
      rows: [{ staff_id: asha, outcome: 'removed_by_hand' }],
    });
    await rulesFixture.createRule('Another one', [forklift]);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`]);
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id] });
    await plant.assign([asha], [forklift]);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`]);
    expect(await rulesFixture.assignmentSources()).toContain('manual');
  });

  it('assign nothing to suspended people and no unpublished training, and keep existing assignments', async () => {
    const asha = await person();
    const ben = await person();
    await plant.api.post(`/api/staff/${ben}/suspend`);
    await rulesFixture.createRule('All', [forklift]);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`]);
    await plant.api.post(`/api/staff/${asha}/suspend`);
    await plant.api.post(`/api/staff/${ben}/reactivate`);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`, `${ben}/${forklift}`].sort());
    await plant.api.post(`/api/trainings/${forklift}/archive`);
    await person();
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toHaveLength(2);
    await plant.api.post(`/api/trainings/${forklift}/unarchive`);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toHaveLength(3);
    await plant.api.post(`/api/staff/${ben}/leave`, { last_active_day: '2026-01-31' });
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toHaveLength(2);
  });

  it('preview their changes without making them', async () => {
    const welder = await rulesFixture.createNamed('job-roles', 'Welder');
    const [asha, ben] = [await person({ job_role_id: welder, last_name: 'Abel' }), await person({ last_name: 'Baum' })];
    await plant.assign([ben], [forklift]);
    const draft = (body: object, query = '') => plant.api.post(`/api/assignment-rules/preview${query}`, body);
    expect(await draft({ training_id: [forklift] })).toMatchObject({
      status: 200,
      body: {
        people: 2,
        total: 1,
        counts: { new: 1, already: 1, goes: 0 },
        rows: [{ staff_id: asha, person: 'Asha Abel', outcome: 'new' }],
      },
    });
    expect(await rulesFixture.openAssignments()).toHaveLength(1);
    const rule = await rulesFixture.createRule('Welders', [forklift], { job_role_id: welder });
    await rulesFixture.waitForJobs();
    const { training_id: other } = await plant.createPublishedTraining();
    const changed = await draft({ rule_id: rule, training_id: [other], job_role_id: null }, '?_start=1&_end=2');
    expect(changed.body).toMatchObject({
      counts: { new: 2, goes: 1 },
      total: 3,
      rows: [expect.objectContaining({ staff_id: asha })],
    });
    const gone = await draft({ rule_id: rule, active: false }, '?outcome=goes');
    expect(gone.body).toMatchObject({ people: 0, total: 1, rows: [{ staff_id: asha, outcome: 'goes' }] });
  });

  it('are previewed by as many statements for forty people as for one', async () => {
    await person();
    const previewRule = () => plant.api.post('/api/assignment-rules/preview', { training_id: [forklift] });
    const one = await statementsOfRequests(previewRule);
    for (let index = 0; index < 40; index++) await person();
    expect((await statementsOfRequests(previewRule)).length).toBe(one.length);
  });

  it('withdraw any number of assignments in one statement', async () => {
    const sources = running.app.get(AssignmentSourceRepository, { strict: false });
    const pairsToWithdraw = (count: number) =>
      new Map(Array.from({ length: count }, () => [newId(), [newId()]] as const));
    const customerTenant = await tenant();
    const cost = async (count: number) =>
      (
        await statementsOf(() =>
          running.app
            .get(TransactionManager)
            .run(() => sources.removeRules(customerTenant, new Map(pairsToWithdraw(count)))),
        )
      ).filter((sql) => /assignment_source/.test(sql)).length;
    expect([await cost(1), await cost(12)]).toEqual([1, 1]);
  });

  it('follow a department, job role or training that is replaced by another', async () => {
    const [yard, ramp] = [
      await rulesFixture.createNamed('departments', 'Yard'),
      await rulesFixture.createNamed('departments', 'Ramp'),
    ];
    const asha = await person({ department_id: ramp });
    const rule = await rulesFixture.createRule('Yard', [forklift], { department_id: yard });
    expect(await plant.api.delete(`/api/departments/${yard}`)).toMatchObject({ status: 409 });
    await plant.api.post(`/api/departments/${yard}/reassign`, { to: ramp });
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`]);
    const { training_id: other } = await plant.createPublishedTraining();
    await plant.api.post(`/api/trainings/${forklift}/reassign`, { to: other });
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${other}`]);
    expect((await plant.api.get(`/api/assignment-rules/${rule}`)).body).toMatchObject({
      department_id: ramp,
      training_id: [other],
    });
    expect(await rulesFixture.assignmentSources()).toEqual(['rule']);
  });

  it('assign each pair once when several jobs run concurrently', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person()));
    await rulesFixture.createRule('All', [forklift]);
    const system = await tenant();
    const triggers = running.app.get(RuleTriggerListener, { strict: false });
    await Promise.all(
      Array.from({ length: 5 }, () => running.app.get(TransactionManager).run(() => triggers.enqueue(system, null))),
    );
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toHaveLength(people.length);
    expect(await rulesFixture.assignmentSources()).toHaveLength(people.length);
  });

  it('are applied to everybody once per day of the organisation', async () => {
    running.clock.freeze('2036-03-02T23:50:00Z');
    plant = await openPlant(running);
    rulesFixture = assignmentRuleFixture(running, plant);
    forklift = (await plant.createPublishedTraining()).training_id;
    await person();
    await rulesFixture.createRule('All', [forklift]);
    await rulesFixture.waitForJobs();
    const jobs = async () =>
      (await plant.api.get('/api/jobs?_end=200')).body.filter((job: { kind: string }) => job.kind === 'apply_rules')
        .length;
    const before = await jobs();
    const scheduler = running.app.get(JobScheduler);
    await scheduler.runNow('assignment-rules');
    await scheduler.runNow('assignment-rules');
    expect(await jobs()).toBe(before + 1);
    running.clock.freeze('2036-03-03T00:05:00Z');
    await scheduler.runNow('assignment-rules');
    expect(await jobs()).toBe(before + 2);
    await rulesFixture.waitForJobs();
  });

  it('are applied once a day even without a rule, so that assignments of deleted rules end', async () => {
    const rule = await rulesFixture.createRule('All', [forklift]);
    await person();
    await rulesFixture.waitForJobs();
    const one = [plant.customer_id];
    // Deleted without a trigger.
    await executeSql('DELETE FROM assignment_rule_training WHERE customer_id = ?', one);
    await executeSql('DELETE FROM assignment_rule WHERE customer_id = ?', one);
    expect(await rulesFixture.openAssignments()).toHaveLength(1);
    expect((await plant.api.get(`/api/assignment-rules/${rule}`)).status).toBe(404);
    await running.app.get(JobScheduler).runNow('assignment-rules');
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([]);
  });

  it('are applied to all given people although some no longer exist', async () => {
    const driver = await rulesFixture.createNamed('job-roles', 'Driver');
    await rulesFixture.createRule('Drivers', [forklift], { job_role_id: driver });
    await rulesFixture.waitForJobs();
    const gone = Array.from({ length: 250 }, () => newId(running.clock.now()));
    const asha = await person();
    await rulesFixture.waitForJobs();
    await executeSql('UPDATE staff SET job_role_id = ? WHERE customer_id = ?', [idToBytes(driver), plant.customer_id]);
    const triggers = running.app.get(RuleTriggerListener, { strict: false });
    const system = await tenant();
    await running.app.get(TransactionManager).run(() => triggers.enqueue(system, [...gone, asha]));
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`]);
  });

  it('follow a job role with a start date', async () => {
    const driver = await rulesFixture.createNamed('job-roles', 'Driver');
    const asha = await person();
    await rulesFixture.createRule('Drivers', [forklift], { job_role_id: driver });
    await rulesFixture.waitForJobs();
    const from = { job_role_id: driver, from_date: '2026-01-02' };
    expect((await plant.api.post(`/api/staff/${asha}/job-role`, from)).status).toBeLessThan(300);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`]);
  });

  it('check only the moved people when a department or job role is replaced', async () => {
    const [yard, ramp, dock] = [
      await rulesFixture.createNamed('departments', 'Yard'),
      await rulesFixture.createNamed('departments', 'Ramp'),
      await rulesFixture.createNamed('departments', 'Dock'),
    ];
    const [driver, welder] = [
      await rulesFixture.createNamed('job-roles', 'Driver'),
      await rulesFixture.createNamed('job-roles', 'Welder'),
    ];
    await person({ department_id: yard, job_role_id: driver });
    await person();
    await rulesFixture.createRule('All', [forklift]);
    await rulesFixture.waitForJobs();
    const totals = async (path: string, to: string) => {
      const jobs = async (): Promise<{ kind: string; job_id: string; total: number | null }[]> =>
        (await plant.api.get('/api/jobs?_end=200')).body.filter(({ kind }: { kind: string }) => kind === 'apply_rules');
      const before = new Set((await jobs()).map(({ job_id }) => job_id));
      expect((await plant.api.post(`/api/${path}/reassign`, { to })).status).toBe(200);
      return (await jobs()).filter(({ job_id }) => !before.has(job_id)).map(({ total }) => total);
    };
    expect(await totals(`departments/${dock}`, ramp)).toEqual([]);
    expect(await totals(`departments/${yard}`, ramp)).toEqual([1]);
    expect(await totals(`job-roles/${welder}`, driver)).toEqual([]);
    expect(await totals(`job-roles/${driver}`, welder)).toEqual([1]);
    await rulesFixture.createNamed('departments', 'Gate', { parent_id: ramp });
    expect(await totals(`departments/${ramp}`, dock)).toEqual([null]);
    await rulesFixture.waitForJobs();
  });

  it('are complete as of the latest start among full runs, not the latest end', async () => {
    const ruleTurns = running.app.get(RuleLockService, { strict: false });
    const system = await tenant();
    await running.app.get(TransactionManager).run(async () => {
      await ruleTurns.acquire(system);
      await ruleTurns.markApplied(system, 2_000);
      await ruleTurns.markApplied(system, 1_000);
    });
    expect(await ruleTurns.findAppliedAt(system)).toBe(2_000);
  });

  it('are named to admins; a learner reads that it was a rule', async () => {
    const asha = await person();
    await rulesFixture.createRule('All', [forklift]);
    await rulesFixture.waitForJobs();
    const learnerApi = plant.as(await plant.signInLearner(asha));
    const { body } = await learnerApi.get('/api/training-assignments');
    expect(body.map(({ reasons }: { reasons: object[] }) => reasons)).toEqual([
      [{ source: 'rule', rule_id: null, rule: null }],
    ]);
    expect((await list())[0].reasons).toEqual([expect.objectContaining({ rule: 'All' })]);
  });

  it('do not reassign a manually removed person after a bulk assignment is undone', async () => {
    const asha = await person();
    await rulesFixture.createRule('All', [forklift]);
    await rulesFixture.waitForJobs();
    const [{ assignment_id }] = await list();
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id] });
    const system = await tenant();
    const order = { staff_id: [asha], training_id: [forklift], due_on: null };
    const jobsService = running.app.get(JobsService, { strict: false });
    const job_id = await running.app
      .get(TransactionManager)
      .run(() => jobsService.enqueue(system, 'bulk_assign', order, 1));
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`]);
    await plant.api.patch(`/api/staff/${asha}`, {
      department_id: await rulesFixture.createNamed('departments', 'Yard'),
    });
    await rulesFixture.waitForJobs();
    expect((await plant.api.post(`/api/jobs/${job_id}/undo`)).status).toBe(200);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([]);
    await plant.api.patch(`/api/staff/${asha}`, { department_id: null });
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([]);
  });

  it('replan a manual assignment when a rule withdraws the same pair meanwhile', async () => {
    const asha = await person();
    const rule = await rulesFixture.createRule('All', [forklift]);
    await rulesFixture.waitForJobs();
    const [pairs, trainings] = [AssignmentPairsService, TrainingsService].map((each) =>
      running.app.get(each, { strict: false }),
    ) as [AssignmentPairsService, TrainingsService];
    const system = await tenant();
    const stalePlan = await pairs.plan(system, [asha], [forklift]);
    await plant.api.post(`/api/assignment-rules/${rule}/archive`);
    await rulesFixture.waitForJobs();
    expect(await rulesFixture.openAssignments()).toEqual([]);
    let planCount = 0;
    await running.app.get(TransactionManager).run(async () => {
      const plan = planCount++ ? await pairs.plan(system, [asha], [forklift]) : stalePlan;
      await pairs.assign(system, plan, await trainings.filterPublished(system, [forklift]), { due_on: null });
    });
    expect(planCount).toBe(2);
    expect(await rulesFixture.openAssignments()).toEqual([`${asha}/${forklift}`]);
    expect(await rulesFixture.assignmentSources()).toEqual(['manual']);
  });

  it.each([1, 2, 3])('reach the same result in any order of changes (seed %i)', async (seed) => {
    const random = seededRandom(seed);
    const departments = [await rulesFixture.createNamed('departments', 'Yard')];
    departments.push(await rulesFixture.createNamed('departments', 'Ramp', { parent_id: departments[0]! }));
    const roles = [
      await rulesFixture.createNamed('job-roles', 'Driver'),
      await rulesFixture.createNamed('job-roles', 'Welder'),
    ];
    const trainings = [forklift, (await plant.createPublishedTraining()).training_id];
    const people = await Promise.all(Array.from({ length: 4 }, () => person()));
    const rules = [
      await rulesFixture.createRule('Yard', [trainings[0]!], { department_id: departments[0]! }),
      await rulesFixture.createRule('Drivers', trainings, { job_role_id: roles[0]! }),
    ];
    const moveStaff = (staff_id: string, department: number, role: number) => () =>
      plant.api.patch(`/api/staff/${staff_id}`, {
        department_id: departments[department] ?? null,
        job_role_id: roles[role] ?? null,
      });
    // The final place of each person, whatever happened before.
    const last = [
      ...people.map((staff_id, index) => moveStaff(staff_id, index % 3, (index + 1) % 3)),
      () => plant.api.patch(`/api/assignment-rules/${rules[0]}`, { training_id: [trainings[1]!] }),
    ];
    const before = Array.from({ length: 10 }, () =>
      random.bool(70)
        ? moveStaff(random.pick(people), random.integer(0, 2), random.integer(0, 2))
        : () => plant.api.post(`/api/assignment-rules/${random.pick(rules)}/${random.pick(['archive', 'unarchive'])}`),
    );
    for (const act of before) {
      await act();
      if (random.bool(30)) await rulesFixture.waitForJobs();
    }
    for (const rule of rules) await plant.api.post(`/api/assignment-rules/${rule}/unarchive`);
    await Promise.all(random.shuffle(last).map((act) => act()));
    await rulesFixture.waitForJobs();
    // Final (department, role) of the four people: (0,1) (1,2) (2,0) (0,1). Rule "Yard" gives the second training,
    // "Drivers" both.
    const [first, second] = trainings as [string, string];
    expect(await rulesFixture.openAssignments()).toEqual(
      [
        `${people[0]}/${second}`,
        `${people[1]}/${second}`,
        `${people[2]}/${first}`,
        `${people[2]}/${second}`,
        `${people[3]}/${second}`,
      ].sort(),
    );
  });
});
