import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { API_KEY_SCOPES } from '../../src/contract/api-key-scopes';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { navigateInApp, exploreControls, waitUntilStable, type Exploration } from '../support/explore-controls';
import { findLayoutFaults } from '../support/layout-faults';
import {
  KnownTexts,
  PSEUDO_LOCALE,
  pseudoLocalize,
  readScreenTexts,
  usePseudoLocale,
  type ScreenText,
} from '../support/pseudo-localization';
import { pollUntilNone } from '../support/screen-steps';

const PUBLIC_ROUTES = [
  '/auth/login',
  '/registration',
  '/forgot',
  '/reset/no-such-link',
  '/confirm/no-such-link',
  '/confirm/not-me',
];
/** Start routes per account; detail pages (a person, a training, a quiz) are found by their links. */
const START_ROUTES = {
  admin: [
    ...['/home', '/category', '/training', '/training/locations', '/training/quizzes', '/training/questions'],
    ...['/add-staff', '/add-staff/departments', '/add-staff/job-roles', '/skil-master', '/skill-evidence'],
    ...['/assign-training', '/remove-training', '/assign-target-skils', '/assign-target-skils/people'],
    ...['/assign-target-skils/job-roles', '/quiz-report', '/skil-matrix-report', '/skil-matrix-report-datewise'],
    ...['/targeted-matrix-report-datewise', '/skil-wise-report', '/expiring-skills', '/settings', '/settings/audit'],
    ...['/update-password', '/customer-list', '/no-such-page', '/training/none', '/add-staff/none'],
  ],
  manager: ['/home', '/my-skills', '/skill-evidence', '/add-staff', '/skil-matrix-report', '/expiring-skills'],
  driver: [
    ...['/home', '/my-training', '/my-training/none', '/my-skills', '/assign-training', '/assign-target-skils'],
    ...['/skil-master', '/category', '/training', '/remove-training', '/add-staff', '/settings'],
  ],
  platform: [
    ...['/home', '/customer-list', '/customer-list?show=1001', '/subscribers', '/subscription-packages'],
    ...['/support-messages', '/settings', '/settings/audit', '/training', '/skil-matrix-report', '/expiring-skills'],
  ],
} as const satisfies Partial<Record<keyof typeof DEMO_ACCOUNTS, readonly string[]>>;

/** Texts that are the same in every language: the product name and the names in the sign-in drawing. */
const ALLOWED_NAMES = [
  ...['Skilgrid', 'Asha Rao', 'Marco Bellini', 'Lena Hoffmann', 'Omar Haddad', 'Chrome', 'Linux'],
  // Texts that antd's German locale lacks (theme/locales.ts).
  'Zeilen je Seite',
  ...API_KEY_SCOPES,
];
/** `import` and `export` in the API key dialog are scope names of the API. */
const isScopeName = ({ text, where }: ScreenText): boolean =>
  where.includes('bdi.sg-mono') && API_KEY_SCOPES.some((scope) => scope === text);
const ASSETS = join(__dirname, '../../admin/dist/assets');
const WIDTHS = [767, 320, 1280];

