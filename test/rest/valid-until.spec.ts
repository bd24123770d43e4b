/** "Valid until of a level at D is the last day of the unbroken run, from D on, on which the level is at least that". */
import { SkillLedger, type Grant } from '../../src/skills/skill-ledger.service';
import { startApp, type RunningApp } from '../support/app';
import { openPlant, type Plant } from '../support/plant';

const TODAY = '2026-11-22';

describe('valid until', () => {
  let running: RunningApp;
  let plant: Plant;
  let admin: Plant['api'];
  let skill_id: string;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze(`${TODAY}T08:00:00Z`);
    plant = await openPlant(running, { time_zone: 'UTC' });
    admin = plant.api;
    ({ skill_id } = await plant.skill());
  });
  afterAll(() => running.close());

  const person = async (grants: readonly Partial<Grant>[], more: object = {}) => {
    const { staff_id } = await plant.staff(more);
    const given = grants.map(
      (row) => ({ staff_id, skill_id, source_type: 'hand', kind: 'prior', level: 3, ...row }) as Grant,
    );
    await running.app.get(SkillLedger, { strict: false }).grant(plant.tenant, given);
    return staff_id;
  };
  const get = async (path: string, as = admin) => {
    const reply = await as.get(path);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body;
  };
  /** What every surface says of the person's level that day. */
  const everywhere = async (staff_id: string, on = TODAY): Promise<Record<string, string | null>> => {
    await admin.put('/api/skill-targets/grid', {
      changes: [{ staff_id, skill_id, level: 3, from_date: '2025-01-01' }],
    });
    const own = plant.as(await plant.learner(staff_id));
    const rowOf = (rows: Record<string, any>[]) => rows.find((row) => row['staff_id'] === staff_id)!['valid_until'];
    const wire = async (query: string) => {
      const { data } = await get(`/Result/${query}`);
      return rowOf(data.rows);
    };
    const rest = async (query: string, as = admin) => rowOf((await get(`/api/reports/${query}`, as)).rows);
    return {
      holders: await rest(`skill-wise?to=${on}&skill_id=${skill_id}`),
      person: await rest(`skill-wise?to=${on}&staff_id=${staff_id}`),
      targets: await rest(`targeted-skills?to=${on}&staff_id=${staff_id}`),
      learner: await rest(`skill-wise?to=${on}`, own),
      learners_targets: await rest(`targeted-skills?to=${on}`, own),
      wire_person: await wire(`get_emp_skil_matrix_report?tdate=${on}&staff_id=${staff_id}`),
      wire_targets: await wire(`get_target_skil_matrix_report?tdate=${on}&staff_id=${staff_id}`),
      explained: (await get(`/api/reports/explain?on=${on}&staff_id=${staff_id}&skill_id=${skill_id}`)).valid_until,
    };
  };
  const always = (day: string | null) => ({
    holders: day,
    person: day,
    targets: day,
    learner: day,
    learners_targets: day,
    wire_person: day,
    wire_targets: day,
    explained: day,
  });

  it('is the end of the run, whoever wins in between, and the same on every surface', async () => {
    const staff_id = await person([
      { effective_date: '2025-01-10', valid_until: '2027-06-30' },
      { effective_date: '2026-12-01', valid_until: '2028-12-31' },
    ]);
    expect(await everywhere(staff_id)).toEqual(always('2028-12-31'));
    expect(await everywhere(staff_id, '2027-07-01')).toEqual(always('2028-12-31'));
  });

  it('a better level in between belongs to the run; of that better level it is its own last day', async () => {
    const staff_id = await person([
      { effective_date: '2025-01-10', valid_until: null },
      { level: 4, effective_date: '2027-01-01', valid_until: '2027-12-31' },
    ]);
    expect(await everywhere(staff_id)).toEqual(always(null));
    expect(await everywhere(staff_id, '2027-01-01')).toEqual(always('2027-12-31'));
  });

  it('a withdrawal to come ends the run, and so does the last active day', async () => {
    const withdrawn = await person([{ effective_date: '2025-01-10', valid_until: null }]);
    const body = { staff_id: withdrawn, skill_id, from_date: '2027-02-01', to_date: '2027-02-10', reason: 'Near miss' };
    expect((await admin.post('/api/revocations', body)).status).toBe(201);
    expect(await everywhere(withdrawn)).toEqual(always('2027-01-31'));
    expect(await everywhere(withdrawn, '2027-02-11')).toEqual(always(null));
  });

  it('explain tells it with the level, and which evidence holds until when', async () => {
    const staff_id = await person([
      { effective_date: '2025-01-10', valid_until: '2027-06-30' },
      { effective_date: '2026-12-01', valid_until: '2028-12-31' },
    ]);
    const answer = await get(`/api/reports/explain?staff_id=${staff_id}&skill_id=${skill_id}`);
    expect(answer).toMatchObject({
      valid_until: '2028-12-31',
      evidence: { valid_until: '2027-06-30' },
      carried_by: { effective_date: '2026-12-01', valid_until: '2028-12-31' },
      falls: { on: '2029-01-01' },
    });
    expect(answer.text).toContain(
      `on ${TODAY}; by prior learning of 2025-01-10, which holds until 2027-06-30; prior learning of 2026-12-01 carries it on; the level is valid until 2028-12-31`,
    );
  });
});
