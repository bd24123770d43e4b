import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { openMenu, signIn } from '../support/journey-steps';
import { complaints, errorToasts, settled } from '../support/screen-steps';

/** What a learner finds under each of the menu's entries (screens.md §5): theirs, and never somebody else. */
const ENTRIES: readonly (readonly [entry: string, seen: string | RegExp])[] = [
  ['Dashboard', 'What is missing'],
  ['Training Category', 'Welding'],
  ['Training List', 'MIG/MAG welding: basics'],
  ['Staff Master', 'N-1024'],
  ['Skil Master', 'What the levels mean'],
  ['Assign Training', 'Assigned to you'],
  ['Remove Training', /Slings and lifting gear/],
  ['Assign Target Skils', /You meet \d+ of \d+ targets/],
  ['Quiz Report', 'Mara Lindt'],
  ['All Skil Matrix Report', /Lindt/],
  ['All Skil Matrix Report Datewise', /Lindt/],
  ['Targeted Skils Matrix Report', 'Reading technical drawings'],
  ['Skils Wise Matrix Report', 'MIG/MAG welding'],
];

describe('a learner', () => {
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

  journey('finds under each of the thirteen entries what is theirs', async () => {
    const page = await signedIn('welder');
    const heard = complaints(page);
    for (const [entry, seen] of ENTRIES) {
      await openMenu(page, entry);
      await page.getByRole('main').getByText(seen).first().waitFor();
      await settled(page);
      expect([entry, await page.getByText("You don't have permission").count()]).toEqual([entry, 0]);
      expect([entry, await page.getByRole('main').getByText('Petersen').count()]).toEqual([entry, 0]);
      heard.push(...(await errorToasts(page)).map((said) => `${entry}: ${said}`));
    }
    expect(heard).toEqual([]);
  });

  journey('goes on from the home page with the quiz that was begun', async () => {
    const page = await signedIn('driver');
    const day = page.getByRole('region', { name: 'Go on' });
    await day.getByRole('heading', { name: '5S: order on the shop floor' }).waitFor();
    await day.getByRole('link', { name: /^Go on with the quiz/ }).click();
    await page.waitForURL(/\/my-training\/[^/]+\/quiz/);
  });

  journey(
    'is offered no button that takes training away, and keeps the permission words for the settings of others',
    async () => {
      const page = await signedIn('welder');
      await openMenu(page, 'Remove Training');
      await page
        .getByText(/Slings and lifting gear/)
        .first()
        .waitFor();
      expect(await page.getByRole('checkbox').count()).toBe(0);
      expect(await page.getByRole('link', { name: 'Assign Training' }).count()).toBe(1);
      await page.goto('/customer-list');
      await page.getByText("You don't have permission to view this page").waitFor();
    },
  );
});

describe('platform staff', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('begin with their work: messages, plans that end, new organisations', async () => {
    const page = await product.visit();
    await signIn(page, DEMO_ACCOUNTS.platform.user_name, DEMO_ACCOUNTS.platform.password);
    await page.getByRole('region', { name: 'Waiting for an answer' }).waitFor();
    await page.getByRole('region', { name: 'Plans that end' }).waitFor();
    const newest = page.getByRole('region', { name: 'New organisations' });
    await newest.getByRole('link', { name: /Bluefin Foods/ }).click();
    await page.getByRole('dialog').getByText('Bluefin Foods').first().waitFor();
  });
});
