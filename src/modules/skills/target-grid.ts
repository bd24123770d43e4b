/**
 * Changes of the dated target rows when a grid cell is set. From `from_date` on exactly `level` is required (null: no
 * target of this kind). Earlier days keep their targets: history is never rewritten.
 */
import { addDays, type Day } from '../../common/calendar';
import { coversDay } from './evidence';
import type { DatedTarget } from './skill-target';

export interface CellEdit {
  /** Rows that begin on or after `from_date`. */
  removed: string[];
  /** Rows whose last day becomes the day before `from_date`. */
  ended: string[];
  /** Whether a row from `from_date` with the level is to be added. */
  added: boolean;
}

/** null: nothing changes. */
export function planCellEdit(rows: readonly DatedTarget[], from_date: Day, level: number | null): CellEdit | null {
  const laterRows = rows.filter((row) => row.from_date >= from_date);
  const runningRows = rows.filter(
    (row) => row.from_date < from_date && (row.to_date === null || row.to_date >= from_date),
  );
  if (level !== null && laterRows.length === 0) {
    const currentRow = runningRows.toSorted((a, b) => (a.from_date < b.from_date ? 1 : -1))[0];
    const isUnchanged =
      currentRow && currentRow.level === level && currentRow.to_date === null && coversDay(currentRow, from_date);
    if (isUnchanged) return null;
  }
  const [first, ...rest] = laterRows;
  if (
    first &&
    !rest.length &&
    !runningRows.length &&
    first.from_date === from_date &&
    first.level === level &&
    first.to_date === null
  ) {
    return null;
  }
  const edit = {
    removed: laterRows.map((row) => row.target_id),
    ended: runningRows.map((row) => row.target_id),
    added: level !== null,
  };
  return edit.removed.length || edit.ended.length || edit.added ? edit : null;
}

export const dayBefore = (day: Day): Day => addDays(day, -1);
