import { SignInService } from '../../src/modules/identity/sign-in.service';
import { SignInAccountsQuery, type SignInAccount } from '../../src/modules/identity/sign-in-accounts.query';
import { Database } from '../../src/infrastructure/database/database';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { codeAt, enrolSecondFactor, type Authenticator } from '../support/authenticator';
import { fixtures, PASSWORD, type RegisteredOrganisation } from '../support/fixtures';
import { SoftPasskey } from '../support/passkey';
import { statementsOfRequests } from '../support/recorded-statements';

const MINUTE = 60_000;

describe('a second factor', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let phone: Authenticator;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-02T08:00:10Z');
    plant = await fixtures(running).organisation();
    phone = await enrolSecondFactor(running, plant.admin);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const login = (code?: string, password = PASSWORD) =>
    api(running).post('/api/auth/login', { user_name: plant.user_name, password, ...(code && { code }) });
  const me = () => api(running, plant.admin);
  const fetchAuditEvents = async (action: string) =>
    (await me().get(`/api/audit-events?action=${action}`)).body as object[];
  const subjects = async () =>
    (await running.mails()).filter((mail) => mail.to === plant.email).map((mail) => mail.subject);

  describe('at sign-in', () => {
    it('is asked for after the right password only, and no session is made without it', async () => {
      const reply = await login();
      expect(reply).toMatchObject({ status: 401, body: { code: 'second_factor_needed' } });
      expect(reply.headers.get('set-cookie')).toBeNull();
      expect((await login(undefined, 'wrong')).body.code).toBe('login_failed');
      expect((await login(phone.code(), 'wrong')).body.code).toBe('login_failed');
      expect(await login(phone.code())).toMatchObject({ status: 200, body: { second_factor_required: false } });
    });

    it('is what the app shows now, a step before or a step after, and no other', async () => {
      for (const [steps, status] of [
        [-2, 401],
        [-1, 200],
        [0, 200],
        [1, 200],
        [2, 401],
      ] as const) {
        running.clock.advance(10 * 30_000);
        expect([steps, (await login(phone.code(steps))).status]).toEqual([steps, status]);
      }
    });

    it('holds on the edges of a step, to the millisecond', async () => {
      const edge = Date.parse('2026-03-02T09:00:00.000Z');
      const proof = codeAt(phone.secret, edge);
      running.clock.freeze(edge - 30_001);
      expect((await login(proof)).body.code).toBe('second_factor_wrong');
      running.clock.freeze(edge + 60_000);
      expect((await login(proof)).body.code).toBe('second_factor_wrong');
      running.clock.freeze(edge + 59_999);
      expect((await login(proof)).status).toBe(200);
    });

    it('takes a code once, and none from before it', async () => {
      const before = phone.code(-1);
      const code = phone.code();
      expect((await login(code)).status).toBe(200);
      expect((await login(code)).body.code).toBe('second_factor_wrong');
      expect((await login(before)).body.code).toBe('second_factor_wrong');
      running.clock.advance(30_000);
      expect((await login(phone.code())).status).toBe(200);
    });

    it.each(['a code', 'a recovery code'])('lets %s that comes five times at once in exactly once', async (which) => {
      const code = which === 'a code' ? phone.code() : phone.recovery_codes[0]!;
      const all = await Promise.all(Array.from({ length: 5 }, () => login(code)));
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(all.filter(({ body }) => body.code === 'second_factor_wrong')).toHaveLength(4);
    });

    it('is a recovery code as well, however it is typed, each once; the owner is told', async () => {
      const [first, second] = phone.recovery_codes as [string, string];
      expect((await login(` ${first.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
      expect((await login(first)).status).toBe(401);
      expect((await login(second)).status).toBe(200);
      expect((await me().get('/api/me/second-factor')).body.recovery_codes_left).toBe(8);
      expect(await fetchAuditEvents('second_factor.recovery_used')).toHaveLength(2);
      expect((await subjects()).filter((subject) => subject === 'A recovery code was used')).toHaveLength(2);
    });

    it('counts a wrong code like a wrong password, and locks the right one out as well', async () => {
      for (let i = 0; i < 5; i++) expect((await login('000000')).body.code).toBe('second_factor_wrong');
      expect(await login(phone.code())).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
      running.clock.advance(31_000);
      expect((await login(phone.code())).status).toBe(200);
      expect(await fetchAuditEvents('session.second_factor_failed')).toHaveLength(5);
    });

    it('cannot be guessed by showing the right password in between', async () => {
      const codes: string[] = [];
      for (let i = 0; i < 8; i++) {
        codes.push((await login()).body.code, (await login(String(100_000 + i))).body.code);
      }
      expect(codes.filter((code) => code === 'second_factor_wrong')).toHaveLength(5);
      expect(codes.slice(10)).toEqual(Array.from({ length: 6 }, () => 'too_many_tries'));
    });

    it('cannot be guessed by changing the password in between, which clears the tries of the password', async () => {
      const tries = async (count: number) => {
        for (let i = 0; i < count; i++) await login(String(100_000 + i));
      };
      await tries(4);
      // The right password in an existing session: the new one is refused, but the tries are cleared.
      const change = { password: 'short', current_password: PASSWORD };
      expect((await me().post('/api/auth/password', change)).status).toBe(422);
      await tries(1);
      expect((await login(phone.code())).status).toBe(429);
    });

    it('gives simultaneous guesses no more than five answers', async () => {
      const all = await Promise.all(Array.from({ length: 12 }, (_, i) => login(String(200_000 + i))));
      expect(all.filter(({ body }) => body.code === 'second_factor_wrong')).toHaveLength(5);
      expect(all.filter(({ status }) => status === 429)).toHaveLength(7);
    });

    it('of one account is not accepted for another', async () => {
      const other = await fixtures(running).organisation();
      const theirs = await enrolSecondFactor(running, other.admin);
      expect(theirs.secret).not.toBe(phone.secret);
      expect((await login(theirs.code())).body.code).toBe('second_factor_wrong');
      expect((await login(theirs.recovery_codes[0])).body.code).toBe('second_factor_wrong');
      const asThem = { user_name: other.user_name, password: PASSWORD, code: theirs.recovery_codes[0] };
      expect((await api(running).post('/api/auth/login', asThem)).status).toBe(200);
    });

    it('is not passed by a new password from a reset link', async () => {
      await api(running).post('/api/auth/forgot-password', { email: plant.email });
      const link = (await running.mails()).find((mail) => mail.to === plant.email && mail.link?.includes('/reset/'))!;
      const token = link.link!.split('/reset/')[1];
      const { handle } = (await api(running).post('/api/auth/password-reset/check', { token })).body;
      const password = 'seven-kites-under-a-bridge';
      expect((await api(running).post('/api/auth/password-reset', { handle, password })).status).toBe(200);
      expect((await login(undefined, password)).body.code).toBe('second_factor_needed');
      expect((await login(phone.code(), password)).status).toBe(200);
    });

    it.each(['/Customer/customer_login', '/users/authenticate'])(
      'is asked for by %s with 400 and a text that says what to send',
      async (path) => {
        const legacyLogin = (more: object = {}): Promise<Reply> =>
          api(running).post(path, { c_user_name: plant.user_name, c_password: PASSWORD, ...more });
        expect(await legacyLogin()).toMatchObject({
          status: 400,
          body: { Status: false, status: 0, data: null, message: expect.stringContaining('6-digit code') },
        });
        expect((await legacyLogin({ code: '000000' })).status).toBe(400);
        expect((await legacyLogin({ code: phone.code() })).body.data.token).toEqual(expect.any(String));
        running.clock.advance(30_000);
        expect((await legacyLogin({ otp_code: phone.code() })).status).toBe(200);
      },
    );

    it('costs one statement more than without, the one that uses the code up', async () => {
      expect(await statementsOfRequests(() => login(phone.code()))).toHaveLength(4);
    });
  });

  describe('in the settings', () => {
    it('is shown with what is left of it, and with nothing secret', async () => {
      const reply = await me().get('/api/me/second-factor');
      expect(reply.body).toEqual({
        active: true,
        protected: true,
        confirmed_at: '2026-03-02T08:00:10.000Z',
        recovery_codes_left: 10,
        recovery_codes_made_at: '2026-03-02T08:00:10.000Z',
        required: false,
        session_is_strong: true,
      });
      expect(await statementsOfRequests(() => me().get('/api/me/second-factor'))).toHaveLength(3);
    });

    it('is mailed and audited without its secrets', async () => {
      expect(await subjects()).toContain('A second factor was set up');
      const events = JSON.stringify((await me().get('/api/audit-events')).body);
      expect(events).toContain('second_factor.set_up');
      for (const secret of [phone.secret, ...phone.recovery_codes]) expect(events).not.toContain(secret);
      expect(JSON.stringify(await running.mails())).not.toContain(phone.secret);
    });

    it('begins with a fresh sign-in or the current password, and only a code puts it in force', async () => {
      const other = await fixtures(running).organisation();
      const otherApi = api(running, other.admin);
      running.clock.advance(10 * MINUTE + 1);
      const late = await otherApi.post('/api/me/second-factor/start');
      expect(late).toMatchObject({ status: 422, body: { code: 'current_password_needed' } });
      const started = await otherApi.post('/api/me/second-factor/start', { current_password: PASSWORD });
      const { secret, uri } = started.body;
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(uri).toContain(`otpauth://totp/Skilgrid:${other.user_name}?issuer=Skilgrid&secret=${secret}`);
      const signIn = { user_name: other.user_name, password: PASSWORD };
      expect((await api(running).post('/api/auth/login', signIn)).status).toBe(200);
      const confirm = (code: string) => otherApi.post('/api/me/second-factor/confirm', { code });
      expect(await confirm('000000')).toMatchObject({ status: 422, body: { code: 'code_wrong' } });
      running.clock.advance(15 * MINUTE);
      const old = codeAt(secret, running.clock.now());
      expect(await confirm(old)).toMatchObject({ status: 409, body: { code: 'enrolment_gone' } });
    });

    it('cannot be confirmed by guessing from another session of the account: ten codes for one key', async () => {
      const other = await fixtures(running).organisation();
      const otherApi = api(running, other.admin);
      const { secret } = (await otherApi.post('/api/me/second-factor/start')).body;
      const another = api(running, await fixtures(running).signIn(other));
      const right = codeAt(secret, running.clock.now());
      const guess = async (code: string) => (await another.post('/api/me/second-factor/confirm', { code })).body.code;
      const wrong = String((Number(right) + 500_000) % 1_000_000).padStart(6, '0');
      const answers = await Promise.all(Array.from({ length: 12 }, () => guess(wrong)));
      expect(answers.filter((code) => code === 'code_wrong')).toHaveLength(10);
      expect(await guess(right)).toBe('too_many_tries');
      expect((await otherApi.get('/api/me/second-factor')).body.active).toBe(false);
    });

    it('is confirmed once, of two at the same time', async () => {
      const other = await fixtures(running).organisation();
      const otherApi = api(running, other.admin);
      const { secret } = (await otherApi.post('/api/me/second-factor/start')).body;
      const code = codeAt(secret, running.clock.now());
      const both = await Promise.all([1, 2].map(() => otherApi.post('/api/me/second-factor/confirm', { code })));
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      expect((await otherApi.get('/api/me/second-factor')).body.recovery_codes_left).toBe(10);
    });

    it('is replaced, renewed and removed with password and code only, and a wrong code counts as at sign-in', async () => {
      for (const command of ['start', 'recovery-codes', 'remove']) {
        const post = (body: object) => me().post(`/api/me/second-factor/${command}`, body);
        expect((await post({})).body.code).toBe('current_password_needed');
        expect((await post({ current_password: PASSWORD })).body.code).toBe('code_needed');
      }
      const remove = (code: string, current_password = PASSWORD) =>
        me().post('/api/me/second-factor/remove', { current_password, code });
      expect((await remove(phone.code(), 'wrong')).body.errors).toHaveProperty('current_password');
      for (let i = 0; i < 4; i++) expect((await remove('000000')).body.errors).toHaveProperty('code');
      expect((await remove(phone.code())).status).toBe(429);
    });

    it('gives way to a new one only once that is confirmed, and its recovery codes with it', async () => {
      const enrolment = await me().post('/api/me/second-factor/start', {
        current_password: PASSWORD,
        code: phone.code(),
      });
      expect(enrolment.status).toBe(200);
      running.clock.advance(30_000);
      expect((await login(phone.code())).status).toBe(200);
      const code = codeAt(enrolment.body.secret, running.clock.now());
      const confirmed = await me().post('/api/me/second-factor/confirm', { code });
      running.clock.advance(30_000);
      expect((await login(phone.code())).status).toBe(401);
      expect((await login(phone.recovery_codes[0])).status).toBe(401);
      expect((await login(confirmed.body.recovery_codes[0])).status).toBe(200);
      expect(await subjects()).toContain('Your second factor was replaced');
    });

    it('has ten recovery codes; new ones void the older', async () => {
      expect(new Set(phone.recovery_codes).size).toBe(10);
      const renewed = await me().post('/api/me/second-factor/recovery-codes', {
        current_password: PASSWORD,
        code: phone.recovery_codes[0],
      });
      expect(renewed.body.recovery_codes).toHaveLength(10);
      expect((await login(phone.recovery_codes[1])).status).toBe(401);
      expect((await login(renewed.body.recovery_codes[1])).status).toBe(200);
      expect(await subjects()).toContain('New recovery codes were created');
    });

    it('can be removed, and what was signed in with it counts as signed in by password', async () => {
      const removed = await me().post('/api/me/second-factor/remove', {
        current_password: PASSWORD,
        code: phone.code(),
      });
      expect(removed.status).toBe(204);
      expect((await login()).status).toBe(200);
      expect((await me().get('/api/me/second-factor')).body).toMatchObject({
        active: false,
        recovery_codes_left: 0,
        session_is_strong: false,
      });
      expect(await subjects()).toContain('Your second factor was removed');
      const again = await me().post('/api/me/second-factor/remove', { current_password: PASSWORD });
      expect(again).toMatchObject({ status: 409, body: { code: 'no_second_factor' } });
    });

    it('ends every other session of the account when it is set up, replaced and removed, and never this one', async () => {
      const other = await fixtures(running).organisation();
      const otherApi = api(running, other.admin);
      const openOtherSession = async (code?: string) => {
        const body = { user_name: other.user_name, password: PASSWORD, ...(code && { code }) };
        const reply = await api(running).post('/api/auth/login', body);
        expect(reply.status).toBe(200);
        const { token, eid, oid } = reply.body;
        const headers = { authorization: `Bearer ${token}`, eid, oid };
        const cookie = reply.headers.get('set-cookie')!.split(';')[0]!;
        return async () => [
          (await api(running, headers).get('/api/me')).status,
          (await api(running, { cookie }).post('/api/auth/refresh')).status,
          (await otherApi.get('/api/me')).status,
        ];
      };
      const before = await openOtherSession();
      const first = await enrolSecondFactor(running, other.admin);
      expect(await before()).toEqual([401, 401, 200]);

      const between = await openOtherSession(first.code());
      running.clock.advance(30_000);
      const proof = { current_password: PASSWORD, code: first.code() };
      const { secret } = (await otherApi.post('/api/me/second-factor/start', proof)).body;
      expect(await between()).toEqual([200, 200, 200]);
      await otherApi.post('/api/me/second-factor/confirm', { code: codeAt(secret, running.clock.now()) });
      expect(await between()).toEqual([401, 401, 200]);

      const code = () => codeAt(secret, running.clock.now());
      running.clock.advance(30_000);
      const last = await openOtherSession(code());
      running.clock.advance(30_000);
      const removal = { current_password: PASSWORD, code: code() };
      expect((await otherApi.post('/api/me/second-factor/remove', removal)).status).toBe(204);
      expect(await last()).toEqual([401, 401, 200]);
      const endReasons = await running.app
        .get(Database)
        .rows<{ ended_why: string }>('SELECT ended_why FROM session WHERE customer_id = ? AND ended_at IS NOT NULL', [
          other.customer_id,
        ]);
      expect(endReasons.map(({ ended_why }) => ended_why)).toEqual(Array(3).fill('second_factor_changed'));
    });

    it('voids a sign-in that was checked before it existed, and a removed one makes no session strong', async () => {
      const other = await fixtures(running).organisation();
      const loadAccount = () => running.app.get(SignInAccountsQuery, { strict: false }).findByName(other.user_name);
      const open = async (account: SignInAccount | null, by: 'totp' | null) => {
        const { identity } = await running.app
          .get(SignInService, { strict: false })
          .startSession(account!, 'modern', by);
        return { authorization: `Bearer ${identity.token}`, eid: identity.eid, oid: identity.oid };
      };
      const before = await loadAccount();
      const theirs = await enrolSecondFactor(running, other.admin);
      expect((await api(running, await open(before, null)).get('/api/me')).status).toBe(401);
      const strong = api(running, await open(await loadAccount(), 'totp'));
      expect((await strong.get('/api/me/second-factor')).body.session_is_strong).toBe(true);
      const account = await loadAccount();
      const proof = { current_password: PASSWORD, code: theirs.code() };
      expect((await api(running, other.admin).post('/api/me/second-factor/remove', proof)).status).toBe(204);
      const late = api(running, await open(account, 'totp'));
      expect((await late.get('/api/me/second-factor')).body.session_is_strong).toBe(false);
    });

    it('is set up by one of two sessions that finish at once; the other one is over', async () => {
      const other = await fixtures(running).organisation();
      const [one, two] = [other.admin, await fixtures(running).signIn(other)].map((headers) => api(running, headers));
      const passkey = async (me: typeof one) => {
        const { challenge_id, options } = (await me!.post('/api/me/passkeys/options')).body;
        const response = new SoftPasskey('localhost', running.config.publicUrl).register(options);
        return () => me!.post('/api/me/passkeys', { challenge_id, name: 'Phone', response });
      };
      const finish = [await passkey(one), await passkey(two)];
      const statuses = (await Promise.all(finish.map((each) => each()))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toHaveLength(1);
      const alive = await Promise.all([one, two].map(async (me) => (await me!.get('/api/me')).status));
      expect(alive).toEqual(statuses.map((status) => (status === 201 ? 200 : 401)));
    });

    it('works for platform staff as well', async () => {
      const { headers, ...user } = await fixtures(running).platformStaff();
      const theirs = await enrolSecondFactor(running, headers);
      expect((await api(running).post('/api/auth/login', user)).body.code).toBe('second_factor_needed');
      expect((await api(running).post('/api/auth/login', { ...user, code: theirs.code() })).status).toBe(200);
    });
  });
});
