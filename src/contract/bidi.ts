import { directionOf } from './languages';

/** Right-to-left letters: Hebrew, Arabic and related scripts, with their presentation forms. */
const RTL_LETTERS = '\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC';
const LTR_LETTER = new RegExp(`(?![${RTL_LETTERS}])\\p{L}`, 'u');
/** `+49 40 1234`, `10–20`, `−5`, `38 × 3`: signs and digits that a right-to-left context would reorder. */
const ORDERED_NUMBERS = /^[+−-]\d|\d[\s–×/-]+\d/;
const RTL_LETTER = new RegExp(`[${RTL_LETTERS}]`);
const [FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE] = ['\u2068', '\u2069'];

/**
 * Wraps a value in Unicode isolates (UAX #9) if its direction differs from that of the language (a Latin name on an
 * Arabic page, or the reverse), so that it does not reorder the surrounding sentence. Other values are returned
 * unchanged. Pure.
 */
export function isolateBidi(value: string, language: string): string {
  if (
    value.startsWith(FIRST_STRONG_ISOLATE) &&
    value.endsWith(POP_DIRECTIONAL_ISOLATE) &&
    value.indexOf(POP_DIRECTIONAL_ISOLATE) === value.length - 1
  )
    return value;
  const needsIsolation =
    directionOf(language) === 'rtl' ? LTR_LETTER.test(value) || ORDERED_NUMBERS.test(value) : RTL_LETTER.test(value);
  return needsIsolation ? `${FIRST_STRONG_ISOLATE}${value}${POP_DIRECTIONAL_ISOLATE}` : value;
}

/** Removes direction marks, for files read by programs. Pure. */
export const stripBidiMarks = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');
