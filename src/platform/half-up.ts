/**
 * Decides how a share of whole numbers is shown: two decimals, half up, computed in integers so that no binary
 * fraction ever tips a figure (reports.md §4 "100·correct/total, half-up, 2 decimals"; §3 "nothing required → '–'").
 * Shown figures are never compared with a threshold: 19,999 of 25,000 shows 80.00 and fails 80.
 */

/** numerator ÷ denominator × scale, half up, in hundredths; null when nothing is counted. Both whole and ≥ 0. */
export function hundredths(numerator: number, denominator: number, scale = 1): number | null {
  if (denominator <= 0) return null;
  const exact = numerator * scale * 200 + denominator;
  if (![numerator, denominator, exact].every(Number.isSafeInteger))
    throw new RangeError(`No whole-number share: ${numerator} of ${denominator}.`);
  const doubled = denominator * 2;
  return (exact - (exact % doubled)) / doubled;
}

/** 81.82 for 18 of 22; null for "–". */
export function percent(numerator: number, denominator: number): number | null {
  const share = hundredths(numerator, denominator, 100);
  return share === null ? null : share / 100;
}

/** As `percent`, but 100 only where nothing is missing and 0 only where nothing is there, of however many. */
export function percentOfAll(numerator: number, denominator: number): number | null {
  const share = percent(numerator, denominator);
  if (share === 100 && numerator < denominator) return 99.99;
  return share === 0 && numerator > 0 ? 0.01 : share;
}

/** A mean with two decimals: sum ÷ count; null for "–". */
export function mean(sum: number, count: number): number | null {
  const value = hundredths(sum, count);
  return value === null ? null : value / 100;
}

/** '80.00'; null stays null, and the surface shows "–". */
export function twoDecimals(value: number | null): string | null {
  return value === null ? null : value.toFixed(2);
}
