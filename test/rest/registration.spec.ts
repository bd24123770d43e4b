import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, registrationForm, type RegisteredOrganisation } from '../support/fixtures';

describe('registration and plans', () => {
  let running: RunningApp;
  let subscription_id: number;
  beforeAll(async () => {
    running = await startApp();
    subscription_id = (await fixtures(running).package({ no_of_staff: 12 })).subscription_id;
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const post = (path: string, body: object) => api(running).post(path, body);
  const codeFor = async (email: string) => (await running.mails()).find((mail) => mail.to === email)!.code!;

  it('uses the visitor’s language in the mail with the code, the account, and the organisation’s default', async () => {
    const arabic = { cookie: 'theme=x; lang=ar', 'accept-language': 'de-DE,de;q=0.9' };
    const form = registrationForm(subscription_id);
    const postWithHeaders = (headers: Record<string, string>, path: string, body: object) =>
      api(running, headers).post(path, body);
    const { challenge } = (await postWithHeaders(arabic, '/api/auth/email-challenges', { email: form.email_primary }))
      .body;
    const mail = (await running.mails()).find(({ to }) => to === form.email_primary)!;
    expect(mail.subject).toMatch(/^\p{sc=Arabic}/u);
    expect(mail.html).toContain('<html lang="ar" dir="rtl">');
    const { registration_token } = (
      await postWithHeaders(arabic, '/api/auth/email-challenges/verify', { challenge, otp: mail.code! })
    ).body;
    expect((await postWithHeaders(arabic, '/api/auth/register', { ...form, registration_token })).status).toBe(201);
    const admin = api(running, await fixtures(running).signIn({ user_name: form.c_user_name }));
    expect((await admin.get('/api/me')).body).toMatchObject({ locale: 'ar' });
    expect((await admin.get('/api/settings')).body).toMatchObject({ default_language: 'ar' });
    // Without a choice the browser's preference counts; unsupported languages are skipped.
    await postWithHeaders({ 'accept-language': 'pt-BR, it;q=0.8' }, '/api/auth/email-challenges', {
      email: 'anna@fabbrica.example',
    });
    expect((await running.mails())[0]!.html).toContain('<html lang="it" dir="ltr">');
  });

  it.each([
    ['short', 'too_short'],
    ['password1234', 'password_common'],
    ['Nordwerk-of-the-harbour', 'password_own_name'],
  ])('mails no code for the password %s, which registration would refuse', async (c_password, code) => {
    const form = registrationForm(subscription_id, { customer_name: 'Nordwerk' });
    const { email_primary: email, c_user_name, customer_name, primary_contact_person } = form;
    const registrant = { email, c_user_name, customer_name, primary_contact_person };
    const refused = await post('/api/auth/email-challenges', { ...registrant, c_password });
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { c_password: [expect.any(String)] }, details: { c_password: [{ code }] } },
    });
    expect((await running.mails()).filter(({ to }) => to === email)).toEqual([]);
    const sent = await post('/api/auth/email-challenges', { ...registrant, c_password: form.c_password });
    expect(sent.status).toBe(200);
    expect((await running.mails()).filter(({ to }) => to === email)).toHaveLength(1);
  });

  it('goes from the offered packages to a registered organisation', async () => {
    const offered = await api(running).get('/api/subscription-packages/offered');
    expect(offered.body).toContainEqual({
      subscription_id,
      subscription_name: expect.any(String),
      subscription_type: 'monthly',
      subscription_price: 4900,
      currency: 'EUR',
      no_of_staff: 12,
      no_of_training: null,
      recommended: false,
    });
    const form = registrationForm(subscription_id);
    const free = await post('/api/auth/email-availability', { email: form.email_primary });
    expect(free.body).toEqual({ available: true, message: expect.any(String) });
    const sent = await post('/api/auth/email-challenges', { email: form.email_primary });
    expect(sent.body).toEqual({ challenge: expect.any(String), resend_after_ms: 5000, digits: 4 });
    const { challenge } = sent.body;
    const code = await codeFor(form.email_primary);
    const wrong = await post('/api/auth/email-challenges/verify', { challenge, otp: '----' });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'otp_wrong', message: expect.any(String) } });
    const right = await post('/api/auth/email-challenges/verify', { challenge, otp: code });
    expect(right.status).toBe(200);
    const { registration_token } = right.body;
    const short = await post('/api/auth/register', {
      ...form,
      registration_token,
      c_password: 'short',
      mobile_one: '1',
    });
    expect(short.status).toBe(422);
    expect(short.body.errors).toMatchObject({ mobile_one: ['Mobile One must be a valid 10-digit number.'] });
    const weak = await post('/api/auth/register', { ...form, registration_token, c_password: form.customer_name });
    expect(weak.body.errors.c_password).toHaveLength(1);
    const registered = await post('/api/auth/register', { ...form, registration_token });
    expect(registered).toMatchObject({
      status: 201,
      body: { customer_id: expect.any(Number), message: expect.any(String) },
    });
    const availability = await post('/api/auth/email-availability', { email: form.email_primary });
    expect(availability.body.available).toBe(false);
    const admin = api(running, await fixtures(running).signIn({ user_name: form.c_user_name }));
    expect((await admin.get('/api/me')).body).toMatchObject({ no_of_staff: 12, no_of_training: 10 });
    expect((await admin.get('/api/subscribers')).body).toMatchObject([
      { status: 'trial', current: true, bill_generate_before_days: 10 },
    ]);
    expect((await admin.get('/api/customers')).body).toMatchObject([{ id: registered.body.customer_id }]);
  });

  it('rejects a wrong registration token with 422, also from the address and agent that verified the mailbox', async () => {
    const form = registrationForm(subscription_id);
    const { challenge } = (await post('/api/auth/email-challenges', { email: form.email_primary })).body;
    const otp = await codeFor(form.email_primary);
    const { registration_token } = (await post('/api/auth/email-challenges/verify', { challenge, otp })).body;
    for (const wrong of ['A'.repeat(43), ''])
      expect(await post('/api/auth/register', { ...form, registration_token: wrong })).toMatchObject({
        status: 422,
        body: { code: 'registration_token_dead' },
      });
    expect((await post('/api/auth/register', { ...form, registration_token })).status).toBe(201);
  });

  it('sends one welcome mail, however often the form is sent', async () => {
    const form = registrationForm(subscription_id);
    const { challenge } = (await post('/api/auth/email-challenges', { email: form.email_primary })).body;
    const otp = await codeFor(form.email_primary);
    const { registration_token } = (await post('/api/auth/email-challenges/verify', { challenge, otp })).body;
    const register = () => post('/api/auth/register', { ...form, registration_token });
    const replies = [...(await Promise.all([register(), register()])), await register()];
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.customer_id}`)).size).toBe(1);
    const mails = (await running.mails()).filter(({ to, kind }) => to === form.email_primary && kind === 'welcome');
    expect(mails.length).toBe(1);
    const [{ subject, text, link }] = mails as unknown as [Record<'subject' | 'text' | 'link', string>];
    expect(subject).toBe(`${form.customer_name} is registered with Skilgrid`);
    for (const part of [form.c_user_name, 'start checklist']) expect(text).toContain(part);
    expect(new URL(link).pathname).toBe('/home');
    expect(text).not.toContain(form.c_password);
  });

  it('distinguishes a missing from an invalid telephone number, by code and by text', async () => {
    for (const [mobile_one, code] of [
      [undefined, 'required'],
      ['', 'required'],
      ['  ', 'required'],
      ['12', 'digits'],
    ]) {
      const { body } = await post('/api/auth/register', { mobile_one });
      const message = `Mobile One ${code === 'required' ? 'is required' : 'must be a valid 10-digit number'}.`;
      expect([body.errors.mobile_one, body.details.mobile_one]).toEqual([
        [message],
        [expect.objectContaining({ code })],
      ]);
    }
  });

  it('says of each field what is missing in the words of the form', async () => {
    const { status, body } = await post('/api/auth/register', {});
    expect(status).toBe(422);
    expect(body.errors).toEqual({
      customer_name: ['Customer Name is required.'],
      primary_contact_person: ['Primary Contact Person is required.'],
      mobile_one: ['Mobile One is required.'],
      email_primary: ['Primary Email is required.'],
      billing_address: ['Billing Address is required.'],
      c_user_name: ['User Name is required.'],
      c_password: ['Password is required.'],
      subscription_id: ['Please Select Subscription Package!'],
      registration_token: ['Please verify your email address first.'],
    });
  });

  it('answers a throttled send with 429', async () => {
    const { email_primary: email } = registrationForm(subscription_id);
    await post('/api/auth/email-challenges', { email });
    const soon = await post('/api/auth/email-challenges', { email });
    expect(soon).toMatchObject({ status: 429, body: { code: 'otp_too_soon' } });
    expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('numbers organisations one after the other, also when many register at once', async () => {
    const plants = await Promise.all(Array.from({ length: 6 }, () => fixtures(running).organisation()));
    const numbers = plants.map((plant) => plant.customer_id).sort((a, b) => a - b);
    expect(new Set(numbers).size).toBe(6);
    expect(numbers[5]! - numbers[0]!).toBe(5);
  });

  it('keeps user names and e-mails unique in the whole system', async () => {
    const plant = await fixtures(running).organisation();
    const sent = async (form: ReturnType<typeof registrationForm>) => {
      const { challenge } = (await post('/api/auth/email-challenges', { email: form.email_primary })).body;
      const otp = await codeFor(form.email_primary);
      const { registration_token } = (await post('/api/auth/email-challenges/verify', { challenge, otp })).body;
      return post('/api/auth/register', { ...form, registration_token });
    };
    const twice = await sent(registrationForm(subscription_id, { c_user_name: plant.user_name.toUpperCase() }));
    expect(twice).toMatchObject({
      status: 409,
      body: { code: 'user_name_taken', errors: { c_user_name: [expect.any(String)] } },
    });
    const foreign = await sent(registrationForm(subscription_id, { c_user_name: plant.email }));
    expect(foreign.body.errors).toHaveProperty('c_user_name');
  });

  it('leaves exactly ten of thirty staff created at once at a limit of ten', async () => {
    const plant = await fixtures(running).organisation({ staffLimit: 10 });
    const admin = api(running, plant.admin);
    const all = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        admin.post('/api/staff', { staff_code: `P-${n}`, first_name: 'A', last_name: 'B', joined: '2025-01-01' }),
      ),
    );
    expect(all.filter((reply) => reply.status === 201)).toHaveLength(10);
    expect(all.filter((reply) => reply.status === 409 && reply.body.code === 'plan_limit_reached')).toHaveLength(20);
    const counts = await admin.get(`/Common/get_available_count/${plant.customer_id}`);
    expect(counts.body.data).toMatchObject({ total_staff: 10, no_of_staff: 10 });
    expect((await admin.get('/api/staff')).headers.get('x-total-count')).toBe('10');
  });

  describe('packages', () => {
    let plant: RegisteredOrganisation;
    beforeAll(async () => {
      plant = await fixtures(running).organisation();
    });

    it('are managed by platform staff and read by admins', async () => {
      const platform = api(running, (await fixtures(running).platformStaff()).headers);
      const name = `Plant ${plant.customer_id}`;
      const body = {
        subscription_name: name,
        subscription_price: 9900,
        currency: 'EUR',
        subscription_type: 'yearly',
        recommended: true,
      };
      const created = await platform.post('/api/subscription-packages', body);
      expect(created).toMatchObject({ status: 201, body: { ...body, archived: false, no_of_staff: null } });
      const path = `/api/subscription-packages/${created.body.id}`;
      expect(
        (await platform.post('/api/subscription-packages', { ...body, subscription_name: name.toUpperCase() })).status,
      ).toBe(409);
      expect((await platform.patch(path, { no_of_staff: 80 })).body).toMatchObject({ no_of_staff: 80, row_version: 2 });
      expect(
        (await api(running, plant.admin).get(`/api/subscription-packages?id=${created.body.id}`)).body,
      ).toHaveLength(1);
      expect((await api(running, plant.admin).patch(path, { no_of_staff: 1 })).status).toBe(403);
      expect((await platform.post(`${path}/archive`)).body).toMatchObject({ archived: true });
      const offered = (await api(running).get('/api/subscription-packages/offered')).body as {
        subscription_id: number;
      }[];
      expect(offered.some((one) => one.subscription_id === created.body.id)).toBe(false);
    });

    it('get numbers of their own when several are made at once, and one name is one package', async () => {
      const platform = api(running, (await fixtures(running).platformStaff()).headers);
      const createPackage = (subscription_name: string) =>
        platform.post('/api/subscription-packages', {
          subscription_name,
          subscription_price: 100,
          currency: 'EUR',
          subscription_type: 'monthly',
        });
      const created = await Promise.all(
        Array.from({ length: 8 }, (_, i) => createPackage(`At once ${plant.customer_id} ${i}`)),
      );
      expect(created.map((each) => each.status)).toEqual(Array(8).fill(201));
      expect(new Set(created.map((each) => each.body.subscription_id)).size).toBe(8);
      const same = await Promise.all(Array.from({ length: 4 }, () => createPackage(`The same ${plant.customer_id}`)));
      expect(same.map((each) => each.status).sort((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    });

    it('show an organisation its own subscription only', async () => {
      const other = await fixtures(running).organisation();
      const own = (await api(running, plant.admin).get('/api/subscribers')).body;
      expect(own).toHaveLength(1);
      expect((await api(running, other.admin).get(`/api/subscribers/${own[0].id}`)).status).toBe(404);
      expect((await api(running, other.admin).get(`/api/customers/${plant.customer_id}`)).status).toBe(404);
      expect(
        (await api(running, other.admin).patch(`/api/customers/${plant.customer_id}`, { gst_no: 'x' })).status,
      ).toBe(404);
      expect((await api(running, other.admin).get(`/api/customers?id=${plant.customer_id}`)).body).toEqual([]);
    });
  });
});
