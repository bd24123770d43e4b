import type { MatrixHead } from './matrix-types';
import type { CellPosition } from './grid-navigation';

/** Content of a grid; a new object redraws everything in view. */
export interface GridContent<Cell> {
  /** Undefined while not loaded. */
  readonly row: (index: number) => MatrixHead | undefined;
  readonly column: (index: number) => MatrixHead | undefined;
  readonly cell: (row: number, column: number) => Cell;
  /** Accessible name of a cell with everything visible in it; null while not loaded. */
  readonly nameOf: (row: number, column: number) => string | null;
  /** Rows and columns with highlighted heads. */
  readonly isCurrent: { readonly row: (index: number) => boolean; readonly column: (index: number) => boolean };
  readonly active: CellPosition;
  /** Only for editable grids. */
  readonly marks?: (row: number, column: number) => CellMarks;
}

export interface CellMarks {
  readonly selected: boolean;
  /** Validation error of the cell. */
  readonly problem: string | undefined;
}

/** A range of rows and columns; ends are exclusive. */
export interface CellRange {
  readonly rowFrom: number;
  readonly rowTo: number;
  readonly colFrom: number;
  readonly colTo: number;
}
