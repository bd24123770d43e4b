import type { Page } from 'playwright-core';
import type { DemoAccount } from '../../src/seed/demo-accounts';
import { eventually } from './eventually';
import { waitForIdle, waitForPageLoaded } from './screen-steps';

type Role = Parameters<Page['getByRole']>[0];

/** A possible focus indicator: its colours and the backgrounds behind it. */
interface FocusIndicator {
  colours: string;
  grounds: string[];
}
interface Step {
  /** A short description of the focused element. */
  at: string;
  faults: string[];
  /** Style changes of the previously focused element since it lost the focus; null when it is gone. */
  previousFocus: { at: string; indicators: FocusIndicator[] } | null;
}

/** Minimum contrast of a state indicator (WCAG 1.4.11). */
const CONTRAST = 3;

/**
 * A user who only has a keyboard. After each step the focus is on an element (never on the page as a whole), is not
 * covered (WCAG 2.4.11) and is visible (2.4.7, 1.4.11).
 */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Presses Tab until the control of this role and name has the focus. */
  async walkTo(role: Role, name: string | RegExp, { most: maxSteps = 30, back = false } = {}): Promise<void> {
    const visitedElements: string[] = [];
    for (let step = 0; step < maxSteps; step++) {
      if (await this.isAt(role, name)) return;
      visitedElements.push(await this.press(back ? 'Shift+Tab' : 'Tab'));
    }
    if (await this.isAt(role, name)) return;
    throw new Error(`${role} “${name}” is not reached by ${maxSteps} × Tab: ${visitedElements.join(' → ')}`);
  }

  /** Presses the key until the control has the focus: arrow keys in a radio group or a list. */
  async stepTo(key: string, role: Role, name: string | RegExp, maxSteps = 12): Promise<void> {
    const visitedElements: string[] = [];
    for (let step = 0; step <= maxSteps; step++) {
      if (await this.isAt(role, name)) return;
      visitedElements.push(await this.press(key));
    }
    throw new Error(`${role} “${name}” is not reached by ${maxSteps} × ${key}: ${visitedElements.join(' → ')}`);
  }

  /** Presses one key. @returns a description of the focused element */
  async press(key: string): Promise<string> {
    await this.page.evaluate(inspectFocus, 'before a key' as const);
    await this.page.keyboard.press(key);
    await waitForIdle(this.page);
    const { at, faults, previousFocus } = await this.page.evaluate(inspectFocus, 'after a key' as const);
    let invisible = invisibleFocusFaults(previousFocus);
    // antd redraws the element that lost the focus some milliseconds later, more on a busy machine.
    for (let tries = 0; invisible.length > 0 && tries < 30; tries++) {
      await this.page.waitForTimeout(100);
      invisible = invisibleFocusFaults((await this.page.evaluate(inspectFocus, 'later' as const)).previousFocus);
    }
    const allFaults = [...faults, ...invisible];
    if (allFaults.length > 0) throw new Error(`after ${key}, on ${at}: ${allFaults.join('; ')}`);
    return at;
  }

  /** Activates the focused element, which may move the focus. */
  async activate(key: 'Enter' | 'Space' | 'Escape' | 'Tab' = 'Enter'): Promise<void> {
    await this.page.evaluate(resetFocusTracking);
    await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Walks to a field and types into it. */
  async fill(name: string | RegExp, text: string): Promise<void> {
    await this.walkTo('textbox', name);
    await this.type(text);
  }

  isAt(role: Role, name: string | RegExp): Promise<boolean> {
    const locator = this.page.getByRole(role, { name, exact: true });
    return locator
      .and(this.page.locator(':focus'))
      .count()
      .then((count) => count > 0);
  }

  /** Waits until the focus is there without a key press. A page heading also waits until the page is loaded. */
  async waitForFocus(role: Role, name: string | RegExp): Promise<void> {
    const now = async () =>
      (await this.isAt(role, name)) ? name : (await this.page.evaluate(inspectFocus, 'after a key' as const)).at;
    await eventually(now, name);
    if (role === 'heading') await waitForPageLoaded(this.page);
    const { at, faults } = await this.page.evaluate(inspectFocus, 'after a key' as const);
    if (faults.length > 0) throw new Error(`${at}: ${faults.join('; ')}`);
  }

  /** Signs in; the heading of the next page then has the focus. */
  async signIn({ user_name, password }: Pick<DemoAccount, 'user_name' | 'password'>, heading: string | RegExp) {
    await this.waitForFocus('textbox', 'User name or email');
    await this.type(user_name);
    await this.fill('Password', password);
    await this.activate();
    await this.waitForFocus('heading', heading);
  }
}

/** Runs in the page. Style changes after an action are not attributed to the focus. */
function resetFocusTracking(): void {
  Object.assign(globalThis, { keyboardWalk: null, keyboardLeft: null });
}

/**
 * Runs in the page. Describes the focused element, whether it is visible, and how the previous one changed. Focus
 * styles are recorded on arrival and before the next key, because they may be drawn late.
 */
