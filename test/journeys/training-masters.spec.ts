import { addTraining } from '../support/authoring-steps';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { createRow, fill, openMenu, openOrganisation, press, closeToast, waitForToast } from '../support/journey-steps';
import { archive, edit, openRelatedList, remove, findRow } from '../support/master-steps';
import { sessionApi } from '../support/session-api';

describe('skills, training categories, locations and trainings', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('are created, edited, archived and deleted', async () => {
    const { page } = await openOrganisation(product, 'Slipway');
    await openMenu(page, 'Skil Master');
    await createRow(page, 'skill', { 'Skill code': 'FORK', Name: 'Forklift driving', 'Required headcount': '2' });
    await edit(page, 'FORK Forklift driving', { Name: 'Heavy forklifts', 'Required headcount': '7' });
    await findRow(page, 'FORK Heavy forklifts').getByRole('cell', { name: '7', exact: true }).waitFor();
    await archive(page, 'FORK Heavy forklifts');

    await openMenu(page, 'Training Category');
    await createRow(page, 'category', { Code: 'SAFETY', Name: 'Safety at work' });
    await createRow(page, 'category', { Code: 'OFFICE', Name: 'Office' });
    await edit(page, 'Safety at work', { Name: 'Safety' });
    await remove(page, 'Office');

    await openMenu(page, 'Training List');
    await openRelatedList(page, 'Locations');
    await createRow(page, 'location', { Code: 'HALL-1', Name: 'Training hall', Seats: '16' });
    await edit(page, 'Training hall', { Name: 'Hall at the quay' });
    await remove(page, 'Hall at the quay');

    await addTraining(page, { code: 'FORK-1', title: 'Daily check', category: 'Safety' });
    await fill(page, { Title: 'Daily forklift check' });
    await press(page, 'Save');
    await closeToast(page, 'was saved');
    await page.getByRole('heading', { level: 1, name: 'Daily forklift check' }).waitFor();
    await openMenu(page, 'Training List');
    await findRow(page, 'FORK-1 Daily forklift check')
      .filter({ hasText: 'Safety' })
      .filter({ hasText: 'Draft' })
      .waitFor();
    await archive(page, 'FORK-1 Daily forklift check');

    // Leaving the page ends the undo time of a deletion.
    await page.goto('/category');
    await findRow(page, 'Safety').waitFor();
    const api = await sessionApi(page);
    await eventually(() => api.get('/api/training-locations'), []);
    await eventually(async () => (await api.get('/api/training-categories')).length, 1);
  });

  journey('are created one after another in one form, and the toasts leave the page’s button free', async () => {
    const { page } = await openOrganisation(product, 'Drydock');
    await openMenu(page, 'Training Category');
    await press(page, 'New category');
    const form = page.getByRole('dialog', { name: 'New category' });
    const code = form.getByLabel('Code', { exact: true });
    await fill(form, { Code: 'SAFETY', Name: 'Safety at work' });
    await press(form, 'Create and add another');
    await waitForToast(page, 'Safety at work was created');
    await eventually(() => code.inputValue(), '');
    await eventually(() => code.evaluate((input) => input === document.activeElement), true);
    await page.keyboard.type('OFFICE');
    await press(form, 'Create and add another');
    await eventually(() => form.getByLabel('Name', { exact: true }).getAttribute('aria-invalid'), 'true');
    await fill(form, { Name: 'Office' });
    // An earlier error does not affect the other button.
    await press(form, 'Create');
    await form.waitFor({ state: 'hidden' });
    await waitForToast(page, 'Office was created');
    const button = page.getByRole('button', { name: 'New category' });
    await page.locator('#toasts .ant-notification-notice').first().waitFor();
    await eventually(
      () =>
        button.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }),
      true,
    );
    await button.click();
    // Nothing was typed, so the form closes without a question.
    await eventually(() => code.inputValue(), '');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await findRow(page, 'Safety at work').waitFor();
    await findRow(page, 'Office').waitFor();
  });
});
