import type { ExpiringPair } from '../../src/contract/expiring-skills.report';
import { startApp, type RunningApp } from '../support/app';
import { createReportingLine, type ReportingLine } from '../support/reporting-line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

const ON = '2026-03-31';

describe('skills that fall below their target soon', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: ReportingLine;
  let crane: string;
  let weld: string;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze(`${ON}T06:00:00Z`);
    plant = await openPlant(running);
    line = await createReportingLine(plant);
    [crane, weld] = [(await plant.createSkill()).skill_id, (await plant.createSkill()).skill_id];
    const people = [line.devi, line.asha, line.bala, line.chen, line.esra];
    const changes = people.flatMap((staff_id) =>
      [crane, weld].map((skill_id) => ({ staff_id, skill_id, level: 2, from_date: '2025-01-01' })),
    );
    expect((await plant.api.put('/api/skill-targets/grid', { changes })).status).toBe(200);
    const grantLevels = async (
      staff_id: string,
      skill_id: string,
      ...grantedLevels: readonly [number, string, string | null][]
    ) => {
      for (const [level, effective_date, valid_until] of grantedLevels) {
        const row = { staff_id, skill_id, kind: 'certificate', level, effective_date, valid_until };
        expect((await plant.api.post('/api/skill-evidence', row)).status).toBe(201);
      }
    };
    await grantLevels(line.bala, crane, [3, '2025-03-01', '2026-04-20']);
    // A level renewed in time, and one that does not end soon.
    await grantLevels(line.bala, weld, [3, '2025-03-01', '2026-04-05'], [2, '2025-04-01', '2026-05-10']);
    await grantLevels(line.chen, crane, [3, '2025-03-01', '2026-04-05'], [2, '2025-04-01', null]);
    // The last day of the warning period, and the day after.
    await grantLevels(line.asha, crane, [2, '2025-03-01', '2026-05-29']);
    await grantLevels(line.asha, weld, [2, '2025-03-01', '2026-05-30']);
    await grantLevels(line.esra, crane, [2, '2025-03-01', '2026-04-01']);
    // An exempt pair, one already below the target, and a revoked one.
    await grantLevels(line.chen, weld, [2, '2025-03-01', '2026-04-15']);
    await grantLevels(line.devi, crane, [1, '2025-03-01', '2026-04-15']);
    await grantLevels(line.devi, weld, [2, '2025-03-01', '2026-04-15']);
    const forStaff = (staff_id: string) => ({ staff_id, skill_id: weld, reason: 'Leave', from_date: '2026-03-01' });
    expect((await plant.api.post('/api/exemptions', forStaff(line.chen))).status).toBe(201);
    expect((await plant.api.post('/api/revocations', forStaff(line.devi))).status).toBe(201);
  });
  afterAll(() => running.close());

  const expiringOf = async (viewer: Headers, more = '') =>
    (await plant.as(viewer).get(`/api/reports/expiring-skills?_start=0&_end=200${more}`)).body as {
      rows: ExpiringPair[];
      totals: { expiring: number };
      definition: { text: string };
    };
  const describePairs = ({ rows }: { rows: readonly ExpiringPair[] }) =>
    rows.map(({ staff_name, skill_id, valid_until, level, target, status }) => [
      ...[staff_name.split(' ')[0], skill_id === crane ? 'crane' : 'weld', valid_until, level, target, status],
    ]);

  it('are listed as pairs with their last day, the nearest first', async () => {
    const answer = await expiringOf(plant.admin);
    expect(describePairs(answer)).toEqual([
      ['Esra', 'crane', '2026-04-01', 2, 2, 'EXPIRING'],
      ['Bala', 'crane', '2026-04-20', 3, 2, 'EXPIRING'],
      ['Bala', 'weld', '2026-05-10', 3, 2, 'EXPIRING'],
      ['Asha', 'crane', '2026-05-29', 2, 2, 'EXPIRING'],
    ]);
    expect(answer.definition.text).toContain('fall below it within 60 days');
  });

  it('are as many as the matrix counts, for every viewer', async () => {
    const viewers = { admin: plant.admin, devi: line.devi, asha: line.asha, bala: line.bala, esra: line.esra };
    const countsByViewer: Record<string, number> = {};
    for (const [name, staff_id] of Object.entries(viewers)) {
      const viewer = typeof staff_id === 'string' ? await plant.signInLearner(staff_id) : staff_id;
      const { rows, totals } = await expiringOf(viewer);
      const matrix = (await plant.as(viewer).get('/api/reports/skill-matrix')).body;
      const cells = (matrix.cells as number[][]).filter((cell) => cell[4] === 2).length;
      const summary = (await plant.as(viewer).get('/api/reports/skill-matrix/summary')).body;
      expect([name, totals.expiring, matrix.totals.expiring, summary.totals.expiring, cells]).toEqual([
        name,
        ...[rows.length, rows.length, rows.length, rows.length],
      ]);
      countsByViewer[name] = rows.length;
    }
    expect(countsByViewer).toEqual({ admin: 4, devi: 3, asha: 3, bala: 2, esra: 1 });
  });

  it('can be paged, filtered by person or skill, and read for another day', async () => {
    const slice = (await plant.api.get('/api/reports/expiring-skills?_start=1&_end=3')).body;
    expect([describePairs(slice).map(([name]) => name), slice.totals.expiring]).toEqual([['Bala', 'Bala'], 4]);
    expect(describePairs(await expiringOf(plant.admin, `&staff_id=${line.bala}`))).toHaveLength(2);
    expect(describePairs(await expiringOf(plant.admin, `&skill_id=${weld}`)).map(([name]) => name)).toEqual(['Bala']);
    // By today's data: the revocation was still to come.
    expect(describePairs(await expiringOf(plant.admin, '&to=2026-01-15'))).toEqual([
      ['Devi', 'weld', '2026-02-28', 2, 2, 'EXPIRING'],
    ]);
    expect((await plant.api.get('/api/reports/expiring-skills?sort=x')).status).toBe(400);
  });

  it('are limited to the manager’s current line', async () => {
    const asha = await line.signIn('asha');
    const forStaff = async (staff_id: string) =>
      (await plant.as(asha).get(`/api/reports/expiring-skills?staff_id=${staff_id}`)).status;
    expect([await forStaff(line.bala), await forStaff(line.esra), await forStaff(line.devi)]).toEqual([200, 404, 404]);
    await line.setManager(line.bala, line.esra);
    expect([await forStaff(line.bala), (await expiringOf(asha)).totals.expiring]).toEqual([404, 1]);
    expect((await expiringOf(await line.signIn('esra'))).totals.expiring).toBe(3);
  });
});
