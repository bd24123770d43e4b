/** Figures of a matrix: per person, per skill, totals and bridge (docs/skill-levels.md). */
import type {
  ComplianceBridge,
  SkillGap,
  MatrixColumnFigures,
  MatrixRowFigures,
  MatrixSummaryTotals,
  RequirementFigures,
} from '../../contract/report.responses';
import { yieldToEventLoop } from '../../common/event-loop';
import { progressPercent } from '../../common/rounding';
import type { Day } from '../../common/calendar';
import { coverage, RequirementTotals, SkillTotals } from './aggregates';
import { WidestGaps } from './widest-gaps';
import { Bridge, type BridgeEnd } from './bridge';
import { isActive } from './matrix-axes';
import type { MatrixBlock } from './matrix-block';

/** A row has hundreds of cells. */
const ROWS_PER_TURN = 20;

export interface MatrixFigures {
  rows: MatrixRowFigures[];
  columns: MatrixColumnFigures[];
  totals: MatrixSummaryTotals;
  bridge: ComplianceBridge | null;
  gaps: readonly SkillGap[];
  /** Active staff with a target; `overdueRows`: those with an overdue pair. */
  targetedRows: number;
  overdueRows: number;
}

/** Add all blocks of one matrix, then read `figures`. */
export class FigureSums {
  private readonly rows: MatrixRowFigures[] = [];
  private readonly columns: { closing: SkillTotals; opening: SkillTotals; requirements: RequirementTotals }[] = [];
  private readonly closing = new RequirementTotals();
  private readonly opening = new RequirementTotals();
  private readonly bridge = new Bridge();
  private readonly gaps = new WidestGaps();
  private staff = 0;
  private targetedRows = 0;
  private overdueRows = 0;
  private overdue = 0;
  private expiring = 0;
  private gapsOpened = 0;
  private gapsClosed = 0;
  private skills: MatrixBlock['skills'] = [];
  private has_opening = false;

  /** Each staff member must be in one block only, including those active at one end only. */
  async add(block: MatrixBlock, on: Day, opening: Day | undefined): Promise<void> {
    this.skills = block.skills;
    this.has_opening = block.has_opening;
    while (this.columns.length < block.columns) {
      const min_level = block.skills[this.columns.length]!.min_level;
      this.columns.push({
        closing: new SkillTotals(min_level),
        opening: new SkillTotals(min_level),
        requirements: new RequirementTotals(),
      });
    }
    const openingState: BridgeEnd = { active: false, level: 0, held_level: 0, revoked: false, target: null };
    const closingState: BridgeEnd = { ...openingState };
    for (const [index, head] of block.staff.entries()) {
      closingState.active = isActive(head, on);
      openingState.active = opening !== undefined && isActive(head, opening);
      this.addRow(block, index, openingState, closingState);
      if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
    }
  }

  get figures(): MatrixFigures {
    const columns = this.columns.map(({ closing, opening, requirements }, index): MatrixColumnFigures => ({
      heads: closing.heads,
      qualified: closing.qualified,
      opening_qualified: this.has_opening ? opening.qualified : null,
      coverage: coverage(closing.qualified, this.skills[index]!.required_headcount),
      bus_factor: closing.bus_factor,
      at_risk: closing.at_risk,
      trainers: closing.heads[4] ?? 0,
      compliant: requirements.compliant,
      required: requirements.required,
      gap: requirements.gap,
    }));
    const columnsWithCoverage = columns.filter((column) => column.coverage !== null);
    const hundredths = columnsWithCoverage.reduce((sum, column) => sum + Math.round(column.coverage! * 100), 0);
    return {
      rows: this.rows,
      columns,
      totals: {
        staff: this.staff,
        closing: requirementAnswer(this.closing),
        opening: this.has_opening ? requirementAnswer(this.opening) : null,
        gaps_opened: this.gapsOpened,
        gaps_closed: this.gapsClosed,
        overdue: this.overdue,
        expiring: this.expiring,
        uncovered: columns.filter((column) => column.qualified === 0).length,
        single_points: columns.filter((column) => column.qualified === 1).length,
        mean_coverage: progressPercent(hundredths, columnsWithCoverage.length * 10_000),
      },
      bridge: this.has_opening ? this.bridge.figures : null,
      gaps: this.gaps.widest,
      targetedRows: this.targetedRows,
      overdueRows: this.overdueRows,
    };
  }

  private addRow(block: MatrixBlock, index: number, openingState: BridgeEnd, closingState: BridgeEnd): void {
    const row = new RequirementTotals();
    let at_risk = 0;
    let overdue = 0;
    let hasTarget = false;
    const from = index * block.columns;
    for (let column = 0; column < block.columns; column++) {
      const cell = from + column;
      const target = block.required(cell);
      const level = block.level[cell]!;
      const sums = this.columns[column]!;
      if (closingState.active) {
        // Exempt staff count as having a target.
        if (block.target[cell]! > 0) hasTarget = true;
        sums.closing.add(level, block.laterLevel[cell]!);
        const min_level = block.skills[column]!.min_level;
        if (level >= min_level && block.laterLevel[cell]! < min_level) at_risk++;
        if (target > 0) {
          row.add(level, target);
          this.closing.add(level, target);
          sums.requirements.add(level, target);
          if (block.isOverdue(cell)) overdue++;
          if (level < target) this.gaps.add(block, index, column);
          else if (block.isExpiring(cell)) this.expiring++;
        }
      }
      if (block.has_opening) this.addEnds(block, cell, openingState, closingState, sums.opening);
    }
    if (closingState.active) this.staff++;
    if (hasTarget) this.targetedRows++;
    if (overdue > 0) this.overdueRows++;
    this.overdue += overdue;
    this.rows.push({ ...requirementAnswer(row), at_risk, overdue });
  }

  private addEnds(
    block: MatrixBlock,
    cell: number,
    openingState: BridgeEnd,
    closingState: BridgeEnd,
    opening: SkillTotals,
  ): void {
    const target = block.required(cell);
    const openingTarget = block.requiredAtOpening(cell);
    if (openingState.active) {
      opening.add(block.opening_level[cell]!);
      this.opening.add(block.opening_level[cell]!, openingTarget);
    }
    if (target === 0 && openingTarget === 0) return;
    openingState.level = block.opening_level[cell]!;
    openingState.held_level = block.opening_held[cell]!;
    openingState.revoked = block.wasRevoked(cell);
    openingState.target = openingTarget;
    closingState.level = block.level[cell]!;
    closingState.held_level = block.heldLevel[cell]!;
    closingState.revoked = block.isRevoked(cell);
    closingState.target = target;
    this.bridge.add(openingState, closingState);
    const hadGap = openingState.active && openingTarget > 0 && openingState.level < openingTarget;
    const hasGap = closingState.active && target > 0 && closingState.level < target;
    if (hasGap && !hadGap) this.gapsOpened++;
    if (hadGap && !hasGap) this.gapsClosed++;
  }
}

function requirementAnswer(totals: RequirementTotals): RequirementFigures {
  const { required, compliant, compliance, attainment, gap } = totals;
  return { required, compliant, compliance, attainment, gap };
}
