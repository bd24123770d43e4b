/**
 * Supported languages in the order of the topbar, each under its own name (specification §1). To add one, add a row
 * here and in the admin's `locales.ts`, and its texts (docs/architecture.md).
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
/** Each language is shown under its own name in every interface language. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  LANGUAGES.map(({ code, name }) => [code, name]),
);
export const FALLBACK_LANGUAGE: Language = 'en';

export const isLanguage = (code: unknown): code is Language => LANGUAGES.some((language) => language.code === code);
/** Unknown codes: as English. */
export const directionOf = (code: string): 'ltr' | 'rtl' =>
  LANGUAGES.find((language) => language.code === code)?.direction ?? 'ltr';
