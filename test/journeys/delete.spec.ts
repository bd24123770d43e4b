import type { Page } from 'playwright-core';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import {
  choose,
  chooseRowAction,
  dialog,
  fill,
  openMenu,
  openOrganisation,
  postJson,
  press,
  extendUndoTime,
  waitForToast,
} from '../support/journey-steps';

describe('deleting', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  const category = async (page: Page, code: string, name: string, more: Record<string, string> = {}) => {
    await page.goto('/category?edit=new');
    const form = page.getByRole('dialog', { name: 'New category' });
    await fill(form, { Code: code, Name: name });
    for (const [field, choice] of Object.entries(more)) await choose(page, field, choice);
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'hidden' });
  };
  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

  journey('of what is unused asks for no name and can be taken back for ten seconds', async () => {
    const { page } = await openOrganisation(product, 'Undo Works');
    await extendUndoTime(page);
    await openMenu(page, 'Training Category');
    await category(page, 'ONE', 'First shelf');
    await chooseRowAction(page, 'First shelf', 'Delete');
    await row(page, 'First shelf').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await row(page, 'First shelf').waitFor();
    await page.reload();
    await row(page, 'First shelf').waitFor();

    await chooseRowAction(page, 'First shelf', 'Delete');
    await row(page, 'First shelf').waitFor({ state: 'detached' });
    // Leaving the page does not undo the deletion.
    await page.goto('/home');
    await openMenu(page, 'Training Category');
    await page.getByText('No training categories yet').first().waitFor();
    expect(await row(page, 'First shelf').count()).toBe(0);
  });

  journey('of what is in use says by what, and lets another one take its place', async () => {
    const { page } = await openOrganisation(product, 'Reassign Works');
    await openMenu(page, 'Training Category');
    await category(page, 'OLD', 'Old shelf');
    await category(page, 'NEW', 'New shelf');
    await category(page, 'BOX', 'Box on it', { 'Part of': 'Old shelf' });
    await chooseRowAction(page, 'Old shelf', 'Delete');
    const inUseDialog = dialog(page, 'Old shelf is in use');
    await inUseDialog.getByRole('link', { name: '1 category in it' }).waitFor();
    await choose(page, 'Replace with', 'New shelf');
    await press(inUseDialog, 'Replace');
    await inUseDialog.waitFor({ state: 'hidden' });
    await row(page, 'Box on it').filter({ hasText: 'New shelf' }).waitFor();
    await waitForToast(page, /Undo/);
  });

  journey('of a job role in use moves its people and archives a role with history', async () => {
    const { page } = await openOrganisation(product, 'Role Works');
    const createRecord = (path: string, body: object) => postJson(page, path, body);
    const fitter = await createRecord('/api/job-roles', { name: 'Fitter' });
    await createRecord('/api/job-roles', { name: 'Master fitter' });
    const person = { first_name: 'Asha', last_name: 'Rao', joined: '2024-01-01', job_role_id: fitter };
    await createRecord('/api/staff', { ...person, staff_code: 'R-1' });
    const secondStaff = await createRecord('/api/staff', { ...person, staff_code: 'R-2' });
    await createRecord(`/api/staff/${secondStaff}/leave`, { last_active_day: '2024-12-31' });
    await page.goto('/add-staff/job-roles');
    await chooseRowAction(page, 'Fitter', 'Delete');
    const inUseDialog = dialog(page, 'Fitter is in use');
    await inUseDialog.getByRole('link', { name: '1 staff member' }).waitFor();
    await inUseDialog.getByText('1 person who had it before').waitFor();
    await choose(page, 'Replace with', 'Master fitter');
    await press(inUseDialog, 'Replace');
    await inUseDialog.getByText('It cannot be deleted because it is used by:').waitFor();
    await press(inUseDialog, 'Archive');
    await inUseDialog.waitFor({ state: 'hidden' });
    await row(page, 'Archived').filter({ hasText: 'Fitter' }).waitFor();
  });

  journey('of a manager moves the team to another one, and leaving asks for one as well', async () => {
    const { page } = await openOrganisation(product, 'Team Works');
    const person = { last_name: 'Rao', joined: '2024-01-01' };
    const createRecord = (staff_code: string, first_name: string, more: object = {}) =>
      postJson(page, '/api/staff', { ...person, staff_code, first_name, ...more });
    await extendUndoTime(page);
    await page.reload();
    const chief = await createRecord('T-1', 'Chief');
    await createRecord('T-2', 'Asha', { manager_id: chief });
    await createRecord('T-3', 'Bala', { manager_id: chief });
    await createRecord('T-4', 'Esra');
    await openMenu(page, 'Staff Master');
    await chooseRowAction(page, 'Chief Rao', 'Delete');
    const inUseDialog = dialog(page, 'Chief Rao is in use');
    await inUseDialog.getByRole('link', { name: '2 people who report to them' }).waitFor();
    await choose(page, 'New manager of the team', 'Esra Rao');
    await press(inUseDialog, 'Replace');
    await inUseDialog.waitFor({ state: 'hidden' });
    await row(page, 'Chief').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await row(page, 'Chief').waitFor();

    // When the team size cannot be read, the dialog must not allow leaving.
    const team = /\/api\/staff\?(?=.*manager_id=)/;
    await page.route(team, (route) => route.fulfill({ status: 503, json: { statusCode: 503, code: 'database_busy' } }));
    await chooseRowAction(page, 'Esra Rao', 'Mark as left…');
    const leaveDialog = dialog(page, 'Mark Esra Rao as left?');
    await leaveDialog.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await leaveDialog.getByRole('button', { name: 'Mark as left…' }).isDisabled()).toBe(true);
    await page.unroute(team);
    await press(leaveDialog, 'Try again');
    await leaveDialog.getByRole('link', { name: '2 people who report to them' }).waitFor();
    await choose(page, 'New manager of the team', 'Chief Rao');
    await press(leaveDialog, 'Replace');
    await leaveDialog.getByText('2 people who report to them').waitFor({ state: 'detached' });
    await press(leaveDialog, 'Mark as left…');
    await leaveDialog.waitFor({ state: 'hidden' });
    await row(page, 'Esra').filter({ hasText: 'Leaves on' }).waitFor();
  });
});
