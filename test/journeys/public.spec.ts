import type { Page } from 'playwright-core';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import {
  dialog,
  fillRegistration,
  openOrganisation,
  openUserMenu,
  organisationForm,
  press,
  pressTwice,
  readDialog,
  registerByApi,
  signIn,
  typeOtp,
} from '../support/journey-steps';
import { horizontalOverflow, waitForPageLoaded, axeViolations } from '../support/screen-steps';

const NEW_PASSWORD = 'seven-herons-over-the-dock';
const MOVED = {
  '/auth': '/auth/login',
  '/login': '/auth/login',
  '/register': '/registration',
  '/auth/registration': '/registration',
  '/auth/forgot': '/forgot',
  '/auth/reset/no-such-link': '/reset/no-such-link',
  '/auth/update-password': '/auth/login?to=%2Fupdate-password',
};

describe('the public screens', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('answer where a user would guess them', async () => {
    const page = await product.openPage();
    for (const [guessedPath, expectedPath] of Object.entries(MOVED)) {
      await page.goto(guessedPath);
      await page.waitForURL((url) => url.pathname + url.search === expectedPath);
      await page.getByRole('heading', { level: 1 }).waitFor();
    }
  });

  journey('sign in once however often one clicks, and say how long to wait after too many tries', async () => {
    const page = await product.openPage({ path: '/auth/login' });
    const requestCount = countRequests(page, '/api/auth/login');
    await press(page, 'Sign in');
    await page.getByText('User Name is required.').waitFor();
    await page.getByText('Password is required.').waitFor();
    const password = page.getByLabel('Password', { exact: true });
    for (let attempt = 1; attempt <= 5; attempt++) {
      await page.getByLabel('User name or email').fill('somebody-locked');
      await password.fill('not-the-password');
      const answered = page.waitForResponse('**/api/auth/login');
      await pressTwice(page, 'Sign in', '/api/auth/login');
      await answered;
      await page.getByText('Incorrect user name or password.').waitFor();
      // The user name stays, the password is cleared and focused.
      await page.waitForFunction(() => document.activeElement?.id === 'password');
      await eventually(() => password.inputValue(), '');
    }
    expect(requestCount.count).toBe(5);
    await password.fill('not-the-password');
    await page.keyboard.press('Enter');
    await page.getByText(/Too many attempts\. Wait \d+ seconds? and try again\./).waitFor();
    await press(page, 'Show password');
    await password.fill('seen');
    await eventually(() => password.getAttribute('type'), 'text');
    await press(page, 'Hide password');
    await eventually(() => password.getAttribute('type'), 'password');
  });

  journey('say that there is no connection, and keep what was typed', async () => {
    const page = await product.openPage();
    const registration = organisationForm('Offline Ovens');
    await fillRegistration(page, registration);
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await press(page, 'Submit');
    expect(await readDialog(page, 'Error')).toContain('The server cannot be reached.');
    expect(await page.getByLabel('Customer Name').inputValue()).toBe(registration.name);
    await page.context().setOffline(false);
    await page.route('**/api/auth/email-challenges', (route) => route.fulfill({ status: 502, body: '<html>' }));
    await press(page, 'Submit');
    expect(await readDialog(page, 'Error')).toBe('Bad Gateway');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Submit');
  });

  journey('lead to a new password by mail, with the same words for every address', async () => {
    const registration = organisationForm('Forgetful Forge');
    await registerByApi(product, registration);
    const page = await product.openPage({ path: '/auth/login' });
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await press(page, 'Send reset link');
    await page.getByText('Email is required.').waitFor();
    await page.getByLabel('Email').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('Please enter a valid email address.').waitFor();
    for (const email of ['nobody@unknown.example', registration.email]) {
      await page.getByLabel('Email').fill(email);
      const answered = page.waitForResponse((answer) => answer.request().postData()?.includes(email) ?? false);
      await press(page, 'Send reset link');
      await answered;
      await page.getByText('A password reset link has been sent to your email.').waitFor();
    }
    const { link } = await product.mailTo(registration.email, 2);
    const reset = new URL(link!).pathname;
    await page.goto(reset);
    await page.getByText(`For the account ${registration.user_name}.`).waitFor();
    // The password rule is shown under the field from the start.
    await page.getByText('At least 12 characters').waitFor();
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByLabel('Confirm password').fill('something-else-1');
    await press(page, 'Save password');
    await page.getByText('Passwords do not match.').waitFor();
    await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
    const requestCount = countRequests(page, '/api/auth/password-reset');
    await pressTwice(page, 'Save password', '/api/auth/password-reset');
    expect(await readDialog(page, 'Success')).toBe('Password Reset Successfully');
    expect(requestCount.count).toBe(1);
    await page.waitForURL(/\/auth\/login$/);
    await signIn(page, registration.user_name, NEW_PASSWORD);
    const reopenedLink = await product.openPage({ path: reset });
    await reopenedLink.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    await reopenedLink.getByRole('link', { name: 'Request a new link' }).click();
    await reopenedLink.waitForURL(/\/forgot$/);
  });

  journey('register once, empty the form, and lead back from what the server finds to its field', async () => {
    const page = await product.openPage();
    const registration = organisationForm('Careful Cranes');
    await page.goto('/registration');
    await page.getByText('At least 12 characters').waitFor();
    await fillRegistration(page, { ...registration, password: 'password1234' });
    const requestCount = countRequests(page, '/api/auth/email-challenges');
    await pressTwice(page, 'Submit', '/api/auth/email-challenges');
    // Before any code is mailed.
    expect(await readDialog(page, 'Info')).not.toBe('');
    expect(requestCount.count).toBe(1);
    await page.waitForFunction(() => document.activeElement?.id === 'c_password');
    await page.getByText('too common').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(registration.password);
    const user_name = page.getByLabel('User Name');
    const { user_name: takenUserName } = (await openOrganisation(product, 'Earlier Engines')).registration;
    await user_name.fill(takenUserName);
    await press(page, 'Submit');
    await dialog(page, 'Validate with OTP').waitFor();
    await checkCodeBoxes(page);
    await typeOtp(page, (await product.mailTo(registration.email)).code!);
    // A taken user name is found only by the registration itself.
    expect(await readDialog(page, 'Info')).not.toBe('');
    await page.waitForFunction(() => document.activeElement?.id === 'c_user_name');
    await user_name.fill(registration.user_name);
    // The address is already verified: no second code is sent.
    await press(page, 'Submit');
    await dialog(page, 'Success').waitFor();
    await page.waitForFunction(
      () => document.activeElement?.closest('[role=dialog]') && document.activeElement.closest('button'),
    );
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/home$/);
    await page.goBack();
    await page.waitForURL(/\/registration$/);
    await waitForPageLoaded(page);
    expect(await page.getByLabel('Customer Name').inputValue()).toBe('');
    // A signed-in visitor of the sign-in page is redirected.
    await page.getByRole('link', { name: 'Back to Login' }).click();
    await page.waitForURL(/\/home$/);
  });

  journey('edit the customer by the same form: prefilled, Update, the password optional, then the list', async () => {
    const { page, registration } = await openOrganisation(product, 'Editing Engines');
    const id = await page.evaluate(() => localStorage.getItem('Customer_Id'));
    await page.goto(`/registration?Editdata=${id}`);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#customer_name')?.value);
    await eventually(() => page.getByLabel('Primary Email').inputValue(), registration.email);
    await page.getByLabel('Billing Address').fill('');
    await press(page, 'Update');
    expect(await readDialog(page, 'Info')).toBe('Please fill all the required fields!');
    await page.waitForFunction(() => document.activeElement?.id === 'billing_address');
    await page.getByLabel('Billing Address').fill('Kaistrasse 9, 20457 Hamburg');
    await pressTwice(page, 'Update', `/api/customers/${id}`);
    expect(await readDialog(page, 'Success')).toBe('Customer Details Updated Successfully');
    await page.waitForURL(/\/customer-list$/);
    const otherVisitor = await product.openPage({ path: `/registration?Editdata=${id}` });
    await otherVisitor.waitForURL(/\/auth\/login\?to=/);
  });

  journey('change the password of whoever is signed in; an older sign-in is asked for the present one', async () => {
    const { page, registration } = await openOrganisation(product, 'Password Pumps');
    await openUserMenu(page, 'Reset Password');
    await page.waitForURL(/\/update-password$/);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await waitForPageLoaded(page);
    expect(await page.getByLabel('Current password').count()).toBe(0);
    await page.getByLabel('Confirm password').fill(`${NEW_PASSWORD}!`);
    await press(page, 'Save password');
    await page.getByText('Passwords do not match.').waitFor();
    await page.getByLabel('Confirm password').fill(NEW_PASSWORD);
    // The answer of the server ten minutes after the sign-in.
    const refusalBody = {
      statusCode: 422,
      code: 'current_password_needed',
      message: 'Enter it.',
      errors: {},
      facts: {},
    };
    await page.route('**/api/auth/password', (route) => route.fulfill({ status: 422, json: refusalBody }), {
      times: 1,
    });
    const passwordRequest = page.waitForRequest('**/api/auth/password');
    await press(page, 'Save password');
    // The customer id comes from localStorage; the server compares it with the session.
    const storedCustomerId = await page.evaluate(() => Number(localStorage.getItem('Customer_Id')));
    expect((await passwordRequest).postDataJSON()).toEqual({ customer_id: storedCustomerId, password: NEW_PASSWORD });
    await page.getByLabel('Current password').fill(registration.password);
    await eventually(() => page.getByLabel('New password').inputValue(), NEW_PASSWORD);
    await press(page, 'Save password');
    expect(await readDialog(page, 'Success')).toBe('Password Reset Successfully');
    await page.waitForURL(/\/auth\/login/);
    await signIn(page, registration.user_name, NEW_PASSWORD);
  });

  for (const lang of ['en', 'ar'])
    journey(`have no axe violation and no sideways scroll at 767 px and at 200 % zoom (${lang})`, async () => {
      const faults: string[] = [];
      const page = await product.openPage({ width: 767, lang });
      for (const mode of ['light', 'dark']) {
        for (const path of ['/auth/login', '/registration', '/forgot', '/reset/no-such-link']) {
          await page.goto(path);
          await page.evaluate(
            (layoutJson) => localStorage.setItem('layout', layoutJson),
            `{"data-layout-mode":"${mode}"}`,
          );
          await page.reload();
          await waitForPageLoaded(page);
          faults.push(...(await axeViolations(page)).map((problem) => `${path} ${mode}: ${problem}`));
          for (const width of [640, 320]) {
            await page.setViewportSize({ width, height: 450 });
            const overflowing = await horizontalOverflow(page);
            if (overflowing > 0) faults.push(`${path}: ${overflowing} px wider than ${width}`);
          }
          await page.setViewportSize({ width: 767, height: 900 });
        }
      }
      expect(faults).toEqual([]);
    });
});

/** Input moves forward, Backspace moves back, non-digits are ignored, autofill fills every box. */
async function checkCodeBoxes(page: Page): Promise<void> {
  const box = (number: number) => page.getByLabel(`Digit ${number} of 4`);
  const waitForFocusedBox = (number: number) =>
    page.waitForFunction((name) => document.activeElement?.getAttribute('aria-label') === name, `Digit ${number} of 4`);
  await waitForFocusedBox(1);
  await page.keyboard.type('1x2');
  await waitForFocusedBox(3);
  await page.keyboard.press('Backspace');
  await waitForFocusedBox(2);
  await eventually(() => box(2).inputValue(), '');
  expect(await box(1).getAttribute('autocomplete')).toBe('one-time-code');
  await press(page, 'Verify OTP');
  await page.getByText('Enter all digits of the code.').waitFor();
  await box(1).fill('9876');
  await eventually(() => box(4).inputValue(), '6');
  // Typing over an existing digit also moves forward.
  await box(2).focus();
  await page.keyboard.type('85');
  await waitForFocusedBox(4);
  await eventually(() => box(3).inputValue(), '5');
}

function countRequests(page: Page, path: string): { count: number } {
  const counter = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) counter.count++;
  });
  return counter;
}
