import { DataSource } from 'typeorm';
import { Database } from '../../src/infrastructure/database/database';
import type { CustomerRow } from '../../src/contract/customers.resource';
import { Customer } from '../../src/modules/customers/customer.entity';
import { CustomersService } from '../../src/modules/customers/customers.service';
import { Clock } from '../../src/common/clock';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { newId } from '../../src/common/ids';
import { Subscriber } from '../../src/modules/subscriptions/subscriber.entity';
import { DirectoryRepository } from '../../src/tenancy/directory-repository';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { eventually } from '../support/eventually';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import { openPlant, type Plant } from '../support/plant';
import { createQuiz, singleChoiceQuestion } from '../support/quiz-fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

const NEW_PASSWORD = 'seven-kites-under-a-bridge';
const KEYS = ['Status', 'status', 'message', 'data'];

/** The response envelope of the legacy API (docs/api.md). */
describe('the envelope of the specification’s calls', () => {
  let running: RunningApp;
  let owner: RegisteredOrganisation;
  let plant: Plant;
  let learner: ReturnType<typeof api>;
  let staff_id: string;
  let training: { training_id: string; category_id: string };
  let quiz_id: string;
  beforeAll(async () => {
    running = await startApp();
    owner = await fixtures(running).organisation({ staffLimit: 50, trainingLimit: 50 });
    plant = await openPlant(running, {}, { ...owner, signIn: () => Promise.reject(new Error('not here')) });
    training = await plant.createPublishedTraining();
    quiz_id = (await createQuiz(running, plant, training.training_id, [singleChoiceQuestion('One')])).quiz_id;
    const email = `asha-${owner.customer_id}@example.org`;
    staff_id = (await plant.createStaff({ email, staff_code: 'W-1' })).staff_id;
    await plant.api.post(`/api/staff/${staff_id}/invite`, { role: 'user' });
    const link = (await running.mails()).find((mail) => mail.to === email)!.link!.split('/reset/')[1];
    const handle = (await getOpen(`/Common/decryption_code?enc_string=${link}`)).body.data;
    await getOpen(`/CustomerMaster/UpdateCustomerPassword?cus_id=${handle}&pass=${NEW_PASSWORD}`);
    learner = api(running, await fixtures(running).signIn({ user_name: email, password: NEW_PASSWORD }));
    await plant.assign([staff_id], [training.training_id]);
  });
  afterAll(() => running.close());

  const getOpen = (path: string, headers = {}) => api(running, headers).get(path);
  const visitor = { 'user-agent': 'envelopes' };
  const codeFor = async (email: string) =>
    (await running.mails()).find((mail) => mail.to === email && mail.code)!.code!;

  it('is Status, status, message and data on all 28 calls, and no answer tells a secret', async () => {
    const form = registrationForm(owner.subscription_id);
    const admin = plant.api;
    const id = owner.customer_id;
    const play = `quiz_id=${quiz_id}&training_id=${training.training_id}`;
    const answers: Record<string, Reply> = {};
    const dataOf = async (name: string, reply: Promise<Reply>) => (answers[name] = await reply).body.data;
    await dataOf('GetFinancialYear', getOpen('/api/employees/GetFinancialYear'));
    await dataOf('get_subscription_list', getOpen('/Common/get_subscription_list'));
    await dataOf('check_email', getOpen(`/Common/check_email?email=${form.email_primary}`));
    await dataOf('send_otp', getOpen(`/Common/send_otp?to_email=${form.email_primary}`, visitor));
    await dataOf('verify_otp', getOpen(`/Common/verify_otp?otp=${await codeFor(form.email_primary)}`, visitor));
    const customer = await dataOf('SaveCustomer', api(running, visitor).post('/CustomerMaster/SaveCustomer', form));
    await dataOf('SaveSubscriber', api(running, visitor).post('/SubsriberMaster/SaveSubscriber', customer));
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
    const bulkBody = { staff_id: [staff_id], training_id: [training.training_id], category_id: [training.category_id] };
    await dataOf('SaveTrainingListByT', admin.post(`${lists}/SaveTrainingListByT`, bulkBody));
    await dataOf('SaveTrainingListByC', admin.post(`${lists}/SaveTrainingListByC`, bulkBody));
    await dataOf('get_video_url_id', learner.get(`/Common/get_video_url_id?training_id=${training.training_id}`));
    const { attempt_id } = await dataOf('get_quiz_questions', learner.get(`/Common/get_quiz_questions?${play}`));
    const submission = { quiz_id, training_id: training.training_id, attempt_id, answers: [] };
    await dataOf('SaveQuizandvideo', learner.post(`${lists}/SaveQuizandvideo`, submission));
    await dataOf('get_skil_matrix_report', admin.get(`/Result/get_skil_matrix_report?customer_id=${id}`));
    const days = `customer_id=${id}&fdate=2026-01-01&tdate=2026-01-31`;
    await dataOf('get_skil_matrix_report_date_wise', admin.get(`/Result/get_skil_matrix_report_date_wise?${days}`));
    await dataOf('get_target_skil_matrix_report', admin.get(`/Result/get_target_skil_matrix_report?${days}&staff_id=`));
    await dataOf(
      'get_emp_skil_matrix_report',
      admin.get(`/Result/get_emp_skil_matrix_report?${days}&staff_id=&skil_code=`),
    );
    await dataOf('send_forgot_email_link', getOpen(`/Common/send_forgot_email_link?to_email=${form.email_primary}`));
    const mail = (await running.mails()).find(({ to, link }) => to === form.email_primary && link?.includes('/reset/'));
    const token = mail!.link!.split('/reset/')[1];
    const handle = await dataOf('decryption_code', getOpen(`/Common/decryption_code?enc_string=${token}`));
    await dataOf(
      'UpdateCustomerPassword',
      getOpen(`/CustomerMaster/UpdateCustomerPassword?cus_id=${handle}&pass=${NEW_PASSWORD}-again`),
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
    for (const secret of [PASSWORD, NEW_PASSWORD, hash!, token!]) expect(text).not.toContain(secret);
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
    // Every field of the specification's subscriber record except the password.
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
    const USER_KEYS = [
      'token',
      'eid',
      'oid',
      'customer_id',
      'customer_name',
      'staff_id',
      'first_name',
      'last_name',
      'role',
    ];
    for (const key of USER_KEYS) expect(one.data).toHaveProperty(key);
    expect(Object.keys(two.data)).toEqual(Object.keys(one.data));
    const { Status, status, message, data, ...top } = two;
    expect({ Status, status, message }).toEqual({ Status: true, status: 1, message: one.message });
    expect(top).toEqual(data);
    const learnerReply = await api(running).post('/users/authenticate', {
      email: `asha-${owner.customer_id}@example.org`,
      password: NEW_PASSWORD,
    });
    expect(learnerReply.body).toMatchObject({ eid: 'W-1', oid: String(owner.customer_id), staff_id, role: 1 });
  });

  it('has status 1 of check_email for taken and status 1 of verify_otp for success', async () => {
    expect((await getOpen(`/Common/check_email?email=${owner.email}`)).body).toMatchObject({ Status: true, status: 1 });
    expect((await getOpen('/Common/check_email?email=nobody@example.org')).body).toMatchObject({
      Status: true,
      status: 0,
      data: null,
    });
    expect((await getOpen('/Common/verify_otp?otp=0000', { 'user-agent': 'guess' })).body).toMatchObject({
      Status: false,
      status: 0,
    });
  });

  it('has the three known messages, letter by letter', async () => {
    const updated = await plant.api.post(`/CustomerMaster/UpdateCustomer/${owner.customer_id}`, {});
    expect(updated.body.message).toBe('Customer Details Updated Successfully');
    const forgot = await getOpen('/Common/send_forgot_email_link?to_email=nobody@example.org');
    expect(forgot.body.message).toBe('A password reset link has been sent to your email.');
    const other = await fixtures(running).organisation();
    const changed = await api(running, other.admin).get(
      `/CustomerMaster/UpdateCustomerPassword?cus_id=${other.customer_id}&pass=${NEW_PASSWORD}`,
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

  it('treats an empty value as absent and ignores unknown keys', async () => {
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
    const other = await fixtures(running).organisation();
    const email = registrationForm(1).email_primary.replace('@', '+a+b@');
    await api(running, other.admin).post(`/CustomerMaster/UpdateCustomer/${other.customer_id}`, {
      email_primary: email,
    });
    expect((await getOpen(`/Common/check_email?email=${email}`)).body.status).toBe(1);
    expect((await getOpen(`/Common/check_email?email=${email.replaceAll('+', '%20')}`)).body.Status).toBe(false);
    const freshSession = await fixtures(running).signIn(other);
    const changed = await api(running, freshSession).get(
      `/CustomerMaster/UpdateCustomerPassword?cus_id=${other.customer_id}&pass=${NEW_PASSWORD}+plus%2Bplus`,
    );
    expect(changed.body.Status).toBe(true);
    const login = { c_user_name: other.user_name, c_password: `${NEW_PASSWORD}+plus+plus` };
    expect((await api(running).post('/Customer/customer_login', login)).status).toBe(200);
  });

  it('breaks the connection when a list fails in the middle: half of it never looks whole', async () => {
    const { headers } = await fixtures(running).platformStaff();
    const customersService = running.app.get(CustomersService, { strict: false });
    const [row] = (await plant.api.get('/CustomerMaster/ListCustomers')).body.data;
    let releaseFailure!: () => void;
    const failAfter = (parts: number, until: Promise<unknown> = Promise.resolve()) =>
      async function* () {
        for (let part = 0; part < parts; part++) yield Array.from({ length: 32 }, () => row);
        await until;
        throw new Error('the database went away');
      };
    const everySpy = jest.spyOn(customersService, 'listForLegacyApi');
    everySpy.mockImplementation(failAfter(1, new Promise<void>((go) => (releaseFailure = go))));
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const answer = await fetch(`${running.url}/CustomerMaster/ListCustomers`, { headers: plain });
    expect(answer.status).toBe(200);
    releaseFailure();
    await expect(answer.text()).rejects.toThrow();
    // Before the first bytes it is an error response, never a partial list.
    everySpy.mockImplementation(failAfter(1));
    for (const accepted of [plain, headers]) {
      const nextReply = await fetch(`${running.url}/CustomerMaster/ListCustomers`, { headers: accepted });
      if (nextReply.status === 200) await expect(nextReply.text()).rejects.toThrow();
      else expect(await nextReply.json()).toMatchObject({ Status: false, data: null });
    }
    // A failure before the first part still has a status.
    everySpy.mockImplementation(failAfter(0));
    expect((await api(running, headers).get('/CustomerMaster/ListCustomers')).status).toBe(500);
    everySpy.mockRestore();
    expect((await api(running, headers).get('/CustomerMaster/ListCustomers')).body.Status).toBe(true);
  });

  it('lists every row without paging, in batches', async () => {
    const platform = api(running, (await fixtures(running).platformStaff()).headers);
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
    const statementCounts: number[][] = [];
    // The existing rows, exactly one batch, and two batches.
    for (const size of [0, 999, 1001]) {
      await insertCustomers(running, owner, size - (await numbers()).length);
      const customerIds = await numbers();
      const cost: number[] = [];
      for (const path of paths) {
        let reply!: Reply;
        cost.push((await statementsOfRequests(async () => (reply = await platform.get(path)))).length);
        expect(Object.keys(reply.body)).toEqual(KEYS);
        expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect([path, idsOf(reply)]).toEqual([path, customerIds]);
      }
      statementCounts.push(cost);
    }
    // The session's row, all keys, and each batch.
    expect(statementCounts).toEqual([3, 3, 4].map((statements) => paths.map(() => statements)));
  });

  it('holds no connection while clients read nothing of a list', async () => {
    const { headers } = await fixtures(running).platformStaff();
    await insertCustomers(running, owner, 40);
    const customersService = running.app.get(CustomersService, { strict: false });
    const all = customersService.listForLegacyApi.bind(customersService);
    const everySpy = jest.spyOn(customersService, 'listForLegacyApi').mockImplementation(async function* (tenant) {
      // Far more than the network buffers.
      for await (const rows of all(tenant) as AsyncGenerator<readonly CustomerRow[]>)
        for (let n = 0; n < 100_000; n += rows.length) yield rows;
    });
    const plain = { ...headers, 'accept-encoding': 'identity' };
    const request = () => fetch(`${running.url}/CustomerMaster/ListCustomers`, { headers: plain });
    const answers = await Promise.all([request(), request(), request()]);
    try {
      const { pool } = running.app.get(DataSource).driver as { pool?: Record<string, { length: number }> };
      // SQLite has no pool: each statement ends before the next one.
      const busyConnections = () => (pool ? pool['_allConnections']!.length - pool['_freeConnections']!.length : 0);
      await eventually(busyConnections, 0);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await api(running, headers).get('/api/customers?_end=5')).status).toBe(200);
    } finally {
      await Promise.all(answers.map((answer) => answer.body!.cancel()));
      everySpy.mockRestore();
    }
  });
});

/** Inserts copies of the given customer. */
async function insertCustomers({ app }: RunningApp, template: RegisteredOrganisation, count: number): Promise<void> {
  const [database, clock] = [app.get(Database), app.get(Clock)];
  const customers = new DirectoryRepository(database, clock, Customer);
  const subscribers = new DirectoryRepository(database, clock, Subscriber);
  const customer = (await customers.findOne({ customer_id: template.customer_id }))!;
  const subscriber = (await subscribers.findOne({ current_of: template.customer_id }))!;
  await app.get(TransactionManager).run(async () => {
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