function inspectFocus(when: 'before a key' | 'after a key' | 'later'): Step {
  type Style = Record<string, string>;
  interface TrackedFocus {
    element: Element;
    at: string;
    parts: { part: Element; style: Style }[];
  }
  const tracking = globalThis as unknown as { keyboardWalk?: TrackedFocus | null; keyboardLeft?: TrackedFocus | null };
  const element = document.activeElement ?? document.body;
  const at = `${element.tagName.toLowerCase()} “${(
    element.getAttribute('aria-label') ??
    (element as HTMLInputElement).labels?.[0]?.textContent ??
    element.textContent ??
    ''
  )
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 40)}”`;

  /** The focus ring may be drawn by a wrapper, by the label around a box or by a sibling. */
  const partsOf = (part: Element): Element[] => {
    const around: Element[] = [];
    for (let parent = part.parentElement; parent && around.length < 4; parent = parent.parentElement) {
      if (parent.matches('main, body, [role=dialog]')) break;
      around.push(parent);
    }
    const beside = [part.nextElementSibling, part.previousElementSibling].filter((each) => each !== null);
    return [part, ...around, ...beside, ...[...part.querySelectorAll('*')].slice(0, 12)];
  };
  const styleOf = (part: Element): Style => {
    const own = getComputedStyle(part);
    const after = getComputedStyle(part, '::after');
    return {
      outline: own.outlineStyle === 'none' || own.outlineWidth === '0px' ? '' : own.outlineColor,
      shadow: own.boxShadow === 'none' ? '' : own.boxShadow,
      border: own.borderTopWidth === '0px' ? '' : own.borderTopColor,
      back: own.backgroundColor,
      after: after.content === 'none' || after.outlineStyle === 'none' ? '' : after.outlineColor,
    };
  };
  /** Backgrounds from the element outwards to the first opaque one. */
  const groundsOf = (part: Element): string[] => {
    const grounds: string[] = [];
    for (let one: Element | null = part; one; one = one.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(one);
      if (backgroundImage.includes('gradient')) return [...grounds, backgroundImage.match(/rgb[^)]+\)/)?.[0] ?? ''];
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') grounds.push(backgroundColor);
      if (backgroundColor.startsWith('rgb(')) return grounds;
    }
    return [...grounds, 'rgb(255, 255, 255)'];
  };
  let previousFocus: Step['previousFocus'] = null;
  if (when === 'after a key') tracking.keyboardLeft = tracking.keyboardWalk;
  const before = tracking.keyboardLeft;
  // A heading focused by a script is not a control: it has no outline.
  const isHeading = before?.element.matches(':is(h1, h2)[tabindex="-1"]');
  if (before && !isHeading && before.element !== element && before.element.isConnected) {
    const indicators = before.parts.flatMap(({ part, style }) => {
      const now = styleOf(part);
      return Object.keys(style)
        .filter((name) => style[name] && style[name] !== now[name])
        .map((name) => ({ colours: style[name]!, grounds: groundsOf(part.parentElement ?? part) }));
    });
    previousFocus = { at: before.at, indicators };
  }
  const currentStyles = () => partsOf(element).map((part) => ({ part, style: styleOf(part) }));
  const walk = tracking.keyboardWalk;
  if (when === 'before a key' && walk?.element === element) walk.parts.push(...currentStyles());
  if (when === 'after a key' && walk?.element !== element)
    tracking.keyboardWalk = { element, at, parts: currentStyles() };

  const faults: string[] = [];
  if (element === document.body || element === document.documentElement) {
    tracking.keyboardWalk = null;
    return { at: 'nothing', faults: ['the focus is lost'], previousFocus };
  }
  // An input drawn by its wrapper has no size or is transparent itself.
  let visibleElement: Element = element.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper') ?? element;
  while (
    visibleElement.parentElement &&
    (visibleElement.getBoundingClientRect().width < 4 ||
      visibleElement.getBoundingClientRect().height < 4 ||
      getComputedStyle(visibleElement).opacity === '0')
  )
    visibleElement = visibleElement.parentElement;
  const { left: x, top: y, right, bottom } = visibleElement.getBoundingClientRect();
  const points = [
    [(x + right) / 2, (y + bottom) / 2],
    ...[x + 4, right - 4].flatMap((across) => [y + 4, bottom - 4].map((down) => [across, down])),
  ] as [number, number][];
  const isOwn = (hit: Element | null): boolean =>
    hit !== null &&
    (visibleElement.contains(hit) || (hit.contains(visibleElement) && hit.querySelectorAll('*').length < 60));
  if (!points.some(([across, down]) => isOwn(document.elementFromPoint(across, down))))
    faults.push(`it is covered, or out of the window, at ${[x, y, right, bottom].map(Math.round).join(' ')}`);
  return { at, faults, previousFocus };
}

/** Reports when the previous element looks the same with and without the focus. */
function invisibleFocusFaults(previousFocus: Step['previousFocus']): string[] {
  if (!previousFocus?.indicators.every((indicator) => contrastOf(indicator) < CONTRAST)) return [];
  return [
    `the focus on ${previousFocus.at} could not be seen (${previousFocus.indicators.map(contrastOf).join(', ') || 'nothing changes'})`,
  ];
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** The highest contrast of the indicator's colours against their background. */
function contrastOf({ colours, grounds }: FocusIndicator): number {
  const ground = grounds
    .map(parseColours)
    .reduceRight<Colour>((under, [over]) => (over ? blend(over, under) : under), [255, 255, 255, 1]);
  const against = parseColours(colours).map((colour) => contrastRatio(blend(colour, ground), ground));
  return Math.round(Math.max(1, ...against) * 100) / 100;
}

function parseColours(text: string): Colour[] {
  return [...text.matchAll(/(rgba?|color)\(\s*(?:srgb\s+)?([^)]+)\)/g)].map(([, kind, parts]) => {
    const [red = 0, green = 0, blue = 0, alpha = 1] = parts!.split(/[\s,/]+/).map(Number);
    const scale = kind === 'color' ? 255 : 1;
    return [red * scale, green * scale, blue * scale, alpha];
  });
}

const blend = ([r, g, b, a]: Colour, under: Colour): Colour => [
  r * a + under[0] * (1 - a),
  g * a + under[1] * (1 - a),
  b * a + under[2] * (1 - a),
  1,
];

function contrastRatio(first: Colour, second: Colour): number {
  const [high, low] = [first, second].map(luminance).toSorted((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
