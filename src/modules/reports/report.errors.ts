import { AppError } from '../../common/errors/app-error';

export class DatesReversedError extends AppError {
  constructor(from: string, to: string) {
    super({
      kind: 'refused',
      code: 'dates_reversed',
      message: `The first day (${from}) is after the last day (${to}). Choose an earlier first day.`,
      facts: { from, to },
    });
  }
}

/** @param partRequest request that returns the matrix in parts */
export class TooManyCellsError extends AppError {
  constructor(cells: number, most: number, partRequest: string) {
    super({
      kind: 'refused',
      code: 'too_many_cells',
      message: `This matrix has ${cells} cells; the maximum is ${most} at once. Request parts of it with ${partRequest}.`,
      facts: { cells, most },
    });
  }
}

export class TooManyRowsError extends AppError {
  constructor(most: number, partRequest: string) {
    super({
      kind: 'refused',
      code: 'too_many_rows',
      message: `This report has more than ${most} rows, the maximum at once. Request parts of it with ${partRequest}.`,
      facts: { most },
    });
  }
}

/** Orders without an index need all attempts to be sorted, up to a limit. */
export class TooManyToSortError extends AppError {
  constructor(sort: string, most: number) {
    super({
      kind: 'invalid',
      code: 'narrow_search',
      message: `The quiz report can sort up to ${most} attempts by ${sort}, and there are more. Choose a shorter period, one person or one training, or sort by submission date.`,
      facts: { sort, most },
    });
  }
}

/** Limits of a PDF export. */
export class TooLargeForPdfError extends AppError {
  constructor(rows: number, columns: number, most = PDF_ROWS_MAX) {
    super({
      kind: 'refused',
      code: 'too_large_for_pages',
      message: `A PDF can have up to ${most} rows and ${PDF_COLUMNS_MAX} skills. Narrow the report by person, skill or dates, or export it as a spreadsheet (format=xlsx).`,
      facts: { rows: most, columns: PDF_COLUMNS_MAX, has_rows: rows, has_columns: columns },
    });
  }
}
export const PDF_ROWS_MAX = 200;
export const PDF_COLUMNS_MAX = 60;
/** Limit of all documents of a PDF export together. */
export const PDF_DOCUMENTS_ROWS_MAX = 10_000;
