import type { Page, Route } from 'playwright-core';
import type { MatrixAnswer } from '../../src/contract/report-answers';

export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

const between = <T>(list: readonly T[], from: number, to: number): T[] =>
  Array.from({ length: to - from }, (_, index) => list[(from + index) % list.length]!);

/** A large organisation's answers, made of a small one's: the screens, not the server, are what is looked at. */
export async function enlarge(page: Page, size: Extent): Promise<void> {
  await enlargeMatrix(page, size);
  await enlargeList(page, 'staff', 'id', size.rows);
  await enlargeList(page, 'skills', 'skill_id', size.columns);
  await enlargeTargets(page, size);
}

async function enlargeMatrix(page: Page, { rows: ROWS, columns: COLUMNS }: Extent): Promise<void> {
  let small: MatrixAnswer | undefined;
  await page.route(/\/api\/reports\/skill-matrix\?/, async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    small ??= (await (await route.fetch()).json()) as MatrixAnswer;
    const { rows, columns, cells, cell, ...head } = small;
    const named = (from: number, to: number) => between(columns, from, to).map((column) => ({ ...column }));
    const answer = { ...head, row_count: ROWS, column_count: COLUMNS };
    if (!asked.has('_start')) return route.fulfill({ json: { ...answer, columns: named(0, COLUMNS), gaps: [] } });
    const [top, end, left, right] = ['_start', '_end', 'skill_start', 'skill_end'].map((key) => Number(asked.get(key)));
    const filled = between(cells, 0, (end! - top!) * (right! - left!)).flatMap((values, index) =>
      index % 3 === 0 ? [[Math.floor(index / (right! - left!)), index % (right! - left!), ...values.slice(2)]] : [],
    );
    return route.fulfill({
      json: { ...answer, rows: between(rows, top!, end!), columns: named(left!, right!), cell, cells: filled },
    });
  });
}

/** Rows under ids of their own, `<resource>-<index>`. */
async function enlargeList(page: Page, resource: string, key: string, count: number): Promise<void> {
  let small: Record<string, unknown>[] | undefined;
  await page.route(new RegExp(`/api/${resource}\\?.*_end=`), async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    small ??= (await (await route.fetch()).json()) as Record<string, unknown>[];
    const { from, to } = partOf(asked, count);
    const rows = between(small, from, to).map((row, index) => ({
      ...row,
      id: `${resource}-${from + index}`,
      [key]: `${resource}-${from + index}`,
    }));
    return answer(route, rows, count);
  });
}

/** Every third cell of the people asked for. */
async function enlargeTargets(page: Page, { columns }: Extent): Promise<void> {
  await page.route(/\/api\/skill-targets\?.*staff_id=/, (route) => {
    const asked = new URL(route.request().url()).searchParams;
    const all = asked.getAll('staff_id').flatMap((staff_id, row) =>
      Array.from({ length: columns }, (_, column) => column)
        .filter((column) => (row + column) % 3 === 0)
        .map((column) => ({
          ...{ id: `${staff_id} ${column}`, staff_id, skill_id: `skills-${column}`, level: (row + column) % 5 },
          ...{ from_date: '2020-01-01', to_date: null },
        })),
    );
    const { from, to } = partOf(asked, all.length);
    return answer(route, all.slice(from, to), all.length);
  });
}

/** A page by offset; the screens go on by `_after` where a page says its last key, and these say none. */
function partOf(asked: URLSearchParams, count: number): { from: number; to: number } {
  return { from: Number(asked.get('_start') ?? 0), to: Math.min(count, Number(asked.get('_end'))) };
}

const answer = (route: Route, json: readonly unknown[], total: number): Promise<void> =>
  route.fulfill({ json, headers: { 'x-total-count': String(total), 'x-total-count-exact': 'true' } });
