import type { Me } from '@contract/account.responses';
import { LAYOUT_CHOICES, type LayoutName } from '@contract/layout';
import { LAYOUT_DEFAULTS, type LayoutOption, type LayoutOptions } from '@/theme/layout-defaults';

/** Field names of the account for the layout attributes; the mode is the account's theme. */
const ACCOUNT_NAMES: Readonly<Record<Exclude<LayoutOption, 'data-layout-mode'>, LayoutName>> = {
  'data-layout': 'layout',
  'data-layout-width': 'layout_width',
  'data-layout-position': 'layout_position',
  'data-topbar': 'topbar',
  'data-sidebar': 'sidebar_color',
  'data-sidebar-size': 'sidebar_size',
  'data-layout-style': 'sidebar_view',
  'data-sidebar-image': 'sidebar_image',
  'data-sidebar-visibility': 'sidebar_visibility',
  'data-preloader': 'data_preloader',
};
export const OPTION_NAMES = Object.entries(ACCOUNT_NAMES) as [keyof typeof ACCOUNT_NAMES, LayoutName][];

/** Layout of the account; null if the user never chose one. @param prefersDark whether the system theme is dark */
export function layoutFromAccount(
  { theme, layout }: Pick<Me, 'theme' | 'layout'>,
  prefersDark: boolean,
): LayoutOptions | null {
  if (layout === null && theme === 'light') return null;
  const mode = theme === 'dark' || (theme === 'system' && prefersDark) ? 'dark' : 'light';
  const options: LayoutOptions = { ...LAYOUT_DEFAULTS, 'data-layout-mode': mode };
  for (const [option, name] of OPTION_NAMES) options[option] = layout?.[name] ?? LAYOUT_DEFAULTS[option];
  return options;
}

const isChoice = (option: LayoutOption, value: string): boolean => {
  const choices: readonly string[] =
    option === 'data-layout-mode' ? ['light', 'dark'] : LAYOUT_CHOICES[ACCOUNT_NAMES[option]];
  return choices.includes(value);
};

/** The layout of the account at the last synchronisation. Stored as JSON in local storage: the keys must not change. */
export interface SyncedLayout {
  of: string;
  options: LayoutOptions;
  /** First sign-in on this browser: its layout is taken over if the account has none. */
  first?: boolean;
}

/** For a choice made before the account was loaded: marks the layout before it as the synchronised one. */
export const syncedLayoutBeforeChoice = (
  of: string,
  before: LayoutOptions,
  synced: SyncedLayout | null,
): SyncedLayout => (synced?.of === of ? synced : { of, options: before, ...(!synced && { first: true }) });

/**
 * Merges both layouts. A choice of this user that is not yet synchronised wins, then the account; without an account
 * layout the browser's, unless it belongs to another user.
 */
export function mergeLayouts(
  accountKey: string,
  account: LayoutOptions | null,
  browser: LayoutOptions,
  synced: SyncedLayout | null,
): { options: LayoutOptions; hasUnsyncedChoice: boolean } {
  const isSameAccount = synced?.of === accountKey;
  const accountOptions = account ?? LAYOUT_DEFAULTS;
  const options: LayoutOptions = {
    ...(account ?? (!synced || (isSameAccount && synced.first) ? browser : LAYOUT_DEFAULTS)),
  };
  let hasUnsyncedChoice = false;
  for (const option of Object.keys(LAYOUT_DEFAULTS) as LayoutOption[]) {
    const isChosenHere =
      isSameAccount && browser[option] !== synced.options[option] && isChoice(option, browser[option]);
    if (isChosenHere && browser[option] !== accountOptions[option]) {
      options[option] = browser[option];
      hasUnsyncedChoice = true;
    }
    // Local storage may contain invalid values.
    if (!isChoice(option, options[option])) options[option] = LAYOUT_DEFAULTS[option];
  }
  return { options, hasUnsyncedChoice };
}
