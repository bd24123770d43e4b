import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/contract/languages';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { navigateInApp } from '../support/explore-controls';
import { openMenu, openUserMenu, press, openSignedInPage } from '../support/journey-steps';
import {
  allVariants,
  isRecoloured,
  describeVariant,
  switchLanguage,
  applyVariant,
  variantsOf,
} from '../support/screen-variants';
import { horizontalOverflow, waitForPageLoaded, smallTargets, axeViolations } from '../support/screen-steps';

const ENTRIES_BEFORE_REPORT = [
  ['/home', 'Dashboard'],
  ['/category', 'Training Category'],
  ['/training', 'Training List'],
  ['/add-staff', 'Staff Master'],
  ['/skil-master', 'Skil Master'],
  ['/assign-training', 'Assign Training'],
  ['/remove-training', 'Remove Training'],
  ['/assign-target-skils', 'Assign Target Skils'],
] as const;
const REPORT_ROUTES = [
  ['/quiz-report', 'Quiz Report'],
  ['/skil-matrix-report', 'All Skil Matrix Report'],
  ['/skil-matrix-report-datewise', 'All Skil Matrix Report Datewise'],
  ['/targeted-matrix-report-datewise', 'Targeted Skils Matrix Report'],
  ['/skil-wise-report', 'Skils Wise Matrix Report'],
] as const;
const PUBLIC_ROUTES = [
  '/auth/login',
  '/registration',
  '/forgot',
  '/reset/no-such-link',
  '/confirm/no-such-link',
  '/confirm/not-me',
];
const ADMIN_ROUTES = [
  ...[...ENTRIES_BEFORE_REPORT, ...REPORT_ROUTES].map(([route]) => route),
  '/training/quizzes',
  '/training/questions',
  '/settings',
  '/settings/audit',
  '/import',
  '/import/staff',
  '/update-password',
  '/customer-list',
  '/no-such-page',
];
const PLATFORM_ROUTES = [
  '/home',
  '/customer-list',
  '/customer-list?show=1001',
  '/subscribers',
  '/subscription-packages',
  '/subscription-packages?edit=1',
  '/support-messages',
  '/settings',
  '/settings/audit',
];
const LEARNER_ROUTES = [
  '/home',
  '/my-training',
  '/my-skills',
  '/assign-training',
  '/assign-target-skils',
  '/skil-master',
];

