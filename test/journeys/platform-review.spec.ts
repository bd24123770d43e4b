import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { chooseRowAction, dialog, openUserMenu, press, openSignedInPage, waitForToast } from '../support/journey-steps';
import { sessionApi } from '../support/session-api';

describe('platform staff', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('review customers and subscribers, extend a plan, and suspend an organisation', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.platform);
    const api = await sessionApi(page);
    await page
      .getByRole('region', { name: 'New organisations' })
      .getByRole('link', { name: /Bluefin Foods/ })
      .waitFor();

    await openUserMenu(page, 'Subscribers');
    const plans = await api.get('/api/subscribers?_end=50');
    const plan = plans.find((each: any) => each.current && each.customer_name === 'Nordhafen Works');
    const row = page.getByRole('row').filter({ hasText: 'Nordhafen Works' }).first();
    await row.getByRole('cell', { name: `${plan.total_staff} of ${plan.no_of_staff}`, exact: true }).waitFor();

    await openUserMenu(page, 'Customers');
    await chooseRowAction(page, 'Bluefin Foods', 'Subscription');
    await press(page, 'Extend');
    const extend = dialog(page, 'Extend the plan of Bluefin Foods');
    await press(extend, '+3 months');
    await press(extend, 'Extend');
    await waitForToast(page, 'The end date of the plan of');
    await page.goto('/customer-list');

    const second = await openSignedInPage(product, DEMO_ACCOUNTS.second);
    await chooseRowAction(page, 'Bluefin Foods', 'Suspend');
    await press(dialog(page, 'Suspend Bluefin Foods?'), 'Suspend');
    await waitForToast(page, 'Bluefin Foods is suspended');
    await page.getByRole('row').filter({ hasText: 'Bluefin Foods' }).getByText('Suspended').waitFor();
    // A suspended page may sign itself out before the next action.
    await second.goto('/add-staff').catch(() => undefined);
    await second.waitForURL(/\/auth\/login/);

    await chooseRowAction(page, 'Bluefin Foods', 'Reactivate');
    await press(dialog(page, 'Reactivate Bluefin Foods?'), 'Reactivate');
    await waitForToast(page, 'Bluefin Foods is active again');
    await chooseRowAction(page, 'Nordhafen Works', 'View as (read-only)');
    await page.getByText('Viewing Nordhafen Works (1001), read-only').waitFor();
    await page.goto('/add-staff');
    await page.getByText('60 rows').waitFor();
    expect(await page.getByRole('button', { name: 'New staff member' }).count()).toBe(0);
  });
});
