import type { Locator, Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { openSignedInPage } from '../support/journey-steps';
import {
  waitForFrames,
  waitForIdle,
  pollUntilNone,
  horizontalOverflow,
  waitForPageLoaded,
} from '../support/screen-steps';

/** Width of landscape A4 between its margins, in CSS pixels. */
const PAPER_PX = 1047;
/** 1280 × 800 at 200 % zoom. */
const ENLARGED = { width: 640, height: 400 };

let product: ProductInBrowser;
beforeAll(async () => {
  product = await openProduct({ SEED_DEMO: 'on' });
});
afterAll(() => product.close());

async function openAsAdmin(size = { width: 1280, height: 800 }): Promise<Page> {
  const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
  await page.setViewportSize(size);
  return page;
}

describe('a report on paper', () => {
  /** Presses Print and returns the print sheet. */
  async function printSheet(page: Page): Promise<Locator> {
    await page.evaluate(() => (window.print = () => undefined));
    await page.locator('.kit-head-actions .anticon-printer').click();
    const sheet = page.locator('.rep-sheet');
    await sheet.waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: PAPER_PX, height: 720 });
    await waitForFrames(page);
    return sheet;
  }

  const ROWS = [
    '/quiz-report?fdate=2020-01-01',
    '/skil-wise-report',
    '/skil-wise-report?skil_code=MIG',
    '/expiring-skills',
  ];

  journey('has all rows and columns with headers on each page', async () => {
    const page = await openAsAdmin();
    for (const path of ROWS) {
      const reportResponse = page.waitForResponse((answer) => /\/api\/reports\//.test(answer.url()) && answer.ok());
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path);
      await reportResponse;
      await waitForPageLoaded(page);
      const definitionText = await page.locator('.kit-report-definition').innerText();
      const total = Number(/([\d,]+) rows?$/.exec(definitionText)![1]!.replaceAll(',', ''));
      const sheet = await printSheet(page);
      await eventually(async () => [path, await sheet.locator('tbody tr:not(.rep-sheet-sum)').count()], [path, total]);
      const sheetFaults = await sheet.evaluate((element) => ({
        cut: [...element.querySelectorAll<HTMLElement>('*')]
          .filter((each) => ['hidden', 'clip'].includes(getComputedStyle(each).overflowX))
          .filter((each) => each.textContent && each.scrollWidth > each.clientWidth + 1)
          .map(({ textContent }) => textContent),
        wide: element.scrollWidth - element.clientWidth,
        head: getComputedStyle(element.querySelector('thead')!).display,
        rows: [...element.querySelectorAll('tbody tr')].filter(
          (row) => getComputedStyle(row).breakInside !== 'avoid' || !row.checkVisibility(),
        ).length,
        beside: [...document.body.children].filter((each) => each !== element && each.checkVisibility()).length,
      }));
      expect([path, sheetFaults]).toEqual([path, { cut: [], wide: 0, head: 'table-header-group', rows: 0, beside: 0 }]);
    }
  });

  journey('states organisation, filters, time zone, time and author', async () => {
    const page = await openAsAdmin();
    await page.goto('/quiz-report?fdate=2025-01-01&attempts=best');
    await waitForPageLoaded(page);
    const words = (await (await printSheet(page)).innerText()).replaceAll(/\s+/g, ' ');
    for (const phrase of ['Quiz Report', 'Nordhafen Works (1001)', 'Jan 1, 2025 – ', 'Attempts: Best per person'])
      expect(words).toContain(phrase);
    expect(words).toMatch(/Printed .+\(Europe\/Berlin\) by \S+ \S+/);
  });

  journey('of several pages has all rows as landscape PDF', async () => {
    const page = await openAsAdmin();
    await page.goto('/quiz-report?fdate=2020-01-01');
    await waitForPageLoaded(page);
    await page.evaluate(() => (window.print = () => undefined));
    await page.locator('.kit-head-actions .anticon-printer').click();
    await page.locator('.rep-sheet').waitFor({ state: 'attached' });
    const boxes =
      (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/MediaBox\s*\[[^\]]+\]/g) ?? [];
    expect(boxes.length).toBeGreaterThan(2);
    expect(boxes.filter((box) => !/\[0 0 84\d\S* 59\d/.test(box))).toEqual([]);
  });

  journey('printed by the browser states which rows it has', async () => {
    const page = await openAsAdmin();
    await page.goto('/quiz-report?fdate=2020-01-01');
    await waitForPageLoaded(page);
    const definitionText = await page.locator('.kit-report-definition').innerText();
    const total = /([\d,]+) rows?$/.exec(definitionText)![1]!;
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const cut = page.locator('.rep-sheet .rep-sheet-cut');
    await cut.waitFor({ state: 'attached' });
    expect(await cut.textContent()).toContain(`Rows 1–50 of ${total}`);
    expect(await page.locator('.rep-sheet tbody tr').count()).toBe(50);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await page.locator('.rep-sheet').waitFor({ state: 'detached' });
    // A list that is loaded completely is printed completely by both commands.
    await page.goto('/skil-wise-report');
    await waitForPageLoaded(page);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.locator('.rep-sheet').waitFor({ state: 'attached' });
    expect(await cut.count()).toBe(0);
  });

  journey('is black on white whatever the theme is', async () => {
    const page = await openAsAdmin();
    await page.evaluate(() => document.documentElement.setAttribute('data-layout-mode', 'dark'));
    await page.locator('.sg-icon-button .anticon-moon, .sg-icon-button .anticon-sun').first().click();
    for (const path of ['/quiz-report?fdate=2020-01-01', '/skil-matrix-report']) {
      await page.emulateMedia({ media: 'screen' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(path);
      await waitForPageLoaded(page);
      const sheet = await printSheet(page);
      const dim = await sheet.evaluate((element) => {
        const luminance = (colour: string): number => {
          const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
          return (0.2126 * r + 0.7152 * g + 0.0722 * b) / 255;
        };
        const words = [...element.querySelectorAll('td, th, h1, h2, p, small, .ant-tag, strong')].filter((each) =>
          each.textContent?.trim(),
        );
        const page = getComputedStyle(document.documentElement).backgroundColor;
        return {
          page: luminance(page) > 0.99,
          pale: words.filter((each) => luminance(getComputedStyle(each).color) > 0.5).map((each) => each.textContent),
        };
      });
      expect([path, dim]).toEqual([path, { page: true, pale: [] }]);
    }
  });
});

describe('with forced colours', () => {
  async function openWithForcedColours(): Promise<Page> {
    const page = await openAsAdmin();
    await page.emulateMedia({ forcedColors: 'active' });
    return page;
  }
  const backgroundOf = (part: Locator): Promise<string> =>
    part.evaluate((each) => getComputedStyle(each).backgroundColor);

  journey('bars show how far they are filled, and where they end', async () => {
    const page = await openWithForcedColours();
    await page.goto('/home');
    await waitForPageLoaded(page);
    const bars = await page.locator('.sg-bar, .rep-bar-track, .ant-progress-inner').evaluateAll((all) =>
      all.map((bar) => {
        const [track, fill] = [getComputedStyle(bar), getComputedStyle(bar.firstElementChild!)];
        return [track.outlineStyle, fill.backgroundColor !== track.backgroundColor, bar.className];
      }),
    );
    expect(bars.length).toBeGreaterThan(2);
    expect(bars.filter(([edge, hasText]) => edge !== 'solid' || !hasText)).toEqual([]);
  });

  journey('columns of a chart stand out, and what passed from what did not', async () => {
    const page = await openWithForcedColours();
    await page.goto('/quiz-report?fdate=2020-01-01');
    await waitForPageLoaded(page);
    const [low, high] = [
      page.locator('.rep-histogram [data-passed=false] > i').first(),
      page.locator('.rep-histogram [data-passed=true] > i').first(),
    ];
    await high.waitFor({ state: 'attached' });
    expect(await backgroundOf(high)).not.toBe(await backgroundOf(page.locator('body')));
    expect(await backgroundOf(low)).not.toBe(await backgroundOf(high));
    expect(await low.evaluate((each) => getComputedStyle(each).borderTopStyle)).toBe('solid');
  });

  journey('a switch says on and off by its shape, and its handle is seen', async () => {
    const page = await openWithForcedColours();
    await page.goto('/targeted-matrix-report-datewise');
    await waitForPageLoaded(page);
    const switchElement = page.locator('.ant-switch').first();
    const switchAppearance = () =>
      switchElement.evaluate((each) => {
        const handle = getComputedStyle(each.querySelector('.ant-switch-handle')!, '::before').backgroundColor;
        const { backgroundColor, borderTopStyle } = getComputedStyle(each);
        return { edge: borderTopStyle, handle: handle !== backgroundColor, back: backgroundColor };
      });
    const offAppearance = await switchAppearance();
    expect(offAppearance).toMatchObject({ edge: 'solid', handle: true });
    await switchElement.click();
    await waitForPageLoaded(page);
    await eventually(async () => (await switchAppearance()).back !== offAppearance.back, true);
    expect(await switchAppearance()).toMatchObject({ edge: 'solid', handle: true });
  });

  journey('the current page and the selected row, tab and height are marked by a line', async () => {
    const page = await openWithForcedColours();
    const outlineStyleOf = (part: Locator) => part.evaluate((each) => getComputedStyle(each).outlineStyle);
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    const entry = page.locator('.sg-side a[aria-current=page]');
    expect(await outlineStyleOf(entry.first())).toBe('solid');
    expect(await outlineStyleOf(page.locator('.sg-side li > a:not([aria-current])').first())).toBe('none');
    expect(await outlineStyleOf(page.locator('.kit-row-size > [aria-pressed=true]'))).toBe('solid');
    expect(await outlineStyleOf(page.locator('.kit-row-size > [aria-pressed=false]').first())).toBe('none');
    await page.goto('/remove-training');
    await waitForPageLoaded(page);
    await page.locator('tbody .ant-table-row .ant-checkbox-input').first().check();
    const edge = (row: string) =>
      page
        .locator(`${row} > td`)
        .first()
        .evaluate((each) => getComputedStyle(each).borderTopWidth);
    await eventually(() => edge('.ant-table-row-selected'), '2px');
  });

  journey('the matrix uses system colours for background, text and rings', async () => {
    const page = await openWithForcedColours();
    await page.goto('/skil-matrix-report');
    await page.getByRole('gridcell').first().waitFor();
    await waitForPageLoaded(page);
    const canvases = page.locator('.kit-matrix-patches canvas');
    await canvases.first().waitFor();
    const countColours = () =>
      page.evaluate(() => {
        const rgb = (colour: string) => {
          const probe = document.createElement('i');
          probe.style.cssText = `color:${colour};forced-color-adjust:none`;
          document.body.append(probe);
          const [r = 0, g = 0, b = 0] = getComputedStyle(probe).color.match(/\d+/g)!.map(Number);
          probe.remove();
          return (r << 16) | (g << 8) | b;
        };
        const systemColours = ['Canvas', 'CanvasText', 'GrayText'].map(rgb);
        const counts = new Map<number, number>();
        for (const canvas of document.querySelectorAll<HTMLCanvasElement>('.kit-matrix-patches canvas')) {
          const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
          for (let at = 0; at < data.length; at += 4) {
            const colour = (data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!;
            counts.set(colour, (counts.get(colour) ?? 0) + 1);
          }
        }
        const [ground] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? [];
        return {
          ground: ground === systemColours[0],
          words: counts.has(systemColours[1]!),
          tracks: counts.has(systemColours[2]!),
        };
      });
    await eventually(countColours, { ground: true, words: true, tracks: true });
  });

  journey('the focus is a line of three pixels, and what lies above the page has an edge', async () => {
    const page = await openWithForcedColours();
    await page.goto('/add-staff?edit=new');
    const drawer = page.locator('.ant-drawer-open .ant-drawer-content-wrapper');
    await drawer.waitFor();
    expect(await drawer.evaluate((each) => getComputedStyle(each).borderTopStyle)).toBe('solid');
    // The drawer takes the focus when it has opened; pressing Tab earlier would lose it.
    await waitForPageLoaded(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const ring = () =>
      page.evaluate(() => {
        const at = document.activeElement!;
        const { outlineStyle, outlineWidth } = getComputedStyle(at);
        return [outlineStyle, outlineWidth];
      });
    await eventually(ring, ['solid', '3px']);
  });
});

describe('at 200 % zoom', () => {
  const ROUTES = [
    ...['/home', '/category', '/training', '/add-staff', '/skil-master', '/assign-training', '/remove-training'],
    ...['/assign-target-skils', '/quiz-report', '/skil-matrix-report', '/skil-matrix-report-datewise'],
    ...['/targeted-matrix-report-datewise', '/skil-wise-report', '/settings', '/my-training', '/my-skills'],
    ...['/customer-list', '/update-password'],
  ];

  journey('no page scrolls both ways, and what stays in view leaves most of it to the content', async () => {
    const page = await openAsAdmin(ENLARGED);
    for (const path of ROUTES) {
      await page.goto(path);
      await waitForPageLoaded(page);
      expect([path, await horizontalOverflow(page)]).toEqual([path, 0]);
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
      await waitForIdle(page);
      const coveredArea = await page.evaluate(() => {
        const pinnedElements = [...document.querySelectorAll('body *')].filter((each) => {
          const { position } = getComputedStyle(each);
          if (!['fixed', 'sticky'].includes(position) || !each.checkVisibility({ opacityProperty: true })) return false;
          if (each.closest('.kit-matrix-box, .ant-table, .sg-progress, [aria-hidden=true]')) return false;
          const { top, bottom, width } = each.getBoundingClientRect();
          const isPinned = position === 'fixed' || top <= 1 || bottom >= innerHeight - 1;
          return isPinned && width > innerWidth / 2;
        });
        const lines = new Set<number>();
        for (const each of pinnedElements) {
          const { top, bottom } = each.getBoundingClientRect();
          for (let y = Math.max(0, Math.ceil(top)); y < Math.min(innerHeight, bottom); y++) lines.add(y);
        }
        return lines.size / innerHeight;
      });
      expect([path, coveredArea <= 0.4, coveredArea]).toEqual([path, true, coveredArea]);
    }
  });

  journey('the buttons of drawers and dialogs are in view, and the fields between can be read', async () => {
    const page = await openAsAdmin(ENLARGED);
    for (const path of ['/add-staff?edit=new', '/skil-master?edit=new', '/category?edit=new']) {
      await page.goto(path);
      const drawer = page.locator('.ant-drawer-open');
      await drawer.waitFor();
      await waitForPageLoaded(page);
      const saveButton = drawer.locator('.ant-drawer-footer .ant-btn-primary');
      await saveButton.waitFor();
      const bodyHeight = async () => {
        const box = (await drawer.locator('.ant-drawer-body').boundingBox())!;
        const button = (await saveButton.boundingBox())!;
        return { fields: box.height >= 120, button: button.y + button.height <= ENLARGED.height };
      };
      await eventually(bodyHeight, { fields: true, button: true });
    }
    await page.goto('/remove-training');
    await waitForPageLoaded(page);
    await page.locator('.ant-checkbox-input').nth(1).check();
    await page.locator('main .ant-btn-dangerous').first().click();
    const confirmButton = page.locator('.ant-modal .ant-btn-dangerous, .ant-modal .ant-btn-primary').last();
    await confirmButton.waitFor();
    await waitForPageLoaded(page);
    await confirmButton.scrollIntoViewIfNeeded();
    await eventually(async () => {
      const box = await confirmButton.boundingBox();
      return box !== null && box.y + box.height <= ENLARGED.height;
    }, true);
  });

  journey('the focused element is never covered by fixed elements', async () => {
    const page = await openAsAdmin(ENLARGED);
    for (const path of ['/home', '/add-staff', '/quiz-report', '/settings', '/my-training']) {
      await page.goto(path);
      await waitForPageLoaded(page);
      const hidden: string[] = [];
      for (let step = 0; step < 40; step++) {
        await page.keyboard.press('Tab');
        const focusedIsCovered = () =>
          page.evaluate(() => {
            const at = document.activeElement;
            if (!at || at === document.body || at.closest('.kit-matrix-box')) return [];
            // For a composite field its whole frame counts.
            const part = at.closest('.ant-select, .ant-picker, .ant-upload, label') ?? at;
            const { left, top, right, bottom, width, height } = part.getBoundingClientRect();
            if (width < 2 || height < 2 || !at.checkVisibility({ opacityProperty: true })) return [];
            const spots = [0.1, 0.5, 0.9].flatMap((x) =>
              [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
            );
            const free = spots.some(([x, y]) => {
              const topElement = document.elementFromPoint(x, y);
              return topElement !== null && (part.contains(topElement) || topElement.contains(part));
            });
            if (free) return [];
            return [`${at.tagName} ${at.textContent?.trim().slice(0, 40) || at.getAttribute('aria-label')}`];
          });
        hidden.push(...(await pollUntilNone(page, focusedIsCovered)));
      }
      expect([path, hidden]).toEqual([path, []]);
    }
  });

  journey('the way back to the top lies over no menu of a row', async () => {
    const page = await openAsAdmin(ENLARGED);
    for (const path of ['/add-staff', '/training']) {
      await page.goto(path);
      await waitForPageLoaded(page);
      const coveredArea = () =>
        page.evaluate(() => {
          const top = document.querySelector('.sg-to-top')?.getBoundingClientRect();
          if (!top) return null;
          return [...document.querySelectorAll('main .kit-card [aria-haspopup=menu]')].filter((button) => {
            const { left, right, top: above, bottom } = button.getBoundingClientRect();
            return left < top.right && right > top.left && above < top.bottom && bottom > top.top;
          }).length;
        });
      for (let wheelStep = 0; wheelStep < 12; wheelStep++) {
        await page.mouse.wheel(0, 90);
        await eventually(async () => (await coveredArea()) ?? (wheelStep === 0 ? 0 : 'no button yet'), 0);
      }
    }
  });

  journey('the matrix shows people and their levels, not only its heads', async () => {
    const page = await openAsAdmin(ENLARGED);
    for (const path of ['/skil-matrix-report', '/assign-target-skils']) {
      await page.goto(path);
      await waitForPageLoaded(page);
      const free = () =>
        page.evaluate(() => {
          const box = document.querySelector('.kit-matrix-box');
          // On a phone the matrix shows a card per person.
          if (!box) return document.querySelectorAll('main li, main button').length > 3;
          const boxRect = box.getBoundingClientRect();
          const head = document.querySelector('.kit-matrix-head')!.getBoundingClientRect();
          const sums = document.querySelector('.kit-matrix-sums')?.getBoundingClientRect();
          const row = document.querySelector('.kit-matrix-row')!.getBoundingClientRect().height;
          return ((sums?.top ?? boxRect.bottom) - head.bottom) / row >= 3;
        });
      await eventually(async () => [path, await free()], [path, true]);
    }
  });
});
