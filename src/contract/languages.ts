/**
 * The languages that everything is translated into, in the topbar's order, each under its own name (specification §1).
 * Another one is a row here, a row in the admin's `locales.ts`, and its texts (README, "Add a language").
 */
export const LANGUAGES = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'es', name: 'Español', direction: 'ltr' },
  { code: 'de', name: 'Deutsch', direction: 'ltr' },
  { code: 'it', name: 'Italiano', direction: 'ltr' },
  { code: 'ru', name: 'Русский', direction: 'ltr' },
  { code: 'zh', name: '中文', direction: 'ltr' },
  { code: 'fr', name: 'Français', direction: 'ltr' },
  { code: 'ar', name: 'العربية', direction: 'rtl' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];
export const LANGUAGE_CODES: readonly Language[] = LANGUAGES.map(({ code }) => code);
/** A language is called by its own name, whoever reads it. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  LANGUAGES.map(({ code, name }) => [code, name]),
);
export const FALLBACK: Language = 'en';

export const isLanguage = (code: unknown): code is Language => LANGUAGES.some((language) => language.code === code);
/** Of what is no language of ours: as English. */
export const directionOf = (code: string): 'ltr' | 'rtl' =>
  LANGUAGES.find((language) => language.code === code)?.direction ?? 'ltr';