describe('the shell', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const openAs = async (accountName: keyof typeof DEMO_ACCOUNTS, width?: number): Promise<Page> => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS[accountName], width ? { width } : {});
    // The address changes before the shell is rendered.
    await page.getByRole('banner').waitFor();
    return page;
  };

  journey('lists the 13 entries in their order and spelling, five of them under Report, for everyone', async () => {
    for (const accountName of ['admin', 'welder', 'platform'] as const) {
      const page = await openAs(accountName);
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      const entries = () =>
        menu
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.textContent]));
      await eventually(
        entries,
        [...ENTRIES_BEFORE_REPORT, ...REPORT_ROUTES].map((entry) => [...entry]),
      );
      const group = menu.getByRole('list', { name: 'Report' });
      await eventually(
        () => group.getByRole('link').allInnerTexts(),
        REPORT_ROUTES.map(([, label]) => label),
      );
      await menu.getByRole('button', { name: 'Report' }).click();
      await group.waitFor({ state: 'hidden' });
      await page.getByRole('link', { name: 'Click to Contact us' }).click();
      await page.waitForURL(/\/settings$/);
      await page.context().close();
    }
  });

  journey(
    'has the user menu of the specification, an admin’s jobs, and four more entries for platform staff',
    async () => {
      const accountEntries = ['Reset Password', 'Settings', 'Logout', 'My Training'];
      for (const [accountName, label, more] of [
        ['admin', 'Admin', ['Jobs']],
        ['welder', 'User', []],
        ['platform', '', ['Customers', 'Subscribers', 'Subscription Packages', 'Jobs']],
      ] as const) {
        const page = await openAs(accountName);
        const button = page.getByRole('banner').locator('button[aria-haspopup="menu"]');
        for (const words of [DEMO_ACCOUNTS[accountName].name, label])
          await eventually(() => button.innerText(), expect.stringContaining(words));
        await button.click();
        await eventually(() => page.getByRole('menuitem').allInnerTexts(), [...accountEntries, ...more]);
        await page.getByRole('menuitem', { name: 'Reset Password' }).click();
        await page.waitForURL(/\/update-password$/);
        await openUserMenu(page, 'Settings');
        await page.waitForURL(/\/settings$/);
        await page.context().close();
      }
    },
  );

  // Another account: the account stores the language.
  journey('speaks eight languages, whole pages of them; Arabic from right to left', async () => {
    const page = await openAs('second');
    const language = page.getByRole('banner').locator('select');
    await language.waitFor();
    expect(await language.locator('option').allInnerTexts()).toEqual([
      'English',
      'Español',
      'Deutsch',
      'Italiano',
      'Русский',
      '中文',
      'Français',
      'العربية',
    ]);
    await language.selectOption('ar');
    await page.waitForFunction(() => document.documentElement.dir === 'rtl');
    // The sidebar is at the right of the page.
    await page.waitForFunction(() => {
      const [side, main] = ['aside', 'main'].map((name) => document.querySelector(name)?.getBoundingClientRect().left);
      return side !== undefined && main !== undefined && side > main;
    });
    expect(await horizontalOverflow(page)).toBe(0);
    await page.reload();
    await eventually(
      () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
      ['ar', 'rtl'],
    );
    await page.getByRole('banner').locator('select').selectOption('de');
    await page.waitForFunction(() => document.documentElement.lang === 'de' && document.documentElement.dir !== 'rtl');
    await page.goto('/training');
    await waitForPageLoaded(page);
    const tableHeadings = new Set<string>();
    for (const { code } of LANGUAGES) {
      await page.getByRole('banner').locator('select').selectOption(code);
      await page.waitForFunction((chosen) => document.documentElement.lang === chosen, code);
      await eventually(async () => tableHeadings.has(await page.getByRole('heading', { level: 1 }).innerText()), false);
      tableHeadings.add(await page.getByRole('heading', { level: 1 }).innerText());
    }
    expect(tableHeadings.size).toBe(LANGUAGES.length);
    await page.getByRole('banner').locator('select').selectOption('de');
    // No untranslated key is visible.
    for (const route of ['/skil-matrix-report', '/training', '/assign-training', '/settings']) {
      await page.goto(route);
      await waitForPageLoaded(page);
      expect(await page.locator('body').innerText()).not.toMatch(
        /\b(kit|menu|shell|reports|trainings|assign|planned)\.[a-z_]+\b/,
      );
    }
  });

  journey('turns dark and stays dark; the sidebar narrows at 1024 and becomes a menu at 767', async () => {
    const page = await openAs('admin');
    const root = page.locator('html');
    await press(page, 'Dark mode');
    await page.waitForFunction(() => document.documentElement.dataset.layoutMode === 'dark');
    await page.reload();
    await eventually(() => root.getAttribute('data-layout-mode'), 'dark');
    await press(page, 'Light mode');
    await eventually(() => root.getAttribute('data-sidebar-size'), 'lg');
    await press(page, 'Collapse menu');
    await eventually(() => root.getAttribute('data-sidebar-size'), 'sm');
    await press(page, 'Expand menu');
    await page.setViewportSize({ width: 1024, height: 800 });
    await page.waitForFunction(() => document.documentElement.getAttribute('data-sidebar-size') === 'sm');
    await page.setViewportSize({ width: 767, height: 800 });
    await page.waitForFunction(() => !document.documentElement.hasAttribute('data-sidebar-size'));
    await page.getByRole('button', { name: 'Open menu' }).click();
    const sheet = page.getByRole('dialog', { name: 'Main menu' });
    await sheet.getByRole('link', { name: 'Training List' }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await sheet.getByRole('link', { name: 'Skil Master' }).click();
    await page.waitForURL(/\/skil-master$/);
    await sheet.waitFor({ state: 'hidden' });
  });

  describe('accessibility of each route (axe at 1280 and 767 px, light and dark, both directions; overflow and touch targets at 320 px)', () => {
    journey('signed out', async () => checkRoutes(await product.openPage(), PUBLIC_ROUTES, allVariants));
    journey('as an admin', async () => checkRoutes(await openAs('admin'), ADMIN_ROUTES));
    journey('as an admin, in drawers and editors', async () => {
      const page = await openAs('admin');
      await openMenu(page, 'Training List');
      await page.locator('tr[data-row-key]').first().click();
      await page.waitForURL(/\/training\/.+/);
      const editor = new URL(page.url()).pathname;
      await page.goto('/skil-matrix-report');
      await page.locator('[role=gridcell][aria-label]').first().click();
      await page.waitForURL(/\?/);
      const explanationPath = page.url().slice(product.url.length);
      const editors = ['', '/media', '/skills', '/quiz', '/assignments'].map((tab) => editor + tab);
      await checkRoutes(page, [...editors, '/training?edit=new', '/add-staff?edit=new', explanationPath]);
    });
    journey('as platform staff', async () => checkRoutes(await openAs('platform'), PLATFORM_ROUTES));
    journey('as a learner, up to the video and the quiz', async () => {
      const page = await openAs('driver');
      await page.goto('/my-training?section=all');
      await page.getByRole('article').first().waitFor();
      const trainings = await page
        .getByRole('article')
        .getByRole('heading')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
      await checkRoutes(page, [...LEARNER_ROUTES, trainings[0]!, `${trainings[0]!}/quiz`]);
    });
  });

  /** Checks each route in its variants, or in those of `pickVariants`. The variant changes without a reload. */
  async function checkRoutes(page: Page, routes: readonly string[], pickVariants = variantsOf): Promise<void> {
    const faults: string[] = [];
    for (const [routeIndex, route] of routes.entries()) {
      // Navigates inside the app after the first route. Signed out, each route is loaded.
      if (routeIndex === 0 || routes === PUBLIC_ROUTES) await page.goto(route);
      else await navigateInApp(page, route);
      await waitForPageLoaded(page);
      const variants = pickVariants(routeIndex);
      for (const [variantIndex, variant] of variants.entries()) {
        await applyVariant(page, variant);
        const rules = isRecoloured(variants[variantIndex - 1], variant) ? 'colours' : 'all';
        faults.push(
          ...(await axeViolations(page, rules)).map((problem) => `${route} ${describeVariant(variant)}: ${problem}`),
        );
      }
      await page.setViewportSize({ width: 320, height: 800 });
      await waitForPageLoaded(page);
      const overflowing = await horizontalOverflow(page);
      if (overflowing > 0) faults.push(`${route}: ${overflowing} px wider than 320`);
      faults.push(...(await smallTargets(page)).map((problem) => `${route}: too small for a finger: ${problem}`));
    }
    // The account stores the language; the next journey expects English.
    await switchLanguage(page, 'en');
    expect(faults).toEqual([]);
  }
});
