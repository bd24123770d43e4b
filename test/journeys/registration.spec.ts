import type { Page } from 'playwright-core';
import { addStaff } from '../support/authoring-steps';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import {
  choosePackage,
  dialog,
  fillRegistration,
  openMenu,
  openOrganisation,
  organisation,
  press,
  readDialog,
  register,
  submitRegistration,
  typeOtp,
} from '../support/journey-steps';
import { settled } from '../support/screen-steps';

/** The specification's wait between two codes. */
const RESEND_MS = 5000;

describe('registration', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('checks in the specified order: package, form, then the code by mail', async () => {
    const page = await product.visit({ path: '/registration' });
    // What was touched says what it lacks; what was not, and what may be left out, says nothing.
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
      await comesTo(() => page.getByText('Please enter a valid email address.').count(), number);
      await page.getByLabel(label).fill('');
      await page.getByLabel(label).blur();
      await comesTo(() => page.getByText('Please enter a valid email address.').count(), number - 1);
      await page.getByLabel(label).fill('nobody');
      await page.getByLabel(label).blur();
    }
  });

  journey(
    'loses nothing by a reload or a step back but the password, and forgets it once it is registered',
    async () => {
      const page = await product.visit();
      const who = organisation('Patient Presses');
      await fillRegistration(page, who);
      const thereAndBack = async () => {
        await page.getByRole('link', { name: 'Back to Login' }).click();
        await page.waitForURL(/\/auth\/login/);
        await page.goBack();
        await page.waitForURL(/\/registration/);
      };
      for (const again of [() => page.reload(), thereAndBack]) {
        await again();
        await page.getByRole('radio', { checked: true }).waitFor();
        await comesTo(() => page.getByLabel('Billing Address').inputValue(), 'Werftstrasse 4, 20457 Hamburg');
        await comesTo(() => page.getByLabel('User Name').inputValue(), who.user_name);
        expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('');
      }
      expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(who.password);
      await register(product, page, who);
      await page.goto('/registration');
      await settled(page);
      expect(await page.getByLabel('Billing Address').inputValue()).toBe('');
    },
  );

  journey(
    'keeps the form after a wrong code, says so, and registers with the right one; a weak password gets no code',
    async () => {
      const page = await product.visit();
      const who = organisation('Nordwerk Hafen');
      await fillRegistration(page, { ...who, password: 'nordwerk-hafen-1' });
      await press(page, 'Submit');
      await readDialog(page, 'Info');
      await page.getByText('Please choose a password that does not contain your name').first().waitFor();
      expect(await dialog(page, 'Validate with OTP').count()).toBe(0);
      await page.getByLabel('Password', { exact: true }).fill(who.password);
      await press(page, 'Submit');
      await dialog(page, 'Validate with OTP').waitFor();
      const { code } = await product.mailTo(who.email);
      await typeOtp(page, code === '0000' ? '1111' : '0000');
      const message = await readDialog(page, 'Error');
      expect(message).not.toBe('');
      expect(await page.getByLabel('Customer Name').inputValue()).toBe(who.name);
      expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(who.password);
      await page.waitForTimeout(RESEND_MS);
      await press(page, 'Submit');
      await dialog(page, 'Validate with OTP').waitFor();
      await typeOtp(page, (await product.mailTo(who.email, 1)).code!);
      expect(await readDialog(page, 'Success')).toBe('Customer Details Saved Successfully');
      await page.waitForURL(/\/home$/);
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      const { subject, link } = await product.mailTo(who.email, 2);
      expect([subject, new URL(link!).pathname]).toEqual([`${who.name} is registered with Skilgrid`, '/home']);
    },
  );

  journey('offers Resent OTP after five seconds; a pasted newest code is the one that counts', async () => {
    const page = await product.visit();
    const who = organisation('Hafenkran Werke');
    await fillRegistration(page, who);
    const atFirst = offeredAtFirst(page);
    await press(page, 'Submit');
    expect(await atFirst).not.toContain('Resent OTP');
    const resend = page.getByRole('button', { name: 'Resent OTP' });
    await resend.waitFor();
    // Waited for from before the click on: it is away for five seconds only.
    await Promise.all([resend.waitFor({ state: 'hidden' }), resend.click()]);
    await page.getByText('A new code is on its way.').waitFor();
    const { code } = await product.mailTo(who.email, 1);
    await page.getByLabel('Digit 1 of').focus();
    await page.evaluate((text) => {
      const data = new DataTransfer();
      data.setData('text', text);
      document.activeElement!.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      );
    }, code!);
    await comesTo(() => page.getByLabel('Digit 4 of').inputValue(), code!.at(-1));
    await press(page, 'Verify OTP');
    await readDialog(page, 'Success');
  });

  journey('leaves whoever types the code at once in their box when the dialog has come to rest', async () => {
    const page = await product.visit({ motion: true });
    await submitRegistration(page, organisation('Hasty Hoists'));
    await page.getByLabel('Digit 1 of').focus();
    await page.keyboard.type('12');
    // Come to rest: whatever ends has ended. A spinner never does, and one that ended may be kept for its last frame.
    await page.waitForFunction(() =>
      document
        .getAnimations()
        .every(({ effect, playState }) => playState !== 'running' || effect!.getComputedTiming().endTime === Infinity),
    );
    await page.keyboard.type('34');
    for (const digit of [1, 2, 3, 4])
      await comesTo(() => page.getByLabel(`Digit ${digit} of`).inputValue(), String(digit));
  });

  journey('says that an address is registered already, when it is left and when the form is submitted', async () => {
    const page = await product.visit();
    const who = organisation('Taken Tools');
    await register(product, page, who);
    await fillRegistration(page, { ...who, name: 'Another One', user_name: 'another-one' });
    const message = await readDialog(page, 'Info');
    expect(message).toMatch(/already/i);
    await press(page, 'Submit');
    expect(await readDialog(page, 'Info')).toBe(message);
  });

  journey('says an error where the second step fails, the subscription, and an info where the first does', async () => {
    const page = await product.visit();
    const who = organisation('Second Steps');
    await submitRegistration(page, who);
    const refusal = (statusCode: number, code: string, errors = {}) => ({ statusCode, code, message: code, errors });
    const otp = dialog(page, 'Validate with OTP');
    let isVerified = false;
    for (const [title, status, json] of [
      ['Error', 422, refusal(422, 'not_offered_today', { subscription_id: ['It is gone.'] })],
      ['Error', 503, refusal(503, 'away_for_a_moment')],
      ['Info', 409, refusal(409, 'not_as_it_is')],
    ] as const) {
      await page.route('**/api/auth/register', (route) => route.fulfill({ status, json }), { times: 1 });
      // The code is right: a second try needs none.
      if (isVerified) await press(page, 'Submit');
      else await typeOtp(page, (await product.mailTo(who.email)).code!);
      isVerified = true;
      expect(await readDialog(page, title)).toBe(json.message);
      await otp.waitFor({ state: 'hidden' });
      expect(await page.getByLabel('Customer Name').inputValue()).toBe(who.name);
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
    for (const [page, own, other] of [
      [alpha.page, 'Asha', 'Bela'],
      [beta.page, 'Bela', 'Asha'],
    ] as const) {
      await page.reload();
      await page.getByRole('cell', { name: own, exact: true }).waitFor();
      expect(await page.getByText(other).count()).toBe(0);
      await page.getByText('1 row').waitFor();
    }
    // Beta's admin with the address of Alpha's row finds nothing behind it.
    await alpha.page.getByRole('cell', { name: 'Asha', exact: true }).click();
    await alpha.page.waitForURL(/add-staff\/[0-9a-f-]{36}/);
    await beta.page.goto(new URL(alpha.page.url()).pathname);
    await beta.page.getByText('Person not found').waitFor();
    expect(await beta.page.getByText('Asha').count()).toBe(0);
  });
});

/** The buttons of the dialog for the code as they are when it appears, before any second has passed: looked at by the page. */
const offeredAtFirst = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((tell) => {
        new MutationObserver((_, observer) => {
          const shown = document.querySelector('.sg-otp');
          if (!shown) return;
          observer.disconnect();
          tell([...shown.querySelectorAll('button')].map((button) => button.textContent));
        }).observe(document, { childList: true, subtree: true });
      }),
  );
