import { once } from 'node:events';
import { AuditExportService } from '../../src/modules/audit/audit-export.service';
import { AuditLogService } from '../../src/modules/audit/audit-log.service';
import { AuditTrailService } from '../../src/infrastructure/audit/audit-trail.service';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import type { DownloadFile } from '../../src/common/rest/file-response';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { EventOrder } from '../support/event-order';
import { downloadFile } from '../support/downloaded-file';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { openOrganisation } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';

const EXPORT = '/api/exports/audit-events';

describe('the export of the audit log', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let other: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({ name: 'Nordwerk Metallbau' });
    other = await fixtures(running).organisation();
    await api(running, plant.admin).post('/api/departments', { name: 'Weld shop' }, { 'x-request-id': 'trace-4711' });
    await api(running, other.admin).post('/api/departments', { name: 'Bakery' });
  });
  afterAll(() => running.close());

  const download = async (query = '', headers = plant.admin) => {
    const answer = await api(running, headers).get(EXPORT + query);
    const [head, ...lines] = String(answer.body).trimEnd().split('\r\n');
    return { ...answer, head, lines };
  };
  const record = async (eventCount: number, became: object, { customer_id } = plant) => {
    const entry = { customer_id, account_id: null, role: 'system', action: 'test.told', became };
    for (let insertedCount = 0; insertedCount < eventCount; insertedCount += 200)
      await running.app
        .get(AuditTrailService)
        .record(...Array.from({ length: Math.min(200, eventCount - insertedCount) }, () => entry));
  };

  it('is a file with who, what, before and after, request and address, newest first', async () => {
    const { headers, head, lines } = await download('?action=department.create');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-events-\d{4}-\d\d-\d\d\.csv"$/);
    expect(headers.get('cache-control')).toContain('no-store');
    expect(head).toBe(
      'at,who,who_name,role,action,subject_type,subject_id,subject_name,address,request_id,customer_id,was,became',
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(`,${plant.user_name},Ines Maria Brandt,admin,department.create,department,`);
    expect(lines[0]).toContain(`,127.0.0.1,trace-4711,${plant.customer_id},,`);
    expect(lines[0]).toContain('""name"":""Weld shop""');
  });

  it('names actions and objects as the screens do, where people read it', async () => {
    const { lines } = await download('?action=department.create&csv_for=en&lang=en');
    expect(lines[0]).toContain(',Department created,Department,');
    const german = await download('?action=department.create&csv_for=de&lang=de');
    expect(german.lines[0]).toContain(';Abteilung angelegt;Abteilung;');
  });

  it('opens as text in a spreadsheet: it begins with a byte order mark', async () => {
    const answer = await fetch(running.url + EXPORT, { headers: plant.admin });
    expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  });

  it('takes the filters of the list, and refuses paging and what it does not know', async () => {
    expect((await download('?action=nothing.such')).lines).toEqual([]);
    expect((await download('?q=trace-4711')).lines).toHaveLength(1);
    for (const query of ['?_start=0', '?_sort=at', '?surprise=1', '?at_gte=soon']) {
      expect([query, (await download(query)).status]).toEqual([query, 400]);
    }
  });

  it('has the own organisation’s events; platform staff export all or one organisation’s', async () => {
    expect((await download()).body).not.toContain('Bakery');
    expect((await download(`?customer_id=${other.customer_id}`)).status).toBe(404);
    const { headers } = await fixtures(running).platformStaff();
    const all = await download('?action=department.create', headers);
    expect(all.body).toContain('Weld shop');
    expect(all.body).toContain('Bakery');
    const named = await download(`?customer_id=${other.customer_id}`, headers);
    expect(named.body).toContain('Bakery');
    expect(named.body).not.toContain('Weld shop');
    const organisation = await openOrganisation(running);
    expect((await download('', await organisation.signIn({ role: 'user' }))).status).toBe(403);
    expect((await api(running).get(EXPORT)).status).toBe(401);
  });

  it('is audited with its filters', async () => {
    await download('?action=department.create&q=trace-4711');
    const [event] = (await api(running, plant.admin).get('/api/audit-events?action=export.make')).body;
    expect(event).toMatchObject({
      who: plant.user_name,
      who_name: 'Ines Maria Brandt',
      became: {
        list: 'audit-events',
        format: 'csv',
        rows: 1,
        filters: { action: 'department.create', q: 'trace-4711' },
      },
    });
    const prefetchReply = await api(running, plant.admin).get(EXPORT, { 'sec-purpose': 'prefetch' });
    expect(prefetchReply).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  });

  it('runs no formula in a spreadsheet and tells no secret', async () => {
    const trail = running.app.get(AuditTrailService);
    const formula = `=HYPERLINK("http://evil.example")`;
    await trail.record({
      customer_id: plant.customer_id,
      account_id: null,
      role: 'system',
      action: formula,
      became: { new_password: 'three-herons', note: 'line\r\nbreak, "quoted"' },
    });
    const { body } = await download('?action_startswith=%3D');
    expect(body).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect(body).not.toContain('three-herons');
    expect(body).toContain('line\\r\\nbreak');
  });

  it('is read in batches, and has every event once, however many', async () => {
    await record(3, { note: 'few' });
    await record(1200, { note: 'x'.repeat(200) });
    let answer!: Awaited<ReturnType<typeof download>>;
    const many = await statementsOfRequests(async () => {
      answer = await download('?action=test.told');
    });
    expect(answer.lines).toHaveLength(1203);
    expect(many.filter((sql) => /FROM audit_event/.test(sql))).toHaveLength(3);
    // Compared as numbers: an instant without milliseconds is a shorter text (docs/text-and-files.md).
    const instants = answer.lines.map((line) => Date.parse(line.split(',')[0]!));
    expect(instants.filter(Number.isNaN)).toEqual([]);
    expect(instants).toEqual(instants.toSorted((a, b) => b - a));
  });

  it('names every subject as the list does: existing, linking and deleted records', async () => {
    const admin = api(running, plant.admin);
    const createRecord = async (path: string, body: object): Promise<string> => (await admin.post(path, body)).body.id;
    const skill_id = await createRecord('/api/skills', { skill_code: 'WELD', name: 'Welding' });
    const job_role_id = await createRecord('/api/job-roles', { name: 'Welder' });
    const person = { first_name: 'Asha', last_name: 'Rao', joined: '2024-01-01' };
    for (let n = 0; n < 12; n++) {
      const staff_id = await createRecord('/api/staff', { ...person, staff_code: `P-${n}` });
      const level = { level: 2, from_date: '2025-01-01' };
      const target = await createRecord('/api/skill-targets', { staff_id, skill_id, ...level });
      if (n % 2) await admin.call('DELETE', `/api/skill-targets/${target}`);
    }
    const roleTargetId = await createRecord('/api/role-targets', {
      job_role_id,
      skill_id,
      level: 2,
      from_date: '2025-01-01',
    });
    await admin.call('DELETE', `/api/role-targets/${roleTargetId}`);
    const departmentId = await createRecord('/api/departments', { name: 'Paint shop' });
    await admin.call('DELETE', `/api/departments/${departmentId}`);
    for (const headers of [plant.admin, (await fixtures(running).platformStaff()).headers]) {
      const query = `?customer_id=${plant.customer_id}&action_startswith=`;
      for (const kind of ['staff.', 'skill', 'role-target', 'department', 'customer']) {
        const listedEvents = (await api(running, headers).get(`/api/audit-events${query}${kind}&_end=200`)).body;
        const named = listedEvents.map((event: any) => [event.subject_id, event.subject_name ?? '']);
        const lines = (await download(`${query}${kind}`, headers)).lines;
        expect(lines.map((line) => line.split(',').slice(6, 8))).toEqual(named);
        expect(named.length).toBeGreaterThan(0);
      }
    }
  });

  it('stays open when the subscription is over', async () => {
    const expiredOrganisation = await fixtures(running).organisation();
    running.clock.advance(60 * 86_400_000);
    try {
      const answer = await api(running, await fixtures(running).signIn(expiredOrganisation)).get(EXPORT);
      expect(answer.status).toBe(200);
    } finally {
      running.clock.release();
    }
  });

  it('yields to other callbacks between any two batches', async () => {
    await record(9_000, { note: 'for its length' });
    const log = running.app.get(AuditLogService, { strict: false });
    const order = new EventOrder();
    const exported = log.streamAll.bind(log);
    const spy = jest.spyOn(log, 'streamAll').mockImplementation((...args) => order.observe(exported(...args)));
    const { content } = (await running.app
      .get(AuditExportService, { strict: false })
      .request(plant.tenant, {})) as DownloadFile;
    content.resume();
    await once(content, 'close');
    spy.mockRestore();
    expect(order.parts).toBeGreaterThan(50);
    expect(order.longestRun).toBe(1);
  });

  describe('of more than ten thousand events', () => {
    const MANY = 10_001;
    const LARGE_EXPORT = `${EXPORT}?action=test.told`;
    let large: RegisteredOrganisation;
    beforeAll(async () => {
      disableJob(running, 'jobs-export');
      large = await fixtures(running).organisation({ name: 'Werft Nord' });
      await record(MANY, { note: 'one of many' }, large);
    });

    const ask = async (path: string): Promise<string> => {
      const { status, body } = await api(running, large.admin).get(path);
      expect([path, status]).toEqual([path, 202]);
      return body.job_id;
    };
    const job = async (id: string) => (await api(running, large.admin).get(`/api/jobs/${id}`)).body;

    it('is a job, as of any list, and the same file', async () => {
      const job_id = await ask(`${LARGE_EXPORT}&format=csv`);
      expect(await ask(LARGE_EXPORT)).toBe(job_id);
      await runScheduledJob(running, 'jobs-export');
      const done = await job(job_id);
      expect(done).toMatchObject({ state: 'done', done: MANY, total: MANY, result: { rows: MANY, is_kept: true } });
      const file = await downloadFile(running, `/api/jobs/${job_id}/file`, large.admin);
      expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      const [head, ...lines] = file.text.trimEnd().split('\r\n');
      expect(head).toMatch(/^\uFEFFat,who,.*,was,became$/);
      expect(lines).toHaveLength(MANY);
      expect(lines.every((line) => line.includes('""note"":""one of many""'))).toBe(true);
      const [event] = (await api(running, large.admin).get('/api/audit-events?action=export.make')).body;
      expect(event).toMatchObject({
        who: large.user_name,
        became: { list: 'audit-events', filters: { action: 'test.told' }, rows: MANY, sha256: done.result.sha256 },
      });
      const smallExport = await api(running, large.admin).get(`${EXPORT}?action=export.make`);
      expect([smallExport.status, smallExport.headers.get('x-export-rows')]).toEqual([200, '1']);
      await ask(`${LARGE_EXPORT}&format=xlsx`);
      await runScheduledJob(running, 'jobs-export');
    });

    it('is sent directly to platform staff, who have no jobs', async () => {
      const { headers } = await fixtures(running).platformStaff();
      const file = await downloadFile(running, `${LARGE_EXPORT}&customer_id=${large.customer_id}`, headers);
      expect([file.status, file.headers.get('x-export-rows')]).toEqual([200, String(MANY)]);
    });

    it('fails when the requester is no longer an admin', async () => {
      const job_id = await ask(LARGE_EXPORT);
      const role = (value: string) =>
        running.app.get(TransactionManager).run(async () => {
          const sql = 'UPDATE account SET role = ? WHERE user_name_key = ?';
          expect(await running.app.get(Database).write(sql, [value, large.user_name])).toBe(1);
        });
      await role('user');
      await runScheduledJob(running, 'jobs-export');
      await role('admin');
      expect(await job(job_id)).toMatchObject({ state: 'failed', error_code: 'not_allowed', result: null });
    });
  });
});
