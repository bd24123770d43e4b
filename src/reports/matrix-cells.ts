import { breath, inSlices } from '../platform/breath';
import type { Day } from '../platform/calendar';

/** Cells between two looks at the clock. */
const CELLS_AT_ONCE = 65_536;

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

/** Each array in a turn of its own: of 10,000 × 500 it is five megabytes, every page of which the system clears first. */
export async function matrixCells(
  cells: number,
  wanted: { opening: boolean; overdue: boolean; events: boolean },
): Promise<MatrixCells> {
  const bytes = (isWanted = true) => inOwnTurn(isWanted ? cells : 0, (length) => new Uint8Array(length));
  return {
    ...{ level: await bytes(), held: await bytes(), later: await bytes() },
    ...{ flags: await bytes(), low: await bytes(), target: await bytes(), overdue: await bytes(wanted.overdue) },
    ...{ opening_level: await bytes(wanted.opening), opening_held: await bytes(wanted.opening) },
    ...{ opening_flags: await bytes(wanted.opening), opening_target: await bytes(wanted.opening) },
    events: await inOwnTurn(wanted.events ? cells : 0, (length) => new Uint16Array(length)),
  };
}

async function inOwnTurn<A>(length: number, make: (length: number) => A): Promise<A> {
  if (length > CELLS_AT_ONCE) await breath();
  return make(length);
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

  settle(): Promise<void> {
    const { cells } = this;
    const piece = (from: number, to: number): void => {
      for (let cell = from; cell < to; cell++) {
        const known = cells[cell]!;
        if (known !== 0) cells[cell] = known - (known >= OF_ROLE ? OF_ROLE : OWN);
      }
    };
    return inSlices(cells.length, piece, CELLS_AT_ONCE);
  }
}
