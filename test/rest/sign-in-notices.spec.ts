import { AuditTrail } from '../../src/platform/audit/audit-trail';
import { Database } from '../../src/platform/database/database';
import { SignInNotices } from '../../src/tenancy/sign-in-notices';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { enrol } from '../support/authenticator';
import { given, PASSWORD, type Registered } from '../support/given';
import { statementsOf, statementsOfRequests } from '../support/statements';
import { anotherSweeper, swept } from '../support/sweeps';

describe('who signed in, when and from where', () => {
  let running: RunningApp;
  let plant: Registered;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.release();
    plant = await given(running).organisation();
  });
  afterAll(() => running.close());

  const login = (more: object = {}, who = plant) =>
    api(running).post(
      '/api/auth/login',
      { user_name: who.user_name, password: PASSWORD, ...more },
      { 'user-agent': 'Firefox of the test' },
    );
  const tell = async () => (await swept(running, 'sign-ins')).count;
  const noticesOf = async (headers = plant.admin) =>
    (await api(running, headers).get('/api/audit-events?action=session.login')).body as object[];

  it('is told in the audit log, once, with the instant and the address of then', async () => {
    running.clock.freeze('2031-03-02T08:00:10Z');
    const other = await given(running).organisation();
    expect((await login({}, other)).status).toBe(200);
    running.clock.advance(60_000);
    await tell();
    await tell();
    const [signIn, registered, ...more] = await noticesOf(other.admin);
    expect(more).toEqual([]);
    expect(signIn).toMatchObject({
      at: '2031-03-02T08:00:10.000Z',
      ...{ who: other.user_name, role: 'admin', address: '127.0.0.1', customer_id: other.customer_id },
      ...{ subject_type: 'session', was: null },
      became: { surface: 'modern', second_factor: null, user_agent: 'Firefox of the test' },
    });
    expect(registered).toMatchObject({ became: { surface: 'legacy' } });
  });

  it('says by what, and is an organisation’s own', async () => {
    const phone = await enrol(running, plant.admin);
    expect((await login({ code: phone.code() })).status).toBe(200);
    await tell();
    expect(await noticesOf()).toContainEqual(
      expect.objectContaining({ became: expect.objectContaining({ second_factor: 'totp' }) }),
    );
    const other = await given(running).organisation();
    await tell();
    expect(await noticesOf(other.admin)).toHaveLength(1);
    const platform = await given(running).platformStaff();
    await tell();
    expect(await noticesOf(platform.headers)).toContainEqual(expect.objectContaining({ role: 'platform' }));
  });

  it('is told once by many processes at once, and after one that was killed before it could', async () => {
    await Promise.all([1, 2, 3].map(() => login()));
    await Promise.all([tell(), tell(), tell()]);
    expect(await noticesOf()).toHaveLength(4);
    await login();
    // One that has just started does not know how far the others came.
    const { app } = running;
    const started = anotherSweeper(running);
    new SignInNotices(started, app.get(Database), app.get(AuditTrail)).onModuleInit();
    expect((await started.run('sign-ins')).count).toBe(1);
    expect(await tell()).toBe(0);
  });

  it('costs a sign-in nothing: three statements, and one that looks every ten seconds when nobody came', async () => {
    expect(await statementsOfRequests(() => login())).toHaveLength(3);
    await tell();
    expect(await statementsOf(() => tell())).toHaveLength(1);
  });
});
