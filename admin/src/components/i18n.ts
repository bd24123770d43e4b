import i18next, { type FormatterModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { loadTexts } from '@/api/text-files';
import { writeDaysBy } from '@/api/text-of';
import { formatCount, formatDay } from '@/components/format';
import auth from '@/locales/en/auth.json';
import shell from '@/locales/en/shell.json';
import { isolated } from '@contract/bidi';
import { directionOf, FALLBACK, isLanguage, type Language } from '@contract/languages';

/**
 * Texts come from assets/i18n/{lang}.json (made from src/locales by vite/text-files.ts); the language is kept in the cookie
 * `lang`; English stands in for a key that a language lacks (specification §1, §7). The sign-in page is drawn before that:
 * its English is part of the first script, any other language a small file of its own (assets/i18n/first/{lang}.json); all
 * others come with the page that follows (`behind`).
 */
let allWanted = false;

export const i18n = i18next;
export const currentLanguage = (): Language => (isLanguage(i18next.language) ? i18next.language : FALLBACK);

const loadFirst = (language: Language): Promise<void> =>
  language === FALLBACK ? Promise.resolve() : loadTexts(language, `first/${language}.json`);

/** What every page but the sign-in page needs. Throws when there are not even the English texts. */
export async function loadAllTexts(): Promise<void> {
  allWanted = true;
  await Promise.all([loadTexts(FALLBACK), loadTexts(currentLanguage()).catch(() => undefined)]);
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

/**
 * A count stands in its sentence as the language writes figures, a word that runs the other way apart from it (bidi.ts);
 * every other value comes as it is to be read.
 */
const VALUES_AS_WRITTEN: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language = FALLBACK, options) =>
    options?.interpolationkey === 'count' && typeof value === 'number'
      ? formatCount(value, language)
      : typeof value === 'string'
        ? isolated(value, language)
        : (value as string),
};

/** Resolves when the page may be drawn. A language whose file cannot be had leaves English. */
export async function startI18n(): Promise<void> {
  const language = readCookie();
  writeDaysBy(formatDay);
  await i18next
    .use(initReactI18next)
    .use(VALUES_AS_WRITTEN)
    .init({
      lng: language,
      fallbackLng: FALLBACK,
      resources: { [FALLBACK]: { translation: { ...shell, ...auth } } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added' },
      returnNull: false,
    });
  // Said again now that it has texts: i18next goes by the language it found, English, when asked for the direction.
  await loadFirst(language).then(
    () => i18next.changeLanguage(language),
    () => i18next.changeLanguage(FALLBACK),
  );
  document.documentElement.lang = currentLanguage();
  document.documentElement.dir = directionOf(currentLanguage());
}

/** Throws when the texts cannot be fetched (offline); the language then stays as it was. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadFirst(language);
  if (allWanted) await loadTexts(language);
  write(language);
  await i18next.changeLanguage(language);
}
