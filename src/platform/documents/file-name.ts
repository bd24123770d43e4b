import { dayAt } from '../calendar';

/** What a file that is saved is called: `staff-2026-04-01.csv`, by the day in the customer's zone. @param at milliseconds since 1970 */
export const datedFileName = (name: string, ending: string, at: number, time_zone: string): string =>
  `${name}-${dayAt(at, time_zone)}.${ending}`;
