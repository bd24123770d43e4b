import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, type Registered } from '../support/given';

describe('what platform staff look at', () => {
  let running: RunningApp;
  let firm: Registered;
  let staff: ReturnType<typeof api>;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-10T13:00:00Z');
    firm = await given(running).organisation({ time_zone: 'Pacific/Auckland' });
    staff = api(running, (await given(running).platformStaff()).headers);
  });
  afterEach(() => running.clock.release());
  afterAll(() => running.close());

  const seen = async () => {
    const { body } = await staff.get(`/api/audit-events?action=platform.view&subject_id=${firm.customer_id}&_end=50`);
    return body.map(({ became }: { became: { resource: string } }) => became.resource).sort();
  };
  const look = (path: string, who = staff) => who.get(`${path}?customer_id=${firm.customer_id}`);

  it.each(['/api/staff', '/api/skills', '/api/trainings', '/api/reports/skill-matrix', '/api/attempts'])(
    '%s: must be an organisation’s that they name, else 400',
    async (path) => {
      const reply = await staff.get(path);
      expect(reply).toMatchObject({ status: 400, body: { code: 'customer_needed' } });
      expect(Object.keys(reply.body.errors)).toEqual(['customer_id']);
      expect((await look(path)).status).toBe(200);
      expect((await staff.get(`${path}?customer_id=987654`)).status).toBe(404);
    },
  );

  it('is asked for in the envelope where that client shows nothing of a 4xx', async () => {
    for (const path of ['/Result/get_skil_matrix_report', '/Result/get_emp_skil_matrix_report']) {
      const reply = await staff.get(path);
      expect(reply).toMatchObject({ status: 200, body: { Status: false, status: 0, data: null } });
      expect(reply.body.message).toContain('customer_id');
      expect((await look(path)).body.Status).toBe(true);
    }
    expect((await staff.get('/Common/get_subscription_details')).status).toBe(400);
  });

  it('is told once for each resource in ten minutes, however many requests come at once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => look('/api/staff')));
    await look('/api/reports/skill-matrix');
    await look('/Result/get_skil_matrix_report');
    expect(await seen()).toEqual(['Result/get_skil_matrix_report', 'reports/skill-matrix', 'staff']);
    running.clock.advance(9 * 60_000);
    await look('/api/staff');
    expect((await seen()).filter((resource: string) => resource === 'staff')).toHaveLength(1);
    running.clock.advance(2 * 60_000);
    await look('/api/staff');
    expect((await seen()).filter((resource: string) => resource === 'staff')).toHaveLength(2);
    const colleague = api(running, (await given(running).platformStaff()).headers);
    await look('/api/staff', colleague);
    expect((await seen()).filter((resource: string) => resource === 'staff')).toHaveLength(3);
  });

  it('has the calendar and the counts of that organisation', async () => {
    const own = (await staff.get('/api/me')).body;
    const { body } = await look('/api/me');
    expect(body).toMatchObject({ time_zone: 'Pacific/Auckland', no_of_staff: 10, kind: 'platform' });
    expect(body.user_name).toBe(own.user_name);
    expect((await look('/api/reports/skill-matrix')).body.on).toBe('2026-03-11');
  });

  it('is not changed by it', async () => {
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
