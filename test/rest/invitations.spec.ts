import { PASSWORD_CHANGED } from '../../src/modules/identity/account-mail.composer';
import { SignInAccountsQuery } from '../../src/modules/identity/sign-in-accounts.query';
import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { MailOutbox } from '../../src/infrastructure/mail/mail-outbox';
import { SessionsService } from '../../src/auth/sessions.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import { runScheduledJob } from '../support/scheduled-jobs';

describe('invited staff', () => {
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

  const createStaff = async (email: string) =>
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
    const staff_id = await createStaff(email);
    expect(await command(staff_id, 'invite', { role: 'user' })).toMatchObject({
      status: 200,
      body: { account_role: 'user' },
    });
    expect((await mailTo(email))!.subject).toBe('Nordwerk invites you to Skilgrid');
    expect((await api(running).post('/api/auth/login', { user_name: email, password: PASSWORD })).status).toBe(401);
    expect((await accept(email)).status).toBe(200);
    const headers = await fixtures(running).signIn({ user_name: email });
    expect(headers).toMatchObject({ eid: 'P-0017' });
    expect((await api(running, headers).get('/api/me')).body).toMatchObject({
      role: 1,
      staff_id,
      customer_name: 'Nordwerk',
    });
    expect((await api(running, plant.admin).get(`/api/staff/${staff_id}`)).body).toMatchObject({ status: 'active' });
    expect((await api(running, headers).get('/api/customers')).status).toBe(403);
  });

  it('use the time zone of their record, or the organisation’s', async () => {
    const email = freeEmail();
    const staff_id = await createStaff(email);
    await command(staff_id, 'invite', { role: 'user' });
    await accept(email);
    const inviteeApi = api(running, await fixtures(running).signIn({ user_name: email }));
    const zoneOf = async () => (await inviteeApi.get('/api/me')).body.staff_time_zone as string;
    expect(await zoneOf()).toBe('UTC');
    const changeReply = await api(running, plant.admin).patch(`/api/staff/${staff_id}`, {
      time_zone: 'America/Denver',
    });
    expect([changeReply.status, await zoneOf()]).toEqual([200, 'America/Denver']);
  });

  it('can be invited again: the newest link counts', async () => {
    const email = freeEmail();
    const staff_id = await createStaff(email);
    await command(staff_id, 'invite', { role: 'user' });
    const oldToken = (await mailTo(email))!.link!.split('/reset/')[1];
    running.clock.advance(1000);
    await command(staff_id, 'invite', { role: 'user' });
    await mailTo(email);
    expect((await api(running).post('/api/auth/password-reset/check', { token: oldToken })).status).toBe(422);
    expect((await accept(email)).status).toBe(200);
  });

  it('get at most five invitations an hour', async () => {
    const email = freeEmail();
    const staff_id = await createStaff(email);
    for (let i = 0; i < 5; i++) expect((await command(staff_id, 'invite', { role: 'user' })).status).toBe(200);
    const sixth = await command(staff_id, 'invite', { role: 'user' });
    expect([sixth.status, sixth.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    // The link of the fifth mail is valid.
    expect((await accept(email)).status).toBe(200);
  });

  it('are signed in with the password they choose, as at a sign-in, by the link of an invitation only', async () => {
    const email = freeEmail();
    const staff_id = await createStaff(email);
    await command(staff_id, 'invite', { role: 'user' });
    const handleOf = async () => {
      const token = (await mailTo(email))!.link!.split('/reset/')[1];
      return (await api(running).post('/api/auth/password-reset/check', { token })).body.handle as string;
    };
    const acceptInvitation = (handle: string, password = PASSWORD) =>
      api(running).post('/api/auth/accept-invitation', { handle, password });
    const handle = await handleOf();
    expect(await acceptInvitation(handle, 'short')).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
    const { status, body, headers } = await acceptInvitation(handle);
    expect([status, body]).toMatchObject([
      200,
      {
        customer_name: 'Nordwerk',
        role: 1,
        staff_id,
        eid: 'P-0017',
        user_name: email,
        second_factor_required: false,
      },
    ]);
    expect(headers.get('set-cookie')).toMatch(/^sg_refresh=.*HttpOnly; SameSite=Strict$/);
    const session = { authorization: `Bearer ${body.token}`, eid: body.eid, oid: body.oid };
    expect((await api(running, session).get('/api/me')).body).toMatchObject({ staff_id });
    expect((await api(running, plant.admin).get(`/api/staff/${staff_id}`)).body.status).toBe('active');
    expect(await acceptInvitation(handle)).toMatchObject({ status: 422, body: { code: 'link_dead' } });
    const auditEntries = (await api(running, plant.admin).get('/api/audit-events?action=account.password')).body;
    expect(auditEntries).toMatchObject([{ who: email }]);
    // A reset link also proves the mailbox, but does not sign in.
    await api(running).post('/api/auth/forgot-password', { email });
    expect(await acceptInvitation(await handleOf())).toMatchObject({ status: 422, body: { code: 'link_dead' } });
  });

  it('accept once: of many who open one invitation at once, one chooses the password', async () => {
    const email = freeEmail();
    const staff_id = await createStaff(email);
    await command(staff_id, 'invite', { role: 'user' });
    const token = (await mailTo(email))!.link!.split('/reset/')[1];
    const passwords = [1, 2, 3, 4].map((n) => `${PASSWORD}-${n}`);
    const handles = await Promise.all(
      passwords.map(async () => (await api(running).post('/api/auth/password-reset/check', { token })).body.handle),
    );
    const replies = await Promise.all(
      passwords.map((password, index) =>
        api(running).post('/api/auth/password-reset', { handle: handles[index], password }),
      ),
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
    const staff_id = await createStaff(email);
    const concurrentReplies = await Promise.all([
      command(staff_id, 'invite', { role: 'user' }),
      command(staff_id, 'invite', { role: 'user' }),
    ]);
    expect(concurrentReplies.map(({ status }) => status)).toContain(200);
    expect(concurrentReplies.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const accounts = await running.app
      .get(Database)
      .rows<{ email: string }>(`SELECT email FROM account WHERE email_key = '${email}'`);
    expect(accounts).toHaveLength(1);
    const mails = (await running.mails()).filter((mail) => mail.to === email);
    expect(mails.map(({ subject }) => subject)).not.toContain('Nordwerk wants to invite you');
    expect((await accept(email)).status).toBe(200);
  });

  it('get the same answer for an address used elsewhere, and only that mailbox is notified', async () => {
    const other = await fixtures(running).organisation();
    const staff_id = await createStaff(other.email);
    const invited = await command(staff_id, 'invite', { role: 'user' });
    expect(invited).toMatchObject({ status: 200, body: { account_role: 'user', status: 'invited' } });
    expect(await mailTo(other.email)).toMatchObject({ subject: 'Nordwerk wants to invite you', link: null });
    expect((await api(running, other.admin).get('/api/me')).status).toBe(200);
  });

  describe('whose address has an account in another organisation', () => {
    const day = 86_400_000;
    const trail = async (staff_id: string) =>
      ((await api(running, plant.admin).get('/api/audit-events?_end=100')).body as Record<string, unknown>[]).flatMap(
        ({ action, subject_type, subject_id, subject_name, was, became }) =>
          subject_id === staff_id || subject_type === 'account'
            ? [{ action, subject_type, subject_name, was, became }]
            : [],
      );
    /** What staff of the organisation can see of a person, without ids and times. */
    const visible = async (staff_id: string) => {
      const { body } = await api(running, plant.admin).get(`/api/staff/${staff_id}`);
      const { status, account_role, invitation, row_version } = body;
      return { status, account_role, invitation, row_version };
    };

    /** Runs the same commands for a free and a taken address and records what is visible after each. */
    const runCommands = async (staff_id: string, email: string, nextEmail: string) => {
      const observations: unknown[] = [];
      const observe = async (reply: { status: number; body: Record<string, unknown> }) =>
        observations.push([reply.status, reply.body['status'], reply.body['invitation'], await visible(staff_id)]);
      await observe(await command(staff_id, 'invite', { role: 'user' }));
      await observe(await command(staff_id, 'invite', { role: 'admin' }));
      await observe(await command(staff_id, 'suspend'));
      await observe(await command(staff_id, 'reactivate'));
      await observe(await api(running, plant.admin).patch(`/api/staff/${staff_id}`, { email: nextEmail }));
      const names = { [email]: 'first', [nextEmail]: 'next', [staff_id]: 'id', [plant.user_name]: 'registrant' };
      let text = JSON.stringify(await trail(staff_id));
      for (const [name, word] of Object.entries(names)) text = text.replaceAll(name, word);
      return [observations, text.replace(/"invited_at":\d+/g, '"invited_at":0')];
    };

    it('are answered, listed and audited as if the address were free', async () => {
      const other = await fixtures(running).organisation();
      const staffWithTakenEmail = await createStaff(other.email);
      const [observations, auditEntries] = await runCommands(staffWithTakenEmail, other.email, freeEmail());
      plant = await fixtures(running).organisation({ name: 'Nordwerk' });
      const email = freeEmail();
      expect(await runCommands(await createStaff(email), email, freeEmail())).toEqual([observations, auditEntries]);
    });

    it('can be invited with another address, and accept there', async () => {
      const other = await fixtures(running).organisation();
      const staff_id = await createStaff(other.email);
      await command(staff_id, 'invite', { role: 'user' });
      const email = freeEmail();
      expect((await api(running, plant.admin).patch(`/api/staff/${staff_id}`, { email })).status).toBe(200);
      expect((await accept(email)).status).toBe(200);
      expect(await visible(staff_id)).toMatchObject({ status: 'active', account_role: 'user', invitation: 'accepted' });
    });

    it('free their former address for others', async () => {
      const other = await fixtures(running).organisation();
      const email = freeEmail();
      const staff_id = await createStaff(email);
      await command(staff_id, 'invite', { role: 'user' });
      await api(running, plant.admin).patch(`/api/staff/${staff_id}`, { email: other.email });
      const body = { staff_code: 'P-2', first_name: 'Bala', last_name: 'Iyer', joined: '2024-03-01', email };
      const { id } = (await api(running, plant.admin).post('/api/staff', body)).body;
      expect((await command(id, 'invite', { role: 'user' })).status).toBe(200);
      expect((await accept(email)).status).toBe(200);
    });

    it('expire after seven days like any other invitation', async () => {
      const other = await fixtures(running).organisation();
      const staff_id = await createStaff(other.email);
      await command(staff_id, 'invite', { role: 'user' });
      expect(await visible(staff_id)).toMatchObject({ status: 'invited', invitation: 'open' });
      running.clock.advance(7 * day);
      plant.admin = await fixtures(running).signIn(plant);
      expect(await visible(staff_id)).toMatchObject({ status: 'invited', invitation: 'not_accepted' });
    });
  });

  describe('with an address used inside the organisation', () => {
    const refusal = { status: 422, body: { errors: { email: [expect.stringContaining('another address')] } } };
    const second = async (email: string | null) => {
      const body = { staff_code: 'P-2', first_name: 'Bala', last_name: 'Iyer', joined: '2024-03-01', email };
      return (await api(running, plant.admin).post('/api/staff', body)).body.staff_id as string;
    };

    it('are refused for an address of an account, an invitation or the registrant', async () => {
      const email = freeEmail();
      const asha = await createStaff(email);
      await command(asha, 'invite', { role: 'user' });
      const bala = await second(email);
      expect(await command(bala, 'invite', { role: 'user' })).toMatchObject(refusal);
      await accept(email);
      expect(await command(bala, 'invite', { role: 'user' })).toMatchObject(refusal);
      expect((await api(running, plant.admin).get(`/api/staff/${bala}`)).body).toMatchObject({
        status: 'active',
        account_role: null,
        invitation: 'not_invited',
      });
      await api(running, plant.admin).patch(`/api/staff/${bala}`, { email: plant.email });
      expect(await command(bala, 'invite', { role: 'user' })).toMatchObject(refusal);
      const mails = (await running.mails()).filter(({ to }) => [email, plant.email].includes(to));
      expect(mails.map(({ subject }) => subject)).not.toContain('Nordwerk wants to invite you');
    });

    it('are refused also where the address has an account elsewhere', async () => {
      const other = await fixtures(running).organisation();
      await command(await createStaff(other.email), 'invite', { role: 'user' });
      expect(await command(await second(other.email), 'invite', { role: 'user' })).toMatchObject(refusal);
    });

    it('are refused when the address is given to an invited or rehired person', async () => {
      const email = freeEmail();
      await command(await createStaff(email), 'invite', { role: 'user' });
      const ownEmail = freeEmail();
      const bala = await second(ownEmail);
      await command(bala, 'invite', { role: 'user' });
      expect(await api(running, plant.admin).patch(`/api/staff/${bala}`, { email })).toMatchObject(refusal);
      expect((await accept(ownEmail)).status).toBe(200);
      await command(bala, 'leave', { last_active_day: '2025-01-31' });
      await api(running, plant.admin).patch(`/api/staff/${bala}`, { email });
      expect(await command(bala, 'return', { first_day: '2025-03-01', role: 'user' })).toMatchObject(refusal);
      expect((await command(bala, 'return', { first_day: '2025-03-01' })).status).toBe(200);
    });

    it('do not block a role change of an active account', async () => {
      const email = freeEmail();
      const asha = await createStaff(email);
      await command(asha, 'invite', { role: 'user' });
      await accept(email);
      await second(email);
      expect((await command(asha, 'invite', { role: 'admin' })).body).toMatchObject({ account_role: 'admin' });
    });
  });

  describe('who have not accepted in seven days', () => {
    const week = 7 * 86_400_000;
    const advanceTime = async (ms: number) => {
      running.clock.advance(ms);
      plant.admin = await fixtures(running).signIn(plant);
    };
    const codes = async (query: string) =>
      (
        (await api(running, plant.admin).get(`/api/staff?_sort=staff_code&${query}`)).body as { staff_code: string }[]
      ).map(({ staff_code }) => staff_code);
    const openCount = async () =>
      (await api(running, plant.admin).get('/api/reports/attention')).body.invitations_open.count as number;

    it('are shown consistently in row, filter, count and export', async () => {
      running.clock.freeze('2026-03-10T09:00:00Z');
      plant = await fixtures(running).organisation();
      const staff_id = await createStaff(freeEmail());
      await command(staff_id, 'invite', { role: 'user' });
      await advanceTime(week - 1);
      const readInvitation = async () =>
        (await api(running, plant.admin).get(`/api/staff/${staff_id}`)).body.invitation;
      expect([await readInvitation(), await openCount(), await codes('invitation=open')]).toEqual([
        'open',
        1,
        ['P-0017'],
      ]);
      await advanceTime(1);
      const body = {
        staff_code: 'P-2',
        first_name: 'Bala',
        last_name: 'Iyer',
        joined: '2024-03-01',
        email: freeEmail(),
      };
      const { id } = (await api(running, plant.admin).post('/api/staff', body)).body;
      await command(id, 'invite', { role: 'user' });
      await api(running, plant.admin).post('/api/staff', { ...body, staff_code: 'P-3', email: null });
      expect([await readInvitation(), await openCount()]).toEqual(['not_accepted', 1]);
      expect(await codes('invitation=open')).toEqual(['P-2']);
      expect(await codes('invitation=not_accepted')).toEqual(['P-0017']);
      expect(await codes('invitation=not_accepted&invitation=open')).toEqual(['P-0017', 'P-2']);
      expect(await codes('invitation_ne=not_accepted')).toEqual(['P-2', 'P-3']);
      expect(await codes('invitation_nin=open,not_accepted')).toEqual(['P-3']);
      expect(await codes('invitation=not_invited')).toEqual(['P-3']);
      expect(await codes('invitation_null=true')).toEqual([]);
      expect(await codes('invitation_null=false')).toEqual(['P-0017', 'P-2', 'P-3']);
      expect(await codes('invitation=not_accepted&status=active')).toEqual([]);
      expect(await codes('invitation=not_accepted&q=asha')).toEqual(['P-0017']);
      expect((await api(running, plant.admin).get('/api/staff?invitation_gt=open')).status).toBe(400);
      const file = await fetch(
        `${running.url}/api/exports/staff?columns=staff_code,invitation&invitation=not_accepted`,
        { headers: plant.admin },
      );
      expect((await file.text()).split(/\r?\n/)[1]).toBe('P-0017,Not accepted: ask the person or use another address');
    });

    it('are open again once they are invited again, or at another address', async () => {
      const staff_id = await createStaff(freeEmail());
      const state = async () => (await api(running, plant.admin).get(`/api/staff/${staff_id}`)).body.invitation;
      await command(staff_id, 'invite', { role: 'user' });
      await advanceTime(week);
      await command(staff_id, 'invite', { role: 'user' });
      expect([await state(), await openCount()]).toEqual(['open', 1]);
      await advanceTime(week);
      expect(await state()).toBe('not_accepted');
      const email = freeEmail();
      await api(running, plant.admin).patch(`/api/staff/${staff_id}`, { email });
      expect([await state(), await openCount()]).toEqual(['open', 1]);
      expect((await accept(email)).status).toBe(200);
      expect([await state(), await openCount()]).toEqual(['accepted', 0]);
    });
  });

  describe('whose invitation is withdrawn', () => {
    it('cannot accept any more, stay without signing in, and can be invited again', async () => {
      const email = freeEmail();
      const staff_id = await createStaff(email);
      await command(staff_id, 'invite', { role: 'user' });
      const token = (await mailTo(email))!.link!.split('/reset/')[1];
      const { handle } = (await api(running).post('/api/auth/password-reset/check', { token })).body;
      expect(await command(staff_id, 'withdraw-invitation')).toMatchObject({
        status: 200,
        body: { status: 'active', account_role: null, invited_at: null, invitation: 'not_invited' },
      });
      const lateReply = await api(running).post('/api/auth/password-reset', { handle, password: PASSWORD });
      const check = () => api(running).post('/api/auth/password-reset/check', { token });
      expect([lateReply.status, (await check()).status]).toEqual([422, 422]);
      expect(await command(staff_id, 'withdraw-invitation')).toMatchObject({
        status: 409,
        body: { code: 'wrong_status' },
      });
      running.clock.advance(1000);
      expect((await command(staff_id, 'invite', { role: 'user' })).body.invitation).toBe('open');
      expect((await check()).status).toBe(422);
      expect((await accept(email)).status).toBe(200);
    });

    it('give the address free for others here', async () => {
      const email = freeEmail();
      const asha = await createStaff(email);
      await command(asha, 'invite', { role: 'user' });
      await command(asha, 'withdraw-invitation');
      const body = { staff_code: 'P-2', first_name: 'Bala', last_name: 'Iyer', joined: '2024-03-01', email };
      const { id } = (await api(running, plant.admin).post('/api/staff', body)).body;
      expect((await command(id, 'invite', { role: 'user' })).status).toBe(200);
      expect((await accept(email)).status).toBe(200);
    });

    it('may have had an address used elsewhere; active accounts cannot be withdrawn', async () => {
      const other = await fixtures(running).organisation();
      const staff_id = await createStaff(other.email);
      expect((await command(staff_id, 'withdraw-invitation')).status).toBe(409);
      await command(staff_id, 'invite', { role: 'user' });
      expect(await command(staff_id, 'withdraw-invitation')).toMatchObject({
        status: 200,
        body: { status: 'active', account_role: null },
      });
      expect((await api(running, other.admin).get('/api/me')).status).toBe(200);
    });
  });

  it('are signed out at once when suspended, and may come back', async () => {
    const email = freeEmail();
    const staff_id = await createStaff(email);
    await command(staff_id, 'invite', { role: 'user' });
    await accept(email);
    const headers = await fixtures(running).signIn({ user_name: email });
    await command(staff_id, 'suspend');
    expect((await api(running, headers).get('/api/me')).status).toBe(401);
    const answer = await api(running).post('/api/auth/login', { user_name: email, password: PASSWORD });
    expect(answer).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    await command(staff_id, 'reactivate');
    expect((await api(running).post('/api/auth/login', { user_name: email, password: PASSWORD })).status).toBe(200);
  });

  it('are still invited after a suspension in between: the link counts for nothing meanwhile, and again then', async () => {
    const email = freeEmail();
    const staff_id = await createStaff(email);
    await command(staff_id, 'invite', { role: 'user' });
    const token = (await mailTo(email))!.link!.split('/reset/')[1];
    const check = () => api(running).post('/api/auth/password-reset/check', { token });
    const { handle } = (await check()).body;
    await command(staff_id, 'suspend');
    const lateReply = await api(running).post('/api/auth/password-reset', { handle, password: PASSWORD });
    expect([(await check()).status, lateReply.status]).toEqual([422, 422]);
    expect((await command(staff_id, 'reactivate')).body.status).toBe('invited');
    expect((await accept(email)).status).toBe(200);
    expect((await api(running, plant.admin).get(`/api/staff/${staff_id}`)).body.status).toBe('active');
  });

  it('lose the session with a new role, and leave their address free when they leave', async () => {
    const email = freeEmail();
    const staff_id = await createStaff(email);
    await command(staff_id, 'invite', { role: 'user' });
    await accept(email);
    const headers = await fixtures(running).signIn({ user_name: email });
    await command(staff_id, 'invite', { role: 'admin' });
    expect((await api(running, headers).get('/api/me')).status).toBe(401);
    const newSession = await fixtures(running).signIn({ user_name: email });
    expect((await api(running, newSession).get('/api/me')).body.role).toBe(0);
    await command(staff_id, 'leave', { last_active_day: '2026-01-31' });
    expect((await api(running, newSession).get('/api/me')).status).toBe(401);
    expect((await api(running).post('/api/auth/login', { user_name: email, password: PASSWORD })).status).toBe(401);
    expect((await api(running).post('/api/auth/email-availability', { email })).body.available).toBe(true);
  });

  it('get no pending mail after they have left', async () => {
    const email = freeEmail();
    const staff_id = await createStaff(email);
    await command(staff_id, 'invite', { role: 'user' });
    await accept(email);
    const { account_id: recipient } = (await running.app
      .get(SignInAccountsQuery, { strict: false })
      .findByName(email))!;
    await command(staff_id, 'leave', { last_active_day: '2026-01-31' });
    const pendingMail = { customer_id: plant.customer_id, recipient };
    await running.app.get(TransactionManager).run(() => running.app.get(MailOutbox).add(PASSWORD_CHANGED, pendingMail));
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
    // The registrant is a third admin; with that account closed, one of the two must stay.
    await running.app
      .get(TransactionManager)
      .run(() =>
        running.app
          .get(Database)
          .write("UPDATE account SET status = 'closed' WHERE customer_id = ? AND staff_id IS NULL", [
            plant.customer_id,
          ]),
      );
    // The requester is neither of them and has no account that counts as the last one.
    const eid = 'E-9';
    const { token } = await running.app.get(SessionsService).start({
      customer_id: plant.customer_id,
      account_id: newId(),
      staff_id: null,
      kind: 'customer',
      role: 'admin',
      eid,
      surface: 'legacy',
      address: '127.0.0.1',
      user_agent: 'test',
    });
    const headers = { authorization: `Bearer ${token}`, eid, oid: String(plant.customer_id) };
    const concurrentReplies = await Promise.all(
      people.map((staff_id) => api(running, headers).post(`/api/staff/${staff_id}/suspend`)),
    );
    expect(concurrentReplies.map((reply) => reply.status).sort()).toEqual([200, 409]);
    expect(concurrentReplies.find((reply) => reply.status === 409)!.body.code).toBe('last_admin');
  });

  it('cannot take the code of the registrant’s account', async () => {
    const body = { staff_code: 'admin', first_name: 'A', last_name: 'B', joined: '2025-01-01' };
    expect((await api(running, plant.admin).post('/api/staff', body)).status).toBe(422);
  });

  it('lose dead links after two days', async () => {
    const email = freeEmail();
    await command(await createStaff(email), 'invite', { role: 'user' });
    await mailTo(email);
    running.clock.advance(9 * 86_400_000 + 60_000);
    await runScheduledJob(running, 'expired-secrets');
    const ownEmail =
      'SELECT link_id FROM password_link WHERE account_id IN (SELECT account_id FROM account WHERE customer_id = ?)';
    expect(await running.app.get(Database).rows(ownEmail, [plant.customer_id])).toEqual([]);
  });
});
