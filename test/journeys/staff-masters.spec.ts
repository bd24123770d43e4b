import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import {
  choose,
  chooseRowAction,
  createRow,
  dialog,
  fill,
  openMenu,
  openOrganisation,
  press,
  waitForToast,
} from '../support/journey-steps';
import { archive, edit, openRelatedList, remove, restore, findRow } from '../support/master-steps';
import { sessionApi } from '../support/session-api';

describe('departments, job roles and staff', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('are created, edited, archived, kept while they are used, and deleted', async () => {
    const { page } = await openOrganisation(product, 'Rail Yard');
    await openMenu(page, 'Staff Master');

    await openRelatedList(page, 'Departments');
    await createRow(page, 'department', { Name: 'Paint shop' });
    await edit(page, 'Paint shop', { Name: 'Body shop' });

    await openRelatedList(page, 'Job roles');
    await createRow(page, 'job role', { Name: 'Welder' });
    await edit(page, 'Welder', { Name: 'MIG welder' });
    await archive(page, 'MIG welder');
    await restore(page, 'MIG welder');

    await openMenu(page, 'Staff Master');
    await press(page, 'New staff member');
    const empty = page.getByRole('dialog', { name: 'New staff member' });
    const joinedField = empty.getByLabel('Joined', { exact: true });
    // An unreadable date stays with an error; a readable one is formatted when the field loses focus.
    await joinedField.fill('31 Feb 2026');
    await empty.getByText('New staff member').click();
    await empty.getByText('This date is not clear. Write 5 Jan 2026, for example.').waitFor();
    expect(await joinedField.inputValue()).toBe('31 Feb 2026');
    await joinedField.fill('5 January 2026');
    await empty.getByText('Monday, January 5, 2026').waitFor();
    await empty.getByText('New staff member').click();
    await eventually(() => joinedField.inputValue(), 'Jan 5, 2026');
    await press(empty, 'Cancel');
    await press(dialog(page, 'Discard changes?'), 'Discard');
    await empty.waitFor({ state: 'hidden' });
    await createRow(page, 'staff member', {
      'Staff code': 'R-1',
      'First name': 'Asha',
      'Last name': 'Rao',
      Joined: '2024-03-01',
    });
    await chooseRowAction(page, 'Asha Rao', 'Edit');
    const form = page.getByRole('dialog');
    await fill(form, { 'Last name': 'Lind' });
    await choose(form, 'Department', 'Body shop');
    await choose(form, 'Job role', 'MIG welder');
    await press(form, 'Save');
    await form.waitFor({ state: 'hidden' });
    await findRow(page, 'Asha Lind').filter({ hasText: 'Body shop' }).filter({ hasText: 'MIG welder' }).waitFor();

    await openRelatedList(page, 'Departments');
    await chooseRowAction(page, 'Body shop', 'Delete');
    const inUseDialog = dialog(page, 'Body shop is in use');
    await inUseDialog.getByRole('link', { name: '1 staff member' }).waitFor();
    await inUseDialog.getByRole('button', { name: 'Close' }).last().click();
    await inUseDialog.waitFor({ state: 'hidden' });

    await openMenu(page, 'Staff Master');
    await remove(page, 'Asha Lind');
    const api = await sessionApi(page);
    // Leaving the page ends the undo time of a deletion.
    await page.goto('/add-staff/departments');
    await eventually(() => api.get('/api/staff'), []);
    await remove(page, 'Body shop');
    await page.goto('/add-staff');
    await page.getByText('No staff yet').waitFor();
    await eventually(() => api.get('/api/departments'), []);
  });

  journey('are created one after another, with a new department and a typed date', async () => {
    const { page } = await openOrganisation(product, 'River Ferry');
    await openMenu(page, 'Staff Master');
    await press(page, 'New staff member');
    const form = page.getByRole('dialog', { name: 'New staff member' });
    await fill(form, { 'Staff code': 'D-1', 'First name': 'Mirela' });
    await form.getByRole('combobox', { name: 'Department' }).click();
    await page.keyboard.type('Slipway');
    await page.locator('.ant-select-dropdown:visible').getByText('Create “Slipway”').click();
    await waitForToast(page, 'Slipway was created');
    await form.getByText('Slipway', { exact: true }).waitFor();
    const joinedField = form.getByLabel('Joined', { exact: true });
    // The test browser uses the American locale.
    await joinedField.fill('01/05/2026');
    await form.getByText('Monday, January 5, 2026').waitFor();
    await joinedField.press('Tab');
    await press(form, 'Create and add another');
    await waitForToast(page, 'Mirela was created');

    const code = form.getByLabel('Staff code', { exact: true });
    await eventually(() => code.inputValue(), '');
    await eventually(() => code.evaluate((field) => field === document.activeElement), true);
    expect(await joinedField.inputValue()).toBe('');
    await form.getByText('Slipway', { exact: true }).waitFor({ state: 'hidden' });
    expect(await form.getByText('Unsaved changes').count()).toBe(0);
    await fill(form, { 'Staff code': 'D-2', 'First name': 'Oskar', Joined: '2026-01-06' });
    await choose(form, 'Department', 'Slipway');
    await press(form, 'Create');
    await form.waitFor({ state: 'hidden' });
    const api = await sessionApi(page);
    const [department] = await api.get('/api/departments');
    const staff = await api.get('/api/staff?_sort=staff_code&_order=asc');
    expect(
      staff.map((person: Record<string, unknown>) => [person.staff_code, person.joined, person.department_id]),
    ).toEqual([
      ['D-1', '2026-01-05', department!.id],
      ['D-2', '2026-01-06', department!.id],
    ]);
    // Measured while a toast is visible.
    const button = (await page.getByRole('button', { name: 'New staff member' }).boundingBox())!;
    const toastTop = () =>
      page
        .locator('#toasts')
        .evaluate((toastContainer) => parseInt(toastContainer.style.getPropertyValue('--sg-toast-top')));
    await eventually(async () => (await toastTop()) >= button.y + button.height, true);
  });
});
