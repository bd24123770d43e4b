import { majorUnits } from '@contract/currency';
import { directionOf } from '@contract/languages';
import { ISO_DAY } from '@/api/text-lookup';

/**
 * Formats numbers, money, days and instants in the user's language, always with Latin digits: browsers differ for
 * Arabic, and codes and inputs have Latin digits. Formatters are cached because they are slow to create.
 */
const LATIN = { numberingSystem: 'latn' } as const;

const formatterCache = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.ListFormat | Intl.Collator>();

function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n${language}${JSON.stringify(options)}`;
  if (!formatterCache.has(key)) formatterCache.set(key, new Intl.NumberFormat(language, { ...LATIN, ...options }));
  return formatterCache.get(key) as Intl.NumberFormat;
}

function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `d${language}${JSON.stringify(options)}`;
  if (!formatterCache.has(key))
    formatterCache.set(key, new Intl.DateTimeFormat(language, { ...LATIN, calendar: 'gregory', ...options }));
  return formatterCache.get(key) as Intl.DateTimeFormat;
}

/** Isolates text within a sentence of the other direction; left-to-right languages need no marks. */
const isolateText = (text: string, language: string): string =>
  directionOf(language) === 'rtl' ? `\u2068${text}\u2069` : text;

/**
 * Joins the non-empty parts as `A · B · C`. In right-to-left languages each part is isolated and the line runs right to
 * left.
 */
export function joinParts(parts: readonly (string | number | false | null | undefined)[], language: string): string {
  const visibleParts = parts.filter(Boolean);
  if (directionOf(language) === 'ltr') return visibleParts.join(' · ');
  return `\u200f${visibleParts.map((part) => `\u2068${part}\u2069`).join(' · ')}`;
}

export const formatCount = (value: number, language: string): string => numberFormat(language, {}).format(value);

/** A decimal string with all its places. */
export const formatDecimal = (decimal: string, language: string): string =>
  isolateText(numberFormat(language, { maximumFractionDigits: 9 }).format(Number(decimal)), language);

/** `a, b, c` as a list of the language. */
export function formatList(words: readonly string[], language: string): string {
  const key = `l${language}`;
  if (!formatterCache.has(key))
    formatterCache.set(key, new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }));
  return (formatterCache.get(key) as Intl.ListFormat).format(words);
}

/** Compares names by the rules of the language, numbers in them by value. */
export function nameComparator(language: string): (one: string, other: string) => number {
  const key = `o${language}`;
  if (!formatterCache.has(key)) formatterCache.set(key, new Intl.Collator(language, { numeric: true }));
  return (formatterCache.get(key) as Intl.Collator).compare;
}

export const MEGABYTE = 1024 ** 2;

/** `12.3` → `12.3 MB`. */
export const formatMegabytes = (value: number, language: string): string =>
  isolateText(
    numberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(value),
    language,
  );

/** `↑ 2`, `↓ 1`: the change of a level. */
export const formatLevelChange = (change: number): string => `${change > 0 ? '↑' : '↓'} ${Math.abs(change)}`;

/** Uses a true minus sign, which is as wide as the plus. */
export const formatSigned = (change: number): string => (change > 0 ? `+${change}` : `−${-change}`);

/** `57.14` → `57.14 %`, `67.9` → `67.90 %`, `80` → `80 %`: two decimals unless the value is an integer. */
export const formatPercent = (value: number, language: string): string =>
  // Arabic percent signs contain left-to-right marks, which would flip a sentence that starts with them.
  isolateText(
    numberFormat(language, {
      style: 'percent',
      minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
      maximumFractionDigits: 2,
    }).format(value / 100),
    language,
  );

/**
 * A share as whole percent, rounded down: 100 % means nothing is missing. Small values are `< 1 %`, unknown `–`.
 * @param value percent, 0 to 100
 */
export function formatShare(value: number | null | undefined, language: string): string {
  if (value === null || value === undefined) return '–';
  const isSliver = value > 0 && value < 1;
  const whole = numberFormat(language, { style: 'percent' }).format(isSliver ? 0.01 : Math.floor(value) / 100);
  return isolateText(isSliver ? `< ${whole}` : whole, language);
}

/** `12` → `12 min`. */
export const formatMinutes = (value: number, language: string): string =>
  isolateText(
    numberFormat(language, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }).format(value),
    language,
  );

/** Seconds as `4:12` or `1:02:07`; used for all durations and positions. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Minor units of the currency: 129900 INR → ₹1,299.00. Without a currency: the number with two decimals. */
export function formatMoney(minor: number, currency: string | null | undefined, language: string): string {
  if (!currency) return numberFormat(language, { minimumFractionDigits: 2 }).format(majorUnits(minor, currency));
  return numberFormat(language, { style: 'currency', currency }).format(majorUnits(minor, currency));
}

/** Russian appends "year", `2026 г.`, which is too long for cells. */
const WORD_OF_YEAR = /\sг\.(?=,|$)/;

/** `2025-03-01` → `1 Mar 2025`; `row`: `1 Mar`. A day has no time zone. */
export function formatDay(day: string, language: string, length: 'row' | 'short' | 'long' = 'short'): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const text = dateFormat(language, {
    timeZone: 'UTC',
    ...(length !== 'row' && { year: 'numeric' }),
    month: length === 'long' ? 'long' : 'short',
    day: 'numeric',
    ...(length === 'long' && { weekday: 'long' }),
  }).format(date);
  return isolateText(text.replace(WORD_OF_YEAR, ''), language);
}

/** `1 Mar 2025 – 31 Mar 2025`, in reading order. */
export const formatDayRange = (from: string, to: string, language: string): string =>
  `${directionOf(language) === 'rtl' ? '\u200f' : ''}${formatDay(from, language)} – ${formatDay(to, language)}`;

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Formats the days and instants among the facts of a text. */
export function formatFacts(
  facts: Readonly<Record<string, unknown>>,
  language: string,
  timeZone?: string,
): Record<string, unknown> {
  const formatFact = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (ISO_DAY.test(value)) return formatDay(value, language);
    return INSTANT.test(value) ? formatInstant(value, language, timeZone) : value;
  };
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, formatFact(value)]));
}

/** `3` → `March`. */
export const formatMonth = (month: number, language: string): string =>
  dateFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1));

/** Time of an instant: `10:42`, or `10:42:07` with `seconds`. */
export function formatTime(
  iso: string,
  language: string,
  timeZone: string | undefined,
  length: 'minutes' | 'seconds' = 'minutes',
): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return dateFormat(language, {
    ...(timeZone && { timeZone }),
    hour: '2-digit',
    minute: '2-digit',
    ...(length === 'seconds' && { second: '2-digit' }),
    hourCycle: 'h23',
  }).format(date);
}

/** An ISO instant in the zone. `short` is for cells, `long` for tooltips. */
export function formatInstant(
  iso: string,
  language: string,
  timeZone: string | undefined,
  length: 'short' | 'long' = 'short',
): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const zone = timeZone ? { timeZone } : {};
  const text =
    length === 'short'
      ? dateFormat(language, {
          ...zone,
          year: 'numeric',
          month: 'short',
          day: 'numeric',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        })
          .format(date)
          .replace(WORD_OF_YEAR, '')
      : dateFormat(language, {
          ...zone,
          dateStyle: 'full',
          timeStyle: 'long',
          hourCycle: 'h23',
        } as Intl.DateTimeFormatOptions).format(date);
  return isolateText(text, language);
}
