import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { openMenu, signIn } from '../support/journey-steps';
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

  const signedIn = async (who: keyof typeof DEMO_ACCOUNTS): Promise<Page> => {
    const page = await product.visit();
    await signIn(page, DEMO_ACCOUNTS[who].user_name, DEMO_ACCOUNTS[who].password);
    return page;
  };

  journey('finds the team on the home page, and a learner does not', async () => {
    const page = await signedIn('manager');
    const heard = complaints(page);
    const team = page.getByRole('region', { name: 'Your team' });
    for (const list of ['Overdue', 'Due within 14 days', 'Expiring within 60 days', 'Waiting for your sign-off'])
      await team.getByRole('region', { name: list }).waitFor();
    await team.getByText('9 people: you, and everybody below you.').waitFor();
    await team.getByRole('grid').getByText('Petersen, Jonas').waitFor();
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
    const rows = page.getByRole('main').getByText(/^\d+ rows$/);
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
    await page.getByText('The evidence is approved').waitFor();
    await page
      .getByRole('main')
      .getByText(`${before - 1} rows`)
      .waitFor();
  });
});
