import i18next from 'i18next';
import type { Language } from '@contract/languages';

const loaded = new Map<string, Promise<void>>();

/** Loads each file once; a failed load is retried on the next call. */
export function loadTexts(language: Language, file = `${language}.json`): Promise<void> {
  const pending = loaded.get(file) ?? fetchTexts(language, file);
  loaded.set(file, pending);
  return pending;
}

async function fetchTexts(language: Language, file: string): Promise<void> {
  try {
    const response = await fetch(`/assets/i18n/${file}?v=${__TEXTS__}`);
    if (!response.ok) throw new Error(`texts ${file}: ${response.status}`);
    i18next.addResourceBundle(language, 'translation', await response.json(), true, true);
  } catch (error) {
    loaded.delete(file);
    throw error;
  }
}
