import { LANGUAGES } from '../../src/contract/languages';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { signedInAs } from '../support/journey-steps';
import { settled } from '../support/screen-steps';
import { speak } from '../support/variants';

/** What each list or report is for: to be read at 1280 px without scrolling sideways. */
const TELLING: readonly (readonly [path: string, heads: readonly string[]])[] = [
  ['/quiz-report', ['Name', 'Training', 'Submitted', 'Score', 'Result']],
  ['/skil-wise-report', ['Skill', 'Qualified', 'Required', 'Coverage', 'Bus factor']],
  ['/add-staff', ['Staff code', 'First name', 'Last name', 'Status']],
  ['/training/questions', ['Question', 'Status']],
  ['/skil-master', ['Name', 'Minimum level', 'Required headcount', 'Status']],
];

describe('at 1280 px', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('a list or report shows what it is for, and no head is cut', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    for (const [path, heads] of TELLING) {
      await page.goto(path);
      for (const head of heads) await page.getByRole('columnheader', { name: head }).first().waitFor();
      await settled(page);
      const looked = () =>
        page.evaluate(() => {
          const scrolled = [...document.querySelectorAll('.kit-table .ant-table-content, .kit-table .ant-table-body')];
          const cut = [...document.querySelectorAll('.kit-table thead th .kit-sort > :first-child')];
          return {
            sideways: scrolled.filter((each) => each.scrollWidth > each.clientWidth + 1).length,
            cut: cut.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
          };
        });
      await comesTo(async () => [path, await looked()], [path, { sideways: 0, cut: [] }]);
    }
    await page.goto('/quiz-report');
    await page.getByRole('button', { name: /^Show \d+ more columns/ }).click();
    await page.getByRole('columnheader', { name: 'Category' }).waitFor();
  });

  journey('an attempt of the quiz report is one line in every language', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await page.goto('/quiz-report');
    for (const { code } of LANGUAGES) {
      await speak(page, code);
      await page.locator('.kit-table tbody .ant-table-row').first().waitFor();
      const tall = () =>
        page
          .locator('.kit-table tbody .ant-table-row')
          .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().height > 48).length);
      await comesTo(async () => [code, await tall()], [code, 0]);
    }
  });

  journey('each person of the staff list stands with their code in every language', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await page.goto('/add-staff');
    for (const { code } of LANGUAGES) {
      await speak(page, code);
      const rows = page.locator('.kit-table tbody .ant-table-row');
      await comesTo(async () => {
        const told = await rows.allInnerTexts();
        return [code, told.length > 0 && told.every((row) => /\bN-\d+/.test(row))];
      }, [code, true]);
    }
  });

  journey('names that could not be had at once are had by asking once more', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    let refused = 0;
    await page.route(/\/api\/departments\?/, (route) =>
      refused++ === 0
        ? route.fulfill({ status: 503, json: { statusCode: 503, code: 'database_away' } })
        : route.continue(),
    );
    await page.goto('/add-staff');
    await page.locator('tbody').getByText('Yard and crane').first().waitFor();
    expect(refused).toBeGreaterThan(1);
  });

  journey('a column stands below its head in Arabic, whichever way its words run', async () => {
    const page = await product.visit({ lang: 'ar', path: '/auth/login' });
    await page.locator('#user_name').fill(DEMO_ACCOUNTS.admin.user_name);
    await page.locator('#password').fill(DEMO_ACCOUNTS.admin.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    for (const path of ['/add-staff', '/skil-wise-report']) {
      await page.goto(path);
      await page.locator('.kit-table tbody .ant-table-row :is(td, th)').first().waitFor();
      await settled(page);
      const sides = await page.evaluate(() => {
        const heads = [...document.querySelectorAll('.kit-table thead th')];
        const row = [...document.querySelectorAll('.kit-table tbody .ant-table-row')].find(
          (each) => each.children.length === heads.length,
        );
        return heads.flatMap((head, index) => {
          const cell = row?.children[index];
          if (!head.textContent?.trim() || !cell) return [];
          const atEnd = head.getAttribute('style')?.includes('end') ?? false;
          return [[head.textContent, getComputedStyle(cell).textAlign, atEnd ? 'left' : 'right']];
        });
      });
      expect(sides.length).toBeGreaterThan(4);
      expect([path, ...sides.filter(([, side, wanted]) => side !== wanted)]).toEqual([path]);
    }
  });
});
