/**
 * A calendar day such as '2025-03-01', in the customer's time zone; compared as text. Years 1000 to 9999. Arithmetic
 * saturates at OPEN_END (docs/skill-levels.md).
 */
export type Day = string;

export const OPEN_END: Day = '9999-12-31';
const FIRST_DAY: Day = '1000-01-01';
const DAY_MS = 86_400_000;

/** Rejects days that do not exist, such as '2025-02-29'. */
export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(value)) return false;
  const month = Number(value.slice(5, 7));
  const date = Number(value.slice(8));
  return month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(Number(value.slice(0, 4)), month);
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Parses an ISO 8601 date and time with a time zone to UTC milliseconds; null for anything else. `Date.parse` alone
 * reads a time without a zone in the server's zone, and 30 February as 2 March.
 */
export function parseInstant(text: string): number | null {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined) return null;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const exists = Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(day);
  return exists ? Date.parse(text) : null;
}

export function addDays(day: Day, days: number): Day {
  return day === OPEN_END ? day : dayFromUtc(utcMidnight(day) + days * DAY_MS);
}

/** Clamps to the end of the month: 31 January + 1 month = 28 February. Negative months go back. */
export function addMonths(day: Day, months: number): Day {
  if (day === OPEN_END) return day;
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const year = Math.floor(index / 12);
  if (year > 9999) return OPEN_END;
  if (year < 1000) return FIRST_DAY;
  const month = index - year * 12 + 1;
  return formatDay(year, month, Math.min(Number(day.slice(8)), daysInMonth(year, month)));
}

/** Comparator for sort(): negative when `a` is earlier. */
export function compareDays(a: Day, b: Day): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

/** True for IANA names the runtime knows ('Asia/Kolkata', 'UTC'); false for bare offsets such as '+05:30'. */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    wallClockFormatter(value);
    return true;
  } catch {
    return false;
  }
}

/** The calendar day in `timeZone` at this instant. @throws RangeError for an unknown zone */
export function dayAt(instantMs: number, timeZone: string): Day {
  return parseFormattedDay(wallClockFormatter(timeZone).format(instantMs));
}

/**
 * First millisecond of the day in `timeZone`: 01:00 where midnight is skipped. A day that the zone skipped altogether
 * (Apia 2011-12-30) is an empty interval: it starts with the next day and ends one millisecond before.
 */
export function startOfDay(day: Day, timeZone: string): number {
  return firstInstantShowing(utcMidnight(day), timeZone);
}

/**
 * Last millisecond of the day in `timeZone`. Where clocks go back across midnight the day comes twice, and its end lies
 * after the start of the next day: every instant of day D is within startOfDay(D)…endOfDay(D).
 */
export function endOfDay(day: Day, timeZone: string): number {
  return lastInstantBefore(utcMidnight(day) + DAY_MS, timeZone);
}

export interface FinancialYear {
  from: Day;
  to: Day;
  /** '2025-26', or '2025' for a calendar year. */
  label: string;
}

/** The financial year that contains `day`. @param startMonth 1 to 12 */
export function financialYear(day: Day, startMonth: number): FinancialYear {
  if (!Number.isInteger(startMonth) || startMonth < 1 || startMonth > 12)
    throw new RangeError('startMonth is 1 to 12.');
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < startMonth ? 1 : 0);
  const from = formatDay(year, startMonth, 1);
  const label = startMonth === 1 ? `${year}` : `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
  return { from, to: addDays(addMonths(from, 12), -1), label };
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function formatDay(year: number, month: number, date: number): Day {
  return `${year}-${month < 10 ? '0' : ''}${month}-${date < 10 ? '0' : ''}${date}`;
}

function utcMidnight(day: Day): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)));
}

const LAST_MS = utcMidnight(OPEN_END);
const FIRST_MS = utcMidnight(FIRST_DAY);

function dayFromUtc(utcMs: number): Day {
  if (utcMs >= LAST_MS) return OPEN_END;
  if (utcMs <= FIRST_MS) return FIRST_DAY;
  return new Date(utcMs).toISOString().slice(0, 10);
}

/** Creating a formatter costs a thousand times as much as using one. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function wallClockFormatter(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** '03/01/2025, 00:15:00' → '2025-03-01'. */
function parseFormattedDay(formatted: string): Day {
  return `${formatted.slice(6, 10)}-${formatted.slice(0, 2)}-${formatted.slice(3, 5)}`;
}

/** Milliseconds by which the zone is ahead of UTC. @param instantMs a whole second */
export function utcOffsetAt(instantMs: number, timeZone: string): number {
  const formatted = wallClockFormatter(timeZone).format(instantMs);
  const time = formatted.slice(-8);
  const seconds = Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60 + Number(time.slice(6));
  return utcMidnight(parseFormattedDay(formatted)) + seconds * 1000 - instantMs;
}

/** No zone was ever further than 16 hours from UTC, so the relevant clock change lies within this distance. */
const MAX_OFFSET_MS = 16 * 3_600_000;

/** The first instant whose wall clock shows `wall` (written as if it were UTC) or later. */
function firstInstantShowing(wall: number, timeZone: string): number {
  const before = utcOffsetAt(wall - MAX_OFFSET_MS, timeZone);
  const after = utcOffsetAt(wall + MAX_OFFSET_MS, timeZone);
  if (before === after) return wall - before;
  const change = findOffsetChange(wall - MAX_OFFSET_MS, wall + MAX_OFFSET_MS, before, timeZone);
  if (wall - before < change) return wall - before;
  return Math.max(change, wall - after);
}

/** The last instant whose wall clock shows earlier than `wall`. */
function lastInstantBefore(wall: number, timeZone: string): number {
  const before = utcOffsetAt(wall - MAX_OFFSET_MS, timeZone);
  const after = utcOffsetAt(wall + MAX_OFFSET_MS, timeZone);
  if (before === after) return wall - before - 1;
  const change = findOffsetChange(wall - MAX_OFFSET_MS, wall + MAX_OFFSET_MS, before, timeZone);
  if (wall - after > change) return wall - after - 1;
  return Math.min(change, wall - before) - 1;
}

/** The first instant, to the second, at which the zone has left the offset `before`. */
function findOffsetChange(from: number, to: number, before: number, timeZone: string): number {
  let low = from / 1000;
  let high = to / 1000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (utcOffsetAt(middle * 1000, timeZone) === before) low = middle;
    else high = middle;
  }
  return high * 1000;
}
