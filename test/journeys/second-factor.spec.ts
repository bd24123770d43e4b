import type { Page } from 'playwright-core';
import { codeAt } from '../support/authenticator';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { dialog, followMenu, invite, openOrganisation, openUserMenu, press, toast } from '../support/journey-steps';
import { acceptInvitation } from '../support/learner-steps';
import { settled, violations } from '../support/screen-steps';

/** The secret as the page shows it, for an app that cannot scan. */
const secretOn = async (page: Page): Promise<string> =>
  (await page.getByTestId('secret').innerText()).replaceAll(/\s/g, '');
const codeOf = (secret: string, steps = 0): string => codeAt(secret, Date.now() + steps * 30_000);

/** From the open enrolment to the recovery codes. @returns the secret and the codes */
async function enrol(page: Page): Promise<{ secret: string; codes: string[] }> {
  await press(page, 'Start');
  const secret = await secretOn(page);
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Code from the app').fill('000000');
  await press(page, 'Confirm');
  await page.getByRole('alert').getByText('This code is incorrect').waitFor();
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await press(page, 'Confirm');
  const list = page.getByRole('list', { name: 'Recovery codes' });
  await list.waitFor();
  return { secret, codes: await list.getByRole('listitem').allInnerTexts() };
}

async function typePassword(page: Page, who: { user_name: string; password: string }): Promise<void> {
  await page.waitForURL(/\/auth\/login/);
  await page.getByLabel('User name or email').fill(who.user_name);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await press(page, 'Sign in');
}

describe('a second factor', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('is set up in the settings, asked for at sign-in, and stood in for by a recovery code', async () => {
    const { page, who } = await openOrganisation(product, 'Second Shipyard');
    await openUserMenu(page, 'Settings');
    await settled(page);
    await press(page, 'Set up a second factor');
    const { secret, codes } = await enrol(page);
    expect(codes).toHaveLength(10);
    await press(page, 'I have saved them');
    await page.getByText('10 recovery codes left').waitFor();
    await openUserMenu(page, 'Logout');

    await typePassword(page, who);
    const code = page.getByLabel('Authenticator code');
    await code.waitFor();
    await page.getByLabel('Password', { exact: true }).waitFor({ state: 'hidden' });
    expect(await violations(page)).toEqual([]);
    await code.fill('000000');
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('This code is incorrect or was already used').waitFor();
    await comesTo(() => code.inputValue(), '');
    // The step after the one that confirmed it: that one is used up.
    await code.fill(codeOf(secret, 1));
    await press(page, 'Sign in');
    await page.waitForURL(/\/home/);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    for (const one of [secret, who.password, ...codes]) expect(kept).not.toContain(one);
    await openUserMenu(page, 'Logout');

    await typePassword(page, who);
    await press(page, 'Use a recovery code');
    await page.getByLabel('Recovery code').fill(codes[0]!);
    await press(page, 'Sign in');
    await page.waitForURL(/\/home/);
    await product.mailTo(who.email, 3);
    await openUserMenu(page, 'Settings');
    await page.getByText('9 recovery codes left').waitFor();
  });

  journey('is required of everybody: who has none is led to setting one up, and then on', async () => {
    const { page, who } = await openOrganisation(product, 'Strict Steel');
    await page.goto('/settings');
    await settled(page);
    await page.getByRole('switch', { name: 'Require a second factor' }).click();
    await press(dialog(page, 'Require a second factor for everyone?'), 'Require');
    await page.getByText('Set up your own second factor or sign in with it first.').waitFor();
    await press(page, 'Set up a second factor');
    await enrol(page);
    await press(page, 'I have saved them');
    await page.getByText('10 recovery codes left').waitFor();

    // Signed in by password alone, in another browser, before there was a rule.
    const other = await product.visit();
    const strict = await invite(product, page, 'S-1', 'sigrid@strict-steel.example');
    await acceptInvitation(other, `/reset/${strict.token}`, who.password);
    // What their home still asks for would be refused, too, and lead away before the menu is pressed.
    await settled(other);
    await page.getByRole('switch', { name: 'Require a second factor' }).click();
    await press(dialog(page, 'Require a second factor for everyone?'), 'Require');
    await toast(page, 'A second factor is now required.');

    // The page it names never comes.
    await followMenu(other, 'Training List');
    await other.waitForURL(/\/second-factor\?to=/);
    await comesTo(() => other.getByRole('navigation', { name: 'Main menu' }).count(), 0);
    await other.goto('/home');
    await other.waitForURL(/\/second-factor\?to=%2Fhome/);
    await other.getByRole('button', { name: 'Start' }).waitFor();
    expect(await violations(other)).toEqual([]);
    await enrol(other);
    await press(other, 'I have saved them');
    await other.waitForURL((url) => url.pathname === '/home');
    await other.getByRole('banner').waitFor();
  });
});
