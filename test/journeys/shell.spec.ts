import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/contract/languages';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { goWithin } from '../support/explore';
import { openMenu, openUserMenu, press, signedInAs } from '../support/journey-steps';
import { everyVariant, isRecoloured, sayVariant, speak, takeVariant, variantsOf } from '../support/variants';
import { overflow, settled, smallTargets, violations } from '../support/screen-steps';

const BEFORE_REPORT = [
  ['/home', 'Dashboard'],
  ['/category', 'Training Category'],
  ['/training', 'Training List'],
  ['/add-staff', 'Staff Master'],
  ['/skil-master', 'Skil Master'],
  ['/assign-training', 'Assign Training'],
  ['/remove-training', 'Remove Training'],
  ['/assign-target-skils', 'Assign Target Skils'],
] as const;
const REPORTS = [
  ['/quiz-report', 'Quiz Report'],
  ['/skil-matrix-report', 'All Skil Matrix Report'],
  ['/skil-matrix-report-datewise', 'All Skil Matrix Report Datewise'],
  ['/targeted-matrix-report-datewise', 'Targeted Skils Matrix Report'],
  ['/skil-wise-report', 'Skils Wise Matrix Report'],
] as const;
const PUBLIC = [
  '/auth/login',
  '/registration',
  '/forgot',
  '/reset/no-such-link',
  '/confirm/no-such-link',
  '/confirm/not-me',
];
const OF_ADMIN = [
  ...[...BEFORE_REPORT, ...REPORTS].map(([route]) => route),
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
const OF_PLATFORM = [
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
const OF_LEARNER = ['/home', '/my-training', '/my-skills', '/assign-training', '/assign-target-skils', '/skil-master'];

describe('the shell', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const open = async (who: keyof typeof DEMO_ACCOUNTS, width?: number): Promise<Page> => {
    const page = await signedInAs(product, DEMO_ACCOUNTS[who], width ? { width } : {});
    // The address changes before the shell is drawn.
    await page.getByRole('banner').waitFor();
    return page;
  };

  journey('lists the 13 entries in their order and spelling, five of them under Report, for everyone', async () => {
    for (const who of ['admin', 'welder', 'platform'] as const) {
      const page = await open(who);
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      const entries = () =>
        menu
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => [link.getAttribute('href'), link.textContent]));
      await comesTo(
        entries,
        [...BEFORE_REPORT, ...REPORTS].map((entry) => [...entry]),
      );
      const group = menu.getByRole('list', { name: 'Report' });
      await comesTo(
        () => group.getByRole('link').allInnerTexts(),
        REPORTS.map(([, label]) => label),
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
      const own = ['Reset Password', 'Settings', 'Logout', 'My Training'];
      for (const [who, label, more] of [
        ['admin', 'Admin', ['Jobs']],
        ['welder', 'User', []],
        ['platform', '', ['Customers', 'Subscribers', 'Subscription Packages', 'Jobs']],
      ] as const) {
        const page = await open(who);
        const button = page.getByRole('banner').locator('button[aria-haspopup="menu"]');
        for (const words of [DEMO_ACCOUNTS[who].name, label])
          await comesTo(() => button.innerText(), expect.stringContaining(words));
        await button.click();
        await comesTo(() => page.getByRole('menuitem').allInnerTexts(), [...own, ...more]);
        await page.getByRole('menuitem', { name: 'Reset Password' }).click();
        await page.waitForURL(/\/update-password$/);
        await openUserMenu(page, 'Settings');
        await page.waitForURL(/\/settings$/);
        await page.context().close();
      }
    },
  );

  // Another account: the language is kept with it.
  journey('speaks eight languages, whole pages of them; Arabic from right to left', async () => {
    const page = await open('second');
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
    // The sidebar stands at the right of the page.
    await page.waitForFunction(() => {
      const [side, main] = ['aside', 'main'].map((name) => document.querySelector(name)?.getBoundingClientRect().left);
      return side !== undefined && main !== undefined && side > main;
    });
    expect(await overflow(page)).toBe(0);
    await page.reload();
    await comesTo(
      () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]),
      ['ar', 'rtl'],
    );
    await page.getByRole('banner').locator('select').selectOption('de');
    await page.waitForFunction(() => document.documentElement.lang === 'de' && document.documentElement.dir !== 'rtl');
    await page.goto('/training');
    await settled(page);
    const heads = new Set<string>();
    for (const { code } of LANGUAGES) {
      await page.getByRole('banner').locator('select').selectOption(code);
      await page.waitForFunction((chosen) => document.documentElement.lang === chosen, code);
      await comesTo(async () => heads.has(await page.getByRole('heading', { level: 1 }).innerText()), false);
      heads.add(await page.getByRole('heading', { level: 1 }).innerText());
    }
    expect(heads.size).toBe(LANGUAGES.length);
    await page.getByRole('banner').locator('select').selectOption('de');
    // Not one key of a text that is missing shows itself.
    for (const route of ['/skil-matrix-report', '/training', '/assign-training', '/settings']) {
      await page.goto(route);
      await settled(page);
      expect(await page.locator('body').innerText()).not.toMatch(
        /\b(kit|menu|shell|reports|trainings|assign|planned)\.[a-z_]+\b/,
      );
    }
  });

  journey('turns dark and stays dark; the sidebar narrows at 1024 and becomes a menu at 767', async () => {
    const page = await open('admin');
    const root = page.locator('html');
    await press(page, 'Dark mode');
    await page.waitForFunction(() => document.documentElement.dataset.layoutMode === 'dark');
    await page.reload();
    await comesTo(() => root.getAttribute('data-layout-mode'), 'dark');
    await press(page, 'Light mode');
    await comesTo(() => root.getAttribute('data-sidebar-size'), 'lg');
    await press(page, 'Collapse menu');
    await comesTo(() => root.getAttribute('data-sidebar-size'), 'sm');
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

  describe('on each route: no axe violation at 1280 or 767 px, light or dark, in English or from right to left, and at 320 px no sideways scroll and targets for a finger', () => {
    journey('signed out', async () => walk(await product.visit(), PUBLIC, everyVariant));
    journey('as an admin', async () => walk(await open('admin'), OF_ADMIN));
    journey('as an admin, in drawers and editors', async () => {
      const page = await open('admin');
      await openMenu(page, 'Training List');
      await page.locator('tr[data-row-key]').first().click();
      await page.waitForURL(/\/training\/.+/);
      const editor = new URL(page.url()).pathname;
      await page.goto('/skil-matrix-report');
      await page.locator('[role=gridcell][aria-label]').first().click();
      await page.waitForURL(/\?/);
      const explained = page.url().slice(product.url.length);
      const editors = ['', '/media', '/skills', '/quiz', '/assignments'].map((tab) => editor + tab);
      await walk(page, [...editors, '/training?edit=new', '/add-staff?edit=new', explained]);
    });
    journey('as platform staff', async () => walk(await open('platform'), OF_PLATFORM));
    journey('as a learner, up to the video and the quiz', async () => {
      const page = await open('driver');
      await page.goto('/my-training?section=all');
      await page.getByRole('article').first().waitFor();
      const trainings = await page
        .getByRole('article')
        .getByRole('heading')
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href')!));
      await walk(page, [...OF_LEARNER, trainings[0]!, `${trainings[0]!}/quiz`]);
    });
  });

  /** Each route in the variants of its turn, or in whichever ones are said: it changes where it stands. */
  async function walk(page: Page, routes: readonly string[], variantsAt = variantsOf): Promise<void> {
    const found: string[] = [];
    for (const [turn, route] of routes.entries()) {
      // What a reader does but for the first: no document is loaded. Signed out, each is one of its own.
      if (turn === 0 || routes === PUBLIC) await page.goto(route);
      else await goWithin(page, route);
      await settled(page);
      const variants = variantsAt(turn);
      for (const [at, variant] of variants.entries()) {
        await takeVariant(page, variant);
        const of = isRecoloured(variants[at - 1], variant) ? 'colours' : 'all';
        found.push(...(await violations(page, of)).map((problem) => `${route} ${sayVariant(variant)}: ${problem}`));
      }
      await page.setViewportSize({ width: 320, height: 800 });
      await settled(page);
      const wider = await overflow(page);
      if (wider > 0) found.push(`${route}: ${wider} px wider than 320`);
      found.push(...(await smallTargets(page)).map((problem) => `${route}: too small for a finger: ${problem}`));
    }
    // Kept with the account, of whom the next journey expects to be read in English.
    await speak(page, 'en');
    expect(found).toEqual([]);
  }
});
