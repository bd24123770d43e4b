import { CELL_STATUSES } from '../../src/contract/skill-matrix';
import { createAcceptanceCompany, type Records } from '../support/acceptance-records';
import { startApp, type RunningApp } from '../support/app';
import { downloadFile, openWorkbook } from '../support/downloaded-file';
import { statementsOfRequests } from '../support/recorded-statements';

const WINDOW = 'from=2026-03-01&to=2026-03-31';

describe('a report as a file', () => {
  let running: RunningApp;
  let plant: Records;
  beforeAll(async () => {
    running = await startApp();
    running.clock.freeze('2026-04-01T06:00:00Z');
    plant = await createAcceptanceCompany(running);
  });
  afterAll(() => running.close());

  const file = (path: string) => downloadFile(running, `/api/reports/${path}`, plant.admin);
  const answer = async (path: string) => (await plant.api.get(`/api/reports/${path}`)).body;

  it.each(['en', 'ar'])('has each level of the matrix in the right cell (%s)', async (lang) => {
    const matrix = await answer(`skill-matrix?to=2026-03-31`);
    const { bytes } = await file(`skill-matrix/export?to=2026-03-31&format=xlsx&lang=${lang}`);
    const { heads, sheets } = await openWorkbook(bytes);
    expect(new Set(heads).size).toBe(heads.length);
    expect(Boolean(sheets[0]!.view?.rightToLeft)).toBe(lang === 'ar');
    const rows = sheets[0]!.rows.slice(1);
    expect(rows.map((row) => row[0])).toEqual(matrix.rows.map((row: any) => row.staff_code));
    for (const [at, { skill_code }] of matrix.columns.entries()) {
      const column = heads.indexOf(skill_code);
      const levels = matrix.rows.map((_: unknown, row: number) => {
        const cell = matrix.cells.find((each: number[]) => each[0] === row && each[1] === at);
        return cell && CELL_STATUSES[cell[4]] !== 'NONE' ? cell[2] : null;
      });
      expect([skill_code, rows.map((row) => row[column] ?? null)]).toEqual([skill_code, levels]);
    }
    // What is not required has no percentage, and is not 0 (docs/skill-levels.md).
    const compliance = rows.map((row) => row[heads.length - 3] ?? null);
    expect(compliance).toEqual(matrix.rows.map((row: any) => row.figures.compliance));
    expect(compliance).toContain(null);
  });

  it('has a change column only for skills that changed', async () => {
    const { text } = await file(`skill-matrix-datewise/export?${WINDOW}`);
    const heads = text.slice(1, text.indexOf('\r\n')).split(',');
    expect(heads).toContain('FORK change');
    expect(heads).toContain('WELD target');
    expect(heads).not.toContain('FIRE change');
  });

  it.each([
    ['skill-wise', `skill-wise?${WINDOW}`, 'Code', 'skill_code'],
    ['skill-wise', `skill-wise?${WINDOW}&skill_code=WELD`, 'Staff code', 'staff_code'],
    ['expiring-skills', 'expiring-skills?to=2026-03-31&_end=200', 'Staff code', 'staff_code'],
    ['quiz', 'quiz?from=2026-03-01', 'Staff code', 'staff_code'],
  ])('matches %s row by row (%s)', async (_, path, head, field) => {
    const { rows } = await answer(path);
    const [name, query = ''] = path.split('?');
    const { bytes } = await file(`${name}/export?${query.replace('&_end=200', '')}&format=xlsx`);
    const opened = await openWorkbook(bytes);
    expect(opened.rows.map((row) => row[head])).toEqual(rows.map((row: any) => row[field]));
    expect(opened.info['Dates']).toMatch(/2026-0[34]-/);
  });

  it('can be a PDF in languages of several scripts', async () => {
    for (const lang of ['en', 'ar', 'zh']) {
      const { bytes, headers } = await file(`skill-matrix/export?to=2026-03-31&format=pdf&lang=${lang}`);
      expect(headers.get('content-type')).toBe('application/pdf');
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.toString('latin1')).toContain('%%EOF');
    }
  });

  it('refuses reversed dates, paging and unknown values', async () => {
    for (const [query, status] of [
      ['from=2026-04-01&to=2026-03-01', 422],
      ['_start=0', 400],
      ['format=doc', 422],
      ['lang=xx', 422],
    ] as const)
      expect([query, (await file(`skill-matrix-datewise/export?${query}`)).status]).toEqual([query, status]);
  });

  it('is audited, and takes the same number of statements each time', async () => {
    const path = `skill-matrix/export?to=2026-03-31&format=csv`;
    const once = await statementsOfRequests(() => file(path));
    const twice = await statementsOfRequests(() => file(path));
    expect(twice).toHaveLength(once.length);
    const [event] = (await plant.api.get('/api/audit-events?action=export.make')).body;
    expect(event.became).toMatchObject({ list: 'skill-matrix', format: 'csv', filters: { to: '2026-03-31' } });
  });
});
