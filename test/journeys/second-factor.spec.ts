import type { Page } from 'playwright-core';
import { codeAt } from '../support/authenticator';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import {
  dialog,
  followMenu,
  invite,
  openOrganisation,
  openUserMenu,
  press,
  waitForToast,
} from '../support/journey-steps';
import { acceptInvitation } from '../support/learner-steps';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';

/** The secret shown as text, for an app that cannot scan. */
const readSecret = async (page: Page): Promise<string> =>
  (await page.getByTestId('secret').innerText()).replaceAll(/\s/g, '');
const codeOf = (secret: string, steps = 0): string => codeAt(secret, Date.now() + steps * 30_000);

/** Confirms the open enrolment. @returns the secret and the recovery codes */
async function enrolSecondFactor(page: Page): Promise<{ secret: string; codes: string[] }> {
  await press(page, 'Start');
  const secret = await readSecret(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByLabel('Code from the app').fill('000000');
  await press(page, 'Confirm');
  await page.getByRole('alert').getByText('This code is incorrect').waitFor();
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await press(page, 'Confirm');
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  return { secret, codes: await list.getByRole('listitem').allInnerTexts() };
}

async function typePassword(page: Page, registration: { user_name: string; password: string }): Promise<void> {
  await page.waitForURL(/\/auth\/login/);
  await page.getByLabel('User name or email').fill(registration.user_name);
  await page.getByLabel('Password', { exact: true }).fill(registration.password);
  await press(page, 'Sign in');
}

describe('a second factor', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('is set up in the settings, asked for at sign-in, and stood in for by a recovery code', async () => {
    const { page, registration } = await openOrganisation(product, 'Second Shipyard');
    await openUserMenu(page, 'Settings');
    await waitForPageLoaded(page);
    await press(page, 'Set up a second factor');
    const { secret, codes } = await enrolSecondFactor(page);
    expect(codes).toHaveLength(10);
    await press(page, 'I have saved them');
    await page.getByText('10 recovery codes left').waitFor();
    await openUserMenu(page, 'Logout');

    await typePassword(page, registration);
    const code = page.getByLabel('Authenticator code');
    await code.waitFor();
    await page.getByLabel('Password', { exact: true }).waitFor({ state: 'hidden' });
    expect(await axeViolations(page)).toEqual([]);
    await code.fill('000000');
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('This code is incorrect or was already used').waitFor();
    await eventually(() => code.inputValue(), '');
    // The time step that confirmed the enrolment is used up; the next one is needed.
    await code.fill(codeOf(secret, 1));
    await press(page, 'Sign in');
    await page.waitForURL(/\/home/);
    const browserStorage = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const secretValue of [secret, registration.password, ...codes])
      expect(browserStorage).not.toContain(secretValue);
    await openUserMenu(page, 'Logout');

    await typePassword(page, registration);
    await press(page, 'Use a recovery code');
    await page.getByLabel('Recovery code').fill(codes[0]!);
    await press(page, 'Sign in');
    await page.waitForURL(/\/home/);
    await product.mailTo(registration.email, 3);
    await openUserMenu(page, 'Settings');
    await page.getByText('9 recovery codes left').waitFor();
  });

  journey('is required by a setting: users without one set it up and continue', async () => {
    const { page, registration } = await openOrganisation(product, 'Strict Steel');
    await page.goto('/settings');
    await waitForPageLoaded(page);
    await page.getByRole('switch', { name: 'Require a second factor' }).click();
    await press(dialog(page, 'Require a second factor for everyone?'), 'Require');
    await page.getByText('Set up your own second factor or sign in with it first.').waitFor();
    await press(page, 'Set up a second factor');
    await enrolSecondFactor(page);
    await press(page, 'I have saved them');
    await page.getByText('10 recovery codes left').waitFor();

    // Another browser signed in by password before the rule existed.
    const other = await product.openPage();
    const strict = await invite(product, page, 'S-1', 'sigrid@strict-steel.example');
    await acceptInvitation(other, `/reset/${strict.token}`, registration.password);
    // Pending requests of the home page would be refused and redirect before the menu is pressed.
    await waitForPageLoaded(other);
    await page.getByRole('switch', { name: 'Require a second factor' }).click();
    await press(dialog(page, 'Require a second factor for everyone?'), 'Require');
    await waitForToast(page, 'A second factor is now required.');

    // The requested page is never shown.
    await followMenu(other, 'Training List');
    await other.waitForURL(/\/second-factor\?to=/);
    await eventually(() => other.getByRole('navigation', { name: 'Main menu' }).count(), 0);
    await other.goto('/home');
    await other.waitForURL(/\/second-factor\?to=%2Fhome/);
    await other.getByRole('button', { name: 'Start' }).waitFor();
    expect(await axeViolations(other)).toEqual([]);
    await enrolSecondFactor(other);
    await press(other, 'I have saved them');
    await other.waitForURL((url) => url.pathname === '/home');
    await other.getByRole('banner').waitFor();
  });
});
