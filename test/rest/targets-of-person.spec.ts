import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

describe('the targets of one person', () => {
  let running: RunningApp;
  let plant: Plant;
  let skill_id: string;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-04-01T06:00:00Z');
    plant = await openPlant(running, { time_zone: 'UTC' });
    ({ skill_id } = await plant.createSkill({ skill_code: 'WELD' }));
  });
  afterAll(() => running.close());

  const createTargetedStaff = async (more: object = {}) => {
    const { staff_id } = await plant.createStaff(more);
    const changes = [{ staff_id, skill_id, level: 3, from_date: '2025-01-01' }];
    expect((await plant.api.put('/api/skill-targets/grid', { changes })).status).toBe(200);
    return staff_id;
  };
  const get = async (path: string) => (await plant.api.get(`/api/reports/${path}`)).body;

  it('an exempt target is marked NA, in the report of all people and of one, and requires nothing', async () => {
    const staff_id = await createTargetedStaff();
    const exempt = { staff_id, skill_id, from_date: '2026-01-01', to_date: null, reason: 'Parental leave' };
    expect((await plant.api.post('/api/exemptions', exempt)).status).toBe(201);
    const allPeople = await get('targeted-skills');
    const row = allPeople.rows.findIndex((each: { id: string }) => each.id === staff_id);
    expect(allPeople.cells.filter((cell: number[]) => cell[0] === row)).toEqual([[row, 0, 0, 3, 0, 0, 0]]);
    const alone = await get(`targeted-skills?staff_id=${staff_id}`);
    expect(alone.rows).toMatchObject([
      { skill_code: 'WELD', target: 3, level: 0, gap: 0, status: 'NA', overdue: false, suggested_training: null },
    ]);
    expect(alone.totals).toMatchObject({ required: 0, compliance: null, gap: 0 });
  });

  it('nothing is required of a person outside their employment, in the trail and in the explanation', async () => {
    const targetsOn = async (staff_id: string, on: string) => {
      const trail = await get(`skill-wise?staff_id=${staff_id}&skill_code=WELD&to=${on}`);
      const explanation = await get(`explain?staff_id=${staff_id}&skill_id=${skill_id}&on=${on}`);
      return [trail.totals.target, explanation.target, explanation.status, explanation.text.replace(/^[^;]*; /, '')];
    };
    const joiner = await createTargetedStaff({ joined: '2026-06-01' });
    expect(await targetsOn(joiner, '2026-05-31')).toEqual([
      null,
      null,
      'NONE',
      'their first active day is 2026-06-01.',
    ]);
    expect((await targetsOn(joiner, '2026-06-01')).slice(0, 3)).toEqual([3, 3, 'MISSING']);
    const leaver = await createTargetedStaff();
    await plant.api.post(`/api/staff/${leaver}/leave`, { last_active_day: '2026-03-31' });
    expect((await targetsOn(leaver, '2026-03-31')).slice(0, 3)).toEqual([3, 3, 'MISSING']);
    expect(await targetsOn(leaver, '2026-04-01')).toEqual([
      null,
      null,
      'NONE',
      'their last active day was 2026-03-31.',
    ]);
  });
});
