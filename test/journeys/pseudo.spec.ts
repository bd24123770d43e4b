import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { API_KEY_SCOPES } from '../../src/contract/api-key-scopes';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { goWithin, openAll, stands, type Walk } from '../support/explore';
import { misfits } from '../support/fits';
import { Known, POSING, pseudo, saidOn, wearPseudo, type Said } from '../support/pseudo';
import { linesAtRest } from '../support/screen-steps';

const SIGNED_OUT = [
  '/auth/login',
  '/registration',
  '/forgot',
  '/reset/no-such-link',
  '/confirm/no-such-link',
  '/confirm/not-me',
];
/** Where each begins; the pages behind (a person, a training, a quiz) are those that links on these lead to. */
const BEGINNINGS = {
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

/** What says the same everywhere: the product, and the people in the drawing beside the sign-in. */
const NAMES = [
  ...['Skilgrid', 'Asha Rao', 'Marco Bellini', 'Lena Hoffmann', 'Omar Haddad', 'Chrome', 'Linux'],
  // What antd's German lacks (theme/locales.ts).
  'Zeilen je Seite',
  ...API_KEY_SCOPES,
];
/** `import` and `export` in the API key dialog: the names that the API takes. */
const isScope = ({ text, where }: Said): boolean =>
  where.includes('bdi.sg-mono') && API_KEY_SCOPES.some((scope) => scope === text);
const ASSETS = join(__dirname, '../../admin/dist/assets');
const WIDTHS = [767, 320, 1280];

describe('in a language of pseudo texts, all longer by 40 %,', () => {
  let product: Visited;
  const known = new Known();
  const said = new Map<string, Said & { at: string }>();
  const broken = new Set<string>();
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
    NAMES.forEach((name) => known.add(name));
    // The words of antd and of the calendar, as their own files for the posing language have them.
    for (const file of readdirSync(ASSETS).filter((name) => /^de(_DE)?-[^/]+\.js$/.test(name)))
      for (const [, one, other] of readFileSync(join(ASSETS, file), 'utf8').matchAll(/`([^`]*)`|"([^"]*)"/g))
        known.add(one ?? other ?? '');
  });
  afterAll(() => product.close());

  const begun = Date.now();
  const look = async (page: Page, at: string): Promise<void> => {
    if (process.env.SHOW) process.stderr.write(`${((Date.now() - begun) / 1000).toFixed(1)} ${at}\n`);
    for (const one of await saidOn(page)) {
      const key = `${one.how} ${one.text}`;
      if (!said.has(key)) said.set(key, { ...one, at });
    }
  };
  const measure = async (page: Page, at: string): Promise<void> => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await stands(page);
      for (const fault of await linesAtRest(page, () => misfits(page))) broken.add(`${width} px, ${at}: ${fault}`);
      if (width !== 1280) await look(page, `${at}, ${width} px`);
    }
  };
  const visit = async (): Promise<Page> => {
    const page = await product.visit({ lang: POSING });
    await wearPseudo(page);
    page.on('dialog', (dialog) => void dialog.accept());
    page.on('response', (answer) => {
      const isApi = /^\/(?!assets)/.test(new URL(answer.url()).pathname);
      if (answer.ok() && isApi && /json/.test(answer.headers()['content-type'] ?? ''))
        void answer.json().then(known.gather, () => undefined);
    });
    return page;
  };
  const opened = new Set<string>();
  const walkOf = (page: Page): Walk => ({
    look: (at) => look(page, at),
    measure: (at) => measure(page, at),
    known: opened,
    never: ['Logout', 'Fullscreen', 'Print'].map((label) => pseudo(label).replaceAll(/[⟦⟧]/g, '')),
    anew: [pseudo('Actions for ').slice(1, 12)],
  });

  /** `/training/0190…/quiz?q=1` → `/training/:id/quiz`. */
  const shapeOf = (address: string): string =>
    address.replace(/[?#].*/, '').replaceAll(/\/[\da-f]{8}-[\da-f-]{27}/g, '/:id');
  const linkedFrom = (page: Page): Promise<string[]> =>
    page.evaluate(() => [...document.querySelectorAll('main a[href]')].map((link) => link.getAttribute('href')!));

  const walk = async (who: keyof typeof BEGINNINGS): Promise<void> => {
    const page = await visit();
    await page.goto('/auth/login');
    await page.locator('#user_name').fill(DEMO_ACCOUNTS[who].user_name);
    await page.locator('#password').fill(DEMO_ACCOUNTS[who].password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    await page.getByRole('banner').waitFor();
    await stands(page);
    const routes: string[] = [...BEGINNINGS[who]];
    const shapes = new Set(routes.map(shapeOf));
    for (const route of routes) {
      await goWithin(page, route);
      await look(page, `${who} ${route}`);
      for (const link of await linkedFrom(page)) {
        if (!link.startsWith('/') || !/[\da-f]{8}-/.test(link) || shapes.has(shapeOf(link))) continue;
        shapes.add(shapeOf(link));
        routes.push(link);
      }
      await measure(page, `${who} ${route}`);
      await openAll(page, walkOf(page), `${who} ${route}`);
    }
    await openAll(page, walkOf(page), who, 'header, .sg-side');
    await page.context().close();
  };

  journey('whoever is signed out', async () => {
    const page = await visit();
    for (const route of SIGNED_OUT) {
      await page.goto(route);
      await page.getByRole('heading').first().waitFor();
      await stands(page);
      await look(page, route);
      await measure(page, route);
      await openAll(page, walkOf(page), route, 'body');
    }
  });
  journey('a page whose code is on its way', async () => {
    const page = await visit();
    await page.setViewportSize({ width: 320, height: 900 });
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.goto('/auth/login');
    await page.locator('#user_name').fill(DEMO_ACCOUNTS.manager.user_name);
    await page.locator('#password').fill(DEMO_ACCOUNTS.manager.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    await page.getByRole('banner').waitFor();
    await page.route('**/assets/all-skills-*.js', (route) => held.then(() => route.continue()));
    await page.goto('/skil-matrix-report');
    await page.locator('main .ant-skeleton').first().waitFor();
    expect(await misfits(page)).toEqual([]);
    letGo();
    await page.context().close();
  });
  for (const who of Object.keys(BEGINNINGS) as (keyof typeof BEGINNINGS)[])
    journey(`an account of the demo (${who})`, () => walk(who));

  it('no text is said on any screen but by a key', () => {
    expect(said.size).toBeGreaterThan(2_000);
    expect(known.unkeyed([...said.values()].filter((each) => !isScope(each)))).toEqual([]);
  });
  it('no screen scrolls sideways, cuts a word or lays one control over another', () => {
    expect([...broken]).toEqual([]);
  });
});
