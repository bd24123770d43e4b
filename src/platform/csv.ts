import { stringify } from 'csv-stringify/sync';
import type { Language } from '../contract/languages';

export type CsvValue = string | number | null;

/** In front of a file: without it spreadsheets take the letters for another alphabet. */
export const BYTE_ORDER_MARK = '\uFEFF';

export interface CsvFormat {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
}
const FOR_PROGRAMS: CsvFormat = { separator: ',', decimal: '.' };
const SEMICOLON: CsvFormat = { separator: ';', decimal: ',' };
/** As spreadsheets of these languages split and read a CSV file that is opened by a double click. */
const FOR_SPREADSHEETS: Readonly<Record<Language, CsvFormat>> = {
  en: FOR_PROGRAMS,
  zh: FOR_PROGRAMS,
  ...{ de: SEMICOLON, es: SEMICOLON, fr: SEMICOLON, it: SEMICOLON, ru: SEMICOLON },
  ar: { separator: ';', decimal: '.' },
};

/** @param csv_for the language of the spreadsheet that opens the file; left out: programs read it */
export const csvFormatOf = (csv_for?: Language): CsvFormat => (csv_for ? FOR_SPREADSHEETS[csv_for] : FOR_PROGRAMS);

/**
 * Rows as spreadsheets open them: CRLF, quoted where needed (with a line break of any kind in it, too), and an apostrophe before a text that begins with = + - @
 * tab or CR, which would run as a formula (contract.md, Bounds).
 */
export const csvLines = (
  rows: readonly (readonly CsvValue[])[],
  { separator, decimal }: CsvFormat = FOR_PROGRAMS,
): string =>
  stringify(rows as CsvValue[][], {
    delimiter: separator,
    record_delimiter: 'windows',
    // Else a lone line feed would stand bare, and the row would end there.
    quote_record_delimiter: true,
    escape_formulas: true,
    ...(decimal === ',' && { cast: { number: (value: number) => String(value).replace('.', ',') } }),
  });
