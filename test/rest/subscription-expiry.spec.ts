import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { PackagesService } from '../../src/modules/subscriptions/packages.service';
import { SubscriptionsService } from '../../src/modules/subscriptions/subscriptions.service';
import { RouteAccessRegistry } from '../../src/auth/route-access-registry';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, type RegisteredOrganisation } from '../support/fixtures';
import { openOrganisation } from '../support/organisation';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
} from '../support/quiz-fixtures';

const SECOND = 1000;

describe('a subscription that ends', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  /** An organisation in that time zone, paid until that day. */
  const createPaidOrganisation = async (lastPaidDay: string, time_zone: string): Promise<RegisteredOrganisation> => {
    running.clock.freeze(Date.parse(`${lastPaidDay}T12:00:00Z`) - 20 * 86_400_000);
    const firm = await fixtures(running).organisation({ time_zone });
    const chosenPackage = await running.app.get(PackagesService, { strict: false }).findOffered(firm.subscription_id);
    await running.app.get(TransactionManager).run(() =>
      subscriptions().subscribe(firm.tenant, chosenPackage, {
        from: lastPaidDay.slice(0, 8) + '01',
        until: lastPaidDay,
      }),
    );
    return firm;
  };
  const subscriptions = () => running.app.get(SubscriptionsService, { strict: false });
  const signInAdmin = (firm: RegisteredOrganisation) => fixtures(running).signIn(firm);
  const statusOfChange = async (firm: RegisteredOrganisation) => {
    const reply = await api(running, await signInAdmin(firm)).post('/api/departments', {
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
  ])('%s accepts changes through the seventh day of grace', async (_, until, zone, last) => {
    const firm = await createPaidOrganisation(until, zone);
    running.clock.freeze(Date.parse(last));
    expect(await statusOfChange(firm)).toBe('201');
    expect((await api(running, await signInAdmin(firm)).get('/api/me')).body.subscription).toEqual({
      status: 'grace',
      expires_on: until,
    });
    running.clock.advance(SECOND);
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
    expect((await api(running, await signInAdmin(firm)).get('/api/me')).body.subscription.status).toBe('expired');
  });

  it('follows the organisation to another time zone', async () => {
    const firm = await createPaidOrganisation('2026-05-10', 'Asia/Tokyo');
    running.clock.freeze('2026-05-17T15:00:00.000Z');
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
    await running.app
      .get(TransactionManager)
      .run(() => subscriptions().changeTimeZone(firm.tenant, 'America/New_York'));
    expect(await statusOfChange(firm)).toBe('201');
    running.clock.freeze('2026-05-18T04:00:00.000Z');
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
  });

  it('takes changes again as soon as a new term begins', async () => {
    const firm = await createPaidOrganisation('2026-05-10', 'UTC');
    running.clock.freeze('2026-06-01T08:00:00Z');
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
    const chosenPackage = await running.app.get(PackagesService, { strict: false }).findOffered(firm.subscription_id);
    await running.app
      .get(TransactionManager)
      .run(() => subscriptions().subscribe(firm.tenant, chosenPackage, { from: '2026-06-01', until: '2027-05-31' }));
    expect(await statusOfChange(firm)).toBe('201');
  });

  it('a trial ends like any other term', async () => {
    running.clock.freeze('2026-01-01T10:00:00Z');
    const firm = await fixtures(running).organisation({ time_zone: 'UTC' });
    running.clock.freeze('2026-02-07T23:59:59Z');
    expect(await statusOfChange(firm)).toBe('201');
    running.clock.advance(SECOND);
    expect(await statusOfChange(firm)).toBe('402 subscription_expired');
  });

  it('keeps reading, sign-in, password, preferences and company data available', async () => {
    const firm = await createPaidOrganisation('2026-05-10', 'UTC');
    running.clock.freeze('2026-06-01T08:00:00Z');
    const login = await api(running).post('/api/auth/login', { user_name: firm.user_name, password: PASSWORD });
    expect(login.status).toBe(200);
    const admin = api(running, await signInAdmin(firm));
    for (const path of ['/api/staff', '/api/reports/skill-matrix', `/api/customers/${firm.customer_id}`]) {
      expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
    }
    const changeReply = await admin.patch(`/api/customers/${firm.customer_id}`, { mobile_one: '9845099999' });
    expect(changeReply).toMatchObject({ status: 200, body: { mobile_one: '9845099999' } });
    const legacyReply = await admin.post(`/CustomerMaster/UpdateCustomer/${firm.customer_id}`, {
      mobile_one: '9845088888',
    });
    expect(legacyReply).toMatchObject({ status: 200, body: { Status: true } });
    const assigned = await admin.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', { staff_id: [], training_id: [] });
    expect(assigned).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
    expect(assigned.body.message).toContain('subscription has expired');
    const preferencesReply = await admin.patch('/api/me', {
      locale: 'de',
      theme: 'dark',
      layout: { layout: 'horizontal' },
    });
    expect(preferencesReply).toMatchObject({
      status: 200,
      body: { locale: 'de', theme: 'dark', layout: { layout: 'horizontal' } },
    });
    const password = { password: 'seven-herons-over-the-dock', current_password: PASSWORD };
    expect((await admin.post('/api/auth/password', password)).status).toBe(200);
  });

  it('lets a running attempt finish in both APIs and starts no new one', async () => {
    running.clock.freeze('2026-05-10T08:00:00Z');
    const plant = await openOrganisation(running);
    const asha = await createLearner(running, plant);
    const { training_id, questions } = await createQuiz(running, plant, await createReadingTraining(running, plant), [
      singleChoiceQuestion('One'),
    ]);
    await createAssignment(running, plant, asha.staff_id, training_id);
    const other = await createQuiz(running, plant, await createReadingTraining(running, plant), [
      singleChoiceQuestion('Two'),
    ]);
    await createAssignment(running, plant, asha.staff_id, other.training_id);
    const learnerApi = api(running, asha.headers);
    const startReply = await learnerApi.post('/api/attempts', { training_id });
    await running.app
      .get(TransactionManager)
      .run(() =>
        running.app
          .get(Database)
          .write('UPDATE customer_state SET writes_until = ? WHERE customer_id = ?', [
            running.clock.now() - 1,
            plant.customer_id,
          ]),
      );
    const refusal = await learnerApi.post('/api/attempts', { training_id: other.training_id });
    expect(refusal).toMatchObject({ status: 402, body: { code: 'subscription_expired' } });
    const legacyQuestionsReply = await learnerApi.get(`/Common/get_quiz_questions?training_id=${other.training_id}`);
    expect(legacyQuestionsReply).toMatchObject({ status: 200, body: { Status: false } });
    const progressInput = { training_id, video: { ranges: [[0, 1000]] } };
    expect((await learnerApi.post('/S_QUIZ_PLAY_DETAILS/SaveQuizandvideo', progressInput)).body.Status).toBe(false);
    expect((await learnerApi.post('/api/video-progress', { training_id, ranges: [[0, 1000]] })).status).toBe(402);
    const { attempt_id } = startReply.body;
    expect((await learnerApi.post('/api/attempts', { training_id })).body.attempt_id).toBe(attempt_id);
    const option_id = [questions[0]!.options[0]!.option_id];
    expect((await learnerApi.put(`/api/attempts/${attempt_id}/answers/1`, { option_id, sequence: 1 })).status).toBe(
      200,
    );
    const submitReply = await learnerApi.post(`/api/attempts/${attempt_id}/submit`);
    expect(submitReply).toMatchObject({ status: 200, body: { status: 'submitted', score: 100 } });
  });

  it('refuses every other change of every closed route', async () => {
    const firm = await createPaidOrganisation('2026-05-10', 'UTC');
    running.clock.freeze('2026-06-01T08:00:00Z');
    const admin = api(running, await signInAdmin(firm));
    const writableRoutes: string[] = [];
    for (const route of running.app.get(RouteAccessRegistry).all()) {
      if (route.open !== undefined || route.method === 'GET' || !route.allowed.includes('admin')) continue;
      const reply = await admin.call(route.method, route.path.replaceAll(/:\w+/g, 'x'), {});
      const isRefused = reply.status === 402 || /subscription has expired/.test(reply.body?.message ?? '');
      if (!isRefused) writableRoutes.push(`${route.method} ${route.path}`);
    }
    expect(writableRoutes).toEqual([
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
