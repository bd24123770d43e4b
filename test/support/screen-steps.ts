import { readFileSync } from 'node:fs';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { quietFor, unanswered } from './browser';
import { comesTo } from './eventually';

/** As few bytes as it comes in: each document is told it anew. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Two frames of the page, however long they take: what it knew is drawn. */
export const drawn = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
  );

/** Longer than a page that moves by itself leaves no moment between two frames. */
const BUSY_MS = 2_000;

/**
 * The same, and nothing is left to do: a page that draws itself bit by bit (another route, a part whose code has just come)
 * lets frames pass meanwhile, and on a busy machine many.
 */
export const idle = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    (most) =>
      new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => done(true), { timeout: most })),
        ),
      ),
    BUSY_MS,
  );

/** What says of itself that it is still to come. */
export const LOADING = '.ant-skeleton-active, .kit-skeleton, .rep-skeleton, [aria-busy="true"]';

/** Who has been answered asks for the next at once, or when it is drawn. */
const QUIET_MS = 100;

/**
 * Waits until the page stands: its heading is there, nothing is on its way any more, and what came is drawn without asking
 * for more. The browser's own word for that (“networkidle”) comes half a second later, once a document only, and never
 * where an answer is not read to its end (a refused change).
 */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await comesTo(async () => {
    await idle(page);
    const loading = await page.locator(LOADING).count();
    return [unanswered(page), loading, quietFor(page) >= QUIET_MS];
  }, [[], 0, true]);
}

/**
 * WCAG 2.2 AA as far as axe-core sees it: one line a violation, with the element it is in. Of a page that has been looked at
 * and wears other colours now, what colours decide.
 */
export const violations = (page: Page, of: 'all' | 'colours' = 'all'): Promise<string[]> =>
  linesAtRest(page, () => violationsNow(page, of));

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function violationsNow(page: Page, of: 'all' | 'colours'): Promise<string[]> {
  // Evaluated, not a script tag: the content security policy allows none.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const rules: RunOptions['runOnly'] =
    of === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: OF_COLOURS };
  return page.evaluate(async (runOnly) => {
    const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations: found } = await run(document, {
      runOnly,
      resultTypes: ['violations'],
      // The style sheets once more, for a rule that is none of these.
      preload: false,
    });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 120)}`),
    );
  }, rules);
}

/**
 * How many pixels the page is wider than the window, once it has come to rest (it draws itself anew for another window,
 * and on a busy machine not at once); 0 means that it does not scroll sideways.
 */
export const overflow = (page: Page): Promise<number> =>
  atRest(page, 0, () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)),
  );

/**
 * What it comes to, when it is not at once what it should be. Each look is at a page that has nothing left to do, however late
 * that comes.
 */
async function atRest<T>(page: Page, right: T, look: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    await idle(page);
    const seen = await look();
    if (seen === right || tries >= (unanswered(page).length === 0 ? 20 : 200)) return seen;
    await page.waitForTimeout(250);
  }
}

/**
 * What a finger misses (screens.md §2, targets of 44 px): each control with its size whose surroundings of 44 px, seen or
 * not, belong to something else. Links within a sentence are as large as its letters.
 */
export const smallTargets = (page: Page): Promise<string[]> => linesAtRest(page, () => missedNow(page));

/** What a look finds wrong, when it is not at once nothing. */
export async function linesAtRest(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  const found = await atRest(page, '', async () => (await look()).join('\n'));
  return found ? found.split('\n') : [];
}

const missedNow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const missed: string[] = [];
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, [role=switch], [role=tab]';
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      // What takes the tap for it: its label, the frame of its field, the tab around its words.
      const whole = control.closest<HTMLElement>(
        'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-switch, .ant-tabs-tab',
      );
      const target = whole ?? control;
      const style = getComputedStyle(control);
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-hidden=true], [inert]'))
        continue;
      if (control.tagName === 'A' && style.display === 'inline') continue;
      target.scrollIntoView({ block: 'center' });
      const { width, height, left, top } = target.getBoundingClientRect();
      if (width === 0 || height === 0 || (width >= 43.5 && height >= 43.5)) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const takes = (dx: number, dy: number): boolean => {
        const hit = document.elementFromPoint(Math.min(innerWidth - 1, Math.max(1, x + dx)), y + dy);
        return (
          hit !== null && (target.contains(hit) || (hit.contains(target) && hit.closest('a, button, label') !== null))
        );
      };
      if (takes(-20, 0) && takes(20, 0) && takes(0, -20) && takes(0, 20)) continue;
      const name = (control.getAttribute('aria-label') ?? control.innerText)
        .trim()
        .replaceAll(/\s+/g, ' ')
        .slice(0, 30);
      missed.push(`${control.tagName.toLowerCase()} “${name}” ${Math.round(width)} × ${Math.round(height)}`);
    }
    return missed;
  });

/** What the browser's console and the page's error toasts complain about from now on. */
export function complaints(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`${page.url()} console: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`${page.url()} error: ${error.message}`));
  return heard;
}

export const errorToasts = (page: Page): Promise<string[]> =>
  page.locator('.ant-notification-notice-error').allInnerTexts();
