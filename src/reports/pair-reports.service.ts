import { Injectable } from '@nestjs/common';
import type { TrailAnswer } from '../contract/evidence-answers';
import type {
  HoldersAnswer,
  SkillsAnswer,
  SkillsOfPersonAnswer,
  TargetsOfPersonAnswer,
} from '../contract/report-answers';
import { ROWS_PER_TURN, yieldToEventLoop } from '../platform/event-loop';
import { percentOfAll } from '../platform/half-up';
import { seenSql } from '../tenancy/seen';
import type { Tenant } from '../tenancy/tenant';
import { TenantQueries } from '../tenancy/tenant-queries';
import { AnswerCache } from './answer-cache';
import { ExplainService } from './explain.service';
import { isActive } from './matrix-axes';
import { closingQuery, ClosingSpans, type ClosingRow } from './closing-spans';
import { LEARNING, pairRow, targetRow, type LearningRow } from './pair-rows';
import { reportHead } from './report-head';
import type { MatrixRead } from './matrix-answer';
import { wholeOf, type MatrixFilter } from './matrix-filter';
import { SkillMatrixService } from './skill-matrix.service';

const jsonOf = (answer: object): Buffer => Buffer.from(JSON.stringify(answer));

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
  async skillWise(tenant: Tenant, filter: MatrixFilter): Promise<Buffer> {
    const ofSkill = filter.skill_id !== undefined || filter.skill_code !== undefined;
    const ofStaff = filter.staff_id !== undefined || tenant.scope.kind === 'self';
    if (ofSkill && ofStaff) return jsonOf(await this.trail(tenant, filter));
    if (ofSkill) return this.holders(tenant, filter);
    if (ofStaff) return this.skillsOfPerson(tenant, filter);
    return jsonOf(await this.skills(tenant, filter));
  }

  /** The same as rows, for whoever writes them otherwise. @throws DatesReversed, NotFound, TooManyCells */
  async rows(
    tenant: Tenant,
    filter: MatrixFilter,
  ): Promise<SkillsAnswer | HoldersAnswer | SkillsOfPersonAnswer | TrailAnswer> {
    const ofSkill = filter.skill_id !== undefined || filter.skill_code !== undefined;
    const ofStaff = filter.staff_id !== undefined || tenant.scope.kind === 'self';
    if (ofSkill && ofStaff) return this.trail(tenant, filter);
    if (!ofSkill && !ofStaff) return this.skills(tenant, filter);
    return this.pairs(tenant, wholeOf(filter), ofSkill ? 'skill-holders' : 'skills-of-person');
  }

  /** Who has one skill, of the people whom the asker may see. @throws DatesReversed, NotFound, TooManyCells */
  holders(tenant: Tenant, filter: MatrixFilter): Promise<Buffer> {
    return this.kept(tenant, filter, 'skill-holders');
  }

  /** What one person can do. @throws DatesReversed, NotFound */
  skillsOfPerson(tenant: Tenant, filter: MatrixFilter): Promise<Buffer> {
    return this.kept(tenant, filter, 'skills-of-person');
  }

  private kept(tenant: Tenant, filter: MatrixFilter, report: 'skill-holders' | 'skills-of-person'): Promise<Buffer> {
    const { of, isLong, whole } = this.matrix.asked(tenant, report, filter);
    const make = async () => jsonOf(await this.pairs(tenant, whole, report));
    const size = (text: Buffer) => text.length;
    return this.answers.of(tenant, { of, isLong, make, size });
  }

  /** What one person must have. @throws DatesReversed, NotFound */
  async targetsOfPerson(tenant: Tenant, filter: MatrixFilter): Promise<TargetsOfPersonAnswer> {
    const parts = { opening: true, overdue: true, dated: true };
    const read = await this.matrix.read(tenant, wholeOf(filter), parts, 'targeted-skills');
    const staff = read.axes.staff[0];
    const wanted = read.axes.skills.map((_, column) => column).filter((column) => read.block.target[column]! > 0);
    const skill_id = wanted.map((column) => read.axes.skills[column]!.id);
    const isThere = staff !== undefined && isActive(staff, read.period.to);
    const learning =
      isThere && skill_id.length
        ? await this.queries.rows<LearningRow>(tenant, LEARNING, { staff_id: staff.id, skill_id })
        : [];
    const rows = isThere ? wanted.map((column) => targetRow(read, column, learning)) : [];
    rows.sort(
      (a, b) => b.gap - a.gap || Number(b.overdue) - Number(a.overdue) || (a.skill_name < b.skill_name ? -1 : 1),
    );
    const { totals } = await this.matrix.figuresOf(read, true);
    const { compliance, attainment, gap, required, compliant } = totals.closing;
    return {
      ...this.head(tenant, 'targeted-skills', read),
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

  private async skills(tenant: Tenant, filter: MatrixFilter): Promise<SkillsAnswer> {
    const { columns, totals, ...summary } = await this.matrix.summary(tenant, 'skill-matrix-datewise', filter);
    const rows = columns.map(({ figures, id, ...skill }) => {
      const { heads, qualified, opening_qualified, coverage, bus_factor, trainers, at_risk } = figures!;
      const [level_0 = 0, level_1 = 0, level_2 = 0, level_3 = 0, level_4 = 0] = heads;
      const change = qualified - (opening_qualified ?? 0);
      return {
        id,
        skill_id: id,
        ...skill,
        ...{ level_0, level_1, level_2, level_3, level_4 },
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
  ): Promise<HoldersAnswer | SkillsOfPersonAnswer> {
    const dated = report === 'skills-of-person';
    const read = await this.matrix.read(tenant, filter, { opening: true, dated }, 'skill-wise');
    const closing = dated ? read.block.closing : await this.closingSpans(tenant, read);
    const found: ReturnType<typeof pairRow>[] = [];
    const ofRow = (row: number): void => {
      if (!isActive(read.axes.staff[row]!, read.period.to)) return;
      for (let column = 0; column < read.block.columns; column++) {
        const cell = row * read.block.columns + column;
        const isHeld = read.block.level[cell]! > 0 || read.block.opening_level[cell]! > 0;
        const isOfInterest =
          isHeld || (report === 'skills-of-person' && (read.block.isKnown(cell) || read.block.target[cell]! > 0));
        if (isOfInterest) found.push(pairRow(read, row, column, closing));
      }
    };
    for (let row = 0; row < read.axes.staff.length; row++) {
      ofRow(row);
      if (row % ROWS_PER_TURN === 0) await yieldToEventLoop();
    }
    const rows = found.toSorted((a, b) => b.level - a.level);
    const { totals, columns } = await this.matrix.figuresOf(read, true);
    const held = rows.filter((each) => each.level > 0).length;
    if (report === 'skills-of-person')
      return { ...this.head(tenant, report, read), rows, totals: { skills: held, ...totals.closing } };
    const { qualified, opening_qualified, coverage, at_risk, required, compliant } = columns[0]!;
    const compliance = percentOfAll(compliant, required);
    return {
      ...this.head(tenant, report, read),
      rows,
      totals: { holders: held, qualified, opening_qualified, coverage, at_risk, required, compliant, compliance },
    };
  }

  /** What one person's level in one skill is made of. @throws DatesReversed, NotFound */
  async trail(tenant: Tenant, filter: MatrixFilter): Promise<TrailAnswer> {
    // One person and one skill: there is nothing that a window could leave out but themselves.
    const read = await this.matrix.read(tenant, wholeOf(filter), { opening: true }, 'skill-wise');
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

  /** Of all who have one skill. */
  private async closingSpans(tenant: Tenant, { axes, period }: MatrixRead): Promise<ClosingSpans> {
    const spans = new ClosingSpans();
    const [skill] = axes.skills;
    if (!skill || !axes.staff.length) return spans;
    const values = { on: period.to, skill_id: skill.id };
    const sql = closingQuery(seenSql(tenant, 'p.staff_id'));
    await this.queries.each<ClosingRow>(tenant, sql, values, (row) => spans.take(row));
    return spans;
  }

  private head<const N extends string>(tenant: Tenant, report: N, { period }: MatrixRead) {
    const { to, from, opening, forecast } = period;
    return { report, definition: reportHead(report, period, tenant), on: to, from, opening, forecast };
  }
}
