import { useSyncExternalStore } from 'react';
import { LAYOUT_DEFAULTS, type LayoutOptions } from './layout-defaults';
import { BREAKPOINT, type Mode } from './tokens';

/** Width class of the window: the chosen sidebar, the small one, or a slide-in menu. */
export type Breakpoint = 'wide' | 'small' | 'menu';

/** Also read by public/first-paint.js. */
const STORAGE_KEY = 'layout';
const listeners = new Set<() => void>();
const choiceListeners = new Set<(before: LayoutOptions) => void>();
let chosen: LayoutOptions = read();
let smallScreenSize: string | null = null;
/** Size to which a collapsed sidebar expands. */
let expandedSize = 'lg';

function read(): LayoutOptions {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, unknown>;
    const valid = Object.entries(stored).filter(([key, value]) => key in LAYOUT_DEFAULTS && typeof value === 'string');
    return { ...LAYOUT_DEFAULTS, ...(Object.fromEntries(valid) as Partial<LayoutOptions>) };
  } catch {
    return { ...LAYOUT_DEFAULTS };
  }
}

const breakpointOf = (width: number): Breakpoint =>
  width <= BREAKPOINT.menu ? 'menu' : width <= BREAKPOINT.small ? 'small' : 'wide';

let currentBreakpoint: Breakpoint = breakpointOf(innerWidth);

/** The layout in effect: the choice, adapted to the width of the window (specification §4 "Interface"). */
function effectiveOptions(): LayoutOptions {
  const options = { ...chosen };
  if (currentBreakpoint === 'menu') {
    options['data-sidebar-size'] = '';
    if (options['data-layout'] === 'twocolumn') options['data-layout'] = 'vertical';
  } else if (currentBreakpoint === 'small') options['data-sidebar-size'] = smallScreenSize ?? 'sm';
  return options;
}

let current = effectiveOptions();

function writeAttributes(): void {
  current = effectiveOptions();
  const root = document.documentElement;
  for (const [name, value] of Object.entries(current)) {
    // At 767 px or less the size is cleared.
    if (value === '') root.removeAttribute(name);
    else root.setAttribute(name, value);
  }
  root.style.colorScheme = current['data-layout-mode'];
  listeners.forEach((listener) => listener());
}

/** Stores the account's layout in the browser; does not notify listeners of user choices. */
export function applyLayout(options: Partial<LayoutOptions>): void {
  chosen = { ...chosen, ...options };
  localStorage.setItem(STORAGE_KEY, JSON.stringify(chosen));
  writeAttributes();
}

/** A choice of the user. Between 768 and 1024 px a sidebar size holds until the window crosses a breakpoint. */
export function chooseLayout(change: Partial<LayoutOptions>): void {
  if (currentBreakpoint === 'small') smallScreenSize = change['data-sidebar-size'] ?? smallScreenSize;
  saveChoice(change);
}

function saveChoice(change: Partial<LayoutOptions>): void {
  const before = chosen;
  applyLayout(change);
  choiceListeners.forEach((listener) => listener(before));
}

/** Resets to the specification's defaults, with the small sidebar between 768 and 1024 px. */
export function resetLayout(): void {
  smallScreenSize = null;
  saveChoice(LAYOUT_DEFAULTS);
}

/** Calls the listener on each choice of the user with the layout before it. @returns the unsubscribe function */
export function onLayoutChosen(listener: (before: LayoutOptions) => void): () => void {
  choiceListeners.add(listener);
  return () => void choiceListeners.delete(listener);
}

/** Toggles lg ↔ sm or md ↔ sm. Between 768 and 1024 px the toggle is not stored. */
export function toggleSidebarSize(): void {
  if (['lg', 'md'].includes(chosen['data-sidebar-size'])) expandedSize = chosen['data-sidebar-size'];
  if (currentBreakpoint === 'small') {
    smallScreenSize = current['data-sidebar-size'] === 'sm' ? expandedSize : 'sm';
    writeAttributes();
  } else chooseLayout({ 'data-sidebar-size': current['data-sidebar-size'] === 'sm' ? expandedSize : 'sm' });
}

/** Writes the attributes and follows the width of the window. Call once at start. */
export function watchLayout(): void {
  writeAttributes();
  addEventListener('resize', () => {
    const next = breakpointOf(innerWidth);
    if (next === currentBreakpoint) return;
    currentBreakpoint = next;
    smallScreenSize = null;
    writeAttributes();
  });
  // Another tab has changed the layout.
  addEventListener('storage', ({ key }) => {
    if (key !== STORAGE_KEY) return;
    chosen = read();
    writeAttributes();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The stored choice, independent of the width of the window. */
export const chosenLayout = (): LayoutOptions => chosen;
export const useChosenLayout = (): LayoutOptions => useSyncExternalStore(subscribe, chosenLayout);
export const useLayoutOptions = (): LayoutOptions => useSyncExternalStore(subscribe, () => current);
export const useBreakpoint = (): Breakpoint => useSyncExternalStore(subscribe, () => currentBreakpoint);
export const useMode = (): Mode => (useLayoutOptions()['data-layout-mode'] === 'dark' ? 'dark' : 'light');
