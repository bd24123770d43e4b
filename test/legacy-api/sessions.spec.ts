import { createHmac, generateKeyPairSync, randomBytes, sign as signWith } from 'node:crypto';
import { PasswordService } from '../../src/infrastructure/security/password.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import type { Headers } from '../support/organisation';

const NEW_PASSWORD = 'seven-kites-under-a-bridge';
const HOUR = 3_600_000;
type JsonObject = Record<string, unknown>;

const encodePart = (value: JsonObject | string) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as JsonObject;
const signToken = (head: JsonObject, claims: JsonObject, key: Buffer | string, digest = 'sha256') => {
  const text = `${encodePart(head)}.${encodePart(claims)}`;
  return `${text}.${createHmac(digest, key).update(text).digest('base64url')}`;
};

/** A token without a live session is 401 on every closed call, and ignored on an open one (docs/api.md). */
describe('a bearer that is no live session', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let other: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    other = await fixtures(running).organisation();
  });
  beforeEach(async () => {
    plant = await fixtures(running).organisation();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    running.clock.release();
  });
  afterAll(() => running.close());

  const unknownId = '018f0000-0000-7000-8000-000000000000';
  const closedCalls = ({ customer_id }: RegisteredOrganisation): [method: string, path: string][] => [
    ['GET', `/Common/get_available_count/${customer_id}`],
    ['GET', '/Common/get_subscription_details'],
    ['GET', `/Common/get_quiz_questions?training_id=${unknownId}&quiz_id=${unknownId}`],
    ['GET', '/CustomerMaster/ListCustomers'],
    ['POST', `/CustomerMaster/UpdateCustomer/${customer_id}`],
    ['POST', '/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT'],
    ['GET', '/Result/get_skil_matrix_report'],
    ['GET', '/api/me'],
    ['GET', '/api/staff'],
    ['POST', '/api/staff'],
    ['DELETE', `/api/staff/${unknownId}`],
    ['GET', '/api/reports/skill-matrix'],
    ['POST', '/api/auth/password'],
  ];
  const openCalls: [method: string, path: string, status: number][] = [
    ['GET', '/Common/get_subscription_list', 200],
    ['GET', '/api/employees/GetFinancialYear', 200],
    ['GET', '/Common/check_email?email=nobody@example.org', 200],
    ['GET', '/api/subscription-packages/offered', 200],
    ['POST', '/api/auth/logout', 204],
  ];
  const callAll = async (headers: Headers, calls: readonly (readonly [string, string, ...unknown[]])[]) => {
    const replies = [];
    for (const [method, path] of calls) {
      const body = method === 'POST' ? {} : undefined;
      const { status } = await api(running, headers).call(method, path, body);
      replies.push([method, path, status]);
    }
    return replies;
  };
  const expectNoSession = async (headers: Headers, target = plant) => {
    const expectedStatuses = closedCalls(target).map(([method, path]) => [method, path, 401]);
    expect(await callAll(headers, closedCalls(target))).toEqual(expectedStatuses);
    expect(await callAll(headers, openCalls)).toEqual(openCalls);
  };
  const expectSession = async (headers: Headers, target = plant) =>
    expect((await api(running, headers).get(`/Common/get_available_count/${target.customer_id}`)).status).toBe(200);

  describe('since it was forged', () => {
    const HS256 = { alg: 'HS256', typ: 'JWT' };
    const forgeries: [string, (token: string, claims: JsonObject, key: Buffer) => string][] = [
      ['no algorithm', (_, claims) => `${encodePart({ alg: 'none', typ: 'JWT' })}.${encodePart(claims)}.`],
      ['no algorithm, in capitals', (_, claims) => `${encodePart({ alg: 'NONE', typ: 'JWT' })}.${encodePart(claims)}.`],
      ['no signature', (token) => `${token.split('.').slice(0, 2).join('.')}.`],
      ['HS512 with the right key', (_, claims, key) => signToken({ ...HS256, alg: 'HS512' }, claims, key, 'sha512')],
      ['RS256 named over an HMAC', (_, claims, key) => signToken({ ...HS256, alg: 'RS256' }, claims, key)],
      [
        'RS256 with a key of its own, which it brings along',
        (_, claims) => {
          const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
          const text = `${encodePart({ alg: 'RS256', typ: 'JWT', jwk: publicKey.export({ format: 'jwk' }) })}.${encodePart(claims)}`;
          return `${text}.${signWith('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
        },
      ],
      ['another key', (_, claims) => signToken(HS256, claims, randomBytes(32))],
      ['an empty key', (_, claims) => signToken(HS256, claims, '')],
      [
        'the secret itself, not the key made of it',
        (_, claims) => signToken(HS256, claims, 'a secret of the tests, long enough to be accepted'),
      ],
      [
        'the claims of another under the old signature',
        (token, claims) => {
          const [head, , signature] = token.split('.');
          return `${head}.${encodePart({ ...claims, cid: 1 })}.${signature}`;
        },
      ],
    ];
    const invalidClaims: [string, (claims: JsonObject) => JsonObject][] = [
      ['expired', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 1 })],
      ['without an end', ({ exp: _, ...claims }) => claims],
      ['not yet valid', (claims) => ({ ...claims, nbf: Math.floor(Date.now() / 1000) + 300 })],
      ['without a beginning', ({ nbf: _, ...claims }) => claims],
      ['for another audience', (claims) => ({ ...claims, aud: 'another product' })],
      ['for no audience', ({ aud: _, ...claims }) => claims],
      ['of another type', (claims) => ({ ...claims, typ: 'refresh' })],
      ['of no type', ({ typ: _, ...claims }) => claims],
      ['of an unknown session', (claims) => ({ ...claims, sid: unknownId })],
      ['of no session', ({ sid: _, ...claims }) => claims],
      ['of a session that is no id', (claims) => ({ ...claims, sid: { $ne: null } })],
      ['of a session of another organisation', (claims) => ({ ...claims, cid: other.customer_id })],
      ['of a session of another employee code', (claims) => ({ ...claims, eid: 'SOMEBODY' })],
    ];

    it.each(forgeries)('with %s', async (_, forge) => {
      // A verified token is cached: the cache must not accept a forged one.
      await expectSession(plant.admin);
      const token = plant.admin['authorization']!.slice('Bearer '.length);
      const forged = forge(token, claimsOf(token), running.config.key('session'));
      await expectNoSession({ ...plant.admin, authorization: `Bearer ${forged}` });
      await expectSession(plant.admin);
    });

    it.each(invalidClaims)('with the right key: %s', async (_, change) => {
      await expectSession(plant.admin);
      const claims = change(claimsOf(plant.admin['authorization']!.slice('Bearer '.length)));
      const token = signToken(HS256, claims, running.config.key('session'));
      await expectNoSession({ ...plant.admin, authorization: `Bearer ${token}` });
      await expectSession(plant.admin);
    });
  });

  it('since it is another kind of secret: a refresh token, a registration ticket, a reset link or its handle', async () => {
    const login = await api(running).post('/api/auth/login', { user_name: plant.user_name, password: PASSWORD });
    const refresh = /sg_refresh=([^;]+)/.exec(login.headers.get('set-cookie') ?? '')![1]!;
    const client = { 'user-agent': 'another kind of secret' };
    const email = registrationForm(1).email_primary;
    await api(running, client).get(`/Common/send_otp?to_email=${email}`);
    const { code } = (await running.mails()).find((mail) => mail.to === email)!;
    const ticket = (await api(running, client).get(`/Common/verify_otp?otp=${code}`)).body.data.registration_token;
    await api(running).post('/api/auth/forgot-password', { email: plant.email });
    const link = (await running.mails()).find((mail) => mail.to === plant.email)!.link!.split('/reset/')[1]!;
    const { handle } = (await api(running).post('/api/auth/password-reset/check', { token: link })).body;
    for (const secret of [decodeURIComponent(refresh), ticket, link, handle]) {
      expect(secret).toMatch(/^[\w.-]{20,}$/);
      await expectNoSession({ ...plant.admin, authorization: `Bearer ${secret}` });
    }
  });

  describe('since it has ended', () => {
    interface Member {
      staff_id: string;
      user_name: string;
      headers: Headers;
    }
    const admin = () => api(running, plant.admin);
    const member = async (role: 'admin' | 'user' = 'user'): Promise<Member> => {
      const email = registrationForm(1).email_primary;
      const person = { staff_code: `M-${role}`, first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01', email };
      const { staff_id } = (await admin().post('/api/staff', person)).body;
      await admin().post(`/api/staff/${staff_id}/invite`, { role });
      const token = (await running.mails()).find((mail) => mail.to === email)!.link!.split('/reset/')[1];
      const { handle } = (await api(running).post('/api/auth/password-reset/check', { token })).body;
      await api(running).post('/api/auth/password-reset', { handle, password: PASSWORD });
      return { staff_id, user_name: email, headers: await fixtures(running).signIn({ user_name: email }) };
    };
    /** Ways in which a member's sessions end, and the status of a login with the right password afterwards. */
    const sessionEndings: [string, (client: Member) => Promise<{ status: number }>, opens: number][] = [
      ['by signing out', ({ headers }) => api(running, headers).post('/api/auth/logout'), 200],
      [
        'by a new password',
        ({ headers }) => api(running, headers).post('/api/auth/password', { password: NEW_PASSWORD }),
        401,
      ],
      ['by another role', ({ staff_id }) => admin().post(`/api/staff/${staff_id}/invite`, { role: 'admin' }), 200],
      ['by suspension', ({ staff_id }) => admin().post(`/api/staff/${staff_id}/suspend`), 403],
      [
        'by leaving',
        ({ staff_id }) => admin().post(`/api/staff/${staff_id}/leave`, { last_active_day: '2025-01-31' }),
        401,
      ],
      [
        'by the suspension of the organisation',
        async () => {
          const { headers } = await fixtures(running).platformStaff();
          return api(running, headers).post(`/api/customers/${plant.customer_id}/suspend`, { reason: 'Unpaid' });
        },
        403,
      ],
    ];

    it.each(sessionEndings)('%s', async (_, end, loginStatus) => {
      const asha = await member();
      await expectSession(asha.headers);
      expect((await end(asha)).status).toBeLessThan(300);
      await expectNoSession(asha.headers);
      const loginReply = await api(running).post('/api/auth/login', { user_name: asha.user_name, password: PASSWORD });
      expect(loginReply.status).toBe(loginStatus);
    });

    it('by two hours without a call, or by twelve hours with them', async () => {
      running.clock.freeze(Date.now());
      const idle = await fixtures(running).signIn(plant);
      const busy = await fixtures(running).signIn(plant);
      for (let minutes = 0; minutes < 12 * 60 - 100; minutes += 100) {
        running.clock.advance(100 * 60_000);
        await expectSession(busy);
      }
      await expectNoSession(idle);
      running.clock.advance(HOUR);
      await expectNoSession(busy);
    });

    /** These happen between the password check and the start of the session. */
    const concurrentEndings: [string, (client: Member) => Promise<{ status: number }>][] = sessionEndings
      .slice(1, 5)
      .map(([title, end]) => [title, end]);

    it.each(concurrentEndings)(
      '%s at the very moment of a sign-in: what that one gives opens nothing either',
      async (_, end) => {
        const asha = await member();
        const passwordService = running.app.get(PasswordService);
        const matches = passwordService.matches.bind(passwordService);
        const matchesSpy = jest.spyOn(passwordService, 'matches').mockImplementationOnce(async (...args) => {
          const isMatch = await matches(...args);
          expect((await end(asha)).status).toBeLessThan(300);
          return isMatch;
        });
        const reply = await api(running).post('/api/auth/login', { user_name: asha.user_name, password: PASSWORD });
        expect(matchesSpy).toHaveBeenCalledTimes(1);
        const { token, eid, oid } = reply.body;
        await expectNoSession({ authorization: `Bearer ${token}`, eid, oid });
        await expectNoSession(asha.headers);
        const cookie = reply.headers.get('set-cookie')!.split(';')[0]!;
        expect((await api(running).post('/api/auth/refresh', undefined, { cookie })).status).toBe(401);
      },
    );

    it('by a new password while many sign in with the old one: all their sessions are refused', async () => {
      const asha = await member();
      const legacy = () =>
        api(running).post('/Customer/customer_login', { user_name: asha.user_name, password: PASSWORD });
      const [change, ...logins] = await Promise.all([
        api(running, asha.headers).post('/api/auth/password', { password: NEW_PASSWORD }),
        ...Array.from({ length: 12 }, legacy),
      ]);
      expect(change.status).toBe(200);
      for (const { status, body } of logins) {
        if (status !== 200) continue;
        const { token, eid, oid } = body.data;
        const headers = { authorization: `Bearer ${token}`, eid, oid };
        expect((await api(running, headers).get('/api/me')).status).toBe(401);
      }
    });
  });

  it('allows only one of several concurrent changes of a password', async () => {
    const headers = await fixtures(running).signIn(plant);
    const change = (at: number) => {
      const body = { password: `seven-herons-of-dock-${at}`, current_password: PASSWORD };
      return api(running, headers).post('/api/auth/password', body);
    };
    const replies = await Promise.all([0, 1, 2, 3].map(change));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const winner = replies.findIndex(({ status }) => status === 200);
    const login = { user_name: plant.user_name, password: `seven-herons-of-dock-${winner}` };
    expect((await api(running).post('/api/auth/login', login)).status).toBe(200);
  });
});
