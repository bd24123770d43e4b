import { LAYOUT_CHOICES, LAYOUT_DEFAULTS } from '../../src/contract/layout';
import type { Choices } from './pairwise';

interface Option {
  name: string;
  /** Attribute of the root element. */
  attribute: string;
  choices: readonly string[];
  defaultValue: string;
}
const option = (name: keyof typeof LAYOUT_CHOICES, attribute: string): Option => ({
  name,
  attribute,
  choices: LAYOUT_CHOICES[name],
  defaultValue: LAYOUT_DEFAULTS[name],
});

/** The customizer's options in the specification's order. */
export const OPTIONS: readonly Option[] = [
  option('layout', 'data-layout'),
  { name: 'layout_mode', attribute: 'data-layout-mode', choices: ['light', 'dark'], defaultValue: 'light' },
  option('sidebar_visibility', 'data-sidebar-visibility'),
  option('layout_width', 'data-layout-width'),
  option('layout_position', 'data-layout-position'),
  option('topbar', 'data-topbar'),
  option('sidebar_size', 'data-sidebar-size'),
  option('sidebar_view', 'data-layout-style'),
  option('sidebar_color', 'data-sidebar'),
  option('sidebar_image', 'data-sidebar-image'),
  option('data_preloader', 'data-preloader'),
];
export const DEFAULTS: Readonly<Record<string, string>> = Object.fromEntries(
  OPTIONS.map(({ name, defaultValue }) => [name, defaultValue]),
);
/** Choices by attribute. */
export const CHOICES: Choices = Object.fromEntries(OPTIONS.map(({ attribute, choices }) => [attribute, choices]));
