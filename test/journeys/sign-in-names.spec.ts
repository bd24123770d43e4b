import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import {
  dialog,
  fill,
  openOrganisation,
  openUserMenu,
  press,
  readDialog,
  signIn,
  waitForToast,
} from '../support/journey-steps';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';

describe('sign-in names', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('changes in the settings, once the new mailbox has confirmed it by a button', async () => {
    const { page, registration } = await openOrganisation(product, 'Moving Mailboxes');
    await openUserMenu(page, 'Settings');
    const signInRegion = page.getByRole('region', { name: 'Sign-in' });
    await signInRegion.getByText(registration.email, { exact: true }).waitFor();
    await press(signInRegion, 'Change email or user name');
    const form = dialog(page, 'Change email or user name');
    const email = 'chief@moving-mailboxes.example';
    await fill(form, { Email: email, 'User name': 'some@one' });
    await press(form, 'Send the link');
    await form.getByText('A user name with an @ must be the same as the email.').waitFor();
    await fill(form, { 'User name': registration.user_name });
    await press(form, 'Send the link');
    await waitForToast(page, `We sent a link to ${email}`);
    await signInRegion.getByText(`New email: ${email}`).waitFor();
    await signInRegion.getByText(registration.email, { exact: true }).waitFor();
    await press(signInRegion, 'Send again');
    await waitForToast(page, `We sent another email to ${email}.`);
    const { link } = await product.mailTo(email, 1);
    for (const status of [200, 200, 200, 429]) {
      const answer = page.waitForResponse(/sign-in-change\/resend$/);
      await press(signInRegion, 'Send again');
      expect((await answer).status()).toBe(status);
    }
    await waitForToast(page, /Too many attempts\. Wait \d+ minutes and try again\./);

    // Opening the link in another browser changes nothing; only its button does.
    const otherBrowser = await product.openPage({ path: new URL(link!).pathname });
    await otherBrowser.getByText(email, { exact: true }).waitFor();
    await waitForPageLoaded(otherBrowser);
    expect(await axeViolations(otherBrowser)).toEqual([]);
    await page.reload();
    await signInRegion.getByText(`New email: ${email}`).waitFor();
    await press(otherBrowser, 'Confirm');
    await otherBrowser.getByRole('heading', { name: 'Change confirmed' }).waitFor();
    await otherBrowser.goto(new URL(link!).pathname);
    await otherBrowser.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();

    // The session continues and shows the new address.
    await page.reload();
    await signInRegion.getByText(email, { exact: true }).waitFor();
    expect(await signInRegion.getByText('Change waiting for confirmation').count()).toBe(0);
    await signIn(otherBrowser, email, registration.password);
  });

  journey('is asked for in the form of the organisation, too, and can be cancelled', async () => {
    const { page, registration } = await openOrganisation(product, 'Renamed Railways');
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Edit company data' }).click();
    const name = page.getByLabel('User Name');
    await page.waitForFunction(
      (previousName) => document.querySelector<HTMLInputElement>('#c_user_name')?.value === previousName,
      registration.user_name,
    );
    await name.fill('renamed-railways');
    await press(page, 'Update');
    const message = await readDialog(page, 'Success');
    expect(message).toContain('Customer Details Updated Successfully');
    expect(message).toContain(`We sent a link to ${registration.email}.`);
    await page.waitForURL(/\/customer-list/);
    const { link } = await product.mailTo(registration.email, 2);
    await page.goto('/settings');
    const signInRegion = page.getByRole('region', { name: 'Sign-in' });
    await signInRegion.getByText('New user name: renamed-railways').waitFor();
    await press(signInRegion, 'Cancel change');
    await waitForToast(page, 'The change was cancelled.');
    await signInRegion.getByText('New user name: renamed-railways').waitFor({ state: 'hidden' });
    await page.goto(new URL(link!).pathname);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  });
});
