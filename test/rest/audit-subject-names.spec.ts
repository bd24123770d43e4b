import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { fixtures, type RegisteredOrganisation } from '../support/fixtures';
import { statementsOfRequests } from '../support/recorded-statements';

describe('the subject name of an audit event', () => {
  let running: RunningApp;
  let plant: RegisteredOrganisation;
  let other: RegisteredOrganisation;
  let platform: ReturnType<typeof api>;
  beforeAll(async () => {
    running = await startApp();
    plant = await fixtures(running).organisation({ staffLimit: 50 });
    other = await fixtures(running).organisation({ staffLimit: 50 });
    platform = api(running, (await fixtures(running).platformStaff()).headers);
  });
  afterAll(() => running.close());

  const createRecord = async (firm: RegisteredOrganisation, path: string, body: object): Promise<{ id: string }> => {
    const reply = await api(running, firm.admin).post(path, body);
    expect(reply).toMatchObject({ status: 201 });
    return reply.body;
  };
  const person = (staff_code: string, last_name = 'Rao') => ({
    staff_code,
    first_name: 'Asha',
    last_name,
    joined: '2024-01-01',
  });
  const subjectNames = async (reader: ReturnType<typeof api>, query: string): Promise<(string | null)[]> =>
    (await reader.get(`/api/audit-events?_sort=at&_order=asc&${query}`)).body.map((event: any) => event.subject_name);

  it('is the current name, or the last one of a deleted record', async () => {
    const admin = api(running, plant.admin);
    const asha = await createRecord(plant, '/api/staff', person('P-1'));
    await admin.patch(`/api/staff/${asha.id}`, { first_name: 'Aisha' });
    expect(await subjectNames(admin, `subject_id=${asha.id}`)).toEqual(['Aisha Rao', 'Aisha Rao']);
    const department = await createRecord(plant, '/api/departments', { name: 'Paint shop' });
    await admin.patch(`/api/departments/${department.id}`, { name: 'Paint hall' });
    await admin.call('DELETE', `/api/departments/${department.id}`);
    expect(await subjectNames(admin, `subject_id=${department.id}&action=department.delete`)).toEqual(['Paint hall']);
  });

  it('is built from the linked records where the subject has no name of its own', async () => {
    const admin = api(running, plant.admin);
    const asha = await createRecord(plant, '/api/staff', person('P-2', 'Iyer'));
    const skill = await createRecord(plant, '/api/skills', { skill_code: 'WELD', name: 'Welding' });
    const target = { staff_id: asha.id, skill_id: skill.id, level: 2, from_date: '2025-01-01' };
    const { id } = await createRecord(plant, '/api/skill-targets', target);
    expect(await subjectNames(admin, `subject_id=${id}`)).toEqual(['Asha Iyer · WELD Welding']);
    await admin.call('DELETE', `/api/skill-targets/${id}`);
    expect(await subjectNames(admin, `subject_id=${id}`)).toEqual([
      'Asha Iyer · WELD Welding',
      'Asha Iyer · WELD Welding',
    ]);
  });

  it('is resolved per organisation for platform staff, and reading the log is not audited as a view', async () => {
    const ownRole = await createRecord(plant, '/api/job-roles', { name: 'Welder' });
    const foreignRole = await createRecord(other, '/api/job-roles', { name: 'Baker' });
    const countViews = async () =>
      (await platform.get('/api/audit-events?action=platform.view')).headers.get('x-total-count');
    const viewsBefore = await countViews();
    expect(await subjectNames(platform, `subject_id=${ownRole.id}&subject_id=${foreignRole.id}`)).toEqual([
      'Welder',
      'Baker',
    ]);
    expect(await subjectNames(platform, `action=customer.create&_end=200`)).toContain(
      (await customerOf(plant)).customer_name,
    );
    // Numeric ids and UUIDs, platform records and records of one organisation, on one page.
    const soldPackage = await fixtures(running).package();
    await platform.patch(`/api/subscription-packages/${soldPackage.subscription_id}`, { subscription_price: 1 });
    expect(await subjectNames(platform, '_end=200')).toEqual(
      expect.arrayContaining([soldPackage.subscription_name, 'Welder', 'Baker']),
    );
    expect(await countViews()).toBe(viewsBefore);
  });

  it('is missing for a record of another organisation', async () => {
    const foreignSkill = await createRecord(other, '/api/skills', { skill_code: 'BAKE', name: 'Baking' });
    const asha = await createRecord(plant, '/api/staff', person('P-3'));
    // Refused and not audited with a name: another organisation's id gets none.
    const target = { staff_id: asha.id, skill_id: foreignSkill.id, level: 2, from_date: '2025-01-01' };
    expect((await api(running, plant.admin).post('/api/skill-targets', target)).status).toBe(422);
    expect(await subjectNames(api(running, plant.admin), 'q=' + foreignSkill.id)).toEqual([]);
  });

  it('includes the names of replaced records in the detail', async () => {
    const department = await createRecord(plant, '/api/departments', { name: 'Weld shop' });
    const asha = await createRecord(plant, '/api/staff', person('P-4'));
    await api(running, plant.admin).patch(`/api/staff/${asha.id}`, { department_id: department.id });
    const [event] = (await platform.get(`/api/audit-events?subject_id=${asha.id}&action=staff.change`)).body;
    const answer = (await platform.get(`/api/audit-events/${event.id}`)).body;
    expect(answer).toMatchObject({ ...event, names: { [department.id]: 'Weld shop' } });
  });

  it('costs the same number of statements however many events there are', async () => {
    const cost = async (query: string) =>
      (await statementsOfRequests(() => platform.get(`/api/audit-events?${query}`))).length;
    const costForOne = await cost('action=staff.create&_end=1');
    for (let n = 0; n < 12; n++) await createRecord(n % 2 ? plant : other, '/api/staff', person(`M-${n}`));
    expect(await cost('action=staff.create&_end=12')).toBe(costForOne);
  });

  const customerOf = async (firm: RegisteredOrganisation) =>
    (await api(running, firm.admin).get(`/api/customers/${firm.customer_id}`)).body;
});
