import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/contract/languages';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { openProduct, networkIdleMs, pendingRequestUrls, type ProductInBrowser } from '../support/browser';
import { openSignedInPage } from '../support/journey-steps';
import { applyLayout } from '../support/shell-layout';
import { switchLanguage } from '../support/screen-variants';

/**
 * `npm run screens`, after `npm run build` and `npm run build:admin`: retakes the README's pictures of the demo into
 * docs/screens. `npm run screens -- FOLDER`: takes twelve screens in each language, light and dark, into a folder,
 * for review against docs/glossary; `FOLDER ru ar`: only in these languages.
 */
const PICTURES = join(__dirname, '../../docs/screens');
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 767, height: 900 };

const QUIET_MS = 200;
const LOADING =
  '.ant-skeleton-active, .kit-skeleton, .rep-skeleton, [aria-busy="true"], .sg-progress[data-shown="true"]';

type Mode = 'light' | 'dark';
interface Picture {
  readonly name: string;
  readonly account?: keyof typeof DEMO_ACCOUNTS;
  readonly path: string;
  readonly size?: typeof DESKTOP;
  readonly mode?: Mode;
  readonly language?: string;
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const README_PICTURES: readonly Picture[] = [
  { name: 'sign-in', path: '/auth/login' },
  { name: 'registration', path: '/registration' },
  { name: 'dashboard', account: 'admin', path: '/home' },
  { name: 'matrix-light', account: 'admin', path: '/skil-matrix-report' },
  {
    name: 'matrix-why',
    account: 'admin',
    path: '/skil-matrix-report',
    prepare: async (page) => {
      await page
        .getByRole('gridcell', { name: /level [1-4]/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('heading').nth(1).waitFor();
    },
  },
  { name: 'datewise-dark', account: 'admin', path: '/skil-matrix-report-datewise', mode: 'dark' },
  { name: 'matrix-ar', account: 'admin', path: '/skil-matrix-report', language: 'ar' },
  { name: 'matrix-767-dark', account: 'admin', path: '/skil-matrix-report', size: PHONE, mode: 'dark' },
  { name: 'my-training-767', account: 'driver', path: '/my-training', size: PHONE },
  {
    name: 'player-767',
    account: 'driver',
    path: '/my-training',
    size: PHONE,
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^Forklift: driving/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
    },
  },
];

const LANGUAGE_PATHS = [
  ...['/home', '/category', '/training', '/add-staff', '/skil-master', '/assign-training', '/remove-training'],
  ...['/assign-target-skils', '/quiz-report', '/skil-matrix-report', '/skil-wise-report', '/settings'],
];

const [folder, ...languageCodes] = process.argv.slice(2);

async function main(): Promise<void> {
  const product = await openProduct({ SEED_DEMO: 'on' });
  try {
    if (folder) await takeInEachLanguage(product, folder);
    else for (const picture of README_PICTURES) await takePicture(product, picture);
  } finally {
    await product.close();
  }
}

async function takePicture(product: ProductInBrowser, picture: Picture): Promise<void> {
  const { name, account, path, size = DESKTOP, mode = 'light', language, prepare } = picture;
  const page = account ? await openSignedInPage(product, DEMO_ACCOUNTS[account]) : await product.openPage();
  await page.setViewportSize(size);
  await page.goto(path);
  if (account) await applyLayout(page, { 'data-layout-mode': mode });
  if (language) await switchLanguage(page, language);
  await waitUntilLoaded(page);
  await prepare?.(page);
  await saveScreenshot(page, join(PICTURES, `${name}.png`));
  if (language) await switchLanguage(page, 'en');
  await page.context().close();
}

async function takeInEachLanguage(product: ProductInBrowser, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
  await page.setViewportSize(DESKTOP);
  for (const path of LANGUAGE_PATHS) {
    await page.goto(path);
    for (const { code } of LANGUAGES) {
      if (languageCodes.length > 0 && !languageCodes.includes(code)) continue;
      await switchLanguage(page, code);
      for (const mode of ['light', 'dark'] as const) {
        await applyLayout(page, { 'data-layout-mode': mode });
        await saveScreenshot(page, join(to, `${code}-${path.slice(1)}-${mode}.png`));
      }
    }
  }
}

async function saveScreenshot(page: Page, file: string): Promise<void> {
  await waitUntilLoaded(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file });
  console.log(file);
}

/** Like `settled` of the journeys, without jest. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  while (
    pendingRequestUrls(page).length > 0 ||
    networkIdleMs(page) < QUIET_MS ||
    (await page.locator(LOADING).count()) > 0
  )
    await page.waitForTimeout(50);
}

void main();
