import i18next from 'i18next';
import type { Language } from '@contract/languages';

const loaded = new Map<string, Promise<void>>();

/** Once for each file; one that could not be had is asked for again. */
export function loadTexts(language: Language, file = `${language}.json`): Promise<void> {
  const fetched = loaded.get(file) ?? fetchTexts(language, file);
  loaded.set(file, fetched);
  return fetched;
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
