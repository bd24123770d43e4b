import type { Page } from 'playwright-core';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { dialog, invite, openOrganisation, openUserMenu, press, toast } from '../support/journey-steps';
import { acceptInvitation } from '../support/learner-steps';
import { settled, violations } from '../support/screen-steps';

describe('a passkey', () => {
  let product: Visited;
  beforeAll(async () => {
    // A passkey belongs to a host name.
    product = await openProduct({}, { host: 'localhost' });
  });
  afterAll(() => product.close());

  journey('is added in the settings, signs in alone, and does so no longer once it is removed', async () => {
    const { page, who } = await openOrganisation(product, 'Passkey Pumps');
    const device = await withDevice(page);
    await openUserMenu(page, 'Settings');
    await settled(page);
    await press(page, 'Add a passkey');
    await page.getByLabel('Name', { exact: true }).fill('Work laptop');
    await press(page.getByRole('dialog'), 'Next');
    await toast(page, 'The passkey was added.');
    const row = page.getByRole('listitem').filter({ hasText: 'Work laptop' });
    await row.getByText('never used').waitFor();
    await comesTo(() => device.count(), 1);
    expect(await violations(page)).toEqual([]);
    await openUserMenu(page, 'Logout');

    await page.waitForURL(/\/auth\/login/);
    await press(page, 'Sign in with a passkey');
    await page.waitForURL(/\/home/);
    await page.getByRole('banner').getByText(who.name).waitFor();
    await openUserMenu(page, 'Settings');
    await row.getByText('last used').waitFor();

    await press(row, 'Rename Work laptop');
    const name = page.getByRole('dialog').getByLabel('Name', { exact: true });
    await comesTo(() => name.inputValue(), 'Work laptop');
    await name.fill('  Blue laptop ');
    await page.keyboard.press('Enter');
    await toast(page, 'The passkey was renamed.');
    const renamed = page.getByRole('listitem').filter({ hasText: 'Blue laptop' });

    await page.evaluate(() => localStorage.setItem('layout', '{"data-layout-mode":"dark"}'));
    await page.reload();
    await press(renamed, 'Remove Blue laptop');
    await page.getByRole('dialog').getByText('You can no longer sign in with it').waitFor();
    expect(await violations(page)).toEqual([]);
    await press(page.getByRole('dialog'), 'Remove');
    await toast(page, 'The passkey was removed.');
    await openUserMenu(page, 'Logout');
    await page.waitForURL(/\/auth\/login/);
    await press(page, 'Sign in with a passkey');
    await page.getByRole('alert').getByText('This passkey could not be used').waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth/login');
  });

  journey(
    'sets up a second factor that the organisation requires, instead of an app; elsewhere one is signed out',
    async () => {
      const { page, who } = await openOrganisation(product, 'Keyed Kilns');
      await withDevice(page);
      await page.goto('/settings');
      await settled(page);
      await press(page, 'Add a passkey');
      await press(page.getByRole('dialog'), 'Next');
      await toast(page, 'The passkey was added.');
      const strict = await invite(product, page, 'S-1', 'sigrid@keyed-kilns.example');
      await acceptInvitation(await product.visit(), `/reset/${strict.token}`, who.password);
      await page.getByRole('switch', { name: 'Require a second factor' }).click();
      await press(dialog(page, 'Require a second factor for everyone?'), 'Require');
      await toast(page, 'A second factor is now required.');

      const [one, two] = [await product.visit(), await product.visit()];
      for (const theirs of [one, two]) {
        await theirs.goto('/auth/login?to=/my-training');
        await theirs.getByLabel('User name or email').fill(strict.user_name);
        await theirs.getByLabel('Password', { exact: true }).fill(who.password);
        await press(theirs, 'Sign in');
        await theirs.waitForURL(/\/second-factor\?to=%2Fmy-training/);
      }
      const device = await withDevice(one);
      const way = (name: string) => one.getByRole('button', { name });
      await way('Use a passkey').click();
      await press(one, 'Choose another method');
      await way('Use an authenticator app').click();
      await one.getByRole('button', { name: 'Start' }).waitFor();
      await press(one, 'Choose another method');
      await way('Use a passkey').waitFor();
      expect(await violations(one)).toEqual([]);
      await way('Use a passkey').click();
      await one.getByRole('button', { name: 'Next' }).waitFor();
      expect(await violations(one)).toEqual([]);
      await press(one, 'Next');
      await one.waitForURL((url) => url.pathname === '/my-training');
      await one.getByRole('banner').waitFor();
      await comesTo(() => device.count(), 1);

      await two.reload();
      await dialog(two, 'Your Session has Expired!').waitFor();
    },
  );
});

/** A device that keeps passkeys and knows its holder, as Chromium pretends one. */
async function withDevice(page: Page): Promise<{ count: () => Promise<number> }> {
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
