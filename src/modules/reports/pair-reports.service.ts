import { Injectable } from '@nestjs/common';
import type { EvidenceTrailResponse } from '../../contract/evidence.responses';
import type {
  SkillHoldersResponse,
  SkillCoverageResponse,
  SkillsOfPersonResponse,
  TargetsOfPersonResponse,
} from '../../contract/report.responses';
import { ROWS_PER_TURN, yieldToEventLoop } from '../../common/event-loop';
import { progressPercent } from '../../common/rounding';
import { visibleRowsSql } from '../../tenancy/row-visibility';
import type { Tenant } from '../../tenancy/tenant';
import { TenantQueries } from '../../tenancy/tenant-queries';
import { AnswerCache } from './answer-cache';
import { ExplainService } from './explain.service';
import { isActive } from './matrix-axes';
import { closingSpansSql, ClosingSpans, type ClosingRow } from './closing-spans';
import { LEARNING_SQL, pairRow, targetRow, type LearningOptionRow } from './pair-rows';
import { reportHead } from './report-head';
import type { MatrixData } from './matrix-answer';
import { withoutPart, type MatrixFilter } from './matrix-filter';
import { SkillMatrixService } from './skill-matrix.service';

const toJson = (answer: object): Buffer => Buffer.from(JSON.stringify(answer));

/** Matrix data as rows: skills, holders of a skill, skills or targets of a person, and the evidence trail. */
@Injectable()
export class PairReportsService {
  constructor(
    private readonly matrix: SkillMatrixService,
    private readonly answers: AnswerCache,
    private readonly explainService: ExplainService,
    private readonly queries: TenantQueries,
  ) {}

  /** The filter selects one of four reports. @throws DatesReversedError, NotFoundError, TooManyCellsError */
  async skillWise(tenant: Tenant, filter: MatrixFilter): Promise<Buffer> {
    const hasSkillFilter = filter.skill_id !== undefined || filter.skill_code !== undefined;
    const hasStaffFilter = filter.staff_id !== undefined || tenant.scope.kind === 'self';
    if (hasSkillFilter && hasStaffFilter) return toJson(await this.trail(tenant, filter));
    if (hasSkillFilter) return this.holders(tenant, filter);
    if (hasStaffFilter) return this.skillsOfPerson(tenant, filter);
    return toJson(await this.skills(tenant, filter));
  }

  /** As `skillWise`, but as objects instead of JSON. @throws DatesReversedError, NotFoundError, TooManyCellsError */
  async rows(
    tenant: Tenant,
    filter: MatrixFilter,
  ): Promise<SkillCoverageResponse | SkillHoldersResponse | SkillsOfPersonResponse | EvidenceTrailResponse> {
    const hasSkillFilter = filter.skill_id !== undefined || filter.skill_code !== undefined;
    const hasStaffFilter = filter.staff_id !== undefined || tenant.scope.kind === 'self';
    if (hasSkillFilter && hasStaffFilter) return this.trail(tenant, filter);
    if (!hasSkillFilter && !hasStaffFilter) return this.skills(tenant, filter);
    return this.pairs(tenant, withoutPart(filter), hasSkillFilter ? 'skill-holders' : 'skills-of-person');
  }

  /** Holders of one skill among the visible staff. @throws DatesReversedError, NotFoundError, TooManyCellsError */
  holders(tenant: Tenant, filter: MatrixFilter): Promise<Buffer> {
    return this.getCached(tenant, filter, 'skill-holders');
  }

  /** @throws DatesReversedError, NotFoundError */
  skillsOfPerson(tenant: Tenant, filter: MatrixFilter): Promise<Buffer> {
    return this.getCached(tenant, filter, 'skills-of-person');
  }

  private getCached(
    tenant: Tenant,
    filter: MatrixFilter,
    report: 'skill-holders' | 'skills-of-person',
  ): Promise<Buffer> {
    const { key, isLong, wholeFilter } = this.matrix.cacheRequest(tenant, report, filter);
    const compute = async () => toJson(await this.pairs(tenant, wholeFilter, report));
    const sizeOf = (text: Buffer) => text.length;
    return this.answers.getOrCompute(tenant, { key, isLong, compute, sizeOf });
  }

  /** Required skills of one person. @throws DatesReversedError, NotFoundError */
  async targetsOfPerson(tenant: Tenant, filter: MatrixFilter): Promise<TargetsOfPersonResponse> {
    const options = { opening: true, overdue: true, withSpans: true };
    const data = await this.matrix.read(tenant, withoutPart(filter), options, 'targeted-skills');
    const staff = data.axes.staff[0];
    const targetedColumns = data.axes.skills
      .map((_, column) => column)
      .filter((column) => data.block.target[column]! > 0);
    const skill_id = targetedColumns.map((column) => data.axes.skills[column]!.id);
    const isActiveStaff = staff !== undefined && isActive(staff, data.period.to);
    const learning =
      isActiveStaff && skill_id.length
        ? await this.queries.rows<LearningOptionRow>(tenant, LEARNING_SQL, { staff_id: staff.id, skill_id })
        : [];
    const rows = isActiveStaff ? targetedColumns.map((column) => targetRow(data, column, learning)) : [];
    rows.sort(
      (a, b) => b.gap - a.gap || Number(b.overdue) - Number(a.overdue) || (a.skill_name < b.skill_name ? -1 : 1),
    );
    const { totals } = await this.matrix.computeFigures(data, true);
    const { compliance, attainment, gap, required, compliant } = totals.closing;
    return {
      ...this.head(tenant, 'targeted-skills', data),
      rows,
      totals: {
        required,
        compliant,
        compliance,
        attainment,
        gap,
        overdue: totals.overdue,
        gaps_opened: totals.gaps_opened,
        gaps_closed: totals.gaps_closed,
      },
    };
  }

