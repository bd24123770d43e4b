import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { openSignedInPage } from '../support/journey-steps';
import { horizontalOverflow, waitForPageLoaded, axeViolations } from '../support/screen-steps';

describe('a certificate', () => {
  let product: ProductInBrowser;
  let address: string;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('is downloaded from the list and links to its verification page', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto('/certificates');
    await waitForPageLoaded(page);
    const row = page.locator('tbody tr[data-row-key]').first();
    const number = await row.getByText(/^\d{4}-\d{6}$/).innerText();
    const actions = row.getByRole('button', { name: /^Actions for/ });
    await actions.click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toContain(number);
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
    journey(`is verified on a public page (${locale}, ${width} px, ${colorScheme})`, async () => {
      const page = await product.openPage({ width, locale });
      await page.emulateMedia({ colorScheme });
      for (const path of [address, address.replace(/[^/]+$/, 'NO-SUCH-CODE')]) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        expect([path, await axeViolations(page), await horizontalOverflow(page)]).toEqual([path, [], 0]);
        expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
      }
    });
});
