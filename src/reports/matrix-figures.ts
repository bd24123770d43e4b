/** Adds a block up: per person, per skill, in all, and from opening to closing (reports.md §3, §4). */
import type {
  BridgeAnswer,
  GapAnswer,
  MatrixColumnFigures,
  MatrixRowFigures,
  MatrixTotalsAnswer,
  RequirementAnswer,
} from '../contract/report-answers';
import { yieldToEventLoop } from '../platform/event-loop';
import { percentOfAll } from '../platform/half-up';
import type { Day } from '../platform/calendar';
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
  totals: MatrixTotalsAnswer;
  bridge: BridgeAnswer | null;
  gaps: readonly GapAnswer[];
  /** Rows that the targeted report shows: somebody there of whom something is required; of these, with an overdue pair. */
  targeted: number;
  late: number;
}

/** Adds blocks of one matrix, some staff at a time; ask `figures` when all are in. */
export class FigureSums {
  private readonly rows: MatrixRowFigures[] = [];
  private readonly columns: { closing: SkillTotals; opening: SkillTotals; met: RequirementTotals }[] = [];
  private readonly closing = new RequirementTotals();
  private readonly opening = new RequirementTotals();
  private readonly bridge = new Bridge();
  private readonly gaps = new WidestGaps();
  private staff = 0;
  private targeted = 0;
  private late = 0;
  private overdue = 0;
  private expiring = 0;
  private opened = 0;
  private closed = 0;
  private skills: MatrixBlock['skills'] = [];
  private has_opening = false;

  /** The staff of a block stand in it once, also those who were there at one end only. */
  async add(block: MatrixBlock, on: Day, opening: Day | undefined): Promise<void> {
    this.skills = block.skills;
    this.has_opening = block.has_opening;
    while (this.columns.length < block.columns) {
      const min_level = block.skills[this.columns.length]!.min_level;
      this.columns.push({
        closing: new SkillTotals(min_level),
        opening: new SkillTotals(min_level),
        met: new RequirementTotals(),
      });
    }
    const was: BridgeEnd = { active: false, level: 0, held_level: 0, revoked: false, target: null };
    const is: BridgeEnd = { ...was };
    for (const [index, head] of block.staff.entries()) {
      is.active = isActive(head, on);
      was.active = opening !== undefined && isActive(head, opening);
      this.addRow(block, index, was, is);
      if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
    }
  }

  /** `shown`: rows of staff who are active at the closing come first in each block and are the ones told. */
  get figures(): MatrixFigures {
    const columns = this.columns.map(({ closing, opening, met }, index): MatrixColumnFigures => ({
      heads: closing.heads,
      qualified: closing.qualified,
      opening_qualified: this.has_opening ? opening.qualified : null,
      coverage: coverage(closing.qualified, this.skills[index]!.required_headcount),
      bus_factor: closing.bus_factor,
      at_risk: closing.at_risk,
      trainers: closing.heads[4] ?? 0,
      compliant: met.compliant,
      required: met.required,
      gap: met.gap,
    }));
    const covered = columns.filter((column) => column.coverage !== null);
    const hundredths = covered.reduce((sum, column) => sum + Math.round(column.coverage! * 100), 0);
    return {
      rows: this.rows,
      columns,
      totals: {
        staff: this.staff,
        closing: requirementAnswer(this.closing),
        opening: this.has_opening ? requirementAnswer(this.opening) : null,
        gaps_opened: this.opened,
        gaps_closed: this.closed,
        overdue: this.overdue,
        expiring: this.expiring,
        uncovered: columns.filter((column) => column.qualified === 0).length,
        single_points: columns.filter((column) => column.qualified === 1).length,
        mean_coverage: percentOfAll(hundredths, covered.length * 10_000),
      },
      bridge: this.has_opening ? this.bridge.figures : null,
      gaps: this.gaps.widest,
      targeted: this.targeted,
      late: this.late,
    };
  }

  private addRow(block: MatrixBlock, index: number, was: BridgeEnd, is: BridgeEnd): void {
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
      if (is.active) {
        // Who is exempt has a target all the same.
        if (block.target[cell]! > 0) hasTarget = true;
        sums.closing.add(level, block.later[cell]!);
        const min_level = block.skills[column]!.min_level;
        if (level >= min_level && block.later[cell]! < min_level) at_risk++;
        if (target > 0) {
          row.add(level, target);
          this.closing.add(level, target);
          sums.met.add(level, target);
          if (block.isOverdue(cell)) overdue++;
          if (level < target) this.gaps.take(block, index, column);
          else if (block.isExpiring(cell)) this.expiring++;
        }
      }
      if (block.has_opening) this.addEnds(block, cell, was, is, sums.opening);
    }
    if (is.active) this.staff++;
    if (hasTarget) this.targeted++;
    if (overdue > 0) this.late++;
    this.overdue += overdue;
    this.rows.push({ ...requirementAnswer(row), at_risk, overdue });
  }

  private addEnds(block: MatrixBlock, cell: number, was: BridgeEnd, is: BridgeEnd, opening: SkillTotals): void {
    const target = block.required(cell);
    const before = block.requiredAtOpening(cell);
    if (was.active) {
      opening.add(block.opening_level[cell]!);
      this.opening.add(block.opening_level[cell]!, before);
    }
    if (target === 0 && before === 0) return;
    was.level = block.opening_level[cell]!;
    was.held_level = block.opening_held[cell]!;
    was.revoked = block.wasRevoked(cell);
    was.target = before;
    is.level = block.level[cell]!;
    is.held_level = block.held[cell]!;
    is.revoked = block.isRevoked(cell);
    is.target = target;
    this.bridge.add(was, is);
    const hadGap = was.active && before > 0 && was.level < before;
    const hasGap = is.active && target > 0 && is.level < target;
    if (hasGap && !hadGap) this.opened++;
    if (hadGap && !hasGap) this.closed++;
  }
}

function requirementAnswer(totals: RequirementTotals): RequirementAnswer {
  const { required, compliant, compliance, attainment, gap } = totals;
  return { required, compliant, compliance, attainment, gap };
}
