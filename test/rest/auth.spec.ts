import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, type RegisteredOrganisation } from '../support/fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

const NEW_PASSWORD = 'seven-kites-under-a-bridge';

describe('sign-in', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.release();
    plant = await fixtures(running).organisation();
  });
  afterAll(() => running.close());

  const login = (password = PASSWORD) => api(running).post('/api/auth/login', { user_name: plant.user_name, password });
  const cookieOf = (reply: { headers: globalThis.Headers }) =>
    reply.headers
      .getSetCookie()
      .find((one) => one.startsWith('sg_refresh='))
      ?.split(';')[0];
  const refresh = (cookie: string | undefined) => api(running, cookie ? { cookie } : {}).post('/api/auth/refresh');
  const headersOf = (body: { token: string; eid: string; oid: string }) => ({
    authorization: `Bearer ${body.token}`,
    eid: body.eid,
    oid: body.oid,
  });

  it('answers an identity, and the refresh token only in a cookie that scripts cannot read', async () => {
    const reply = await login();
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      eid: 'ADMIN',
      oid: String(plant.customer_id),
      customer_id: plant.customer_id,
      role: 0,
      kind: 'customer',
      user_name: plant.user_name,
      email: plant.email,
    });
    expect(Date.parse(reply.body.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect(reply.headers.get('set-cookie')).toMatch(/^sg_refresh=.*Path=\/api\/auth; HttpOnly; SameSite=Strict$/);
    expect((await api(running, headersOf(reply.body)).get('/api/me')).status).toBe(200);
  });

  it('costs three statements: account, throttle, session', async () => {
    expect(await statementsOfRequests(login)).toHaveLength(3);
  });

  it('refuses alike what is wrong and what is unknown', async () => {
    const wrongPassword = await login('wrong');
    expect(wrongPassword).toMatchObject({ status: 401, body: { code: 'login_failed' } });
    const unknownUser = await api(running).post('/api/auth/login', { user_name: 'nobody', password: PASSWORD });
    expect({ ...unknownUser.body, requestId: '' }).toEqual({ ...wrongPassword.body, requestId: '' });
    expect(await api(running).post('/api/auth/login', { user_name: 5 })).toMatchObject({ status: 422 });
    expect(await api(running).post('/api/auth/login', '{"user_name"')).toMatchObject({ status: 400 });
  });

  it('answers 429 with Retry-After when an account is locked', async () => {
    for (let i = 0; i < 5; i++) await login('wrong');
    const locked = await login();
    expect(locked).toMatchObject({ status: 429, body: { code: 'too_many_tries' } });
    expect(locked.headers.get('retry-after')).toBeTruthy();
  });

  it('gives simultaneous guesses no more than five answers', async () => {
    const all = await Promise.all(Array.from({ length: 12 }, () => login('wrong')));
    expect(all.filter((reply) => reply.status === 401)).toHaveLength(5);
    expect(all.filter((reply) => reply.status === 429)).toHaveLength(7);
  });

  it('turns the refresh token, allows the old one for 30 seconds, and ends the session when it comes later', async () => {
    running.clock.freeze(running.clock.now());
    const first = cookieOf(await login());
    const rotatedReply = await refresh(first);
    expect(rotatedReply).toMatchObject({
      status: 200,
      body: { user_name: plant.user_name, token: expect.any(String) },
    });
    const second = cookieOf(rotatedReply);
    expect(second).not.toBe(first);
    running.clock.advance(29_000);
    const replyOfOtherTab = await refresh(first);
    expect(replyOfOtherTab.status).toBe(200);
    expect(cookieOf(replyOfOtherTab)).toBeUndefined();
    running.clock.advance(2_000);
    expect((await refresh(first)).status).toBe(401);
    expect(await refresh(second)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });

  it('ends when any refresh token comes back that was turned long ago, and not by one that never was ours', async () => {
    running.clock.freeze(running.clock.now());
    const first = cookieOf(await login());
    let newestCookie = first;
    for (let round = 0; round < 3; round++) newestCookie = cookieOf(await refresh(newestCookie));
    // Three tabs that load at once may each send another token.
    expect((await refresh(first)).status).toBe(401);
    running.clock.advance(31_000);
    const [session_id, random, seal] = first!.slice('sg_refresh='.length).split('.');
    for (const forgedToken of [
      `${session_id}.${random}.`,
      `${session_id}.${random}`,
      `${session_id}.${seal}.${seal}`,
      `${session_id}`,
    ])
      expect((await refresh(`sg_refresh=${forgedToken}`)).status).toBe(401);
    newestCookie = cookieOf(await refresh(newestCookie));
    expect(newestCookie).toBeDefined();
    running.clock.advance(31_000);
    expect((await refresh(first)).status).toBe(401);
    expect(await refresh(newestCookie)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    running.clock.release();
    const events = await api(running, await fixtures(running).signIn(plant)).get(
      '/api/audit-events?action=session.refresh_reused',
    );
    expect(events.body).toMatchObject([{ subject_type: 'session', subject_id: session_id, address: '127.0.0.1' }]);
  });

  it('ends at logout, by bearer or by cookie, and twice is no error', async () => {
    const loginReply = await login();
    const headers = headersOf(loginReply.body);
    expect((await api(running, headers).post('/api/auth/logout')).status).toBe(204);
    expect((await api(running, headers).get('/api/me')).status).toBe(401);
    expect((await refresh(cookieOf(loginReply))).status).toBe(401);
    expect((await api(running, headers).post('/api/auth/logout')).status).toBe(204);
    const secondLogin = await login();
    expect((await api(running, { cookie: cookieOf(secondLogin)! }).post('/api/auth/logout')).status).toBe(204);
    expect((await api(running, headersOf(secondLogin.body)).get('/api/me')).status).toBe(401);
  });

  it('refuses a token of another key, of no algorithm, and an expired one', async () => {
    const { body } = await login();
    const [head, claims] = (body.token as string).split('.');
    const unsignedToken = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`;
    for (const token of [unsignedToken, `${head}.${claims}.AAAA`, 'x.y.z']) {
      expect((await api(running, { ...headersOf(body), authorization: `Bearer ${token}` }).get('/api/me')).status).toBe(
        401,
      );
    }
    running.clock.advance(16 * 60_000);
    expect((await api(running, headersOf(body)).get('/api/me')).status).toBe(401);
  });

  it('changes the own password, ends every session and tells the owner', async () => {
    const other = headersOf((await login()).body);
    const changeReply = await api(running, plant.admin).post('/api/auth/password', { password: NEW_PASSWORD });
    expect(changeReply.status).toBe(200);
    expect((await api(running, other).get('/api/me')).status).toBe(401);
    expect((await login()).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
    expect((await running.mails()).find((mail) => mail.to === plant.email)).toMatchObject({
      subject: 'Your password was changed',
    });
  });

  it('changes no password where the form names another organisation than the session’s', async () => {
    const change = (customer_id: unknown) =>
      api(running, plant.admin).post('/api/auth/password', { customer_id, password: NEW_PASSWORD });
    const ownId = plant.customer_id;
    expect((await change(ownId + 1)).status).toBe(404);
    expect((await change('no number')).status).toBe(404);
    expect((await login()).status).toBe(200);
    expect((await change(ownId)).status).toBe(200);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  it('changes the password of platform staff who send the number that their sign-in answered, and none where they name an organisation', async () => {
    const { user_name } = await fixtures(running).platformStaff();
    const signIn = (password: string) => api(running).post('/api/auth/login', { user_name, password });
    const { body } = await signIn(PASSWORD);
    expect(body.customer_id).toBe(0);
    const platform = api(running, headersOf(body));
    const change = (customer_id: unknown, query = '') =>
      platform.post(`/api/auth/password${query}`, { customer_id, password: NEW_PASSWORD });
    const customerId = plant.customer_id;
    for (const customerIdInput of [customerId, String(customerId), '00', -1])
      expect([customerIdInput, (await change(customerIdInput)).body.code]).toEqual([customerIdInput, 'view_only']);
    expect((await change([0, customerId])).status).toBe(404);
    expect((await change(0, `?customer_id=${customerId}`)).status).toBe(404);
    expect((await platform.get('/api/staff?customer_id=0')).status).toBe(404);
    expect(
      (await api(running, plant.admin).post('/api/auth/password', { customer_id: 0, password: NEW_PASSWORD })).status,
    ).toBe(404);
    expect((await change(0)).status).toBe(200);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
    expect((await login()).status).toBe(200);
  });

  it('asks for the current password ten minutes after sign-in, and counts wrong ones', async () => {
    running.clock.freeze(running.clock.now());
    running.clock.advance(10 * 60_000 + 1);
    const change = (body: object) => api(running, plant.admin).post('/api/auth/password', body);
    expect(await change({ password: NEW_PASSWORD })).toMatchObject({
      status: 422,
      body: { code: 'current_password_needed' },
    });
    expect((await change({ password: NEW_PASSWORD, current_password: 'wrong' })).body.errors).toHaveProperty(
      'current_password',
    );
    expect(
      (await change({ password: `${plant.user_name}-and-more`, current_password: PASSWORD })).body.errors,
    ).toHaveProperty('password');
    expect((await change({ password: NEW_PASSWORD, current_password: PASSWORD })).status).toBe(200);
  });

  it('resets by mail: check, choose, once', async () => {
    const forgotReply = await api(running).post('/api/auth/forgot-password', { email: plant.email });
    expect(forgotReply).toMatchObject({
      status: 200,
      body: { message: 'A password reset link has been sent to your email.' },
    });
    const token = (await running.mails()).find((mail) => mail.to === plant.email)!.link!.split('/reset/')[1];
    const checkReply = await api(running).post('/api/auth/password-reset/check', { token });
    expect(checkReply).toMatchObject({ status: 200, body: { purpose: 'reset', user_name: plant.user_name } });
    const reset = (password: string) =>
      api(running).post('/api/auth/password-reset', { handle: checkReply.body.handle, password });
    expect((await reset('qwertyqwerty')).body.errors.password).toHaveLength(1);
    expect((await reset(NEW_PASSWORD)).status).toBe(200);
    expect(await reset(NEW_PASSWORD)).toMatchObject({ status: 422, body: { code: 'link_dead' } });
    expect(await api(running).post('/api/auth/password-reset/check', { token })).toMatchObject({
      status: 422,
      body: { code: 'link_dead' },
    });
  });

  it('sees platform staff with organisation code 0, who may view one organisation and change nothing of its own', async () => {
    const { headers } = await fixtures(running).platformStaff();
    const platform = api(running, headers);
    expect((await platform.get('/api/me')).body).toMatchObject({ kind: 'platform', oid: '0', subscription: null });
    expect((await platform.get(`/api/customers/${plant.customer_id}`)).body).toMatchObject({ id: plant.customer_id });
    expect((await platform.get('/api/subscribers?_end=200')).body).toContainEqual(
      expect.objectContaining({ customer_id: plant.customer_id }),
    );
    const row = (await platform.get(`/api/customers/${plant.customer_id}`)).body;
    const changeReply = await platform.patch(`/api/customers/${plant.customer_id}`, { ...row, gst_no: 'DE 123' });
    expect(changeReply).toMatchObject({ status: 200, body: { gst_no: 'DE 123', row_version: 2 } });
    expect((await platform.patch(`/api/customers/${plant.customer_id}`, { gst_no: 'x', row_version: 1 })).status).toBe(
      412,
    );
  });
});
