import { offsetAt } from '../calendar';

const QUARTER_MS = 900_000;
/** Rows that stand together are of the same days as a rule: what the zone's clock is ahead by is asked once a quarter of an hour. */
const known = new Map<string, Map<number, number>>();
const QUARTERS_KEPT = 4_096;

/** What a clock on the wall of the zone shows, written as if it were UTC. No zone changes its clock within a quarter of an hour. */
export function wallTime(at: number, time_zone: string): number {
  let quarters = known.get(time_zone);
  if (!quarters) known.set(time_zone, (quarters = new Map()));
  const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
  let ahead = quarters.get(quarter);
  if (ahead === undefined) {
    if (quarters.size >= QUARTERS_KEPT) quarters.clear();
    quarters.set(quarter, (ahead = offsetAt(quarter, time_zone)));
  }
  return at + ahead;
}

const MINUTE_MS = 60_000;

/** The same as text, to the second: `2026-04-01 00:15:00`. @param at milliseconds since 1970 */
export const wallText = (at: number, time_zone: string): string =>
  new Date(wallTime(at, time_zone)).toISOString().slice(0, 19).replace('T', ' ');

/** ISO 8601 with the zone's offset: `2026-04-01T00:15:00+05:30`; milliseconds only where there are some. @param at since 1970 */
export function instantWithOffset(at: number, time_zone: string): string {
  const wall = wallTime(at, time_zone);
  const text = new Date(wall)
    .toISOString()
    .slice(0, -1)
    .replace(/\.000$/, '');
  const minutes = Math.round((wall - at) / MINUTE_MS);
  if (minutes === 0) return `${text}Z`;
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${text}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}
