import type { Page } from 'playwright-core';
import { settled } from './screen-steps';
import { wear } from './shell-look';

/** What a screen looks different in: the window's width, the colours, the direction of the language. */
export interface Variant {
  readonly width: 1280 | 767;
  readonly mode: 'light' | 'dark';
  readonly language: 'en' | 'ar';
}

/**
 * The eight variants in two halves. In each of them every width meets every mode and direction, and every mode every direction;
 * screens that take turns with the halves are seen in all eight.
 */
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

/** Of the screen that is looked at as this one in its row: four. The next one begins in the language this one ends in. */
export const variantsOf = (turn: number): readonly Variant[] => HALVES[turn % 2]!;

export const sayVariant = ({ width, mode, language }: Variant): string => `${width} ${mode} ${language}`;

/** Without a new document: what is open stays open. */
export async function takeVariant(page: Page, { width, mode, language }: Variant): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await wear(page, { 'data-layout-mode': mode });
  await page.waitForFunction((wanted) => document.documentElement.dataset.layoutMode === wanted, mode);
  await speak(page, language);
  await settled(page);
}

/** By the header's list of languages; it keeps the choice with the account. */
export async function speak(page: Page, language: string): Promise<void> {
  if ((await page.locator('html').getAttribute('lang')) === language) return;
  await page.locator('header select').selectOption(language);
  await page.waitForFunction((chosen) => document.documentElement.lang === chosen, language);
}
