import type { Page } from 'playwright-core';
import { pendingRequestUrls } from './browser';
import { TIMEOUT_MS } from './eventually';
import { waitForIdle, LOADING_SELECTOR } from './screen-steps';

const LAYER_SELECTOR =
  '.ant-drawer-open, .ant-modal-wrap, .ant-dropdown, .ant-popover, .ant-select-dropdown, .ant-picker-dropdown, dialog[open]';
const DIALOG_SELECTOR = '.ant-drawer-open, .ant-modal-wrap, dialog[open]';

/** Waits until no request is pending and no loading indicator is visible. */
export async function waitUntilStable(page: Page): Promise<void> {
  for (const end = Date.now() + TIMEOUT_MS; ;) {
    await waitForIdle(page);
    const open = pendingRequestUrls(page);
    if (open.length === 0 && (await page.locator(LOADING_SELECTOR).count()) === 0) return;
    if (Date.now() > end) throw new Error(`${page.url()} never stands: ${open.join(', ')}`);
  }
}

/** Navigates as a link within the app does: no document is loaded. */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await waitUntilStable(page);
}

const countLayers = (page: Page, selector = LAYER_SELECTOR): Promise<number> =>
  page.evaluate(
    (layerSelector) =>
      [...document.querySelectorAll(layerSelector)].filter(
        (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0,
      ).length,
    selector,
  );

interface Opener {
  /** Its kind and the pseudo-localized words of its label, without names and digits. */
  readonly key: string;
  readonly kind: string;
}

/** Controls in the topmost layer, or in these parts of the page; the first of several with the same key. */
const findOpeners = (page: Page, parts: string): Promise<Opener[]> =>
  page.evaluate(
    ([layerSelector, rootSelector]) => {
      const isVisible = (one: Element) =>
        one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
      const topLayer = [...document.querySelectorAll(layerSelector)].filter(isVisible).at(-1);
      const openersByKey = new Map<string, { key: string; kind: string }>();
      // Rows are opened through their menus.
      const CONTROLS =
        'button:not(.kit-row-opener), [role=combobox], [role=tab], [role=menuitem], .ant-picker input, summary';
      for (const root of topLayer ? [topLayer] : document.querySelectorAll(rootSelector))
        for (const one of root.querySelectorAll<HTMLElement>(CONTROLS)) {
          if (one.matches(':disabled, [aria-disabled=true]') || one.closest('[inert], .ant-picker-panel')) continue;
          if (!isVisible(one.closest('.ant-select') ?? one)) continue;
          const label =
            one.getAttribute('aria-label') ||
            one.closest('.ant-form-item')?.querySelector('label')?.textContent ||
            one.getAttribute('title') ||
            one.textContent ||
            '';
          const kind = one.matches('[role=combobox]')
            ? 'list'
            : one.closest('.ant-picker')
              ? 'calendar'
              : one.matches('[role=menuitem]')
                ? 'entry'
                : one.matches('.ant-btn-dangerous, [type=submit], .ant-btn-primary')
                  ? 'deed'
                  : 'button';
          const key = `${kind} ${label
            .replaceAll(/[^\p{L}]+|[A-Za-z]+/gu, ' ')
            .trim()
            .slice(0, 60)}`;
          if (openersByKey.has(key)) continue;
          one.dataset.opener = key;
          openersByKey.set(key, { key, kind });
        }
      return [...openersByKey.values()];
    },
    [LAYER_SELECTOR, parts] as const,
  );

/** Dispatches the events of a click, even to an element that moves. @returns whether it still exists */
const clickOpener = (page: Page, key: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const one = [...document.querySelectorAll<HTMLElement>('[data-opener]')].find(
      (each) => each.dataset.opener === wanted && each.isConnected,
    );
    if (!one) return false;
    const target = one.closest('.ant-select')?.querySelector<HTMLElement>('.ant-select-selector') ?? one;
    target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
    one.focus();
    target.dispatchEvent(new MouseEvent('mouseup', { bubbles: true }));
    target.click();
    return true;
  }, key);

/** Closes all layers over the page at this address: by Escape, else by navigating away and back. */
async function closeLayers(page: Page, address: string): Promise<void> {
  for (let tries = 0; tries < 2 && (await countLayers(page)) > 0; tries++) {
    await page.keyboard.press('Escape');
    await waitUntilStable(page);
  }
  const isBack = async () => page.url() === address && (await countLayers(page)) === 0;
  if (await isBack()) return;
  const { pathname, search } = new URL(address);
  await navigateInApp(page, '/no-such-page');
  await navigateInApp(page, pathname + search);
  if (await isBack()) return;
  await page.goto(address);
  await waitUntilStable(page);
}

export interface Exploration {
  /** Called when the screen has changed. */
  onChange(where: string): Promise<void>;
  /** Called when a drawer or dialog has opened. */
  onLayer(where: string): Promise<void>;
  /** Keys of controls opened before, on any page. */
  readonly visited: Set<string>;
  /** Pseudo-localized labels of controls that are never clicked. */
  readonly excluded: readonly string[];
  /** Pseudo-localized labels of controls that are opened again on each page. */
  readonly perPage: readonly string[];
}

/**
 * Opens every control in these parts of a page once: lists, calendars, menus and their entries, drawers and dialogs
 * with their own lists and calendars. Changes no data: submit buttons are clicked on pages only (an empty form shows
 * its errors), never in a layer.
 */
export async function exploreControls(
  page: Page,
  exploration: Exploration,
  where: string,
  parts = 'main',
): Promise<void> {
  const address = page.url();
  for (const { key } of filterUnvisited(await findOpeners(page, parts), exploration, where)) {
    if (!(await openControl(page, key, parts))) continue;
    const at = `${where}, ${key}`;
    await exploration.onChange(at);
    const layers = await countLayers(page);
    const openers = layers > 0 ? filterUnvisited(await findOpeners(page, parts), exploration, where) : [];
    if ((await countLayers(page, DIALOG_SELECTOR)) > 0) {
      await exploration.onLayer(at);
      for (const inner of openers.filter(({ kind }) => kind !== 'deed' && kind !== 'entry')) {
        if (!(await openControl(page, inner.key, parts))) continue;
        await exploration.onChange(`${at}, ${inner.key}`);
        if ((await countLayers(page)) > layers) await page.keyboard.press('Escape');
        if ((await countLayers(page)) < layers) break;
      }
    }
    for (const entry of openers.filter(({ kind }) => kind === 'entry')) {
      if ((await countLayers(page)) === 0) await openControl(page, key, parts);
      if (!(await openControl(page, entry.key, parts))) continue;
      await exploration.onChange(`${at}, ${entry.key}`);
      if ((await countLayers(page, DIALOG_SELECTOR)) > 0) await exploration.onLayer(`${at}, ${entry.key}`);
      await closeLayers(page, address);
    }
    await closeLayers(page, address);
  }
}

function filterUnvisited(
  openers: readonly Opener[],
  { visited, excluded, perPage }: Exploration,
  where: string,
): Opener[] {
  return openers.filter(({ key }) => {
    const visitKey = perPage.some((label) => key.includes(label)) ? `${where} ${key}` : key;
    if (visited.has(visitKey) || excluded.some((label) => key.includes(label))) return false;
    visited.add(visitKey);
    return true;
  });
}

async function openControl(page: Page, key: string, parts: string): Promise<boolean> {
  if (!(await clickOpener(page, key))) {
    // Re-rendered since: another element has the same key.
    await findOpeners(page, parts);
    if (!(await clickOpener(page, key))) return false;
  }
  await waitUntilStable(page);
  return true;
}
