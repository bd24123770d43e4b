import type { Page } from 'playwright-core';
import { DEMO_ACCOUNTS } from '../../src/seed/demo-accounts';
import { openProduct } from '../support/browser';
import { enlarge, type Extent } from '../support/enlarged';
import { quantile, traced } from './trace';

/**
 * `npm run frames`, after `npm run build` and `npm run build:admin`: what a frame of a scroll through the matrix and
 * through Assign Target Skils costs. The CPU of the main thread, told by a trace, is comparable on a busy machine too;
 * the length of a frame (wall) means something on an idle one alone.
 */
const SIZES: readonly Extent[] = [
  { rows: 5_000, columns: 300 },
  { rows: 5_000, columns: 500 },
];
const SCREENS = [
  // The axes and figures: parts follow when the grid stands.
  { path: '/skil-matrix-report', data: (url: string) => /skill-matrix\?/.test(url) && !url.includes('_start=') },
  { path: '/assign-target-skils', data: (url: string) => /api\/(staff|skills|me)\b/.test(url) },
];
const FRAMES = 150;
const MOUNTS = 5;
const CELLS = { x: 640, y: 500 };

/** Pixels a frame: with the wheel, the pointer over the cells; with a bar dragged; along both at once. */
const WAYS = {
  down: { x: 0, y: 120, pointer: CELLS },
  across: { x: 120, y: 0, pointer: CELLS },
  'dragged down': { x: 0, y: 1_000 },
  'dragged across': { x: 1_000, y: 0 },
  diagonal: { x: 90, y: 500 },
} satisfies Record<string, Way>;

interface Way {
  readonly x: number;
  readonly y: number;
  readonly pointer?: { readonly x: number; readonly y: number };
}

async function main(): Promise<void> {
  const product = await openProduct({ SEED_DEMO: 'on' });
  try {
    for (const size of SIZES)
      for (const screen of SCREENS) {
        const page = await product.visit({ path: '/auth/login', motion: true });
        await page.setViewportSize({ width: 1280, height: 800 });
        await signIn(page);
        await enlarge(page, size);
        await measure(page, screen, `${screen.path} ${size.rows} × ${size.columns}`);
        await page.context().close();
      }
  } finally {
    await product.close();
  }
}

async function measure(page: Page, screen: (typeof SCREENS)[number], name: string): Promise<void> {
  const mounts: { cpu: number; wall: number }[] = [];
  for (let turn = 0; turn < MOUNTS; turn++) mounts.push(await mount(page, screen));
  const [cpu, wall] = (['cpu', 'wall'] as const).map((key) =>
    quantile(
      mounts.map((each) => each[key]),
      0.5,
    ),
  );
  console.log(`\n${name}: mounted after its data in CPU ${cpu} ms, wall ${wall} ms (median of ${MOUNTS})`);
  for (const [way, step] of Object.entries<Way>(WAYS)) {
    const pointer = step.pointer ?? { x: 0, y: 0 };
    await page.mouse.move(pointer.x, pointer.y);
    const trace = await traced(page, () => scroll(page, step));
    const [worked, lasted] = [trace.cpuPerFrame(), trace.wallPerFrame()];
    const summary = (values: number[]) => `p50 ${quantile(values, 0.5)}, p95 ${quantile(values, 0.95)} ms`;
    console.log(`  ${way.padEnd(15)} CPU ${summary(worked)}; wall ${summary(lasted)}; ${worked.length} frames`);
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
  const trace = await traced(page, async () => {
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

/** There and back, so that a scroll is as long as any. */
async function scroll(page: Page, step: Way): Promise<void> {
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
