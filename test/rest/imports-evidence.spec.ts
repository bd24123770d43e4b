import { ModuleRef } from '@nestjs/core';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { EvidenceRecord } from '../../src/modules/skills/evidence.entity';
import { EvidenceRecordingService } from '../../src/modules/skills/evidence-recording.service';
import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { getResourceContext } from '../../src/crud/resource-context';
import type { TenantRepository } from '../../src/tenancy/tenant-repository';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { downloadFile } from '../support/downloaded-file';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { importClient } from '../support/imports';
import { statementsDuring } from '../support/recorded-statements';
import { unscheduleAll } from '../support/scheduled-jobs';

const HEAD = 'staff_id,skill_id,kind,level,effective_date,valid_until,note';

describe('an import of evidence', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let other: RegisteredOrganisation;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({ name: 'Nordwerk', time_zone: 'Asia/Kolkata' });
    other = await fixtures(running).organisation({ name: 'Bakery' });
    for (const code of ['P-1', 'P-2', 'P-3']) ids[code] = await person(admin(), code);
    await person(theirs(), 'O-1');
    ids['FORK'] = await skill(admin(), { skill_code: 'FORK', name: 'Forklift', validity_months: 12 });
    ids['WELD'] = await skill(admin(), { skill_code: 'WELD', name: 'Welding', requires_signoff: true });
    await skill(theirs(), { skill_code: 'BAKE', name: 'Baking' });
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const theirs = () => api(running, other.admin);
  const client = () => importClient(running, plant.admin);
  const person = async (clientApi: ReturnType<typeof api>, staff_code: string) =>
    (await clientApi.post('/api/staff', { staff_code, first_name: 'Asha', last_name: 'Rao', joined: '2020-01-01' }))
      .body.id;
  const skill = async (clientApi: ReturnType<typeof api>, body: object) =>
    (await clientApi.post('/api/skills', body)).body.id;
  const evidenceOf = async (code: string): Promise<any[]> =>
    (await admin().get(`/api/skill-evidence?staff_id=${ids[code]}&_end=200&_sort=effective_date&_order=asc`)).body;
  const levelOf = async (code: string, skill_code: string, date: string) =>
    (await admin().get(`/api/reports/explain?staff_id=${ids[code]}&skill_id=${ids[skill_code]}&on=${date}`)).body.level;
  const codesOf = async (job_id: string) =>
    Object.fromEntries(
      (await admin().get(`/api/jobs/${job_id}/rows?_end=200`)).body.map((row: any) => [row.facts.row, row.code]),
    );

  const HISTORY = `Personalnummer;Qualifikation;Art;Stufe;Seit;Gültig bis;Notiz
P-1;FORK;Assessment;2;01.03.2021;;Seen on the floor
p-1;Forklift;Zertifikat;3,0;13.04.2022;31.12.2024;
P-2;weld;;1;2021-05-01;;
`;

  it('records earlier evidence by the same rules as manual entry', async () => {
    const result = await client().sendAndRun('skill-evidence', HISTORY);
    expect(result.columns.map(({ field }: any) => field)).toEqual([
      ...['staff_id', 'skill_id', 'kind', 'level', 'effective_date', 'valid_until', 'note'],
    ]);
    expect(result.counts).toEqual({ create: 3, update: 0, skip: 0, error: 0 });
    expect(result.job).toMatchObject({ state: 'done', changed: 3, left_out: 0 });
    expect(await evidenceOf('P-1')).toMatchObject([
      // Without an end date the validity of the skill applies.
      { kind: 'assessment', level: 2, effective_date: '2021-03-01', valid_until: '2022-03-01', state: 'approved' },
      { kind: 'certificate', level: 3, effective_date: '2022-04-13', valid_until: '2024-12-31', note: null },
    ]);
    // Evidence recorded by an admin needs no sign-off.
    expect(await evidenceOf('P-2')).toMatchObject([{ kind: 'import', level: 1, state: 'approved', valid_until: null }]);
    const levels = [await levelOf('P-1', 'FORK', '2021-12-01'), await levelOf('P-1', 'FORK', '2023-01-01')];
    expect([...levels, await levelOf('P-2', 'WELD', '2024-01-01')]).toEqual([2, 3, 1]);
    const [{ id }] = await evidenceOf('P-2');
    const { body: events } = await admin().get(`/api/audit-events?subject_id=${id}`);
    expect(events).toMatchObject([{ action: 'skill-evidence.record', became: { level: 1, kind: 'import' } }]);
  });

  it('of the same or an equivalent file changes nothing', async () => {
    const result = await client().sendAndCheck('skill-evidence', HISTORY);
    expect(result.counts).toEqual({ create: 0, update: 0, skip: 3, error: 0 });
    const reworded = `${HEAD}\nP-1,FORK,assessment,2,2021-03-01,,\nP-1,${ids['FORK']},certificate,3,13/04/2022,,\n`;
    expect((await client().sendAndCheck('skill-evidence', reworded)).counts).toMatchObject({ create: 0, skip: 2 });
  });

  it.each(['csv', 'xlsx'])('of an exported list (%s) changes nothing', async (format) => {
    const [{ id }] = await evidenceOf('P-2');
    if (format === 'csv') {
      const double = { staff_id: ids['P-2'], skill_id: ids['FORK'], kind: 'assessment', level: 1 };
      for (const note of ['one', 'two'])
        await admin().post('/api/skill-evidence', { ...double, effective_date: '2021-06-01', note });
      const voidedEvidence = (await admin().post('/api/skill-evidence', { ...double, effective_date: '2021-07-01' }))
        .body;
      await admin().post(`/api/skill-evidence/${voidedEvidence.id}/void`, { reason: 'Mistaken' });
    }
    const { bytes } = await downloadFile(running, `/api/exports/skill-evidence?format=${format}&lang=ru`, plant.admin);
    const { counts, rows } = await client().sendAndCheck('skill-evidence', bytes);
    expect(counts).toEqual({ create: 0, update: 0, skip: rows, error: 0 });
    expect((await admin().get(`/api/skill-evidence/${id}`)).body.state).toBe('approved');
  });

  it('reports each invalid row and writes the others', async () => {
    const file = `${HEAD}
,FORK,prior,2,2021-01-01,,
P-9,FORK,prior,2,2021-01-01,,
O-1,FORK,prior,2,2021-01-01,,
P-3,BAKE,prior,2,2021-01-01,,
P-3,FORK,prior,5,2021-01-01,,
P-3,FORK,prior,two,2021-01-01,,
P-3,FORK,prior,2,31.02.2021,,
P-3,FORK,prior,2,2021-01-01,2020-12-31,
P-3,FORK,rumour,2,2021-01-01,,
P-3,FORK,training,2,2021-01-01,,
P-3,FORK,self,2,2021-01-01,,
P-1,FORK,certificate,3,2022-04-13,2025-12-31,
P-3,FORK,prior,2,2021-01-01,,
P-3,FORK,prior,"2,00",1.1.2021,,again
P-3,FORK,prior,2,2022-01-01,,${'x'.repeat(1001)}
P-3,FORK,prior,2,2062-01-01,,
`;
    const result = await client().sendAndRun('skill-evidence', file);
    expect(result.counts).toEqual({ create: 1, update: 0, skip: 0, error: 15 });
    const reasons = (await client().rows(result.import_id, 'error')).map(({ row_no, reasons: [first] }) => [
      ...[row_no, first.field, first.code],
    ]);
    expect(reasons).toEqual([
      [2, 'staff_id', 'required'],
      [3, 'staff_id', 'not_known'],
      [4, 'staff_id', 'not_known'],
      [5, 'skill_id', 'not_known'],
      [6, 'level', 'max'],
      [7, 'level', 'whole'],
      [8, 'effective_date', 'day'],
      [9, 'valid_until', 'before_first_day'],
      [10, 'kind', 'choice'],
      [11, 'kind', 'choice'],
      [12, 'kind', 'self_rating'],
      [13, 'valid_until', 'recorded_otherwise'],
      [15, null, 'row_before'],
      [16, 'note', 'too_long'],
      [17, 'effective_date', 'day_to_come'],
    ]);
    expect(result.job).toMatchObject({ changed: 1, left_out: 15 });
    expect(await evidenceOf('P-3')).toHaveLength(1);
    const { text } = await downloadFile(running, `/api/imports/${result.import_id}/errors?lang=fr`, plant.admin);
    expect(text).toContain('P-9');
  });

  it('is voided by its undo except decided rows, and the same file can be imported again', async () => {
    const file = `${HEAD}\nP-3,WELD,prior,2,2021-02-01,,\nP-3,WELD,prior,3,2021-03-01,,\nP-2,WELD,prior,2,2021-03-01,,\n`;
    const mails = (await running.mails()).length;
    const result = await client().sendAndRun('skill-evidence', file);
    const [, second] = (await evidenceOf('P-3')).filter((row) => row.skill_id === ids['WELD']);
    expect(await levelOf('P-2', 'WELD', '2022-01-01')).toBe(2);
    await admin().post(`/api/skill-evidence/${second.id}/void`, { reason: 'Mistaken' });
    const undone = await client().undo(result.job.job_id);
    expect(undone).toMatchObject({ state: 'undone', changed: 3, undone: 2 });
    expect(await codesOf(result.job.job_id)).toEqual({ 2: 'import_voided', 3: 'changed_since', 4: 'import_voided' });
    expect(await levelOf('P-2', 'WELD', '2022-01-01')).toBe(1);
    expect(await levelOf('P-3', 'WELD', '2022-01-01')).toBe(0);
    expect(await running.app.get(SkillLedgerService, { strict: false }).rebuild(plant.tenant)).toBe(0);
    expect((await running.mails()).length).toBe(mails);
    const repeatedImport = await client().sendAndRun('skill-evidence', file);
    expect(repeatedImport.job).toMatchObject({ changed: 3, unchanged: 0 });
    expect(await levelOf('P-2', 'WELD', '2022-01-01')).toBe(2);
    // Voided evidence stays voided: these are further rows.
    expect((await evidenceOf('P-3')).filter((row) => row.skill_id === ids['WELD'])).toHaveLength(4);
  });

  it('does not void a row that was changed meanwhile, even if its version equals another row’s', async () => {
    const file = `${HEAD}\nP-2,WELD,prior,1,2016-02-01,,\nP-2,WELD,prior,1,2016-03-01,,\n`;
    await client().sendAndRun('skill-evidence', file);
    const records = getResourceContext(running.app.get(ModuleRef), EvidenceRecord as never)
      .records as unknown as TenantRepository<EvidenceRecord>;
    const theirs = async () =>
      records.find(plant.tenant, { staff_id: ids['P-2']!, effective_date: ['2016-02-01', '2016-03-01'] });
    const change = (evidence_id: string) =>
      running.app.get(TransactionManager).run(() => records.update(plant.tenant, { evidence_id }, { note: 'Changed' }));
    const [one, two] = await theirs();
    await change(two!.evidence_id);
    const rowsBefore = await theirs();
    await change(one!.evidence_id);
    const takeBackPromise = running.app
      .get(EvidenceRecordingService, { strict: false })
      .voidRows(plant.tenant, rowsBefore, null);
    await expect(takeBackPromise).rejects.toThrow();
    expect((await theirs()).map(({ state }) => state)).toEqual(['approved', 'approved']);
  });

  it('of two equal files at once records each row once', async () => {
    const file = `${HEAD}\n${['01', '02', '03'].map((month) => `P-2,FORK,prior,1,2023-${month}-01,,`).join('\n')}\n`;
    const [one, two] = [
      await client().sendAndCheck('skill-evidence', file),
      await client().sendAndCheck('skill-evidence', file),
    ];
    expect([one.counts.create, two.counts.create]).toEqual([3, 3]);
    const startReplies = await Promise.all([client().start(one.import_id), client().start(two.import_id)]);
    const jobs = [];
    for (const { body } of startReplies) jobs.push(await client().waitForJob(body.job_id));
    expect(jobs.reduce((all, { changed }) => all + changed, 0)).toBe(3);
    expect((await evidenceOf('P-2')).filter(({ effective_date }) => effective_date > '2023')).toHaveLength(3);
  });

  it('computes levels once per person and costs the same statements for 100 rows as for ten', async () => {
    // Scheduled reads of the outbox and of due work would add statements.
    unscheduleAll(running);
    const statements = async (year: number, rows: number) => {
      const days = Array.from({ length: rows }, (_, n) =>
        new Date(Date.UTC(year, 0, 1 + n)).toISOString().slice(0, 10),
      );
      const file = `${HEAD}\n${days.map((day) => `P-1,WELD,prior,1,${day},,`).join('\n')}\n`;
      const result = await client().sendAndCheck('skill-evidence', file);
      expect(result.counts.create).toBe(rows);
      let job_id = '';
      const startStatements = await statementsDuring(async () => {
        job_id = (await client().start(result.import_id)).body.job_id;
        await client().waitForJob(job_id);
      });
      const undoStatements = await statementsDuring(() => client().undo(job_id));
      // How often the worker polls depends on timing.
      const relevantStatements = (statementList: readonly string[]) =>
        statementList.filter((sql) => /evidence|ledger_lock|skill_level_span/.test(sql));
      return [relevantStatements(startStatements).length, relevantStatements(undoStatements).length];
    };
    expect(await statements(2011, 90)).toEqual(await statements(2010, 10));
  });

  it('can be sent, checked and started by admins only', async () => {
    const file = `${HEAD}\nP-1,FORK,prior,1,2012-01-01,,\n`;
    const result = await client().sendAndCheck('skill-evidence', file);
    expect((await theirs().get(`/api/imports/${result.import_id}`)).status).toBe(404);
    expect((await client().check(result, ['staff_id', 'skill_id', 'kind', 'level', null, null, null])).status).toBe(
      422,
    );
    expect((await client().check(result, ['attempt_id', 'skill_id', 'kind', 'level', null, null, null])).status).toBe(
      422,
    );
  });
});
