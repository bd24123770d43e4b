import { addDays } from '../../src/platform/calendar';
import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { RoleTarget } from '../../src/skills/role-target.entity';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { single } from '../support/quiz-given';
import { statementsOfRequests } from '../support/statements';

describe('what has moved', () => {
  let running: RunningApp;
  let plant: Plant;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-01-10T06:00:00Z');
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    plant = await openPlant(running);
  });
  const made = async (path: string, body: object): Promise<string> => {
    const reply = await plant.api.post(path, body);
    expect(reply.status).toBe(201);
    return reply.body.id;
  };
  const reassigned = async (path: string, from: string, to: string) => {
    expect(await plant.api.post(`${path}/${from}/reassign`, { to })).toMatchObject({ status: 200 });
    const events = (await plant.api.get(`/api/audit-events?subject_id=${from}`)).body as any[];
    const replaced = events.filter(({ action }) => action.endsWith('.reassign'));
    expect(replaced).toHaveLength(1);
    return replaced[0];
  };
  const two = async (path: string, body: (at: number) => object) => [
    await made(path, body(1)),
    await made(path, body(2)),
  ];
  const pair = async (more: object) => [(await plant.staff(more)).staff_id, (await plant.staff(more)).staff_id];

  it('of a department, a job role and a manager is told by who went', async () => {
    const [yard, hall] = await two('/api/departments', (at) => ({ name: `Hall ${at}` }));
    const below = await made('/api/departments', { name: 'Below', parent_id: yard });
    const [welder, fitter] = await two('/api/job-roles', (at) => ({ name: `Role ${at}` }));
    const [devi, esra] = await pair({});
    const team = await pair({ department_id: yard, job_role_id: welder, manager_id: devi });
    await plant.staff({ department_id: hall, job_role_id: fitter, manager_id: esra });
    expect(await reassigned('/api/departments', yard!, hall!)).toMatchObject({
      was: { department_id: yard, staff: team.toSorted(), departments: [below] },
      became: { department_id: hall, moved: { staff: 2, departments: 1 } },
    });
    expect(await reassigned('/api/job-roles', welder!, fitter!)).toMatchObject({
      was: { job_role_id: welder, staff: team.toSorted() },
    });
    const { was } = await reassigned('/api/staff', devi!, esra!);
    expect(was.staff.toSorted()).toEqual(team.toSorted());
  });

  it('of a category is told by its trainings and the categories below it', async () => {
    const { category_id: safety } = await plant.category();
    const { category_id: health } = await plant.category();
    const { category_id: below } = await plant.category({ parent_id: safety });
    const { training_id } = await plant.training({ category_id: safety });
    expect(await reassigned('/api/training-categories', safety, health)).toMatchObject({
      was: { category_id: safety, trainings: [training_id], categories: [below] },
      became: { category_id: health },
    });
  });

  it('of a skill is told by the targets that ended and began, and by what gave it and asks about it', async () => {
    const { training_id, skill_id: old } = await plant.published();
    const { skill_id: next } = await plant.skill();
    const question = await made('/api/questions', { ...single('Which?'), skill_id: old });
    const { staff_id } = await plant.staff();
    const job_role_id = await made('/api/job-roles', { name: 'Welder' });
    await made('/api/skill-targets', { staff_id, skill_id: old, level: 3, from_date: '2025-01-01' });
    await made('/api/role-targets', { job_role_id, skill_id: old, level: 2, from_date: '2025-06-01' });
    expect(await reassigned('/api/skills', old, next)).toMatchObject({
      was: {
        skill_id: old,
        skill_target: [{ staff_id, skill_id: old, level: 3, from_date: '2025-01-01' }],
        role_target: [{ job_role_id, skill_id: old, level: 2, from_date: '2025-06-01' }],
        training_skill: [{ training_id, level: 2 }],
        question: [question],
      },
      became: {
        skill_id: next,
        skill_target: [{ staff_id, skill_id: next, level: 3, from_date: '2026-01-10' }],
        role_target: [{ job_role_id, skill_id: next, level: 2, from_date: '2026-01-10' }],
        training_skill: [{ training_id, skill_id: next }],
      },
    });
  });

  it('of a training is told by whose it was and whose the other one is: whoever has left gets nothing anew', async () => {
    const [old, next] = [(await plant.published()).training_id, (await plant.published()).training_id];
    const [gone, away] = await pair({});
    const [here, back] = await pair({});
    await plant.assign([back!], [next]);
    const rows = async (training_id: string) =>
      (await plant.api.get(`/api/training-assignments?training_id=${training_id}`)).body as any[];
    const [had] = await rows(next);
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [had.id], reason: null });
    await plant.assign([gone!, away!, here!, back!], [old]);
    expect((await plant.api.post(`/api/staff/${gone}/leave`, { last_active_day: '2026-01-09' })).status).toBe(200);
    expect((await plant.api.post(`/api/staff/${away}/suspend`)).status).toBe(200);
    const { was, became } = await reassigned('/api/trainings', old, next);
    const whose = (list: any[]) => list.map((each) => each.staff_id).toSorted();
    expect(whose(was.assignments)).toEqual([gone, away, here, back].toSorted());
    expect(whose(became.assignments)).toEqual([away, here, back].toSorted());
    const open = (await rows(next)).filter(({ state }) => state === 'assigned');
    expect(open.map(({ id }) => id).toSorted()).toEqual(
      became.assignments.map((each: any) => each.assignment_id).toSorted(),
    );
    expect((await rows(old)).map(({ state }) => state)).toEqual(['removed', 'removed', 'removed', 'removed']);
  });

  describe('with a job role that is deleted', () => {
    const eventsOf = async (job_role_id: string): Promise<any[]> =>
      (await plant.api.get(`/api/audit-events?action=role-target.delete&subject_id=${job_role_id}`)).body;
    /** That many, a day each. */
    const dated = async (many: number) => {
      const job_role_id = await made('/api/job-roles', { name: `Welder ${many}` });
      const { skill_id } = await plant.skill();
      const rows = Array.from({ length: many }, (_, at) => {
        const day = addDays('2020-01-01', at);
        return { target_id: newId(), job_role_id, skill_id, level: 2, from_date: day, to_date: day };
      });
      const targets = new TenantRepository(running.app.get(Database), running.app.get(Clock), RoleTarget);
      await running.app.get(Transactions).run(() => targets.insert(plant.tenant, rows));
      return { job_role_id, rows };
    };
    const deleting = async (job_role_id: string) => {
      const statements = await statementsOfRequests(async () => {
        expect((await plant.api.delete(`/api/job-roles/${job_role_id}`)).status).toBe(204);
      });
      return statements.length;
    };

    it('all of its targets are told in one event, with their levels and days', async () => {
      const { job_role_id, rows } = await dated(2);
      await deleting(job_role_id);
      const events = await eventsOf(job_role_id);
      expect(events).toMatchObject([{ subject_type: 'job-role', became: null, was: { job_role_id } }]);
      // The role is gone: it is called as the event says, and its skills by their names.
      expect(events[0].subject_name).toBe('Welder 2');
      const { names } = (await plant.api.get(`/api/audit-events/${events[0].id}`)).body;
      const { skill_code, name } = (await plant.api.get(`/api/skills/${rows[0]!.skill_id}`)).body;
      expect(names[rows[0]!.skill_id]).toBe(`${skill_code} ${name}`);
      const byDay = (one: any, other: any) => (one.from_date < other.from_date ? -1 : 1);
      expect(events[0].was.role_target.toSorted(byDay)).toEqual(rows);
      expect(
        (await plant.api.get(`/api/audit-events?subject_id=${job_role_id}&action=job-role.delete`)).body,
      ).toHaveLength(1);
    });

    it('hundreds of dated targets cost no more statements than two, and no more events', async () => {
      const few = await deleting((await dated(2)).job_role_id);
      const { job_role_id, rows } = await dated(600);
      expect(await deleting(job_role_id)).toBe(few);
      const [event, ...others] = await eventsOf(job_role_id);
      expect(others).toEqual([]);
      expect(event.left_out.was.role_target).toBe(600 - event.was.role_target.length);
      const one = (await plant.api.get(`/api/audit-events/${event.id}`)).body;
      expect(one.was.role_target).toHaveLength(rows.length);
    });

    it('that asked for nothing, nothing is told of its targets', async () => {
      const job_role_id = await made('/api/job-roles', { name: 'Helper' });
      await deleting(job_role_id);
      expect(await eventsOf(job_role_id)).toEqual([]);
    });
  });
});
