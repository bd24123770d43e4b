import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { dialog, press, signedInAs } from '../support/journey-steps';
import { settled } from '../support/screen-steps';

describe('the page of a person', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const signedIn = (): Promise<Page> => signedInAs(product, DEMO_ACCOUNTS.admin);

  /** A list of the API in the session of the page. */
  const listed = (page: Page, path: string): Promise<Record<string, string>[]> =>
    page.evaluate(async (to) => {
      const { Auth_Token, EID, OID } = localStorage;
      return (await fetch(to, { headers: { Authorization: `Bearer ${Auth_Token}`, EID, OID } })).json();
    }, path);

  journey('ends nothing by an address, whatever it says', async () => {
    const page = await signedIn();
    const [jonas] = await listed(page, '/api/staff?q=petersen');
    const [shelf] = await listed(page, '/api/training-categories');
    const other: string[] = [];
    page.on('request', (request) => {
      const { method, headers } = { method: request.method(), headers: request.headers() };
      if (method === 'DELETE' || headers['x-mark']) other.push(`${method} ${request.url()}`);
    });
    const by = 'method=delete&headers[X-Mark]=1';
    await page.goto(`/add-staff/${jonas!.id}?${by}`);
    await page.getByRole('heading', { level: 1, name: 'Jonas Petersen' }).waitFor();
    for (const drawer of ['show', 'edit']) {
      await page.goto(`/category?${drawer}=${shelf!.id}&${by}`);
      await page
        .getByRole('dialog')
        .getByText(shelf!.name!)
        .or(page.locator(`input[value="${shelf!.name}"]`))
        .first()
        .waitFor();
    }
    await settled(page);
    expect(other).toEqual([]);
  });

  journey('asks once for a person, and the page stays whatever is looked at on it', async () => {
    const page = await signedIn();
    const [jonas] = await listed(page, '/api/staff?q=petersen');
    const asked: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === `/api/staff/${jonas!.id}`) asked.push(request.url());
    });
    await page.goto(`/add-staff/${jonas!.id}`);
    const main = page.getByRole('main');
    const heading = await main.getByRole('heading', { level: 1, name: 'Jonas Petersen' }).elementHandle();
    for (const tab of ['Skills', 'Trainings', 'Evidence']) {
      await main.getByRole('link', { name: tab, exact: true }).click();
      await settled(page);
    }
    // The evidence's own table, and not the trainings' that may still stand.
    await main.getByRole('columnheader', { name: 'Valid until' }).waitFor();
    await settled(page);
    const table = await main.getByRole('table').elementHandle();
    for (const sort of ['valid_until', '-valid_until']) {
      await main.getByRole('columnheader', { name: 'Valid until' }).getByRole('button').click();
      await page.waitForURL((url) => url.searchParams.get('sort') === sort);
      await settled(page);
    }
    expect(await Promise.all([heading, table].map((each) => each!.evaluate((element) => element.isConnected)))).toEqual(
      [true, true],
    );
    expect(asked).toHaveLength(1);
  });

  journey('finds by a state what the view beside it would leave out, and selects no more than that', async () => {
    const page = await signedIn();
    const [jonas] = await listed(page, '/api/staff?q=petersen');
    const done = await listed(page, `/api/training-assignments?staff_id=${jonas!.id}&state=completed`);
    expect(done.length).toBeGreaterThan(1);
    await page.goto(`/add-staff/${jonas!.id}/trainings?view=open&state=completed`);
    const rows = page.locator('tbody tr[data-row-key]');
    await comesTo(() => rows.count(), done.length);
    expect(await rows.filter({ hasText: 'Completed' }).count()).toBe(done.length);
    await rows.first().getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByText(`${done.length} selected`).waitFor();
  });

  journey('says what it could not count, and neither that there is none nor that it is still to come', async () => {
    const page = await signedIn();
    const [jonas] = await listed(page, '/api/staff?q=petersen');
    const REFUSED = [/\/api\/reports\/targeted-skills\/person/, /\/api\/staff\?.*manager_id=/];
    for (const path of REFUSED)
      await page.route(path, (route) => route.fulfill({ status: 503, json: { statusCode: 503, message: 'Busy.' } }));
    await page.goto(`/add-staff/${jonas!.id}`);
    const targets = page.getByRole('main').getByRole('link', { name: /^Targets met/ });
    await targets.getByText('Not available at the moment.').waitFor();
    expect(await targets.getByText('No targets set').count()).toBe(0);
    await press(page, 'Actions for Jonas Petersen');
    await page.getByRole('menuitem', { name: 'Mark as left…' }).click();
    const leaves = dialog(page, 'Mark Jonas Petersen as left?');
    await leaves.getByText('This could not be loaded').waitFor();
    for (const path of REFUSED) await page.unroute(path);
    await press(leaves, 'Try again');
    await leaves.getByText('This could not be loaded').waitFor({ state: 'detached' });
    await press(leaves, 'Cancel');
    await press(page, 'Try again');
    await targets.getByText(/^Targets set: \d+$/).waitFor();
  });
});
