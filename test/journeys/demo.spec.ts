import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { openMenu, openUserMenu, openSignedInPage, signIn } from '../support/journey-steps';
import { collectErrors, errorToasts, waitForPageLoaded, axeViolations } from '../support/screen-steps';

describe('the demo', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' }, { demo: 'made' });
  });
  afterAll(() => product.close());

  journey('signs in every listed account', async () => {
    for (const account of Object.values(DEMO_ACCOUNTS)) {
      const page = await product.openPage();
      const consoleProblems = collectErrors(page);
      await signIn(page, account.user_name, account.password);
      await page.getByRole('banner').getByText(account.name).waitFor();
      if (account.organisation) await page.getByRole('banner').getByText(account.organisation).waitFor();
      await waitForPageLoaded(page);
      expect([...consoleProblems, ...(await errorToasts(page))]).toEqual([]);
      await page.context().close();
    }
  });

  journey('shows the admin every entry of the menu with something in it, and nothing complains', async () => {
    const page = await product.openPage();
    const consoleProblems = collectErrors(page);
    await signIn(page, DEMO_ACCOUNTS.admin.user_name, DEMO_ACCOUNTS.admin.password);
    const menu = page.getByRole('navigation', { name: 'Main menu' });
    await menu.getByRole('link').nth(12).waitFor();
    for (const label of await menu.getByRole('link').allInnerTexts()) {
      await openMenu(page, label);
      await waitForPageLoaded(page);
      consoleProblems.push(...(await errorToasts(page)).map((problem) => `${label}: ${problem}`));
      expect(await page.getByText(/^No [a-z ]+ yet$/).count()).toBe(0);
      expect(await page.getByText('could not be loaded').count()).toBe(0);
    }
    expect(consoleProblems).toEqual([]);
  });

  journey('lets the keyboard tick who is to learn something, and says which step that is', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto('/assign-training');
    const boxes = page.locator('tbody').getByRole('checkbox');
    await boxes.nth(1).waitFor();
    await waitForPageLoaded(page);
    await page.getByRole('main').getByRole('searchbox').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await page.getByText('1 selected').first().waitFor();
    expect([await boxes.nth(0).isChecked(), await boxes.nth(1).isChecked()]).toEqual([false, true]);
    const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('button');
    expect(await steps.evaluateAll((all) => all.map((step) => step.getAttribute('aria-current')))).toEqual([
      'step',
      null,
    ]);
  });

  journey('gives the learners trainings to go on with and skills to look at', async () => {
    for (const accountName of ['welder', 'driver'] as const) {
      const page = await product.openPage();
      const consoleProblems = collectErrors(page);
      await signIn(page, DEMO_ACCOUNTS[accountName].user_name, DEMO_ACCOUNTS[accountName].password);
      await openUserMenu(page, 'My Training');
      await page.getByRole('heading', { level: 1, name: 'My Training' }).waitFor();
      await page.getByRole('article').first().waitFor();
      await page.getByRole('link', { name: 'My Skills' }).click();
      await page.getByRole('heading', { level: 1, name: 'My Skills' }).waitFor();
      await waitForPageLoaded(page);
      await page.getByText(/\d+ of \d+ targets met \(/).waitFor();
      expect([...consoleProblems, ...(await errorToasts(page))]).toEqual([]);
      await page.context().close();
    }
  });

  journey('opens what is to be read as a page of its own, which reads well in light and in the dark', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.welder);
    await page.goto('/my-training');
    await page.getByRole('link', { name: 'Reading technical drawings', exact: true }).first().click();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('link', { name: 'Open the document' }).click();
    const paper = await opening;
    const consoleProblems = collectErrors(paper);
    for (const colorScheme of ['light', 'dark'] as const) {
      await paper.emulateMedia({ colorScheme });
      await paper.reload();
      await paper.getByRole('heading', { level: 1, name: 'Reading technical drawings' }).waitFor();
      expect([colorScheme, await axeViolations(paper)]).toEqual([colorScheme, []]);
    }
    expect(new URL(paper.url()).origin).toBe(product.url);
    expect(consoleProblems).toEqual([]);
  });

  journey('gives each learner something to continue', async () => {
    for (const accountName of ['welder', 'driver'] as const) {
      const page = await openSignedInPage(product, DEMO_ACCOUNTS[accountName]);
      await page.goto('/my-training?section=continue');
      await page
        .getByRole('article')
        .getByRole('link', { name: /^Continue the quiz/ })
        .waitFor();
      await page.context().close();
    }
  });

  journey('shows platform staff the customers, subscribers and packages', async () => {
    const page = await product.openPage();
    const consoleProblems = collectErrors(page);
    await signIn(page, DEMO_ACCOUNTS.platform.user_name, DEMO_ACCOUNTS.platform.password);
    for (const [entry, expectedText] of [
      ['Customers', 'Nordhafen Works'],
      ['Subscribers', 'Bluefin Foods'],
      ['Subscription Packages', 'Professional'],
    ] as const) {
      await openUserMenu(page, entry);
      await page.getByRole('heading', { level: 1, name: entry }).waitFor();
      await page.getByRole('cell', { name: expectedText }).first().waitFor();
      await waitForPageLoaded(page);
    }
    expect([...consoleProblems, ...(await errorToasts(page))]).toEqual([]);
  });

  journey('signs in to the API documentation with one click, next to the product session', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.welder);
    await page.getByRole('banner').getByText(DEMO_ACCOUNTS.welder.name).waitFor();
    const consoleProblems = collectErrors(page);
    const { cookies } = await page.context().storageState();
    await page.goto('/api/docs');
    await page.getByRole('heading', { name: 'Sign in, and whose data' }).waitFor();
    const { name } = DEMO_ACCOUNTS.admin;
    await page.getByRole('button', { name: `${name} (admin)` }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `Signed in as ${name}` })
      .waitFor();
    await page.locator('#operations-tag-Staff').click();
    const list = page.locator('#operations-Staff-staff_list');
    await list.locator('.opblock-summary-control').click();
    await list.getByRole('button', { name: 'Execute' }).click();
    await list.locator('.live-responses-table').getByText('"staff_code"').first().waitFor();
    expect((await page.context().storageState()).cookies).toEqual(cookies);
    await page.goto('/home');
    await page.getByRole('banner').getByText(DEMO_ACCOUNTS.welder.name).waitFor();
    expect(consoleProblems).toEqual([]);
  });
});
