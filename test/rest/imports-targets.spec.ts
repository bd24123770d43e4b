import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { downloadFile } from '../support/downloaded-file';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { importClient } from '../support/imports';

describe('an import of targets', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({ name: 'Nordwerk' });
    for (const staff_code of ['P-1', 'P-2'])
      ids[staff_code] = (
        await admin().post('/api/staff', { staff_code, first_name: 'Asha', last_name: 'Rao', joined: '2020-01-01' })
      ).body.id;
    for (const [skill_code, name] of [
      ['FORK', 'Forklift'],
      ['WELD', 'Welding'],
    ])
      ids[skill_code!] = (await admin().post('/api/skills', { skill_code, name })).body.id;
    ids['Welder'] = (await admin().post('/api/job-roles', { name: 'Welder' })).body.id;
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const client = () => importClient(running, plant.admin);
  const targets = async (resource: string): Promise<any[]> =>
    (await admin().get(`/api/${resource}?_end=200&_sort=from_date&_order=asc`)).body.map((row: any) => [
      ...[row.from_date, row.to_date, row.level],
    ]);
  const codesOf = async (job_id: string) =>
    Object.fromEntries(
      (await admin().get(`/api/jobs/${job_id}/rows?_end=20`)).body.map((row: any) => [row.facts.row, row.code]),
    );

  it('creates and changes targets of people and reports errors', async () => {
    const file = `Staff code,Skill code,Level,From,Until,Reason
P-1,FORK,3,2024-01-01,,Leads the shift
P-2,Forklift,2,01.02.2024,31.12.2024,
P-2,WELD,2,2024-03-01,2024-02-01,
P-2,WELD,5,2024-03-01,,
P-9,WELD,2,2024-03-01,,
P-1,fork,2,2024-01-01,,
P-1,WELD,,2024-01-01,,
`;
    const result = await client().sendAndRun('skill-targets', file);
    expect(result.columns.map(({ field }: any) => field)).toEqual([
      ...['staff_id', 'skill_id', 'level', 'from_date', 'to_date', 'reason'],
    ]);
    expect(result.counts).toEqual({ create: 2, update: 0, skip: 0, error: 5 });
    const reasons = (await client().rows(result.import_id, 'error')).map(({ row_no, reasons: [first] }) => [
      ...[row_no, first.field, first.code],
    ]);
    expect(reasons).toEqual([
      [4, 'to_date', 'before_first_day'],
      [5, 'level', 'max'],
      [6, 'staff_id', 'not_known'],
      [7, null, 'row_before'],
      [8, 'level', 'required'],
    ]);
    expect(await targets('skill-targets')).toEqual([
      ['2024-01-01', null, 3],
      ['2024-02-01', '2024-12-31', 2],
    ]);
    expect((await client().sendAndCheck('skill-targets', file)).counts).toEqual({
      create: 0,
      update: 1,
      skip: 2,
      error: 4,
    });
  });

  it.each([
    ['skill-targets', 'xlsx', 'ar'],
    ['skill-targets', 'csv', 'it'],
    ['role-targets', 'csv', 'zh'],
  ])('of an exported list (%s, %s, %s) changes nothing', async (resource, format, lang) => {
    await admin().post('/api/role-targets', {
      job_role_id: ids['Welder'],
      skill_id: ids['FORK'],
      level: 1,
      from_date: '2023-01-01',
    });
    const { bytes } = await downloadFile(
      running,
      `/api/exports/${resource}?format=${format}&lang=${lang}`,
      plant.admin,
    );
    const { counts, rows } = await client().sendAndCheck(resource, bytes);
    expect(rows).toBeGreaterThan(0);
    expect(counts).toEqual({ create: 0, update: 0, skip: rows, error: 0 });
  });

  it('is undone: new targets go, old values return, later changes stay', async () => {
    const targetsBefore = await targets('skill-targets');
    const file = `staff_id,skill_id,level,from_date,to_date
P-1,FORK,1,2024-01-01,2025-06-30
P-2,FORK,4,2024-02-01,
P-1,WELD,2,2024-05-01,
`;
    const result = await client().sendAndRun('skill-targets', file);
    expect(result.counts).toEqual({ create: 1, update: 2, skip: 0, error: 0 });
    const rows: any[] = (await admin().get('/api/skill-targets?_end=20')).body;
    const changed = rows.find((row) => row.staff_id === ids['P-2'] && row.skill_id === ids['FORK']);
    expect(changed).toMatchObject({ level: 4, to_date: null });
    await admin().patch(`/api/skill-targets/${changed.id}`, { level: 3 });
    const undone = await client().undo(result.job.job_id);
    expect(undone).toMatchObject({ changed: 3, undone: 2 });
    expect(await codesOf(result.job.job_id)).toEqual({ 2: 'import_restored', 3: 'changed_since', 4: 'import_removed' });
    expect(await targets('skill-targets')).toEqual([targetsBefore[0], ['2024-02-01', null, 3]]);
  });

  it('sets those of job roles as well', async () => {
    const file = 'Role,Skill,Required level,Valid from\nwelder,WELD,3,2024-01-01\nWelder,FORK,0,2024-01-01\n';
    const result = await client().sendAndRun('role-targets', file);
    expect(result.columns.map(({ field }: any) => field)).toEqual(['job_role_id', 'skill_id', 'level', 'from_date']);
    expect(result.counts).toEqual({ create: 1, update: 0, skip: 0, error: 1 });
    const [errorRow] = await client().rows(result.import_id, 'error');
    expect(errorRow.reasons[0]).toMatchObject({ field: 'level', code: 'min' });
    expect((await client().undo(result.job.job_id)).undone).toBe(1);
  });
});
