import { useSyncExternalStore } from 'react';
import { LAYOUT_DEFAULTS, type LayoutOptions } from './layout-defaults';
import { BREAKPOINT, type Mode } from './tokens';

/** What the width of the window makes of the chosen sidebar: as chosen, small, or a slide-in menu. */
export type Band = 'wide' | 'small' | 'menu';

/** Also read by public/first-paint.js. */
const KEY = 'layout';
const listeners = new Set<() => void>();
const choosers = new Set<(before: LayoutOptions) => void>();
let chosen: LayoutOptions = read();
let narrowChoice: string | null = null;
/** What a narrowed sidebar is widened to again. */
let wide = 'lg';

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

/** What the account has: kept in the browser, and not told to the account again. */
export function takeLayout(options: Partial<LayoutOptions>): void {
  chosen = { ...chosen, ...options };
  localStorage.setItem(KEY, JSON.stringify(chosen));
  apply();
}

/** A person's choice. Between 768 and 1024 px that of a size holds until the window is resized across a breakpoint. */
export function chooseLayout(change: Partial<LayoutOptions>): void {
  if (band === 'small') narrowChoice = change['data-sidebar-size'] ?? narrowChoice;
  choose(change);
}

function choose(change: Partial<LayoutOptions>): void {
  const before = chosen;
  takeLayout(change);
  choosers.forEach((heard) => heard(before));
}

/** The specification's defaults; between 768 and 1024 px the small sidebar among them. */
export function resetLayout(): void {
  narrowChoice = null;
  choose(LAYOUT_DEFAULTS);
}

/** Hears of each choice of a person, and of what stood before it. @returns what ends that */
export function onLayoutChosen(heard: (before: LayoutOptions) => void): () => void {
  choosers.add(heard);
  return () => void choosers.delete(heard);
}

/** lg ↔ sm; md ↔ sm. Between 768 and 1024 px it is no choice to be kept. */
export function toggleSidebarSize(): void {
  if (['lg', 'md'].includes(chosen['data-sidebar-size'])) wide = chosen['data-sidebar-size'];
  if (band === 'small') {
    narrowChoice = current['data-sidebar-size'] === 'sm' ? wide : 'sm';
    apply();
  } else chooseLayout({ 'data-sidebar-size': current['data-sidebar-size'] === 'sm' ? wide : 'sm' });
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
  // Another tab has chosen.
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    chosen = read();
    apply();
  });
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** As chosen, whatever the window's width makes of it. */
export const chosenLayout = (): LayoutOptions => chosen;
export const useChosenLayout = (): LayoutOptions => useSyncExternalStore(subscribe, chosenLayout);
export const useLayoutOptions = (): LayoutOptions => useSyncExternalStore(subscribe, () => current);
export const useBand = (): Band => useSyncExternalStore(subscribe, () => band);
export const useMode = (): Mode => (useLayoutOptions()['data-layout-mode'] === 'dark' ? 'dark' : 'light');
