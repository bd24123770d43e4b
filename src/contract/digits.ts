const DIGIT = /\p{Nd}/u;
const DIGITS = /(?![0-9])\p{Nd}/gu;

/** Unicode stores the ten digits of a script contiguously in ascending order. */
function digitValue(digit: string): string {
  const point = digit.codePointAt(0)!;
  let zero = point;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}

/** Converts decimal digits of every script to 0–9 (`٠١٢` is `012`); other characters stay. Pure. */
export const toAsciiDigits = (text: string): string => text.replace(DIGITS, digitValue);

/** Converts digits to 0–9 and the Arabic decimal separator to a point; removes Arabic thousands separators. */
export const toAsciiNumber = (text: string): string =>
  toAsciiDigits(text)
    .replace(/[\u066b\uff0e]/g, '.')
    .replaceAll('\u066c', '');
