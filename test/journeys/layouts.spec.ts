import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { CHOICES } from '../support/customizer-options';
import { eventually } from '../support/eventually';
import { press, openSignedInPage } from '../support/journey-steps';
import { pairsIn, pairsOf, coverPairs, type State } from '../support/pairwise';
import { pollUntilNone, waitForPageLoaded } from '../support/screen-steps';
import { findShellFaults, countLabelled, readShellLayout, applyLayout } from '../support/shell-layout';

describe('the layouts', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const openAs = async (accountName: keyof typeof DEMO_ACCOUNTS, path = '/home'): Promise<Page> => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS[accountName]);
    await page.goto(path);
    await waitForPageLoaded(page);
    return page;
  };

  journey('widens the small sidebar for the pointer and for the keyboard, over the page', async () => {
    const page = await openAs('admin');
    await applyLayout(page, { 'data-sidebar-size': 'sm-hover' });
    const widths = async () => {
      const appearance = await readShellLayout(page);
      return [appearance.side?.width, appearance.main?.left, countLabelled(appearance)];
    };
    await eventually(widths, [72, 72, 0]);
    await page.hover('aside.sg-side');
    await eventually(widths, [264, 72, 13]);
    await page.mouse.move(900, 500);
    await eventually(widths, [72, 72, 0]);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await eventually(widths, [264, 72, 13]);
  });

  journey('is saved without cancelling pending requests', async () => {
    const page = await openAs('admin');
    let answer!: () => void;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const LATE = [/\/api\/me\/sessions$/, /\/api\/me\/second-factor$/, /\/api\/me\/passkeys$/];
    for (const path of LATE)
      await page.route(path, async (route) => {
        await answered;
        await route.continue().catch(() => undefined);
      });
    await page.goto('/settings');
    const security = page.locator('#security');
    await security.locator('.ant-skeleton-active').first().waitFor();
    const saveResponse = page.waitForResponse(
      (response) => response.request().method() === 'PATCH' && new URL(response.url()).pathname === '/api/me',
    );
    await press(page, 'Dark mode');
    expect((await saveResponse).status()).toBe(200);
    // Time for the effects of the saved preference.
    await page.waitForTimeout(500);
    answer();
    await waitForPageLoaded(page);
    await security.locator('.sg-pill').first().waitFor();
  });

  journey('opens Report of the bar by keyboard, with its five entries in order', async () => {
    const page = await openAs('admin');
    await applyLayout(page, { 'data-layout': 'horizontal' });
    // The previous layout stays until the code of the bar is loaded.
    const report = page.locator('.sg-menubar').getByRole('button', { name: 'Report' });
    const list = page.getByRole('list', { name: 'Report' });
    await report.focus();
    await page.keyboard.press('ArrowDown');
    await eventually(
      () => list.getByRole('link').allInnerTexts(),
      [
        'Quiz Report',
        'All Skil Matrix Report',
        'All Skil Matrix Report Datewise',
        'Targeted Skils Matrix Report',
        'Skils Wise Matrix Report',
      ],
    );
    const focusedText = () => page.evaluate(() => document.activeElement?.textContent);
    await eventually(focusedText, 'Quiz Report');
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await eventually(focusedText, 'Report');
    await page.keyboard.press('Enter');
    await list.waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await eventually(focusedText, 'All Skil Matrix Report');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/skil-matrix-report$/);
    await list.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Click to Contact us' }).waitFor();
    // The same five entries are in the second column.
    await applyLayout(page, { 'data-layout': 'twocolumn' });
    await eventually(async () => (await readShellLayout(page)).entries.length, 5);
    await page.getByRole('button', { name: 'Main menu' }).click();
    await eventually(async () => (await readShellLayout(page)).entries.map(({ name }) => name)[0], 'Dashboard');
  });

  journey(
    'keeps words readable, the page as wide as the window and the menu in reach in all pairs of choices',
    async () => {
      // A hidden sidebar shows nothing: one state per other choice is enough; all pairs are covered without it.
      const { 'data-sidebar-visibility': _, ...visibleChoices } = CHOICES;
      const states = [
        ...coverPairs(visibleChoices).map((state): State => ({ ...state, 'data-sidebar-visibility': 'show' })),
        ...Array.from({ length: 6 }, (_none, index): State => ({
          ...Object.fromEntries(
            Object.entries(visibleChoices).map(([option, all]) => [option, all[index % all.length]!]),
          ),
          'data-sidebar-visibility': 'hidden',
        })),
      ];
      const coveredPairs = new Set(states.flatMap((state) => pairsIn(state, CHOICES)));
      expect(pairsOf(CHOICES).filter((pair) => !coveredPairs.has(pair))).toEqual([]);

      const page = await openAs('platform');
      const foundFaults: string[] = [];
      for (const [language, direction] of [
        ['en', 'ltr'],
        ['ar', 'rtl'],
      ] as const) {
        await page.getByRole('banner').locator('select').selectOption(language);
        await page.waitForFunction(
          (expectedDirection) => document.documentElement.dir === expectedDirection,
          direction,
        );
        for (const width of [1280, 767, 320]) {
          await page.setViewportSize({ width, height: 900 });
          for (const state of states) {
            await applyLayout(page, state);
            const pageFaults = await pollUntilNone(page, () => findShellFaults(page));
            foundFaults.push(
              ...pageFaults.map((fault) => `${direction} ${width} ${Object.values(state).join(' ')}: ${fault}`),
            );
          }
        }
      }
      expect(foundFaults).toEqual([]);
    },
  );
});
