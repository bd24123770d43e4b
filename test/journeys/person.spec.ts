import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { dialog, press, openSignedInPage } from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

describe('the page of a person', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const openAsAdmin = (): Promise<Page> => openSignedInPage(product, DEMO_ACCOUNTS.admin);

  /** Reads a list of the API in the session of the page. */
  const fetchList = (page: Page, path: string): Promise<Record<string, string>[]> =>
    page.evaluate(async (to) => {
      const { Auth_Token, EID, OID } = localStorage;
      return (await fetch(to, { headers: { Authorization: `Bearer ${Auth_Token}`, EID, OID } })).json();
    }, path);

  journey('sends no delete request from URL parameters', async () => {
    const page = await openAsAdmin();
    const [jonas] = await fetchList(page, '/api/staff?q=petersen');
    const [shelf] = await fetchList(page, '/api/training-categories');
    const deleteRequests: string[] = [];
    page.on('request', (request) => {
      const { method, headers } = { method: request.method(), headers: request.headers() };
      if (method === 'DELETE' || headers['x-mark']) deleteRequests.push(`${method} ${request.url()}`);
    });
    const injectedParameters = 'method=delete&headers[X-Mark]=1';
    await page.goto(`/add-staff/${jonas!.id}?${injectedParameters}`);
    await page.getByRole('heading', { level: 1, name: 'Jonas Petersen' }).waitFor();
    for (const drawer of ['show', 'edit']) {
      await page.goto(`/category?${drawer}=${shelf!.id}&${injectedParameters}`);
      await page
        .getByRole('dialog')
        .getByText(shelf!.name!)
        .or(page.locator(`input[value="${shelf!.name}"]`))
        .first()
        .waitFor();
    }
    await waitForPageLoaded(page);
    expect(deleteRequests).toEqual([]);
  });

  journey('loads a person once and stays mounted across its tabs', async () => {
    const page = await openAsAdmin();
    const [jonas] = await fetchList(page, '/api/staff?q=petersen');
    const personRequests: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === `/api/staff/${jonas!.id}`) personRequests.push(request.url());
    });
    await page.goto(`/add-staff/${jonas!.id}`);
    const main = page.getByRole('main');
    const heading = await main.getByRole('heading', { level: 1, name: 'Jonas Petersen' }).elementHandle();
    for (const tab of ['Skills', 'Trainings', 'Evidence']) {
      await main.getByRole('link', { name: tab, exact: true }).click();
      await waitForPageLoaded(page);
    }
    // The table of the evidence, not the previous one of the trainings.
    await main.getByRole('columnheader', { name: 'Valid until' }).waitFor();
    await waitForPageLoaded(page);
    const table = await main.getByRole('table').elementHandle();
    for (const sort of ['valid_until', '-valid_until']) {
      await main.getByRole('columnheader', { name: 'Valid until' }).getByRole('button').click();
      await page.waitForURL((url) => url.searchParams.get('sort') === sort);
      await waitForPageLoaded(page);
    }
    expect(await Promise.all([heading, table].map((each) => each!.evaluate((element) => element.isConnected)))).toEqual(
      [true, true],
    );
    expect(personRequests).toHaveLength(1);
  });

  journey('filters by a state outside the current view', async () => {
    const page = await openAsAdmin();
    const [jonas] = await fetchList(page, '/api/staff?q=petersen');
    const completedRows = await fetchList(page, `/api/training-assignments?staff_id=${jonas!.id}&state=completed`);
    expect(completedRows.length).toBeGreaterThan(1);
    await page.goto(`/add-staff/${jonas!.id}/trainings?view=open&state=completed`);
    const rows = page.locator('tbody tr[data-row-key]');
    await eventually(() => rows.count(), completedRows.length);
    expect(await rows.filter({ hasText: 'Completed' }).count()).toBe(completedRows.length);
    await rows.first().getByRole('checkbox').check();
    await page.getByRole('button', { name: /^Select all/ }).click();
    await page.getByText(`${completedRows.length} selected`).waitFor();
  });

  journey('shows an error for what it could not count', async () => {
    const page = await openAsAdmin();
    const [jonas] = await fetchList(page, '/api/staff?q=petersen');
    const REFUSED = [/\/api\/reports\/targeted-skills\/person/, /\/api\/staff\?.*manager_id=/];
    for (const path of REFUSED)
      await page.route(path, (route) => route.fulfill({ status: 503, json: { statusCode: 503, message: 'Busy.' } }));
    await page.goto(`/add-staff/${jonas!.id}`);
    const targets = page.getByRole('main').getByRole('link', { name: /^Targets met/ });
    await targets.getByText('Not available at the moment.').waitFor();
    expect(await targets.getByText('No targets set').count()).toBe(0);
    await press(page, 'Actions for Jonas Petersen');
    await page.getByRole('menuitem', { name: 'Mark as left…' }).click();
    const leaveDialog = dialog(page, 'Mark Jonas Petersen as left?');
    await leaveDialog.getByText('This could not be loaded').waitFor();
    for (const path of REFUSED) await page.unroute(path);
    await press(leaveDialog, 'Try again');
    await leaveDialog.getByText('This could not be loaded').waitFor({ state: 'detached' });
    await press(leaveDialog, 'Cancel');
    await press(page, 'Try again');
    await targets.getByText(/^Targets set: \d+$/).waitFor();
  });
});
