import { AppError } from '../errors/app-error';

const MESSAGES = {
  empty: 'The file has no rows below the header.',
  quote_open: 'A quotation mark is opened here but never closed. Save the file again as CSV or XLSX.',
  old_workbook: 'This is an old workbook format (.xls). Save it as .xlsx or .csv.',
  no_workbook: 'This file is not a CSV file or XLSX workbook, or it is damaged. Save it again as CSV or XLSX.',
  locked: 'This workbook is protected by a password. Save it without one.',
  entities: 'This workbook declares XML entities. Save it again as XLSX.',
  links: 'This workbook has links to other workbooks or macros. Save it as CSV, or as XLSX without them.',
} as const;
export type UnreadableReason = keyof typeof MESSAGES;

/** The file cannot be read as a table. */
export class TableUnreadableError extends AppError {
  /** @param row row number as in a spreadsheet; 0 if no row is to blame */
  constructor(reason: UnreadableReason, row = 0) {
    super({
      kind: 'refused',
      code: `table_${reason}`,
      message: row ? `Row ${row}: ${MESSAGES[reason]}` : MESSAGES[reason],
      facts: { row },
    });
  }
}

const TOO_LARGE = {
  bytes: ['table_too_large_bytes', 'The file is larger than # MB'],
  unpacked: ['table_too_large_unpacked', 'Unpacked this workbook is larger than # MB'],
  rows: ['table_too_large_rows', 'The file has more than # rows'],
  columns: ['table_too_large_columns', 'The file has more than # columns'],
} as const;

export class TableTooLargeError extends AppError {
  /** @param max the limit: bytes, rows or columns */
  constructor(what: keyof typeof TOO_LARGE, max: number) {
    const [code, template] = TOO_LARGE[what];
    const limit = what === 'bytes' || what === 'unpacked' ? Math.round(max / 1024 / 1024) : max;
    const message = `${template.replace('#', String(limit))}. Split it into several files, or remove what is not needed.`;
    super({ kind: 'too_large', code, message, facts: { limit } });
  }
}
