import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { signIn } from '../support/journey-steps';

/** What each list or report is for: to be read at 1280 px without scrolling sideways. */
const TELLING: readonly (readonly [path: string, heads: readonly string[]])[] = [
  ['/quiz-report', ['Name', 'Training', 'Submitted', 'Score', 'Result']],
  ['/skil-wise-report', ['Skill', 'Qualified', 'Required', 'Coverage', 'Bus factor']],
  ['/add-staff', ['Staff code', 'First name', 'Last name', 'Status']],
  ['/training/questions', ['Question', 'Status']],
  ['/skil-master', ['Name', 'Min level', 'Headcount', 'Status']],
];

describe('at 1280 px', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('a list or report shows what it is for, and no head is cut', async () => {
    const page = await product.visit();
    await signIn(page, DEMO_ACCOUNTS.admin.user_name, DEMO_ACCOUNTS.admin.password);
    for (const [path, heads] of TELLING) {
      await page.goto(path);
      for (const head of heads) await page.getByRole('columnheader', { name: head }).first().waitFor();
      const found = await page.evaluate(() => {
        const scrolled = [...document.querySelectorAll('.kit-table .ant-table-content, .kit-table .ant-table-body')];
        const cut = [...document.querySelectorAll('.kit-table thead th .kit-sort > :first-child')];
        return {
          sideways: scrolled.filter((each) => each.scrollWidth > each.clientWidth + 1).length,
          cut: cut.filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent),
        };
      });
      expect([path, found]).toEqual([path, { sideways: 0, cut: [] }]);
    }
    await page.goto('/quiz-report');
    await page.getByRole('button', { name: /^Show \d+ more columns/ }).click();
    await page.getByRole('columnheader', { name: 'Category' }).waitFor();
  });
});
