import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/contract/languages';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { openProduct, quietFor, unanswered, type Visited } from '../support/browser';
import { signedInAs } from '../support/journey-steps';
import { wear } from '../support/shell-look';
import { speak } from '../support/variants';

/**
 * `npm run screens`, after `npm run build` and `npm run build:admin`: takes the README's pictures of the demo anew, into
 * docs/screens. `npm run screens -- FOLDER`: twelve screens in each language, light and dark, into a folder, to be read
 * against docs/glossary; `FOLDER ru ar`: in these languages only.
 */
const PICTURES = join(__dirname, '../../docs/screens');
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 767, height: 900 };

const QUIET_MS = 200;
const LOADING = '.ant-skeleton-active, .kit-skeleton, .rep-skeleton, [aria-busy="true"]';

type Mode = 'light' | 'dark';
interface Picture {
  readonly name: string;
  readonly who?: keyof typeof DEMO_ACCOUNTS;
  readonly path: string;
  readonly size?: typeof DESK;
  readonly mode?: Mode;
  readonly language?: string;
  readonly after?: (page: Page) => Promise<unknown>;
}

const OF_README: readonly Picture[] = [
  { name: 'sign-in', path: '/auth/login' },
  { name: 'registration', path: '/registration' },
  { name: 'dashboard', who: 'admin', path: '/home' },
  { name: 'matrix-light', who: 'admin', path: '/skil-matrix-report' },
  {
    name: 'matrix-why',
    who: 'admin',
    path: '/skil-matrix-report',
    after: async (page) => {
      await page
        .getByRole('gridcell', { name: /level [1-4]/ })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('heading').nth(1).waitFor();
    },
  },
  { name: 'datewise-dark', who: 'admin', path: '/skil-matrix-report-datewise', mode: 'dark' },
  { name: 'matrix-ar', who: 'admin', path: '/skil-matrix-report', language: 'ar' },
  { name: 'matrix-767-dark', who: 'admin', path: '/skil-matrix-report', size: PHONE, mode: 'dark' },
  { name: 'my-training-767', who: 'driver', path: '/my-training', size: PHONE },
  {
    name: 'player-767',
    who: 'driver',
    path: '/my-training',
    size: PHONE,
    after: async (page) => {
      await page
        .getByRole('link', { name: /^Forklift: driving/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
    },
  },
];

const IN_EACH_LANGUAGE = [
  ...['/home', '/category', '/training', '/add-staff', '/skil-master', '/assign-training', '/remove-training'],
  ...['/assign-target-skils', '/quiz-report', '/skil-matrix-report', '/skil-wise-report', '/settings'],
];

const [folder, ...wanted] = process.argv.slice(2);

async function main(): Promise<void> {
  const product = await openProduct({ SEED_DEMO: 'on' });
  try {
    if (folder) await inEachLanguage(product, folder);
    else for (const picture of OF_README) await take(product, picture);
  } finally {
    await product.close();
  }
}

async function take(product: Visited, picture: Picture): Promise<void> {
  const { name, who, path, size = DESK, mode = 'light', language, after } = picture;
  const page = who ? await signedInAs(product, DEMO_ACCOUNTS[who]) : await product.visit();
  await page.setViewportSize(size);
  await page.goto(path);
  if (who) await wear(page, { 'data-layout-mode': mode });
  if (language) await speak(page, language);
  await stands(page);
  await after?.(page);
  await shoot(page, join(PICTURES, `${name}.png`));
  if (language) await speak(page, 'en');
  await page.context().close();
}

async function inEachLanguage(product: Visited, to: string): Promise<void> {
  mkdirSync(to, { recursive: true });
  const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
  await page.setViewportSize(DESK);
  for (const path of IN_EACH_LANGUAGE) {
    await page.goto(path);
    for (const { code } of LANGUAGES) {
      if (wanted.length > 0 && !wanted.includes(code)) continue;
      await speak(page, code);
      for (const mode of ['light', 'dark'] as const) {
        await wear(page, { 'data-layout-mode': mode });
        await shoot(page, join(to, `${code}-${path.slice(1)}-${mode}.png`));
      }
    }
  }
}

async function shoot(page: Page, file: string): Promise<void> {
  await stands(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file });
  console.log(file);
}

/** As the journeys' `settled`, which needs jest. */
async function stands(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  while (unanswered(page).length > 0 || quietFor(page) < QUIET_MS || (await page.locator(LOADING).count()) > 0)
    await page.waitForTimeout(50);
}

void main();
