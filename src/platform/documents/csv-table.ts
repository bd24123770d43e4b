import { BYTE_ORDER_MARK, csvFormatOf, csvLines } from '../csv';
import { headIn, plainOf, type Cell, type Column, type Parts, type Pieces, type Plain, type Table } from './table';
import { instantWithOffset, wallText } from './wall-time';

/**
 * For programs: comma, decimal point, instants in ISO 8601 with the zone's offset. For a spreadsheet (`csv_for`): its language's
 * separators, and instants on the clock of the zone, which their heads name. Days are ISO 8601 in both: no spreadsheet misreads them.
 */
export async function* csvTable({ columns, time_zone, csv_for }: Table, parts: Parts): Pieces {
  const format = csvFormatOf(csv_for);
  const heads = columns.map((column) => (csv_for ? headIn(column, time_zone) : column.head));
  yield BYTE_ORDER_MARK + csvLines([heads], format);
  const instantIn = csv_for ? wallText : instantWithOffset;
  const textOf = (value: Plain, { kind }: Column): Plain => {
    if (kind !== 'instant' || typeof value !== 'string') return value;
    const at = Date.parse(value);
    return Number.isNaN(at) ? value : instantIn(at, time_zone);
  };
  const line = (cells: readonly Cell[]) => cells.map((cell, at) => textOf(plainOf(cell), columns[at]!));
  for await (const rows of parts) yield csvLines(rows.map(line), format);
}
