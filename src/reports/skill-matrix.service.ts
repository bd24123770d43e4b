import { Injectable } from '@nestjs/common';
import type { MatrixAnswer, MatrixColumnAnswer, MatrixRowAnswer } from '../contract/reports';
import { MATRIX_CELL, MATRIX_DATEWISE_CELL, MATRIX_TARGETED_CELL } from '../contract/reports';
import { CELL_STATUSES, type CellStatus } from '../contract/skill-matrix';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { NotFound } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { statusOf } from './cell-status';
import { JsonCells } from './json-cells';
import { axesOf, axesQuery, isActive, type Axes, type AxisRow, type SkillHead, type StaffHead } from './matrix-axes';
import { readBlock, type BlockParts, type MatrixBlock } from './matrix-block';
import { FigureSums, type MatrixFigures } from './matrix-figures';
import { TooManyCells } from './report.errors';
import { periodOf, type ReportPeriod } from './report-period';
import { said } from './report-said';
import { SummaryCache } from './summary-cache';

/** The one filter of all matrix reports (house.md §2). */
export interface MatrixFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  staff_id?: string | undefined;
  skill_id?: string | undefined;
  skill_code?: string | undefined;
  /** Also those who left in the period. */
  leavers?: boolean | undefined;
  part?: { rows: readonly [number, number]; columns: readonly [number, number] } | undefined;
}

/** What is read of the matrix, and for which days. */
export interface MatrixRead {
  period: ReportPeriod;
  axes: Axes;
  block: MatrixBlock;
}
export type MatrixReport = 'skill-matrix' | 'skill-matrix-datewise' | 'targeted-skills';

/** "Whole up to 250,000 cells" (contract.md, Result). */
export const CELLS_MAX = 250_000;
const PARTS_OF: Readonly<Record<MatrixReport, { opening: boolean; events?: boolean; overdue?: boolean; cell: readonly string[] }>> = {
  'skill-matrix': { opening: false, cell: MATRIX_CELL },
  'skill-matrix-datewise': { opening: true, events: true, cell: MATRIX_DATEWISE_CELL },
  'targeted-skills': { opening: true, overdue: true, cell: MATRIX_TARGETED_CELL },
};

