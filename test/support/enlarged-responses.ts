import type { Page, Route } from 'playwright-core';
import type { MatrixResponse } from '../../src/contract/report.responses';

export interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

const cyclicSlice = <T>(list: readonly T[], from: number, to: number): T[] =>
  Array.from({ length: to - from }, (_, index) => list[(from + index) % list.length]!);

/** Turns the API responses of a small organisation into those of a large one, without a large database. */
export async function enlargeResponses(page: Page, size: GridSize): Promise<void> {
  await enlargeMatrix(page, size);
  await enlargeList(page, 'staff', 'id', size.rows);
  await enlargeList(page, 'skills', 'skill_id', size.columns);
  await enlargeTargets(page, size);
}

async function enlargeMatrix(page: Page, { rows: ROWS, columns: COLUMNS }: GridSize): Promise<void> {
  let original: MatrixResponse | undefined;
  await page.route(/\/api\/reports\/skill-matrix\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    original ??= (await (await route.fetch()).json()) as MatrixResponse;
    const { rows, columns, cells, cell, ...head } = original;
    const columnRange = (from: number, to: number) => cyclicSlice(columns, from, to).map((column) => ({ ...column }));
    const body = { ...head, row_count: ROWS, column_count: COLUMNS };
    if (!query.has('_start')) return route.fulfill({ json: { ...body, columns: columnRange(0, COLUMNS), gaps: [] } });
    const [top, end, left, right] = ['_start', '_end', 'skill_start', 'skill_end'].map((key) => Number(query.get(key)));
    const filledCells = cyclicSlice(cells, 0, (end! - top!) * (right! - left!)).flatMap((values, index) =>
      index % 3 === 0 ? [[Math.floor(index / (right! - left!)), index % (right! - left!), ...values.slice(2)]] : [],
    );
    return route.fulfill({
      json: {
        ...body,
        rows: cyclicSlice(rows, top!, end!),
        columns: columnRange(left!, right!),
        cell,
        cells: filledCells,
      },
    });
  });
}

/** Rows with generated ids, `<resource>-<index>`. */
async function enlargeList(page: Page, resource: string, key: string, count: number): Promise<void> {
  let original: Record<string, unknown>[] | undefined;
  await page.route(new RegExp(`/api/${resource}\\?.*_end=`), async (route) => {
    const query = new URL(route.request().url()).searchParams;
    original ??= (await (await route.fetch()).json()) as Record<string, unknown>[];
    const { from, to } = pageRange(query, count);
    const rows = cyclicSlice(original, from, to).map((row, index) => ({
      ...row,
      id: `${resource}-${from + index}`,
      [key]: `${resource}-${from + index}`,
    }));
    return answer(route, rows, count);
  });
}

/** Every third cell of the requested staff. */
async function enlargeTargets(page: Page, { columns }: GridSize): Promise<void> {
  await page.route(/\/api\/skill-targets\?.*staff_id=/, (route) => {
    const query = new URL(route.request().url()).searchParams;
    const all = query.getAll('staff_id').flatMap((staff_id, row) =>
      Array.from({ length: columns }, (_, column) => column)
        .filter((column) => (row + column) % 3 === 0)
        .map((column) => ({
          id: `${staff_id} ${column}`,
          staff_id,
          skill_id: `skills-${column}`,
          level: (row + column) % 5,
          from_date: '2020-01-01',
          to_date: null,
        })),
    );
    const { from, to } = pageRange(query, all.length);
    return answer(route, all.slice(from, to), all.length);
  });
}

/** Pages by offset: these responses have no last key, so the screens do not use `_after`. */
function pageRange(query: URLSearchParams, count: number): { from: number; to: number } {
  return { from: Number(query.get('_start') ?? 0), to: Math.min(count, Number(query.get('_end'))) };
}

const answer = (route: Route, json: readonly unknown[], total: number): Promise<void> =>
  route.fulfill({ json, headers: { 'x-total-count': String(total), 'x-total-count-exact': 'true' } });
