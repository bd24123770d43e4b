const DIGIT = /\p{Nd}/u;
const DIGITS = /(?![0-9])\p{Nd}/gu;

/** Unicode keeps the ten digits of a script next to each other in ascending order, and no script's ten apart. */
function valueOf(digit: string): string {
  const point = digit.codePointAt(0)!;
  let zero = point;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((point - zero) % 10);
}

/** Decimal digits of every script as 0–9 (`٠١٢` is `012`); everything else stays as it is. Pure. */
export const toAsciiDigits = (text: string): string => text.replace(DIGITS, valueOf);

/** A number as it is typed: digits as 0–9, the Arabic decimal separator as a point, Arabic thousands separators left out. */
export const toAsciiNumber = (text: string): string =>
  toAsciiDigits(text)
    .replace(/[\u066b\uff0e]/g, '.')
    .replaceAll('\u066c', '');
