import type { Page } from 'playwright-core';

/** An entry of the browser's accessibility tree: what a screen reader has to say of an element. */
export interface Heard {
  role: string;
  name: string;
  description: string;
  value: string;
  /** level, expanded, checked, pressed, selected, required, invalid, valuetext … as the browser says them. */
  states: Record<string, unknown>;
  children: Heard[];
}

interface Raw {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  value?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
}

const CONTROLS = new Set(
  'button link textbox searchbox combobox checkbox radio switch spinbutton slider tab menuitem option'.split(' '),
);
const LANDMARKS = new Set('banner main navigation complementary contentinfo region form search'.split(' '));
/** Nothing of their own to say: their children stand for them. */
const SILENT = new Set(['none', 'generic', 'InlineTextBox', 'LineBreak', 'ListMarker']);

/** The whole page as the browser tells it to a screen reader, by the protocol of its own developer tools. */
export async function treeOf(page: Page): Promise<Heard> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: Raw[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const heardOf = ({ ignored, childIds = [], ...raw }: Raw): Heard[] => {
    const children = childIds.flatMap((id) => (byId.has(id) ? heardOf(byId.get(id)!) : []));
    const role = raw.role?.value ?? '';
    if (ignored || (SILENT.has(role) && !raw.name?.value)) return children;
    return [
      {
        ...{ role, children },
        name: (raw.name?.value ?? '').replaceAll(/\s+/g, ' ').trim(),
        description: (raw.description?.value ?? '').replaceAll(/\s+/g, ' ').trim(),
        value: String(raw.value?.value ?? ''),
        states: Object.fromEntries((raw.properties ?? []).map(({ name, value }) => [name, value.value])),
      },
    ];
  };
  return heardOf(nodes[0]!)[0]!;
}

/** All below it, in the order in which they are read. */
export const everyOne = (heard: Heard): Heard[] => heard.children.flatMap((child) => [child, ...everyOne(child)]);

export const ofRole = (heard: Heard, ...roles: string[]): Heard[] =>
  everyOne(heard).filter(({ role }) => roles.includes(role));

/** The one of this role and name. */
export function theOne(heard: Heard, role: string, name: string | RegExp): Heard {
  const all = ofRole(heard, role);
  const found = all.filter((one) => (typeof name === 'string' ? one.name === name : name.test(one.name)));
  if (found.length !== 1)
    throw new Error(
      `${found.length} × ${role} “${String(name)}” among ${all.map((one) => `“${one.name}”`).join(', ')}`,
    );
  return found[0]!;
}

/** `1 Dashboard`, in the order of the page. */
export const headingsOf = (heard: Heard): string[] =>
  ofRole(heard, 'heading').map(({ name, states }) => `${String(states['level'])} ${name}`);

/** What holds of every page: its headings are an outline, its landmarks and controls are told apart by their names. */
export function faultsOf(page: Heard): string[] {
  const faults: string[] = [];
  const levels = ofRole(page, 'heading').map(({ states }) => Number(states['level']));
  if (levels.filter((level) => level === 1).length !== 1) faults.push(`headings: ${headingsOf(page).join(' | ')}`);
  levels.forEach((level, at) => {
    if (at > 0 && level > levels[at - 1]! + 1) faults.push(`a heading is left out before ${headingsOf(page)[at]}`);
  });
  const landmarks = everyOne(page).filter(({ role }) => LANDMARKS.has(role));
  const places = landmarks.map(({ role, name }) => `${role} “${name}”`);
  for (const place of new Set(places))
    if (places.filter((each) => each === place).length > 1) faults.push(`twice: ${place}`);
  for (const role of ['banner', 'main'])
    if (landmarks.filter((each) => each.role === role).length !== 1) faults.push(`not one ${role}: ${places.join()}`);
  for (const { role, name } of landmarks) if (role === 'region' && !name) faults.push('a region without a name');
  for (const control of everyOne(page).filter(({ role }) => CONTROLS.has(role))) {
    const called = `${control.role} “${control.name}”`;
    if (!control.name) faults.push(`${called} has no name`);
    const inner = everyOne(control).filter(({ role }) => CONTROLS.has(role) && role !== 'option');
    if (inner.length > 0 && control.role !== 'combobox') faults.push(`${called} holds a ${inner[0]!.role}`);
    if (control.states['invalid'] === 'true' && !control.description)
      faults.push(`${called} is wrong and does not say why`);
  }
  for (const group of ofRole(page, 'radiogroup')) if (!group.name) faults.push('radio buttons without a question');
  for (const image of ofRole(page, 'image', 'img')) if (!image.name) faults.push('an image without a name');
  for (const bar of ofRole(page, 'meter', 'progressbar'))
    if (!bar.name || !bar.value) faults.push(`${bar.role} “${bar.name}” says no value`);
  return faults;
}

/**
 * Where the order of reading is not that of seeing: what comes next stands above in the same column, or before in the same
 * line. What sticks to the window's edge stands apart.
 */
export const disorderOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const rtl = document.documentElement.dir === 'rtl';
    const sticks = (one: Element): boolean => {
      for (let at: Element | null = one; at; at = at.parentElement)
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(at).position)) return true;
      return false;
    };
    const said = 'h1, h2, h3, p, legend, a[href], button, input, select, textarea, [role=meter], [role=grid]';
    const all = [...document.querySelectorAll<HTMLElement>(`main :is(${said})`)].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 2 && height > 2 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    });
    const called = (one: HTMLElement) =>
      `${one.tagName.toLowerCase()} “${(one.getAttribute('aria-label') ?? one.innerText).trim().slice(0, 30)}”`;
    for (const [at, one] of all.entries()) {
      const next = all[at + 1];
      if (!next || one.contains(next) || sticks(one) || sticks(next)) continue;
      const [a, b] = [one.getBoundingClientRect(), next.getBoundingClientRect()];
      const isAbove = b.bottom <= a.top && b.left < a.right && b.right > a.left;
      const isSameLine = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
      const isBefore = isSameLine && (rtl ? b.left >= a.right : b.right <= a.left);
      if (isAbove || isBefore) faults.push(`${called(next)} is read after ${called(one)}`);
    }
    return faults;
  });

/** Hears from now on what live regions say. @returns what was said since it was last asked */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const LIVE = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
    const heard: string[] = [];
    const known = new Map<Element, string>();
    const wordsOf = (region: Element): string => {
      const copy = region.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('[aria-hidden=true], [hidden]')) hidden.remove();
      return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    };
    for (const region of document.querySelectorAll(LIVE)) known.set(region, wordsOf(region));
    const look = () => {
      for (const region of document.querySelectorAll(LIVE)) {
        // What lies in a region that says it by itself is not said twice.
        if (region.querySelector(LIVE)) continue;
        // antd's own: what is chosen in a list, which its box says as well.
        if (region.closest('.ant-select')) continue;
        const words = wordsOf(region);
        const was = known.get(region);
        known.set(region, words);
        if (!words || words === was) continue;
        // A polite region that comes with its words is not heard, but where it comes into one that stood there.
        const isNew = was === undefined && region.getAttribute('role') !== 'alert';
        const around = region.parentElement?.closest(LIVE);
        heard.push(isNew && !around ? `(not heard) ${words}` : words);
      }
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(globalThis, { heardNow: () => heard.splice(0) });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heardNow: () => string[] }).heardNow());
}
