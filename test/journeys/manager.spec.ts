import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openMenu, openSignedInPage, waitForToast } from '../support/journey-steps';
import { collectErrors, waitForPageLoaded } from '../support/screen-steps';

const REPORTS = [
  'All Skil Matrix Report',
  'All Skil Matrix Report Datewise',
  'Targeted Skils Matrix Report',
  'Skils Wise Matrix Report',
  'Quiz Report',
];

describe('a manager', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const openAs = (accountName: keyof typeof DEMO_ACCOUNTS): Promise<Page> =>
    openSignedInPage(product, DEMO_ACCOUNTS[accountName]);

  journey('finds the team on the home page, and a learner does not', async () => {
    const page = await openAs('manager');
    const consoleProblems = collectErrors(page);
    const team = page.getByRole('region', { name: 'Your team' });
    for (const list of ['Overdue', 'Due within 14 days', 'Expiring within 60 days', 'Waiting for your sign-off'])
      await team.getByRole('region', { name: list }).waitFor();
    await team.getByText('9 people: you and everyone who reports to you, directly or indirectly.').waitFor();
    await team.getByRole('rowheader', { name: /^Petersen, Jonas/ }).waitFor();
    await waitForPageLoaded(page);
    expect(consoleProblems).toEqual([]);
    const learner = await openAs('welder');
    await learner.getByRole('heading', { name: 'My Skills' }).waitFor();
    expect(await learner.getByRole('region', { name: 'Your team' }).count()).toBe(0);
  });

  journey('reads reports that state they cover the team', async () => {
    const page = await openAs('manager');
    for (const report of REPORTS) {
      await openMenu(page, report);
      const main = page.getByRole('main');
      await main.getByRole('heading', { level: 1, name: `${report} Your team` }).waitFor();
      await waitForPageLoaded(page);
      expect([report, await main.getByText('Lindt').count()]).toEqual([report, 0]);
    }
  });

  journey('signs off waiting evidence from the dashboard card', async () => {
    const page = await openAs('manager');
    const waiting = page.getByRole('region', { name: 'Waiting for your sign-off' });
    await waiting.getByRole('link', { name: /^All \d+/ }).click();
    await waiting.waitFor({ state: 'detached' });
    await waitForPageLoaded(page);
    const rows = page.getByRole('main').getByText(/^\d+ rows?$/);
    const rowsBefore = Number.parseInt((await rows.textContent()) ?? '', 10);
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Approve…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await waitForToast(page, 'Evidence approved');
    await page
      .getByRole('main')
      // The number of waiting requests depends on the demo's day.
      .getByText(rowsBefore === 1 ? 'Nothing is waiting for you' : new RegExp(`^${rowsBefore - 1} rows?$`))
      .waitFor();
  });

  /** Total number of rows shown by the list or report. */
  const rowsOf = async (page: Page): Promise<number> =>
    Number.parseInt(
      (await page
        .getByRole('main')
        .getByText(/\d+ rows?\b/)
        .first()
        .textContent())!.match(/(\d+) rows?\b/)![1]!,
      10,
    );

  journey('finds as many rows behind each figure of the card', async () => {
    const page = await openAs('manager');
    const nonEmptyViews: string[] = [];
    for (const name of ['Overdue', 'Due within 14 days', 'Expiring within 60 days', 'Waiting for your sign-off']) {
      await openMenu(page, 'Dashboard');
      const list = page.getByRole('region', { name: new RegExp(`^${name}`) });
      await list.waitFor();
      await waitForPageLoaded(page);
      const all = list.getByRole('link', { name: /^All \d+/ });
      if ((await all.count()) === 0) continue;
      nonEmptyViews.push(name);
      const count = Number((await all.textContent())!.match(/\d+/)![0]);
      await all.click();
      await list.waitFor({ state: 'detached' });
      await waitForPageLoaded(page);
      await eventually(async () => [name, await rowsOf(page)], [name, count]);
    }
    // Which cards have rows depends on the demo's day; at least one must.
    expect(nonEmptyViews.length).toBeGreaterThan(1);
  });

  journey('opens the page of a person: the line over time, trainings, results', async () => {
    for (const accountName of ['manager', 'admin', 'driver'] as const) {
      const page = await openAs(accountName);
      const consoleProblems = collectErrors(page);
      await page.goto('/add-staff?q=petersen');
      await page.getByRole('main').getByText('Petersen').first().click();
      const main = page.getByRole('main');
      await main.getByRole('heading', { level: 1, name: 'Jonas Petersen' }).waitFor();
      await main.getByRole('link', { name: 'Skills', exact: true }).click();
      await main.getByRole('img', { name: /^Forklift driving over time\. .*level 3/ }).waitFor();
      await main.getByRole('link', { name: 'Trainings', exact: true }).click();
      await main.getByText('Forklift: driving safely').first().waitFor();
      await main.getByRole('link', { name: 'Results', exact: true }).click();
      await main
        .getByText(/pass mark/)
        .first()
        .waitFor();
      await waitForPageLoaded(page);
      await eventually(
        async () => [accountName, (await main.getByText('Answer sheet').count()) > 0],
        [accountName, accountName !== 'manager'],
      );
      await main.getByRole('link', { name: 'Staff Master' }).click();
      await main.getByRole('heading', { level: 1, name: 'Staff Master' }).waitFor();
      await eventually(() => page.title(), 'Staff Master · Skilgrid');
      expect([accountName, consoleProblems]).toEqual([accountName, []]);
    }
  });
});
