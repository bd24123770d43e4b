/**
 * Decides what kept spans say on a day, without making anything: a page of the matrix is one pass over rows sorted by
 * staff, skill and from_date, and `lo`…`hi` mark the rows of one cell (hi excluded). Days are both ends inclusive
 * (reports.md §1), and the rows outside the days asked for may be left out of the query.
 */
import { addDays, OPEN_END, type Day } from '../platform/calendar';
import type { Span } from './skill-level';

type Leveled = Pick<Span, 'from_date' | 'to_date' | 'level'>;

/** The index of the span that holds `day`; −1 when there is none (never held, or not employed then). */
export function spanIndexOn(spans: readonly Leveled[], day: Day, lo = 0, hi = spans.length): number {
  for (let index = lo; index < hi; index++) {
    const span = spans[index]!;
    if (span.from_date > day) return -1;
    if (day <= span.to_date) return index;
  }
  return -1;
}

/** 0–4; 0 where there is no span. */
export function levelFromSpans(spans: readonly Leveled[], day: Day, lo = 0, hi = spans.length): number {
  const index = spanIndexOn(spans, day, lo, hi);
  return index < 0 ? 0 : spans[index]!.level;
}

/**
 * Where the unbroken run at `level` or more that holds spans[index] ends: the index of its last span. Whose evidence wins
 * may change within it; a lower level ends it, and so does a day without a span (not employed).
 */
export function runEnd(spans: readonly Leveled[], index: number, level: number, hi = spans.length): number {
  let last = index;
  for (let next = index + 1; next < hi; next++) {
    const span = spans[next]!;
    if (span.level < level || span.from_date !== addDays(spans[last]!.to_date, 1)) break;
    last = next;
  }
  return last;
}

/**
 * "Valid until of a level at D is the last day of the unbroken run, from D on, on which the level is at least that"
 * (reports.md §2). null: for ever, or nothing to last: level 0, or the level is below `level` on that day.
 * @param level left out: the level of that day
 */
export function levelUntil(spans: readonly Leveled[], day: Day, level?: number, lo = 0, hi = spans.length): Day | null {
  const index = spanIndexOn(spans, day, lo, hi);
  if (index < 0) return null;
  const least = level ?? spans[index]!.level;
  if (least === 0 || spans[index]!.level < least) return null;
  const { to_date } = spans[runEnd(spans, index, least, hi)]!;
  return to_date === OPEN_END ? null : to_date;
}

/**
 * The first day after the span at `index`, up to `until`, with a level below `level`; null when it holds. Leaving the
 * company ends the spans and is no fall.
 */
export function fallsBelow(
  spans: readonly Leveled[],
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
