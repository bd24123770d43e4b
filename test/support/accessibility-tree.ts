import type { Page } from 'playwright-core';

/** A node of the browser's accessibility tree, as a screen reader gets it. */
export interface AccessibilityNode {
  role: string;
  name: string;
  description: string;
  value: string;
  /** level, expanded, checked, pressed, selected, required, invalid, valuetext … as the browser reports them. */
  states: Record<string, unknown>;
  children: AccessibilityNode[];
}

interface RawNode {
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
/** Roles without own text: their children replace them. */
const SILENT_ROLES = new Set(['none', 'generic', 'InlineTextBox', 'LineBreak', 'ListMarker']);

/** Reads the accessibility tree of the page through the Chrome DevTools Protocol. */
export async function readAccessibilityTree(page: Page): Promise<AccessibilityNode> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as { nodes: RawNode[] };
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const toNodes = ({ ignored, childIds = [], ...raw }: RawNode): AccessibilityNode[] => {
    const children = childIds.flatMap((id) => (byId.has(id) ? toNodes(byId.get(id)!) : []));
    const role = raw.role?.value ?? '';
    if (ignored || (SILENT_ROLES.has(role) && !raw.name?.value)) return children;
    return [
      {
        role,
        children,
        name: (raw.name?.value ?? '').replaceAll(/\s+/g, ' ').trim(),
        description: (raw.description?.value ?? '').replaceAll(/\s+/g, ' ').trim(),
        value: String(raw.value?.value ?? ''),
        states: Object.fromEntries((raw.properties ?? []).map(({ name, value }) => [name, value.value])),
      },
    ];
  };
  return toNodes(nodes[0]!)[0]!;
}

/** All descendants in reading order. */
export const descendantsOf = (node: AccessibilityNode): AccessibilityNode[] =>
  node.children.flatMap((child) => [child, ...descendantsOf(child)]);

export const findByRole = (node: AccessibilityNode, ...roles: string[]): AccessibilityNode[] =>
  descendantsOf(node).filter(({ role }) => roles.includes(role));

/** The only node of this role and name; throws otherwise. */
export function getByRole(node: AccessibilityNode, role: string, name: string | RegExp): AccessibilityNode {
  const all = findByRole(node, role);
  const matches = all.filter((one) => (typeof name === 'string' ? one.name === name : name.test(one.name)));
  if (matches.length !== 1)
    throw new Error(
      `${matches.length} × ${role} “${String(name)}” among ${all.map((one) => `“${one.name}”`).join(', ')}`,
    );
  return matches[0]!;
}

/** `1 Dashboard`, in the order of the page. */
export const headingsOf = (node: AccessibilityNode): string[] =>
  findByRole(node, 'heading').map(({ name, states }) => `${String(states['level'])} ${name}`);

/** Checks rules for every page: headings form an outline; landmarks and controls have distinct names. */
export function findAccessibilityFaults(page: AccessibilityNode): string[] {
  const faults: string[] = [];
  const levels = findByRole(page, 'heading').map(({ states }) => Number(states['level']));
  if (levels.filter((level) => level === 1).length !== 1) faults.push(`headings: ${headingsOf(page).join(' | ')}`);
  levels.forEach((level, at) => {
    if (at > 0 && level > levels[at - 1]! + 1) faults.push(`a heading is left out before ${headingsOf(page)[at]}`);
  });
  const landmarks = descendantsOf(page).filter(({ role }) => LANDMARKS.has(role));
  const landmarkNames = landmarks.map(({ role, name }) => `${role} “${name}”`);
  for (const landmarkName of new Set(landmarkNames))
    if (landmarkNames.filter((each) => each === landmarkName).length > 1) faults.push(`twice: ${landmarkName}`);
  for (const role of ['banner', 'main'])
    if (landmarks.filter((each) => each.role === role).length !== 1)
      faults.push(`not one ${role}: ${landmarkNames.join()}`);
  for (const { role, name } of landmarks) if (role === 'region' && !name) faults.push('a region without a name');
  for (const control of descendantsOf(page).filter(({ role }) => CONTROLS.has(role))) {
    const label = `${control.role} “${control.name}”`;
    if (!control.name) faults.push(`${label} has no name`);
    const inner = descendantsOf(control).filter(({ role }) => CONTROLS.has(role) && role !== 'option');
    if (inner.length > 0 && control.role !== 'combobox') faults.push(`${label} holds a ${inner[0]!.role}`);
    if (control.states['invalid'] === 'true' && !control.description)
      faults.push(`${label} is wrong and does not say why`);
  }
  for (const group of findByRole(page, 'radiogroup')) if (!group.name) faults.push('radio buttons without a question');
  for (const image of findByRole(page, 'image', 'img')) if (!image.name) faults.push('an image without a name');
  for (const bar of findByRole(page, 'meter', 'progressbar'))
    if (!bar.name || !bar.value) faults.push(`${bar.role} “${bar.name}” says no value`);
  return faults;
}

