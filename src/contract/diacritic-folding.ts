/** Search normalization of diacritics (docs/text-and-files.md), shared by server and browser. */

/** Combining marks are part of a word. */
export const WORD_SEPARATOR = /[^\p{L}\p{N}\p{M}]+/u;

/** Scripts without spaces: a word can begin at every letter, with the marks that belong to it. */
export const UNSPACED_SCRIPT =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/**
 * Removes marks that readers of the script ignore in searches.
 * @param text in lower case
 */
export const foldDiacritics = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0640\p{Variation_Selector}]/gu, '')
    .replace(/([^\p{M}])(\p{M}+)/gu, (_, letter: string, marks: string) => letter + significantMarks(letter, marks))
    .replace(/(\p{M})[\u200c\u200d]+/gu, '$1')
    .replace(/\u03c2/g, '\u03c3')
    .normalize('NFC');

/** Marks after a letter (decomposed) that change its meaning: vowel signs, voicing, tones. */
function significantMarks(letter: string, marks: string): string {
  if (/[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Syriac}]/u.test(letter)) return '';
  // Alef with hamza is the same letter; waw and yeh with hamza are different letters.
  if (/\p{Script=Arabic}/u.test(letter)) return letter === '\u0627' ? '' : marks.replace(/[^\u0653-\u0655]/gu, '');
  if (!/\p{Script=Cyrillic}/u.test(letter)) return marks;
  // Removes stress and the dots of ё. Й, ї, ў, ѓ and ќ are separate letters.
  if (letter === 'е') return marks.replace(/[\u0300\u0301\u0308]/g, '');
  return 'гк'.includes(letter) ? marks : marks.replace(/[\u0300\u0301]/g, '');
}
