import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures } from '../support/fixtures';
import { operationsOf, type Operation } from '../support/openapi';
import { openOrganisation, type Organisation } from '../support/organisation';
import { sendRawRequest } from '../support/raw-request';
import { createFullOrganisation, type FullOrganisation } from '../support/full-organisation';

const STALE = { status: 412, body: { code: 'stale' } };

/** Routes that answer or take secrets, which are single-use by themselves. */
const ANSWER_SECRETS = [
  '/api/auth/password',
  '/api/api-keys',
  '/api/me/sign-in-change',
  '/api/me/second-factor',
  '/api/me/passkeys',
];
/** Uploads whose repetition changes nothing. */
const HARMLESS_TWICE = ['/api/questions/import', '/api/skill-evidence/{id}/proofs'];

describe('the version of a record', () => {
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    plant = await openOrganisation(running);
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const ifMatch = (tag: string) => ({ 'if-match': tag });
  let sequence = 0;
  const department = async (): Promise<Reply> => admin().post('/api/departments', { name: `Hall ${++sequence}` });

  it('is the ETag of every response with the record', async () => {
    const created = await department();
    const path = `/api/departments/${created.body.id}`;
    expect(created.headers.get('etag')).toBe('"1"');
    expect((await admin().get(path)).headers.get('etag')).toBe('"1"');
    expect((await admin().patch(path, { name: `Other ${sequence}` })).headers.get('etag')).toBe('"2"');
    expect((await admin().get('/api/departments')).headers.get('etag')).toBeNull();
  });

  it('sent back as If-Match or in the body lets a change through, and once it is stale refuses it', async () => {
    const { body } = await department();
    const path = `/api/departments/${body.id}`;
    expect((await admin().patch(path, { name: 'A' }, ifMatch('"1"'))).status).toBe(200);
    expect(await admin().patch(path, { name: 'B' }, ifMatch('"1"'))).toMatchObject({
      status: 412,
      body: { code: 'stale', facts: { row_version: 2 } },
    });
    expect(await admin().patch(path, { name: 'B', row_version: 1 })).toMatchObject(STALE);
    expect(await admin().patch(path, { name: 'B', row_version: 1 }, ifMatch('"1"'))).toMatchObject(STALE);
    expect(await admin().patch(path, { name: 'B', row_version: 1 }, ifMatch('"2"'))).toMatchObject(STALE);
    expect(await admin().patch(path, { name: 'B', row_version: 2 }, ifMatch('"1"'))).toMatchObject(STALE);
    expect((await admin().patch(path, { name: 'B', row_version: 2 }, ifMatch('"2"'))).status).toBe(200);
    expect((await admin().get(path)).body).toMatchObject({ name: 'B', row_version: 3 });
  });

  it('of the skills that a training gives counts up with the list, and leaves the training’s own as it was', async () => {
    const { body: skill } = await admin().post('/api/skills', { skill_code: `S${++sequence}`, name: 'Welding' });
    const { body: training } = await admin().post('/api/trainings', { code: `T${sequence}`, title: 'Forklift' });
    const path = `/api/trainings/${training.id}/skills`;
    const revision = (await admin().get(path)).headers.get('x-content-revision');
    const list = (level: number) => [{ skill_id: skill.id, min_score: 0, level }];
    const saved = await admin().put(`${path}?content_revision=${revision}`, list(2));
    expect([saved.status, saved.headers.get('x-content-revision')]).toEqual([200, '2']);
    expect(await admin().put(`${path}?content_revision=${revision}`, list(3))).toMatchObject(STALE);
    expect((await admin().get(path)).body).toMatchObject([{ level: 2 }]);
    expect((await admin().put(`${path}?content_revision=soon`, list(3))).status).toBe(400);
    expect((await admin().put(path, list(4))).status).toBe(200);
    expect((await admin().get(`/api/trainings/${training.id}`)).body.row_version).toBe(training.row_version);
  });

  it('guards a delete too', async () => {
    const { body } = await department();
    const path = `/api/departments/${body.id}`;
    await admin().patch(path, { name: 'A' });
    expect(await admin().delete(path, ifMatch('"1"'))).toMatchObject(STALE);
    expect((await admin().delete(path, ifMatch('"2"'))).status).toBe(204);
    expect((await admin().delete(path, ifMatch('"2"'))).status).toBe(404);
  });

  it('reads as HTTP says: a list, any, and weak tags that never match', async () => {
    const { body } = await department();
    const path = `/api/departments/${body.id}`;
    expect((await admin().patch(path, { name: 'A' }, ifMatch('"7", "1"'))).status).toBe(200);
    expect((await admin().patch(path, { name: 'B' }, ifMatch('*'))).status).toBe(200);
    expect(await admin().patch(path, { name: 'C' }, ifMatch('W/"3"'))).toMatchObject(STALE);
  });

  it.each(['1', '', '"1', 'W/1', '"a"b"', '"1";"2"'])('as a malformed entity tag, %j, is refused', async (tag) => {
    const { body } = await department();
    const reply = await admin().patch(`/api/departments/${body.id}`, { name: 'A' }, ifMatch(tag));
    expect(reply).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
  });

  it('lets exactly one of many at once change it, by If-Match as by row_version', async () => {
    for (const update of [
      (path: string, name: string) => admin().patch(path, { name }, ifMatch('"1"')),
      (path: string, name: string) => admin().patch(path, { name, row_version: 1 }),
    ]) {
      const { body } = await department();
      const path = `/api/departments/${body.id}`;
      const replies = await Promise.all(Array.from({ length: 10 }, (_, i) => update(path, `C${sequence}-${i}`)));
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
      expect(replies.filter((reply) => reply.status === 412)).toHaveLength(9);
      expect((await admin().get(path)).body.row_version).toBe(2);
    }
  });

  it.each([
    ['an absolute target', (path: string) => `http://elsewhere.example${path}`],
    ['escaped letters', (path: string) => path.replace('/api/', '/%61pi/')],
  ])('is checked however the address is spelt: by %s', async (_, spelt) => {
    const { body } = await department();
    const path = `/api/departments/${body.id}`;
    const { authorization, eid, oid } = plant.admin;
    const text = '{"name":"Blind"}';
    const answer = await sendRawRequest(
      running,
      `PATCH ${spelt(path)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${authorization}\r\nEID: ${eid}\r\nOID: ${oid}\r\nIf-Match: "7"\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 412 /);
    expect((await admin().get(path)).body).toMatchObject({ name: body.name, row_version: 1 });
  });

  it('reveals nothing about a record of another organisation', async () => {
    const other = await openOrganisation(running);
    const { body } = await api(running, other.admin).post('/api/departments', { name: 'Theirs' });
    expect((await admin().patch(`/api/departments/${body.id}`, { name: 'X' }, ifMatch('"9"'))).status).toBe(404);
    expect(
      (await admin().patch(`/api/customers/${other.customer_id}`, { mobile_one: '9845000000' }, ifMatch('"9"'))).status,
    ).toBe(404);
  });

  it('works for records with numeric ids, too', async () => {
    const firm = await fixtures(running).organisation();
    const own = api(running, firm.admin);
    const path = `/api/customers/${firm.customer_id}`;
    expect((await own.get(path)).headers.get('etag')).toBe('"1"');
    expect(await own.patch(path, { mobile_one: '9845000000' }, ifMatch('"5"'))).toMatchObject(STALE);
    expect((await own.patch(path, { mobile_one: '9845000000' }, ifMatch('"1"'))).status).toBe(200);
    const platform = api(running, (await fixtures(running).platformStaff()).headers);
    const pack = `/api/subscription-packages/${firm.subscription_id}`;
    expect(await platform.patch(pack, { subscription_price: 1 }, ifMatch('"5"'))).toMatchObject(STALE);
    expect((await platform.patch(pack, { subscription_price: 1 }, ifMatch('"1"'))).status).toBe(200);
  });

  describe('of every resource', () => {
    let world: FullOrganisation;
    let operations: Operation[];
    beforeAll(async () => {
      operations = await operationsOf(running);
      world = await createFullOrganisation(running);
    });
    const prefixOf = (operation: Operation) => operation.path.slice(0, operation.path.indexOf('/{'));
    const pathOf = (operation: Operation) =>
      operation.path.replace(/\{\w+\}/, world.ids[prefixOf(operation)] ?? 'x').replaceAll(/\{\w+\}/g, '1');
    const recordOperations = () =>
      operations.filter(({ path }) => path.startsWith('/api/') && path.includes('/{') && !path.startsWith('/api/auth'));

    it('that answers row_version is its ETag', async () => {
      const missing: string[] = [];
      let described = 0;
      for (const operation of recordOperations().filter(
        ({ method, path }) => method === 'GET' && /\{\w+\}$/.test(path),
      )) {
        if (!world.ids[prefixOf(operation)]) continue;
        const reply = await world.plant.api.get(pathOf(operation));
        if (typeof reply.body?.row_version !== 'number') continue;
        described++;
        if (reply.headers.get('etag') !== `"${reply.body.row_version}"`) missing.push(operation.path);
      }
      expect(missing).toEqual([]);
      expect(described).toBeGreaterThan(8);
    });

    it('guards every change of the record that its path names', async () => {
      const blind: string[] = [];
      for (const operation of recordOperations().filter(({ method }) => method !== 'GET')) {
        if (!world.ids[prefixOf(operation)]) continue;
        const body = operation.method === 'DELETE' ? undefined : {};
        const call = (tag: string) => world.plant.api.call(operation.method, pathOf(operation), body, ifMatch(tag));
        const stale = await call('"999999"');
        if (stale.status === 403) continue;
        const [line, broken] = [`${operation.method} ${operation.path}`, await call('nonsense')];
        if (stale.status !== 412 || broken.status !== 400) blind.push(`${line} ${stale.status} ${broken.status}`);
      }
      expect(blind).toEqual([]);
    });

    it('is in the document wherever it is checked, and nowhere else', async () => {
      const { headers } = await fixtures(running).platformStaff();
      const callers = [world.plant.api, api(running, headers)];
      const wrong: string[] = [];
      let checked = 0;
      for (const operation of operations.filter(({ method, open }) => method !== 'GET' && !open)) {
        if (operation.path.includes('/{') && !world.ids[prefixOf(operation)]) continue;
        const isDescribed = operation.parameters.some(
          ({ name, in: where }) => where === 'header' && name === 'If-Match',
        );
        const body = operation.method === 'DELETE' ? undefined : {};
        const replies = await Promise.all(
          callers.map((caller) => caller.call(operation.method, pathOf(operation), body, ifMatch('"999999"'))),
        );
        const statuses = replies.map(({ status }) => status).filter((status) => status !== 403);
        const isVersioned = statuses.includes(412);
        if (isVersioned) checked++;
        if (statuses.length && isVersioned !== isDescribed)
          wrong.push(`${operation.method} ${operation.path} ${statuses.join(' ')}, in the document: ${isDescribed}`);
      }
      expect(wrong).toEqual([]);
      expect(checked).toBeGreaterThan(30);
    });

    it('is in the document of every change below a record', () => {
      const header = ({ parameters }: Operation, name: string) =>
        parameters.some((parameter) => parameter.in === 'header' && parameter.name === name);
      const undocumented = recordOperations()
        .filter((operation) => operation.method !== 'GET' && world.ids[prefixOf(operation)])
        .filter((operation) => !header(operation, 'If-Match'));
      expect(undocumented.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
      const keyless = operations
        .filter(({ method, open }) => method === 'POST' && !open)
        // Secrets are single-use by themselves (docs/api.md).
        .filter(({ path }) => !ANSWER_SECRETS.some((secret) => path === secret || path.startsWith(`${secret}/`)))
        .filter(({ path }) => !HARMLESS_TWICE.includes(path))
        .filter((operation) => !header(operation, 'Idempotency-Key'));
      expect(keyless.map(({ path }) => path)).toEqual([]);
    });
  });
});
