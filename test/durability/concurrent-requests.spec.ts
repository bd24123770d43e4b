import { PlanUsageService } from '../../src/modules/subscriptions/plan-usage.service';
import { Database, type SqlValue } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import type { Headers } from '../support/organisation';
import { openPlant } from '../support/plant';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  createReadingTraining,
} from '../support/quiz-fixtures';

const runConcurrently = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const successful = (replies: readonly Reply[]) =>
  replies.filter(({ status, body }) => status < 300 && body.Status !== false);

/**
 * Single-use items, limits and numbers, used by many requests at the same moment: exactly one succeeds, the others
 * fail properly, and the database is consistent. docs/contract-tests.md lists the other concurrency tests.
 */
describe('of many who try at once, one wins', () => {
  let running: RunningApp;
  let visitors = 0;
  beforeAll(async () => {
    running = await startApp();
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const rows = <R = Record<string, unknown>>(sql: string, values: readonly SqlValue[] = []) =>
    running.app.get(Database).rows<R>(sql, values);
  const count = async (what: string, values: readonly SqlValue[]) => {
    const [row] = await rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${what}`, values);
    return Number(row!.n);
  };
  const mailTo = async (email: string) => (await running.mails()).find((mail) => mail.to === email)!;
  const tokenMailedTo = async (email: string) => (await mailTo(email)).link!.split('/reset/')[1]!;
  const handleOf = async (token: string) =>
    (await api(running).post('/api/auth/password-reset/check', { token })).body.handle as string;
  const resetPassword = (handle: string, password: string) =>
    api(running).post('/api/auth/password-reset', { handle, password });
  const canSignIn = async (user_name: string, password: string) =>
    (await api(running).post('/api/auth/login', { user_name, password })).status === 200;

  describe('registering', () => {
    let visitor: Headers;
    let email: string;
    let challenge: string;
    beforeEach(async () => {
      visitor = { 'user-agent': `one winner ${++visitors}` };
      email = registrationForm(1).email_primary;
      challenge = (await api(running, visitor).get(`/Common/send_otp?to_email=${email}`)).body.data.challenge;
    });
    const verify = async () => {
      const { code } = await mailTo(email);
      return () => api(running, { ...visitor, 'x-challenge': challenge }).get(`/Common/verify_otp?otp=${code}`);
    };

    it('a code makes one ticket', async () => {
      const replies = await runConcurrently(10, await verify());
      expect(replies.filter(({ body }) => body.status === 1)).toHaveLength(1);
      expect(await count('registration_ticket WHERE email_key = ?', [email])).toBe(1);
    });

    it('a ticket makes one organisation with one account and one trial, and everyone is answered alike', async () => {
      const soldPackage = await fixtures(running).package();
      const form = { ...registrationForm(soldPackage.subscription_id), email_primary: email };
      const ticket = (await (await verify())()).body.data.registration_token as string;
      const holder = api(running, { ...visitor, 'x-registration-token': ticket });
      const replies = await runConcurrently(8, () => holder.post('/CustomerMaster/SaveCustomer', form));
      expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(replies[0]!.body).toMatchObject({ Status: true, status: 1 });
      const { customer_id } = replies[0]!.body.data;
      expect(await count('customer WHERE email_primary = ?', [email])).toBe(1);
      expect(await count('account WHERE email_key = ?', [email])).toBe(1);
      expect(await count('subscriber WHERE customer_id = ?', [customer_id])).toBe(1);
      const confirmations = await runConcurrently(6, () =>
        holder.post('/SubsriberMaster/SaveSubscriber', { customer_id }),
      );
      expect(successful(confirmations)).toHaveLength(6);
      expect(await count('subscriber WHERE customer_id = ?', [customer_id])).toBe(1);
    });
  });

  describe('choosing a password', () => {
    let plant: RegisteredOrganisation;
    beforeEach(async () => {
      plant = await fixtures(running).organisation();
    });
    const link = async () => {
      await api(running).post('/api/auth/forgot-password', { email: plant.email });
      return tokenMailedTo(plant.email);
    };

    it('one handle is spent once, and the winner’s password opens', async () => {
      const handle = await handleOf(await link());
      const replies = await runConcurrently(6, (at) => resetPassword(handle, `seven-herons-of-dock-${at}`));
      expect(successful(replies)).toHaveLength(1);
      const winner = replies.findIndex(({ status }) => status === 200);
      const signIns = await runConcurrently(6, (at) => canSignIn(plant.user_name, `seven-herons-of-dock-${at}`));
      expect(signIns.flatMap((openTrainings, at) => (openTrainings ? [at] : []))).toEqual([winner]);
    });

    it('different handles of one link are spent once among them', async () => {
      const token = await link();
      const handles = await runConcurrently(4, () => handleOf(token));
      expect(new Set(handles).size).toBe(4);
      const replies = await runConcurrently(8, (at) => resetPassword(handles[at % 4]!, `seven-herons-of-dock-${at}`));
      expect(successful(replies)).toHaveLength(1);
      for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
        expect([status, body.code]).toEqual([422, 'link_dead']);
      }
      expect(
        await count("audit_event WHERE customer_id = ? AND action = 'account.password'", [plant.customer_id]),
      ).toBe(1);
    });

    it('an invitation is accepted once, also when it was sent several times at once', async () => {
      const email = registrationForm(1).email_primary;
      const admin = api(running, plant.admin);
      const person = { staff_code: 'P-1', first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01', email };
      const { staff_id } = (await admin.post('/api/staff', person)).body;
      const invitations = await runConcurrently(5, () => admin.post(`/api/staff/${staff_id}/invite`, { role: 'user' }));
      expect(invitations.map(({ status }) => status)).toEqual(Array(5).fill(200));
      expect(await count('account WHERE email_key = ?', [email])).toBe(1);
      const token = await tokenMailedTo(email);
      expect(
        await count(
          'password_link l JOIN account a ON a.account_id = l.account_id WHERE a.email_key = ? AND l.ended_at IS NULL',
          [email],
        ),
      ).toBe(1);
      const handles = await runConcurrently(3, () => handleOf(token));
      const replies = await runConcurrently(6, (at) => resetPassword(handles[at % 3]!, `seven-herons-of-dock-${at}`));
      expect(successful(replies)).toHaveLength(1);
      expect((await admin.get(`/api/staff/${staff_id}`)).body).toMatchObject({ status: 'active' });
    });

    it('two people who are invited with one address at once share no account', async () => {
      const email = registrationForm(1).email_primary;
      const admin = api(running, plant.admin);
      const people = await runConcurrently(2, async (at) => {
        const more = { first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01', email };
        return (await admin.post('/api/staff', { staff_code: `Q-${at}`, ...more })).body.staff_id as string | undefined;
      });
      const staffIds = people.filter((staff_id) => staff_id !== undefined);
      const replies = await Promise.all(
        staffIds.map((staff_id) => admin.post(`/api/staff/${staff_id}/invite`, { role: 'user' })),
      );
      for (const { status } of replies) expect(status).toBeLessThan(500);
      expect(await count('account WHERE email_key = ?', [email])).toBe(1);
    });
  });

  it('an API key is refused after its revocation was acknowledged', async () => {
    const plant = await fixtures(running).organisation();
    const body = { name: 'HR system', scopes: ['staff:read'] };
    const { id, secret } = (await api(running, plant.admin).post('/api/api-keys', body)).body;
    let acknowledged = false;
    const afterRevocation: number[] = [];
    const beforeRevocation: number[] = [];
    const callers = runConcurrently(6, async () => {
      for (let after = 0; after < 3;) {
        const statuses = acknowledged ? afterRevocation : beforeRevocation;
        if (acknowledged) after += 1;
        statuses.push((await api(running, { 'x-api-key': secret }).get('/api/staff')).status);
      }
    });
    while (beforeRevocation.length < 20) await new Promise((newCookies) => setImmediate(newCookies));
    expect((await api(running, plant.admin).delete(`/api/api-keys/${id}`)).status).toBe(204);
    acknowledged = true;
    await callers;
    expect(beforeRevocation.filter((status) => status === 200).length).toBeGreaterThan(10);
    expect(new Set(afterRevocation)).toEqual(new Set([401]));
  });

  describe('seats of the plan', () => {
    const readPlanUsage = async (customer_id: number) =>
      (await rows('SELECT staff_used, training_used FROM plan_usage WHERE customer_id = ?', [customer_id]))[0];

    it('thirty created at once at a limit of ten are ten, of staff and of trainings', async () => {
      const plant = await openPlant(running, { staff: 10, trainings: 10 });
      const person = { first_name: 'A', last_name: 'B', joined: '2025-01-01' };
      const [staff, trainings] = await Promise.all([
        runConcurrently(30, (at) => plant.api.post('/api/staff', { ...person, staff_code: `S-${at}` })),
        runConcurrently(30, (at) => plant.api.post('/api/trainings', { code: `T-${at}`, title: 'Welding' })),
      ]);
      for (const replies of [staff, trainings]) {
        expect(successful(replies)).toHaveLength(10);
        for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
          expect([status, body.code]).toEqual([409, 'plan_limit_reached']);
        }
      }
      expect(await count('staff WHERE customer_id = ?', [plant.customer_id])).toBe(10);
      expect(await count('training WHERE customer_id = ?', [plant.customer_id])).toBe(10);
      expect(await readPlanUsage(plant.customer_id)).toEqual({ staff_used: 10, training_used: 10 });
    });

    it('many restored concurrently stop at the limit, and each takes one seat', async () => {
      const plant = await openPlant(running, { trainings: 6 });
      const archived: string[] = [];
      for (let i = 0; i < 12; i++) {
        const { training_id } = await plant.createTraining();
        expect((await plant.api.post(`/api/trainings/${training_id}/archive`)).status).toBe(200);
        archived.push(training_id);
      }
      const replies = await runConcurrently(24, (at) =>
        plant.api.post(`/api/trainings/${archived[at % 12]}/unarchive`),
      );
      const openTrainings = await count("training WHERE customer_id = ? AND status <> 'archived'", [plant.customer_id]);
      expect(openTrainings).toBe(6);
      expect(await readPlanUsage(plant.customer_id)).toMatchObject({ training_used: 6 });
      for (const { status } of replies) expect(status).toBeLessThan(500);
    });

    it('a batch gets all of its seats or none', async () => {
      const plant = await openPlant(running, { staff: 10 });
      const takeSeats = (n: number) =>
        running.app
          .get(TransactionManager)
          .run(() => running.app.get(PlanUsageService).reserve(plant.tenant, 'staff', n));
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => takeSeats(4)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(await readPlanUsage(plant.customer_id)).toMatchObject({ staff_used: 8 });
    });
  });

  describe('learning', () => {
    it('attempts started and submitted by many tabs are numbered without a gap, one at a time', async () => {
      const plant = await openPlant(running);
      const asha = await createLearner(running, plant);
      const createdQuiz = await createQuiz(
        running,
        plant,
        await createReadingTraining(running, plant),
        [singleChoiceQuestion('One'), singleChoiceQuestion('Two')],
        {
          attempts_allowed: 10,
          pass_mark: 100,
        },
      );
      await createAssignment(running, plant, asha.staff_id, createdQuiz.training_id);
      const client = api(running, asha.headers);
      const begin = () => client.post('/api/attempts', { training_id: createdQuiz.training_id });
      const countRunning = () => count("attempt WHERE customer_id = ? AND status = 'in_progress'", [plant.customer_id]);
      for (let attemptNo = 1; attemptNo <= 3; attemptNo++) {
        const startReplies = await runConcurrently(8, begin);
        expect(new Set(startReplies.map(({ body }) => `${body.attempt_id} ${body.attempt_no}`)).size).toBe(1);
        expect(startReplies[0]!.body.attempt_no).toBe(attemptNo);
        expect(await countRunning()).toBe(1);
        const submitReplies = await runConcurrently(8, () =>
          client.post(`/api/attempts/${startReplies[0]!.body.attempt_id}/submit`),
        );
        expect(submitReplies.map(({ status }) => status)).toEqual(Array(8).fill(200));
        expect(new Set(submitReplies.map(({ body }) => `${body.submitted_at} ${body.score}`)).size).toBe(1);
        expect(await countRunning()).toBe(0);
      }
      // Started and submitted concurrently: the numbers have no gap in either order.
      const last = (await begin()).body.attempt_id as string;
      await runConcurrently(12, (at) => (at % 2 ? begin() : client.post(`/api/attempts/${last}/submit`)));
      const numbers = await rows<{ attempt_no: number }>(
        'SELECT attempt_no FROM attempt WHERE customer_id = ? ORDER BY attempt_no',
        [plant.customer_id],
      );
      expect(numbers.map(({ attempt_no }) => attempt_no)).toEqual(numbers.map((_, at) => at + 1));
      expect([4, 5]).toContain(numbers.length);
      expect(await countRunning()).toBeLessThanOrEqual(1);
    });

    it('a bulk assignment that is sent several times at once assigns each pair once, and the answers add up', async () => {
      const plant = await openPlant(running);
      const staff_id = (await runConcurrently(5, () => plant.createStaff())).map((one) => one.staff_id);
      const training_id = [
        (await plant.createPublishedTraining()).training_id,
        (await plant.createPublishedTraining()).training_id,
      ];
      const replies = await runConcurrently(5, (at) =>
        at % 2
          ? plant.api.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', { staff_id, training_id })
          : plant.api.post('/api/training-assignments/bulk', { staff_id, training_id }),
      );
      expect(successful(replies)).toHaveLength(5);
      const sums = replies.map(({ body }) => body.data ?? body);
      expect(sums.reduce((sum, { assigned }) => sum + assigned, 0)).toBe(10);
      for (const { assigned, already_assigned } of sums) expect(assigned + already_assigned).toBe(10);
      expect(await count('training_assignment WHERE customer_id = ?', [plant.customer_id])).toBe(10);
    });
  });

  it('an Idempotency-Key has one effect, whichever of many gets there first', async () => {
    const plant = await openPlant(running);
    const key = { 'idempotency-key': 'one winner' };
    const replies = await runConcurrently(10, () => plant.api.post('/api/departments', { name: 'Hall 7' }, key));
    for (const { status } of replies) expect([201, 409]).toContain(status);
    expect(replies.filter((reply) => reply.status === 201 && !reply.headers.get('idempotency-replayed'))).toHaveLength(
      1,
    );
    expect(await count('department WHERE customer_id = ?', [plant.customer_id])).toBe(1);
  });

  it('a refresh token that many tabs turn at once gives one next token; all tabs go on, and a later use ends the session', async () => {
    const plant = await fixtures(running).organisation();
    running.clock.freeze(running.clock.now());
    const cookieOf = (reply: Reply) =>
      reply.headers
        .getSetCookie()
        .find((one) => one.startsWith('sg_refresh=') && !one.startsWith('sg_refresh=;'))
        ?.split(';')[0];
    const login = await api(running).post('/api/auth/login', { user_name: plant.user_name, password: PASSWORD });
    const first = cookieOf(login)!;
    const refreshSession = (cookie: string) => api(running, { cookie }).post('/api/auth/refresh');
    const tabs = await runConcurrently(6, () => refreshSession(first));
    expect(tabs.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const newCookies = tabs.map(cookieOf).filter((cookie) => cookie !== undefined);
    expect(newCookies).toHaveLength(1);
    const { eid, oid } = login.body;
    for (const { body } of tabs) {
      const headers = { authorization: `Bearer ${body.token}`, eid, oid };
      expect((await api(running, headers).get('/api/me')).status).toBe(200);
    }
    running.clock.advance(31_000);
    expect((await refreshSession(first)).status).toBe(401);
    expect((await refreshSession(newCookies[0]!)).status).toBe(401);
    const headers = { authorization: `Bearer ${tabs[0]!.body.token}`, eid, oid };
    expect((await api(running, headers).get('/api/me')).status).toBe(401);
    expect(await count("session WHERE customer_id = ? AND ended_why = 'refresh_reused'", [plant.customer_id])).toBe(1);
  });
});
