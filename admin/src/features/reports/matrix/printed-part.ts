import type { MatrixPart, MatrixSource } from './matrix-source';

/** Up to this many cells (about a hundred pages) a matrix is printed in full. */
const MAX_UNCUT_CELLS = 60_000;
/** A larger matrix is cut to this size; a filter or the export shows the rest. */
const MAX_ROWS = 200;
const MAX_COLUMNS = 60;
/** Skills that fit on a landscape page. */
const COLUMNS_PER_TABLE = 20;

/** Cuts a matrix that is too large to print. */
export function truncateForPrint(matrix: MatrixPart): MatrixPart {
  if (matrix.rows.length * matrix.columns.length <= MAX_UNCUT_CELLS) return matrix;
  return {
    rows: matrix.rows.slice(0, MAX_ROWS),
    columns: matrix.columns.slice(0, MAX_COLUMNS),
    cells: matrix.cells.filter(({ row, column }) => row < MAX_ROWS && column < MAX_COLUMNS),
  };
}

/** Like `truncateForPrint`; fetches a matrix loaded in parts with a single call. */
export const fetchPartForPrint = ({ answer, complete, fetchPart }: MatrixSource): Promise<MatrixPart> =>
  complete
    ? Promise.resolve(truncateForPrint(complete))
    : fetchPart(0, Math.min(answer.row_count, MAX_ROWS), 0, Math.min(answer.column_count, MAX_COLUMNS));

/** Splits the columns into as few tables as possible, of about the same width: `[from, to)`. */
export function splitColumnsIntoTables(columns: number): { from: number; to: number }[] {
  const tables = Math.ceil(columns / COLUMNS_PER_TABLE);
  return Array.from({ length: tables }, (_, table) => ({
    from: Math.round((table * columns) / tables),
    to: Math.round(((table + 1) * columns) / tables),
  }));
}
