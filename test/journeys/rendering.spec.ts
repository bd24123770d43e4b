import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { journey, openProduct, type ProductInBrowser } from '../support/browser';
import { eventually } from '../support/eventually';
import { enlargeResponses } from '../support/enlarged-responses';
import { openSignedInPage } from '../support/journey-steps';
import { waitForPageLoaded } from '../support/screen-steps';

const LARGE = { rows: 5_000, columns: 300 };
/** antd registers some 60 styles on a list; each new one searches document.head once. */
const SEARCHES = 400;

/** Counts searches of document.head, starting with the next page load. */
async function countSearches(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const children = Object.getOwnPropertyDescriptor(Element.prototype, 'children')!;
    const counted = window as unknown as { searches: number };
    counted.searches = 0;
    Object.defineProperty(Element.prototype, 'children', {
      ...children,
      get(this: Element) {
        if (this === document.head) counted.searches++;
        return children.get!.call(this) as HTMLCollection;
      },
    });
  });
}

/** Sums layout shifts, starting with the next page load. */
async function sumShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const summed = window as unknown as { shifts: number };
    summed.shifts = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries()) summed.shifts += (shift as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

describe('rendering', () => {
  let product: ProductInBrowser;
  beforeAll(async () => {
    product = await openProduct({ SEED_DEMO: 'on' });
  });
  afterAll(() => product.close());

  const asAdmin = async (size: { width: number; height: number }): Promise<Page> => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.admin);
    await page.setViewportSize(size);
    return page;
  };

  journey('looks up each style once, not per button and checkbox', async () => {
    const page = await asAdmin({ width: 412, height: 823 });
    await countSearches(page);
    await page.goto('/add-staff');
    await waitForPageLoaded(page);
    await eventually(() => page.locator('.kit-card').count(), 20);
    const searches = await page.evaluate(() => (window as unknown as { searches: number }).searches);
    expect([searches < SEARCHES, searches]).toEqual([true, searches]);
  });

  journey('shows an inexact total and pages beyond it', async () => {
    const page = await asAdmin({ width: 1280, height: 800 });
    await page.route(/\/api\/staff\?.*_end=/, async (route) => {
      const answer = await route.fetch();
      const counted = { 'x-total-count': '20', 'x-total-count-exact': 'false' };
      return route.fulfill({ response: answer, headers: { ...answer.headers(), ...counted } });
    });
    await page.goto('/assign-training');
    await page.getByText('More than 20 rows').waitFor();
    const first = await page.locator('.kit-panel tbody tr[data-row-key]').first().getAttribute('data-row-key');
    await page.getByRole('listitem', { name: '2', exact: true }).click();
    await eventually(
      async () =>
        (await page.locator('.kit-panel tbody tr[data-row-key]').first().getAttribute('data-row-key')) === first,
      false,
    );
    await page.getByRole('button', { name: 'Select up to 1,000 matching rows' }).waitFor();
  });

  journey('is never blank while the row visibility loads, and shows its failure', async () => {
    const page = await openSignedInPage(product, DEMO_ACCOUNTS.manager);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/api\/me$/, async (route) => {
      await released;
      return route.fallback();
    });
    await page.goto('/skil-wise-report');
    await page.getByRole('status', { name: 'Loading…' }).first().waitFor();
    release();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.route(/\/api\/reports\/skill-matrix\?/, (route) =>
      route.fulfill({ status: 503, json: { code: 'database_unavailable' } }),
    );
    await page.goto('/home');
    await page.locator('.lr-team-matrix').getByRole('button', { name: 'Try again' }).waitFor();
  });

  journey('of the quiz report stays where it is when the figures and charts come', async () => {
    for (const size of [
      { width: 412, height: 823 },
      { width: 1280, height: 800 },
    ]) {
      const page = await asAdmin(size);
      await sumShifts(page);
      await page.goto('/quiz-report');
      await waitForPageLoaded(page);
      await page.locator('.rep-histogram').waitFor();
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number }).shifts);
      expect([size.width, shifts < 0.02, shifts]).toEqual([size.width, true, shifts]);
      await page.context().close();
    }
  });

  journey('reuses the elements of a grid scrolled sideways', async () => {
    const page = await asAdmin({ width: 1280, height: 800 });
    await enlargeResponses(page, LARGE);
    await page.goto('/skil-matrix-report');
    await page.locator('.kit-matrix-cell[aria-label]').first().waitFor();
    const scrollResult = await page.evaluate(async () => {
      const box = document.querySelector('.kit-matrix-box')!;
      const left = new Set<Element>();
      const watcher = new MutationObserver((changes) => {
        for (const { removedNodes } of changes)
          for (const node of removedNodes) if (node instanceof Element && node.matches('[role]')) left.add(node);
      });
      watcher.observe(box, { childList: true, subtree: true });
      for (let frame = 0; frame < 30; frame++) {
        await new Promise(requestAnimationFrame);
        box.scrollBy(192, 0);
      }
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      watcher.disconnect();
      // The column headers that left on one side are reused on the other.
      return { gone: [...left].filter((element) => !element.isConnected).length, at: box.scrollLeft };
    });
    expect(scrollResult).toEqual({ gone: 0, at: 30 * 192 });
  });

  journey(
    'of a grid is not painted again where a key moves the active cell, what stands ready for a scroll included',
    async () => {
      const page = await asAdmin({ width: 1280, height: 800 });
      await enlargeResponses(page, LARGE);
      await page.goto('/skil-matrix-report');
      await waitForPageLoaded(page);
      await page.locator('.kit-matrix-cell[aria-label]').first().waitFor();
      await page.locator('.kit-matrix-box').focus();
      const keyResult = await page.evaluate(async () => {
        const box = document.querySelector('.kit-matrix-box')!;
        const frames = async (count: number) => {
          for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
        };
        for (let frame = 0; frame < 12; frame++) {
          box.scrollBy(0, 30);
          await frames(2);
        }
        const canvasesBefore = [...box.querySelectorAll('canvas')];
        box.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        await frames(4);
        return {
          stood: canvasesBefore.length > 0,
          gone: canvasesBefore.filter((canvas) => !canvas.isConnected).length,
        };
      });
      expect(keyResult).toEqual({ stood: true, gone: 0 });
    },
  );

  journey('of a grid that is scrolled is painted when it comes into view and only moves from then on', async () => {
    const page = await asAdmin({ width: 1280, height: 800 });
    await enlargeResponses(page, LARGE);
    await page.addInitScript(() => {
      const painted = new Set<HTMLCanvasElement>();
      Object.assign(globalThis, { painted });
      const { prototype } = CanvasRenderingContext2D;
      // eslint-disable-next-line @typescript-eslint/unbound-method -- called on the pen that it is called on
      const draw = prototype.drawImage;
      prototype.drawImage = function (this: CanvasRenderingContext2D, ...args: unknown[]) {
        painted.add(this.canvas);
        Reflect.apply(draw, this, args);
      } as typeof draw;
    });
    await page.goto('/skil-matrix-report');
    await waitForPageLoaded(page);
    await page.locator('.kit-matrix-cell[aria-label]').first().waitFor();
    for (const [x, y] of [
      [40, 0],
      [0, 30],
    ] as const) {
      const repaints = await page.evaluate(
        async (scrollStep) => {
          const box = document.querySelector('.kit-matrix-box')!;
          // Inside the range that is loaded; rows that arrive are painted in place.
          box.scrollTo(0, 0);
          const { painted } = globalThis as unknown as { painted: Set<HTMLCanvasElement> };
          const visibleCanvases = () => {
            const [boxRect, headRect] = [box, document.querySelector('.kit-matrix-head')!].map((element) =>
              element.getBoundingClientRect(),
            );
            return [...box.querySelectorAll('canvas')].filter((canvas) => {
              const { left, right, top, bottom } = canvas.getBoundingClientRect();
              return (
                right > boxRect!.left && left < boxRect!.right && bottom > headRect!.bottom && top < boxRect!.bottom
              );
            });
          };
          let [twice, once] = [0, 0];
          for (let frame = 0; frame < 24; frame++) {
            await new Promise(requestAnimationFrame);
            painted.clear();
            const stood = visibleCanvases();
            box.scrollBy(scrollStep[0], scrollStep[1]);
            const visibleAfter = await new Promise<HTMLCanvasElement[]>((resolveFrame) =>
              requestAnimationFrame(() => requestAnimationFrame(() => resolveFrame(visibleCanvases()))),
            );
            twice += stood.filter((canvas) => visibleAfter.includes(canvas) && painted.has(canvas)).length;
            once += painted.size;
          }
          return { twice, once: once > 0 };
        },
        [x, y] as const,
      );
      expect([x, repaints]).toEqual([x, { twice: 0, once: true }]);
    }
  });
});
