import { RouteAccessRegistry } from '../../src/auth/route-access-registry';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { codeAt, enrolSecondFactor, type Authenticator } from '../support/authenticator';
import { createColleague, type Colleague } from '../support/colleague';
import { fixtures, PASSWORD, type RegisteredOrganisation } from '../support/fixtures';
import type { Headers } from '../support/organisation';
import { statementsOfRequests } from '../support/recorded-statements';

/** The routes open to a session that lacks a required second factor. Each addition must be deliberate. */
const OPEN_ROUTES = [
  'POST /api/auth/password',
  'GET /api/me',
  'PATCH /api/me',
  'GET /api/me/passkeys',
  'POST /api/me/passkeys',
  'PATCH /api/me/passkeys/:id',
  'POST /api/me/passkeys/:id/remove',
  'POST /api/me/passkeys/options',
  'GET /api/me/second-factor',
  'POST /api/me/second-factor/confirm',
  'POST /api/me/second-factor/recovery-codes',
  'POST /api/me/second-factor/remove',
  'POST /api/me/second-factor/start',
  'GET /api/me/sessions',
  'DELETE /api/me/sessions/:id',
  'POST /api/me/sessions/end-others',
];

describe('an organisation that requires a second factor', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let phone: Authenticator;
  let asha: Colleague;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-02T08:00:10Z');
    plant = await fixtures(running).organisation({ staffLimit: 10 });
    asha = await createColleague(running, plant);
    phone = await enrolSecondFactor(running, plant.admin);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  const requireSecondFactor = (require_second_factor: boolean) =>
    admin().patch('/api/settings/security', { require_second_factor });
  const login = async (more: object = {}): Promise<{ status: number; body: any; headers: Headers }> => {
    const { status, body } = await api(running).post('/api/auth/login', {
      user_name: asha.user_name,
      password: PASSWORD,
      ...more,
    });
    return { status, body, headers: { authorization: `Bearer ${body.token}`, eid: body.eid, oid: body.oid } };
  };

  it('is configured by an administrator with a second factor, in a session that used it', async () => {
    const other = await fixtures(running).organisation();
    const refused = await api(running, other.admin).patch('/api/settings/security', { require_second_factor: true });
    expect(refused).toMatchObject({ status: 409, body: { code: 'second_factor_first' } });
    const weak = await fixtures(running)
      .signIn(plant)
      .catch((error: { code: string }) => error.code);
    expect(weak).toBe('second_factor_needed');
    expect(await requireSecondFactor(true)).toMatchObject({
      status: 200,
      body: { require_second_factor: true, since: '2026-03-02T08:00:40.000Z' },
    });
    running.clock.advance(1000);
    expect((await requireSecondFactor(true)).body.since).toBe('2026-03-02T08:00:40.000Z');
    const events = (await admin().get('/api/audit-events?action=security.second_factor')).body;
    expect(events).toMatchObject([
      { was: { require_second_factor: false }, became: { require_second_factor: true }, who: plant.user_name },
    ]);
    expect((await admin().patch('/api/settings/security', { require_second_factor: 'yes' })).status).toBe(422);
    expect((await requireSecondFactor(false)).body).toEqual({ require_second_factor: false, since: null });
  });

  it('limits existing sessions from their next call on to setting one up', async () => {
    const as = api(running, asha.headers);
    expect((await as.get('/api/trainings')).status).toBe(200);
    await requireSecondFactor(true);
    expect(await as.get('/api/trainings')).toMatchObject({ status: 403, body: { code: 'second_factor_required' } });
    expect((await as.get('/api/me')).body.second_factor_required).toBe(true);
    const legacyReply = await as.get('/Result/get_skil_matrix_report');
    expect(legacyReply).toMatchObject({ status: 403, body: { Status: false } });
    await requireSecondFactor(false);
    expect((await as.get('/api/trainings')).status).toBe(200);
  });

  it('closes every route to such a session except the listed ones', async () => {
    await requireSecondFactor(true);
    const routes = running.app.get(RouteAccessRegistry).all();
    expect(
      routes
        .filter((route) => route.without_second_factor !== undefined)
        .map(({ method, path }) => `${method} ${path}`),
    ).toEqual(OPEN_ROUTES);
    const reachable: string[] = [];
    for (const { method, path, open, without_second_factor } of routes) {
      if (open !== undefined || without_second_factor !== undefined) continue;
      const reply = await api(running, asha.headers).call(
        method,
        path.replaceAll(/:\w+/g, 'x'),
        method === 'GET' ? undefined : {},
      );
      if (reply.status !== 403) reachable.push(`${method} ${path}: ${reply.status}`);
    }
    expect(reachable).toEqual([]);
  });

  it('opens all routes once one is set up, in that session and in no earlier one', async () => {
    const elsewhere = await login();
    await requireSecondFactor(true);
    const signedIn = await login();
    expect(signedIn).toMatchObject({ status: 200, body: { second_factor_required: true } });
    const mine = await enrolSecondFactor(running, signedIn.headers);
    const me = (await api(running, signedIn.headers).get('/api/me')).body;
    expect(me.second_factor_required).toBe(false);
    expect((await api(running, signedIn.headers).get('/api/trainings')).status).toBe(200);
    expect((await api(running, elsewhere.headers).get('/api/me')).status).toBe(401);
    const next = await login({ code: mine.code() });
    expect(next.body.second_factor_required).toBe(false);
    expect((await api(running, next.headers).get('/api/trainings')).status).toBe(200);
  });

  it('keeps a renewed session as strong as it was', async () => {
    await requireSecondFactor(true);
    const refreshed = async (more: object) => {
      const reply = await api(running).post('/api/auth/login', {
        user_name: plant.user_name,
        password: PASSWORD,
        ...more,
      });
      const cookie = reply.headers.get('set-cookie')!.split(';')[0]!;
      return (await api(running, { cookie }).post('/api/auth/refresh')).body.second_factor_required;
    };
    expect(await refreshed({ code: phone.code() })).toBe(false);
    const reply = await api(running).post('/api/auth/login', { user_name: asha.user_name, password: PASSWORD });
    const cookie = reply.headers.get('set-cookie')!.split(';')[0]!;
    expect((await api(running, { cookie }).post('/api/auth/refresh')).body.second_factor_required).toBe(true);
  });

  it('lets a second factor be replaced, not removed', async () => {
    await requireSecondFactor(true);
    const proof = { current_password: PASSWORD, code: phone.code() };
    const removed = await admin().post('/api/me/second-factor/remove', proof);
    expect(removed).toMatchObject({ status: 409, body: { code: 'second_factor_stays' } });
    const enrolment = await admin().post('/api/me/second-factor/start', proof);
    running.clock.advance(30_000);
    const code = codeAt(enrolment.body.secret, running.clock.now());
    expect((await admin().post('/api/me/second-factor/confirm', { code })).status).toBe(200);
    expect((await admin().get('/api/trainings')).status).toBe(200);
  });

  it('does not affect API keys, platform staff and other organisations', async () => {
    const { secret } = (await admin().post('/api/api-keys', { name: 'HR', scopes: ['staff:read'] })).body;
    const other = await fixtures(running).organisation();
    const platform = (await fixtures(running).platformStaff()).headers;
    await requireSecondFactor(true);
    expect((await api(running, { 'x-api-key': secret }).get('/api/staff')).status).toBe(200);
    expect((await api(running, other.admin).get('/api/staff')).status).toBe(200);
    expect((await api(running, platform).get(`/api/staff?customer_id=${plant.customer_id}`)).status).toBe(200);
  });

  it('costs a call nothing: the session is still one statement', async () => {
    await requireSecondFactor(true);
    expect(await statementsOfRequests(() => api(running, asha.headers).get('/api/trainings'))).toHaveLength(1);
  });

  describe('when the phone is lost', () => {
    const reset = (staff_id: string, headers = plant.admin) =>
      api(running, headers).post(`/api/staff/${staff_id}/reset-second-factor`);

    it('lets an administrator reset it: the sessions end, the owner is told, and a new one is set up', async () => {
      await requireSecondFactor(true);
      const signedIn = await login();
      await enrolSecondFactor(running, signedIn.headers);
      expect((await login()).body.code).toBe('second_factor_needed');
      expect((await reset(asha.staff_id)).status).toBe(204);
      expect((await api(running, signedIn.headers).get('/api/me')).status).toBe(401);
      expect((await login()).body).toMatchObject({ second_factor_required: true });
      const mail = (await running.mails()).find(({ to }) => to === asha.email);
      expect(mail).toMatchObject({ subject: 'Your second factor was reset' });
      const events = (await admin().get('/api/audit-events?action=second_factor.reset')).body;
      expect(events).toMatchObject([{ who: plant.user_name, subject_type: 'account' }]);
    });

    it('is refused when there is none, and for another organisation', async () => {
      expect(await reset(asha.staff_id)).toMatchObject({ status: 409, body: { code: 'no_second_factor' } });
      const other = await fixtures(running).organisation();
      await enrolSecondFactor(running, asha.headers);
      expect((await reset(asha.staff_id, other.admin)).status).toBe(404);
      expect((await reset(asha.staff_id, asha.headers)).status).toBe(403);
      expect((await login()).body.code).toBe('second_factor_needed');
    });

    it('lets platform staff reset the account that registered', async () => {
      const platform = (await fixtures(running).platformStaff()).headers;
      const path = `/api/customers/${plant.customer_id}/reset-second-factor`;
      expect((await admin().post(path)).status).toBe(403);
      expect((await api(running, platform).post(path)).status).toBe(204);
      expect((await admin().get('/api/me')).status).toBe(401);
      await fixtures(running).signIn(plant);
      expect(await api(running, platform).post(path)).toMatchObject({ body: { code: 'no_second_factor' } });
      const events = await api(running, platform).get('/api/audit-events?action=second_factor.reset');
      expect(events.body).toContainEqual(expect.objectContaining({ customer_id: plant.customer_id, role: 'platform' }));
      expect((await running.mails()).find(({ to }) => to === plant.email)).toMatchObject({
        subject: 'Your second factor was reset',
      });
    });

    it('does not bypass the own one: an administrator needs password and code for that', async () => {
      const theirs = await enrolSecondFactor(running, asha.headers);
      await admin().post(`/api/staff/${asha.staff_id}/invite`, { role: 'admin' });
      const promoted = await login({ code: theirs.code() });
      const refused = await reset(asha.staff_id, promoted.headers);
      expect(refused).toMatchObject({ status: 409, body: { code: 'own_second_factor' } });
    });
  });
});
