import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, type RegisteredOrganisation } from '../support/fixtures';

describe('signing in through the specification’s calls', () => {
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

  const customerLogin = (body: object) => api(running).post('/Customer/customer_login', body);
  const authenticate = (body: object) => api(running).post('/users/authenticate', body);

  it('customer_login answers what the client stores', async () => {
    const reply = await customerLogin({ c_user_name: plant.user_name, c_password: PASSWORD });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ Status: true, status: 1, message: expect.any(String) });
    expect(reply.body.data).toMatchObject({
      token: expect.any(String),
      eid: 'ADMIN',
      oid: String(plant.customer_id),
      customer_id: plant.customer_id,
      customer_name: expect.any(String),
      staff_id: null,
      first_name: 'Ines Maria',
      last_name: 'Brandt',
      role: 0,
    });
    expect(reply.headers.get('deprecation')).toBeTruthy();
    expect(reply.headers.get('set-cookie')).toBeNull();
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  it('answers the user itself at the top and inside data, by users/authenticate', async () => {
    const { body } = await authenticate({ email: plant.email, password: PASSWORD });
    expect(body.token).toBe(body.data.token);
    expect(body).toMatchObject({ Status: true, status: 1, customer_id: plant.customer_id, role: 0 });
  });

  it('both logins accept every parameter spelling of name and password, in any case', async () => {
    for (const body of [
      { user_name: plant.user_name.toUpperCase(), password: PASSWORD },
      { email: plant.email.toUpperCase(), c_password: PASSWORD, c_user_name: '' },
    ]) {
      expect((await customerLogin(body)).status).toBe(200);
      expect((await authenticate(body)).status).toBe(200);
    }
  });

  it('refuses a wrong password, an unknown name and an empty form alike, and never with a 401', async () => {
    const wrongReply = await customerLogin({ c_user_name: plant.user_name, c_password: 'wrong' });
    expect(wrongReply).toMatchObject({ status: 400, body: { Status: false, status: 0, data: null } });
    expect((await authenticate({ email: 'nobody@example.org', password: PASSWORD })).body).toEqual(wrongReply.body);
    expect((await customerLogin({})).body).toEqual(wrongReply.body);
    expect((await customerLogin({ c_user_name: plant.user_name, c_password: 'x'.repeat(300) })).body).toEqual(
      wrongReply.body,
    );
  });

  it('locks after five wrong tries for 30 seconds, also for the right password, and then twice as long', async () => {
    running.clock.freeze(running.clock.now());
    const wrongReply = { password: 'wrong' };
    await customerLogin({ user_name: plant.user_name, ...wrongReply });
    await authenticate({ email: plant.email, ...wrongReply });
    await api(running).post('/api/auth/login', { user_name: plant.user_name, ...wrongReply });
    await customerLogin({ user_name: plant.user_name, ...wrongReply });
    expect((await customerLogin({ user_name: plant.user_name, ...wrongReply })).status).toBe(400);
    const signIn = () => customerLogin({ user_name: plant.user_name, password: PASSWORD });
    const lockedReply = await signIn();
    expect(lockedReply.status).toBe(429);
    expect(Number(lockedReply.headers.get('retry-after'))).toBe(30);
    running.clock.advance(30_000);
    expect((await signIn()).status).toBe(200);
  });

  it('locks an unknown name just the same', async () => {
    const unknownLogin = { user_name: `nobody-${plant.customer_id}`, password: 'wrong' };
    for (let i = 0; i < 5; i++) expect((await customerLogin(unknownLogin)).status).toBe(400);
    expect((await customerLogin(unknownLogin)).status).toBe(429);
  });

  it('reveals that an organisation is suspended only after the right password', async () => {
    const platform = api(running, (await fixtures(running).platformStaff()).headers);
    expect((await api(running, plant.admin).post(`/api/customers/${plant.customer_id}/suspend`)).status).toBe(403);
    expect((await platform.post(`/api/customers/${plant.customer_id}/suspend`)).body.customer_status).toBe('S');
    expect((await api(running, plant.admin).get('/api/me')).status).toBe(401);
    expect((await customerLogin({ user_name: plant.user_name, password: 'wrong' })).status).toBe(400);
    const answer = await customerLogin({ user_name: plant.user_name, password: PASSWORD });
    expect(answer).toMatchObject({ status: 403, body: { message: expect.stringContaining('suspended') } });
    await platform.post(`/api/customers/${plant.customer_id}/reactivate`);
    expect((await customerLogin({ user_name: plant.user_name, password: PASSWORD })).status).toBe(200);
  });

  it('gives a token that lasts two idle hours', async () => {
    running.clock.freeze(running.clock.now());
    const headers = await fixtures(running).signIn(plant);
    running.clock.advance(100 * 60_000);
    expect((await api(running, headers).get(`/Common/get_available_count/${plant.customer_id}`)).status).toBe(200);
    running.clock.advance(121 * 60_000);
    const expiredReply = await api(running, headers).get(`/Common/get_available_count/${plant.customer_id}`);
    expect(expiredReply).toMatchObject({ status: 401, body: { Status: false } });
  });

  it('does not find another organisation', async () => {
    const other = await fixtures(running).organisation();
    const admin = api(running, plant.admin);
    for (const path of [
      `/Common/get_available_count/${other.customer_id}`,
      `/Common/get_subscription_details?customer_id=${other.customer_id}`,
      `/CustomerMaster/ListCustomer/${other.customer_id}`,
    ]) {
      expect(await admin.get(path)).toMatchObject({ status: 404, body: { Status: false, data: null } });
    }
    expect((await admin.post(`/CustomerMaster/UpdateCustomer/${other.customer_id}`, {})).status).toBe(404);
    expect((await admin.get('/Common/get_available_count/nonsense')).status).toBe(404);
  });

  it('lets one network address be wrong fifty times in a quarter of an hour', async () => {
    running.clock.advance(16 * 60_000);
    const wrongReply = await Promise.all(
      Array.from({ length: 50 }, (_, n) => customerLogin({ user_name: `guess-${n}`, password: 'wrong' })),
    );
    expect(new Set(wrongReply.map((reply) => reply.status))).toEqual(new Set([400]));
    const signIn = () => customerLogin({ user_name: plant.user_name, password: PASSWORD });
    expect((await signIn()).status).toBe(429);
    running.clock.advance(15 * 60_000 + 1);
    expect((await signIn()).status).toBe(200);
  });
});
