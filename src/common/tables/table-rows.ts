import { ROWS_PER_TURN, yieldToEventLoop } from '../event-loop';
import { readCsvRows } from './csv-rows';
import { TableTooLargeError, TableUnreadableError } from './table.errors';
import { isOldWorkbook, isWorkbook } from './xlsx-guard';
import { readXlsxRows, type TableRow } from './xlsx-rows';

/** `cell` is in characters: longer cells are cut to `cell + 1`, so that the caller notices. */
export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
  readonly cell: number;
}
export interface ParsedTable {
  readonly heads: readonly string[];
  readonly rows: readonly TableRow[];
}

/**
 * Reads the first sheet of an XLSX workbook or a CSV text; the format is detected from the content, not from the file
 * name. The first row that is not empty contains the heads; empty rows are skipped.
 * @throws TableUnreadableError, TableTooLargeError
 */
export async function readTable(bytes: Buffer, limits: TableLimits): Promise<ParsedTable> {
  if (bytes.length < 4) throw new TableUnreadableError('empty');
  let heads: readonly string[] | undefined;
  const rows: TableRow[] = [];
  for await (const { row_no, cells } of readRows(bytes, limits)) {
    let width = cells.length;
    while (width > 0 && cells[width - 1]!.trim() === '') width--;
    if (width === 0) continue;
    if (width > limits.columns) throw new TableTooLargeError('columns', limits.columns);
    const values = cells.slice(0, width).map((cell) => cell.slice(0, limits.cell + 1));
    if (!heads) heads = values;
    else if (rows.push({ row_no, cells: values }) > limits.rows) throw new TableTooLargeError('rows', limits.rows);
  }
  if (!heads || !rows.length) throw new TableUnreadableError('empty');
  return { heads, rows };
}

async function* readRows(bytes: Buffer, { rows, columns }: TableLimits): AsyncGenerator<TableRow> {
  // One more for the head, and one to detect too many.
  if (isWorkbook(bytes) || isOldWorkbook(bytes))
    return yield* await readXlsxRows(bytes, { rows: rows + 2, columns: columns + 1 });
  let row_no = 0;
  for await (const cells of readCsvRows(bytes)) {
    row_no++;
    if (row_no % ROWS_PER_TURN === 0) await yieldToEventLoop();
    yield { row_no, cells };
  }
}
