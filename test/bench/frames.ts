import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { openProduct } from '../support/browser';
import { enlargeResponses, type GridSize } from '../support/enlarged-responses';
import { quantile, recordTrace } from './trace';

/**
 * `npm run frames`, after `npm run build` and `npm run build:admin`: the cost of a frame while scrolling through the
 * matrix and through Assign Target Skils. The main thread's CPU from the trace is also comparable on a busy machine;
 * the length of a frame (wall) only on an idle one.
 */
const SIZES: readonly GridSize[] = [
  { rows: 5_000, columns: 300 },
  { rows: 5_000, columns: 500 },
];
const SCREENS = [
  // The axes and figures; parts are loaded after the grid is shown.
  { path: '/skil-matrix-report', data: (url: string) => /skill-matrix\?/.test(url) && !url.includes('_start=') },
  { path: '/assign-target-skils', data: (url: string) => /api\/(staff|skills|me)\b/.test(url) },
];
const FRAMES = 150;
const MOUNTS = 5;
const CELLS = { x: 640, y: 500 };

/** Pixels per frame: by wheel with the pointer over the cells; by dragging a scrollbar; in both directions at once. */
const SCROLLS = {
  down: { x: 0, y: 120, pointer: CELLS },
  across: { x: 120, y: 0, pointer: CELLS },
  'dragged down': { x: 0, y: 1_000 },
  'dragged across': { x: 1_000, y: 0 },
  diagonal: { x: 90, y: 500 },
} satisfies Record<string, Scroll>;

interface Scroll {
  readonly x: number;
  readonly y: number;
  readonly pointer?: { readonly x: number; readonly y: number };
}

async function main(): Promise<void> {
  const product = await openProduct({ SEED_DEMO: 'on' });
  try {
    for (const size of SIZES)
      for (const screen of SCREENS) {
        const page = await product.openPage({ path: '/auth/login', motion: true });
        await page.setViewportSize({ width: 1280, height: 800 });
        await signIn(page);
        await enlargeResponses(page, size);
        await measure(page, screen, `${screen.path} ${size.rows} × ${size.columns}`);
        await page.context().close();
      }
  } finally {
    await product.close();
  }
}

async function measure(page: Page, screen: (typeof SCREENS)[number], name: string): Promise<void> {
  const mounts: { cpu: number; wall: number }[] = [];
  for (let run = 0; run < MOUNTS; run++) mounts.push(await mount(page, screen));
  const [cpu, wall] = (['cpu', 'wall'] as const).map((key) =>
    quantile(
      mounts.map((each) => each[key]),
      0.5,
    ),
  );
  console.log(`\n${name}: mounted after its data in CPU ${cpu} ms, wall ${wall} ms (median of ${MOUNTS})`);
  for (const [direction, step] of Object.entries<Scroll>(SCROLLS)) {
    const pointer = step.pointer ?? { x: 0, y: 0 };
    await page.mouse.move(pointer.x, pointer.y);
    const trace = await recordTrace(page, () => scroll(page, step));
    const [cpuTimes, wallTimes] = [trace.cpuPerFrame(), trace.wallPerFrame()];
    const summary = (values: number[]) => `p50 ${quantile(values, 0.5)}, p95 ${quantile(values, 0.95)} ms`;
    console.log(
      `  ${direction.padEnd(15)} CPU ${summary(cpuTimes)}; wall ${summary(wallTimes)}; ${cpuTimes.length} frames`,
    );
  }
}

async function signIn(page: Page): Promise<void> {
  await page.locator('#user_name').fill(DEMO_ACCOUNTS.admin.user_name);
  await page.locator('#password').fill(DEMO_ACCOUNTS.admin.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/auth'));
  await page.getByRole('banner').waitFor();
}

async function mount(page: Page, { path, data }: (typeof SCREENS)[number]): Promise<{ cpu: number; wall: number }> {
  const trace = await recordTrace(page, async () => {
    await page.goto(path);
    await page.waitForFunction(
      () => {
        if (!document.querySelector('.kit-matrix-patches > canvas')) return false;
        performance.mark('grid-stands');
        return true;
      },
      null,
      { polling: 'raf' },
    );
    await page.locator('.kit-matrix-cell[aria-label]').first().waitFor();
  });
  return trace.between(data, 'grid-stands');
}

/** Scrolls back and forth, so that all scrolls have the same length. */
async function scroll(page: Page, step: Scroll): Promise<void> {
  await page.evaluate(
    async ({ by, frames }) => {
      const box = document.querySelector('.kit-matrix-box')!;
      box.scrollTo(0, 0);
      const way = { x: by.x, y: by.y };
      for (let frame = 0; frame < frames; frame++) {
        await new Promise(requestAnimationFrame);
        if (box.scrollLeft + way.x > box.scrollWidth - box.clientWidth || box.scrollLeft + way.x < 0) way.x = -way.x;
        if (box.scrollTop + way.y > box.scrollHeight - box.clientHeight || box.scrollTop + way.y < 0) way.y = -way.y;
        box.scrollBy(way.x, way.y);
      }
    },
    { by: step, frames: FRAMES },
  );
}

void main();
