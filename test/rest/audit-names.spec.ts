import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { given, type Registered } from '../support/given';
import { statementsOfRequests } from '../support/statements';

describe('what an audit event is about', () => {
  let running: RunningApp;
  let plant: Registered;
  let other: Registered;
  let platform: ReturnType<typeof api>;
  beforeAll(async () => {
    running = await startApp();
    plant = await given(running).organisation({ staffLimit: 50 });
    other = await given(running).organisation({ staffLimit: 50 });
    platform = api(running, (await given(running).platformStaff()).headers);
  });
  afterAll(() => running.close());

  const made = async (firm: Registered, path: string, body: object): Promise<{ id: string }> => {
    const reply = await api(running, firm.admin).post(path, body);
    expect(reply).toMatchObject({ status: 201 });
    return reply.body;
  };
  const person = (staff_code: string, last_name = 'Rao') => ({
    ...{ staff_code, first_name: 'Asha', last_name, joined: '2024-01-01' },
  });
  const named = async (reader: ReturnType<typeof api>, query: string): Promise<(string | null)[]> =>
    (await reader.get(`/api/audit-events?_sort=at&_order=asc&${query}`)).body.map((event: any) => event.subject_name);

  it('is called what it is called today, and what it was called when it is gone', async () => {
    const admin = api(running, plant.admin);
    const asha = await made(plant, '/api/staff', person('P-1'));
    await admin.patch(`/api/staff/${asha.id}`, { first_name: 'Aisha' });
    expect(await named(admin, `subject_id=${asha.id}`)).toEqual(['Aisha Rao', 'Aisha Rao']);
    const hall = await made(plant, '/api/departments', { name: 'Paint shop' });
    await admin.patch(`/api/departments/${hall.id}`, { name: 'Paint hall' });
    await admin.call('DELETE', `/api/departments/${hall.id}`);
    expect(await named(admin, `subject_id=${hall.id}&action=department.delete`)).toEqual(['Paint hall']);
  });

  it('is called by whom and what it lies between where it has no name of its own', async () => {
    const admin = api(running, plant.admin);
    const asha = await made(plant, '/api/staff', person('P-2', 'Iyer'));
    const skill = await made(plant, '/api/skills', { skill_code: 'WELD', name: 'Welding' });
    const target = { staff_id: asha.id, skill_id: skill.id, level: 2, from_date: '2025-01-01' };
    const { id } = await made(plant, '/api/skill-targets', target);
    expect(await named(admin, `subject_id=${id}`)).toEqual(['Asha Iyer · WELD Welding']);
    await admin.call('DELETE', `/api/skill-targets/${id}`);
    expect(await named(admin, `subject_id=${id}`)).toEqual(['Asha Iyer · WELD Welding', 'Asha Iyer · WELD Welding']);
  });

  it('is named for platform staff too, organisation by organisation, and reading the log is no look into one', async () => {
    const here = await made(plant, '/api/job-roles', { name: 'Welder' });
    const there = await made(other, '/api/job-roles', { name: 'Baker' });
    const views = async () =>
      (await platform.get('/api/audit-events?action=platform.view')).headers.get('x-total-count');
    const before = await views();
    expect(await named(platform, `subject_id=${here.id}&subject_id=${there.id}`)).toEqual(['Welder', 'Baker']);
    expect(await named(platform, `action=customer.create&_end=200`)).toContain((await customerOf(plant)).customer_name);
    // Numbers beside ids, records of everybody beside an organisation's: all on one page.
    const sold = await given(running).package();
    await platform.patch(`/api/subscription-packages/${sold.subscription_id}`, { subscription_price: 1 });
    expect(await named(platform, '_end=200')).toEqual(
      expect.arrayContaining([sold.subscription_name, 'Welder', 'Baker']),
    );
    expect(await views()).toBe(before);
  });

  it('has no name where it is somebody else’s, whatever the event says', async () => {
    const theirs = await made(other, '/api/skills', { skill_code: 'BAKE', name: 'Baking' });
    const asha = await made(plant, '/api/staff', person('P-3'));
    // Refused, and told nowhere: another organisation's id is never named here.
    const target = { staff_id: asha.id, skill_id: theirs.id, level: 2, from_date: '2025-01-01' };
    expect((await api(running, plant.admin).post('/api/skill-targets', target)).status).toBe(422);
    expect(await named(api(running, plant.admin), 'q=' + theirs.id)).toEqual([]);
  });

  it('says in its detail what the records are called that changed hands', async () => {
    const hall = await made(plant, '/api/departments', { name: 'Weld shop' });
    const asha = await made(plant, '/api/staff', person('P-4'));
    await api(running, plant.admin).patch(`/api/staff/${asha.id}`, { department_id: hall.id });
    const [event] = (await platform.get(`/api/audit-events?subject_id=${asha.id}&action=staff.change`)).body;
    const answer = (await platform.get(`/api/audit-events/${event.id}`)).body;
    expect(answer).toMatchObject({ ...event, names: { [hall.id]: 'Weld shop' } });
  });

  it('costs the same number of statements however many events there are', async () => {
    const cost = async (query: string) =>
      (await statementsOfRequests(() => platform.get(`/api/audit-events?${query}`))).length;
    const few = await cost('action=staff.create&_end=1');
    for (let n = 0; n < 12; n++) await made(n % 2 ? plant : other, '/api/staff', person(`M-${n}`));
    expect(await cost('action=staff.create&_end=12')).toBe(few);
  });

  const customerOf = async (firm: Registered) =>
    (await api(running, firm.admin).get(`/api/customers/${firm.customer_id}`)).body;
});
