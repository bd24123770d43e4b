import { Doors } from '../../src/tenancy/doors';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation } from '../support/organisation';

/** Whoever opens a route changes this list on purpose. */
const OPEN = [
  'POST /api/auth/accept-invitation',
  'POST /api/auth/email-availability',
  'POST /api/auth/email-challenges',
  'POST /api/auth/email-challenges/verify',
  'POST /api/auth/forgot-password',
  'POST /api/auth/login',
  'POST /api/auth/logout',
  'POST /api/auth/passkey',
  'POST /api/auth/passkey/options',
  'POST /api/auth/password-reset',
  'POST /api/auth/password-reset/check',
  'POST /api/auth/refresh',
  'POST /api/auth/register',
  'POST /api/auth/sign-in-change/check',
  'POST /api/auth/sign-in-change/confirm',
  'GET /api/employees/GetFinancialYear',
  'GET /api/subscription-packages/offered',
  'GET /api/unsubscribe/:token',
  'POST /api/unsubscribe/:token',
  'GET /Common/check_email',
  'GET /Common/decryption_code',
  'GET /Common/get_subscription_list',
  'GET /Common/send_forgot_email_link',
  'GET /Common/send_otp',
  'GET /Common/verify_otp',
  'POST /Customer/customer_login',
  'POST /CustomerMaster/SaveCustomer',
  'GET /CustomerMaster/UpdateCustomerPassword',
  'GET /dev/outbox',
  'GET /dev/outbox.json',
  'GET /dev/outbox/:mail_id',
  'GET /health/live',
  'GET /health/ready',
  'GET /health/version',
  'GET /media/:token',
  'GET /media/:token/:name',
  'GET /media/proofs/:token',
  'POST /SubsriberMaster/SaveSubscriber',
  'POST /users/authenticate',
  'GET /verify/:code',
];

describe('the doors', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('are closed but for these', () => {
    const open = running.app
      .get(Doors)
      .all()
      .filter((door) => door.open !== undefined);
    expect(open.map((door) => `${door.method} ${door.path}`)).toEqual(OPEN);
    expect(open.every((door) => (door.open ?? '').length > 10)).toBe(true);
  });

  it('answer 401 to whoever comes without a token, whatever the address', async () => {
    const closed = running.app
      .get(Doors)
      .all()
      .filter((door) => door.open === undefined);
    for (const { method, path } of closed) {
      const reply = await api(running).call(method, path.replaceAll(/:\w+/g, 'x'), method === 'GET' ? undefined : {});
      expect([`${method} ${path}`, reply.status]).toEqual([`${method} ${path}`, 401]);
    }
  });

  it('judge the token first, then the scope headers, then their values', async () => {
    const { admin, customer_id } = await openOrganisation(running);
    const list = (headers: Record<string, string>) => api(running, headers).get('/api/staff');
    const { authorization, eid, oid } = admin as { authorization: string; eid: string; oid: string };
    expect((await list({ authorization: 'Bearer nonsense' })).status).toBe(401);
    const missing = await list({ authorization, eid });
    expect(missing).toMatchObject({
      status: 400,
      body: { code: 'scope_headers_missing', facts: { missing: ['OID'] } },
    });
    expect((await list({ authorization })).body.facts.missing).toEqual(['EID', 'OID']);
    const foreign = await list({ authorization, eid, oid: String(customer_id + 1) });
    expect(foreign).toMatchObject({ status: 403, body: { code: 'tenant_mismatch' } });
    expect((await list({ authorization, eid: 'someone else', oid })).status).toBe(403);
    expect((await list({ authorization, eid, oid: `${oid}, ${oid}` })).status).toBe(403);
    expect((await list({ authorization, eid, oid })).status).toBe(200);
  });

  it('find nothing for a customer_id that is not the session’s own', async () => {
    const { admin, customer_id } = await openOrganisation(running);
    expect((await api(running, admin).get(`/api/staff?customer_id=${customer_id}`)).status).toBe(200);
    expect((await api(running, admin).get(`/api/staff?customer_id=${customer_id + 1}`)).status).toBe(404);
    const posted = await api(running, admin).post('/api/departments', { name: 'X', customer_id: customer_id + 1 });
    expect(posted.status).toBe(404);
  });
});
