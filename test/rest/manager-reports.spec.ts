import { startApp, type RunningApp } from '../support/app';
import { openLine, type Line } from '../support/line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

const DAYS = 'from=2026-03-01&to=2026-03-31';

describe('the reports of a manager', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  let skill_id: string;
  let skill_code: string;
  let who: Record<'admin' | 'asha' | 'devi' | 'bala', Headers>;
  beforeAll(async () => {
    running = await startApp();
    plant = await openPlant(running);
    line = await openLine(plant);
    ({ skill_id } = await plant.skill({ required_headcount: 4 }));
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
    who = {
      admin: plant.admin,
      asha: await line.signedIn('asha'),
      devi: await line.signedIn('devi'),
      bala: await line.signedIn('bala'),
    };
  });
  afterAll(() => running.close());

  const get = async (as: keyof typeof who, path: string) => (await plant.as(who[as]).get(path)).body;
  const names = (answer: { rows: { first_name?: string; staff_name?: string }[] }) =>
    answer.rows.map((row) => row.first_name ?? row.staff_name!.split(' ')[0]).toSorted();

  it('have the rows and the totals of the line, and say so', async () => {
    for (const path of ['skill-matrix', 'skill-matrix-datewise', 'targeted-skills']) {
      const days = path === 'skill-matrix' ? 'to=2026-03-31' : DAYS;
      const [all, mine] = [
        await get('admin', `/api/reports/${path}?${days}`),
        await get('asha', `/api/reports/${path}?${days}`),
      ];
      expect([path, names(all)]).toEqual([path, ['Asha', 'Bala', 'Chen', 'Devi', 'Esra']]);
      expect([path, names(mine)]).toEqual([path, ['Asha', 'Bala', 'Chen']]);
      expect([path, all.totals.closing.compliant, all.totals.closing.required]).toEqual([path, 3, 5]);
      expect([path, mine.totals.closing.compliant, mine.totals.closing.required]).toEqual([path, 1, 3]);
      expect([path, mine.totals.expiring, mine.totals.staff]).toEqual([path, 1, 3]);
      expect([path, mine.definition.facts.scope, all.definition.facts.scope]).toEqual([path, 'line', 'all']);
      expect(mine.definition.text).toContain('Only you and the people below you');
    }
  });

  it('count holders and gaps over the line, whole or in parts, and do not measure it against the headcount', async () => {
    const summary = await get('asha', `/api/reports/skill-matrix/summary?${DAYS}`);
    expect(summary.columns[0].figures).toMatchObject({ qualified: 1, coverage: null, heads: [1, 1, 0, 1, 0] });
    expect([summary.columns[0].required_headcount, summary.totals.mean_coverage]).toEqual([null, null]);
    const whole = await get('admin', `/api/reports/skill-matrix/summary?${DAYS}`);
    expect([whole.columns[0].required_headcount, whole.totals.mean_coverage]).toEqual([4, 75]);
    expect(summary.gaps.map((gap: { first_name: string }) => gap.first_name)).toEqual(['Asha', 'Chen']);
    const part = await get(
      'asha',
      '/api/reports/skill-matrix?to=2026-03-31&_start=1&_end=3&skill_start=0&skill_end=10',
    );
    expect([part.row_count, names(part)]).toEqual([3, ['Bala', 'Chen']]);
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

  it('know nobody outside the line: not upwards, not beside', async () => {
    for (const outside of [line.devi, line.esra]) {
      for (const path of [
        `/api/reports/targeted-skills?${DAYS}&staff_id=${outside}`,
        `/api/reports/skill-wise?${DAYS}&staff_id=${outside}`,
        `/api/reports/skill-wise?${DAYS}&staff_id=${outside}&skill_id=${skill_id}`,
        `/api/reports/explain?staff_id=${outside}&skill_id=${skill_id}`,
        `/api/reports/skill-history?staff_id=${outside}`,
        `/api/reports/expiring-skills?staff_id=${outside}`,
        `/api/staff/${outside}`,
        `/api/staff/${outside}/job-roles`,
      ])
        expect([path, (await plant.as(who.asha).get(path)).status]).toEqual([path, 404]);
      const wire = await get('asha', `/Result/get_emp_skil_matrix_report?staff_id=${outside}&skil_code=${skill_code}`);
      expect(wire).toMatchObject({ Status: false, data: null });
    }
    const seen = await get('asha', `/api/reports/explain?staff_id=${line.bala}&skill_id=${skill_id}`);
    expect(seen.staff_id).toBe(line.bala);
  });

  it('are the same on the specification’s calls', async () => {
    const wire = async (as: keyof typeof who, call: string) => (await get(as, `/Result/${call}`)).data;
    const call = 'get_skil_matrix_report_date_wise?fdate=2026-03-01&tdate=2026-03-31';
    expect(names(await wire('asha', call))).toEqual(['Asha', 'Bala', 'Chen']);
    expect(names(await wire('devi', call))).toEqual(['Asha', 'Bala', 'Chen', 'Devi']);
    expect(names(await wire('asha', 'get_skil_matrix_report'))).toEqual(['Asha', 'Bala', 'Chen']);
    const targeted = 'get_target_skil_matrix_report?fdate=2026-03-01&tdate=2026-03-31';
    expect(names(await wire('asha', targeted))).toEqual(['Asha', 'Bala', 'Chen']);
    expect((await wire('asha', `${targeted}&staff_id=${line.chen}`)).rows).toMatchObject([{ gap: 2 }]);
  });

  it('are kept for each asker apart, whoever asked before, and anew once a line has changed', async () => {
    const path = `/api/reports/targeted-skills?${DAYS}`;
    const asked = async () => {
      const rows: Record<string, number | string[]> = {};
      for (const as of ['admin', 'asha', 'devi', 'bala', 'devi', 'asha', 'admin'] as const)
        rows[as] = names(await get(as, path));
      return { ...rows, bala: (rows['bala'] as string[]).length };
    };
    const everybody = ['Asha', 'Bala', 'Chen', 'Devi', 'Esra'];
    const before = {
      admin: everybody,
      asha: ['Asha', 'Bala', 'Chen'],
      devi: ['Asha', 'Bala', 'Chen', 'Devi'],
      bala: 1,
    };
    expect([await asked(), await asked()]).toEqual([before, before]);
    await line.below(line.esra, line.asha);
    const after = { admin: everybody, asha: ['Asha', 'Bala', 'Chen', 'Esra'], devi: everybody, bala: 1 };
    expect(await asked()).toEqual(after);
    await line.below(line.esra, null);
    expect(await asked()).toEqual(before);
  });
});
