import type { Page } from 'playwright-core';
import { journey, openProduct, type Visited } from '../support/browser';
import { fill, openMenu, openOrganisation } from '../support/journey-steps';

/** The package Starter. */
const STAFF_ALLOWED = 10;

describe('the limit of a plan', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('is kept by the server while a form is open, and then disables Create with the reason in view', async () => {
    const { page } = await openOrganisation(product, 'Small Shipyard');
    await addStaffBehindTheScreen(page, STAFF_ALLOWED - 1);
    await openMenu(page, 'Staff Master');
    await page.getByText(`${STAFF_ALLOWED - 1} rows`).waitFor();
    const create = page.getByRole('button', { name: 'New staff member' });
    await create.click();
    const form = page.getByRole('dialog', { name: 'New staff member' });
    await fill(form, { 'Staff code': 'P-LAST', 'First name': 'Lena', 'Last name': 'Last', Joined: '2024-03-01' });
    // Somebody else takes the last place while this form is being filled.
    await addStaffBehindTheScreen(page, 1, 'Q');
    await page.keyboard.press('Control+Enter');
    const refusal = form.getByRole('alert');
    await refusal.waitFor();
    expect(await refusal.innerText()).toMatch(/10/);
    expect(await form.getByLabel('First name').inputValue()).toBe('Lena');

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.reload();
    await page.getByRole('status').getByText('you have reached the limit of your plan (10 of 10)').waitFor();
    await page.getByRole('button', { name: 'New staff member', disabled: true }).waitFor();
  });
});

async function addStaffBehindTheScreen(page: Page, count: number, mark = 'P'): Promise<void> {
  const statuses = await page.evaluate(
    async ({ count, mark }) => {
      const { Auth_Token, EID, OID } = localStorage;
      const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
      const answers: number[] = [];
      for (let no = 1; no <= count; no++) {
        const body = { staff_code: `${mark}-${no}`, first_name: 'Person', last_name: `No ${no}`, joined: '2024-03-01' };
        answers.push((await fetch('/api/staff', { method: 'POST', headers, body: JSON.stringify(body) })).status);
      }
      return answers;
    },
    { count, mark },
  );
  expect(statuses).toEqual(Array(count).fill(201));
}
