import { BYTE_ORDER_MARK, csvLines } from '../csv';
import { plainOf, type Cell, type Column, type Parts, type Pieces, type Plain, type Table } from './table';

/** Read by programs as well: days and instants stay ISO 8601, numbers keep their point. */
export async function* csvTable({ columns }: Table, parts: Parts): Pieces {
  yield BYTE_ORDER_MARK + csvLines([columns.map(({ head }) => head)]);
  const line = (cells: readonly Cell[]) => cells.map((cell, at) => written(plainOf(cell), columns[at]!));
  for await (const rows of parts) yield csvLines(rows.map(line));
}

const written = (value: Plain, { kind }: Column): Plain =>
  kind === 'money' && typeof value === 'number' ? value / 100 : value;
