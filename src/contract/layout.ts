/** Options of the theme customizer and their choices (specification §2). Its LAYOUT_MODE is the account's `theme`. */
export const LAYOUT_CHOICES = {
  layout: ['vertical', 'horizontal', 'twocolumn', 'semibox'],
  sidebar_visibility: ['show', 'hidden'],
  layout_width: ['fluid', 'boxed'],
  layout_position: ['fixed', 'scrollable'],
  topbar: ['light', 'dark'],
  sidebar_size: ['lg', 'md', 'sm', 'sm-hover'],
  sidebar_view: ['default', 'detached'],
  sidebar_color: ['light', 'dark', 'gradient', 'gradient-2', 'gradient-3', 'gradient-4'],
  sidebar_image: ['none', 'img-1', 'img-2', 'img-3', 'img-4'],
  data_preloader: ['enable', 'disable'],
} as const;

export type LayoutName = keyof typeof LAYOUT_CHOICES;
export type Layout = { [Name in LayoutName]: (typeof LAYOUT_CHOICES)[Name][number] };

/** Values restored by *Reset*. */
export const LAYOUT_DEFAULTS: Readonly<Layout> = {
  layout: 'vertical',
  sidebar_visibility: 'show',
  layout_width: 'fluid',
  layout_position: 'fixed',
  topbar: 'light',
  sidebar_size: 'lg',
  sidebar_view: 'default',
  sidebar_color: 'dark',
  sidebar_image: 'none',
  data_preloader: 'disable',
};
