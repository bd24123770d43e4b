import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DownloadFile } from '../../src/common/rest/file-response';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../src/contract/audit-vocabulary';
import { AuditExportService } from '../../src/modules/audit/audit-export.service';
import { AuditLogService } from '../../src/modules/audit/audit-log.service';
import { AuditTrailService } from '../../src/infrastructure/audit/audit-trail.service';
import { newId } from '../../src/common/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { EventOrder } from '../support/event-order';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { operationsOf } from '../support/openapi';
import { openOrganisation } from '../support/organisation';

const person = (staff_code: string) => ({ staff_code, first_name: 'Asha', last_name: 'Rao', joined: '2024-01-01' });
const src = join(__dirname, '../../src');

describe('the audit trail', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let other: RegisteredOrganisation;
  let staff_id: string;
  let startedAt: number;
  beforeAll(async () => {
    startedAt = Date.now();
    running = await startApp();
    plant = await fixtures(running).organisation({ staffLimit: 10 });
    other = await fixtures(running).organisation({ staffLimit: 10 });
    const creation = await api(running, plant.admin).post('/api/staff', person('P-1'), {
      'x-request-id': 'trace-4711',
    });
    staff_id = creation.body.id;
    await api(running, plant.admin).patch(`/api/staff/${staff_id}`, { first_name: 'Aisha' });
    await api(running, other.admin).post('/api/staff', person('P-2'));
  });
  afterAll(() => running.close());

  const list = (query = '', headers = plant.admin) => api(running, headers).get(`/api/audit-events${query}`);

  it('records actor, action, subject, time, address, request and the values before and after', async () => {
    const { body } = await list(`?subject_id=${staff_id}&_sort=at&_order=asc`);
    expect(body).toHaveLength(2);
    const [creation, changed] = body;
    expect(creation).toMatchObject({
      action: 'staff.create',
      who: plant.user_name,
      role: 'admin',
      subject_type: 'staff',
      subject_id: staff_id,
      customer_id: plant.customer_id,
      address: '127.0.0.1',
      request_id: 'trace-4711',
      was: null,
      became: { staff_code: 'P-1' },
    });
    expect(Date.parse(creation.at)).toBeGreaterThanOrEqual(startedAt);
    expect(changed).toMatchObject({
      action: 'staff.change',
      was: { first_name: 'Asha' },
      became: { first_name: 'Aisha' },
    });
    expect((await api(running, plant.admin).get(`/api/audit-events/${creation.id}`)).body).toEqual({
      ...creation,
      names: {},
    });
  });

  it('is found by who, action, subject, instant and a search over them, newest first', async () => {
    const all = await list();
    expect(Number(all.headers.get('x-total-count'))).toBe(all.body.length);
    const instants = all.body.map(({ at }: { at: string }) => at);
    expect(instants).toEqual([...instants].sort().reverse());
    const actions = async (query: string) => (await list(query)).body.map(({ action }: { action: string }) => action);
    expect(await actions('?action=staff.change')).toEqual(['staff.change']);
    expect(await actions('?action_startswith=staff.')).toEqual(['staff.change', 'staff.create']);
    expect(await actions(`?who=${plant.user_name.toUpperCase()}&subject_type=staff`)).toHaveLength(2);
    expect(await actions('?who_null=true&action_startswith=staff.')).toEqual([]);
    expect(await actions('?q=trace-4711')).toContain('staff.create');
    expect(await actions('?at_gte=2999-01-01T00:00:00Z')).toEqual([]);
    const page = await list('?_start=0&_end=1&subject_type=staff');
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2']);
    expect((await list('?created_at_gte=2020-01-01')).status).toBe(400);
    expect((await list('?_sort=who')).status).toBe(400);
  });

  it.each([
    ['2025-03-01T09:30:00', 'no time zone'],
    ['2025-03-01', 'no time'],
    ['2025-02-30T09:30:00Z', 'no such day'],
    ['2025-02-29T09:30:00Z', 'no such day'],
    ['2025-03-01T25:00:00Z', 'no such hour'],
    ['1 March 2025', 'another format'],
  ])('rejects the instant %s with 400: %s', async (text) => {
    const message = 'at is an instant such as 2025-03-01T09:30:00Z.';
    for (const query of [`at_gte=${text}`, `at_between=2025-01-01T00:00:00Z,${text}`])
      expect([query, await list(`?${encodeURI(query)}`)]).toMatchObject([
        query,
        { status: 400, body: { errors: { at: [message] } } },
      ]);
  });

  it('reads instants in any time zone, to the minute or to the microsecond', async () => {
    const matches = async (query: string) => (await list(`?action=staff.create&${query}`)).body.length;
    const [{ at }] = (await list('?action=staff.create')).body as { at: string }[];
    const minute = at!.slice(0, 16);
    expect(await matches(`at_gte=${minute}Z`)).toBe(1);
    expect(await matches(`at_gte=${minute}:00-00:01`)).toBe(0);
    expect(await matches(`at_gte=${at!.replace('Z', '123+00:00')}`)).toBe(1);
    expect(await matches('at_gte=2024-02-29T23:59:59.5%2B05:30')).toBe(1);
  });

  it('shows the own organisation’s events; platform staff see all or one organisation’s', async () => {
    expect((await list('?_end=200')).body.every((row: any) => row.customer_id === plant.customer_id)).toBe(true);
    const [foreign] = (await list('?action=staff.create', other.admin)).body;
    expect((await api(running, plant.admin).get(`/api/audit-events/${foreign.id}`)).status).toBe(404);
    expect((await list(`?customer_id=${other.customer_id}`)).status).toBe(404);
    const { headers } = await fixtures(running).platformStaff();
    const customers = async (query: string) =>
      new Set((await list(query, headers)).body.map((row: any) => row.customer_id));
    expect(await customers('?action=staff.create')).toEqual(new Set([plant.customer_id, other.customer_id]));
    expect(await customers(`?action=staff.create&customer_id=${other.customer_id}`)).toEqual(
      new Set([other.customer_id]),
    );
    expect((await list(`?action=platform.view`, other.admin)).body).toHaveLength(1);
    const organisation = await openOrganisation(running);
    expect((await list('', await organisation.signIn({ role: 'user', staff_id }))).status).toBe(403);
  });

  it('never contains a secret, however deeply nested', async () => {
    await running.app.get(AuditTrailService).record({
      customer_id: plant.customer_id,
      account_id: null,
      role: 'system',
      action: 'test.secret',
      became: { password: 'three-herons', note: 'kept', nested: [{ refresh_token: 'abc', level: 2 }] },
    });
    const [row] = (await list('?action=test.secret')).body;
    expect(row.became).toEqual({ password: '•••', note: 'kept', nested: [{ refresh_token: '•••', level: 2 }] });
    expect(row.who).toBeNull();
  });

  describe('with events of hundreds of rows', () => {
    const MANY = 200;
    const ROWS = 400;
    const target = { level: 2, from_date: '2025-01-01', to_date: null };
    const targets = (reason: string) =>
      Array.from({ length: ROWS }, () => ({
        target_id: newId(),
        staff_id: newId(),
        skill_id: newId(),
        reason,
        ...target,
      }));
    const was = {
      skill_id: newId(),
      skill_target: targets('asked of her'),
      note: `n${'😀'.repeat(2_500)}`,
      two: [1, 2],
    };
    const became = { skill_id: newId(), moved: { skill_target: ROWS }, skill_target: targets('asked of him') };
    beforeAll(async () => {
      const entry = { customer_id: plant.customer_id, account_id: null, role: 'system', action: 'test.long' };
      for (let insertedCount = 0; insertedCount < MANY; insertedCount += 10)
        await running.app
          .get(AuditTrailService)
          .record(...Array.from({ length: 10 }, () => ({ ...entry, was, became })));
    });

    it('lists shortened events with the number of rows left out, and reads one event in full', async () => {
      const { body } = await list(`?action=test.long&_end=${MANY}`);
      expect(body).toHaveLength(MANY);
      expect(JSON.stringify(body).length).toBeLessThan(1_000_000);
      for (const event of body) {
        const { skill_target, note } = event.was;
        expect(skill_target.length).toBeGreaterThan(0);
        expect(event.was).toEqual({ ...was, skill_target: was.skill_target.slice(0, skill_target.length), note });
        // A cut inside a surrogate pair would be invalid JSON text.
        expect([was.note.startsWith(note), /[\uD800-\uDBFF]$/.test(note)]).toEqual([true, false]);
        expect(event.left_out).toEqual({
          was: { skill_target: ROWS - skill_target.length, note: was.note.length - note.length },
          became: { skill_target: ROWS - event.became.skill_target.length },
        });
        expect(event.became).toMatchObject({ skill_id: became.skill_id, moved: became.moved });
      }
      const fullEvent = (await api(running, plant.admin).get(`/api/audit-events/${body[0].id}`)).body;
      expect(fullEvent).toEqual({ ...body[0], was, became, left_out: null, names: {} });
      const [shortened] = (await list(`?subject_id=${staff_id}`)).body;
      expect(shortened.left_out).toBeNull();
    });

    it('exports all events in small batches and yields between any two', async () => {
      const log = running.app.get(AuditLogService, { strict: false });
      const exported = log.streamAll.bind(log);
      const order = new EventOrder();
      const counts: number[] = [];
      const countEvents = async function* (parts: ReturnType<typeof exported>) {
        for await (const events of order.observe(parts)) {
          counts.push(events.length);
          yield events;
        }
      };
      const spy = jest.spyOn(log, 'streamAll').mockImplementation((...args) => countEvents(exported(...args)));
      const { content } = (await running.app
        .get(AuditExportService, { strict: false })
        .request(plant.tenant, { action: 'test.long' })) as DownloadFile;
      let csv = '';
      for await (const part of content) if (csv.length < 1_000_000) csv += String(part);
      spy.mockRestore();
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(MANY);
      expect(Math.max(...counts)).toBeLessThanOrEqual(8);
      expect(order.longestRun).toBe(1);
      expect(csv).toContain(`""${was.skill_target.at(-1)!.target_id}""`);
    });
  });

  it('has no operation that changes or removes a row', async () => {
    const operations = (await operationsOf(running)).filter(({ path }) => path.startsWith('/api/audit-events'));
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/audit-events',
      'GET /api/audit-events/{id}',
    ]);
    const [row] = (await list()).body;
    const path = `/api/audit-events/${row.id}`;
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      for (const target of ['/api/audit-events', path]) {
        const { status } = await api(running, plant.admin).call(method, target, { action: 'nothing' });
        expect([method, target, [404, 405].includes(status)]).toEqual([method, target, true]);
      }
    }
    expect((await api(running, plant.admin).get(path)).body).toEqual({ ...row, names: {} });
  });

  it('uses only subjects and actions that the admin UI has texts for', () => {
    // API descriptions of a property are sentences, so they are left out here.
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith(join('contract', 'api-descriptions')),
    );
    const texts = files.map((file) => readFileSync(join(src, file), 'utf8'));
    const findWords = (pattern: RegExp) =>
      texts.flatMap((text) => [...text.matchAll(pattern)].map(([, word]) => word!));
    const subjects = findWords(/\bsubject_type: '([^']+)'/g);
    const actions = findWords(/\b(?:action: |buildAuditEntry\(\s*\w+,\s*)'([a-z_-]+\.[a-z_-]+)'/g);
    expect([subjects.length > 8, actions.length > 25]).toEqual([true, true]);
    expect(subjects.filter((word) => !(AUDIT_SUBJECTS as readonly string[]).includes(word))).toEqual([]);
    expect(actions.filter((word) => !(AUDIT_ACTIONS as readonly string[]).includes(word))).toEqual([]);
  });

  it('is written only by INSERT: no other statement and no repository uses its table', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('migrations'))
      .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }));
    const mutatingSql = /\b(UPDATE|DELETE\s+FROM|REPLACE\s+INTO|TRUNCATE(\s+TABLE)?|DROP\s+TABLE)\s+`?audit_event\b/i;
    const repository =
      /\b(tenantRepositories|directoryRepositories|InjectTenantRepository|InjectDirectoryRepository)\([^)]*\bAuditEvent\b/;
    const matches = files.filter(({ text }) => mutatingSql.test(text) || repository.test(text)).map(({ file }) => file);
    expect(matches).toEqual([]);
    const importingFiles = files.filter(({ text }) => /audit-event\.entity'/.test(text)).map(({ file }) => file);
    expect(importingFiles.toSorted()).toEqual([
      'infrastructure/audit/audit-trail.service.ts',
      'modules/audit/audit-log.service.ts',
      'modules/audit/event-changes.ts',
    ]);
  });
});
