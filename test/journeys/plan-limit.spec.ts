import type { Page } from 'playwright-core';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { fill, openMenu, openOrganisation } from '../support/journey-steps';

/** The Starter package. */
const STAFF_ALLOWED = 10;

describe('the limit of a plan', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('is kept by the server while a form is open, and then disables Create with the reason in view', async () => {
    const { page } = await openOrganisation(product, 'Small Shipyard');
    await addStaffByApi(page, STAFF_ALLOWED - 1);
    await openMenu(page, 'Staff Master');
    await page.getByText(`${STAFF_ALLOWED - 1} rows`).waitFor();
    const create = page.getByRole('button', { name: 'New staff member' });
    await create.click();
    const form = page.getByRole('dialog', { name: 'New staff member' });
    await fill(form, { 'Staff code': 'P-LAST', 'First name': 'Lena', 'Last name': 'Last', Joined: '2024-03-01' });
    // Another client takes the last place while this form is open.
    await addStaffByApi(page, 1, 'Q');
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

async function addStaffByApi(page: Page, count: number, mark = 'P'): Promise<void> {
  const statuses = await page.evaluate(
    async ({ count, mark }) => {
      const { Auth_Token, EID, OID } = localStorage;
      const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
      const answers: number[] = [];
      for (let index = 1; index <= count; index++) {
        const body = {
          staff_code: `${mark}-${index}`,
          first_name: 'Person',
          last_name: `No ${index}`,
          joined: '2024-03-01',
        };
        answers.push((await fetch('/api/staff', { method: 'POST', headers, body: JSON.stringify(body) })).status);
      }
      return answers;
    },
    { count, mark },
  );
  expect(statuses).toEqual(Array(count).fill(201));
}
