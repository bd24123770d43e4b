import i18next from 'i18next';
import { FALLBACK, type Language } from '@contract/languages';

const loaded = new Map<string, Promise<void>>();
/** Parts with texts of their own that were opened. */
const parts = new Set<string>();

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

/**
 * Texts of a part that few open, fetched with it (`PARTS` in admin/vite.config.ts). Throws when there are not even the
 * English ones.
 */
export async function loadPart(part: string): Promise<void> {
  parts.add(part);
  const inOwn = loadTexts(i18next.language as Language, `${part}/${i18next.language}.json`);
  await Promise.all([loadTexts(FALLBACK, `${part}/${FALLBACK}.json`), inOwn.catch(() => undefined)]);
}

/** What is loaded, once the texts of its part are there as well. */
export async function withPart<Loaded>(part: string, loaded: Promise<Loaded>): Promise<Loaded> {
  const [it] = await Promise.all([loaded, loadPart(part)]);
  return it;
}

/** Another language was chosen: of what is open already. */
export async function loadOpenParts(language: Language): Promise<void> {
  await Promise.all([...parts].map((part) => loadTexts(language, `${part}/${language}.json`)));
}
