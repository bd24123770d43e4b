import type { GroupBands } from './group-bands';
import type { CellPainter } from './cell-painter';
import type { GridContent } from './grid-content';
import type { MatrixTotals } from './matrix-types';

/** Input of the parts of `GridBody`. */
export interface GridBodyProps<Cell> {
  readonly id: string;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly content: GridContent<Cell>;
  readonly bands: GroupBands;
  readonly painter: CellPainter<Cell>;
  readonly totals: MatrixTotals | undefined;
  readonly columnTotals: MatrixTotals | undefined;
  /** Rows of the column totals, one per line. */
  readonly sumRows: readonly HTMLElement[];
  readonly firstPx: number;
}
