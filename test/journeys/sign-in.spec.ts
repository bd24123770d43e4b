import type { Page } from 'playwright-core';
import { codeAt } from '../support/authenticator';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import {
  fill,
  openOrganisation,
  openUserMenu,
  press,
  readDialog,
  openSignedInPage,
  signIn,
  type NewOrganisation,
} from '../support/journey-steps';

const NEW_PASSWORD = 'seven-lanterns-in-the-fog';

describe('signing in', () => {
  let product: ProductInBrowser;
  let account: NewOrganisation;
  beforeAll(async () => {
    product = await openProduct();
    const { page, registration } = await openOrganisation(product, 'Signal Works');
    account = registration;
    await page.context().close();
  });
  afterAll(() => product.close());

  const submitPassword = async (page: Page, password: string): Promise<void> => {
    await fill(page, { 'User name or email': account.user_name, Password: password });
    await press(page, 'Sign in');
  };

  journey('refuses a wrong password, accepts the right one, and ends with the logout', async () => {
    const page = await product.openPage({ path: '/auth/login' });
    await submitPassword(page, 'not-the-password');
    await page.getByRole('alert').getByText('Incorrect user name or password.').waitFor();
    await submitPassword(page, account.password);
    await page.waitForURL(/\/home$/);
    await page.getByRole('banner').getByText('Signal Works').waitFor();
    await openUserMenu(page, 'Logout');
    await page.waitForURL(/\/auth\/login/);
    await page.goto('/home');
    await page.waitForURL(/\/auth\/login/);
  });

  journey('replaces a forgotten password by the mailed link', async () => {
    const page = await product.openPage({ path: '/forgot' });
    await fill(page, { Email: account.email });
    await press(page, 'Send reset link');
    await page.getByText('A password reset link has been sent to your email.').waitFor();
    // The first two mails are the registration code and the welcome.
    const { link } = await product.mailTo(account.email, 2);
    await page.goto(new URL(link!).pathname);
    await fill(page, { 'New password': NEW_PASSWORD, 'Confirm password': NEW_PASSWORD });
    await press(page, 'Save password');
    expect(await readDialog(page, 'Success')).toBe('Password Reset Successfully');
    await page.waitForURL(/\/auth\/login$/);
    await submitPassword(page, account.password);
    await page.getByRole('alert').getByText('Incorrect user name or password.').waitFor();
    await signIn(page, account.user_name, NEW_PASSWORD);
    account = { ...account, password: NEW_PASSWORD };
  });

  journey('asks for the code of the second factor that was set up in the settings', async () => {
    const page = await openSignedInPage(product, account);
    await openUserMenu(page, 'Settings');
    await press(page, 'Set up a second factor');
    await press(page, 'Start');
    const secret = (await page.getByTestId('secret').innerText()).replaceAll(/\s/g, '');
    await page.getByLabel('Code from the app').fill(codeAt(secret, Date.now()));
    await press(page, 'Confirm');
    await press(page, 'I have saved them');
    await page.getByText('10 recovery codes left').waitFor();
    await openUserMenu(page, 'Logout');

    await page.waitForURL(/\/auth\/login/);
    await submitPassword(page, account.password);
    const code = page.getByLabel('Authenticator code');
    await code.fill('000000');
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('This code is incorrect or was already used').waitFor();
    // A code is accepted once; the next time step is unused.
    await code.fill(codeAt(secret, Date.now() + 30_000));
    await press(page, 'Sign in');
    await page.waitForURL(/\/home$/);
  });
});