/** Every matrix, on every surface: two statements, whatever its size. */
@Injectable()
export class SkillMatrixService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly cache: SummaryCache,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversed, NotFound, TooManyCells */
  async matrix(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<Buffer> {
    const { opening, events, overdue, cell } = PARTS_OF[report];
    const read = await this.read(tenant, filter, { opening, events, overdue }, report);
    // In a part of a matrix nothing can be added up: figures of it would be taken for those of the whole.
    const figures = filter.part ? null : this.figuresOf(read, opening);
    return answer(tenant, report, cell, read, figures, filter.leavers === true);
  }

  /** Figures over the whole organisation, of a report too large to be sent at once. @throws DatesReversed, NotFound */
  async summary(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<Omit<MatrixAnswer, 'cells' | 'cell' | 'rows'>> {
    const { opening, overdue } = PARTS_OF[report];
    const period = this.period(tenant, filter);
    const axes = await this.axes(tenant, filter, period, opening);
    const asked = ['summary', report, period.to, period.opening, filter.staff_id, filter.skill_id, filter.skill_code];
    const shape = JSON.stringify([axes.staff.map(axisKey), axes.skills]);
    const { totals, columns, bridge } = await this.cache.of(
      [tenant.customer_id, tenant.matrix_version, ...asked, shape],
      () => this.sums(tenant, axes, filter, period, opening, overdue === true),
    );
    return {
      ...head(tenant, report, period, opening),
      row_count: axes.staff.filter((each) => isActive(each, period.to)).length,
      column_count: axes.skills.length,
      columns: axes.skills.map((skill, index) => columnAnswer(skill, columns[index] ?? null)),
      totals,
      bridge,
    };
  }

  period(tenant: Tenant, filter: MatrixFilter): ReportPeriod {
    const today = dayAt(this.clock.now(), tenant.time_zone);
    return periodOf(filter.from, filter.to, today, tenant.financial_year_start_month);
  }

  /** The whole matrix, or a part of it: one statement for the axes, one for the cells. */
  async read(
    tenant: Tenant,
    filter: MatrixFilter,
    parts: { opening: boolean; events?: boolean | undefined; overdue?: boolean | undefined },
    report: string,
  ): Promise<MatrixRead> {
    const period = this.period(tenant, filter);
    const axes = await this.axes(tenant, filter, period, parts.opening);
    if (!filter.part) refuseTooMany(axes, report);
    const isNarrow = filter.part !== undefined || filter.staff_id !== undefined || tenant.actor.role === 'user';
    const wanted: BlockParts = {
      on: period.to,
      ...(parts.opening && { opening: period.opening }),
      ...(parts.events && { events: true }),
      ...(parts.overdue && { overdue: true }),
      ...(isNarrow && { staff_id: axes.staff.map((each) => each.id) }),
      ...((filter.part || filter.skill_id || filter.skill_code) && { skill_id: axes.skills.map((each) => each.id) }),
    };
    const block = await readBlock(this.queries, tenant, axes.staff, axes.skills, wanted);
    return { period, axes, block };
  }

  figuresOf({ period, block }: MatrixRead, opening: boolean): MatrixFigures {
    const sums = new FigureSums();
    sums.add(block, period.to, opening ? period.opening : undefined);
    return sums.figures;
  }

  /** Some staff at a time, so that an organisation of any size passes through a block of bounded size. */
  private async sums(
    tenant: Tenant,
    axes: Axes,
    filter: MatrixFilter,
    period: ReportPeriod,
    opening: boolean,
    overdue: boolean,
  ): Promise<MatrixFigures> {
    const sums = new FigureSums();
    const atOnce = Math.max(1, Math.floor(CELLS_MAX / Math.max(1, axes.skills.length)));
    for (let from = 0; from < axes.staff.length || from === 0; from += atOnce) {
      const staff = axes.staff.slice(from, from + atOnce);
      const isAll = staff.length === axes.staff.length && !filter.staff_id;
      const block = await readBlock(this.queries, tenant, staff, axes.skills, {
        on: period.to,
        ...(opening && { opening: period.opening }),
        overdue,
        ...(!isAll && { staff_id: staff.map((each) => each.id) }),
        ...((filter.skill_id || filter.skill_code) && { skill_id: axes.skills.map((each) => each.id) }),
      });
      sums.add(block, period.to, opening ? period.opening : undefined);
    }
    return sums.figures;
  }

  /** A learner is always their own filter (contract.md, Who may do what). */
  private async axes(tenant: Tenant, filter: MatrixFilter, period: ReportPeriod, opening: boolean): Promise<Axes> {
    let { staff_id } = filter;
    if (tenant.actor.role === 'user') {
      const own = tenant.actor.staff_id;
      if (staff_id !== undefined && staff_id !== own) throw new NotFound('staff member');
      if (own === null) throw new NotFound('staff member');
      staff_id = own;
    }
    const { sql, values } = axesQuery({
      on: period.to,
      opening: opening ? period.opening : period.to,
      staff_id,
      skill_id: filter.skill_id,
      skill_key: filter.skill_code === undefined ? undefined : keyOf(filter.skill_code),
      part: filter.part,
    });
    const axes = axesOf(await this.queries.rows<AxisRow>(tenant, sql, values));
    if (filter.staff_id && !axes.staff.length && !filter.part) throw new NotFound('staff member');
    if ((filter.skill_id || filter.skill_code) && !axes.skills.length && !filter.part) throw new NotFound('skill');
    return axes;
  }
}

/** Which statuses a number stands for is the contract's order. */
const NUMBER_OF = Object.fromEntries(CELL_STATUSES.map((status, index) => [status, index])) as Record<CellStatus, number>;
const NONE = NUMBER_OF.NONE;

export function statusIn(block: MatrixBlock, cell: number): CellStatus {
  const target = block.target[cell]!;
  return statusOf(
    block.isExempt(cell),
    block.isRevoked(cell),
    block.level[cell]!,
    block.held[cell]!,
    target,
    block.fallsBelow(cell, target),
  );
}

function refuseTooMany({ staff, skills }: Axes, report: string): void {
  const cells = staff.length * skills.length;
  if (cells > CELLS_MAX) throw new TooManyCells(cells, CELLS_MAX, `GET /api/reports/${report}?_start=0&_end=50&skill_start=0&skill_end=60`);
}

const axisKey = (staff: StaffHead): string => `${staff.id}${staff.role_key ?? ''}${staff.joined}${staff.last_active_day ?? ''}`;

function head(tenant: Tenant, report: MatrixReport, period: ReportPeriod, opening: boolean) {
  return {
    report,
    definition: said(report, period, tenant.time_zone),
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

function columnAnswer({ key: _key, ...skill }: SkillHead, figures: MatrixColumnAnswer['figures']): MatrixColumnAnswer {
  return { ...skill, figures };
}

/** Rows that the report shows, and where each stands in the answer (−1: it only counted). */
function shownRows(report: MatrixReport, { period, block }: MatrixRead, leavers: boolean): Int32Array {
  const places = new Int32Array(block.staff.length).fill(-1);
  let next = 0;
  block.staff.forEach((staff, row) => {
    const isThere = isActive(staff, period.to) || (leavers && isActive(staff, period.opening));
    if (isThere && (report !== 'targeted-skills' || hasTarget(block, row))) places[row] = next++;
  });
  return places;
}

function hasTarget(block: MatrixBlock, row: number): boolean {
  for (let cell = row * block.columns; cell < (row + 1) * block.columns; cell++) if (block.target[cell]! > 0) return true;
  return false;
}

/** Targeted: only skills that are required of somebody shown. */
function shownColumns(report: MatrixReport, block: MatrixBlock, rows: Int32Array): Int32Array {
  const places = new Int32Array(block.columns);
  let next = 0;
  for (let column = 0; column < block.columns; column++) {
    const isShown = report !== 'targeted-skills' || rows.some((place, row) => place >= 0 && block.target[row * block.columns + column]! > 0);
    places[column] = isShown ? next++ : -1;
  }
  return places;
}

function answer(
  tenant: Tenant,
  report: MatrixReport,
  cell: readonly string[],
  read: MatrixRead,
  figures: MatrixFigures | null,
  leavers: boolean,
): Buffer {
  const { axes, block, period } = read;
  const rows = shownRows(report, read, leavers);
  const columns = shownColumns(report, block, rows);
  const told: Omit<MatrixAnswer, 'cells'> = {
    ...head(tenant, report, period, block.has_opening),
    row_count: figures ? rows.filter((place) => place >= 0).length : axes.row_count,
    column_count: figures ? columns.filter((place) => place >= 0).length : axes.column_count,
    rows: axes.staff.filter((_, row) => rows[row]! >= 0).map((staff) => rowAnswer(staff, null)),
    columns: axes.skills.filter((_, column) => columns[column]! >= 0).map((skill) => columnAnswer(skill, null)),
    cell,
    totals: figures?.totals ?? null,
    bridge: figures?.bridge ?? null,
  };
  if (figures) {
    axes.staff.forEach((_, row) => rows[row]! >= 0 && (told.rows[rows[row]!]!.figures = figures.rows[row]!));
    axes.skills.forEach((_, column) => columns[column]! >= 0 && (told.columns[columns[column]!]!.figures = figures.columns[column]!));
  }
  const text = JSON.stringify(told);
  return Buffer.concat([Buffer.from(`${text.slice(0, -1)},"cells":`), cells(report, block, rows, columns), closingBrace]);
}

const closingBrace = Buffer.from('}');

function cells(report: MatrixReport, block: MatrixBlock, rows: Int32Array, columns: Int32Array): Buffer {
  const text = new JsonCells(Math.min(block.level.length, 4_000));
  const datewise = report === 'skill-matrix-datewise';
  for (let row = 0; row < rows.length; row++) {
    const y = rows[row]!;
    if (y < 0) continue;
    for (let column = 0; column < columns.length; column++) {
      const x = columns[column]!;
      if (x < 0) continue;
      const cell = row * block.columns + column;
      const target = block.target[cell]!;
      if (report === 'targeted-skills' && target === 0) continue;
      const status = NUMBER_OF[statusIn(block, cell)];
      const level = block.level[cell]!;
      const was = block.has_opening ? block.opening_level[cell]! : 0;
      if (status === NONE && was === 0 && !(datewise && block.events[cell])) continue;
      if (datewise) text.add(y, x, level, target || null, status, level - was, block.events[cell]!);
      else if (report === 'targeted-skills') text.add(y, x, level, target, status, was, block.overdue[cell]! && level < target ? 1 : 0);
      else text.add(y, x, level, target || null, status);
    }
  }
  return text.end();
}
