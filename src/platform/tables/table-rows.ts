import { ROWS_PER_TURN, yieldToEventLoop } from '../event-loop';
import { csvRows } from './csv-rows';
import { TableTooLarge, TableUnreadable } from './table-errors';
import { isOldWorkbook, isWorkbook } from './xlsx-guard';
import { xlsxRows, type TableRow } from './xlsx-rows';

/** What one table may have; a cell's letters beyond `cell` are cut off, one more is left as a sign of it. */
export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
  readonly cell: number;
}
export interface ReadTable {
  readonly heads: readonly string[];
  readonly rows: readonly TableRow[];
}

/**
 * A table of whatever kind, by its content and not by its name: an XLSX workbook's first sheet, or text in whatever encoding
 * with whatever between its cells. The first row that is not empty are its heads; empty rows are passed over.
 * @throws TableUnreadable, TableTooLarge
 */
export async function readTable(bytes: Buffer, limits: TableLimits): Promise<ReadTable> {
  if (bytes.length < 4) throw new TableUnreadable('empty');
  let heads: readonly string[] | undefined;
  const rows: TableRow[] = [];
  for await (const { row_no, cells } of rowsOf(bytes, limits)) {
    let width = cells.length;
    while (width > 0 && cells[width - 1]!.trim() === '') width--;
    if (width === 0) continue;
    if (width > limits.columns) throw new TableTooLarge('columns', limits.columns);
    const kept = cells.slice(0, width).map((cell) => cell.slice(0, limits.cell + 1));
    if (!heads) heads = kept;
    else if (rows.push({ row_no, cells: kept }) > limits.rows) throw new TableTooLarge('rows', limits.rows);
  }
  if (!heads || !rows.length) throw new TableUnreadable('empty');
  return { heads, rows };
}

async function* rowsOf(bytes: Buffer, { rows, columns }: TableLimits): AsyncGenerator<TableRow> {
  // The head, and one that is too many.
  if (isWorkbook(bytes) || isOldWorkbook(bytes))
    return yield* await xlsxRows(bytes, { rows: rows + 2, columns: columns + 1 });
  let row_no = 0;
  for await (const cells of csvRows(bytes)) {
    row_no++;
    if (row_no % ROWS_PER_TURN === 0) await yieldToEventLoop();
    yield { row_no, cells };
  }
}
