import { Injectable } from '@nestjs/common';
import type { MatrixSummaryAnswer } from '../contract/report-answers';
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
import {
  axesOf,
  axesQuery,
  isActive,
  orderQuery,
  partOf,
  type Axes,
  type AxesFilter,
  type AxisRow,
  type StaffHead,
} from './matrix-axes';
import { readBlock } from './matrix-block';
import type { BlockParts } from './matrix-block.query';
import { FigureSums, type MatrixFigures } from './matrix-figures';
import { TooManyCells } from './report.errors';
import { periodOf, type ReportPeriod } from './report-period';
import { RowOrder } from './row-order';

/** The one filter of all matrix reports (house.md §2). */
export interface MatrixFilter {
  from?: Day | undefined;
  to?: Day | undefined;
  staff_id?: string | undefined;
  skill_id?: string | undefined;
  skill_code?: string | undefined;
  /** Also those who left in the period. */
  leavers?: boolean | undefined;
  /** Targeted: only what is overdue, and who has that. The totals stay those of everybody. */
  overdue?: boolean | undefined;
  /** What is too large to be sent at once is answered by its figures instead of a refusal. */
  beyond?: 'summary' | undefined;
  part?: { rows: readonly [number, number]; columns: readonly [number, number] } | undefined;
}

/** A skill with its figures, as an object. */
const COLUMN_BYTES = 1_000;
/** "Whole up to 250,000 cells" (contract.md, Result). */
export const CELLS_MAX = 250_000;
const PARTS_OF: Readonly<Record<MatrixReport, { opening: boolean; events?: boolean; cell: readonly string[] }>> = {
  'skill-matrix': { opening: false, cell: MATRIX_CELL },
  'skill-matrix-datewise': { opening: true, events: true, cell: MATRIX_DATEWISE_CELL },
  'targeted-skills': { opening: true, cell: MATRIX_TARGETED_CELL },
};

