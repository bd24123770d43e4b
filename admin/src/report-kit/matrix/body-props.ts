import type { GroupBands } from './bands';
import type { CellPainter } from './cell-painter';
import type { GridContent } from './grid-content';
import type { MatrixTotals } from './matrix-types';

/** What the parts of a grid's body are drawn from (grid-body.ts). */
export interface BodyProps<Cell> {
  readonly id: string;
  readonly rowCount: number;
  readonly columnCount: number;
  readonly content: GridContent<Cell>;
  readonly bands: GroupBands;
  readonly painter: CellPainter<Cell>;
  readonly totals: MatrixTotals | undefined;
  readonly columnTotals: MatrixTotals | undefined;
  /** Where the sums of the columns stand, a row for each line. */
  readonly sumRows: readonly HTMLElement[];
  readonly firstPx: number;
}
