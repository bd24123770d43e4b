import { randomBytes } from 'node:crypto';
import { AccountsService } from '../../src/modules/identity/accounts.service';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { idFromBytes, idToBytes } from '../../src/common/ids';
import { PasswordService } from '../../src/infrastructure/security/password.service';
import { RouteAccessRegistry } from '../../src/auth/route-access-registry';
import { JobsService } from '../../src/modules/background-jobs/jobs.service';
import { TenantFactory } from '../../src/tenancy/tenant.factory';
import { api, type Reply } from '../support/api';
import { submitAssessment } from '../support/practical-assessments';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD } from '../support/fixtures';
import { operationsOf, sampleOf, type Operation } from '../support/openapi';
import type { Headers, Organisation } from '../support/organisation';
import { SoftPasskey } from '../support/passkey';
import { ROLES, DUPLICATE_OPERATIONS, ACCESS_MATRIX, type Caller, type Right } from '../support/access-matrix';
import { createFullOrganisation, type FullOrganisation } from '../support/full-organisation';

/** Open calls on which 401 means a wrong secret, not a missing session. */
const WRONG_SECRET_IS_401 = ['auth_login', 'auth_refresh', 'auth_enterByPasskey'];

/** Operations that end a session, an employment or a customer run last. */
const FINAL_OPERATIONS = [
  ...[
    'training_assignments_remove',
    'auth_changePassword',
    'staff_resetSecondFactor',
    'staff_suspend',
    'staff_reactivate',
    'staff_leave',
  ],
  ...[
    'second_factor_resets_resetRegistrant',
    'customers_suspend',
    'customers_reactivate',
    'customers_close',
    'auth_logout',
  ],
];
const METHODS = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE'];
const rankOf = ({ id, method }: Operation): number =>
  FINAL_OPERATIONS.includes(id) ? METHODS.length + FINAL_OPERATIONS.indexOf(id) : METHODS.indexOf(method);

