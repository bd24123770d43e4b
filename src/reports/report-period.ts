/**
 * Decides which days a report is about: "opening = end of fdate − 1, closing = end of tdate. No fdate → start of the
 * customer's financial year; no tdate → today there. fdate > tdate → refused. A tdate in the future is allowed and
 * labelled Forecast" (reports.md §4, Windows).
 */
import { addDays, financialYear, type Day } from '../platform/calendar';
import { DatesReversed } from './report.errors';

export interface ReportPeriod {
  from: Day;
  /** The closing day: figures are those at its end. */
  to: Day;
  /** The day before `from`. */
  opening: Day;
  forecast: boolean;
}

/** @throws DatesReversed */
export function periodOf(from: Day | undefined, to: Day | undefined, today: Day, startMonth: number): ReportPeriod {
  const closing = to ?? today;
  // Without a first day a forecast or a look back begins with the year that the closing lies in.
  const first = from ?? financialYear(closing, startMonth).from;
  if (first > closing) throw new DatesReversed(first, closing);
  return { from: first, to: closing, opening: addDays(first, -1), forecast: closing > today };
}
