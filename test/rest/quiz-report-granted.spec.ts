import { SkillLedger } from '../../src/skills/skill-ledger.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import { assign, learner, quiz, single, teaches, training } from '../support/quiz-given';

describe('what an attempt granted, in the quiz report', () => {
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-30T06:00:00Z');
    plant = await openOrganisation(running, { time_zone: 'UTC' });
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  /** Somebody passes a training of one question that gives level 3 of a skill of its own. */
  const passed = async (skill: object = {}) => {
    const who = await learner(running, plant);
    const training_id = await training(running, plant);
    const { questions } = await quiz(running, plant, training_id, [single('Q')], { pass_mark: 80 });
    await assign(running, plant, who.staff_id, training_id);
    const skill_id = await teaches(running, plant, training_id);
    expect((await admin().patch(`/api/skills/${skill_id}`, skill)).status).toBe(200);
    const as = api(running, who.headers);
    const { attempt_id } = (await as.post('/api/attempts', { training_id })).body;
    const option_id = [questions[0]!.options[0]!.option_id];
    await as.put(`/api/attempts/${attempt_id}/answers/1`, { option_id, sequence: 1 });
    expect((await as.post(`/api/attempts/${attempt_id}/submit`)).status).toBe(200);
    const { body } = await admin().get(`/api/skill-evidence?staff_id=${who.staff_id}`);
    return { staff_id: who.staff_id, skill_id, evidence_id: body[0].evidence_id as string };
  };
  const row = async (staff_id: string, to = '2026-03-31') => {
    const reply = await admin().get(`/api/reports/quiz?from=2026-03-01&to=${to}&staff_id=${staff_id}`);
    return reply.body.rows[0] as { skills_granted: string | null; valid_until: string | null };
  };

  it('is nothing while it waits for sign-off, or when that was refused', async () => {
    const rejected = await passed({ requires_signoff: true, validity_months: 12 });
    expect(await row(rejected.staff_id)).toMatchObject({ skills_granted: null, valid_until: null });
    const reason = { reason: 'Seen to need help' };
    expect((await admin().post(`/api/skill-evidence/${rejected.evidence_id}/reject`, reason)).status).toBe(200);
    expect(await row(rejected.staff_id)).toMatchObject({ skills_granted: null, valid_until: null });
    const approved = await passed({ requires_signoff: true, validity_months: 12 });
    expect((await admin().post(`/api/skill-evidence/${approved.evidence_id}/approve`, {})).status).toBe(200);
    expect(await row(approved.staff_id)).toMatchObject({
      skills_granted: expect.stringMatching(/ 3$/),
      valid_until: '2027-03-30',
    });
  });

  const certified = async (
    pair: { staff_id: string; skill_id: string },
    effective_date: string,
    valid_until: string,
  ) => {
    const grant = { kind: 'prior' as const, level: 4, effective_date, valid_until, source_type: 'hand' as const };
    const of = { staff_id: pair.staff_id, skill_id: pair.skill_id };
    await running.app.get(SkillLedger, { strict: false }).grant(plant.tenant, [{ ...of, ...grant }]);
  };

  it('is valid as long as the level is, also by what came later', async () => {
    const { staff_id, ...pair } = await passed({ validity_months: 12 });
    await certified({ staff_id, ...pair }, '2026-09-01', '2028-12-31');
    expect(await row(staff_id)).toMatchObject({ skills_granted: expect.any(String), valid_until: '2028-12-31' });
  });

  it('says of what has lapsed by the last day of the report when it did', async () => {
    const { staff_id } = await passed({ validity_months: 12 });
    expect(await row(staff_id, '2027-04-30')).toMatchObject({ valid_until: '2027-03-30' });
  });

  it('says of what has lapsed the end of the run it was part of, which something else made longer', async () => {
    const longer = await passed({ validity_months: 12 });
    await certified(longer, '2026-09-01', '2027-06-30');
    expect(await row(longer.staff_id, '2027-05-31')).toMatchObject({ valid_until: '2027-06-30' });
    expect(await row(longer.staff_id, '2027-08-31')).toMatchObject({ valid_until: '2027-06-30' });
    // What came after a gap is no part of it.
    const again = await passed({ validity_months: 12 });
    await certified(again, '2027-05-01', '2027-06-30');
    expect(await row(again.staff_id, '2027-08-31')).toMatchObject({ valid_until: '2027-03-30' });
  });

  it('is told by the export as by the report', async () => {
    const one = await passed({ validity_months: 12 });
    await certified(one, '2026-09-01', '2027-06-30');
    const none = await passed({ requires_signoff: true });
    for (const { staff_id } of [one, none]) {
      const { skills_granted, valid_until } = await row(staff_id);
      const csv = await admin().get(`/api/reports/quiz/export?from=2026-03-01&to=2026-03-31&staff_id=${staff_id}`);
      const [head, ...lines] = String(csv.body).trim().split('\r\n');
      const at = head!.split(',').indexOf('Skills granted');
      expect(lines.map((line) => line.split(',').slice(at, at + 2))).toEqual([
        [skills_granted ?? '', valid_until ?? ''],
      ]);
    }
  });
});