describe('who may do what', () => {
  let running: RunningApp;
  let operations: Operation[];
  let organisation: FullOrganisation;
  let sessions: Record<
    'platform' | 'admin' | 'user' | 'manager' | 'otherManager' | 'adminWithStaff' | 'colleague' | 'stranger',
    Headers
  >;
  /** Ids of the admin with a staff record. */
  let adminOwnIds: { staff_id: string; attempt_id: string; assessment_id: string; row_of_self?: string };

  beforeAll(async () => {
    running = await startApp();
    operations = await operationsOf(running);
    const { platformStaff } = fixtures(running);
    const registeredOrganisation = await registerOrganisation(running);
    organisation = await createFullOrganisation(running, registeredOrganisation);
    const { plant, ids } = organisation;
    const offeredPackages = (await api(running).get('/api/subscription-packages/offered')).body as {
      subscription_id: number;
    }[];
    const [subscriber] = (await plant.api.get('/api/subscribers')).body as { id: string }[];
    Object.assign(ids, {
      '/api/customers': String(registeredOrganisation.customer_id),
      '/api/subscription-packages': String(offeredPackages[0]!.subscription_id),
      '/api/subscribers': subscriber!.id,
      '/api/support-messages': organisation.support_message_id,
      '/api/me/sessions': await createExtraSession(organisation.learner),
      '/api/me/passkeys': await createExtraPasskey(organisation.learner),
    });
    const colleague = await plant.createStaff();
    const adminStaff = await plant.createStaff();
    const otherManagerStaff = await plant.createStaff();
    await plant.createStaff({ manager_id: otherManagerStaff.staff_id });
    await plant.assign([adminStaff.staff_id], [ids['/api/trainings']!]);
    sessions = {
      platform: (await platformStaff()).headers,
      admin: registeredOrganisation.admin,
      user: organisation.learner,
      manager: organisation.manager,
      otherManager: await registeredOrganisation.signIn({ role: 'user', staff_id: otherManagerStaff.staff_id }),
      adminWithStaff: await registeredOrganisation.signIn({ role: 'admin', staff_id: adminStaff.staff_id }),
      colleague: await registeredOrganisation.signIn({ role: 'user', staff_id: colleague.staff_id }),
      stranger: (await registerOrganisation(running)).admin,
    };
    const started = await api(running, sessions.adminWithStaff).post('/api/attempts', {
      training_id: ids['/api/trainings'],
    });
    const assessment_id = await submitAssessment(plant.api, adminStaff.staff_id, ids['/api/skills']!);
    adminOwnIds = { staff_id: adminStaff.staff_id, attempt_id: started.body.attempt_id, assessment_id };
  });
  afterAll(() => running.close());

  /** Creates another session of the same account, which may be ended. */
  const createExtraSession = async (headers: Headers): Promise<string> => {
    const { user_name } = (await api(running, headers).get('/api/me')).body;
    await fixtures(running).signIn({ user_name });
    const sessions = (await api(running, headers).get('/api/me/sessions')).body as { id: string; current: boolean }[];
    return sessions.find(({ current }) => !current)!.id;
  };
  const createExtraPasskey = async (headers: Headers): Promise<string> => {
    const session = api(running, headers);
    const { challenge_id, options } = (await session.post('/api/me/passkeys/options')).body;
    const response = new SoftPasskey().register(options);
    return (await session.post('/api/me/passkeys', { challenge_id, name: 'Phone', response })).body.id;
  };
  /** Creates a job of the session's account, which ends by itself. */
  const createJob = async (headers: Headers): Promise<string> => {
    // Platform staff see all jobs.
    if (headers === sessions.platform) return organisation.ids['/api/jobs']!;
    const [, claims = ''] = headers['authorization']!.split('.');
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
    const database = running.app.get(Database);
    const sql = 'SELECT account_id FROM session WHERE session_id = ?';
    const [session] = await database.rows<{ account_id: Uint8Array }>(sql, [idToBytes(sid)]);
    const { tenant } = organisation.plant;
    const tenantState = { ...tenant, status: 'A' };
    const actor = { ...tenant.actor, account_id: idFromBytes(session!.account_id) };
    const exportPayload = { source: 'departments', query: {}, format: 'csv', language: 'en', is_strong: false };
    const asker = running.app.get(TenantFactory).forSession(tenantState, actor);
    return running.app.get(JobsService, { strict: false }).enqueue(asker, 'export', exportPayload, null);
  };
  /** Starts or resumes an upload. */
  const createUpload = async (): Promise<string> => {
    const video = { name: 'film.mp4', bytes: 64, type: 'video/mp4' };
    const training = `/api/trainings/${organisation.ids['/api/trainings']}`;
    return (await api(running, sessions.admin).post(`${training}/uploads`, video)).body.upload_id;
  };
  const prefixOf = ({ path }: Operation) => path.slice(0, path.indexOf('/{'));
  const rightOf = (operation: Operation, caller: Caller | 'manager'): Right =>
    ACCESS_MATRIX.get(operation.id)?.[caller] ?? '–';

  /** A request that would succeed for an allowed caller: existing ids, own ones where the caller has some. */
  const call = async (
    operation: Operation,
    headers: Headers,
    as: Partial<typeof adminOwnIds> = {},
    view = false,
  ): Promise<Reply> => {
    const { ids, plant } = organisation;
    const idByField: Record<string, string> = {
      staff_id: as.staff_id ?? ids['/api/staff']!,
      skill_id: ids['/api/skills']!,
      training_id: ids['/api/trainings']!,
      category_id: ids['/api/training-categories']!,
      department_id: ids['/api/departments']!,
      job_role_id: ids['/api/job-roles']!,
      quiz_id: ids['/api/quizzes']!,
      question_id: ids['/api/questions']!,
      assignment_id: ids['/api/training-assignments']!,
      attempt_id: as.attempt_id ?? ids['/api/attempts']!,
    };
    const ownRows: Record<string, string | undefined> = {
      '/api/attempts': as.attempt_id,
      '/api/practical-assessments': as.assessment_id,
    };
    const row = ownRows[prefixOf(operation)] ?? ids[prefixOf(operation)];
    const id = /^\/api\/(me|jobs)\b/.test(prefixOf(operation)) && as.row_of_self ? as.row_of_self : row;
    const path = operation.path
      .replace('{customer_id}', String(plant.customer_id))
      .replace('{id}', id ?? String(plant.customer_id))
      .replace('{slot}', '1')
      .replace('{number}', '1')
      .replace('{place}', 'logo')
      .replace('{language}', 'en')
      .replace('{level}', '3')
      .replace('{proof_id}', ids['/api/staff']!)
      .replace('{upload_id}', operation.path.includes('{upload_id}') ? await createUpload() : '')
      .replace('{token}', 'x');
    const query = operation.parameters
      .filter(
        ({ name, in: where, required }) =>
          where === 'query' && (required || operation.id.startsWith('quiz_questions')) && name in idByField,
      )
      .map(({ name }) => `${name}=${idByField[name]}`);
    if (view && !operation.path.includes('{customer_id}')) query.push(`customer_id=${plant.customer_id}`);
    const body = operation.body && (sampleOf(operation.body) as Record<string, unknown>);
    for (const [name, schema] of Object.entries(operation.body?.properties ?? {})) {
      if (idByField[name]) body![name] = schema.type === 'array' ? [idByField[name]] : idByField[name];
    }
    if (operation.id === 'skill_evidence_record' && as.staff_id) body!['kind'] = 'self';
    // The questions are looked up in the caller's organisation first: 422 would hide the 404.
    if (operation.id === 'quizzes_replaceSlots') body!['slots'] = [];
    if (operation.id === 'subscribers_subscribe') body!['customer_id'] = plant.customer_id;
    // Too short on purpose, so that it does not end the session.
    if (operation.id === 'auth_changePassword')
      Object.assign(body!, { customer_id: Number(headers['oid'] ?? 0), password: 'short' });
    const target = path + (query.length ? `?${query.join('&')}` : '');
    if (operation.media === 'multipart/form-data') return upload(running, operation.method, target, headers);
    if (operation.media === 'application/octet-stream') return uploadPart(running, operation.method, target, headers);
    return api(running, headers).call(operation.method, target, operation.method === 'GET' ? undefined : (body ?? {}));
  };
  const isRefused = ({ status }: Reply) => [401, 403, 404].includes(status);
  const describeReply = (operation: Operation, caller: string, reply: Reply) =>
    `${operation.id} as ${caller}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 120)}`;

  it('is defined once for every operation of the document, and for no other', () => {
    const known = operations.map(({ id }) => id);
    expect(known.filter((id) => !ACCESS_MATRIX.has(id))).toEqual([]);
    expect([...ACCESS_MATRIX.keys()].filter((id) => !known.includes(id))).toEqual([]);
    expect(DUPLICATE_OPERATIONS).toEqual([]);
  });

  it('matches the roles that each route allows, including API keys', () => {
    const routes = new Map(
      running.app
        .get(RouteAccessRegistry)
        .all()
        .map((route) => [`${route.method} ${route.path}`, route]),
    );
    for (const operation of operations) {
      const route = routes.get(`${operation.method} ${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`)!;
      const isOpen = rightOf(operation, 'anonymous') !== '–';
      expect([operation.id, 'open', route.open !== undefined]).toEqual([operation.id, 'open', isOpen]);
      expect([operation.id, 'open in the document', operation.open]).toEqual([
        operation.id,
        'open in the document',
        isOpen,
      ]);
      if (isOpen) continue;
      const isAllowed = (role: Caller) =>
        rightOf(operation, role) !== '–' || (role === 'user' && rightOf(operation, 'manager') !== '–');
      const allowed = ROLES.filter((role) => role !== 'anonymous' && isAllowed(role));
      expect([operation.id, [...route.allowed].toSorted()]).toEqual([operation.id, [...allowed].toSorted()]);
    }
  });

  it('is refused to all other roles, to other customers, and to colleagues for personal rows', async () => {
    const faults: string[] = [];
    let requestCount = 0;
    const expectRefused = async (
      operation: Operation,
      caller: string,
      headers: Headers,
      status?: number,
      view = false,
    ) => {
      const reply = await call(operation, headers, {}, view);
      requestCount++;
      if (status ? reply.status !== status : ![403, 404].includes(reply.status))
        faults.push(describeReply(operation, caller, reply));
    };
    for (const operation of operations) {
      if (rightOf(operation, 'anonymous') === '–') await expectRefused(operation, 'anonymous', {}, 401);
      else continue;
      for (const role of ['platform', 'admin', 'user', 'manager'] as const) {
        if (rightOf(operation, role) === '–')
          await expectRefused(operation, role, sessions[role], undefined, role === 'platform');
      }
      // An image slot of the organisation's certificates is not a row.
      const namesRow = operation.path.replace(/\{(place|language|level)\}/, '').includes('{');
      if (
        namesRow &&
        rightOf(operation, 'admin') === 'own' &&
        !operation.path.startsWith('/api/subscription-packages')
      ) {
        await expectRefused(operation, 'another organisation’s admin', sessions.stranger);
      }
      if (namesRow && rightOf(operation, 'user') === 'self')
        await expectRefused(operation, 'a colleague', sessions.colleague);
      if (namesRow && rightOf(operation, 'manager') === 'line')
        await expectRefused(operation, 'another manager', sessions.otherManager);
      if (namesRow && rightOf(operation, 'manager') === 'self')
        await expectRefused(operation, 'their manager', sessions.manager);
      // Without a staff record there are no own rows.
      if (
        rightOf(operation, 'admin') === 'self' &&
        !(operation.id === 'auth_changePassword' || /^(me|my_sessions|second_factor|passkeys)_/.test(operation.id))
      ) {
        await expectRefused(operation, 'an admin without a staff record', sessions.admin);
      }
    }
    expect(faults).toEqual([]);
    expect(requestCount).toBeGreaterThan(350);
  });

  it('shows a colleague or another manager no personal rows', async () => {
    const leaks: string[] = [];
    const { ids } = organisation;
    const personalPaths = [
      '/api/staff',
      '/api/training-assignments',
      '/api/attempts',
      '/api/skill-evidence',
      '/api/skill-targets',
    ];
    for (const operation of operations) {
      if (operation.method !== 'GET' || operation.path.includes('{') || rightOf(operation, 'user') !== 'self') continue;
      for (const caller of [sessions.colleague, sessions.otherManager]) {
        const reply = await api(running, caller).get(operation.path);
        if (reply.status > 299) continue;
        const text = JSON.stringify(reply.body);
        for (const prefix of [...personalPaths, '/api/revocations', '/api/exemptions']) {
          if (text.includes(ids[prefix]!)) leaks.push(`${operation.path} shows ${prefix}`);
        }
      }
    }
    expect(leaks).toEqual([]);
  });

  it('is allowed to every role of the matrix', async () => {
    const faults: string[] = [];
    let requestCount = 0;
    const expectAllowed = async (
      operation: Operation,
      caller: string,
      headers: Headers,
      as: Partial<typeof adminOwnIds>,
      view = false,
    ) => {
      const createRow = {
        my_sessions_end: createExtraSession,
        passkeys_rename: createExtraPasskey,
        passkeys_remove: createExtraPasskey,
        ...Object.fromEntries(['one', 'rows', 'cancel', 'file', 'fileLink'].map((name) => [`jobs_${name}`, createJob])),
      }[operation.id];
      const row_of_self = createRow ? await createRow(headers) : '';
      const reply = await call(operation, headers, { ...as, row_of_self }, view);
      requestCount++;
      if (isRefused(reply)) faults.push(describeReply(operation, caller, reply));
    };
    const learner = { staff_id: organisation.ids['/api/staff']! };
    const closedOperations = operations.filter((operation) => rightOf(operation, 'anonymous') === '–');
    for (const operation of closedOperations.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      const right = (role: Caller) => rightOf(operation, role);
      if (right('user') !== '–') await expectAllowed(operation, 'a learner', sessions.user, learner);
      if (rightOf(operation, 'manager') === 'line')
        await expectAllowed(operation, 'their manager', sessions.manager, learner);
      if (right('admin') === 'self')
        await expectAllowed(operation, 'an admin with a staff record', sessions.adminWithStaff, adminOwnIds);
      else if (right('admin') !== '–') await expectAllowed(operation, 'an admin', sessions.admin, {});
      const platform = right('platform');
      if (platform !== '–')
        await expectAllowed(operation, 'platform staff', sessions.platform, {}, platform === 'view');
    }
    expect(faults).toEqual([]);
    expect(requestCount).toBeGreaterThan(200);
  });

  it('requires a customer_id of platform staff for data of one customer', async () => {
    for (const operation of operations) {
      const right = rightOf(operation, 'platform');
      if (operation.method !== 'GET' || operation.path.includes('{customer_id}')) continue;
      if (!['view', '✓', 'self'].includes(right) || rightOf(operation, 'anonymous') !== '–') continue;
      const reply = await call(operation, sessions.platform);
      const requiresCustomer =
        reply.body?.code === 'customer_needed' || /customer_id: Name/.test(reply.body?.message ?? '');
      expect([operation.id, requiresCustomer]).toEqual([operation.id, right === 'view']);
    }
  });

  it('is the same with and without a session on open operations', async () => {
    const faults: string[] = [];
    const open = operations.filter((operation) => rightOf(operation, 'anonymous') !== '–');
    const staleHeaders = { authorization: 'Bearer stale', eid: 'nobody', oid: '999' };
    for (const operation of open.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      const anonymousReply = await call(operation, {});
      for (const headers of [staleHeaders, sessions.stranger]) {
        const reply = await call(operation, headers);
        const isOut = reply.status === 403 || (reply.status === 401 && !WRONG_SECRET_IS_401.includes(operation.id));
        if (isOut || (reply.status !== 429 && reply.status !== anonymousReply.status)) {
          faults.push(
            `${describeReply(operation, 'an account with a session', reply)}; without: ${anonymousReply.status}`,
          );
        }
      }
    }
    expect(faults).toEqual([]);
  });
});

