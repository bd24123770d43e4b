/** The topbar's eight languages, in its order, each under its own name (specification §1). */
export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'es', name: 'Español' },
  { code: 'de', name: 'Deutsch' },
  { code: 'it', name: 'Italiano' },
  { code: 'ru', name: 'Русский' },
  { code: 'zh', name: '中文' },
  { code: 'fr', name: 'Français' },
  { code: 'ar', name: 'العربية' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];
export const FALLBACK: Language = 'en';

export const isLanguage = (code: unknown): code is Language => LANGUAGES.some((language) => language.code === code);
export const directionOf = (language: string): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
