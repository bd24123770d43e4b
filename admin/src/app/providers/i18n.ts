import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { directionOf, FALLBACK, isLanguage, type Language } from './languages';

/**
 * Texts come from assets/i18n/{lang}.json (gathered by vite.config.ts from the texts.{lang}.json beside the screens); the language is kept in the cookie `lang`; English stands in for a key that
 * a language lacks (specification §1, §7).
 */
const loaded = new Set<string>();

export const i18n = i18next;
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : FALLBACK);

async function load(language: Language): Promise<void> {
  if (loaded.has(language)) return;
  const response = await fetch(`/assets/i18n/${language}.json?v=${__TEXTS__}`);
  if (!response.ok) throw new Error(`texts ${language}: ${response.status}`);
  i18next.addResourceBundle(language, 'translation', await response.json(), true, true);
  loaded.add(language);
}

function readCookie(): Language {
  const kept = /(?:^|; )lang=([a-z]{2})(?:;|$)/.exec(document.cookie)?.[1];
  return isLanguage(kept) ? kept : FALLBACK;
}

function write(language: Language): void {
  document.cookie = `lang=${language}; path=/; max-age=31536000; samesite=lax`;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}

/** Resolves when the page may be drawn. A language whose file cannot be had leaves English. */
export async function startI18n(): Promise<void> {
  const language = readCookie();
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: FALLBACK,
    resources: {},
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added' },
    returnNull: false,
  });
  const [, own] = await Promise.allSettled([load(FALLBACK), load(language)]);
  if (own.status === 'rejected') await i18next.changeLanguage(FALLBACK);
  document.documentElement.lang = currentLanguage();
  document.documentElement.dir = directionOf(currentLanguage());
}

/** Throws when the texts cannot be fetched (offline); the language then stays as it was. */
export async function chooseLanguage(language: Language): Promise<void> {
  await load(language);
  write(language);
  await i18next.changeLanguage(language);
}
