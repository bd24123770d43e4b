import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually, waitUntil } from '../support/eventually';
import { choose, press, openSignedInPage } from '../support/journey-steps';

describe('assignment rules', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('preview their changes and apply them when saved', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto('/assign-training');
    await page.getByRole('link', { name: 'Assignment rules' }).click();
    // The rule of the demo.
    const demo = page.getByRole('row', { name: /Forklift drivers/ });
    await demo.getByText('FORK-101 Forklift: driving safely').waitFor();

    await page
      .getByRole('link', { name: 'New rule' })
      .or(page.getByRole('button', { name: 'New rule' }))
      .click();
    const form = page.getByRole('dialog', { name: 'New rule' });
    await form.getByText('Choose at least one training to preview the changes.').waitFor();
    await form.getByLabel('Name').fill('Inspectors drive, too');
    await choose(form, 'Trainings', 'FORK-101');
    await form.getByLabel('Name').click();
    await choose(form, 'Job role', 'Inspector');
    const preview = form.getByRole('region', { name: 'Preview of changes' });
    await preview.getByText('Forklift: driving safely').first().waitFor();
    await eventually(async () => Number(await preview.locator('dt:has-text("New") + dd').innerText()) > 0, true);

    await press(form, 'Create');
    await page.getByRole('row', { name: /Inspectors drive, too/ }).waitFor();
    // Wide enough to show the reason column.
    await page.setViewportSize({ width: 1680, height: 1000 });
    await waitUntil(async () => {
      await page.goto('/remove-training?source=rule');
      const ruleReason = page.getByText('Rule: Inspectors drive, too').first();
      return ruleReason.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    });
  });
});
