import { setTimeout as pause } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import {
  choose,
  chooseRowAction,
  dialog,
  fill,
  openUserMenu,
  press,
  signIn,
  waitForToast,
} from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

const PASSWORD = 'cranes-over-the-harbour';
const failWith503 = (route: Route): Promise<void> =>
  route.fulfill({ status: 503, json: { statusCode: 503, code: 'database_away' } });
const delayResponse = async (route: Route): Promise<void> => {
  await pause(1_500);
  await route.continue();
};

describe('a day of platform staff', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const openPlatform = async (): Promise<Page> => {
    const page = await product.openPage();
    await signIn(page, 'platform@skilgrid.example', PASSWORD);
    return page;
  };
  const customerList = async (page: Page) => {
    await openUserMenu(page, 'Customers');
    await page.getByText('Nordhafen Works').first().waitFor();
  };
  /** Answer of the API in the session of the page. */
  const fetchJson = (page: Page, path: string, method = 'GET'): Promise<{ status: number; body: any }> =>
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
    const admin = await product.openPage();
    await signIn(admin, 'admin@bluefin.example', PASSWORD);
    await admin.goto('/settings#subscription');
    await admin.getByRole('link', { name: 'Request a plan change' }).click();
    await admin.waitForFunction(() =>
      [...document.querySelectorAll('input')].some(({ value }) => value.startsWith('Plan change: ')),
    );
    await admin.getByLabel('Message').fill('Twelve people join us in March.');
    await press(admin, 'Send');
    await admin.getByText('Your message has been sent.').waitFor();

    const page = await openPlatform();
    await openUserMenu(page, 'Customers');
    await page.getByRole('link', { name: 'Support messages' }).click();
    await page.getByText('Plan change: ').first().waitFor();
    await page.getByText('Waiting').first().waitFor();
    await page
      .getByRole('button', { name: /^Actions for Plan change/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Mark as answered' }).click();
    await waitForToast(page, 'Marked as answered');

    await customerList(page);
    await chooseRowAction(page, 'Bluefin Foods', 'Subscription');
    await page.getByRole('heading', { name: 'Earlier plans' }).waitFor();
    await press(page, 'Extend');
    const extend = dialog(page, 'Extend the plan of Bluefin Foods');
    // Escape closes the calendar, not the dialog around it.
    await extend.getByLabel('Ends').click();
    await page.locator('.ant-picker-dropdown:visible').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.ant-picker-dropdown:visible').waitFor({ state: 'hidden' });
    await extend.getByRole('button', { name: '+3 months' }).click();
    await extend.getByText('then a grace period until').waitFor();
    // The next dialog shows the current plan however long reloading it takes.
    await page.route('**/api/subscribers?*', delayResponse);
    await press(extend, 'Extend');
    await page.keyboard.press('Escape');
    await waitForToast(page, 'The end date of the plan of');
    await page.route('**/api/subscription-packages?*', failWith503, { times: 1 });
    await press(page, 'Change plan');
    await page.unroute('**/api/subscribers?*', delayResponse);
    const change = dialog(page, 'Change the plan of Bluefin Foods');
    // An error offers Try again.
    await press(change, 'Try again');
    await change.getByRole('alert').waitFor({ state: 'hidden' });
    await choose(change, 'Package', 'Enterprise');
    await press(change, 'Change plan');
    await waitForToast(page, 'The plan of Bluefin Foods is changed');
    await page.locator('.plan-term[data-current=true]').getByText('Enterprise').waitFor();
    await page.locator('.plan-term[data-current=false]').first().waitFor();

    await admin.reload();
    await admin.locator('#subscription').getByText('Enterprise').first().waitFor();
  });

  journey('sees the usage of each plan', async () => {
    const page = await openPlatform();
    const { body } = await fetchJson(page, '/api/subscribers?_end=50');
    const plan = body.find((one: any) => one.current && one.customer_name === 'Nordhafen Works');
    expect(plan).toMatchObject({ total_staff: expect.any(Number), total_training: expect.any(Number) });
    await openUserMenu(page, 'Subscribers');
    const row = page.getByRole('row').filter({ hasText: 'Nordhafen Works' });
    for (const usageText of [
      `${plan.total_staff} of ${plan.no_of_staff}`,
      `${plan.total_training} of ${plan.no_of_training}`,
    ])
      await row.getByRole('cell', { name: usageText, exact: true }).waitFor();
  });

  journey('suspends an organisation and opens it again; closing asks for its name', async () => {
    const admin = await product.openPage();
    await signIn(admin, 'admin@bluefin.example', PASSWORD);
    const page = await openPlatform();
    await customerList(page);
    await chooseRowAction(page, 'Bluefin Foods', 'Suspend');
    const suspendDialog = dialog(page, 'Suspend Bluefin Foods?');
    await suspendDialog.getByText('signed out at once').waitFor();
    await press(suspendDialog, 'Suspend');
    await waitForToast(page, 'Bluefin Foods is suspended');
    // The live stream may already have signed the page out.
    await admin.goto('/add-staff').catch(() => undefined);
    await admin.waitForURL(/\/auth\/login/);
    await press(admin.getByRole('dialog'), 'Ok');
    await admin.getByLabel('User name or email').fill('admin@bluefin.example');
    await admin.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(admin, 'Sign in');
    await admin.getByText('suspended').first().waitFor();

    await chooseRowAction(page, 'Bluefin Foods', 'Close');
    const closing = dialog(page, 'Close Bluefin Foods?');
    const close = closing.getByRole('button', { name: 'Close', exact: true }).last();
    await eventually(() => close.isDisabled(), true);
    await fill(closing, { 'Type “Bluefin Foods” to confirm': 'bluefin foods' });
    await eventually(() => close.isEnabled(), true);
    await press(closing, 'Cancel');
    await chooseRowAction(page, 'Bluefin Foods', 'Reactivate');
    await press(dialog(page, 'Reactivate Bluefin Foods?'), 'Reactivate');
    await waitForToast(page, 'Bluefin Foods is active again');
    await admin.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press(admin, 'Sign in');
    await admin.getByRole('banner').waitFor();
  });

  journey('views an organisation read-only until Exit', async () => {
    const page = await openPlatform();
    await page.goto('/skil-matrix-report');
    await page.getByText('Choose an organisation').waitFor();
    await customerList(page);
    await chooseRowAction(page, 'Nordhafen Works', 'View as (read-only)');
    const banner = page.getByText('Viewing Nordhafen Works (1001), read-only');
    await banner.waitFor();
    await page.goto('/add-staff');
    await page.getByText('60 rows').waitFor();
    await waitForPageLoaded(page);
    expect(await page.getByRole('button', { name: 'New staff member' }).count()).toBe(0);
    await page
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click();
    await eventually(() => page.getByRole('menuitem').allInnerTexts(), ['Open']);
    await page.reload();
    await banner.waitFor();
    await page.goto('/skil-matrix-report');
    await page.getByText('people × ').first().waitFor();
    // The server refuses a write even if a control for it were shown.
    expect((await fetchJson(page, '/api/departments?customer_id=1001', 'POST')).status).toBe(403);

    // A link with another organisation's id switches the impersonation and its report.
    await page.goto('/quiz-report?customer_id=1002');
    await page.getByText(/^Viewing Al Noor Cold Stores \(1002\)/).waitFor();
    await page.getByRole('heading', { level: 1, name: 'Quiz Report' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.goto('/skil-matrix-report?customer_id=1001');
    await banner.waitFor();

    // Another tab is not in the impersonation.
    const otherTab = await page.context().newPage();
    await otherTab.goto('/home');
    await otherTab.getByRole('banner').waitFor();
    expect(await otherTab.getByText('Viewing Nordhafen').count()).toBe(0);
    await otherTab.close();

    await press(page, 'Exit');
    await page.getByText('Bluefin Foods').first().waitFor();
    await banner.waitFor({ state: 'detached' });
    let viewedResources: string[] = [];
    const readViewedResources = async () => {
      const { body } = await fetchJson(page, '/api/audit-events?action=platform.view&customer_id=1001&_end=50');
      return (viewedResources = body.map((event: { became: { resource: string } }) => event.became.resource));
    };
    await eventually(readViewedResources, expect.arrayContaining(['staff', 'reports/skill-matrix']));
    // Many requests of one resource are one audit event.
    expect(viewedResources.filter((resource) => resource === 'staff')).toHaveLength(1);
  });

  journey('shows an error when packages fail to load, and Try again loads them', async () => {
    const page = await openPlatform();
    await page.route('**/api/subscription-packages/offered', failWith503, { times: 1 });
    await openUserMenu(page, 'Subscription Packages');
    const offeredRegion = page.getByRole('region', { name: 'Currently offered' });
    await offeredRegion.getByRole('alert').waitFor();
    await press(page, 'Try again');
    await offeredRegion.getByRole('listitem').first().waitFor();
  });

  journey('creates a package, deletes an unused one and archives one in use', async () => {
    const page = await openPlatform();
    await openUserMenu(page, 'Subscription Packages');
    await page.getByRole('heading', { name: 'Currently offered' }).waitFor();
    await press(page, 'New package');
    const form = page.getByRole('dialog', { name: 'New package' });
    await fill(form, { Name: 'Pilot', Price: '19', Currency: 'EUR' });
    await page.keyboard.press('Control+Enter');
    await form.waitFor({ state: 'hidden' });
    await page.locator('.pack-card').filter({ hasText: 'Pilot' }).getByText('per month').waitFor();
    await chooseRowAction(page, 'Pilot', 'Delete');
    await page.locator('.pack-card').filter({ hasText: 'Pilot' }).waitFor({ state: 'detached' });
    await chooseRowAction(page, 'Professional', 'Delete');
    const inUseDialog = dialog(page, 'Professional is in use');
    await inUseDialog.getByText('It cannot be deleted because it is used by:').waitFor();
    await inUseDialog.getByRole('link', { name: /^\d+ active subscriptions?$/ }).waitFor();
    await press(inUseDialog, 'Archive');
    await inUseDialog.waitFor({ state: 'hidden' });
    await page.locator('.pack-card').filter({ hasText: 'Professional' }).waitFor({ state: 'detached' });
  });
});
