import { directionOf } from './languages';

/** Letters that are written from the right: Hebrew, Arabic and their kin, with their presentation forms. */
const FROM_THE_RIGHT = '\\u0590-\\u08FF\\uFB1D-\\uFDFF\\uFE70-\\uFEFC';
const FROM_THE_LEFT = new RegExp(`(?![${FROM_THE_RIGHT}])\\p{L}`, 'u');
/** `+49 40 1234`, `10–20`, `−5`, `38 × 3`: signs and figures that stand by their order, which another direction would turn round. */
const FIGURES = /^[+−-]\d|\d[\s–×/-]+\d/;
const RIGHT = new RegExp(`[${FROM_THE_RIGHT}]`);
const [OPEN, CLOSE] = ['\u2068', '\u2069'];

/**
 * What stands in a sentence of this language as a value: what runs the other way (a Latin name or an e-mail address on an
 * Arabic page, an Arabic name on an English one) is isolated, so that it neither turns the words beside it nor decides, at
 * a sentence's beginning, which way the sentence runs (UAX #9). Anything else comes as it is. Pure.
 */
export function isolated(value: string, language: string): string {
  if (value.startsWith(OPEN) && value.endsWith(CLOSE) && value.indexOf(CLOSE) === value.length - 1) return value;
  const against =
    directionOf(language) === 'rtl' ? FROM_THE_LEFT.test(value) || FIGURES.test(value) : RIGHT.test(value);
  return against ? `${OPEN}${value}${CLOSE}` : value;
}

/** Without the marks of direction, for files that programs read. Pure. */
export const withoutMarks = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');
