import { AuditTrailService } from '../../src/infrastructure/audit/audit-trail.service';
import { Database } from '../../src/infrastructure/database/database';
import { SignInAuditJob } from '../../src/auth/sign-in-audit.job';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { enrolSecondFactor } from '../support/authenticator';
import { fixtures, PASSWORD, type RegisteredOrganisation } from '../support/fixtures';
import { statementsOf, statementsOfRequests } from '../support/recorded-statements';
import { createJobScheduler, runScheduledJob } from '../support/scheduled-jobs';

describe('audit events of sign-ins', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.release();
    plant = await fixtures(running).organisation();
  });
  afterAll(() => running.close());

  const login = (more: object = {}, who = plant) =>
    api(running).post(
      '/api/auth/login',
      { user_name: who.user_name, password: PASSWORD, ...more },
      { 'user-agent': 'Firefox of the test' },
    );
  const runSignInJob = async () => (await runScheduledJob(running, 'sign-ins')).count;
  const fetchSignInEvents = async (headers = plant.admin) =>
    (await api(running, headers).get('/api/audit-events?action=session.login')).body as object[];

  it('are written once, with the time and address of the sign-in', async () => {
    running.clock.freeze('2031-03-02T08:00:10Z');
    const other = await fixtures(running).organisation();
    expect((await login({}, other)).status).toBe(200);
    running.clock.advance(60_000);
    await runSignInJob();
    await runSignInJob();
    const [signIn, registered, ...more] = await fetchSignInEvents(other.admin);
    expect(more).toEqual([]);
    expect(signIn).toMatchObject({
      at: '2031-03-02T08:00:10.000Z',
      who: other.user_name,
      role: 'admin',
      address: '127.0.0.1',
      customer_id: other.customer_id,
      subject_type: 'session',
      was: null,
      became: { surface: 'modern', second_factor: null, user_agent: 'Firefox of the test' },
    });
    expect(registered).toMatchObject({ became: { surface: 'legacy' } });
  });

  it('name the second factor, and are separate per organisation', async () => {
    const phone = await enrolSecondFactor(running, plant.admin);
    expect((await login({ code: phone.code() })).status).toBe(200);
    await runSignInJob();
    expect(await fetchSignInEvents()).toContainEqual(
      expect.objectContaining({ became: expect.objectContaining({ second_factor: 'totp' }) }),
    );
    const other = await fixtures(running).organisation();
    await runSignInJob();
    expect(await fetchSignInEvents(other.admin)).toHaveLength(1);
    const platform = await fixtures(running).platformStaff();
    await runSignInJob();
    expect(await fetchSignInEvents(platform.headers)).toContainEqual(expect.objectContaining({ role: 'platform' }));
  });

  it('are written once by concurrent processes, also after one was killed', async () => {
    await Promise.all([1, 2, 3].map(() => login()));
    await Promise.all([runSignInJob(), runSignInJob(), runSignInJob()]);
    expect(await fetchSignInEvents()).toHaveLength(4);
    await login();
    // A process that has just started does not know how far the others came.
    const { app } = running;
    const newScheduler = createJobScheduler(running);
    new SignInAuditJob(newScheduler, app.get(Database), app.get(AuditTrailService)).onModuleInit();
    expect((await newScheduler.runNow('sign-ins')).count).toBe(1);
    expect(await runSignInJob()).toBe(0);
  });

  it('cost a sign-in nothing: three statements, and one per idle job run', async () => {
    expect(await statementsOfRequests(() => login())).toHaveLength(3);
    await runSignInJob();
    expect(await statementsOf(() => runSignInJob())).toHaveLength(1);
  });
});
