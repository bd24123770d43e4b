import type { SkillHistory, SkillHistoryResponse } from '../../src/contract/evidence.responses';
import { startApp, type RunningApp } from '../support/app';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

describe('the history of a person’s skills', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  let skill_id: string;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-03-31T06:00:00Z');
    plant = await openPlant(running);
    line = await createReportingLine(plant);
    skill_id = (await plant.createSkill({ name: 'Crane', skill_group: 'Lifting' })).skill_id;
    await plant.createSkill({ name: 'Never heard of' });
    const role = async (name: string, levels: readonly [number, string, string | null][]) => {
      const { id } = (await plant.api.post('/api/job-roles', { name })).body;
      for (const [level, from_date, to_date] of levels)
        await plant.api.post('/api/role-targets', { job_role_id: id, skill_id, level, from_date, to_date });
      return id as string;
    };
    const [welder, foreman] = [
      await role('Welder', [
        [1, '2020-01-01', '2024-12-31'],
        [2, '2025-01-01', null],
      ]),
      await role('Foreman', [[4, '2020-01-01', null]]),
    ];
    const bala = { staff_id: line.bala, skill_id };
    for (const [job_role_id, from_date] of [
      [welder, '2023-01-01'],
      [foreman, '2025-05-01'],
      [welder, '2025-08-01'],
    ])
      await plant.api.post(`/api/staff/${line.bala}/job-role`, { job_role_id, from_date });
    await plant.api.post('/api/skill-targets', { ...bala, level: 3, from_date: '2026-01-01', to_date: '2026-02-15' });
    await plant.api.post('/api/exemptions', {
      ...bala,
      reason: 'Leave',
      from_date: '2025-09-01',
      to_date: '2025-09-30',
    });
    const evidence = (kind: string, level: number, effective_date: string, valid_until: string | null) =>
      plant.api.post('/api/skill-evidence', { ...bala, kind, level, effective_date, valid_until, note: 'Seen' });
    await evidence('prior', 2, '2024-02-01', null);
    await evidence('certificate', 3, '2025-03-01', '2026-06-30');
    await evidence('self', 4, '2025-04-01', null);
    const revocation = { ...bala, reason: 'Accident', from_date: '2025-10-05' };
    const { id } = (await plant.api.post('/api/revocations', revocation)).body;
    await plant.api.post(`/api/revocations/${id}/end`, { to_date: '2025-10-20' });
  });
  afterAll(() => running.close());

  const history = async (staff_id: string, as: Headers = plant.admin): Promise<SkillHistoryResponse> =>
    (await plant.as(as).get(`/api/reports/skill-history?staff_id=${staff_id}`)).body;
  const crane = async (): Promise<SkillHistory> => (await history(line.bala)).skills[0]!;

  it('is every step of the level with what gave it, oldest first', async () => {
    const { levels, ...skill } = await crane();
    expect(skill).toMatchObject({ skill_id, skill_name: 'Crane', skill_group: 'Lifting' });
    expect(
      levels.map(({ from_date, to_date, level, cause, evidence }) => [
        from_date,
        to_date,
        level,
        cause,
        evidence?.kind ?? null,
        evidence?.note ?? null,
      ]),
    ).toEqual([
      ['2024-02-01', '2025-02-28', 2, 'prior', 'prior', 'Seen'],
      ['2025-03-01', '2025-10-04', 3, 'certificate', 'certificate', 'Seen'],
      ['2025-10-05', '2025-10-20', 0, 'revoked', null, null],
      ['2025-10-21', '2026-06-30', 3, 'certificate', 'certificate', 'Seen'],
      ['2026-07-01', null, 2, 'prior', 'prior', 'Seen'],
    ]);
  });

  it('says on every day what the explanation of that day says', async () => {
    const { levels, targets } = await crane();
    const stepOn = <S extends { from_date: string; to_date: string | null }>(steps: readonly S[], day: string) =>
      steps.find(({ from_date, to_date }) => from_date <= day && (to_date === null || day <= to_date));
    const changes = [...levels, ...targets].flatMap(({ from_date, to_date }) => [
      from_date,
      ...(to_date ? [to_date] : []),
    ]);
    const days = new Set([
      ...changes,
      '2020-01-01',
      '2024-12-31',
      '2025-09-15',
      '2025-10-01',
      '2026-03-31',
      '2030-01-01',
    ]);
    for (const day of days) {
      const { body } = await plant.api.get(`/api/reports/explain?staff_id=${line.bala}&skill_id=${skill_id}&on=${day}`);
      const target = body.exempt ? null : body.target;
      expect([day, stepOn(levels, day)?.level ?? 0, stepOn(targets, day)?.level ?? null]).toEqual([
        day,
        body.level,
        target,
      ]);
    }
    expect(targets.map(({ level, source }) => [level, source])).toEqual([
      [1, 'role'],
      [2, 'role'],
      [4, 'role'],
      [2, 'role'],
      [2, 'role'],
      [3, 'personal'],
      [2, 'role'],
    ]);
  });

  it('is visible to admins, managers and the person only', async () => {
    for (const name of ['devi', 'asha', 'bala'] as const)
      expect([name, (await history(line.bala, await line.signIn(name))).skills.length]).toEqual([name, 1]);
    for (const name of ['chen', 'esra'] as const) {
      const reply = await plant.as(await line.signIn(name)).get(`/api/reports/skill-history?staff_id=${line.bala}`);
      expect([name, reply.status]).toEqual([name, 404]);
    }
    expect(
      (await plant.as(await plant.signIn({ role: 'user' })).get(`/api/reports/skill-history?staff_id=${line.bala}`))
        .status,
    ).toBe(404);
    const asha = await line.signIn('asha');
    await line.setManager(line.bala, line.esra);
    expect((await plant.as(asha).get(`/api/reports/skill-history?staff_id=${line.bala}`)).status).toBe(404);
    expect((await history(line.bala, await line.signIn('esra'))).skills).toHaveLength(1);
  });

  it('of a person without evidence is empty, and an invalid id is refused', async () => {
    expect((await history(line.chen)).skills).toEqual([]);
    expect((await plant.api.get('/api/reports/skill-history?staff_id=me')).status).toBe(422);
    expect((await plant.api.get('/api/reports/skill-history')).status).toBe(422);
  });
});
