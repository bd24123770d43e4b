import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { signedInAs } from '../support/journey-steps';
import { overflow, settled, violations } from '../support/screen-steps';

describe('a certificate', () => {
  let product: Visited;
  let address: string;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('is taken along from the list as a document, and leads to the page that verifies it', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await page.goto('/certificates');
    await settled(page);
    const row = page.locator('tbody tr[data-row-key]').first();
    const number = await row.getByText(/^\d{4}-\d{6}$/).innerText();
    const actions = row.getByRole('button', { name: /^Actions for/ });
    await actions.click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download' }).click();
    expect((await coming).suggestedFilename()).toContain(number);
    await actions.click();
    const opening = page.context().waitForEvent('page');
    await page.getByRole('menuitem', { name: 'Verify' }).click();
    const verified = await opening;
    await verified.getByText(number).waitFor();
    address = verified.url();
    await page.context().close();
  });

  for (const [locale, width, colorScheme] of [
    ['en-US', 1280, 'light'],
    ['ar', 320, 'dark'],
    ['ar', 767, 'light'],
    ['de', 320, 'dark'],
  ] as const)
    journey(`is verified by a page that everybody can use (${locale}, ${width} px, ${colorScheme})`, async () => {
      const page = await product.visit({ width, locale });
      await page.emulateMedia({ colorScheme });
      for (const path of [address, address.replace(/[^/]+$/, 'NO-SUCH-CODE')]) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([path, await violations(page), await overflow(page)]).toEqual([path, [], 0]);
        expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
      }
    });
});
