import type { Page } from 'playwright-core';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { dialog, invite, openOrganisation, openUserMenu, press, waitForToast } from '../support/journey-steps';
import { acceptInvitation } from '../support/learner-steps';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';

describe('a passkey', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    // A passkey is bound to a host name.
    product = await openProduct({}, { host: 'localhost' });
  });
  afterAll(() => product.close());

  journey('is added in the settings, signs in alone, and does so no longer once it is removed', async () => {
    const { page, registration } = await openOrganisation(product, 'Passkey Pumps');
    const device = await addVirtualAuthenticator(page);
    await openUserMenu(page, 'Settings');
    await waitForPageLoaded(page);
    await press(page, 'Add a passkey');
    await page.getByLabel('Name', { exact: true }).fill('Work laptop');
    await press(page.getByRole('dialog'), 'Next');
    await waitForToast(page, 'The passkey was added.');
    const row = page.getByRole('listitem').filter({ hasText: 'Work laptop' });
    await row.getByText('never used').waitFor();
    await eventually(() => device.count(), 1);
    expect(await axeViolations(page)).toEqual([]);
    await openUserMenu(page, 'Logout');

    await page.waitForURL(/\/auth\/login/);
    await press(page, 'Sign in with a passkey');
    await page.waitForURL(/\/home/);
    await page.getByRole('banner').getByText(registration.name).waitFor();
    await openUserMenu(page, 'Settings');
    await row.getByText('last used').waitFor();

    await press(row, 'Rename Work laptop');
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
    await eventually(() => name.inputValue(), 'Work laptop');
    await name.fill('  Blue laptop ');
    await page.keyboard.press('Enter');
    await waitForToast(page, 'The passkey was renamed.');
    const renamedItem = page.getByRole('listitem').filter({ hasText: 'Blue laptop' });

    await page.evaluate(() => localStorage.setItem('layout', '{"data-layout-mode":"dark"}'));
    await page.reload();
    await press(renamedItem, 'Remove Blue laptop');
    await page.getByRole('dialog').getByText('You can no longer sign in with it').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await press(page.getByRole('dialog'), 'Remove');
    await waitForToast(page, 'The passkey was removed.');
    await openUserMenu(page, 'Logout');
    await page.waitForURL(/\/auth\/login/);
    await press(page, 'Sign in with a passkey');
    await page.getByRole('alert').getByText('This passkey could not be used').waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth/login');
  });

  journey('counts as the required second factor and ends other sessions', async () => {
    const { page, registration } = await openOrganisation(product, 'Keyed Kilns');
    await addVirtualAuthenticator(page);
    await page.goto('/settings');
    await waitForPageLoaded(page);
    await press(page, 'Add a passkey');
    await press(page.getByRole('dialog'), 'Next');
    await waitForToast(page, 'The passkey was added.');
    const strict = await invite(product, page, 'S-1', 'sigrid@keyed-kilns.example');
    await acceptInvitation(await product.openPage(), `/reset/${strict.token}`, registration.password);
    await page.getByRole('switch', { name: 'Require a second factor' }).click();
    await press(dialog(page, 'Require a second factor for everyone?'), 'Require');
    await waitForToast(page, 'A second factor is now required.');

    const [one, two] = [await product.openPage(), await product.openPage()];
    for (const browserPage of [one, two]) {
      await browserPage.goto('/auth/login?to=/my-training');
      await browserPage.getByLabel('User name or email').fill(strict.user_name);
      await browserPage.getByLabel('Password', { exact: true }).fill(registration.password);
      await press(browserPage, 'Sign in');
      await browserPage.waitForURL(/\/second-factor\?to=%2Fmy-training/);
    }
    const device = await addVirtualAuthenticator(one);
    const buttonByName = (name: string) => one.getByRole('button', { name });
    await buttonByName('Use a passkey').click();
    await press(one, 'Choose another method');
    await buttonByName('Use an authenticator app').click();
    await one.getByRole('button', { name: 'Start' }).waitFor();
    await press(one, 'Choose another method');
    await buttonByName('Use a passkey').waitFor();
    expect(await axeViolations(one)).toEqual([]);
    await buttonByName('Use a passkey').click();
    await one.getByRole('button', { name: 'Next' }).waitFor();
    expect(await axeViolations(one)).toEqual([]);
    await press(one, 'Next');
    await one.waitForURL((url) => url.pathname === '/my-training');
    await one.getByRole('banner').waitFor();
    await eventually(() => device.count(), 1);

    await two.reload();
    await dialog(two, 'Your Session has Expired!').waitFor();
  });
});

/** A virtual Chromium authenticator that stores passkeys and verifies its user. */
async function addVirtualAuthenticator(page: Page): Promise<{ count: () => Promise<number> }> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
  };
}
