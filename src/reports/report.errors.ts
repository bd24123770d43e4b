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

/** It did not come to its turn, or to its end, in the time that a report has. */
export class ReportTooSlow extends AppError {
  constructor() {
    super({
      kind: 'unavailable',
      code: 'report_too_slow',
      message: 'This report could not be made in time. Ask again in a moment, for a shorter period or fewer people.',
      retryAfter: 10,
    });
  }
}
