import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import type { Headers } from '../support/organisation';
import { sendRawRequest } from '../support/raw-request';

const NEW_PASSWORD = 'seven-kites-under-a-bridge';

/** The scope headers EID and OID on legacy calls (docs/api.md). */
describe('whose data a call of the specification may touch', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let other: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation();
    other = await fixtures(running).organisation();
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const counts = (headers: Headers, customerId: number | string = plant.customer_id) =>
    api(running, headers).get(`/Common/get_available_count/${customerId}`);
  const entries = async ({ admin }: RegisteredOrganisation) =>
    (await api(running, admin).get('/api/audit-events?action=session.tenant_mismatch')).body as unknown[];

  it('judges the token first (401), then the headers’ presence (400, naming them), then their values (403)', async () => {
    const { authorization = '', eid = '', oid = '' } = plant.admin;
    expect((await counts({ eid: 'x', oid: '9' })).status).toBe(401);
    expect((await counts({ authorization: 'Bearer x.y.z' })).status).toBe(401);
    expect((await counts({ authorization: `Basic ${btoa('a:b')}`, eid, oid })).status).toBe(401);
    const withoutHeaders = await counts({ authorization });
    expect(withoutHeaders).toMatchObject({ status: 400, body: { Status: false, status: 0, data: null } });
    expect(withoutHeaders.body.message).toContain('EID and OID');
    expect((await counts({ authorization, eid })).body.message).toContain('OID');
    expect((await counts({ authorization, eid: '', oid })).body.message).toContain('EID');
    expect((await counts({ authorization, eid: 'x', oid })).status).toBe(403);
    expect((await counts({ authorization, eid, oid: String(other.customer_id) })).status).toBe(403);
    expect((await counts({ authorization, eid, oid: `${oid},${other.customer_id}` })).status).toBe(403);
    expect((await counts(plant.admin)).status).toBe(200);
  });

  it('refuses a header that is sent twice, even twice the same, and audits what was tried', async () => {
    const before = (await entries(other)).length;
    const { authorization, eid, oid } = other.admin;
    const answer = await sendRawRequest(
      running,
      `GET /Common/get_available_count/${other.customer_id} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${authorization}\r\nEID: ${eid}\r\nOID: ${oid}\r\nOID: ${oid}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    expect((await entries(other)).length).toBe(before + 1);
  });

  it('audits a mismatch once in ten minutes for each account and wrong header, and refuses every request alike', async () => {
    running.clock.freeze(running.clock.now());
    const organisation = await fixtures(running).organisation();
    const refuse = async (wrong: Headers) => {
      const replies = await Promise.all(
        Array.from({ length: 3 }, () => counts({ ...organisation.admin, ...wrong }, organisation.customer_id)),
      );
      expect(replies.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      return (await entries(organisation)).length;
    };
    expect(await refuse({ eid: 'x' })).toBe(1);
    expect(await refuse({ eid: 'y' })).toBe(1);
    expect(await refuse({ oid: '9' })).toBe(2);
    expect(await refuse({ eid: 'x', oid: '9' })).toBe(3);
    running.clock.advance(9 * 60_000);
    expect(await refuse({ eid: 'x' })).toBe(3);
    running.clock.advance(60_000);
    expect(await refuse({ eid: 'x' })).toBe(4);
  });

  it('does not find another organisation’s customer_id in path, query or body, and answers an unknown one alike', async () => {
    const admin = api(running, plant.admin);
    const requests = [
      (id: number) => admin.get(`/Common/get_available_count/${id}`),
      (id: number) => admin.get(`/CustomerMaster/ListCustomer/${id}`),
      (id: number) => admin.get(`/Common/get_subscription_details?customer_id=${id}`),
      (id: number) => admin.get(`/Result/get_skil_matrix_report?customer_id=${id}`),
      (id: number) => admin.get(`/Result/get_skil_matrix_report_date_wise?customer_id=${id}`),
      (id: number) => admin.get(`/Result/get_target_skil_matrix_report?customer_id=${id}`),
      (id: number) => admin.get(`/Result/get_emp_skil_matrix_report?customer_id=${id}`),
      (id: number) => admin.get(`/CustomerMaster/ListCustomers?customer_id=${id}`),
      (id: number) => admin.post(`/CustomerMaster/UpdateCustomer/${id}`, { gst_no: 'X' }),
      (id: number) => admin.post(`/CustomerMaster/UpdateCustomer/${plant.customer_id}`, { customer_id: id }),
      (id: number) => admin.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', { customer_id: id }),
    ];
    for (const request of requests) {
      const foreign = await request(other.customer_id);
      expect(foreign).toMatchObject({ status: 404, body: { Status: false, status: 0, data: null } });
      expect((await request(987_654)).body).toEqual(foreign.body);
    }
  });

  it('reads an empty customer_id as none', async () => {
    const reply = await api(running, plant.admin).get('/Common/get_subscription_details?customer_id=');
    expect(reply.body.data).toMatchObject({ customer_id: plant.customer_id });
  });

  it('keeps the EID of a session although an admin edits the staff code', async () => {
    const admin = api(running, plant.admin);
    const { body } = await admin.post('/api/staff', {
      staff_code: 'W-1',
      first_name: 'Asha',
      last_name: 'Rao',
      joined: '2024-03-01',
      email: `asha-${plant.customer_id}@example.org`,
    });
    await admin.post(`/api/staff/${body.staff_id}/invite`, { role: 'user' });
    const link = (await running.mails()).find((mail) => mail.to.startsWith('asha-'))!.link!.split('/reset/')[1];
    const handle = (await api(running).get(`/Common/decryption_code?enc_string=${link}`)).body.data;
    await api(running).get(`/CustomerMaster/UpdateCustomerPassword?cus_id=${handle}&pass=${NEW_PASSWORD}`);
    const login = () =>
      api(running).post('/Customer/customer_login', {
        email: `asha-${plant.customer_id}@example.org`,
        password: NEW_PASSWORD,
      });
    const { data } = (await login()).body;
    expect(data).toMatchObject({ eid: 'W-1', staff_id: body.staff_id, role: 1 });
    const headers = { authorization: `Bearer ${data.token}`, eid: 'W-1', oid: data.oid };
    await admin.patch(`/api/staff/${body.staff_id}`, { staff_code: 'W-2' });
    expect((await counts(headers)).status).toBe(200);
    expect((await counts({ ...headers, eid: 'W-2' })).status).toBe(403);
    expect((await login()).body.data.eid).toBe('W-2');
  });

  it.each(['Ж-17', 'Ä 17', '焊工-17'])('gives the staff code %s an EID that a browser can send', async (staff_code) => {
    const email = `${Buffer.from(staff_code).toString('hex')}@example.org`;
    const admin = api(running, plant.admin);
    const person = { staff_code, first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01', email };
    const { staff_id } = (await admin.post('/api/staff', person)).body;
    await admin.post(`/api/staff/${staff_id}/invite`, { role: 'user' });
    const link = (await running.mails()).find((mail) => mail.to === email)!.link!.split('/reset/')[1];
    const handle = (await api(running).get(`/Common/decryption_code?enc_string=${link}`)).body.data;
    await api(running).get(`/CustomerMaster/UpdateCustomerPassword?cus_id=${handle}&pass=${NEW_PASSWORD}`);
    const { data } = (await api(running).post('/Customer/customer_login', { email, password: NEW_PASSWORD })).body;
    const headers = { authorization: `Bearer ${data.token}`, eid: data.eid, oid: data.oid };
    expect((await counts(headers)).status).toBe(200);
    expect((await api(running, headers).get('/api/me')).body.eid).toBe(data.eid);
  });

  it('gives platform staff OID 0; they name the organisation they look at, which is audited', async () => {
    const { headers } = await fixtures(running).platformStaff();
    expect(headers['oid']).toBe('0');
    const platform = api(running, headers);
    expect((await platform.get(`/Common/get_available_count/${plant.customer_id}`)).status).toBe(200);
    expect((await platform.get(`/CustomerMaster/ListCustomer/${plant.customer_id}`)).body.data).toHaveLength(1);
    expect((await platform.get('/CustomerMaster/ListCustomer/987654')).status).toBe(404);
    const viewEvents = (await api(running, plant.admin).get('/api/audit-events?action=platform.view')).body;
    expect(viewEvents.length).toBeGreaterThanOrEqual(2);
    for (const path of [
      '/Common/get_subscription_details',
      '/Common/get_available_count/0',
      '/CustomerMaster/ListCustomer/0',
    ]) {
      const withoutCustomer = await platform.get(path);
      expect([path, withoutCustomer.body.Status]).toEqual([path, false]);
      expect([400, 404]).toContain(withoutCustomer.status);
    }
  });

  it('does not let platform staff name two organisations in one request', async () => {
    const { headers } = await fixtures(running).platformStaff();
    const platform = api(running, headers);
    const [ownId, otherId] = [plant.customer_id, other.customer_id];
    const update = `/CustomerMaster/UpdateCustomer/${ownId}`;
    for (const customer_id of [otherId, 987_654, [ownId, otherId], 'x', {}])
      expect([customer_id, (await platform.post(update, { customer_id, gst_no: 'TWO' })).status]).toEqual([
        customer_id,
        404,
      ]);
    for (const path of [`${update}?customer_id=${otherId}`, `/api/customers/${ownId}/suspend?customer_id=${otherId}`])
      expect([path, (await platform.post(path, {})).status]).toEqual([path, 404]);
    expect((await platform.patch(`/api/customers/${ownId}`, { customer_id: otherId, gst_no: 'TWO' })).status).toBe(404);
    expect((await platform.get(`/CustomerMaster/ListCustomer/${ownId}?customer_id=${otherId}`)).status).toBe(404);
    expect((await platform.post(update, { customer_id: String(ownId), gst_no: 'ONE' })).body).toMatchObject({
      Status: true,
      data: { customer_id: ownId, gst_no: 'ONE' },
    });
  });

  it.each(['Bearer stale', 'Bearer a.b.c', 'Basic eDp5', 'nonsense'])(
    'ignores %s with any EID and OID on each open call: never 401, never 403',
    async (authorization) => {
      const stale = { authorization, eid: 'x', oid: '9', 'user-agent': `stale ${authorization}` };
      const client = api(running, stale);
      const replies = [
        await client.post('/Customer/customer_login', { user_name: plant.user_name, password: PASSWORD }),
        await client.post('/users/authenticate', { email: plant.email, password: PASSWORD }),
        await client.get('/Common/get_subscription_list'),
        await client.get('/api/employees/GetFinancialYear'),
        await client.get('/Common/check_email?email=nobody@example.org'),
        await client.get(`/Common/send_otp?to_email=${registrationForm(1).email_primary}`),
        await client.get('/Common/verify_otp?otp=0000'),
        await client.post('/CustomerMaster/SaveCustomer', registrationForm(1)),
        await client.post('/SubsriberMaster/SaveSubscriber', { customer_id: plant.customer_id }),
        await client.get('/Common/send_forgot_email_link?to_email=nobody@example.org'),
        await client.get('/Common/decryption_code?enc_string=x'),
        await client.get(`/CustomerMaster/UpdateCustomerPassword?cus_id=${'A'.repeat(83)}&pass=${NEW_PASSWORD}`),
        await client.post('/api/auth/logout'),
      ];
      for (const { status } of replies) expect([200, 204]).toContain(status);
      // Here 401 is caused by the missing cookie, not by the bearer token.
      expect((await client.post('/api/auth/refresh')).body.code).toBe('session_expired');
    },
  );

  it('ignores a session that has ended on an open call, and counts it as expired on a closed one', async () => {
    const headers = await fixtures(running).signIn(plant);
    await api(running, headers).post('/api/auth/logout');
    expect((await api(running, headers).get('/api/employees/GetFinancialYear')).status).toBe(200);
    expect((await counts(headers)).status).toBe(401);
  });

  it('judges the scope of UpdateCustomerPassword with a bearer and its own id, as on closed calls; a handle asks for none', async () => {
    const change = (headers: Headers, cus_id: string | number = plant.customer_id) =>
      api(running, headers).get(`/CustomerMaster/UpdateCustomerPassword?cus_id=${cus_id}&pass=${NEW_PASSWORD}`);
    const { authorization = '', eid = '', oid = '' } = await fixtures(running).signIn(plant);
    expect(await change({ authorization: 'Bearer stale', eid, oid })).toMatchObject({
      status: 200,
      body: { Status: false },
    });
    expect((await change({ authorization })).status).toBe(400);
    expect((await change({ authorization, eid, oid: '9' })).status).toBe(403);
    expect(await change({})).toMatchObject({ status: 200, body: { Status: false } });
    expect(await change({ authorization }, 'A'.repeat(83))).toMatchObject({ status: 200, body: { Status: false } });
    expect(await change({ authorization, eid, oid }, other.customer_id)).toMatchObject({
      status: 200,
      body: { Status: false },
    });
    expect((await api(running).post('/users/authenticate', { email: plant.email, password: PASSWORD })).status).toBe(
      200,
    );
  });

  it('tells the customer’s financial year with a token and the default one without', async () => {
    running.clock.freeze('2026-03-31T20:00:00Z');
    const east = await fixtures(running).organisation({ time_zone: 'Asia/Kolkata' });
    const ownYear = await api(running, { authorization: east.admin['authorization']! }).get(
      '/api/employees/GetFinancialYear',
    );
    expect(ownYear.body.data).toEqual({ financial_year: '2026-27', from_date: '2026-04-01', to_date: '2027-03-31' });
    expect((await api(running).get('/api/employees/GetFinancialYear')).body.data).toEqual({
      financial_year: '2025-26',
      from_date: '2025-04-01',
      to_date: '2026-03-31',
    });
  });

  it('gives the registrant an employee code of its own, without a staff record or a seat', async () => {
    const { data } = (await counts(other.admin, other.customer_id)).body;
    expect(data.total_staff).toBe(0);
    expect(other.admin['eid']).toBe('ADMIN');
    const staff = { staff_code: 'admin', first_name: 'A', last_name: 'B', joined: '2024-03-01' };
    const reply = await api(running, other.admin).post('/api/staff', staff);
    expect([409, 422]).toContain(reply.status);
    const submission = await api(running, other.admin).post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', { answers: [] });
    expect(submission.body.Status).toBe(false);
  });

  it('splits the contact person’s name at its last space', async () => {
    const login = await api(running).post('/Customer/customer_login', {
      user_name: other.user_name,
      password: PASSWORD,
    });
    expect(login.body.data).toMatchObject({ first_name: 'Ines Maria', last_name: 'Brandt' });
  });
});
