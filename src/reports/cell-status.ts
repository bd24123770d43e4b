/**
 * Decides the one status of a cell, with the precedence of reports.md §3 from the top. The table leaves one case open:
 * level 0, and what lapsed was below the target; MISSING says "nothing lapsed", so that is EXPIRED too.
 */
import type { CellStatus } from '../contract/skill-matrix';
import type { Day } from '../platform/calendar';
import type { Span } from '../skills/skill-level';
import { fallsBelow, spanIndexOn } from '../skills/span-reading';

export const WARN_DAYS = 60;

export interface CellFacts {
  exempt: boolean;
  revoked: boolean;
  level: number;
  /** The level if nothing had lapsed (Span.held_level). */
  held_level: number;
  /** null or 0: nothing is required. */
  target: number | null;
  /** A later span within the warning days is below the target. */
  falls_below: boolean;
}

export function cellStatus({ exempt, revoked, level, held_level, target, falls_below }: CellFacts): CellStatus {
  return statusOf(exempt, revoked, level, held_level, target ?? 0, falls_below);
}

/**
 * The status from the kept spans of one cell, spans[lo…hi), oldest first. Makes nothing: a page calls it for each cell.
 * `warnUntil` = addDays(on, warn days), the same for the whole report.
 */
export function statusFromSpans(
  spans: readonly Span[],
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
  const falls = required > 0 && span.level >= required && fallsBelow(spans, index, required, warnUntil, hi) !== null;
  return statusOf(exempt, span.cause === 'revoked', span.level, span.held_level, required, falls);
}

/** The rule itself, on bare values: a whole matrix asks it for each cell. */
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
