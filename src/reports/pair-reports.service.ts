import { Injectable } from '@nestjs/common';
import type { RowsAnswer } from '../contract/report-answers';
import { percent } from '../platform/half-up';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { AnswerCache } from './answer-cache';
import { ExplainService } from './explain.service';
import { isActive } from './matrix-axes';
import {
  closingQuery,
  LEARNING,
  closingSpans,
  pairRow,
  targetRow,
  type ClosingRow,
  type ClosingSpans,
  type LearningRow,
} from './pair-rows';
import { said } from './report-said';
import type { MatrixRead } from './matrix-answer';
import { SkillMatrixService, type MatrixFilter } from './skill-matrix.service';

/** A row of an answer, as an object. */
const ROW_BYTES = 1_000;

/** The matrix turned into rows: skills, the holders of one, the skills of a person, a person's targets, the trail. */
@Injectable()
export class PairReportsService {
  constructor(
    private readonly matrix: SkillMatrixService,
    private readonly answers: AnswerCache,
    private readonly explain: ExplainService,
    private readonly queries: TenantQueries,
  ) {}

  /** Which of the four depends on the filter (reports.md §4). @throws DatesReversed, NotFound, TooManyCells */
  async skillWise(tenant: Tenant, filter: MatrixFilter): Promise<RowsAnswer> {
    const ofSkill = filter.skill_id !== undefined || filter.skill_code !== undefined;
    const ofStaff = filter.staff_id !== undefined || tenant.scope.kind === 'self';
    if (ofSkill && ofStaff) return this.evidenceTrail(tenant, filter);
    if (ofSkill || ofStaff) {
      const report = ofSkill ? 'skill-holders' : 'skills-of-person';
      const make = () => this.pairs(tenant, filter, report);
      const size = ({ rows }: RowsAnswer) => rows.length * ROW_BYTES;
      return this.answers.of(tenant, { ...this.matrix.asked(tenant, report, filter), make, size });
    }
    return this.skills(tenant, filter);
  }

