import { createHash } from 'node:crypto';
import { API_KEY_SCOPES } from '../../src/contract/api-key-scopes';
import { Clock } from '../../src/platform/clock';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { Doors } from '../../src/tenancy/doors';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { operationsOf } from '../support/openapi';
import { openOrganisation, type Headers, type Organisation } from '../support/organisation';
import { openPlant } from '../support/plant';
import { statementsOfRequests } from '../support/statements';

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
  const by = (secret: string) => api(running, { 'x-api-key': secret });
  const write = (sql: string, values: (string | number)[]) =>
    running.app.get(Transactions).run(() => running.app.get(Database).write(sql, values));

  it('are told once, 256 bits long; kept as a digest, shown by their beginning', async () => {
    const made = await make({ expires_at: '2999-01-01T00:00:00.000Z' });
    expect(made).toMatchObject({
      name: 'HR system',
      scopes: ['staff:read'],
      expires_at: '2999-01-01T00:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
    });
    expect(Buffer.from(made.secret.split('_').slice(2).join('_'), 'base64url')).toHaveLength(32);
    expect(made.secret.startsWith(made.prefix)).toBe(true);
    const list = await api(running, plant.admin).get('/api/api-keys');
    expect(list.headers.get('x-total-count')).toBe('1');
    expect(list.body[0]).toMatchObject({ id: made.id, prefix: made.prefix });
    const shown = JSON.stringify([list.body, (await api(running, plant.admin).get(`/api/api-keys/${made.id}`)).body]);
    expect(shown).not.toContain(made.secret);
    expect(shown).not.toMatch(/digest|"secret"/);
    const [row] = await running.app
      .get(Database)
      .rows<{ secret_digest: Uint8Array }>('SELECT secret_digest FROM api_key WHERE customer_id = ?', [
        plant.customer_id,
      ]);
    expect(Buffer.from(row!.secret_digest)).toEqual(createHash('sha256').update(made.secret).digest());
    const events = await api(running, plant.admin).get('/api/audit-events?action=api_key.create');
    expect(events.body[0]).toMatchObject({ subject_id: made.id, became: { prefix: made.prefix } });
    expect(JSON.stringify(events.body)).not.toContain(made.secret);
  });

  it('read in the place of bearer, EID and OID, what their scopes name and nothing else', async () => {
    const { secret } = await make();
    await api(running, plant.admin).post('/api/staff', {
      ...{ staff_code: 'P-1', first_name: 'Asha', last_name: 'Rao', joined: '2024-01-01' },
    });
    const list = await by(secret).get('/api/staff');
    expect([list.status, list.body.length]).toEqual([200, 1]);
    expect((await by(secret).get(`/api/staff/${list.body[0].id}`)).status).toBe(200);
    expect(await by(secret).get('/api/skills')).toMatchObject({
      status: 403,
      body: { code: 'key_scope_missing', facts: { scope: 'skills:read' } },
    });
    for (const path of ['/api/questions', '/api/me', '/api/api-keys', '/api/audit-events', '/api/customers']) {
      expect([path, (await by(secret).get(path)).status]).toEqual([path, 403]);
    }
    expect((await api(running).get('/api/subscription-packages/offered', { 'x-api-key': secret })).status).toBe(200);
  });

  it('change nothing, whatever their scopes, but imports and the jobs of imports', async () => {
    const { secret } = await make({ scopes: [...API_KEY_SCOPES] });
    const writes = (await operationsOf(running)).filter(({ method, open }) => method !== 'GET' && !open);
    const doors = running.app.get(Doors).all();
    const imports = doors.filter(({ method, key_scopes }) => method !== 'GET' && key_scopes.length);
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
      const { status } = await by(secret).call(method, path.replaceAll(/\{\w+\}/g, 'x'), {});
      expect([`${method} ${path}`, status]).toEqual([`${method} ${path}`, 403]);
    }
  });

  it('open no other closed door, whatever their scopes, and none by the headers of a session', async () => {
    const { secret } = await make({ scopes: [...API_KEY_SCOPES] });
    const doors = running.app
      .get(Doors)
      .all()
      .filter(({ open, allowed }) => open === undefined && !allowed.includes('api_key'));
    const { eid = '', oid = '' } = plant.admin;
    for (const { method, path } of doors) {
      const target = path.replace(':customer_id', String(plant.customer_id)).replace(/:\w+/, 'x');
      const body = method === 'GET' ? undefined : {};
      const { status } = await api(running, { 'x-api-key': secret, eid, oid }).call(method, target, body);
      expect([`${method} ${path}`, status]).toEqual([`${method} ${path}`, 403]);
    }
    expect(doors.length).toBeGreaterThan(80);
  });

  it('with every scope read all that the matrix lets keys read; each door has a scope that can be given', async () => {
    const { secret } = await make({ scopes: [...API_KEY_SCOPES] });
    const doors = running.app
      .get(Doors)
      .all()
      .filter(({ allowed }) => allowed.includes('api_key'));
    const scopes = doors.flatMap(({ key_scopes }) => key_scopes);
    expect(scopes.filter((scope) => !API_KEY_SCOPES.includes(scope))).toEqual([]);
    expect(doors.filter(({ key_scopes }) => !key_scopes.length)).toEqual([]);
    expect(API_KEY_SCOPES.filter((scope) => !scopes.includes(scope))).toEqual([]);
    for (const { path } of doors.filter(({ method }) => method === 'GET')) {
      const target = path.replace(':customer_id', String(plant.customer_id)).replace(/:\w+/, 'x');
      const { status } = await by(secret).get(target);
      // An id that names nothing, or a report that wants its period: let in all the same.
      expect([path, [200, 400, 404, 422].includes(status)]).toEqual([path, true]);
    }
  });

  it('are offered by the document where they are let in and nowhere else, with the scope they need', async () => {
    interface Described {
      description: string;
      security?: Record<string, string[]>[];
    }
    const { paths, security } = (await api(running).get('/api/docs-json')).body as {
      paths: Record<string, Record<string, Described>>;
      security: object[];
    };
    expect(security).toEqual([{ bearer: [], EID: [], OID: [] }]);
    const offered = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, operation]) => operation.security?.some((way) => 'api_key' in way))
        .map(([method, { description }]) => `${method} ${path} ${/the scope (`[^.]+`)\./.exec(description)?.[1]}`),
    );
    const doors = running.app
      .get(Doors)
      .all()
      .filter(({ allowed }) => allowed.includes('api_key'))
      .map(
        ({ method, path, key_scopes }) =>
          `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')} ${key_scopes.map((scope) => `\`${scope}\``).join(' or ')}`,
      );
    expect(offered.sort()).toEqual(doors.sort());
  });

  it('see what an admin sees', async () => {
    const world = await openPlant(running, {}, plant);
    const { secret } = await make({ scopes: [...API_KEY_SCOPES] });
    await world.training();
    const { training_id } = await world.published();
    const { staff_id } = await world.staff();
    await world.assign([staff_id], [training_id]);
    for (const path of ['/api/staff', '/api/trainings', '/api/skills', '/api/training-assignments']) {
      expect((await by(secret).get(path)).body).toEqual((await world.api.get(path)).body);
    }
    expect((await by(secret).get('/api/reports/skill-matrix')).status).toBe(200);
  });

  it('revoked, expired, misspelt or of a suspended organisation answer 401', async () => {
    const refused = async (secret: string) => {
      const { status, body: answer } = await by(secret).get('/api/staff');
      return status === 401 && answer.code === 'api_key_refused';
    };
    const revoked = await make();
    expect((await api(running, plant.admin).delete(`/api/api-keys/${revoked.id}`)).status).toBe(204);
    expect((await api(running, plant.admin).delete(`/api/api-keys/${revoked.id}`)).status).toBe(204);
    expect(await refused(revoked.secret)).toBe(true);
    expect((await api(running, plant.admin).get('/api/api-keys')).body[0].revoked_at).toMatch(/Z$/);

    const expired = await make({ expires_at: '2999-01-01T00:00:00Z' });
    await write('UPDATE api_key SET expires_at = ? WHERE customer_id = ? AND revoked_at IS NULL', [
      running.app.get(Clock).now(),
      plant.customer_id,
    ]);
    expect(await refused(expired.secret)).toBe(true);

    const { secret } = await make();
    expect(await refused(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).toBe(true);
    const other = await openOrganisation(running);
    expect(await refused(secret.replace(String(plant.customer_id), String(other.customer_id)))).toBe(true);
    for (const odd of ['', 'x', `${secret}, ${secret}`, "sg_1_' OR 1=1"]) expect(await refused(odd)).toBe(true);
    await write('UPDATE customer_state SET status = ? WHERE customer_id = ?', ['S', plant.customer_id]);
    expect(await refused(secret)).toBe(true);
  });

  it('say when they were last used, written at most once a minute: a call costs one statement for the key', async () => {
    const { id, secret } = await make();
    const used = async () => (await api(running, plant.admin).get(`/api/api-keys/${id}`)).body.last_used_at;
    expect(await used()).toBeNull();
    await by(secret).get('/api/staff');
    // DeferredWrites beside the call, which does not wait long for it.
    while ((await used()) === null) await new Promise((next) => setImmediate(next));
    const first = await used();
    expect(await statementsOfRequests(() => by(secret).get('/api/staff'))).toHaveLength(2);
    expect(Date.parse(first)).toBeGreaterThan(Date.now() - HOUR);
    await write('UPDATE api_key SET last_used_at = ? WHERE customer_id = ?', [Date.now() - 61_000, plant.customer_id]);
    await Promise.all(Array.from({ length: 5 }, () => by(secret).get('/api/staff')));
    expect(Date.parse(await used())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  it('belong to their organisation: another number is not found, another’s keys neither shown nor revoked', async () => {
    const { id, secret } = await make();
    const other = await openOrganisation(running);
    expect((await by(secret).get(`/api/staff?customer_id=${other.customer_id}`)).status).toBe(404);
    expect((await api(running, other.admin).get('/api/api-keys')).body).toEqual([]);
    expect((await api(running, other.admin).delete(`/api/api-keys/${id}`)).status).toBe(404);
    expect((await by(secret).get('/api/staff')).status).toBe(200);
  });

  it('are an admin’s to make, with a name, scopes that exist and an end that is to come', async () => {
    const learner = await plant.signIn({ role: 'user', staff_id: '018f0000-0000-7000-8000-000000000001' });
    expect((await api(running, learner).post('/api/api-keys', body())).status).toBe(403);
    const wrong: [object, string][] = [
      [{ name: ' ' }, 'name'],
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['staff:write'] }, 'scopes'],
      [{ scopes: 'staff:read' }, 'scopes'],
      [{ scopes: ['staff:read', 'staff:read'] }, 'scopes'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, 'expires_at'],
    ];
    for (const [more, field] of wrong) {
      const reply = await api(running, plant.admin).post('/api/api-keys', body(more));
      expect([field, reply.status, Object.keys(reply.body.errors)]).toEqual([field, 422, [field]]);
    }
    expect((await api(running, plant.admin).get('/api/api-keys')).body).toEqual([]);
  });

  it('made at once are each their own; an Idempotency-Key replays no secret', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => make()));
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(10);
    expect(await api(running, plant.admin).get('/api/api-keys')).toMatchObject({ status: 200, body: { length: 10 } });
    const once = { 'idempotency-key': 'k-1' };
    const [first, second] = [
      await api(running, plant.admin).post('/api/api-keys', body(), once),
      await api(running, plant.admin).post('/api/api-keys', body(), once),
    ];
    expect(first.body.secret).not.toBe(second.body.secret);
  });

  it('beside a bearer count for nothing: the session decides', async () => {
    const { secret } = await make();
    const both = api(running, { ...plant.admin, 'x-api-key': secret });
    expect((await both.get('/api/skills')).status).toBe(200);
    expect((await api(running, { authorization: 'Bearer x', 'x-api-key': secret }).get('/api/staff')).status).toBe(401);
  });
});
