import { AppError } from '../platform/errors/app-error';

export class DatesReversed extends AppError {
  constructor(from: string, to: string) {
    super({
      kind: 'refused',
      code: 'dates_reversed',
      message: `The first day (${from}) is after the last day (${to}). Choose a first day that is not later.`,
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
      message: `This matrix has ${cells} cells; at most ${most} are sent at once. Ask for parts of it with ${twin}.`,
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
      message: `This report has more than ${most} rows; at most so many are sent at once. Ask for parts of it with ${twin}.`,
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
      message: `By ${sort} the quiz report sorts at most ${most} attempts, and there are more. Choose a shorter period, one person or one training, or sort by the day of submitting.`,
      facts: { sort, most },
    });
  }
}