  /** What one person must have. @throws DatesReversed, NotFound */
  async targetsOfPerson(tenant: Tenant, filter: MatrixFilter): Promise<RowsAnswer> {
    const read = await this.matrix.read(tenant, filter, { opening: true, overdue: true }, 'targeted-skills');
    const staff = read.axes.staff[0];
    const wanted = read.axes.skills.map((_, column) => column).filter((column) => read.block.target[column]! > 0);
    const skill_id = wanted.map((column) => read.axes.skills[column]!.id);
    const isThere = staff !== undefined && isActive(staff, read.period.to);
    const closing = isThere ? await this.closingSpans(tenant, 'person', read) : closingSpans([]);
    const learning =
      isThere && skill_id.length
        ? await this.queries.rows<LearningRow>(tenant, LEARNING, { staff_id: staff.id, skill_id })
        : [];
    const rows = isThere ? wanted.map((column) => targetRow(read, column, closing, learning)) : [];
    rows.sort(
      (a, b) => b.gap - a.gap || Number(b.overdue) - Number(a.overdue) || (a.skill_name < b.skill_name ? -1 : 1),
    );
    const { totals } = await this.matrix.figuresOf(read, true);
    const { compliance, attainment, gap, required, compliant } = totals.closing;
    return {
      ...this.head(tenant, 'targeted-skills', read),
      rows: rows as unknown as Readonly<Record<string, unknown>>[],
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

  private async skills(tenant: Tenant, filter: MatrixFilter): Promise<RowsAnswer> {
    const { columns, totals, ...summary } = await this.matrix.summary(tenant, 'skill-matrix-datewise', filter);
    const rows = columns.map(({ figures, id, ...skill }) => {
      const { heads, qualified, opening_qualified, coverage, bus_factor, trainers, at_risk } = figures!;
      const levels = Object.fromEntries(heads.map((count, level) => [`level_${level}`, count]));
      const change = qualified - (opening_qualified ?? 0);
      return {
        id,
        skill_id: id,
        ...skill,
        ...levels,
        qualified,
        opening_qualified,
        change,
        coverage,
        bus_factor,
        trainers,
        at_risk,
      };
    });
    // What no headcount is set for has no coverage to be low: it comes last.
    const covered = (row: { coverage: number | null }) => row.coverage ?? Number.POSITIVE_INFINITY;
    rows.sort((a, b) => (covered(a) === covered(b) ? a.bus_factor - b.bus_factor : covered(a) - covered(b)));
    const { on, from, opening, forecast } = summary;
    const period = this.matrix.period(tenant, filter);
    return {
      report: 'skill-wise',
      definition: said('skill-wise', period, tenant),
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
  ): Promise<RowsAnswer> {
    const read = await this.matrix.read(tenant, filter, { opening: true }, 'skill-wise');
    const closing = await this.closingSpans(tenant, report === 'skill-holders' ? 'skill' : 'person', read);
    const rows: ReturnType<typeof pairRow>[] = [];
    read.axes.staff.forEach((staff, row) => {
      if (!isActive(staff, read.period.to)) return;
      for (let column = 0; column < read.block.columns; column++) {
        const cell = row * read.block.columns + column;
        const isHeld = read.block.level[cell]! > 0 || read.block.opening_level[cell]! > 0;
        const isOfInterest =
          isHeld || (report === 'skills-of-person' && (read.block.isKnown(cell) || read.block.target[cell]! > 0));
        if (isOfInterest) rows.push(pairRow(read, row, column, closing));
      }
    });
    rows.sort((a, b) => b.level - a.level);
    const { totals, columns } = await this.matrix.figuresOf(read, true);
    const column = columns[0];
    return {
      ...this.head(tenant, report, read),
      rows,
      totals:
        report === 'skill-holders' && column
          ? {
              holders: rows.filter((each) => each.level > 0).length,
              qualified: column.qualified,
              opening_qualified: column.opening_qualified,
              coverage: column.coverage,
              at_risk: column.at_risk,
              required: column.required,
              compliant: column.compliant,
              compliance: percent(column.compliant, column.required),
            }
          : { skills: rows.filter((each) => each.level > 0).length, ...totals.closing },
    };
  }

  private async evidenceTrail(tenant: Tenant, filter: MatrixFilter): Promise<RowsAnswer> {
    // One person and one skill: there is nothing that a window could leave out but themselves.
    const read = await this.matrix.read(tenant, { ...filter, part: undefined }, { opening: true }, 'skill-wise');
    const staff = read.axes.staff[0]!;
    const skill = read.axes.skills[0]!;
    const trail = await this.explain.trail(tenant, staff.id, skill.id);
    return {
      ...this.head(tenant, 'evidence-trail', read),
      rows: trail.map((row) => ({ id: row.evidence_id, ...row })),
      totals: {
        opening_level: read.block.opening_level[0]!,
        level: read.block.level[0]!,
        // Of whoever is not employed that day nothing is required.
        target: (isActive(staff, read.period.to) && read.block.required(0)) || null,
      },
    };
  }

  /** @param of one person's spans, or all of one skill */
  private async closingSpans(
    tenant: Tenant,
    of: 'person' | 'skill',
    { axes, period }: MatrixRead,
  ): Promise<ClosingSpans> {
    const [staff, skill] = [axes.staff[0], axes.skills[0]];
    if (!staff || !skill) return closingSpans([]);
    const sql = closingQuery(of, seenSql(tenant, 'p.staff_id'));
    const values = { on: period.to, staff_id: staff.id, skill_id: skill.id };
    return closingSpans(await this.queries.rows<ClosingRow>(tenant, sql, values));
  }

  private head(tenant: Tenant, report: string, { period }: MatrixRead) {
    const { to, from, opening, forecast } = period;
    return { report, definition: said(report, period, tenant), on: to, from, opening, forecast };
  }
}
