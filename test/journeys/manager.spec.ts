import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { openMenu, signedInAs, toast } from '../support/journey-steps';
import { complaints, settled } from '../support/screen-steps';

const REPORTS = [
  'All Skil Matrix Report',
  'All Skil Matrix Report Datewise',
  'Targeted Skils Matrix Report',
  'Skils Wise Matrix Report',
  'Quiz Report',
];

describe('a manager', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const signedIn = (who: keyof typeof DEMO_ACCOUNTS): Promise<Page> => signedInAs(product, DEMO_ACCOUNTS[who]);

  journey('finds the team on the home page, and a learner does not', async () => {
    const page = await signedIn('manager');
    const heard = complaints(page);
    const team = page.getByRole('region', { name: 'Your team' });
    for (const list of ['Overdue', 'Due within 14 days', 'Expiring within 60 days', 'Waiting for your sign-off'])
      await team.getByRole('region', { name: list }).waitFor();
    await team.getByText('9 people: you and everyone who reports to you, directly or indirectly.').waitFor();
    await team.getByRole('rowheader', { name: /^Petersen, Jonas/ }).waitFor();
    await settled(page);
    expect(heard).toEqual([]);
    const learner = await signedIn('welder');
    await learner.getByRole('heading', { name: 'My Skills' }).waitFor();
    expect(await learner.getByRole('region', { name: 'Your team' }).count()).toBe(0);
  });

  journey('reads reports of the team, which say that they are', async () => {
    const page = await signedIn('manager');
    for (const report of REPORTS) {
      await openMenu(page, report);
      const main = page.getByRole('main');
      await main.getByRole('heading', { level: 1, name: `${report} Your team` }).waitFor();
      await settled(page);
      expect([report, await main.getByText('Lindt').count()]).toEqual([report, 0]);
    }
  });

  journey('signs off what waits, from the card on', async () => {
    const page = await signedIn('manager');
    const waiting = page.getByRole('region', { name: 'Waiting for your sign-off' });
    await waiting.getByRole('link', { name: /^All \d+/ }).click();
    await waiting.waitFor({ state: 'detached' });
    await settled(page);
    const rows = page.getByRole('main').getByText(/^\d+ rows?$/);
    const before = Number.parseInt((await rows.textContent()) ?? '', 10);
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Approve…' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .click();
    await toast(page, 'Evidence approved');
    await page
      .getByRole('main')
      // How many wait in the demo depends on its day.
      .getByText(before === 1 ? 'Nothing is waiting for you' : new RegExp(`^${before - 1} rows?$`))
      .waitFor();
  });

  /** How many rows the list or report says it has. */
  const rowsOf = async (page: Page): Promise<number> =>
    Number.parseInt(
      (await page
        .getByRole('main')
        .getByText(/\d+ rows?\b/)
        .first()
        .textContent())!.match(/(\d+) rows?\b/)![1]!,
      10,
    );

  journey('finds behind each figure of the card as many rows as it says', async () => {
    const page = await signedIn('manager');
    const filled: string[] = [];
    for (const name of ['Overdue', 'Due within 14 days', 'Expiring within 60 days', 'Waiting for your sign-off']) {
      await openMenu(page, 'Dashboard');
      const list = page.getByRole('region', { name: new RegExp(`^${name}`) });
      await list.waitFor();
      await settled(page);
      const all = list.getByRole('link', { name: /^All \d+/ });
      if ((await all.count()) === 0) continue;
      filled.push(name);
      const count = Number((await all.textContent())!.match(/\d+/)![0]);
      await all.click();
      await list.waitFor({ state: 'detached' });
      await settled(page);
      await comesTo(async () => [name, await rowsOf(page)], [name, count]);
    }
    // Which of them have somebody depends on the demo's day; all being empty would show nothing.
    expect(filled.length).toBeGreaterThan(1);
  });

  journey('opens the page of a person: the line over time, trainings, results', async () => {
    for (const who of ['manager', 'admin', 'driver'] as const) {
      const page = await signedIn(who);
      const heard = complaints(page);
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
      await settled(page);
      await comesTo(async () => [who, (await main.getByText('Answer sheet').count()) > 0], [who, who !== 'manager']);
      await main.getByRole('link', { name: 'Staff Master' }).click();
      await main.getByRole('heading', { level: 1, name: 'Staff Master' }).waitFor();
      await comesTo(() => page.title(), 'Staff Master · Skilgrid');
      expect([who, heard]).toEqual([who, []]);
    }
  });
});
