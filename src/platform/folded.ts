import anyAscii from 'any-ascii';
import { BETWEEN_WORDS, foldMarks, UNSPACED } from '../contract/folding';

/** Both engines agree on text because the application folds it (domain.md, Ids and keys). */

/** For `*_key` columns (unique): trimmed, NFKC, lower case. */
export function keyOf(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/**
 * What is searched and sorted by: without case, and without marks where the script's readers pass over them; Latin letters
 * that are no letter with a mark (`ł`, `ß`) become the ones they are looked for by. `docs/text-and-files.md` has the rule.
 */
export function sortOf(text: string): string {
  const plain = exactOf(text);
  if (ASCII.test(plain)) return plain;
  const letters = foldMarks(plain).replace(
    /(?![a-z])\p{Script=Latin}/gu,
    (letter) => anyAscii(letter).replace(/[^A-Za-z]/g, '') || letter,
  );
  return oneSpaced(letters).toLowerCase().trim();
}

/**
 * For `*_sort` columns: the folded text, and behind it the text that an exact filter compares, where that says more. Two
 * spaces part them: neither has two of its own, and nothing that MariaDB compares sorts before them.
 */
export function sortKeyOf(text: string): string {
  const [folded, exact] = [sortOf(text), exactOf(text)];
  return folded === exact ? folded : folded + PARTED + exact;
}

/** As many letters of either part as a column has room for. */
export function shortSortKey(key: string, max: number, width: number): string {
  if (key.length <= max) return key;
  const parts = key.split(PARTED).map((part) => part.slice(0, max).trimEnd());
  return parts.join(PARTED).slice(0, width);
}

const PARTED = '  ';
// eslint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/;
const oneSpaced = (text: string): string => text.replace(/\s+/g, ' ');
const exactOf = (text: string): string => oneSpaced(keyOf(text));

/** Longer words are told apart by their beginning. */
export const WORD_MAX = 40;
/** Of one record: a question's text may be a page long. */
const WORDS_MAX = 200;

/** The words of a search, folded; each must begin one of a record's. */
export function wordsIn(text: string): string[] {
  const words = sortOf(text).split(BETWEEN_WORDS).filter(Boolean);
  return [...new Set(words.map((word) => word.slice(0, WORD_MAX)))].slice(0, 8);
}

/** The words that a record is found by, folded: `O'Brien` by o, brien and obrien, `P-0017` by p, 0017 and p0017. */
export function wordsOf(texts: readonly (string | null | undefined)[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const chunk of sortOf(text ?? '').split(' ')) {
      const parts = chunk.split(BETWEEN_WORDS).filter(Boolean);
      if (parts.length > 1 && !chunk.includes('@')) parts.push(parts.join(''));
      for (const part of parts) {
        const letters = part.match(/\P{M}\p{M}*/gu) ?? [part];
        const beginnings = UNSPACED.test(part) ? letters.map((_, at) => letters.slice(at).join('')) : [part];
        for (const word of beginnings) if (found.size < WORDS_MAX) found.add(word.slice(0, WORD_MAX));
      }
    }
  }
  return [...found];
}

/** Whether each of these words begins one of the record's: a search among a few records that were read anyway. */
export function areFoundIn(words: readonly string[], texts: readonly (string | null)[]): boolean {
  const own = wordsOf(texts);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}
