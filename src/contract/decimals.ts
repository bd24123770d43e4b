import { toAsciiDigits } from './digits';

/**
 * Numbers as people write them, kept as decimal text and compared exactly: in binary fractions 0.1 + 0.2 is not 0.3, and
 * an answer at the very edge of its tolerance would be wrong.
 */

/** All digits together, and those behind the point. */
const DECIMAL_DIGITS_MAX = 15;
const DECIMAL_PLACES_MAX = 9;
/** Of what is written, groups and signs with it. */
export const DECIMAL_WRITTEN_MAX = 40;

/**
 * One separator is the decimal's, whichever it is (`3,5`, `3.5`, `1,234` is a little more than one): who means thousands
 * sees what was read. With both, or several of one, the others are groups of three. A space and an apostrophe only group.
 */
const WRITTEN = [
  /^\d+(?:[.,]\d+)?$/,
  /^[.,]\d+$/,
  /^\d{1,3}(?:([ '])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/,
  /^\d{1,3}(?:\.\d{3})+,\d+$/,
  /^\d{1,3}(?:,\d{3})+\.\d+$/,
] as const;
const ONLY_GROUPS = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;

/** Digits, signs and spaces of other scripts. Not by NFKC, which would make 102 of 10². */
const inAscii = (written: string): string =>
  toAsciiDigits(written)
    .replace(/[\u066b\uff0c]/g, ',')
    .replace(/\uff0e/g, '.')
    .replace(/[\u066c\u2019\u02bc]/g, "'")
    .replace(/[\u2212\u2010-\u2013\ufe63\uff0d]/g, '-')
    .replace(/\uff0b/g, '+')
    .replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** `-3.5` for “−3,50”, `3500` for “3 500”; null for what is no number, or has more digits than are kept. */
export function decimalOf(written: string): string | null {
  if (written.length > DECIMAL_WRITTEN_MAX) return null;
  const [, sign = '', body = ''] = /^([+-]?) ?(.*)$/.exec(inAscii(written)) ?? [];
  const grouped = ONLY_GROUPS.test(body);
  if (!grouped && !WRITTEN.some((form) => form.test(body))) return null;
  const at = grouped ? -1 : Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const whole = (at < 0 ? body : body.slice(0, at)).replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const places = at < 0 ? '' : body.slice(at + 1).replace(/0+$/, '');
  if (places.length > DECIMAL_PLACES_MAX || whole.length + places.length > DECIMAL_DIGITS_MAX) return null;
  const number = places ? `${whole}.${places}` : whole;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

/** In units of the last place that is kept. @param decimal as `decimalOf` writes it */
export function unitsOf(decimal: string): bigint {
  const [whole = '', places = ''] = decimal.replace('-', '').split('.');
  const units = BigInt(whole + places.padEnd(DECIMAL_PLACES_MAX, '0'));
  return decimal.startsWith('-') ? -units : units;
}

/** The decimal of so many units; null with more digits than are kept. */
export function decimalOfUnits(units: bigint): string | null {
  const digits = String(units < 0n ? -units : units).padStart(DECIMAL_PLACES_MAX + 1, '0');
  const at = digits.length - DECIMAL_PLACES_MAX;
  return decimalOf(`${units < 0n ? '-' : ''}${digits.slice(0, at)}.${digits.slice(at)}`);
}

/** Whether it is no further from the value than that; the edge belongs to it. */
export function isWithin(given: string, value: string, tolerance: string): boolean {
  const apart = unitsOf(given) - unitsOf(value);
  return (apart < 0n ? -apart : apart) <= unitsOf(tolerance);
}
