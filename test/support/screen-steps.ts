import { readFileSync } from 'node:fs';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { networkIdleMs, pendingRequestUrls } from './browser';
import { eventually } from './eventually';

/** The minified build, because it is injected into each document. */
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Waits two animation frames, so that the current state is painted. */
export const waitForFrames = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
  );

/** Longer than an animated page goes without an idle moment between frames. */
const BUSY_MS = 2_000;

/** Waits two frames and an idle callback, as a page that renders step by step lets frames pass. */
export const waitForIdle = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    (maxMs) =>
      new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => done(true), { timeout: maxMs })),
        ),
      ),
    BUSY_MS,
  );

/** Loading indicators. */
export const LOADING_SELECTOR = '.ant-skeleton-active, .kit-skeleton, .rep-skeleton, [aria-busy="true"]';

/** A page sends its next request directly after a response or after rendering it. */
const QUIET_MS = 100;

/**
 * Waits until the page is loaded: its heading is there, no request is pending, and rendering causes no more requests.
 * Playwright's "networkidle" comes half a second later, only once per document, and never when a response is not read
 * completely (a refused change).
 */
export async function waitForPageLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await eventually(async () => {
    await waitForIdle(page);
    const loading = await page.locator(LOADING_SELECTOR).count();
    return [pendingRequestUrls(page), loading, networkIdleMs(page) >= QUIET_MS];
  }, [[], 0, true]);
}

/** WCAG 2.2 AA violations found by axe-core, one line each. `colours` checks only the colour rules. */
export const axeViolations = (page: Page, ruleSet: 'all' | 'colours' = 'all'): Promise<string[]> =>
  pollUntilNone(page, () => runAxe(page, ruleSet));

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

async function runAxe(page: Page, ruleSet: 'all' | 'colours'): Promise<string[]> {
  // Evaluated, because the content security policy allows no script tag.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const rules: RunOptions['runOnly'] =
    ruleSet === 'all' ? { type: 'tag', values: TAGS } : { type: 'rule', values: COLOUR_RULES };
  return page.evaluate(async (runOnly) => {
    const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations: results } = await run(document, {
      runOnly,
      resultTypes: ['violations'],
      // Loads the style sheets again, for a rule that is not used here.
      preload: false,
    });
    return results.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 120)}`),
    );
  }, rules);
}

/** How many pixels the page is wider than the window after adapting to it; 0: no sideways scrolling. */
export const horizontalOverflow = (page: Page): Promise<number> =>
  pollUntilExpected(page, 0, () =>
    page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)),
  );

/** Reads until the value is the expected one, at idle moments of the page; returns the last value. */
async function pollUntilExpected<T>(page: Page, expected: T, read: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    await waitForIdle(page);
    const actual = await read();
    if (actual === expected || attempt >= (pendingRequestUrls(page).length === 0 ? 20 : 200)) return actual;
    await page.waitForTimeout(250);
  }
}

/** Touch targets whose surrounding 44 px belong to another element, with their size; links in text are exempt. */
export const smallTargets = (page: Page): Promise<string[]> => pollUntilNone(page, () => findSmallTargets(page));

/** Polls until there are no lines; returns the last lines. */
export async function pollUntilNone(page: Page, read: () => Promise<string[]>): Promise<string[]> {
  const results = await pollUntilExpected(page, '', async () => (await read()).join('\n'));
  return results ? results.split('\n') : [];
}

const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const smallControls: string[] = [];
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, [role=switch], [role=tab]';
    for (const control of document.querySelectorAll<HTMLElement>(controls)) {
      // The element that receives the tap: its label, the frame of its field, its tab.
      const wrapper = control.closest<HTMLElement>(
        'label, .ant-select, .ant-picker, .ant-input-affix-wrapper, .ant-input-number, .ant-switch, .ant-tabs-tab',
      );
      const target = wrapper ?? control;
      const style = getComputedStyle(control);
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('[aria-hidden=true], [inert]'))
        continue;
      if (control.tagName === 'A' && style.display === 'inline') continue;
      target.scrollIntoView({ block: 'center' });
      const { width, height, left, top } = target.getBoundingClientRect();
      if (width === 0 || height === 0 || (width >= 43.5 && height >= 43.5)) continue;
      const [x, y] = [left + width / 2, top + height / 2];
      const isHit = (dx: number, dy: number): boolean => {
        const hit = document.elementFromPoint(Math.min(innerWidth - 1, Math.max(1, x + dx)), y + dy);
        return (
          hit !== null && (target.contains(hit) || (hit.contains(target) && hit.closest('a, button, label') !== null))
        );
      };
      if (isHit(-20, 0) && isHit(20, 0) && isHit(0, -20) && isHit(0, 20)) continue;
      const name = (control.getAttribute('aria-label') ?? control.innerText)
        .trim()
        .replaceAll(/\s+/g, ' ')
        .slice(0, 30);
      smallControls.push(`${control.tagName.toLowerCase()} “${name}” ${Math.round(width)} × ${Math.round(height)}`);
    }
    return smallControls;
  });

/** Collects console errors and uncaught errors of the page from now on. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()} console: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`${page.url()} error: ${error.message}`));
  return errors;
}

export const errorToasts = (page: Page): Promise<string[]> =>
  page.locator('.ant-notification-notice-error').allInnerTexts();
