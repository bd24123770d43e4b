import { Database } from '../../src/infrastructure/database/database';
import { entities } from '../../src/schema';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { isCluster } from '../support/cluster-env';
import { engine } from '../support/database';
import { eventually } from '../support/eventually';
import { operationsOf, sampleOf, type Operation } from '../support/openapi';
import { createFullOrganisation, type FullOrganisation } from '../support/full-organisation';

/** Paths whose parameter is not a row of a customer, each with the reason; an obsolete entry fails. */
const UNOWNED_PATHS: Readonly<Record<string, string>> = {
  '/api/subscription-packages': 'Offered to all customers.',
  '/api/subscribers': 'Platform staff see all, an admin only the own: test/rest/plans.',
  '/api/customers': 'The organisation itself: foreign numbers are tried below.',
  '/Common/get_available_count': 'Takes a customer number: tried below.',
  '/CustomerMaster/UpdateCustomer': 'Takes a customer number: tried below.',
  '/CustomerMaster/ListCustomer': 'Takes a customer number: tried below.',
  '/api/support-messages': 'Read by platform staff only.',
  '/api/me/passkeys': 'A passkey of one’s own: rest/passkeys tries another’s.',
  '/api/me/sessions': 'A sign-in of one’s own: who-may.spec and rest/my-sessions try another’s.',
  '/api/settings/certificates/images': 'An image slot of the own certificate design.',
  '/media': 'A signed link, valid for its holder until it expires.',
  '/media/proofs': 'The same.',
};

