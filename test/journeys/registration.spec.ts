import type { Page } from 'playwright-core';
import { addStaff } from '../support/authoring-steps';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import {
  choosePackage,
  dialog,
  fillRegistration,
  openMenu,
  openOrganisation,
  organisationForm,
  press,
  readDialog,
  register,
  submitRegistration,
  typeOtp,
} from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

/** Time between two codes, in the specification. */
const RESEND_MS = 5000;

describe('registration', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('checks in the specified order: package, form, then the code by mail', async () => {
    const page = await product.openPage({ path: '/registration' });
    // Only touched fields show an error; optional and untouched fields show none.
    for (const [label, message] of [
      ['Customer Name', 'Customer Name is required.'],
      ['Password', 'Password is required.'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).focus();
      await page.getByLabel(label, { exact: true }).blur();
      await page.getByText(message).waitFor();
    }
    expect(await page.getByText('Mobile One is required.').count()).toBe(0);
    await press(page, 'Submit');
    expect(await readDialog(page, 'Info')).toBe('Please Select Subscription Package!');
    await choosePackage(page, 'Starter');
    await press(page, 'Submit');
    expect(await readDialog(page, 'Info')).toBe('Please fill all the required fields!');
    for (const message of [
      'Customer Name',
      'Primary Contact Person',
      'Mobile One',
      'Primary Email',
      'Billing Address',
      'User Name',
      'Password',
    ])
      await page.getByText(`${message} is required.`).waitFor();
    await page.getByLabel('Mobile One').fill('12345');
    await page.getByLabel('Primary Email').fill('nobody');
    await page.getByText('Mobile One must be a valid 10-digit number.').waitFor();
    await page.getByText('Please enter a valid email address.').waitFor();
    expect(await page.locator('.ant-form-item-explain-error').count()).toBe(7);
    for (const [number, label] of [
      [2, 'Email One (optional)'],
      [3, 'Email Two (optional)'],
    ] as const) {
      await page.getByLabel(label).fill('nobody');
      await page.getByLabel(label).blur();
      await eventually(() => page.getByText('Please enter a valid email address.').count(), number);
      await page.getByLabel(label).fill('');
      await page.getByLabel(label).blur();
      await eventually(() => page.getByText('Please enter a valid email address.').count(), number - 1);
      await page.getByLabel(label).fill('nobody');
      await page.getByLabel(label).blur();
    }
  });

  journey(
    'loses nothing by a reload or a step back but the password, and forgets it once it is registered',
    async () => {
      const page = await product.openPage();
      const formInput = organisationForm('Patient Presses');
      await fillRegistration(page, formInput);
      const leaveAndReturn = async () => {
        await page.getByRole('link', { name: 'Back to Login' }).click();
        await page.waitForURL(/\/auth\/login/);
        await page.goBack();
        await page.waitForURL(/\/registration/);
      };
      for (const reopen of [() => page.reload(), leaveAndReturn]) {
        await reopen();
        await page.getByRole('radio', { checked: true }).waitFor();
        await eventually(() => page.getByLabel('Billing Address').inputValue(), 'Werftstrasse 4, 20457 Hamburg');
        await eventually(() => page.getByLabel('User Name').inputValue(), formInput.user_name);
        expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
      }
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(formInput.password);
      await register(product, page, formInput);
      await page.goto('/registration');
      await waitForPageLoaded(page);
      expect(await page.getByLabel('Billing Address').inputValue()).toBe('');
    },
  );

  journey(
    'keeps the form after a wrong code, says so, and registers with the right one; a weak password gets no code',
    async () => {
      const page = await product.openPage();
      const formInput = organisationForm('Nordwerk Hafen');
      await fillRegistration(page, { ...formInput, password: 'nordwerk-hafen-1' });
      await press(page, 'Submit');
      await readDialog(page, 'Info');
      await page.getByText('Please choose a password that does not contain your name').first().waitFor();
      expect(await dialog(page, 'Validate with OTP').count()).toBe(0);
      await page.getByLabel('Password', { exact: true }).fill(formInput.password);
      await press(page, 'Submit');
      await dialog(page, 'Validate with OTP').waitFor();
      const { code } = await product.mailTo(formInput.email);
      await typeOtp(page, code === '0000' ? '1111' : '0000');
      const message = await readDialog(page, 'Error');
      expect(message).not.toBe('');
      expect(await page.getByLabel('Customer Name').inputValue()).toBe(formInput.name);
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(formInput.password);
      await page.waitForTimeout(RESEND_MS);
      await press(page, 'Submit');
      await dialog(page, 'Validate with OTP').waitFor();
      await typeOtp(page, (await product.mailTo(formInput.email, 1)).code!);
      expect(await readDialog(page, 'Success')).toBe('Customer Details Saved Successfully');
      await page.waitForURL(/\/home$/);
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      const { subject, link } = await product.mailTo(formInput.email, 2);
      expect([subject, new URL(link!).pathname]).toEqual([`${formInput.name} is registered with Skilgrid`, '/home']);
    },
  );

  journey('offers Resent OTP after five seconds; a pasted newest code is the one that counts', async () => {
    const page = await product.openPage();
    const formInput = organisationForm('Hafenkran Werke');
    await fillRegistration(page, formInput);
    const initialButtons = readInitialButtons(page);
    await press(page, 'Submit');
    expect(await initialButtons).not.toContain('Resent OTP');
    const resend = page.getByRole('button', { name: 'Resent OTP' });
    await resend.waitFor();
    // The wait starts before the click: the button is disabled for only five seconds.
    await Promise.all([resend.waitFor({ state: 'hidden' }), resend.click()]);
    await page.getByText('A new code is on its way.').waitFor();
    const { code } = await product.mailTo(formInput.email, 1);
    await page.getByLabel('Digit 1 of').focus();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text', text);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, code!);
    await eventually(() => page.getByLabel('Digit 4 of').inputValue(), code!.at(-1));
    await press(page, 'Verify OTP');
    await readDialog(page, 'Success');
  });

  journey('leaves whoever types the code at once in their box when the dialog has come to rest', async () => {
    const page = await product.openPage({ motion: true });
    await submitRegistration(page, organisationForm('Hasty Hoists'));
    await page.getByLabel('Digit 1 of').focus();
    await page.keyboard.type('12');
    // All finite animations have ended. A spinner never ends, and a finished animation may be kept for its last frame.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(({ effect, playState }) => playState !== 'running' || effect!.getComputedTiming().endTime === Infinity),
    );
    await page.keyboard.type('34');
    for (const digit of [1, 2, 3, 4])
      await eventually(() => page.getByLabel(`Digit ${digit} of`).inputValue(), String(digit));
  });

  journey('says that an address is registered already, when it is left and when the form is submitted', async () => {
    const page = await product.openPage();
    const formInput = organisationForm('Taken Tools');
    await register(product, page, formInput);
    await fillRegistration(page, { ...formInput, name: 'Another One', user_name: 'another-one' });
    const message = await readDialog(page, 'Info');
    expect(message).toMatch(/already/i);
    await press(page, 'Submit');
    expect(await readDialog(page, 'Info')).toBe(message);
  });

  journey('says an error where the second step fails, the subscription, and an info where the first does', async () => {
    const page = await product.openPage();
    const formInput = organisationForm('Second Steps');
    await submitRegistration(page, formInput);
    const refusal = (statusCode: number, code: string, errors = {}) => ({ statusCode, code, message: code, errors });
    const otp = dialog(page, 'Validate with OTP');
    let isVerified = false;
    for (const [title, status, json] of [
      ['Error', 422, refusal(422, 'not_offered_today', { subscription_id: ['It is gone.'] })],
      ['Error', 503, refusal(503, 'away_for_a_moment')],
      ['Info', 409, refusal(409, 'not_as_it_is')],
    ] as const) {
      await page.route('**/api/auth/register', (route) => route.fulfill({ status, json }), { times: 1 });
      // The code was correct: a retry needs no new one.
      if (isVerified) await press(page, 'Submit');
      else await typeOtp(page, (await product.mailTo(formInput.email)).code!);
      isVerified = true;
      expect(await readDialog(page, title)).toBe(json.message);
      await otp.waitFor({ state: 'hidden' });
      expect(await page.getByLabel('Customer Name').inputValue()).toBe(formInput.name);
    }
    await press(page, 'Submit');
    await readDialog(page, 'Success');
    await page.waitForURL(/\/home$/);
  });

  journey('leaves two organisations side by side that see nothing of each other', async () => {
    const alpha = await openOrganisation(product, 'Alpha Foundry');
    const beta = await openOrganisation(product, 'Beta Bakery');
    await addStaff(alpha.page, 'A-1', 'Asha', 'Rao');
    await openMenu(beta.page, 'Staff Master');
    await beta.page.getByText('No staff yet').waitFor();
    await addStaff(beta.page, 'A-1', 'Bela', 'Kun');
    for (const [page, ownName, otherName] of [
      [alpha.page, 'Asha', 'Bela'],
      [beta.page, 'Bela', 'Asha'],
    ] as const) {
      await page.reload();
      await page.getByRole('cell', { name: ownName, exact: true }).waitFor();
      expect(await page.getByText(otherName).count()).toBe(0);
      await page.getByText('1 row').waitFor();
    }
    // Beta's admin with the address of Alpha's row sees nothing.
    await alpha.page.getByRole('cell', { name: 'Asha', exact: true }).click();
    await alpha.page.waitForURL(/add-staff\/[0-9a-f-]{36}/);
    await beta.page.goto(new URL(alpha.page.url()).pathname);
    await beta.page.getByText('Person not found').waitFor();
    expect(await beta.page.getByText('Asha').count()).toBe(0);
  });
});

/** Button states of the code dialog at the moment it appears, read in the page before a second has passed. */
const readInitialButtons = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        new MutationObserver((_, observer) => {
          const otpDialog = document.querySelector('.sg-otp');
          if (!otpDialog) return;
          observer.disconnect();
          resolve([...otpDialog.querySelectorAll('button')].map((button) => button.textContent));
        }).observe(document, { childList: true, subtree: true });
      }),
  );
