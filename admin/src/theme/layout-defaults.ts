/**
 * The theme customizer's options as attributes of the root element, with the specification's defaults (§2). The choice
 * is also stored in the account (api/use-layout-sync.ts).
 */
export const LAYOUT_DEFAULTS = {
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

export type LayoutOption = keyof typeof LAYOUT_DEFAULTS;
export type LayoutOptions = Record<LayoutOption, string>;
