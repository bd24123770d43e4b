import type { Day } from '../platform/calendar';

/**
 * What is known of a rectangle of the matrix, `row * columns + column`: no object a cell, so that 100,000 cells are a few
 * hundred kilobytes. What was not asked for has no length.
 */
export interface MatrixCells {
  readonly level: Uint8Array;
  readonly held: Uint8Array;
  /** The level on D + 90. */
  readonly later: Uint8Array;
  readonly flags: Uint8Array;
  /** One more than the lowest level that begins within the warning days; 0: none does. */
  readonly low: Uint8Array;
  readonly target: Uint8Array;
  readonly overdue: Uint8Array;
  readonly opening_level: Uint8Array;
  readonly opening_held: Uint8Array;
  readonly opening_flags: Uint8Array;
  readonly opening_target: Uint8Array;
  readonly events: Uint16Array;
}

/** What is known of so many cells, nothing yet. */
export function matrixCells(
  cells: number,
  wanted: { opening: boolean; overdue: boolean; events: boolean },
): MatrixCells {
  const bytes = (isWanted = true) => new Uint8Array(isWanted ? cells : 0);
  return {
    ...{ level: bytes(), held: bytes(), later: bytes() },
    ...{ flags: bytes(), low: bytes(), target: bytes(), overdue: bytes(wanted.overdue) },
    ...{ opening_level: bytes(wanted.opening), opening_held: bytes(wanted.opening) },
    ...{ opening_flags: bytes(wanted.opening), opening_target: bytes(wanted.opening) },
    events: new Uint16Array(wanted.events ? cells : 0),
  };
}

/** While rows come in a target tells who said it: the person's own begin at 1, those of a job role at 8. */
const OWN = 1;
const OF_ROLE = 8;

/** Fills the targets of one day; until `settle` they are no levels yet. */
export class Targets {
  /** The first day of a person's own target. */
  private readonly days = new Map<number, Day>();

  constructor(private readonly cells: Uint8Array) {}

  /** Of two on a day the one that began last stands (skill-target.ts). Before any `ofRole`. */
  own(cell: number, level: number, from_date: Day): void {
    if (this.cells[cell] !== 0 && from_date <= (this.days.get(cell) ?? '')) return;
    this.cells[cell] = OWN + level;
    this.days.set(cell, from_date);
  }

  /** The highest of the role they had on the day, wherever nothing personal was said. */
  ofRole(cell: number, level: number): void {
    const known = this.cells[cell]!;
    if (known === 0 || (known >= OF_ROLE && OF_ROLE + level > known)) this.cells[cell] = OF_ROLE + level;
  }

  settle(): void {
    const { cells } = this;
    for (let cell = 0; cell < cells.length; cell++) {
      const known = cells[cell]!;
      if (known !== 0) cells[cell] = known - (known >= OF_ROLE ? OF_ROLE : OWN);
    }
  }
}