  private async skills(tenant: Tenant, filter: MatrixFilter): Promise<SkillCoverageResponse> {
    const { columns, totals, ...summary } = await this.matrix.summary(tenant, 'skill-matrix-datewise', filter);
    const rows = columns.map(({ figures, id, ...skill }) => {
      const { heads, qualified, opening_qualified, coverage, bus_factor, trainers, at_risk } = figures!;
      const [level_0 = 0, level_1 = 0, level_2 = 0, level_3 = 0, level_4 = 0] = heads;
      const change = qualified - (opening_qualified ?? 0);
      return {
        id,
        skill_id: id,
        ...skill,
        level_0,
        level_1,
        level_2,
        level_3,
        level_4,
        qualified,
        opening_qualified,
        change,
        coverage,
        bus_factor,
        trainers,
        at_risk,
      };
    });
    // Skills without a required headcount have no coverage and come last.
    const coverageOf = (row: { coverage: number | null }) => row.coverage ?? Number.POSITIVE_INFINITY;
    rows.sort((a, b) =>
      coverageOf(a) === coverageOf(b) ? a.bus_factor - b.bus_factor : coverageOf(a) - coverageOf(b),
    );
    const { on, from, opening, forecast } = summary;
    const period = this.matrix.period(tenant, filter);
    return {
      report: 'skill-wise',
      definition: reportHead('skill-wise', period, tenant),
      on,
      from,
      opening,
      forecast,
      rows,
      totals: {
        skills: rows.length,
        staff: totals!.staff,
        uncovered: totals!.uncovered,
        single_points: totals!.single_points,
        mean_coverage: totals!.mean_coverage,
      },
    };
  }

  private async pairs(
    tenant: Tenant,
    filter: MatrixFilter,
    report: 'skill-holders' | 'skills-of-person',
  ): Promise<SkillHoldersResponse | SkillsOfPersonResponse> {
    const withSpans = report === 'skills-of-person';
    const data = await this.matrix.read(tenant, filter, { opening: true, withSpans }, 'skill-wise');
    const closing = withSpans ? data.block.closing : await this.closingSpans(tenant, data);
    const unsorted: ReturnType<typeof pairRow>[] = [];
    const addRow = (row: number): void => {
      if (!isActive(data.axes.staff[row]!, data.period.to)) return;
      for (let column = 0; column < data.block.columns; column++) {
        const cell = row * data.block.columns + column;
        const isHeld = data.block.level[cell]! > 0 || data.block.opening_level[cell]! > 0;
        const isListed =
          isHeld || (report === 'skills-of-person' && (data.block.isKnown(cell) || data.block.target[cell]! > 0));
        if (isListed) unsorted.push(pairRow(data, row, column, closing));
      }
    };
    for (let row = 0; row < data.axes.staff.length; row++) {
      addRow(row);
      if (row % ROWS_PER_TURN === 0) await yieldToEventLoop();
    }
    const rows = unsorted.toSorted((a, b) => b.level - a.level);
    const { totals, columns } = await this.matrix.computeFigures(data, true);
    const holders = rows.filter((each) => each.level > 0).length;
    if (report === 'skills-of-person')
      return { ...this.head(tenant, report, data), rows, totals: { skills: holders, ...totals.closing } };
    const { qualified, opening_qualified, coverage, at_risk, required, compliant } = columns[0]!;
    const compliance = progressPercent(compliant, required);
    return {
      ...this.head(tenant, report, data),
      rows,
      totals: { holders: holders, qualified, opening_qualified, coverage, at_risk, required, compliant, compliance },
    };
  }

  /** All evidence of one person in one skill. @throws DatesReversedError, NotFoundError */
  async trail(tenant: Tenant, filter: MatrixFilter): Promise<EvidenceTrailResponse> {
    // A part would be empty or the only cell: read without it.
    const data = await this.matrix.read(tenant, withoutPart(filter), { opening: true }, 'skill-wise');
    const staff = data.axes.staff[0]!;
    const skill = data.axes.skills[0]!;
    const trail = await this.explainService.trail(tenant, staff.id, skill.id);
    return {
      ...this.head(tenant, 'evidence-trail', data),
      rows: trail.map((row) => ({ id: row.evidence_id, ...row })),
      totals: {
        opening_level: data.block.opening_level[0]!,
        level: data.block.level[0]!,
        // Nothing is required of staff who are not employed on that day.
        target: (isActive(staff, data.period.to) && data.block.required(0)) || null,
      },
    };
  }

  /** Spans of all visible holders of one skill. */
  private async closingSpans(tenant: Tenant, { axes, period }: MatrixData): Promise<ClosingSpans> {
    const spans = new ClosingSpans();
    const [skill] = axes.skills;
    if (!skill || !axes.staff.length) return spans;
    const values = { on: period.to, skill_id: skill.id };
    const sql = closingSpansSql(visibleRowsSql(tenant, 'p.staff_id'));
    await this.queries.each<ClosingRow>(tenant, sql, values, (row) => spans.addRow(row));
    return spans;
  }

  private head<const N extends string>(tenant: Tenant, report: N, { period }: MatrixData) {
    const { to, from, opening, forecast } = period;
    return { report, definition: reportHead(report, period, tenant), on: to, from, opening, forecast };
  }
}
