import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openSignedInPage } from '../support/journey-steps';
import { waitForPageLoaded, axeViolations } from '../support/screen-steps';

const FIGURES = [
  'Overdue assignments',
  'Evidence waiting for sign-off',
  'Levels expiring soon',
  'People without an account',
  'Assignments of people who cannot sign in',
  'Invitations not accepted',
];

describe('the attention list', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('leads from each figure to a list with as many rows', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    for (const name of FIGURES) {
      await page.goto('/home');
      await waitForPageLoaded(page);
      const line = attention.getByRole('link', { name });
      const figure = Number((await line.locator('.sg-attention-value').innerText()).trim());
      expect([name, figure > 0]).toEqual([name, true]);
      await line.click();
      await page.waitForURL((url) => url.pathname !== '/home');
      await waitForPageLoaded(page);
      // A report shows its filters at the end of its definition text.
      await page.getByText(new RegExp(`(^|\\s)${figure} rows?$`)).waitFor();
    }
    await page.context().close();
  });

  journey('names overdue gaps and overdue assignments differently', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto('/home');
    await waitForPageLoaded(page);
    expect(await page.getByText('Overdue', { exact: true }).count()).toBe(0);
    const card = page.getByRole('link', { name: /^Overdue gaps/ });
    const figure = (await card.locator('.sg-figure-value').innerText()).trim();
    expect(Number(figure)).toBeGreaterThan(0);
    await card.click();
    await page.waitForURL(/targeted-matrix-report-datewise\?overdue=true/);
    const reportFigure = page.locator('.rep-figures > div').filter({ hasText: 'Overdue gaps' }).locator('strong');
    await eventually(() => reportFigure.innerText(), figure);
    await page.context().close();
  });

  journey('stands between compliance figures and plan usage', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.goto('/home');
    await waitForPageLoaded(page);
    const mainText = await page.locator('main').innerText();
    const positions = ['Compliance', 'Coverage', 'Needs attention', 'Largest gaps', 'Subscription'].map((name) =>
      mainText.indexOf(name),
    );
    expect(positions).toEqual(positions.toSorted((one, other) => one - other));
    expect(positions[0]).toBeGreaterThan(-1);
    await page.context().close();
  });

  journey('shows what could not be counted and counts it on Retry', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const unavailableTexts = attention.getByText('Not available at the moment.');
    await page.route('**/api/reports/attention*', (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, code: 'unavailable', message: 'Later, please.' } }),
    );
    await page.goto('/home');
    await unavailableTexts.first().waitFor();
    await waitForPageLoaded(page);
    expect(await unavailableTexts.count()).toBe(6);
    expect(await axeViolations(page)).toEqual([]);
    await page.unroute('**/api/reports/attention*');
    await attention.getByRole('button', { name: 'Retry' }).click();
    await unavailableTexts.first().waitFor({ state: 'detached' });
    await eventually(() => attention.getByRole('listitem').count(), 6);
    await page.context().close();
  });

  journey('stands beside the recent activity, which links to the audit log', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await waitForPageLoaded(page);
    const activity = page.getByRole('region', { name: 'Recent activity' });
    expect(await activity.getByRole('listitem').count()).toBe(8);
    const single = activity
      .getByRole('listitem')
      .filter({ hasNotText: / times/ })
      .first()
      .getByRole('link');
    const [label] = (await single.innerText()).split('\n');
    await single.click();
    await page.waitForURL(/\/settings\/audit\?show=/);
    await page.getByRole('dialog').getByText(label!).first().waitFor();
    await page.goto('/home');
    await activity.getByRole('link', { name: 'Audit log' }).click();
    await page.waitForURL(/\/settings\/audit$/);
    await page.context().close();
  });

  journey('is neither shown to nor requested for managers and learners', async () => {
    for (const accountName of ['manager', 'welder'] as const) {
      const page = await openSignedInPage(product, DEMO_ACCOUNTS[accountName]);
      const attentionRequests: string[] = [];
      page.on('request', (request) => attentionRequests.push(new URL(request.url()).pathname));
      await page.goto('/home');
      await waitForPageLoaded(page);
      expect(await page.getByRole('region', { name: 'Needs attention' }).count()).toBe(0);
      expect(attentionRequests.filter((path) => /attention|audit-events/.test(path))).toEqual([]);
      await page.context().close();
    }
  });
});
