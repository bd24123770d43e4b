import { toAsciiDigits } from './digits';

/**
 * Numbers typed by people, stored as decimal text and compared exactly. Binary fractions would misgrade an answer at
 * the very edge of its tolerance (0.1 + 0.2 is not 0.3).
 */

/** Maximum digits in total, and after the decimal point. */
const DECIMAL_DIGITS_MAX = 15;
const DECIMAL_PLACES_MAX = 9;
/** Maximum characters of the input, including separators and sign. */
export const DECIMAL_INPUT_LENGTH_MAX = 40;

/**
 * A single separator is the decimal separator (`3,5`, `3.5`; `1,234` is just above one), and the user sees how it was
 * read. With both separators, or several of one, the others group thousands. Spaces and apostrophes only group.
 */
const DECIMAL_FORMATS = [
  /^\d+(?:[.,]\d+)?$/,
  /^[.,]\d+$/,
  /^\d{1,3}(?:([ '])\d{3})(?:\1\d{3})*(?:[.,]\d+)?$/,
  /^\d{1,3}(?:\.\d{3})+,\d+$/,
  /^\d{1,3}(?:,\d{3})+\.\d+$/,
] as const;
const GROUPED_INTEGER = /^\d{1,3}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;

/** Converts digits, signs and spaces of other scripts. NFKC is unsuitable: it turns 10² into 102. */
const toAsciiDecimal = (input: string): string =>
  toAsciiDigits(input)
    .replace(/[\u066b\uff0c]/g, ',')
    .replace(/\uff0e/g, '.')
    .replace(/[\u066c\u2019\u02bc]/g, "'")
    .replace(/[\u2212\u2010-\u2013\ufe63\uff0d]/g, '-')
    .replace(/\uff0b/g, '+')
    .replace(/[\u061c\u200e\u200f\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** `-3.5` for “−3,50”, `3500` for “3 500”; null if it is not a number or has too many digits. */
export function parseDecimal(input: string): string | null {
  if (input.length > DECIMAL_INPUT_LENGTH_MAX) return null;
  const [, sign = '', body = ''] = /^([+-]?) ?(.*)$/.exec(toAsciiDecimal(input)) ?? [];
  const isGroupedInteger = GROUPED_INTEGER.test(body);
  if (!isGroupedInteger && !DECIMAL_FORMATS.some((form) => form.test(body))) return null;
  const separatorIndex = isGroupedInteger ? -1 : Math.max(body.lastIndexOf('.'), body.lastIndexOf(','));
  const whole =
    (separatorIndex < 0 ? body : body.slice(0, separatorIndex)).replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
  const places = separatorIndex < 0 ? '' : body.slice(separatorIndex + 1).replace(/0+$/, '');
  if (places.length > DECIMAL_PLACES_MAX || whole.length + places.length > DECIMAL_DIGITS_MAX) return null;
  const number = places ? `${whole}.${places}` : whole;
  return sign === '-' && number !== '0' ? `-${number}` : number;
}

/**
 * Scales to integer units of the last stored decimal place.
 * @param decimal as returned by `parseDecimal`
 */
export function toDecimalUnits(decimal: string): bigint {
  const [whole = '', places = ''] = decimal.replace('-', '').split('.');
  const units = BigInt(whole + places.padEnd(DECIMAL_PLACES_MAX, '0'));
  return decimal.startsWith('-') ? -units : units;
}

/** Inverse of `toDecimalUnits`; null if it has too many digits. */
export function fromDecimalUnits(units: bigint): string | null {
  const digits = String(units < 0n ? -units : units).padStart(DECIMAL_PLACES_MAX + 1, '0');
  const pointIndex = digits.length - DECIMAL_PLACES_MAX;
  return parseDecimal(`${units < 0n ? '-' : ''}${digits.slice(0, pointIndex)}.${digits.slice(pointIndex)}`);
}

/** Whether the answer is at most `tolerance` away from the value (inclusive). */
export function isWithinTolerance(answer: string, value: string, tolerance: string): boolean {
  const difference = toDecimalUnits(answer) - toDecimalUnits(value);
  return (difference < 0n ? -difference : difference) <= toDecimalUnits(tolerance);
}
