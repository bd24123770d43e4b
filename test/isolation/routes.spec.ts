import { RouteAccessRegistry } from '../../src/auth/route-access-registry';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation } from '../support/organisation';

/** Opening a route requires a change of this list. */
const OPEN_ROUTES = [
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

describe('routes', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('require a session, except the listed ones', () => {
    const openRoutes = running.app
      .get(RouteAccessRegistry)
      .all()
      .filter((route) => route.open !== undefined);
    expect(openRoutes.map((route) => `${route.method} ${route.path}`)).toEqual(OPEN_ROUTES);
    expect(openRoutes.every((route) => (route.open ?? '').length > 10)).toBe(true);
  });

  it('answer 401 without a token at any address', async () => {
    const closedRoutes = running.app
      .get(RouteAccessRegistry)
      .all()
      .filter((route) => route.open === undefined);
    for (const { method, path } of closedRoutes) {
      const reply = await api(running).call(method, path.replaceAll(/:\w+/g, 'x'), method === 'GET' ? undefined : {});
      expect([`${method} ${path}`, reply.status]).toEqual([`${method} ${path}`, 401]);
    }
  });

  it('check the token first, then the scope headers, then their values', async () => {
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
    const reply = await api(running, admin).post('/api/departments', { name: 'X', customer_id: customer_id + 1 });
    expect(reply.status).toBe(404);
  });
});
