import type { Locator, Page } from 'playwright-core';
import { command, dialog, fill, press, readToast } from './journey-steps';

/** The row of a list whose record has this name. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) });

/** Follows a tab of the lists that belong together. */
export async function openRelatedList(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Related lists' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Opens the form of a row, changes these fields and saves. */
export async function edit(page: Page, name: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await command(page, name, 'Edit');
  const form = page.getByRole('dialog');
  await fill(form, fields);
  await press(form, 'Save');
  await form.waitFor({ state: 'hidden' });
  await readToast(page, 'was saved');
}

export async function archive(page: Page, name: string): Promise<void> {
  await command(page, name, 'Archive');
  await press(dialog(page, `Archive ${name}?`), 'Archive');
  await readToast(page, 'is archived');
  await rowOf(page, name).getByText('Archived', { exact: true }).waitFor();
}

/** Brings an archived row back. */
export async function restore(page: Page, name: string): Promise<void> {
  await command(page, name, 'Restore');
  await readToast(page, 'is restored');
  await rowOf(page, name).getByText('Active', { exact: true }).waitFor();
}

/** Deletes a row that nothing uses: it disappears without a question. */
export async function remove(page: Page, name: string): Promise<void> {
  await command(page, name, 'Delete');
  await rowOf(page, name).waitFor({ state: 'detached' });
}
