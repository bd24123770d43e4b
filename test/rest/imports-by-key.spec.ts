import { API_KEY_SCOPES } from '../../src/contract/api-key-scopes';
import type { ApiKeyScope } from '../../src/contract/api-keys.resource';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idToBytes } from '../../src/common/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { downloadFile } from '../support/downloaded-file';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { importClient } from '../support/imports';
import type { Headers, Organisation } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { disableJob, runScheduledJob } from '../support/scheduled-jobs';

interface Key {
  id: string;
  headers: Headers;
}

describe('an import by an API key', () => {
  let running: RunningApp;
  let owner: RegisteredOrganisation;
  let other: RegisteredOrganisation;
  let plant: Plant;
  let key: Key;
  beforeAll(async () => {
    running = await startApp();
    // Jobs run only when the test starts them, so that a key can end before its job.
    disableJob(running, 'jobs-bulk');
    owner = await fixtures(running).organisation({ name: 'Nordwerk', staffLimit: 60 });
    other = await fixtures(running).organisation({ name: 'Bakery' });
    plant = await openPlant(running, {}, owner as unknown as Organisation);
    key = await createKey(owner, ['import']);
  });
  afterAll(() => running.close());

  const createKey = async (
    { admin }: RegisteredOrganisation,
    scopes: readonly ApiKeyScope[],
    name = 'HR system',
  ): Promise<Key> => {
    const { status, body } = await api(running, admin).post('/api/api-keys', { name, scopes });
    expect(status).toBe(201);
    return { id: body.id, headers: { 'x-api-key': body.secret } };
  };
  const revokeKey = async ({ id }: Key) => expect((await plant.api.delete(`/api/api-keys/${id}`)).status).toBe(204);
  const apiWith = ({ headers }: Key) => api(running, headers);
  const runBulkJobs = () => runScheduledJob(running, 'jobs-bulk');
  const startImport = async (
    who: Key,
    resource: string,
    content: string,
  ): Promise<{ import_id: string; job_id: string }> => {
    const client = importClient(running, who.headers);
    const { import_id } = await client.sendAndCheck(resource, content);
    const { status, body } = await client.start(import_id);
    expect([status, body]).toEqual([202, { job_id: expect.any(String) }]);
    return { import_id, ...body };
  };
  const staffFile = (...codes: string[]) =>
    `staff_code,first_name,last_name,joined\n${codes.map((code) => `${code},Mei,Wang,2024-01-01`).join('\n')}\n`;
  const codes = async (start: string): Promise<string[]> =>
    (await plant.api.get(`/api/staff?staff_code_startswith=${start}&_end=50`)).body.map((row: any) => row.staff_code);

  it('goes from the template to the rows of its job, and is undone by the same key', async () => {
    const template = await downloadFile(running, '/api/imports/template?resource=staff', key.headers);
    expect([template.status, template.text]).toEqual([200, expect.stringContaining('Staff code')]);
    const client = importClient(running, key.headers);
    const { import_id, counts } = await client.sendAndCheck(
      'staff',
      `${staffFile('K-1', 'K-2')}K-3,,Nameless,2024-01-01\n`,
    );
    expect(counts).toEqual({ create: 2, update: 0, skip: 0, error: 1 });
    expect(await client.rows(import_id)).toHaveLength(3);
    const errors = await downloadFile(running, `/api/imports/${import_id}/errors`, key.headers);
    expect(errors.headers.get('x-export-rows')).toBe('1');
    const { job_id } = (await client.start(import_id)).body;
    await runBulkJobs();
    expect(await client.job(job_id)).toMatchObject({ kind: 'import', state: 'done', changed: 2, left_out: 1 });
    expect((await apiWith(key).get(`/api/imports/${import_id}`)).body).toMatchObject({ import_id, job_id });
    expect((await apiWith(key).get(`/api/jobs/${job_id}/rows`)).body).toMatchObject([
      ...[{ outcome: 'changed' }, { outcome: 'changed' }, { outcome: 'left_out' }],
    ]);
    expect(await codes('K-')).toEqual(['K-1', 'K-2']);
    const undoReply = await apiWith(key).post(`/api/jobs/${job_id}/undo`);
    expect([undoReply.status, undoReply.body.state]).toEqual([200, 'undoing']);
    await runBulkJobs();
    expect(await client.job(job_id)).toMatchObject({ state: 'undone', undone: 2 });
    expect(await codes('K-')).toEqual([]);
  });

  it('names the key in the audit trail: upload to undo, and each record', async () => {
    const { job_id, import_id } = await startImport(key, 'staff', staffFile('A-1'));
    await runBulkJobs();
    const [{ staff_id }] = (await plant.api.get('/api/staff?staff_code=A-1')).body;
    await apiWith(key).post(`/api/jobs/${job_id}/undo`);
    const actor = { role: 'api_key', who: null, who_name: 'HR system' };
    for (const [subject_id, action] of [
      [import_id, 'import.start'],
      [staff_id, 'staff.create'],
      [job_id, 'job.undo'],
    ]) {
      const events = (await plant.api.get(`/api/audit-events?subject_id=${subject_id}&action=${action}`)).body;
      expect([action, events]).toEqual([action, [expect.objectContaining({ ...actor, action })]]);
      const one = (await plant.api.get(`/api/audit-events/${events[0].id}`)).body;
      expect(one).toMatchObject(actor);
    }
    const file = await downloadFile(running, `/api/exports/audit-events?subject_id=${staff_id}`, owner.admin);
    expect(file.text).toContain('HR system');
    await runBulkJobs();
  });

  const due = (): string => new Date(running.clock.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  it.each<[string, (day: string) => string, number]>([
    ['departments', () => 'name,parent_id\nYard,\nGate,Yard\n', 2],
    ['job-roles', () => 'name\nWelder\n', 1],
    ['training-categories', () => 'code,name\nSAFE,Safety\n', 1],
    ['training-locations', () => 'code,name\nR-1,Room 1\n', 1],
    ['skills', () => 'skill_code,name,requires_signoff\nFORK,Forklift,yes\n', 1],
    ['trainings', () => 'code,title,category_id\nT-1,Forklifts,SAFE\n', 1],
    [
      'staff',
      () => 'staff_code,first_name,last_name,joined,department_id,job_role_id\nP-1,Asha,Rao,2020-01-01,Gate,Welder\n',
      1,
    ],
    ['skill-targets', () => 'staff_id,skill_id,level,from_date\nP-1,FORK,2,2024-01-01\n', 1],
    ['role-targets', () => 'job_role_id,skill_id,level,from_date\nWelder,FORK,2,2024-01-01\n', 1],
    ['skill-evidence', () => 'staff_id,skill_id,kind,level,effective_date\nP-1,FORK,assessment,2,2024-02-01\n', 1],
    ['training-assignments', (day) => `staff_id,training_id,due_on\nP-1,OPEN,${day}\n`, 1],
  ])('of %s creates what an admin would create', async (resource, content, rows) => {
    if (resource === 'training-assignments') await plant.createPublishedTraining({ code: 'OPEN' });
    const { job_id, import_id } = await startImport(key, resource, content(due()));
    await runBulkJobs();
    const reasons = await importClient(running, key.headers).rows(import_id, 'error');
    expect([await importClient(running, key.headers).job(job_id), reasons]).toEqual([
      expect.objectContaining({ state: 'done', changed: rows, left_out: 0 }),
      [],
    ]);
    if (resource === 'skill-evidence') {
      const [row] = (await plant.api.get('/api/skill-evidence')).body;
      // Recorded without a sign-off, as by an admin.
      expect(row).toMatchObject({ kind: 'assessment', level: 2, state: 'approved' });
    }
    if (resource === 'training-assignments')
      expect((await plant.api.get('/api/training-assignments')).body).toMatchObject([
        { due_on: due(), source: 'manual' },
      ]);
  });

  it('changes records and restores them on undo', async () => {
    await plant.api.post('/api/training-locations', { code: 'C-1', name: 'Hall' });
    const { job_id } = await startImport(key, 'training-locations', 'code,name\nC-1,Bay\n');
    await runBulkJobs();
    const name = async () => (await plant.api.get('/api/training-locations?code=C-1')).body[0].name;
    expect(await name()).toBe('Bay');
    await apiWith(key).post(`/api/jobs/${job_id}/undo`);
    await runBulkJobs();
    expect(await name()).toBe('Hall');
  });

  it('is refused without the scope and names it', async () => {
    const readerKey = await createKey(
      owner,
      API_KEY_SCOPES.filter((scope) => scope !== 'import'),
    );
    const { job_id, import_id } = await startImport(key, 'job-roles', 'name\nFitter\n');
    const calls: [string, string][] = [
      ['GET', '/api/imports/template?resource=staff'],
      ['POST', '/api/imports?resource=staff&file_name=staff.csv'],
      ['GET', `/api/imports/${import_id}`],
      ['POST', `/api/imports/${import_id}/check`],
      ['GET', `/api/imports/${import_id}/rows`],
      ['GET', `/api/imports/${import_id}/errors`],
      ['POST', `/api/imports/${import_id}/start`],
      ['GET', `/api/jobs/${job_id}`],
      ['GET', `/api/jobs/${job_id}/rows`],
      ['POST', `/api/jobs/${job_id}/cancel`],
      ['POST', `/api/jobs/${job_id}/undo`],
    ];
    for (const [method, path] of calls) {
      const { status, body } = await apiWith(readerKey).call(method, path, method === 'POST' ? {} : undefined);
      expect([method, path, status, body.code, body.facts]).toEqual([
        ...[method, path, 403, 'key_scope_missing', { scope: 'import', scopes: ['import'] }],
      ]);
    }
    await runBulkJobs();
  });

  it('allows no other write, list or job file', async () => {
    const person = { staff_code: 'X-1', first_name: 'A', last_name: 'B', joined: '2024-01-01' };
    expect(await apiWith(key).post('/api/staff', person)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    expect(await apiWith(key).get('/api/staff')).toMatchObject({ status: 403, body: { code: 'key_scope_missing' } });
    const { job_id } = await startImport(key, 'job-roles', 'name\nTurner\n');
    for (const path of ['/api/jobs', '/api/exports/jobs', `/api/jobs/${job_id}/file`, `/api/jobs/${job_id}/file-link`])
      expect([path, (await apiWith(key).get(path)).status]).toEqual([path, 403]);
    expect((await apiWith(key).post(`/api/jobs/${job_id}/retry`)).status).toBe(403);
    await runBulkJobs();
  });

  it('is invisible to another key: its file, its job, and the jobs of people', async () => {
    const second = await createKey(owner, [...API_KEY_SCOPES]);
    const { job_id, import_id } = await startImport(key, 'job-roles', 'name\nGrinder\n');
    const foreignKey = await createKey(other, ['import']);
    for (const who of [second, foreignKey]) {
      for (const path of ['', '/rows', '/errors'])
        expect([path, (await apiWith(who).get(`/api/imports/${import_id}${path}`)).status]).toEqual([path, 404]);
      expect((await apiWith(who).post(`/api/imports/${import_id}/check`, { columns: ['name'] })).status).toBe(404);
      expect((await apiWith(who).post(`/api/imports/${import_id}/start`)).status).toBe(404);
      for (const path of ['', '/rows'])
        expect([path, (await apiWith(who).get(`/api/jobs/${job_id}${path}`)).status]).toEqual([path, 404]);
      for (const path of ['cancel', 'undo'])
        expect([path, (await apiWith(who).post(`/api/jobs/${job_id}/${path}`)).status]).toEqual([path, 404]);
    }
    // An admin sees the imports of both keys; a key sees none of an admin.
    expect((await plant.api.get(`/api/imports/${import_id}`)).status).toBe(200);
    expect((await plant.api.get(`/api/jobs/${job_id}`)).status).toBe(200);
    const client = importClient(running, owner.admin);
    const foreignCheck = await client.sendAndCheck('job-roles', 'name\nPainter\n');
    const startReply = (await client.start(foreignCheck.import_id)).body;
    expect((await apiWith(key).get(`/api/imports/${foreignCheck.import_id}`)).status).toBe(404);
    expect((await apiWith(key).get(`/api/jobs/${startReply.job_id}`)).status).toBe(404);
    await runBulkJobs();
  });

  it('can be cancelled by its key before it begins', async () => {
    const { job_id } = await startImport(key, 'staff', staffFile('N-1'));
    expect((await apiWith(key).post(`/api/jobs/${job_id}/cancel`)).body).toMatchObject({ job_id, state: 'cancelled' });
    await runBulkJobs();
    expect(await codes('N-')).toEqual([]);
  });

  it('fails when the key is revoked before the job runs; an admin sees why', async () => {
    const shortLivedKey = await createKey(owner, ['import'], 'Short-lived');
    const { job_id } = await startImport(shortLivedKey, 'staff', staffFile('R-1'));
    await revokeKey(shortLivedKey);
    await runBulkJobs();
    expect((await plant.api.get(`/api/jobs/${job_id}`)).body).toMatchObject({
      state: 'failed',
      error_code: 'api_key_gone',
      changed: 0,
    });
    expect(await codes('R-')).toEqual([]);
    expect((await apiWith(shortLivedKey).get(`/api/jobs/${job_id}`)).status).toBe(401);
  });

  it('fails when the key has lost the scope before the job runs', async () => {
    const narrowedKey = await createKey(owner, ['import', 'staff:read']);
    const { job_id } = await startImport(narrowedKey, 'staff', staffFile('L-1'));
    await running.app
      .get(TransactionManager)
      .run(() =>
        running.app
          .get(Database)
          .write('UPDATE api_key SET scopes = ? WHERE customer_id = ? AND api_key_id = ?', [
            ...[JSON.stringify(['staff:read']), owner.customer_id, idToBytes(narrowedKey.id)],
          ]),
      );
    await runBulkJobs();
    expect((await plant.api.get(`/api/jobs/${job_id}`)).body).toMatchObject({
      state: 'failed',
      error_code: 'key_scope_missing',
      changed: 0,
    });
    expect(await codes('L-')).toEqual([]);
  });

  it('keeps five open files of each key', async () => {
    const [one, two] = [await createKey(owner, ['import']), await createKey(owner, ['import'])];
    const send = async (who: Key, n: number) =>
      (await importClient(running, who.headers).send('job-roles', `name\nRole ${n}\n`)).body.import_id as string;
    const first = await send(two, 0);
    const uploads: string[] = [];
    for (let n = 0; n < 6; n++) uploads.push(await send(one, n));
    const statuses = await Promise.all(
      uploads.map(async (id) => (await apiWith(one).get(`/api/imports/${id}`)).status),
    );
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200]);
    expect((await apiWith(two).get(`/api/imports/${first}`)).status).toBe(200);
  });

  it('started twice with one Idempotency-Key is answered once per API key', async () => {
    const second = await createKey(owner, ['import']);
    const idempotencyHeader = { 'idempotency-key': 'nightly-run' };
    const client = importClient(running, key.headers);
    const { import_id } = await client.sendAndCheck('job-roles', 'name\nSmith\n');
    const start = (who: Key, id: string) =>
      apiWith(who).post(`/api/imports/${id}/start`, { mode: 'valid' }, idempotencyHeader);
    const [first, repeatedStart] = [await start(key, import_id), await start(key, import_id)];
    expect([repeatedStart.status, repeatedStart.body]).toEqual([first.status, first.body]);
    expect(repeatedStart.headers.get('idempotency-replayed')).toBe('true');
    const foreignCheck = await importClient(running, second.headers).sendAndCheck('job-roles', 'name\nPotter\n');
    expect((await start(second, foreignCheck.import_id)).status).toBe(202);
    await runBulkJobs();
  });

  it('is refused once the subscription has expired; reading goes on', async () => {
    const expiredOrganisation = await fixtures(running).organisation({ name: 'Late' });
    const client = await createKey(expiredOrganisation, ['import', 'job-roles:read']);
    await running.app
      .get(TransactionManager)
      .run(() =>
        running.app
          .get(Database)
          .write('UPDATE customer_state SET writes_until = ? WHERE customer_id = ?', [
            ...[running.clock.now() - 1, expiredOrganisation.customer_id],
          ]),
      );
    const uploads = await importClient(running, client.headers).send('job-roles', 'name\nWelder\n');
    expect([uploads.status, uploads.body.code]).toEqual([402, 'subscription_expired']);
    expect((await apiWith(client).get('/api/job-roles')).status).toBe(200);
  });

  describe('exporting by an API key', () => {
    const status = async (who: Key, path: string) => (await downloadFile(running, path, who.headers)).status;
    const REPORT = '/api/reports/skill-matrix/export';

    it('needs the scope export or the read scope of the list or report', async () => {
      const [exporter, readerKey] = [
        await createKey(owner, ['export']),
        await createKey(owner, ['staff:read', 'reports:read']),
      ];
      for (const path of ['/api/exports/staff', REPORT, `${REPORT}?format=xlsx`])
        expect([path, await status(exporter, path), await status(readerKey, path)]).toEqual([path, 200, 200]);
      expect(await status(exporter, '/api/exports/skills')).toBe(200);
      expect(await apiWith(readerKey).get('/api/exports/skills')).toMatchObject({
        status: 403,
        body: { code: 'key_scope_missing', facts: { scope: 'skills:read', scopes: ['skills:read', 'export'] } },
      });
      expect(await apiWith(key).get(REPORT)).toMatchObject({
        status: 403,
        body: { code: 'key_scope_missing', facts: { scopes: ['reports:read', 'export'] } },
      });
    });

    it('opens no list and no export that is closed to keys', async () => {
      const exporter = await createKey(owner, ['export']);
      for (const path of [
        '/api/staff',
        '/api/reports/skill-matrix',
        '/api/exports/questions',
        '/api/exports/audit-events',
      ])
        expect([path, (await apiWith(exporter).get(path)).status]).toEqual([path, 403]);
    });

    it('is audited with the name of the key', async () => {
      const exporter = await createKey(owner, ['export'], 'Warehouse');
      expect(await status(exporter, '/api/exports/departments')).toBe(200);
      const [event] = (await plant.api.get('/api/audit-events?action=export.make')).body;
      expect(event).toMatchObject({
        role: 'api_key',
        who: null,
        who_name: 'Warehouse',
        became: { list: 'departments' },
      });
    });
  });
});
