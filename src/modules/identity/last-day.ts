import { dayAt, type Day } from '../../common/calendar';

/**
 * True after the last day of employment in the customer's time zone; sign-in and sessions are rejected then
 * (docs/domain.md, "Leaving").
 * @param last_active_day null: open-ended employment
 * @param at UTC milliseconds
 */
export const isLastDayOver = (last_active_day: Day | null, at: number, time_zone: string | null): boolean =>
  last_active_day !== null && dayAt(at, time_zone ?? 'UTC') > last_active_day;
