import type { Page } from 'playwright-core';
import { waitForFrames } from './screen-steps';
import type { State } from './pairwise';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  round: string;
}

/** Layout of the shell: positions of its parts in whole pixels, and their colours; null when a part is absent. */
export interface ShellLayout {
  shell: Box | null;
  side: Box | null;
  bar: Box | null;
  rail: Box | null;
  header: Box | null;
  main: Box | null;
  entries: { name: string; isLabelled: boolean; left: number; top: number }[];
  page: string;
  top: string;
  menu: string;
  drawing: string;
}

export const readShellLayout = (page: Page): Promise<ShellLayout> =>
  page.evaluate(() => {
    const findVisible = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
    const box = (selector: string) => {
      const element = findVisible(selector);
      if (!element) return null;
      const { left, top, right, bottom, width } = element.getBoundingClientRect();
      const [l, t, r, b, w] = [left, top, right, bottom, width].map((edge) => Math.round(edge) || 0) as [
        number,
        number,
        number,
        number,
        number,
      ];
      return {
        left: l,
        top: t,
        right: r,
        bottom: b,
        width: w,
        round: getComputedStyle(element).borderStartStartRadius,
      };
    };
    const menu = findVisible('.sg-shell .sg-side');
    const drawing = menu ? getComputedStyle(menu, '::before') : null;
    const colour = (element: HTMLElement | undefined): string => {
      if (!element) return '';
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      return backgroundImage === 'none' ? backgroundColor : backgroundImage;
    };
    return {
      shell: box('.sg-shell'),
      side: box('.sg-shell > .sg-side'),
      bar: box('.sg-menubar'),
      rail: box('.sg-rail'),
      header: box('.sg-header'),
      main: box('#content'),
      entries: [...document.querySelectorAll<HTMLElement>('aside.sg-side li > a')]
        .filter((link) => link.checkVisibility())
        .map((link) => {
          const { left, top } = link.getBoundingClientRect();
          const label = link.querySelector('.sg-side-label')!.getBoundingClientRect();
          return {
            name: link.innerText.trim(),
            isLabelled: label.width > 8,
            left: Math.round(left),
            top: Math.round(top),
          };
        }),
      page: getComputedStyle(document.body).backgroundColor,
      top: colour(findVisible('.sg-header')),
      menu: colour(menu),
      drawing: drawing && drawing.content !== 'none' ? drawing.maskImage : 'none',
    };
  });

export const countLabelled = ({ entries }: ShellLayout): number => entries.filter((entry) => entry.isLabelled).length;

/** Applies the layout as if another tab had chosen it: takes effect at once, without a page load. */
export async function applyLayout(page: Page, state: State): Promise<void> {
  await page.evaluate((layout) => {
    localStorage.setItem('layout', layout);
    dispatchEvent(new StorageEvent('storage', { key: 'layout' }));
  }, JSON.stringify(state));
  await waitForFrames(page);
}

/**
 * Faults of the shell: text contrast below 4.5:1 at any end of a gradient or under the drawing, a page wider than the
 * window, a topbar control outside it, no access to the menu.
 */
export const findShellFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Colour = [number, number, number, number];
    const faults: string[] = [];
    const COLOUR = /(?:rgba?|color)\(\s*(srgb\s+)?([^()]+)\)/g;
    const colours = (text: string): Colour[] => {
      const parsed = [...text.matchAll(COLOUR)].map(([, srgb, parts]): Colour => {
        const [r = NaN, g = NaN, b = NaN, a = 1] = parts!
          .trim()
          .split(/[\s,/]+/)
          .map(Number);
        return srgb ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
      });
      // An unknown notation would otherwise pass as no colour.
      const rest = text.replaceAll(COLOUR, '').replaceAll(/(repeating-)?(linear|radial|conic)-gradient\(|url\(/g, '');
      if (parsed.length === 0 || /[a-z]\(/.test(rest) || parsed.flat().some(Number.isNaN))
        faults.push(`unreadable: ${text}`);
      return parsed;
    };
    const blend = ([r, g, b, a]: Colour, under: Colour): Colour => [
      r * a + under[0] * (1 - a),
      g * a + under[1] * (1 - a),
      b * a + under[2] * (1 - a),
      1,
    ];
    const luminance = ([r, g, b]: Colour): number => {
      const [x, y, z] = [r, g, b].map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const contrast = (one: Colour, two: Colour): number => {
      const [high, low] = [luminance(one), luminance(two)].toSorted((a, b) => b - a) as [number, number];
      return (high + 0.05) / (low + 0.05);
    };
    /** All backgrounds behind an element, from the nearest opaque one. */
    const backgrounds = (element: Element | null): Colour[] => {
      if (!element) return [[255, 255, 255, 1]];
      const style = getComputedStyle(element);
      const ownColours = style.backgroundImage.includes('gradient')
        ? colours(style.backgroundImage)
        : colours(style.backgroundColor);
      const drawing = getComputedStyle(element, '::before');
      const isDrawn = drawing.content !== 'none' && drawing.maskImage !== 'none';
      const below =
        ownColours.length > 0 && ownColours.every(([, , , a]) => a === 1) ? [] : backgrounds(element.parentElement);
      const plain =
        below.length > 0 ? below.flatMap((under) => ownColours.map((colour) => blend(colour, under))) : ownColours;
      if (!isDrawn) return plain;
      const [r, g, b] = colours(drawing.backgroundColor)[0] ?? [0, 0, 0];
      return plain.flatMap((ground) => [ground, blend([r, g, b, Number(drawing.opacity)], ground)]);
    };
    const parts = document.querySelectorAll<HTMLElement>('.sg-header *, .sg-side *, #content h1, #content p');
    for (const element of parts) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim() !== '');
      if (!hasText || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width <= 2 || height <= 2 || element.closest('select, .ant-tooltip')) continue;
      const colour = colours(getComputedStyle(element).color)[0] ?? [0, 0, 0, 1];
      const lowest = Math.min(...backgrounds(element).map((ground) => contrast(blend(colour, ground), ground)));
      if (lowest < 4.5) faults.push(`${lowest.toFixed(2)}:1 ${element.innerText.slice(0, 30)}`);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px wider than the window`);
    for (const button of document.querySelectorAll<HTMLElement>('.sg-header button')) {
      const { left, right } = button.getBoundingClientRect();
      if (button.checkVisibility() && (left < -0.5 || right > clientWidth + 0.5))
        faults.push(`outside the window: ${button.getAttribute('aria-label') ?? button.innerText}`);
    }
    const menuControls = [
      ...document.querySelectorAll<HTMLElement>(
        'aside.sg-side li a, .sg-header button[aria-expanded][aria-haspopup=dialog]',
      ),
    ];
    if (!menuControls.some((control) => control.checkVisibility())) faults.push('no way to the menu');
    return faults;
  });
