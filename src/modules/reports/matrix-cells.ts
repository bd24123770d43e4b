import type { Day } from '../../common/calendar';

/**
 * Data of a matrix rectangle, indexed by `row * columns + column`. Typed arrays keep 100,000 cells at a few hundred
 * kilobytes. Arrays that were not requested are empty.
 */
export interface MatrixCells {
  readonly level: Uint8Array;
  readonly heldLevel: Uint8Array;
  /** The level on D + 90. */
  readonly laterLevel: Uint8Array;
  readonly flags: Uint8Array;
  /** 1 + the lowest level that begins within the warning days; 0: none. */
  readonly lowestSoon: Uint8Array;
  readonly target: Uint8Array;
  readonly overdue: Uint8Array;
  readonly opening_level: Uint8Array;
  readonly opening_held: Uint8Array;
  readonly opening_flags: Uint8Array;
  readonly opening_target: Uint8Array;
  readonly events: Uint16Array;
}

export function matrixCells(
  cells: number,
  options: { opening: boolean; overdue: boolean; events: boolean },
): MatrixCells {
  const bytes = (isNeeded = true) => new Uint8Array(isNeeded ? cells : 0);
  return {
    level: bytes(),
    heldLevel: bytes(),
    laterLevel: bytes(),
    flags: bytes(),
    lowestSoon: bytes(),
    target: bytes(),
    overdue: bytes(options.overdue),
    opening_level: bytes(options.opening),
    opening_held: bytes(options.opening),
    opening_flags: bytes(options.opening),
    opening_target: bytes(options.opening),
    events: new Uint16Array(options.events ? cells : 0),
  };
}

/** Offsets that encode the source of a target while rows are added. */
const PERSONAL_OFFSET = 1;
const ROLE_OFFSET = 8;

/** Collects the targets of one day; `decode` decodes them to levels. */
export class TargetAccumulator {
  /** First day of the personal target of a cell. */
  private readonly firstDays = new Map<number, Day>();

  constructor(private readonly cells: Uint8Array) {}

  /** The latest first day wins (skill-target.ts). Call before any `addRole`. */
  addPersonal(cell: number, level: number, from_date: Day): void {
    if (this.cells[cell] !== 0 && from_date <= (this.firstDays.get(cell) ?? '')) return;
    this.cells[cell] = PERSONAL_OFFSET + level;
    this.firstDays.set(cell, from_date);
  }

  /** The highest role target wins; ignored where there is a personal target. */
  addRole(cell: number, level: number): void {
    const encoded = this.cells[cell]!;
    if (encoded === 0 || (encoded >= ROLE_OFFSET && ROLE_OFFSET + level > encoded))
      this.cells[cell] = ROLE_OFFSET + level;
  }

  decode(): void {
    const { cells } = this;
    for (let cell = 0; cell < cells.length; cell++) {
      const encoded = cells[cell]!;
      if (encoded !== 0) cells[cell] = encoded - (encoded >= ROLE_OFFSET ? ROLE_OFFSET : PERSONAL_OFFSET);
    }
  }
}
