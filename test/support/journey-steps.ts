import type { Locator, Page } from 'playwright-core';
import type { Visited } from './browser';
import { comesTo } from './eventually';

export interface NewOrganisation {
  name: string;
  email: string;
  user_name: string;
  password: string;
  package: string;
}

/** A form that would be accepted, unlike any other of this run. */
export function organisation(name: string, more: Partial<NewOrganisation> = {}): NewOrganisation {
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
export async function fillRegistration(page: Page, who: NewOrganisation): Promise<void> {
  await page.goto('/registration');
  await choosePackage(page, who.package);
  await page.getByLabel('Customer Name').fill(who.name);
  await page.getByLabel('Primary Contact Person').fill('Ines Maria Brandt');
  await page.getByLabel('Mobile One').fill('9845012345');
  await page.getByLabel('Primary Email').fill(who.email);
  await page.getByLabel('Billing Address').fill('Werftstrasse 4, 20457 Hamburg');
  await page.getByLabel('User Name').fill(who.user_name);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
}

/** Fills the registration form and submits it; the dialog "Validate with OTP" is then open. */
export async function submitRegistration(page: Page, who: NewOrganisation): Promise<void> {
  await fillRegistration(page, who);
  await press(page, 'Submit');
  await dialog(page, 'Validate with OTP').waitFor();
}

/** A click on the card, as a person does it: the radio itself is inside. */
export async function choosePackage(page: Page, name: string): Promise<void> {
  await page.locator('label').filter({ hasText: name }).first().click();
}

/** Types the code into the boxes: focus moves forward by itself. */
export async function typeOtp(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1 of').click();
  await page.keyboard.type(code);
  await press(page, 'Verify OTP');
}

/** From the empty form to the sign-in page of an organisation that exists. */
export async function register(product: Visited, page: Page, who: NewOrganisation): Promise<void> {
  await submitRegistration(page, who);
  await typeOtp(page, (await product.mailTo(who.email)).code!);
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
 * A new visitor's page, signed in: the step that most journeys begin with. By the call that the form makes and what the
 * product keeps of its answer (specification §3, "Browser storage"), as in a second tab; whoever tests the form fills it
 * (`signIn`).
 */
export async function signedInAs(
  product: Visited,
  { user_name, password }: Account,
  options?: Parameters<Visited['visit']>[0],
): Promise<Page> {
  const page = await product.visit(options);
  // An empty document of the product's origin has its storage. The browser asks by itself: its clock is the one that cookies go by.
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
  const kept = { EID: eid, OID: oid, Customer_Id: customer_id, Customer_Name: customer_name, Auth_Token: token };
  await page.evaluate(
    (values) => {
      for (const [key, value] of Object.entries(values)) localStorage.setItem(key, String(value));
    },
    Object.assign(kept, { Auth_Expires: Date.parse(expires_at) }),
  );
  await page.goto('/home');
  await page.getByRole('banner').waitFor();
  return page;
}

/**
 * An organisation, its admin signed in. Registered by the calls that the form makes: whoever tests the form fills it
 * (`register`).
 */
export async function openOrganisation(
  product: Visited,
  name: string,
  more: Partial<NewOrganisation> = {},
): Promise<{ page: Page; who: NewOrganisation }> {
  const who = organisation(name, more);
  await registered(product, who);
  return { page: await signedInAs(product, who), who };
}

/** By the calls that the form makes; nobody is signed in. */
export async function registered(product: Visited, who: NewOrganisation): Promise<void> {
  const call = async (path: string, body?: object): Promise<any> => {
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch(product.url + path, body && { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  };
  const offered: { subscription_id: number; subscription_name: string }[] = await call(
    '/api/subscription-packages/offered',
  );
  const { challenge } = await call('/api/auth/email-challenges', { email: who.email });
  const { registration_token } = await call('/api/auth/email-challenges/verify', {
    challenge,
    otp: (await product.mailTo(who.email)).code,
  });
  await call('/api/auth/register', {
    registration_token,
    subscription_id: offered.find(({ subscription_name }) => subscription_name === who.package)!.subscription_id,
    customer_name: who.name,
    primary_contact_person: 'Ines Maria Brandt',
    mobile_one: '9845012345',
    email_primary: who.email,
    billing_address: 'Werftstrasse 4, 20457 Hamburg',
    c_user_name: who.user_name,
    c_password: who.password,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
}

/** Follows the entry of the sidebar that is called exactly so; its page is then in view. */
export async function openMenu(page: Page, label: string): Promise<void> {
  await followMenu(page, label);
  await page.getByRole('heading', { level: 1, name: label }).waitFor();
}

/** Wherever that leads. */
export const followMenu = (page: Page, label: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: label, exact: true }).click();

export async function openUserMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('banner').locator('button[aria-haspopup="menu"]').click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

/**
 * Presses the button of this name; a button with an icon says the icon first ("plus New skill"). One that still works on
 * the press before swallows this one: it is waited for, and so is one of the same name that is about to go.
 */
export async function press(within: Page | Locator, button: string): Promise<void> {
  const meant = within.getByRole('button', { name: named(button) }).and(within.locator(':not(.ant-btn-loading)'));
  await comesTo(async () => [button, await meant.count()], [button, 1]);
  await meant.click();
}

/** A double click of which both come before the server has answered the first: on a busy machine it may be quicker. */
export async function pressTwice(page: Page, button: string, path: string): Promise<void> {
  let done!: () => void;
  const pressed = new Promise<void>((resolve) => (done = resolve));
  await page.route(`**${path}`, async (route) => {
    await pressed;
    await route.continue();
  });
  await page.getByRole('button', { name: named(button) }).dblclick();
  done();
}

const named = (name: string): RegExp =>
  new RegExp(`^([a-z]+(-[a-z]+)* )?${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

export const dialog = (page: Page, title: string): Locator =>
  page.getByRole('dialog').filter({ has: page.getByText(title, { exact: true }) });

/** Waits for the message dialog of this title, presses its one button and answers what it said. */
export async function readDialog(page: Page, title: string): Promise<string> {
  const shown = dialog(page, title);
  const message = await shown.getByRole('alert').innerText();
  await press(shown, 'Ok');
  await shown.waitFor({ state: 'hidden' });
  return message;
}

/** A toast says so, or has said so since this page was loaded; each is told once, so that an earlier one is not taken for it. */
export async function toast(page: Page, message: string | RegExp): Promise<void> {
  const heard = page.waitForFunction((wanted) => {
    const { toastsShown } = globalThis as unknown as { toastsShown: string[] };
    const at = toastsShown.findIndex((one) => (typeof wanted === 'string' ? one.includes(wanted) : wanted.test(one)));
    return at >= 0 && toastsShown.splice(at, 1).length;
  }, message);
  await heard.catch((error: Error) => {
    throw new Error(`no toast says “${String(message)}”: ${error.message}`);
  });
}

/** Waits for a toast and closes it: for five seconds it covers the first rows of a list. */
export async function readToast(page: Page, message: string): Promise<void> {
  await toast(page, message);
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

/**
 * From its next document on what was deleted can be taken back for as long as the test takes: a person's ten seconds are no
 * longer than a busy machine may need for a look and a press.
 */
export const staysUndoable = (page: Page): Promise<unknown> =>
  page.context().addInitScript(() => {
    const { setTimeout: after, setInterval: every } = globalThis;
    const [UNDO_MS, COUNT_DOWN_MS, LONG_MS] = [10_000, 250, 3_600_000];
    const longer = (ms: number | undefined, which: number) => (ms === which ? LONG_MS : ms);
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms?: number, ...given: []) => after(work, longer(ms, UNDO_MS), ...given),
      setInterval: (work: () => void, ms?: number, ...given: []) => every(work, longer(ms, COUNT_DOWN_MS), ...given),
    });
  });

/** Creates a row: the page's New button, its fields by label, Ctrl+Enter. Answers when it is saved. */
export async function create(page: Page, one: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await press(page, `New ${one}`);
  const form = page.getByRole('dialog', { name: `New ${one}` });
  await fill(form, fields);
  await page.keyboard.press('Control+Enter');
  await form.waitFor({ state: 'hidden' });
  await readToast(page, 'was created');
}

export async function fill(form: Page | Locator, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
}

/** Chooses one entry of a drop-down list: typed where the list can be searched, and clicked. */
export async function choose(within: Page | Locator, label: string | RegExp, entry: string): Promise<void> {
  const page = 'page' in within ? within.page() : within;
  const box = page.getByRole('combobox', { name: label, exact: true });
  // The control around it: what is chosen already lies over the input.
  const control = within.locator('.ant-select', { has: box });
  await control.click();
  if (await control.getByRole('combobox').isEditable()) await page.keyboard.type(entry);
  const option = page.locator('.ant-select-dropdown:visible').getByText(entry).first();
  // Within reach of the pointer; then in one moment: what was typed may bring other rows between its going down and up.
  await option.click({ trial: true });
  await option.dispatchEvent('click');
}

/** Opens the menu at the end of a row and follows its entry. */
export async function command(page: Page, row: string, entry: string): Promise<void> {
  await press(page, `Actions for ${row}`);
  await page.getByRole('menuitem', { name: named(entry) }).click();
}

/**
 * A staff member made and invited in the session of that page, and the token of the link in their mail. By the API: what
 * is shown here is what they do with it.
 */
export async function invite(
  product: Visited,
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

/** In the session of that page. @returns the id of what was made */
export function post(page: Page, path: string, body: object): Promise<string> {
  return page.evaluate(
    async ({ to, sent }) => {
      const { Auth_Token, EID, OID } = localStorage;
      const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
      return (await (await fetch(to, { method: 'POST', headers, body: JSON.stringify(sent) })).json()).id;
    },
    { to: path, sent: body },
  );
}

/** The id of the first record that a list answers, to whom the page belongs to. */
export const firstOf = (page: Page, path: string): Promise<string> =>
  page.evaluate(async (from) => {
    const { Auth_Token, EID, OID } = localStorage;
    const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID };
    return (await (await fetch(`${from}_start=0&_end=1`, { headers })).json())[0].id;
  }, path);
