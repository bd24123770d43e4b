import type { Locator, Page } from 'playwright-core';
import type { ProductInBrowser } from './browser';
import { eventually } from './eventually';

export interface NewOrganisation {
  name: string;
  email: string;
  user_name: string;
  password: string;
  package: string;
}

/** A valid registration form, unique in this run. */
export function organisationForm(name: string, more: Partial<NewOrganisation> = {}): NewOrganisation {
  const mark = name.toLowerCase().replaceAll(/\W+/g, '-');
  return {
    name,
    email: `office@${mark}.example`,
    user_name: `${mark}-admin`,
    password: 'three-herons-over-the-dock',
    package: 'Starter',
    ...more,
  };
}

/** Fills the registration form, up to the button. */
export async function fillRegistration(page: Page, registration: NewOrganisation): Promise<void> {
  await page.goto('/registration');
  await choosePackage(page, registration.package);
  await page.getByLabel('Customer Name').fill(registration.name);
  await page.getByLabel('Primary Contact Person').fill('Ines Maria Brandt');
  await page.getByLabel('Mobile One').fill('9845012345');
  await page.getByLabel('Primary Email').fill(registration.email);
  await page.getByLabel('Billing Address').fill('Werftstrasse 4, 20457 Hamburg');
  await page.getByLabel('User Name').fill(registration.user_name);
  await page.getByLabel('Password', { exact: true }).fill(registration.password);
}

/** Fills the registration form and submits it; the dialog "Validate with OTP" is then open. */
export async function submitRegistration(page: Page, registration: NewOrganisation): Promise<void> {
  await fillRegistration(page, registration);
  await press(page, 'Submit');
  await dialog(page, 'Validate with OTP').waitFor();
}

/** Clicks the card; the radio button is inside it. */
export async function choosePackage(page: Page, name: string): Promise<void> {
  await page.locator('label').filter({ hasText: name }).first().click();
}

/** Types the code into the boxes: focus moves forward by itself. */
export async function typeOtp(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of').click();
  await page.keyboard.type(code);
  await press(page, 'Verify OTP');
}

/** Registers an organisation through the form and arrives signed in at /home. */
export async function register(product: ProductInBrowser, page: Page, registration: NewOrganisation): Promise<void> {
  await submitRegistration(page, registration);
  await typeOtp(page, (await product.mailTo(registration.email)).code!);
  await readDialog(page, 'Success');
  await page.waitForURL(/\/home$/);
  await page.getByRole('banner').waitFor();
}

export async function signIn(page: Page, user_name: string, password: string): Promise<void> {
  if (!page.url().includes('/auth/login')) await page.goto('/auth/login');
  await page.getByLabel('User name or email').fill(user_name);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await press(page, 'Sign in');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await page.getByRole('banner').waitFor();
}

type Account = { readonly user_name: string; readonly password: string };

/**
 * Opens a signed-in page of a new visitor. Uses the login call and the stored session keys (docs/specification.md §3,
 * "Browser storage") instead of the form, which `signIn` tests.
 */
export async function openSignedInPage(
  product: ProductInBrowser,
  { user_name, password }: Account,
  options?: Parameters<ProductInBrowser['openPage']>[0],
): Promise<Page> {
  const page = await product.openPage(options);
  // An empty document gives access to the storage of the product's origin. The page itself sends the request: cookies
  // expire by its clock.
  await page.route('/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto('/empty');
  await page.unroute('/empty');
  const answer = await page.evaluate(
    async (data) => {
      const headers = { 'Content-Type': 'application/json' };
      const reply = await fetch('/api/auth/login', { method: 'POST', headers, body: JSON.stringify(data) });
      return { ok: reply.ok, status: reply.status, text: await reply.text() };
    },
    { user_name, password },
  );
  if (!answer.ok) throw new Error(`${user_name}: ${answer.status} ${answer.text}`);
  const { token, eid, oid, customer_id, customer_name, expires_at } = JSON.parse(answer.text);
  const storageValues = {
    EID: eid,
    OID: oid,
    Customer_Id: customer_id,
    Customer_Name: customer_name,
    Auth_Token: token,
  };
  await page.evaluate(
    (values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, String(value));
    },
    Object.assign(storageValues, { Auth_Expires: Date.parse(expires_at) }),
  );
  await page.goto('/home');
  await page.getByRole('banner').waitFor();
  return page;
}

