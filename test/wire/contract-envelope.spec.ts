import { DataSource } from 'typeorm';
import { Database } from '../../src/platform/database/database';
import type { CustomerRow } from '../../src/contract/customers.resource';
import { Customer } from '../../src/customers/customer.entity';
import { Customers } from '../../src/customers/customers.service';
import { Clock } from '../../src/platform/clock';
import { Transactions } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/ids';
import { Subscriber } from '../../src/subscriptions/subscriber.entity';
import { DirectoryRepository } from '../../src/tenancy/directory';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { comesTo } from '../support/eventually';
import { given, PASSWORD, registrationForm, type Registered } from '../support/given';
import { openPlant, type Plant } from '../support/plant';
import { quiz, single } from '../support/quiz-given';
import { statementsOfRequests } from '../support/statements';

const NEW = 'seven-kites-under-a-bridge';
const KEYS = ['Status', 'status', 'message', 'data'];

/** contract.md, "Envelope". */
describe('the envelope of the specification’s calls', () => {
  let running: RunningApp;
  let owner: Registered;
  let plant: Plant;
  let learner: ReturnType<typeof api>;
  let staff_id: string;
  let lesson: { training_id: string; category_id: string };
  let quiz_id: string;
  beforeAll(async () => {
    running = await startApp();
    owner = await given(running).organisation({ staffLimit: 50, trainingLimit: 50 });
    plant = await openPlant(running, {}, { ...owner, signIn: () => Promise.reject(new Error('not here')) });
    lesson = await plant.published();
    quiz_id = (await quiz(running, plant, lesson.training_id, [single('One')])).quiz_id;
    const email = `asha-${owner.customer_id}@example.org`;
    staff_id = (await plant.staff({ email, staff_code: 'W-1' })).staff_id;
    await plant.api.post(`/api/staff/${staff_id}/invite`, { role: 'user' });
    const link = (await running.mails()).find((mail) => mail.to === email)!.link!.split('/reset/')[1];
    const handle = (await open(`/Common/decryption_code?enc_string=${link}`)).body.data;
    await open(`/CustomerMaster/UpdateCustomerPassword?cus_id=${handle}&pass=${NEW}`);
    learner = api(running, await given(running).signIn({ user_name: email, password: NEW }));
    await plant.assign([staff_id], [lesson.training_id]);
  });
  afterAll(() => running.close());

  const open = (path: string, headers = {}) => api(running, headers).get(path);
  const who = { 'user-agent': 'envelopes' };
  const codeFor = async (email: string) =>
    (await running.mails()).find((mail) => mail.to === email && mail.code)!.code!;

  it('is Status, status, message and data on all 28 calls, and no answer tells a secret', async () => {
    const form = registrationForm(owner.subscription_id);
    const admin = plant.api;
    const id = owner.customer_id;
    const play = `quiz_id=${quiz_id}&training_id=${lesson.training_id}`;
    const answers: Record<string, Reply> = {};
    const dataOf = async (name: string, reply: Promise<Reply>) => (answers[name] = await reply).body.data;
    await dataOf('GetFinancialYear', open('/api/employees/GetFinancialYear'));
    await dataOf('get_subscription_list', open('/Common/get_subscription_list'));
    await dataOf('check_email', open(`/Common/check_email?email=${form.email_primary}`));
    await dataOf('send_otp', open(`/Common/send_otp?to_email=${form.email_primary}`, who));
    await dataOf('verify_otp', open(`/Common/verify_otp?otp=${await codeFor(form.email_primary)}`, who));
    const made = await dataOf('SaveCustomer', api(running, who).post('/CustomerMaster/SaveCustomer', form));
    await dataOf('SaveSubscriber', api(running, who).post('/SubsriberMaster/SaveSubscriber', made));
    const login = { c_user_name: owner.user_name, c_password: PASSWORD };
    await dataOf('customer_login', api(running).post('/Customer/customer_login', login));
    await dataOf('get_available_count', admin.get(`/Common/get_available_count/${id}`));
    await dataOf('get_subscription_details', admin.get(`/Common/get_subscription_details?customer_id=${id}`));
    await dataOf('get_registered_customer_list', admin.get('/Common/get_registered_customer_list'));
    await dataOf('get_subscribers_list', admin.get('/Common/get_subscribers_list'));
    await dataOf('ListCustomers', admin.get('/CustomerMaster/ListCustomers'));
    await dataOf('ListCustomer', admin.get(`/CustomerMaster/ListCustomer/${id}`));
    await dataOf('UpdateCustomer', admin.post(`/CustomerMaster/UpdateCustomer/${id}`, { gst_no: '22AAAAA0000A1Z5' }));
    const lists = '/S_QUIZ_PLAY_DETAILS';
    const both = { staff_id: [staff_id], training_id: [lesson.training_id], category_id: [lesson.category_id] };
    await dataOf('SaveTrainingListByT', admin.post(`${lists}/SaveTrainingListByT`, both));
    await dataOf('SaveTrainingListByC', admin.post(`${lists}/SaveTrainingListByC`, both));
    await dataOf('get_video_url_id', learner.get(`/Common/get_video_url_id?training_id=${lesson.training_id}`));
    const { attempt_id } = await dataOf('get_quiz_questions', learner.get(`/Common/get_quiz_questions?${play}`));
    const played = { quiz_id, training_id: lesson.training_id, attempt_id, answers: [] };
    await dataOf('SaveQuizandvideo', learner.post(`${lists}/SaveQuizandvideo`, played));
    await dataOf('get_skil_matrix_report', admin.get(`/Result/get_skil_matrix_report?customer_id=${id}`));
    const days = `customer_id=${id}&fdate=2026-01-01&tdate=2026-01-31`;
    await dataOf('get_skil_matrix_report_date_wise', admin.get(`/Result/get_skil_matrix_report_date_wise?${days}`));
    await dataOf('get_target_skil_matrix_report', admin.get(`/Result/get_target_skil_matrix_report?${days}&staff_id=`));
    await dataOf(
      'get_emp_skil_matrix_report',
      admin.get(`/Result/get_emp_skil_matrix_report?${days}&staff_id=&skil_code=`),
    );
    await dataOf('send_forgot_email_link', open(`/Common/send_forgot_email_link?to_email=${form.email_primary}`));
    const mail = (await running.mails()).find(({ to, link }) => to === form.email_primary && link?.includes('/reset/'));
    const token = mail!.link!.split('/reset/')[1];
    const handle = await dataOf('decryption_code', open(`/Common/decryption_code?enc_string=${token}`));
    await dataOf(
      'UpdateCustomerPassword',
      open(`/CustomerMaster/UpdateCustomerPassword?cus_id=${handle}&pass=${NEW}-again`),
    );
    const names = Object.keys(answers);
    const authenticate = await api(running).post('/users/authenticate', { email: owner.email, password: PASSWORD });
    expect([...names, 'users/authenticate']).toHaveLength(28);
    const [hash] = await hashesOf(running);
    for (const [name, { status, body, headers }] of Object.entries(answers)) {
      expect([name, status, Object.keys(body)]).toEqual([name, 200, KEYS]);
      expect([name, body.Status, body.status, body.message]).toEqual([
        name,
        true,
        name === 'check_email' ? 0 : 1,
        expect.stringMatching(/\S/),
      ]);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
    const text = JSON.stringify([...Object.values(answers), authenticate].map(({ body }) => body));
    expect(text).not.toMatch(/c_password|password_hash|\$argon2|digest/);
    expect(JSON.stringify(answers['get_quiz_questions']!.body)).not.toMatch(/fraction|"right|WHY-|HINT-|SAID-/);
    for (const secret of [PASSWORD, NEW, hash!, token!]) expect(text).not.toContain(secret);
  });

  it('has arrays, objects, a string and the number where the client looks for them', async () => {
    const id = owner.customer_id;
    const data = async (path: string) => (await plant.api.get(path)).body.data;
    const packages = await data('/Common/get_subscription_list');
    expect(packages[0]).toMatchObject({
      subscription_id: expect.any(Number),
      subscription_name: expect.any(String),
      subscription_type: expect.any(String),
      subscription_price: expect.any(Number),
    });
    expect(packages[0]).toHaveProperty('no_of_staff');
    expect(packages[0]).toHaveProperty('no_of_training');
    expect(await data(`/CustomerMaster/ListCustomer/${id}`)).toEqual([
      expect.objectContaining({ customer_id: id, customer_name: expect.any(String), c_user_name: owner.user_name }),
    ]);
    expect(await data(`/Common/get_available_count/${id}`)).toEqual({
      total_staff: 1,
      no_of_staff: 50,
      total_training: 1,
      no_of_training: 50,
    });
    expect(await data(`/Common/get_subscription_details?customer_id=${id}`)).toMatchObject({
      customer_id: id,
      subs_id: owner.subscription_id,
      subs_name: expect.any(String),
      subs_expiry_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      bill_generate_before_days: 10,
    });
    // Every field of the specification's subscriber record but the password.
    const day = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    const record = { c_user_name: owner.user_name, create_date: day, update_date: day, customer_status: 'A' };
    expect(await data(`/Common/get_subscription_details?customer_id=${id}`)).toMatchObject(record);
    expect(await data('/Common/get_subscribers_list')).toEqual([expect.objectContaining(record)]);
    for (const list of ['/Common/get_registered_customer_list', '/Common/get_subscribers_list'])
      expect(await data(list)).toHaveLength(1);
  });

  it('is filled alike by both logins; users/authenticate answers the user at the top as well', async () => {
    const body = { email: owner.email, password: PASSWORD };
    const one = (await api(running).post('/Customer/customer_login', body)).body;
    const two = (await api(running).post('/users/authenticate', body)).body;
    const KEPT = ['token', 'eid', 'oid', 'customer_id', 'customer_name', 'staff_id', 'first_name', 'last_name', 'role'];
    for (const key of KEPT) expect(one.data).toHaveProperty(key);
    expect(Object.keys(two.data)).toEqual(Object.keys(one.data));
    const { Status, status, message, data, ...top } = two;
    expect({ Status, status, message }).toEqual({ Status: true, status: 1, message: one.message });
    expect(top).toEqual(data);
    const learnt = await api(running).post('/users/authenticate', {
      email: `asha-${owner.customer_id}@example.org`,
      password: NEW,
    });
    expect(learnt.body).toMatchObject({ eid: 'W-1', oid: String(owner.customer_id), staff_id, role: 1 });
  });

  it('says check_email’s status 1 for taken and verify_otp’s status 1 for success', async () => {
    expect((await open(`/Common/check_email?email=${owner.email}`)).body).toMatchObject({ Status: true, status: 1 });
    expect((await open('/Common/check_email?email=nobody@example.org')).body).toMatchObject({
      Status: true,
      status: 0,
      data: null,
    });
    expect((await open('/Common/verify_otp?otp=0000', { 'user-agent': 'guess' })).body).toMatchObject({
      Status: false,
      status: 0,
    });
  });

  it('carries the three messages that clients and people know, letter by letter', async () => {
    const updated = await plant.api.post(`/CustomerMaster/UpdateCustomer/${owner.customer_id}`, {});
    expect(updated.body.message).toBe('Customer Details Updated Successfully');
    const forgot = await open('/Common/send_forgot_email_link?to_email=nobody@example.org');
    expect(forgot.body.message).toBe('A password reset link has been sent to your email.');
    const other = await given(running).organisation();
    const changed = await api(running, other.admin).get(
      `/CustomerMaster/UpdateCustomerPassword?cus_id=${other.customer_id}&pass=${NEW}`,
    );
    expect(changed.body.message).toBe('Password Reset Successfully');
  });

  it.each([
    ['customer_name', 'Customer Name is required.'],
    ['primary_contact_person', 'Primary Contact Person is required.'],
    ['mobile_one', 'Mobile One is required.'],
    ['email_primary', 'Primary Email is required.'],
    ['billing_address', 'Billing Address is required.'],
    ['c_user_name', 'User Name is required.'],
    ['c_password', 'Password is required.'],
    ['subscription_id', 'Please Select Subscription Package!'],
  ])('repeats the form’s words when %s is empty, null or left out', async (field, words) => {
    for (const value of ['', null, undefined]) {
      const form = { ...registrationForm(owner.subscription_id), [field]: value };
      const { body } = await api(running).post('/CustomerMaster/SaveCustomer', form);
      expect(body).toEqual({ Status: false, status: 0, message: expect.stringContaining(words), data: null });
    }
  });

  it.each([
    ['mobile_one', '98450-1234', 'Mobile One must be a valid 10-digit number.'],
    ['email_primary', 'x@', 'Please enter a valid email address.'],
    ['email_one', 'x', 'Please enter a valid email address.'],
    ['email_two', 'x@y@z', 'Please enter a valid email address.'],
  ])('repeats the form’s words when %s is %s', async (field, value, words) => {
    const form = { ...registrationForm(owner.subscription_id), [field]: value };
    const { body } = await api(running).post('/CustomerMaster/SaveCustomer', form);
    expect(body).toMatchObject({ Status: false, message: expect.stringContaining(words) });
  });

  it('takes an empty value for an absent one and passes over what it does not know', async () => {
    const path = `/CustomerMaster/UpdateCustomer/${owner.customer_id}`;
    await plant.api.post(path, { website: 'https://nordwerk.example.org' });
    const form = {
      customer_id: '',
      website: '',
      mobile_two: null,
      customer_name: '',
      favourite_colour: 'red',
      subscriptions: [{}],
      row_version: '',
    };
    expect((await plant.api.post(path, form)).body).toMatchObject({
      Status: true,
      data: { website: 'https://nordwerk.example.org', customer_name: expect.stringMatching(/\S/) },
    });
    const query = 'customer_id=&fdate=&tdate=&staff_id=&skil_code=&_=1763600000&colour=red';
    for (const call of [
      'get_skil_matrix_report',
      'get_skil_matrix_report_date_wise',
      'get_target_skil_matrix_report',
      'get_emp_skil_matrix_report',
    ])
      expect([call, (await plant.api.get(`/Result/${call}?${query}`)).body.Status]).toEqual([call, true]);
  });

  it('keeps the plus of an e-mail and of a password in a query', async () => {
    const other = await given(running).organisation();
    const email = registrationForm(1).email_primary.replace('@', '+a+b@');
    await api(running, other.admin).post(`/CustomerMaster/UpdateCustomer/${other.customer_id}`, {
      email_primary: email,
    });
    expect((await open(`/Common/check_email?email=${email}`)).body.status).toBe(1);
    expect((await open(`/Common/check_email?email=${email.replaceAll('+', '%20')}`)).body.Status).toBe(false);
    const fresh = await given(running).signIn(other);
    const changed = await api(running, fresh).get(
      `/CustomerMaster/UpdateCustomerPassword?cus_id=${other.customer_id}&pass=${NEW}+plus%2Bplus`,
    );
    expect(changed.body.Status).toBe(true);
    const login = { c_user_name: other.user_name, c_password: `${NEW}+plus+plus` };
    expect((await api(running).post('/Customer/customer_login', login)).status).toBe(200);
  });

  it('breaks the connection when a list fails in the middle: half of it never looks whole', async () => {
    const { headers } = await given(running).platformStaff();
    const customers = running.app.get(Customers, { strict: false });
    const [row] = (await plant.api.get('/CustomerMaster/ListCustomers')).body.data;
    let begun!: () => void;
    const failAfter = (parts: number, until: Promise<unknown> = Promise.resolve()) =>
      async function* () {
        for (let part = 0; part < parts; part++) yield Array.from({ length: 32 }, () => row);
        await until;
        throw new Error('the database went away');
      };
    const failing = jest.spyOn(customers, 'every');
    failing.mockImplementation(failAfter(1, new Promise<void>((go) => (begun = go))));
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const answer = await fetch(`${running.url}/CustomerMaster/ListCustomers`, { headers: plain });
    expect(answer.status).toBe(200);
    begun();
    await expect(answer.text()).rejects.toThrow();
    // Before anything has gone out it is a refusal, never a whole-looking half.
    failing.mockImplementation(failAfter(1));
    for (const accepted of [plain, headers]) {
      const soon = await fetch(`${running.url}/CustomerMaster/ListCustomers`, { headers: accepted });
      if (soon.status === 200) await expect(soon.text()).rejects.toThrow();
      else expect(await soon.json()).toMatchObject({ Status: false, data: null });
    }
    // What fails before the first part still has a status.
    failing.mockImplementation(failAfter(0));
    expect((await api(running, headers).get('/CustomerMaster/ListCustomers')).status).toBe(500);
    failing.mockRestore();
    expect((await api(running, headers).get('/CustomerMaster/ListCustomers')).body.Status).toBe(true);
  });

  it('lists every row when no page is asked for, in batches', async () => {
    const platform = api(running, (await given(running).platformStaff()).headers);
    const paths = [
      '/CustomerMaster/ListCustomers',
      '/Common/get_registered_customer_list',
      '/Common/get_subscribers_list',
    ];
    const idsOf = ({ body }: Reply) => body.data.map((row: { customer_id: number }) => row.customer_id) as number[];
    const numbers = async () =>
      (
        await running.app
          .get(Database)
          .rows<{ customer_id: number }>('SELECT customer_id FROM customer ORDER BY customer_id', [])
      ).map((row) => Number(row.customer_id));
    const costs: number[][] = [];
    // As they are, exactly one batch, and two.
    for (const size of [0, 999, 1001]) {
      await moreCustomers(running, owner, size - (await numbers()).length);
      const known = await numbers();
      const cost: number[] = [];
      for (const path of paths) {
        let reply!: Reply;
        cost.push((await statementsOfRequests(async () => (reply = await platform.get(path)))).length);
        expect(Object.keys(reply.body)).toEqual(KEYS);
        expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect([path, idsOf(reply)]).toEqual([path, known]);
      }
      costs.push(cost);
    }
    // The session's row, the keys of all, and each batch.
    expect(costs).toEqual([3, 3, 4].map((statements) => paths.map(() => statements)));
  });

  it('holds no connection while clients take nothing of a list', async () => {
    const { headers } = await given(running).platformStaff();
    await moreCustomers(running, owner, 40);
    const customers = running.app.get(Customers, { strict: false });
    const all = customers.every.bind(customers);
    const watched = jest.spyOn(customers, 'every').mockImplementation(async function* (tenant) {
      // Far more than the network keeps for its reader.
      for await (const rows of all(tenant) as AsyncGenerator<readonly CustomerRow[]>)
        for (let n = 0; n < 100_000; n += rows.length) yield rows;
    });
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const ask = () => fetch(`${running.url}/CustomerMaster/ListCustomers`, { headers: plain });
    const answers = await Promise.all([ask(), ask(), ask()]);
    try {
      const { pool } = running.app.get(DataSource).driver as { pool?: Record<string, { length: number }> };
      // The embedded engine has no pool: each of its statements has ended before the next one.
      const held = () => (pool ? pool['_allConnections']!.length - pool['_freeConnections']!.length : 0);
      await comesTo(held, 0);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await api(running, headers).get('/api/customers?_end=5')).status).toBe(200);
    } finally {
      await Promise.all(answers.map((answer) => answer.body!.cancel()));
      watched.mockRestore();
    }
  });
});

/** Rows of the directory beside the given one, whose every other field they share. */
async function moreCustomers({ app }: RunningApp, like: Registered, count: number): Promise<void> {
  const [database, clock] = [app.get(Database), app.get(Clock)];
  const customers = new DirectoryRepository(database, clock, Customer);
  const subscribers = new DirectoryRepository(database, clock, Subscriber);
  const customer = (await customers.one({ customer_id: like.customer_id }))!;
  const subscriber = (await subscribers.one({ current_of: like.customer_id }))!;
  await app.get(Transactions).run(async () => {
    const [last] = await customers.find({}, { order: [['customer_id', 'desc']], limit: 1 });
    for (let customer_id = last!.customer_id + 1; count > 0; customer_id++, count--) {
      await customers.insert({ ...customer, customer_id, email_primary: `many-${customer_id}@example.org` });
      await subscribers.insert({ ...subscriber, customer_id, current_of: customer_id, subscriber_id: newId() });
    }
  });
}

async function hashesOf({ app }: RunningApp): Promise<string[]> {
  const rows = await app
    .get(Database)
    .rows<{ password_hash: string }>('SELECT password_hash FROM account WHERE password_hash IS NOT NULL', []);
  return rows.map((row) => row.password_hash);
}
