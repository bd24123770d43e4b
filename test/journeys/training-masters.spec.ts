import { addTraining } from '../support/authoring-steps';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { create, fill, openMenu, openOrganisation, press, readToast, toast } from '../support/journey-steps';
import { archive, edit, openRelatedList, remove, rowOf } from '../support/master-steps';
import { sessionApi } from '../support/session-api';

describe('skills, training categories, locations and trainings', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('are created, edited, archived and deleted', async () => {
    const { page } = await openOrganisation(product, 'Slipway');
    await openMenu(page, 'Skil Master');
    await create(page, 'skill', { 'Skill code': 'FORK', Name: 'Forklift driving', 'Required headcount': '2' });
    await edit(page, 'FORK Forklift driving', { Name: 'Heavy forklifts', 'Required headcount': '7' });
    await rowOf(page, 'FORK Heavy forklifts').getByRole('cell', { name: '7', exact: true }).waitFor();
    await archive(page, 'FORK Heavy forklifts');

    await openMenu(page, 'Training Category');
    await create(page, 'category', { Code: 'SAFETY', Name: 'Safety at work' });
    await create(page, 'category', { Code: 'OFFICE', Name: 'Office' });
    await edit(page, 'Safety at work', { Name: 'Safety' });
    await remove(page, 'Office');

    await openMenu(page, 'Training List');
    await openRelatedList(page, 'Locations');
    await create(page, 'location', { Code: 'HALL-1', Name: 'Training hall', Seats: '16' });
    await edit(page, 'Training hall', { Name: 'Hall at the quay' });
    await remove(page, 'Hall at the quay');

    await addTraining(page, { code: 'FORK-1', title: 'Daily check', category: 'Safety' });
    await fill(page, { Title: 'Daily forklift check' });
    await press(page, 'Save');
    await readToast(page, 'was saved');
    await page.getByRole('heading', { level: 1, name: 'Daily forklift check' }).waitFor();
    await openMenu(page, 'Training List');
    await rowOf(page, 'FORK-1 Daily forklift check')
      .filter({ hasText: 'Safety' })
      .filter({ hasText: 'Draft' })
      .waitFor();
    await archive(page, 'FORK-1 Daily forklift check');

    // Leaving the page ends the time in which a deletion can be taken back.
    await page.goto('/category');
    await rowOf(page, 'Safety').waitFor();
    const api = await sessionApi(page);
    await comesTo(() => api.get('/api/training-locations'), []);
    await comesTo(async () => (await api.get('/api/training-categories')).length, 1);
  });

  journey('are created one after another in one form, and the toasts leave the page’s button free', async () => {
    const { page } = await openOrganisation(product, 'Drydock');
    await openMenu(page, 'Training Category');
    await press(page, 'New category');
    const form = page.getByRole('dialog', { name: 'New category' });
    const code = form.getByLabel('Code', { exact: true });
    await fill(form, { Code: 'SAFETY', Name: 'Safety at work' });
    await press(form, 'Create and add another');
    await toast(page, 'Safety at work was created');
    await comesTo(() => code.inputValue(), '');
    await comesTo(() => code.evaluate((input) => input === document.activeElement), true);
    await page.keyboard.type('OFFICE');
    await press(form, 'Create and add another');
    await comesTo(() => form.getByLabel('Name', { exact: true }).getAttribute('aria-invalid'), 'true');
    await fill(form, { Name: 'Office' });
    // What failed before does not decide what the other button does.
    await press(form, 'Create');
    await form.waitFor({ state: 'hidden' });
    await toast(page, 'Office was created');
    const button = page.getByRole('button', { name: 'New category' });
    await page.locator('#toasts .ant-notification-notice').first().waitFor();
    await comesTo(
      () =>
        button.evaluate((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }),
      true,
    );
    await button.click();
    // No draft of the last one; nothing was typed, so it closes without a question.
    await comesTo(() => code.inputValue(), '');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await rowOf(page, 'Safety at work').waitFor();
    await rowOf(page, 'Office').waitFor();
  });
});
