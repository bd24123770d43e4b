import type { ExpiringPair } from '../../src/contract/expiring-skills.report';
import { startApp, type RunningApp } from '../support/app';
import { openLine, type Line } from '../support/line';
import type { Headers } from '../support/organisation';
import { openPlant, type Plant } from '../support/plant';

const ON = '2026-03-31';

describe('what falls below its target soon', () => {
  let running: RunningApp;
  let plant: Plant;
  let line: Line;
  let crane: string;
  let weld: string;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze(`${ON}T06:00:00Z`);
    plant = await openPlant(running);
    line = await openLine(plant);
    [crane, weld] = [(await plant.skill()).skill_id, (await plant.skill()).skill_id];
    const people = [line.devi, line.asha, line.bala, line.chen, line.esra];
    const changes = people.flatMap((staff_id) =>
      [crane, weld].map((skill_id) => ({ staff_id, skill_id, level: 2, from_date: '2025-01-01' })),
    );
    expect((await plant.api.put('/api/skill-targets/grid', { changes })).status).toBe(200);
    const has = async (staff_id: string, skill_id: string, ...held: readonly [number, string, string | null][]) => {
      for (const [level, effective_date, valid_until] of held) {
        const row = { staff_id, skill_id, kind: 'certificate', level, effective_date, valid_until };
        expect((await plant.api.post('/api/skill-evidence', row)).status).toBe(201);
      }
    };
    await has(line.bala, crane, [3, '2025-03-01', '2026-04-20']);
    // What is enough carries on, and ends later; or does not end soon at all.
    await has(line.bala, weld, [3, '2025-03-01', '2026-04-05'], [2, '2025-04-01', '2026-05-10']);
    await has(line.chen, crane, [3, '2025-03-01', '2026-04-05'], [2, '2025-04-01', null]);
    // The last day of the warning, and one too late.
    await has(line.asha, crane, [2, '2025-03-01', '2026-05-29']);
    await has(line.asha, weld, [2, '2025-03-01', '2026-05-30']);
    await has(line.esra, crane, [2, '2025-03-01', '2026-04-01']);
    // Exempt, below the target already, and withdrawn.
    await has(line.chen, weld, [2, '2025-03-01', '2026-04-15']);
    await has(line.devi, crane, [1, '2025-03-01', '2026-04-15']);
    await has(line.devi, weld, [2, '2025-03-01', '2026-04-15']);
    const of = (staff_id: string) => ({ staff_id, skill_id: weld, reason: 'Leave', from_date: '2026-03-01' });
    expect((await plant.api.post('/api/exemptions', of(line.chen))).status).toBe(201);
    expect((await plant.api.post('/api/revocations', of(line.devi))).status).toBe(201);
  });
  afterAll(() => running.close());

  const expiringOf = async (as: Headers, more = '') =>
    (await plant.as(as).get(`/api/reports/expiring-skills?_start=0&_end=200${more}`)).body as {
      rows: ExpiringPair[];
      totals: { expiring: number };
      definition: { text: string };
    };
  const named = ({ rows }: { rows: readonly ExpiringPair[] }) =>
    rows.map(({ staff_name, skill_id, valid_until, level, target, status }) => [
      ...[staff_name.split(' ')[0], skill_id === crane ? 'crane' : 'weld', valid_until, level, target, status],
    ]);

  it('is each such pair with its last day, the nearest first', async () => {
    const answer = await expiringOf(plant.admin);
    expect(named(answer)).toEqual([
      ['Esra', 'crane', '2026-04-01', 2, 2, 'EXPIRING'],
      ['Bala', 'crane', '2026-04-20', 3, 2, 'EXPIRING'],
      ['Bala', 'weld', '2026-05-10', 3, 2, 'EXPIRING'],
      ['Asha', 'crane', '2026-05-29', 2, 2, 'EXPIRING'],
    ]);
    expect(answer.definition.text).toContain('fall below it within 60 days');
  });

  it('is as many pairs as every matrix counts, for whoever asks', async () => {
    const askers = { admin: plant.admin, devi: line.devi, asha: line.asha, bala: line.bala, esra: line.esra };
    const counted: Record<string, number> = {};
    for (const [name, staff_id] of Object.entries(askers)) {
      const as = typeof staff_id === 'string' ? await plant.learner(staff_id) : staff_id;
      const { rows, totals } = await expiringOf(as);
      const matrix = (await plant.as(as).get('/api/reports/skill-matrix')).body;
      const cells = (matrix.cells as number[][]).filter((cell) => cell[4] === 2).length;
      const summary = (await plant.as(as).get('/api/reports/skill-matrix/summary')).body;
      expect([name, totals.expiring, matrix.totals.expiring, summary.totals.expiring, cells]).toEqual([
        name,
        ...[rows.length, rows.length, rows.length, rows.length],
      ]);
      counted[name] = rows.length;
    }
    expect(counted).toEqual({ admin: 4, devi: 3, asha: 3, bala: 2, esra: 1 });
  });

  it('comes in parts, of one person or skill, and of another day', async () => {
    const part = (await plant.api.get('/api/reports/expiring-skills?_start=1&_end=3')).body;
    expect([named(part).map(([name]) => name), part.totals.expiring]).toEqual([['Bala', 'Bala'], 4]);
    expect(named(await expiringOf(plant.admin, `&staff_id=${line.bala}`))).toHaveLength(2);
    expect(named(await expiringOf(plant.admin, `&skill_id=${weld}`)).map(([name]) => name)).toEqual(['Bala']);
    // By what is known today: then the withdrawal was to come.
    expect(named(await expiringOf(plant.admin, '&to=2026-01-15'))).toEqual([
      ['Devi', 'weld', '2026-02-28', 2, 2, 'EXPIRING'],
    ]);
    expect((await plant.api.get('/api/reports/expiring-skills?sort=x')).status).toBe(400);
  });

  it('of nobody outside the line, nor of whoever left it', async () => {
    const asha = await line.signedIn('asha');
    const of = async (staff_id: string) =>
      (await plant.as(asha).get(`/api/reports/expiring-skills?staff_id=${staff_id}`)).status;
    expect([await of(line.bala), await of(line.esra), await of(line.devi)]).toEqual([200, 404, 404]);
    await line.below(line.bala, line.esra);
    expect([await of(line.bala), (await expiringOf(asha)).totals.expiring]).toEqual([404, 1]);
    expect((await expiringOf(await line.signedIn('esra'))).totals.expiring).toBe(3);
  });
});
