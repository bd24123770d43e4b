/**
 * Looks up levels in stored spans (docs/skill-levels.md) without allocating: a matrix page is one pass over rows sorted
 * by staff, skill and from_date, and `lo`…`hi` mark the rows of one cell (hi excluded). Days are inclusive at both
 * ends.
 */
import { addDays, OPEN_END, type Day } from '../../common/calendar';
import type { LevelSpan } from './skill-level';

type SpanLevel = Pick<LevelSpan, 'from_date' | 'to_date' | 'level'>;

/** Index of the span that covers `day`; −1: none (no level yet, or not employed). */
export function spanIndexOn(spans: readonly SpanLevel[], day: Day, lo = 0, hi = spans.length): number {
  for (let index = lo; index < hi; index++) {
    const span = spans[index]!;
    if (span.from_date > day) return -1;
    if (day <= span.to_date) return index;
  }
  return -1;
}

/** 0–4; 0 where there is no span. */
export function levelFromSpans(spans: readonly SpanLevel[], day: Day, lo = 0, hi = spans.length): number {
  const index = spanIndexOn(spans, day, lo, hi);
  return index < 0 ? 0 : spans[index]!.level;
}

/**
 * Index of the last span of the unbroken run at `level` or more that starts at spans[index]. The winning evidence may
 * change within the run; a lower level or a day without a span (not employed) ends it.
 */
export function findRunEnd(spans: readonly SpanLevel[], index: number, level: number, hi = spans.length): number {
  let last = index;
  for (let next = index + 1; next < hi; next++) {
    const span = spans[next]!;
    if (span.level < level || span.from_date !== addDays(spans[last]!.to_date, 1)) break;
    last = next;
  }
  return last;
}

/**
 * Last day of the unbroken run from `day` on with at least `level` (docs/skill-levels.md). null: no end, level 0, or
 * the level is below `level` on that day.
 * @param level default: the level on that day
 */
export function levelUntil(
  spans: readonly SpanLevel[],
  day: Day,
  level?: number,
  lo = 0,
  hi = spans.length,
): Day | null {
  const index = spanIndexOn(spans, day, lo, hi);
  if (index < 0) return null;
  const minLevel = level ?? spans[index]!.level;
  if (minLevel === 0 || spans[index]!.level < minLevel) return null;
  const { to_date } = spans[findRunEnd(spans, index, minLevel, hi)]!;
  return to_date === OPEN_END ? null : to_date;
}

/**
 * First day after the span at `index`, up to `until`, with a level below `level`; null: none. The end of employment
 * ends the spans and does not count as a drop.
 */
export function findDayBelow(
  spans: readonly SpanLevel[],
  index: number,
  level: number,
  until: Day,
  hi = spans.length,
): Day | null {
  for (let next = index + 1; next < hi; next++) {
    const span = spans[next]!;
    if (span.from_date > until) return null;
    if (span.level < level) return span.from_date;
  }
  return null;
}
