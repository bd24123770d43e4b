import type { Page } from 'playwright-core';
import { picture, type Visited } from './browser';

export interface NewOrganisation {
  name: string;
  email: string;
  user_name: string;
  password: string;
  package: string;
}

/** A form that would be accepted, unlike any other of this run. */
export function organisation(name: string, more: Partial<NewOrganisation> = {}): NewOrganisation {
  const mark = name.toLowerCase().replaceAll(/\W+/g, '-');
  return {
    name,
    email: `office@${mark}.example`,
    user_name: `${mark}-admin`,
    password: 'three-herons-over-the-dock',
    package: 'Starter',
    ...more,
  };
}

/** Fills the registration form and submits it; the dialog "Validate with OTP" is then open. */
export async function submitRegistration(product: Visited, page: Page, who: NewOrganisation): Promise<void> {
  await page.goto(`${product.url}/registration`);
  await choosePackage(page, who.package);
  await page.getByLabel('Customer Name').fill(who.name);
  await page.getByLabel('Primary Contact Person').fill('Ines Maria Brandt');
  await page.getByLabel('Mobile One').fill('9845012345');
  await page.getByLabel('Primary Email').fill(who.email);
  await page.getByLabel('Billing Address').fill('Werftstrasse 4, 20457 Hamburg');
  await page.getByLabel('User Name').fill(who.user_name);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByText('Validate with OTP').waitFor();
}

/** A click on the card, as a person does it: the radio itself is inside. */
export async function choosePackage(page: Page, name: string): Promise<void> {
  await page.locator('label').filter({ hasText: name }).first().click();
}

/** Types the code into the boxes: focus moves forward by itself. */
export async function typeOtp(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of').click();
  await page.keyboard.type(code);
  await page.getByRole('button', { name: 'Verify OTP' }).click();
}

export async function register(product: Visited, page: Page, who: NewOrganisation): Promise<void> {
  await submitRegistration(product, page, who);
  await typeOtp(page, (await product.mailTo(who.email)).code!);
  await page
    .getByRole('dialog')
    .getByText('Success', { exact: true })
    .waitFor()
    .catch(async (error: unknown) => {
      await picture(page, 'registration-failed');
      throw error;
    });
  await page.getByRole('button', { name: 'Ok' }).click();
  await page.waitForURL(/\/auth\/login/);
}

export async function signIn(product: Visited, page: Page, user_name: string, password: string): Promise<void> {
  if (!page.url().includes('/auth/login')) await page.goto(`${product.url}/auth/login`);
  await page.getByLabel('User name or email').fill(user_name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
}
