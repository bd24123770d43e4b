import { ImportPlanner } from '../../src/modules/imports/import-planner';
import { PlanUsageService } from '../../src/modules/subscriptions/plan-usage.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { importClient } from '../support/imports';

describe('options of an import', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({ name: 'Nordwerk', staffLimit: 700 });
  });
  afterAll(() => running.close());
  afterEach(() => jest.restoreAllMocks());

  const admin = () => api(running, plant.admin);
  const client = () => importClient(running, plant.admin);
  const staffOf = async (): Promise<Record<string, any>> =>
    Object.fromEntries((await admin().get('/api/staff?_end=200')).body.map((row: any) => [row.staff_code, row]));
  const names = async (resource: string) =>
    (await admin().get(`/api/${resource}?_end=100`)).body.map((row: any) => row.name).toSorted();
  const checkFile = async (
    resource: string,
    file: string,
    options: Parameters<ReturnType<typeof importClient>['check']>[2],
  ) => {
    const { body } = await client().send(resource, file);
    const answer = await client().check(body, undefined, options);
    expect(answer.status).toBe(200);
    return answer.body;
  };

  describe('dates', () => {
    const FILE = `staff_code,first_name,last_name,joined
D-1,Asha,Rao,03/04/2025
D-2,Omar,Haddad,03/04/25
D-3,Mei,Wang,03.04.25
D-4,Ada,Lund,2025-04-03
`;
    const days = async (file: string, date_order?: string) => {
      const { import_id } = await checkFile('staff', file, { ...(date_order && { date_order }) });
      const rows = await client().rows(import_id);
      return rows.map(({ reasons: [first], ...row }) => first?.code ?? row.outcome);
    };

    it('with an ambiguous format are errors until the format is chosen', async () => {
      expect(await days(FILE)).toEqual(['day_ambiguous', 'day_ambiguous', 'create', 'create']);
      expect(await days(FILE, 'day_first')).toEqual(['create', 'create', 'create', 'create']);
      expect(await days(FILE.replaceAll('03/04', '13/04'))).toEqual(['create', 'day_ambiguous', 'create', 'create']);
      expect(await days(FILE.replaceAll('03/04', '31/02'), 'day_first')).toEqual(['day', 'day', 'create', 'create']);
      expect(await days(FILE.replaceAll('03/04', '13/04'), 'month_first')).toEqual(['day', 'day', 'create', 'create']);
    });

    it('are read in the chosen order, and the answer says which', async () => {
      const file = FILE.replace('03.04.25', '03/04/98');
      const answer = await checkFile('staff', file, { date_order: 'month_first' });
      expect(answer).toMatchObject({ date_order: 'month_first', counts: { create: 4, error: 0 } });
      expect((await admin().get(`/api/imports/${answer.import_id}`)).body.date_order).toBe('month_first');
      const { body } = await client().start(answer.import_id);
      await client().waitForJob(body.job_id);
      const staff = await staffOf();
      expect(['D-1', 'D-2', 'D-3', 'D-4'].map((code) => staff[code].joined)).toEqual([
        '2025-03-04',
        '2025-03-04',
        '1998-03-04',
        '2025-04-03',
      ]);
    });

    it('accept no other format', async () => {
      const { body } = await client().send('staff', FILE);
      const answer = await client().check(body, undefined, { date_order: 'year_first' });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['date_order']]);
    });
  });

  describe('missing references', () => {
    const FILE = `staff_code,first_name,last_name,joined,department_id,job_role_id,manager_id
M-1,Asha,Rao,2024-01-01,Hall 3,Welder,
M-2,Omar,Haddad,2024-01-01,hall 3,Fitter,M-1
M-3,Mei,Wang,2024-01-01,Office,,M-9
`;

    it('are errors, and the answer lists those that the import can create', async () => {
      const answer = await checkFile('staff', FILE, {});
      expect(answer.counts).toEqual({ create: 0, update: 0, skip: 0, error: 3 });
      expect(answer.missing).toEqual([
        { field: 'department_id', count: 2, values: ['Hall 3', 'Office'], create: false },
        { field: 'job_role_id', count: 2, values: ['Welder', 'Fitter'], create: false },
      ]);
    });

    it('are created once each if chosen, and undo removes the unused ones', async () => {
      const initial = [await names('departments'), await names('job-roles')];
      const answer = await checkFile('staff', FILE, { create_missing: ['department_id', 'job_role_id'] });
      // A manager cannot be created from a code alone.
      expect(answer.counts).toEqual({ create: 2, update: 0, skip: 0, error: 1 });
      expect(await names('departments')).toEqual(initial[0]);
      const { body } = await client().start(answer.import_id);
      const job = await client().waitForJob(body.job_id);
      expect(job).toMatchObject({ state: 'done', changed: 5, left_out: 1 });
      expect([await names('departments'), await names('job-roles')]).toEqual([['Hall 3'], ['Fitter', 'Welder']]);
      const staff = await staffOf();
      expect(staff['M-2'].department_id).toBe(staff['M-1'].department_id);
      // Another record uses it meanwhile.
      await admin().post('/api/staff', {
        staff_code: 'M-7',
        first_name: 'Eva',
        last_name: 'Sand',
        joined: '2024-01-01',
        department_id: staff['M-1'].department_id,
      });
      expect(await client().undo(body.job_id)).toMatchObject({ state: 'undone', undone: 4 });
      expect([await names('departments'), await names('job-roles')]).toEqual([['Hall 3'], []]);
      expect(Object.keys(await staffOf())).not.toContain('M-1');
    });

    it('of skills get the text as code and name', async () => {
      await admin().post('/api/staff', { staff_code: 'S-1', first_name: 'A', last_name: 'B', joined: '2024-01-01' });
      const file = `staff_id,skill_id,level,effective_date
S-1,WELD,2,2024-03-01
S-1,QC,1,2024-03-01
S-1,weld,2,2024-03-01
`;
      const answer = await checkFile('skill-evidence', file, { create_missing: ['skill_id'] });
      expect(answer.counts).toEqual({ create: 2, update: 0, skip: 0, error: 1 });
      const { body } = await client().start(answer.import_id);
      expect(await client().waitForJob(body.job_id)).toMatchObject({ state: 'done', changed: 4 });
      const { body: skills } = await admin().get('/api/skills?_end=10');
      expect(skills.map((row: any) => [row.skill_code, row.name])).toEqual([
        ['QC', 'QC'],
        ['WELD', 'WELD'],
      ]);
      expect((await admin().get('/api/skill-evidence?_end=10')).body).toHaveLength(2);
    });

    it('in other fields, or too long, stay errors', async () => {
      const long = 'x'.repeat(101);
      const file = `staff_code,first_name,last_name,joined,department_id,manager_id\nT-1,A,B,2024-01-01,${long},\nT-2,A,B,2024-01-01,,X-1\n`;
      const answer = await checkFile('staff', file, { create_missing: ['department_id', 'manager_id'] });
      expect([answer.counts.error, answer.missing]).toEqual([2, []]);
    });
  });

  describe('invitations', () => {
    const FILE = `staff_code,first_name,last_name,joined,email
I-1,Asha,Rao,2024-01-01,asha.rao@nordwerk.example
I-2,Omar,Haddad,2024-01-01,
`;
    const countMails = async () =>
      (await running.mails()).filter((mail) => mail.to === 'asha.rao@nordwerk.example').length;

    it('are sent only where that is chosen, to new people with an email address; undo does not recall them', async () => {
      const withoutInvitations = await client().sendAndRun('staff', FILE);
      expect([await countMails(), (await staffOf())['I-1'].status]).toEqual([0, 'active']);
      await client().undo(withoutInvitations.job.job_id);
      const answer = await client().sendAndCheck('staff', FILE);
      const { body } = await client().start(answer.import_id, 'valid', { invite: true });
      expect(await client().waitForJob(body.job_id)).toMatchObject({ state: 'done', changed: 2 });
      const staff = await staffOf();
      expect([staff['I-1'].status, staff['I-2'].status]).toEqual(['invited', 'active']);
      expect(await countMails()).toBe(1);
      expect(await client().undo(body.job_id)).toMatchObject({ state: 'undone', undone: 2 });
      expect((await staffOf())['I-1']?.status ?? 'left').toBe('left');
      expect(await countMails()).toBe(1);
    });
  });

  describe('all or nothing', () => {
    const PEOPLE = 450;
    const file = (letter: string) =>
      `staff_code,first_name,last_name,joined\n${Array.from({ length: PEOPLE }, (_, n) => `${letter}-${n},A,B,2024-01-01`).join('\n')}\n`;
    const countSeats = async () =>
      (await running.app.get(PlanUsageService, { strict: false }).read(plant.tenant)).total_staff;

    it('reserves all seats first and imports nothing without them', async () => {
      const initial = await countSeats();
      const [one, two] = [
        await client().sendAndCheck('staff', file('A')),
        await client().sendAndCheck('staff', file('B')),
      ];
      const [first, second] = [await client().start(one.import_id, 'all'), await client().start(two.import_id, 'all')];
      const jobs = [await client().waitForJob(first.body.job_id), await client().waitForJob(second.body.job_id)];
      expect(jobs.map(({ state, changed }) => [state, changed]).toSorted()).toEqual([
        ['done', PEOPLE],
        ['failed', 0],
      ]);
      expect(jobs.find(({ state }) => state === 'failed').error_code).toBe('plan_limit_reached');
      expect(await countSeats()).toBe(initial + PEOPLE);
      const finishedJob = jobs.find(({ state }) => state === 'done');
      await client().undo(finishedJob.job_id);
      expect(await countSeats()).toBe(initial);
    });

    it('cancelled midway undoes its rows and frees its seats', async () => {
      const initial = await countSeats();
      const answer = await client().sendAndCheck('staff', file('C'));
      const planner = running.app.get(ImportPlanner, { strict: false });
      const plan = planner.plan.bind(planner);
      let portionCount = 0;
      let cancelReply: Promise<unknown> | undefined;
      const { body } = await client().start(answer.import_id, 'all');
      jest.spyOn(planner, 'plan').mockImplementation(async (...all) => {
        if (++portionCount === 2) cancelReply = admin().post(`/api/jobs/${body.job_id}/cancel`);
        return plan(...all);
      });
      const job = await client().waitForJob(body.job_id);
      await cancelReply;
      expect(job).toMatchObject({ state: 'cancelled', undo_until: null });
      expect([job.changed > 0, job.undone]).toEqual([true, job.changed]);
      expect(await countSeats()).toBe(initial);
    });
  });
});
