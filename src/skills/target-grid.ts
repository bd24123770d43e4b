/**
 * Decides what setting a cell of the target grid does to the dated rows behind it. From `from_date` on exactly `level` is
 * required (null: nothing of this kind), and what was required before stays required before: history is never rewritten.
 */
import { addDays, type Day } from '../platform/calendar';
import { coversDay } from './evidence';
import type { DatedTarget } from './skill-target';

export interface CellEdit {
  /** Rows that would begin only after `from_date`, or on it, and are replaced. */
  removed: string[];
  /** Rows whose last day becomes the day before `from_date`. */
  ended: string[];
  /** Whether a row from `from_date` with the level is to be added. */
  added: boolean;
}

/** null: it is so already. */
export function cellEdit(rows: readonly DatedTarget[], from_date: Day, level: number | null): CellEdit | null {
  const later = rows.filter((row) => row.from_date >= from_date);
  const running = rows.filter((row) => row.from_date < from_date && (row.to_date === null || row.to_date >= from_date));
  if (level !== null && later.length === 0) {
    const standing = running.toSorted((a, b) => (a.from_date < b.from_date ? 1 : -1))[0];
    const isSo = standing && standing.level === level && standing.to_date === null && coversDay(standing, from_date);
    if (isSo) return null;
  }
  const [first, ...rest] = later;
  if (
    first &&
    !rest.length &&
    !running.length &&
    first.from_date === from_date &&
    first.level === level &&
    first.to_date === null
  ) {
    return null;
  }
  const edit = {
    removed: later.map((row) => row.target_id),
    ended: running.map((row) => row.target_id),
    added: level !== null,
  };
  return edit.removed.length || edit.ended.length || edit.added ? edit : null;
}

export const dayBefore = (day: Day): Day => addDays(day, -1);
