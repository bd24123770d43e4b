import type { Locator, Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { navigateInApp } from '../support/explore-controls';
import { waitForFrames, waitForPageLoaded } from '../support/screen-steps';
import { findTextDirectionFaults } from '../support/text-direction-faults';

const ROUTES: Readonly<Partial<Record<keyof typeof DEMO_ACCOUNTS, readonly string[]>>> = {
  admin: [
    ...['/home', '/category', '/training', '/add-staff', '/skil-master', '/assign-training', '/remove-training'],
    ...['/assign-target-skils', '/quiz-report', '/skil-matrix-report', '/skil-matrix-report-datewise'],
    ...['/targeted-matrix-report-datewise', '/skil-wise-report', '/expiring-skills', '/settings', '/customer-list'],
    ...['/settings/audit', '/settings/security', '/settings/integrations', '/update-password', '/my-training'],
    ...['/add-staff?edit=new', '/skil-master?edit=new', '/category?edit=new', '/training?edit=new'],
  ],
  welder: ['/home', '/my-training', '/my-skills', '/category', '/assign-training', '/quiz-report', '/skil-wise-report'],
  platform: ['/home', '/customer-list', '/subscribers', '/subscription-packages'],
};

let product: ProductInBrowser;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

async function openInArabic(accountName: keyof typeof DEMO_ACCOUNTS): Promise<Page> {
  const page = await product.openPage({ lang: 'ar', path: '/auth/login' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('#user_name').fill(DEMO_ACCOUNTS[accountName].user_name);
  await page.locator('#password').fill(DEMO_ACCOUNTS[accountName].password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await eventually(() => page.locator('html').getAttribute('dir'), 'rtl');
  return page;
}

/** Horizontal scale of an icon: -1 is mirrored. */
const directionOf = (icon: Locator): Promise<number> =>
  icon
    .locator('path')
    .first()
    .evaluate((path) => Math.sign((path as unknown as SVGGraphicsElement).getScreenCTM()!.a));

interface Edges {
  readonly left: number;
  readonly right: number;
}
const edgesOf = (part: Locator): Promise<Edges> =>
  part.evaluate((element) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right };
  });

describe('from right to left', () => {
  for (const accountName of ['admin', 'welder', 'platform'] as const)
    journey(`lays out every line for ${accountName} at 1280 and 767 px and keeps numbers left to right`, async () => {
      const page = await openInArabic(accountName);
      const faults: string[] = [];
      for (const route of ROUTES[accountName]!) {
        await navigateInApp(page, route);
        for (const width of [1280, 767]) {
          await page.setViewportSize({ width, height: 800 });
          await waitForPageLoaded(page);
          if (route.includes('edit=')) await page.locator('.ant-drawer-open').waitFor();
          await waitForFrames(page);
          faults.push(...(await findTextDirectionFaults(page)).map((fault) => `${route} ${width}: ${fault}`));
        }
      }
      expect(faults).toEqual([]);
    });

  journey('point the icons that point, and those that go out, off or back', async () => {
    const page = await openInArabic('admin');
    await page.goto('/add-staff');
    await waitForPageLoaded(page);
    await page
      .locator('tbody .ant-table-row .ant-dropdown-trigger, tbody .ant-table-row [aria-haspopup=menu]')
      .first()
      .click();
    const logoutIcon = page.locator('.ant-dropdown-menu .anticon-logout').first();
    await logoutIcon.waitFor();
    expect(await directionOf(logoutIcon)).toBe(-1);
    await page.goto('/settings');
    await waitForPageLoaded(page);
    const send = page.locator('.anticon-send').first();
    await send.waitFor();
    expect(await directionOf(send)).toBe(-1);
    await page.goto('/skil-matrix-report-datewise');
    await waitForPageLoaded(page);
    expect(await directionOf(page.locator('.anticon-bar-chart').first())).toBe(-1);
    // Play icons are not mirrored.
    const caret = page.locator('.sg-side .sg-side-group .sg-side-caret');
    expect(await caret.count()).toBeGreaterThan(0);
  });

  journey('fill bars from the right, and stand the charts that way', async () => {
    const page = await openInArabic('admin');
    await page.goto('/home');
    await waitForPageLoaded(page);
    const bars = await page.locator('.sg-bar, .rep-bar-track').evaluateAll((all) =>
      all.flatMap((bar) => {
        const fill = bar.querySelector('span')?.getBoundingClientRect();
        const { right } = bar.getBoundingClientRect();
        return fill && fill.width > 0 ? [Math.abs(right - fill.right) < 1.5] : [];
      }),
    );
    expect(bars.length).toBeGreaterThan(2);
    expect(bars.filter((isAtStart) => !isAtStart)).toEqual([]);
    await page.goto('/quiz-report');
    await waitForPageLoaded(page);
    const bins = page.locator('.rep-histogram > div');
    await bins.first().waitFor();
    expect((await edgesOf(bins.first())).left).toBeGreaterThan((await edgesOf(bins.last())).right);
    // "0–9" itself is read from left to right.
    expect(await findTextDirectionFaults(page)).toEqual([]);
    await page.goto('/skil-matrix-report-datewise?fdate=2025-06-01');
    await waitForPageLoaded(page);
    if ((await page.locator('.rep-chart').count()) === 0)
      await page.locator('.kit-report-bar .anticon-bar-chart').click();
    const opening = page.locator('.rep-bridge-step').first();
    await opening.waitFor();
    expect(Math.abs((await edgesOf(opening)).right - (await edgesOf(opening.locator('..'))).right)).toBeLessThan(1.5);
  });

  journey('freeze the people at the right of the matrix, and the arrows go where they point', async () => {
    const page = await openInArabic('admin');
    await page.goto('/skil-matrix-report');
    await page.getByRole('gridcell').first().waitFor();
    await waitForPageLoaded(page);
    const box = page.locator('.kit-matrix-box');
    const readFrozenEdges = async () => {
      const [people, grid] = [await edgesOf(page.locator('.kit-matrix-firsts')), await edgesOf(box)];
      return Math.abs(people.right - grid.right) < 18;
    };
    await eventually(readFrozenEdges, true);
    await box.evaluate((element) => element.scrollTo(-400, 0));
    await eventually(readFrozenEdges, true);
    await box.evaluate((element) => element.scrollTo(0, 0));
    await box.focus();
    const active = () => edgesOf(page.locator('.kit-matrix-cell.active'));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await eventually(
      () => page.evaluate(() => document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant')),
      expect.stringMatching(/1-1$/),
    );
    await waitForFrames(page);
    const cellBefore = await active();
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => (await active()).right <= cellBefore.left + 1, true);
    await page.keyboard.press('ArrowRight');
    await eventually(async () => Math.abs((await active()).left - cellBefore.left) < 1, true);
  });

  journey('open drawers at the left, the user menu below its button, and toasts at the top right', async () => {
    const page = await openInArabic('admin');
    await page.goto('/add-staff?edit=new');
    const drawer = page.locator('.ant-drawer-open .ant-drawer-content-wrapper');
    await drawer.waitFor();
    await eventually(async () => (await edgesOf(drawer)).left, 0);
    await page.goto('/home');
    await waitForPageLoaded(page);
    const button = page.locator('.sg-user');
    await button.click();
    const menu = page.locator('.ant-dropdown:has([role=menu])').last();
    await menu.waitFor();
    // Aligned with the button's outer edge and inside the window.
    await eventually(async () => Math.abs((await edgesOf(menu)).left - (await edgesOf(button)).left) < 12, true);
    await page.keyboard.press('Escape');
    const toast = page.locator('#toasts .ant-notification-notice');
    await page.goto('/training');
    await waitForPageLoaded(page);
    await page.locator('.ant-table-row [aria-haspopup=menu], .ant-table-row .ant-dropdown-trigger').first().click();
    await page.locator('.ant-dropdown-menu .anticon-inbox').first().click();
    await page.locator('.ant-modal .ant-btn-primary').click();
    await toast.first().waitFor();
    const { right } = await edgesOf(toast.first());
    expect(right).toBeGreaterThan(1280 - 60);
  });

  journey('align table numbers at the left under their header', async () => {
    const page = await openInArabic('admin');
    for (const path of ['/quiz-report', '/skil-wise-report', '/training']) {
      await page.goto(path);
      await waitForPageLoaded(page);
      const misalignedCells = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('.kit-table tbody .kit-end')].flatMap((cell) => {
          const range = document.createRange();
          range.selectNodeContents(cell);
          const [textRect, cellRect] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
          return textRect.width > 0 && textRect.left - cellRect.left > cellRect.right - textRect.right + 2
            ? [cell.textContent]
            : [];
        }),
      );
      expect([path, misalignedCells]).toEqual([path, []]);
    }
  });

  journey('run all video progress bars in one direction', async () => {
    const page = await openInArabic('welder');
    await page.goto('/my-training?section=all');
    await waitForPageLoaded(page);
    const videos = page.locator('.lr-card:has(.lr-share) h2 a');
    await videos.first().click();
    await page.locator('.lr-strip').waitFor();
    await waitForPageLoaded(page);
    await page.locator('video').focus();
    await page.keyboard.press('Space');
    await page.locator('.lr-strip-part').first().waitFor();
    const [stripEdges, part] = [
      await edgesOf(page.locator('.lr-strip')),
      await edgesOf(page.locator('.lr-strip-part').first()),
    ];
    const stripEnds = page.locator('.lr-strip-ends > span');
    expect(Math.abs(part.left - stripEdges.left)).toBeLessThan(1.5);
    expect((await edgesOf(stripEnds.first())).right).toBeLessThan((await edgesOf(stripEnds.last())).left);
    const watchTexts = page.locator('.lr-watch-text > *:not([role])');
    await eventually(() => watchTexts.count(), 2);
    expect((await edgesOf(watchTexts.first())).left).toBeGreaterThanOrEqual((await edgesOf(watchTexts.last())).right);
  });
});
