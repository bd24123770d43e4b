/** Decimals of a currency (ISO 4217): 2 for EUR, 0 for JPY, 3 for KWD. Default: 2. */
export function currencyDigits(currency: string | null | undefined): number {
  if (!currency || !/^[A-Z]{3}$/.test(currency)) return 2;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Converts minor units to the currency's unit: 4900 is 49 EUR, or 4900 JPY. */
export const majorUnits = (minor: number, currency: string | null | undefined): number =>
  minor / 10 ** currencyDigits(currency);

/** Converts an amount to whole minor units: 49.5 EUR is 4950. */
export const minorUnits = (major: number, currency: string | null | undefined): number =>
  Math.round(major * 10 ** currencyDigits(currency));
