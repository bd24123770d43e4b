import { Injectable } from '@nestjs/common';
import type { MatrixSummaryAnswer } from '../contract/report-answers';
import { MATRIX_CELL, MATRIX_DATEWISE_CELL, MATRIX_TARGETED_CELL } from '../contract/reports';
import { dayAt } from '../platform/calendar';
import { Clock } from '../platform/clock';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { DueDates } from '../trainings/due-dates';
import { AnswerCache } from './answer-cache';
import { columnAnswer, matrixHead, matrixText, type MatrixRead, type MatrixReport } from './matrix-answer';
import { isActive, type Axes, type StaffHead } from './matrix-axes';
import { MatrixAxes } from './matrix-axes.service';
import type { MatrixBlock } from './matrix-block';
import { readBlock } from './matrix-block.reader';
import type { BlockParts } from './matrix-block.query';
import { FigureSums, type MatrixFigures } from './matrix-figures';
import { wholeOf, type MatrixFilter } from './matrix-filter';
import { ReportQueue } from './report-queue';
import { TooManyCells } from './report.errors';
import { periodOf, type ReportPeriod } from './report-period';

/** A skill with its figures, as an object. */
const COLUMN_BYTES = 1_000;
/** "Whole up to 250,000 cells" (contract.md, Result). */
const CELLS_MAX = 250_000;
const PARTS_OF: Readonly<Record<MatrixReport, { opening: boolean; events?: boolean; cell: readonly string[] }>> = {
  'skill-matrix': { opening: false, cell: MATRIX_CELL },
  'skill-matrix-datewise': { opening: true, events: true, cell: MATRIX_DATEWISE_CELL },
  'targeted-skills': { opening: true, cell: MATRIX_TARGETED_CELL },
};

const QUARTER_MS = 15 * 60_000;

/** A window as screens ask for it: 50 people × 60 skills (reports.md §4, Size). */
const SCREEN_CELLS = 50 * 60;

/** What is added up passes through a block of so many cells at most: 10,000 × 500 in one statement, some 60 MB. */
const SUMMED_AT_ONCE = 6_000_000;
/** Staff who are named one by one in a statement: of more values none takes more than 32,766. */
const NAMED_AT_ONCE = 10_000;

/** Every matrix, on every surface: two statements, whatever its size. */
@Injectable()
export class SkillMatrixService {
  constructor(
    private readonly queries: TenantQueries,
    private readonly axes: MatrixAxes,
    private readonly answers: AnswerCache,
    private readonly queue: ReportQueue,
    private readonly dueDates: DueDates,
    private readonly clock: Clock,
  ) {}

