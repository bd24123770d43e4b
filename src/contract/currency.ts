/**
 * Decimals of a currency's minor unit (ISO 4217, as Intl knows it): 2 of EUR, 0 of JPY, 3 of KWD. 2 where the code is
 * missing or is no code yet.
 */
export function currencyDigits(currency: string | null | undefined): number {
  if (!currency || !/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Whole minor units in units of the currency: 4900 is 49 EUR, and 4900 JPY. */
export const majorUnits = (minor: number, currency: string | null | undefined): number =>
  minor / 10 ** currencyDigits(currency);

/** An amount in whole minor units of the currency: 49.5 EUR is 4950. */
export const minorUnits = (major: number, currency: string | null | undefined): number =>
  Math.round(major * 10 ** currencyDigits(currency));
