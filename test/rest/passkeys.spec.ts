import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { codeAt, enrolSecondFactor } from '../support/authenticator';
import { createColleague } from '../support/colleague';
import { fixtures, PASSWORD, type RegisteredOrganisation } from '../support/fixtures';
import type { Headers } from '../support/organisation';
import { SoftPasskey } from '../support/passkey';
import { statementsOfRequests } from '../support/recorded-statements';

const MINUTE = 60_000;

describe('a passkey', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let laptop: SoftPasskey;
  beforeAll(async () => {
    running = await startApp({ env: { PUBLIC_URL: 'http://localhost:3000' } });
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-02T08:00:10Z');
    plant = await fixtures(running).organisation({ staffLimit: 10 });
    laptop = new SoftPasskey();
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const me = (headers = plant.admin) => api(running, headers);
  const requestOptions = async (headers?: Headers, proof: object = {}) =>
    me(headers).post('/api/me/passkeys/options', proof);
  const register = async (passkey = laptop, headers = plant.admin, proof: object = {}): Promise<Reply> => {
    const { challenge_id, options } = (await requestOptions(headers, proof)).body;
    return me(headers).post('/api/me/passkeys', {
      challenge_id,
      name: 'Work laptop',
      response: passkey.register(options),
    });
  };
  const passkeyChallenge = async () => (await api(running).post('/api/auth/passkey/options')).body;
  const submitSignIn = (challenge_id: string, response: object) =>
    api(running).post('/api/auth/passkey', { challenge_id, response });
  const signIn = async (passkey = laptop, verified = true): Promise<Reply> => {
    const { challenge_id, options } = await passkeyChallenge();
    return submitSignIn(challenge_id, passkey.signIn(options, verified));
  };
  const headersOf = ({ body }: Reply): Headers => ({
    authorization: `Bearer ${body.token}`,
    eid: body.eid,
    oid: body.oid,
  });
  const refused = { status: 401, body: { code: 'passkey_refused' } };

  it('is registered for the host of PUBLIC_URL, with its holder verified, and listed by its name', async () => {
    const { options } = (await requestOptions()).body;
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Skilgrid' },
      user: { name: plant.user_name },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(await register()).toMatchObject({ status: 201, body: { name: 'Work laptop', last_used_at: null } });
    const list = await me().get('/api/me/passkeys');
    expect(list.headers.get('x-total-count')).toBe('1');
    expect(Object.keys(list.body[0]).toSorted()).toEqual(['created_at', 'id', 'last_used_at', 'name', 'passkey_id']);
    expect((await requestOptions()).body.options.excludeCredentials).toHaveLength(1);
    const mails = (await running.mails()).filter(({ to }) => to === plant.email);
    expect(mails.map(({ subject }) => subject)).toContain('A passkey was added');
    const events = (await me().get('/api/audit-events?action=second_factor.passkey_added')).body;
    expect(events).toMatchObject([{ became: { name: 'Work laptop' } }]);
  });

  it('signs in without a name and a password, and counts as a second factor', async () => {
    await register();
    running.clock.advance(MINUTE);
    const entered = await signIn();
    expect(entered).toMatchObject({ status: 200, body: { user_name: plant.user_name, second_factor_required: false } });
    expect(entered.headers.get('set-cookie')).toMatch(/^sg_refresh=/);
    const state = (await me(headersOf(entered)).get('/api/me/second-factor')).body;
    expect(state).toMatchObject({ active: false, protected: true, session_is_strong: true });
    expect((await me().get('/api/me/passkeys')).body[0].last_used_at).toBe('2026-03-02T08:01:10.000Z');
  });

  it('answers a challenge once, and within five minutes', async () => {
    await register();
    const { challenge_id, options } = await passkeyChallenge();
    const answer = laptop.signIn(options);
    const all = await Promise.all([1, 2, 3].map(() => submitSignIn(challenge_id, answer)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const late = await passkeyChallenge();
    running.clock.advance(5 * MINUTE);
    expect(await submitSignIn(late.challenge_id, laptop.signIn(late.options))).toMatchObject(refused);
    const registering = (await requestOptions()).body;
    expect(await submitSignIn(registering.challenge_id, laptop.signIn(registering.options))).toMatchObject(refused);
  });

  it('is refused when its counter goes backwards, which means a copy', async () => {
    laptop.counter = 7;
    await register();
    laptop.counter = 9;
    expect((await signIn()).status).toBe(200);
    laptop.counter = 8;
    expect(await signIn()).toMatchObject(refused);
    laptop.counter = 9;
    expect(await signIn()).toMatchObject(refused);
    laptop.counter = 10;
    expect((await signIn()).status).toBe(200);
    const events = (await me().get('/api/audit-events?action=session.passkey_refused')).body;
    expect(events).toHaveLength(2);
  });

  it('is refused from another site, without its holder verified, unknown, or broken', async () => {
    await register();
    expect(await signIn(laptop, false)).toMatchObject(refused);
    laptop.origin = 'https://skilgrid.evil.example';
    expect(await signIn()).toMatchObject(refused);
    expect(await signIn(new SoftPasskey())).toMatchObject(refused);
    for (const response of [{}, { id: 5 }, { id: laptop.id.toString('base64url') }, { id: 'x', response: 'y' }])
      expect(await submitSignIn((await passkeyChallenge()).challenge_id, response)).toMatchObject(refused);
    expect(await submitSignIn('nonsense', {})).toMatchObject(refused);
    expect((await submitSignIn((await passkeyChallenge()).challenge_id, 'x' as never)).status).toBe(422);
  });

  it('is not stored when the answer is broken, of another site, or to another’s challenge', async () => {
    const other = await fixtures(running).organisation();
    const theirs = (await requestOptions(other.admin)).body;
    const post = (challenge_id: string, response: object) =>
      me().post('/api/me/passkeys', { challenge_id, name: 'x', response });
    const notStored = { status: 422, body: { code: 'passkey_not_kept' } };
    expect(await post(theirs.challenge_id, laptop.register(theirs.options))).toMatchObject(notStored);
    expect(await post((await requestOptions()).body.challenge_id, { id: 'x' })).toMatchObject(notStored);
    laptop.origin = 'https://skilgrid.evil.example';
    expect(await register()).toMatchObject(notStored);
    laptop.origin = 'http://localhost:3000';
    expect((await register()).status).toBe(201);
    expect(await register(laptop, other.admin)).toMatchObject({ status: 409, body: { code: 'passkey_known' } });
    expect((await me().post('/api/me/passkeys', { challenge_id: 'x', name: ' ', response: {} })).body.errors).toEqual({
      name: ['Enter a name.'],
    });
  });

  it('of another account is neither listed nor removed', async () => {
    const { id } = (await register()).body;
    const other = await fixtures(running).organisation();
    expect((await me(other.admin).get('/api/me/passkeys')).body).toEqual([]);
    expect((await me(other.admin).post(`/api/me/passkeys/${id}/remove`)).status).toBe(404);
    expect((await signIn()).body.customer_id).toBe(plant.customer_id);
  });

  it('needs a fresh sign-in or the password to be added and removed', async () => {
    const { id } = (await register()).body;
    running.clock.advance(10 * MINUTE + 1);
    expect((await requestOptions()).body.code).toBe('current_password_needed');
    expect((await me().post(`/api/me/passkeys/${id}/remove`)).body.code).toBe('current_password_needed');
    const removed = await me().post(`/api/me/passkeys/${id}/remove`, { current_password: PASSWORD });
    expect(removed.status).toBe(204);
    expect(await signIn()).toMatchObject(refused);
    const state = (await me().get('/api/me/second-factor')).body;
    expect(state).toMatchObject({ protected: false, session_is_strong: false });
  });

  it('cannot be bypassed: a session by password alone adds no factor to an account that has one', async () => {
    await register();
    const byPassword = await fixtures(running).signIn(plant);
    expect(await requestOptions(byPassword)).toMatchObject({ status: 409, body: { code: 'passkey_needed' } });
    const start = await me(byPassword).post('/api/me/second-factor/start');
    expect(start).toMatchObject({ status: 409, body: { code: 'passkey_needed' } });
    expect((await me(headersOf(await signIn())).post('/api/me/second-factor/start')).status).toBe(200);
  });

  it('cannot be bypassed by an enrolment that was started before it: that is void once there is a factor', async () => {
    const byPassword = await fixtures(running).signIn(plant);
    const { challenge_id, options } = (await requestOptions(byPassword)).body;
    const { secret } = (await me(byPassword).post('/api/me/second-factor/start')).body;
    await register();
    // The session that started it has ended, and a later session cannot use the challenge either.
    const late = { challenge_id, name: 'x', response: new SoftPasskey().register(options) };
    expect((await me(byPassword).post('/api/me/passkeys', late)).status).toBe(401);
    const laterSession = await fixtures(running).signIn(plant);
    const lateReply = await me(laterSession).post('/api/me/passkeys', late);
    expect(lateReply).toMatchObject({ status: 422, body: { code: 'passkey_not_kept' } });
    const confirm = await me(laterSession).post('/api/me/second-factor/confirm', {
      code: codeAt(secret, running.clock.now()),
    });
    expect(confirm).toMatchObject({ status: 409, body: { code: 'enrolment_gone' } });

    const other = await fixtures(running).organisation();
    const weak = await fixtures(running).signIn(other);
    const passkeyChallenge = (await requestOptions(weak)).body;
    const phone = await enrolSecondFactor(running, other.admin);
    const response = new SoftPasskey().register(passkeyChallenge.options);
    const body = { challenge_id: passkeyChallenge.challenge_id, name: 'x', response };
    expect((await me(weak).post('/api/me/passkeys', body)).status).toBe(401);
    const strong = { user_name: other.user_name, password: PASSWORD, code: phone.code() };
    expect((await api(running).post('/api/auth/login', strong)).status).toBe(200);
  });

  it('ends the other sessions when it is the first that protects the account, and when one is removed', async () => {
    const openOtherSession = async () => {
      const headers = headersOf(await signIn());
      return async () => [(await me(headers).get('/api/me')).status, (await me().get('/api/me')).status];
    };
    const byPassword = await fixtures(running).signIn(plant);
    const { id } = (await register()).body;
    expect((await me(byPassword).get('/api/me')).status).toBe(401);
    const fetchStatuses = await openOtherSession();
    // A further passkey of the same account ends no session.
    await register(new SoftPasskey());
    expect(await fetchStatuses()).toEqual([200, 200]);
    expect((await me().post(`/api/me/passkeys/${id}/remove`)).status).toBe(204);
    expect(await fetchStatuses()).toEqual([401, 200]);
    const texts = (await running.mails()).filter(({ to }) => to === plant.email).map(({ text }) => text);
    expect(texts.filter((text) => text.includes('All other sessions of this account were signed out'))).toHaveLength(2);
    expect(texts).toHaveLength(3);
  });

  it('can be renamed by its owner, which is audited', async () => {
    const { id } = (await register()).body;
    const rename = (name: unknown, headers = plant.admin) => me(headers).patch(`/api/me/passkeys/${id}`, { name });
    expect(await rename('  Blue phone ')).toMatchObject({ status: 200, body: { id, name: 'Blue phone' } });
    expect((await rename('Blue phone')).status).toBe(200);
    expect((await me().get('/api/me/passkeys')).body).toMatchObject([{ id, name: 'Blue phone' }]);
    const events = (await me().get('/api/audit-events?action=second_factor.passkey_renamed')).body;
    expect(events).toMatchObject([
      { subject_type: 'passkey', subject_id: id, was: { name: 'Work laptop' }, became: { name: 'Blue phone' } },
    ]);
    for (const wrong of [' ', '', 'x'.repeat(101), 'a\u0000b', 5, undefined])
      expect(Object.keys((await rename(wrong)).body.errors)).toEqual(['name']);
    const other = await fixtures(running).organisation();
    expect((await rename('Mine', other.admin)).status).toBe(404);
    expect((await signIn()).status).toBe(200);
  });

  it('one remains when the last two are removed at once and a second factor is required', async () => {
    const ids = [(await register()).body.id, (await register(new SoftPasskey())).body.id];
    await me().patch('/api/settings/security', { require_second_factor: true });
    const all = await Promise.all(ids.map((id) => me().post(`/api/me/passkeys/${id}/remove`)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([204, 409]);
    expect((await me().get('/api/me/passkeys')).body).toHaveLength(1);
  });

  it('is stored whatever transports its device reports', async () => {
    const { challenge_id, options } = (await requestOptions()).body;
    const answer = laptop.register(options) as { response: object };
    const response = { ...answer, response: { ...answer.response, transports: 'usb' } };
    expect((await me().post('/api/me/passkeys', { challenge_id, name: 'Key', response })).status).toBe(201);
  });

  it('satisfies a required second factor, and the last one then cannot be removed', async () => {
    const { id } = (await register()).body;
    expect((await me().patch('/api/settings/security', { require_second_factor: true })).status).toBe(200);
    const byPassword = await api(running).post('/api/auth/login', { user_name: plant.user_name, password: PASSWORD });
    expect(byPassword.body.second_factor_required).toBe(true);
    expect((await me(headersOf(byPassword)).get('/api/staff')).status).toBe(403);
    const entered = headersOf(await signIn());
    expect((await me(entered).get('/api/staff')).status).toBe(200);
    const removed = await me(entered).post(`/api/me/passkeys/${id}/remove`);
    expect(removed).toMatchObject({ status: 409, body: { code: 'second_factor_stays' } });
    const app = await enrolSecondFactor(running, entered);
    const proof = { current_password: PASSWORD, code: app.code() };
    expect((await me(entered).post(`/api/me/passkeys/${id}/remove`, proof)).status).toBe(204);
  });

  it('sets up a required second factor: the session that registers one goes on at once', async () => {
    const asha = await createColleague(running, plant);
    await enrolSecondFactor(running, plant.admin);
    await me().patch('/api/settings/security', { require_second_factor: true });
    expect((await me(asha.headers).get('/api/trainings')).status).toBe(403);
    expect((await register(laptop, asha.headers)).status).toBe(201);
    expect((await me(asha.headers).get('/api/trainings')).status).toBe(200);
    expect((await me().post(`/api/staff/${asha.staff_id}/reset-second-factor`)).status).toBe(204);
    expect(await signIn()).toMatchObject(refused);
  });

  it('of a suspended account does not sign in', async () => {
    await register();
    const { headers } = await fixtures(running).platformStaff();
    await api(running, headers).post(`/api/customers/${plant.customer_id}/suspend`);
    expect(await signIn()).toMatchObject({ status: 403, body: { code: 'customer_suspended' } });
  });

  it('is limited to twenty per account, also with concurrent requests', async () => {
    for (let i = 1; i < 20; i++) expect((await register(new SoftPasskey())).status).toBe(201);
    const last = await Promise.all([1, 2].map(() => register(new SoftPasskey())));
    expect(last.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(last.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'passkeys_enough' });
    expect((await me().get('/api/me/passkeys')).body).toHaveLength(20);
  });

  it('of a person who has left is deleted, and no mail is sent to them', async () => {
    const asha = await createColleague(running, plant);
    await register(laptop, asha.headers);
    const leaveReply = await me().post(`/api/staff/${asha.staff_id}/leave`, { last_active_day: '2026-03-01' });
    expect(leaveReply.status).toBe(200);
    expect(await signIn()).toMatchObject(refused);
    const reset = await me().post(`/api/staff/${asha.staff_id}/reset-second-factor`);
    expect(reset).toMatchObject({ status: 409, body: { code: 'no_second_factor' } });
    expect((await running.mails()).filter(({ to }) => to.endsWith('@invalid'))).toEqual([]);
  });

  it('costs a list two statements, the session included', async () => {
    expect(await statementsOfRequests(() => me().get('/api/me/passkeys'))).toHaveLength(2);
  });
});

describe('where PUBLIC_URL is an IP address', () => {
  it('passkeys are not offered, and say so', async () => {
    const running = await startApp({ env: { PUBLIC_URL: 'http://192.0.2.7:3000' } });
    const { admin } = await fixtures(running).organisation();
    const off = { status: 409, body: { code: 'passkeys_not_offered' } };
    expect(await api(running).post('/api/auth/passkey/options')).toMatchObject(off);
    expect(await api(running, admin).post('/api/me/passkeys/options')).toMatchObject(off);
    await running.close();
  });
});
