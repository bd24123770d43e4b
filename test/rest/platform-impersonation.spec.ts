import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';

describe('impersonation of a customer by platform staff', () => {
  let running: RunningApp;
  let firm: RegisteredOrganisation;
  let staff: ReturnType<typeof api>;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-10T13:00:00Z');
    firm = await fixtures(running).organisation({ time_zone: 'Pacific/Auckland' });
    staff = api(running, (await fixtures(running).platformStaff()).headers);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const fetchViewedResources = async () => {
    const { body } = await staff.get(`/api/audit-events?action=platform.view&subject_id=${firm.customer_id}&_end=50`);
    return body.map(({ became }: { became: { resource: string } }) => became.resource).sort();
  };
  const view = (path: string, client = staff) => client.get(`${path}?customer_id=${firm.customer_id}`);

  it.each(['/api/staff', '/api/skills', '/api/trainings', '/api/reports/skill-matrix', '/api/attempts'])(
    '%s needs a customer_id, else it answers 400',
    async (path) => {
      const reply = await staff.get(path);
      expect(reply).toMatchObject({ status: 400, body: { code: 'customer_needed' } });
      expect(Object.keys(reply.body.errors)).toEqual(['customer_id']);
      expect((await view(path)).status).toBe(200);
      expect((await staff.get(`${path}?customer_id=987654`)).status).toBe(404);
    },
  );

  it('legacy report calls ask for it in a 200 envelope, because their client shows nothing of a 4xx', async () => {
    for (const path of ['/Result/get_skil_matrix_report', '/Result/get_emp_skil_matrix_report']) {
      const reply = await staff.get(path);
      expect(reply).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
      expect(reply.body.message).toContain('customer_id');
      expect((await view(path)).body.Status).toBe(true);
    }
    expect((await staff.get('/Common/get_subscription_details')).status).toBe(400);
  });

  it('is audited once per resource in ten minutes, however many requests come at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => view('/api/staff')));
    await view('/api/reports/skill-matrix');
    await view('/Result/get_skil_matrix_report');
    expect(await fetchViewedResources()).toEqual(['Result/get_skil_matrix_report', 'reports/skill-matrix', 'staff']);
    running.clock.advance(9 * 60_000);
    await view('/api/staff');
    expect((await fetchViewedResources()).filter((resource: string) => resource === 'staff')).toHaveLength(1);
    running.clock.advance(2 * 60_000);
    await view('/api/staff');
    expect((await fetchViewedResources()).filter((resource: string) => resource === 'staff')).toHaveLength(2);
    const colleague = api(running, (await fixtures(running).platformStaff()).headers);
    await view('/api/staff', colleague);
    expect((await fetchViewedResources()).filter((resource: string) => resource === 'staff')).toHaveLength(3);
  });

  it('uses the calendar and the counts of that organisation', async () => {
    const own = (await staff.get('/api/me')).body;
    const { body } = await view('/api/me');
    expect(body).toMatchObject({ time_zone: 'Pacific/Auckland', no_of_staff: 10, kind: 'platform' });
    expect(body.user_name).toBe(own.user_name);
    expect((await view('/api/reports/skill-matrix')).body.on).toBe('2026-03-11');
  });

  it('cannot change anything', async () => {
    for (const [method, path] of [
      ['POST', '/api/departments'],
      ['POST', '/api/staff'],
      ['PATCH', '/api/settings'],
      ['POST', '/api/support-messages'],
      ['PATCH', '/api/me'],
    ] as const) {
      const reply = await staff.call(method, `${path}?customer_id=${firm.customer_id}`, { subject: 'X', message: 'Y' });
      expect([path, reply.status]).toEqual([path, 403]);
    }
    const written = await staff.post(`/api/support-messages?customer_id=${firm.customer_id}`, {});
    expect(written.body.code).toBe('view_only');
  });
});
