import anyAscii from 'any-ascii';
import { WORD_SEPARATOR, foldDiacritics, UNSPACED_SCRIPT } from '../contract/diacritic-folding';

/** The application normalizes text, so that both database engines compare it alike (docs/text-and-files.md). */

/** For unique `*_key` columns: trimmed, NFKC, lower case. */
export function normalizeKey(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/**
 * For searching and sorting: lower case, without marks where readers of the script ignore them. Latin letters such as
 * `ł` and `ß` become ASCII. See docs/text-and-files.md.
 */
export function normalizeForSearch(text: string): string {
  const exact = normalizeExact(text);
  if (ASCII.test(exact)) return exact;
  const letters = foldDiacritics(exact).replace(
    /(?![a-z])\p{Script=Latin}/gu,
    (letter) => anyAscii(letter).replace(/[^A-Za-z]/g, '') || letter,
  );
  return collapseSpaces(letters).toLowerCase().trim();
}

/**
 * For `*_sort` columns: the normalized text, followed by the exact text where that differs. Two spaces separate them:
 * neither part contains two, and nothing that MariaDB compares sorts before them.
 */
export function buildSortKey(text: string): string {
  const [normalized, exact] = [normalizeForSearch(text), normalizeExact(text)];
  return normalized === exact ? normalized : normalized + SORT_KEY_SEPARATOR + exact;
}

/** Shortens each part to `max` letters and the whole to `width`. */
export function truncateSortKey(key: string, max: number, width: number): string {
  if (key.length <= max) return key;
  const parts = key.split(SORT_KEY_SEPARATOR).map((part) => part.slice(0, max).trimEnd());
  return parts.join(SORT_KEY_SEPARATOR).slice(0, width);
}

const SORT_KEY_SEPARATOR = '  ';
// eslint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;
const collapseSpaces = (text: string): string => text.replace(/\s+/g, ' ');
const normalizeExact = (text: string): string => collapseSpaces(normalizeKey(text));

/** Longer words are compared by their beginning. */
export const WORD_MAX_LENGTH = 40;
/** Limit for one record: the text of a question may be a page long. */
const MAX_WORDS_PER_RECORD = 200;

/** Normalized words of a search. Each must be the beginning of one of the record's words. */
export function parseSearchWords(text: string): string[] {
  const words = normalizeForSearch(text).split(WORD_SEPARATOR).filter(Boolean);
  return [...new Set(words.map((word) => word.slice(0, WORD_MAX_LENGTH)))].slice(0, 8);
}

/** Normalized words that find a record: `O'Brien` by o, brien and obrien, `P-0017` by p, 0017 and p0017. */
export function extractSearchWords(texts: readonly (string | null | undefined)[]): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const chunk of normalizeForSearch(text ?? '').split(' ')) {
      const parts = chunk.split(WORD_SEPARATOR).filter(Boolean);
      if (parts.length > 1 && !chunk.includes('@')) parts.push(parts.join(''));
      for (const part of parts) {
        const letters = part.match(/\P{M}\p{M}*/gu) ?? [part];
        const beginnings = UNSPACED_SCRIPT.test(part) ? letters.map((_, at) => letters.slice(at).join('')) : [part];
        for (const word of beginnings) if (words.size < MAX_WORDS_PER_RECORD) words.add(word.slice(0, WORD_MAX_LENGTH));
      }
    }
  }
  return [...words];
}

/** Searches records already in memory: whether each word begins a word of these texts. */
export function matchesSearchWords(words: readonly string[], texts: readonly (string | null)[]): boolean {
  const recordWords = extractSearchWords(texts);
  return words.every((word) => recordWords.some((recordWord) => recordWord.startsWith(word)));
}
