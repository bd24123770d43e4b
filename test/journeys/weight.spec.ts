import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { LANGUAGES } from '../../src/contract/languages';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { signIn } from '../support/journey-steps';
import { settled } from '../support/screen-steps';

const KB = 1_000;
const SIGN_IN_PAGE = 220 * KB;
// All texts of the language are among it, in one file.
const LIST = 610 * KB;
const LISTS = [
  ...['/add-staff', '/training', '/skil-master', '/category', '/remove-training', '/skill-evidence'],
  ...['/training/questions', '/training/quizzes', '/settings/audit'],
];

/** Asked for some time after the shell came, and so perhaps before the page stands: not counted. */
const LATER = '/api/notices/unread';

/** What came over the wire from now on, headers included, as the browser counts it: by address, and their sum. */
async function weigh(page: Page): Promise<{ total(): number; files(): string[] }> {
  const client = await page.context().newCDPSession(page);
  const address = new Map<string, string>();
  const sizes: [string, number][] = [];
  client.on('Network.responseReceived', ({ requestId, response }) => address.set(requestId, response.url));
  client.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.push([address.get(requestId) ?? requestId, encodedDataLength]);
  });
  await client.send('Network.enable');
  const came = () => sizes.filter(([url]) => new URL(url).pathname !== LATER);
  return {
    total: () => came().reduce((sum, [, size]) => sum + size, 0),
    files: () => came().map(([url]) => new URL(url).pathname),
  };
}

describe('what a visitor has to fetch', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('for the sign-in page is at most 220 KB in any language, letters included, and few files', async () => {
    for (const { code } of LANGUAGES) {
      const page = await product.visit({ lang: code });
      const weight = await weigh(page);
      await page.goto('/auth/login');
      await page.locator('#user_name').waitFor();
      await page.evaluate(() => document.fonts.ready);
      await settled(page);
      // Each text is there: a key that the first file lacks would be seen as such.
      const seen = await page.locator('body').innerText();
      expect([code, seen.match(/^[a-z]+\.[a-z_.]+$/m)]).toEqual([code, null]);
      await comesTo(async () => weight.files().some((file) => file.endsWith('.woff2')), true);
      expect([code, weight.total() > SIGN_IN_PAGE, weight.total()]).toEqual([code, false, weight.total()]);
      expect(weight.files().length).toBeLessThanOrEqual(12);
      await page.context().close();
    }
  });

  journey('for a list is at most 610 KB, everything from the empty cache on', async () => {
    const first = await product.visit();
    await signIn(first, DEMO_ACCOUNTS.admin.user_name, DEMO_ACCOUNTS.admin.password);
    const kept = await first.context().storageState();
    const user = await first.evaluate(() => sessionStorage.getItem('currentUser'));
    for (const path of LISTS) {
      const page = await product.visit();
      await page.context().addCookies(kept.cookies);
      await page.context().addInitScript(
        ([stored, current]) => {
          for (const { name, value } of stored) localStorage.setItem(name, value);
          if (current) sessionStorage.setItem('currentUser', current);
        },
        [kept.origins[0]?.localStorage ?? [], user] as const,
      );
      const weight = await weigh(page);
      await page.goto(path);
      await page.getByRole('row').nth(1).waitFor();
      await settled(page);
      expect([path, weight.total() > LIST, weight.total()]).toEqual([path, false, weight.total()]);
      await page.context().close();
    }
  });

  journey('after the sign-in is fetched while its name and password are typed, and not before', async () => {
    const page = await product.visit();
    const weight = await weigh(page);
    await page.goto('/auth/login');
    await settled(page);
    expect(weight.files().filter((file) => /workspace|antd/.test(file))).toEqual([]);
    const fetched = page.waitForResponse(/\/assets\/workspace-.*\.js$/);
    await page.locator('#user_name').pressSequentially('a');
    await fetched;
  });
});
