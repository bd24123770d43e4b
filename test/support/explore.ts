import type { Page } from 'playwright-core';
import { unanswered } from './browser';
import { PATIENCE_MS } from './eventually';
import { idle, LOADING } from './screen-steps';

const LAYERS =
  '.ant-drawer-open, .ant-modal-wrap, .ant-dropdown, .ant-popover, .ant-select-dropdown, .ant-picker-dropdown, dialog[open]';
const WORK_LAYERS = '.ant-drawer-open, .ant-modal-wrap, dialog[open]';

/** Nothing is on its way and what has come is drawn. */
export async function stands(page: Page): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ;) {
    await idle(page);
    const open = unanswered(page);
    if (open.length === 0 && (await page.locator(LOADING).count()) === 0) return;
    if (Date.now() > end) throw new Error(`${page.url()} never stands: ${open.join(', ')}`);
  }
}

/** As a link within the product does it: no document is loaded. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await stands(page);
}

const layersOver = (page: Page, selector = LAYERS): Promise<number> =>
  page.evaluate(
    (over) =>
      [...document.querySelectorAll(over)].filter(
        (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0,
      ).length,
    selector,
  );

interface Opener {
  /** Its kind and the pseudo words on it, without names and figures. */
  readonly sign: string;
  readonly kind: string;
}

/** What can be pressed in the topmost layer, or in these parts of the page; of several that say the same the first. */
const openersIn = (page: Page, parts: string): Promise<Opener[]> =>
  page.evaluate(
    ([over, within]) => {
      const shown = (one: Element) =>
        one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0;
      const top = [...document.querySelectorAll(over)].filter(shown).at(-1);
      const found = new Map<string, { sign: string; kind: string }>();
      // Rows are opened by their menus.
      const CONTROLS =
        'button:not(.kit-row-opener), [role=combobox], [role=tab], [role=menuitem], .ant-picker input, summary';
      for (const root of top ? [top] : document.querySelectorAll(within))
        for (const one of root.querySelectorAll<HTMLElement>(CONTROLS)) {
          if (one.matches(':disabled, [aria-disabled=true]') || one.closest('[inert], .ant-picker-panel')) continue;
          if (!shown(one.closest('.ant-select') ?? one)) continue;
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
          const sign = `${kind} ${label
            .replaceAll(/[^\p{L}]+|[A-Za-z]+/gu, ' ')
            .trim()
            .slice(0, 60)}`;
          if (found.has(sign)) continue;
          one.dataset.opener = sign;
          found.set(sign, { sign, kind });
        }
      return [...found.values()];
    },
    [LAYERS, parts] as const,
  );

/** As the pointer does it, wherever it stands and whatever moves. @returns whether it is there */
const pressed = (page: Page, sign: string): Promise<boolean> =>
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
  }, sign);

/** Nothing lies over the page at this address. By Escape, as its reader does it; else by way of another page. */
async function clear(page: Page, address: string): Promise<void> {
  for (let tries = 0; tries < 2 && (await layersOver(page)) > 0; tries++) {
    await page.keyboard.press('Escape');
    await stands(page);
  }
  const isBack = async () => page.url() === address && (await layersOver(page)) === 0;
  if (await isBack()) return;
  const { pathname, search } = new URL(address);
  await goWithin(page, '/no-such-page');
  await goWithin(page, pathname + search);
  if (await isBack()) return;
  await page.goto(address);
  await stands(page);
}

export interface Walk {
  /** Something else is seen than before. */
  look(where: string): Promise<void>;
  /** A drawer or a dialog has come, with a layout of its own. */
  measure(where: string): Promise<void>;
  /** What was opened before, here or elsewhere. */
  readonly known: Set<string>;
  /** Pseudo words on what is never pressed. */
  readonly never: readonly string[];
  /** Pseudo words on what is opened on each page anew. */
  readonly anew: readonly string[];
}

/**
 * Opens whatever these parts of a page offer, each once: lists, calendars, menus and what their entries open, drawers and
 * dialogs with the lists and calendars in them. Nothing is done: what would be a deed is pressed on pages (an empty form
 * says what it lacks), never in a layer.
 */
export async function openAll(page: Page, walk: Walk, where: string, parts = 'main'): Promise<void> {
  const address = page.url();
  for (const { sign } of fresh(await openersIn(page, parts), walk, where)) {
    if (!(await opened(page, sign, parts))) continue;
    const at = `${where}, ${sign}`;
    await walk.look(at);
    const layers = await layersOver(page);
    const offered = layers > 0 ? fresh(await openersIn(page, parts), walk, where) : [];
    if ((await layersOver(page, WORK_LAYERS)) > 0) {
      await walk.measure(at);
      for (const inner of offered.filter(({ kind }) => kind !== 'deed' && kind !== 'entry')) {
        if (!(await opened(page, inner.sign, parts))) continue;
        await walk.look(`${at}, ${inner.sign}`);
        if ((await layersOver(page)) > layers) await page.keyboard.press('Escape');
        if ((await layersOver(page)) < layers) break;
      }
    }
    for (const entry of offered.filter(({ kind }) => kind === 'entry')) {
      if ((await layersOver(page)) === 0) await opened(page, sign, parts);
      if (!(await opened(page, entry.sign, parts))) continue;
      await walk.look(`${at}, ${entry.sign}`);
      if ((await layersOver(page, WORK_LAYERS)) > 0) await walk.measure(`${at}, ${entry.sign}`);
      await clear(page, address);
    }
    await clear(page, address);
  }
}

function fresh(offered: readonly Opener[], { known, never, anew }: Walk, where: string): Opener[] {
  return offered.filter(({ sign }) => {
    const key = anew.some((label) => sign.includes(label)) ? `${where} ${sign}` : sign;
    if (known.has(key) || never.some((label) => sign.includes(label))) return false;
    known.add(key);
    return true;
  });
}

async function opened(page: Page, sign: string, parts: string): Promise<boolean> {
  if (!(await pressed(page, sign))) {
    // Drawn anew since: it is another element that says so.
    await openersIn(page, parts);
    if (!(await pressed(page, sign))) return false;
  }
  await stands(page);
  return true;
}
