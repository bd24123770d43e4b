import { randomUUID } from 'node:crypto';
import { RegistrationTickets } from '../../src/identity/registration-tickets.service';
import { Throttle } from '../../src/platform/throttle/throttle';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, registrationForm } from '../support/given';
import type { Headers } from '../support/organisation';

/** A visitor of its own: stateless clients are told apart by address and user agent. */
let visitors = 0;
const visitor = (): Headers => ({ 'user-agent': `client ${++visitors}` });

describe('registration through the specification’s calls', () => {
  let running: RunningApp;
  let subscription_id: number;
  beforeAll(async () => {
    running = await startApp();
    subscription_id = (await given(running).package({ no_of_staff: 12 })).subscription_id;
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
  /** Up to a ticket bound to this visitor. */
  const verified = async (email: string, headers: Headers) => {
    await sendOtp(email, headers);
    const reply = await verifyOtp(await codeFor(email), headers);
    expect(reply.body).toMatchObject({ Status: true, status: 1 });
    return reply.body.data.registration_token as string;
  };

  it('goes from the package list to a signed-in admin with a 30-day trial, without cookies', async () => {
    const who = visitor();
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
    const sent = await sendOtp(form.email_primary, who);
    expect(sent.body).toMatchObject({ Status: true, status: 1, data: { resend_after_ms: 5000, digits: 4 } });
    expect(sent.headers.get('set-cookie')).toMatch(/sg_challenge=.*HttpOnly.*SameSite=Strict/i);
    const code = await codeFor(form.email_primary);
    expect(code).toMatch(/^\d{4}$/);
    expect((await verifyOtp(code, who)).body).toMatchObject({ Status: true, status: 1 });
    // The client posts whole forms: what is the server's to say is passed over.
    const saved = await save(
      { ...form, customer_id: '', customer_status: 'S', no_of_staff: 9999, subscription_id: String(subscription_id) },
      who,
    );
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({ Status: true, status: 1, data: { customer_id: expect.any(Number) } });
    const { customer_id } = saved.body.data;
    const subscriber = await api(running, who).post('/SubsriberMaster/SaveSubscriber', {
      customer_id,
      no_of_staff: 9999,
    });
    expect(subscriber.body).toMatchObject({ Status: true, status: 1, data: { customer_id } });
    const headers = await given(running).signIn({ user_name: form.c_user_name });
    const details = await api(running, headers).get(`/Common/get_subscription_details?customer_id=${customer_id}`);
    // In Kolkata it is the 2nd of March already.
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
    const who = visitor();
    const form = registrationForm(subscription_id);
    const email = form.email_primary.replace('@', '+plus@');
    await api(running, who).get(`/Common/send_otp?to_email=${email}`);
    expect((await running.mails())[0]!.to).toBe(email);
  });

  it('answers a wrong, an expired and a used code alike', async () => {
    const email = registrationForm(1).email_primary;
    const who = visitor();
    const { challenge } = (await sendOtp(email, who)).body.data;
    const code = await codeFor(email);
    const wrong = await verifyOtp(wrongFor(code), who);
    expect(wrong).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
    running.clock.advance(10 * 60_000 + 1);
    expect((await verifyOtp(code, { ...who, 'x-challenge': challenge })).body).toEqual(wrong.body);
    const again = await sendOtp(email, who);
    const right = await codeFor(email);
    expect((await verifyOtp(right, who)).body.status).toBe(1);
    expect((await verifyOtp(right, { ...who, 'x-challenge': again.body.data.challenge })).body).toEqual(wrong.body);
  });

  it('kills the old code by a real resend, and keeps it by a throttled one', async () => {
    const email = registrationForm(1).email_primary;
    const who = visitor();
    await sendOtp(email, who);
    const first = await codeFor(email);
    expect((await sendOtp(email, who)).body).toMatchObject({
      Status: false,
      status: 0,
      message: expect.stringContaining('is still valid'),
    });
    expect(await codeFor(email)).toBe(first);
    running.clock.advance(5_001);
    await sendOtp(email, who);
    const second = await codeFor(email);
    if (second !== first) expect((await verifyOtp(first, who)).body.status).toBe(0);
    expect((await verifyOtp(second, who)).body.status).toBe(1);
  });

  it('ends a challenge at the fifth wrong try, also across a resend', async () => {
    const email = registrationForm(1).email_primary;
    const who = visitor();
    await sendOtp(email, who);
    const code = await codeFor(email);
    for (let i = 0; i < 3; i++) await verifyOtp(wrongFor(code), who);
    running.clock.advance(5_001);
    await sendOtp(email, who);
    const newer = await codeFor(email);
    await verifyOtp(wrongFor(newer), who);
    expect((await verifyOtp(wrongFor(newer), who)).body.message).toContain('15 minutes');
    expect((await verifyOtp(newer, who)).body).toMatchObject({
      Status: false,
      message: expect.stringContaining('15 minutes'),
    });
    running.clock.advance(15 * 60_000 + 1);
    expect(await verified(email, who)).toBeTruthy();
  });

  it('sends five codes to a mailbox in a quarter of an hour', async () => {
    const email = registrationForm(1).email_primary;
    for (let i = 0; i < 5; i++) {
      expect((await sendOtp(email, visitor())).body.Status).toBe(true);
      running.clock.advance(5_001);
    }
    expect((await sendOtp(email, visitor())).body.Status).toBe(false);
  });

  it('sends three hundred codes an hour for one network address, to whatever mailboxes', async () => {
    running.clock.freeze(running.clock.now() + 2 * 3_600_000);
    const hour = { limit: 300, windowMs: 3_600_000 };
    for (let i = 0; i < 299; i++) await running.app.get(Throttle).hit('otp-address:127.0.0.1', hour);
    expect((await sendOtp(registrationForm(1).email_primary, visitor())).body.Status).toBe(true);
    const one_too_many = registrationForm(1).email_primary;
    const refused = await sendOtp(one_too_many, visitor());
    expect(refused).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
    expect((await running.mails()).some((mail) => mail.to === one_too_many)).toBe(false);
    running.clock.advance(3_600_000);
    // Nothing was counted for the mailbox by the refused one.
    expect((await sendOtp(one_too_many, visitor())).body.Status).toBe(true);
  });

  it('tells a taken mailbox by mail only', async () => {
    const taken = await given(running).organisation();
    const free = await sendOtp(registrationForm(1).email_primary, visitor());
    const sent = await sendOtp(taken.email, visitor());
    expect(Object.keys(sent.body.data).sort()).toEqual(Object.keys(free.body.data).sort());
    expect(sent.body.message).toBe(free.body.message);
    const mail = (await running.mails()).find((one) => one.to === taken.email)!;
    expect(mail).toMatchObject({ code: null, subject: 'You are already registered' });
  });

  it('lets one of two simultaneous verifications win', async () => {
    const email = registrationForm(1).email_primary;
    const who = visitor();
    const { challenge } = (await sendOtp(email, who)).body.data;
    const code = await codeFor(email);
    const all = await Promise.all(
      Array.from({ length: 8 }, () => verifyOtp(code, { ...who, 'x-challenge': challenge })),
    );
    expect(all.filter((reply) => reply.body.status === 1)).toHaveLength(1);
  });

  it('answers twice whoever sends the form twice, also when the first is done while the second is looked at', async () => {
    const who = visitor();
    const form = registrationForm(subscription_id);
    const token = await verified(form.email_primary, who);
    const tickets = running.app.get(RegistrationTickets);
    const unspent = await tickets.holding(form.email_primary, { token });
    const first = await save(form, { ...who, 'x-registration-token': token });
    const asked = jest.spyOn(tickets, 'holding').mockResolvedValueOnce(unspent);
    const second = await save(form, { ...who, 'x-registration-token': token });
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
    expect(second.body).toMatchObject({ Status: true, data: { customer_id: first.body.data.customer_id } });
  });

  it('makes one organisation of one ticket, however often and however fast it is sent', async () => {
    const who = visitor();
    const form = registrationForm(subscription_id);
    const token = await verified(form.email_primary, who);
    const all = await Promise.all(
      Array.from({ length: 4 }, () => save(form, { ...who, 'x-registration-token': token })),
    );
    const made = new Set(all.map((reply) => reply.body.data?.customer_id));
    expect(all.map((reply) => reply.body.Status)).toEqual([true, true, true, true]);
    expect(made.size).toBe(1);
    const other = await save(
      { ...form, c_user_name: `${form.c_user_name}-2` },
      { ...who, 'x-registration-token': token },
    );
    expect(other.body.Status).toBe(false);
  });

  it('binds the ticket to its e-mail, and spends nothing by a refused call', async () => {
    const who = visitor();
    const form = registrationForm(subscription_id);
    const token = { ...who, 'x-registration-token': await verified(form.email_primary, who) };
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

  it('rejects a wrong token in the header, also from the address and agent of whoever verified the mailbox', async () => {
    const who = visitor();
    const wrong = { ...who, 'x-registration-token': 'A'.repeat(43) };
    const subscribe = (customer_id: number, headers: Headers) =>
      api(running, headers).post('/SubsriberMaster/SaveSubscriber', { customer_id });
    const form = registrationForm(subscription_id);
    const token = await verified(form.email_primary, who);
    const refused = { status: 200, body: { Status: false, message: expect.stringContaining('Verify your email') } };
    expect(await save(form, wrong)).toMatchObject(refused);
    expect(await save(form, { ...wrong, cookie: `sg_registration=${token}` })).toMatchObject(refused);
    const { customer_id } = (await save(form, who)).body.data;
    expect(await subscribe(customer_id, wrong)).toMatchObject(refused);
    expect((await subscribe(customer_id, who)).body.Status).toBe(true);
  });

  it('goes by cookies too', async () => {
    const who = visitor();
    const form = registrationForm(subscription_id);
    const cookieOf = (reply: { headers: globalThis.Headers }, name: string) =>
      reply.headers
        .getSetCookie()
        .find((one) => one.startsWith(`${name}=`))!
        .split(';')[0]!;
    const challenge = cookieOf(await sendOtp(form.email_primary, who), 'sg_challenge');
    const code = await codeFor(form.email_primary);
    const ticket = cookieOf(await verifyOtp(code, { ...visitor(), cookie: challenge }), 'sg_registration');
    expect((await save(form, { ...visitor(), cookie: ticket })).body.Status).toBe(true);
  });

  it.each(['ｏdd', '\ufb01nn', '\u212aate', 'o\u00b2'])(
    'mails no code to %s@…, whose key is another mailbox’s',
    async (who) => {
      const email = `${who}-${randomUUID()}@example.org`;
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
    const taken = await given(running).organisation();
    running.clock.advance(2 * 3_600_000);
    const ask = async (email: string) => (await api(running).get(`/Common/check_email?email=${email}`)).body.status;
    expect(await ask(taken.email)).toBe(1);
    expect(await ask(taken.email)).toBe(1);
    for (let i = 0; i < 4; i++) await ask(`free-${i}@example.org`);
    expect(await ask(taken.email)).toBe(0);
    running.clock.advance(2 * 3_600_000);
    const fresh = await given(running).signIn(taken);
    // In the edit form the own address is free.
    expect((await api(running, fresh).get(`/Common/check_email?email=${taken.email}`)).body.status).toBe(0);
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
    const plant = await given(running).organisation();
    const foreign = await api(running, visitor()).post('/SubsriberMaster/SaveSubscriber', {
      customer_id: plant.customer_id,
    });
    expect(foreign).toMatchObject({ status: 200, body: { Status: false } });
    const { headers } = await given(running).platformStaff();
    const platform = await api(running, headers).post('/SubsriberMaster/SaveSubscriber', {
      customer_id: plant.customer_id,
    });
    expect(platform.body).toMatchObject({ Status: true });
  });
});
