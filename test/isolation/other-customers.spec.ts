import { Database } from '../../src/platform/database/database';
import { entities } from '../../src/schema';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { isBeyondOneMachine } from '../support/beyond-one-machine';
import { engine } from '../support/database';
import { comesTo } from '../support/eventually';
import { operationsOf, sampleOf, type Operation } from '../support/openapi';
import { openWorld, type World } from '../support/world';

/** Paths whose `{…}` is no row of an organisation: the reason stands beside them, and a stale one fails. */
const NO_ROW_OF_ANYBODY: Readonly<Record<string, string>> = {
  '/api/subscription-packages': 'What is offered to everyone.',
  '/api/subscribers': 'Platform staff see all, an admin only the own: test/rest/plans.',
  '/api/customers': 'The organisation itself: foreign numbers are tried below.',
  '/Common/get_available_count': 'Takes a customer number: tried below.',
  '/CustomerMaster/UpdateCustomer': 'Takes a customer number: tried below.',
  '/CustomerMaster/ListCustomer': 'Takes a customer number: tried below.',
  '/api/support-messages': 'Read by platform staff only.',
  '/api/me/passkeys': 'A passkey of one’s own: rest/passkeys tries another’s.',
  '/api/me/sessions': 'A sign-in of one’s own: who-may.spec and rest/my-sessions try another’s.',
  '/api/settings/certificates/images': 'A place of the own organisation’s design.',
  '/media': 'A signed link, good for whoever holds it until it ends.',
  '/media/proofs': 'The same.',
};

