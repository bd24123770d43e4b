import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { Sweeper } from '../../src/platform/jobs/sweeper';
import { Jobs } from '../../src/tenancy/jobs/jobs.service';
import { Tenants } from '../../src/tenancy/tenants';
import { AssignedPairs } from '../../src/trainings/assigned-pairs';
import { idToBytes, newId } from '../../src/platform/ids';
import { AssignmentSources } from '../../src/trainings/assignment-sources';
import { RuleTriggers } from '../../src/trainings/rule-triggers';
import { RuleTurns } from '../../src/trainings/rule-turns';
import { TrainingsService } from '../../src/trainings/trainings.service';
import { startApp, type RunningApp } from '../support/app';
import { chance } from '../support/chance';
import { openPlant, type Plant } from '../support/plant';
import { rulesOf } from '../support/rules';
import { statementsOf, statementsOfRequests } from '../support/statements';

describe('assignment rules', () => {
  let running: RunningApp;
  let plant: Plant;
  let its: ReturnType<typeof rulesOf>;
  let forklift: string;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openPlant(running, { staff: 400, trainings: 100 });
    its = rulesOf(running, plant);
    forklift = (await plant.published()).training_id;
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const person = async (more: object = {}) => (await plant.staff(more)).staff_id;
  const list = async (query = '') => (await plant.api.get(`/api/training-assignments?_end=200${query}`)).body;
  const written = (sql: string, values: (string | number | Uint8Array)[]) =>
    running.app.get(Transactions).run(() => running.app.get(Database).write(sql, values));
  const tenant = () => running.app.get(Tenants).forSystem(plant.customer_id);

  it('assign to whoever is in them, in the departments below as well, and to nobody else', async () => {
    const yard = await its.named('departments', 'Yard');
    const ramp = await its.named('departments', 'Ramp', { parent_id: yard });
    const driver = await its.named('job-roles', 'Driver');
    const [asha, ben] = [
      await person({ department_id: ramp, job_role_id: driver }),
      await person({ department_id: yard, job_role_id: driver }),
    ];
    await person({ department_id: ramp });
    await person({ job_role_id: driver });
    const id = await its.rule('Forklift drivers', [forklift], { department_id: yard, job_role_id: driver });
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${forklift}`, `${ben}/${forklift}`].sort());
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
    its = rulesOf(running, plant);
    forklift = (await plant.published()).training_id;
    const asha = await person();
    const safety = (await plant.published()).training_id;
    await its.rule('Within ten days', [forklift], { due_days: 10 });
    await its.rule('By the audit', [safety], { due_on: '2036-03-02', mandatory: false });
    await its.settle();
    const rows = await list();
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ staff_id: asha, training_id: forklift, due_on: '2036-03-12', mandatory: true }),
        expect.objectContaining({ staff_id: asha, training_id: safety, due_on: '2036-03-02', mandatory: false }),
      ]),
    );
    running.clock.freeze('2036-03-03T00:05:00Z');
    const late = await person();
    await its.settle();
    expect((await list(`&staff_id=${late}`)).map((row: { due_on: string }) => row.due_on).sort()).toEqual([
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
    const { training_id: draft } = await plant.training();
    expect(await make({ training_id: [draft] })).toMatchObject({
      status: 422,
      body: { errors: { training_id: [expect.stringContaining(draft)] } },
    });
    expect((await plant.api.get('/api/assignment-rules')).body).toEqual([]);
  });

  it('take back what only they were the reason of, and never what was assigned by hand or is completed', async () => {
    const welder = await its.named('job-roles', 'Welder');
    const [asha, ben, cem] = [
      await person({ job_role_id: welder }),
      await person({ job_role_id: welder }),
      await person(),
    ];
    await plant.assign([ben], [forklift]);
    const rule = await its.rule('Welders', [forklift], { job_role_id: welder });
    await its.settle();
    expect(await its.reasons()).toEqual(['manual', 'rule', 'rule']);
    const [of_ben] = await list(`&staff_id=${ben}`);
    expect(of_ben).toMatchObject({ source: 'manual' });
    expect(of_ben.reasons).toEqual([
      { source: 'manual', rule_id: null, rule: null },
      { source: 'rule', rule_id: rule, rule: 'Welders' },
    ]);
    await plant.api.patch(`/api/staff/${asha}`, { job_role_id: null });
    await plant.api.patch(`/api/staff/${cem}`, { job_role_id: welder });
    await its.settle();
    expect(await its.held()).toEqual([`${ben}/${forklift}`, `${cem}/${forklift}`].sort());
    expect((await its.states())[`${asha}/${forklift}`]).toBe('removed');
    await plant.api.post(`/api/assignment-rules/${rule}/archive`);
    await its.settle();
    expect(await its.held()).toEqual([`${ben}/${forklift}`]);
    expect(await its.reasons()).toEqual(['manual']);
    await plant.api.post(`/api/assignment-rules/${rule}/unarchive`);
    await its.settle();
    expect(await its.held()).toEqual([`${ben}/${forklift}`, `${cem}/${forklift}`].sort());
  });

  it('assign nobody again who was removed by hand, until somebody assigns it by hand', async () => {
    const asha = await person();
    const rule = await its.rule('All', [forklift]);
    await its.settle();
    const [{ assignment_id }] = await list();
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id], reason: 'Let off' });
    await plant.api.patch(`/api/assignment-rules/${rule}`, { due_days: 3 });
    await its.settle();
    expect(await its.held()).toEqual([]);
    expect((await plant.api.get(`/api/assignment-rules/${rule}/preview`)).body).toMatchObject({
      people: 1,
      counts: { new: 0, returns: 0, removed_by_hand: 1 },
      rows: [{ staff_id: asha, outcome: 'removed_by_hand' }],
    });
    await its.rule('Another one', [forklift]);
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${forklift}`]);
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id] });
    await plant.assign([asha], [forklift]);
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${forklift}`]);
    expect(await its.reasons()).toContain('manual');
  });

  it('give nothing new to whoever is suspended, and nothing that is not published; what there is stays', async () => {
    const asha = await person();
    const ben = await person();
    await plant.api.post(`/api/staff/${ben}/suspend`);
    await its.rule('All', [forklift]);
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${forklift}`]);
    await plant.api.post(`/api/staff/${asha}/suspend`);
    await plant.api.post(`/api/staff/${ben}/reactivate`);
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${forklift}`, `${ben}/${forklift}`].sort());
    await plant.api.post(`/api/trainings/${forklift}/archive`);
    await person();
    await its.settle();
    expect(await its.held()).toHaveLength(2);
    await plant.api.post(`/api/trainings/${forklift}/unarchive`);
    await its.settle();
    expect(await its.held()).toHaveLength(3);
    await plant.api.post(`/api/staff/${ben}/leave`, { last_active_day: '2026-01-31' });
    await its.settle();
    expect(await its.held()).toHaveLength(2);
  });

  it('say before they are saved what they would change, and change nothing', async () => {
    const welder = await its.named('job-roles', 'Welder');
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
    expect(await its.held()).toHaveLength(1);
    const rule = await its.rule('Welders', [forklift], { job_role_id: welder });
    await its.settle();
    const { training_id: other } = await plant.published();
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
    const look = () => plant.api.post('/api/assignment-rules/preview', { training_id: [forklift] });
    const one = await statementsOfRequests(look);
    for (let at = 0; at < 40; at++) await person();
    expect((await statementsOfRequests(look)).length).toBe(one.length);
  });

  it('that want something no more take it back in one statement, however many they are', async () => {
    const sources = running.app.get(AssignmentSources, { strict: false });
    const dropped = (count: number) => new Map(Array.from({ length: count }, () => [newId(), [newId()]] as const));
    const house = await tenant();
    const cost = async (count: number) =>
      (
        await statementsOf(() =>
          running.app.get(Transactions).run(() => sources.dropRules(house, new Map(dropped(count)))),
        )
      ).filter((sql) => /assignment_source/.test(sql)).length;
    expect([await cost(1), await cost(12)]).toEqual([1, 1]);
  });

  it('follow another department, job role or training that takes the place of one', async () => {
    const [yard, ramp] = [await its.named('departments', 'Yard'), await its.named('departments', 'Ramp')];
    const asha = await person({ department_id: ramp });
    const rule = await its.rule('Yard', [forklift], { department_id: yard });
    expect(await plant.api.delete(`/api/departments/${yard}`)).toMatchObject({ status: 409 });
    await plant.api.post(`/api/departments/${yard}/reassign`, { to: ramp });
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${forklift}`]);
    const { training_id: other } = await plant.published();
    await plant.api.post(`/api/trainings/${forklift}/reassign`, { to: other });
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${other}`]);
    expect((await plant.api.get(`/api/assignment-rules/${rule}`)).body).toMatchObject({
      department_id: ramp,
      training_id: [other],
    });
    expect(await its.reasons()).toEqual(['rule']);
  });

  it('brought about by several at once assign each pair once', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => person()));
    await its.rule('All', [forklift]);
    const system = await tenant();
    const triggers = running.app.get(RuleTriggers, { strict: false });
    await Promise.all(
      Array.from({ length: 5 }, () => running.app.get(Transactions).run(() => triggers.owe(system, null))),
    );
    await its.settle();
    expect(await its.held()).toHaveLength(people.length);
    expect(await its.reasons()).toHaveLength(people.length);
  });

  it('are looked at for everybody once on each day of the organisation', async () => {
    running.clock.freeze('2036-03-02T23:50:00Z');
    plant = await openPlant(running);
    its = rulesOf(running, plant);
    forklift = (await plant.published()).training_id;
    await person();
    await its.rule('All', [forklift]);
    await its.settle();
    const jobs = async () =>
      (await plant.api.get('/api/jobs?_end=200')).body.filter((job: { kind: string }) => job.kind === 'apply_rules')
        .length;
    const before = await jobs();
    const sweeper = running.app.get(Sweeper);
    await sweeper.run('assignment-rules');
    await sweeper.run('assignment-rules');
    expect(await jobs()).toBe(before + 1);
    running.clock.freeze('2036-03-03T00:05:00Z');
    await sweeper.run('assignment-rules');
    expect(await jobs()).toBe(before + 2);
    await its.settle();
  });

  it('are looked at once more on each day when none is left, so that nothing stays for the sake of one', async () => {
    const rule = await its.rule('All', [forklift]);
    await person();
    await its.settle();
    const one = [plant.customer_id];
    // Gone without anybody having been told.
    await written('DELETE FROM assignment_rule_training WHERE customer_id = ?', one);
    await written('DELETE FROM assignment_rule WHERE customer_id = ?', one);
    expect(await its.held()).toHaveLength(1);
    expect((await plant.api.get(`/api/assignment-rules/${rule}`)).status).toBe(404);
    await running.app.get(Sweeper).run('assignment-rules');
    await its.settle();
    expect(await its.held()).toEqual([]);
  });

  it('are brought about for all who were asked for, though some of them are gone', async () => {
    const driver = await its.named('job-roles', 'Driver');
    await its.rule('Drivers', [forklift], { job_role_id: driver });
    await its.settle();
    const gone = Array.from({ length: 250 }, () => newId(running.clock.now()));
    const asha = await person();
    await its.settle();
    await written('UPDATE staff SET job_role_id = ? WHERE customer_id = ?', [idToBytes(driver), plant.customer_id]);
    const triggers = running.app.get(RuleTriggers, { strict: false });
    const system = await tenant();
    await running.app.get(Transactions).run(() => triggers.owe(system, [...gone, asha]));
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${forklift}`]);
  });

  it('follow a job role that is entered from a day on', async () => {
    const driver = await its.named('job-roles', 'Driver');
    const asha = await person();
    await its.rule('Drivers', [forklift], { job_role_id: driver });
    await its.settle();
    const from = { job_role_id: driver, from_date: '2026-01-02' };
    expect((await plant.api.post(`/api/staff/${asha}/job-role`, from)).status).toBeLessThan(300);
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${forklift}`]);
  });

  it('look only at those who moved when another department or job role takes the place of one', async () => {
    const [yard, ramp, dock] = [
      await its.named('departments', 'Yard'),
      await its.named('departments', 'Ramp'),
      await its.named('departments', 'Dock'),
    ];
    const [driver, welder] = [await its.named('job-roles', 'Driver'), await its.named('job-roles', 'Welder')];
    await person({ department_id: yard, job_role_id: driver });
    await person();
    await its.rule('All', [forklift]);
    await its.settle();
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
    await its.named('departments', 'Gate', { parent_id: ramp });
    expect(await totals(`departments/${ramp}`, dock)).toEqual([null]);
    await its.settle();
  });

  it('are in force as of the last whole look that began, not of the last one that ended', async () => {
    const turns = running.app.get(RuleTurns, { strict: false });
    const system = await tenant();
    await running.app.get(Transactions).run(async () => {
      await turns.take(system);
      await turns.cameWhole(system, 2_000);
      await turns.cameWhole(system, 1_000);
    });
    expect(await turns.wholeAt(system)).toBe(2_000);
  });

  it('are named to admins; a learner reads that it was a rule', async () => {
    const asha = await person();
    await its.rule('All', [forklift]);
    await its.settle();
    const own = plant.as(await plant.learner(asha));
    const { body } = await own.get('/api/training-assignments');
    expect(body.map(({ reasons }: { reasons: object[] }) => reasons)).toEqual([
      [{ source: 'rule', rule_id: null, rule: null }],
    ]);
    expect((await list())[0].reasons).toEqual([expect.objectContaining({ rule: 'All' })]);
  });

  it('do not assign again who was removed by hand, after what was assigned by hand was taken back with its job', async () => {
    const asha = await person();
    await its.rule('All', [forklift]);
    await its.settle();
    const [{ assignment_id }] = await list();
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [assignment_id] });
    const system = await tenant();
    const order = { staff_id: [asha], training_id: [forklift], due_on: null };
    const jobs = running.app.get(Jobs, { strict: false });
    const job_id = await running.app.get(Transactions).run(() => jobs.enqueue(system, 'bulk_assign', order, 1));
    await its.settle();
    expect(await its.held()).toEqual([`${asha}/${forklift}`]);
    await plant.api.patch(`/api/staff/${asha}`, { department_id: await its.named('departments', 'Yard') });
    await its.settle();
    expect((await plant.api.post(`/api/jobs/${job_id}/undo`)).status).toBe(200);
    await its.settle();
    expect(await its.held()).toEqual([]);
    await plant.api.patch(`/api/staff/${asha}`, { department_id: null });
    await its.settle();
    expect(await its.held()).toEqual([]);
  });

  it('what was taken away while it was assigned by hand is looked at again, and taken up', async () => {
    const asha = await person();
    const rule = await its.rule('All', [forklift]);
    await its.settle();
    const [pairs, trainings] = [AssignedPairs, TrainingsService].map((each) =>
      running.app.get(each, { strict: false }),
    ) as [AssignedPairs, TrainingsService];
    const system = await tenant();
    const looked = await pairs.plan(system, [asha], [forklift]);
    await plant.api.post(`/api/assignment-rules/${rule}/archive`);
    await its.settle();
    expect(await its.held()).toEqual([]);
    let looks = 0;
    await running.app.get(Transactions).run(async () => {
      const plan = looks++ ? await pairs.plan(system, [asha], [forklift]) : looked;
      await pairs.keep(system, plan, await trainings.stillPublished(system, [forklift]), { due_on: null });
    });
    expect(looks).toBe(2);
    expect(await its.held()).toEqual([`${asha}/${forklift}`]);
    expect(await its.reasons()).toEqual(['manual']);
  });

  it.each([1, 2, 3])('end at the same, in whatever order people join, move and leave (%i)', async (seed) => {
    const dice = chance(seed);
    const departments = [await its.named('departments', 'Yard')];
    departments.push(await its.named('departments', 'Ramp', { parent_id: departments[0]! }));
    const roles = [await its.named('job-roles', 'Driver'), await its.named('job-roles', 'Welder')];
    const trainings = [forklift, (await plant.published()).training_id];
    const people = await Promise.all(Array.from({ length: 4 }, () => person()));
    const rules = [
      await its.rule('Yard', [trainings[0]!], { department_id: departments[0]! }),
      await its.rule('Drivers', trainings, { job_role_id: roles[0]! }),
    ];
    const place = (staff_id: string, department: number, role: number) => () =>
      plant.api.patch(`/api/staff/${staff_id}`, {
        department_id: departments[department] ?? null,
        job_role_id: roles[role] ?? null,
      });
    // Where each of them stands at the end, whatever happens before.
    const last = [
      ...people.map((staff_id, at) => place(staff_id, at % 3, (at + 1) % 3)),
      () => plant.api.patch(`/api/assignment-rules/${rules[0]}`, { training_id: [trainings[1]!] }),
    ];
    const before = Array.from({ length: 10 }, () =>
      dice.happens(70)
        ? place(dice.one(people), dice.whole(0, 2), dice.whole(0, 2))
        : () => plant.api.post(`/api/assignment-rules/${dice.one(rules)}/${dice.one(['archive', 'unarchive'])}`),
    );
    for (const act of before) {
      await act();
      if (dice.happens(30)) await its.settle();
    }
    for (const rule of rules) await plant.api.post(`/api/assignment-rules/${rule}/unarchive`);
    await Promise.all(dice.shuffled(last).map((act) => act()));
    await its.settle();
    // 0: yard, driver's neighbour: (0,1) (1,2) (2,0) (0,1): rule "Yard" → second training; "Drivers" → both.
    const [first, second] = trainings as [string, string];
    expect(await its.held()).toEqual(
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
