import { surfaceOf } from '../../src/common/http/surfaces';
import { RouteAccessRegistry } from '../../src/auth/route-access-registry';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { operationsOf } from '../support/openapi';
import { fixtures, PASSWORD, type RegisteredOrganisation } from '../support/fixtures';

const NEW_PASSWORD = 'seven-kites-under-a-bridge';

describe('organisations and passwords through the specification’s calls', () => {
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

  const linkTo = async (email: string) =>
    (await running.mails())
      .find((mail) => mail.to === email && mail.link?.includes('/reset/'))
      ?.link?.split('/reset/')[1];
  const requestLink = (email: string) => api(running).get(`/Common/send_forgot_email_link?to_email=${email}`);
  const openLink = (token: string) => api(running).get(`/Common/decryption_code?enc_string=${token}`);
  const setPassword = (cus_id: string | number, pass: string, headers = {}) =>
    api(running, headers).get(
      `/CustomerMaster/UpdateCustomerPassword?cus_id=${cus_id}&pass=${encodeURIComponent(pass)}`,
    );
  const login = async (password: string) =>
    (await api(running).post('/Customer/customer_login', { user_name: plant.user_name, password })).status;

  it('answers a forgotten password alike for known and unknown, and mails the known one', async () => {
    const known = await requestLink(plant.email);
    expect(known.body).toMatchObject({ Status: true, message: 'A password reset link has been sent to your email.' });
    expect((await requestLink('nobody@example.org')).body).toEqual(known.body);
    expect(await linkTo(plant.email)).toMatch(/^[\w-]{43}$/);
    expect((await running.mails()).some((mail) => mail.to === 'nobody@example.org')).toBe(false);
  });

  it('mails three links an hour and not a fourth, and the newest kills the older ones', async () => {
    const tokens = new Set<string>();
    for (let i = 0; i < 4; i++) {
      await requestLink(plant.email);
      tokens.add((await linkTo(plant.email))!);
    }
    expect(tokens.size).toBe(3);
    const [first, , newest] = [...tokens];
    expect((await openLink(first!)).body.Status).toBe(false);
    expect((await openLink(newest!)).body.Status).toBe(true);
  });

  it('resets by link and handle, once, and ends every session', async () => {
    await requestLink(plant.email);
    const token = (await linkTo(plant.email))!;
    const first = (await openLink(token)).body;
    const second = (await openLink(token)).body;
    expect(first).toMatchObject({ Status: true, data: expect.stringMatching(/^[\w-]{40,}$/) });
    expect(second.data).not.toBe(first.data);
    expect((await setPassword(first.data, 'short')).body).toMatchObject({ Status: false, status: 0 });
    const replies = await Promise.all([
      setPassword(first.data, NEW_PASSWORD),
      setPassword(second.data, `${NEW_PASSWORD}-2`),
    ]);
    expect(replies.filter((reply) => reply.body.Status)).toHaveLength(1);
    expect((await setPassword(first.data, NEW_PASSWORD)).body.Status).toBe(false);
    expect((await openLink(token)).body.Status).toBe(false);
    expect((await api(running, plant.admin).get('/api/me')).status).toBe(401);
    expect(await login(PASSWORD)).toBe(400);
    expect(
      (await running.mails()).some((mail) => mail.to === plant.email && mail.subject === 'Your password was changed'),
    ).toBe(true);
  });

  it('lets link and handle die', async () => {
    await requestLink(plant.email);
    const token = (await linkTo(plant.email))!;
    const handle = (await openLink(token)).body.data;
    running.clock.advance(10 * 60_000 + 1);
    expect((await setPassword(handle, NEW_PASSWORD)).body.Status).toBe(false);
    running.clock.advance(21 * 60_000);
    expect((await openLink(token)).body).toMatchObject({ Status: false, status: 0 });
  });

  it('refuses a bare customer id, a foreign one and a forged handle', async () => {
    const other = await fixtures(running).organisation();
    expect((await setPassword(plant.customer_id, NEW_PASSWORD)).body.Status).toBe(false);
    expect((await setPassword(other.customer_id, NEW_PASSWORD, plant.admin)).body.Status).toBe(false);
    expect((await setPassword('A'.repeat(83), NEW_PASSWORD)).body.Status).toBe(false);
    expect(await login(PASSWORD)).toBe(200);
  });

  it('changes the caller’s own password after a fresh sign-in, keeping a plus in it', async () => {
    const pass = 'nine+lanterns+in+the+fog';
    const reply = await api(running, plant.admin).get(
      `/CustomerMaster/UpdateCustomerPassword?cus_id=${plant.customer_id}&pass=${pass}`,
    );
    expect(reply.body).toMatchObject({ Status: true, message: 'Password Reset Successfully' });
    expect(await login(pass)).toBe(200);
    expect((await api(running, plant.admin).get('/api/me')).status).toBe(401);
  });

  it('mails a link instead when the sign-in is older than ten minutes, unless the current password is shown', async () => {
    running.clock.freeze(running.clock.now());
    running.clock.advance(11 * 60_000);
    const staleSession = await setPassword(plant.customer_id, NEW_PASSWORD, plant.admin);
    expect(staleSession).toMatchObject({
      status: 200,
      body: { Status: false, message: expect.stringContaining('mailed') },
    });
    expect(await login(PASSWORD)).toBe(200);
    expect(await linkTo(plant.email)).toBeTruthy();
    const withCurrentPassword = await setPassword(plant.customer_id, NEW_PASSWORD, {
      ...plant.admin,
      'x-current-password': PASSWORD,
    });
    expect(withCurrentPassword.body.Status).toBe(true);
  });

  it('lists and updates the own organisation, without a password', async () => {
    const admin = api(running, plant.admin);
    for (const path of [
      '/CustomerMaster/ListCustomers',
      '/Common/get_registered_customer_list',
      `/CustomerMaster/ListCustomer/${plant.customer_id}`,
    ]) {
      const { body } = await admin.get(path);
      expect(body.data).toHaveLength(1);
      expect(body.data[0]).toMatchObject({
        customer_id: plant.customer_id,
        c_user_name: plant.user_name,
        customer_status: 'A',
      });
      expect(JSON.stringify(body)).not.toContain('password');
    }
    const updated = await admin.post(`/CustomerMaster/UpdateCustomer/${plant.customer_id}`, {
      customer_id: plant.customer_id,
      billing_address: 'New quay 1',
      customer_status: 'C',
      c_password: '',
      gst_no: '',
    });
    expect(updated.body).toMatchObject({ Status: true, message: 'Customer Details Updated Successfully' });
    const [row] = (await admin.get(`/CustomerMaster/ListCustomer/${plant.customer_id}`)).body.data;
    expect(row).toMatchObject({ billing_address: 'New quay 1', customer_status: 'A' });
  });

  it('does not change a password in the edit form', async () => {
    const admin = api(running, plant.admin);
    const path = `/CustomerMaster/UpdateCustomer/${plant.customer_id}`;
    expect((await admin.post(path, { c_password: PASSWORD, mobile_two: '12345' })).body.Status).toBe(true);
    const other = await admin.post(path, { c_password: NEW_PASSWORD });
    expect(other).toMatchObject({
      status: 200,
      body: { Status: false, message: expect.stringContaining('Reset Password') },
    });
    expect((await admin.post(path, { mobile_one: '12' })).body).toMatchObject({ Status: false, status: 0 });
  });

  it('shows platform staff every organisation and lets them update one', async () => {
    const { headers } = await fixtures(running).platformStaff();
    const platform = api(running, headers);
    const all = await platform.get('/CustomerMaster/ListCustomers');
    expect(all.body.data.length).toBeGreaterThan(1);
    const subscribers = await platform.get('/Common/get_subscribers_list');
    expect(subscribers.body.data).toContainEqual(
      expect.objectContaining({ customer_id: plant.customer_id, status: 'trial' }),
    );
    const counts = await platform.get(`/Common/get_available_count/${plant.customer_id}`);
    expect(counts.body.data).toMatchObject({ no_of_staff: 10 });
    const path = `/CustomerMaster/UpdateCustomer/${plant.customer_id}`;
    const updated = await platform.post(path, {
      customer_id: plant.customer_id,
      customer_name: 'Renamed',
      c_password: 'whatever',
    });
    expect(updated.body.Status).toBe(true);
    const after = (await platform.get('/Common/get_subscribers_list')).body.data;
    expect(after).toContainEqual(expect.objectContaining({ customer_id: plant.customer_id, customer_name: 'Renamed' }));
  });

  it('is switched off by LEGACY_CALLS', async () => {
    const withoutLegacy = await startApp({ env: { LEGACY_CALLS: 'off' } });
    try {
      const calls = running.app
        .get(RouteAccessRegistry)
        .all()
        .filter(({ path }) => surfaceOf(path) === 'legacy');
      expect(calls).toHaveLength(28);
      for (const { method, path } of calls) {
        const body = method === 'GET' ? undefined : {};
        // Also with a session, and before authentication.
        for (const headers of [{}, plant.admin]) {
          const reply = await api(withoutLegacy, headers).call(
            method,
            path.replace(/:\w+/, String(plant.customer_id)),
            body,
          );
          expect([path, reply.status, reply.body.Status]).toEqual([path, 404, false]);
        }
      }
      expect((await operationsOf(withoutLegacy)).filter(({ path }) => surfaceOf(path) === 'legacy')).toEqual([]);
      expect((await api(withoutLegacy).get('/api/subscription-packages/offered')).status).toBe(200);
      const login = { user_name: 'nobody', password: 'seven-kites-under-a-bridge' };
      expect((await api(withoutLegacy).post('/api/auth/login', login)).body.code).toBe('login_failed');
    } finally {
      await withoutLegacy.close();
    }
  });
});
