import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openSignedInPage } from '../support/journey-steps';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';

describe('decisions on assignments', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('extends, waives and resumes assignments with a reason', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto('/remove-training?state=assigned&_sort=due_on&_order=desc');
    await waitForPageLoaded(page);
    const first = page.locator('tbody tr[data-row-key]').first();
    const id = await first.getAttribute('data-row-key');
    const row = page.locator(`tr[data-row-key="${id}"]`);
    const decide = async (button: string, title: RegExp, action: string, reason: string) => {
      await row.getByRole('checkbox').check();
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByLabel('Reason').waitFor();
      expect(await axeViolations(page)).toEqual([]);
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: action }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await decide('Waive…', /^Waive 1 assignment\?$/, 'Waive', 'Holds it from another employer');
    await page.goto(`/remove-training?state=waived`);
    await waitForPageLoaded(page);
    await row.waitFor();
    await decide(
      'End waiver…',
      /^End the waiver of 1 assignment\?$/,
      'End waiver',
      'The paper was for another machine',
    );
    await eventually(() => row.count(), 0);
  });
});
