import { AppError } from '../errors/app-error';

const SAYS = {
  empty: 'The file has no rows below the header.',
  quote_open: 'A quotation mark is opened here but never closed. Save the file again as CSV or XLSX.',
  old_workbook: 'This is an old workbook format (.xls). Save it as .xlsx or .csv.',
  no_workbook: 'This file is not a CSV file or XLSX workbook, or it is damaged. Save it again as CSV or XLSX.',
  locked: 'This workbook is protected by a password. Save it without one.',
  entities: 'This workbook declares XML entities. Save it again as XLSX.',
  links: 'This workbook has links to other workbooks or macros. Save it as CSV, or as XLSX without them.',
} as const;
export type Unreadable = keyof typeof SAYS;

/** Nothing can be read from it. */
export class TableUnreadable extends AppError {
  /** @param row where, as a spreadsheet counts; 0: nowhere in particular */
  constructor(why: Unreadable, row = 0) {
    super({
      kind: 'refused',
      code: `table_${why}`,
      message: row ? `Row ${row}: ${SAYS[why]}` : SAYS[why],
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

/** There is too much in it. */
export class TableTooLarge extends AppError {
  /** @param most the limit: bytes, rows or columns */
  constructor(what: keyof typeof TOO_LARGE, most: number) {
    const [code, said] = TOO_LARGE[what];
    const limit = what === 'bytes' || what === 'unpacked' ? Math.round(most / 1024 / 1024) : most;
    const message = `${said.replace('#', String(limit))}. Split it into several files, or remove what is not needed.`;
    super({ kind: 'too_large', code, message, facts: { limit } });
  }
}
