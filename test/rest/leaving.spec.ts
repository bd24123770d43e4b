import { Database } from '../../src/platform/database/database';
import { Transactions } from '../../src/platform/database/transactions';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, PASSWORD, registrationForm, type Registered } from '../support/given';
import type { Headers } from '../support/organisation';
import { openPlant } from '../support/plant';
import { swept } from '../support/sweeps';

/** Noon, and one second before and after midnight, of the last day in Berlin. */
const BEFORE = '2026-03-30T10:00:00Z';
const LAST_DAY = '2026-03-31';
const LAST_SECOND = '2026-03-31T21:59:59Z';
const AFTER = '2026-03-31T22:00:00Z';

describe('leaving on a day to come', () => {
  let running: RunningApp;
  let firm: Registered;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze(BEFORE);
    firm = await given(running).organisation({ time_zone: 'Europe/Berlin', staffLimit: 2 });
  });
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  let number = 0;
  /** Somebody who has chosen a password. */
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
  const command = (staff_id: string, name: string, body: object = {}, as: Headers = firm.admin) =>
    api(running, as).post(`/api/staff/${staff_id}/${name}`, body);
  const at = async (instant: string) => {
    running.clock.freeze(instant);
    firm = { ...firm, admin: await given(running).signIn(firm) };
  };
  const login = async (user_name: string) =>
    (await api(running).post('/api/auth/login', { user_name, password: PASSWORD })).status;
  const stored = async (staff_id: string) => {
    const { status, last_active_day } = (await api(running, firm.admin).get(`/api/staff/${staff_id}`)).body;
    return [status, last_active_day];
  };
  const seats = async () => (await api(running, firm.admin).get('/api/me')).body.total_staff;
  const tidied = () => swept(running, 'ended-employments');

  it('changes nothing before the end of that day: they sign in, learn, hold their seat and are assigned', async () => {
    const { staff_id, email } = await person();
    const left = await command(staff_id, 'leave', { last_active_day: LAST_DAY });
    expect(left.body).toMatchObject({ status: 'active', last_active_day: LAST_DAY });
    await at(LAST_SECOND);
    await tidied();
    expect(await login(email)).toBe(200);
    expect(await stored(staff_id)).toEqual(['active', LAST_DAY]);
    expect(await seats()).toBe(1);
    const plant = await openPlant(running, {}, { ...firm, signIn: () => Promise.reject(new Error('not here')) });
    const { training_id } = await plant.published();
    expect(await plant.assign([staff_id], [training_id])).toMatchObject({ assigned: 1 });
    await at(AFTER);
    const late = await openPlant(running, {}, { ...firm, signIn: () => Promise.reject(new Error('not here')) });
    await expect(late.assign([staff_id], [(await late.published()).training_id])).rejects.toThrow('unavailable');
  });

  it('ends sign-in and sessions with the day itself, before any job has run', async () => {
    const { staff_id, email } = await person();
    await command(staff_id, 'leave', { last_active_day: LAST_DAY });
    running.clock.freeze(LAST_SECOND);
    const theirs = await given(running).signIn({ user_name: email });
    expect((await api(running, theirs).get('/api/me')).status).toBe(200);
    running.clock.freeze(AFTER);
    expect((await api(running, theirs).get('/api/me')).status).toBe(401);
    expect(await login(email)).toBe(403);
  });

  it('is followed by status, seat and account in the job, once', async () => {
    const { staff_id, email } = await person();
    const stays = await person();
    await command(staff_id, 'leave', { last_active_day: LAST_DAY });
    await at(AFTER);
    await tidied();
    expect(await tidied()).toMatchObject({ count: 0 });
    expect(await stored(staff_id)).toEqual(['left', LAST_DAY]);
    expect(await stored(stays.staff_id)).toEqual(['active', null]);
    expect(await seats()).toBe(1);
    expect(await login(email)).toBe(401);
    expect(await login(stays.email)).toBe(200);
    const { body } = await api(running, firm.admin).get(`/api/audit-events?subject_id=${staff_id}&action=staff.leave`);
    expect(body).toHaveLength(2);
  });

  it('can be changed and withdrawn until then, and not after', async () => {
    const { staff_id, email } = await person();
    await command(staff_id, 'leave', { last_active_day: LAST_DAY });
    expect((await command(staff_id, 'leave', { last_active_day: '2026-04-30' })).body.last_active_day).toBe(
      '2026-04-30',
    );
    await at(AFTER);
    expect(await login(email)).toBe(200);
    expect((await command(staff_id, 'stay')).body).toMatchObject({ status: 'active', last_active_day: null });
    expect((await command(staff_id, 'stay')).body).toMatchObject({ status: 'active', last_active_day: null });
    await command(staff_id, 'leave', { last_active_day: '2026-04-01' });
    await at('2026-04-01T22:00:00Z');
    expect(await command(staff_id, 'stay')).toMatchObject({ status: 409, body: { code: 'wrong_status' } });
    expect(await stored(staff_id)).toEqual(['active', '2026-04-01']);
    const back = await command(staff_id, 'return', { first_day: '2026-04-03', role: 'user' });
    expect(back.body).toMatchObject({ status: 'invited', joined: '2026-04-03', last_active_day: null });
  });

  it('takes effect at once for a day that is over', async () => {
    const { staff_id, email } = await person();
    await command(staff_id, 'leave', { last_active_day: '2026-03-29' });
    expect(await stored(staff_id)).toEqual(['left', '2026-03-29']);
    expect([await seats(), await login(email)]).toEqual([0, 401]);
  });

  it('is refused for the last admin who stays, also where another one leaves later', async () => {
    const one = await person('admin');
    const two = await person('admin');
    const as = await given(running).signIn({ user_name: one.email });
    // The registrant is an admin, too: without that account these two are the last.
    const closed = "UPDATE account SET status = 'closed' WHERE customer_id = ? AND staff_id IS NULL";
    await running.app.get(Transactions).run(() => running.app.get(Database).write(closed, [firm.customer_id]));
    expect((await command(one.staff_id, 'leave', { last_active_day: '2026-05-31' }, as)).status).toBe(200);
    for (const [name, body] of [
      ['leave', { last_active_day: '2026-04-30' }],
      ['leave', { last_active_day: '2026-03-01' }],
      ['suspend', {}],
      ['invite', { role: 'user' }],
    ] as const)
      expect(await command(two.staff_id, name, body, as)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
  });

  it('is no wish that everybody has: a learner and another organisation are refused', async () => {
    const { staff_id, email } = await person();
    const theirs = await given(running).signIn({ user_name: email });
    const other = await given(running).organisation();
    for (const name of ['leave', 'stay']) {
      expect((await command(staff_id, name, { last_active_day: LAST_DAY }, theirs)).status).toBe(403);
      expect((await command(staff_id, name, { last_active_day: LAST_DAY }, other.admin)).status).toBe(404);
    }
  });
});
