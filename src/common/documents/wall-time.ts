import { utcOffsetAt } from '../calendar';

const QUARTER_MS = 900_000;
/** Zone → start of a quarter of an hour → UTC offset in ms. Neighbouring rows are usually of the same days. */
const offsetsByZone = new Map<string, Map<number, number>>();
const QUARTERS_CACHED_MAX = 4_096;

/** Local time of the zone, expressed as if it were UTC (ms). Zones change their offset only at quarters of an hour. */
export function wallTime(at: number, time_zone: string): number {
  let quarters = offsetsByZone.get(time_zone);
  if (!quarters) offsetsByZone.set(time_zone, (quarters = new Map()));
  const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
  let offset = quarters.get(quarter);
  if (offset === undefined) {
    if (quarters.size >= QUARTERS_CACHED_MAX) quarters.clear();
    quarters.set(quarter, (offset = utcOffsetAt(quarter, time_zone)));
  }
  return at + offset;
}

const MINUTE_MS = 60_000;

/** `2026-04-01 00:15:00` in the zone. @param at milliseconds since 1970 */
export const formatWallTime = (at: number, time_zone: string): string =>
  new Date(wallTime(at, time_zone)).toISOString().slice(0, 19).replace('T', ' ');

/** `2026-04-01T00:15:00+05:30`, with milliseconds only if they are not 0. @param at milliseconds since 1970 */
export function formatInstantWithOffset(at: number, time_zone: string): string {
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
