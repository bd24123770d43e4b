/**
 * Validity of evidence (docs/skill-levels.md): n months from the effective date, clamped to the end of the month. A
 * renewal up to 60 days early extends from the old expiry, a late one from its completion.
 */
import { addMonths, daysBetween, type Day } from '../../common/calendar';

export const RENEWAL_WINDOW_DAYS = 60;

export interface Validity {
  effective: Day;
  /** Whole months ≥ 1; null never expires. */
  months: number | null;
  /** The last valid day of the renewed evidence; missing or null for the first one. */
  previousUntil?: Day | null;
  windowDays?: number | undefined;
}

/** @returns the last valid day; null: never expires. @throws RangeError for less than 1 month */
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
