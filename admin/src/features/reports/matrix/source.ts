import type { MatrixAnswer, MatrixColumnAnswer, MatrixRowAnswer, MatrixSummaryAnswer } from '@contract/report-answers';
import { CELL_STATUSES } from '@contract/skill-matrix';
import { http } from '@/api/http';
import type { MatrixCell, MatrixLoader, MatrixWindow } from '@/report-kit/matrix/matrix-types';

/** What a report's answer says about itself. */
type MatrixHeadAnswer = Omit<MatrixAnswer, 'rows' | 'cells' | 'cell'>;

/** One cell as the API tells it; what a report does not tell is null. */
export interface ReadCell {
  readonly row: number;
  readonly column: number;
  readonly level: number;
  readonly target: number | null;
  readonly status: (typeof CELL_STATUSES)[number];
  readonly change: number;
  readonly events: number;
  readonly opening_level: number | null;
  readonly overdue: boolean;
}

export interface MatrixPart {
  readonly rows: readonly MatrixRowAnswer[];
  readonly columns: readonly MatrixColumnAnswer[];
  readonly cells: readonly ReadCell[];
}

/** A matrix to show: known as a whole, or fetched part by part where it is too large to be sent at once. */
export interface MatrixSource {
  readonly answer: MatrixHeadAnswer;
  /** null: fetched part by part, so that rows have no figures. */
  readonly whole: MatrixPart | null;
  /** Ends are exclusive; rows and columns of the cells count from the matrix's own beginning. */
  readonly part: (rowFrom: number, rowTo: number, colFrom: number, colTo: number) => Promise<MatrixPart>;
}

/** At most this much in one call (contract.md, Reports). */
const PART_COLUMNS = 500;

/**
 * The whole matrix, or its figures where it is too large to be sent at once: one call either way, and none that is refused.
 * @param path the report below /api @param query the API's own keys, without the part
 */
export async function fetchMatrix(path: string, query: URLSearchParams): Promise<MatrixSource> {
  const asked = new URLSearchParams(query);
  asked.set('beyond', 'summary');
  const { data } = await http.get<MatrixAnswer | MatrixSummaryAnswer>(`/api/${path}?${asked.toString()}`);
  if (!('cells' in data)) return { answer: data, whole: null, part: partsOf(path, query) };
  const whole = { rows: data.rows, columns: data.columns, cells: readCells(data, 0, 0) };
  const byRow = grouped(whole.cells);
  return {
    answer: data,
    whole,
    part: (rowFrom, rowTo, colFrom, colTo) => Promise.resolve(cut(whole, byRow, rowFrom, rowTo, colFrom, colTo)),
  };
}

const partsOf =
  (path: string, query: URLSearchParams): MatrixSource['part'] =>
  async (rowFrom, rowTo, colFrom, colTo) => {
    const { data } = await http.get<MatrixAnswer>(`/api/${path}?${partQuery(query, rowFrom, rowTo, colFrom, colTo)}`);
    return { rows: data.rows, columns: data.columns, cells: readCells(data, rowFrom, colFrom) };
  };

/** Some rows of a source with all their columns, however many parts these take. */
export async function rowsOf(source: MatrixSource, rowFrom: number, rowTo: number): Promise<MatrixPart> {
  const { column_count } = source.answer;
  const all: MatrixPart = await source.part(rowFrom, rowTo, 0, Math.min(column_count, PART_COLUMNS));
  const [columns, cells] = [[...all.columns], [...all.cells]];
  for (let from = PART_COLUMNS; from < column_count; from += PART_COLUMNS) {
    const more = await source.part(rowFrom, rowTo, from, Math.min(column_count, from + PART_COLUMNS));
    columns.push(...more.columns);
    cells.push(...more.cells);
  }
  return { rows: all.rows, columns, cells };
}

function partQuery(query: URLSearchParams, rowFrom: number, rowTo: number, colFrom: number, colTo: number): string {
  const asked = new URLSearchParams(query);
  const bounds = { _start: rowFrom, _end: rowTo, skill_start: colFrom, skill_end: colTo };
  for (const [name, value] of Object.entries(bounds)) asked.set(name, String(value));
  return asked.toString();
}

/** The cells of an answer, their places counted from the matrix's beginning. Pure. */
function readCells(answer: Pick<MatrixAnswer, 'cell' | 'cells'>, rowFrom: number, colFrom: number): ReadCell[] {
  const at = Object.fromEntries(answer.cell.map((name, index) => [name, index]));
  const pick = (cell: readonly (number | null)[], name: string) => {
    const index = at[name];
    return index === undefined ? null : (cell[index] ?? null);
  };
  return answer.cells.map((cell) => ({
    row: rowFrom + Number(pick(cell, 'row')),
    column: colFrom + Number(pick(cell, 'column')),
    level: Number(pick(cell, 'level')),
    target: pick(cell, 'target'),
    status: CELL_STATUSES[Number(pick(cell, 'status'))] ?? 'NONE',
    change: pick(cell, 'change') ?? 0,
    events: pick(cell, 'events') ?? 0,
    opening_level: pick(cell, 'opening_level'),
    overdue: pick(cell, 'overdue') === 1,
  }));
}

function grouped(cells: readonly ReadCell[]): ReadonlyMap<number, ReadCell[]> {
  const rows = new Map<number, ReadCell[]>();
  for (const cell of cells) {
    const row = rows.get(cell.row);
    if (row) row.push(cell);
    else rows.set(cell.row, [cell]);
  }
  return rows;
}

function cut(
  whole: MatrixPart,
  byRow: ReadonlyMap<number, ReadCell[]>,
  rowFrom: number,
  rowTo: number,
  colFrom: number,
  colTo: number,
): MatrixPart {
  const cells: ReadCell[] = [];
  for (let row = rowFrom; row < rowTo; row++)
    for (const cell of byRow.get(row) ?? []) if (cell.column >= colFrom && cell.column < colTo) cells.push(cell);
  return { rows: whole.rows.slice(rowFrom, rowTo), columns: whole.columns.slice(colFrom, colTo), cells };
}

/** The kit's loader over a source. `show` turns a cell into what the grid draws. */
export function loaderOf(
  source: MatrixSource,
  heads: {
    row: (row: MatrixRowAnswer) => MatrixWindow['rows'][number];
    column: (column: MatrixColumnAnswer) => MatrixWindow['columns'][number];
    cell: (cell: ReadCell) => MatrixCell;
  },
): MatrixLoader {
  return async (...bounds) => {
    const part = await source.part(...bounds);
    return {
      rows: part.rows.map(heads.row),
      columns: part.columns.map(heads.column),
      cells: part.cells.map((cell) => ({ ...heads.cell(cell), row: cell.row, column: cell.column })),
    };
  };
}
