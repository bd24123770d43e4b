import { AppError } from '../platform/errors/app-error';

export class DatesReversed extends AppError {
  constructor(from: string, to: string) {
    super({
      kind: 'refused',
      code: 'dates_reversed',
      message: `The first day (${from}) is after the last day (${to}). Choose an earlier first day.`,
      facts: { from, to },
    });
  }
}

/** More than may be sent at once; `twin` names what answers it piece by piece. */
export class TooManyCells extends AppError {
  constructor(cells: number, most: number, twin: string) {
    super({
      kind: 'refused',
      code: 'too_many_cells',
      message: `This matrix has ${cells} cells; the maximum is ${most} at once. Request parts of it with ${twin}.`,
      facts: { cells, most },
    });
  }
}

/** The same of rows. */
export class TooManyRows extends AppError {
  constructor(most: number, twin: string) {
    super({
      kind: 'refused',
      code: 'too_many_rows',
      message: `This report has more than ${most} rows, the maximum at once. Request parts of it with ${twin}.`,
      facts: { most },
    });
  }
}

/** No index has this order, so all attempts that come into question are sorted: up to so many. */
export class TooManyToSort extends AppError {
  constructor(sort: string, most: number) {
    super({
      kind: 'invalid',
      code: 'narrow_search',
      message: `The quiz report can sort up to ${most} attempts by ${sort}, and there are more. Choose a shorter period, one person or one training, or sort by submission date.`,
      facts: { sort, most },
    });
  }
}

/** A page has an end (reports.md §4, Export). */
export class TooLargeForPages extends AppError {
  constructor(rows: number, columns: number, most = PAGES_ROWS) {
    super({
      kind: 'refused',
      code: 'too_large_for_pages',
      message: `A PDF can have up to ${most} rows and ${PAGES_COLUMNS} skills. Narrow the report by person, skill or dates, or export it as a spreadsheet (format=xlsx).`,
      facts: { rows: most, columns: PAGES_COLUMNS, has_rows: rows, has_columns: columns },
    });
  }
}
export const PAGES_ROWS = 200;
export const PAGES_COLUMNS = 60;
/** In several documents together: nobody reads more of them. */
export const DOCUMENTS_ROWS = 10_000;
