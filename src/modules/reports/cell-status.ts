/**
 * Status of a cell (docs/skill-levels.md). Level 0 with expired evidence below the target is EXPIRED, since MISSING
 * means that nothing has expired.
 */
import type { CellStatus } from '../../contract/skill-matrix';
import type { Day } from '../../common/calendar';
import type { LevelSpan } from '../skills/skill-level';
import { findDayBelow, spanIndexOn } from '../skills/span-lookup';

export const WARN_DAYS = 60;

export interface CellState {
  exempt: boolean;
  revoked: boolean;
  level: number;
  /** The level if nothing had expired (Span.held_level). */
  held_level: number;
  /** null or 0: nothing is required. */
  target: number | null;
  /** A later span within the warning days is below the target. */
  falls_below: boolean;
}

export function cellStatus({ exempt, revoked, level, held_level, target, falls_below }: CellState): CellStatus {
  return statusOf(exempt, revoked, level, held_level, target ?? 0, falls_below);
}

/**
 * Status from the stored spans of one cell, spans[lo…hi), oldest first. Does not allocate, since it runs for each cell.
 * @param warnUntil addDays(on, WARN_DAYS), computed once per report
 */
export function statusFromSpans(
  spans: readonly LevelSpan[],
  lo: number,
  hi: number,
  on: Day,
  warnUntil: Day,
  target: number | null,
  exempt: boolean,
): CellStatus {
  const index = spanIndexOn(spans, on, lo, hi);
  if (index < 0) return statusOf(exempt, false, 0, 0, target ?? 0, false);
  const span = spans[index]!;
  const required = target ?? 0;
  const isFalling =
    required > 0 && span.level >= required && findDayBelow(spans, index, required, warnUntil, hi) !== null;
  return statusOf(exempt, span.cause === 'revoked', span.level, span.held_level, required, isFalling);
}

/** The rule on plain values, without allocation. */
export function statusOf(
  exempt: boolean,
  revoked: boolean,
  level: number,
  heldLevel: number,
  target: number,
  fallsBelowTarget: boolean,
): CellStatus {
  if (exempt) return 'NA';
  if (revoked) return 'REVOKED';
  if (target <= 0) return level > 0 ? 'EXTRA' : 'NONE';
  if (level >= target) return fallsBelowTarget ? 'EXPIRING' : level > target ? 'EXCEEDS' : 'MET';
  if (heldLevel >= target || (level === 0 && heldLevel > 0)) return 'EXPIRED';
  return level > 0 ? 'BELOW' : 'MISSING';
}
