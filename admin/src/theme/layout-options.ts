import { useSyncExternalStore } from 'react';
import { BREAKPOINT, type Mode } from './tokens';

/**
 * The theme customizer's options, as attributes of the root element, with the specification's defaults (§2). The
 * header changes the mode and the sidebar's size today; the customizer screen will change the others.
 */
const LAYOUT_DEFAULTS = {
  'data-layout': 'vertical',
  'data-layout-mode': 'light',
  'data-layout-width': 'fluid',
  'data-layout-position': 'fixed',
  'data-topbar': 'light',
  'data-sidebar': 'dark',
  'data-sidebar-size': 'lg',
  'data-layout-style': 'default',
  'data-sidebar-image': 'none',
  'data-sidebar-visibility': 'show',
  'data-preloader': 'disable',
} as const;

type LayoutOption = keyof typeof LAYOUT_DEFAULTS;
export type LayoutOptions = Record<LayoutOption, string>;

/** What the width of the window makes of the chosen sidebar: as chosen, small, or a slide-in menu. */
export type Band = 'wide' | 'small' | 'menu';

/** Also read by public/first-paint.js. */
const KEY = 'layout';
const listeners = new Set<() => void>();
let chosen: LayoutOptions = read();
let narrowChoice: string | null = null;

function read(): LayoutOptions {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, unknown>;
    const valid = Object.entries(kept).filter(([key, value]) => key in LAYOUT_DEFAULTS && typeof value === 'string');
    return { ...LAYOUT_DEFAULTS, ...(Object.fromEntries(valid) as Partial<LayoutOptions>) };
  } catch {
    return { ...LAYOUT_DEFAULTS };
  }
}

const bandOf = (width: number): Band =>
  width <= BREAKPOINT.menu ? 'menu' : width <= BREAKPOINT.small ? 'small' : 'wide';

let band: Band = bandOf(innerWidth);

/** What is in force now: the choice, bent by the window's width (specification §4 "Interface"). */
function effective(): LayoutOptions {
  const options = { ...chosen };
  if (band === 'menu') {
    options['data-sidebar-size'] = '';
    if (options['data-layout'] === 'twocolumn') options['data-layout'] = 'vertical';
  } else if (band === 'small') options['data-sidebar-size'] = narrowChoice ?? 'sm';
  return options;
}

let current = effective();

function apply(): void {
  current = effective();
  const root = document.documentElement;
  for (const [name, value] of Object.entries(current)) {
    // At 767 px or less the size is cleared.
    if (value === '') root.removeAttribute(name);
    else root.setAttribute(name, value);
  }
  root.style.colorScheme = current['data-layout-mode'];
  listeners.forEach((listener) => listener());
}

export function chooseLayout(change: Partial<LayoutOptions>): void {
  chosen = { ...chosen, ...change };
  localStorage.setItem(KEY, JSON.stringify(chosen));
  apply();
}

/** lg ↔ sm; md ↔ sm. Between 768 and 1024 px the choice holds until the window is resized across a breakpoint. */
export function toggleSidebarSize(): void {
  const large = chosen['data-sidebar-size'] === 'md' ? 'md' : 'lg';
  if (band === 'small') {
    narrowChoice = current['data-sidebar-size'] === 'sm' ? large : 'sm';
    apply();
  } else chooseLayout({ 'data-sidebar-size': current['data-sidebar-size'] === 'sm' ? large : 'sm' });
}

/** Writes the attributes and follows the window's width. Call once at start. */
export function watchLayout(): void {
  apply();
  addEventListener('resize', () => {
    const next = bandOf(innerWidth);
    if (next === band) return;
    band = next;
    narrowChoice = null;
    apply();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useLayoutOptions = (): LayoutOptions => useSyncExternalStore(subscribe, () => current);
export const useBand = (): Band => useSyncExternalStore(subscribe, () => band);
export const useMode = (): Mode => (useLayoutOptions()['data-layout-mode'] === 'dark' ? 'dark' : 'light');
