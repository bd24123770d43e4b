import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { choose, command, dialog, fill, openUserMenu, press, signIn, toast } from '../support/journey-steps';
import { settled } from '../support/screen-steps';

const PASSWORD = 'cranes-over-the-harbour';
const away = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, json: { statusCode: 503, code: 'database_away' } });
const slowly = async (route: Route): Promise<void> => {
  await pause(1_500);
  await route.continue();
};

describe('a day of platform staff', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const desk = async (): Promise<Page> => {
    const page = await product.visit();
    await signIn(page, 'platform@skilgrid.example', PASSWORD);
    return page;
  };
  const customerList = async (page: Page) => {
    await openUserMenu(page, 'Customers');
    await page.getByText('Nordhafen Works').first().waitFor();
  };
  /** What the API answers, with the session of the page. */
  const asked = (page: Page, path: string, method = 'GET'): Promise<{ status: number; body: any }> =>
    page.evaluate(
      async ({ path, method }) => {
        const { Auth_Token, EID, OID } = localStorage;
        const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID, 'Content-Type': 'application/json' };
        const answer = await fetch(path, { method, headers, ...(method !== 'GET' && { body: '{}' }) });
        return { status: answer.status, body: await answer.json().catch(() => null) };
      },
      { path, method },
    );

  journey('begins with what users wrote: an admin asks for a larger plan and gets it', async () => {
    const admin = await product.visit();
    await signIn(admin, 'admin@bluefin.example', PASSWORD);
    await admin.goto('/settings#subscription');
    await admin.getByRole('link', { name: 'Request a plan change' }).click();
    await admin.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value.startsWith('Plan change: ')),
    );
    await admin.getByLabel('Message').fill('Twelve people join us in March.');
    await press(admin, 'Send');
    await admin.getByText('Your message has been sent.').waitFor();

    const page = await desk();
    await openUserMenu(page, 'Customers');
    await page.getByRole('link', { name: 'Support messages' }).click();
    await page.getByText('Plan change: ').first().waitFor();
    await page.getByText('Waiting').first().waitFor();
    await page
      .getByRole('button', { name: /^Actions for Plan change/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Mark as answered' }).click();
    await toast(page, 'Marked as answered');

    await customerList(page);
    await command(page, 'Bluefin Foods', 'Subscription');
    await page.getByRole('heading', { name: 'Earlier plans' }).waitFor();
    await press(page, 'Extend');
    const extend = dialog(page, 'Extend the plan of Bluefin Foods');
    // Escape leaves the calendar, not the dialog around it.
    await extend.getByLabel('Ends').click();
    await page.locator('.ant-picker-dropdown:visible').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'hidden' });
    await extend.getByRole('button', { name: '+3 months' }).click();
    await extend.getByText('then a grace period until').waitFor();
    // However long the plan takes to be read again, the next dialog is of the plan as it is now.
    await page.route('**/api/subscribers?*', slowly);
    await press(extend, 'Extend');
    await page.keyboard.press('Escape');
    await toast(page, 'The end date of the plan of');
    await page.route('**/api/subscription-packages?*', away, { times: 1 });
    await press(page, 'Change plan');
    await page.unroute('**/api/subscribers?*', slowly);
    const change = dialog(page, 'Change the plan of Bluefin Foods');
    // Packages that could not be had: it says so, and asks again when it is told to.
    await press(change, 'Try again');
    await change.getByRole('alert').waitFor({ state: 'hidden' });
    await choose(change, 'Package', 'Enterprise');
    await press(change, 'Change plan');
    await toast(page, 'The plan of Bluefin Foods is changed');
    await page.locator('.plan-term[data-current=true]').getByText('Enterprise').waitFor();
    await page.locator('.plan-term[data-current=false]').first().waitFor();

    await admin.reload();
    await admin.locator('#subscription').getByText('Enterprise').first().waitFor();
  });

  journey('sees how much of each plan is taken', async () => {
    const page = await desk();
    const { body } = await asked(page, '/api/subscribers?_end=50');
    const plan = body.find((one: any) => one.current && one.customer_name === 'Nordhafen Works');
    expect(plan).toMatchObject({ total_staff: expect.any(Number), total_training: expect.any(Number) });
    await openUserMenu(page, 'Subscribers');
    const row = page.getByRole('row').filter({ hasText: 'Nordhafen Works' });
    for (const taken of [
      `${plan.total_staff} of ${plan.no_of_staff}`,
      `${plan.total_training} of ${plan.no_of_training}`,
    ])
      await row.getByRole('cell', { name: taken, exact: true }).waitFor();
  });

  journey('suspends an organisation and opens it again; closing asks for its name', async () => {
    const admin = await product.visit();
    await signIn(admin, 'admin@bluefin.example', PASSWORD);
    const page = await desk();
    await customerList(page);
    await command(page, 'Bluefin Foods', 'Suspend');
    const asking = dialog(page, 'Suspend Bluefin Foods?');
    await asking.getByText('signed out at once').waitFor();
    await press(asking, 'Suspend');
    await toast(page, 'Bluefin Foods is suspended');
    // Its stream may have told it already, and the page leaves by itself.
    await admin.goto('/add-staff').catch(() => undefined);
    await admin.waitForURL(/\/auth\/login/);
    await press(admin.getByRole('dialog'), 'Ok');
    await admin.getByLabel('User name or email').fill('admin@bluefin.example');
    await admin.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(admin, 'Sign in');
    await admin.getByText('suspended').first().waitFor();

    await command(page, 'Bluefin Foods', 'Close');
    const closing = dialog(page, 'Close Bluefin Foods?');
    const close = closing.getByRole('button', { name: 'Close', exact: true }).last();
    await comesTo(() => close.isDisabled(), true);
    await fill(closing, { 'Type “Bluefin Foods” to confirm': 'bluefin foods' });
    await comesTo(() => close.isEnabled(), true);
    await press(closing, 'Cancel');
    await command(page, 'Bluefin Foods', 'Reactivate');
    await press(dialog(page, 'Reactivate Bluefin Foods?'), 'Reactivate');
    await toast(page, 'Bluefin Foods is active again');
    await admin.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(admin, 'Sign in');
    await admin.getByRole('banner').waitFor();
  });

  journey('looks at an organisation without touching it, on every page until it is left', async () => {
    const page = await desk();
    await page.goto('/skil-matrix-report');
    await page.getByText('Choose an organisation').waitFor();
    await customerList(page);
    await command(page, 'Nordhafen Works', 'View as (read-only)');
    const banner = page.getByText('Viewing Nordhafen Works (1001), read-only');
    await banner.waitFor();
    await page.goto('/add-staff');
    await page.getByText('60 rows').waitFor();
    await settled(page);
    expect(await page.getByRole('button', { name: 'New staff member' }).count()).toBe(0);
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await comesTo(() => page.getByRole('menuitem').allInnerTexts(), ['Open']);
    await page.reload();
    await banner.waitFor();
    await page.goto('/skil-matrix-report');
    await page.getByText('people × ').first().waitFor();
    // What a control that slipped through would send, the server refuses.
    expect((await asked(page, '/api/departments?customer_id=1001', 'POST')).status).toBe(403);

    // A link that names another organisation leads to that one, and the report is its.
    await page.goto('/quiz-report?customer_id=1002');
    await page.getByText(/^Viewing Al Noor Cold Stores \(1002\)/).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Quiz Report' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto('/skil-matrix-report?customer_id=1001');
    await banner.waitFor();

    // Another tab is not in it.
    const other = await page.context().newPage();
    await other.goto('/home');
    await other.getByRole('banner').waitFor();
    expect(await other.getByText('Viewing Nordhafen').count()).toBe(0);
    await other.close();

    await press(page, 'Exit');
    await page.getByText('Bluefin Foods').first().waitFor();
    await banner.waitFor({ state: 'detached' });
    let seen: string[] = [];
    const seenNow = async () => {
      const { body } = await asked(page, '/api/audit-events?action=platform.view&customer_id=1001&_end=50');
      return (seen = body.map((event: { became: { resource: string } }) => event.became.resource));
    };
    await comesTo(seenNow, expect.arrayContaining(['staff', 'reports/skill-matrix']));
    // However many requests it took, one row tells it.
    expect(seen.filter((resource) => resource === 'staff')).toHaveLength(1);
  });

  journey('says that the offered packages could not be had, and has them when it asks again', async () => {
    const page = await desk();
    await page.route('**/api/subscription-packages/offered', away, { times: 1 });
    await openUserMenu(page, 'Subscription Packages');
    const offer = page.getByRole('region', { name: 'Currently offered' });
    await offer.getByRole('alert').waitFor();
    await press(page, 'Try again');
    await offer.getByRole('listitem').first().waitFor();
  });

  journey('keeps the packages: makes one, deletes it while nobody has it, and archives one that is had', async () => {
    const page = await desk();
    await openUserMenu(page, 'Subscription Packages');
    await page.getByRole('heading', { name: 'Currently offered' }).waitFor();
    await press(page, 'New package');
    const form = page.getByRole('dialog', { name: 'New package' });
    await fill(form, { Name: 'Pilot', Price: '19', Currency: 'EUR' });
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'hidden' });
    await page.locator('.pack-card').filter({ hasText: 'Pilot' }).getByText('per month').waitFor();
    await command(page, 'Pilot', 'Delete');
    await page.locator('.pack-card').filter({ hasText: 'Pilot' }).waitFor({ state: 'detached' });
    await command(page, 'Professional', 'Delete');
    const used = dialog(page, 'Professional is in use');
    await used.getByText('It cannot be deleted because it is used by:').waitFor();
    await used.getByRole('link', { name: /^\d+ active subscriptions?$/ }).waitFor();
    await press(used, 'Archive');
    await used.waitFor({ state: 'hidden' });
    await page.locator('.pack-card').filter({ hasText: 'Professional' }).waitFor({ state: 'detached' });
  });
});
