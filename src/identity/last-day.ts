import { dayAt, type Day } from '../platform/calendar';

/**
 * True once the last day of employment has ended in the organisation's time zone; sign-in and sessions are refused then
 * (docs/learning-rules.md, "Leaving").
 * @param last_active_day null: employment is open-ended
 * @param at UTC milliseconds
 */
export const isLastDayOver = (last_active_day: Day | null, at: number, time_zone: string | null): boolean =>
  last_active_day !== null && dayAt(at, time_zone ?? 'UTC') > last_active_day;
