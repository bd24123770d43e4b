import { PlanUsage } from '../../src/subscriptions/plan-usage';
import { Database, type SqlValue } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { api, type Reply } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, PASSWORD, registrationForm, type Registered } from '../support/given';
import type { Headers } from '../support/organisation';
import { openPlant } from '../support/plant';
import { assign, learner, quiz, single, training } from '../support/quiz-given';

const times = <T>(count: number, work: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)));
const won = (replies: readonly Reply[]) => replies.filter(({ status, body }) => status < 300 && body.Status !== false);

/**
 * What has a single use, a limit or a number, tried by many at the same moment: exactly one of them has it, the others
 * hear so, and the database agrees (contract.md, The risky calls and Integrity). docs/contract-tests.md names the other
 * parallel tests.
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
  const choose = (handle: string, password: string) =>
    api(running).post('/api/auth/password-reset', { handle, password });
  const opens = async (user_name: string, password: string) =>
    (await api(running).post('/api/auth/login', { user_name, password })).status === 200;

  describe('registering', () => {
    let who: Headers;
    let email: string;
    let challenge: string;
    beforeEach(async () => {
      who = { 'user-agent': `one winner ${++visitors}` };
      email = registrationForm(1).email_primary;
      challenge = (await api(running, who).get(`/Common/send_otp?to_email=${email}`)).body.data.challenge;
    });
    const verify = async () => {
      const { code } = await mailTo(email);
      return () => api(running, { ...who, 'x-challenge': challenge }).get(`/Common/verify_otp?otp=${code}`);
    };

    it('a code makes one ticket', async () => {
      const replies = await times(10, await verify());
      expect(replies.filter(({ body }) => body.status === 1)).toHaveLength(1);
      expect(await count('registration_ticket WHERE email_key = ?', [email])).toBe(1);
    });

    it('a ticket makes one organisation with one account and one trial, and everyone is answered alike', async () => {
      const sold = await given(running).package();
      const form = { ...registrationForm(sold.subscription_id), email_primary: email };
      const ticket = (await (await verify())()).body.data.registration_token as string;
      const holder = api(running, { ...who, 'x-registration-token': ticket });
      const replies = await times(8, () => holder.post('/CustomerMaster/SaveCustomer', form));
      expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(replies[0]!.body).toMatchObject({ Status: true, status: 1 });
      const { customer_id } = replies[0]!.body.data;
      expect(await count('customer WHERE email_primary = ?', [email])).toBe(1);
      expect(await count('account WHERE email_key = ?', [email])).toBe(1);
      expect(await count('subscriber WHERE customer_id = ?', [customer_id])).toBe(1);
      const confirmed = await times(6, () => holder.post('/SubsriberMaster/SaveSubscriber', { customer_id }));
      expect(won(confirmed)).toHaveLength(6);
      expect(await count('subscriber WHERE customer_id = ?', [customer_id])).toBe(1);
    });
  });

  describe('choosing a password', () => {
    let plant: Registered;
    beforeEach(async () => {
      plant = await given(running).organisation();
    });
    const link = async () => {
      await api(running).post('/api/auth/forgot-password', { email: plant.email });
      return tokenMailedTo(plant.email);
    };

    it('one handle is spent once, and the winner’s password opens', async () => {
      const handle = await handleOf(await link());
      const replies = await times(6, (at) => choose(handle, `seven-herons-of-dock-${at}`));
      expect(won(replies)).toHaveLength(1);
      const winner = replies.findIndex(({ status }) => status === 200);
      const opened = await times(6, (at) => opens(plant.user_name, `seven-herons-of-dock-${at}`));
      expect(opened.flatMap((open, at) => (open ? [at] : []))).toEqual([winner]);
    });

    it('different handles of one link are spent once among them', async () => {
      const token = await link();
      const handles = await times(4, () => handleOf(token));
      expect(new Set(handles).size).toBe(4);
      const replies = await times(8, (at) => choose(handles[at % 4]!, `seven-herons-of-dock-${at}`));
      expect(won(replies)).toHaveLength(1);
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
      const invited = await times(5, () => admin.post(`/api/staff/${staff_id}/invite`, { role: 'user' }));
      expect(invited.map(({ status }) => status)).toEqual(Array(5).fill(200));
      expect(await count('account WHERE email_key = ?', [email])).toBe(1);
      const token = await tokenMailedTo(email);
      expect(
        await count(
          'password_link l JOIN account a ON a.account_id = l.account_id WHERE a.email_key = ? AND l.ended_at IS NULL',
          [email],
        ),
      ).toBe(1);
      const handles = await times(3, () => handleOf(token));
      const replies = await times(6, (at) => choose(handles[at % 3]!, `seven-herons-of-dock-${at}`));
      expect(won(replies)).toHaveLength(1);
      expect((await admin.get(`/api/staff/${staff_id}`)).body).toMatchObject({ status: 'active' });
    });

    it('two people who are invited with one address at once share no account', async () => {
      const email = registrationForm(1).email_primary;
      const admin = api(running, plant.admin);
      const people = await times(2, async (at) => {
        const more = { first_name: 'Asha', last_name: 'Rao', joined: '2024-03-01', email };
        return (await admin.post('/api/staff', { staff_code: `Q-${at}`, ...more })).body.staff_id as string | undefined;
      });
      const known = people.filter((staff_id) => staff_id !== undefined);
      const replies = await Promise.all(
        known.map((staff_id) => admin.post(`/api/staff/${staff_id}/invite`, { role: 'user' })),
      );
      for (const { status } of replies) expect(status).toBeLessThan(500);
      expect(await count('account WHERE email_key = ?', [email])).toBe(1);
    });
  });

  it('an API key opens nothing that is asked after its revocation was acknowledged', async () => {
    const plant = await given(running).organisation();
    const body = { name: 'HR system', scopes: ['staff:read'] };
    const { id, secret } = (await api(running, plant.admin).post('/api/api-keys', body)).body;
    let acknowledged = false;
    const late: number[] = [];
    const early: number[] = [];
    const callers = times(6, async () => {
      for (let after = 0; after < 3;) {
        const asked = acknowledged ? late : early;
        if (acknowledged) after += 1;
        asked.push((await api(running, { 'x-api-key': secret }).get('/api/staff')).status);
      }
    });
    while (early.length < 20) await new Promise((next) => setImmediate(next));
    expect((await api(running, plant.admin).delete(`/api/api-keys/${id}`)).status).toBe(204);
    acknowledged = true;
    await callers;
    expect(early.filter((status) => status === 200).length).toBeGreaterThan(10);
    expect(new Set(late)).toEqual(new Set([401]));
  });

  describe('seats of the plan', () => {
    const used = async (customer_id: number) =>
      (await rows('SELECT staff_used, training_used FROM plan_usage WHERE customer_id = ?', [customer_id]))[0];

    it('thirty created at once at a limit of ten are ten, of staff and of trainings', async () => {
      const plant = await openPlant(running, { staff: 10, trainings: 10 });
      const person = { first_name: 'A', last_name: 'B', joined: '2025-01-01' };
      const [staff, trainings] = await Promise.all([
        times(30, (at) => plant.api.post('/api/staff', { ...person, staff_code: `S-${at}` })),
        times(30, (at) => plant.api.post('/api/trainings', { code: `T-${at}`, title: 'Welding' })),
      ]);
      for (const replies of [staff, trainings]) {
        expect(won(replies)).toHaveLength(10);
        for (const { status, body } of replies.filter((reply) => reply.status !== 201)) {
          expect([status, body.code]).toEqual([409, 'plan_limit_reached']);
        }
      }
      expect(await count('staff WHERE customer_id = ?', [plant.customer_id])).toBe(10);
      expect(await count('training WHERE customer_id = ?', [plant.customer_id])).toBe(10);
      expect(await used(plant.customer_id)).toEqual({ staff_used: 10, training_used: 10 });
    });

    it('many that are taken out of the archive at once stop at the limit, and each takes one seat', async () => {
      const plant = await openPlant(running, { trainings: 6 });
      const archived: string[] = [];
      for (let i = 0; i < 12; i++) {
        const { training_id } = await plant.training();
        expect((await plant.api.post(`/api/trainings/${training_id}/archive`)).status).toBe(200);
        archived.push(training_id);
      }
      const replies = await times(24, (at) => plant.api.post(`/api/trainings/${archived[at % 12]}/unarchive`));
      const open = await count("training WHERE customer_id = ? AND status <> 'archived'", [plant.customer_id]);
      expect(open).toBe(6);
      expect(await used(plant.customer_id)).toMatchObject({ training_used: 6 });
      for (const { status } of replies) expect(status).toBeLessThan(500);
    });

    it('a batch gets all of its seats or none', async () => {
      const plant = await openPlant(running, { staff: 10 });
      const take = (n: number) =>
        running.app.get(Transactions).run(() => running.app.get(PlanUsage).take(plant.tenant, 'staff', n));
      const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => take(4)));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(await used(plant.customer_id)).toMatchObject({ staff_used: 8 });
    });
  });

  describe('learning', () => {
    it('attempts that are begun and submitted by many tabs are numbered without a gap, one at a time', async () => {
      const plant = await openPlant(running);
      const asha = await learner(running, plant);
      const made = await quiz(running, plant, await training(running, plant), [single('One'), single('Two')], {
        attempts_allowed: 10,
        pass_mark: 100,
      });
      await assign(running, plant, asha.staff_id, made.training_id);
      const client = api(running, asha.headers);
      const begin = () => client.post('/api/attempts', { training_id: made.training_id });
      const running_now = () => count("attempt WHERE customer_id = ? AND status = 'in_progress'", [plant.customer_id]);
      for (let round = 1; round <= 3; round++) {
        const begun = await times(8, begin);
        expect(new Set(begun.map(({ body }) => `${body.attempt_id} ${body.attempt_no}`)).size).toBe(1);
        expect(begun[0]!.body.attempt_no).toBe(round);
        expect(await running_now()).toBe(1);
        const ended = await times(8, () => client.post(`/api/attempts/${begun[0]!.body.attempt_id}/submit`));
        expect(ended.map(({ status }) => status)).toEqual(Array(8).fill(200));
        expect(new Set(ended.map(({ body }) => `${body.submitted_at} ${body.score}`)).size).toBe(1);
        expect(await running_now()).toBe(0);
      }
      // Begun and submitted at the same moment: whichever comes first, the numbers stay in a row.
      const last = (await begin()).body.attempt_id as string;
      await times(12, (at) => (at % 2 ? begin() : client.post(`/api/attempts/${last}/submit`)));
      const numbers = await rows<{ attempt_no: number }>(
        'SELECT attempt_no FROM attempt WHERE customer_id = ? ORDER BY attempt_no',
        [plant.customer_id],
      );
      expect(numbers.map(({ attempt_no }) => attempt_no)).toEqual(numbers.map((_, at) => at + 1));
      expect([4, 5]).toContain(numbers.length);
      expect(await running_now()).toBeLessThanOrEqual(1);
    });

    it('a bulk assignment that is sent several times at once assigns each pair once, and the answers add up', async () => {
      const plant = await openPlant(running);
      const staff_id = (await times(5, () => plant.staff())).map((one) => one.staff_id);
      const training_id = [(await plant.published()).training_id, (await plant.published()).training_id];
      const replies = await times(5, (at) =>
        at % 2
          ? plant.api.post('/S_QUIZ_PLAY_DETAILS/SaveTrainingListByT', { staff_id, training_id })
          : plant.api.post('/api/training-assignments/bulk', { staff_id, training_id }),
      );
      expect(won(replies)).toHaveLength(5);
      const sums = replies.map(({ body }) => body.data ?? body);
      expect(sums.reduce((sum, { assigned }) => sum + assigned, 0)).toBe(10);
      for (const { assigned, already_assigned } of sums) expect(assigned + already_assigned).toBe(10);
      expect(await count('training_assignment WHERE customer_id = ?', [plant.customer_id])).toBe(10);
    });
  });

  it('an Idempotency-Key has one effect, whichever of many gets there first', async () => {
    const plant = await openPlant(running);
    const key = { 'idempotency-key': 'one winner' };
    const replies = await times(10, () => plant.api.post('/api/departments', { name: 'Hall 7' }, key));
    for (const { status } of replies) expect([201, 409]).toContain(status);
    expect(replies.filter((reply) => reply.status === 201 && !reply.headers.get('idempotency-replayed'))).toHaveLength(
      1,
    );
    expect(await count('department WHERE customer_id = ?', [plant.customer_id])).toBe(1);
  });

  it('a refresh token that many tabs turn at once gives one next token; all tabs go on, and a later use ends the session', async () => {
    const plant = await given(running).organisation();
    running.clock.freeze(running.clock.now());
    const cookieOf = (reply: Reply) =>
      reply.headers
        .getSetCookie()
        .find((one) => one.startsWith('sg_refresh=') && !one.startsWith('sg_refresh=;'))
        ?.split(';')[0];
    const login = await api(running).post('/api/auth/login', { user_name: plant.user_name, password: PASSWORD });
    const first = cookieOf(login)!;
    const turn = (cookie: string) => api(running, { cookie }).post('/api/auth/refresh');
    const tabs = await times(6, () => turn(first));
    expect(tabs.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const next = tabs.map(cookieOf).filter((cookie) => cookie !== undefined);
    expect(next).toHaveLength(1);
    const { eid, oid } = login.body;
    for (const { body } of tabs) {
      const headers = { authorization: `Bearer ${body.token}`, eid, oid };
      expect((await api(running, headers).get('/api/me')).status).toBe(200);
    }
    running.clock.advance(31_000);
    expect((await turn(first)).status).toBe(401);
    expect((await turn(next[0]!)).status).toBe(401);
    const headers = { authorization: `Bearer ${tabs[0]!.body.token}`, eid, oid };
    expect((await api(running, headers).get('/api/me')).status).toBe(401);
    expect(await count("session WHERE customer_id = ? AND ended_why = 'refresh_reused'", [plant.customer_id])).toBe(1);
  });
});
