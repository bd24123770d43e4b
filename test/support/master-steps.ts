import type { Locator, Page } from 'playwright-core';
import { chooseRowAction, dialog, fill, press, closeToast } from './journey-steps';

/** The row of a list whose record has this name. */
export const findRow = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) });

/** Opens a related list by its tab. */
export async function openRelatedList(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Related lists' }).getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

/** Opens the form of a row, changes these fields and saves. */
export async function edit(page: Page, name: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await chooseRowAction(page, name, 'Edit');
  const form = page.getByRole('dialog');
  await fill(form, fields);
  await press(form, 'Save');
  await form.waitFor({ state: 'hidden' });
  await closeToast(page, 'was saved');
}

export async function archive(page: Page, name: string): Promise<void> {
  await chooseRowAction(page, name, 'Archive');
  await press(dialog(page, `Archive ${name}?`), 'Archive');
  await closeToast(page, 'is archived');
  await findRow(page, name).getByText('Archived', { exact: true }).waitFor();
}

/** Brings an archived row back. */
export async function restore(page: Page, name: string): Promise<void> {
  await chooseRowAction(page, name, 'Restore');
  await closeToast(page, 'is restored');
  await findRow(page, name).getByText('Active', { exact: true }).waitFor();
}

/** Deletes an unused row: it disappears without a confirmation. */
export async function remove(page: Page, name: string): Promise<void> {
  await chooseRowAction(page, name, 'Delete');
  await findRow(page, name).waitFor({ state: 'detached' });
}
