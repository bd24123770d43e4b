import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fileOf } from '../support/file';
import { given, type Registered } from '../support/given';
import { ImportFiles } from '../../src/imports/import-files.repository';
import { swept } from '../support/sweeps';
import { imports } from '../support/imports';
import { statementsOfRequests } from '../support/statements';
import { PlanUsage } from '../../src/subscriptions/plan-usage';

const STAFF = `Staff code;First name;Last name;Email;Department;Manager;Joined
P-3;Mei;Wang;mei@example.org;Hall;P-2;03.01.2024
P-1;Asha;Rao;asha@example.org;Hall;;2024-03-01
P-2;Omar;Haddad;;Office;P-1;2024-03-01
`;

describe('an import', () => {
  let running: RunningApp;
  let plant: Registered;
  let other: Registered;
  beforeAll(async () => {
    running = await startApp();
    plant = await given(running).organisation({ name: 'Nordwerk', time_zone: 'Asia/Kolkata', staffLimit: 60 });
    other = await given(running).organisation({ name: 'Bakery' });
    for (const name of ['Hall', 'Office']) await admin().post('/api/departments', { name });
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const its = () => imports(running, plant.admin);
  const staffOf = async (): Promise<Record<string, any>> =>
    Object.fromEntries((await admin().get('/api/staff?_end=200')).body.map((row: any) => [row.staff_code, row]));
  const used = () => running.app.get(PlanUsage, { strict: false }).of(plant.tenant);

  it('of staff makes whoever is new, below whom they stand, wherever in the file that is', async () => {
    const told = await its().done('staff', STAFF);
    expect(told.counts).toEqual({ create: 3, update: 0, skip: 0, error: 0 });
    expect(told.job).toMatchObject({ kind: 'import', state: 'done', total: 3, done: 3, changed: 3, left_out: 0 });
    const staff = await staffOf();
    expect(staff['P-3']).toMatchObject({ first_name: 'Mei', joined: '2024-01-03', manager_id: staff['P-2'].staff_id });
    expect(staff['P-2'].manager_id).toBe(staff['P-1'].staff_id);
    // And with whose hand: before and after, as by hand.
    const { body: events } = await admin().get(`/api/audit-events?subject_id=${staff['P-3'].staff_id}`);
    expect(events).toMatchObject([{ action: 'staff.create', became: { staff_code: 'P-3' } }]);
    expect(events[0].account_id).not.toBeNull();
    const { body: begun } = await admin().get('/api/audit-events?action=import.start');
    expect(begun).toMatchObject([{ subject_id: told.import_id, became: { resource: 'staff', rows: 3, create: 3 } }]);
  });

  it('of the same file twice changes nothing', async () => {
    const before = await staffOf();
    const told = await its().checked('staff', STAFF);
    expect(told.counts).toEqual({ create: 0, update: 0, skip: 3, error: 0 });
    expect((await its().start(told.import_id)).body).toMatchObject({ code: 'import_nothing' });
    // Also where one row is new: the others are told as they are.
    const more = await its().done('staff', `${STAFF}P-4;Lin;Ho;;;;2024-03-01\n`);
    expect(more.job).toMatchObject({ changed: 1, unchanged: 3, left_out: 0 });
    const { 'P-4': added, ...others } = await staffOf();
    expect(added.first_name).toBe('Lin');
    expect(others).toEqual(before);
  });

  it.each(['csv', 'xlsx'])('of what a list has exported (%s, in any language) changes nothing', async (format) => {
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
      const { bytes } = await fileOf(running, `/api/exports/${resource}?format=${format}&lang=${lang}`, plant.admin);
      const { counts, rows } = await its().checked(resource, bytes);
      expect([resource, counts]).toEqual([resource, { create: 0, update: 0, skip: rows, error: 0 }]);
    }
  });

  it('tells each bad row with its reason, leaves it out, and hands it back to be corrected', async () => {
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
    const told = await its().done('staff', file);
    expect(told.counts).toEqual({ create: 1, update: 0, skip: 0, error: 12 });
    const reasons = (await its().rows(told.import_id, 'error')).map(({ row_no, reasons: [first] }) => [
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
    expect(told.job).toMatchObject({ state: 'done', changed: 1, left_out: 12 });
    expect((await staffOf())['G-1']).toMatchObject({ time_zone: 'Asia/Kolkata', language: 'de' });
    const errors = await fileOf(running, `/api/imports/${told.import_id}/errors?lang=de`, plant.admin);
    expect(errors.headers.get('x-export-rows')).toBe('12');
    expect(errors.text).toContain('Nowhere');
    // Corrected it is read again: what was added to it is no field.
    const again = await its().send('staff', errors.text);
    expect(again.body.columns.at(-1).field).toBeNull();
    expect(again.body.columns[1].field).toBe('staff_code');
  });

  it('can be corrected in its file of errors, and that again, until nothing is wrong', async () => {
    const first = await its().checked(
      'skill-targets',
      'staff_id;skill_id;level;from_date;Reason\nE-1;E-SKILL;2;2024-03-01;Plan;x;y\nE-2;E-SKILL;2;2024-03-01;"Plan; two"\n',
    );
    const errorsOf = async (import_id: string) =>
      (await fileOf(running, `/api/imports/${import_id}/errors?lang=en`, plant.admin)).text;
    expect((await its().rows(first.import_id))[0].reasons[0]).toEqual({
      ...{ field: null, code: 'row_too_long', facts: { values: 7, columns: 5 } },
    });
    const errors = await errorsOf(first.import_id);
    expect(errors.split('\n')[0]!.trim()).toBe('Row,staff_id,skill_id,level,from_date,Reason,Error');
    // What is beyond the columns is not lost: the row stays too long until it is removed.
    expect(errors).toContain(',x,y\r\n');
    const second = await its().checked('skill-targets', errors);
    expect((await its().rows(second.import_id)).map(({ reasons: [reason] }) => reason.code)).toEqual([
      ...['row_too_long', 'not_known'],
    ]);
    for (const code of ['E-1', 'E-2'])
      await admin().post('/api/staff', { staff_code: code, first_name: 'Ida', joined: '2024-01-01' });
    const third = await its().checked('skill-targets', (await errorsOf(second.import_id)).replace(',x,y', ''));
    expect(third.columns.map(({ head, field }: any) => [head, field])).toEqual([
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
    const last = await its().done('skill-targets', await errorsOf(third.import_id));
    expect(last.counts).toEqual({ create: 2, update: 0, skip: 0, error: 0 });
    expect(last.job).toMatchObject({ state: 'done', changed: 2 });
  });

  it('takes back what it did: not what somebody has changed since, and what is in use is put away', async () => {
    const before = await staffOf();
    const mails = (await running.mails()).length;
    const seats = await used();
    const told = await its().done(
      'staff',
      `code,first_name,last_name,joined,manager_id
U-1,New,One,2024-01-01,
U-2,New,Two,2024-01-01,U-1
U-3,New,Three,2024-01-01,
P-1,Aasha,Rao,2024-03-01,
P-2,Omar,Changed,2024-03-01,P-1
`.replace('code', 'staff_code'),
    );
    expect(told.job).toMatchObject({ changed: 5 });
    const during = await staffOf();
    // Somebody goes on with three of them: one is changed, one is given a training, one gets a team.
    await admin().patch(`/api/staff/${during['P-2'].staff_id}`, { mobile: '+49 40 1234' });
    await admin().patch(`/api/staff/${before['P-3'].staff_id}`, { manager_id: during['U-3'].staff_id });
    const undone = await its().undo(told.job.job_id);
    expect(undone).toMatchObject({ state: 'undone', changed: 5, undone: 4 });
    const after = await staffOf();
    expect(after['U-1'] ?? after['U-2']).toBeUndefined();
    expect(after['U-3'].status).toBe('left');
    expect(after['P-1'].first_name).toBe('Asha');
    expect(after['P-2'].last_name).toBe('Changed');
    const codes = (await admin().get(`/api/jobs/${told.job.job_id}/rows?_end=20`)).body.map((row: any) => [
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
    expect(await used()).toEqual(seats);
    expect((await running.mails()).length).toBe(mails);
  });

  it('can be undone for a day and no longer, however long its end takes', async () => {
    const { clock } = running;
    const now = clock.now.bind(clock);
    const ticking = jest.spyOn(clock, 'now').mockImplementation(() => {
      clock.advance(1);
      return now();
    });
    const told = await its().done('staff', 'staff_code,first_name,last_name,joined\nD-1,A,B,2024-01-01\n');
    ticking.mockRestore();
    clock.release();
    const until = Date.parse(told.job.undo_until) - Date.parse(told.job.ended_at);
    expect(until).toBe(24 * 3_600_000);
  });

  it('gives no seat away that the plan has not, two at once or one after the other', async () => {
    const small = await given(running).organisation({ name: 'Small', staffLimit: 10 });
    const file = (letter: string) =>
      `staff_code,first_name,last_name,joined\n${Array.from({ length: 7 }, (_, n) => `${letter}-${n},A,B,2024-01-01`).join('\n')}`;
    const its = imports(running, small.admin);
    const [one, two] = [await its.checked('staff', file('A')), await its.checked('staff', file('B'))];
    expect([one.counts.create, two.counts.create]).toEqual([7, 7]);
    const begun = await Promise.all([its.start(one.import_id), its.start(two.import_id)]);
    const jobs = [];
    for (const { body } of begun) jobs.push(await its.settled(body.job_id));
    expect(jobs.reduce((all, { changed }) => all + changed, 0)).toBe(10);
    const refused = [...(await its.rows(one.import_id, 'error')), ...(await its.rows(two.import_id, 'error'))];
    expect(refused.map(({ reasons }) => reasons[0].code)).toEqual(Array(4).fill('plan_limit_reached'));
    // Seen before, too.
    expect((await its.checked('staff', file('C'))).counts).toEqual({ create: 0, update: 0, skip: 0, error: 7 });
  });

  it('imports all or nothing where that is asked for, also when a row turns out to be wrong only then', async () => {
    const file = 'code,name\nX-1,Room 1\nX-2,Room 2\n';
    const wrong = await its().checked('training-locations', `${file}X-3,\n`);
    expect((await its().start(wrong.import_id, 'all')).body).toMatchObject({
      code: 'import_refused',
      facts: { rows: 1 },
    });
    const told = await its().checked('training-locations', file);
    await admin().post('/api/training-locations', { code: 'Y', name: 'room 2' });
    const begun = await its().start(told.import_id, 'all');
    expect(await its().settled(begun.body.job_id)).toMatchObject({ state: 'failed', error_code: 'import_refused' });
    const { body } = await admin().get('/api/training-locations?_end=20');
    expect(body.map(({ code }: any) => code)).toEqual(['Y']);
  });

  it('keeps five files of one person that were not begun; the oldest gives way, its rows too', async () => {
    const sent = [];
    for (let n = 0; n < 6; n++) sent.push((await its().send('job-roles', `name\nRole ${n}\n`)).body.import_id);
    const statuses = await Promise.all(sent.map(async (id) => (await admin().get(`/api/imports/${id}`)).status));
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200]);
    await swept(running, 'past-imports');
    const rows = await running.app.get(ImportFiles, { strict: false }).rows.find(plant.tenant, { import_id: sent });
    expect(new Set(rows.map((row) => row.import_id))).toEqual(new Set(sent.slice(1)));
  });

  it('changes and takes back more rows than one portion has, none of them left out or done twice', async () => {
    const file = (name: string, from: number, to: number) =>
      `code,name\n${Array.from({ length: to - from }, (_, n) => `R-${from + n},${name} ${from + n}`).join('\n')}\n`;
    await its().done('training-locations', file('Hall', 0, 130));
    // Every third is as it is; behind them some are new.
    const changed = file('Bay', 0, 150).replace(/^(R-(\d+)),Bay/gm, (line, code, n) =>
      Number(n) % 3 || Number(n) >= 130 ? line : `${code},Hall`,
    );
    const told = await its().done('training-locations', changed);
    expect(told.counts).toEqual({ create: 20, update: 86, skip: 44, error: 0 });
    expect(told.job).toMatchObject({ state: 'done', done: 150, changed: 106, unchanged: 44, left_out: 0 });
    expect(await its().undo(told.job.job_id)).toMatchObject({ state: 'undone', undone: 106 });
    const { body } = await admin().get('/api/training-locations?_end=200&code_like=R-');
    expect(body.map(({ name }: any) => name.replace(/ \d+$/, ''))).toEqual(Array(130).fill('Hall'));
  });

  it('begun twice is one job, and another’s is not found', async () => {
    const told = await its().checked('job-roles', 'name\nWelder\nFitter\n');
    const [one, two] = [await its().start(told.import_id), await its().start(told.import_id)];
    expect(two.body).toEqual(one.body);
    expect((await its().check(told)).body.code).toBe('import_begun');
    const theirs = api(running, other.admin);
    for (const path of ['', '/rows', '/errors'])
      expect((await theirs.get(`/api/imports/${told.import_id}${path}`)).status).toBe(404);
    expect((await theirs.post(`/api/imports/${told.import_id}/start`)).status).toBe(404);
    expect((await theirs.post(`/api/imports/${told.import_id}/check`, { columns: ['name'] })).status).toBe(404);
    // Nor do their references mean what is somebody else's.
    const ids = await staffOf();
    const foreign = await imports(running, other.admin).checked(
      'staff',
      `staff_code,first_name,last_name,joined,manager_id\nO-1,A,B,2024-01-01,${ids['P-1'].staff_id}\nO-2,A,B,2024-01-01,P-1\n`,
    );
    expect(foreign.counts).toEqual({ create: 0, update: 0, skip: 0, error: 2 });
  });

  it('reads columns as they were read before, and asks for the one by which rows are told apart', async () => {
    const sent = await its().send('skills', 'Kürzel,What,Egal\nW-1,Weld,1\n');
    expect(sent.body.columns.map(({ field }: any) => field)).toEqual([null, null, null]);
    expect((await its().check(sent.body, [null, 'name', null])).body.details.columns[0].code).toBe('required');
    expect((await its().check(sent.body, ['name', 'name', null])).body.details.columns[0].code).toBe('twice');
    expect((await its().check(sent.body, ['skill_code', 'status', null])).body.details.columns[0].code).toBe('choice');
    expect((await its().check(sent.body, ['skill_code'])).status).toBe(422);
    const told = (await its().check(sent.body, ['skill_code', 'name', null])).body;
    expect(told.counts.create).toBe(1);
    await its().settled((await its().start(told.import_id)).body.job_id);
    const again = await its().send('skills', 'what,egal,KURZEL\nx,y,z\n');
    expect(again.body.columns.map(({ field }: any) => field)).toEqual(['name', null, 'skill_code']);
  });

  it('is looked at and checked with as many statements however many rows it has, up to some hundred', async () => {
    const counts = async (rows: number) => {
      const names = Array.from({ length: rows }, (_, n) => `Role ${rows}-${n}`);
      const sent = (await its().send('job-roles', `name\n${names.join('\n')}\n`)).body;
      const of = async (work: () => Promise<unknown>) => (await statementsOfRequests(work)).length;
      const checked = await of(() => its().check(sent));
      const path = `/api/imports/${sent.import_id}`;
      return [checked, await of(() => admin().get(path)), await of(() => admin().get(`${path}/rows?_end=200`))];
    };
    const few = await counts(10);
    const many = await counts(300);
    expect(many[0]).toBe(few[0]);
    // A full page is counted on.
    expect([...few.slice(1), ...many.slice(1)].every((statements) => statements <= 4)).toBe(true);
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
      const { bytes, status, text } = await fileOf(running, path, plant.admin);
      expect([resource, status]).toEqual([resource, 200]);
      // There is nothing in it.
      expect((await its().send(resource, bytes)).body.code).toBe('table_empty');
      if (format !== 'csv') continue;
      const { body } = await its().send(resource, `${text}a\n`);
      expect(body.columns.map(({ field }: any) => field)).not.toContain(null);
    }
    expect((await admin().get('/api/imports/template?resource=jobs')).status).toBe(422);
  });
});
