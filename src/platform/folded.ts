/** Both engines agree on text because the application folds it (domain.md, Ids and keys). */

/** For `*_key` columns (unique): trimmed, NFKC, lower case. */
export function keyOf(text: string): string {
  return text.trim().normalize('NFKC').toLowerCase();
}

/** For `*_sort` columns: case and accents removed, so that sorting and searching need no collation. */
export function sortOf(text: string): string {
  return keyOf(text.normalize('NFD').replace(/\p{M}/gu, '')).replace(/\s+/g, ' ');
}

/** Longer words are told apart by their beginning. */
export const WORD_MAX = 40;
/** Of one record: a question's text may be a page long. */
const WORDS_MAX = 200;
/** Written without spaces: a word may begin at every letter. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

/** The words of a search, folded; each must begin one of a record's. */
export function wordsIn(text: string): string[] {
  const words = sortOf(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  return [...new Set(words.map((word) => word.slice(0, WORD_MAX)))].slice(0, 8);
}

/** The words that a record is found by, folded: `O'Brien` by o, brien and obrien, `P-0017` by p, 0017 and p0017. */
export function wordsOf(texts: readonly (string | null | undefined)[]): string[] {
  const found = new Set<string>();
  for (const text of texts) {
    for (const chunk of sortOf(text ?? '').split(' ')) {
      const parts = chunk.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
      if (parts.length > 1 && !chunk.includes('@')) parts.push(parts.join(''));
      for (const part of parts) {
        const letters = [...part];
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
