import { journey, openProduct, type Visited } from '../support/browser';
import {
  dialog,
  fill,
  openOrganisation,
  openUserMenu,
  press,
  readDialog,
  signIn,
  toast,
} from '../support/journey-steps';
import { settled, violations } from '../support/screen-steps';

describe('how one signs in', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct();
  });
  afterAll(() => product.close());

  journey('changes in the settings, once the new mailbox has confirmed it by a button', async () => {
    const { page, who } = await openOrganisation(product, 'Moving Mailboxes');
    await openUserMenu(page, 'Settings');
    const part = page.getByRole('region', { name: 'Sign-in' });
    await part.getByText(who.email, { exact: true }).waitFor();
    await press(part, 'Change email or user name');
    const form = dialog(page, 'Change email or user name');
    const email = 'chief@moving-mailboxes.example';
    await fill(form, { Email: email, 'User name': 'some@one' });
    await press(form, 'Send the link');
    await form.getByText('A user name with an @ must be the same as the email.').waitFor();
    await fill(form, { 'User name': who.user_name });
    await press(form, 'Send the link');
    await toast(page, `We sent a link to ${email}`);
    await part.getByText(`New email: ${email}`).waitFor();
    await part.getByText(who.email, { exact: true }).waitFor();
    await press(part, 'Send again');
    await toast(page, `We sent another email to ${email}.`);
    const { link } = await product.mailTo(email, 1);
    for (const status of [200, 200, 200, 429]) {
      const answer = page.waitForResponse(/sign-in-change\/resend$/);
      await press(part, 'Send again');
      expect((await answer).status()).toBe(status);
    }
    await toast(page, /Too many attempts\. Wait \d+ minutes and try again\./);

    // In another browser: opening the link changes nothing, the button does.
    const elsewhere = await product.visit({ path: new URL(link!).pathname });
    await elsewhere.getByText(email, { exact: true }).waitFor();
    await settled(elsewhere);
    expect(await violations(elsewhere)).toEqual([]);
    await page.reload();
    await part.getByText(`New email: ${email}`).waitFor();
    await press(elsewhere, 'Confirm');
    await elsewhere.getByRole('heading', { name: 'Change confirmed' }).waitFor();
    await elsewhere.goto(new URL(link!).pathname);
    await elsewhere.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();

    // Still signed in, with the new address in view.
    await page.reload();
    await part.getByText(email, { exact: true }).waitFor();
    expect(await part.getByText('Change waiting for confirmation').count()).toBe(0);
    await signIn(elsewhere, email, who.password);
  });

  journey('is asked for in the form of the organisation, too, and can be cancelled', async () => {
    const { page, who } = await openOrganisation(product, 'Renamed Railways');
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Edit company data' }).click();
    const name = page.getByLabel('User Name');
    await page.waitForFunction(
      (was) => document.querySelector<HTMLInputElement>('#c_user_name')?.value === was,
      who.user_name,
    );
    await name.fill('renamed-railways');
    await press(page, 'Update');
    const message = await readDialog(page, 'Success');
    expect(message).toContain('Customer Details Updated Successfully');
    expect(message).toContain(`We sent a link to ${who.email}.`);
    await page.waitForURL(/\/customer-list/);
    const { link } = await product.mailTo(who.email, 2);
    await page.goto('/settings');
    const part = page.getByRole('region', { name: 'Sign-in' });
    await part.getByText('New user name: renamed-railways').waitFor();
    await press(part, 'Cancel change');
    await toast(page, 'The change was cancelled.');
    await part.getByText('New user name: renamed-railways').waitFor({ state: 'hidden' });
    await page.goto(new URL(link!).pathname);
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
  });
});
