import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { signedInAs } from '../support/journey-steps';
import { settled, violations } from '../support/screen-steps';

describe('the search box', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const opened = async (who: keyof typeof DEMO_ACCOUNTS): Promise<Page> => {
    const page = await signedInAs(product, DEMO_ACCOUNTS[who]);
    await page.getByRole('banner').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    return page;
  };
  const type = async (page: Page, words: string) => page.getByRole('combobox', { name: 'Search' }).fill(words);
  const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('option');

  journey('finds people, questions and screens by the beginnings of words, and the keyboard opens them', async () => {
    const page = await opened('admin');
    await type(page, 'petersen');
    await comesTo(() => group(page, 'People').allInnerTexts(), [expect.stringContaining('Jonas Petersen')]);
    // Before these words have found anything: what they will find is meant, not what stands there.
    await type(page, 'lindt MAR');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Mara Lindt' }).waitFor();

    await page.keyboard.press('Control+k');
    await comesTo(() => group(page, 'Recently opened').allInnerTexts(), [expect.stringContaining('Mara Lindt')]);
    await type(page, 'crane');
    await group(page, 'Questions').first().waitFor();
    await group(page, 'Skills').filter({ hasText: 'Overhead crane operation' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    const last = await page.getByRole('dialog', { name: 'Search' }).getByRole('option', { selected: true }).innerText();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'hidden' });
    await page.getByRole('dialog').getByText(last.trim()).first().waitFor();
  });

  journey(
    'leads on to the whole list, and says when nothing is called so or the search could not be done',
    async () => {
      const page = await opened('admin');
      await type(page, 's');
      await page.getByRole('option', { name: 'Show all results' }).first().click();
      await page.waitForURL(/\/add-staff\?q=s$/);
      await settled(page);
      await page.keyboard.press('Control+k');
      await type(page, 'qqqq');
      await page.getByRole('status').filter({ hasText: 'No results for “qqqq”' }).waitFor();
      await page.route('**/api/search*', (route) => route.abort());
      await type(page, 'welding');
      await page.getByText('The search failed. Try again.').waitFor();
      await page.unroute('**/api/search*');
      await page.getByRole('button', { name: 'Try again' }).click();
      await group(page, 'Trainings').first().waitFor();
    },
  );

  journey('offers what may be done: records to an admin, none to a learner, who finds no colleague', async () => {
    const admin = await opened('admin');
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: 'Search' }).click();
    await type(admin, 'dark mode');
    await admin.keyboard.press('Enter');
    await comesTo(
      () => admin.getByRole('button', { name: 'Search' }).evaluate((button) => button.matches(':focus')),
      true,
    );
    await admin.keyboard.press('Control+k');
    await type(admin, 'new');
    await group(admin, 'Actions').filter({ hasText: 'New skill' }).click();
    await admin.getByRole('dialog', { name: 'New skill' }).waitFor();

    const learner = await opened('welder');
    await type(learner, 'petersen');
    await learner.getByRole('status').filter({ hasText: 'No results for “petersen”' }).waitFor();
    await type(learner, 'new training');
    await learner.getByRole('status').filter({ hasText: 'No results for “new training”' }).waitFor();
    await type(learner, 'mara');
    await comesTo(() => group(learner, 'People').allInnerTexts(), [expect.stringContaining('Mara Lindt')]);
  });

  journey('keeps nothing of what was opened when somebody signs out', async () => {
    const page = await opened('admin');
    await type(page, 'mara lindt');
    await group(page, 'People').first().click();
    await page.getByRole('heading', { level: 1, name: 'Mara Lindt' }).waitFor();
    const kept = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    await comesTo(kept, expect.stringContaining('Mara Lindt'));
    await page.keyboard.press('Control+k');
    await type(page, 'logout');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/auth\/login/);
    await comesTo(kept, expect.not.stringContaining('Lindt'));
  });
});
