import { BYTE_ORDER_MARK, csvFormatFor, formatCsvRows } from '../csv';
import {
  headWithZone,
  cellValueOf,
  type Cell,
  type Column,
  type RowBatches,
  type FileChunks,
  type CellValue,
  type Table,
} from './table';
import { formatInstantWithOffset, formatWallTime } from './wall-time';

/**
 * For programs: comma, decimal point, instants in ISO 8601 with the zone's offset. For spreadsheets (`csv_for`):
 * separators of that language, instants in local time with the zone in the head. Days are ISO 8601 in both.
 */
export async function* renderCsvTable({ columns, time_zone, csv_for }: Table, batches: RowBatches): FileChunks {
  const format = csvFormatFor(csv_for);
  const heads = columns.map((column) => (csv_for ? headWithZone(column, time_zone) : column.head));
  yield BYTE_ORDER_MARK + formatCsvRows([heads], format);
  const formatInstant = csv_for ? formatWallTime : formatInstantWithOffset;
  const formatCell = (value: CellValue, { kind }: Column): CellValue => {
    if (kind !== 'instant' || typeof value !== 'string') return value;
    const at = Date.parse(value);
    return Number.isNaN(at) ? value : formatInstant(at, time_zone);
  };
  const line = (cells: readonly Cell[]) => cells.map((cell, at) => formatCell(cellValueOf(cell), columns[at]!));
  for await (const rows of batches) yield formatCsvRows(rows.map(line), format);
}
