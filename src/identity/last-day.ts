import { dayAt, type Day } from '../platform/calendar';

/**
 * Whether the last day of an employment is over: at its end by the organisation's calendar, from which moment on nobody
 * signs in with the account (docs/learning-rules.md, "Leaving").
 * @param last_active_day null: the employment goes on
 * @param at UTC milliseconds
 */
export const isLastDayOver = (last_active_day: Day | null, at: number, time_zone: string | null): boolean =>
  last_active_day !== null && dayAt(at, time_zone ?? 'UTC') > last_active_day;
