import type { MatrixResponse, MatrixColumn, MatrixRow } from '../../contract/report.responses';
import { CELL_STATUSES, type CellStatus } from '../../contract/skill-matrix';
import { yieldToEventLoop } from '../../common/event-loop';
import type { Tenant } from '../../tenancy/tenant';
import { isActive, type Axes, type SkillHeader, type StaffHeader } from './matrix-axes';
import type { MatrixBlock } from './matrix-block';
import type { MatrixFigures } from './matrix-figures';
import type { ReportPeriod } from './report-period';
import { reportHead } from './report-head';

/** The data of a matrix report. */
export interface MatrixData {
  period: ReportPeriod;
  axes: Axes;
  block: MatrixBlock;
}
export type MatrixReport = 'skill-matrix' | 'skill-matrix-datewise' | 'targeted-skills';

/** Status numbers follow the order of the contract. */
const STATUS_NUMBERS = Object.fromEntries(CELL_STATUSES.map((status, index) => [status, index])) as Record<
  CellStatus,
  number
>;
const STATUS_NONE = STATUS_NUMBERS.NONE;
/** A row has hundreds of cells. */
const ROWS_PER_TURN = 50;

export function matrixHead(tenant: Tenant, report: MatrixReport, period: ReportPeriod, opening: boolean) {
  return {
    report,
    definition: reportHead(report, period, tenant),
    on: period.to,
    from: opening ? period.from : null,
    opening: opening ? period.opening : null,
    forecast: period.forecast,
  };
}

function rowAnswer(staff: StaffHeader, figures: MatrixRow['figures']): MatrixRow {
  const { id, staff_code, first_name, last_name, last_active_day } = staff;
  return { id, staff_code, first_name, last_name, last_active_day, figures };
}

export function columnAnswer({ key: _key, ...skill }: SkillHeader, figures: MatrixColumn['figures']): MatrixColumn {
  return { ...skill, figures };
}

export interface MatrixDisplayOptions {
  /** Include staff who left in the period. */
  leavers?: boolean | undefined;
  /** Targeted report: show only overdue cells. The totals still include all cells. */
  overdue?: boolean | undefined;
}
type CellFilter = (cell: number) => boolean;

/** Position of each row in the answer; −1: not shown, only included in totals. */
export function visibleRowPositions(
  cellFilter: CellFilter | null,
  { period, block }: Pick<MatrixData, 'period' | 'block'>,
  leavers: boolean,
): Int32Array {
  const positions = new Int32Array(block.staff.length).fill(-1);
  let next = 0;
  block.staff.forEach((staff, row) => {
    const isEmployed = isActive(staff, period.to) || (leavers && isActive(staff, period.opening));
    if (isEmployed && (!cellFilter || hasMatchingCell(block, row, cellFilter))) positions[row] = next++;
  });
  return positions;
}

function hasMatchingCell(block: MatrixBlock, row: number, cellFilter: CellFilter): boolean {
  for (let cell = row * block.columns; cell < (row + 1) * block.columns; cell++) if (cellFilter(cell)) return true;
  return false;
}

/** Position of each column in the answer; −1: no cell of a shown row passes the filter. */
export function visibleColumnPositions(
  cellFilter: CellFilter | null,
  block: MatrixBlock,
  rows: Int32Array,
): Int32Array {
  const positions = new Int32Array(block.columns);
  let next = 0;
  for (let column = 0; column < block.columns; column++) {
    const isShown =
      !cellFilter || rows.some((position, row) => position >= 0 && cellFilter(row * block.columns + column));
    positions[column] = isShown ? next++ : -1;
  }
  return positions;
}

/** The answer as JSON text. @param figures null for a part of a matrix, which has no totals */
export async function matrixJson(
  tenant: Tenant,
  report: MatrixReport,
  cell: readonly string[],
  data: MatrixData,
  figures: MatrixFigures | null,
  display: MatrixDisplayOptions,
): Promise<Buffer> {
  const { axes, block, period } = data;
  const cellFilter = cellFilterFor(report, block, display);
  // A part has its rows selected already: positions must not depend on the cells.
  const rowFilter = figures === null ? null : cellFilter;
  const rows = visibleRowPositions(rowFilter, data, display.leavers === true);
  const columns = visibleColumnPositions(rowFilter, block, rows);
  const head: Omit<MatrixResponse, 'cells'> = {
    ...matrixHead(tenant, report, period, block.has_opening),
    row_count: figures ? rows.filter((position) => position >= 0).length : axes.row_count,
    column_count: figures ? columns.filter((position) => position >= 0).length : axes.column_count,
    rows: axes.staff.filter((_, row) => rows[row]! >= 0).map((staff) => rowAnswer(staff, null)),
    columns: axes.skills.filter((_, column) => columns[column]! >= 0).map((skill) => columnAnswer(skill, null)),
    cell,
    totals: figures?.totals ?? null,
    bridge: figures?.bridge ?? null,
  };
  if (figures) {
    axes.staff.forEach((_, row) => rows[row]! >= 0 && (head.rows[rows[row]!]!.figures = figures.rows[row]!));
    axes.skills.forEach(
      (_, column) => columns[column]! >= 0 && (head.columns[columns[column]!]!.figures = figures.columns[column]!),
    );
  }
  const cellChunks = await cellsJson(report, block, rows, columns, cellFilter);
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"cells":[${cellChunks.join()}]}`);
}

/** Cell filter of the targeted report; null: all cells are shown. Exempt cells with a target pass. */
export function cellFilterFor(
  report: MatrixReport,
  block: MatrixBlock,
  { overdue }: MatrixDisplayOptions,
): CellFilter | null {
  if (report !== 'targeted-skills') return null;
  return overdue ? (cell) => block.isOverdue(cell) : (cell) => block.target[cell]! > 0;
}

/** The cells as JSON fragments without outer brackets. Yields to the event loop between batches of rows. */
async function cellsJson(
  report: MatrixReport,
  block: MatrixBlock,
  rows: Int32Array,
  columns: Int32Array,
  cellFilter: CellFilter | null,
): Promise<string[]> {
  const datewise = report === 'skill-matrix-datewise';
  const chunks: string[] = [];
  let cells: (number | null)[][] = [];
  const flush = (): void => {
    if (cells.length) chunks.push(JSON.stringify(cells).slice(1, -1));
    cells = [];
  };
  for (let row = 0; row < rows.length; row++) {
    const y = rows[row]!;
    if (row % ROWS_PER_TURN === 0) {
      flush();
      await yieldToEventLoop();
    }
    if (y < 0) continue;
    for (let column = 0; column < columns.length; column++) {
      const x = columns[column]!;
      if (x < 0) continue;
      const cell = row * block.columns + column;
      const target = block.target[cell]!;
      if (cellFilter && !cellFilter(cell)) continue;
      const status = STATUS_NUMBERS[block.statusAt(cell)];
      const level = block.level[cell]!;
      const openingLevel = block.has_opening ? block.opening_level[cell]! : 0;
      if (status === STATUS_NONE && openingLevel === 0 && !(datewise && block.events[cell])) continue;
      if (datewise) cells.push([y, x, level, target || null, status, level - openingLevel, block.events[cell]!]);
      else if (report === 'targeted-skills')
        cells.push([y, x, level, target, status, openingLevel, block.isOverdue(cell) ? 1 : 0]);
      else cells.push([y, x, level, target || null, status]);
    }
  }
  flush();
  return chunks;
}
