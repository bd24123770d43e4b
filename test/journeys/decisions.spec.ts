import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { signedInAs } from '../support/journey-steps';
import { settled, violations } from '../support/screen-steps';

describe('assignments that are decided about', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('are given longer, waived and asked for again, each with its reason', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await page.goto('/remove-training?state=assigned&_sort=due_on&_order=desc');
    await settled(page);
    const first = page.locator('tbody tr[data-row-key]').first();
    const id = await first.getAttribute('data-row-key');
    const row = page.locator(`tr[data-row-key="${id}"]`);
    const decide = async (button: string, title: RegExp, action: string, reason: string) => {
      await row.getByRole('checkbox').check();
      await page.getByRole('button', { name: button }).click();
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.getByLabel('Reason').waitFor();
      expect(await violations(page)).toEqual([]);
      await dialog.getByLabel('Reason').fill(reason);
      await dialog.getByRole('button', { name: action }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await decide('Waive…', /^Waive 1 assignment\?$/, 'Waive', 'Holds it from another employer');
    await page.goto(`/remove-training?state=waived`);
    await settled(page);
    await row.waitFor();
    await decide(
      'End waiver…',
      /^End the waiver of 1 assignment\?$/,
      'End waiver',
      'The paper was for another machine',
    );
    await comesTo(() => row.count(), 0);
  });
});