  /** @throws DatesReversed, NotFound, TooManyCells */
  async matrix(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<Buffer> {
    const { of, isLong, whole } = this.asked(tenant, report, filter);
    const size = (text: Buffer) => text.length;
    const { part } = filter;
    if (!part) return this.answers.of(tenant, { of, isLong, make: () => this.make(tenant, report, whole), size });
    // Under a name of its own, or a window would be taken for all; it is short, and stands in no line.
    const window = ['part', ...part.rows, ...part.columns, ...of];
    const make = () => this.make(tenant, report, filter);
    // What an export goes through is asked once, and would push out what others ask for again.
    const isKept = part.rows[1] * part.columns[1] <= SCREEN_CELLS;
    return this.answers.of(tenant, { of: window, isLong: false, make, size, isKept });
  }

  /**
   * What makes an answer another one, and whether it concerns more than one person. What is kept under this name is made of
   * `whole`, or a window would be taken for all.
   * @throws DatesReversed
   */
  asked(tenant: Tenant, report: string, filter: MatrixFilter) {
    const { from, to, forecast } = this.period(tenant, filter);
    const { staff_id, skill_id, skill_code, leavers, overdue, beyond } = filter;
    const who = [staff_id, skill_id, skill_code, leavers === true, overdue === true, beyond];
    return {
      // Overdue changes at midnight in each staff time zone, and zone offsets are multiples of 15 minutes.
      of: [report, from, to, forecast, ...who, Math.floor(this.clock.now() / QUARTER_MS)],
      isLong: staff_id === undefined && tenant.scope.kind !== 'self',
      whole: wholeOf(filter),
    };
  }

  private async make(tenant: Tenant, report: MatrixReport, filter: MatrixFilter): Promise<Buffer> {
    const { opening, events, cell } = PARTS_OF[report];
    const period = this.period(tenant, filter);
    const axes = await this.axes.of(tenant, filter, period, opening, report === 'targeted-skills');
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
    const { of, isLong, whole } = this.asked(tenant, report, filter);
    return this.answers.of(tenant, {
      of: ['summary', ...of],
      isLong,
      make: async () => {
        const period = this.period(tenant, whole);
        const axes = await this.axes.of(tenant, whole, period, PARTS_OF[report].opening);
        return this.summaryOf(tenant, report, whole, period, axes);
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
  async read(tenant: Tenant, filter: MatrixFilter, parts: ReadParts, report: string): Promise<MatrixRead> {
    const period = this.period(tenant, filter);
    const axes = await this.axes.of(tenant, filter, period, parts.opening);
    if (!filter.part && cellsOf(axes) > CELLS_MAX) throw tooMany(axes, report);
    return this.readOf(tenant, filter, parts, period, axes);
  }

  private async readOf(
    tenant: Tenant,
    filter: MatrixFilter,
    parts: ReadParts,
    period: ReportPeriod,
    axes: Axes,
  ): Promise<MatrixRead> {
    const isNarrow = filter.part !== undefined || filter.staff_id !== undefined || tenant.scope.kind === 'self';
    const wanted: BlockParts = {
      on: period.to,
      ...(parts.opening && { opening: period.opening }),
      ...(parts.events && { events: true }),
      ...(parts.overdue && { overdue: this.dueDates.overdueCondition(tenant, period.to) }),
      ...(parts.dated && { dated: true }),
      ...(isNarrow
        ? { staff_id: axes.staff.map((each) => each.id) }
        : { seen: (column: string) => seenSql(tenant, column) }),
      ...((filter.part || filter.skill_id || filter.skill_code !== undefined) && {
        skill_id: axes.skills.map((each) => each.id),
      }),
    };
    const block = await readBlock(this.queries, this.queue, tenant, axes.staff, axes.skills, wanted);
    return { period, axes, block };
  }

  async figuresOf({ period, block }: MatrixRead, opening: boolean): Promise<MatrixFigures> {
    const sums = new FigureSums();
    await sums.add(block, period.to, opening ? period.opening : undefined);
    return sums.figures;
  }

  private async sums(
    tenant: Tenant,
    axes: Axes,
    filter: MatrixFilter,
    period: ReportPeriod,
    opening: boolean,
  ): Promise<MatrixFigures> {
    const sums = new FigureSums();
    const ends = opening ? { opening: period.opening } : {};
    const overdue = this.dueDates.overdueCondition(tenant, period.to);
    for await (const block of this.blocks(tenant, axes, filter, { on: period.to, ...ends, overdue }))
      await sums.add(block, period.to, ends.opening);
    return sums.figures;
  }

  /** The closing day of all that the asker may see. @throws NotFound */
  async *closing(tenant: Tenant, filter: MatrixFilter, period: ReportPeriod): AsyncGenerator<MatrixBlock> {
    yield* this.blocks(tenant, await this.axes.of(tenant, filter, period, false), filter, { on: period.to });
  }

  /** All that a report shows, some staff at a time, whatever its size: what an export is made of. @throws NotFound, DatesReversed */
  async parts(tenant: Tenant, report: MatrixReport, filter: MatrixFilter) {
    const { opening, events } = PARTS_OF[report];
    const period = this.period(tenant, filter);
    const axes = await this.axes.of(tenant, filter, period, opening);
    const ends = opening ? { opening: period.opening, ...(events && { events }) } : {};
    const overdue = this.dueDates.overdueCondition(tenant, period.to);
    return { period, axes, blocks: this.blocks(tenant, axes, filter, { on: period.to, ...ends, overdue }) };
  }

  /** Some staff at a time, so that an organisation of any size passes through a block of bounded size. */
  private async *blocks(
    tenant: Tenant,
    axes: Axes,
    filter: MatrixFilter,
    parts: BlockParts,
  ): AsyncGenerator<MatrixBlock> {
    const most = Math.max(1, Math.floor(SUMMED_AT_ONCE / Math.max(1, axes.skills.length)));
    const atOnce = axes.staff.length <= most ? most : Math.min(most, NAMED_AT_ONCE);
    for (let from = 0; from < axes.staff.length || from === 0; from += atOnce) {
      const staff = axes.staff.slice(from, from + atOnce);
      const isAll = staff.length === axes.staff.length && !filter.staff_id;
      yield await readBlock(this.queries, this.queue, tenant, staff, axes.skills, {
        ...parts,
        ...(isAll ? { seen: (column: string) => seenSql(tenant, column) } : { staff_id: staff.map((each) => each.id) }),
        ...((filter.skill_id || filter.skill_code !== undefined) && { skill_id: axes.skills.map((each) => each.id) }),
      });
    }
  }
}

/** What is read of the cells (BlockParts). */
interface ReadParts {
  opening: boolean;
  events?: boolean | undefined;
  overdue?: boolean | undefined;
  /** Of one person. */
  dated?: boolean | undefined;
}

const cellsOf = ({ staff, skills }: Axes): number => staff.length * skills.length;

const tooMany = (axes: Axes, report: string): TooManyCells =>
  new TooManyCells(cellsOf(axes), CELLS_MAX, `GET /api/reports/${report}?_start=0&_end=50&skill_start=0&skill_end=60`);
