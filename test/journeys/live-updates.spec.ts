import type { Page } from 'playwright-core';
import { addStaff } from '../support/authoring-steps';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openMenu, openOrganisation, openUserMenu, press, openSignedInPage, signIn } from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

const METRICS_TOKEN = 'whoever-scrapes-says-this-token-of-32';
const CONFLICT_TITLE = 'Someone else has changed this in the meantime';

describe('live updates', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ METRICS_TOKEN });
  });
  afterAll(() => product.close());

  /** Number of live streams open at the server. */
  const streams = async (): Promise<number> => {
    const answer = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return Number(/^skilgrid_live_streams (\d+)$/m.exec(await answer.text())?.[1]);
  };
  beforeEach(() => eventually(streams, 0));

  journey('reach every tab of a browser through one shared stream, which another tab takes over', async () => {
    const { page: firstTab } = await openOrganisation(product, 'Shared Shifts');
    await addStaff(firstTab, 'S-1', 'Tove', 'Lund');
    const tove = await idOf(firstTab, 'S-1');
    await eventually(streams, 1);
    const secondTab = await firstTab.context().newPage();
    await secondTab.goto('/add-staff');
    await cell(secondTab, 'Tove').waitFor();
    const who = await headersOf(firstTab);
    await change(tove, who, { first_name: 'Tova' });
    for (const each of [firstTab, secondTab]) await cell(each, 'Tova').waitFor();
    expect(await streams()).toBe(1);

    await firstTab.close();
    await change(tove, who, { first_name: 'Tuva' });
    await cell(secondTab, 'Tuva').waitFor();
    await eventually(streams, 1);
  });

  journey('are read by a hidden tab when it becomes visible', async () => {
    const { page: firstTab } = await openOrganisation(product, 'Hidden Hours');
    await addStaff(firstTab, 'S-1', 'Tove', 'Lund');
    const secondTab = await firstTab.context().newPage();
    await secondTab.addInitScript(() => {
      const visibility = { state: 'visible' };
      Object.defineProperty(document, 'visibilityState', { get: () => visibility.state });
      Object.assign(globalThis, {
        look: (state: string) => ((visibility.state = state), document.dispatchEvent(new Event('visibilitychange'))),
      });
    });
    const look = (state: string) =>
      secondTab.evaluate((to) => (globalThis as unknown as { look(at: string): void }).look(to), state);
    await secondTab.goto('/add-staff');
    await cell(secondTab, 'Tove').waitFor();
    await change(await idOf(firstTab, 'S-1'), await headersOf(firstTab), { first_name: 'Tova' });
    for (const each of [firstTab, secondTab]) await cell(each, 'Tova').waitFor();
    await waitForPageLoaded(secondTab);
    await look('hidden');
    const staffRequests = requestsOf(secondTab, '/api/staff');
    await change(await idOf(firstTab, 'S-1'), await headersOf(firstTab), { first_name: 'Tuva' });
    await cell(firstTab, 'Tuva').waitFor();
    await cell(secondTab, 'Tova').waitFor();
    expect(staffRequests).toEqual([]);
    await look('visible');
    await cell(secondTab, 'Tuva').waitFor();
  });

  journey('keep typed input: the form reports the change, and Review keeps both', async () => {
    const { page } = await openOrganisation(product, 'Typing Timbers');
    await addStaff(page, 'S-1', 'Tove', 'Lund');
    const tove = await idOf(page, 'S-1');
    const who = await headersOf(page);
    await page.goto(`/add-staff?edit=${tove}`);
    const form = page.getByRole('dialog');
    const [first, last] = ['First name', 'Last name'].map((name) => form.getByRole('textbox', { name }));
    await eventually(() => first!.inputValue(), 'Tove');
    // The field was not edited, so it shows the new value.
    await change(tove, who, { first_name: 'Tova' });
    await eventually(() => first!.inputValue(), 'Tova');
    expect(await form.getByText(CONFLICT_TITLE).count()).toBe(0);

    await last!.fill('Lunde');
    await change(tove, who, { first_name: 'Tuva' });
    await form.getByText(CONFLICT_TITLE).waitFor();
    await page.locator('.ant-table-row td').getByText('Tuva', { exact: true }).waitFor();
    expect([await first!.inputValue(), await last!.inputValue()]).toEqual(['Tova', 'Lunde']);
    expect(await last!.evaluate((input) => input === document.activeElement)).toBe(true);
    await press(form, 'Review');
    await form.getByText('Changed by someone else: First name.').waitFor();
    await eventually(async () => [await first!.inputValue(), await last!.inputValue()], ['Tuva', 'Lunde']);
    await press(form, 'Save');
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /Tuva.*Lunde/ }).waitFor();
  });

  journey('do not reach signed-out users or another organisation in the same browser', async () => {
    const { page, registration: ownRegistration } = await openOrganisation(product, 'Leaving Looms');
    await addStaff(page, 'S-1', 'Tove', 'Lund');
    const tove = await idOf(page, 'S-1');
    const otherBrowser = await openSignedInPage(product, ownRegistration);
    await openMenu(otherBrowser, 'Staff Master');
    const { page: foreignPage, registration: who } = await openOrganisation(product, 'Lasting Looms');
    await addStaff(foreignPage, 'S-1', 'Signe', 'Berg');
    const signe = await idOf(foreignPage, 'S-1');
    await eventually(streams, 3);
    await openUserMenu(page, 'Logout');
    await page.waitForURL(/\/auth\/login/);
    await eventually(streams, 2);

    await signIn(page, who.user_name, who.password);
    await openMenu(page, 'Staff Master');
    await cell(page, 'Signe').waitFor();
    await waitForPageLoaded(page);
    await eventually(streams, 3);
    const staffRequests = requestsOf(page, '/api/staff');
    await change(tove, await headersOf(otherBrowser), { first_name: 'Tova' });
    await cell(otherBrowser, 'Tova').waitFor();
    await change(signe, await headersOf(foreignPage), { first_name: 'Sigrun' });
    await cell(page, 'Sigrun').waitFor();
    // Only the change of the own organisation caused a request.
    expect(staffRequests).toHaveLength(1);
  });

  journey('are off without the Web Locks API: no stream is opened', async () => {
    const { page } = await openOrganisation(product, 'Lockless Lathes');
    await eventually(streams, 1);
    await page.context().addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const startScript = page.waitForResponse(/\/assets\/start-.*\.js$/);
    await page.goto('/add-staff');
    await startScript;
    await waitForPageLoaded(page);
    await eventually(streams, 0);
  });

  const cell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true });

  async function change(id: string, headers: Record<string, string>, body: object): Promise<void> {
    const answer = await fetch(`${product.url}/api/staff/${id}`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  }
});

/** Request headers of the session of that page. */
const headersOf = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const { Auth_Token, EID, OID } = localStorage as unknown as Record<string, string>;
    return { Authorization: `Bearer ${Auth_Token}`, EID: EID!, OID: OID!, 'Content-Type': 'application/json' };
  });

const idOf = (page: Page, staff_code: string): Promise<string> =>
  page.evaluate(async (code) => {
    const { Auth_Token, EID, OID } = localStorage;
    const headers = { Authorization: `Bearer ${Auth_Token}`, EID, OID };
    return (await (await fetch(`/api/staff?staff_code=${code}`, { headers })).json())[0].id;
  }, staff_code);

/** Collects the requests for that list from now on. */
function requestsOf(page: Page, path: string): string[] {
  const staffRequests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.method() === 'GET') staffRequests.push(request.url());
  });
  return staffRequests;
}
