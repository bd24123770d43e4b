import { PASSWORD_CHANGED } from '../../src/identity/account-mails';
import { SignedInAccounts } from '../../src/identity/signed-in-accounts';
import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { Outbox } from '../../src/platform/mail/outbox';
import { Sessions } from '../../src/tenancy/sessions';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, PASSWORD, registrationForm, type Registered } from '../support/given';
import { swept } from '../support/sweeps';

describe('invited staff', () => {
  let running: RunningApp;
  let plant: Registered;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.release();
    plant = await given(running).organisation({ name: 'Nordwerk' });
  });
  afterAll(() => running.close());

  const staffed = async (email: string) =>
    (
      await api(running, plant.admin).post('/api/staff', {
        staff_code: 'P-0017',
        first_name: 'Asha',
        last_name: 'Rao',
        joined: '2024-03-01',
        email,
      })
    ).body.staff_id as string;
  const command = (staff_id: string, name: string, body: object = {}) =>
    api(running, plant.admin).post(`/api/staff/${staff_id}/${name}`, body);
  const freeEmail = () => registrationForm(1).email_primary;
  const mailTo = async (email: string) => (await running.mails()).find((mail) => mail.to === email);
  const accept = async (email: string) => {
    const token = (await mailTo(email))!.link!.split('/reset/')[1];
    const { body } = await api(running).post('/api/auth/password-reset/check', { token });
    expect(body).toMatchObject({ purpose: 'invite', user_name: email });
    return api(running).post('/api/auth/password-reset', { handle: body.handle, password: PASSWORD });
  };

  it('choose a password by mail and sign in with their staff code as EID', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    expect(await command(staff_id, 'invite', { role: 'user' })).toMatchObject({
      status: 200,
      body: { account_role: 'user' },
    });
    expect((await mailTo(email))!.subject).toBe('Nordwerk invites you to Skilgrid');
    expect((await api(running).post('/api/auth/login', { user_name: email, password: PASSWORD })).status).toBe(401);
    expect((await accept(email)).status).toBe(200);
    const headers = await given(running).signIn({ user_name: email });
    expect(headers).toMatchObject({ eid: 'P-0017' });
    expect((await api(running, headers).get('/api/me')).body).toMatchObject({
      role: 1,
      staff_id,
      customer_name: 'Nordwerk',
    });
    expect((await api(running, plant.admin).get(`/api/staff/${staff_id}`)).body).toMatchObject({ status: 'active' });
    expect((await api(running, headers).get('/api/customers')).status).toBe(403);
  });

  it('are where their record says, also when it is changed; without a time zone where the organisation is', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    await command(staff_id, 'invite', { role: 'user' });
    await accept(email);
    const me = api(running, await given(running).signIn({ user_name: email }));
    const zoneOf = async () => (await me.get('/api/me')).body.staff_time_zone as string;
    expect(await zoneOf()).toBe('UTC');
    const changed = await api(running, plant.admin).patch(`/api/staff/${staff_id}`, { time_zone: 'America/Denver' });
    expect([changed.status, await zoneOf()]).toEqual([200, 'America/Denver']);
  });

  it('can be invited again: the newest link counts', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    await command(staff_id, 'invite', { role: 'user' });
    const old = (await mailTo(email))!.link!.split('/reset/')[1];
    running.clock.advance(1000);
    await command(staff_id, 'invite', { role: 'user' });
    await mailTo(email);
    expect((await api(running).post('/api/auth/password-reset/check', { token: old })).status).toBe(422);
    expect((await accept(email)).status).toBe(200);
  });

  it('are sent five invitations an hour at most, whoever presses the button', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    for (let i = 0; i < 5; i++) expect((await command(staff_id, 'invite', { role: 'user' })).status).toBe(200);
    const sixth = await command(staff_id, 'invite', { role: 'user' });
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    // The link of the fifth is still good.
    expect((await accept(email)).status).toBe(200);
  });

  it('accept once: of many who open one invitation at once, one chooses the password', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    await command(staff_id, 'invite', { role: 'user' });
    const token = (await mailTo(email))!.link!.split('/reset/')[1];
    const passwords = [1, 2, 3, 4].map((n) => `${PASSWORD}-${n}`);
    const handles = await Promise.all(
      passwords.map(async () => (await api(running).post('/api/auth/password-reset/check', { token })).body.handle),
    );
    const replies = await Promise.all(
      passwords.map((password, at) => api(running).post('/api/auth/password-reset', { handle: handles[at], password })),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
    const signIns = await Promise.all(
      passwords.map((password) => api(running).post('/api/auth/login', { user_name: email, password })),
    );
    expect(signIns.map(({ status }) => status)).toEqual(replies.map(({ status }) => (status === 200 ? 200 : 401)));
    expect((await api(running, plant.admin).get(`/api/staff/${staff_id}`)).body.status).toBe('active');
  });

  it('get one account, also when they are invited twice at once', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    const both = await Promise.all([
      command(staff_id, 'invite', { role: 'user' }),
      command(staff_id, 'invite', { role: 'user' }),
    ]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(both.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const accounts = await running.app
      .get(Database)
      .rows<{ email: string }>(`SELECT email FROM account WHERE email_key = '${email}'`);
    expect(accounts).toHaveLength(1);
    const mails = (await running.mails()).filter((mail) => mail.to === email);
    expect(mails.map(({ subject }) => subject)).not.toContain('Nordwerk wants to invite you');
    expect((await accept(email)).status).toBe(200);
  });

  it('are answered alike when their address signs in elsewhere, and only that mailbox is told', async () => {
    const other = await given(running).organisation();
    const staff_id = await staffed(other.email);
    const invited = await command(staff_id, 'invite', { role: 'user' });
    expect(invited).toMatchObject({ status: 200, body: { account_role: 'user', status: 'invited' } });
    expect(await mailTo(other.email)).toMatchObject({ subject: 'Nordwerk wants to invite you', link: null });
    expect((await api(running, other.admin).get('/api/me')).status).toBe(200);
  });

  it('are signed out at once when suspended, and may come back', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    await command(staff_id, 'invite', { role: 'user' });
    await accept(email);
    const headers = await given(running).signIn({ user_name: email });
    await command(staff_id, 'suspend');
    expect((await api(running, headers).get('/api/me')).status).toBe(401);
    const answer = await api(running).post('/api/auth/login', { user_name: email, password: PASSWORD });
    expect(answer).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    await command(staff_id, 'reactivate');
    expect((await api(running).post('/api/auth/login', { user_name: email, password: PASSWORD })).status).toBe(200);
  });

  it('are still invited after a suspension in between: the link counts for nothing meanwhile, and again then', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    await command(staff_id, 'invite', { role: 'user' });
    const token = (await mailTo(email))!.link!.split('/reset/')[1];
    const check = () => api(running).post('/api/auth/password-reset/check', { token });
    const { handle } = (await check()).body;
    await command(staff_id, 'suspend');
    const late = await api(running).post('/api/auth/password-reset', { handle, password: PASSWORD });
    expect([(await check()).status, late.status]).toEqual([422, 422]);
    expect((await command(staff_id, 'reactivate')).body.status).toBe('invited');
    expect((await accept(email)).status).toBe(200);
    expect((await api(running, plant.admin).get(`/api/staff/${staff_id}`)).body.status).toBe('active');
  });

  it('lose the session with a new role, and leave their address free when they leave', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    await command(staff_id, 'invite', { role: 'user' });
    await accept(email);
    const headers = await given(running).signIn({ user_name: email });
    await command(staff_id, 'invite', { role: 'admin' });
    expect((await api(running, headers).get('/api/me')).status).toBe(401);
    const again = await given(running).signIn({ user_name: email });
    expect((await api(running, again).get('/api/me')).body.role).toBe(0);
    await command(staff_id, 'leave', { last_active_day: '2026-01-31' });
    expect((await api(running, again).get('/api/me')).status).toBe(401);
    expect((await api(running).post('/api/auth/login', { user_name: email, password: PASSWORD })).status).toBe(401);
    expect((await api(running).post('/api/auth/email-availability', { email })).body.available).toBe(true);
  });

  it('are owed no mail any more once they have left: their mailbox is nobody’s here', async () => {
    const email = freeEmail();
    const staff_id = await staffed(email);
    await command(staff_id, 'invite', { role: 'user' });
    await accept(email);
    const { account_id: recipient } = (await running.app.get(SignedInAccounts, { strict: false }).byName(email))!;
    await command(staff_id, 'leave', { last_active_day: '2026-01-31' });
    const owed = { customer_id: plant.customer_id, recipient };
    await running.app.get(Transactions).run(() => running.app.get(Outbox).add(PASSWORD_CHANGED, owed));
    expect((await running.mails()).filter(({ to }) => to.endsWith('@invalid'))).toEqual([]);
  });

  it('keep one administrator, also when the last two are suspended at once', async () => {
    const people = [];
    for (const staff_code of ['P-1', 'P-2']) {
      const email = freeEmail();
      const body = { staff_code, first_name: 'A', last_name: 'B', joined: '2024-03-01', email };
      const { staff_id } = (await api(running, plant.admin).post('/api/staff', body)).body;
      await command(staff_id, 'invite', { role: 'admin' });
      await accept(email);
      people.push(staff_id);
    }
    // The registrant is the third: with that account closed, one of the two must stay.
    await running.app
      .get(Transactions)
      .run(() =>
        running.app
          .get(Database)
          .write("UPDATE account SET status = 'closed' WHERE customer_id = ? AND staff_id IS NULL", [
            plant.customer_id,
          ]),
      );
    // Whoever asks is neither of them, and has no account that could be the last one.
    const eid = 'E-9';
    const { token } = await running.app.get(Sessions).start({
      ...{ customer_id: plant.customer_id, account_id: newId(), staff_id: null, kind: 'customer', role: 'admin', eid },
      ...{ surface: 'legacy', address: '127.0.0.1', user_agent: 'test' },
    });
    const headers = { authorization: `Bearer ${token}`, eid, oid: String(plant.customer_id) };
    const both = await Promise.all(
      people.map((staff_id) => api(running, headers).post(`/api/staff/${staff_id}/suspend`)),
    );
    expect(both.map((reply) => reply.status).sort()).toEqual([200, 409]);
    expect(both.find((reply) => reply.status === 409)!.body.code).toBe('last_admin');
  });

  it('cannot take the code of the registrant’s account', async () => {
    const body = { staff_code: 'admin', first_name: 'A', last_name: 'B', joined: '2025-01-01' };
    expect((await api(running, plant.admin).post('/api/staff', body)).status).toBe(422);
  });

  it('leave no trace of dead links after two days', async () => {
    const email = freeEmail();
    await command(await staffed(email), 'invite', { role: 'user' });
    await mailTo(email);
    running.clock.advance(9 * 86_400_000 + 60_000);
    await swept(running, 'expired-secrets');
    expect(await running.app.get(Database).rows('SELECT link_id FROM password_link')).toEqual([]);
  });
});
