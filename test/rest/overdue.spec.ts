import { startApp, type RunningApp } from '../support/app';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

describe('overdue assignments', () => {
  let running: RunningApp;
  let plant: Plant;
  let people: Record<'here' | 'denver' | 'tokyo' | 'left' | 'suspended', string>;
  beforeAll(async () => {
    running = await startApp();
  });
  beforeEach(async () => {
    running.clock.freeze('2026-03-02T06:00:00Z');
    plant = await openPlant(running, { time_zone: 'Europe/Berlin' });
    const { training_id, skill_id } = await plant.createPublishedTraining();
    const person = async (first_name: string, time_zone: string | null = null) =>
      (await plant.createStaff({ first_name, time_zone })).staff_id;
    people = {
      here: await person('Here'),
      denver: await person('Denver', 'America/Denver'),
      tokyo: await person('Tokyo', 'Asia/Tokyo'),
      left: await person('Left'),
      suspended: await person('Suspended'),
    };
    const changes = Object.values(people).map((staff_id) => ({ staff_id, skill_id, level: 3 }));
    expect((await plant.api.put('/api/skill-targets/grid', { changes })).status).toBe(200);
    await plant.assign(Object.values(people), [training_id], { due_on: '2026-03-10' });
    await plant.api.post(`/api/staff/${people.suspended}/suspend`);
  });
  afterAll(async () => {
    running.clock.release();
    await running.close();
  });

  /** Who is overdue according to each list, figure and report. */
  async function collectOverdue(as: Headers) {
    const { get } = plant.as(as);
    const rows = (await get('/api/training-assignments')).body as { staff_id: string; overdue: boolean }[];
    const names = new Map(Object.entries(people).map(([name, id]) => [id, name]));
    const namesOf = (ids: string[]) => ids.map((id) => names.get(id)!).toSorted();
    const list = await get('/api/training-assignments?overdue=true&_sort=due_on&_order=asc');
    const others = await get('/api/training-assignments?overdue=false');
    const attention = await get('/api/reports/attention');
    const report = await get('/api/reports/targeted-skills');
    const part = await get('/api/reports/targeted-skills?overdue=true&_start=0&_end=50&skill_start=0&skill_end=60');
    const persons = await Promise.all(
      Object.values(people).map(async (staff_id) => {
        const answer = await get(`/api/reports/targeted-skills?staff_id=${staff_id}`);
        return (answer.body.totals?.overdue ?? 0) as number;
      }),
    );
    return {
      rows: namesOf(rows.filter(({ overdue }) => overdue).map(({ staff_id }) => staff_id)),
      list: namesOf(list.body.map((row: { staff_id: string }) => row.staff_id)),
      counted: Number(list.headers.get('x-total-count')) + Number(others.headers.get('x-total-count')),
      attention: attention.body.overdue_assignments.count,
      report: report.body.totals.overdue,
      part: namesOf(part.body.rows.map((row: { id: string }) => row.id)),
      persons: persons.reduce((sum, each) => sum + each, 0),
    };
  }
  const expected = (...overdueNames: (keyof typeof people)[]) => ({
    rows: overdueNames,
    list: overdueNames,
    part: overdueNames,
    counted: 5,
    attention: overdueNames.length,
    report: overdueNames.length,
    persons: overdueNames.length,
  });

  it('are the same in rows, list, dashboard and reports, by the end of the day in each person’s zone', async () => {
    const collectAt = async (instant: string) => {
      running.clock.freeze(instant);
      return collectOverdue(await plant.signIn({ role: 'admin' }));
    };
    expect(await collectAt('2026-03-10T14:59:59Z')).toEqual(expected());
    expect(await collectAt('2026-03-10T15:00:00Z')).toEqual(expected('tokyo'));
    expect(await collectAt('2026-03-10T23:00:00Z')).toEqual(expected('here', 'left', 'suspended', 'tokyo'));
    expect(await collectAt('2026-03-11T05:59:59Z')).toEqual(expected('here', 'left', 'suspended', 'tokyo'));
    expect(await collectAt('2026-03-11T06:00:00Z')).toEqual(expected('denver', 'here', 'left', 'suspended', 'tokyo'));
  });

  it('count people employed today, not those who have left or have not yet rejoined', async () => {
    running.clock.freeze('2026-03-12T06:00:00Z');
    plant = { ...plant, api: plant.as(await plant.signIn({ role: 'admin' })) };
    await plant.api.post(`/api/staff/${people.left}/leave`, { last_active_day: '2026-03-11' });
    const admin = await plant.signIn({ role: 'admin' });
    expect(await collectOverdue(admin)).toEqual(expected('denver', 'here', 'suspended', 'tokyo'));
    await plant.api.post(`/api/staff/${people.left}/return`, { first_day: '2026-03-13' });
    expect(await collectOverdue(admin)).toEqual(expected('denver', 'here', 'suspended', 'tokyo'));
    running.clock.freeze('2026-03-13T06:00:00Z');
    expect(await collectOverdue(await plant.signIn({ role: 'admin' }))).toEqual(
      expected('denver', 'here', 'left', 'suspended', 'tokyo'),
    );
  });

  it('can be filtered together with other fields and with employment', async () => {
    running.clock.freeze('2026-03-12T06:00:00Z');
    const admin = plant.as(await plant.signIn({ role: 'admin' }));
    await admin.post(`/api/staff/${people.left}/leave`, { last_active_day: '2026-03-11' });
    const countFound = async (query: string) => (await admin.get(`/api/training-assignments?${query}`)).body.length;
    expect(await countFound(`overdue=true&staff_id=${people.here}`)).toBe(1);
    expect(await countFound(`overdue=true&staff_id=${people.left}`)).toBe(0);
    expect(await countFound('employed=false')).toBe(1);
    expect(await countFound('employed=true&state=assigned')).toBe(4);
    expect(await countFound('overdue=false&employed=true')).toBe(0);
    expect(await countFound('overdue_ne=true&employed_ne=false')).toBe(await countFound('overdue=false&employed=true'));
    expect(await countFound('employed_ne=true')).toBe(1);
    expect([await countFound('employed_null=true'), await countFound('employed_null=false')]).toEqual([
      0,
      await countFound(''),
    ]);
    expect((await admin.get('/api/training-assignments?overdue=yes')).status).toBe(400);
  });
});