/** What is added up passes through a block of so many cells at most: 10,000 × 500 in one statement, some 60 MB. */
const SUMMED_AT_ONCE = 6_000_000;

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
    const { staff_id, skill_id, skill_code, leavers, overdue, beyond } = filter;
    return {
      of: [report, from, to, forecast, staff_id, skill_id, skill_code, leavers === true, overdue === true, beyond],
      isLong: staff_id === undefined && tenant.scope.kind !== 'self',
    };
  }

  private async make(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<Buffer> {
    const { opening, events, cell } = PARTS_OF[report];
    const period = this.period(tenant, filter);
    const axes = await this.axes(tenant, filter, period, opening, report === 'targeted-skills');
    if (!filter.part && cellsOf(axes) > CELLS_MAX) {
      if (filter.beyond !== 'summary') throw tooMany(axes, report);
      return Buffer.from(JSON.stringify(await this.summaryOf(tenant, report, filter, period, axes)));
    }
    // What is overdue is told wherever figures are: 0 would be taken for a count.
    const overdue = !filter.part || report === 'targeted-skills';
    const read = await this.readOf(tenant, filter, { opening, events, overdue }, period, axes);
    // In a part of a matrix nothing can be added up: figures of it would be taken for those of the whole.
    const figures = filter.part ? null : await this.figuresOf(read, opening);
    return matrixText(tenant, report, cell, read, figures, filter);
  }

  /** Figures over the whole organisation, of a report too large to be sent at once. @throws DatesReversed, NotFound */
  async summary(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<MatrixSummaryAnswer> {
    const { of, isLong } = this.asked(tenant, report, filter);
    return this.answers.of(tenant, {
      of: ['summary', ...of],
      isLong,
      make: async () => {
        const period = this.period(tenant, filter);
        const axes = await this.axes(tenant, filter, period, PARTS_OF[report].opening);
        return this.summaryOf(tenant, report, filter, period, axes);
      },
      size: ({ columns }) => (columns.length + 1) * COLUMN_BYTES,
    });
  }

  private async summaryOf(
    tenant: Tenant,
    report: MatrixReport,
    filter: MatrixFilter,
    period: ReportPeriod,
    axes: Axes,
  ): Promise<MatrixSummaryAnswer> {
    const { opening } = PARTS_OF[report];
    const figures = await this.sums(tenant, axes, filter, period, opening);
    const { totals, columns, bridge, gaps } = figures;
    const isShown = (each: StaffHead) =>
      isActive(each, period.to) || (filter.leavers === true && isActive(each, period.opening));
    const needed = filter.overdue ? figures.late : figures.targeted;
    return {
      ...matrixHead(tenant, report, period, opening),
      row_count: report === 'targeted-skills' ? needed : axes.staff.filter(isShown).length,
      column_count: axes.skills.length,
      columns: axes.skills.map((skill, index) => columnAnswer(skill, columns[index] ?? null)),
      totals,
      bridge,
      gaps,
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
    if (!filter.part && cellsOf(axes) > CELLS_MAX) throw tooMany(axes, report);
    return this.readOf(tenant, filter, parts, period, axes);
  }

  private async readOf(
    tenant: Tenant,
    filter: MatrixFilter,
    parts: { opening: boolean; events?: boolean | undefined; overdue?: boolean | undefined },
    period: ReportPeriod,
    axes: Axes,
  ): Promise<MatrixRead> {
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

  async figuresOf({ period, block }: MatrixRead, opening: boolean): Promise<MatrixFigures> {
    const sums = new FigureSums();
    await sums.add(block, period.to, opening ? period.opening : undefined);
    return sums.figures;
  }

  /** Some staff at a time, so that an organisation of any size passes through a block of bounded size. */
  private async sums(
    tenant: Tenant,
    axes: Axes,
    filter: MatrixFilter,
    period: ReportPeriod,
    opening: boolean,
  ): Promise<MatrixFigures> {
    const sums = new FigureSums();
    const atOnce = Math.max(1, Math.floor(SUMMED_AT_ONCE / Math.max(1, axes.skills.length)));
    for (let from = 0; from < axes.staff.length || from === 0; from += atOnce) {
      const staff = axes.staff.slice(from, from + atOnce);
      const isAll = staff.length === axes.staff.length && !filter.staff_id;
      const block = await readBlock(this.queries, tenant, staff, axes.skills, {
        on: period.to,
        ...(opening && { opening: period.opening }),
        overdue: true,
        ...(isAll ? { seen: (column: string) => seenSql(tenant, column) } : { staff_id: staff.map((each) => each.id) }),
        ...((filter.skill_id || filter.skill_code !== undefined) && { skill_id: axes.skills.map((each) => each.id) }),
      });
      await sums.add(block, period.to, opening ? period.opening : undefined);
    }
    return sums.figures;
  }

  /** Of the people whom the asker may see (reports.md §4, "Who sees what"); a learner is always their own filter. */
  private async axes(
    tenant: Tenant,
    filter: MatrixFilter,
    period: ReportPeriod,
    opening: boolean,
    targeted = false,
  ): Promise<Axes> {
    const staff_id = filter.staff_id ?? ownOnly(tenant);
    const wanted: AxesFilter = {
      on: period.to,
      // Who was there at the opening only is counted in the whole; a part shows rows, and shows them all.
      opening: opening && (!filter.part || filter.leavers) ? period.opening : period.to,
      staff_id,
      seen: seenSql(tenant, 's.staff_id'),
      skill_id: filter.skill_id,
      skill_key: filter.skill_code === undefined ? undefined : keyOf(filter.skill_code),
      // The whole counts everybody, and shows whom it is about; a part shows its rows, and so has these alone.
      ...(targeted && filter.part && { need: filter.overdue ? 'overdue' : 'target' }),
    };
    if (filter.part) return this.axesOfPart(tenant, wanted, filter.part);
    const { sql, values } = axesQuery(wanted);
    const axes = axesOf(await this.queries.rows<AxisRow>(tenant, sql, values), wanted.on);
    if (staff_id && !axes.staff.length) throw new NotFound('staff member');
    if ((filter.skill_id || filter.skill_code !== undefined) && !axes.skills.length) throw new NotFound('skill');
    return axes;
  }

  /** Who stands in which row is found once; each part of it is then its own rows only, however far down. */
  private async axesOfPart(
    tenant: Tenant,
    wanted: AxesFilter,
    { rows, columns }: NonNullable<MatrixFilter['part']>,
  ): Promise<Axes> {
    const { on, opening, staff_id, need } = wanted;
    const order = await this.answers.of(tenant, {
      of: ['rows', on, opening, staff_id, need, ...(need ? [wanted.skill_id, wanted.skill_key] : [])],
      make: async () => {
        const made = new RowOrder();
        const { sql, values } = orderQuery(wanted);
        await this.queries.each<{ id: Uint8Array }>(tenant, sql, values, ({ id }) => made.add(id));
        return made;
      },
      size: (made) => made.size,
      isLong: false,
    });
    const row_id = order.part(...rows);
    const { sql, values } = axesQuery({ ...wanted, row_id });
    const axes = axesOf(await this.queries.rows<AxisRow>(tenant, sql, values), wanted.on);
    return partOf(axes, row_id, order.length, columns);
  }
}

/** @throws NotFound for an account that is nobody's of the staff */
function ownOnly({ scope }: Tenant): string | undefined {
  if (scope.kind !== 'self') return undefined;
  if (scope.staff_id === null) throw new NotFound('staff member');
  return scope.staff_id;
}

const cellsOf = ({ staff, skills }: Axes): number => staff.length * skills.length;

function tooMany(axes: Axes, report: string): TooManyCells {
  const twin = `GET /api/reports/${report}?_start=0&_end=50&skill_start=0&skill_end=60`;
  return new TooManyCells(cellsOf(axes), CELLS_MAX, twin);
}
