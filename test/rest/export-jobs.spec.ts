import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Transactions } from '../../src/platform/database/transactions';
import { Database } from '../../src/platform/database/database';
import { Files, StorageAway } from '../../src/platform/files/files';
import { Askers } from '../../src/identity/askers';
import { idFromBytes, idToBytes, newId } from '../../src/platform/ids';
import { FewJobs } from '../../src/tenancy/jobs/few-jobs';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { colleagueOf } from '../support/colleague';
import { fileOf, filesIn } from '../support/file';
import { given, type Registered } from '../support/given';
import { MANY, manyDepartments } from '../support/large-list';
import type { Headers } from '../support/organisation';
import { statementsOfRequests } from '../support/statements';
import { asleep, swept } from '../support/sweeps';

const DAY = 86_400_000;

describe('an export that is too large to be waited for', () => {
  let running: RunningApp;
  let plant: Registered;
  beforeAll(async () => {
    running = await startApp();
    asleep(running, 'jobs-export');
    asleep(running, 'past-jobs');
    plant = await given(running).organisation({ name: 'Nordwerk Metallbau', staffLimit: 500 });
    await manyDepartments(running.app, plant.tenant);
  });
  afterAll(() => running.close());

  const LIST = '/api/exports/departments?format=csv&columns=name&lang=de';
  const ask = async (path = LIST, headers: Headers = plant.admin): Promise<string> => {
    const { status, body } = await api(running, headers).get(path);
    expect([path, status]).toEqual([path, 202]);
    return body.job_id;
  };
  const work = () => swept(running, 'jobs-export');
  const job = async (id: string, headers: Headers = plant.admin) =>
    (await api(running, headers).get(`/api/jobs/${id}`)).body;
  const kept = () => {
    const { files } = running.config;
    const root = files.kind === 'folder' ? files.path : '';
    return readdirSync(root, { recursive: true })
      .map(String)
      .filter((name) => /exports.+\./.test(name));
  };

  it('is a job, and then a file of its asker with its sum, as long as it is kept', async () => {
    const job_id = await ask();
    expect(await job(job_id)).toMatchObject({
      kind: 'export',
      lane: 'export',
      state: 'queued',
      total: null,
      result: null,
    });
    expect((await api(running, plant.admin).get(`/api/jobs/${job_id}/file`)).body.code).toBe('job_no_file');
    await work();
    const done = await job(job_id);
    expect(done).toMatchObject({ state: 'done', done: MANY, total: MANY, error_code: null });
    const file = await fileOf(running, `/api/jobs/${job_id}/file`, plant.admin);
    expect(file.status).toBe(200);
    expect(done.result).toEqual({
      file_name: expect.stringMatching(/^departments-\d{4}-\d\d-\d\d\.csv$/),
      ...{ bytes: file.bytes.length, rows: MANY, is_kept: true },
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
    });
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${done.result.file_name}"`);
    const lines = file.text.trimEnd().split('\r\n');
    expect([lines[0], lines.length]).toEqual(['\uFEFFName', MANY + 1]);
    expect((await api(running, plant.admin).get(`/api/jobs/${job_id}/file-link`)).body).toEqual({ url: null });
    const read = await statementsOfRequests(() => fileOf(running, `/api/jobs/${job_id}/file`, plant.admin));
    // The session and the job.
    expect(read).toHaveLength(2);
    const events = (await api(running, plant.admin).get('/api/audit-events?action=export.make')).body;
    expect(events.map(({ became }: any) => [became.list, became.rows, became.sha256])).toEqual([
      ['departments', MANY, done.result.sha256],
    ]);
    expect(events[0].who).toBe(plant.user_name);
    expect(kept()).toHaveLength(1);

    running.clock.freeze(Date.now() + 8 * DAY);
    await swept(running, 'past-results');
    running.clock.release();
    expect(kept()).toEqual([]);
    expect((await job(job_id)).result).toEqual({ ...done.result, is_kept: false });
    const gone = await api(running, plant.admin).get(`/api/jobs/${job_id}/file`);
    expect([gone.status, gone.body.code]).toEqual([404, 'result_gone']);
  });

  it('refuses at once what cannot be asked, and is no job for a program', async () => {
    const before = (await api(running, plant.admin).get('/api/jobs?_start=0&_end=1')).headers.get('x-total-count');
    for (const path of [`${LIST}&surprise=1`, `${LIST}&_start=0`])
      expect((await api(running, plant.admin).get(path)).status).toBe(400);
    const { body } = await api(running, plant.admin).post('/api/api-keys', {
      name: 'HR',
      scopes: ['departments:read'],
    });
    const file = await fileOf(running, LIST, { 'x-api-key': body.secret });
    expect([file.status, file.headers.get('x-export-rows')]).toEqual([200, String(MANY)]);
    const after = (await api(running, plant.admin).get('/api/jobs?_start=0&_end=1')).headers.get('x-total-count');
    expect(after).toBe(before);
  });

  it('is cancelled before it is begun, and leaves nothing', async () => {
    const job_id = await ask();
    expect((await api(running, plant.admin).post(`/api/jobs/${job_id}/cancel`)).body.state).toBe('cancelled');
    await work();
    expect(await job(job_id)).toMatchObject({ state: 'cancelled', result: null });
    expect(kept()).toEqual([]);
  });

  it('waits for a storage that is away, and is tried again', async () => {
    const job_id = await ask();
    const files = running.app.get(Files);
    const { put } = files;
    files.put = async () => {
      throw new StorageAway('no answer');
    };
    await work();
    files.put = put;
    expect(await job(job_id)).toMatchObject({ state: 'running', attempts: 1, error_code: 'storage_unavailable' });
    running.clock.freeze(Date.now() + 60_000);
    await work();
    running.clock.release();
    expect(await job(job_id)).toMatchObject({ state: 'done', error_code: null, result: { rows: MANY } });
    expect(kept()).toHaveLength(1);
  });

  it('that was given up is forgotten after ninety days, and whatever its last process had written', async () => {
    const job_id = await ask();
    const key = `${plant.customer_id}/exports/${newId()}.csv`;
    const given_up = `UPDATE job SET state = 'dead', queue = NULL, due_at = NULL, mark = ? WHERE job_id = ?`;
    await running.app.get(Transactions).run(async () => {
      const row = [JSON.stringify({ file: key }), idToBytes(job_id)];
      expect(await running.app.get(Database).write(given_up, row)).toBe(1);
    });
    await running.app.get(Files).put(key, Readable.from([Buffer.from('half of it')]));
    const before = kept();
    expect(before).toHaveLength(2);
    running.clock.freeze(Date.now() + 91 * DAY);
    await swept(running, 'past-jobs');
    running.clock.release();
    expect((await api(running, plant.admin).get(`/api/jobs/${job_id}`)).status).toBe(404);
    expect(before.filter((name) => !kept().includes(name))).toEqual([key]);
  });

  it('as pages is a document of each department, in one file', async () => {
    const admin = api(running, plant.admin);
    const [hall, shop] = (await admin.get('/api/departments?name=Hall 1&name=Hall 2')).body.map(({ id }: any) => id);
    const people = (n: number, department_id: string | null) =>
      admin.post('/api/staff', {
        ...{
          staff_code: `P-${1000 + n}`,
          first_name: 'Asha',
          last_name: `Rao ${n}`,
          joined: '2024-01-01',
          department_id,
        },
      });
    for (let n = 0; n < 203; n++) expect((await people(n, n < 120 ? hall : n < 202 ? shop : null)).status).toBe(201);
    await admin.post('/api/skills', { skill_code: 'WELD', name: 'Welding' });
    const job_id = await ask('/api/reports/skill-matrix/export?format=pdf');
    await work();
    expect(await job(job_id)).toMatchObject({ state: 'done', done: 203, total: 203, result: { rows: 203 } });
    const file = await fileOf(running, `/api/jobs/${job_id}/file`, plant.admin);
    expect(file.headers.get('content-type')).toBe('application/zip');
    const parts = filesIn(file.bytes);
    expect([...parts.keys()]).toEqual(['Hall 1.pdf', 'Hall 2.pdf', '–.pdf']);
    for (const [, bytes] of parts) {
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.subarray(-6).toString()).toContain('%%EOF');
    }
    // Of a program, which has no job, a document has its end.
    const { body } = await admin.post('/api/api-keys', { name: 'BI', scopes: ['reports:read'] });
    const key = api(running, { 'x-api-key': body.secret });
    expect((await key.get('/api/reports/skill-matrix/export?format=pdf')).body.code).toBe('too_large_for_pages');
  });

  describe('of which an account has a few at a time', () => {
    const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ru', 'zh'];
    const inWords = (lang: string) => `/api/exports/departments?columns=name&lang=${lang}`;
    const call = (path: string, headers: Headers = plant.admin) => api(running, headers).get(path);
    const open = async (): Promise<string[]> => {
      const asked = '/api/jobs?state=queued&state=running&_start=0&_end=50';
      return (await call(asked)).body.map(({ id }: { id: string }) => id);
    };
    const nothingOpen = async () => {
      await work();
      expect(await open()).toEqual([]);
    };
    afterEach(nothingOpen);

    it('is the first one when it is asked again before that is done: the same account, query and day', async () => {
      const first = await ask(`${LIST}&name_ne=A`);
      const again = '/api/exports/departments?name_ne=A&lang=de&columns=name';
      expect(await ask(again)).toBe(first);
      expect(await open()).toEqual([first]);
      const other = await colleagueOf(running, plant);
      for (const [path, headers] of [
        [again.replace('=de', '=fr'), plant.admin],
        [again.replace('=A', '=B'), plant.admin],
        [`${again}&format=xlsx`, plant.admin],
        [again, other.headers],
      ] as const)
        expect([path, await ask(path, headers)]).not.toEqual([path, first]);
      running.clock.freeze(Date.now() + DAY);
      expect(await ask(again, await given(running).signIn(plant))).not.toBe(first);
      await work();
      running.clock.release();
      expect(await open()).toEqual([]);
      expect(await ask(again)).not.toBe(first);
    });

    it('is another one than one that is being stopped', async () => {
      const first = await ask();
      const files = running.app.get(Files);
      const { put } = files;
      files.put = async () => {
        throw new StorageAway('no answer');
      };
      await work();
      files.put = put;
      expect(await ask()).toBe(first);
      const asked = await api(running, plant.admin).post(`/api/jobs/${first}/cancel`);
      expect(asked.body).toMatchObject({ state: 'running', cancel_asked_at: expect.any(String) });
      expect(await ask()).not.toBe(first);
    });

    it('is refused beyond five, in words, with the time to wait; small ones and other people go on', async () => {
      for (const lang of LANGUAGES.slice(0, 5)) await ask(inWords(lang));
      const refused = await call(inWords('it'));
      expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
        ...[429, 'too_many_exports', '30'],
      ]);
      expect(await ask(inWords('de'))).toBe((await open()).at(-2));
      expect((await call(`${inWords('it')}&name=Hall 7`)).status).toBe(200);
      const other = await colleagueOf(running, plant);
      await ask(inWords('it'), other.headers);
      const [, last] = await open();
      expect((await api(running, plant.admin).post(`/api/jobs/${last}/cancel`)).body.state).toBe('cancelled');
      await ask(inWords('it'));
    });

    /** So many that have all looked before one of them is written. */
    const atOnce = async (questions: readonly number[]): Promise<(string | null)[]> => {
      const { app } = running;
      const sql = 'SELECT account_id FROM account WHERE user_name_key = ?';
      const [{ account_id }] = (await app.get(Database).rows(sql, [plant.user_name])) as [{ account_id: Uint8Array }];
      const asker = await app.get(Askers).now(plant.customer_id, idFromBytes(account_id), false);
      const order = { source: 'departments', query: { columns: 'name' }, format: 'csv', language: 'en' };
      const asked = (n: number) => ({ question: createHash('sha256').update(String(n)).digest(), most: 5 });
      const enqueue = (n: number) =>
        app.get(FewJobs).enqueue(asker, 'export', { ...order, is_strong: false }, asked(n));
      return Promise.all(questions.map(enqueue));
    };

    it('is one, asked eight times in one moment', async () => {
      const ids = await atOnce([1, 1, 1, 1, 1, 1, 1, 1]);
      expect(new Set(ids).size).toBe(1);
      expect(await open()).toEqual([ids[0]]);
    });

    it('are five, eight asked in one moment', async () => {
      const ids = await atOnce([1, 2, 3, 4, 5, 6, 7, 8]);
      const made = ids.filter((id) => id !== null);
      expect(made).toHaveLength(5);
      expect((await open()).toSorted()).toEqual(made.toSorted());
    });
  });

  describe('and its asker', () => {
    const account = (user_name: string, change: 'status' | 'role', value: string) =>
      running.app.get(Transactions).run(async () => {
        const sql = `UPDATE account SET ${change} = ? WHERE user_name_key = ?`;
        expect(await running.app.get(Database).write(sql, [value, user_name.toLowerCase()])).toBe(1);
      });
    const PAGES = '/api/reports/skill-matrix/export?format=pdf';

    it('may not sign in any more: nothing is made', async () => {
      const job_id = await ask();
      await account(plant.user_name, 'status', 'suspended');
      await work();
      await account(plant.user_name, 'status', 'active');
      expect(await job(job_id)).toMatchObject({ state: 'failed', error_code: 'asker_gone', result: null });
    });

    it('is no admin any more: it is made with the eyes of now', async () => {
      const job_id = await ask(PAGES);
      await account(plant.user_name, 'role', 'user');
      await work();
      await account(plant.user_name, 'role', 'admin');
      expect((await job(job_id)).done).toBe(0);
    });

    it('leads others by now: it has those of the line as it is when it is made, and is shown to the same eyes only', async () => {
      const leader = await colleagueOf(running, plant);
      const admin = api(running, plant.admin);
      const rows = (await admin.get('/api/staff?_start=0&_end=200&_sort=id&_order=asc')).body as { id: string }[];
      const more = (await admin.get('/api/staff?_start=200&_end=400&_sort=id&_order=asc')).body as { id: string }[];
      const led = [...rows, ...more].filter(({ id }) => id !== leader.staff_id);
      for (const { id } of led)
        expect((await admin.patch(`/api/staff/${id}`, { manager_id: leader.staff_id })).status).toBe(200);
      const job_id = await ask(PAGES, leader.headers);
      await admin.patch(`/api/staff/${led[0]!.id}`, { manager_id: null });
      await work();
      expect(await job(job_id, leader.headers)).toMatchObject({ state: 'done', done: led.length });

      // Everybody's own, also below one roof.
      expect((await fileOf(running, `/api/jobs/${job_id}/file`, leader.headers)).status).toBe(200);
      const mine = (await api(running, leader.headers).get('/api/jobs')).body;
      expect(mine.map(({ id }: { id: string }) => id)).toEqual([job_id]);
      const other = await colleagueOf(running, plant);
      expect((await api(running, other.headers).get('/api/jobs')).body).toEqual([]);
      const stranger = await given(running).organisation({ name: 'Bakery' });
      for (const path of ['', '/rows', '/file', '/file-link'])
        for (const headers of [other.headers, stranger.admin])
          expect([path, (await api(running, headers).get(`/api/jobs/${job_id}${path}`)).status]).toEqual([path, 404]);
      // An admin sees that there is such a job, not what is in it.
      expect((await job(job_id)).result.rows).toBe(led.length);
      for (const path of ['/file', '/file-link'])
        expect((await admin.get(`/api/jobs/${job_id}${path}`)).status).toBe(404);

      await account(leader.user_name, 'role', 'admin');
      const headers = await given(running).signIn({ user_name: leader.user_name });
      const refused = await api(running, headers).get(`/api/jobs/${job_id}/file`);
      expect([refused.status, refused.body.code]).toEqual([403, 'result_of_other_role']);
    });
  });
});
