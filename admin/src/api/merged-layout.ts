import type { Me } from '@contract/account-answers';
import { LAYOUT_CHOICES, type LayoutName } from '@contract/layout';
import { LAYOUT_DEFAULTS, type LayoutOption, type LayoutOptions } from '@/theme/layout-defaults';

/** What the account calls the attributes; the mode is its theme. */
const NAMES: Readonly<Record<Exclude<LayoutOption, 'data-layout-mode'>, LayoutName>> = {
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
export const OPTIONS = Object.entries(NAMES) as [keyof typeof NAMES, LayoutName][];

/** The account's row as attributes; null: its person never chose. `dark`: what the machine's own theme is. */
export function layoutOf({ theme, layout }: Pick<Me, 'theme' | 'layout'>, dark: boolean): LayoutOptions | null {
  if (layout === null && theme === 'light') return null;
  const mode = theme === 'dark' || (theme === 'system' && dark) ? 'dark' : 'light';
  const options: LayoutOptions = { ...LAYOUT_DEFAULTS, 'data-layout-mode': mode };
  for (const [option, name] of OPTIONS) options[option] = layout?.[name] ?? LAYOUT_DEFAULTS[option];
  return options;
}

const isChoice = (option: LayoutOption, value: string): boolean => {
  const choices: readonly string[] = option === 'data-layout-mode' ? ['light', 'dark'] : LAYOUT_CHOICES[NAMES[option]];
  return choices.includes(value);
};

/** As the account had it when this browser last saw it, and whose that is. */
export interface KeptLayout {
  of: string;
  options: LayoutOptions;
  /** Nobody had signed in here before: what the browser had is this person's where the account says nothing. */
  first?: boolean;
}

/** A choice that came before the account's answer: what stood `before` it is no choice of this person. */
export const keptBefore = (of: string, before: LayoutOptions, kept: KeptLayout | null): KeptLayout =>
  kept?.of === of ? kept : { of, options: before, ...(!kept && { first: true }) };

/**
 * Account and browser as one. What was chosen here and never told holds (`untold`); else what the account says; where it says
 * nothing what the browser has, unless that is another person's.
 */
export function mergedLayout(
  of: string,
  account: LayoutOptions | null,
  browser: LayoutOptions,
  kept: KeptLayout | null,
): { options: LayoutOptions; untold: boolean } {
  const isMine = kept?.of === of;
  const known = account ?? LAYOUT_DEFAULTS;
  const options: LayoutOptions = { ...(account ?? (!kept || (isMine && kept.first) ? browser : LAYOUT_DEFAULTS)) };
  let untold = false;
  for (const option of Object.keys(LAYOUT_DEFAULTS) as LayoutOption[]) {
    const isOwn = isMine && browser[option] !== kept.options[option] && isChoice(option, browser[option]);
    if (isOwn && browser[option] !== known[option]) {
      options[option] = browser[option];
      untold = true;
    }
    // Whatever stands in a storage may have been written by hand.
    if (!isChoice(option, options[option])) options[option] = LAYOUT_DEFAULTS[option];
  }
  return { options, untold };
}
