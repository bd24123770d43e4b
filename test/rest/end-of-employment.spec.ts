import { Database } from '../../src/infrastructure/database/database';
import { TransactionManager } from '../../src/infrastructure/database/transaction-manager';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, PASSWORD, registrationForm, type RegisteredOrganisation } from '../support/fixtures';
import type { Headers } from '../support/organisation';
import { openPlant } from '../support/plant';
import { runScheduledJob } from '../support/scheduled-jobs';

/** Around the end of the last day in Berlin: noon before, one second before midnight, midnight. */
const BEFORE = '2026-03-30T10:00:00Z';
const LAST_DAY = '2026-03-31';
const LAST_SECOND = '2026-03-31T21:59:59Z';
const AFTER = '2026-03-31T22:00:00Z';

describe('a future last active day', () => {
  let running: RunningApp;
  let firm: RegisteredOrganisation;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze(BEFORE);
    firm = await fixtures(running).organisation({ time_zone: 'Europe/Berlin', staffLimit: 2 });
  });
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  let number = 0;
  /** A person with a chosen password. */
  async function person(role: 'admin' | 'user' = 'user') {
    const { email_primary: email } = registrationForm(1);
    const name = { staff_code: `L-${++number}`, first_name: 'Lena', last_name: 'Roth', joined: '2024-03-01' };
    const { staff_id } = (await api(running, firm.admin).post('/api/staff', { ...name, email })).body;
    await command(staff_id, 'invite', { role });
    const { link } = (await running.mails()).find((mail) => mail.to === email)!;
    const { handle } = (await api(running).post('/api/auth/password-reset/check', { token: link!.split('/reset/')[1] }))
      .body;
    expect((await api(running).post('/api/auth/password-reset', { handle, password: PASSWORD })).status).toBe(200);
    return { staff_id: staff_id as string, email };
  }
  const command = (staff_id: string, name: string, body: object = {}, requestHeaders: Headers = firm.admin) =>
    api(running, requestHeaders).post(`/api/staff/${staff_id}/${name}`, body);
  const freezeAt = async (instant: string) => {
    running.clock.freeze(instant);
    firm = { ...firm, admin: await fixtures(running).signIn(firm) };
  };
  const login = async (user_name: string) =>
    (await api(running).post('/api/auth/login', { user_name, password: PASSWORD })).status;
  const readStored = async (staff_id: string) => {
    const { status, last_active_day } = (await api(running, firm.admin).get(`/api/staff/${staff_id}`)).body;
    return [status, last_active_day];
  };
  const seats = async () => (await api(running, firm.admin).get('/api/me')).body.total_staff;
  const runEndedEmployments = () => runScheduledJob(running, 'ended-employments');

  it('changes nothing before the end of that day: they sign in, learn, hold their seat and are assigned', async () => {
    const { staff_id, email } = await person();
    const leaveReply = await command(staff_id, 'leave', { last_active_day: LAST_DAY });
    expect(leaveReply.body).toMatchObject({ status: 'active', last_active_day: LAST_DAY });
    await freezeAt(LAST_SECOND);
    await runEndedEmployments();
    expect(await login(email)).toBe(200);
    expect(await readStored(staff_id)).toEqual(['active', LAST_DAY]);
    expect(await seats()).toBe(1);
    const plant = await openPlant(running, {}, { ...firm, signIn: () => Promise.reject(new Error('not here')) });
    const { training_id } = await plant.createPublishedTraining();
    expect(await plant.assign([staff_id], [training_id])).toMatchObject({ assigned: 1 });
    await freezeAt(AFTER);
    const lateFixture = await openPlant(running, {}, { ...firm, signIn: () => Promise.reject(new Error('not here')) });
    await expect(
      lateFixture.assign([staff_id], [(await lateFixture.createPublishedTraining()).training_id]),
    ).rejects.toThrow('unavailable');
  });

  it('ends sign-in and sessions at the end of the day, before any job runs', async () => {
    const { staff_id, email } = await person();
    await command(staff_id, 'leave', { last_active_day: LAST_DAY });
    running.clock.freeze(LAST_SECOND);
    const learnerHeaders = await fixtures(running).signIn({ user_name: email });
    expect((await api(running, learnerHeaders).get('/api/me')).status).toBe(200);
    running.clock.freeze(AFTER);
    expect((await api(running, learnerHeaders).get('/api/me')).status).toBe(401);
    expect(await login(email)).toBe(403);
  });

  it('updates status, seat and account in the job, once', async () => {
    const { staff_id, email } = await person();
    const stayingPerson = await person();
    await command(staff_id, 'leave', { last_active_day: LAST_DAY });
    await freezeAt(AFTER);
    await runEndedEmployments();
    expect(await runEndedEmployments()).toMatchObject({ count: 0 });
    expect(await readStored(staff_id)).toEqual(['left', LAST_DAY]);
    expect(await readStored(stayingPerson.staff_id)).toEqual(['active', null]);
    expect(await seats()).toBe(1);
    expect(await login(email)).toBe(401);
    expect(await login(stayingPerson.email)).toBe(200);
    const { body } = await api(running, firm.admin).get(`/api/audit-events?subject_id=${staff_id}&action=staff.leave`);
    expect(body).toHaveLength(2);
  });

  it('can be changed and withdrawn until then', async () => {
    const { staff_id, email } = await person();
    await command(staff_id, 'leave', { last_active_day: LAST_DAY });
    expect((await command(staff_id, 'leave', { last_active_day: '2026-04-30' })).body.last_active_day).toBe(
      '2026-04-30',
    );
    await freezeAt(AFTER);
    expect(await login(email)).toBe(200);
    expect((await command(staff_id, 'stay')).body).toMatchObject({ status: 'active', last_active_day: null });
    expect((await command(staff_id, 'stay')).body).toMatchObject({ status: 'active', last_active_day: null });
    await command(staff_id, 'leave', { last_active_day: '2026-04-01' });
    await freezeAt('2026-04-01T22:00:00Z');
    expect(await command(staff_id, 'stay')).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    expect(await readStored(staff_id)).toEqual(['active', '2026-04-01']);
    const returnReply = await command(staff_id, 'return', { first_day: '2026-04-03', role: 'user' });
    expect(returnReply.body).toMatchObject({ status: 'invited', joined: '2026-04-03', last_active_day: null });
  });

  it('takes effect at once for a past day', async () => {
    const { staff_id, email } = await person();
    await command(staff_id, 'leave', { last_active_day: '2026-03-29' });
    expect(await readStored(staff_id)).toEqual(['left', '2026-03-29']);
    expect([await seats(), await login(email)]).toEqual([0, 401]);
  });

  it('is refused for the last remaining admin', async () => {
    const firstAdmin = await person('admin');
    const secondAdmin = await person('admin');
    const requestHeaders = await fixtures(running).signIn({ user_name: firstAdmin.email });
    // The registrant is an admin, too; with that account closed these two are the last.
    const closed = "UPDATE account SET status = 'closed' WHERE customer_id = ? AND staff_id IS NULL";
    await running.app.get(TransactionManager).run(() => running.app.get(Database).write(closed, [firm.customer_id]));
    expect(
      (await command(firstAdmin.staff_id, 'leave', { last_active_day: '2026-05-31' }, requestHeaders)).status,
    ).toBe(200);
    for (const [name, body] of [
      ['leave', { last_active_day: '2026-04-30' }],
      ['leave', { last_active_day: '2026-03-01' }],
      ['suspend', {}],
      ['invite', { role: 'user' }],
    ] as const)
      expect(await command(secondAdmin.staff_id, name, body, requestHeaders)).toMatchObject({
        status: 409,
        body: { code: 'last_admin' },
      });
  });

  it('is refused to learners and other organisations', async () => {
    const { staff_id, email } = await person();
    const learnerHeaders = await fixtures(running).signIn({ user_name: email });
    const other = await fixtures(running).organisation();
    for (const name of ['leave', 'stay']) {
      expect((await command(staff_id, name, { last_active_day: LAST_DAY }, learnerHeaders)).status).toBe(403);
      expect((await command(staff_id, name, { last_active_day: LAST_DAY }, other.admin)).status).toBe(404);
    }
  });
});
