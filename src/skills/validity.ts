/**
 * Decides how long evidence lasts: "valid_until = add_months(effective_date, n) clamped to the month's end. Renewal up
 * to 60 days early extends from the old expiry; a late one from completion" (reports.md §2).
 */
import { addMonths, daysBetween, type Day } from '../platform/calendar';

export const RENEWAL_WINDOW_DAYS = 60;

export interface Validity {
  effective: Day;
  /** Whole months ≥ 1; null never expires. */
  months: number | null;
  /** The last valid day of what is renewed; null or left out when this is the first. */
  previousUntil?: Day | null;
  windowDays?: number | undefined;
}

/** The last valid day, null for ever. RangeError on months below 1: evidence that never was valid is a mistake. */
export function validUntil({
  effective,
  months,
  previousUntil,
  windowDays = RENEWAL_WINDOW_DAYS,
}: Validity): Day | null {
  if (months === null) return null;
  if (!Number.isInteger(months) || months < 1) throw new RangeError('A validity is 1 month or more.');
  const daysEarly = previousUntil ? daysBetween(effective, previousUntil) : -1;
  const renewsInTime = previousUntil && daysEarly >= 0 && daysEarly <= windowDays;
  return addMonths(renewsInTime ? previousUntil : effective, months);
}
