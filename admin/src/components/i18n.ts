import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadTexts } from '@/api/text-files';
import { setDayFormatter } from '@/api/text-lookup';
import { formatCount, formatDay } from '@/components/format';
import auth from '@/locales/en/auth.json';
import shell from '@/locales/en/shell.json';
import { isolateBidi } from '@contract/bidi';
import { directionOf, FALLBACK_LANGUAGE, isLanguage, type Language } from '@contract/languages';

/**
 * Texts come from assets/i18n/{lang}.json (built from src/locales by vite/text-files.ts); the cookie `lang` has the
 * language; English is the fallback (specification §1, §7). The sign-in page uses fewer texts: English in the first
 * script, other languages in assets/i18n/first/{lang}.json. The other texts are loaded with the next page (`lazyPage`).
 */
let wantsAllTexts = false;

export const i18n = i18next;
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : FALLBACK_LANGUAGE);

const loadFirstTexts = (language: Language): Promise<void> =>
  language === FALLBACK_LANGUAGE ? Promise.resolve() : loadTexts(language, `first/${language}.json`);

/** Loads what every page except the sign-in page needs. Rejects if the English texts cannot be loaded. */
export async function loadAllTexts(): Promise<void> {
  wantsAllTexts = true;
  await Promise.all([loadTexts(FALLBACK_LANGUAGE), loadTexts(currentLanguage()).catch(() => undefined)]);
}

function readCookie(): Language {
  const stored = /(?:^|; )lang=([a-z]{2})(?:;|$)/.exec(document.cookie)?.[1];
  return isLanguage(stored) ? stored : FALLBACK_LANGUAGE;
}

function applyLanguage(language: Language): void {
  document.cookie = `lang=${language}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Formats counts in the language and isolates texts of the other direction (contract/bidi.ts). */
const valueFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language = FALLBACK_LANGUAGE, options) =>
    options?.interpolationkey === 'count' && typeof value === 'number'
      ? formatCount(value, language)
      : typeof value === 'string'
        ? isolateBidi(value, language)
        : (value as string),
};

/** Resolves when the page may be rendered. If the language cannot be loaded, English is used. */
export async function startI18n(): Promise<void> {
  const language = readCookie();
  setDayFormatter(formatDay);
  await i18next
    .use(initReactI18next)
    .use(valueFormatter)
    .init({
      lng: language,
      fallbackLng: FALLBACK_LANGUAGE,
      resources: { [FALLBACK_LANGUAGE]: { translation: { ...shell, ...auth } } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added' },
      returnNull: false,
    });
  // Called again after loading: without texts i18next resolves the direction by its fallback, English.
  await loadFirstTexts(language).then(
    () => i18next.changeLanguage(language),
    () => i18next.changeLanguage(FALLBACK_LANGUAGE),
  );
  document.documentElement.lang = currentLanguage();
  document.documentElement.dir = directionOf(currentLanguage());
}

/** Rejects if the texts cannot be loaded (offline); the language then stays. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadFirstTexts(language);
  if (wantsAllTexts) await loadTexts(language);
  applyLanguage(language);
  await i18next.changeLanguage(language);
}
