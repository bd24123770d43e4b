import { SkillLedgerService } from '../../src/modules/skills/skill-ledger.service';
import { api } from '../support/api';
import { startApp, type RunningApp } from '../support/app';
import { openOrganisation, type Organisation } from '../support/organisation';
import {
  createAssignment,
  createLearner,
  createQuiz,
  singleChoiceQuestion,
  grantSkill,
  createReadingTraining,
} from '../support/quiz-fixtures';

describe('skills granted by an attempt in the quiz report', () => {
  let running: RunningApp;
  let plant: Organisation;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-30T06:00:00Z');
    plant = await openOrganisation(running, { time_zone: 'UTC' });
  });
  afterAll(() => running.close());

  const admin = () => api(running, plant.admin);
  /** A new learner passes a one-question training that grants level 3 of a new skill. */
  const passTraining = async (skill: object = {}) => {
    const person = await createLearner(running, plant);
    const training_id = await createReadingTraining(running, plant);
    const { questions } = await createQuiz(running, plant, training_id, [singleChoiceQuestion('Q')], { pass_mark: 80 });
    await createAssignment(running, plant, person.staff_id, training_id);
    const skill_id = await grantSkill(running, plant, training_id);
    expect((await admin().patch(`/api/skills/${skill_id}`, skill)).status).toBe(200);
    const as = api(running, person.headers);
    const { attempt_id } = (await as.post('/api/attempts', { training_id })).body;
    const option_id = [questions[0]!.options[0]!.option_id];
    await as.put(`/api/attempts/${attempt_id}/answers/1`, { option_id, sequence: 1 });
    expect((await as.post(`/api/attempts/${attempt_id}/submit`)).status).toBe(200);
    const { body } = await admin().get(`/api/skill-evidence?staff_id=${person.staff_id}`);
    return { staff_id: person.staff_id, skill_id, evidence_id: body[0].evidence_id as string };
  };
  const fetchRow = async (staff_id: string, to = '2026-03-31') => {
    const reply = await admin().get(`/api/reports/quiz?from=2026-03-01&to=${to}&staff_id=${staff_id}`);
    return reply.body.rows[0] as { skills_granted: string | null; valid_until: string | null };
  };

  it('are empty while the evidence waits for sign-off or was rejected', async () => {
    const rejected = await passTraining({ requires_signoff: true, validity_months: 12 });
    expect(await fetchRow(rejected.staff_id)).toMatchObject({ skills_granted: null, valid_until: null });
    const reason = { reason: 'Seen to need help' };
    expect((await admin().post(`/api/skill-evidence/${rejected.evidence_id}/reject`, reason)).status).toBe(200);
    expect(await fetchRow(rejected.staff_id)).toMatchObject({ skills_granted: null, valid_until: null });
    const approved = await passTraining({ requires_signoff: true, validity_months: 12 });
    expect((await admin().post(`/api/skill-evidence/${approved.evidence_id}/approve`, {})).status).toBe(200);
    expect(await fetchRow(approved.staff_id)).toMatchObject({
      skills_granted: expect.stringMatching(/ 3$/),
      valid_until: '2027-03-30',
    });
  });

  const grantPrior = async (
    pair: { staff_id: string; skill_id: string },
    effective_date: string,
    valid_until: string,
  ) => {
    const grant = { kind: 'prior' as const, level: 4, effective_date, valid_until, source_type: 'hand' as const };
    const ids = { staff_id: pair.staff_id, skill_id: pair.skill_id };
    await running.app.get(SkillLedgerService, { strict: false }).grant(plant.tenant, [{ ...ids, ...grant }]);
  };

  it('are valid as long as the level is, also by later evidence', async () => {
    const { staff_id, ...pair } = await passTraining({ validity_months: 12 });
    await grantPrior({ staff_id, ...pair }, '2026-09-01', '2028-12-31');
    expect(await fetchRow(staff_id)).toMatchObject({ skills_granted: expect.any(String), valid_until: '2028-12-31' });
  });

  it('show the last valid day of a level that lapsed before the report ends', async () => {
    const { staff_id } = await passTraining({ validity_months: 12 });
    expect(await fetchRow(staff_id, '2027-04-30')).toMatchObject({ valid_until: '2027-03-30' });
  });

  it('show the end of the unbroken run, which other evidence may extend', async () => {
    const longer = await passTraining({ validity_months: 12 });
    await grantPrior(longer, '2026-09-01', '2027-06-30');
    expect(await fetchRow(longer.staff_id, '2027-05-31')).toMatchObject({ valid_until: '2027-06-30' });
    expect(await fetchRow(longer.staff_id, '2027-08-31')).toMatchObject({ valid_until: '2027-06-30' });
    // Evidence after a gap does not extend the run.
    const again = await passTraining({ validity_months: 12 });
    await grantPrior(again, '2027-05-01', '2027-06-30');
    expect(await fetchRow(again.staff_id, '2027-08-31')).toMatchObject({ valid_until: '2027-03-30' });
  });

  it('are the same in the export as in the report', async () => {
    const one = await passTraining({ validity_months: 12 });
    await grantPrior(one, '2026-09-01', '2027-06-30');
    const none = await passTraining({ requires_signoff: true });
    for (const { staff_id } of [one, none]) {
      const { skills_granted, valid_until } = await fetchRow(staff_id);
      const csv = await admin().get(`/api/reports/quiz/export?from=2026-03-01&to=2026-03-31&staff_id=${staff_id}`);
      const [head, ...lines] = String(csv.body).trim().split('\r\n');
      const at = head!.split(',').indexOf('Skills granted');
      expect(lines.map((line) => line.split(',').slice(at, at + 2))).toEqual([
        [skills_granted ?? '', valid_until ?? ''],
      ]);
    }
  });
});
