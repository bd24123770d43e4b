import { stringify } from 'csv-stringify/sync';
import type { Language } from '../contract/languages';

export type CsvValue = string | number | null;

/** UTF-8 byte order mark: without it spreadsheets decode the file with a legacy encoding. */
export const BYTE_ORDER_MARK = '\uFEFF';

export interface CsvFormat {
  readonly separator: ',' | ';';
  readonly decimal: '.' | ',';
}
const MACHINE_FORMAT: CsvFormat = { separator: ',', decimal: '.' };
const SEMICOLON_FORMAT: CsvFormat = { separator: ';', decimal: ',' };
/** How spreadsheets in each language split and read a CSV file opened by double click. */
const SPREADSHEET_FORMATS: Readonly<Record<Language, CsvFormat>> = {
  en: MACHINE_FORMAT,
  zh: MACHINE_FORMAT,
  de: SEMICOLON_FORMAT,
  es: SEMICOLON_FORMAT,
  fr: SEMICOLON_FORMAT,
  it: SEMICOLON_FORMAT,
  ru: SEMICOLON_FORMAT,
  ar: { separator: ';', decimal: '.' },
};

/** @param spreadsheetLanguage language of the spreadsheet that opens the file; absent: read by programs */
export const csvFormatFor = (spreadsheetLanguage?: Language): CsvFormat =>
  spreadsheetLanguage ? SPREADSHEET_FORMATS[spreadsheetLanguage] : MACHINE_FORMAT;

/**
 * Formats rows for spreadsheets: CRLF, quoted where needed, and an apostrophe before a text that starts with = + - @
 * tab or CR, which would otherwise run as a formula.
 */
export const formatCsvRows = (
  rows: readonly (readonly CsvValue[])[],
  { separator, decimal }: CsvFormat = MACHINE_FORMAT,
): string =>
  stringify(rows as CsvValue[][], {
    delimiter: separator,
    record_delimiter: 'windows',
    // Without this a lone line feed stays unquoted and ends the row.
    quote_record_delimiter: true,
    escape_formulas: true,
    ...(decimal === ',' && { cast: { number: (value: number) => String(value).replace('.', ',') } }),
  });