/** Elements that follow in reading order but are above or before visually. Positioned elements are ignored. */
export const findReadingOrderFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = [];
    const rtl = document.documentElement.dir === 'rtl';
    const isPositioned = (one: Element): boolean => {
      for (let at: Element | null = one; at; at = at.parentElement)
        if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(at).position)) return true;
      return false;
    };
    const readableSelector =
      'h1, h2, h3, p, legend, a[href], button, input, select, textarea, [role=meter], [role=grid]';
    const all = [...document.querySelectorAll<HTMLElement>(`main :is(${readableSelector})`)].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 2 && height > 2 && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    });
    const label = (one: HTMLElement) =>
      `${one.tagName.toLowerCase()} “${(one.getAttribute('aria-label') ?? one.innerText).trim().slice(0, 30)}”`;
    for (const [at, one] of all.entries()) {
      const next = all[at + 1];
      if (!next || one.contains(next) || isPositioned(one) || isPositioned(next)) continue;
      const [a, b] = [one.getBoundingClientRect(), next.getBoundingClientRect()];
      const isAbove = b.bottom <= a.top && b.left < a.right && b.right > a.left;
      const isSameLine = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 2;
      const isBefore = isSameLine && (rtl ? b.left >= a.right : b.right <= a.left);
      if (isAbove || isBefore) faults.push(`${label(next)} is read after ${label(one)}`);
    }
    return faults;
  });

/** Records live region announcements. @returns a function that returns those since its last call */
export async function recordLiveRegions(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const LIVE = '[role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]';
    const announcements: string[] = [];
    const lastTexts = new Map<Element, string>();
    const textOf = (region: Element): string => {
      const copy = region.cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll('[aria-hidden=true], [hidden]')) hidden.remove();
      return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    };
    for (const region of document.querySelectorAll(LIVE)) lastTexts.set(region, textOf(region));
    const update = () => {
      for (const region of document.querySelectorAll(LIVE)) {
        // A nested live region announces its own text.
        if (region.querySelector(LIVE)) continue;
        // antd announces the selection of a list, which its input announces as well.
        if (region.closest('.ant-select')) continue;
        const text = textOf(region);
        const previous = lastTexts.get(region);
        lastTexts.set(region, text);
        if (!text || text === previous) continue;
        // A polite region inserted together with its text is not announced, unless it is inserted into an existing
        // live region.
        const isNew = previous === undefined && region.getAttribute('role') !== 'alert';
        const outerRegion = region.parentElement?.closest(LIVE);
        announcements.push(isNew && !outerRegion ? `(not heard) ${text}` : text);
      }
    };
    const observer = new MutationObserver(update);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    Object.assign(globalThis, { heardNow: () => announcements.splice(0) });
  });
  return () => page.evaluate(() => (globalThis as unknown as { heardNow: () => string[] }).heardNow());
}