/** Opens an organisation with a signed-in admin, registered through the API; `register` tests the form. */
export async function openOrganisation(
  product: ProductInBrowser,
  name: string,
  more: Partial<NewOrganisation> = {},
): Promise<{ page: Page; registration: NewOrganisation }> {
  const registration = organisationForm(name, more);
  await registerByApi(product, registration);
  return { page: await openSignedInPage(product, registration), registration };
}

/** Registers an organisation through the calls that the form makes, without signing in. */
export async function registerByApi(product: ProductInBrowser, registration: NewOrganisation): Promise<void> {
  const call = async (path: string, body?: object): Promise<any> => {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch(product.url + path, body && { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const offered: { subscription_id: number; subscription_name: string }[] = await call(
    '/api/subscription-packages/offered',
  );
  const { challenge } = await call('/api/auth/email-challenges', { email: registration.email });
  const { registration_token } = await call('/api/auth/email-challenges/verify', {
    challenge,
    otp: (await product.mailTo(registration.email)).code,
  });
  await call('/api/auth/register', {
    registration_token,
    subscription_id: offered.find(({ subscription_name }) => subscription_name === registration.package)!
      .subscription_id,
    customer_name: registration.name,
    primary_contact_person: 'Ines Maria Brandt',
    mobile_one: '9845012345',
    email_primary: registration.email,
    billing_address: 'Werftstrasse 4, 20457 Hamburg',
    c_user_name: registration.user_name,
    c_password: registration.password,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
}

/** Follows the sidebar entry with this exact label and waits for its page. */
export async function openMenu(page: Page, label: string): Promise<void> {
  await followMenu(page, label);
  await page.getByRole('heading', { level: 1, name: label }).waitFor();
}

/** Follows a sidebar entry without waiting for a page. */
export const followMenu = (page: Page, label: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: label, exact: true }).click();

export async function openUserMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('banner').locator('button[aria-haspopup="menu"]').click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/**
 * Clicks the button of this name; the accessible name of a button with an icon starts with the icon ("plus New
 * skill"). Waits until exactly one such button exists and is not loading, because a loading button ignores clicks.
 */
export async function press(scope: Page | Locator, button: string): Promise<void> {
  const target = scope.getByRole('button', { name: buttonName(button) }).and(scope.locator(':not(.ant-btn-loading)'));
  await eventually(async () => [button, await target.count()], [button, 1]);
  await target.click();
}

/** Double-clicks a button; the first request is held until both clicks have been made. */
export async function pressTwice(page: Page, button: string, path: string): Promise<void> {
  let release!: () => void;
  const bothClicks = new Promise<void>((resolve) => (release = resolve));
  await page.route(`**${path}`, async (route) => {
    await bothClicks;
    await route.continue();
  });
  await page.getByRole('button', { name: buttonName(button) }).dblclick();
  release();
}

const buttonName = (name: string): RegExp =>
  new RegExp(`^([a-z]+(-[a-z]+)* )?${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

export const dialog = (page: Page, title: string): Locator =>
  page.getByRole('dialog').filter({ has: page.getByText(title, { exact: true }) });

/** Waits for the message dialog of this title, closes it and returns its message. */
export async function readDialog(page: Page, title: string): Promise<string> {
  const messageDialog = dialog(page, title);
  const message = await messageDialog.getByRole('alert').innerText();
  await press(messageDialog, 'Ok');
  await messageDialog.waitFor({ state: 'hidden' });
  return message;
}

/** Waits until a toast with this text appears or has appeared since the page was loaded. Each toast matches once. */
export async function waitForToast(page: Page, message: string | RegExp): Promise<void> {
  const appearance = page.waitForFunction((wanted) => {
    const { toastsShown } = globalThis as unknown as { toastsShown: string[] };
    const at = toastsShown.findIndex((one) => (typeof wanted === 'string' ? one.includes(wanted) : wanted.test(one)));
    return at >= 0 && toastsShown.splice(at, 1).length;
  }, message);
  await appearance.catch((error: Error) => {
    throw new Error(`no toast says “${String(message)}”: ${error.message}`);
  });
}

/** Waits for a toast and closes it: for five seconds it covers the first rows of a list. */
export async function closeToast(page: Page, message: string): Promise<void> {
  await waitForToast(page, message);
  await page.waitForFunction((wanted) => {
    const notices = [...document.querySelectorAll('#toasts .ant-notification-notice')];
    const open = notices.filter(({ textContent }) => textContent.includes(wanted));
    for (const notice of open) notice.querySelector<HTMLElement>('[role=button]')?.click();
    if (open.length) return false;
    // A notice that moves up when another one closes is listed once more.
    const { toastsShown } = globalThis as unknown as { toastsShown: string[] };
    toastsShown.splice(0, toastsShown.length, ...toastsShown.filter((shown) => !shown.includes(wanted)));
    return true;
  }, message);
}

/** Extends the ten seconds for undoing a deletion, from the next document on, for busy machines. */
export const extendUndoTime = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    const { setTimeout: realSetTimeout, setInterval: realSetInterval } = globalThis;
    const [UNDO_MS, COUNT_DOWN_MS, LONG_MS] = [10_000, 250, 3_600_000];
    const extended = (ms: number | undefined, which: number) => (ms === which ? LONG_MS : ms);
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms?: number, ...args: []) => realSetTimeout(work, extended(ms, UNDO_MS), ...args),
      setInterval: (work: () => void, ms?: number, ...args: []) =>
        realSetInterval(work, extended(ms, COUNT_DOWN_MS), ...args),
    });
  });

/** Creates a row: the page's New button, its fields by label, Ctrl+Enter. Returns when it is saved. */
export async function createRow(
  page: Page,
  recordName: string,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  await press(page, `New ${recordName}`);
  const form = page.getByRole('dialog', { name: `New ${recordName}` });
  await fill(form, fields);
  await page.keyboard.press('Control+Enter');
  await form.waitFor({ state: 'hidden' });
  await closeToast(page, 'was created');
}

export async function fill(form: Page | Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
}

/** Chooses an entry of a drop-down list; types it first where the list can be searched. */
export async function choose(scope: Page | Locator, label: string | RegExp, entry: string): Promise<void> {
  const page = 'page' in scope ? scope.page() : scope;
  const box = page.getByRole('combobox', { name: label, exact: true });
  // The surrounding control: the selected value covers the input.
  const control = scope.locator('.ant-select', { has: box });
  await control.click();
  if (await control.getByRole('combobox').isEditable()) await page.keyboard.type(entry);
  const option = page.locator('.ant-select-dropdown:visible').getByText(entry).first();
  // Checks that it can be clicked, then dispatches one event: search results may move the rows between mouse down and
  // up.
  await option.click({ trial: true });
  await option.dispatchEvent('click');
}

/** Opens the menu at the end of a row and follows its entry. */
export async function chooseRowAction(page: Page, row: string, entry: string): Promise<void> {
  await press(page, `Actions for ${row}`);
  await page.getByRole('menuitem', { name: buttonName(entry) }).click();
}

/** Creates and invites a staff member by the page's session. @returns user name and token of the mailed link */
export async function invite(
  product: ProductInBrowser,
  page: Page,
  staff_code: string,
  email: string,
): Promise<{ user_name: string; token: string }> {
  await page.evaluate(
    async (person) => {
      const headers = {
        Authorization: `Bearer ${localStorage.Auth_Token}`,
        EID: localStorage.EID,
        OID: localStorage.OID,
        'Content-Type': 'application/json',
      };
      const call = async (path: string, body: object) =>
        (await fetch(`/api/staff${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json();
      const { id } = await call('', person);
      await call(`/${id}/invite`, { role: 'user' });
    },
    { staff_code, email, first_name: 'Sigrid', last_name: 'Sand', joined: '2024-03-01' },
  );
  const { link } = await product.mailTo(email);
  return { user_name: email, token: link!.split('/reset/')[1]! };
}

/** Posts JSON in the session of the page. @returns the id of the created record */
export function postJson(page: Page, path: string, body: object): Promise<string> {
  return page.evaluate(
    async ({ to, data }) => {
      const { Auth_Token, EID, OID } = localStorage;
      const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
      return (await (await fetch(to, { method: 'POST', headers, body: JSON.stringify(data) })).json()).id;
    },
    { to: path, data: body },
  );
}

/** The id of the first record of a list, in the session of the page. */
export const firstId = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (from) => {
    const { Auth_Token, EID, OID } = localStorage;
    const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID };
    return (await (await fetch(`${from}_start=0&_end=1`, { headers })).json())[0].id;
  }, path);
