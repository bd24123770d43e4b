/** What readers of a script pass over when they look for a word (docs/text-and-files.md); server and browser alike. */

/** Marks belong to the word of their letter. */
export const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;

/** Written without spaces: a word may begin at every letter, with the marks that belong to it. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** Without the marks that the script's readers pass over, and otherwise the same text. @param text in lower case */
export const foldMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0640\p{Variation_Selector}]/gu, '')
    .replace(/([^\p{M}])(\p{M}+)/gu, (_, letter: string, marks: string) => letter + spokenMarks(letter, marks))
    .replace(/(\p{M})[\u200c\u200d]+/gu, '$1')
    .replace(/\u03c2/g, '\u03c3')
    .normalize('NFC');

/** Of the marks behind a letter (decomposed) those that its readers do not pass over: vowel signs, voicing, tones. */
function spokenMarks(letter: string, marks: string): string {
  if (/[\p{Script=Latin}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Syriac}]/u.test(letter)) return '';
  // Alef is written with hamza or without; waw and yeh with hamza are other letters.
  if (/\p{Script=Arabic}/u.test(letter)) return letter === '\u0627' ? '' : marks.replace(/[^\u0653-\u0655]/gu, '');
  if (!/\p{Script=Cyrillic}/u.test(letter)) return marks;
  // Stress, and the dots of ё. Й, ї, ў, ѓ and ќ are letters of their own.
  if (letter === 'е') return marks.replace(/[\u0300\u0301\u0308]/g, '');
  return 'гк'.includes(letter) ? marks : marks.replace(/[\u0300\u0301]/g, '');
}
