import { once } from 'node:events';
import { AuditExport } from '../../src/audit/audit-export';
import { AuditLog } from '../../src/audit/audit-log';
import { AuditTrail } from '../../src/platform/audit/audit-trail';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import type { WholeFile } from '../../src/platform/definitions/file-answer';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { EventOrder } from '../support/event-order';
import { fileOf } from '../support/file';
import { given, type Registered } from '../support/given';
import { openOrganisation } from '../support/organisation';
import { statementsOfRequests } from '../support/statements';
import { asleep, swept } from '../support/sweeps';

const EXPORT = '/api/exports/audit-events';

describe('the export of the audit log', () => {
  let running: RunningApp;
  let plant: Registered;
  let other: Registered;
  beforeAll(async () => {
    running = await startApp();
    plant = await given(running).organisation({ name: 'Nordwerk Metallbau' });
    other = await given(running).organisation();
    await api(running, plant.admin).post('/api/departments', { name: 'Weld shop' }, { 'x-request-id': 'trace-4711' });
    await api(running, other.admin).post('/api/departments', { name: 'Bakery' });
  });
  afterAll(() => running.close());

  const download = async (query = '', headers = plant.admin) => {
    const answer = await api(running, headers).get(EXPORT + query);
    const [head, ...lines] = String(answer.body).trimEnd().split('\r\n');
    return { ...answer, head, lines };
  };
  const record = async (many: number, became: object, { customer_id } = plant) => {
    const entry = { customer_id, account_id: null, role: 'system', action: 'test.told', became };
    for (let done = 0; done < many; done += 200)
      await running.app.get(AuditTrail).record(...Array.from({ length: Math.min(200, many - done) }, () => entry));
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

  it('is an organisation’s own; platform staff take all, or those of the organisation they name', async () => {
    expect((await download()).body).not.toContain('Bakery');
    expect((await download(`?customer_id=${other.customer_id}`)).status).toBe(404);
    const { headers } = await given(running).platformStaff();
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

  it('is an event itself, with what was asked for', async () => {
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
    const prefetched = await api(running, plant.admin).get(EXPORT, { 'sec-purpose': 'prefetch' });
    expect(prefetched).toMatchObject({ status: 403, body: { code: 'cross_site' } });
  });

  it('runs no formula in a spreadsheet and tells no secret', async () => {
    const trail = running.app.get(AuditTrail);
    const formula = `=HYPERLINK("http://evil.example")`;
    await trail.record({
      ...{ customer_id: plant.customer_id, account_id: null, role: 'system', action: formula },
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
    const instants = answer.lines.map((line) => line.slice(0, 24));
    expect(instants).toEqual([...instants].toSorted().reverse());
  });

  it('calls every subject what the list calls it: what is there, what stands between others, what is gone', async () => {
    const admin = api(running, plant.admin);
    const made = async (path: string, body: object): Promise<string> => (await admin.post(path, body)).body.id;
    const skill_id = await made('/api/skills', { skill_code: 'WELD', name: 'Welding' });
    const job_role_id = await made('/api/job-roles', { name: 'Welder' });
    const person = { first_name: 'Asha', last_name: 'Rao', joined: '2024-01-01' };
    for (let n = 0; n < 12; n++) {
      const staff_id = await made('/api/staff', { ...person, staff_code: `P-${n}` });
      const level = { level: 2, from_date: '2025-01-01' };
      const target = await made('/api/skill-targets', { staff_id, skill_id, ...level });
      if (n % 2) await admin.call('DELETE', `/api/skill-targets/${target}`);
    }
    const ofRole = await made('/api/role-targets', { job_role_id, skill_id, level: 2, from_date: '2025-01-01' });
    await admin.call('DELETE', `/api/role-targets/${ofRole}`);
    const hall = await made('/api/departments', { name: 'Paint shop' });
    await admin.call('DELETE', `/api/departments/${hall}`);
    for (const headers of [plant.admin, (await given(running).platformStaff()).headers]) {
      const query = `?customer_id=${plant.customer_id}&action_startswith=`;
      for (const kind of ['staff.', 'skill', 'role-target', 'department', 'customer']) {
        const listed = (await api(running, headers).get(`/api/audit-events${query}${kind}&_end=200`)).body;
        const named = listed.map((event: any) => [event.subject_id, event.subject_name ?? '']);
        const lines = (await download(`${query}${kind}`, headers)).lines;
        expect(lines.map((line) => line.split(',').slice(6, 8))).toEqual(named);
        expect(named.length).toBeGreaterThan(0);
      }
    }
  });

  it('stays open when the subscription is over', async () => {
    const late = await given(running).organisation();
    running.clock.advance(60 * 86_400_000);
    try {
      const answer = await api(running, await given(running).signIn(late)).get(EXPORT);
      expect(answer.status).toBe(200);
    } finally {
      running.clock.release();
    }
  });

  it('is read in parts, and other callbacks run between any two of them, however fast parts are read', async () => {
    await record(9_000, { note: 'for its length' });
    const log = running.app.get(AuditLog, { strict: false });
    const order = new EventOrder();
    const exported = log.exported.bind(log);
    const spy = jest.spyOn(log, 'exported').mockImplementation((...given) => order.observe(exported(...given)));
    const { content } = (await running.app.get(AuditExport, { strict: false }).order(plant.tenant, {})) as WholeFile;
    content.resume();
    await once(content, 'close');
    spy.mockRestore();
    expect(order.parts).toBeGreaterThan(50);
    expect(order.longestRun).toBe(1);
  });

  describe('of more than ten thousand events', () => {
    const MANY = 10_001;
    const OF_MANY = `${EXPORT}?action=test.told`;
    let large: Registered;
    beforeAll(async () => {
      asleep(running, 'jobs-export');
      large = await given(running).organisation({ name: 'Werft Nord' });
      await record(MANY, { note: 'one of many' }, large);
    });

    const ask = async (path: string): Promise<string> => {
      const { status, body } = await api(running, large.admin).get(path);
      expect([path, status]).toEqual([path, 202]);
      return body.job_id;
    };
    const job = async (id: string) => (await api(running, large.admin).get(`/api/jobs/${id}`)).body;

    it('is a job, as of any list, and the same file', async () => {
      const job_id = await ask(`${OF_MANY}&format=csv`);
      expect(await ask(OF_MANY)).toBe(job_id);
      await swept(running, 'jobs-export');
      const done = await job(job_id);
      expect(done).toMatchObject({ state: 'done', done: MANY, total: MANY, result: { rows: MANY, is_kept: true } });
      const file = await fileOf(running, `/api/jobs/${job_id}/file`, large.admin);
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
      const few = await api(running, large.admin).get(`${EXPORT}?action=export.make`);
      expect([few.status, few.headers.get('x-export-rows')]).toEqual([200, '1']);
      await ask(`${OF_MANY}&format=xlsx`);
      await swept(running, 'jobs-export');
    });

    it('is all of it at once for platform staff, who have no jobs', async () => {
      const { headers } = await given(running).platformStaff();
      const file = await fileOf(running, `${OF_MANY}&customer_id=${large.customer_id}`, headers);
      expect([file.status, file.headers.get('x-export-rows')]).toEqual([200, String(MANY)]);
    });

    it('is nobody’s who is no admin any more when it is made', async () => {
      const job_id = await ask(OF_MANY);
      const role = (value: string) =>
        running.app.get(Transactions).run(async () => {
          const sql = 'UPDATE account SET role = ? WHERE user_name_key = ?';
          expect(await running.app.get(Database).write(sql, [value, large.user_name])).toBe(1);
        });
      await role('user');
      await swept(running, 'jobs-export');
      await role('admin');
      expect(await job(job_id)).toMatchObject({ state: 'failed', error_code: 'not_allowed', result: null });
    });
  });
});
