import type { CellStatus } from '../status';

export interface MatrixHead {
  readonly id: string;
  readonly label: string;
  /** Below the label: a staff code, a required level. */
  readonly note?: string;
  /** Columns only: neighbours of one group are banded together. */
  readonly group?: string;
}

export interface MatrixCell {
  /** Null: not known; 0 is a level. */
  readonly level: number | null;
  readonly target: number | null;
  readonly status: CellStatus;
  /** Shown instead of the level where a report shows a change: `+2`, `−3`. */
  readonly text?: string;
}

/** A part of the matrix. Ends are exclusive; cells are sparse and counted from the matrix's own beginning. */
export interface MatrixWindow {
  readonly rows: readonly MatrixHead[];
  readonly columns: readonly MatrixHead[];
  readonly cells: readonly (MatrixCell & { readonly row: number; readonly column: number })[];
}

export type MatrixLoader = (rowFrom: number, rowTo: number, colFrom: number, colTo: number) => Promise<MatrixWindow>;

export interface OpenedCell {
  readonly row: MatrixHead;
  readonly column: MatrixHead;
  readonly cell: MatrixCell | undefined;
}
