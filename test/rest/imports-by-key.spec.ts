import { API_KEY_SCOPES } from '../../src/contract/api-key-scopes';
import type { ApiKeyScope } from '../../src/contract/api-keys.resource';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idToBytes } from '../../src/platform/ids';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fileOf } from '../support/file';
import { given, type Registered } from '../support/given';
import { imports } from '../support/imports';
import type { Headers, Organisation } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';
import { asleep, swept } from '../support/sweeps';

interface Key {
  id: string;
  headers: Headers;
}

describe('an import by an API key', () => {
  let running: RunningApp;
  let owner: Registered;
  let other: Registered;
  let plant: Plant;
  let key: Key;
  beforeAll(async () => {
    running = await startApp();
    // Jobs run when a test says so: a key can end before its job begins.
    asleep(running, 'jobs-bulk');
    owner = await given(running).organisation({ name: 'Nordwerk', staffLimit: 60 });
    other = await given(running).organisation({ name: 'Bakery' });
    plant = await openPlant(running, {}, owner as unknown as Organisation);
    key = await made(owner, ['import']);
  });
  afterAll(() => running.close());

  const made = async ({ admin }: Registered, scopes: readonly ApiKeyScope[], name = 'HR system'): Promise<Key> => {
    const { status, body } = await api(running, admin).post('/api/api-keys', { name, scopes });
    expect(status).toBe(201);
    return { id: body.id, headers: { 'x-api-key': body.secret } };
  };
  const revoked = async ({ id }: Key) => expect((await plant.api.delete(`/api/api-keys/${id}`)).status).toBe(204);
  const by = ({ headers }: Key) => api(running, headers);
  const worked = () => swept(running, 'jobs-bulk');
  const begun = async (who: Key, resource: string, content: string): Promise<{ import_id: string; job_id: string }> => {
    const its = imports(running, who.headers);
    const { import_id } = await its.checked(resource, content);
    const { status, body } = await its.start(import_id);
    expect([status, body]).toEqual([202, { job_id: expect.any(String) }]);
    return { import_id, ...body };
  };
  const staffFile = (...codes: string[]) =>
    `staff_code,first_name,last_name,joined\n${codes.map((code) => `${code},Mei,Wang,2024-01-01`).join('\n')}\n`;
  const codes = async (start: string): Promise<string[]> =>
    (await plant.api.get(`/api/staff?staff_code_startswith=${start}&_end=50`)).body.map((row: any) => row.staff_code);

  it('goes from the template to the rows of its job, and is undone by the same key', async () => {
    const template = await fileOf(running, '/api/imports/template?resource=staff', key.headers);
    expect([template.status, template.text]).toEqual([200, expect.stringContaining('Staff code')]);
    const its = imports(running, key.headers);
    const { import_id, counts } = await its.checked('staff', `${staffFile('K-1', 'K-2')}K-3,,Nameless,2024-01-01\n`);
    expect(counts).toEqual({ create: 2, update: 0, skip: 0, error: 1 });
    expect(await its.rows(import_id)).toHaveLength(3);
    const errors = await fileOf(running, `/api/imports/${import_id}/errors`, key.headers);
    expect(errors.headers.get('x-export-rows')).toBe('1');
    const { job_id } = (await its.start(import_id)).body;
    await worked();
    expect(await its.job(job_id)).toMatchObject({ kind: 'import', state: 'done', changed: 2, left_out: 1 });
    expect((await by(key).get(`/api/imports/${import_id}`)).body).toMatchObject({ import_id, job_id });
    expect((await by(key).get(`/api/jobs/${job_id}/rows`)).body).toMatchObject([
      ...[{ outcome: 'changed' }, { outcome: 'changed' }, { outcome: 'left_out' }],
    ]);
    expect(await codes('K-')).toEqual(['K-1', 'K-2']);
    const undo = await by(key).post(`/api/jobs/${job_id}/undo`);
    expect([undo.status, undo.body.state]).toEqual([200, 'undoing']);
    await worked();
    expect(await its.job(job_id)).toMatchObject({ state: 'undone', undone: 2 });
    expect(await codes('K-')).toEqual([]);
  });

  it('names the key in the audit trail: upload to undo, and each record', async () => {
    const { job_id, import_id } = await begun(key, 'staff', staffFile('A-1'));
    await worked();
    const [{ staff_id }] = (await plant.api.get('/api/staff?staff_code=A-1')).body;
    await by(key).post(`/api/jobs/${job_id}/undo`);
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
    const file = await fileOf(running, `/api/exports/audit-events?subject_id=${staff_id}`, owner.admin);
    expect(file.text).toContain('HR system');
    await worked();
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
    if (resource === 'training-assignments') await plant.published({ code: 'OPEN' });
    const { job_id, import_id } = await begun(key, resource, content(due()));
    await worked();
    const reasons = await imports(running, key.headers).rows(import_id, 'error');
    expect([await imports(running, key.headers).job(job_id), reasons]).toEqual([
      expect.objectContaining({ state: 'done', changed: rows, left_out: 0 }),
      [],
    ]);
    if (resource === 'skill-evidence') {
      const [row] = (await plant.api.get('/api/skill-evidence')).body;
      // As an admin records it: without a sign-off.
      expect(row).toMatchObject({ kind: 'assessment', level: 2, state: 'approved' });
    }
    if (resource === 'training-assignments')
      expect((await plant.api.get('/api/training-assignments')).body).toMatchObject([
        { due_on: due(), source: 'manual' },
      ]);
  });

  it('changes records and puts them back as they were', async () => {
    await plant.api.post('/api/training-locations', { code: 'C-1', name: 'Hall' });
    const { job_id } = await begun(key, 'training-locations', 'code,name\nC-1,Bay\n');
    await worked();
    const name = async () => (await plant.api.get('/api/training-locations?code=C-1')).body[0].name;
    expect(await name()).toBe('Bay');
    await by(key).post(`/api/jobs/${job_id}/undo`);
    await worked();
    expect(await name()).toBe('Hall');
  });

  it('is refused without the scope, which the answer names', async () => {
    const reader = await made(
      owner,
      API_KEY_SCOPES.filter((scope) => scope !== 'import'),
    );
    const { job_id, import_id } = await begun(key, 'job-roles', 'name\nFitter\n');
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
      const { status, body } = await by(reader).call(method, path, method === 'POST' ? {} : undefined);
      expect([method, path, status, body.code, body.facts]).toEqual([
        ...[method, path, 403, 'key_scope_missing', { scope: 'import', scopes: ['import'] }],
      ]);
    }
    await worked();
  });

  it('is all that the scope admits: no other change, no list, no file of a job', async () => {
    const person = { staff_code: 'X-1', first_name: 'A', last_name: 'B', joined: '2024-01-01' };
    expect(await by(key).post('/api/staff', person)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    expect(await by(key).get('/api/staff')).toMatchObject({ status: 403, body: { code: 'key_scope_missing' } });
    const { job_id } = await begun(key, 'job-roles', 'name\nTurner\n');
    for (const path of ['/api/jobs', '/api/exports/jobs', `/api/jobs/${job_id}/file`, `/api/jobs/${job_id}/file-link`])
      expect([path, (await by(key).get(path)).status]).toEqual([path, 403]);
    expect((await by(key).post(`/api/jobs/${job_id}/retry`)).status).toBe(403);
    await worked();
  });

  it('is invisible to another key: its file, its job, and the jobs of people', async () => {
    const second = await made(owner, [...API_KEY_SCOPES]);
    const { job_id, import_id } = await begun(key, 'job-roles', 'name\nGrinder\n');
    const foreign = await made(other, ['import']);
    for (const who of [second, foreign]) {
      for (const path of ['', '/rows', '/errors'])
        expect([path, (await by(who).get(`/api/imports/${import_id}${path}`)).status]).toEqual([path, 404]);
      expect((await by(who).post(`/api/imports/${import_id}/check`, { columns: ['name'] })).status).toBe(404);
      expect((await by(who).post(`/api/imports/${import_id}/start`)).status).toBe(404);
      for (const path of ['', '/rows'])
        expect([path, (await by(who).get(`/api/jobs/${job_id}${path}`)).status]).toEqual([path, 404]);
      for (const path of ['cancel', 'undo'])
        expect([path, (await by(who).post(`/api/jobs/${job_id}/${path}`)).status]).toEqual([path, 404]);
    }
    // An admin sees both, and a key nothing of an admin's.
    expect((await plant.api.get(`/api/imports/${import_id}`)).status).toBe(200);
    expect((await plant.api.get(`/api/jobs/${job_id}`)).status).toBe(200);
    const its = imports(running, owner.admin);
    const theirs = await its.checked('job-roles', 'name\nPainter\n');
    const started = (await its.start(theirs.import_id)).body;
    expect((await by(key).get(`/api/imports/${theirs.import_id}`)).status).toBe(404);
    expect((await by(key).get(`/api/jobs/${started.job_id}`)).status).toBe(404);
    await worked();
  });

  it('can be cancelled by its key before it begins', async () => {
    const { job_id } = await begun(key, 'staff', staffFile('N-1'));
    expect((await by(key).post(`/api/jobs/${job_id}/cancel`)).body).toMatchObject({ job_id, state: 'cancelled' });
    await worked();
    expect(await codes('N-')).toEqual([]);
  });

  it('fails when the key is revoked before the job runs; an admin sees why', async () => {
    const short = await made(owner, ['import'], 'Short-lived');
    const { job_id } = await begun(short, 'staff', staffFile('R-1'));
    await revoked(short);
    await worked();
    expect((await plant.api.get(`/api/jobs/${job_id}`)).body).toMatchObject({
      ...{ state: 'failed', error_code: 'api_key_gone', changed: 0 },
    });
    expect(await codes('R-')).toEqual([]);
    expect((await by(short).get(`/api/jobs/${job_id}`)).status).toBe(401);
  });

  it('fails when the key has lost the scope before the job runs', async () => {
    const narrowed = await made(owner, ['import', 'staff:read']);
    const { job_id } = await begun(narrowed, 'staff', staffFile('L-1'));
    await running.app
      .get(Transactions)
      .run(() =>
        running.app
          .get(Database)
          .write('UPDATE api_key SET scopes = ? WHERE customer_id = ? AND api_key_id = ?', [
            ...[JSON.stringify(['staff:read']), owner.customer_id, idToBytes(narrowed.id)],
          ]),
      );
    await worked();
    expect((await plant.api.get(`/api/jobs/${job_id}`)).body).toMatchObject({
      ...{ state: 'failed', error_code: 'key_scope_missing', changed: 0 },
    });
    expect(await codes('L-')).toEqual([]);
  });

  it('keeps five open files of each key', async () => {
    const [one, two] = [await made(owner, ['import']), await made(owner, ['import'])];
    const send = async (who: Key, n: number) =>
      (await imports(running, who.headers).send('job-roles', `name\nRole ${n}\n`)).body.import_id as string;
    const first = await send(two, 0);
    const sent: string[] = [];
    for (let n = 0; n < 6; n++) sent.push(await send(one, n));
    const statuses = await Promise.all(sent.map(async (id) => (await by(one).get(`/api/imports/${id}`)).status));
    expect(statuses).toEqual([404, 200, 200, 200, 200, 200]);
    expect((await by(two).get(`/api/imports/${first}`)).status).toBe(200);
  });

  it('started twice with one Idempotency-Key is one answer, for each key its own', async () => {
    const second = await made(owner, ['import']);
    const once = { 'idempotency-key': 'nightly-run' };
    const its = imports(running, key.headers);
    const { import_id } = await its.checked('job-roles', 'name\nSmith\n');
    const start = (who: Key, id: string) => by(who).post(`/api/imports/${id}/start`, { mode: 'valid' }, once);
    const [first, again] = [await start(key, import_id), await start(key, import_id)];
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const theirs = await imports(running, second.headers).checked('job-roles', 'name\nPotter\n');
    expect((await start(second, theirs.import_id)).status).toBe(202);
    await worked();
  });

  it('is refused once the subscription has expired; reading goes on', async () => {
    const late = await given(running).organisation({ name: 'Late' });
    const its = await made(late, ['import', 'job-roles:read']);
    await running.app
      .get(Transactions)
      .run(() =>
        running.app
          .get(Database)
          .write('UPDATE customer_state SET writes_until = ? WHERE customer_id = ?', [
            ...[running.clock.now() - 1, late.customer_id],
          ]),
      );
    const sent = await imports(running, its.headers).send('job-roles', 'name\nWelder\n');
    expect([sent.status, sent.body.code]).toEqual([402, 'subscription_expired']);
    expect((await by(its).get('/api/job-roles')).status).toBe(200);
  });

  describe('exporting by an API key', () => {
    const status = async (who: Key, path: string) => (await fileOf(running, path, who.headers)).status;
    const REPORT = '/api/reports/skill-matrix/export';

    it('needs the scope export or the read scope of the list or report', async () => {
      const [exporter, reader] = [await made(owner, ['export']), await made(owner, ['staff:read', 'reports:read'])];
      for (const path of ['/api/exports/staff', REPORT, `${REPORT}?format=xlsx`])
        expect([path, await status(exporter, path), await status(reader, path)]).toEqual([path, 200, 200]);
      expect(await status(exporter, '/api/exports/skills')).toBe(200);
      expect(await by(reader).get('/api/exports/skills')).toMatchObject({
        status: 403,
        body: { code: 'key_scope_missing', facts: { scope: 'skills:read', scopes: ['skills:read', 'export'] } },
      });
      expect(await by(key).get(REPORT)).toMatchObject({
        status: 403,
        body: { code: 'key_scope_missing', facts: { scopes: ['reports:read', 'export'] } },
      });
    });

    it('opens no list on the screen, and no export that keys cannot read', async () => {
      const exporter = await made(owner, ['export']);
      for (const path of [
        '/api/staff',
        '/api/reports/skill-matrix',
        '/api/exports/questions',
        '/api/exports/audit-events',
      ])
        expect([path, (await by(exporter).get(path)).status]).toEqual([path, 403]);
    });

    it('is told in the audit trail with the name of the key', async () => {
      const exporter = await made(owner, ['export'], 'Warehouse');
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
