import type { Page } from 'playwright-core';
import { journey, openProduct, type Visited } from '../support/browser';
import { choose, command, dialog, fill, openMenu, openOrganisation, press } from '../support/journey-steps';

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
    await page
      .getByText('Nothing')
      .or(page.getByText(/No categor/i))
      .first()
      .waitFor();
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
    await choose(page, 'Let another one take its place', 'New shelf');
    await press(used, 'Reassign');
    await used.waitFor({ state: 'hidden' });
    await row(page, 'Box on it').filter({ hasText: 'New shelf' }).waitFor();
    await page.getByRole('button', { name: /^Undo/ }).waitFor();
  });
});
