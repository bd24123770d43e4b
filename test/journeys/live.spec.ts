import type { Page } from 'playwright-core';
import { addStaff } from '../support/authoring-steps';
import { journey, openProduct, type Visited } from '../support/browser';
import { comesTo } from '../support/eventually';
import { openMenu, openOrganisation, openUserMenu, press, signedInAs, signIn } from '../support/journey-steps';
import { settled } from '../support/screen-steps';

const METRICS_TOKEN = 'whoever-scrapes-says-this-token-of-32';
const OVERTAKEN = 'Someone else has changed this in the meantime';

describe('what somebody else changes', () => {
  let product: Visited;
  beforeAll(async () => {
    product = await openProduct({ METRICS_TOKEN });
  });
  afterAll(() => product.close());

  /** Open at the server. */
  const streams = async (): Promise<number> => {
    const answer = await fetch(`${product.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
    return Number(/^skilgrid_live_streams (\d+)$/m.exec(await answer.text())?.[1]);
  };
  beforeEach(() => comesTo(streams, 0));

  journey('is seen in every tab of a browser, which share one stream and hand it on', async () => {
    const { page: one } = await openOrganisation(product, 'Shared Shifts');
    await addStaff(one, 'S-1', 'Tove', 'Lund');
    const tove = await idOf(one, 'S-1');
    await comesTo(streams, 1);
    const other = await one.context().newPage();
    await other.goto('/add-staff');
    await cell(other, 'Tove').waitFor();
    const who = await headersOf(one);
    await change(tove, who, { first_name: 'Tova' });
    for (const each of [one, other]) await cell(each, 'Tova').waitFor();
    expect(await streams()).toBe(1);

    await one.close();
    await change(tove, who, { first_name: 'Tuva' });
    await cell(other, 'Tuva').waitFor();
    await comesTo(streams, 1);
  });

  journey('is read when somebody looks again by a tab that nobody looked at', async () => {
    const { page: one } = await openOrganisation(product, 'Hidden Hours');
    await addStaff(one, 'S-1', 'Tove', 'Lund');
    const other = await one.context().newPage();
    await other.addInitScript(() => {
      const seen = { state: 'visible' };
      Object.defineProperty(document, 'visibilityState', { get: () => seen.state });
      Object.assign(globalThis, {
        look: (state: string) => ((seen.state = state), document.dispatchEvent(new Event('visibilitychange'))),
      });
    });
    const look = (state: string) =>
      other.evaluate((to) => (globalThis as unknown as { look(at: string): void }).look(to), state);
    await other.goto('/add-staff');
    await cell(other, 'Tove').waitFor();
    await change(await idOf(one, 'S-1'), await headersOf(one), { first_name: 'Tova' });
    for (const each of [one, other]) await cell(each, 'Tova').waitFor();
    await settled(other);
    await look('hidden');
    const asked = requestsOf(other, '/api/staff');
    await change(await idOf(one, 'S-1'), await headersOf(one), { first_name: 'Tuva' });
    await cell(one, 'Tuva').waitFor();
    await cell(other, 'Tova').waitFor();
    expect(asked).toEqual([]);
    await look('visible');
    await cell(other, 'Tuva').waitFor();
  });

  journey('takes nothing from whoever types: the form says so, and Review keeps both', async () => {
    const { page } = await openOrganisation(product, 'Typing Timbers');
    await addStaff(page, 'S-1', 'Tove', 'Lund');
    const tove = await idOf(page, 'S-1');
    const who = await headersOf(page);
    await page.goto(`/add-staff?edit=${tove}`);
    const form = page.getByRole('dialog');
    const [first, last] = ['First name', 'Last name'].map((name) => form.getByRole('textbox', { name }));
    await comesTo(() => first!.inputValue(), 'Tove');
    // Nobody has touched it: it shows what is there now.
    await change(tove, who, { first_name: 'Tova' });
    await comesTo(() => first!.inputValue(), 'Tova');
    expect(await form.getByText(OVERTAKEN).count()).toBe(0);

    await last!.fill('Lunde');
    await change(tove, who, { first_name: 'Tuva' });
    await form.getByText(OVERTAKEN).waitFor();
    await page.locator('.ant-table-row td').getByText('Tuva', { exact: true }).waitFor();
    expect([await first!.inputValue(), await last!.inputValue()]).toEqual(['Tova', 'Lunde']);
    expect(await last!.evaluate((input) => input === document.activeElement)).toBe(true);
    await press(form, 'Review');
    await form.getByText('Changed by someone else: First name.').waitFor();
    await comesTo(async () => [await first!.inputValue(), await last!.inputValue()], ['Tuva', 'Lunde']);
    await press(form, 'Save');
    await form.waitFor({ state: 'hidden' });
    await page.getByRole('row', { name: /Tuva.*Lunde/ }).waitFor();
  });

  journey('is told to nobody who has signed out, nor to another organisation that signs in there', async () => {
    const { page, who: ours } = await openOrganisation(product, 'Leaving Looms');
    await addStaff(page, 'S-1', 'Tove', 'Lund');
    const tove = await idOf(page, 'S-1');
    const elsewhere = await signedInAs(product, ours);
    await openMenu(elsewhere, 'Staff Master');
    const { page: theirs, who } = await openOrganisation(product, 'Lasting Looms');
    await addStaff(theirs, 'S-1', 'Signe', 'Berg');
    const signe = await idOf(theirs, 'S-1');
    await comesTo(streams, 3);
    await openUserMenu(page, 'Logout');
    await page.waitForURL(/\/auth\/login/);
    await comesTo(streams, 2);

    await signIn(page, who.user_name, who.password);
    await openMenu(page, 'Staff Master');
    await cell(page, 'Signe').waitFor();
    await settled(page);
    await comesTo(streams, 3);
    const asked = requestsOf(page, '/api/staff');
    await change(tove, await headersOf(elsewhere), { first_name: 'Tova' });
    await cell(elsewhere, 'Tova').waitFor();
    await change(signe, await headersOf(theirs), { first_name: 'Sigrun' });
    await cell(page, 'Sigrun').waitFor();
    // For what was theirs alone.
    expect(asked).toHaveLength(1);
  });

  journey('is not told where tabs cannot share a stream: none is opened', async () => {
    const { page } = await openOrganisation(product, 'Lockless Lathes');
    await comesTo(streams, 1);
    await page.context().addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    const fetched = page.waitForResponse(/\/assets\/start-.*\.js$/);
    await page.goto('/add-staff');
    await fetched;
    await settled(page);
    await comesTo(streams, 0);
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

/** As the session of that page speaks to the server. */
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

/** The addresses of that list which the page asks for from now on. */
function requestsOf(page: Page, path: string): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.method() === 'GET') asked.push(request.url());
  });
  return asked;
}
