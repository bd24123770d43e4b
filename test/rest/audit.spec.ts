import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WholeFile } from '../../src/platform/definitions/file-answer';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS } from '../../src/contract/audit-vocabulary';
import { AuditExport } from '../../src/audit/audit-export';
import { AuditLog } from '../../src/audit/audit-log';
import { AuditTrail } from '../../src/platform/audit/audit-trail';
import { newId } from '../../src/platform/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { EventOrder } from '../support/event-order';
import { given, type Registered } from '../support/given';
import { operationsOf } from '../support/openapi';
import { openOrganisation } from '../support/organisation';

const person = (staff_code: string) => ({ staff_code, first_name: 'Asha', last_name: 'Rao', joined: '2024-01-01' });
const src = join(__dirname, '../../src');

describe('the audit trail', () => {
  let running: RunningApp;
  let plant: Registered;
  let other: Registered;
  let staff_id: string;
  let before: number;
  beforeAll(async () => {
    before = Date.now();
    running = await startApp();
    plant = await given(running).organisation({ staffLimit: 10 });
    other = await given(running).organisation({ staffLimit: 10 });
    const made = await api(running, plant.admin).post('/api/staff', person('P-1'), { 'x-request-id': 'trace-4711' });
    staff_id = made.body.id;
    await api(running, plant.admin).patch(`/api/staff/${staff_id}`, { first_name: 'Aisha' });
    await api(running, other.admin).post('/api/staff', person('P-2'));
  });
  afterAll(() => running.close());

  const list = (query = '', headers = plant.admin) => api(running, headers).get(`/api/audit-events${query}`);

  it('tells who did what to what, when, from where and in which request, before and after', async () => {
    const { body } = await list(`?subject_id=${staff_id}&_sort=at&_order=asc`);
    expect(body).toHaveLength(2);
    const [made, changed] = body;
    expect(made).toMatchObject({
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
    expect(Date.parse(made.at)).toBeGreaterThanOrEqual(before);
    expect(changed).toMatchObject({
      action: 'staff.change',
      was: { first_name: 'Asha' },
      became: { first_name: 'Aisha' },
    });
    expect((await api(running, plant.admin).get(`/api/audit-events/${made.id}`)).body).toEqual({ ...made, names: {} });
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
    const found = async (query: string) => (await list(`?action=staff.create&${query}`)).body.length;
    const [{ at }] = (await list('?action=staff.create')).body as { at: string }[];
    const minute = at!.slice(0, 16);
    expect(await found(`at_gte=${minute}Z`)).toBe(1);
    expect(await found(`at_gte=${minute}:00-00:01`)).toBe(0);
    expect(await found(`at_gte=${at!.replace('Z', '123+00:00')}`)).toBe(1);
    expect(await found('at_gte=2024-02-29T23:59:59.5%2B05:30')).toBe(1);
  });

  it('is an organisation’s own; platform staff see all, or the organisation they name', async () => {
    expect((await list('?_end=200')).body.every((row: any) => row.customer_id === plant.customer_id)).toBe(true);
    const [foreign] = (await list('?action=staff.create', other.admin)).body;
    expect((await api(running, plant.admin).get(`/api/audit-events/${foreign.id}`)).status).toBe(404);
    expect((await list(`?customer_id=${other.customer_id}`)).status).toBe(404);
    const { headers } = await given(running).platformStaff();
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

  it('never tells a secret, however deep it stands', async () => {
    await running.app.get(AuditTrail).record({
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

  describe('of which each event tells of hundreds of rows', () => {
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
      for (let written = 0; written < MANY; written += 10)
        await running.app.get(AuditTrail).record(...Array.from({ length: 10 }, () => ({ ...entry, was, became })));
    });

    it('a page says how they begin and how much more there is; an event by itself has all', async () => {
      const { body } = await list(`?action=test.long&_end=${MANY}`);
      expect(body).toHaveLength(MANY);
      expect(JSON.stringify(body).length).toBeLessThan(1_000_000);
      for (const event of body) {
        const { skill_target, note } = event.was;
        expect(skill_target.length).toBeGreaterThan(0);
        expect(event.was).toEqual({ ...was, skill_target: was.skill_target.slice(0, skill_target.length), note });
        // Never half a character, which strict readers of JSON refuse.
        expect([was.note.startsWith(note), /[\uD800-\uDBFF]$/.test(note)]).toEqual([true, false]);
        expect(event.left_out).toEqual({
          was: { skill_target: ROWS - skill_target.length, note: was.note.length - note.length },
          became: { skill_target: ROWS - event.became.skill_target.length },
        });
        expect(event.became).toMatchObject({ skill_id: became.skill_id, moved: became.moved });
      }
      const one = (await api(running, plant.admin).get(`/api/audit-events/${body[0].id}`)).body;
      expect(one).toEqual({ ...body[0], was, became, left_out: null, names: {} });
      const [short] = (await list(`?subject_id=${staff_id}`)).body;
      expect(short.left_out).toBeNull();
    });

    it('their export is read in parts of few events, other callbacks run between any two, and it has all', async () => {
      const log = running.app.get(AuditLog, { strict: false });
      const exported = log.exported.bind(log);
      const order = new EventOrder();
      const counts: number[] = [];
      const counted = async function* (parts: ReturnType<typeof exported>) {
        for await (const events of order.observe(parts)) {
          counts.push(events.length);
          yield events;
        }
      };
      const spy = jest.spyOn(log, 'exported').mockImplementation((...given) => counted(exported(...given)));
      const { content } = (await running.app
        .get(AuditExport, { strict: false })
        .order(plant.tenant, { action: 'test.long' })) as WholeFile;
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

  it('says what each event is about in words that the admin knows', () => {
    // What the API document says of a property is a sentence, under the property's name.
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.startsWith(join('contract', 'meanings')),
    );
    const texts = files.map((file) => readFileSync(join(src, file), 'utf8'));
    const wordsOf = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)].map(([, word]) => word!));
    const subjects = wordsOf(/\bsubject_type: '([^']+)'/g);
    const actions = wordsOf(/\b(?:action: |auditEntry\(\s*\w+,\s*)'([a-z_-]+\.[a-z_-]+)'/g);
    expect([subjects.length > 8, actions.length > 25]).toEqual([true, true]);
    expect(subjects.filter((word) => !(AUDIT_SUBJECTS as readonly string[]).includes(word))).toEqual([]);
    expect(actions.filter((word) => !(AUDIT_ACTIONS as readonly string[]).includes(word))).toEqual([]);
  });

  it('is written by INSERT alone: no statement of the house changes it, and no repository of it is made', () => {
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.startsWith('migrations'))
      .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }));
    const changing = /\b(UPDATE|DELETE\s+FROM|REPLACE\s+INTO|TRUNCATE(\s+TABLE)?|DROP\s+TABLE)\s+`?audit_event\b/i;
    const repository = /\b(tenantRepositories|directoryRepositories|Records|Directory)\([^)]*\bAuditEvent\b/;
    const found = files.filter(({ text }) => changing.test(text) || repository.test(text)).map(({ file }) => file);
    expect(found).toEqual([]);
    const touching = files.filter(({ text }) => /audit-event\.entity'/.test(text)).map(({ file }) => file);
    expect(touching.toSorted()).toEqual([
      'audit/audit-log.ts',
      'audit/event-facts.ts',
      'platform/audit/audit-trail.ts',
    ]);
  });
});
