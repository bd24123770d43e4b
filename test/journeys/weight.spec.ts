import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { LANGUAGES } from '../../src/contract/languages';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { signIn } from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

const KB = 1_000;
const SIGN_IN_LIMIT = 220 * KB;
// Includes the language file with all texts.
const LIST_LIMIT = 610 * KB;
const LIST_ROUTES = [
  ...['/add-staff', '/training', '/skil-master', '/category', '/remove-training', '/skill-evidence'],
  ...['/training/questions', '/training/quizzes', '/settings/audit'],
];

/** Requested at a varying time after the shell is loaded, so it is not counted. */
const UNCOUNTED_PATH = '/api/notices/unread';

/** Measures transferred bytes including headers, by file and in total, from now on. */
async function measureTransfer(page: Page): Promise<{ total(): number; files(): string[] }> {
  const client = await page.context().newCDPSession(page);
  const address = new Map<string, string>();
  const sizes: [string, number][] = [];
  client.on('Network.responseReceived', ({ requestId, response }) => address.set(requestId, response.url));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.push([address.get(requestId) ?? requestId, encodedDataLength]);
  });
  await client.send('Network.enable');
  const countedSizes = () => sizes.filter(([url]) => new URL(url).pathname !== UNCOUNTED_PATH);
  return {
    total: () => countedSizes().reduce((bytes, [, size]) => bytes + size, 0),
    files: () => countedSizes().map(([url]) => new URL(url).pathname),
  };
}

describe('transferred bytes', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('for the sign-in page is at most 220 KB in any language, letters included, and few files', async () => {
    for (const { code } of LANGUAGES) {
      const page = await product.openPage({ lang: code });
      const weight = await measureTransfer(page);
      await page.goto('/auth/login');
      await page.locator('#user_name').waitFor();
      await page.evaluate(() => document.fonts.ready);
      await waitForPageLoaded(page);
      // All texts are translated: a missing key would be visible.
      const bodyText = await page.locator('body').innerText();
      expect([code, bodyText.match(/^[a-z]+\.[a-z_.]+$/m)]).toEqual([code, null]);
      await eventually(async () => weight.files().some((file) => file.endsWith('.woff2')), true);
      expect([code, weight.total() > SIGN_IN_LIMIT, weight.total()]).toEqual([code, false, weight.total()]);
      expect(weight.files().length).toBeLessThanOrEqual(12);
      await page.context().close();
    }
  });

  journey('for a list is at most 610 KB, everything from the empty cache on', async () => {
    const first = await product.openPage();
    await signIn(first, DEMO_ACCOUNTS.admin.user_name, DEMO_ACCOUNTS.admin.password);
    const browserState = await first.context().storageState();
    const user = await first.evaluate(() => sessionStorage.getItem('currentUser'));
    for (const path of LIST_ROUTES) {
      const page = await product.openPage();
      await page.context().addCookies(browserState.cookies);
      await page.context().addInitScript(
        ([stored, current]) => {
          for (const { name, value } of stored) localStorage.setItem(name, value);
          if (current) sessionStorage.setItem('currentUser', current);
        },
        [browserState.origins[0]?.localStorage ?? [], user] as const,
      );
      const weight = await measureTransfer(page);
      await page.goto(path);
      await page.getByRole('row').nth(1).waitFor();
      await waitForPageLoaded(page);
      expect([path, weight.total() > LIST_LIMIT, weight.total()]).toEqual([path, false, weight.total()]);
      await page.context().close();
    }
  });

  journey('after the sign-in is fetched while its name and password are typed, and not before', async () => {
    const page = await product.openPage();
    const weight = await measureTransfer(page);
    await page.goto('/auth/login');
    await waitForPageLoaded(page);
    expect(weight.files().filter((file) => /workspace|antd/.test(file))).toEqual([]);
    const workspaceScript = page.waitForResponse(/\/assets\/workspace-.*\.js$/);
    await page.locator('#user_name').pressSequentially('a');
    await workspaceScript;
  });
});
