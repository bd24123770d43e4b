import type { MatrixHead } from './matrix-types';
import type { Place } from './steps';

/** What stands in a grid; a new one means that everything in view is drawn again. */
export interface GridContent<Cell> {
  /** Undefined: not known yet. */
  readonly row: (index: number) => MatrixHead | undefined;
  readonly column: (index: number) => MatrixHead | undefined;
  readonly cell: (row: number, column: number) => Cell;
  /** Everything that is seen in a cell, in words; null while it is not known. */
  readonly nameOf: (row: number, column: number) => string | null;
  /** Rows and columns whose heads stand out. */
  readonly isCurrent: { readonly row: (index: number) => boolean; readonly column: (index: number) => boolean };
  readonly active: Place;
  /** Only where cells are selected and edited. */
  readonly marks?: (row: number, column: number) => CellMarks;
}

export interface CellMarks {
  readonly selected: boolean;
  /** Why what stands there is refused. */
  readonly problem: string | undefined;
}

/** Which rows and columns; ends are exclusive. */
export interface MatrixWindow {
  readonly rowFrom: number;
  readonly rowTo: number;
  readonly colFrom: number;
  readonly colTo: number;
}
