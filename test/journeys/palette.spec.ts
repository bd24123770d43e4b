import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openSignedInPage } from '../support/journey-steps';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';

describe('the search box', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const openAs = async (accountName: keyof typeof DEMO_ACCOUNTS): Promise<Page> => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS[accountName]);
    await page.getByRole('banner').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    return page;
  };
  const type = async (page: Page, searchText: string) =>
    page.getByRole('combobox', { name: 'Search' }).fill(searchText);
  const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true }).getByRole('option');

  journey('finds people, questions and screens by the beginnings of words, and the keyboard opens them', async () => {
    const page = await openAs('admin');
    await type(page, 'petersen');
    await eventually(() => group(page, 'People').allInnerTexts(), [expect.stringContaining('Jonas Petersen')]);
    // Enter is pressed before the search answers: it opens the future result, not the entry shown now.
    await type(page, 'lindt MAR');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Mara Lindt' }).waitFor();

    await page.keyboard.press('Control+k');
    await eventually(() => group(page, 'Recently opened').allInnerTexts(), [expect.stringContaining('Mara Lindt')]);
    await type(page, 'crane');
    await group(page, 'Questions').first().waitFor();
    await group(page, 'Skills').filter({ hasText: 'Overhead crane operation' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowUp');
    const last = await page.getByRole('dialog', { name: 'Search' }).getByRole('option', { selected: true }).innerText();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Search' }).waitFor({ state: 'hidden' });
    await page.getByRole('dialog').getByText(last.trim()).first().waitFor();
  });

  journey(
    'leads on to the whole list, and says when nothing is called so or the search could not be done',
    async () => {
      const page = await openAs('admin');
      await type(page, 's');
      await page.getByRole('option', { name: 'Show all results' }).first().click();
      await page.waitForURL(/\/add-staff\?q=s$/);
      await waitForPageLoaded(page);
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

  journey('offers actions and records by role: a learner finds no colleague', async () => {
    const admin = await openAs('admin');
    await admin.keyboard.press('Escape');
    await admin.getByRole('button', { name: 'Search' }).click();
    await type(admin, 'dark mode');
    await admin.keyboard.press('Enter');
    await eventually(
      () => admin.getByRole('button', { name: 'Search' }).evaluate((button) => button.matches(':focus')),
      true,
    );
    await admin.keyboard.press('Control+k');
    await type(admin, 'new');
    await group(admin, 'Actions').filter({ hasText: 'New skill' }).click();
    await admin.getByRole('dialog', { name: 'New skill' }).waitFor();

    const learner = await openAs('welder');
    await type(learner, 'petersen');
    await learner.getByRole('status').filter({ hasText: 'No results for “petersen”' }).waitFor();
    await type(learner, 'new training');
    await learner.getByRole('status').filter({ hasText: 'No results for “new training”' }).waitFor();
    await type(learner, 'mara');
    await eventually(() => group(learner, 'People').allInnerTexts(), [expect.stringContaining('Mara Lindt')]);
  });

  journey('forgets recent entries at logout', async () => {
    const page = await openAs('admin');
    await type(page, 'mara lindt');
    await group(page, 'People').first().click();
    await page.getByRole('heading', { level: 1, name: 'Mara Lindt' }).waitFor();
    const readStorage = () => page.evaluate(() => JSON.stringify({ ...localStorage }));
    await eventually(readStorage, expect.stringContaining('Mara Lindt'));
    await page.keyboard.press('Control+k');
    await type(page, 'logout');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/auth\/login/);
    await eventually(readStorage, expect.not.stringContaining('Lindt'));
  });
});
