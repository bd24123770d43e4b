import type { Page } from 'playwright-core';
import type { MatrixAnswer } from '../../src/contract/report-answers';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { settled } from '../support/screen-steps';

const REPORTS = ['/skil-matrix-report', '/skil-matrix-report-datewise', '/targeted-matrix-report-datewise'];
const ROWS = 5_000;
const COLUMNS = 300;
const ELEMENTS = 1_500;

async function laptop(product: Visited, lang?: string): Promise<Page> {
  const page = await product.visit(lang ? { lang, path: '/auth/login' } : { path: '/auth/login' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('#user_name').fill(DEMO_ACCOUNTS.admin.user_name);
  await page.locator('#password').fill(DEMO_ACCOUNTS.admin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await page.getByRole('banner').waitFor();
  return page;
}

/** People whose whole row can be seen, between the heads and the totals, without scrolling the page. */
const peopleInView = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const box = document.querySelector('.kit-matrix-box')!.getBoundingClientRect();
    const head = document.querySelector('.kit-matrix-head')!.getBoundingClientRect();
    const sums = document.querySelector('.kit-matrix-sums')?.getBoundingClientRect();
    const end = Math.min(innerHeight, box.bottom, sums?.top ?? Infinity);
    return [...document.querySelectorAll('.kit-matrix-row')]
      .map((row) => row.getBoundingClientRect())
      .filter(({ top, bottom }) => top >= head.bottom - 1 && bottom <= end + 1).length;
  });

/** A large organisation's answers, made of a small one's. */
async function enlarge(page: Page): Promise<void> {
  let small: MatrixAnswer | undefined;
  await page.route(/\/api\/reports\/skill-matrix\?/, async (route) => {
    const asked = new URL(route.request().url()).searchParams;
    small ??= (await (await route.fetch()).json()) as MatrixAnswer;
    const { rows, columns, cells, cell, ...said } = small;
    const between = <T>(list: readonly T[], from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => list[(from + index) % list.length]!);
    const named = (from: number, to: number) => between(columns, from, to).map((column) => ({ ...column }));
    const answer = { ...said, row_count: ROWS, column_count: COLUMNS };
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

describe('the matrix', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('shows twelve people on a laptop in each of its reports, and Assign Target Skils does', async () => {
    const page = await laptop(product);
    for (const path of [...REPORTS, '/assign-target-skils']) {
      await page.goto(path);
      await settled(page);
      await page.getByRole('gridcell').first().waitFor();
      const people = await peopleInView(page);
      expect([path, people >= 12, people]).toEqual([path, true, people]);
    }
  });

  journey('says person, skill, level and status in the name of each cell, of an empty one as well', async () => {
    const page = await laptop(product);
    await page.goto('/skil-matrix-report');
    await settled(page);
    const cells = page.locator('.kit-matrix-cells [role=gridcell]');
    await page.waitForFunction(
      () => document.querySelectorAll('.kit-matrix-cells [role=gridcell]:not([aria-label])').length === 0,
    );
    const names = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label') ?? ''));
    expect(names.length).toBeGreaterThan(150);
    expect(
      names.filter((name) => !/^[^,]+, [^,]+, .+: (level \d, .+|neither level nor target|not applicable)/.test(name)),
    ).toEqual([]);
    expect(names).toContain('Ahrens, Dieter, Reach truck driving: neither level nor target');
    await page.goto('/assign-target-skils');
    await settled(page);
    await page
      .getByRole('gridcell', { name: /^Finn Albrecht · .+: no target/ })
      .first()
      .waitFor();
  });

  journey('has rows as high as somebody likes them, and remembers it', async () => {
    const page = await laptop(product);
    await page.goto('/skil-matrix-report');
    await settled(page);
    const height = () =>
      page
        .locator('.kit-matrix-row')
        .first()
        .evaluate((row) => row.getBoundingClientRect().height);
    const before = await height();
    await page.getByRole('button', { name: 'Large rows' }).click();
    await page.waitForFunction(
      (was) => document.querySelector('.kit-matrix-row')!.getBoundingClientRect().height > was,
      before,
    );
    const large = await height();
    await page.goto('/assign-target-skils');
    await settled(page);
    expect(await height()).toBe(large);
  });

  journey('folds its chart away until somebody wants it', async () => {
    const page = await laptop(product);
    await page.goto('/targeted-matrix-report-datewise');
    await settled(page);
    expect(await page.getByText('Where the gaps are').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the chart' }).click();
    await page.getByText('Where the gaps are').waitFor();
    await page.reload();
    await page.getByText('Where the gaps are').waitFor();
  });

  journey('runs from right to left in Arabic: what follows stands to the left', async () => {
    const page = await laptop(product, 'ar');
    await page.goto('/skil-matrix-report');
    await settled(page);
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('ArrowLeft');
    await page.waitForFunction(() =>
      document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')?.endsWith('0-1'),
    );
    const [first, second] = await page
      .locator('.kit-matrix-row')
      .first()
      .locator('.kit-matrix-cell')
      .evaluateAll((cells) => cells.slice(0, 2).map((cell) => cell.getBoundingClientRect().left));
    expect(second!).toBeLessThan(first!);
  });

  journey('of 5,000 × 300 is few elements, wherever one scrolls, and says who is in view', async () => {
    const page = await laptop(product);
    await enlarge(page);
    await page.goto('/skil-matrix-report');
    await page.locator('.kit-matrix-cell[aria-label]').first().waitFor();
    for (const [top, left] of [
      [0, 0],
      [60_000, 4_000],
      [120_000, 12_000],
      [0, 10],
    ]) {
      await page.locator('.kit-matrix-box').evaluate((box, to) => box.scrollTo(to[1]!, to[0]!), [top, left] as const);
      await page.waitForFunction(
        () => document.querySelectorAll('.kit-matrix-cells [role=gridcell]:not([aria-label])').length === 0,
      );
      const elements = await page.evaluate(() => document.querySelectorAll('*').length);
      expect([top, elements < ELEMENTS, elements]).toEqual([top, true, elements]);
      expect(await peopleInView(page)).toBeGreaterThanOrEqual(12);
    }
  });
});
