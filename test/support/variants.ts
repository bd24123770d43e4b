import type { Page } from 'playwright-core';
import { settled } from './screen-steps';
import { wear } from './shell-look';

/** What a screen looks different in: the window's width, the colours, the direction of the language. */
export interface Variant {
  readonly width: 1280 | 767;
  readonly mode: 'light' | 'dark';
  readonly language: 'en' | 'ar';
}

const at = (width: Variant['width'], mode: Variant['mode'], language: Variant['language']): Variant => ({
  width,
  mode,
  language,
});

/** All of them, one step from each to the next, and the language, which another one has to be fetched for, once. */
const EIGHT: readonly Variant[] = [
  ...[at(1280, 'light', 'en'), at(1280, 'dark', 'en'), at(767, 'dark', 'en'), at(767, 'light', 'en')],
  ...[at(767, 'light', 'ar'), at(767, 'dark', 'ar'), at(1280, 'dark', 'ar'), at(1280, 'light', 'ar')],
];

/** Of the screen that is looked at as this one in its row: all eight, from the language that the one before ended in. */
export const everyVariant = (turn: number): readonly Variant[] => (turn % 2 === 0 ? EIGHT : EIGHT.toReversed());

/** Whether the two differ in their colours alone, by which nothing of a page changes its place, name or role. */
export const isRecoloured = (one: Variant | undefined, two: Variant): boolean =>
  one?.width === two.width && one.language === two.language;

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

/**
 * Four variants of the screen with this number in its row, its neighbours in the other four; TEST_WALK=whole: all eight. The next
 * one begins in the language this one ends in, or mostly.
 */
export function variantsOf(turn: number): readonly Variant[] {
  return process.env.TEST_WALK === 'whole' ? everyVariant(turn) : HALVES[turn % 2]!;
}

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
