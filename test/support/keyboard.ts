import type { Page } from 'playwright-core';
import type { DemoAccount } from '../../src/seed/demo-accounts';
import { comesTo } from './eventually';
import { idle, settled } from './screen-steps';

type Role = Parameters<Page['getByRole']>[0];

/** What may show that an element has the focus: colours of one kind, and the ground that they stand on. */
interface Sign {
  colours: string;
  grounds: string[];
}
interface Step {
  /** What has the focus, in a few words. */
  at: string;
  faults: string[];
  /** Of what had it before: everything about it that is not as it was while it had the focus; null: it is gone. */
  left: { at: string; signs: Sign[] } | null;
}

/** WCAG 1.4.11: what shows a state, against what is beside it. */
const CONTRAST = 3;

/**
 * Somebody without a pointer. Nothing is clicked, filled or focused: keys alone; and after each step the focus stands
 * somewhere (never on the page as a whole), is not covered (WCAG 2.4.11) and can be seen (2.4.7, 1.4.11).
 */
export class Keyboard {
  constructor(readonly page: Page) {}

  /** Presses Tab until the control of this role and name has the focus. */
  async walkTo(role: Role, name: string | RegExp, { most = 30, back = false } = {}): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step < most; step++) {
      if (await this.isAt(role, name)) return;
      passed.push(await this.press(back ? 'Shift+Tab' : 'Tab'));
    }
    if (await this.isAt(role, name)) return;
    throw new Error(`${role} “${name}” is not reached by ${most} × Tab: ${passed.join(' → ')}`);
  }

  /** Presses the key until it stands there: the arrows of a group of radio buttons, of a list. */
  async stepTo(key: string, role: Role, name: string | RegExp, most = 12): Promise<void> {
    const passed: string[] = [];
    for (let step = 0; step <= most; step++) {
      if (await this.isAt(role, name)) return;
      passed.push(await this.press(key));
    }
    throw new Error(`${role} “${name}” is not reached by ${most} × ${key}: ${passed.join(' → ')}`);
  }

  /** One key. @returns what has the focus then */
  async press(key: string): Promise<string> {
    await this.page.evaluate(look, 'before a key' as const);
    await this.page.keyboard.press(key);
    await idle(this.page);
    const { at, faults, left } = await this.page.evaluate(look, 'after a key' as const);
    let unseen = unseenOf(left);
    // antd draws anew what lost the focus some milliseconds later, which a busy machine draws out.
    for (let tries = 0; unseen.length > 0 && tries < 30; tries++) {
      await this.page.waitForTimeout(100);
      unseen = unseenOf((await this.page.evaluate(look, 'later' as const)).left);
    }
    const wrong = [...faults, ...unseen];
    if (wrong.length > 0) throw new Error(`after ${key}, on ${at}: ${wrong.join('; ')}`);
    return at;
  }

  /** Activates what the focus is on: what follows may come later, and take it away. */
  async activate(key: 'Enter' | 'Space' | 'Escape' | 'Tab' = 'Enter'): Promise<void> {
    await this.page.evaluate(forget);
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
    const wanted = this.page.getByRole(role, { name, exact: true });
    return wanted
      .and(this.page.locator(':focus'))
      .count()
      .then((count) => count > 0);
  }

  /** The focus comes there by itself, and stays. Who comes to a page's heading goes on when the page stands. */
  async arrives(role: Role, name: string | RegExp): Promise<void> {
    const now = async () =>
      (await this.isAt(role, name)) ? name : (await this.page.evaluate(look, 'after a key' as const)).at;
    await comesTo(now, name);
    if (role === 'heading') await settled(this.page);
    const { at, faults } = await this.page.evaluate(look, 'after a key' as const);
    if (faults.length > 0) throw new Error(`${at}: ${faults.join('; ')}`);
  }

  /** From the sign-in page to the page behind it, whose heading then has the focus. */
  async signIn({ user_name, password }: Pick<DemoAccount, 'user_name' | 'password'>, heading: string | RegExp) {
    await this.arrives('textbox', 'User name or email');
    await this.type(user_name);
    await this.fill('Password', password);
    await this.activate();
    await this.arrives('heading', heading);
  }
}

/** In the page: what an action changes belongs to it, not to what had the focus. */
function forget(): void {
  Object.assign(globalThis, { keyboardWalk: null, keyboardLeft: null });
}

/**
 * In the page: what has the focus and whether it can be seen, and how what had it before looks without it. How it looks with
 * it is kept when it comes there, and once more before the next key: what draws it then may be late.
 */