describe('another customer’s rows', () => {
  let running: RunningApp;
  let ownData: FullOrganisation;
  let foreignData: FullOrganisation;
  let operations: Operation[];

  beforeAll(async () => {
    running = await startApp();
    operations = await operationsOf(running);
    ownData = await createFullOrganisation(running);
    foreignData = await createFullOrganisation(running);
    if (engine === 'mariadb' && !isCluster) await eventually(() => isJobAnnounced(running, foreignData), true);
  });
  afterAll(() => running.close());

  const prefixOf = (operation: Operation) => operation.path.slice(0, operation.path.indexOf('/{'));
  const operationsWithId = () => operations.filter((operation) => operation.path.includes('{'));
  const foreignIdsText = () => JSON.stringify(Object.values(foreignData.ids));

  it('have a sample for every path that names a row', () => {
    const missing = new Set(
      operationsWithId()
        .map(prefixOf)
        .filter((prefix) => !(prefix in ownData.ids) && !(prefix in UNOWNED_PATHS)),
    );
    expect([...missing]).toEqual([]);
    const knownPrefixes = new Set(operationsWithId().map(prefixOf));
    expect(Object.keys(UNOWNED_PATHS).filter((prefix) => !knownPrefixes.has(prefix))).toEqual([]);
  });

  it('are readable by their own admin', async () => {
    for (const [prefix, id] of Object.entries(ownData.ids)) {
      expect([prefix, (await ownData.plant.api.get(`${prefix}/${id}`)).status]).toEqual([prefix, 200]);
    }
  });

  it('are not found by any operation, and stay unchanged', async () => {
    const before = await readOwnedRows(running, foreignData.plant.customer_id);
    for (const operation of operationsWithId()) {
      const id = foreignData.ids[prefixOf(operation)];
      if (!id) continue;
      for (const headers of [ownData.plant.admin, ownData.learner]) {
        const path = operation.path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, '0');
        const body = operation.body ? sampleOf(operation.body) : undefined;
        const reply = await api(running, headers).call(
          operation.method,
          path,
          operation.method === 'GET' ? undefined : (body ?? {}),
        );
        const line = `${operation.method} ${operation.path} → ${reply.status}`;
        // Some bodies are refused before the row is read; none may be accepted.
        expect([line, [403, 404, 409, 415, 422].includes(reply.status)]).toEqual([line, true]);
        if (operation.method === 'GET') expect([line, [403, 404].includes(reply.status)]).toEqual([line, true]);
      }
    }
    expect(await readOwnedRows(running, foreignData.plant.customer_id)).toEqual(before);
  });

  it('appear in no list with any filter', async () => {
    const lists = operations
      .filter((operation) => operation.method === 'GET' && !operation.path.includes('{') && !operation.open)
      // The audit trail first: an export is audited with the filter values of the request.
      .toSorted((a, b) => Number(b.path.endsWith('/audit-events')) - Number(a.path.endsWith('/audit-events')));
    for (const { path } of lists) {
      const filters = [
        '',
        `?${Object.values(foreignData.ids)
          .map((id) => `id=${id}`)
          .join('&')}`,
        ...['staff_id', 'training_id', 'skill_id'].map(
          (key) =>
            `?${key}=${foreignData.ids[key === 'staff_id' ? '/api/staff' : key === 'training_id' ? '/api/trainings' : '/api/skills']}`,
        ),
      ];
      for (const filter of filters) {
        for (const headers of [ownData.plant.admin, ownData.learner]) {
          const reply = await api(running, headers).get(`${path}${filter}`);
          const text = JSON.stringify(reply.body);
          for (const id of Object.values(foreignData.ids)) {
            if (reply.status < 300) expect([path, text.includes(id)]).toEqual([path, false]);
          }
        }
      }
    }
    expect(foreignIdsText()).not.toContain('undefined');
  });

  it('cannot be referenced: every id in every body must belong to the own organisation', async () => {
    const before = await readOwnedRows(running, foreignData.plant.customer_id);
    const idOf: Record<string, string> = {
      staff_id: '/api/staff',
      manager_id: '/api/staff',
      trainer_id: '/api/staff',
      training_location_id: '/api/training-locations',
      skill_id: '/api/skills',
      training_id: '/api/trainings',
      category_id: '/api/training-categories',
      parent_id: '/api/departments',
      department_id: '/api/departments',
      job_role_id: '/api/job-roles',
      question_id: '/api/questions',
      assignment_id: '/api/training-assignments',
      attempt_id: '/api/attempts',
      quiz_id: '/api/quizzes',
    };
    let requestCount = 0;
    for (const operation of operations.filter((each) => each.body?.properties && each.method !== 'GET')) {
      const sample = sampleOf(operation.body!) as Record<string, unknown>;
      for (const [name, schema] of Object.entries(operation.body!.properties!)) {
        const foreign = foreignData.ids[idOf[name] ?? ''];
        if (!foreign) continue;
        const ownReferences = Object.fromEntries(
          Object.keys(operation.body!.properties!)
            .filter((key) => ownData.ids[idOf[key] ?? ''])
            .map((key) => [
              key,
              operation.body!.properties![key]!.type === 'array' ? [ownData.ids[idOf[key]!]] : ownData.ids[idOf[key]!],
            ]),
        );
        const body = { ...sample, ...ownReferences, [name]: schema.type === 'array' ? [foreign] : foreign };
        const path = operation.path
          .replace(/\{\w+\}/, ownData.ids[prefixOf(operation)] ?? 'x')
          .replaceAll(/\{\w+\}/g, '0');
        const reply = await ownData.plant.api.call(operation.method, path, body);
        const accepted = reply.status < 300 && (reply.body as { Status?: boolean } | null)?.Status !== false;
        const line = `${operation.method} ${operation.path} with a foreign ${name} → ${reply.status}`;
        expect([line, accepted]).toEqual([line, false]);
        requestCount++;
      }
    }
    expect(requestCount).toBeGreaterThan(15);
    expect(await readOwnedRows(running, foreignData.plant.customer_id)).toEqual(before);
  });

  it('are not reached by a customer number in path, query or body', async () => {
    const number = foreignData.plant.customer_id;
    for (const operation of operations.filter(
      (each) => !each.open && each.method === 'GET' && !each.path.includes('{'),
    )) {
      const reply = await ownData.plant.api.get(`${operation.path}?customer_id=${number}`);
      expect([operation.path, [403, 404].includes(reply.status)]).toEqual([operation.path, true]);
    }
    for (const path of ['/api/customers', '/Common/get_available_count', '/CustomerMaster/ListCustomer']) {
      expect([path, (await ownData.plant.api.get(`${path}/${number}`)).status]).toEqual([path, 404]);
    }
    expect((await ownData.plant.api.post(`/CustomerMaster/UpdateCustomer/${number}`, {})).status).toBe(404);
  });
});

/** Events of the job may follow its end when processes notify each other through the database. */
async function isJobAnnounced(running: RunningApp, { ids, plant }: FullOrganisation): Promise<boolean> {
  const { body } = await plant.api.get(`/api/jobs/${ids['/api/jobs']}`);
  if (!body.ended_at) return false;
  const liveEvents = await running.app
    .get(Database)
    .rows('SELECT 1 FROM live_event WHERE customer_id = ? AND at >= ?', [plant.customer_id, Date.parse(body.ended_at)]);
  return liveEvents.length > 0;
}

/** All rows of the customer by table, except sessions and the audit trail. */
async function readOwnedRows(running: RunningApp, customer_id: number): Promise<unknown[]> {
  const database = running.app.get(Database);
  const tables: unknown[] = [];
  for (const entity of entities) {
    const metadata = database.metadata(entity);
    if (['Session', 'AuditEvent'].includes(entity.name) || !metadata.findColumnWithPropertyName('customer_id'))
      continue;
    const rows = await database.rows(`SELECT * FROM ${metadata.tableName} WHERE customer_id = ?`, [customer_id]);
    tables.push([metadata.tableName, JSON.stringify(rows)]);
  }
  return tables;
}
