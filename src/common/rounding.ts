/**
 * Shares of integers rounded half up to two decimals, computed in integers to avoid binary fractions. Rounded values
 * are never compared with a threshold: 19,999 of 25,000 shows 80.00 and fails 80 (docs/skill-levels.md).
 */

/** numerator ÷ denominator × scale in hundredths, half up; null for a denominator of 0. Both integers ≥ 0. */
export function divideToHundredths(numerator: number, denominator: number, scale = 1): number | null {
  if (denominator <= 0) return null;
  const exact = numerator * scale * 200 + denominator;
  if (![numerator, denominator, exact].every(Number.isSafeInteger))
    throw new RangeError(`Not a share of safe integers: ${numerator} of ${denominator}.`);
  const doubled = denominator * 2;
  return (exact - (exact % doubled)) / doubled;
}

/** 81.82 for 18 of 22; null for a denominator of 0. */
export function percent(numerator: number, denominator: number): number | null {
  const share = divideToHundredths(numerator, denominator, 100);
  return share === null ? null : share / 100;
}

/** Like `percent`, but 100 only when complete and 0 only when nothing is done. */
export function progressPercent(numerator: number, denominator: number): number | null {
  const share = percent(numerator, denominator);
  if (share === 100 && numerator < denominator) return 99.99;
  return share === 0 && numerator > 0 ? 0.01 : share;
}

/** sum ÷ count with two decimals; null for a count of 0. */
export function mean(sum: number, count: number): number | null {
  const value = divideToHundredths(sum, count);
  return value === null ? null : value / 100;
}

/** '80.00'; null stays null. */
export function formatTwoDecimals(value: number | null): string | null {
  return value === null ? null : value.toFixed(2);
}
