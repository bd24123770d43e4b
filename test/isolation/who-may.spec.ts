import { randomBytes } from 'node:crypto';
import { Accounts } from '../../src/identity/accounts.service';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { idFromBytes, idToBytes } from '../../src/platform/ids';
import { Passwords } from '../../src/platform/passwords';
import { Doors } from '../../src/tenancy/doors';
import { Jobs } from '../../src/tenancy/jobs/jobs.service';
import { Tenants } from '../../src/tenancy/tenants';
import { api, type Reply } from '../support/api';
import { assessed } from '../support/assessed';
import { startApp, type RunningApp } from '../support/app';
import { given, PASSWORD } from '../support/given';
import { operationsOf, sampleOf, type Operation } from '../support/openapi';
import type { Headers, Organisation } from '../support/organisation';
import { SoftPasskey } from '../support/passkey';
import { ROLES, TWICE, WHO_MAY, type Caller, type Right } from '../support/who-may';
import { openWorld, type World } from '../support/world';

/** Open calls where 401 says that the secret was wrong, not that nobody is signed in. */
const WRONG_SECRET_IS_401 = ['auth_login', 'auth_refresh', 'auth_enterByPasskey'];

/** What ends a session, an employment or an organisation comes after everything else. */
const LAST = [
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
  LAST.includes(id) ? METHODS.length + LAST.indexOf(id) : METHODS.indexOf(method);

describe('who may do what', () => {
  let running: RunningApp;
  let operations: Operation[];
  let world: World;
  let people: Record<
    'platform' | 'admin' | 'user' | 'manager' | 'otherManager' | 'adminWithStaff' | 'colleague' | 'stranger',
    Headers
  >;
  /** Of the admin who has a staff record. */
  let own: { staff_id: string; attempt_id: string; assessment_id: string; row_of_self?: string };

  beforeAll(async () => {
    running = await startApp();
    operations = await operationsOf(running);
    const { platformStaff } = given(running);
    const home = await registered(running);
    world = await openWorld(running, home);
    const { plant, ids } = world;
    const offered = (await api(running).get('/api/subscription-packages/offered')).body as {
      subscription_id: number;
    }[];
    const [subscriber] = (await plant.api.get('/api/subscribers')).body as { id: string }[];
    Object.assign(ids, {
      '/api/customers': String(home.customer_id),
      '/api/subscription-packages': String(offered[0]!.subscription_id),
      '/api/subscribers': subscriber!.id,
      '/api/support-messages': world.support_message_id,
      '/api/me/sessions': await spareSession(world.learner),
      '/api/me/passkeys': await sparePasskey(world.learner),
    });
    const colleague = await plant.staff();
    const foreman = await plant.staff();
    const other = await plant.staff();
    await plant.staff({ manager_id: other.staff_id });
    await plant.assign([foreman.staff_id], [ids['/api/trainings']!]);
    people = {
      platform: (await platformStaff()).headers,
      admin: home.admin,
      user: world.learner,
      manager: world.manager,
      otherManager: await home.signIn({ role: 'user', staff_id: other.staff_id }),
      adminWithStaff: await home.signIn({ role: 'admin', staff_id: foreman.staff_id }),
      colleague: await home.signIn({ role: 'user', staff_id: colleague.staff_id }),
      stranger: (await registered(running)).admin,
    };
    const started = await api(running, people.adminWithStaff).post('/api/attempts', {
      training_id: ids['/api/trainings'],
    });
    const assessment_id = await assessed(plant.api, foreman.staff_id, ids['/api/skills']!);
    own = { staff_id: foreman.staff_id, attempt_id: started.body.attempt_id, assessment_id };
  });
  afterAll(() => running.close());

  /** Another sign-in of the same account, good for being ended. */
  const spareSession = async (headers: Headers): Promise<string> => {
    const { user_name } = (await api(running, headers).get('/api/me')).body;
    await given(running).signIn({ user_name });
    const sessions = (await api(running, headers).get('/api/me/sessions')).body as { id: string; current: boolean }[];
    return sessions.find(({ current }) => !current)!.id;
  };
  const sparePasskey = async (headers: Headers): Promise<string> => {
    const me = api(running, headers);
    const { challenge_id, options } = (await me.post('/api/me/passkeys/options')).body;
    const response = new SoftPasskey().register(options);
    return (await me.post('/api/me/passkeys', { challenge_id, name: 'Phone', response })).body.id;
  };
  /** Asked for by that session's account; it comes to its end by itself. */
  const spareJob = async (headers: Headers): Promise<string> => {
    // Theirs are those of all.
    if (headers === people.platform) return world.ids['/api/jobs']!;
    const [, claims = ''] = headers['authorization']!.split('.');
    const { sid } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sid: string };
    const database = running.app.get(Database);
    const sql = 'SELECT account_id FROM session WHERE session_id = ?';
    const [session] = await database.rows<{ account_id: Uint8Array }>(sql, [idToBytes(sid)]);
    const { tenant } = world.plant;
    const facts = { ...tenant, status: 'A' };
    const actor = { ...tenant.actor, account_id: idFromBytes(session!.account_id) };
    const order = { source: 'departments', query: {}, format: 'csv', language: 'en', is_strong: false };
    const asker = running.app.get(Tenants).ofSession(facts, actor);
    return running.app.get(Jobs, { strict: false }).enqueue(asker, 'export', order, null);
  };
  /** Begun, or begun before and not given up since. */
  const spareUpload = async (): Promise<string> => {
    const film = { name: 'film.mp4', bytes: 64, type: 'video/mp4' };
    const training = `/api/trainings/${world.ids['/api/trainings']}`;
    return (await api(running, people.admin).post(`${training}/uploads`, film)).body.upload_id;
  };
  const prefixOf = ({ path }: Operation) => path.slice(0, path.indexOf('/{'));
  const rightOf = (operation: Operation, caller: Caller | 'manager'): Right =>
    WHO_MAY.get(operation.id)?.[caller] ?? '–';

  /** A call that would succeed for whom it is meant: ids of rows that are there, own ones where the caller has some. */
  const call = async (
    operation: Operation,
    headers: Headers,
    as: Partial<typeof own> = {},
    view = false,
  ): Promise<Reply> => {
    const { ids, plant } = world;
    const named: Record<string, string> = {
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
    const ofTheirs: Record<string, string | undefined> = {
      '/api/attempts': as.attempt_id,
      '/api/practical-assessments': as.assessment_id,
    };
    const row = ofTheirs[prefixOf(operation)] ?? ids[prefixOf(operation)];
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
      .replace('{upload_id}', operation.path.includes('{upload_id}') ? await spareUpload() : '')
      .replace('{token}', 'x');
    const query = operation.parameters
      .filter(
        ({ name, in: where, required }) =>
          where === 'query' && (required || operation.id.startsWith('quiz_questions')) && name in named,
      )
      .map(({ name }) => `${name}=${named[name]}`);
    if (view && !operation.path.includes('{customer_id}')) query.push(`customer_id=${plant.customer_id}`);
    const body = operation.body && (sampleOf(operation.body) as Record<string, unknown>);
    for (const [name, schema] of Object.entries(operation.body?.properties ?? {})) {
      if (named[name]) body![name] = schema.type === 'array' ? [named[name]] : named[name];
    }
    if (operation.id === 'skill_evidence_record' && as.staff_id) body!['kind'] = 'self';
    // The question is looked for in the caller's organisation before the quiz is: 422 would hide the 404.
    if (operation.id === 'quizzes_replaceSlots') body!['slots'] = [];
    if (operation.id === 'subscribers_subscribe') body!['customer_id'] = plant.customer_id;
    // Too short: it must not end the session. The number is the one that the caller's own sign-in answered.
    if (operation.id === 'auth_changePassword')
      Object.assign(body!, { customer_id: Number(headers['oid'] ?? 0), password: 'short' });
    const target = path + (query.length ? `?${query.join('&')}` : '');
    if (operation.media === 'multipart/form-data') return upload(running, operation.method, target, headers);
    if (operation.media === 'application/octet-stream') return uploadPart(running, operation.method, target, headers);
    return api(running, headers).call(operation.method, target, operation.method === 'GET' ? undefined : (body ?? {}));
  };
  const isRefused = ({ status }: Reply) => [401, 403, 404].includes(status);
  const line = (operation: Operation, who: string, reply: Reply) =>
    `${operation.id} as ${who}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 120)}`;

  it('is said for every operation of the document once, and for no other', () => {
    const known = operations.map(({ id }) => id);
    expect(known.filter((id) => !WHO_MAY.has(id))).toEqual([]);
    expect([...WHO_MAY.keys()].filter((id) => !known.includes(id))).toEqual([]);
    expect(TWICE).toEqual([]);
  });

  it('stands on the doors: the roles that a route lets in, API keys among them, are those of the matrix', () => {
    const doors = new Map(
      running.app
        .get(Doors)
        .all()
        .map((door) => [`${door.method} ${door.path}`, door]),
    );
    for (const operation of operations) {
      const door = doors.get(`${operation.method} ${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`)!;
      const isOpen = rightOf(operation, 'anonymous') !== '–';
      expect([operation.id, 'open', door.open !== undefined]).toEqual([operation.id, 'open', isOpen]);
      expect([operation.id, 'open in the document', operation.open]).toEqual([
        operation.id,
        'open in the document',
        isOpen,
      ]);
      if (isOpen) continue;
      const may = (role: Caller) =>
        rightOf(operation, role) !== '–' || (role === 'user' && rightOf(operation, 'manager') !== '–');
      const allowed = ROLES.filter((role) => role !== 'anonymous' && may(role));
      expect([operation.id, [...door.allowed].toSorted()]).toEqual([operation.id, [...allowed].toSorted()]);
    }
  });

  it('is refused to everybody else, to strangers, and to colleagues where it is somebody’s own', async () => {
    const wrong: string[] = [];
    let tried = 0;
    const mustRefuse = async (operation: Operation, who: string, headers: Headers, status?: number, view = false) => {
      const reply = await call(operation, headers, {}, view);
      tried++;
      if (status ? reply.status !== status : ![403, 404].includes(reply.status))
        wrong.push(line(operation, who, reply));
    };
    for (const operation of operations) {
      if (rightOf(operation, 'anonymous') === '–') await mustRefuse(operation, 'anonymous', {}, 401);
      else continue;
      for (const role of ['platform', 'admin', 'user', 'manager'] as const) {
        if (rightOf(operation, role) === '–')
          await mustRefuse(operation, role, people[role], undefined, role === 'platform');
      }
      // A place on the organisation's own certificates is no row.
      const namesRow = operation.path.replace(/\{(place|language|level)\}/, '').includes('{');
      if (
        namesRow &&
        rightOf(operation, 'admin') === 'own' &&
        !operation.path.startsWith('/api/subscription-packages')
      ) {
        await mustRefuse(operation, 'another organisation’s admin', people.stranger);
      }
      if (namesRow && rightOf(operation, 'user') === 'self')
        await mustRefuse(operation, 'a colleague', people.colleague);
      if (namesRow && rightOf(operation, 'manager') === 'line')
        await mustRefuse(operation, 'the manager of somebody else', people.otherManager);
      if (namesRow && rightOf(operation, 'manager') === 'self')
        await mustRefuse(operation, 'their manager', people.manager);
      // Whose own rows are meant, when there is no staff record?
      if (
        rightOf(operation, 'admin') === 'self' &&
        !(operation.id === 'auth_changePassword' || /^(me|my_sessions|second_factor|passkeys)_/.test(operation.id))
      ) {
        await mustRefuse(operation, 'an admin without a staff record', people.admin);
      }
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(350);
  });

  it('shows a colleague, or somebody else’s manager, nothing of the rows that are somebody’s own', async () => {
    const seen: string[] = [];
    const { ids } = world;
    const personal = [
      '/api/staff',
      '/api/training-assignments',
      '/api/attempts',
      '/api/skill-evidence',
      '/api/skill-targets',
    ];
    for (const operation of operations) {
      if (operation.method !== 'GET' || operation.path.includes('{') || rightOf(operation, 'user') !== 'self') continue;
      for (const who of [people.colleague, people.otherManager]) {
        const reply = await api(running, who).get(operation.path);
        if (reply.status > 299) continue;
        const text = JSON.stringify(reply.body);
        for (const prefix of [...personal, '/api/revocations', '/api/exemptions']) {
          if (text.includes(ids[prefix]!)) seen.push(`${operation.path} shows ${prefix}`);
        }
      }
    }
    expect(seen).toEqual([]);
  });

  it('is allowed to everybody of whom the matrix says so', async () => {
    const wrong: string[] = [];
    let tried = 0;
    const mustAllow = async (
      operation: Operation,
      who: string,
      headers: Headers,
      as: Partial<typeof own>,
      view = false,
    ) => {
      const spare = {
        my_sessions_end: spareSession,
        passkeys_rename: sparePasskey,
        passkeys_remove: sparePasskey,
        ...Object.fromEntries(['one', 'rows', 'cancel', 'file', 'fileLink'].map((name) => [`jobs_${name}`, spareJob])),
      }[operation.id];
      const row_of_self = spare ? await spare(headers) : '';
      const reply = await call(operation, headers, { ...as, row_of_self }, view);
      tried++;
      if (isRefused(reply)) wrong.push(line(operation, who, reply));
    };
    const learner = { staff_id: world.ids['/api/staff']! };
    const closed = operations.filter((operation) => rightOf(operation, 'anonymous') === '–');
    for (const operation of closed.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      const may = (role: Caller) => rightOf(operation, role);
      if (may('user') !== '–') await mustAllow(operation, 'a learner', people.user, learner);
      if (rightOf(operation, 'manager') === 'line')
        await mustAllow(operation, 'their manager', people.manager, learner);
      if (may('admin') === 'self')
        await mustAllow(operation, 'an admin with a staff record', people.adminWithStaff, own);
      else if (may('admin') !== '–') await mustAllow(operation, 'an admin', people.admin, {});
      const platform = may('platform');
      if (platform !== '–') await mustAllow(operation, 'platform staff', people.platform, {}, platform === 'view');
    }
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(200);
  });

  it('asks platform staff whose data it is, where they only look at one organisation', async () => {
    for (const operation of operations) {
      const right = rightOf(operation, 'platform');
      if (operation.method !== 'GET' || operation.path.includes('{customer_id}')) continue;
      if (!['view', '✓', 'self'].includes(right) || rightOf(operation, 'anonymous') !== '–') continue;
      const reply = await call(operation, people.platform);
      const asked = reply.body?.code === 'customer_needed' || /customer_id: Name/.test(reply.body?.message ?? '');
      expect([operation.id, asked]).toEqual([operation.id, right === 'view']);
    }
  });

  it('is the same for whoever is signed in or not, where a secret decides or everybody may', async () => {
    const wrong: string[] = [];
    const open = operations.filter((operation) => rightOf(operation, 'anonymous') !== '–');
    const stale = { authorization: 'Bearer stale', eid: 'nobody', oid: '999' };
    for (const operation of open.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      const alone = await call(operation, {});
      for (const headers of [stale, people.stranger]) {
        const reply = await call(operation, headers);
        const isOut = reply.status === 403 || (reply.status === 401 && !WRONG_SECRET_IS_401.includes(operation.id));
        if (isOut || (reply.status !== 429 && reply.status !== alone.status)) {
          wrong.push(`${line(operation, 'somebody with a session', reply)}; without: ${alone.status}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});

/** A file that is no video: refused by its content, once everything else was judged. */
async function upload(running: RunningApp, method: string, path: string, headers: Headers): Promise<Reply> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(64)], { type: 'video/mp4' }), 'clip.mp4');
  const answer = await fetch(running.url + path, { method, headers, body: form });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** Shorter than announced: refused for that, once everything else was judged. */
async function uploadPart(running: RunningApp, method: string, path: string, headers: Headers): Promise<Reply> {
  const sent = { ...headers, 'content-type': 'application/octet-stream' };
  const answer = await fetch(running.url + path, { method, headers: sent, body: new Uint8Array(8) });
  return { status: answer.status, body: await answer.json(), headers: answer.headers };
}

/** An organisation that registered, whose people have accounts and sign in: `openOrganisation` gives sessions only. */
async function registered(running: RunningApp): Promise<Organisation> {
  const { app } = running;
  const { organisation, signIn } = given(running);
  const made = await organisation({ staffLimit: 100, trainingLimit: 100 });
  const password_hash = await app.get(Passwords).hash(PASSWORD);
  return {
    customer_id: made.customer_id,
    tenant: made.tenant,
    admin: made.admin,
    signIn: async ({ role, staff_id, eid }) => {
      const user_name = `u-${randomBytes(5).toString('hex')}`;
      await app.get(Transactions).run(() =>
        app.get(Accounts, { strict: false }).create({
          ...{ customer_id: made.customer_id, kind: 'customer', role, user_name, email: `${user_name}@example.org` },
          ...{ password_hash, first_name: 'Asha', last_name: 'Rao', employee_code: eid ?? user_name },
          staff_id: staff_id ?? null,
        }),
      );
      return signIn({ user_name });
    },
  };
}
