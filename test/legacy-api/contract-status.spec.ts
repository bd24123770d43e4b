import { RouteAccessRegistry, type RouteAccessRule } from '../../src/auth/route-access-registry';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import { openOrganisation } from '../support/organisation';
import { openPlant } from '../support/plant';
import { sendRawRequest } from '../support/raw-request';

const ERROR_BODY = { Status: false, status: 0, message: expect.stringMatching(/\S{3}/), data: null };
const LEGACY_PREFIXES =
  /^\/(Common|Customer|CustomerMaster|Result|S_QUIZ_PLAY_DETAILS|SubsriberMaster|users|api\/employees)\//;

/** Status codes, addresses, methods and headers of legacy calls (docs/api.md). */
describe('status codes of the specification’s calls', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let routes: RouteAccessRule[];
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation();
    routes = running.app
      .get(RouteAccessRegistry)
      .all()
      .filter((route) => LEGACY_PREFIXES.test(route.path));
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const call = ({ method, path }: RouteAccessRule, headers = {}, body?: unknown, query = ''): Promise<Reply> =>
    api(running, headers).call(
      method,
      path.replaceAll(/:\w+/g, String(plant.customer_id)) + query,
      method === 'GET' ? undefined : (body ?? {}),
    );

  it('are those of the 28 addresses of the specification, and of no other', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/employees/GetFinancialYear',
      'GET /Common/check_email',
      'GET /Common/decryption_code',
      'GET /Common/get_available_count/:customer_id',
      'GET /Common/get_quiz_questions',
      'GET /Common/get_registered_customer_list',
      'GET /Common/get_subscribers_list',
      'GET /Common/get_subscription_details',
      'GET /Common/get_subscription_list',
      'GET /Common/get_video_url_id',
      'GET /Common/send_forgot_email_link',
      'GET /Common/send_otp',
      'GET /Common/verify_otp',
      'POST /Customer/customer_login',
      'GET /CustomerMaster/ListCustomer/:customer_id',
      'GET /CustomerMaster/ListCustomers',
      'POST /CustomerMaster/SaveCustomer',
      'POST /CustomerMaster/UpdateCustomer/:id',
      'GET /CustomerMaster/UpdateCustomerPassword',
      'GET /Result/get_emp_skil_matrix_report',
      'GET /Result/get_skil_matrix_report',
      'GET /Result/get_skil_matrix_report_date_wise',
      'GET /Result/get_target_skil_matrix_report',
      'POST /S_QUIZ_PLAY_DETAILS/SaveQuizandvideo',
      'POST /S_QUIZ_PLAY_DETAILS/SaveTrainingListByC',
      'POST /S_QUIZ_PLAY_DETAILS/SaveTrainingListByT',
      'POST /SubsriberMaster/SaveSubscriber',
      'POST /users/authenticate',
    ]);
  });

  it('are 200 with Status:false and words for the user where a refusal is to be expected', async () => {
    const anonymous = api(running, { 'user-agent': 'refusals' });
    const admin = api(running, plant.admin);
    const other = await fixtures(running).organisation();
    const ownUpdatePath = `/CustomerMaster/UpdateCustomer/${plant.customer_id}`;
    const days = 'fdate=2026-04-01&tdate=2026-03-01';
    const email = registrationForm(1).email_primary;
    await anonymous.get(`/Common/send_otp?to_email=${email}`);
    const refusals: Record<string, Promise<Reply>> = {
      'check_email, no e-mail': anonymous.get('/Common/check_email?email=x'),
      'check_email, nothing': anonymous.get('/Common/check_email'),
      'send_otp, no e-mail': anonymous.get('/Common/send_otp?to_email='),
      'send_otp, throttled': anonymous.get(`/Common/send_otp?to_email=${email}`),
      'verify_otp, wrong': anonymous.get('/Common/verify_otp?otp=12'),
      'verify_otp, nothing': anonymous.get('/Common/verify_otp'),
      'SaveCustomer, field rule': anonymous.post('/CustomerMaster/SaveCustomer', {}),
      'SaveCustomer, no body': anonymous.call('POST', '/CustomerMaster/SaveCustomer'),
      'SaveCustomer, no ticket': anonymous.post('/CustomerMaster/SaveCustomer', registrationForm(1)),
      'SaveSubscriber, no ticket': anonymous.post('/SubsriberMaster/SaveSubscriber', { customer_id: 1001 }),
      'UpdateCustomer, field rule': admin.post(ownUpdatePath, { mobile_one: '1' }),
      'UpdateCustomer, taken': admin.post(ownUpdatePath, { email_primary: other.email }),
      'send_forgot_email_link, no e-mail': anonymous.get('/Common/send_forgot_email_link?to_email=x'),
      'decryption_code, dead': anonymous.get('/Common/decryption_code?enc_string=dead'),
      'decryption_code, nothing': anonymous.get('/Common/decryption_code'),
      'UpdateCustomerPassword, dead handle': anonymous.get('/CustomerMaster/UpdateCustomerPassword?cus_id=x&pass=y'),
      'UpdateCustomerPassword, nothing': anonymous.get('/CustomerMaster/UpdateCustomerPassword'),
      'UpdateCustomerPassword, short': admin.get(
        `/CustomerMaster/UpdateCustomerPassword?cus_id=${plant.customer_id}&pass=short`,
      ),
      'Result, days the wrong way round': admin.get(`/Result/get_skil_matrix_report_date_wise?${days}`),
      'Result, no day': admin.get('/Result/get_target_skil_matrix_report?fdate=01.03.2026'),
      'Result, no id': admin.get('/Result/get_emp_skil_matrix_report?staff_id=7'),
    };
    for (const [name, reply] of Object.entries(refusals)) {
      const { status, body } = await reply;
      expect([name, status, body]).toEqual([name, 200, ERROR_BODY]);
    }
  });

  it('are 400 for a body that cannot be read, and for one that is no object', async () => {
    for (const route of routes.filter(({ method }) => method === 'POST')) {
      for (const body of ['{"a":', '{"a":1,}', 'a=b']) {
        const reply = await call(route, {}, body);
        expect([route.path, body, reply.status, reply.body]).toEqual([route.path, body, 400, ERROR_BODY]);
      }
    }
    for (const route of routes.filter(({ method }) => method === 'POST')) {
      for (const body of ['[]', '[{"customer_id":1}]', '"x"', '7']) {
        const reply = await call(route, route.open === undefined ? plant.admin : {}, body);
        expect([route.path, body, reply.status, reply.body]).toEqual([route.path, body, 400, ERROR_BODY]);
      }
    }
  });

  it('are 400 for a parameter that is given twice, even the same way, escaped or in another call’s name', async () => {
    for (const route of routes) {
      for (const query of ['?email=a@b.example&email=a@b.example', '?customer_id=&customer_id=', '?otp=1&%6Ftp=2']) {
        const reply = await call(route, plant.admin, {}, query);
        expect([route.path, query, reply.status, reply.body]).toEqual([route.path, query, 400, ERROR_BODY]);
      }
    }
  });

  it('are 401 on each closed call without a token, and on no open one', async () => {
    for (const route of routes) {
      const reply = await call(route, { 'user-agent': 'nobody' });
      expect([route.path, reply.status === 401]).toEqual([route.path, route.open === undefined]);
      expect(reply.body).toMatchObject(route.open === undefined ? ERROR_BODY : { Status: expect.any(Boolean) });
    }
  });

  it('are 403 for known users without permission', async () => {
    const organisation = await openPlant(running);
    const learner = organisation.as(await organisation.signInLearner((await organisation.createStaff()).staff_id));
    const platform = api(running, (await fixtures(running).platformStaff()).headers);
    const id = '019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d';
    const replies = [
      await learner.get('/Common/get_registered_customer_list'),
      await learner.get('/Common/get_subscribers_list'),
      await learner.get('/CustomerMaster/ListCustomers'),
      await learner.get(`/CustomerMaster/ListCustomer/${organisation.customer_id}`),
      await learner.post(`/CustomerMaster/UpdateCustomer/${organisation.customer_id}`, { gst_no: 'X' }),
      await learner.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', { staff_id: [id], training_id: [id] }),
      await learner.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByC', { staff_id: [id], category_id: [id] }),
      await platform.get(`/Common/get_quiz_questions?training_id=${id}`),
      await platform.get(`/Common/get_video_url_id?training_id=${id}`),
      await platform.post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', {}),
      await platform.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', { staff_id: [id], training_id: [id] }),
    ];
    for (const { status, body } of replies) expect([status, body]).toEqual([403, ERROR_BODY]);
  });

  it('are 413 for a body of more than a megabyte and 415 for one that is no JSON', async () => {
    const big = await api(running).post('/CustomerMaster/SaveCustomer', { customer_name: 'x'.repeat(1_100_000) });
    expect(big).toMatchObject({ status: 413, body: ERROR_BODY });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await api(running).post('/Customer/customer_login', 'user_name=a', { 'content-type': type });
      expect([type, reply.status, reply.body]).toEqual([type, 415, ERROR_BODY]);
    }
  });

  it('are 400 with one text for each failed login, for any input', async () => {
    const client = api(running, { 'user-agent': 'typist' });
    const wrongPassword = await client.post('/Customer/customer_login', {
      user_name: plant.user_name,
      password: 'wrong',
    });
    expect(wrongPassword).toMatchObject({ status: 400, body: ERROR_BODY });
    for (const body of [
      {},
      { user_name: plant.user_name },
      { password: PASSWORD },
      { email: 'nobody@example.org', password: 'x'.repeat(257) },
      { email: 'nobody@example.org', password: 'x'.repeat(5_000) },
      { user_name: 'n'.repeat(400), password: PASSWORD },
      { user_name: 4711, password: 4711 },
      { user_name: { $ne: '' }, password: ['x'] },
      { user_name: true, password: false },
      { user_name: 'a\u0000b\uD800', password: '\uD800' },
    ]) {
      for (const path of ['/Customer/customer_login', '/users/authenticate']) {
        const reply = await client.post(path, body);
        expect([JSON.stringify(body).slice(0, 60), reply.status, reply.body]).toEqual([
          JSON.stringify(body).slice(0, 60),
          400,
          wrongPassword.body,
        ]);
      }
    }
  });

  it('are 429 with Retry-After for a login that is locked', async () => {
    const body = { user_name: `locked-${plant.customer_id}`, password: 'wrong' };
    for (let i = 0; i < 5; i++) await api(running).post('/users/authenticate', body);
    const reply = await api(running).post('/users/authenticate', body);
    expect(reply).toMatchObject({ status: 429, body: ERROR_BODY });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('are 200 with Status:false when the subscription is over and something would change', async () => {
    running.clock.freeze('2026-01-10T12:00:00Z');
    const expiredCustomer = await fixtures(running).organisation();
    running.clock.advance(60 * 24 * 3_600_000);
    const headers = await fixtures(running).signIn(expiredCustomer);
    const body = { staff_id: ['019a9c3e-5b7e-7c11-8f00-3f1d2a6b4c5d'], training_id: [] };
    const reply = await api(running, headers).post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', body);
    expect(reply).toMatchObject({ status: 200, body: { ...ERROR_BODY, message: expect.stringContaining('expired') } });
    const path = `/CustomerMaster/UpdateCustomer/${expiredCustomer.customer_id}`;
    expect((await api(running, headers).post(path, { gst_no: 'X' })).body.Status).toBe(true);
  });

  it.each([
    '/common/send_otp?to_email=a@b.example',
    '/COMMON/get_subscription_list',
    '/Common/Get_Subscription_List',
    '/Common/get_subscription_list/',
    '/Common',
    '/Common/',
    '/Common//get_subscription_list',
    '//Common/get_subscription_list',
    '/customermaster/ListCustomers',
    '/customer/customer_login',
    '/CustomerMaster/listcustomers',
    '/RESULT/get_skil_matrix_report',
    '/s_quiz_play_details/SaveQuizandvideo',
    '/subsribermaster/SaveSubscriber',
    '/USERS/authenticate',
    '/API/employees/GetFinancialYear',
    '/api/Employees/GetFinancialYear',
    '/%63ommon/none',
    '/Common/..%2f..%2fetc',
  ])('are 404 as JSON at %s', async (path) => {
    const text = await sendRawRequest(running, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const body = text.split('\r\n\r\n').at(-1) ?? '';
    expect(text).toMatch(/^HTTP\/1\.1 404 /);
    expect(text).toMatch(/content-type: application\/json/i);
    expect(body).toContain('"Status":false');
  });

  it.each([
    ['escaped letters', '/%43ommon/check_email'],
    ['an absolute target', 'http://elsewhere.example/Common/check_email'],
  ])('hold for a call that is reached by %s too', async (_, path) => {
    const request = (query: string) =>
      sendRawRequest(running, `GET ${path}?${query} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const free = await request('email=free@example.org');
    expect(free).toMatch(/^HTTP\/1\.1 200 /);
    expect(free).toMatch(/^cache-control: no-store\r$/im);
    expect(free).toMatch(/^deprecation: @\d+\r$/im);
    expect(await request('email=a&email=b')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await request('email=x')).toContain('"Status":false');
  });

  it('are 404 for another method, and nothing runs for HEAD', async () => {
    const email = registrationForm(1).email_primary;
    for (const route of routes) {
      for (const method of ['HEAD', 'PUT', 'PATCH', 'DELETE', route.method === 'GET' ? 'POST' : 'GET']) {
        const path = route.path.replaceAll(/:\w+/g, String(plant.customer_id));
        const reply = await api(running, plant.admin).call(method, `${path}?to_email=${email}`);
        expect([method, path, reply.status]).toEqual([method, path, 404]);
        if (method !== 'HEAD') expect(reply.body).toEqual(ERROR_BODY);
      }
    }
    expect((await running.mails()).some((mail) => mail.to === email)).toBe(false);
  });

  it('come with Deprecation, no-store and no-referrer, from every layer', async () => {
    const { admin } = await openOrganisation(running);
    const answers = [
      await api(running).get('/Common/get_subscription_list'),
      await api(running).get('/Common/check_email?email=x'),
      await api(running).get('/Common/get_available_count/1'),
      await api(running, { authorization: admin['authorization']! }).get('/Common/get_available_count/1'),
      await api(running, { ...admin, eid: 'x' }).get('/Common/get_available_count/1'),
      await api(running, admin).get('/Common/get_available_count/1'),
      await api(running).get('/Common/none'),
      await api(running).call('HEAD', '/Common/send_otp'),
      await api(running, { 'sec-fetch-site': 'cross-site' }).get('/Common/send_otp?to_email=a@b.example'),
      await api(running).get('/Common/check_email?email=a&email=b'),
      await api(running).post('/Customer/customer_login', '{'),
      await api(running).post('/Customer/customer_login', 'a', { 'content-type': 'text/plain' }),
      await api(running).post('/users/authenticate', { user_name: 'x', password: 'y' }),
      await api(running).post('/users/authenticate', { user_name: plant.user_name, password: PASSWORD }),
    ];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 401, 403, 404, 415]));
    for (const { headers, status } of answers) {
      expect([status, headers.get('deprecation')]).toEqual([status, expect.stringMatching(/^@\d+$/)]);
      expect([status, headers.get('cache-control')]).toEqual([status, 'no-store']);
      expect([status, headers.get('referrer-policy')]).toEqual([status, 'no-referrer']);
    }
    const broken = await sendRawRequest(running, 'GET /Common/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(broken).toMatch(/^HTTP\/1\.1 400 /);
    for (const header of ['deprecation: @', 'cache-control: no-store', 'referrer-policy: no-referrer'])
      expect(broken.toLowerCase()).toContain(header);
  });
});
