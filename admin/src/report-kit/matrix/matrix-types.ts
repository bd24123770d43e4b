import type { CellStatus } from '@/components/status';

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
  /** How the level changed, as an arrow; the cell is tinted by its sign. */
  readonly change?: number;
  /** Levels missing to the target, as a badge. */
  readonly gap?: number;
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

/** One total of a row or a column. `tone` colours it where the figure is a warning. */
export interface MatrixTotal {
  readonly text: string;
  readonly tone?: 'success' | 'warning' | 'error';
  /** Says the figure in words, on hover. */
  readonly title?: string;
}

/** Totals along an axis: their names, and the figures of one row or column (none: not known). */
export interface MatrixTotals {
  readonly heads: readonly string[];
  readonly of: (index: number) => readonly MatrixTotal[] | undefined;
}
