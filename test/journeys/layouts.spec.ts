import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { CHOICES } from '../support/customizer-options';
import { comesTo } from '../support/eventually';
import { press, signedInAs } from '../support/journey-steps';
import { pairsIn, pairsOf, statesOfPairs, type State } from '../support/pairs';
import { linesAtRest, settled } from '../support/screen-steps';
import { faultsOf, labelled, lookOf, wear } from '../support/shell-look';

describe('the layouts', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const open = async (who: keyof typeof DEMO_ACCOUNTS, path = '/home'): Promise<Page> => {
    const page = await signedInAs(product, DEMO_ACCOUNTS[who]);
    await page.goto(path);
    await settled(page);
    return page;
  };

  journey('widens the small sidebar for the pointer and for the keyboard, over the page', async () => {
    const page = await open('admin');
    await wear(page, { 'data-sidebar-size': 'sm-hover' });
    const widths = async () => {
      const look = await lookOf(page);
      return [look.side?.width, look.main?.left, labelled(look)];
    };
    await comesTo(widths, [72, 72, 0]);
    await page.hover('aside.sg-side');
    await comesTo(widths, [264, 72, 13]);
    await page.mouse.move(900, 500);
    await comesTo(widths, [72, 72, 0]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await comesTo(widths, [264, 72, 13]);
  });

  journey('takes nothing away that is still on its way when it is kept with the account', async () => {
    const page = await open('admin');
    let answer!: () => void;
    const late = new Promise<void>((resolve) => (answer = resolve));
    const LATE = [/\/api\/me\/sessions$/, /\/api\/me\/second-factor$/, /\/api\/me\/passkeys$/];
    for (const path of LATE)
      await page.route(path, async (route) => {
        await late;
        await route.continue().catch(() => undefined);
      });
    await page.goto('/settings');
    const security = page.locator('#security');
    await security.locator('.ant-skeleton-active').first().waitFor();
    const kept = page.waitForResponse(
      (told) => told.request().method() === 'PATCH' && new URL(told.url()).pathname === '/api/me',
    );
    await press(page, 'Dark mode');
    expect((await kept).status()).toBe(200);
    // What follows it in the page is done.
    await page.waitForTimeout(500);
    answer();
    await settled(page);
    await security.locator('.sg-pill').first().waitFor();
  });

  journey('opens Report of the bar by keyboard, with its five entries in order', async () => {
    const page = await open('admin');
    await wear(page, { 'data-layout': 'horizontal' });
    // The layout that was there stays until the bar's own part has come.
    const report = page.locator('.sg-menubar').getByRole('button', { name: 'Report' });
    const list = page.getByRole('list', { name: 'Report' });
    await report.focus();
    await page.keyboard.press('ArrowDown');
    await comesTo(
      () => list.getByRole('link').allInnerTexts(),
      [
        'Quiz Report',
        'All Skil Matrix Report',
        'All Skil Matrix Report Datewise',
        'Targeted Skils Matrix Report',
        'Skils Wise Matrix Report',
      ],
    );
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await comesTo(focused, 'Quiz Report');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await comesTo(focused, 'Report');
    await page.keyboard.press('Enter');
    await list.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await comesTo(focused, 'All Skil Matrix Report');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/skil-matrix-report$/);
    await list.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Click to Contact us' }).waitFor();
    // The same five in the second column, which follows the page.
    await wear(page, { 'data-layout': 'twocolumn' });
    await comesTo(async () => (await lookOf(page)).entries.length, 5);
    await page.getByRole('button', { name: 'Main menu' }).click();
    await comesTo(async () => (await lookOf(page)).entries.map(({ name }) => name)[0], 'Dashboard');
  });

  journey(
    'keeps words readable, the page as wide as the window and the menu in reach in all pairs of choices',
    async () => {
      // What is hidden shows nothing: each other choice is met once with it, all pairs are met without it.
      const { 'data-sidebar-visibility': _, ...shown } = CHOICES;
      const states = [
        ...statesOfPairs(shown).map((state): State => ({ ...state, 'data-sidebar-visibility': 'show' })),
        ...Array.from({ length: 6 }, (_none, at): State => ({
          ...Object.fromEntries(Object.entries(shown).map(([option, all]) => [option, all[at % all.length]!])),
          'data-sidebar-visibility': 'hidden',
        })),
      ];
      const met = new Set(states.flatMap((state) => pairsIn(state, CHOICES)));
      expect(pairsOf(CHOICES).filter((pair) => !met.has(pair))).toEqual([]);

      const page = await open('platform');
      const found: string[] = [];
      for (const [language, direction] of [
        ['en', 'ltr'],
        ['ar', 'rtl'],
      ] as const) {
        await page.getByRole('banner').locator('select').selectOption(language);
        await page.waitForFunction((wanted) => document.documentElement.dir === wanted, direction);
        for (const width of [1280, 767, 320]) {
          await page.setViewportSize({ width, height: 900 });
          for (const state of states) {
            await wear(page, state);
            const faults = await linesAtRest(page, () => faultsOf(page));
            found.push(...faults.map((fault) => `${direction} ${width} ${Object.values(state).join(' ')}: ${fault}`));
          }
        }
      }
      expect(found).toEqual([]);
    },
  );
});
