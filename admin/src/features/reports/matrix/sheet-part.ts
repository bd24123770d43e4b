import type { MatrixPart, MatrixSource } from './source';

/** A matrix of so many cells is printed whole: some hundred pages. */
const WHOLE_CELLS = 60_000;
/** Of a larger one so much: more is nobody's reading; a filter or the export finds it. */
const SHEET_ROWS = 200;
const SHEET_COLUMNS = 60;
/** Skills beside each other on a page that lies on its side. */
const ACROSS = 20;

/** What is printed of a matrix that is known as a whole. Pure. */
export function printedPart(whole: MatrixPart): MatrixPart {
  if (whole.rows.length * whole.columns.length <= WHOLE_CELLS) return whole;
  return {
    rows: whole.rows.slice(0, SHEET_ROWS),
    columns: whole.columns.slice(0, SHEET_COLUMNS),
    cells: whole.cells.filter(({ row, column }) => row < SHEET_ROWS && column < SHEET_COLUMNS),
  };
}

/** The same of one that is fetched part by part: a single call. */
export const fetchPrintedPart = ({ answer, whole, part }: MatrixSource): Promise<MatrixPart> =>
  whole
    ? Promise.resolve(printedPart(whole))
    : part(0, Math.min(answer.row_count, SHEET_ROWS), 0, Math.min(answer.column_count, SHEET_COLUMNS));

/** Columns shared out over as few tables as hold them, each about as wide: `[from, to)`. Pure. */
export function sheetsOf(columns: number): { from: number; to: number }[] {
  const tables = Math.ceil(columns / ACROSS);
  return Array.from({ length: tables }, (_, table) => ({
    from: Math.round((table * columns) / tables),
    to: Math.round(((table + 1) * columns) / tables),
  }));
}