describe('in a language of pseudo texts, all longer by 40 %,', () => {
  let product: ProductInBrowser;
  const knownTexts = new KnownTexts();
  const shownTexts = new Map<string, ScreenText & { at: string }>();
  const layoutFaults = new Set<string>();
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
    ALLOWED_NAMES.forEach((name) => knownTexts.add(name));
    // Texts of antd and of the calendar, from their locale files for the pseudo language.
    for (const file of readdirSync(ASSETS).filter((name) => /^de(_DE)?-[^/]+\.js$/.test(name)))
      for (const [, one, other] of readFileSync(join(ASSETS, file), 'utf8').matchAll(/`([^`]*)`|"([^"]*)"/g))
        knownTexts.add(one ?? other ?? '');
  });
  afterAll(() => product.close());

  const startedAt = Date.now();
  const look = async (page: Page, at: string): Promise<void> => {
    if (process.env.SHOW) process.stderr.write(`${((Date.now() - startedAt) / 1000).toFixed(1)} ${at}\n`);
    for (const one of await readScreenTexts(page)) {
      const key = `${one.source} ${one.text}`;
      if (!shownTexts.has(key)) shownTexts.set(key, { ...one, at });
    }
  };
  const measure = async (page: Page, at: string): Promise<void> => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await waitUntilStable(page);
      for (const fault of await pollUntilNone(page, () => findLayoutFaults(page)))
        layoutFaults.add(`${width} px, ${at}: ${fault}`);
      if (width !== 1280) await look(page, `${at}, ${width} px`);
    }
  };
  const openPseudoPage = async (): Promise<Page> => {
    const page = await product.openPage({ lang: PSEUDO_LOCALE });
    await usePseudoLocale(page);
    page.on('dialog', (dialog) => void dialog.accept());
    page.on('response', (answer) => {
      const isApi = /^\/(?!assets)/.test(new URL(answer.url()).pathname);
      if (answer.ok() && isApi && /json/.test(answer.headers()['content-type'] ?? ''))
        void answer.json().then(knownTexts.collect, () => undefined);
    });
    return page;
  };
  const openedControls = new Set<string>();
  const explorationOf = (page: Page): Exploration => ({
    onChange: (at) => look(page, at),
    onLayer: (at) => measure(page, at),
    visited: openedControls,
    excluded: ['Logout', 'Fullscreen', 'Print'].map((label) => pseudoLocalize(label).replaceAll(/[⟦⟧]/g, '')),
    perPage: [pseudoLocalize('Actions for ').slice(1, 12)],
  });

  /** `/training/0190…/quiz?q=1` → `/training/:id/quiz`. */
  const routePattern = (address: string): string =>
    address.replace(/[?#].*/, '').replaceAll(/\/[\da-f]{8}-[\da-f-]{27}/g, '/:id');
  const linksOf = (page: Page): Promise<string[]> =>
    page.evaluate(() => [...document.querySelectorAll('main a[href]')].map((link) => link.getAttribute('href')!));

  const exploreAs = async (accountName: keyof typeof START_ROUTES): Promise<void> => {
    const page = await openPseudoPage();
    await page.goto('/auth/login');
    await page.locator('#user_name').fill(DEMO_ACCOUNTS[accountName].user_name);
    await page.locator('#password').fill(DEMO_ACCOUNTS[accountName].password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    await page.getByRole('banner').waitFor();
    await waitUntilStable(page);
    const routes: string[] = [...START_ROUTES[accountName]];
    const shapes = new Set(routes.map(routePattern));
    for (const route of routes) {
      await navigateInApp(page, route);
      await look(page, `${accountName} ${route}`);
      for (const link of await linksOf(page)) {
        if (!link.startsWith('/') || !/[\da-f]{8}-/.test(link) || shapes.has(routePattern(link))) continue;
        shapes.add(routePattern(link));
        routes.push(link);
      }
      await measure(page, `${accountName} ${route}`);
      await exploreControls(page, explorationOf(page), `${accountName} ${route}`);
    }
    await exploreControls(page, explorationOf(page), accountName, 'header, .sg-side');
    await page.context().close();
  };

  journey('signed out', async () => {
    const page = await openPseudoPage();
    for (const route of PUBLIC_ROUTES) {
      await page.goto(route);
      await page.getByRole('heading').first().waitFor();
      await waitUntilStable(page);
      await look(page, route);
      await measure(page, route);
      await exploreControls(page, explorationOf(page), route, 'body');
    }
  });
  journey('a page whose code is loading', async () => {
    const page = await openPseudoPage();
    await page.setViewportSize({ width: 320, height: 900 });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.goto('/auth/login');
    await page.locator('#user_name').fill(DEMO_ACCOUNTS.manager.user_name);
    await page.locator('#password').fill(DEMO_ACCOUNTS.manager.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    await page.getByRole('banner').waitFor();
    await page.route('**/assets/all-skills-*.js', (route) => released.then(() => route.continue()));
    await page.goto('/skil-matrix-report');
    await page.locator('main .ant-skeleton').first().waitFor();
    expect(await findLayoutFaults(page)).toEqual([]);
    release();
    await page.context().close();
  });
  for (const accountName of Object.keys(START_ROUTES) as (keyof typeof START_ROUTES)[])
    journey(`an account of the demo (${accountName})`, () => exploreAs(accountName));

  it('every text on every screen comes from a translation key', () => {
    expect(shownTexts.size).toBeGreaterThan(2_000);
    expect(knownTexts.findUntranslated([...shownTexts.values()].filter((each) => !isScopeName(each)))).toEqual([]);
  });
  it('no screen scrolls sideways, cuts a word or lays one control over another', () => {
    expect([...layoutFaults]).toEqual([]);
  });
});
