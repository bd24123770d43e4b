import { foldDiacritics } from '@contract/diacritic-folding';

/** Normalises text like the server's search, as far as the UI languages need (they have no ł or ø). */
export const normalizeText = (text: string): string =>
  foldDiacritics(text.normalize('NFKC').toLowerCase()).replace(/ß/g, 'ss').replace(/œ/g, 'oe').replace(/æ/g, 'ae');

/** `filterOption` of a Select with text labels. */
export const matchesLabel = (query: string, option?: { label?: unknown }): boolean =>
  normalizeText(String(option?.label ?? '')).includes(normalizeText(query.trim()));
