import { dayAt } from '../calendar';

/** `staff-2026-04-01.csv`, with the day in the customer's zone. @param at milliseconds since 1970 */
export const datedFileName = (name: string, extension: string, at: number, time_zone: string): string =>
  `${name}-${dayAt(at, time_zone)}.${extension}`;
