/** Valid until of a level on day D: the last day of the unbroken run from D on with at least that level. */
import { SkillLedgerService, type Grant } from '../../src/modules/skills/skill-ledger.service';
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
    ({ skill_id } = await plant.createSkill());
  });
  afterAll(() => running.close());

  const person = async (grants: readonly Partial<Grant>[], more: object = {}) => {
    const { staff_id } = await plant.createStaff(more);
    const grantRows = grants.map(
      (row) => ({ staff_id, skill_id, source_type: 'hand', kind: 'prior', level: 3, ...row }) as Grant,
    );
    await running.app.get(SkillLedgerService, { strict: false }).grant(plant.tenant, grantRows);
    return staff_id;
  };
  const get = async (path: string, as = admin) => {
    const reply = await as.get(path);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body;
  };
  /** The end of the person's level on that day, as each report and call states it. */
  const fetchEverywhere = async (staff_id: string, on = TODAY): Promise<Record<string, string | null>> => {
    await admin.put('/api/skill-targets/grid', {
      changes: [{ staff_id, skill_id, level: 3, from_date: '2025-01-01' }],
    });
    const own = plant.as(await plant.signInLearner(staff_id));
    const rowOf = (rows: Record<string, any>[]) => rows.find((row) => row['staff_id'] === staff_id)!['valid_until'];
    const legacyReport = async (query: string) => {
      const { data } = await get(`/Result/${query}`);
      return rowOf(data.rows);
    };
    const apiReport = async (query: string, as = admin) => rowOf((await get(`/api/reports/${query}`, as)).rows);
    return {
      holders: await apiReport(`skill-wise?to=${on}&skill_id=${skill_id}`),
      person: await apiReport(`skill-wise?to=${on}&staff_id=${staff_id}`),
      targets: await apiReport(`targeted-skills?to=${on}&staff_id=${staff_id}`),
      learner: await apiReport(`skill-wise?to=${on}`, own),
      learners_targets: await apiReport(`targeted-skills?to=${on}`, own),
      wire_person: await legacyReport(`get_emp_skil_matrix_report?tdate=${on}&staff_id=${staff_id}`),
      wire_targets: await legacyReport(`get_target_skil_matrix_report?tdate=${on}&staff_id=${staff_id}`),
      explained: (await get(`/api/reports/explain?on=${on}&staff_id=${staff_id}&skill_id=${skill_id}`)).valid_until,
    };
  };
  const sameEverywhere = (day: string | null) => ({
    holders: day,
    person: day,
    targets: day,
    learner: day,
    learners_targets: day,
    wire_person: day,
    wire_targets: day,
    explained: day,
  });

  it('is the end of the run, whichever evidence wins in between, and the same everywhere', async () => {
    const staff_id = await person([
      { effective_date: '2025-01-10', valid_until: '2027-06-30' },
      { effective_date: '2026-12-01', valid_until: '2028-12-31' },
    ]);
    expect(await fetchEverywhere(staff_id)).toEqual(sameEverywhere('2028-12-31'));
    expect(await fetchEverywhere(staff_id, '2027-07-01')).toEqual(sameEverywhere('2028-12-31'));
  });

  it('a higher level in between belongs to the run; for that level it is its own last day', async () => {
    const staff_id = await person([
      { effective_date: '2025-01-10', valid_until: null },
      { level: 4, effective_date: '2027-01-01', valid_until: '2027-12-31' },
    ]);
    expect(await fetchEverywhere(staff_id)).toEqual(sameEverywhere(null));
    expect(await fetchEverywhere(staff_id, '2027-01-01')).toEqual(sameEverywhere('2027-12-31'));
  });

  it('a future revocation ends the run', async () => {
    const withdrawn = await person([{ effective_date: '2025-01-10', valid_until: null }]);
    const body = { staff_id: withdrawn, skill_id, from_date: '2027-02-01', to_date: '2027-02-10', reason: 'Near miss' };
    expect((await admin.post('/api/revocations', body)).status).toBe(201);
    expect(await fetchEverywhere(withdrawn)).toEqual(sameEverywhere('2027-01-31'));
    expect(await fetchEverywhere(withdrawn, '2027-02-11')).toEqual(sameEverywhere(null));
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
