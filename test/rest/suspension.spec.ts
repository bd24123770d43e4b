import { PASSWORD_CHANGED } from '../../src/modules/identity/account-mail.composer';
import { SignInAccountsQuery } from '../../src/modules/identity/sign-in-accounts.query';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { MailOutbox } from '../../src/infrastructure/mail/mail-outbox';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD } from '../support/fixtures';
import { openPlant } from '../support/plant';

const NEW_PASSWORD = 'eleven-herons-over-the-dock';

describe('an organisation that platform staff suspend', () => {
  let running: RunningApp;
  let staff: ReturnType<typeof api>;
  beforeAll(async () => {
    running = await startApp();
    staff = api(running, (await fixtures(running).platformStaff()).headers);
  });
  afterAll(() => running.close());

  const foundOrganisation = async () => {
    const firm = await fixtures(running).organisation();
    const command = (name: string) => staff.post(`/api/customers/${firm.customer_id}/${name}`);
    return { firm, admin: api(running, firm.admin), command };
  };
  const login = (user_name: string, password = PASSWORD) =>
    api(running).post('/api/auth/login', { user_name, password });

  it.each(['suspend', 'close'])('%s: refuses sign-ins, and says why only after the right password', async (name) => {
    const { firm, admin, command } = await foundOrganisation();
    expect((await admin.get('/api/staff')).status).toBe(200);
    expect((await command(name)).status).toBe(200);
    expect((await admin.get('/api/staff')).status).toBe(401);
    const right = await login(firm.user_name);
    expect(right).toMatchObject({ status: 403, body: { code: 'customer_suspended' } });
    const wrong = await login(firm.user_name, 'not-the-password-at-all');
    expect(wrong).toMatchObject({ status: 401, body: { code: 'login_failed' } });
    const legacy = { c_user_name: firm.user_name, c_password: PASSWORD };
    const legacyReply = await api(running).post('/Customer/customer_login', legacy);
    expect(legacyReply.body).toMatchObject({ Status: false, message: right.body.message });
    expect((await command('reactivate')).body.customer_status).toBe('A');
    // Earlier sessions stay ended; people sign in again.
    expect((await admin.get('/api/staff')).status).toBe(401);
    expect((await login(firm.user_name)).status).toBe(200);
  });

  it('ends refresh cookies and API keys at once; reactivated, the keys are good again', async () => {
    const { firm, admin, command } = await foundOrganisation();
    const { secret } = (await admin.post('/api/api-keys', { name: 'HR', scopes: ['staff:read'] })).body;
    const signedIn = await login(firm.user_name);
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const byKey = () => api(running, { 'x-api-key': secret }).get('/api/staff');
    expect((await byKey()).status).toBe(200);
    await command('suspend');
    expect((await byKey()).status).toBe(401);
    expect((await api(running, { cookie }).post('/api/auth/refresh')).status).toBe(401);
    await command('reactivate');
    expect((await byKey()).status).toBe(200);
    expect((await api(running, { cookie }).post('/api/auth/refresh')).status).toBe(401);
  });

  it('sends no mail and opens no link: neither for a password, nor for a new e-mail, nor for a video', async () => {
    const { firm, admin, command } = await foundOrganisation();
    const plant = await openPlant(running, {}, { ...firm, signIn: async () => firm.admin });
    const { category_id } = await plant.createCategory();
    const { training_id } = await plant.createTraining({ category_id });
    expect((await plant.uploadVideo(training_id)).status).toBeLessThan(300);
    const video = (await admin.get(`/api/trainings/${training_id}/video-link`)).body.url;
    const play = () => api(running).get(new URL(video, running.url).pathname);
    expect((await play()).status).toBe(200);
    const { email } = firm;
    const another = `new-${email}`;
    expect((await admin.post('/api/me/sign-in-change', { email: another })).status).toBe(200);
    const [confirming] = (await running.mails()).filter(({ to }) => to === another);
    const callChange = (verb: string) =>
      api(running).post(`/api/auth/sign-in-change/${verb}`, { token: confirming!.link!.split('/confirm/')[1] });
    expect((await callChange('check')).status).toBe(200);
    await api(running).post('/api/auth/forgot-password', { email });
    const mailed = (await running.mails()).filter(({ to, link }) => to === email && link?.includes('/reset/'));
    const token = mailed[0]!.link!.split('/reset/')[1]!;
    const checkToken = () => api(running).post('/api/auth/password-reset/check', { token });
    expect((await checkToken()).status).toBe(200);
    const { handle } = (await checkToken()).body;

    await command('suspend');
    expect((await play()).status).toBe(404);
    expect((await checkToken()).status).toBe(422);
    expect((await api(running).post('/api/auth/password-reset', { handle, password: NEW_PASSWORD })).status).toBe(422);
    for (const verb of ['check', 'confirm']) expect((await callChange(verb)).body.code).toBe('link_dead');
    await api(running).post('/api/auth/forgot-password', { email });
    expect((await running.mails()).filter(({ to }) => to === email)).toHaveLength(mailed.length + 1);

    await command('reactivate');
    // The session of this link ended with the suspension.
    expect((await play()).status).toBe(404);
    expect((await checkToken()).status).toBe(200);
    expect((await callChange('check')).status).toBe(200);
    expect(
      (await api(running).post('/api/auth/password-reset', { handle, password: NEW_PASSWORD })).status,
    ).toBeLessThan(300);
  });

  it('drops pending mails when they would be sent', async () => {
    const { firm, command } = await foundOrganisation();
    const account = await running.app.get(SignInAccountsQuery, { strict: false }).findByName(firm.user_name);
    const sendPasswordMail = async () => {
      const mail = { customer_id: firm.customer_id, recipient: account!.account_id };
      await running.app.get(TransactionManager).run(() => running.app.get(MailOutbox).add(PASSWORD_CHANGED, mail));
      return (await running.mails()).filter(({ to }) => to === firm.email).length;
    };
    expect(await sendPasswordMail()).toBe(1);
    await command('suspend');
    expect(await sendPasswordMail()).toBe(1);
    await command('reactivate');
    expect(await sendPasswordMail()).toBe(2);
  });

  it('is suspended once when the command is repeated', async () => {
    const { firm, command } = await foundOrganisation();
    expect((await command('suspend')).body.customer_status).toBe('S');
    expect((await command('suspend')).body.customer_status).toBe('S');
    await command('reactivate');
    const admin = api(running, await fixtures(running).signIn(firm));
    expect((await admin.get('/api/audit-events?action=customer.suspend')).body).toHaveLength(1);
  });

  it('with one Idempotency-Key is suspended once, also when it was opened again meanwhile', async () => {
    const { firm, command } = await foundOrganisation();
    const key = { 'idempotency-key': `suspend-${firm.customer_id}` };
    const suspend = () => staff.post(`/api/customers/${firm.customer_id}/suspend`, undefined, key);
    const first = await suspend();
    expect(first).toMatchObject({ status: 200, body: { customer_status: 'S' } });
    await command('reactivate');
    const again = await suspend();
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body]);
    expect((await staff.get(`/api/customers/${firm.customer_id}`)).body.customer_status).toBe('A');
    const closeReply = await staff.post(`/api/customers/${firm.customer_id}/close`, undefined, key);
    expect(closeReply).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  describe('and the login that is sent again', () => {
    it('reaches the account that registered, with user name and a link that works', async () => {
      const { firm, command } = await foundOrganisation();
      const reply = await command('resend-login');
      expect(reply).toMatchObject({ status: 200, body: { sent_to: firm.email } });
      const [mail] = (await running.mails()).filter(({ to }) => to === firm.email);
      expect(mail).toMatchObject({ kind: 'login-reminder' });
      expect(mail!.text).toContain(firm.user_name);
      const token = mail!.link!.split('/reset/')[1]!;
      const { handle, user_name } = (await api(running).post('/api/auth/password-reset/check', { token })).body;
      expect(user_name).toBe(firm.user_name);
      expect((await login(firm.user_name)).status).toBe(200);
      await api(running).post('/api/auth/password-reset', { handle, password: NEW_PASSWORD });
      expect((await login(firm.user_name, NEW_PASSWORD)).status).toBe(200);
      const admin = api(running, await fixtures(running).signIn({ user_name: firm.user_name, password: NEW_PASSWORD }));
      const [event] = (await admin.get('/api/audit-events?action=customer.resend_login')).body;
      expect(event).toMatchObject({ role: 'platform', became: { user_name: firm.user_name } });
    });

    it('counts with the forgotten password: three an hour, then 429', async () => {
      const { firm, command } = await foundOrganisation();
      await api(running).post('/api/auth/forgot-password', { email: firm.email });
      expect((await command('resend-login')).status).toBe(200);
      expect((await command('resend-login')).status).toBe(200);
      const refused = await command('resend-login');
      expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    });

    it('is refused while no sign-in is possible', async () => {
      const { command } = await foundOrganisation();
      await command('suspend');
      expect(await command('resend-login')).toMatchObject({ status: 409, body: { code: 'login_not_sendable' } });
      expect((await staff.post('/api/customers/987654/resend-login')).status).toBe(404);
    });
  });
});
