import { randomUUID } from 'node:crypto';
import { RegistrationTicketsService } from '../../src/modules/identity/registration-tickets.service';
import { ThrottleService } from '../../src/infrastructure/throttle/throttle.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, registrationForm } from '../support/fixtures';
import type { Headers } from '../support/organisation';

/** A new client: clients without cookies are distinguished by address and user agent. */
let visitors = 0;
const visitor = (): Headers => ({ 'user-agent': `client ${++visitors}` });

describe('registration through the specification’s calls', () => {
  let running: RunningApp;
  let subscription_id: number;
  beforeAll(async () => {
    running = await startApp();
    subscription_id = (await fixtures(running).package({ no_of_staff: 12 })).subscription_id;
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const codeFor = async (email: string): Promise<string> =>
    (await running.mails()).find((mail) => mail.to === email && mail.code)!.code!;
  const wrongFor = (code: string) => String((Number(code) + 1) % 10_000).padStart(4, '0');
  const sendOtp = (email: string, headers: Headers) =>
    api(running, headers).get(`/Common/send_otp?to_email=${encodeURIComponent(email)}`);
  const verifyOtp = (otp: string, headers: Headers) => api(running, headers).get(`/Common/verify_otp?otp=${otp}`);
  const save = (form: object, headers: Headers) => api(running, headers).post('/CustomerMaster/SaveCustomer', form);
  /** Verifies the mailbox. @returns the registration ticket of this visitor */
  const verifyMailbox = async (email: string, headers: Headers) => {
    await sendOtp(email, headers);
    const reply = await verifyOtp(await codeFor(email), headers);
    expect(reply.body).toMatchObject({ Status: true, status: 1 });
    return reply.body.data.registration_token as string;
  };

  it('goes from the package list to a signed-in admin with a 30-day trial, without cookies', async () => {
    const client = visitor();
    running.clock.freeze('2026-03-01T20:00:00Z');
    const list = await api(running).get('/Common/get_subscription_list');
    expect(list.body.data).toEqual(
      expect.arrayContaining([expect.objectContaining({ subscription_id, no_of_staff: 12 })]),
    );
    expect(list.headers.get('deprecation')).toBeTruthy();
    const form = registrationForm(subscription_id, { time_zone: 'Asia/Kolkata' });
    expect((await api(running).get(`/Common/check_email?email=${form.email_primary}`)).body).toMatchObject({
      Status: true,
      status: 0,
    });
    const codeReply = await sendOtp(form.email_primary, client);
    expect(codeReply.body).toMatchObject({ Status: true, status: 1, data: { resend_after_ms: 5000, digits: 4 } });
    expect(codeReply.headers.get('set-cookie')).toMatch(/sg_challenge=.*HttpOnly.*SameSite=Strict/i);
    const code = await codeFor(form.email_primary);
    expect(code).toMatch(/^\d{4}$/);
    expect((await verifyOtp(code, client)).body).toMatchObject({ Status: true, status: 1 });
    // Clients post complete forms: fields set by the server are ignored.
    const saveReply = await save(
      { ...form, customer_id: '', customer_status: 'S', no_of_staff: 9999, subscription_id: String(subscription_id) },
      client,
    );
    expect(saveReply.status).toBe(200);
    expect(saveReply.body).toMatchObject({ Status: true, status: 1, data: { customer_id: expect.any(Number) } });
    const { customer_id } = saveReply.body.data;
    const subscriber = await api(running, client).post('/SubsriberMaster/SaveSubscriber', {
      customer_id,
      no_of_staff: 9999,
    });
    expect(subscriber.body).toMatchObject({ Status: true, status: 1, data: { customer_id } });
    const headers = await fixtures(running).signIn({ user_name: form.c_user_name });
    const details = await api(running, headers).get(`/Common/get_subscription_details?customer_id=${customer_id}`);
    // In Kolkata it is already 2 March.
    expect(details.body.data).toMatchObject({
      subs_activation_date: '2026-03-02',
      subs_expiry_date: '2026-04-01',
      bill_generate_before_days: 10,
      no_of_staff: 12,
      no_of_training: 10,
      status: 'trial',
    });
    const counts = await api(running, headers).get(`/Common/get_available_count/${customer_id}`);
    expect(counts.body.data).toEqual({ total_staff: 0, no_of_staff: 12, total_training: 0, no_of_training: 10 });
  });

  it('keeps the plus of an address', async () => {
    const client = visitor();
    const form = registrationForm(subscription_id);
    const email = form.email_primary.replace('@', '+plus@');
    await api(running, client).get(`/Common/send_otp?to_email=${email}`);
    expect((await running.mails())[0]!.to).toBe(email);
  });

  it('answers a wrong, an expired and a used code alike', async () => {
    const email = registrationForm(1).email_primary;
    const client = visitor();
    const { challenge } = (await sendOtp(email, client)).body.data;
    const code = await codeFor(email);
    const wrong = await verifyOtp(wrongFor(code), client);
    expect(wrong).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
    running.clock.advance(10 * 60_000 + 1);
    expect((await verifyOtp(code, { ...client, 'x-challenge': challenge })).body).toEqual(wrong.body);
    const secondSend = await sendOtp(email, client);
    const secondCode = await codeFor(email);
    expect((await verifyOtp(secondCode, client)).body.status).toBe(1);
    expect((await verifyOtp(secondCode, { ...client, 'x-challenge': secondSend.body.data.challenge })).body).toEqual(
      wrong.body,
    );
  });

  it('invalidates the old code by a resend, but not by a throttled one', async () => {
    const email = registrationForm(1).email_primary;
    const client = visitor();
    await sendOtp(email, client);
    const first = await codeFor(email);
    expect((await sendOtp(email, client)).body).toMatchObject({
      Status: false,
      status: 0,
      message: expect.stringContaining('is still valid'),
    });
    expect(await codeFor(email)).toBe(first);
    running.clock.advance(5_001);
    await sendOtp(email, client);
    const second = await codeFor(email);
    if (second !== first) expect((await verifyOtp(first, client)).body.status).toBe(0);
    expect((await verifyOtp(second, client)).body.status).toBe(1);
  });

  it('ends a challenge at the fifth wrong try, also across a resend', async () => {
    const email = registrationForm(1).email_primary;
    const client = visitor();
    await sendOtp(email, client);
    const code = await codeFor(email);
    for (let i = 0; i < 3; i++) await verifyOtp(wrongFor(code), client);
    running.clock.advance(5_001);
    await sendOtp(email, client);
    const newer = await codeFor(email);
    await verifyOtp(wrongFor(newer), client);
    expect((await verifyOtp(wrongFor(newer), client)).body.message).toContain('15 minutes');
    expect((await verifyOtp(newer, client)).body).toMatchObject({
      Status: false,
      message: expect.stringContaining('15 minutes'),
    });
    running.clock.advance(15 * 60_000 + 1);
    expect(await verifyMailbox(email, client)).toBeTruthy();
  });

  it('sends five codes to a mailbox in a quarter of an hour', async () => {
    const email = registrationForm(1).email_primary;
    for (let i = 0; i < 5; i++) {
      expect((await sendOtp(email, visitor())).body.Status).toBe(true);
      running.clock.advance(5_001);
    }
    expect((await sendOtp(email, visitor())).body.Status).toBe(false);
  });

  it('sends at most three hundred codes an hour for one network address, to any mailboxes', async () => {
    running.clock.freeze(running.clock.now() + 2 * 3_600_000);
    const hour = { limit: 300, windowMs: 3_600_000 };
    for (let i = 0; i < 299; i++) await running.app.get(ThrottleService).hit('otp-address:127.0.0.1', hour);
    expect((await sendOtp(registrationForm(1).email_primary, visitor())).body.Status).toBe(true);
    const beyondLimit = registrationForm(1).email_primary;
    const refused = await sendOtp(beyondLimit, visitor());
    expect(refused).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
    expect((await running.mails()).some((mail) => mail.to === beyondLimit)).toBe(false);
    running.clock.advance(3_600_000);
    // The refused request did not count for the mailbox.
    expect((await sendOtp(beyondLimit, visitor())).body.Status).toBe(true);
  });

  it('reveals a taken mailbox by mail only', async () => {
    const existing = await fixtures(running).organisation();
    const free = await sendOtp(registrationForm(1).email_primary, visitor());
    const codeReply = await sendOtp(existing.email, visitor());
    expect(Object.keys(codeReply.body.data).sort()).toEqual(Object.keys(free.body.data).sort());
    expect(codeReply.body.message).toBe(free.body.message);
    const mail = (await running.mails()).find((one) => one.to === existing.email)!;
    expect(mail).toMatchObject({ code: null, subject: 'You are already registered' });
  });

  it('lets one of two simultaneous verifications win', async () => {
    const email = registrationForm(1).email_primary;
    const client = visitor();
    const { challenge } = (await sendOtp(email, client)).body.data;
    const code = await codeFor(email);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => verifyOtp(code, { ...client, 'x-challenge': challenge })),
    );
    expect(all.filter((reply) => reply.body.status === 1)).toHaveLength(1);
  });

  it('returns the same customer for a repeated form, also when the first completes during the second', async () => {
    const client = visitor();
    const form = registrationForm(subscription_id);
    const token = await verifyMailbox(form.email_primary, client);
    const tickets = running.app.get(RegistrationTicketsService);
    const unspent = await tickets.requireTicket(form.email_primary, { token });
    const first = await save(form, { ...client, 'x-registration-token': token });
    const holdingSpy = jest.spyOn(tickets, 'requireTicket').mockResolvedValueOnce(unspent);
    const second = await save(form, { ...client, 'x-registration-token': token });
    expect(holdingSpy).toHaveBeenCalledTimes(2);
    holdingSpy.mockRestore();
    expect(second.body).toMatchObject({ Status: true, data: { customer_id: first.body.data.customer_id } });
  });

  it('creates one organisation per ticket, also when it is sent repeatedly or concurrently', async () => {
    const client = visitor();
    const form = registrationForm(subscription_id);
    const token = await verifyMailbox(form.email_primary, client);
    const all = await Promise.all(
      Array.from({ length: 4 }, () => save(form, { ...client, 'x-registration-token': token })),
    );
    const customerIds = new Set(all.map((reply) => reply.body.data?.customer_id));
    expect(all.map((reply) => reply.body.Status)).toEqual([true, true, true, true]);
    expect(customerIds.size).toBe(1);
    const other = await save(
      { ...form, c_user_name: `${form.c_user_name}-2` },
      { ...client, 'x-registration-token': token },
    );
    expect(other.body.Status).toBe(false);
  });

  it('binds the ticket to its e-mail, and does not use it up by a refused call', async () => {
    const client = visitor();
    const form = registrationForm(subscription_id);
    const token = { ...client, 'x-registration-token': await verifyMailbox(form.email_primary, client) };
    expect((await save({ ...form, email_primary: 'else@example.org' }, token)).body).toMatchObject({ Status: false });
    expect((await save({ ...form, c_password: 'short' }, token)).body.message).toContain('at least 12 characters');
    expect((await save({ ...form, mobile_one: '123' }, token)).body.message).toContain(
      'Mobile One must be a valid 10-digit number.',
    );
    expect((await save({ ...form, subscription_id: 424242 }, token)).body.message).toContain(
      'Please Select Subscription Package!',
    );
    expect((await save(form, token)).body.Status).toBe(true);
  });

  it('asks for a verified e-mail first', async () => {
    const reply = await save(registrationForm(subscription_id), visitor());
    expect(reply).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
    expect(reply.body.message).toContain('Verify your email');
  });

  it('rejects a wrong token in the header, also from the address and agent that verified the mailbox', async () => {
    const client = visitor();
    const wrong = { ...client, 'x-registration-token': 'A'.repeat(43) };
    const subscribe = (customer_id: number, headers: Headers) =>
      api(running, headers).post('/SubsriberMaster/SaveSubscriber', { customer_id });
    const form = registrationForm(subscription_id);
    const token = await verifyMailbox(form.email_primary, client);
    const refused = { status: 200, body: { Status: false, message: expect.stringContaining('Verify your email') } };
    expect(await save(form, wrong)).toMatchObject(refused);
    expect(await save(form, { ...wrong, cookie: `sg_registration=${token}` })).toMatchObject(refused);
    const { customer_id } = (await save(form, client)).body.data;
    expect(await subscribe(customer_id, wrong)).toMatchObject(refused);
    expect((await subscribe(customer_id, client)).body.Status).toBe(true);
  });

  it('goes by cookies too', async () => {
    const client = visitor();
    const form = registrationForm(subscription_id);
    const cookieOf = (reply: { headers: globalThis.Headers }, name: string) =>
      reply.headers
        .getSetCookie()
        .find((one) => one.startsWith(`${name}=`))!
        .split(';')[0]!;
    const challenge = cookieOf(await sendOtp(form.email_primary, client), 'sg_challenge');
    const code = await codeFor(form.email_primary);
    const ticket = cookieOf(await verifyOtp(code, { ...visitor(), cookie: challenge }), 'sg_registration');
    expect((await save(form, { ...visitor(), cookie: ticket })).body.Status).toBe(true);
  });

  it.each(['ｏdd', '\ufb01nn', '\u212aate', 'o\u00b2'])(
    'mails no code to %s@…, whose normalized key is that of another mailbox',
    async (client) => {
      const email = `${client}-${randomUUID()}@example.org`;
      const reply = await sendOtp(email, visitor());
      expect(reply).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
      expect((await api(running).post('/api/auth/forgot-password', { email })).status).toBe(422);
      expect((await running.mails()).some((mail) => mail.to === email)).toBe(false);
      expect((await sendOtp(`jürgen-${randomUUID()}@example.org`, visitor())).body.Status).toBe(true);
    },
  );

  it('does not find the challenge of another visitor without its id', async () => {
    const email = registrationForm(1).email_primary;
    await sendOtp(email, visitor());
    expect((await verifyOtp(await codeFor(email), visitor())).body.status).toBe(0);
  });

  it('tells the truth about five addresses an hour; then every one seems free', async () => {
    const existing = await fixtures(running).organisation();
    running.clock.advance(2 * 3_600_000);
    const checkEmail = async (email: string) =>
      (await api(running).get(`/Common/check_email?email=${email}`)).body.status;
    expect(await checkEmail(existing.email)).toBe(1);
    expect(await checkEmail(existing.email)).toBe(1);
    for (let i = 0; i < 4; i++) await checkEmail(`free-${i}@example.org`);
    expect(await checkEmail(existing.email)).toBe(0);
    running.clock.advance(2 * 3_600_000);
    const freshSession = await fixtures(running).signIn(existing);
    // In the edit form the own address counts as free.
    expect((await api(running, freshSession).get(`/Common/check_email?email=${existing.email}`)).body.status).toBe(0);
  });

  it('refuses prefetches, cross-site requests and HEAD on calls that change something', async () => {
    const email = registrationForm(1).email_primary;
    const path = `/Common/send_otp?to_email=${email}`;
    expect((await api(running, { 'sec-fetch-site': 'cross-site' }).get(path)).status).toBe(403);
    expect((await api(running, { 'sec-purpose': 'prefetch' }).get(path)).status).toBe(403);
    expect((await api(running).call('HEAD', path)).status).toBe(404);
    expect((await running.mails()).some((mail) => mail.to === email)).toBe(false);
    expect((await api(running, { ...visitor(), 'sec-fetch-site': 'same-origin' }).get(path)).body.Status).toBe(true);
  });

  it('ignores a stale token and wrong scope headers on its open calls', async () => {
    const stale = { authorization: 'Bearer stale', eid: 'x', oid: '9', ...visitor() };
    expect((await sendOtp(registrationForm(1).email_primary, stale)).body.Status).toBe(true);
    expect((await api(running, stale).get('/api/employees/GetFinancialYear')).body.data.financial_year).toMatch(
      /^\d{4}/,
    );
  });

  it('confirms a subscription to the holder of the ticket only', async () => {
    const plant = await fixtures(running).organisation();
    const withoutTicket = await api(running, visitor()).post('/SubsriberMaster/SaveSubscriber', {
      customer_id: plant.customer_id,
    });
    expect(withoutTicket).toMatchObject({ status: 200, body: { Status: false } });
    const { headers } = await fixtures(running).platformStaff();
    const platform = await api(running, headers).post('/SubsriberMaster/SaveSubscriber', {
      customer_id: plant.customer_id,
    });
    expect(platform.body).toMatchObject({ Status: true });
  });
});
