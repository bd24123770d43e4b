import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { Database } from '../../src/infrastructure/database/database';
import { FileStorage, StorageUnavailableError } from '../../src/infrastructure/files/file-storage';
import { BackgroundActorsService } from '../../src/modules/identity/background-actors.service';
import { idFromBytes, idToBytes, newId } from '../../src/common/ids';
import { LimitedJobsService } from '../../src/modules/background-jobs/limited-jobs.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { createColleague } from '../support/colleague';
import { downloadFile, unzip } from '../support/downloaded-file';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { MANY_ROWS, insertDepartments } from '../support/large-list';
import type { Headers } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';

const DAY = 86_400_000;

describe('an export that is too large for a direct download', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    disableJob(running, 'jobs-export');
    disableJob(running, 'past-jobs');
    plant = await fixtures(running).organisation({ name: 'Nordwerk Metallbau', staffLimit: 500 });
    await insertDepartments(running.app, plant.tenant);
  });
  afterAll(() => running.close());

  const LIST = '/api/exports/departments?format=csv&columns=name&lang=de';
  const ask = async (path = LIST, headers: Headers = plant.admin): Promise<string> => {
    const { status, body } = await api(running, headers).get(path);
    expect([path, status]).toEqual([path, 202]);
    return body.job_id;
  };
  const runExportJobs = () => runScheduledJob(running, 'jobs-export');
  const job = async (id: string, headers: Headers = plant.admin) =>
    (await api(running, headers).get(`/api/jobs/${id}`)).body;
  const storedFiles = () => {
    const { files } = running.config;
    const folderRoot = files.kind === 'folder' ? files.path : '';
    return readdirSync(folderRoot, { recursive: true })
      .map(String)
      .filter((name) => /exports.+\./.test(name));
  };

  it('runs as a job and offers its file with a checksum to the requester until it expires', async () => {
    const job_id = await ask();
    expect(await job(job_id)).toMatchObject({
      kind: 'export',
      lane: 'export',
      state: 'queued',
      total: null,
      result: null,
    });
    expect((await api(running, plant.admin).get(`/api/jobs/${job_id}/file`)).body.code).toBe('job_no_file');
    await runExportJobs();
    const done = await job(job_id);
    expect(done).toMatchObject({ state: 'done', done: MANY_ROWS, total: MANY_ROWS, error_code: null });
    const file = await downloadFile(running, `/api/jobs/${job_id}/file`, plant.admin);
    expect(file.status).toBe(200);
    expect(done.result).toEqual({
      file_name: expect.stringMatching(/^departments-\d{4}-\d\d-\d\d\.csv$/),
      bytes: file.bytes.length,
      rows: MANY_ROWS,
      is_kept: true,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
    });
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${done.result.file_name}"`);
    const lines = file.text.trimEnd().split('\r\n');
    expect([lines[0], lines.length]).toEqual(['\uFEFFName', MANY_ROWS + 1]);
    expect((await api(running, plant.admin).get(`/api/jobs/${job_id}/file-link`)).body).toEqual({ url: null });
    const statements = await statementsOfRequests(() => downloadFile(running, `/api/jobs/${job_id}/file`, plant.admin));
    // The session and the job.
    expect(statements).toHaveLength(2);
    const events = (await api(running, plant.admin).get('/api/audit-events?action=export.make')).body;
    expect(events.map(({ became }: any) => [became.list, became.rows, became.sha256])).toEqual([
      ['departments', MANY_ROWS, done.result.sha256],
    ]);
    expect(events[0].who).toBe(plant.user_name);
    expect(storedFiles()).toHaveLength(1);

    running.clock.freeze(Date.now() + 8 * DAY);
    await runScheduledJob(running, 'past-results');
    running.clock.release();
    expect(storedFiles()).toEqual([]);
    expect((await job(job_id)).result).toEqual({ ...done.result, is_kept: false });
    const expiredFileReply = await api(running, plant.admin).get(`/api/jobs/${job_id}/file`);
    expect([expiredFileReply.status, expiredFileReply.body.code]).toEqual([404, 'result_gone']);
  });

  it('refuses an invalid query at once, and creates no job for an API key', async () => {
    const initial = (await api(running, plant.admin).get('/api/jobs?_start=0&_end=1')).headers.get('x-total-count');
    for (const path of [`${LIST}&surprise=1`, `${LIST}&_start=0`])
      expect((await api(running, plant.admin).get(path)).status).toBe(400);
    const { body } = await api(running, plant.admin).post('/api/api-keys', {
      name: 'HR',
      scopes: ['departments:read'],
    });
    const file = await downloadFile(running, LIST, { 'x-api-key': body.secret });
    expect([file.status, file.headers.get('x-export-rows')]).toEqual([200, String(MANY_ROWS)]);
    const countAfter = (await api(running, plant.admin).get('/api/jobs?_start=0&_end=1')).headers.get('x-total-count');
    expect(countAfter).toBe(initial);
  });

  it('is cancelled before it starts and leaves no file', async () => {
    const job_id = await ask();
    expect((await api(running, plant.admin).post(`/api/jobs/${job_id}/cancel`)).body.state).toBe('cancelled');
    await runExportJobs();
    expect(await job(job_id)).toMatchObject({ state: 'cancelled', result: null });
    expect(storedFiles()).toEqual([]);
  });

  it('is retried when the storage is unavailable', async () => {
    const job_id = await ask();
    const fileStorage = running.app.get(FileStorage);
    const { put } = fileStorage;
    fileStorage.put = async () => {
      throw new StorageUnavailableError('no answer');
    };
    await runExportJobs();
    fileStorage.put = put;
    expect(await job(job_id)).toMatchObject({ state: 'running', attempts: 1, error_code: 'storage_unavailable' });
    running.clock.freeze(Date.now() + 60_000);
    await runExportJobs();
    running.clock.release();
    expect(await job(job_id)).toMatchObject({ state: 'done', error_code: null, result: { rows: MANY_ROWS } });
    expect(storedFiles()).toHaveLength(1);
  });

  it('that was given up is deleted after ninety days with its partial file', async () => {
    const job_id = await ask();
    const key = `${plant.customer_id}/exports/${newId()}.csv`;
    const given_up = `UPDATE job SET state = 'dead', queue = NULL, due_at = NULL, mark = ? WHERE job_id = ?`;
    await running.app.get(TransactionManager).run(async () => {
      const row = [JSON.stringify({ file: key }), idToBytes(job_id)];
      expect(await running.app.get(Database).write(given_up, row)).toBe(1);
    });
    await running.app.get(FileStorage).put(key, Readable.from([Buffer.from('half of it')]));
    const initial = storedFiles();
    expect(initial).toHaveLength(2);
    running.clock.freeze(Date.now() + 91 * DAY);
    await runScheduledJob(running, 'past-jobs');
    running.clock.release();
    expect((await api(running, plant.admin).get(`/api/jobs/${job_id}`)).status).toBe(404);
    expect(initial.filter((name) => !storedFiles().includes(name))).toEqual([key]);
  });

  it('as PDF has one document per department in a ZIP file', async () => {
    const admin = api(running, plant.admin);
    const [hallId, shop] = (await admin.get('/api/departments?name=Hall 1&name=Hall 2')).body.map(({ id }: any) => id);
    const people = (n: number, department_id: string | null) =>
      admin.post('/api/staff', {
        staff_code: `P-${1000 + n}`,
        first_name: 'Asha',
        last_name: `Rao ${n}`,
        joined: '2024-01-01',
        department_id,
      });
    for (let n = 0; n < 203; n++) expect((await people(n, n < 120 ? hallId : n < 202 ? shop : null)).status).toBe(201);
    await admin.post('/api/skills', { skill_code: 'WELD', name: 'Welding' });
    const job_id = await ask('/api/reports/skill-matrix/export?format=pdf');
    await runExportJobs();
    expect(await job(job_id)).toMatchObject({ state: 'done', done: 203, total: 203, result: { rows: 203 } });
    const file = await downloadFile(running, `/api/jobs/${job_id}/file`, plant.admin);
    expect(file.headers.get('content-type')).toBe('application/zip');
    const zipEntries = unzip(file.bytes);
    expect([...zipEntries.keys()]).toEqual(['Hall 1.pdf', 'Hall 2.pdf', '–.pdf']);
    for (const [, bytes] of zipEntries) {
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.subarray(-6).toString()).toContain('%%EOF');
    }
    // An API key has no jobs, so its document has a size limit.
    const { body } = await admin.post('/api/api-keys', { name: 'BI', scopes: ['reports:read'] });
    const key = api(running, { 'x-api-key': body.secret });
    expect((await key.get('/api/reports/skill-matrix/export?format=pdf')).body.code).toBe('too_large_for_pages');
  });

  describe('with a limit per account', () => {
    const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ru', 'zh'];
    const exportPath = (lang: string) => `/api/exports/departments?columns=name&lang=${lang}`;
    const call = (path: string, headers: Headers = plant.admin) => api(running, headers).get(path);
    const listOpenJobs = async (): Promise<string[]> => {
      const listPath = '/api/jobs?state=queued&state=running&_start=0&_end=50';
      return (await call(listPath)).body.map(({ id }: { id: string }) => id);
    };
    const expectNothingOpen = async () => {
      await runExportJobs();
      expect(await listOpenJobs()).toEqual([]);
    };
    afterEach(expectNothingOpen);

    it('reuses the open job of the same account, query and day', async () => {
      const first = await ask(`${LIST}&name_ne=A`);
      const sameExportPath = '/api/exports/departments?name_ne=A&lang=de&columns=name';
      expect(await ask(sameExportPath)).toBe(first);
      expect(await listOpenJobs()).toEqual([first]);
      const other = await createColleague(running, plant);
      for (const [path, headers] of [
        [sameExportPath.replace('=de', '=fr'), plant.admin],
        [sameExportPath.replace('=A', '=B'), plant.admin],
        [`${sameExportPath}&format=xlsx`, plant.admin],
        [sameExportPath, other.headers],
      ] as const)
        expect([path, await ask(path, headers)]).not.toEqual([path, first]);
      running.clock.freeze(Date.now() + DAY);
      expect(await ask(sameExportPath, await fixtures(running).signIn(plant))).not.toBe(first);
      await runExportJobs();
      running.clock.release();
      expect(await listOpenJobs()).toEqual([]);
      expect(await ask(sameExportPath)).not.toBe(first);
    });

    it('does not reuse a job that is being cancelled', async () => {
      const first = await ask();
      const fileStorage = running.app.get(FileStorage);
      const { put } = fileStorage;
      fileStorage.put = async () => {
        throw new StorageUnavailableError('no answer');
      };
      await runExportJobs();
      fileStorage.put = put;
      expect(await ask()).toBe(first);
      const asked = await api(running, plant.admin).post(`/api/jobs/${first}/cancel`);
      expect(asked.body).toMatchObject({ state: 'running', cancel_asked_at: expect.any(String) });
      expect(await ask()).not.toBe(first);
    });

    it('is refused beyond five with Retry-After; small exports and other accounts are not', async () => {
      for (const lang of LANGUAGES.slice(0, 5)) await ask(exportPath(lang));
      const refusedReply = await call(exportPath('it'));
      expect([refusedReply.status, refusedReply.body.code, refusedReply.headers.get('retry-after')]).toEqual([
        ...[429, 'too_many_exports', '30'],
      ]);
      expect(await ask(exportPath('de'))).toBe((await listOpenJobs()).at(-2));
      expect((await call(`${exportPath('it')}&name=Hall 7`)).status).toBe(200);
      const other = await createColleague(running, plant);
      await ask(exportPath('it'), other.headers);
      const [, last] = await listOpenJobs();
      expect((await api(running, plant.admin).post(`/api/jobs/${last}/cancel`)).body.state).toBe('cancelled');
      await ask(exportPath('it'));
    });

    /** Starts all requests before any of them is written. */
    const enqueueConcurrently = async (questions: readonly number[]): Promise<(string | null)[]> => {
      const { app } = running;
      const sql = 'SELECT account_id FROM account WHERE user_name_key = ?';
      const [{ account_id }] = (await app.get(Database).rows(sql, [plant.user_name])) as [{ account_id: Uint8Array }];
      const actor = await app
        .get(BackgroundActorsService)
        .forAccount(plant.customer_id, idFromBytes(account_id), false);
      const order = { source: 'departments', query: { columns: 'name' }, format: 'csv', language: 'en' };
      const enqueueInput = (n: number) => ({ question: createHash('sha256').update(String(n)).digest(), maxOpen: 5 });
      const enqueue = (n: number) =>
        app.get(LimitedJobsService).enqueue(actor, 'export', { ...order, is_strong: false }, enqueueInput(n));
      return Promise.all(questions.map(enqueue));
    };

    it('is one, asked eight times in one moment', async () => {
      const ids = await enqueueConcurrently([1, 1, 1, 1, 1, 1, 1, 1]);
      expect(new Set(ids).size).toBe(1);
      expect(await listOpenJobs()).toEqual([ids[0]]);
    });

    it('are five, eight asked in one moment', async () => {
      const ids = await enqueueConcurrently([1, 2, 3, 4, 5, 6, 7, 8]);
      const enqueuedIds = ids.filter((id) => id !== null);
      expect(enqueuedIds).toHaveLength(5);
      expect((await listOpenJobs()).toSorted()).toEqual(enqueuedIds.toSorted());
    });
  });

  describe('and its requester', () => {
    const account = (user_name: string, change: 'status' | 'role', value: string) =>
      running.app.get(TransactionManager).run(async () => {
        const sql = `UPDATE account SET ${change} = ? WHERE user_name_key = ?`;
        expect(await running.app.get(Database).write(sql, [value, user_name.toLowerCase()])).toBe(1);
      });
    const PAGES = '/api/reports/skill-matrix/export?format=pdf';

    it('is not run when the requester may no longer sign in', async () => {
      const job_id = await ask();
      await account(plant.user_name, 'status', 'suspended');
      await runExportJobs();
      await account(plant.user_name, 'status', 'active');
      expect(await job(job_id)).toMatchObject({ state: 'failed', error_code: 'asker_gone', result: null });
    });

    it('is run with the current rights of a former admin', async () => {
      const job_id = await ask(PAGES);
      await account(plant.user_name, 'role', 'user');
      await runExportJobs();
      await account(plant.user_name, 'role', 'admin');
      expect((await job(job_id)).done).toBe(0);
    });

    it('has the manager’s line at run time and is shown to the same viewer only', async () => {
      const managerAccount = await createColleague(running, plant);
      const admin = api(running, plant.admin);
      const rows = (await admin.get('/api/staff?_start=0&_end=200&_sort=id&_order=asc')).body as { id: string }[];
      const nextRows = (await admin.get('/api/staff?_start=200&_end=400&_sort=id&_order=asc')).body as { id: string }[];
      const subordinates = [...rows, ...nextRows].filter(({ id }) => id !== managerAccount.staff_id);
      for (const { id } of subordinates)
        expect((await admin.patch(`/api/staff/${id}`, { manager_id: managerAccount.staff_id })).status).toBe(200);
      const job_id = await ask(PAGES, managerAccount.headers);
      await admin.patch(`/api/staff/${subordinates[0]!.id}`, { manager_id: null });
      await runExportJobs();
      expect(await job(job_id, managerAccount.headers)).toMatchObject({ state: 'done', done: subordinates.length });

      // Users of one organisation see only their own jobs.
      expect((await downloadFile(running, `/api/jobs/${job_id}/file`, managerAccount.headers)).status).toBe(200);
      const ownJobs = (await api(running, managerAccount.headers).get('/api/jobs')).body;
      expect(ownJobs.map(({ id }: { id: string }) => id)).toEqual([job_id]);
      const other = await createColleague(running, plant);
      expect((await api(running, other.headers).get('/api/jobs')).body).toEqual([]);
      const foreignOrganisation = await fixtures(running).organisation({ name: 'Bakery' });
      for (const path of ['', '/rows', '/file', '/file-link'])
        for (const headers of [other.headers, foreignOrganisation.admin])
          expect([path, (await api(running, headers).get(`/api/jobs/${job_id}${path}`)).status]).toEqual([path, 404]);
      // An admin sees the job, not its file.
      expect((await job(job_id)).result.rows).toBe(subordinates.length);
      for (const path of ['/file', '/file-link'])
        expect((await admin.get(`/api/jobs/${job_id}${path}`)).status).toBe(404);

      await account(managerAccount.user_name, 'role', 'admin');
      const headers = await fixtures(running).signIn({ user_name: managerAccount.user_name });
      const refusedReply = await api(running, headers).get(`/api/jobs/${job_id}/file`);
      expect([refusedReply.status, refusedReply.body.code]).toEqual([403, 'result_of_other_role']);
    });
  });
});
