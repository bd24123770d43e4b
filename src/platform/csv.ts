import { stringify } from 'csv-stringify/sync';

export type CsvValue = string | number | null;

/** In front of a file: without it spreadsheets take the letters for another alphabet. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Rows as spreadsheets open them: CRLF, quoted where needed (with a line break of any kind in it, too), and an apostrophe before a text that begins with = + - @
 * tab or CR, which would run as a formula (contract.md, Bounds).
 */
export const csvLines = (rows: readonly (readonly CsvValue[])[]): string =>
  stringify(rows as CsvValue[][], {
    record_delimiter: 'windows',
    // Else a lone line feed would stand bare, and the row would end there.
    quote_record_delimiter: true,
    escape_formulas: true,
  });
