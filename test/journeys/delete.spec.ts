import type { Page } from 'playwright-core';
import { journey, openProduct, type Visited } from '../support/browser';
import {
  choose,
  command,
  dialog,
  fill,
  openMenu,
  openOrganisation,
  post,
  press,
  staysUndoable,
  toast,
} from '../support/journey-steps';

describe('deleting', () => {
  let product: Visited;
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
    await staysUndoable(page);
    await openMenu(page, 'Training Category');
    await category(page, 'ONE', 'First shelf');
    await command(page, 'First shelf', 'Delete');
    await row(page, 'First shelf').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await row(page, 'First shelf').waitFor();
    await page.reload();
    await row(page, 'First shelf').waitFor();

    await command(page, 'First shelf', 'Delete');
    await row(page, 'First shelf').waitFor({ state: 'detached' });
    // Whoever leaves has not taken it back.
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
    await command(page, 'Old shelf', 'Delete');
    const used = dialog(page, 'Old shelf is in use');
    await used.getByRole('link', { name: '1 category in it' }).waitFor();
    await choose(page, 'Replace with', 'New shelf');
    await press(used, 'Replace');
    await used.waitFor({ state: 'hidden' });
    await row(page, 'Box on it').filter({ hasText: 'New shelf' }).waitFor();
    await toast(page, /Undo/);
  });

  journey('of a job role that somebody had moves who has it, and archives what history names', async () => {
    const { page } = await openOrganisation(product, 'Role Works');
    const made = (path: string, body: object) => post(page, path, body);
    const fitter = await made('/api/job-roles', { name: 'Fitter' });
    await made('/api/job-roles', { name: 'Master fitter' });
    const person = { first_name: 'Asha', last_name: 'Rao', joined: '2024-01-01', job_role_id: fitter };
    await made('/api/staff', { ...person, staff_code: 'R-1' });
    const gone = await made('/api/staff', { ...person, staff_code: 'R-2' });
    await made(`/api/staff/${gone}/leave`, { last_active_day: '2024-12-31' });
    await page.goto('/add-staff/job-roles');
    await command(page, 'Fitter', 'Delete');
    const used = dialog(page, 'Fitter is in use');
    await used.getByRole('link', { name: '1 staff member' }).waitFor();
    await used.getByText('1 person who had it before').waitFor();
    await choose(page, 'Replace with', 'Master fitter');
    await press(used, 'Replace');
    await used.getByText('It cannot be deleted because it is used by:').waitFor();
    await press(used, 'Archive');
    await used.waitFor({ state: 'hidden' });
    await row(page, 'Archived').filter({ hasText: 'Fitter' }).waitFor();
  });

  journey('of a manager gives the team to another one; who leaves instead is asked for one, too', async () => {
    const { page } = await openOrganisation(product, 'Team Works');
    const person = { last_name: 'Rao', joined: '2024-01-01' };
    const made = (staff_code: string, first_name: string, more: object = {}) =>
      post(page, '/api/staff', { ...person, staff_code, first_name, ...more });
    await staysUndoable(page);
    await page.reload();
    const chief = await made('T-1', 'Chief');
    await made('T-2', 'Asha', { manager_id: chief });
    await made('T-3', 'Bala', { manager_id: chief });
    await made('T-4', 'Esra');
    await openMenu(page, 'Staff Master');
    await command(page, 'Chief Rao', 'Delete');
    const used = dialog(page, 'Chief Rao is in use');
    await used.getByRole('link', { name: '2 people who report to them' }).waitFor();
    await choose(page, 'New manager of the team', 'Esra Rao');
    await press(used, 'Replace');
    await used.waitFor({ state: 'hidden' });
    await row(page, 'Chief').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Undo/ }).click();
    await row(page, 'Chief').waitFor();

    // A team that could not be counted is not none: nobody leaves before it is known.
    const team = /\/api\/staff\?(?=.*manager_id=)/;
    await page.route(team, (route) => route.fulfill({ status: 503, json: { statusCode: 503, code: 'database_busy' } }));
    await command(page, 'Esra Rao', 'Mark as left…');
    const leaves = dialog(page, 'Mark Esra Rao as left?');
    await leaves.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await leaves.getByRole('button', { name: 'Mark as left…' }).isDisabled()).toBe(true);
    await page.unroute(team);
    await press(leaves, 'Try again');
    await leaves.getByRole('link', { name: '2 people who report to them' }).waitFor();
    await choose(page, 'New manager of the team', 'Chief Rao');
    await press(leaves, 'Replace');
    await leaves.getByText('2 people who report to them').waitFor({ state: 'detached' });
    await press(leaves, 'Mark as left…');
    await leaves.waitFor({ state: 'hidden' });
    await row(page, 'Esra').filter({ hasText: 'Leaves on' }).waitFor();
  });
});
