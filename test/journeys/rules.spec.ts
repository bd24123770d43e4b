import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo, until } from '../support/eventually';
import { choose, press, signedInAs } from '../support/journey-steps';

describe('assignment rules', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('say what they would change before they are saved, and then bring it about', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await page.goto('/assign-training');
    await page.getByRole('link', { name: 'Assignment rules' }).click();
    // The demo's own: as many people as drive, and done.
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
    await comesTo(async () => Number(await preview.locator('dt:has-text("New") + dd').innerText()) > 0, true);

    await press(form, 'Create');
    await page.getByRole('row', { name: /Inspectors drive, too/ }).waitFor();
    // Wide enough for the column that says why.
    await page.setViewportSize({ width: 1680, height: 1000 });
    await until(async () => {
      await page.goto('/remove-training?source=rule');
      const told = page.getByText('Rule: Inspectors drive, too').first();
      return told.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    });
  });
});