function look(when: 'before a key' | 'after a key' | 'later'): Step {
  type Style = Record<string, string>;
  interface Kept {
    element: Element;
    at: string;
    parts: { part: Element; style: Style }[];
  }
  const kept = globalThis as unknown as { keyboardWalk?: Kept | null; keyboardLeft?: Kept | null };
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

  /** The ring may be drawn by the frame of a field, the label around a box, what stands after an input. */
  const partsOf = (one: Element): Element[] => {
    const around: Element[] = [];
    for (let parent = one.parentElement; parent && around.length < 4; parent = parent.parentElement) {
      if (parent.matches('main, body, [role=dialog]')) break;
      around.push(parent);
    }
    const beside = [one.nextElementSibling, one.previousElementSibling].filter((each) => each !== null);
    return [one, ...around, ...beside, ...[...one.querySelectorAll('*')].slice(0, 12)];
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
  /** From what is directly behind to the first ground that nothing shines through. */
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
  let left: Step['left'] = null;
  if (when === 'after a key') kept.keyboardLeft = kept.keyboardWalk;
  const before = kept.keyboardLeft;
  // A heading that a script focuses is no control: it has no outline.
  const isHeading = before?.element.matches(':is(h1, h2)[tabindex="-1"]');
  if (before && !isHeading && before.element !== element && before.element.isConnected) {
    const signs = before.parts.flatMap(({ part, style }) => {
      const now = styleOf(part);
      return Object.keys(style)
        .filter((name) => style[name] && style[name] !== now[name])
        .map((name) => ({ colours: style[name]!, grounds: groundsOf(part.parentElement ?? part) }));
    });
    left = { at: before.at, signs };
  }
  const looks = () => partsOf(element).map((part) => ({ part, style: styleOf(part) }));
  const walk = kept.keyboardWalk;
  if (when === 'before a key' && walk?.element === element) walk.parts.push(...looks());
  if (when === 'after a key' && walk?.element !== element) kept.keyboardWalk = { element, at, parts: looks() };

  const faults: string[] = [];
  if (element === document.body || element === document.documentElement) {
    kept.keyboardWalk = null;
    return { at: 'nothing', faults: ['the focus is lost'], left };
  }
  // A box that is drawn by what stands around it has no size, or cannot be seen, itself.
  let seen: Element = element.closest('.ant-select, .ant-picker, .ant-input-affix-wrapper') ?? element;
  while (
    seen.parentElement &&
    (seen.getBoundingClientRect().width < 4 ||
      seen.getBoundingClientRect().height < 4 ||
      getComputedStyle(seen).opacity === '0')
  )
    seen = seen.parentElement;
  const { left: x, top: y, right, bottom } = seen.getBoundingClientRect();
  const points = [
    [(x + right) / 2, (y + bottom) / 2],
    ...[x + 4, right - 4].flatMap((across) => [y + 4, bottom - 4].map((down) => [across, down])),
  ] as [number, number][];
  const isOwn = (hit: Element | null): boolean =>
    hit !== null && (seen.contains(hit) || (hit.contains(seen) && hit.querySelectorAll('*').length < 60));
  if (!points.some(([across, down]) => isOwn(document.elementFromPoint(across, down))))
    faults.push(`it is covered, or out of the window, at ${[x, y, right, bottom].map(Math.round).join(' ')}`);
  return { at, faults, left };
}

/** What had the focus and looks as it did while it had it. */
function unseenOf(left: Step['left']): string[] {
  if (!left?.signs.every((sign) => contrastOf(sign) < CONTRAST)) return [];
  return [`the focus on ${left.at} could not be seen (${left.signs.map(contrastOf).join(', ') || 'nothing changes'})`];
}

type Colour = readonly [red: number, green: number, blue: number, alpha: number];

/** The best of a sign's colours against its ground. */
function contrastOf({ colours, grounds }: Sign): number {
  const ground = grounds
    .map(read)
    .reduceRight<Colour>((under, [over]) => (over ? blend(over, under) : under), [255, 255, 255, 1]);
  const against = read(colours).map((colour) => ratio(blend(colour, ground), ground));
  return Math.round(Math.max(1, ...against) * 100) / 100;
}

function read(text: string): Colour[] {
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

function ratio(one: Colour, other: Colour): number {
  const [high, low] = [one, other].map(light).toSorted((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function light([red, green, blue]: Colour): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
