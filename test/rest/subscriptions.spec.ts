import { Database } from '../../src/infrastructure/database/database';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';

const DAY = 86_400_000;

describe('subscriptions', () => {
  let running: RunningApp;
  let staff: ReturnType<typeof api>;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-10T13:00:00Z');
    staff = api(running, (await fixtures(running).platformStaff()).headers);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const organisation = (more: { time_zone?: string; staffLimit?: number; name?: string } = {}) =>
    fixtures(running).organisation({ time_zone: 'UTC', ...more });
  const currentOf = async ({ customer_id }: RegisteredOrganisation): Promise<any> => {
    const { body } = await staff.get(`/api/subscribers?customer_id=${customer_id}`);
    return body.find((row: any) => row.current);
  };
  const historyOf = async ({ admin }: RegisteredOrganisation) =>
    (await api(running, admin).get('/api/subscribers?_sort=subs_activation_date')).body;
  const events = async (firm: RegisteredOrganisation, action: string) =>
    (await api(running, await fixtures(running).signIn(firm)).get(`/api/audit-events?action=${action}`)).body;
  const statusOfChange = async (firm: RegisteredOrganisation) => {
    const headers = await fixtures(running).signIn(firm);
    return (await api(running, headers).post('/api/departments', { name: `Hall ${running.clock.now()}` })).status;
  };

  describe('extended by platform staff', () => {
    it('take changes again at once when they were over, and say so in the audit trail with both days', async () => {
      const firm = await organisation();
      running.clock.advance(60 * DAY);
      expect(await statusOfChange(firm)).toBe(402);
      staff = api(running, (await fixtures(running).platformStaff()).headers);
      const { id, subs_expiry_date } = await currentOf(firm);
      const reply = await staff.post(`/api/subscribers/${id}/extend`, { subs_expiry_date: '2026-12-31' });
      expect(reply).toMatchObject({ status: 200, body: { id, subs_expiry_date: '2026-12-31', status: 'trial' } });
      expect(await statusOfChange(firm)).toBe(201);
      expect(await events(firm, 'subscriber.extend')).toMatchObject([
        { role: 'platform', was: { subs_expiry_date }, became: { subs_expiry_date: '2026-12-31' } },
      ]);
    });

    it.each([
      ['Pacific/Kiritimati', '2026-03-11'],
      ['Pacific/Honolulu', '2026-03-10'],
      ['Pacific/Auckland', '2026-03-11'],
    ])('say what day it is there: in %s it is the %s', async (time_zone, today) => {
      const firm = await organisation({ time_zone });
      expect((await currentOf(firm)).today).toBe(today);
    });

    it('end in the customer’s calendar: the day that is over there is over', async () => {
      // 13:00 UTC on the tenth is the eleventh in Auckland.
      const firm = await organisation({ time_zone: 'Pacific/Auckland' });
      const { id } = await currentOf(firm);
      const refused = await staff.post(`/api/subscribers/${id}/extend`, { subs_expiry_date: '2026-03-10' });
      expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_fields' } });
      expect(refused.body.errors.subs_expiry_date[0]).toContain('2026-03-11');
      const today = await staff.post(`/api/subscribers/${id}/extend`, { subs_expiry_date: '2026-03-11' });
      expect(today.status).toBe(200);
    });

    it('go into grace or end at once only when that is confirmed', async () => {
      const firm = await organisation();
      const admin = await staff.get(`/api/subscribers?customer_id=${firm.customer_id}`);
      const { id, subs_activation_date } = admin.body[0];
      expect(subs_activation_date).toBe('2026-03-10');
      running.clock.advance(20 * DAY);
      staff = api(running, (await fixtures(running).platformStaff()).headers);
      const extend = (body: object) => staff.post(`/api/subscribers/${id}/extend`, body);
      expect((await extend({ subs_expiry_date: '2026-03-28' })).status).toBe(422);
      const grace = await extend({ subs_expiry_date: '2026-03-28', already_over: true });
      expect(grace).toMatchObject({ status: 200, body: { status: 'grace' } });
      expect(await statusOfChange(firm)).toBe(201);
      const over = await extend({ subs_expiry_date: '2026-03-12', already_over: true });
      expect(over).toMatchObject({ status: 200, body: { status: 'expired' } });
      expect(await statusOfChange(firm)).toBe(402);
      expect((await extend({ subs_expiry_date: '2026-03-09', already_over: true })).status).toBe(422);
      expect((await extend({ subs_expiry_date: '2036-05-01' })).status).toBe(422);
    });

    it.each([
      [{}, 'subs_expiry_date'],
      [{ subs_expiry_date: '2026-02-30' }, 'subs_expiry_date'],
      [{ subs_expiry_date: null }, 'subs_expiry_date'],
      [{ subs_expiry_date: 20270101 }, 'subs_expiry_date'],
      [{ subs_expiry_date: '2027-01-01', already_over: 'yes' }, 'already_over'],
      [{ subs_expiry_date: '2027-01-01', row_version: 'x' }, 'row_version'],
    ])('refuse %j and name the field', async (body, field) => {
      const { id } = await currentOf(await organisation());
      const reply = await staff.post(`/api/subscribers/${id}/extend`, body);
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
    });

    it('sent twice, are extended and told once; a stale version is refused', async () => {
      const firm = await organisation();
      const { id, row_version } = await currentOf(firm);
      const body = { subs_expiry_date: '2026-08-01', row_version };
      const path = `/api/subscribers/${id}/extend`;
      expect((await staff.post(path, body)).status).toBe(200);
      expect((await staff.post(path, body)).status).toBe(200);
      expect(await events(firm, 'subscriber.extend')).toHaveLength(1);
      const stale = { subs_expiry_date: '2026-09-01', row_version };
      expect(await staff.post(path, stale)).toMatchObject({ status: 412, body: { code: 'stale' } });
      expect((await staff.post(path, { subs_expiry_date: '2026-09-01' }, { 'if-match': '"1"' })).status).toBe(412);
    });
  });

  describe('whose plan platform staff change', () => {
    it('begin anew, and what was in force becomes history', async () => {
      const firm = await organisation({ staffLimit: 5 });
      const was = await currentOf(firm);
      const larger = await fixtures(running).package({ no_of_staff: 200, no_of_training: 80 });
      const reply = await staff.post(`/api/subscribers/${was.id}/change-plan`, {
        subs_id: larger.subscription_id,
        subs_expiry_date: '2027-03-09',
      });
      expect(reply).toMatchObject({
        status: 200,
        body: {
          current: true,
          trial: false,
          status: 'active',
          subs_name: larger.subscription_name,
          subs_activation_date: '2026-03-10',
          no_of_staff: 200,
          no_of_training: 80,
        },
      });
      const history = await historyOf(firm);
      expect(history.map((row: any) => [row.id === was.id, row.current])).toEqual(
        expect.arrayContaining([
          [true, false],
          [false, true],
        ]),
      );
      expect(history).toHaveLength(2);
      expect((await api(running, firm.admin).get('/api/me')).body).toMatchObject({ no_of_staff: 200 });
      expect(await events(firm, 'subscription.begin')).toMatchObject([
        {
          role: 'platform',
          was: { subs_name: was.subs_name, no_of_staff: 5, trial: true },
          became: { subs_name: larger.subscription_name, no_of_staff: 200, trial: false },
        },
      ]);
    });

    it('lose nothing when less is allowed than is used: only nothing more can be created', async () => {
      const firm = await organisation({ staffLimit: 10 });
      const admin = api(running, firm.admin);
      for (let n = 0; n < 3; n++) {
        const person = { staff_code: `P-${n}`, first_name: 'Asha', last_name: 'Rao', joined: '2026-01-01' };
        expect((await admin.post('/api/staff', person)).status).toBe(201);
      }
      const { id } = await currentOf(firm);
      const open = await fixtures(running).package({ no_of_staff: null, no_of_training: 4 });
      const smaller = { subs_id: open.subscription_id, subs_expiry_date: '2026-12-31', no_of_staff: 1 };
      const reply = await staff.post(`/api/subscribers/${id}/change-plan`, smaller);
      expect(reply).toMatchObject({ status: 200, body: { no_of_staff: 1, total_staff: 3, no_of_training: 4 } });
      const later = api(running, await fixtures(running).signIn(firm));
      expect((await later.get('/api/staff')).body).toHaveLength(3);
      const one = { staff_code: 'P-9', first_name: 'Asha', last_name: 'Rao', joined: '2026-01-01' };
      expect(await later.post('/api/staff', one)).toMatchObject({
        status: 409,
        body: { code: 'plan_limit_reached', facts: { limit: 1, used: 3 } },
      });
    });

    it('have limits of their own only where the package leaves them empty, and 10 where none is given', async () => {
      const firm = await organisation();
      const { id } = await currentOf(firm);
      const fixed = await fixtures(running).package({ no_of_staff: 50 });
      const body = { subs_id: fixed.subscription_id, subs_expiry_date: '2026-12-31' };
      const path = `/api/subscribers/${id}/change-plan`;
      const refused = await staff.post(path, { ...body, no_of_staff: 60 });
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: { no_of_staff: [expect.stringContaining('50')] } },
      });
      expect((await staff.post(path, { ...body, no_of_training: 33, trial: true })).body).toMatchObject({
        no_of_staff: 50,
        no_of_training: 33,
        status: 'trial',
      });
      const next = await currentOf(firm);
      expect((await staff.post(`/api/subscribers/${next.id}/change-plan`, body)).body.no_of_training).toBe(10);
    });

    it.each([
      ['subs_id', { subs_id: 999_999 }, 'package_not_offered'],
      ['subs_id', { subs_id: 'Workshop' }, 'invalid_fields'],
      ['subs_expiry_date', { subs_expiry_date: '2026-03-09' }, 'invalid_fields'],
      ['subs_activation_date', { subs_activation_date: '2026-03-11' }, 'invalid_fields'],
      ['subs_activation_date', { subs_activation_date: '2026-03-09' }, 'invalid_fields'],
      ['no_of_staff', { no_of_staff: 0 }, 'invalid_fields'],
      ['no_of_training', { no_of_training: 1.5 }, 'invalid_fields'],
    ])('refuse a wrong %s: %j', async (field, more, code) => {
      const firm = await organisation();
      const { id } = await currentOf(firm);
      const { subscription_id: subs_id } = await fixtures(running).package();
      const body = { subs_id, subs_expiry_date: '2026-12-31', ...more };
      const reply = await staff.post(`/api/subscribers/${id}/change-plan`, body);
      expect([reply.status, reply.body.code]).toEqual([422, code]);
      const errors = code === 'package_not_offered' ? ['subscription_id'] : [field];
      expect(Object.keys(reply.body.errors)).toEqual(errors);
      expect(await historyOf(firm)).toHaveLength(1);
    });

    it('sent twice, change once: the second try finds what it asked for', async () => {
      const firm = await organisation();
      const { id } = await currentOf(firm);
      const { subscription_id: subs_id } = await fixtures(running).package();
      const body = { subs_id, subs_expiry_date: '2026-12-31' };
      const first = await staff.post(`/api/subscribers/${id}/change-plan`, body);
      const second = await staff.post(`/api/subscribers/${id}/change-plan`, body);
      expect([second.status, second.body.id]).toEqual([200, first.body.id]);
      const other = { ...body, subs_expiry_date: '2026-11-30' };
      expect(await staff.post(`/api/subscribers/${id}/change-plan`, other)).toMatchObject({
        status: 409,
        body: { code: 'subscription_over' },
      });
      expect((await staff.post(`/api/subscribers/${id}/extend`, { subs_expiry_date: '2027-01-01' })).status).toBe(409);
      expect(await historyOf(firm)).toHaveLength(2);
    });

    it('have exactly one in force, however many try at once', async () => {
      const firm = await organisation();
      const { id } = await currentOf(firm);
      const packages = await Promise.all(Array.from({ length: 4 }, () => fixtures(running).package()));
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          staff.post(`/api/subscribers/${id}/change-plan`, {
            subs_id: packages[n % 4]!.subscription_id,
            subs_expiry_date: '2026-12-31',
          }),
        ),
      );
      expect(replies.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
      expect(new Set(replies.filter(({ status }) => status === 200).map(({ body }) => body.id)).size).toBe(1);
      const history = await historyOf(firm);
      expect([history.length, history.filter((row: any) => row.current).length]).toEqual([2, 1]);
      const [row] = await running.app
        .get(Database)
        .rows('SELECT COUNT(*) AS n FROM subscriber WHERE current_of = ?', [firm.customer_id]);
      expect(Number(row!['n'])).toBe(1);
      expect(await events(firm, 'subscription.begin')).toHaveLength(1);
    });

    it('are accepted until the end of what is in force, however extensions and changes come at once', async () => {
      const firm = await organisation();
      const { id } = await currentOf(firm);
      const packages = await Promise.all(Array.from({ length: 3 }, () => fixtures(running).package()));
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, n) =>
          n % 2
            ? staff.post(`/api/subscribers/${id}/extend`, { subs_expiry_date: `2026-0${(n % 4) + 5}-01` })
            : staff.post(`/api/subscribers/${id}/change-plan`, {
                subs_id: packages[n % 3]!.subscription_id,
                subs_expiry_date: `2027-0${(n % 6) + 1}-15`,
              }),
        ),
      );
      expect(replies.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
      const inForce = (await historyOf(firm)).filter((row: any) => row.current);
      expect(inForce).toHaveLength(1);
      const [state] = await running.app
        .get(Database)
        .rows('SELECT writes_until FROM customer_state WHERE customer_id = ?', [firm.customer_id]);
      const last = new Date(Number(state!['writes_until']) - 7 * DAY).toISOString().slice(0, 10);
      expect(last).toBe(inForce[0].subs_expiry_date);
      expect((await api(running, firm.admin).get('/api/me')).body.no_of_staff).toBe(inForce[0].no_of_staff);
    });

    it('keep a package that is no longer offered, which others cannot get', async () => {
      const firm = await organisation();
      const other = await organisation();
      const { id, subs_id } = await currentOf(firm);
      await staff.post(`/api/subscription-packages/${subs_id}/archive`);
      const body = { subs_id, subs_expiry_date: '2027-03-01' };
      expect((await staff.post(`/api/subscribers/${id}/change-plan`, body)).status).toBe(200);
      const theirs = await currentOf(other);
      expect((await staff.post(`/api/subscribers/${theirs.id}/change-plan`, body)).status).toBe(422);
    });

    it('can also be named by their organisation’s number', async () => {
      const firm = await organisation();
      const { subscription_id: subs_id } = await fixtures(running).package();
      const body = { customer_id: firm.customer_id, subs_id, subs_expiry_date: '2026-12-31' };
      expect(await staff.post('/api/subscribers', body)).toMatchObject({
        status: 201,
        body: { subs_id, current: true },
      });
      expect((await staff.post('/api/subscribers', { ...body, customer_id: 987_654 })).status).toBe(404);
    });
  });

  it('are made due earlier or later by the day of their bill', async () => {
    const firm = await organisation();
    const { id } = await currentOf(firm);
    const { subscription_id: subs_id } = await fixtures(running).package();
    const created = await staff.post(`/api/subscribers/${id}/change-plan`, { subs_id, subs_expiry_date: '2026-04-20' });
    expect(created.body.status).toBe('active');
    const path = `/api/subscribers/${created.body.id}`;
    const reply = await staff.patch(path, { bill_generate_before_days: 60 });
    expect(reply).toMatchObject({ status: 200, body: { bill_generate_before_days: 60, status: 'expiring' } });
    expect((await staff.patch(path, { bill_generate_before_days: 400 })).status).toBe(422);
    expect((await staff.patch(path, { bill_generate_before_days: 5, row_version: 1 })).status).toBe(412);
  });

  it('are found by their state on the server, each by the calendar of its own organisation', async () => {
    const mark = `State ${running.clock.now()}`;
    const created = new Map<string, RegisteredOrganisation>();
    for (const [name, time_zone] of [
      ['trial', 'UTC'],
      ['active', 'UTC'],
      ['expiring', 'UTC'],
      ['grace', 'UTC'],
      ['expired', 'UTC'],
      ['suspended', 'UTC'],
      ['west', 'Pacific/Pago_Pago'],
      ['east', 'Pacific/Kiritimati'],
    ] as const)
      created.set(name, await fixtures(running).organisation({ name: `${mark} ${name}`, time_zone }));
    const { subscription_id: subs_id } = await fixtures(running).package();
    const setPlanUntil = async (name: string, subs_expiry_date: string) => {
      const { id } = await currentOf(created.get(name)!);
      const reply = await staff.post(`/api/subscribers/${id}/change-plan`, { subs_id, subs_expiry_date });
      expect([name, reply.status]).toEqual([name, 200]);
    };
    await setPlanUntil('active', '2026-09-01');
    await setPlanUntil('expiring', '2026-05-01');
    await setPlanUntil('grace', '2026-04-19');
    await setPlanUntil('expired', '2026-04-01');
    await setPlanUntil('west', '2026-04-20');
    await setPlanUntil('east', '2026-04-20');
    // At 10:30 UTC on the 21st it is still the 20th in Pago Pago and already the 22nd in Kiritimati.
    running.clock.freeze('2026-04-21T10:30:00Z');
    staff = api(running, (await fixtures(running).platformStaff()).headers);
    await staff.post(`/api/customers/${created.get('suspended')!.customer_id}/suspend`);
    const trial = await currentOf(created.get('trial')!);
    await staff.post(`/api/subscribers/${trial.id}/extend`, { subs_expiry_date: '2026-05-30' });

    const all = (await staff.get(`/api/subscribers?q=${mark}`)).body as { customer_name: string; status: string }[];
    const statuses = Object.fromEntries(all.map((row) => [row.customer_name.slice(mark.length + 1), row.status]));
    expect(statuses).toEqual({
      trial: 'trial',
      active: 'active',
      expiring: 'expiring',
      grace: 'grace',
      expired: 'expired',
      suspended: 'suspended',
      west: 'expiring',
      east: 'grace',
    });
    const namesWith = async (query: string) =>
      (await staff.get(`/api/subscribers?q=${mark}&${query}`)).body
        .map((row: any) => row.customer_name.slice(mark.length + 1))
        .sort();
    for (const status of new Set(Object.values(statuses))) {
      const expected = Object.keys(statuses).filter((name) => statuses[name] === status);
      expect([status, await namesWith(`status=${status}`)]).toEqual([status, expected.sort()]);
    }
    expect(await namesWith('status=grace&status=expired')).toEqual(['east', 'expired', 'grace']);
    expect(await namesWith('status_nin=trial,active,expiring')).toEqual(['east', 'expired', 'grace', 'suspended']);
    expect(await namesWith('status_ne=suspended')).not.toContain('suspended');
    const page = await staff.get(`/api/subscribers?q=${mark}&status=expiring&_start=0&_end=1`);
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2']);
    expect((await staff.get('/api/subscribers?status=over')).status).toBe(400);
  });

  it('follow their organisation: to another calendar, into suspension and out of it, with the next plan as well', async () => {
    const firm = await organisation();
    const fetchStatus = async (): Promise<string> => {
      staff = api(running, (await fixtures(running).platformStaff()).headers);
      const path = `/api/subscribers?customer_id=${firm.customer_id}`;
      const { status } = await currentOf(firm);
      for (const [query, times] of [
        [`status=${status}`, 1],
        [`status_ne=${status}`, 0],
      ] as const) {
        const rows: { current: boolean }[] = (await staff.get(`${path}&${query}`)).body;
        expect([query, rows.filter(({ current }) => current).length]).toEqual([query, times]);
      }
      return status;
    };
    const { status } = await api(running, firm.admin).patch('/api/settings', { time_zone: 'Pacific/Auckland' });
    expect(status).toBe(200);
    // At 13:00 UTC the next day has begun there.
    running.clock.freeze('2026-04-08T13:00:00Z');
    expect(await fetchStatus()).toBe('trial');
    running.clock.freeze('2026-04-09T13:00:00Z');
    expect(await fetchStatus()).toBe('grace');
    await staff.post(`/api/customers/${firm.customer_id}/suspend`);
    expect(await fetchStatus()).toBe('suspended');
    const { subscription_id: subs_id } = await fixtures(running).package();
    const { id } = await currentOf(firm);
    const changed = await staff.post(`/api/subscribers/${id}/change-plan`, { subs_id, subs_expiry_date: '2026-04-20' });
    expect(changed.status).toBe(200);
    expect(await fetchStatus()).toBe('suspended');
    await staff.post(`/api/customers/${firm.customer_id}/reactivate`);
    expect(await fetchStatus()).toBe('expiring');
    running.clock.freeze('2026-04-20T13:00:00Z');
    expect(await fetchStatus()).toBe('grace');
  });

  describe('and their packages', () => {
    it('are either chosen or deleted when both happen at once', async () => {
      const firm = await organisation();
      for (let round = 1; round <= 8; round++) {
        const { id } = await currentOf(firm);
        const { subscription_id: subs_id } = await fixtures(running).package();
        const [chosen, deleted] = await Promise.all([
          staff.post(`/api/subscribers/${id}/change-plan`, { subs_id, subs_expiry_date: `2027-0${round}-01` }),
          staff.delete(`/api/subscription-packages/${subs_id}`),
        ]);
        const outcome = [chosen.status, deleted.status];
        expect([
          [200, 409],
          [422, 204],
        ]).toContainEqual(outcome);
      }
    });

    it('audit what differs in a change, and a repeated archiving once', async () => {
      const { subscription_id } = await fixtures(running).package();
      const path = `/api/subscription-packages/${subscription_id}`;
      await staff.patch(path, { subscription_price: 5900 });
      await staff.post(`${path}/archive`);
      await staff.post(`${path}/archive`);
      await staff.post(`${path}/restore`);
      const auditQuery = `subject_type=subscription_package&subject_id=${subscription_id}&_sort=at&_order=asc`;
      const actions = (await staff.get(`/api/audit-events?${auditQuery}`)).body.map((event: any) => [
        event.action.split('.')[1],
        Object.keys(event.was ?? {}),
        event.became,
      ]);
      expect(actions.slice(-3)).toEqual([
        ['change', ['subscription_price'], { subscription_price: 5900 }],
        ['archive', ['archived'], { archived: true }],
        ['restore', ['archived'], { archived: false }],
      ]);
    });

    it('can be deleted while they have no subscribers, else are refused with the numbers of present and past ones', async () => {
      const unused = await fixtures(running).package();
      const path = `/api/subscription-packages/${unused.subscription_id}`;
      expect((await staff.delete(path)).status).toBe(204);
      expect((await staff.get(path)).status).toBe(404);
      expect((await staff.delete(path)).status).toBe(404);
      const firm = await organisation();
      const { id } = await currentOf(firm);
      const { subscription_id: subs_id } = await fixtures(running).package();
      await staff.post(`/api/subscribers/${id}/change-plan`, { subs_id, subs_expiry_date: '2026-12-31' });
      const packagesInUse = {
        [subs_id]: { subscribers: 1, past_subscribers: 0 },
        [firm.subscription_id]: { subscribers: 0, past_subscribers: 1 },
      };
      for (const [used, facts] of Object.entries(packagesInUse)) {
        const refused = { status: 409, body: { code: 'in_use', facts } };
        expect(await staff.delete(`/api/subscription-packages/${used}`)).toMatchObject(refused);
      }
      const before = await currentOf(firm);
      expect(
        await staff.post(`/api/subscription-packages/${subs_id}/reassign`, { to: firm.subscription_id }),
      ).toMatchObject({ status: 404 });
      expect((await staff.post(`/api/subscription-packages/${subs_id}/archive`)).body.archived).toBe(true);
      expect(await currentOf(firm)).toEqual(before);
    });
  });
});
