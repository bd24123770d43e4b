/**
 * Figures over staff active on a day (docs/skill-levels.md): compliance, attainment and gap over required pairs;
 * qualified, coverage, bus factor and at risk of a skill. Percentages have two decimals, rounded half up; 100 only if
 * nothing is missing; null if nothing is required. Callers add active staff only, and a null target for exemptions.
 */
import { progressPercent } from '../../common/rounding';

/** Totals over pairs; add every cell once, then read. Expiring pairs count as compliant. */
export class RequirementTotals {
  required = 0;
  compliant = 0;
  /** Sum of the levels missing to the targets. */
  gap = 0;
  private attainedSum = 0;
  private target_sum = 0;

  add(level: number, target: number | null): void {
    if (target === null || target <= 0) return;
    this.required++;
    this.target_sum += target;
    this.attainedSum += Math.min(level, target);
    if (level >= target) this.compliant++;
    else this.gap += target - level;
  }

  /** Percent; null when nothing is required. */
  get compliance(): number | null {
    return progressPercent(this.compliant, this.required);
  }

  get attainment(): number | null {
    return progressPercent(this.attainedSum, this.target_sum);
  }
}

/** At risk: qualified on day D, but not on D + 90. */
export const AT_RISK_DAYS = 90;

/** Totals of one skill; add every active staff member once, including those at level 0. */
export class SkillTotals {
  qualified = 0;
  at_risk = 0;
  /** Number of staff at level 0, 1, 2, 3, 4. */
  readonly heads: number[] = [0, 0, 0, 0, 0];

  constructor(private readonly min_level: number) {}

  /** @param levelLater the level on D + 90; 0 for staff who have left by then */
  add(level: number, levelLater = level): void {
    this.heads[level] = (this.heads[level] ?? 0) + 1;
    if (level < this.min_level) return;
    this.qualified++;
    if (levelLater < this.min_level) this.at_risk++;
  }

  coverage(required_headcount: number | null): number | null {
    return coverage(this.qualified, required_headcount);
  }

  /** 0 uncovered, 1 single point of failure. */
  get bus_factor(): number {
    return this.qualified;
  }
}

/** min(100, 100·qualified ÷ required headcount); null when no headcount is set. */
export function coverage(qualified: number, required_headcount: number | null): number | null {
  if (required_headcount === null || required_headcount <= 0) return null;
  return progressPercent(Math.min(qualified, required_headcount), required_headcount);
}