/** Not a video: refused by its content after all other checks. */
async function upload(running: RunningApp, method: string, path: string, headers: Headers): Promise<Reply> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(64)], { type: 'video/mp4' }), 'clip.mp4');
  const answer = await fetch(running.url + path, { method, headers, body: form });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** Shorter than announced: refused after all other checks. */
async function uploadPart(running: RunningApp, method: string, path: string, headers: Headers): Promise<Reply> {
  const sent = { ...headers, 'content-type': 'application/octet-stream' };
  const answer = await fetch(running.url + path, { method, headers: sent, body: new Uint8Array(8) });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** A registered organisation whose people have accounts; `openOrganisation` creates only sessions. */
async function registerOrganisation(running: RunningApp): Promise<Organisation> {
  const { app } = running;
  const { organisation, signIn } = fixtures(running);
  const registration = await organisation({ staffLimit: 100, trainingLimit: 100 });
  const password_hash = await app.get(PasswordService).hash(PASSWORD);
  return {
    customer_id: registration.customer_id,
    tenant: registration.tenant,
    admin: registration.admin,
    signIn: async ({ role, staff_id, eid }) => {
      const user_name = `u-${randomBytes(5).toString('hex')}`;
      await app.get(TransactionManager).run(() =>
        app.get(AccountsService, { strict: false }).create({
          customer_id: registration.customer_id,
          kind: 'customer',
          role,
          user_name,
          email: `${user_name}@example.org`,
          password_hash,
          first_name: 'Asha',
          last_name: 'Rao',
          employee_code: eid ?? user_name,
          staff_id: staff_id ?? null,
        }),
      );
      return signIn({ user_name });
    },
  };
}
