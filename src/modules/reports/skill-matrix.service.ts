import { Injectable } from '@nestjs/common';
import type { MatrixSummaryResponse } from '../../contract/report.responses';
import { MATRIX_CELL, MATRIX_DATEWISE_CELL, MATRIX_TARGETED_CELL } from '../../contract/reports';
import { dayAt } from '../../common/calendar';
import { Clock } from '../../common/clock';
import { visibleRowsSql } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { DueStatusQuery } from '../trainings/due-status.query';
import { AnswerCache } from './answer-cache';
import { columnAnswer, matrixHead, matrixJson, type MatrixData, type MatrixReport } from './matrix-answer';
import { isActive, type Axes, type StaffHeader } from './matrix-axes';
import { MatrixAxesService } from './matrix-axes.service';
import type { MatrixBlock } from './matrix-block';
import { readBlock } from './matrix-block.reader';
import type { BlockOptions } from './matrix-block.query';
import { FigureSums, type MatrixFigures } from './matrix-figures';
import { withoutPart, type MatrixFilter } from './matrix-filter';
import { ReportQueue } from './report-queue';
import { TooManyCellsError } from './report.errors';
import { periodOf, type ReportPeriod } from './report-period';

/** Estimated size of a skill with its figures in memory. */
const BYTES_PER_COLUMN = 1_000;
const CELLS_MAX = 250_000;
const REPORT_OPTIONS: Readonly<Record<MatrixReport, { opening: boolean; events?: boolean; cell: readonly string[] }>> =
  {
    'skill-matrix': { opening: false, cell: MATRIX_CELL },
    'skill-matrix-datewise': { opening: true, events: true, cell: MATRIX_DATEWISE_CELL },
    'targeted-skills': { opening: true, cell: MATRIX_TARGETED_CELL },
  };

const QUARTER_MS = 15 * 60_000;

/** The default part of the screens: 50 people × 60 skills. */
const SCREEN_CELLS = 50 * 60;

/** Maximum cells of a block when figures are computed: about 60 MB. */
const BLOCK_CELLS_MAX = 6_000_000;
/** Maximum staff ids in one statement; SQLite allows 32,766 values. */
const STAFF_IDS_MAX = 10_000;

