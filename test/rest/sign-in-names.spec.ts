import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import type { StoredMail } from '../../src/infrastructure/mail/folder-mail-transport';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import type { Headers } from '../support/organisation';
import { runScheduledJob } from '../support/scheduled-jobs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW_PASSWORD = 'seven-kites-under-a-bridge';

describe('another e-mail or user name to sign in with', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.release();
    plant = await fixtures(running).organisation({ name: 'Nordwerk' });
  });
  afterAll(() => running.close());

  const uniqueEmail = () => registrationForm(1).email_primary;
  const uniqueUserName = () => registrationForm(1).c_user_name;
  const requestChange = (names: object, headers: Headers = plant.admin) =>
    api(running, headers).post('/api/me/sign-in-change', names);
  const pending = async () => (await api(running, plant.admin).get('/api/me')).body.sign_in_change;
  const mailsTo = async (email: string) => (await running.mails()).filter((mail) => mail.to === email);
  const tokenOf = (mail: StoredMail | undefined) => mail?.link?.split('/confirm/')[1] ?? '';
  const tokenTo = async (email: string) =>
    tokenOf((await mailsTo(email)).find((mail) => mail.link?.includes('/confirm/') && !mail.link.endsWith('/not-me')));
  const checkToken = (token: string) => api(running).post('/api/auth/sign-in-change/check', { token });
  const confirm = (token: string) => api(running).post('/api/auth/sign-in-change/confirm', { token });
  const signIn = async (user_name: string, password = PASSWORD) =>
    (await api(running).post('/api/auth/login', { user_name, password })).status;
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).toSorted();

  it('counts when the new mailbox has confirmed it: the old address signs in before, and not after', async () => {
    const email = uniqueEmail();
    const request = await requestChange({ email });
    expect(request).toMatchObject({ status: 200, body: { email, user_name: null, sent_to: email } });
    expect(await pending()).toEqual(request.body);
    const token = await tokenTo(email);
    expect([await signIn(plant.email), await signIn(email)]).toEqual([200, 401]);
    expect((await checkToken(token)).body).toEqual({
      customer_name: 'Nordwerk',
      was: { email: plant.email, user_name: plant.user_name },
      becomes: { email, user_name: plant.user_name },
    });
    expect(await confirm(token)).toMatchObject({ status: 200, body: { email, user_name: plant.user_name } });
    expect([await signIn(plant.email), await signIn(email), await signIn(plant.user_name)]).toEqual([401, 200, 200]);
    // The session stays and knows the new names.
    expect((await api(running, plant.admin).get('/api/me')).body).toMatchObject({ email, sign_in_change: null });
  });

  it('can be checked without being used up, and is confirmed once', async () => {
    const email = uniqueEmail();
    await requestChange({ email });
    const token = await tokenTo(email);
    for (let i = 0; i < 3; i++) expect((await checkToken(token)).status).toBe(200);
    expect((await confirm(token)).status).toBe(200);
    expect((await checkToken(token)).body.code).toBe('link_dead');
    expect((await confirm(token)).body.code).toBe('link_dead');
  });

  it('tells the old mailbox when it was asked for and when it happened, and what to do', async () => {
    const email = uniqueEmail();
    await requestChange({ email });
    const [request, ...others] = await mailsTo(plant.email);
    expect(others).toEqual([]);
    expect(request).toMatchObject({ subject: 'A change of your sign-in details was requested' });
    expect(request!.link).toMatch(/\/forgot$/);
    expect(request!.text).toContain(email);
    await confirm(await tokenTo(email));
    const [happened] = await mailsTo(plant.email);
    expect(happened).toMatchObject({ subject: 'Your sign-in details were changed' });
    expect(happened!.link).toMatch(/\/confirm\/not-me$/);
    expect(happened!.text).not.toMatch(/[\w-]{43}/);
  });

  it('goes to the present mailbox when only the user name changes, and the organisation’s row follows', async () => {
    const user_name = `${uniqueUserName()}-Neu`;
    expect((await requestChange({ user_name })).body).toMatchObject({ email: null, user_name, sent_to: plant.email });
    expect(await mailsTo(plant.email)).toHaveLength(1);
    await confirm(await tokenTo(plant.email));
    expect([await signIn(plant.user_name), await signIn(user_name.toUpperCase())]).toEqual([401, 200]);
    const row = (await api(running, plant.admin).get(`/api/customers/${plant.customer_id}`)).body;
    expect(row).toMatchObject({ c_user_name: user_name, email_primary: plant.email });
  });

  it('takes both at once', async () => {
    const [email, user_name] = [uniqueEmail(), uniqueUserName()];
    await requestChange({ email, user_name });
    await confirm(await tokenTo(email));
    expect([await signIn(email), await signIn(user_name), await signIn(plant.user_name)]).toEqual([200, 200, 401]);
  });

  it('lets a user name that is the e-mail follow it', async () => {
    await requestChange({ user_name: plant.email });
    await confirm(await tokenTo(plant.email));
    const email = uniqueEmail();
    await requestChange({ email });
    await confirm(await tokenTo(email));
    const me = (await api(running, plant.admin).get('/api/me')).body;
    expect(me).toMatchObject({ email, user_name: email });
    const row = (await api(running, plant.admin).get(`/api/customers/${plant.customer_id}`)).body;
    expect(row.c_user_name).toBe(email);
  });

  it('needs a name without an @ unless it is the e-mail itself, and something that is new', async () => {
    const wrong = [
      [{ user_name: 'somebody@example.org' }, 'user_name'],
      [{ user_name: '   ' }, 'user_name'],
      [{ user_name: '\ufdfa'.repeat(20) }, 'user_name'],
      [{ email: 'no address' }, 'email'],
      [{ email: plant.email.toUpperCase(), user_name: plant.user_name }, 'email'],
      [{}, 'email'],
    ] as const;
    for (const [body, field] of wrong) {
      const reply = await requestChange(body);
      expect([body, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([body, 422, [field]]);
    }
    expect(await running.mails()).not.toContainEqual(expect.objectContaining({ to: plant.email }));
  });

  it('needs the current password when the sign-in is older than ten minutes; a wrong one counts as a wrong try', async () => {
    running.clock.freeze(running.clock.now() + 11 * MINUTE);
    const email = uniqueEmail();
    for (const passwordFields of [{}, { current_password: '' }, { current_password: null }]) {
      const without = await requestChange({ email, ...passwordFields });
      expect(without).toMatchObject({ status: 422, body: { code: 'current_password_needed' } });
    }
    for (let i = 0; i < 5; i++) {
      const reply = await requestChange({ email, current_password: 'not-the-password' });
      expect(reply.body.errors).toHaveProperty('current_password');
    }
    expect((await requestChange({ email, current_password: PASSWORD })).status).toBe(429);
    expect(await signIn(plant.email)).toBe(429);
    running.clock.advance(31_000);
    expect((await requestChange({ email, current_password: PASSWORD })).status).toBe(200);
  });

  it('sends five mails an hour and not a sixth, resent ones included', async () => {
    const boxes = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    for (const email of boxes) expect((await requestChange({ email })).status).toBe(200);
    const resend = () => api(running, plant.admin).post('/api/me/sign-in-change/resend');
    expect(statuses([await resend(), await resend()])).toEqual([200, 200]);
    expect((await resend()).status).toBe(429);
    const sixth = uniqueEmail();
    expect((await requestChange({ email: sixth })).headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await mailsTo(sixth)).toEqual([]);
    // What was refused has changed nothing.
    expect((await pending()).email).toBe(boxes[2]);
  });

  it('is answered alike when the mailbox signs in elsewhere; that mailbox is told, without a link', async () => {
    const other = await fixtures(running).organisation();
    const free = await requestChange({ email: uniqueEmail() });
    const conflictReply = await requestChange({ email: other.email });
    expect(conflictReply.status).toBe(free.status);
    expect(Object.keys(conflictReply.body)).toEqual(Object.keys(free.body));
    expect(conflictReply.body).toMatchObject({ email: other.email, sent_to: other.email });
    expect(await pending()).toEqual(conflictReply.body);
    const [mail] = await mailsTo(other.email);
    expect(mail).toMatchObject({ subject: 'This address already has an account', link: null });
    expect(mail!.text).not.toMatch(/\/confirm\//);
    expect(await signIn(other.email)).toBe(200);
  });

  it('is replaced by the newest one, and one is open at a time however many are asked for at once', async () => {
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    await requestChange({ email: first });
    const old = await tokenTo(first);
    await requestChange({ email: second });
    expect((await confirm(old)).body.code).toBe('link_dead');
    const three = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
    expect(statuses(await Promise.all(three.map((email) => requestChange({ email }))))).toEqual([200, 200, 200]);
    const [{ open }] = await rows<{ open: number }>(
      `SELECT COUNT(*) AS open FROM sign_in_change WHERE open_of IS NOT NULL AND was_email = '${plant.email}'`,
    );
    expect(Number(open)).toBe(1);
    const tokens = await Promise.all(three.map(tokenTo));
    const good = statuses(await Promise.all(tokens.map(confirm)));
    expect(good).toEqual([200, 422, 422]);
  });

  it('is won by one of many who confirm at once, with one link or with one name', async () => {
    const email = uniqueEmail();
    await requestChange({ email });
    const token = await tokenTo(email);
    expect(statuses(await Promise.all(Array.from({ length: 6 }, () => confirm(token))))).toEqual([
      200, 422, 422, 422, 422, 422,
    ]);
    expect(await eventsOf('account.sign_in_changed')).toHaveLength(1);

    const requestedName = uniqueUserName();
    const rivals = await Promise.all([1, 2, 3, 4].map(() => fixtures(running).organisation()));
    for (const rival of rivals) await requestChange({ user_name: requestedName }, rival.admin);
    const tokens = await Promise.all(rivals.map((rival) => tokenTo(rival.email)));
    const replies = await Promise.all(tokens.map(confirm));
    expect(statuses(replies)).toEqual([200, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'user_name_taken',
      errors: { user_name: [expect.any(String)] },
    });
    for (const [at, rival] of rivals.entries()) {
      const row = (await api(running, rival.admin).get(`/api/customers/${rival.customer_id}`)).body;
      const won = replies[at]!.status === 200;
      expect([row.c_user_name, await signIn(rival.user_name)]).toEqual(
        won ? [requestedName, 401] : [rival.user_name, 200],
      );
    }
  });

  it('is refused clearly when the address or the name was taken meanwhile, and nothing is half-written', async () => {
    const [email, user_name] = [uniqueEmail(), uniqueUserName()];
    await requestChange({ email, user_name });
    const token = await tokenTo(email);
    const staff_id = await inviteStaff(email);
    expect(await confirm(token)).toMatchObject({
      status: 409,
      body: { code: 'email_taken', errors: { email: [expect.any(String)] } },
    });
    expect([await signIn(plant.email), await signIn(user_name)]).toEqual([200, 401]);
    expect(await mailsTo(plant.email)).not.toContainEqual(
      expect.objectContaining({ subject: 'Your sign-in details were changed' }),
    );
    // The link stays valid: it works once the address is free.
    await api(running, plant.admin).post(`/api/staff/${staff_id}/leave`, { last_active_day: '2026-01-31' });
    expect((await confirm(token)).status).toBe(200);

    const other = await fixtures(running).organisation();
    expect((await requestChange({ user_name: other.user_name })).body).toMatchObject({ code: 'user_name_taken' });
    const email_primary = uniqueEmail();
    await requestChange({ email: email_primary });
    const late = await tokenTo(email_primary);
    await api(running, other.admin).patch(`/api/customers/${other.customer_id}`, { email_primary });
    expect((await confirm(late)).body.code).toBe('email_taken');
  });

  it.each<[string, Headers]>([
    ['alone', {}],
    ['with If-Match', { 'if-match': '*' }],
  ])(
    'does not reveal by the form who is registered, %s: thirty names an hour, refused ones included',
    async (_, more) => {
      const other = await fixtures(running).organisation();
      const form = (body: object) =>
        api(running, { ...plant.admin, ...more }).patch(`/api/customers/${plant.customer_id}`, body);
      const mails: string[] = [];
      for (let i = 0; i < 16; i++) {
        mails.push((await form({ email_primary: other.email })).body.code);
        mails.push((await form({ c_user_name: other.user_name })).body.code);
      }
      expect(mails.slice(0, 2)).toEqual(['email_taken', 'user_name_taken']);
      expect(mails.slice(28)).toEqual(['email_taken', 'user_name_taken', 'too_many_tries', 'too_many_tries']);
      // A free address is refused too; changes of other fields still work.
      expect((await form({ email_primary: uniqueEmail() })).body.code).toBe('too_many_tries');
      expect((await form({ email_primary: plant.email, mobile_two: '+49 40 5550199' })).status).toBe(200);
    },
  );

  it('is counted alike by UpdateCustomer, with an Idempotency-Key too', async () => {
    const other = await fixtures(running).organisation();
    const messages: string[] = [];
    for (let i = 0; i < 31; i++) {
      const caller = api(running, { ...plant.admin, 'idempotency-key': `try-${i}` });
      const path = `/CustomerMaster/UpdateCustomer/${plant.customer_id}`;
      const { status, body } = await caller.post(path, { email_primary: other.email });
      expect([status, body.Status]).toEqual([200, false]);
      messages.push(body.message);
    }
    expect(new Set(messages.slice(0, 30)).size).toBe(1);
    expect(messages[30]).not.toBe(messages[0]);
  });

  it('is good for a day; resending makes it a day again', async () => {
    running.clock.freeze(running.clock.now());
    const email = uniqueEmail();
    await requestChange({ email });
    const token = await tokenTo(email);
    running.clock.advance(23 * HOUR);
    const headers = await fixtures(running).signIn(plant);
    const again = await api(running, headers).post('/api/me/sign-in-change/resend');
    expect(Date.parse(again.body.expires_at)).toBe(running.clock.now() + 24 * HOUR);
    expect((await mailsTo(email)).map(tokenOf)).toEqual([token, token]);
    running.clock.advance(24 * HOUR - 1);
    expect((await checkToken(token)).status).toBe(200);
    running.clock.advance(1);
    expect((await checkToken(token)).body.code).toBe('link_dead');
    expect((await confirm(token)).body.code).toBe('link_dead');
    const late = await fixtures(running).signIn(plant);
    expect((await api(running, late).get('/api/me')).body.sign_in_change).toBeNull();
    expect((await api(running, late).post('/api/me/sign-in-change/resend')).body.code).toBe('nothing_pending');
    running.clock.advance(49 * HOUR);
    await runScheduledJob(running, 'expired-secrets');
    expect(await rows(`SELECT change_id FROM sign_in_change WHERE was_email = '${plant.email}'`)).toEqual([]);
  });

  it('can be cancelled, and is void after a new password', async () => {
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    await requestChange({ email: first });
    const cancel = () => api(running, plant.admin).delete('/api/me/sign-in-change');
    expect([(await cancel()).status, (await cancel()).status, await pending()]).toEqual([204, 204, null]);
    expect((await confirm(await tokenTo(first))).body.code).toBe('link_dead');
    expect(await eventsOf('account.sign_in_cancelled')).toHaveLength(1);
    await requestChange({ email: second });
    const token = await tokenTo(second);
    await api(running, plant.admin).post('/api/auth/password', { password: NEW_PASSWORD });
    expect((await confirm(token)).body.code).toBe('link_dead');
    expect(await signIn(plant.email, NEW_PASSWORD)).toBe(200);
  });

  it('kills the password links that lie in the old mailbox', async () => {
    await api(running).post('/api/auth/forgot-password', { email: plant.email });
    const reset = (await mailsTo(plant.email))
      .find((mail) => mail.link?.includes('/reset/'))!
      .link!.split('/reset/')[1];
    const email = uniqueEmail();
    await requestChange({ email });
    await confirm(await tokenTo(email));
    expect((await api(running).post('/api/auth/password-reset/check', { token: reset })).status).toBe(422);
  });

  it('is void once the account is suspended', async () => {
    const person = await createMember();
    const email = uniqueEmail();
    await requestChange({ email }, person.headers);
    const token = await tokenTo(email);
    await api(running, plant.admin).post(`/api/staff/${person.staff_id}/suspend`);
    expect((await confirm(token)).body.code).toBe('link_dead');
    await api(running, plant.admin).post(`/api/staff/${person.staff_id}/reactivate`);
    expect((await confirm(token)).body.code).toBe('link_dead');
  });

  it('is told in the audit log with before and after, without the token', async () => {
    const [email, user_name] = [uniqueEmail(), uniqueUserName()];
    await requestChange({ email, user_name });
    const token = await tokenTo(email);
    await confirm(token);
    const was = { email: plant.email, user_name: plant.user_name };
    expect(await eventsOf('account.sign_in_asked')).toMatchObject([{ was, became: { email, user_name } }]);
    expect(await eventsOf('account.sign_in_changed')).toMatchObject([{ was, became: { email, user_name } }]);
    const storedData = JSON.stringify([
      await rows('SELECT was, became FROM audit_event'),
      await rows('SELECT facts, recipient FROM outbox_mail'),
    ]);
    expect(storedData).not.toContain(token);
  });

  describe('of a staff member, whose e-mail an administrator edits', () => {
    const edit = (staff_id: string, email: string) =>
      api(running, plant.admin).patch(`/api/staff/${staff_id}`, { email });

    it('stays until the new mailbox confirms; the record has it at once', async () => {
      const person = await createMember();
      const email = uniqueEmail();
      expect(await edit(person.staff_id, email)).toMatchObject({ status: 200, body: { email } });
      expect([await signIn(person.email), await signIn(email)]).toEqual([200, 401]);
      expect(await mailsTo(person.email)).toContainEqual(
        expect.objectContaining({ subject: 'A change of your sign-in details was requested' }),
      );
      await confirm(await tokenTo(email));
      // Invited people sign in with their address: the user name follows.
      expect([await signIn(person.email), await signIn(email)]).toEqual([401, 200]);
    });

    it('is asked for when they may sign in again, if they were suspended while it was edited', async () => {
      const person = await createMember();
      const email = uniqueEmail();
      const command = (name: string) => api(running, plant.admin).post(`/api/staff/${person.staff_id}/${name}`);
      await command('suspend');
      expect((await edit(person.staff_id, email)).status).toBe(200);
      expect(await mailsTo(email)).toEqual([]);
      expect((await command('reactivate')).status).toBe(200);
      expect([await signIn(person.email), await signIn(email)]).toEqual([200, 401]);
      await confirm(await tokenTo(email));
      expect([await signIn(person.email), await signIn(email)]).toEqual([401, 200]);
      // Nothing was edited, so no confirmation is requested.
      await command('suspend');
      await command('reactivate');
      expect(await mailsTo(email)).toHaveLength(1);
    });

    it('that is edited back to what it was leaves nothing to confirm', async () => {
      const person = await createMember();
      const email = uniqueEmail();
      await edit(person.staff_id, email);
      const token = await tokenTo(email);
      await edit(person.staff_id, person.email);
      expect((await confirm(token)).body.code).toBe('link_dead');
    });

    it('is updated in the record when the staff member changes it', async () => {
      const person = await createMember();
      const email = uniqueEmail();
      await requestChange({ email }, person.headers);
      await confirm(await tokenTo(email));
      expect((await api(running, plant.admin).get(`/api/staff/${person.staff_id}`)).body.email).toBe(email);
    });

    it('moves at once while no password was chosen: the old link dies, the invitation goes to the new address', async () => {
      const [first, second] = [uniqueEmail(), uniqueEmail()];
      const staff_id = await inviteStaff(first);
      const inviteTo = async (email: string) => (await mailsTo(email))[0]?.link?.split('/reset/')[1] ?? '';
      const old = await inviteTo(first);
      await edit(staff_id, second);
      const check = (token: string) => api(running).post('/api/auth/password-reset/check', { token });
      expect((await check(old)).status).toBe(422);
      expect((await check(await inviteTo(second))).body).toMatchObject({ purpose: 'invite', user_name: second });
      running.clock.advance(1000);
      await api(running, plant.admin).post(`/api/staff/${staff_id}/invite`, { role: 'user' });
      expect(await mailsTo(second)).toHaveLength(2);
      expect(await mailsTo(first)).toHaveLength(1);
    });

    it('is answered alike while no password was chosen when the address is taken, and that mailbox is told', async () => {
      const other = await fixtures(running).organisation();
      const first = uniqueEmail();
      const staff_id = await inviteStaff(first);
      expect(await edit(staff_id, other.email)).toMatchObject({ status: 200, body: { email: other.email } });
      expect(await mailsTo(other.email)).toMatchObject([{ subject: 'Nordwerk wants to invite you', link: null }]);
      expect(await signIn(other.email)).toBe(200);
    });
  });

  const rows = <T extends object>(sql: string) => running.app.get(Database).rows<T>(sql);
  const eventsOf = async (action: string) =>
    (await api(running, plant.admin).get(`/api/audit-events?action=${action}`)).body as object[];

  /** @returns the staff id of an invited person who has not accepted yet */
  const inviteStaff = async (email: string): Promise<string> => {
    const person = { staff_code: uniqueUserName(), first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01', email };
    const { staff_id } = (await api(running, plant.admin).post('/api/staff', person)).body;
    await api(running, plant.admin).post(`/api/staff/${staff_id}/invite`, { role: 'user' });
    return staff_id;
  };

  /** An invited person who has accepted and is signed in. */
  const createMember = async () => {
    const email = uniqueEmail();
    const staff_id = await inviteStaff(email);
    await running.app.get(TransactionManager).run(() =>
      running.app.get(Database).write(
        `UPDATE account SET status = 'active', password_hash = (SELECT hash FROM (SELECT password_hash AS hash
             FROM account WHERE email_key = ?) AS known) WHERE email_key = ?`,
        [plant.email, email],
      ),
    );
    return { staff_id, email, headers: await fixtures(running).signIn({ user_name: email }) };
  };
});
