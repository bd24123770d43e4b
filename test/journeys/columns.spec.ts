import { LANGUAGES } from '../../src/contract/languages';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openSignedInPage } from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';
import { switchLanguage } from '../support/screen-variants';

/** The columns that each list or report must show at 1280 px without horizontal scrolling. */
const IDENTIFYING_COLUMNS: readonly (readonly [path: string, heads: readonly string[]])[] = [
  ['/quiz-report', ['Name', 'Training', 'Submitted', 'Score', 'Result']],
  ['/skil-wise-report', ['Skill', 'Qualified', 'Required', 'Coverage', 'Bus factor']],
  ['/add-staff', ['Staff code', 'First name', 'Last name', 'Status']],
  ['/training/questions', ['Question', 'Status']],
  ['/skil-master', ['Name', 'Minimum level', 'Required headcount', 'Status']],
];

describe('at 1280 px', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('each list and report shows its main columns, and no header is cut', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    for (const [path, heads] of IDENTIFYING_COLUMNS) {
      await page.goto(path);
      for (const head of heads) await page.getByRole('columnheader', { name: head }).first().waitFor();
      await waitForPageLoaded(page);
      const measureOverflow = () =>
        page.evaluate(() => {
          const scrollContainers = [
            ...document.querySelectorAll('.kit-table .ant-table-content, .kit-table .ant-table-body'),
          ];
          const cut = [...document.querySelectorAll('.kit-table thead th .kit-sort > :first-child')];
          return {
            sideways: scrollContainers.filter((each) => each.scrollWidth > each.clientWidth + 1).length,
            cut: cut.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
          };
        });
      await eventually(async () => [path, await measureOverflow()], [path, { sideways: 0, cut: [] }]);
    }
    await page.goto('/quiz-report');
    await page.getByRole('button', { name: /^Show \d+ more columns/ }).click();
    await page.getByRole('columnheader', { name: 'Category' }).waitFor();
  });

  journey('an attempt of the quiz report is one line in every language', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto('/quiz-report');
    for (const { code } of LANGUAGES) {
      await switchLanguage(page, code);
      await page.locator('.kit-table tbody .ant-table-row').first().waitFor();
      const countTallRows = () =>
        page
          .locator('.kit-table tbody .ant-table-row')
          .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().height > 48).length);
      await eventually(async () => [code, await countTallRows()], [code, 0]);
    }
  });

  journey('each person of the staff list stands with their code in every language', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto('/add-staff');
    for (const { code } of LANGUAGES) {
      await switchLanguage(page, code);
      const rows = page.locator('.kit-table tbody .ant-table-row');
      await eventually(async () => {
        const staffRows = await rows.allInnerTexts();
        return [code, staffRows.length > 0 && staffRows.every((row) => /\bN-\d+/.test(row))];
      }, [code, true]);
    }
  });

  journey('names that failed to load are loaded by Try again', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    let failedRequests = 0;
    await page.route(/\/api\/departments\?/, (route) =>
      failedRequests++ === 0
        ? route.fulfill({ status: 503, json: { statusCode: 503, code: 'database_away' } })
        : route.continue(),
    );
    await page.goto('/add-staff');
    await page.locator('tbody').getByText('Yard and crane').first().waitFor();
    expect(failedRequests).toBeGreaterThan(1);
  });

  journey('cells are aligned with their header in Arabic', async () => {
    const page = await product.openPage({ lang: 'ar', path: '/auth/login' });
    await page.locator('#user_name').fill(DEMO_ACCOUNTS.admin.user_name);
    await page.locator('#password').fill(DEMO_ACCOUNTS.admin.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    for (const path of ['/add-staff', '/skil-wise-report']) {
      await page.goto(path);
      await page.locator('.kit-table tbody .ant-table-row :is(td, th)').first().waitFor();
      await waitForPageLoaded(page);
      const alignments = await page.evaluate(() => {
        const heads = [...document.querySelectorAll('.kit-table thead th')];
        const row = [...document.querySelectorAll('.kit-table tbody .ant-table-row')].find(
          (each) => each.children.length === heads.length,
        );
        return heads.flatMap((head, index) => {
          const cell = row?.children[index];
          if (!head.textContent?.trim() || !cell) return [];
          const isEndAligned = head.getAttribute('style')?.includes('end') ?? false;
          return [[head.textContent, getComputedStyle(cell).textAlign, isEndAligned ? 'left' : 'right']];
        });
      });
      expect(alignments.length).toBeGreaterThan(4);
      expect([path, ...alignments.filter(([, alignment, expected]) => alignment !== expected)]).toEqual([path]);
    }
  });
});
