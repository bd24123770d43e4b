import { Injectable } from '@nestjs/common';
import type { MatrixAnswer } from '../contract/report-answers';
import { MATRIX_CELL, MATRIX_DATEWISE_CELL, MATRIX_TARGETED_CELL } from '../contract/reports';
import { dayAt, type Day } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { NotFound } from '../platform/errors/app-error';
import { keyOf } from '../platform/folded';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { AnswerCache } from './answer-cache';
import { columnAnswer, matrixHead, matrixText, type MatrixRead, type MatrixReport } from './matrix-answer';
import { axesOf, axesQuery, isActive, type Axes, type AxisRow } from './matrix-axes';
import { readBlock } from './matrix-block';
import type { BlockParts } from './matrix-block.query';
import { FigureSums, type MatrixFigures } from './matrix-figures';
import { TooManyCells } from './report.errors';
import { periodOf, type ReportPeriod } from './report-period';

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

/** A skill with its figures, as an object. */
const COLUMN_BYTES = 1_000;
/** "Whole up to 250,000 cells" (contract.md, Result). */
export const CELLS_MAX = 250_000;
const PARTS_OF: Readonly<
  Record<MatrixReport, { opening: boolean; events?: boolean; overdue?: boolean; cell: readonly string[] }>
> = {
  'skill-matrix': { opening: false, cell: MATRIX_CELL },
  'skill-matrix-datewise': { opening: true, events: true, cell: MATRIX_DATEWISE_CELL },
  'targeted-skills': { opening: true, overdue: true, cell: MATRIX_TARGETED_CELL },
};

/** Every matrix, on every surface: two statements, whatever its size. */
@Injectable()
export class SkillMatrixService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly answers: AnswerCache,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversed, NotFound, TooManyCells */
  async matrix(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<Buffer> {
    const make = () => this.make(tenant, report, filter);
    if (filter.part) return make();
    const size = (text: Buffer) => text.length;
    return this.answers.of(tenant, { ...this.asked(tenant, report, filter), make, size });
  }

  /** What makes an answer another one, and whether it concerns more than one person. @throws DatesReversed */
  asked(tenant: Tenant, report: string, filter: MatrixFilter) {
    const { from, to, forecast } = this.period(tenant, filter);
    const { staff_id, skill_id, skill_code, leavers } = filter;
    return {
      of: [report, from, to, forecast, staff_id, skill_id, skill_code, leavers === true],
      isLong: staff_id === undefined && tenant.scope.kind !== 'self',
    };
  }

  private async make(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<Buffer> {
    const { opening, events, overdue, cell } = PARTS_OF[report];
    const read = await this.read(tenant, filter, { opening, events, overdue }, report);
    // In a part of a matrix nothing can be added up: figures of it would be taken for those of the whole.
    const figures = filter.part ? null : this.figuresOf(read, opening);
    return matrixText(tenant, report, cell, read, figures, filter.leavers === true);
  }

  /** Figures over the whole organisation, of a report too large to be sent at once. @throws DatesReversed, NotFound */
  async summary(
    tenant: Tenant,
    report: MatrixReport,
    filter: MatrixFilter,
  ): Promise<Omit<MatrixAnswer, 'cells' | 'cell' | 'rows'>> {
    const { opening, overdue } = PARTS_OF[report];
    const period = this.period(tenant, filter);
    const { of, isLong } = this.asked(tenant, report, filter);
    const summed = await this.answers.of(tenant, {
      of: ['summary', ...of],
      isLong,
      make: async () => {
        const axes = await this.axes(tenant, filter, period, opening);
        const { totals, columns, bridge } = await this.sums(tenant, axes, filter, period, opening, overdue === true);
        return {
          row_count: axes.staff.filter((each) => isActive(each, period.to)).length,
          column_count: axes.skills.length,
          columns: axes.skills.map((skill, index) => columnAnswer(skill, columns[index] ?? null)),
          totals,
          bridge,
        };
      },
      size: ({ columns }) => (columns.length + 1) * COLUMN_BYTES,
    });
    return { ...matrixHead(tenant, report, period, opening), ...summed };
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
    const isNarrow = filter.part !== undefined || filter.staff_id !== undefined || tenant.scope.kind === 'self';
    const wanted: BlockParts = {
      on: period.to,
      ...(parts.opening && { opening: period.opening }),
      ...(parts.events && { events: true }),
      ...(parts.overdue && { overdue: true }),
      ...(isNarrow
        ? { staff_id: axes.staff.map((each) => each.id) }
        : { seen: (column: string) => seenSql(tenant, column) }),
      ...((filter.part || filter.skill_id || filter.skill_code !== undefined) && {
        skill_id: axes.skills.map((each) => each.id),
      }),
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
        ...(isAll ? { seen: (column: string) => seenSql(tenant, column) } : { staff_id: staff.map((each) => each.id) }),
        ...((filter.skill_id || filter.skill_code !== undefined) && { skill_id: axes.skills.map((each) => each.id) }),
      });
      sums.add(block, period.to, opening ? period.opening : undefined);
    }
    return sums.figures;
  }

  /** Of the people whom the asker may see (reports.md §4, "Who sees what"); a learner is always their own filter. */
  private async axes(tenant: Tenant, filter: MatrixFilter, period: ReportPeriod, opening: boolean): Promise<Axes> {
    const staff_id = filter.staff_id ?? ownOnly(tenant);
    const { sql, values } = axesQuery({
      on: period.to,
      // Who was there at the opening only is counted in the whole; a part shows rows, and shows them all.
      opening: opening && (!filter.part || filter.leavers) ? period.opening : period.to,
      staff_id,
      seen: seenSql(tenant, 's.staff_id'),
      skill_id: filter.skill_id,
      skill_key: filter.skill_code === undefined ? undefined : keyOf(filter.skill_code),
      part: filter.part,
    });
    const axes = axesOf(await this.queries.rows<AxisRow>(tenant, sql, values));
    if (staff_id && !axes.staff.length && !filter.part) throw new NotFound('staff member');
    if ((filter.skill_id || filter.skill_code !== undefined) && !axes.skills.length && !filter.part)
      throw new NotFound('skill');
    return axes;
  }
}

/** @throws NotFound for an account that is nobody's of the staff */
function ownOnly({ scope }: Tenant): string | undefined {
  if (scope.kind !== 'self') return undefined;
  if (scope.staff_id === null) throw new NotFound('staff member');
  return scope.staff_id;
}

function refuseTooMany({ staff, skills }: Axes, report: string): void {
  const cells = staff.length * skills.length;
  if (cells > CELLS_MAX)
    throw new TooManyCells(cells, CELLS_MAX, `GET /api/reports/${report}?_start=0&_end=50&skill_start=0&skill_end=60`);
}