describe('another customer’s rows', () => {
  let running: RunningApp;
  let ours: World;
  let theirs: World;
  let operations: Operation[];

  beforeAll(async () => {
    running = await startApp();
    operations = await operationsOf(running);
    ours = await openWorld(running);
    theirs = await openWorld(running);
    if (engine === 'mariadb' && !isBeyondOneMachine) await comesTo(() => isTold(running, theirs), true);
  });
  afterAll(() => running.close());

  const prefixOf = (operation: Operation) => operation.path.slice(0, operation.path.indexOf('/{'));
  const named = () => operations.filter((operation) => operation.path.includes('{'));
  const theirText = () => JSON.stringify(Object.values(theirs.ids));

  it('have a sample for every path that names a row', () => {
    const missing = new Set(
      named()
        .map(prefixOf)
        .filter((prefix) => !(prefix in ours.ids) && !(prefix in NO_ROW_OF_ANYBODY)),
    );
    expect([...missing]).toEqual([]);
    const known = new Set(named().map(prefixOf));
    expect(Object.keys(NO_ROW_OF_ANYBODY).filter((prefix) => !known.has(prefix))).toEqual([]);
  });

  it('are there for their own admin', async () => {
    for (const [prefix, id] of Object.entries(ours.ids)) {
      expect([prefix, (await ours.plant.api.get(`${prefix}/${id}`)).status]).toEqual([prefix, 200]);
    }
  });

  it('are not found by any operation, and stay as they are', async () => {
    const before = await theirRows(running, theirs.plant.customer_id);
    for (const operation of named()) {
      const id = theirs.ids[prefixOf(operation)];
      if (!id) continue;
      for (const who of [ours.plant.admin, ours.learner]) {
        const path = operation.path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, '0');
        const body = operation.body ? sampleOf(operation.body) : undefined;
        const reply = await api(running, who).call(
          operation.method,
          path,
          operation.method === 'GET' ? undefined : (body ?? {}),
        );
        const line = `${operation.method} ${operation.path} → ${reply.status}`;
        // Some bodies are refused before the row is looked for; none may be accepted.
        expect([line, [403, 404, 409, 415, 422].includes(reply.status)]).toEqual([line, true]);
        if (operation.method === 'GET') expect([line, [403, 404].includes(reply.status)]).toEqual([line, true]);
      }
    }
    expect(await theirRows(running, theirs.plant.customer_id)).toEqual(before);
  });

  it('appear in no list, whatever is asked for', async () => {
    const lists = operations
      .filter((operation) => operation.method === 'GET' && !operation.path.includes('{') && !operation.open)
      // The trail before what is exported: an export is told there with what its asker typed.
      .toSorted((a, b) => Number(b.path.endsWith('/audit-events')) - Number(a.path.endsWith('/audit-events')));
    for (const { path } of lists) {
      const filters = [
        '',
        `?${Object.values(theirs.ids)
          .map((id) => `id=${id}`)
          .join('&')}`,
        ...['staff_id', 'training_id', 'skill_id'].map(
          (key) =>
            `?${key}=${theirs.ids[key === 'staff_id' ? '/api/staff' : key === 'training_id' ? '/api/trainings' : '/api/skills']}`,
        ),
      ];
      for (const filter of filters) {
        for (const who of [ours.plant.admin, ours.learner]) {
          const reply = await api(running, who).get(`${path}${filter}`);
          const text = JSON.stringify(reply.body);
          for (const id of Object.values(theirs.ids)) {
            if (reply.status < 300) expect([path, text.includes(id)]).toEqual([path, false]);
          }
        }
      }
    }
    expect(theirText()).not.toContain('undefined');
  });

  it('cannot be linked to: every id in every body is looked for in the own organisation', async () => {
    const before = await theirRows(running, theirs.plant.customer_id);
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
    let tried = 0;
    for (const operation of operations.filter((each) => each.body?.properties && each.method !== 'GET')) {
      const fitting = sampleOf(operation.body!) as Record<string, unknown>;
      for (const [name, schema] of Object.entries(operation.body!.properties!)) {
        const foreign = theirs.ids[idOf[name] ?? ''];
        if (!foreign) continue;
        const own = Object.fromEntries(
          Object.keys(operation.body!.properties!)
            .filter((key) => ours.ids[idOf[key] ?? ''])
            .map((key) => [
              key,
              operation.body!.properties![key]!.type === 'array' ? [ours.ids[idOf[key]!]] : ours.ids[idOf[key]!],
            ]),
        );
        const body = { ...fitting, ...own, [name]: schema.type === 'array' ? [foreign] : foreign };
        const path = operation.path
          .replace(/\{\w+\}/, ours.ids[prefixOf(operation)] ?? 'x')
          .replaceAll(/\{\w+\}/g, '0');
        const reply = await ours.plant.api.call(operation.method, path, body);
        const accepted = reply.status < 300 && (reply.body as { Status?: boolean } | null)?.Status !== false;
        const line = `${operation.method} ${operation.path} with a foreign ${name} → ${reply.status}`;
        expect([line, accepted]).toEqual([line, false]);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(15);
    expect(await theirRows(running, theirs.plant.customer_id)).toEqual(before);
  });

  it('are not reached by a customer number in path, query or body', async () => {
    const number = theirs.plant.customer_id;
    for (const operation of operations.filter(
      (each) => !each.open && each.method === 'GET' && !each.path.includes('{'),
    )) {
      const reply = await ours.plant.api.get(`${operation.path}?customer_id=${number}`);
      expect([operation.path, [403, 404].includes(reply.status)]).toEqual([operation.path, true]);
    }
    for (const path of ['/api/customers', '/Common/get_available_count', '/CustomerMaster/ListCustomer']) {
      expect([path, (await ours.plant.api.get(`${path}/${number}`)).status]).toEqual([path, 404]);
    }
    expect((await ours.plant.api.post(`/CustomerMaster/UpdateCustomer/${number}`, {})).status).toBe(404);
  });
});

/** What their job told of itself is written a moment after it has ended, where processes tell each other by the database. */
async function isTold(running: RunningApp, { ids, plant }: World): Promise<boolean> {
  const { body } = await plant.api.get(`/api/jobs/${ids['/api/jobs']}`);
  if (!body.ended_at) return false;
  const told = await running.app
    .get(Database)
    .rows('SELECT 1 FROM live_event WHERE customer_id = ? AND at >= ?', [plant.customer_id, Date.parse(body.ended_at)]);
  return told.length > 0;
}

/** What the organisation owns, table by table, but for sessions and the audit trail. */
async function theirRows(running: RunningApp, customer_id: number): Promise<unknown[]> {
  const database = running.app.get(Database);
  const found: unknown[] = [];
  for (const entity of entities) {
    const metadata = database.metadata(entity);
    if (['Session', 'AuditEvent'].includes(entity.name) || !metadata.findColumnWithPropertyName('customer_id'))
      continue;
    const rows = await database.rows(`SELECT * FROM ${metadata.tableName} WHERE customer_id = ?`, [customer_id]);
    found.push([metadata.tableName, JSON.stringify(rows)]);
  }
  return found;
}
