import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { Packages } from '../../src/subscriptions/packages.service';
import { Subscriptions } from '../../src/subscriptions/subscriptions.service';
import { Doors } from '../../src/tenancy/doors';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, PASSWORD, type Registered } from '../support/given';
import { openOrganisation } from '../support/organisation';
import { assign, learner, quiz, single, training } from '../support/quiz-given';

const SECOND = 1000;

describe('a subscription that ends', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  /** Paid until that day, by an organisation that lives in that zone. */
  const paidUntil = async (until: string, time_zone: string): Promise<Registered> => {
    running.clock.freeze(Date.parse(`${until}T12:00:00Z`) - 20 * 86_400_000);
    const firm = await given(running).organisation({ time_zone });
    const chosen = await running.app.get(Packages, { strict: false }).offeredOne(firm.subscription_id);
    await running.app
      .get(Transactions)
      .run(() => subscriptions().subscribe(firm.tenant, chosen, { from: until.slice(0, 8) + '01', until }));
    return firm;
  };
  const subscriptions = () => running.app.get(Subscriptions, { strict: false });
  const signedIn = (firm: Registered) => given(running).signIn(firm);
  const statusOfChange = async (firm: Registered) => {
    const reply = await api(running, await signedIn(firm)).post('/api/departments', {
      name: `Hall ${running.clock.now()}`,
    });
    return reply.status === 402 ? `402 ${reply.body.code}` : String(reply.status);
  };

  it.each([
    ['at a month’s end', '2026-01-31', 'Asia/Kolkata', '2026-02-07T18:29:59.999Z'],
    ['where grace crosses the end of February', '2024-02-22', 'UTC', '2024-02-29T23:59:59.999Z'],
    ['where clocks go forward in the days of grace', '2026-03-25', 'Europe/Berlin', '2026-04-01T21:59:59.999Z'],
    ['where clocks go back on the last day of grace', '2026-10-18', 'Europe/Berlin', '2026-10-25T22:59:59.999Z'],
    ['where midnight itself is skipped', '2026-08-30', 'America/Santiago', '2026-09-07T02:59:59.999Z'],
    ['furthest east', '2025-12-31', 'Pacific/Kiritimati', '2026-01-07T09:59:59.999Z'],
    ['furthest west', '2025-12-31', 'Pacific/Pago_Pago', '2026-01-08T10:59:59.999Z'],
  ])('%s takes changes through the seventh day of grace, and not a second longer', async (_, until, zone, last) => {
    const firm = await paidUntil(until, zone);
    running.clock.freeze(Date.parse(last));
    expect(await statusOfChange(firm)).toBe('201');
    expect((await api(running, await signedIn(firm)).get('/api/me')).body.subscription).toEqual({
      status: 'grace',
      expires_on: until,
    });
    running.clock.advance(SECOND);
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
    expect((await api(running, await signedIn(firm)).get('/api/me')).body.subscription.status).toBe('expired');
  });

  it('follows the organisation to another time zone', async () => {
    const firm = await paidUntil('2026-05-10', 'Asia/Tokyo');
    running.clock.freeze('2026-05-17T15:00:00.000Z');
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
    await running.app.get(Transactions).run(() => subscriptions().moveTo(firm.tenant, 'America/New_York'));
    expect(await statusOfChange(firm)).toBe('201');
    running.clock.freeze('2026-05-18T04:00:00.000Z');
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
  });

  it('takes changes again as soon as a new term begins', async () => {
    const firm = await paidUntil('2026-05-10', 'UTC');
    running.clock.freeze('2026-06-01T08:00:00Z');
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
    const chosen = await running.app.get(Packages, { strict: false }).offeredOne(firm.subscription_id);
    await running.app
      .get(Transactions)
      .run(() => subscriptions().subscribe(firm.tenant, chosen, { from: '2026-06-01', until: '2027-05-31' }));
    expect(await statusOfChange(firm)).toBe('201');
  });

  it('a trial ends like any other term', async () => {
    running.clock.freeze('2026-01-01T10:00:00Z');
    const firm = await given(running).organisation({ time_zone: 'UTC' });
    running.clock.freeze('2026-02-07T23:59:59Z');
    expect(await statusOfChange(firm)).toBe('201');
    running.clock.advance(SECOND);
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
  });

  it('leaves reading, signing in, the password, language and looks, and company data', async () => {
    const firm = await paidUntil('2026-05-10', 'UTC');
    running.clock.freeze('2026-06-01T08:00:00Z');
    const login = await api(running).post('/api/auth/login', { user_name: firm.user_name, password: PASSWORD });
    expect(login.status).toBe(200);
    const admin = api(running, await signedIn(firm));
    for (const path of ['/api/staff', '/api/reports/skill-matrix', `/api/customers/${firm.customer_id}`]) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    }
    const changed = await admin.patch(`/api/customers/${firm.customer_id}`, { mobile_one: '9845099999' });
    expect(changed).toMatchObject({ status: 200, body: { mobile_one: '9845099999' } });
    const wire = await admin.post(`/CustomerMaster/UpdateCustomer/${firm.customer_id}`, { mobile_one: '9845088888' });
    expect(wire).toMatchObject({ status: 200, body: { Status: true } });
    const assigned = await admin.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', { staff_id: [], training_id: [] });
    expect(assigned).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
    expect(assigned.body.message).toContain('subscription has expired');
    const looks = await admin.patch('/api/me', { locale: 'de', theme: 'dark', layout: { layout: 'horizontal' } });
    expect(looks).toMatchObject({
      status: 200,
      body: { locale: 'de', theme: 'dark', layout: { layout: 'horizontal' } },
    });
    const password = { password: 'seven-herons-over-the-dock', current_password: PASSWORD };
    expect((await admin.post('/api/auth/password', password)).status).toBe(200);
  });

  it('lets a running attempt be finished, on both surfaces, and begins no new one', async () => {
    running.clock.freeze('2026-05-10T08:00:00Z');
    const plant = await openOrganisation(running);
    const asha = await learner(running, plant);
    const { training_id, questions } = await quiz(running, plant, await training(running, plant), [single('One')]);
    await assign(running, plant, asha.staff_id, training_id);
    const other = await quiz(running, plant, await training(running, plant), [single('Two')]);
    await assign(running, plant, asha.staff_id, other.training_id);
    const as = api(running, asha.headers);
    const begun = await as.post('/api/attempts', { training_id });
    await running.app
      .get(Transactions)
      .run(() =>
        running.app
          .get(Database)
          .write('UPDATE customer_state SET writes_until = ? WHERE customer_id = ?', [
            running.clock.now() - 1,
            plant.customer_id,
          ]),
      );
    const refused = await as.post('/api/attempts', { training_id: other.training_id });
    expect(refused).toMatchObject({ status: 402, body: { code: 'subscription_expired' } });
    const onWire = await as.get(`/Common/get_quiz_questions?training_id=${other.training_id}`);
    expect(onWire).toMatchObject({ status: 200, body: { Status: false } });
    const watched = { training_id, video: { ranges: [[0, 1000]] } };
    expect((await as.post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', watched)).body.Status).toBe(false);
    expect((await as.post('/api/video-progress', { training_id, ranges: [[0, 1000]] })).status).toBe(402);
    const { attempt_id } = begun.body;
    expect((await as.post('/api/attempts', { training_id })).body.attempt_id).toBe(attempt_id);
    const option_id = [questions[0]!.options[0]!.option_id];
    expect((await as.put(`/api/attempts/${attempt_id}/answers/1`, { option_id, sequence: 1 })).status).toBe(200);
    const submitted = await as.post(`/api/attempts/${attempt_id}/submit`);
    expect(submitted).toMatchObject({ status: 200, body: { status: 'submitted', score: 100 } });
  });

  it('refuses every other change of every closed route', async () => {
    const firm = await paidUntil('2026-05-10', 'UTC');
    running.clock.freeze('2026-06-01T08:00:00Z');
    const admin = api(running, await signedIn(firm));
    const still: string[] = [];
    for (const door of running.app.get(Doors).all()) {
      if (door.open !== undefined || door.method === 'GET' || !door.allowed.includes('admin')) continue;
      const reply = await admin.call(door.method, door.path.replaceAll(/:\w+/g, 'x'), {});
      const refused = reply.status === 402 || /subscription has expired/.test(reply.body?.message ?? '');
      if (!refused) still.push(`${door.method} ${door.path}`);
    }
    expect(still).toEqual([
      'DELETE /api/api-keys/:id',
      'POST /api/assignment-rules/preview',
      'POST /api/attempts',
      'PUT /api/attempts/:id/answers/:slot',
      'POST /api/attempts/:id/submit',
      'POST /api/auth/password',
      'PATCH /api/customers/:id',
      'PATCH /api/me',
      'POST /api/me/passkeys',
      'PATCH /api/me/passkeys/:id',
      'POST /api/me/passkeys/:id/remove',
      'POST /api/me/passkeys/options',
      'POST /api/me/second-factor/confirm',
      'POST /api/me/second-factor/recovery-codes',
      'POST /api/me/second-factor/remove',
      'POST /api/me/second-factor/start',
      'DELETE /api/me/sessions/:id',
      'POST /api/me/sessions/end-others',
      'DELETE /api/me/sign-in-change',
      'POST /api/me/sign-in-change',
      'POST /api/me/sign-in-change/resend',
      'PUT /api/notices/choices',
      'POST /api/notices/read',
      'POST /api/notices/read-all',
      'POST /api/quizzes/:id/try',
      'PATCH /api/settings/security',
      'POST /api/staff/:id/reset-second-factor',
      'POST /api/support-messages',
      'POST /api/training-assignments/bulk/preview',
      'POST /CustomerMaster/UpdateCustomer/:id',
      'POST /S_QUIZ_PLAY_DETAILS/SaveQuizandvideo',
    ]);
  });
});
