import { NonBlockingLineWriter } from '../../src/infrastructure/logging/non-blocking-line-writer';
import { Database } from '../../src/infrastructure/database/database';
import { Skill } from '../../src/modules/skills/skill.entity';
import { Staff } from '../../src/modules/staff/staff.entity';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import { openOrganisation, type Headers } from '../support/organisation';
import { buildSkillRow, buildStaffRow, createRowInserter } from '../support/insert-rows';

const NEW_PASSWORD = 'seven-kites-under-a-bridge';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ALLOWED_ORIGIN = 'https://client.example.org';

let visitors = 0;
/** Clients without cookies are distinguished by address and user agent. */
const visitor = (): Headers => ({ 'user-agent': `risky ${++visitors}` });

/** Legacy calls with security risks, as far as the other specs do not test them. */
describe('the risky calls', () => {
  let running: RunningApp;
  let subscription_id: number;
  let logOutput = '';
  beforeAll(async () => {
    // Captures the complete log output at the most verbose level.
    jest.spyOn(NonBlockingLineWriter.prototype, 'write').mockImplementation((text) => void (logOutput += text));
    running = await startApp({ env: { LOG_LEVEL: 'trace', CORS_ORIGINS: ALLOWED_ORIGIN } });
    subscription_id = (await fixtures(running).package({ no_of_staff: 12, no_of_training: null })).subscription_id;
  });
  afterEach(() => running.clock.release());
  afterAll(async () => {
    await running.close();
    jest.restoreAllMocks();
  });

  const get = (path: string, headers: Headers = {}) => api(running, headers).get(path);
  const post = (path: string, body: unknown, headers: Headers = {}) => api(running, headers).post(path, body);
  const sendOtp = (email: string, headers: Headers) => get(`/Common/send_otp?to_email=${email}`, headers);
  const verifyOtp = (otp: string, headers: Headers) => get(`/Common/verify_otp?otp=${otp}`, headers);
  const save = (form: object, headers: Headers) => post('/CustomerMaster/SaveCustomer', form, headers);
  const subscribe = (body: unknown, headers: Headers) => post('/SubsriberMaster/SaveSubscriber', body, headers);
  const login = (user_name: string, password: string) => post('/Customer/customer_login', { user_name, password });
  const setPassword = (cus_id: string | number, pass: string, headers: Headers = {}) =>
    get(`/CustomerMaster/UpdateCustomerPassword?cus_id=${cus_id}&pass=${encodeURIComponent(pass)}`, headers);
  const mailsTo = async (email: string) => (await running.mails()).filter((mail) => mail.to === email);
  const codeFor = async (email: string) => (await mailsTo(email)).find((mail) => mail.code)!.code!;
  const wrongFor = (code: string, offset = 1) => String((Number(code) + offset) % 10_000).padStart(4, '0');
  const mailbox = () => registrationForm(1).email_primary;
  const challengeOf = (reply: Reply) => ({ 'x-challenge': reply.body.data.challenge as string });
  const ticketFor = async (email: string, headers: Headers) => {
    await sendOtp(email, headers);
    const { body } = await verifyOtp(await codeFor(email), headers);
    return { 'x-registration-token': body.data.registration_token as string };
  };
  const confirmTokenTo = async (email: string) => {
    const mail = (await mailsTo(email)).find(({ kind }) => kind === 'sign-in-confirm');
    return mail!.link!.split('/confirm/')[1]!;
  };
  const handleFor = async (email: string) => {
    await get(`/Common/send_forgot_email_link?to_email=${email}`);
    const link = (await mailsTo(email)).find((mail) => mail.link?.includes('/reset/'))!.link!;
    return (await get(`/Common/decryption_code?enc_string=${link.split('/reset/')[1]}`)).body.data as string;
  };

  describe('send_otp and verify_otp', () => {
    it('the code is good for ten minutes', async () => {
      const [firstMailbox, secondMailbox] = [mailbox(), mailbox()];
      running.clock.freeze(running.clock.now());
      const [firstVisitor, secondVisitor] = [visitor(), visitor()];
      await sendOtp(firstMailbox, firstVisitor);
      await sendOtp(secondMailbox, secondVisitor);
      const codes = [await codeFor(firstMailbox), await codeFor(secondMailbox)];
      running.clock.advance(10 * MINUTE - SECOND);
      expect((await verifyOtp(codes[0]!, firstVisitor)).body.status).toBe(1);
      running.clock.advance(SECOND);
      expect((await verifyOtp(codes[1]!, secondVisitor)).body.status).toBe(0);
    });

    it('five seconds must pass between two codes for a mailbox, for any client', async () => {
      running.clock.freeze(running.clock.now());
      const email = mailbox();
      expect((await sendOtp(email, visitor())).body.Status).toBe(true);
      running.clock.advance(5 * SECOND - 1);
      const refused = await sendOtp(email.toUpperCase(), visitor());
      expect(refused).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
      expect(refused.headers.get('set-cookie')).toBeNull();
      running.clock.advance(1);
      expect((await sendOtp(email, visitor())).body.Status).toBe(true);
    });

    it('a mailbox gets twenty codes a day', async () => {
      const email = mailbox();
      running.clock.freeze(running.clock.now());
      for (let sent = 0; sent < 20; sent++) {
        expect((await sendOtp(email, visitor())).body.Status).toBe(true);
        running.clock.advance(16 * MINUTE);
      }
      expect((await sendOtp(email, visitor())).body.Status).toBe(false);
      running.clock.advance(24 * 60 * MINUTE);
      expect((await sendOtp(email, visitor())).body.Status).toBe(true);
    });

    it('stored data does not reveal the code or the ticket', async () => {
      const email = mailbox();
      const client = visitor();
      await sendOtp(email, client);
      const code = await codeFor(email);
      const ticket = await ticketFor(mailbox(), visitor());
      const rows: object[] = [];
      for (const table of ['email_challenge', 'registration_ticket', 'outbox_mail', 'throttle_counter']) {
        rows.push(
          ...(await running.app
            .get(Database)
            .rows<object>(`SELECT * FROM ${table}`, [])
            .catch(() => [])),
        );
      }
      expect(rows.length).toBeGreaterThan(3);
      const values = rows.flatMap((row) => Object.values(row)).map((value) => String(value));
      expect(values).not.toContain(code);
      expect(values.join(' ')).not.toContain(ticket['x-registration-token']);
    });

    it('a taken mailbox gets the same answer, throttles included, and no code of its own', async () => {
      const existing = await fixtures(running).organisation();
      const [firstVisitor, secondVisitor] = [visitor(), visitor()];
      const free = mailbox();
      const answers = [await sendOtp(free, firstVisitor), await sendOtp(existing.email, secondVisitor)].map(
        ({ body, headers }) => ({
          ...body,
          data: Object.keys(body.data),
          cookie: headers.get('set-cookie')?.replace(/=[^;]*/, ''),
        }),
      );
      expect(answers[1]).toEqual(answers[0]);
      expect((await sendOtp(existing.email, secondVisitor)).body.message).toBe(
        (await sendOtp(free, firstVisitor)).body.message,
      );
      for (const otp of ['0000', '9999']) expect((await verifyOtp(otp, secondVisitor)).body.status).toBe(0);
      expect((await mailsTo(existing.email)).some((mail) => mail.code)).toBe(false);
    });

    it('the challenge is found by header before cookie, and by neither only when one is open', async () => {
      const client = visitor();
      const [first, second] = [mailbox(), mailbox()];
      const firstVisitor = await sendOtp(first, client);
      const secondVisitor = await sendOtp(second, client);
      const code = await codeFor(first);
      expect((await verifyOtp(code, client)).body.status).toBe(0);
      const cookie = `sg_challenge=${secondVisitor.body.data.challenge}`;
      expect((await verifyOtp(code, { ...visitor(), ...challengeOf(firstVisitor), cookie })).body.status).toBe(1);
      const remainingCode = await codeFor(second);
      expect((await verifyOtp(remainingCode, { ...client, 'x-challenge': '' })).body.status).toBe(1);
    });

    it('a challenge is bound to its holder: another agent needs its id', async () => {
      const email = mailbox();
      const sent = await sendOtp(email, visitor());
      const code = await codeFor(email);
      expect((await verifyOtp(code, visitor())).body.status).toBe(0);
      expect((await verifyOtp(code, { ...visitor(), ...challengeOf(sent) })).body.status).toBe(1);
    });

    it('of forty concurrent wrong guesses five are checked, and then the right one is refused', async () => {
      const email = mailbox();
      const client = visitor();
      const withChallenge = { ...client, ...challengeOf(await sendOtp(email, client)) };
      const code = await codeFor(email);
      const guesses = await Promise.all(
        Array.from({ length: 40 }, (_, n) => verifyOtp(wrongFor(code, n + 1), withChallenge)),
      );
      expect(new Set(guesses.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 0']));
      expect((await verifyOtp(code, withChallenge)).body).toMatchObject({ Status: false, status: 0 });
      const [row] = await running.app
        .get(Database)
        .rows<{ wrong_tries: number }>('SELECT wrong_tries FROM email_challenge WHERE email_key = ?', [email]);
      expect(Number(row!.wrong_tries)).toBe(5);
      expect((await sendOtp(email, client)).body).toMatchObject({
        Status: false,
        message: expect.stringContaining('15 minutes'),
      });
    });

    it('success forgets the wrong tries', async () => {
      const email = mailbox();
      const client = visitor();
      await sendOtp(email, client);
      const code = await codeFor(email);
      for (let i = 0; i < 4; i++) await verifyOtp(wrongFor(code), client);
      expect((await verifyOtp(code, client)).body.status).toBe(1);
      running.clock.advance(6 * SECOND);
      await sendOtp(email, client);
      const next = await codeFor(email);
      await verifyOtp(wrongFor(next), client);
      expect((await verifyOtp(next, client)).body.status).toBe(1);
    });

    it('a wrong, a malformed, an empty and an unknown one are answered alike', async () => {
      const email = mailbox();
      const client = visitor();
      const withChallenge = { ...client, ...challengeOf(await sendOtp(email, client)) };
      const wrong = (await verifyOtp(wrongFor(await codeFor(email)), withChallenge)).body;
      for (const otp of ['', '12', '12345', 'abcd', '%F0%9F%98%80'])
        expect((await verifyOtp(otp, visitor())).body).toEqual(wrong);
      for (const id of ['x', '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d'])
        expect((await verifyOtp('1234', { ...client, 'x-challenge': id })).body).toEqual(wrong);
    });
  });

  describe('SaveCustomer and SaveSubscriber', () => {
    it('the ticket is good for thirty minutes and for exactly its e-mail', async () => {
      running.clock.freeze(running.clock.now());
      const form = registrationForm(subscription_id);
      const client = visitor();
      const ticket = { ...client, ...(await ticketFor(form.email_primary, client)) };
      expect((await save({ ...form, email_primary: mailbox() }, ticket)).body.Status).toBe(false);
      running.clock.advance(30 * MINUTE);
      expect((await save(form, ticket)).body).toMatchObject({ Status: false, message: expect.stringContaining('30') });
    });

    it('another agent has no use for a verified mailbox without its ticket', async () => {
      const form = registrationForm(subscription_id);
      const ticket = await ticketFor(form.email_primary, visitor());
      expect((await save(form, visitor())).body.Status).toBe(false);
      expect((await save(form, { ...visitor(), 'x-registration-token': `${'A'.repeat(43)}` })).body.Status).toBe(false);
      expect((await save(form, { ...visitor(), ...ticket })).body.Status).toBe(true);
    });

    it('the server sets number, status, limits and dates, ignoring the form', async () => {
      const client = visitor();
      const form = registrationForm(subscription_id);
      await ticketFor(form.email_primary, client);
      const { body } = await save(
        {
          ...form,
          customer_id: 1,
          customer_status: 'S',
          no_of_staff: 5000,
          no_of_training: 5000,
          subscription_type: 'Free for ever',
          create_date: '1999-01-01',
          update_date: '1999-01-01',
          kind: 'platform',
          role: 0,
        },
        client,
      );
      expect(body.data.customer_id).not.toBe(1);
      const admin = await fixtures(running).signIn({ user_name: form.c_user_name });
      const [row] = (await get('/CustomerMaster/ListCustomers', admin)).body.data;
      expect(row).toMatchObject({ customer_status: 'A', customer_id: body.data.customer_id });
      expect(row.create_date > '2020').toBe(true);
      expect(row.subscription_type).not.toBe('Free for ever');
      const counts = (await get(`/Common/get_available_count/${body.data.customer_id}`, admin)).body.data;
      expect(counts).toMatchObject({ no_of_staff: 12, no_of_training: 10 });
      expect((await login(form.c_user_name, PASSWORD)).body.data).toMatchObject({ kind: 'customer', role: 0 });
    });

    it.each([
      ['short', 'eleven char'],
      ['a common one', 'password12345'],
      ['with the user name in it', 'user-'],
      ['longer than 256 characters', 'x-y!z'.repeat(60)],
    ])('a password that is %s is refused and spends nothing', async (_, bad) => {
      const client = visitor();
      const form = registrationForm(subscription_id);
      await ticketFor(form.email_primary, client);
      const c_password = bad === 'user-' ? `${form.c_user_name}-2026` : bad;
      const refused = await save({ ...form, c_password }, client);
      expect(refused).toMatchObject({ status: 200, body: { Status: false, data: null } });
      expect((await save({ ...form, c_password: 'Ünïcödé 🚢 over the dock' }, client)).body.Status).toBe(true);
      expect((await login(form.c_user_name, 'Ünïcödé 🚢 over the dock')).status).toBe(200);
      expect((await login(form.c_user_name, 'Unicode 🚢 over the dock')).status).toBe(400);
    });

    it('a spent ticket is no place to guess passwords: wrong ones count as wrong tries', async () => {
      const client = visitor();
      const form = registrationForm(subscription_id);
      const ticket = { ...client, ...(await ticketFor(form.email_primary, client)) };
      expect((await save(form, ticket)).body.Status).toBe(true);
      for (let i = 0; i < 5; i++)
        expect((await save({ ...form, c_password: `${PASSWORD}-${i}` }, ticket)).body.Status).toBe(false);
      expect((await login(form.c_user_name, PASSWORD)).status).toBe(429);
    });

    it('a ticket is no place to find out which user names there are: ten are judged', async () => {
      running.clock.freeze(running.clock.now());
      const existing = (await fixtures(running).organisation()).user_name;
      const client = visitor();
      const form = registrationForm(subscription_id);
      const ticket = { ...client, ...(await ticketFor(form.email_primary, client)) };
      const names = Array.from({ length: 9 }, (_, n) => `${form.c_user_name}-${n}`);
      const invalidForm = { ...form, time_zone: 'Nowhere/Nowhere' };
      for (const c_user_name of names) {
        // Refused for another reason, which reveals nothing about the name.
        expect((await save({ ...invalidForm, c_user_name }, ticket)).body.message).toContain('time_zone');
      }
      const owners = await Promise.all(names.map(() => fixtures(running).organisation()));
      for (const { user_name } of [{ user_name: existing }, ...owners])
        expect((await save({ ...form, c_user_name: user_name }, ticket)).body.message).toContain('is taken');
      for (const c_user_name of [existing, form.c_user_name])
        expect(await save({ ...form, c_user_name }, ticket)).toMatchObject({
          status: 200,
          body: { Status: false, message: expect.stringContaining('Too many attempts') },
        });
      running.clock.advance(29 * MINUTE);
      const next = { ...client, ...(await ticketFor(form.email_primary, client)) };
      expect((await save(form, next)).body.Status).toBe(true);
    });

    it('SaveSubscriber confirms repeatedly for thirty minutes, with any other input', async () => {
      running.clock.freeze(running.clock.now());
      const client = visitor();
      const form = registrationForm(subscription_id);
      const ticket = { ...client, ...(await ticketFor(form.email_primary, client)) };
      const { customer_id } = (await save(form, ticket)).body.data;
      const record = {
        customer_id,
        subs_id: 'x',
        subs_expiry_date: '2099-01-01',
        no_of_staff: -1,
        no_of_training: { $gt: 0 },
        c_password: null,
        customer_status: ['A'],
        bill_generate_before_days: 'never',
      };
      const first = await subscribe(record, ticket);
      expect(first).toMatchObject({ status: 200, body: { Status: true, status: 1, data: { customer_id } } });
      running.clock.advance(29 * MINUTE);
      expect((await subscribe(record, ticket)).body).toEqual(first.body);
      expect((await subscribe(undefined, ticket)).body.Status).toBe(true);
      const admin = await fixtures(running).signIn({ user_name: form.c_user_name });
      const details = (await get('/Common/get_subscription_details', admin)).body.data;
      expect(details).toMatchObject({ no_of_staff: 12, no_of_training: 10, bill_generate_before_days: 10 });
      expect((await get('/Common/get_subscribers_list', admin)).body.data).toHaveLength(1);
      running.clock.advance(2 * MINUTE);
      expect((await subscribe(record, ticket)).body.Status).toBe(false);
    });

    it('SaveSubscriber goes with an old cookie as well as SaveCustomer does', async () => {
      const client = visitor();
      const form = registrationForm(subscription_id);
      await ticketFor(form.email_primary, client);
      const old = { ...client, cookie: `sg_registration=${'B'.repeat(43)}` };
      const { customer_id } = (await save(form, old)).body.data;
      expect((await subscribe({ customer_id }, old)).body.Status).toBe(true);
      expect((await subscribe({ customer_id }, { ...old, ...visitor() })).body.Status).toBe(false);
    });

    it('a trial lasts to the customer’s local today + 30, its bill comes 10 days before', async () => {
      running.clock.freeze('2026-12-31T23:30:00Z');
      const west = await fixtures(running).organisation({ time_zone: 'America/Los_Angeles' });
      const { data } = (await get('/Common/get_subscription_details', west.admin)).body;
      expect(data).toMatchObject({
        subs_activation_date: '2026-12-31',
        subs_expiry_date: '2027-01-30',
        bill_generate_before_days: 10,
      });
    });
  });

  describe('forgotten and changed passwords', () => {
    it('the link uses PUBLIC_URL for any Host header', async () => {
      const plant = await fixtures(running).organisation();
      const spoofed = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
      const { request } = await import('node:http');
      await new Promise((done) => {
        request(`${running.url}/Common/send_forgot_email_link?to_email=${plant.email}`, { headers: spoofed }, (reply) =>
          reply.resume().on('end', done),
        ).end();
      });
      const [mail] = await mailsTo(plant.email);
      expect(mail!.link).toMatch(new RegExp(`^${running.config.publicUrl}/reset/[\\w-]{43}$`));
    });

    it('a suspended organisation’s address, a user name and an unknown address are answered alike', async () => {
      const known = (await get('/Common/send_forgot_email_link?to_email=a@b.example')).body;
      const plant = await fixtures(running).organisation();
      expect((await get(`/Common/send_forgot_email_link?to_email=${plant.email.toUpperCase()}`)).body).toEqual(known);
      for (let i = 0; i < 5; i++)
        expect((await get(`/Common/send_forgot_email_link?to_email=${plant.email}`)).body).toEqual(known);
      expect(await mailsTo(plant.email)).toHaveLength(3);
    });

    it('the data of decryption_code is a handle and never a customer id; a reload gives another', async () => {
      const plant = await fixtures(running).organisation();
      const [firstVisitor, secondVisitor] = [await handleFor(plant.email), await handleFor(plant.email)];
      expect(firstVisitor).toMatch(/^[\w-]{40,120}$/);
      expect(secondVisitor).not.toBe(firstVisitor);
      expect(Buffer.from(firstVisitor, 'base64url').toString('latin1')).not.toContain(String(plant.customer_id));
    });

    it.each([
      ['short', 'eleven char'],
      ['common', 'qwertyqwerty12'],
      ['the own name', 'ines-maria-2026'],
    ])('a new password that is %s is refused and the handle stays good', async (_, bad) => {
      const plant = await fixtures(running).organisation();
      const handle = await handleFor(plant.email);
      expect(await setPassword(handle, bad)).toMatchObject({
        status: 200,
        body: { Status: false, status: 0, data: null },
      });
      const unicodePassword = 'Schlüssel für Ölpumpe 7 🔑';
      expect((await setPassword(handle, unicodePassword)).body.Status).toBe(true);
      expect((await setPassword(handle, NEW_PASSWORD)).body.Status).toBe(false);
      expect((await login(plant.user_name, unicodePassword)).status).toBe(200);
    });

    it('a wrong X-Current-Password changes nothing and counts as a wrong try', async () => {
      const plant = await fixtures(running).organisation();
      for (let i = 0; i < 5; i++) {
        const refused = await setPassword(plant.customer_id, NEW_PASSWORD, {
          ...plant.admin,
          'x-current-password': 'wrong',
        });
        expect(refused).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
      }
      expect((await login(plant.user_name, PASSWORD)).status).toBe(429);
      running.clock.advance(31 * SECOND);
      expect((await login(plant.user_name, PASSWORD)).status).toBe(200);
    });

    it('X-Current-Password is good for a password of any script, as its bytes in UTF-8', async () => {
      const plant = await fixtures(running).organisation();
      const cyrillic = 'семь воздушных змеев';
      expect((await setPassword(plant.customer_id, cyrillic, plant.admin)).body.Status).toBe(true);
      const admin = await fixtures(running).signIn({ user_name: plant.user_name, password: cyrillic });
      running.clock.advance(11 * MINUTE);
      const bytes = Buffer.from(cyrillic).toString('latin1');
      const changed = await setPassword(plant.customer_id, NEW_PASSWORD, { ...admin, 'x-current-password': bytes });
      expect(changed.body.Status).toBe(true);
    });

    it('a learner with its organisation’s id changes only its own password', async () => {
      const plant = await fixtures(running).organisation();
      const admin = api(running, plant.admin);
      const email = `bala-${plant.customer_id}@example.org`;
      const person = { staff_code: 'B-1', first_name: 'Bala', last_name: 'Nair', joined: '2024-03-01', email };
      const { staff_id } = (await admin.post('/api/staff', person)).body;
      await admin.post(`/api/staff/${staff_id}/invite`, { role: 'user' });
      const link = (await mailsTo(email))[0]!.link!.split('/reset/')[1];
      const handle = (await get(`/Common/decryption_code?enc_string=${link}`)).body.data;
      expect((await setPassword(handle, NEW_PASSWORD)).body.Status).toBe(true);
      const learner = await fixtures(running).signIn({ user_name: email, password: NEW_PASSWORD });
      expect((await setPassword(plant.customer_id, `${NEW_PASSWORD}-2`, learner)).body.Status).toBe(true);
      expect((await login(email, `${NEW_PASSWORD}-2`)).status).toBe(200);
      expect((await login(plant.user_name, PASSWORD)).status).toBe(200);
    });
  });

  describe('UpdateCustomer', () => {
    let plant: RegisteredOrganisation;
    const update = (body: object) => post(`/CustomerMaster/UpdateCustomer/${plant.customer_id}`, body, plant.admin);
    beforeEach(async () => {
      plant = await fixtures(running).organisation();
    });

    it('accepts contact fields only', async () => {
      const before = (await get('/CustomerMaster/ListCustomers', plant.admin)).body.data[0];
      const ignoredFields = {
        customer_status: 'C',
        subscription_id: 1,
        subscription_type: 'Free',
        create_date: '1999-01-01',
        update_date: '1999-01-01',
        c_user_name: 'somebody-else',
        no_of_staff: 999,
        subs_expiry_date: '2099-01-01',
      };
      expect((await update({ ...ignoredFields, mobile_two: '040 1234567', mobile_one: 9845012346 })).body.Status).toBe(
        true,
      );
      const after = (await get('/CustomerMaster/ListCustomers', plant.admin)).body.data[0];
      const { mobile_one, mobile_two, row_version, updated_at, update_date, ...rest } = after;
      expect(before).toMatchObject(rest);
      expect({ mobile_one, mobile_two }).toEqual({ mobile_one: '9845012346', mobile_two: '040 1234567' });
      expect(update_date > '2020').toBe(true);
      expect((await login(plant.user_name, PASSWORD)).status).toBe(200);
    });

    it('counts another password as a wrong try, changes nothing, and names the right operation', async () => {
      for (let i = 0; i < 5; i++) {
        const reply = await update({ c_password: NEW_PASSWORD, gst_no: 'CHANGED' });
        expect(reply).toMatchObject({
          status: 200,
          body: { Status: false, message: expect.stringMatching(/Reset Password/) },
        });
      }
      expect((await update({ c_password: PASSWORD })).body).toMatchObject({ Status: false, status: 0 });
      expect((await login(plant.user_name, PASSWORD)).status).toBe(429);
      expect((await get('/CustomerMaster/ListCustomers', plant.admin)).body.data[0].gst_no).toBeNull();
    });

    it('leaves the account’s e-mail as it is: it signs in and resets by the old one', async () => {
      const email_primary = mailbox();
      expect((await update({ email_primary })).body.Status).toBe(true);
      expect((await login(plant.email, PASSWORD)).status).toBe(200);
    });

    it('lets a new email_primary and c_user_name reach the account after confirmation by mail', async () => {
      const [email_primary, c_user_name] = [mailbox(), registrationForm(1).c_user_name];
      const reply = await update({ email_primary, c_user_name });
      expect(reply.body).toMatchObject({
        Status: true,
        status: 1,
        message: 'Customer Details Updated Successfully',
        // The contact address changes immediately.
        data: { email_primary, c_user_name: plant.user_name, confirmation_sent_to: email_primary },
      });
      expect((await login(c_user_name, PASSWORD)).status).toBe(400);
      // Clients post complete forms: unchanged values request no confirmation and keep the pending one.
      expect((await update({ email_primary, c_user_name: plant.user_name, gst_no: '1' })).body).toMatchObject({
        Status: true,
        data: { confirmation_sent_to: null },
      });
      const token = await confirmTokenTo(email_primary);
      expect((await post('/api/auth/sign-in-change/confirm', { token })).status).toBe(200);
      expect((await login(plant.email, PASSWORD)).status).toBe(400);
      for (const name of [email_primary, c_user_name]) expect((await login(name, PASSWORD)).status).toBe(200);
      const [row] = (await get('/CustomerMaster/ListCustomers', plant.admin)).body.data;
      expect(row).toMatchObject({ email_primary, c_user_name });
    });

    it('treats a numeric c_user_name as text, and changes it after confirmation by mail', async () => {
      const c_user_name = 4_711_081_547_110;
      expect((await update({ c_user_name })).body.data.confirmation_sent_to).toBe(plant.email);
      const token = await confirmTokenTo(plant.email);
      await post('/api/auth/sign-in-change/confirm', { token });
      expect((await login(String(c_user_name), PASSWORD)).status).toBe(200);
    });

    it('lets platform staff ask for it, too', async () => {
      const { headers } = await fixtures(running).platformStaff();
      const email_primary = mailbox();
      const path = `/CustomerMaster/UpdateCustomer/${plant.customer_id}`;
      expect((await post(path, { email_primary }, headers)).body.Status).toBe(true);
      const token = await confirmTokenTo(email_primary);
      await post('/api/auth/sign-in-change/confirm', { token });
      expect((await login(email_primary, PASSWORD)).status).toBe(200);
    });

    it('refuses the address that another organisation signs in with, as check_email does', async () => {
      const other = await fixtures(running).organisation();
      const own = mailbox();
      // The other organisation signs in with an address that is no longer its contact address.
      await post(`/CustomerMaster/UpdateCustomer/${other.customer_id}`, { email_primary: own }, other.admin);
      const emailCheck = await get(`/Common/check_email?email=${other.email}`, plant.admin);
      expect(emailCheck.body).toMatchObject({ Status: true, status: 1 });
      const reply = await update({ email_primary: other.email, gst_no: 'CHANGED' });
      expect(reply).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
      expect(reply.body.message).toMatch(/email address is registered already/);
      const rest = await api(running, plant.admin).patch(`/api/customers/${plant.customer_id}`, {
        email_primary: other.email,
      });
      expect(rest).toMatchObject({ status: 409, body: { code: 'email_taken' } });
      expect(Object.keys(rest.body.errors)).toEqual(['email_primary']);
      expect((await get('/CustomerMaster/ListCustomers', plant.admin)).body.data[0].gst_no).toBeNull();
    });

    it('refuses a taken user name, or one with an @ that is not the e-mail', async () => {
      const other = await fixtures(running).organisation();
      for (const c_user_name of [other.user_name, 'somebody@example.org']) {
        const reply = await update({ c_user_name, gst_no: 'CHANGED' });
        expect([c_user_name, reply.status, reply.body.Status]).toEqual([c_user_name, 200, false]);
      }
      expect((await get('/CustomerMaster/ListCustomers', plant.admin)).body.data[0].gst_no).toBeNull();
    });
  });

  describe('GETs that change state', () => {
    const STATE_CHANGING_GETS = [
      '/Common/send_otp?to_email=a@b.example',
      '/Common/verify_otp?otp=1234',
      '/Common/send_forgot_email_link?to_email=a@b.example',
      '/Common/decryption_code?enc_string=x',
      '/CustomerMaster/UpdateCustomerPassword?cus_id=x&pass=y',
      '/Common/get_quiz_questions?quiz_id=019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d',
      '/Common/get_video_url_id?training_id=019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d',
    ];

    it.each(STATE_CHANGING_GETS)('%s is refused to other sites and to browsers that read ahead', async (path) => {
      const { admin } = await fixtures(running).organisation();
      const status = async (headers: Headers) => (await get(path, { ...admin, ...headers })).status;
      const foreign: Headers[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
        { 'sec-fetch-site': 'cross-site', origin: 'null' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-purpose': 'prefetch' },
        { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'same-origin' },
        { purpose: 'prefetch' },
        { 'x-purpose': 'preview' },
        { 'x-moz': 'prefetch' },
        { 'sec-purpose': 'prefetch', origin: ALLOWED_ORIGIN },
      ];
      for (const headers of foreign) expect([headers, await status(headers)]).toEqual([headers, 403]);
      const own: Headers[] = [
        {},
        { 'sec-fetch-site': 'same-origin' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'none' },
        { 'sec-fetch-site': 'cross-site', origin: ALLOWED_ORIGIN },
        { origin: ALLOWED_ORIGIN },
        { origin: running.url },
      ];
      for (const headers of own) expect([headers, [200, 404].includes(await status(headers))]).toEqual([headers, true]);
    });

    it('a client of another listed origin registers by headers, without cookies', async () => {
      const client = { ...visitor(), origin: ALLOWED_ORIGIN, 'sec-fetch-site': 'cross-site' };
      const form = registrationForm(subscription_id);
      const sent = await sendOtp(form.email_primary, client);
      expect(sent.headers.get('access-control-allow-origin')).toBe(ALLOWED_ORIGIN);
      const withChallenge = { ...client, ...challengeOf(sent), 'user-agent': 'another device' };
      const { body } = await verifyOtp(await codeFor(form.email_primary), withChallenge);
      const ticket = { ...client, 'x-registration-token': body.data.registration_token };
      expect((await save(form, ticket)).body.Status).toBe(true);
      const repeatedParameter = await get('/Common/check_email?email=a&email=b', client);
      expect([repeatedParameter.status, repeatedParameter.headers.get('access-control-allow-origin')]).toEqual([
        400,
        ALLOWED_ORIGIN,
      ]);
    });
  });

  it('a token of the two logins lives twelve hours at most, even in an active session', async () => {
    running.clock.freeze(running.clock.now());
    const plant = await fixtures(running).organisation();
    const counts = async () => (await get(`/Common/get_available_count/${plant.customer_id}`, plant.admin)).status;
    for (let hour = 1; hour < 12; hour++) {
      running.clock.advance(60 * MINUTE);
      expect([hour, await counts()]).toEqual([hour, 200]);
    }
    running.clock.advance(60 * MINUTE);
    expect(await counts()).toBe(401);
  });

  it('Result/* answers 250,000 cells whole; beyond that Status:false names the paged twin', async () => {
    const plant = await openOrganisation(running, { staff: 1000 });
    const insertRows = createRowInserter(running, plant.tenant);
    await insertRows(
      Staff,
      Array.from({ length: 500 }, (_, n) => buildStaffRow(n)),
    );
    await insertRows(
      Skill,
      Array.from({ length: 500 }, (_, n) => buildSkillRow(n, { required_headcount: null })),
    );
    const maximum = await get('/Result/get_skil_matrix_report', plant.admin);
    expect([maximum.status, maximum.body.Status, maximum.body.data.row_count]).toEqual([200, true, 500]);
    await insertRows(Staff, [buildStaffRow(500)]);
    for (const call of ['get_skil_matrix_report', 'get_skil_matrix_report_date_wise']) {
      const reply = await get(`/Result/${call}`, plant.admin);
      expect(reply).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
      expect(reply.body.message).toContain('/api/reports/');
    }
  });

  it('no query string, password, code, token or cookie reaches the log, at any level', async () => {
    const plant = await fixtures(running).organisation();
    const client = visitor();
    const email = mailbox();
    const sent = await sendOtp(email, client);
    const code = await codeFor(email);
    const verified = await verifyOtp(code, client);
    const handle = await handleFor(plant.email);
    await setPassword(handle, `${NEW_PASSWORD}-logged`);
    await setPassword('x', 'canary-pass');
    await get('/Common/none?canary=canary-query');
    await get('/Common/%zz?canary=canary-query').catch(() => undefined);
    await get('/Common/check_email?email=a&email=canary-query');
    await post('/Customer/customer_login', '{"c_password":"canary-pass"', {});
    await login('canary-name', 'canary-pass');
    expect(logOutput).toContain('/CustomerMaster/UpdateCustomerPassword');
    for (const secret of [
      `${NEW_PASSWORD}-logged`,
      'canary-pass',
      'canary-query',
      handle,
      email,
      encodeURIComponent(email),
      sent.body.data.challenge,
      verified.body.data.registration_token,
      plant.admin['authorization']!.slice(7),
      PASSWORD,
      '?',
    ])
      expect([secret, logOutput.includes(secret)]).toEqual([secret, false]);
  });
});
