import { createHash, randomUUID } from 'node:crypto';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { RouteAccessRegistry } from '../../src/auth/route-access-registry';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD } from '../support/fixtures';
import { operationsOf } from '../support/openapi';
import { openOrganisation, type Headers, type Organisation } from '../support/organisation';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
} from '../support/quiz-fixtures';
import { statementsOfRequests } from '../support/recorded-statements';
import { runScheduledJob } from '../support/scheduled-jobs';

const HOUR = 3_600_000;

describe('an Idempotency-Key', () => {
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.release();
    plant = await openOrganisation(running, { staff: 5 });
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const withKey = (key: string) => ({ 'idempotency-key': key });
  const person = (staff_code: string) => ({ staff_code, first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01' });
  const staffCount = async () => Number((await admin().get('/api/staff')).headers.get('x-total-count'));
  const countStoredKeys = async () =>
    Number(
      (
        await running.app
          .get(Database)
          .rows<{ n: number }>('SELECT COUNT(*) AS n FROM idempotency_key WHERE customer_id = ?', [plant.customer_id])
      )[0]!.n,
    );
  const outcome = ({ status, body, headers }: Reply) => ({
    status,
    body,
    etag: headers.get('etag'),
    replayed: headers.get('idempotency-replayed'),
  });

  it('makes a repeated POST return the first answer without effect', async () => {
    const key = withKey(randomUUID());
    const first = await admin().post('/api/staff', person('A1'), key);
    const repeatedReply = await admin().post('/api/staff', person('A1'), key);
    expect(outcome(first)).toMatchObject({ status: 201, replayed: null, etag: '"1"' });
    expect(outcome(repeatedReply)).toEqual({ ...outcome(first), replayed: 'true' });
    expect(await staffCount()).toBe(1);
  });

  it('repeats the first answer also when the record has changed since', async () => {
    const key = withKey('k1');
    const { body } = await admin().post('/api/staff', person('A1'), key);
    await admin().patch(`/api/staff/${body.staff_id}`, { first_name: 'Usha' });
    expect((await admin().post('/api/staff', person('A1'), key)).body).toEqual(body);
  });

  it('with another body or another address is refused', async () => {
    const key = withKey('k2');
    await admin().post('/api/staff', person('A1'), key);
    const reused = { status: 422, body: { code: 'idempotency_key_reused' } };
    expect(await admin().post('/api/staff', person('A2'), key)).toMatchObject(reused);
    expect(await admin().post('/api/departments', person('A1'), key)).toMatchObject(reused);
    expect(await staffCount()).toBe(1);
  });

  it('lets one of many concurrent requests do the work; others get 409 or its answer', async () => {
    const key = withKey(randomUUID());
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => admin().post('/api/departments', { name: 'Hall 7' }, key)),
    );
    const made = replies.filter((reply) => reply.status === 201);
    const flying = replies.filter((reply) => reply.status === 409);
    expect(made.length + flying.length).toBe(12);
    expect(made.filter((reply) => reply.headers.get('idempotency-replayed') === null)).toHaveLength(1);
    for (const reply of flying) expect(reply).toMatchObject({ body: { code: 'idempotency_in_flight' } });
    for (const reply of flying) expect(reply.headers.get('retry-after')).toBe('1');
    expect((await admin().get('/api/departments')).body).toHaveLength(1);
    expect((await admin().post('/api/departments', { name: 'Hall 7' }, key)).body).toEqual(made[0]!.body);
  });

  it('is not used up by a refusal', async () => {
    const key = withKey('k3');
    expect((await admin().post('/api/staff', { ...person('A1'), joined: 'soon' }, key)).status).toBe(422);
    expect(await countStoredKeys()).toBe(0);
    expect((await admin().post('/api/staff', person('A1'), key)).status).toBe(201);
    const code = await admin().post('/api/staff', person('A1'), withKey('k4'));
    expect(code).toMatchObject({ status: 422, body: { errors: { staff_code: [expect.any(String)] } } });
    expect(await staffCount()).toBe(1);
    const seats = await admin().get(`/Common/get_available_count/${plant.customer_id}`);
    expect(seats.body.data.total_staff).toBe(1);
  });

  it('belongs to the account that sent it', async () => {
    const other = await plant.signIn({ role: 'admin', eid: 'E-other' });
    const otherOrganisation = await openOrganisation(running);
    const key = withKey('k5');
    const ids = new Set();
    for (const headers of [plant.admin, other, otherOrganisation.admin]) {
      const reply = await api(running, headers).post('/api/departments', { name: `Hall of ${headers['eid']}` }, key);
      expect(reply.status).toBe(201);
      ids.add(reply.body.department_id);
    }
    expect(ids.size).toBe(3);
  });

  it('is kept for 24 hours and then forgotten', async () => {
    running.clock.freeze(Date.now());
    await admin().post('/api/staff', person('A1'), withKey('k6'));
    running.clock.advance(HOUR);
    await admin().post('/api/staff', person('A2'), withKey('k7'));
    const newSession = async () => api(running, await plant.signIn({ role: 'admin' }));
    running.clock.advance(23 * HOUR - 1);
    await runScheduledJob(running, 'idempotency-keys');
    expect(await countStoredKeys()).toBe(2);
    running.clock.advance(1);
    await runScheduledJob(running, 'idempotency-keys');
    expect(await countStoredKeys()).toBe(1);
    running.clock.advance(HOUR);
    // The stored key has expired but is not deleted yet. The session belongs to another account.
    expect((await (await newSession()).post('/api/departments', { name: 'A' }, withKey('k7'))).status).toBe(201);
  });

  it('of a process that died is taken over after half a minute', async () => {
    running.clock.freeze(Date.now());
    const key = withKey('k8');
    const { body } = await admin().post('/api/staff', person('A1'), key);
    await running.app.get(TransactionManager).run(async () => {
      const database = running.app.get(Database);
      await database.write(
        'UPDATE idempotency_key SET answer_status = NULL, answer_body = NULL WHERE customer_id = ?',
        [plant.customer_id],
      );
      await database.write('DELETE FROM staff WHERE customer_id = ?', [plant.customer_id]);
    });
    expect((await admin().post('/api/staff', person('A1'), key)).status).toBe(409);
    running.clock.advance(30_001);
    const concurrentReplies = await Promise.all([0, 1].map(() => admin().post('/api/staff', person('A1'), key)));
    expect(concurrentReplies.some((reply) => reply.status === 201 && reply.body.staff_id !== body.staff_id)).toBe(true);
    expect(await staffCount()).toBe(1);
  });

  it.each(['', 'x'.repeat(256), 'ümlaut'])('that is %j is refused', async (key) => {
    const headers = new Headers({ ...plant.admin, 'content-type': 'application/json' });
    headers.set('idempotency-key', key);
    const body = JSON.stringify({ name: 'A' });
    const reply = await fetch(`${running.url}/api/departments`, { method: 'POST', headers, body });
    expect(reply.status).toBe(400);
    expect((await admin().post('/api/departments', { name: 'A' }, withKey('x'.repeat(255)))).status).toBe(201);
  });

  it('works for legacy calls, whose refusals are not stored either', async () => {
    const asha = await createLearner(running, plant);
    const training_id = await createReadingTraining(running, plant);
    const body = { staff_id: [asha.staff_id], training_id: [training_id] };
    const first = await admin().post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', body, withKey('w1'));
    expect(first.body.data).toEqual({ assigned: 1, already_assigned: 0 });
    const repeatedReply = await admin().post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', body, withKey('w1'));
    expect(repeatedReply.body).toEqual(first.body);
    const other = { staff_id: [], training_id: [training_id] };
    const reused = await admin().post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', other, withKey('w1'));
    expect(reused).toMatchObject({ status: 422, body: { Status: false, status: 0 } });
    const firm = await fixtures(running).organisation();
    const path = `/CustomerMaster/UpdateCustomer/${firm.customer_id}`;
    const invalid = { c_password: 'not the right one', mobile_one: '9845000000' };
    const refusedReply = await api(running, firm.admin).post(path, invalid, withKey('w2'));
    expect(refusedReply).toMatchObject({ status: 200, body: { Status: false } });
    const { mobile_one } = invalid;
    const right = await api(running, firm.admin).post(path, { c_password: PASSWORD, mobile_one }, withKey('w2'));
    expect(right).toMatchObject({ status: 200, body: { Status: true } });
  });

  it('does not block concurrent starts: one attempt is created', async () => {
    const asha = await createLearner(running, plant);
    const made = await createQuiz(running, plant, await createReadingTraining(running, plant), [
      singleChoiceQuestion('One'),
    ]);
    await createAssignment(running, plant, asha.staff_id, made.training_id);
    const learnerApi = api(running, asha.headers);
    const startReplies = await Promise.all(
      Array.from({ length: 6 }, () =>
        learnerApi.post('/api/attempts', { training_id: made.training_id }, withKey(randomUUID())),
      ),
    );
    expect(new Set(startReplies.map((reply) => reply.body.attempt_id)).size).toBe(1);
    expect(startReplies.every((reply) => reply.status === 200)).toBe(true);
  });

  it('is ignored by sign-in and password calls, which store nothing', async () => {
    const firm = await fixtures(running).organisation();
    const login = { user_name: firm.user_name, password: PASSWORD };
    const tokens = new Set<string>();
    for (let i = 0; i < 2; i++) {
      tokens.add((await api(running).post('/api/auth/login', login, withKey('s1'))).body.token);
    }
    expect(tokens.size).toBe(2);
    const change = { password: 'seven-herons-over-the-dock', current_password: PASSWORD };
    expect((await api(running, firm.admin).post('/api/auth/password', change, withKey('s1'))).status).toBe(200);
    expect((await api(running, firm.admin).post('/api/auth/password', change, withKey('s1'))).status).toBe(401);
    const rows = await running.app
      .get(Database)
      .rows('SELECT 1 AS one FROM idempotency_key WHERE customer_id = ?', [firm.customer_id]);
    expect(rows).toEqual([]);
  });

  it('stores no guessable digest of a form with a password', async () => {
    const firm = await fixtures(running).organisation();
    const url = `/CustomerMaster/UpdateCustomer/${firm.customer_id}`;
    const form = { mobile_two: '+49 40 5550199', c_password: PASSWORD };
    expect((await api(running, firm.admin).post(url, form, withKey('form'))).body.Status).toBe(true);
    const [row] = await running.app
      .get(Database)
      .rows<{ request_digest: Uint8Array }>('SELECT request_digest FROM idempotency_key WHERE customer_id = ?', [
        firm.customer_id,
      ]);
    const guessedDigest = createHash('sha256')
      .update(`POST\n${url}\n${JSON.stringify(form)}`)
      .digest();
    expect(Buffer.from(row!.request_digest)).toHaveLength(32);
    expect(guessedDigest.equals(Buffer.from(row!.request_digest))).toBe(false);
  });

  it('is honoured by every operation that documents it, legacy calls included', async () => {
    const callers: Record<string, Headers> = {
      admin: plant.admin,
      user: (await createLearner(running, plant)).headers,
      platform: (await fixtures(running).platformStaff()).headers,
    };
    const routes = running.app.get(RouteAccessRegistry).all();
    const invalid: unknown[] = [];
    const documentedOperations = (await operationsOf(running)).filter(({ parameters }) =>
      parameters.some(({ name }) => name === 'Idempotency-Key'),
    );
    for (const { id, method, path } of documentedOperations) {
      const route = routes.find((each) => each.method === method && each.path === path.replace(/\{(\w+)\}/g, ':$1'))!;
      const role = ['admin', 'user', 'platform'].find((each) => route.allowed.includes(each as never));
      // Legacy calls about an organisation need its own id.
      const ownId = path.startsWith('/CustomerMaster') ? String(plant.customer_id) : randomUUID();
      const address = path.replace(/\{\w+\}/g, ownId);
      const { status, body } = await api(running, callers[role!]).call(method, address, {}, withKey('k'.repeat(256)));
      if (status !== 400 || !/Idempotency-Key has 1 to 255/.test(JSON.stringify(body)))
        invalid.push([id, status, body]);
    }
    expect(invalid).toEqual([]);
    expect(documentedOperations.length).toBeGreaterThan(60);
  });

  it('costs nothing where it is not sent', async () => {
    await admin().post('/api/departments', { name: 'Warm' });
    const statements = await statementsOfRequests(() => admin().post('/api/departments', { name: 'Hall' }));
    expect(statements.filter((sql) => sql.includes('idempotency_key'))).toEqual([]);
  });
});
