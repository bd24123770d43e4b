import { addDays } from '../../src/common/calendar';
import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { RoleTarget } from '../../src/modules/skills/role-target.entity';
import { TenantRepository } from '../../src/tenancy/tenant-repository';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';
import { singleChoiceQuestion } from '../support/quiz-fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

describe('the audit event of a replacement', () => {
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
  const create = async (path: string, body: object): Promise<string> => {
    const reply = await plant.api.post(path, body);
    expect(reply.status).toBe(201);
    return reply.body.id;
  };
  const reassign = async (path: string, from: string, to: string) => {
    expect(await plant.api.post(`${path}/${from}/reassign`, { to })).toMatchObject({ status: 200 });
    const events = (await plant.api.get(`/api/audit-events?subject_id=${from}`)).body as any[];
    const replaced = events.filter(({ action }) => action.endsWith('.reassign'));
    expect(replaced).toHaveLength(1);
    return replaced[0];
  };
  const createTwo = async (path: string, body: (at: number) => object) => [
    await create(path, body(1)),
    await create(path, body(2)),
  ];
  const createStaffPair = async (more: object) => [
    (await plant.createStaff(more)).staff_id,
    (await plant.createStaff(more)).staff_id,
  ];

  it('of a department, a job role or a manager lists the people who moved', async () => {
    const [yard, hall] = await createTwo('/api/departments', (at) => ({ name: `Hall ${at}` }));
    const below = await create('/api/departments', { name: 'Below', parent_id: yard });
    const [welder, fitter] = await createTwo('/api/job-roles', (at) => ({ name: `Role ${at}` }));
    const [devi, esra] = await createStaffPair({});
    const team = await createStaffPair({ department_id: yard, job_role_id: welder, manager_id: devi });
    await plant.createStaff({ department_id: hall, job_role_id: fitter, manager_id: esra });
    expect(await reassign('/api/departments', yard!, hall!)).toMatchObject({
      was: { department_id: yard, staff: team.toSorted(), departments: [below] },
      became: { department_id: hall, moved: { staff: 2, departments: 1 } },
    });
    expect(await reassign('/api/job-roles', welder!, fitter!)).toMatchObject({
      was: { job_role_id: welder, staff: team.toSorted() },
    });
    const { was } = await reassign('/api/staff', devi!, esra!);
    expect(was.staff.toSorted()).toEqual(team.toSorted());
  });

  it('of a category lists its trainings and child categories', async () => {
    const { category_id: safety } = await plant.createCategory();
    const { category_id: health } = await plant.createCategory();
    const { category_id: below } = await plant.createCategory({ parent_id: safety });
    const { training_id } = await plant.createTraining({ category_id: safety });
    expect(await reassign('/api/training-categories', safety, health)).toMatchObject({
      was: { category_id: safety, trainings: [training_id], categories: [below] },
      became: { category_id: health },
    });
  });

  it('of a skill lists ended and new targets, trainings and questions', async () => {
    const { training_id, skill_id: old } = await plant.createPublishedTraining();
    const { skill_id: next } = await plant.createSkill();
    const question = await create('/api/questions', { ...singleChoiceQuestion('Which?'), skill_id: old });
    const { staff_id } = await plant.createStaff();
    const job_role_id = await create('/api/job-roles', { name: 'Welder' });
    await create('/api/skill-targets', { staff_id, skill_id: old, level: 3, from_date: '2025-01-01' });
    await create('/api/role-targets', { job_role_id, skill_id: old, level: 2, from_date: '2025-06-01' });
    expect(await reassign('/api/skills', old, next)).toMatchObject({
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

  it('of a training lists old and new assignments; people who have left get no new one', async () => {
    const [old, next] = [
      (await plant.createPublishedTraining()).training_id,
      (await plant.createPublishedTraining()).training_id,
    ];
    const [leaver, away] = await createStaffPair({});
    const [here, back] = await createStaffPair({});
    await plant.assign([back!], [next]);
    const rows = async (training_id: string) =>
      (await plant.api.get(`/api/training-assignments?training_id=${training_id}`)).body as any[];
    const [existing] = await rows(next);
    await plant.api.post('/api/training-assignments/remove', { assignment_id: [existing.id], reason: null });
    await plant.assign([leaver!, away!, here!, back!], [old]);
    expect((await plant.api.post(`/api/staff/${leaver}/leave`, { last_active_day: '2026-01-09' })).status).toBe(200);
    expect((await plant.api.post(`/api/staff/${away}/suspend`)).status).toBe(200);
    const { was, became } = await reassign('/api/trainings', old, next);
    const staffIds = (list: any[]) => list.map((each) => each.staff_id).toSorted();
    expect(staffIds(was.assignments)).toEqual([leaver, away, here, back].toSorted());
    expect(staffIds(became.assignments)).toEqual([away, here, back].toSorted());
    const open = (await rows(next)).filter(({ state }) => state === 'assigned');
    expect(open.map(({ id }) => id).toSorted()).toEqual(
      became.assignments.map((each: any) => each.assignment_id).toSorted(),
    );
    expect((await rows(old)).map(({ state }) => state)).toEqual(['removed', 'removed', 'removed', 'removed']);
  });

  describe('with a job role that is deleted', () => {
    const eventsOf = async (job_role_id: string): Promise<any[]> =>
      (await plant.api.get(`/api/audit-events?action=role-target.delete&subject_id=${job_role_id}`)).body;
    /** A job role with that many targets, one day each. */
    const createRoleWithTargets = async (many: number) => {
      const job_role_id = await create('/api/job-roles', { name: `Welder ${many}` });
      const { skill_id } = await plant.createSkill();
      const rows = Array.from({ length: many }, (_, at) => {
        const day = addDays('2020-01-01', at);
        return { target_id: newId(), job_role_id, skill_id, level: 2, from_date: day, to_date: day };
      });
      const targets = new TenantRepository(running.app.get(Database), running.app.get(Clock), RoleTarget);
      await running.app.get(TransactionManager).run(() => targets.insert(plant.tenant, rows));
      return { job_role_id, rows };
    };
    const countDeleteStatements = async (job_role_id: string) => {
      const statements = await statementsOfRequests(async () => {
        expect((await plant.api.delete(`/api/job-roles/${job_role_id}`)).status).toBe(204);
      });
      return statements.length;
    };

    it('all of its targets are in one event, with their levels and days', async () => {
      const { job_role_id, rows } = await createRoleWithTargets(2);
      await countDeleteStatements(job_role_id);
      const events = await eventsOf(job_role_id);
      expect(events).toMatchObject([{ subject_type: 'job-role', became: null, was: { job_role_id } }]);
      // The role is deleted: its name comes from the event, the names of its skills from the skills.
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
      const few = await countDeleteStatements((await createRoleWithTargets(2)).job_role_id);
      const { job_role_id, rows } = await createRoleWithTargets(600);
      expect(await countDeleteStatements(job_role_id)).toBe(few);
      const [event, ...others] = await eventsOf(job_role_id);
      expect(others).toEqual([]);
      expect(event.left_out.was.role_target).toBe(600 - event.was.role_target.length);
      const one = (await plant.api.get(`/api/audit-events/${event.id}`)).body;
      expect(one.was.role_target).toHaveLength(rows.length);
    });

    it('that had no targets, no event about targets is written', async () => {
      const job_role_id = await create('/api/job-roles', { name: 'Helper' });
      await countDeleteStatements(job_role_id);
      expect(await eventsOf(job_role_id)).toEqual([]);
    });
  });
});
