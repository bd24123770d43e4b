import type { Page } from 'playwright-core';
import { openProduct, picture, type Visited } from '../support/browser';
import { choosePackage, organisation, register, signIn, submitRegistration, typeOtp } from '../support/journey-steps';

describe('registration', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct();
  }, 60_000);
  afterAll(() => product.close());

  it('checks in the specified order: package, form, then the code by mail', async () => {
    const page = await product.visit();
    await page.goto(`${product.url}/registration`);
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Please Select Subscription Package!').waitFor();
    await page.getByRole('button', { name: 'Ok' }).click();
    await choosePackage(page, 'Starter');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Please fill all the required fields!').waitFor();
    await page.getByText('Customer Name is required.').waitFor();
    await page.getByText('Mobile One is required.').waitFor();
  }, 60_000);

  it('keeps the form after a wrong code, says so, and registers with the right one', async () => {
    const page = await product.visit();
    const who = organisation('Nordwerk Hafen');
    await submitRegistration(product, page, who);
    const { code } = await product.mailTo(who.email);
    await typeOtp(page, code === '0000' ? '1111' : '0000');
    await page.getByRole('dialog').getByText('Error', { exact: true }).first().waitFor();
    await picture(page, 'wrong-otp');
    await page.getByRole('button', { name: 'Ok' }).click();
    expect(await page.getByLabel('Customer Name').inputValue()).toBe(who.name);
    await page.waitForTimeout(5200); // the server sends one code in five seconds
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('dialog').getByText('Validate with OTP').waitFor();
    const second = await product.mailTo(who.email, 1);
    await typeOtp(page, second.code!);
    await page.getByRole('dialog').getByText('Success', { exact: true }).waitFor();
  }, 90_000);

  it('lets the new organisation sign in, with nothing of another one in sight', async () => {
    const [first, second] = [organisation('Alpha Foundry'), organisation('Beta Bakery')];
    const pages: Page[] = [];
    for (const who of [first, second]) {
      const page = await product.visit();
      await register(product, page, who);
      await signIn(product, page, who.user_name, who.password);
      await page.getByText(who.name).first().waitFor();
      pages.push(page);
    }
    await pages[0]!.goto(`${product.url}/add-staff?edit=new`);
    const drawer = pages[0]!.getByRole('dialog');
    await drawer.getByLabel('Staff code').fill('A-1');
    await drawer.getByLabel('First name').fill('Asha');
    await drawer.getByLabel('Last name').fill('Rao');
    await drawer.getByLabel('Joined').fill('2024-03-01');
    await pages[0]!.keyboard.press('Control+Enter');
    await pages[0]!.getByRole('cell', { name: 'A-1' }).waitFor().catch(async (error: unknown) => {
      await picture(pages[0]!, 'staff-form');
      throw error;
    });
    await pages[1]!.goto(`${product.url}/add-staff`);
    await pages[1]!.getByRole('button', { name: /Create|Add/i }).first().waitFor();
    expect(await pages[1]!.getByText('A-1').count()).toBe(0);
    await picture(pages[0]!, 'staff-of-alpha');
  }, 90_000);
});
