import type { Page } from 'playwright-core';
import { addStaff } from '../support/authoring-steps';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import {
  choose,
  dialog,
  fill,
  openMenu,
  openOrganisation,
  openUserMenu,
  press,
  readDialog,
  registerByApi,
  organisationForm,
  signIn,
} from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

describe('a session', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('that ended says so in one dialog, however many requests fail', async () => {
    const { page } = await openOrganisation(product, 'Expired Engines');
    await openMenu(page, 'Staff Master');
    const answered = await endSessionOnServer(page);
    const refusedCount = countResponses(page, 401);
    await answered();
    // The dashboard sends several requests at once.
    await page.goto('/home');
    await page.waitForURL(/\/auth\/login/);
    const expired = dialog(page, 'Your Session has Expired!');
    await expired.getByText('Please Login!').waitFor();
    await expired.locator('.sg-dialog-error').waitFor();
    await eventually(async () => refusedCount.count > 1, true);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await eventually(() => storedKeys(page), []);
    await press(expired, 'Ok');
    await expired.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByLabel('User name or email').waitFor();
    await waitForPageLoaded(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  journey('that ended keeps typed input', async () => {
    const { page, registration } = await openOrganisation(product, 'Typing Tramways');
    await openMenu(page, 'Staff Master');
    await press(page, 'New staff member');
    await fill(page.getByRole('dialog'), {
      'Staff code': 'W-1',
      'First name': 'Wilhelmina',
      'Last name': 'Wolff',
      Joined: '2024-03-01',
    });
    const answered = await endSessionOnServer(page);
    await page.keyboard.press('Control+Enter');
    const expired = dialog(page, 'Your Session has Expired!');
    await press(expired, 'Ok');
    await answered();
    await signIn(page, registration.user_name, registration.password);
    // The same form is open with the same input.
    const form = page.getByRole('dialog');
    await form.getByText('Your unsaved changes from earlier').waitFor();
    await eventually(() => form.getByLabel('First name').inputValue(), 'Wilhelmina');
    await press(form, 'Create');
    await page.getByRole('cell', { name: 'W-1', exact: true }).waitFor();
  });

  journey(
    'that ended while company data or a message was typed loses nothing either, and keeps no password',
    async () => {
      const { page, registration } = await openOrganisation(product, 'Lasting Lathes');
      const id = await page.evaluate(() => localStorage.getItem('Customer_Id'));
      await page.goto(`/registration?Editdata=${id}`);
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#customer_name')?.value);
      const password = page.getByLabel('Password (optional)', { exact: true });
      await password.fill(registration.password);
      await page.getByLabel('Billing Address').fill('Kaistrasse 9, 20457 Hamburg');
      const readSessionStorage = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
      await eventually(async () => (await readSessionStorage()).includes('Kaistrasse 9'), true);
      expect(await readSessionStorage()).not.toContain(registration.password);
      await password.fill('');
      let answered = await endSessionOnServer(page);
      await press(page, 'Update');
      await press(dialog(page, 'Your Session has Expired!'), 'Ok');
      await answered();
      await signIn(page, registration.user_name, registration.password);
      await page.waitForURL((url) => url.search === `?Editdata=${id}`);
      await page.getByText('Your unsaved changes from earlier').waitFor();
      await eventually(() => page.getByLabel('Billing Address').inputValue(), 'Kaistrasse 9, 20457 Hamburg');
      await press(page, 'Update');
      expect(await readDialog(page, 'Success')).toBe('Customer Details Updated Successfully');
      await page.waitForURL(/\/customer-list$/);
      await page.goto(`/registration?Editdata=${id}`);
      await eventually(() => page.getByLabel('Billing Address').inputValue(), 'Kaistrasse 9, 20457 Hamburg');
      await page.getByLabel('Billing Address').fill('Nowhere 1');
      await eventually(async () => (await readSessionStorage()).includes('Nowhere 1'), true);
      await page.reload();
      await press(page, 'Discard');
      await eventually(() => page.getByLabel('Billing Address').inputValue(), 'Kaistrasse 9, 20457 Hamburg');

      await page.goto('/settings');
      await page.getByLabel('Subject').fill('A longer story');
      await page.getByLabel('Message').fill('It begins with a lathe.');
      answered = await endSessionOnServer(page);
      await press(page, 'Send');
      await press(dialog(page, 'Your Session has Expired!'), 'Ok');
      await answered();
      await signIn(page, registration.user_name, registration.password);
      await page.waitForURL(/\/settings$/);
      await eventually(() => page.getByLabel('Subject').inputValue(), 'A longer story');
      await eventually(() => page.getByLabel('Message').inputValue(), 'It begins with a lathe.');
      await press(page, 'Send');
      await page.getByRole('status').getByText('sent', { exact: false }).first().waitFor();
      await page.reload();
      await waitForPageLoaded(page);
      expect(await page.getByLabel('Message').inputValue()).toBe('');
    },
  );

  journey('that ended while the organisation was being set loses nothing of what was chosen', async () => {
    const { page, registration } = await openOrganisation(product, 'Settled Saws');
    await page.goto('/settings');
    const form = page.locator('#language');
    await choose(form, 'Language of new accounts', 'German');
    const answered = await endSessionOnServer(page);
    await press(form, 'Save');
    await press(dialog(page, 'Your Session has Expired!'), 'Ok');
    await answered();
    await signIn(page, registration.user_name, registration.password);
    await page.waitForURL(/\/settings$/);
    await form.getByText('Your unsaved changes from earlier').waitFor();
    await form.locator('.ant-select').getByText('German').waitFor();
    await press(form, 'Discard');
    await form.locator('.ant-select').getByText('English').waitFor();
    expect(await form.getByText('Your unsaved changes from earlier').count()).toBe(0);
  });

  journey('ends where a new password is chosen by a mailed link, and that is no expiry', async () => {
    const { page, registration } = await openOrganisation(product, 'Returning Rotors');
    await page.goto('/forgot');
    await page.getByLabel('Email').fill(registration.email);
    await press(page, 'Send reset link');
    const { link } = await product.mailTo(registration.email, 2);
    await page.goto(new URL(link!).pathname);
    await page.getByText('Someone is signed in in this browser.').waitFor();
    const password = 'seven-herons-over-the-dock';
    await page.getByLabel('New password').fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await press(page, 'Save password');
    expect(await readDialog(page, 'Success')).toBe('Password Reset Successfully');
    await page.waitForURL(/\/auth\/login$/);
    await page.getByLabel('User name or email').waitFor();
    await waitForPageLoaded(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await eventually(() => storedKeys(page), []);
    await signIn(page, registration.user_name, password);
  });

  journey('is asked for first, and leads back to where one wanted to go', async () => {
    const page = await product.openPage();
    const registration = organisationForm('Return Rail');
    await registerByApi(product, registration);
    await page.goto('/add-staff?q=nobody');
    await page.waitForURL(
      (url) => url.pathname === '/auth/login' && url.searchParams.get('to') === '/add-staff?q=nobody',
    );
    await eventually(() => page.getByRole('navigation', { name: 'Main menu' }).count(), 0);
    await signIn(page, registration.user_name, registration.password);
    await page.waitForURL((url) => url.pathname + url.search === '/add-staff?q=nobody');
  });

  journey('refuses a wrong password without calling it an expiry, and follows only paths of its own', async () => {
    const page = await product.openPage();
    const registration = organisationForm('Own Paths');
    await registerByApi(product, registration);
    await page.goto(`/auth/login?to=${encodeURIComponent('//evil.example/')}`);
    await page.getByLabel('User name or email').fill(registration.user_name);
    await page.getByLabel('Password', { exact: true }).fill('not-the-password');
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('Incorrect user name or password.').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByLabel('User name or email').inputValue()).toBe(registration.user_name);
    await eventually(() => page.getByLabel('Password', { exact: true }).inputValue(), '');
    await page.getByLabel('Password', { exact: true }).fill(registration.password);
    await press(page, 'Sign in');
    await page.waitForURL((url) => url.origin === product.url && url.pathname === '/home');
  });

  journey('leaves nothing in the browser after logout', async () => {
    const { page } = await openOrganisation(product, 'Leaving Logistics');
    await eventually(
      () => storedKeys(page),
      expect.arrayContaining([
        'Auth_Token',
        'Customer_Id',
        'Customer_Name',
        'EID',
        'OID',
        'currentUser',
        'no_of_staff',
        'total_staff',
      ]),
    );
    await page.goto('/settings');
    await page.getByLabel('Subject').fill('Half a question');
    const drafts = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft.')));
    await eventually(drafts, [expect.any(String)]);
    await openUserMenu(page, 'Logout');
    await page.waitForURL(/\/auth\/login/);
    await eventually(() => storedKeys(page), []);
    await eventually(drafts, []);
    await page.goBack();
    await page.waitForURL(/\/auth\/login/);
    await eventually(() => page.getByRole('banner').getByText('Leaving Logistics').count(), 0);
  });

  for (const locks of [true, false])
    journey(`survives two tabs that renew it at once${locks ? '' : ', also without a lock between them'}`, async () => {
      const { page: first } = await openOrganisation(product, locks ? 'Two Tabs' : 'Two Tabs Unlocked');
      await addStaff(first, 'T-1', 'Tove', 'Lund');
      if (!locks)
        await first.context().addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
      const second = await first.context().newPage();
      await second.goto('/add-staff');
      await second.getByRole('cell', { name: 'T-1' }).waitFor();
      await first.reload();
      await first.getByRole('cell', { name: 'T-1' }).waitFor();
      const tokenBefore = await first.evaluate(() => localStorage.getItem('Auth_Token'));
      // The token is renewed a minute before its end; the elapsed time of this test does not matter.
      await first.evaluate(() => localStorage.setItem('Auth_Expires', String(Date.now() + 50_000)));
      await Promise.all(
        [first, second].map((page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))),
      );
      await first.waitForFunction((oldToken) => localStorage.getItem('Auth_Token') !== oldToken, tokenBefore);
      for (const page of [first, second]) {
        await page.reload();
        await page.getByRole('cell', { name: 'T-1' }).waitFor();
        await waitForPageLoaded(page);
        expect(new URL(page.url()).pathname).toBe('/add-staff');
      }
    });
});

/** Requests that an idle page sends: live stream, jobs, unread notices, and `me` after its stream ended. */
const BACKGROUND_REQUESTS = /\/api\/(live|me|jobs|notices\/unread)(\?|$)/;
const holdResponse = (): void => undefined;

/**
 * Ends the session on the server, as another device or an administrator would. It waits for pending requests and holds
 * the background requests from then on: their refusal would report the expiry before the test acts.
 * @returns a function that releases the background requests
 */
async function endSessionOnServer(page: Page): Promise<() => Promise<void>> {
  await waitForPageLoaded(page);
  await page.route(BACKGROUND_REQUESTS, holdResponse);
  const endReply = await page.evaluate(async () => {
    const headers = {
      Authorization: `Bearer ${localStorage.Auth_Token}`,
      EID: localStorage.EID,
      OID: localStorage.OID,
    };
    return (await fetch('/api/auth/logout', { method: 'POST', headers })).status;
  });
  expect(endReply).toBe(204);
  return () => page.unroute(BACKGROUND_REQUESTS, holdResponse);
}

/** Keys of the session data that the browser stores. */
const storedKeys = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (name) =>
        !name.startsWith('draft.') && !['layout', 'session_expired'].includes(name) && !name.startsWith('react-router'),
    ),
  );

function countResponses(page: Page, status: number): { count: number } {
  const counter = { count: 0 };
  page.on('response', (response) => {
    if (response.status() === status) counter.count++;
  });
  return counter;
}
