/**
 * Decides what a day is: text like '2025-03-01', compared as text, in the customer's own time zone (reports.md §1
 * "the customer's local calendar dates, both ends inclusive"). Months clamp to the month's end (§2 add_months).
 * Years 1000 to 9999; arithmetic saturates at OPEN_END, since the day after for ever is for ever.
 */
export type Day = string;

export const OPEN_END: Day = '9999-12-31';
const FIRST: Day = '1000-01-01';
const DAY_MS = 86_400_000;

/** A day that exists: '2025-02-29' does not. */
export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string' || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(value)) return false;
  const month = Number(value.slice(5, 7));
  const date = Number(value.slice(8));
  return month >= 1 && month <= 12 && date >= 1 && date <= daysInMonth(Number(value.slice(0, 4)), month);
}

const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The milliseconds of an ISO 8601 date and time with a time zone; null for anything else. Date.parse reads a time without
 * a zone in that of the server, and 30 February as 2 March.
 */
export function parseInstant(text: string): number | null {
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined) return null;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const exists = Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(day);
  return exists ? Date.parse(text) : null;
}

export function addDays(day: Day, days: number): Day {
  return day === OPEN_END ? day : dayOf(utcMidnight(day) + days * DAY_MS);
}

/** 31 January + 1 month = 28 February (acceptance row 17). Negative months go back. */
export function addMonths(day: Day, months: number): Day {
  if (day === OPEN_END) return day;
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const year = Math.floor(index / 12);
  if (year > 9999) return OPEN_END;
  if (year < 1000) return FIRST;
  const month = index - year * 12 + 1;
  return dayText(year, month, Math.min(Number(day.slice(8)), daysInMonth(year, month)));
}

/** Negative when `a` is earlier; fit for sort(). */
export function compareDays(a: Day, b: Day): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (utcMidnight(to) - utcMidnight(from)) / DAY_MS;
}

/** An IANA name the runtime knows ('Asia/Kolkata', 'UTC'); bare offsets such as '+05:30' are no zone. */
export function isTimeZone(value: unknown): value is string {
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    wallClockOf(value);
    return true;
  } catch {
    return false;
  }
}

/** The calendar day that a clock on the wall of `timeZone` shows at this instant. RangeError on an unknown zone. */
export function dayAt(instantMs: number, timeZone: string): Day {
  return shownDay(wallClockOf(timeZone).format(instantMs));
}

/**
 * The first millisecond of the day there: 01:00 where midnight is skipped. A day that a zone skipped altogether
 * (Apia 2011-12-30) is an empty interval: its start is the next day's, its end one millisecond before.
 */
export function startOfDay(day: Day, timeZone: string): number {
  return firstAt(utcMidnight(day), timeZone);
}

/**
 * The last millisecond that still shows this day there. Where clocks go back across midnight the day comes twice and
 * its end lies after the next day's start: whatever shows day D is always within startOfDay(D)…endOfDay(D).
 */
export function endOfDay(day: Day, timeZone: string): number {
  return lastBefore(utcMidnight(day) + DAY_MS, timeZone);
}

export interface FinancialYear {
  from: Day;
  to: Day;
  /** '2025-26', or '2025' when it is the calendar year. */
  label: string;
}

/** The financial year that `day` lies in; `startMonth` 1–12. */
export function financialYear(day: Day, startMonth: number): FinancialYear {
  if (!Number.isInteger(startMonth) || startMonth < 1 || startMonth > 12)
    throw new RangeError('startMonth is 1 to 12.');
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) < startMonth ? 1 : 0);
  const from = dayText(year, startMonth, 1);
  const label = startMonth === 1 ? `${year}` : `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
  return { from, to: addDays(addMonths(from, 12), -1), label };
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function dayText(year: number, month: number, date: number): Day {
  return `${year}-${month < 10 ? '0' : ''}${month}-${date < 10 ? '0' : ''}${date}`;
}

function utcMidnight(day: Day): number {
  return Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)));
}

const LAST_MS = utcMidnight(OPEN_END);
const FIRST_MS = utcMidnight(FIRST);

function dayOf(utcMs: number): Day {
  if (utcMs >= LAST_MS) return OPEN_END;
  if (utcMs <= FIRST_MS) return FIRST;
  return new Date(utcMs).toISOString().slice(0, 10);
}

/** Making a formatter costs a thousand times what using one does. */
const wallClocks = new Map<string, Intl.DateTimeFormat>();

function wallClockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = wallClocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    wallClocks.set(timeZone, clock);
  }
  return clock;
}

/** '03/01/2025, 00:15:00' → '2025-03-01'. */
function shownDay(shown: string): Day {
  return `${shown.slice(6, 10)}-${shown.slice(0, 2)}-${shown.slice(3, 5)}`;
}

/** Milliseconds that the zone's wall clock is ahead of UTC; `instantMs` on a whole second. */
export function offsetAt(instantMs: number, timeZone: string): number {
  const shown = wallClockOf(timeZone).format(instantMs);
  const time = shown.slice(-8);
  const seconds = Number(time.slice(0, 2)) * 3600 + Number(time.slice(3, 5)) * 60 + Number(time.slice(6));
  return utcMidnight(shownDay(shown)) + seconds * 1000 - instantMs;
}

/** No zone was ever further than 16 hours from UTC, so the clock change that matters lies within. */
const FURTHEST_MS = 16 * 3_600_000;

/** The first instant whose wall clock shows `wall` (written as if it were UTC) or later. */
function firstAt(wall: number, timeZone: string): number {
  const before = offsetAt(wall - FURTHEST_MS, timeZone);
  const after = offsetAt(wall + FURTHEST_MS, timeZone);
  if (before === after) return wall - before;
  const change = changeBetween(wall - FURTHEST_MS, wall + FURTHEST_MS, before, timeZone);
  if (wall - before < change) return wall - before;
  return Math.max(change, wall - after);
}

/** The last instant whose wall clock shows earlier than `wall`. */
function lastBefore(wall: number, timeZone: string): number {
  const before = offsetAt(wall - FURTHEST_MS, timeZone);
  const after = offsetAt(wall + FURTHEST_MS, timeZone);
  if (before === after) return wall - before - 1;
  const change = changeBetween(wall - FURTHEST_MS, wall + FURTHEST_MS, before, timeZone);
  if (wall - after > change) return wall - after - 1;
  return Math.min(change, wall - before) - 1;
}

/** The first instant, to the second, at which the zone has left the offset `before`. */
function changeBetween(from: number, to: number, before: number, timeZone: string): number {
  let low = from / 1000;
  let high = to / 1000;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * 1000, timeZone) === before) low = middle;
    else high = middle;
  }
  return high * 1000;
}
