import { startApp, type RunningApp } from '../support/app';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

const DAYS = 'from=2026-03-01&to=2026-03-31';

describe('the reports of a manager', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  let skill_id: string;
  let skill_code: string;
  let sessions: Record<'admin' | 'asha' | 'devi' | 'bala', Headers>;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    line = await createReportingLine(plant);
    ({ skill_id } = await plant.createSkill({ required_headcount: 4 }));
    ({ skill_code } = (await plant.api.get(`/api/skills/${skill_id}`)).body);
    const people = [line.devi, line.asha, line.bala, line.chen, line.esra];
    const changes = people.map((staff_id) => ({ staff_id, skill_id, level: 3, from_date: '2025-01-01' }));
    expect((await plant.api.put('/api/skill-targets/grid', { changes })).status).toBe(200);
    for (const [staff_id, level] of [
      [line.devi, 3],
      [line.bala, 3],
      [line.esra, 3],
      [line.chen, 1],
    ] as const) {
      const row = { staff_id, skill_id, kind: 'assessment', level, effective_date: '2025-03-01' };
      await plant.api.post('/api/skill-evidence', {
        ...row,
        valid_until: staff_id === line.bala ? '2026-04-20' : null,
      });
    }
    sessions = {
      admin: plant.admin,
      asha: await line.signIn('asha'),
      devi: await line.signIn('devi'),
      bala: await line.signIn('bala'),
    };
  });
  afterAll(() => running.close());

  const get = async (viewer: keyof typeof sessions, path: string) => (await plant.as(sessions[viewer]).get(path)).body;
  const names = (answer: { rows: { first_name?: string; staff_name?: string }[] }) =>
    answer.rows.map((row) => row.first_name ?? row.staff_name!.split(' ')[0]).toSorted();

  it('show rows and totals of the line and say so', async () => {
    for (const path of ['skill-matrix', 'skill-matrix-datewise', 'targeted-skills']) {
      const days = path === 'skill-matrix' ? 'to=2026-03-31' : DAYS;
      const [all, lineRows] = [
        await get('admin', `/api/reports/${path}?${days}`),
        await get('asha', `/api/reports/${path}?${days}`),
      ];
      expect([path, names(all)]).toEqual([path, ['Asha', 'Bala', 'Chen', 'Devi', 'Esra']]);
      expect([path, names(lineRows)]).toEqual([path, ['Asha', 'Bala', 'Chen']]);
      expect([path, all.totals.closing.compliant, all.totals.closing.required]).toEqual([path, 3, 5]);
      expect([path, lineRows.totals.closing.compliant, lineRows.totals.closing.required]).toEqual([path, 1, 3]);
      expect([path, lineRows.totals.expiring, lineRows.totals.staff]).toEqual([path, 1, 3]);
      expect([path, lineRows.definition.facts.scope, all.definition.facts.scope]).toEqual([path, 'line', 'all']);
      expect(lineRows.definition.text).toContain('Only you and the people below you');
    }
  });

  it('count holders and gaps of the line without comparing with the required headcount', async () => {
    const summary = await get('asha', `/api/reports/skill-matrix/summary?${DAYS}`);
    expect(summary.columns[0].figures).toMatchObject({ qualified: 1, coverage: null, heads: [1, 1, 0, 1, 0] });
    expect([summary.columns[0].required_headcount, summary.totals.mean_coverage]).toEqual([null, null]);
    const wholeSummary = await get('admin', `/api/reports/skill-matrix/summary?${DAYS}`);
    expect([wholeSummary.columns[0].required_headcount, wholeSummary.totals.mean_coverage]).toEqual([4, 75]);
    expect(summary.gaps.map((gap: { first_name: string }) => gap.first_name)).toEqual(['Asha', 'Chen']);
    const partSummary = await get(
      'asha',
      '/api/reports/skill-matrix?to=2026-03-31&_start=1&_end=3&skill_start=0&skill_end=10',
    );
    expect([partSummary.row_count, names(partSummary)]).toEqual([3, ['Bala', 'Chen']]);
    expect(names(await get('asha', `/api/reports/skill-wise?${DAYS}&skill_id=${skill_id}`))).toEqual(['Bala', 'Chen']);
    expect((await get('asha', `/api/reports/skill-wise?${DAYS}`)).rows[0]).toMatchObject({
      qualified: 1,
      required_headcount: null,
      coverage: null,
    });
    expect((await get('admin', `/api/reports/skill-wise?${DAYS}`)).rows[0]).toMatchObject({
      qualified: 3,
      coverage: 75,
    });
  });

  it('do not find people outside the line', async () => {
    for (const outsiderId of [line.devi, line.esra]) {
      for (const path of [
        `/api/reports/targeted-skills?${DAYS}&staff_id=${outsiderId}`,
        `/api/reports/skill-wise?${DAYS}&staff_id=${outsiderId}`,
        `/api/reports/skill-wise?${DAYS}&staff_id=${outsiderId}&skill_id=${skill_id}`,
        `/api/reports/explain?staff_id=${outsiderId}&skill_id=${skill_id}`,
        `/api/reports/skill-history?staff_id=${outsiderId}`,
        `/api/reports/expiring-skills?staff_id=${outsiderId}`,
        `/api/staff/${outsiderId}`,
        `/api/staff/${outsiderId}/job-roles`,
      ])
        expect([path, (await plant.as(sessions.asha).get(path)).status]).toEqual([path, 404]);
      const legacyResult = await get(
        'asha',
        `/Result/get_emp_skil_matrix_report?staff_id=${outsiderId}&skil_code=${skill_code}`,
      );
      expect(legacyResult).toMatchObject({ Status: false, data: null });
    }
    const explanation = await get('asha', `/api/reports/explain?staff_id=${line.bala}&skill_id=${skill_id}`);
    expect(explanation.staff_id).toBe(line.bala);
  });

  it('are the same in the legacy calls', async () => {
    const legacyResult = async (viewer: keyof typeof sessions, call: string) =>
      (await get(viewer, `/Result/${call}`)).data;
    const call = 'get_skil_matrix_report_date_wise?fdate=2026-03-01&tdate=2026-03-31';
    expect(names(await legacyResult('asha', call))).toEqual(['Asha', 'Bala', 'Chen']);
    expect(names(await legacyResult('devi', call))).toEqual(['Asha', 'Bala', 'Chen', 'Devi']);
    expect(names(await legacyResult('asha', 'get_skil_matrix_report'))).toEqual(['Asha', 'Bala', 'Chen']);
    const targetedCall = 'get_target_skil_matrix_report?fdate=2026-03-01&tdate=2026-03-31';
    expect(names(await legacyResult('asha', targetedCall))).toEqual(['Asha', 'Bala', 'Chen']);
    expect((await legacyResult('asha', `${targetedCall}&staff_id=${line.chen}`)).rows).toMatchObject([{ gap: 2 }]);
  });

  it('are cached per viewer and refreshed after a line change', async () => {
    const path = `/api/reports/targeted-skills?${DAYS}`;
    const readRows = async () => {
      const rows: Record<string, number | string[]> = {};
      for (const viewer of ['admin', 'asha', 'devi', 'bala', 'devi', 'asha', 'admin'] as const)
        rows[viewer] = names(await get(viewer, path));
      return { ...rows, bala: (rows['bala'] as string[]).length };
    };
    const allNames = ['Asha', 'Bala', 'Chen', 'Devi', 'Esra'];
    const rowsBefore = {
      admin: allNames,
      asha: ['Asha', 'Bala', 'Chen'],
      devi: ['Asha', 'Bala', 'Chen', 'Devi'],
      bala: 1,
    };
    expect([await readRows(), await readRows()]).toEqual([rowsBefore, rowsBefore]);
    await line.setManager(line.esra, line.asha);
    const rowsAfter = { admin: allNames, asha: ['Asha', 'Bala', 'Chen', 'Esra'], devi: allNames, bala: 1 };
    expect(await readRows()).toEqual(rowsAfter);
    await line.setManager(line.esra, null);
    expect(await readRows()).toEqual(rowsBefore);
  });
});
