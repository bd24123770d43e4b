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
