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
