import type { MatrixAnswer, MatrixColumnAnswer, MatrixRowAnswer } from '../contract/report-answers';
import { CELL_STATUSES, type CellStatus } from '../contract/skill-matrix';
import { yieldToEventLoop } from '../platform/event-loop';
import type { Tenant } from '../tenancy/tenant';
import { isActive, type Axes, type SkillHead, type StaffHead } from './matrix-axes';
import type { MatrixBlock } from './matrix-block';
import type { MatrixFigures } from './matrix-figures';
import type { ReportPeriod } from './report-period';
import { reportHead } from './report-head';

/** What is read of the matrix, and for which days. */
export interface MatrixRead {
  period: ReportPeriod;
  axes: Axes;
  block: MatrixBlock;
}
export type MatrixReport = 'skill-matrix' | 'skill-matrix-datewise' | 'targeted-skills';

/** Which statuses a number stands for is the contract's order. */
const NUMBER_OF = Object.fromEntries(CELL_STATUSES.map((status, index) => [status, index])) as Record<
  CellStatus,
  number
>;
const NONE = NUMBER_OF.NONE;
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

function rowAnswer(staff: StaffHead, figures: MatrixRowAnswer['figures']): MatrixRowAnswer {
  const { id, staff_code, first_name, last_name, last_active_day } = staff;
  return { id, staff_code, first_name, last_name, last_active_day, figures };
}

export function columnAnswer(
  { key: _key, ...skill }: SkillHead,
  figures: MatrixColumnAnswer['figures'],
): MatrixColumnAnswer {
  return { ...skill, figures };
}

/** What is shown of a matrix that was read. */
export interface Shown {
  /** Also those who left in the period. */
  leavers?: boolean | undefined;
  /** Targeted: only what is overdue. The totals stay those of everybody. */
  overdue?: boolean | undefined;
}
type Wanted = (cell: number) => boolean;

/** Rows that the report shows, and where each stands in the answer (−1: it only counted). */
export function shownRows(
  wanted: Wanted | null,
  { period, block }: Pick<MatrixRead, 'period' | 'block'>,
  leavers: boolean,
): Int32Array {
  const places = new Int32Array(block.staff.length).fill(-1);
  let next = 0;
  block.staff.forEach((staff, row) => {
    const isThere = isActive(staff, period.to) || (leavers && isActive(staff, period.opening));
    if (isThere && (!wanted || isAnyIn(block, row, wanted))) places[row] = next++;
  });
  return places;
}

function isAnyIn(block: MatrixBlock, row: number, wanted: Wanted): boolean {
  for (let cell = row * block.columns; cell < (row + 1) * block.columns; cell++) if (wanted(cell)) return true;
  return false;
}

/** Targeted: only skills that are required of somebody shown (or overdue). */
export function shownColumns(wanted: Wanted | null, block: MatrixBlock, rows: Int32Array): Int32Array {
  const places = new Int32Array(block.columns);
  let next = 0;
  for (let column = 0; column < block.columns; column++) {
    const isShown = !wanted || rows.some((place, row) => place >= 0 && wanted(row * block.columns + column));
    places[column] = isShown ? next++ : -1;
  }
  return places;
}

/** The whole answer as JSON text. `figures` null: a part of a matrix, in which nothing can be added up. */
export async function matrixText(
  tenant: Tenant,
  report: MatrixReport,
  cell: readonly string[],
  read: MatrixRead,
  figures: MatrixFigures | null,
  shown: Shown,
): Promise<Buffer> {
  const { axes, block, period } = read;
  const wanted = wantedIn(report, block, shown);
  // In a part the axes are cut already: where a row stands must not depend on what is in it.
  const narrow = figures === null ? null : wanted;
  const rows = shownRows(narrow, read, shown.leavers === true);
  const columns = shownColumns(narrow, block, rows);
  const head: Omit<MatrixAnswer, 'cells'> = {
    ...matrixHead(tenant, report, period, block.has_opening),
    row_count: figures ? rows.filter((place) => place >= 0).length : axes.row_count,
    column_count: figures ? columns.filter((place) => place >= 0).length : axes.column_count,
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
  const texts = await cellTexts(report, block, rows, columns, wanted);
  return Buffer.from(`${JSON.stringify(head).slice(0, -1)},"cells":[${texts.join()}]}`);
}

/** Which cells the targeted report is about; null: the report shows them all. Who is exempt has a target all the same. */
export function wantedIn(report: MatrixReport, block: MatrixBlock, { overdue }: Shown): Wanted | null {
  if (report !== 'targeted-skills') return null;
  return overdue ? (cell) => block.isOverdue(cell) : (cell) => block.target[cell]! > 0;
}

/** The cells as JSON, the brackets around them left out; some rows a piece, so that other requests run in between. */
async function cellTexts(
  report: MatrixReport,
  block: MatrixBlock,
  rows: Int32Array,
  columns: Int32Array,
  wanted: Wanted | null,
): Promise<string[]> {
  const datewise = report === 'skill-matrix-datewise';
  const texts: string[] = [];
  let cells: (number | null)[][] = [];
  const flush = (): void => {
    if (cells.length) texts.push(JSON.stringify(cells).slice(1, -1));
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
      if (wanted && !wanted(cell)) continue;
      const status = NUMBER_OF[block.statusAt(cell)];
      const level = block.level[cell]!;
      const was = block.has_opening ? block.opening_level[cell]! : 0;
      if (status === NONE && was === 0 && !(datewise && block.events[cell])) continue;
      if (datewise) cells.push([y, x, level, target || null, status, level - was, block.events[cell]!]);
      else if (report === 'targeted-skills')
        cells.push([y, x, level, target, status, was, block.isOverdue(cell) ? 1 : 0]);
      else cells.push([y, x, level, target || null, status]);
    }
  }
  flush();
  return texts;
}
