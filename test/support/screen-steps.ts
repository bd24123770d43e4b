import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Waits until the page stands: its heading is there and nothing is on its way any more. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.waitForFunction(() => !document.querySelector('.ant-skeleton-active, .kit-skeleton, [aria-busy="true"]'));
}

/** WCAG 2.2 AA as far as axe-core sees it: one line a violation, with the element it is in. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated, not a script tag: the content security policy allows none.
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof import('axe-core') }).axe;
    const { violations: found } = await run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, html }) => `${id}: ${target.join(' ')} ${html.slice(0, 120)}`),
    );
  });
}

/** How many pixels the page is wider than the window; 0 means that it does not scroll sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

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
