import type { Page } from 'playwright-core';
import { drawn } from './screen-steps';
import type { State } from './pairs';

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  round: string;
}

/** What the shell looks like: where its parts stand, in whole pixels, and their colours; null: it is not there. */
export interface Look {
  shell: Box | null;
  side: Box | null;
  bar: Box | null;
  rail: Box | null;
  header: Box | null;
  main: Box | null;
  entries: { name: string; labelled: boolean; left: number; top: number }[];
  page: string;
  top: string;
  menu: string;
  drawing: string;
}

export const lookOf = (page: Page): Promise<Look> =>
  page.evaluate(() => {
    const seen = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility());
    const box = (selector: string) => {
      const one = seen(selector);
      if (!one) return null;
      const { left, top, right, bottom, width } = one.getBoundingClientRect();
      const [l, t, r, b, w] = [left, top, right, bottom, width].map((edge) => Math.round(edge) || 0) as [
        number,
        number,
        number,
        number,
        number,
      ];
      return { left: l, top: t, right: r, bottom: b, width: w, round: getComputedStyle(one).borderStartStartRadius };
    };
    const menu = seen('.sg-shell .sg-side');
    const drawing = menu ? getComputedStyle(menu, '::before') : null;
    const colour = (one: HTMLElement | undefined): string => {
      if (!one) return '';
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
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
            labelled: label.width > 8,
            left: Math.round(left),
            top: Math.round(top),
          };
        }),
      page: getComputedStyle(document.body).backgroundColor,
      top: colour(seen('.sg-header')),
      menu: colour(menu),
      drawing: drawing && drawing.content !== 'none' ? drawing.maskImage : 'none',
    };
  });

export const labelled = ({ entries }: Look): number => entries.filter((entry) => entry.labelled).length;

/** As if another tab had chosen it: the product follows at once, and no page is loaded. */
export async function wear(page: Page, state: State): Promise<void> {
  await page.evaluate((layout) => {
    localStorage.setItem('layout', layout);
    dispatchEvent(new StorageEvent('storage', { key: 'layout' }));
  }, JSON.stringify(state));
  await drawn(page);
}

/**
 * What is wrong with the shell as it stands: words under 4.5:1 on any end of a gradient and under the drawing, a page that is
 * wider than the window, a control of the topbar outside of it, no way to the menu.
 */
export const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Colour = [number, number, number, number];
    const faults: string[] = [];
    const COLOUR = /(?:rgba?|color)\(\s*(srgb\s+)?([^()]+)\)/g;
    const colours = (text: string): Colour[] => {
      const read = [...text.matchAll(COLOUR)].map(([, srgb, parts]): Colour => {
        const [r = NaN, g = NaN, b = NaN, a = 1] = parts!
          .trim()
          .split(/[\s,/]+/)
          .map(Number);
        return srgb ? [r * 255, g * 255, b * 255, a] : [r, g, b, a];
      });
      // A notation that is not known here would else pass as no colour at all.
      const rest = text.replaceAll(COLOUR, '').replaceAll(/(repeating-)?(linear|radial|conic)-gradient\(|url\(/g, '');
      if (read.length === 0 || /[a-z]\(/.test(rest) || read.flat().some(Number.isNaN))
        faults.push(`unreadable: ${text}`);
      return read;
    };
    const over = ([r, g, b, a]: Colour, under: Colour): Colour => [
      r * a + under[0] * (1 - a),
      g * a + under[1] * (1 - a),
      b * a + under[2] * (1 - a),
      1,
    ];
    const light = ([r, g, b]: Colour): number => {
      const [x, y, z] = [r, g, b].map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * x + 0.7152 * y + 0.0722 * z;
    };
    const contrast = (one: Colour, two: Colour): number => {
      const [high, low] = [light(one), light(two)].toSorted((a, b) => b - a) as [number, number];
      return (high + 0.05) / (low + 0.05);
    };
    /** Everything that may stand behind an element, from the nearest opaque ground on. */
    const grounds = (element: Element | null): Colour[] => {
      if (!element) return [[255, 255, 255, 1]];
      const style = getComputedStyle(element);
      const own = style.backgroundImage.includes('gradient')
        ? colours(style.backgroundImage)
        : colours(style.backgroundColor);
      const drawing = getComputedStyle(element, '::before');
      const isDrawn = drawing.content !== 'none' && drawing.maskImage !== 'none';
      const below = own.length > 0 && own.every(([, , , a]) => a === 1) ? [] : grounds(element.parentElement);
      const plain = below.length > 0 ? below.flatMap((under) => own.map((colour) => over(colour, under))) : own;
      if (!isDrawn) return plain;
      const [r, g, b] = colours(drawing.backgroundColor)[0] ?? [0, 0, 0];
      return plain.flatMap((ground) => [ground, over([r, g, b, Number(drawing.opacity)], ground)]);
    };
    const parts = document.querySelectorAll<HTMLElement>('.sg-header *, .sg-side *, #content h1, #content p');
    for (const element of parts) {
      const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent!.trim() !== '');
      if (!says || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { width, height } = element.getBoundingClientRect();
      if (width <= 2 || height <= 2 || element.closest('select, .ant-tooltip')) continue;
      const colour = colours(getComputedStyle(element).color)[0] ?? [0, 0, 0, 1];
      const least = Math.min(...grounds(element).map((ground) => contrast(over(colour, ground), ground)));
      if (least < 4.5) faults.push(`${least.toFixed(2)}:1 ${element.innerText.slice(0, 30)}`);
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`${scrollWidth - clientWidth} px wider than the window`);
    for (const button of document.querySelectorAll<HTMLElement>('.sg-header button')) {
      const { left, right } = button.getBoundingClientRect();
      if (button.checkVisibility() && (left < -0.5 || right > clientWidth + 0.5))
        faults.push(`outside the window: ${button.getAttribute('aria-label') ?? button.innerText}`);
    }
    const ways = [
      ...document.querySelectorAll<HTMLElement>(
        'aside.sg-side li a, .sg-header button[aria-expanded][aria-haspopup=dialog]',
      ),
    ];
    if (!ways.some((way) => way.checkVisibility())) faults.push('no way to the menu');
    return faults;
  });
