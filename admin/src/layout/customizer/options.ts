import { LAYOUT_CHOICES, type LayoutName } from '@contract/layout';
import type { LayoutOption } from '@/theme/layout-defaults';

export interface CustomizerOption {
  attribute: LayoutOption;
  /** The account's name of the option. */
  name: LayoutName | 'layout_mode';
  choices: readonly string[];
}

/** In the specification's order (§2). */
export const CUSTOMIZER_OPTIONS: readonly CustomizerOption[] = [
  { attribute: 'data-layout', name: 'layout', choices: LAYOUT_CHOICES.layout },
  { attribute: 'data-layout-mode', name: 'layout_mode', choices: ['light', 'dark'] },
  { attribute: 'data-sidebar-visibility', name: 'sidebar_visibility', choices: LAYOUT_CHOICES.sidebar_visibility },
  { attribute: 'data-layout-width', name: 'layout_width', choices: LAYOUT_CHOICES.layout_width },
  { attribute: 'data-layout-position', name: 'layout_position', choices: LAYOUT_CHOICES.layout_position },
  { attribute: 'data-topbar', name: 'topbar', choices: LAYOUT_CHOICES.topbar },
  { attribute: 'data-sidebar-size', name: 'sidebar_size', choices: LAYOUT_CHOICES.sidebar_size },
  { attribute: 'data-layout-style', name: 'sidebar_view', choices: LAYOUT_CHOICES.sidebar_view },
  { attribute: 'data-sidebar', name: 'sidebar_color', choices: LAYOUT_CHOICES.sidebar_color },
  { attribute: 'data-sidebar-image', name: 'sidebar_image', choices: LAYOUT_CHOICES.sidebar_image },
  { attribute: 'data-preloader', name: 'data_preloader', choices: LAYOUT_CHOICES.data_preloader },
];
