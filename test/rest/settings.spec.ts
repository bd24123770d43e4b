import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { openPlant } from '../support/plant';

describe('the settings of an organisation', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const foundOrganisation = async (
    time_zone = 'UTC',
  ): Promise<{ firm: RegisteredOrganisation; admin: ReturnType<typeof api> }> => {
    const firm = await fixtures(running).organisation({ time_zone });
    return { firm, admin: api(running, firm.admin) };
  };
  const events = async (admin: ReturnType<typeof api>) =>
    (await admin.get('/api/audit-events?action=settings.change')).body;

  it('exist from the start, are changed by its admin, and changes are audited', async () => {
    const { admin } = await foundOrganisation('Europe/Berlin');
    expect((await admin.get('/api/settings')).body).toEqual({
      time_zone: 'Europe/Berlin',
      financial_year_start_month: 4,
      default_language: 'en',
      row_version: 1,
    });
    const change = { time_zone: 'Asia/Kolkata', financial_year_start_month: 1, default_language: 'de' };
    const reply = await admin.patch('/api/settings', change);
    expect(reply).toMatchObject({ status: 200, body: { ...change, row_version: 2 } });
    expect((await admin.get('/api/settings')).body).toEqual(reply.body);
    expect((await admin.get('/api/me')).body.time_zone).toBe('Asia/Kolkata');
    expect(await events(admin)).toMatchObject([
      {
        was: { time_zone: 'Europe/Berlin', financial_year_start_month: 4, default_language: 'en' },
        became: change,
      },
    ]);
    expect((await admin.patch('/api/settings', { default_language: 'fr' })).body).toMatchObject({
      time_zone: 'Asia/Kolkata',
      financial_year_start_month: 1,
      default_language: 'fr',
    });
  });

  it.each([
    [{ time_zone: 'Berlin' }, 'time_zone'],
    [{ time_zone: '+05:30' }, 'time_zone'],
    [{ time_zone: null }, 'time_zone'],
    [{ time_zone: 'x'.repeat(65) }, 'time_zone'],
    [{ financial_year_start_month: 0 }, 'financial_year_start_month'],
    [{ financial_year_start_month: 13 }, 'financial_year_start_month'],
    [{ financial_year_start_month: 'April' }, 'financial_year_start_month'],
    [{ default_language: 'xx' }, 'default_language'],
    [{ default_language: null, time_zone: 'Asia/Tokyo' }, 'default_language'],
  ])('refuse %j, name the field and change nothing', async (body, field) => {
    const { admin } = await foundOrganisation();
    const before = (await admin.get('/api/settings')).body;
    const reply = await admin.patch('/api/settings', body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
    expect((await admin.get('/api/settings')).body).toEqual(before);
  });

  it.each([
    ['europe/berlin', 'Europe/Berlin'],
    [' ASIA/KOLKATA ', 'Asia/Kolkata'],
    ['america/port_of_spain', 'America/Port_of_Spain'],
    ['utc', 'UTC'],
  ])('keep the zone %j as it is spelled: %s', async (typed, spelled) => {
    const { admin } = await foundOrganisation('Asia/Tokyo');
    expect((await admin.patch('/api/settings', { time_zone: typed })).body.time_zone).toBe(spelled);
    expect((await admin.get('/api/me')).body.time_zone).toBe(spelled);
    expect((await events(admin))[0].became).toEqual({ time_zone: spelled });
  });

  it('audit only values that changed', async () => {
    const { firm, admin } = await foundOrganisation('Asia/Tokyo');
    await admin.patch('/api/settings', { time_zone: 'Asia/Tokyo', default_language: 'de' });
    await admin.patch('/api/settings', { default_language: 'de' });
    expect(await events(admin)).toMatchObject([
      { was: { default_language: 'en' }, became: { default_language: 'de' } },
    ]);
    const path = `/api/customers/${firm.customer_id}`;
    const { mobile_one, billing_address } = (await admin.get(path)).body;
    await admin.patch(path, { mobile_one: '9845012399', billing_address });
    await admin.patch(path, { mobile_one: '9845012399' });
    const changes = (await admin.get('/api/audit-events?action=customer.change')).body;
    expect(changes.map((event: any) => [event.was, event.became])).toEqual([
      [{ mobile_one }, { mobile_one: '9845012399' }],
    ]);
  });

  it('begin with the zone of the registration as it is spelled, however the form sent it', async () => {
    const { admin } = await foundOrganisation('pacific/kiritimati');
    expect((await admin.get('/api/settings')).body.time_zone).toBe('Pacific/Kiritimati');
  });

  it('refuse a stale version, by If-Match as by row_version', async () => {
    const { admin } = await foundOrganisation();
    expect((await admin.get('/api/settings')).headers.get('etag')).toBe('"1"');
    expect((await admin.patch('/api/settings', { default_language: 'de', row_version: 1 })).status).toBe(200);
    const stale = { default_language: 'fr', row_version: 1 };
    expect(await admin.patch('/api/settings', stale)).toMatchObject({ status: 412, body: { code: 'stale' } });
    const month = { financial_year_start_month: 7 };
    expect((await admin.patch('/api/settings', month, { 'if-match': '"1"' })).status).toBe(412);
    expect((await admin.get('/api/settings')).body.financial_year_start_month).toBe(4);
    expect((await admin.patch('/api/settings', month, { 'if-match': '"2"' })).status).toBe(200);
  });

  it('are separate per organisation', async () => {
    const { firm } = await foundOrganisation();
    const other = await foundOrganisation();
    await other.admin.patch('/api/settings', { default_language: 'ar' });
    expect((await api(running, firm.admin).get('/api/settings')).body.default_language).toBe('en');
    expect((await other.admin.get(`/api/settings?customer_id=${firm.customer_id}`)).status).toBe(404);
    const { headers } = await fixtures(running).platformStaff();
    expect((await api(running, headers).get(`/api/settings?customer_id=${firm.customer_id}`)).status).toBe(403);
  });

  it('move the financial year, which reports and the specification’s call follow', async () => {
    running.clock.freeze('2026-02-15T10:00:00Z');
    const { firm, admin } = await foundOrganisation();
    const fetchFinancialYear = async () => {
      const headers = await fixtures(running).signIn(firm);
      return (await api(running, headers).get('/api/employees/GetFinancialYear')).body.data;
    };
    expect(await fetchFinancialYear()).toEqual({
      financial_year: '2025-26',
      from_date: '2025-04-01',
      to_date: '2026-03-31',
    });
    await admin.patch('/api/settings', { financial_year_start_month: 1 });
    expect(await fetchFinancialYear()).toEqual({
      financial_year: '2026',
      from_date: '2026-01-01',
      to_date: '2026-12-31',
    });
    const headers = await fixtures(running).signIn(firm);
    const report = await api(running, headers).get('/api/reports/skill-matrix-datewise');
    expect([report.status, report.body.from]).toEqual([200, '2026-01-01']);
  });

  it('move the zone, and with it what day it is: from UTC to Auckland at 13:00 UTC it is tomorrow', async () => {
    running.clock.freeze('2026-03-10T13:00:00Z');
    const { firm, admin } = await foundOrganisation('UTC');
    const fetchReportDay = async () =>
      (await api(running, await fixtures(running).signIn(firm)).get('/api/reports/skill-matrix')).body.on;
    const fetchFinancialYear = async () =>
      (await api(running, await fixtures(running).signIn(firm)).get('/api/employees/GetFinancialYear')).body.data;
    expect(await fetchReportDay()).toBe('2026-03-10');
    await admin.patch('/api/settings', { time_zone: 'Pacific/Auckland' });
    expect(await fetchReportDay()).toBe('2026-03-11');
    // The trial ends with its last day there, half a day earlier than in UTC, and so does grace.
    const { expires_on } = (await admin.get('/api/me')).body.subscription;
    expect(expires_on).toBe('2026-04-09');
    const subscriptionStatusAt = async (at: string) => {
      running.clock.freeze(at);
      return (await api(running, await fixtures(running).signIn(firm)).get('/api/me')).body.subscription.status;
    };
    expect(await subscriptionStatusAt('2026-04-09T11:59:59Z')).toBe('trial');
    expect(await subscriptionStatusAt('2026-04-09T12:00:00Z')).toBe('grace');
    const changes = async (at: string) => {
      running.clock.freeze(at);
      const headers = await fixtures(running).signIn(firm);
      return (await api(running, headers).post('/api/departments', { name: at })).status;
    };
    expect(await changes('2026-04-16T11:59:59Z')).toBe(201);
    expect(await changes('2026-04-16T12:00:00Z')).toBe(402);
    running.clock.freeze('2026-03-31T12:30:00Z');
    expect((await fetchFinancialYear()).from_date).toBe('2026-04-01');
  });

  it('are the language of invited people who have none of their own', async () => {
    const plant = await openPlant(running);
    await plant.api.patch('/api/settings', { default_language: 'de' });
    const inviteStaff = async (more: object, email: string) => {
      const person = await plant.createStaff({ email, ...more });
      await plant.api.post(`/api/staff/${person.staff_id}/invite`, { role: 'user' });
      return email;
    };
    const german = await inviteStaff({}, 'anna@example.org');
    const french = await inviteStaff({ language: 'fr' }, 'aline@example.org');
    const mails = await running.mails();
    const languageOf = (to: string) => /<html[^>]* lang="(\w+)"/.exec(mails.find((mail) => mail.to === to)!.html)?.[1];
    expect([languageOf(german), languageOf(french)]).toEqual(['de', 'fr']);
  });
});
