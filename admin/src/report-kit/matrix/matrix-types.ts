import type { CellStatus } from '@/components/status';

export interface MatrixHead {
  readonly id: string;
  readonly label: string;
  /** Below the label: a staff code, a required level. */
  readonly note?: string;
  /** Columns only: neighbouring columns of one group form a band. */
  readonly group?: string;
}

export interface MatrixCell {
  /** null: unknown; 0 is a level. */
  readonly level: number | null;
  readonly target: number | null;
  readonly status: CellStatus;
  /** Shown instead of the level, in reports of changes: `+2`, `−3`. */
  readonly text?: string;
  /** Change of the level as an arrow; its sign tints the cell. */
  readonly change?: number;
  /** Levels missing to the target, as a badge. */
  readonly gap?: number;
}

/** A part of the matrix. Cells are sparse, and counted from the start of the matrix. */
export interface MatrixSlice {
  readonly rows: readonly MatrixHead[];
  readonly columns: readonly MatrixHead[];
  readonly cells: readonly (MatrixCell & { readonly row: number; readonly column: number })[];
}

export type MatrixLoader = (rowFrom: number, rowTo: number, colFrom: number, colTo: number) => Promise<MatrixSlice>;

export interface OpenedCell {
  readonly row: MatrixHead;
  readonly column: MatrixHead;
  readonly cell: MatrixCell | undefined;
}

/** A total of a row or a column. `tone` colours it. */
export interface MatrixTotal {
  readonly text: string;
  readonly tone?: 'success' | 'warning' | 'error';
  /** Description on hover. */
  readonly title?: string;
}

/** Totals of an axis: names, and the values of a row or column (undefined while not loaded). */
export interface MatrixTotals {
  readonly heads: readonly string[];
  readonly totalsAt: (index: number) => readonly MatrixTotal[] | undefined;
}
