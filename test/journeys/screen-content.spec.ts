import type { Locator, Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openSignedInPage } from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

/** Whether Latin text runs left to right, by the position of its first and last letter. */
const runsLeftToRight = (textBlock: Locator): Promise<boolean> =>
  textBlock.first().evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode()) if (walker.currentNode.textContent?.trim()) texts.push(walker.currentNode as Text);
    const letter = (text: Text, at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect();
    };
    const [first, last] = [texts[0]!, texts.at(-1)!];
    return letter(last, last.length - 1).left > letter(first, 0).left;
  });

describe('screen content', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const openCard = async (page: Page, title: string): Promise<void> => {
    await page.goto('/training');
    await page.locator('.kit-card-title', { hasText: title }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };

  journey('shows names, not ids, for the assignments of a training on a phone', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin, { width: 767 });
    await openCard(page, 'Forklift: driving safely');
    await page.getByRole('link', { name: 'Assignments' }).click();
    await page.locator('.kit-card-title', { hasText: 'Jonas Petersen' }).first().waitFor();
    await waitForPageLoaded(page);
    const titles = await page.locator('.kit-card-title').allInnerTexts();
    expect(titles.filter((title) => /[0-9a-f]{8}-/.test(title))).toEqual([]);
  });

  journey('does not shift on a phone when a list or report has loaded', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin, { width: 412 });
    await page.addInitScript(() => {
      const moved = { by: 0 };
      Object.assign(globalThis, { moved });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) moved.by += (shift as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const path of ['/add-staff', '/skil-matrix-report']) {
      await page.goto(path);
      await page.locator('.kit-card, .rep-person').first().waitFor();
      await waitForPageLoaded(page);
      const moved = await page.evaluate(() => (globalThis as unknown as { moved: { by: number } }).moved.by);
      // "Good" by the Core Web Vitals.
      expect([path, moved <= 0.1, moved]).toEqual([path, true, moved]);
    }
  });

  journey('while the code of a page comes is the shape of a page', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    const staff = await page.evaluate(async () => {
      const { Auth_Token, EID, OID } = localStorage as unknown as Record<string, string>;
      const headers = { authorization: `Bearer ${Auth_Token}`, eid: EID!, oid: OID! };
      const first = async (path: string) =>
        ((await (await fetch(`${path}?_start=0&_end=1`, { headers })).json()) as { id: string }[])[0]!.id;
      return { person: await first('/api/staff'), training: await first('/api/trainings') };
    });
    for (const [path, code] of [
      [`/training/${staff.training}`, '**/assets/training-editor-*.js'],
      [`/add-staff/${staff.person}`, '**/assets/person-page-*.js'],
      ['/settings/audit', '**/assets/audit-page-*.js'],
    ] as const) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      await page.route(code, async (route) => {
        await released;
        await route.continue();
      });
      await page.goto(path);
      await page.locator('main').getByRole('status', { name: 'Loading' }).waitFor();
      release();
      await page.locator('main').getByRole('heading', { level: 1 }).waitFor();
    }
  });

  journey('runs from right to left in Arabic, up to its question mark or dots', async () => {
    const page = await product.openPage({ lang: 'ar', path: '/auth/login' });
    await page.locator('#user_name').fill(DEMO_ACCOUNTS.admin.user_name);
    await page.locator('#password').fill(DEMO_ACCOUNTS.admin.password);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
    await page.goto('/remove-training');
    await page.locator('tbody .ant-table-row .ant-checkbox-input').first().check();
    await page.locator('main .ant-btn-dangerous').first().click();
    const title = page.locator('.ant-modal-title');
    await title.waitFor();
    // The confirmation appears after the affected rows are counted.
    await page.locator('.ant-modal textarea').waitFor();
    expect(await title.innerText()).toMatch(/؟$/);
    expect(await runsLeftToRight(title)).toBe(false);
    const reason = page.locator('.ant-modal textarea');
    expect(await reason.getAttribute('placeholder')).toMatch(/\.$/);
    const placeholder = (field: Locator) =>
      field.evaluate((element) => getComputedStyle(element, '::placeholder').unicodeBidi);
    expect(await placeholder(reason)).toBe('plaintext');

    await page.goto('/add-staff?edit=new');
    const emptySelect = page.locator('.ant-drawer .ant-select-selection-placeholder', { hasText: '…' });
    await emptySelect.first().waitFor();
    // The drawer is still moving; the position is read when it has stopped.
    await eventually(() => runsLeftToRight(emptySelect), false);
  });
});
