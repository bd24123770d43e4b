/**
 * Decides the figures over staff active at a day (reports.md §3): compliance, attainment and gap over required pairs;
 * qualified, coverage, bus factor and at risk of a skill. Whole numbers are counted; shares come out half up with two
 * decimals, 100 only where nothing is missing, and null is "–" (nothing required is never 0 or 100).
 * Callers add active staff only, and no target (null) where the requirement is muted by an exemption.
 */
import { percentOfAll } from '../platform/half-up';

/** Counts pairs of staff and skill; add every cell once, then read. No partial credit; expiring counts as compliant. */
export class RequirementTotals {
  required = 0;
  compliant = 0;
  /** Levels still missing to the targets, added up. */
  gap = 0;
  private attained = 0;
  private target_sum = 0;

  add(level: number, target: number | null): void {
    if (target === null || target <= 0) return;
    this.required++;
    this.target_sum += target;
    this.attained += Math.min(level, target);
    if (level >= target) this.compliant++;
    else this.gap += target - level;
  }

  /** 57.14, or null when nothing is required. */
  get compliance(): number | null {
    return percentOfAll(this.compliant, this.required);
  }

  get attainment(): number | null {
    return percentOfAll(this.attained, this.target_sum);
  }
}

/** "At risk = qualified now, not at D+90". */
export const AT_RISK_DAYS = 90;

/** Counts the holders of one skill; add every active staff member once, also those at 0. */
export class SkillTotals {
  qualified = 0;
  at_risk = 0;
  /** Heads at level 0, 1, 2, 3, 4. */
  readonly heads: number[] = [0, 0, 0, 0, 0];

  constructor(private readonly min_level: number) {}

  /** `levelLater`: the level on D+90 (0 for whoever has left by then). */
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
  return percentOfAll(Math.min(qualified, required_headcount), required_headcount);
}
