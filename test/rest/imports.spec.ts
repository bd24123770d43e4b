import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { downloadFile } from '../support/downloaded-file';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { ImportFilesRepository } from '../../src/modules/imports/import-files.repository';
import { runScheduledJob } from '../support/scheduled-jobs';
import { importClient } from '../support/imports';
import { statementsOfRequests } from '../support/recorded-statements';
import { PlanUsageService } from '../../src/modules/subscriptions/plan-usage.service';

const STAFF = `Staff code;First name;Last name;Email;Department;Manager;Joined
P-3;Mei;Wang;mei@example.org;Hall;P-2;03.01.2024
P-1;Asha;Rao;asha@example.org;Hall;;2024-03-01
P-2;Omar;Haddad;;Office;P-1;2024-03-01
`;

describe('an import', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let other: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({ name: 'Nordwerk', time_zone: 'Asia/Kolkata', staffLimit: 60 });
    other = await fixtures(running).organisation({ name: 'Bakery' });
    for (const name of ['Hall', 'Office']) await admin().post('/api/departments', { name });
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const client = () => importClient(running, plant.admin);
  const staffOf = async (): Promise<Record<string, any>> =>
    Object.fromEntries((await admin().get('/api/staff?_end=200')).body.map((row: any) => [row.staff_code, row]));
  const readUsage = () => running.app.get(PlanUsageService, { strict: false }).read(plant.tenant);

  it('of staff creates people with managers from anywhere in the file', async () => {
    const result = await client().sendAndRun('staff', STAFF);
    expect(result.counts).toEqual({ create: 3, update: 0, skip: 0, error: 0 });
    expect(result.job).toMatchObject({ kind: 'import', state: 'done', total: 3, done: 3, changed: 3, left_out: 0 });
    const staff = await staffOf();
    expect(staff['P-3']).toMatchObject({ first_name: 'Mei', joined: '2024-01-03', manager_id: staff['P-2'].staff_id });
    expect(staff['P-2'].manager_id).toBe(staff['P-1'].staff_id);
    // The audit log names the account, with values before and after.
    const { body: events } = await admin().get(`/api/audit-events?subject_id=${staff['P-3'].staff_id}`);
    expect(events).toMatchObject([{ action: 'staff.create', became: { staff_code: 'P-3' } }]);
    expect(events[0].account_id).not.toBeNull();
    const { body: startReply } = await admin().get('/api/audit-events?action=import.start');
    expect(startReply).toMatchObject([
      { subject_id: result.import_id, became: { resource: 'staff', rows: 3, create: 3 } },
    ]);
  });

  it('of the same file twice changes nothing', async () => {
    const staffBefore = await staffOf();
    const result = await client().sendAndCheck('staff', STAFF);
    expect(result.counts).toEqual({ create: 0, update: 0, skip: 3, error: 0 });
    expect((await client().start(result.import_id)).body).toMatchObject({ code: 'import_nothing' });
    // Also with one new row, unchanged rows are skipped.
    const extendedImport = await client().sendAndRun('staff', `${STAFF}P-4;Lin;Ho;;;;2024-03-01\n`);
    expect(extendedImport.job).toMatchObject({ changed: 1, unchanged: 3, left_out: 0 });
    const { 'P-4': added, ...unchangedStaff } = await staffOf();
    expect(added.first_name).toBe('Lin');
    expect(unchangedStaff).toEqual(staffBefore);
  });

  it.each(['csv', 'xlsx'])('of an exported list (%s, in any language) changes nothing', async (format) => {
    await admin().post('/api/skills', {
      skill_code: '=FORK',
      name: '+ Forklift',
      description: 'One\nTwo',
      min_level: 2,
    });
    for (const [resource, lang] of [
      ['staff', 'ar'],
      ['skills', 'zh'],
      ['departments', 'de'],
    ] as const) {
      const { bytes } = await downloadFile(
        running,
        `/api/exports/${resource}?format=${format}&lang=${lang}`,
        plant.admin,
      );
      const { counts, rows } = await client().sendAndCheck(resource, bytes);
      expect([resource, counts]).toEqual([resource, { create: 0, update: 0, skip: rows, error: 0 }]);
    }
  });

  it('reports each invalid row, skips it and returns it in an error file', async () => {
    const file = `staff_code,first_name,last_name,email,department_id,manager_id,joined,time_zone,language
,No,Code,,,,2024-01-01,,
B-1,,Name,,,,2024-01-01,,
B-2,Bad,Mail,nobody,,,2024-01-01,,
B-3,No,Department,,Nowhere,,2024-01-01,,
B-4,No,Manager,,,P-99,2024-01-01,,
B-5,No,Day,,,,31.02.2024,,
B-6,No,Zone,,,,2024-01-01,Mars/Base,
B-7,No,Language,,,,2024-01-01,,xx
B-8,In a,Circle,,,B-9,2024-01-01,,
B-9,In a,Circle,,,B-8,2024-01-01,,
G-1,Good,One,,,,2024-01-01,asia/kolkata,Deutsch
g-1,Good,Twice,,,,2024-01-01,,
B-10,${'x'.repeat(101)},Long,,,,2024-01-01,,
`;
    const result = await client().sendAndRun('staff', file);
    expect(result.counts).toEqual({ create: 1, update: 0, skip: 0, error: 12 });
    const reasons = (await client().rows(result.import_id, 'error')).map(({ row_no, reasons: [first] }) => [
      row_no,
      first.field,
      first.code,
    ]);
    expect(reasons).toEqual([
      [2, 'staff_code', 'required'],
      [3, 'first_name', 'required'],
      [4, 'email', 'email'],
      [5, 'department_id', 'not_known'],
      [6, 'manager_id', 'not_known'],
      [7, 'joined', 'day'],
      [8, 'time_zone', 'time_zone'],
      [9, 'language', 'choice'],
      [10, 'manager_id', 'below_itself'],
      [11, 'manager_id', 'below_itself'],
      [13, 'staff_code', 'row_before'],
      [14, 'first_name', 'too_long'],
    ]);
    expect(result.job).toMatchObject({ state: 'done', changed: 1, left_out: 12 });
    expect((await staffOf())['G-1']).toMatchObject({ time_zone: 'Asia/Kolkata', language: 'de' });
    const errors = await downloadFile(running, `/api/imports/${result.import_id}/errors?lang=de`, plant.admin);
    expect(errors.headers.get('x-export-rows')).toBe('12');
    expect(errors.text).toContain('Nowhere');
    // The error file can be read again: its added columns map to no field.
    const repeatedReply = await client().send('staff', errors.text);
    expect(repeatedReply.body.columns.at(-1).field).toBeNull();
    expect(repeatedReply.body.columns[1].field).toBe('staff_code');
  });

  it('can be corrected in its error file repeatedly', async () => {
    const first = await client().sendAndCheck(
      'skill-targets',
      'staff_id;skill_id;level;from_date;Reason\nE-1;E-SKILL;2;2024-03-01;Plan;x;y\nE-2;E-SKILL;2;2024-03-01;"Plan; two"\n',
    );
    const errorsOf = async (import_id: string) =>
      (await downloadFile(running, `/api/imports/${import_id}/errors?lang=en`, plant.admin)).text;
    expect((await client().rows(first.import_id))[0].reasons[0]).toEqual({
      field: null,
      code: 'row_too_long',
      facts: { values: 7, columns: 5 },
    });
    const errors = await errorsOf(first.import_id);
    expect(errors.split('\n')[0]!.trim()).toBe('Row,staff_id,skill_id,level,from_date,Reason,Error');
    // Extra cells are not lost: the row stays too long until they are removed.
    expect(errors).toContain(',x,y\r\n');
    const second = await client().sendAndCheck('skill-targets', errors);
    expect((await client().rows(second.import_id)).map(({ reasons: [reason] }) => reason.code)).toEqual([
      ...['row_too_long', 'not_known'],
    ]);
    for (const code of ['E-1', 'E-2'])
      await admin().post('/api/staff', { staff_code: code, first_name: 'Ida', joined: '2024-01-01' });
    const thirdCheck = await client().sendAndCheck(
      'skill-targets',
      (await errorsOf(second.import_id)).replace(',x,y', ''),
    );
    expect(thirdCheck.columns.map(({ head, field }: any) => [head, field])).toEqual([
      ...[
        ['Row', null],
        ['Row', null],
        ['staff_id', 'staff_id'],
        ['skill_id', 'skill_id'],
      ],
      ...[
        ['level', 'level'],
        ['from_date', 'from_date'],
        ['Reason', 'reason'],
        ['Error', null],
        ['Error', null],
      ],
    ]);
    await admin().post('/api/skills', { skill_code: 'E-SKILL', name: 'Errors', min_level: 2 });
    const last = await client().sendAndRun('skill-targets', await errorsOf(thirdCheck.import_id));
    expect(last.counts).toEqual({ create: 2, update: 0, skip: 0, error: 0 });
    expect(last.job).toMatchObject({ state: 'done', changed: 2 });
  });

  it('is undone except for later changes, and archives records in use', async () => {
    const staffBefore = await staffOf();
    const mails = (await running.mails()).length;
    const seats = await readUsage();
    const result = await client().sendAndRun(
      'staff',
      `code,first_name,last_name,joined,manager_id
U-1,New,One,2024-01-01,
U-2,New,Two,2024-01-01,U-1
U-3,New,Three,2024-01-01,
P-1,Aasha,Rao,2024-03-01,
P-2,Omar,Changed,2024-03-01,P-1
`.replace('code', 'staff_code'),
    );
    expect(result.job).toMatchObject({ changed: 5 });
    const staffDuring = await staffOf();
    // Three people are used further: one is changed, one gets an assignment, one gets a team.
    await admin().patch(`/api/staff/${staffDuring['P-2'].staff_id}`, { mobile: '+49 40 1234' });
    await admin().patch(`/api/staff/${staffBefore['P-3'].staff_id}`, { manager_id: staffDuring['U-3'].staff_id });
    const undone = await client().undo(result.job.job_id);
    expect(undone).toMatchObject({ state: 'undone', changed: 5, undone: 4 });
    const staffAfter = await staffOf();
    expect(staffAfter['U-1'] ?? staffAfter['U-2']).toBeUndefined();
    expect(staffAfter['U-3'].status).toBe('left');
    expect(staffAfter['P-1'].first_name).toBe('Asha');
    expect(staffAfter['P-2'].last_name).toBe('Changed');
    const codes = (await admin().get(`/api/jobs/${result.job.job_id}/rows?_end=20`)).body.map((row: any) => [
      row.facts.row,
      row.code,
    ]);
    expect(Object.fromEntries(codes)).toEqual({
      2: 'import_removed',
      3: 'import_removed',
      4: 'import_archived',
      5: 'import_restored',
      6: 'changed_since',
    });
    expect(await readUsage()).toEqual(seats);
    expect((await running.mails()).length).toBe(mails);
  });

  it('can be undone for one day after its end', async () => {
    const { clock } = running;
    const now = clock.now.bind(clock);
    const nowSpy = jest.spyOn(clock, 'now').mockImplementation(() => {
      clock.advance(1);
      return now();
    });
    const result = await client().sendAndRun('staff', 'staff_code,first_name,last_name,joined\nD-1,A,B,2024-01-01\n');
    nowSpy.mockRestore();
    clock.release();
    const undoWindowMs = Date.parse(result.job.undo_until) - Date.parse(result.job.ended_at);
    expect(undoWindowMs).toBe(24 * 3_600_000);
  });

  it('never exceeds the seats of the plan, also with two concurrent imports', async () => {
    const smallOrganisation = await fixtures(running).organisation({ name: 'Small', staffLimit: 10 });
    const file = (letter: string) =>
      `staff_code,first_name,last_name,joined\n${Array.from({ length: 7 }, (_, n) => `${letter}-${n},A,B,2024-01-01`).join('\n')}`;
    const client = importClient(running, smallOrganisation.admin);
    const [one, two] = [await client.sendAndCheck('staff', file('A')), await client.sendAndCheck('staff', file('B'))];
    expect([one.counts.create, two.counts.create]).toEqual([7, 7]);
    const startReply = await Promise.all([client.start(one.import_id), client.start(two.import_id)]);
    const jobs = [];
    for (const { body } of startReply) jobs.push(await client.waitForJob(body.job_id));
    expect(jobs.reduce((all, { changed }) => all + changed, 0)).toBe(10);
    const refusedRows = [
      ...(await client.rows(one.import_id, 'error')),
      ...(await client.rows(two.import_id, 'error')),
    ];
    expect(refusedRows.map(({ reasons }) => reasons[0].code)).toEqual(Array(4).fill('plan_limit_reached'));
    // Also predicted by the check.
    expect((await client.sendAndCheck('staff', file('C'))).counts).toEqual({ create: 0, update: 0, skip: 0, error: 7 });
  });

  it('imports all or nothing if chosen, also when a row fails only at run time', async () => {
    const file = 'code,name\nX-1,Room 1\nX-2,Room 2\n';
    const faultyCheck = await client().sendAndCheck('training-locations', `${file}X-3,\n`);
    expect((await client().start(faultyCheck.import_id, 'all')).body).toMatchObject({
      code: 'import_refused',
      facts: { rows: 1 },
    });
    const result = await client().sendAndCheck('training-locations', file);
    await admin().post('/api/training-locations', { code: 'Y', name: 'room 2' });
    const startReply = await client().start(result.import_id, 'all');
    expect(await client().waitForJob(startReply.body.job_id)).toMatchObject({
      state: 'failed',
      error_code: 'import_refused',
    });
    const { body } = await admin().get('/api/training-locations?_end=20');
    expect(body.map(({ code }: any) => code)).toEqual(['Y']);
  });

  it('keeps five unstarted files per account and deletes the oldest', async () => {
    const uploads = [];
    for (let n = 0; n < 6; n++) uploads.push((await client().send('job-roles', `name\nRole ${n}\n`)).body.import_id);
    const statuses = await Promise.all(uploads.map(async (id) => (await admin().get(`/api/imports/${id}`)).status));
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200]);
    await runScheduledJob(running, 'past-imports');
    const rows = await running.app
      .get(ImportFilesRepository, { strict: false })
      .rows.find(plant.tenant, { import_id: uploads });
    expect(new Set(rows.map((row) => row.import_id))).toEqual(new Set(uploads.slice(1)));
  });

  it('changes and undoes more rows than one batch, each exactly once', async () => {
    const file = (name: string, from: number, to: number) =>
      `code,name\n${Array.from({ length: to - from }, (_, n) => `R-${from + n},${name} ${from + n}`).join('\n')}\n`;
    await client().sendAndRun('training-locations', file('Hall', 0, 130));
    // Every third row is unchanged; the last rows are new.
    const changed = file('Bay', 0, 150).replace(/^(R-(\d+)),Bay/gm, (line, code, n) =>
      Number(n) % 3 || Number(n) >= 130 ? line : `${code},Hall`,
    );
    const result = await client().sendAndRun('training-locations', changed);
    expect(result.counts).toEqual({ create: 20, update: 86, skip: 44, error: 0 });
    expect(result.job).toMatchObject({ state: 'done', done: 150, changed: 106, unchanged: 44, left_out: 0 });
    expect(await client().undo(result.job.job_id)).toMatchObject({ state: 'undone', undone: 106 });
    const { body } = await admin().get('/api/training-locations?_end=200&code_like=R-');
    expect(body.map(({ name }: any) => name.replace(/ \d+$/, ''))).toEqual(Array(130).fill('Hall'));
  });

  it('started twice is one job, and foreign imports are not found', async () => {
    const result = await client().sendAndCheck('job-roles', 'name\nWelder\nFitter\n');
    const [one, two] = [await client().start(result.import_id), await client().start(result.import_id)];
    expect(two.body).toEqual(one.body);
    expect((await client().check(result)).body.code).toBe('import_begun');
    const foreignApi = api(running, other.admin);
    for (const path of ['', '/rows', '/errors'])
      expect((await foreignApi.get(`/api/imports/${result.import_id}${path}`)).status).toBe(404);
    expect((await foreignApi.post(`/api/imports/${result.import_id}/start`)).status).toBe(404);
    expect((await foreignApi.post(`/api/imports/${result.import_id}/check`, { columns: ['name'] })).status).toBe(404);
    // References do not resolve to records of another organisation.
    const ids = await staffOf();
    const foreignCheck = await importClient(running, other.admin).sendAndCheck(
      'staff',
      `staff_code,first_name,last_name,joined,manager_id\nO-1,A,B,2024-01-01,${ids['P-1'].staff_id}\nO-2,A,B,2024-01-01,P-1\n`,
    );
    expect(foreignCheck.counts).toEqual({ create: 0, update: 0, skip: 0, error: 2 });
  });

  it('remembers the column mapping and requires the key column', async () => {
    const uploads = await client().send('skills', 'Kürzel,What,Egal\nW-1,Weld,1\n');
    expect(uploads.body.columns.map(({ field }: any) => field)).toEqual([null, null, null]);
    expect((await client().check(uploads.body, [null, 'name', null])).body.details.columns[0].code).toBe('required');
    expect((await client().check(uploads.body, ['name', 'name', null])).body.details.columns[0].code).toBe('twice');
    expect((await client().check(uploads.body, ['skill_code', 'status', null])).body.details.columns[0].code).toBe(
      'choice',
    );
    expect((await client().check(uploads.body, ['skill_code'])).status).toBe(422);
    const result = (await client().check(uploads.body, ['skill_code', 'name', null])).body;
    expect(result.counts.create).toBe(1);
    await client().waitForJob((await client().start(result.import_id)).body.job_id);
    const repeatedReply = await client().send('skills', 'what,egal,KURZEL\nx,y,z\n');
    expect(repeatedReply.body.columns.map(({ field }: any) => field)).toEqual(['name', null, 'skill_code']);
  });

  it('costs the same number of statements for 10 and 300 rows when read and checked', async () => {
    const counts = async (rows: number) => {
      const names = Array.from({ length: rows }, (_, n) => `Role ${rows}-${n}`);
      const uploads = (await client().send('job-roles', `name\n${names.join('\n')}\n`)).body;
      const countStatements = async (request: () => Promise<unknown>) => (await statementsOfRequests(request)).length;
      const checked = await countStatements(() => client().check(uploads));
      const path = `/api/imports/${uploads.import_id}`;
      return [
        checked,
        await countStatements(() => admin().get(path)),
        await countStatements(() => admin().get(`${path}/rows?_end=200`)),
      ];
    };
    const countsFor10 = await counts(10);
    const countsFor300 = await counts(300);
    expect(countsFor300[0]).toBe(countsFor10[0]);
    // For a full page the total is counted.
    expect([...countsFor10.slice(1), ...countsFor300.slice(1)].every((statements) => statements <= 4)).toBe(true);
  });

  it('has a template for each resource, which it reads', async () => {
    for (const [resource, format] of [
      ['staff', 'xlsx'],
      ['training-categories', 'csv'],
      ['trainings', 'csv'],
      ['skill-evidence', 'csv'],
      ['skill-targets', 'csv'],
      ['role-targets', 'csv'],
      ['training-assignments', 'csv'],
    ] as const) {
      const path = `/api/imports/template?resource=${resource}&format=${format}&lang=fr`;
      const { bytes, status, text } = await downloadFile(running, path, plant.admin);
      expect([resource, status]).toEqual([resource, 200]);
      // The template has no rows.
      expect((await client().send(resource, bytes)).body.code).toBe('table_empty');
      if (format !== 'csv') continue;
      const { body } = await client().send(resource, `${text}a\n`);
      expect(body.columns.map(({ field }: any) => field)).not.toContain(null);
    }
    expect((await admin().get('/api/imports/template?resource=jobs')).status).toBe(422);
  });
});
