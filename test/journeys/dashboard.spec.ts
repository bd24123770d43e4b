import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { signedInAs } from '../support/journey-steps';
import { settled, violations } from '../support/screen-steps';

const FIGURES = [
  'Overdue assignments',
  'Evidence waiting for sign-off',
  'Levels expiring soon',
  'People without an account',
  'Assignments of people who cannot sign in',
  'Invitations not accepted',
];

describe('what needs attention', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  journey('leads from each figure to a list with as many rows', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    for (const name of FIGURES) {
      await page.goto('/home');
      await settled(page);
      const line = attention.getByRole('link', { name });
      const figure = Number((await line.locator('.sg-attention-value').innerText()).trim());
      expect([name, figure > 0]).toEqual([name, true]);
      await line.click();
      await page.waitForURL((url) => url.pathname !== '/home');
      await settled(page);
      // A report says it at the end of its definition.
      await page.getByText(new RegExp(`(^|\\s)${figure} rows?$`)).waitFor();
    }
    await page.context().close();
  });

  journey('has one name for each figure: gaps that are overdue are not the assignments that are', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await page.goto('/home');
    await settled(page);
    expect(await page.getByText('Overdue', { exact: true }).count()).toBe(0);
    const card = page.getByRole('link', { name: /^Overdue gaps/ });
    const figure = (await card.locator('.sg-figure-value').innerText()).trim();
    expect(Number(figure)).toBeGreaterThan(0);
    await card.click();
    await page.waitForURL(/targeted-matrix-report-datewise\?overdue=true/);
    const reportFigure = page.locator('.rep-figures > div').filter({ hasText: 'Overdue gaps' }).locator('strong');
    await comesTo(() => reportFigure.innerText(), figure);
    await page.context().close();
  });

  journey('comes after how people stand against their targets, and before what the plan has used', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await page.goto('/home');
    await settled(page);
    const said = await page.locator('main').innerText();
    const places = ['Compliance', 'Coverage', 'Needs attention', 'Largest gaps', 'Subscription'].map((name) =>
      said.indexOf(name),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(-1);
    await page.context().close();
  });

  journey('says what could not be counted, counts it on Retry, and reads well meanwhile', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    const unknown = attention.getByText('Not available at the moment.');
    await page.route('**/api/reports/attention*', (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, code: 'unavailable', message: 'Later, please.' } }),
    );
    await page.goto('/home');
    await unknown.first().waitFor();
    await settled(page);
    expect(await unknown.count()).toBe(6);
    expect(await violations(page)).toEqual([]);
    await page.unroute('**/api/reports/attention*');
    await attention.getByRole('button', { name: 'Retry' }).click();
    await unknown.first().waitFor({ state: 'detached' });
    await comesTo(() => attention.getByRole('listitem').count(), 6);
    await page.context().close();
  });

  journey('stands beside what was done lately, each line leading to its event in the audit log', async () => {
    const page = await signedInAs(product, DEMO_ACCOUNTS.admin);
    await settled(page);
    const activity = page.getByRole('region', { name: 'Recent activity' });
    expect(await activity.getByRole('listitem').count()).toBe(8);
    const single = activity
      .getByRole('listitem')
      .filter({ hasNotText: / times/ })
      .first()
      .getByRole('link');
    const [what] = (await single.innerText()).split('\n');
    await single.click();
    await page.waitForURL(/\/settings\/audit\?show=/);
    await page.getByRole('dialog').getByText(what!).first().waitFor();
    await page.goto('/home');
    await activity.getByRole('link', { name: 'Audit log' }).click();
    await page.waitForURL(/\/settings\/audit$/);
    await page.context().close();
  });

  journey('is the organisation’s: neither a manager nor a learner is shown it, or asks for it', async () => {
    for (const who of ['manager', 'welder'] as const) {
      const page = await signedInAs(product, DEMO_ACCOUNTS[who]);
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await page.goto('/home');
      await settled(page);
      expect(await page.getByRole('region', { name: 'Needs attention' }).count()).toBe(0);
      expect(asked.filter((path) => /attention|audit-events/.test(path))).toEqual([]);
      await page.context().close();
    }
  });
});
