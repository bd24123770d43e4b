/**
 * Period of a report (docs/skill-levels.md). Defaults: from the start of the financial year to today in the customer's
 * time zone. The opening is the end of the day before the first day. A last day in the future is a forecast.
 */
import { addDays, financialYear, type Day } from '../../common/calendar';
import { DatesReversedError } from './report.errors';

export interface ReportPeriod {
  from: Day;
  /** The closing day: figures are those at its end. */
  to: Day;
  /** The day before `from`. */
  opening: Day;
  forecast: boolean;
}

/** @throws DatesReversedError */
export function periodOf(from: Day | undefined, to: Day | undefined, today: Day, startMonth: number): ReportPeriod {
  const closing = to ?? today;
  // The default is the financial year of the closing day, not of today.
  const first = from ?? financialYear(closing, startMonth).from;
  if (first > closing) throw new DatesReversedError(first, closing);
  return { from: first, to: closing, opening: addDays(first, -1), forecast: closing > today };
}
