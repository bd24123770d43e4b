/** Reports of large organisations are read in parts, which together must equal the whole report. */
import { startApp, type RunningApp } from '../support/app';
import { seededRandom } from '../support/seeded-random';
import type { Plant } from '../support/plant';
import { CLOSING, createTargetedCompany } from '../support/targeted-company';

const WINDOW = `from=2026-01-01&to=${CLOSING}`;

interface Matrix {
  report: string;
  definition: { code: string };
  row_count: number;
  column_count: number;
  rows: { id: string; figures: { overdue: number; gap: number } | null }[];
  columns: { id: string; figures: { gap: number } | null }[];
  cells: (number | null)[][];
  totals: { overdue: number; closing: { gap: number; required: number } };
  gaps: { staff_id: string; skill_id: string; level: number; target: number; overdue: boolean }[];
}

describe('a matrix in parts', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-04-01T06:00:00Z');
  });
  afterAll(() => running.close());
  const get = async (plant: Plant, path: string): Promise<Matrix> => {
    const reply = await plant.api.get(`/api/reports/${path}`);
    expect(reply).toMatchObject({ status: 200 });
    return reply.body;
  };
  /** Cells by person and skill: the whole report leaves out columns without a target. */
  const cellsByPair = ({ rows, columns, cells }: Matrix) =>
    cells.map(([row, column, ...cell]) => [rows[row!]!.id, columns[column!]!.id, ...cell]);

  it('lists the people of the whole report: those with a target, or only the overdue ones', async () => {
    for (const seed of [1, 2, 3]) {
      const plant = await createTargetedCompany(running, seededRandom(seed), 60, 12);
      for (const more of ['', '&overdue=true']) {
        const whole = await get(plant, `targeted-skills?${WINDOW}${more}`);
        expect(whole.rows.length).toBeGreaterThan(1);
        expect(whole.rows.length).toBeLessThan(60);
        const parts: Matrix[] = [];
        for (let from = 0; from < whole.row_count; from += 7) {
          const part = await get(plant, `targeted-skills?${WINDOW}${more}&_start=${from}&_end=${from + 7}`);
          expect(part.row_count).toBe(whole.row_count);
          parts.push(part);
        }
        expect(parts.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(whole.rows.map(({ id }) => id));
        expect(parts.flatMap(cellsByPair)).toEqual(cellsByPair(whole));
        if (more) expect(whole.cells.every((cell) => cell[6] === 1)).toBe(true);
      }
    }
  });

  it('has in its summary what the whole counts: the overdue, the gaps of each skill, the ten widest', async () => {
    const plant = await createTargetedCompany(running, seededRandom(7), 60, 12);
    const whole = await get(plant, `targeted-skills?${WINDOW}`);
    const summary = await get(plant, `skill-matrix/summary?${WINDOW}`);
    expect(whole.totals.overdue).toBeGreaterThan(0);
    expect(summary.totals).toEqual(whole.totals);
    const gapsOf = (matrix: Matrix) =>
      Object.fromEntries(
        matrix.columns.filter(({ figures }) => figures!.gap).map((each) => [each.id, each.figures!.gap]),
      );
    expect(gapsOf(summary)).toEqual(gapsOf(whole));
    const gap = (cell: (number | null)[]) => cell[3]! - cell[2]!;
    // An exempt pair (status 0) requires nothing.
    const open = whole.cells.filter((cell) => cell[4] !== 0 && gap(cell) > 0);
    const widest = open.map((cell) => gap(cell) * 2 + cell[6]!).sort((a, b) => b - a);
    expect(summary.gaps.map((each) => (each.target - each.level) * 2 + Number(each.overdue))).toEqual(
      widest.slice(0, 10),
    );
    for (const report of ['skill-matrix', 'skill-matrix-datewise'])
      expect((await get(plant, `${report}?to=${CLOSING}`)).totals.overdue).toBe(whole.totals.overdue);
  });

  it('beyond 250,000 cells each report answers its own summary on request, and refuses otherwise', async () => {
    const plant = await createTargetedCompany(running, seededRandom(11), 840, 420);
    const refused = await plant.api.get(`/api/reports/skill-matrix?to=${CLOSING}`);
    expect(refused).toMatchObject({ status: 422, body: { code: 'too_many_cells' } });
    for (const report of ['skill-matrix', 'skill-matrix-datewise', 'targeted-skills']) {
      const answer = await get(plant, `${report}?to=${CLOSING}&beyond=summary`);
      expect(answer).toMatchObject({ report, definition: { code: report } });
      expect(answer).not.toHaveProperty('cells');
      expect(answer.totals.overdue).toBeGreaterThan(0);
      expect(answer.gaps).toHaveLength(10);
      const more = report === 'targeted-skills' ? '&overdue=true' : '';
      const filtered = await get(plant, `${report}?to=${CLOSING}&beyond=summary${more}`);
      const part = await get(plant, `${report}?to=${CLOSING}${more}&_start=0&_end=200&skill_start=0&skill_end=500`);
      expect(filtered).toMatchObject({ row_count: part.row_count, column_count: part.column_count });
      expect(filtered.totals).toEqual(answer.totals);
    }
    const late = await get(plant, `targeted-skills?to=${CLOSING}&overdue=true&_start=0&_end=200&skill_end=500`);
    expect(late.cells).toHaveLength(late.cells.filter((cell) => cell[6] === 1).length);
    expect(late.cells).toHaveLength((await get(plant, `skill-matrix/summary?to=${CLOSING}`)).totals.overdue);
  });
});
