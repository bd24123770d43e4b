import type { MatrixResponse, MatrixColumn, MatrixRow, MatrixSummaryResponse } from '@contract/report.responses';
import { CELL_STATUSES } from '@contract/skill-matrix';
import { http } from '@/api/http';
import type { MatrixCell, MatrixLoader, MatrixSlice } from '@/report-kit/matrix/matrix-types';

type MatrixMetadata = Omit<MatrixResponse, 'rows' | 'cells' | 'cell'>;

/** One cell of the API's answer; values that the report does not send are null, 0 or false. */
export interface MatrixReportCell {
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
  readonly rows: readonly MatrixRow[];
  readonly columns: readonly MatrixColumn[];
  readonly cells: readonly MatrixReportCell[];
}

/** A matrix that is either loaded completely or, where too large for one call, fetched in parts. */
export interface MatrixSource {
  readonly answer: MatrixMetadata;
  /** Null when fetched in parts; rows then have no figures. */
  readonly complete: MatrixPart | null;
  /** Ends are exclusive; row and column numbers of cells are absolute. */
  readonly fetchPart: (rowFrom: number, rowTo: number, colFrom: number, colTo: number) => Promise<MatrixPart>;
}

/** The API's limit for one call (docs/api.md). */
const MAX_PART_COLUMNS = 500;

/**
 * Loads the matrix with one call; if it is too large for that, only its figures.
 * @param path the report's path below /api
 * @param query filters under the API's parameter names, without the part
 */
export async function fetchMatrix(path: string, query: URLSearchParams): Promise<MatrixSource> {
  const apiQuery = new URLSearchParams(query);
  apiQuery.set('beyond', 'summary');
  const { data } = await http.get<MatrixResponse | MatrixSummaryResponse>(`/api/${path}?${apiQuery.toString()}`);
  if (!('cells' in data)) return { answer: data, complete: null, fetchPart: createPartFetcher(path, query) };
  const complete = { rows: data.rows, columns: data.columns, cells: parseCells(data, 0, 0) };
  const byRow = groupByRow(complete.cells);
  return {
    answer: data,
    complete,
    fetchPart: (rowFrom, rowTo, colFrom, colTo) =>
      Promise.resolve(slicePart(complete, byRow, rowFrom, rowTo, colFrom, colTo)),
  };
}

const createPartFetcher =
  (path: string, query: URLSearchParams): MatrixSource['fetchPart'] =>
  async (rowFrom, rowTo, colFrom, colTo) => {
    const { data } = await http.get<MatrixResponse>(
      `/api/${path}?${buildPartQuery(query, rowFrom, rowTo, colFrom, colTo)}`,
    );
    return { rows: data.rows, columns: data.columns, cells: parseCells(data, rowFrom, colFrom) };
  };

/** Fetches some rows with all their columns, in as many calls as needed. */
export async function fetchMatrixRows(source: MatrixSource, rowFrom: number, rowTo: number): Promise<MatrixPart> {
  const { column_count } = source.answer;
  const firstPart: MatrixPart = await source.fetchPart(rowFrom, rowTo, 0, Math.min(column_count, MAX_PART_COLUMNS));
  const [columns, cells] = [[...firstPart.columns], [...firstPart.cells]];
  for (let from = MAX_PART_COLUMNS; from < column_count; from += MAX_PART_COLUMNS) {
    const nextPart = await source.fetchPart(rowFrom, rowTo, from, Math.min(column_count, from + MAX_PART_COLUMNS));
    columns.push(...nextPart.columns);
    cells.push(...nextPart.cells);
  }
  return { rows: firstPart.rows, columns, cells };
}

function buildPartQuery(
  query: URLSearchParams,
  rowFrom: number,
  rowTo: number,
  colFrom: number,
  colTo: number,
): string {
  const apiQuery = new URLSearchParams(query);
  const bounds = { _start: rowFrom, _end: rowTo, skill_start: colFrom, skill_end: colTo };
  for (const [name, value] of Object.entries(bounds)) apiQuery.set(name, String(value));
  return apiQuery.toString();
}

/** Parses the cells of an answer; row and column numbers become absolute. */
function parseCells(
  answer: Pick<MatrixResponse, 'cell' | 'cells'>,
  rowFrom: number,
  colFrom: number,
): MatrixReportCell[] {
  const fieldIndex = Object.fromEntries(answer.cell.map((name, index) => [name, index]));
  const pick = (cell: readonly (number | null)[], name: string) => {
    const index = fieldIndex[name];
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

function groupByRow(cells: readonly MatrixReportCell[]): ReadonlyMap<number, MatrixReportCell[]> {
  const rows = new Map<number, MatrixReportCell[]>();
  for (const cell of cells) {
    const row = rows.get(cell.row);
    if (row) row.push(cell);
    else rows.set(cell.row, [cell]);
  }
  return rows;
}

function slicePart(
  complete: MatrixPart,
  byRow: ReadonlyMap<number, MatrixReportCell[]>,
  rowFrom: number,
  rowTo: number,
  colFrom: number,
  colTo: number,
): MatrixPart {
  const cells: MatrixReportCell[] = [];
  for (let row = rowFrom; row < rowTo; row++)
    for (const cell of byRow.get(row) ?? []) if (cell.column >= colFrom && cell.column < colTo) cells.push(cell);
  return { rows: complete.rows.slice(rowFrom, rowTo), columns: complete.columns.slice(colFrom, colTo), cells };
}

/** Adapts a source to the grid's loader; `mappers` turn rows, columns and cells into what the grid draws. */
export function createMatrixLoader(
  source: MatrixSource,
  mappers: {
    row: (row: MatrixRow) => MatrixSlice['rows'][number];
    column: (column: MatrixColumn) => MatrixSlice['columns'][number];
    cell: (cell: MatrixReportCell) => MatrixCell;
  },
): MatrixLoader {
  return async (...bounds) => {
    const part = await source.fetchPart(...bounds);
    return {
      rows: part.rows.map(mappers.row),
      columns: part.columns.map(mappers.column),
      cells: part.cells.map((cell) => ({ ...mappers.cell(cell), row: cell.row, column: cell.column })),
    };
  };
}