/** Reads skill matrices: one statement for the axes and one for the cells. */
@Injectable()
export class SkillMatrixService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly axes: MatrixAxesService,
    private readonly answers: AnswerCache,
    private readonly queue: ReportQueue,
    private readonly dueStatusQuery: DueStatusQuery,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversedError, NotFoundError, TooManyCellsError */
  async matrix(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<Buffer> {
    const { key, isLong, wholeFilter } = this.cacheRequest(tenant, report, filter);
    const sizeOf = (text: Buffer) => text.length;
    const { part } = filter;
    if (!part)
      return this.answers.getOrCompute(tenant, {
        key,
        isLong,
        compute: () => this.buildMatrix(tenant, report, wholeFilter),
        sizeOf,
      });
    // A part has its own cache key and is not queued.
    const partKey = ['part', ...part.rows, ...part.columns, ...key];
    const compute = () => this.buildMatrix(tenant, report, filter);
    // Larger parts are read by exports only once and would evict other answers.
    const isCacheable = part.rows[1] * part.columns[1] <= SCREEN_CELLS;
    return this.answers.getOrCompute(tenant, { key: partKey, isLong: false, compute, sizeOf, isCacheable });
  }

  /**
   * @returns the cache key, whether more than one person is concerned, and the filter without its part. Answers under
   * this key must use that filter, since the key does not contain the part.
   * @throws DatesReversedError
   */
  cacheRequest(tenant: Tenant, report: string, filter: MatrixFilter) {
    const { from, to, forecast } = this.period(tenant, filter);
    const { staff_id, skill_id, skill_code, leavers, overdue, beyond } = filter;
    const filterKey = [staff_id, skill_id, skill_code, leavers === true, overdue === true, beyond];
    return {
      // Overdue changes at midnight in each staff time zone, and zone offsets are multiples of 15 minutes.
      key: [report, from, to, forecast, ...filterKey, Math.floor(this.clock.now() / QUARTER_MS)],
      isLong: staff_id === undefined && tenant.scope.kind !== 'self',
      wholeFilter: withoutPart(filter),
    };
  }

  private async buildMatrix(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<Buffer> {
    const { opening, events, cell } = REPORT_OPTIONS[report];
    const period = this.period(tenant, filter);
    const axes = await this.axes.load(tenant, filter, period, opening, report === 'targeted-skills');
    if (!filter.part && cellCount(axes) > CELLS_MAX) {
      if (filter.beyond !== 'summary') throw tooManyCells(axes, report);
      return Buffer.from(JSON.stringify(await this.buildSummary(tenant, report, filter, period, axes)));
    }
    // Totals include overdue counts, so overdue cells are read whenever there are totals.
    const overdue = !filter.part || report === 'targeted-skills';
    const data = await this.readWithAxes(tenant, filter, { opening, events, overdue }, period, axes);
    // A part has no figures: they would look like those of the whole matrix.
    const figures = filter.part ? null : await this.computeFigures(data, opening);
    return matrixJson(tenant, report, cell, data, figures, filter);
  }

  /** Figures without rows and cells, for a matrix of any size. @throws DatesReversedError, NotFoundError */
  async summary(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<MatrixSummaryResponse> {
    const { key, isLong, wholeFilter } = this.cacheRequest(tenant, report, filter);
    return this.answers.getOrCompute(tenant, {
      key: ['summary', ...key],
      isLong,
      compute: async () => {
        const period = this.period(tenant, wholeFilter);
        const axes = await this.axes.load(tenant, wholeFilter, period, REPORT_OPTIONS[report].opening);
        return this.buildSummary(tenant, report, wholeFilter, period, axes);
      },
      sizeOf: ({ columns }) => (columns.length + 1) * BYTES_PER_COLUMN,
    });
  }

  private async buildSummary(
    tenant: Tenant,
    report: MatrixReport,
    filter: MatrixFilter,
    period: ReportPeriod,
    axes: Axes,
  ): Promise<MatrixSummaryResponse> {
    const { opening } = REPORT_OPTIONS[report];
    const figures = await this.sumFigures(tenant, axes, filter, period, opening);
    const { totals, columns, bridge, gaps } = figures;
    const isShown = (each: StaffHeader) =>
      isActive(each, period.to) || (filter.leavers === true && isActive(each, period.opening));
    const targetedRows = filter.overdue ? figures.overdueRows : figures.targetedRows;
    return {
      ...matrixHead(tenant, report, period, opening),
      row_count: report === 'targeted-skills' ? targetedRows : axes.staff.filter(isShown).length,
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

  /** @throws DatesReversedError, NotFoundError, TooManyCellsError */
  async read(tenant: Tenant, filter: MatrixFilter, options: MatrixReadOptions, report: string): Promise<MatrixData> {
    const period = this.period(tenant, filter);
    const axes = await this.axes.load(tenant, filter, period, options.opening);
    if (!filter.part && cellCount(axes) > CELLS_MAX) throw tooManyCells(axes, report);
    return this.readWithAxes(tenant, filter, options, period, axes);
  }

  private async readWithAxes(
    tenant: Tenant,
    filter: MatrixFilter,
    options: MatrixReadOptions,
    period: ReportPeriod,
    axes: Axes,
  ): Promise<MatrixData> {
    const isNarrow = filter.part !== undefined || filter.staff_id !== undefined || tenant.scope.kind === 'self';
    const blockOptions: BlockOptions = {
      on: period.to,
      ...(options.opening && { opening: period.opening }),
      ...(options.events && { events: true }),
      ...(options.overdue && { overdue: this.dueStatusQuery.overdueCondition(tenant, period.to) }),
      ...(options.withSpans && { withSpans: true }),
      ...(isNarrow
        ? { staff_id: axes.staff.map((each) => each.id) }
        : { visibleCondition: (column: string) => visibleRowsSql(tenant, column) }),
      ...((filter.part || filter.skill_id || filter.skill_code !== undefined) && {
        skill_id: axes.skills.map((each) => each.id),
      }),
    };
    const block = await readBlock(this.queries, this.queue, tenant, axes.staff, axes.skills, blockOptions);
    return { period, axes, block };
  }

  async computeFigures({ period, block }: MatrixData, opening: boolean): Promise<MatrixFigures> {
    const figureSums = new FigureSums();
    await figureSums.add(block, period.to, opening ? period.opening : undefined);
    return figureSums.figures;
  }

  private async sumFigures(
    tenant: Tenant,
    axes: Axes,
    filter: MatrixFilter,
    period: ReportPeriod,
    opening: boolean,
  ): Promise<MatrixFigures> {
    const figureSums = new FigureSums();
    const openingOptions = opening ? { opening: period.opening } : {};
    const overdue = this.dueStatusQuery.overdueCondition(tenant, period.to);
    for await (const block of this.blocks(tenant, axes, filter, { on: period.to, ...openingOptions, overdue }))
      await figureSums.add(block, period.to, openingOptions.opening);
    return figureSums.figures;
  }

  /** Closing day data of all visible staff, in blocks. @throws NotFoundError */
  async *closingBlocks(tenant: Tenant, filter: MatrixFilter, period: ReportPeriod): AsyncGenerator<MatrixBlock> {
    yield* this.blocks(tenant, await this.axes.load(tenant, filter, period, false), filter, { on: period.to });
  }

  /** Data of an export, in blocks of staff. @throws NotFoundError, DatesReversedError */
  async exportData(tenant: Tenant, report: MatrixReport, filter: MatrixFilter) {
    const { opening, events } = REPORT_OPTIONS[report];
    const period = this.period(tenant, filter);
    const axes = await this.axes.load(tenant, filter, period, opening);
    const openingOptions = opening ? { opening: period.opening, ...(events && { events }) } : {};
    const overdue = this.dueStatusQuery.overdueCondition(tenant, period.to);
    return { period, axes, blocks: this.blocks(tenant, axes, filter, { on: period.to, ...openingOptions, overdue }) };
  }

  /** Blocks of bounded size, for any number of staff. */
  private async *blocks(
    tenant: Tenant,
    axes: Axes,
    filter: MatrixFilter,
    options: BlockOptions,
  ): AsyncGenerator<MatrixBlock> {
    const maxStaff = Math.max(1, Math.floor(BLOCK_CELLS_MAX / Math.max(1, axes.skills.length)));
    const batchSize = axes.staff.length <= maxStaff ? maxStaff : Math.min(maxStaff, STAFF_IDS_MAX);
    for (let from = 0; from < axes.staff.length || from === 0; from += batchSize) {
      const staff = axes.staff.slice(from, from + batchSize);
      const isAll = staff.length === axes.staff.length && !filter.staff_id;
      yield await readBlock(this.queries, this.queue, tenant, staff, axes.skills, {
        ...options,
        ...(isAll
          ? { visibleCondition: (column: string) => visibleRowsSql(tenant, column) }
          : { staff_id: staff.map((each) => each.id) }),
        ...((filter.skill_id || filter.skill_code !== undefined) && { skill_id: axes.skills.map((each) => each.id) }),
      });
    }
  }
}

interface MatrixReadOptions {
  opening: boolean;
  events?: boolean | undefined;
  overdue?: boolean | undefined;
  /** Only for one person. */
  withSpans?: boolean | undefined;
}

const cellCount = ({ staff, skills }: Axes): number => staff.length * skills.length;

const tooManyCells = (axes: Axes, report: string): TooManyCellsError =>
  new TooManyCellsError(
    cellCount(axes),
    CELLS_MAX,
    `GET /api/reports/${report}?_start=0&_end=50&skill_start=0&skill_end=60`,
  );
