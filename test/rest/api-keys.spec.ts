import { createHash } from 'node:crypto';
import { API_KEY_SCOPES } from '../../src/contract/api-key-scopes';
import { Clock } from '../../src/common/clock';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { RouteAccessRegistry } from '../../src/auth/route-access-registry';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { operationsOf } from '../support/openapi';
import { openOrganisation, type Headers, type Organisation } from '../support/organisation';
import { openPlant } from '../support/plant';
import { statementsOfRequests } from '../support/recorded-statements';

const HOUR = 3_600_000;
const body = (more: object = {}) => ({ name: 'HR system', scopes: ['staff:read'], ...more });

describe('API keys', () => {
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running);
  });
  afterAll(() => running.close());

  const make = async (more: object = {}, headers: Headers = plant.admin) => {
    const reply = await api(running, headers).post('/api/api-keys', body(more));
    expect(reply.status).toBe(201);
    return reply.body as { id: string; secret: string; prefix: string };
  };
  const apiWith = (secret: string) => api(running, { 'x-api-key': secret });
  const write = (sql: string, values: (string | number)[]) =>
    running.app.get(TransactionManager).run(() => running.app.get(Database).write(sql, values));

  it('are shown once with 256 bits, stored as a digest and listed by their prefix', async () => {
    const newKey = await make({ expires_at: '2999-01-01T00:00:00.000Z' });
    expect(newKey).toMatchObject({
      name: 'HR system',
      scopes: ['staff:read'],
      expires_at: '2999-01-01T00:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    });
    expect(Buffer.from(newKey.secret.split('_').slice(2).join('_'), 'base64url')).toHaveLength(32);
    expect(newKey.secret.startsWith(newKey.prefix)).toBe(true);
    const list = await api(running, plant.admin).get('/api/api-keys');
    expect(list.headers.get('x-total-count')).toBe('1');
    expect(list.body[0]).toMatchObject({ id: newKey.id, prefix: newKey.prefix });
    const allReplies = JSON.stringify([
      list.body,
      (await api(running, plant.admin).get(`/api/api-keys/${newKey.id}`)).body,
    ]);
    expect(allReplies).not.toContain(newKey.secret);
    expect(allReplies).not.toMatch(/digest|"secret"/);
    const [row] = await running.app
      .get(Database)
      .rows<{ secret_digest: Uint8Array }>('SELECT secret_digest FROM api_key WHERE customer_id = ?', [
        plant.customer_id,
      ]);
    expect(Buffer.from(row!.secret_digest)).toEqual(createHash('sha256').update(newKey.secret).digest());
    const events = await api(running, plant.admin).get('/api/audit-events?action=api_key.create');
    expect(events.body[0]).toMatchObject({ subject_id: newKey.id, became: { prefix: newKey.prefix } });
    expect(JSON.stringify(events.body)).not.toContain(newKey.secret);
  });

  it('replace bearer, EID and OID and read only what their scopes allow', async () => {
    const { secret } = await make();
    await api(running, plant.admin).post('/api/staff', {
      staff_code: 'P-1',
      first_name: 'Asha',
      last_name: 'Rao',
      joined: '2024-01-01',
    });
    const list = await apiWith(secret).get('/api/staff');
    expect([list.status, list.body.length]).toEqual([200, 1]);
    expect((await apiWith(secret).get(`/api/staff/${list.body[0].id}`)).status).toBe(200);
    expect(await apiWith(secret).get('/api/skills')).toMatchObject({
      status: 403,
      body: { code: 'key_scope_missing', facts: { scope: 'skills:read' } },
    });
    for (const path of ['/api/questions', '/api/me', '/api/api-keys', '/api/audit-events', '/api/customers']) {
      expect([path, (await apiWith(secret).get(path)).status]).toEqual([path, 403]);
    }
    expect((await api(running).get('/api/subscription-packages/offered', { 'x-api-key': secret })).status).toBe(200);
  });

  it('can write only imports and import jobs, whatever their scopes', async () => {
    const { secret } = await make({ scopes: [...API_KEY_SCOPES] });
    const writes = (await operationsOf(running)).filter(({ method, open }) => method !== 'GET' && !open);
    const routes = running.app.get(RouteAccessRegistry).all();
    const imports = routes.filter(({ method, key_scopes }) => method !== 'GET' && key_scopes.length);
    expect(imports.map(({ method, path, key_scopes }) => `${method} ${path} ${key_scopes.join()}`)).toEqual([
      'POST /api/imports import',
      'POST /api/imports/:id/check import',
      'POST /api/imports/:id/start import',
      'POST /api/jobs/:id/cancel import',
      'POST /api/jobs/:id/undo import',
    ]);
    const open = imports.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    for (const { method, path } of writes) {
      if (open.includes(`${method} ${path}`)) continue;
      const { status } = await apiWith(secret).call(method, path.replaceAll(/\{\w+\}/g, 'x'), {});
      expect([`${method} ${path}`, status]).toEqual([`${method} ${path}`, 403]);
    }
  });

  it('are refused on every route without API key access, even with EID and OID headers', async () => {
    const { secret } = await make({ scopes: [...API_KEY_SCOPES] });
    const routes = running.app
      .get(RouteAccessRegistry)
      .all()
      .filter(({ open, allowed }) => open === undefined && !allowed.includes('api_key'));
    const { eid = '', oid = '' } = plant.admin;
    for (const { method, path } of routes) {
      const target = path.replace(':customer_id', String(plant.customer_id)).replace(/:\w+/, 'x');
      const body = method === 'GET' ? undefined : {};
      const { status } = await api(running, { 'x-api-key': secret, eid, oid }).call(method, target, body);
      expect([`${method} ${path}`, status]).toEqual([`${method} ${path}`, 403]);
    }
    expect(routes.length).toBeGreaterThan(80);
  });

  it('with every scope read every route open to keys, and each such route has a valid scope', async () => {
    const { secret } = await make({ scopes: [...API_KEY_SCOPES] });
    const routes = running.app
      .get(RouteAccessRegistry)
      .all()
      .filter(({ allowed }) => allowed.includes('api_key'));
    const scopes = routes.flatMap(({ key_scopes }) => key_scopes);
    expect(scopes.filter((scope) => !API_KEY_SCOPES.includes(scope))).toEqual([]);
    expect(routes.filter(({ key_scopes }) => !key_scopes.length)).toEqual([]);
    expect(API_KEY_SCOPES.filter((scope) => !scopes.includes(scope))).toEqual([]);
    for (const { path } of routes.filter(({ method }) => method === 'GET')) {
      const target = path.replace(':customer_id', String(plant.customer_id)).replace(/:\w+/, 'x');
      const { status } = await apiWith(secret).get(target);
      // An unknown id or a missing period is refused after authentication, which is enough here.
      expect([path, [200, 400, 404, 422].includes(status)]).toEqual([path, true]);
    }
  });

  it('are documented on exactly the routes that accept them, with the required scope', async () => {
    interface Described {
      description: string;
      security?: Record<string, string[]>[];
    }
    const { paths, security } = (await api(running).get('/api/docs-json')).body as {
      paths: Record<string, Record<string, Described>>;
      security: object[];
    };
    expect(security).toEqual([{ bearer: [], EID: [], OID: [] }]);
    const documentedRoutes = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.security?.some((way) => 'api_key' in way))
        .map(([method, { description }]) => `${method} ${path} ${/the scope (`[^.]+`)\./.exec(description)?.[1]}`),
    );
    const routes = running.app
      .get(RouteAccessRegistry)
      .all()
      .filter(({ allowed }) => allowed.includes('api_key'))
      .map(
        ({ method, path, key_scopes }) =>
          `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')} ${key_scopes.map((scope) => `\`${scope}\``).join(' or ')}`,
      );
    expect(documentedRoutes.sort()).toEqual(routes.sort());
  });

  it('see what an admin sees', async () => {
    const plantFixture = await openPlant(running, {}, plant);
    const { secret } = await make({ scopes: [...API_KEY_SCOPES] });
    await plantFixture.createTraining();
    const { training_id } = await plantFixture.createPublishedTraining();
    const { staff_id } = await plantFixture.createStaff();
    await plantFixture.assign([staff_id], [training_id]);
    for (const path of ['/api/staff', '/api/trainings', '/api/skills', '/api/training-assignments']) {
      expect((await apiWith(secret).get(path)).body).toEqual((await plantFixture.api.get(path)).body);
    }
    expect((await apiWith(secret).get('/api/reports/skill-matrix')).status).toBe(200);
  });

  it('revoked, expired, misspelt or of a suspended organisation answer 401', async () => {
    const isRefused = async (secret: string) => {
      const { status, body: answer } = await apiWith(secret).get('/api/staff');
      return status === 401 && answer.code === 'api_key_refused';
    };
    const revoked = await make();
    expect((await api(running, plant.admin).delete(`/api/api-keys/${revoked.id}`)).status).toBe(204);
    expect((await api(running, plant.admin).delete(`/api/api-keys/${revoked.id}`)).status).toBe(204);
    expect(await isRefused(revoked.secret)).toBe(true);
    expect((await api(running, plant.admin).get('/api/api-keys')).body[0].revoked_at).toMatch(/Z$/);

    const expired = await make({ expires_at: '2999-01-01T00:00:00Z' });
    await write('UPDATE api_key SET expires_at = ? WHERE customer_id = ? AND revoked_at IS NULL', [
      running.app.get(Clock).now(),
      plant.customer_id,
    ]);
    expect(await isRefused(expired.secret)).toBe(true);

    const { secret } = await make();
    expect(await isRefused(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toBe(true);
    const other = await openOrganisation(running);
    expect(await isRefused(secret.replace(String(plant.customer_id), String(other.customer_id)))).toBe(true);
    for (const malformed of ['', 'x', `${secret}, ${secret}`, "sg_1_' OR 1=1"])
      expect(await isRefused(malformed)).toBe(true);
    await write('UPDATE customer_state SET status = ? WHERE customer_id = ?', ['S', plant.customer_id]);
    expect(await isRefused(secret)).toBe(true);
  });

  it('record the last use at most once a minute and cost one statement per call', async () => {
    const { id, secret } = await make();
    const readLastUsed = async () => (await api(running, plant.admin).get(`/api/api-keys/${id}`)).body.last_used_at;
    expect(await readLastUsed()).toBeNull();
    await apiWith(secret).get('/api/staff');
    // DeferredWriteService updates last_used_at after the response.
    while ((await readLastUsed()) === null) await new Promise((next) => setImmediate(next));
    const first = await readLastUsed();
    expect(await statementsOfRequests(() => apiWith(secret).get('/api/staff'))).toHaveLength(2);
    expect(Date.parse(first)).toBeGreaterThan(Date.now() - HOUR);
    await write('UPDATE api_key SET last_used_at = ? WHERE customer_id = ?', [Date.now() - 61_000, plant.customer_id]);
    await Promise.all(Array.from({ length: 5 }, () => apiWith(secret).get('/api/staff')));
    expect(Date.parse(await readLastUsed())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  it('belong to one organisation: other organisations’ data and keys are not found', async () => {
    const { id, secret } = await make();
    const other = await openOrganisation(running);
    expect((await apiWith(secret).get(`/api/staff?customer_id=${other.customer_id}`)).status).toBe(404);
    expect((await api(running, other.admin).get('/api/api-keys')).body).toEqual([]);
    expect((await api(running, other.admin).delete(`/api/api-keys/${id}`)).status).toBe(404);
    expect((await apiWith(secret).get('/api/staff')).status).toBe(200);
  });

  it('are created by admins only, with a name, valid scopes and a future expiry', async () => {
    const learner = await plant.signIn({ role: 'user', staff_id: '018f0000-0000-7000-8000-000000000001' });
    expect((await api(running, learner).post('/api/api-keys', body())).status).toBe(403);
    const invalidBodies: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['staff:write'] }, 'scopes'],
      [{ scopes: 'staff:read' }, 'scopes'],
      [{ scopes: ['staff:read', 'staff:read'] }, 'scopes'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ];
    for (const [more, field] of invalidBodies) {
      const reply = await api(running, plant.admin).post('/api/api-keys', body(more));
      expect([field, reply.status, Object.keys(reply.body.errors)]).toEqual([field, 422, [field]]);
    }
    expect((await api(running, plant.admin).get('/api/api-keys')).body).toEqual([]);
  });

  it('made at once are each their own; an Idempotency-Key replays no secret', async () => {
    const newKey = await Promise.all(Array.from({ length: 10 }, () => make()));
    expect(new Set(newKey.map(({ secret }) => secret)).size).toBe(10);
    expect(await api(running, plant.admin).get('/api/api-keys')).toMatchObject({ status: 200, body: { length: 10 } });
    const idempotencyHeader = { 'idempotency-key': 'k-1' };
    const [first, second] = [
      await api(running, plant.admin).post('/api/api-keys', body(), idempotencyHeader),
      await api(running, plant.admin).post('/api/api-keys', body(), idempotencyHeader),
    ];
    expect(first.body.secret).not.toBe(second.body.secret);
  });

  it('are ignored next to a bearer token', async () => {
    const { secret } = await make();
    const withBoth = api(running, { ...plant.admin, 'x-api-key': secret });
    expect((await withBoth.get('/api/skills')).status).toBe(200);
    expect((await api(running, { authorization: 'Bearer x', 'x-api-key': secret }).get('/api/staff')).status).toBe(401);
  });
});
