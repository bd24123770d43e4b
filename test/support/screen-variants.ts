import type { Page } from 'playwright-core';
import { waitForPageLoaded } from './screen-steps';
import { applyLayout } from './shell-layout';

/** The dimensions of a screen check: window width, colour mode, language direction. */
export interface Variant {
  readonly width: 1280 | 767;
  readonly mode: 'light' | 'dark';
  readonly language: 'en' | 'ar';
}

const variant = (width: Variant['width'], mode: Variant['mode'], language: Variant['language']): Variant => ({
  width,
  mode,
  language,
});

/** All variants; consecutive ones differ in one dimension, and the language, which must be fetched, changes once. */
const ALL_VARIANTS: readonly Variant[] = [
  ...[
    variant(1280, 'light', 'en'),
    variant(1280, 'dark', 'en'),
    variant(767, 'dark', 'en'),
    variant(767, 'light', 'en'),
  ],
  ...[
    variant(767, 'light', 'ar'),
    variant(767, 'dark', 'ar'),
    variant(1280, 'dark', 'ar'),
    variant(1280, 'light', 'ar'),
  ],
];

/** All eight variants, starting with the language of the previous screen. @param index position of the screen */
export const allVariants = (index: number): readonly Variant[] =>
  index % 2 === 0 ? ALL_VARIANTS : ALL_VARIANTS.toReversed();

/** Whether two variants differ only in their colours, so that places, names and roles stay the same. */
export const isRecoloured = (previous: Variant | undefined, next: Variant): boolean =>
  previous?.width === next.width && previous.language === next.language;

/** The eight variants in two halves, each with all pairs of width, mode and language; screens alternate. */
const HALVES: readonly (readonly Variant[])[] = [
  [
    { width: 1280, mode: 'light', language: 'en' },
    { width: 767, mode: 'dark', language: 'en' },
    { width: 1280, mode: 'dark', language: 'ar' },
    { width: 767, mode: 'light', language: 'ar' },
  ],
  [
    { width: 767, mode: 'dark', language: 'ar' },
    { width: 1280, mode: 'light', language: 'ar' },
    { width: 767, mode: 'light', language: 'en' },
    { width: 1280, mode: 'dark', language: 'en' },
  ],
];

/** Four variants of the screen at this position, alternating the halves; TEST_WALK=whole uses all eight. */
export function variantsOf(index: number): readonly Variant[] {
  return process.env.TEST_WALK === 'whole' ? allVariants(index) : HALVES[index % 2]!;
}

export const describeVariant = ({ width, mode, language }: Variant): string => `${width} ${mode} ${language}`;

/** Without a new document, so that open layers stay open. */
export async function applyVariant(page: Page, { width, mode, language }: Variant): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await applyLayout(page, { 'data-layout-mode': mode });
  await page.waitForFunction((wanted) => document.documentElement.dataset.layoutMode === wanted, mode);
  await switchLanguage(page, language);
  await waitForPageLoaded(page);
}

/** Through the language list of the header, which stores the choice in the account. */
export async function switchLanguage(page: Page, language: string): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === language) return;
  await page.locator('header select').selectOption(language);
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language);
}
