import type { Page } from 'playwright-core';
import { journey, openProduct, type Visited } from '../support/browser';
import { openOrganisation, openUserMenu, press, toast } from '../support/journey-steps';
import { settled, violations } from '../support/screen-steps';

describe('a passkey', () => {
  let product: Visited;
  beforeAll(async () => {
    // A passkey belongs to a host name.
    product = await openProduct({}, 'localhost');
  }, 60_000);
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
    expect(await device.count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await openUserMenu(page, 'Logout');

    await page.waitForURL(/\/auth\/login/);
    await press(page, 'Sign in with a passkey');
    await page.waitForURL(/\/home/);
    await page.getByRole('banner').getByText(who.name).waitFor();
    await openUserMenu(page, 'Settings');
    await row.getByText('last used').waitFor();

    await press(row, 'Remove Work laptop');
    await press(page.getByRole('dialog'), 'Remove');
    await toast(page, 'The passkey was removed.');
    await openUserMenu(page, 'Logout');
    await page.waitForURL(/\/auth\/login/);
    await press(page, 'Sign in with a passkey');
    await page.getByRole('alert').getByText('This passkey could not be used').waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth/login');
  });
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
