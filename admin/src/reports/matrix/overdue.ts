import type { ReportFilter } from '@/kit/report/report-definition';
import type { MatrixSource, ReadCell } from './source';

/** Only what is overdue: the dashboard's figure leads here. Answered from what is known; the API is not asked anew. */
export const OVERDUE_FILTER: ReportFilter = { name: 'overdue', labelKey: 'reports.filters.overdue', kind: 'flag' };

/**
 * The people and skills that have an overdue pair, and these pairs alone; the figures above stay those of everybody.
 * What is fetched part by part is too large to be looked through, and stays as it is. Pure.
 */
export function onlyOverdue(source: MatrixSource): MatrixSource {
  const { whole } = source;
  if (!whole) return source;
  const late = whole.cells.filter(({ overdue }) => overdue);
  const rowAt = placesOf(late.map(({ row }) => row));
  const columnAt = placesOf(late.map(({ column }) => column));
  const cells = late.map((cell): ReadCell => ({
    ...cell,
    row: rowAt.get(cell.row)!,
    column: columnAt.get(cell.column)!,
  }));
  const rows = whole.rows.filter((_, at) => rowAt.has(at));
  const columns = whole.columns.filter((_, at) => columnAt.has(at));
  return {
    answer: { ...source.answer, row_count: rows.length, column_count: columns.length, columns },
    whole: { rows, columns, cells },
    part: (rowFrom, rowTo, colFrom, colTo) =>
      Promise.resolve({
        rows: rows.slice(rowFrom, rowTo),
        columns: columns.slice(colFrom, colTo),
        cells: cells.filter(({ row, column }) => row >= rowFrom && row < rowTo && column >= colFrom && column < colTo),
      }),
  };
}

/** Where each of these places comes to stand when the others are left out. */
function placesOf(kept: readonly number[]): ReadonlyMap<number, number> {
  return new Map([...new Set(kept)].toSorted((a, b) => a - b).map((place, at) => [place, at]));
}
