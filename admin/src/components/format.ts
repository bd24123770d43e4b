import { majorUnits } from '@contract/currency';
import { directionOf } from '@contract/languages';
import { DAY } from '@/api/text-of';

/**
 * Numbers, money, days and instants as the reader's language writes them, with Latin digits in every language: browsers
 * differ in what they take for Arabic, and codes, clocks and inputs beside them have Latin ones. Pure; formatters are kept,
 * they are slow to make.
 */
const LATIN = { numberingSystem: 'latn' } as const;

const kept = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat | Intl.ListFormat | Intl.Collator>();

function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n${language}${JSON.stringify(options)}`;
  if (!kept.has(key)) kept.set(key, new Intl.NumberFormat(language, { ...LATIN, ...options }));
  return kept.get(key) as Intl.NumberFormat;
}

function dateFormat(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `d${language}${JSON.stringify(options)}`;
  if (!kept.has(key)) kept.set(key, new Intl.DateTimeFormat(language, { ...LATIN, calendar: 'gregory', ...options }));
  return kept.get(key) as Intl.DateTimeFormat;
}

/**
 * A day or a time within a sentence of the other direction keeps its own order: Arabic digits and months would mix with
 * the words beside them. Languages that run left to right need no mark.
 */
const apart = (written: string, language: string): string =>
  directionOf(language) === 'rtl' ? `\u2068${written}\u2069` : written;

/**
 * `A · B · C` of what is there: in a language that runs from the right the line does so whatever stands first, and each
 * part its own way.
 */
export function joined(parts: readonly (string | number | false | null | undefined)[], language: string): string {
  const shown = parts.filter(Boolean);
  if (directionOf(language) === 'ltr') return shown.join(' · ');
  return `\u200f${shown.map((part) => `\u2068${part}\u2069`).join(' · ')}`;
}

export const formatCount = (value: number, language: string): string => numberFormat(language, {}).format(value);

/** A number that is kept as decimal text, all its places shown. */
export const formatDecimal = (decimal: string, language: string): string =>
  apart(numberFormat(language, { maximumFractionDigits: 9 }).format(Number(decimal)), language);

/** `a, b, c` as the language lists them: with its own comma, and with an "and" where it does not do without. */
export function formatList(words: readonly string[], language: string): string {
  const key = `l${language}`;
  if (!kept.has(key)) kept.set(key, new Intl.ListFormat(language, { type: 'conjunction', style: 'narrow' }));
  return (kept.get(key) as Intl.ListFormat).format(words);
}

/** The order of names by the rules of the language, figures in them by their value. */
export function inOrder(language: string): (one: string, other: string) => number {
  const key = `o${language}`;
  if (!kept.has(key)) kept.set(key, new Intl.Collator(language, { numeric: true }));
  return (kept.get(key) as Intl.Collator).compare;
}

export const MEGABYTE = 1024 ** 2;

/** `12.3` → `12.3 MB`. */
export const formatMegabytes = (value: number, language: string): string =>
  apart(numberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(value), language);

/** `↑ 2`, `↓ 1`: how far a level rose or fell. A gap to a target is no such change. */
export const levelChange = (change: number): string => `${change > 0 ? '↑' : '↓'} ${Math.abs(change)}`;

/** A true minus sign is as wide as the plus. */
export const signed = (change: number): string => (change > 0 ? `+${change}` : `−${-change}`);

/** `57.14` → `57.14 %`, `67.9` → `67.90 %`, `80` → `80 %` as the language writes it: two decimals, or none of a whole one. */
export const formatPercent = (value: number, language: string): string =>
  // Arabic's sign comes with marks from left to right, which at a sentence's beginning would turn the whole of it.
  apart(
    numberFormat(language, {
      style: 'percent',
      minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
      maximumFractionDigits: 2,
    }).format(value / 100),
    language,
  );

/**
 * A share as cards, tiles and progress show it: whole percent, rounded down, so that 100 % stands only where nothing is
 * missing. `< 1 %` where there is something, `–` where it is unknown. @param value percent, 0 to 100
 */
export function formatShare(value: number | null | undefined, language: string): string {
  if (value === null || value === undefined) return '–';
  const isSliver = value > 0 && value < 1;
  const whole = numberFormat(language, { style: 'percent' }).format(isSliver ? 0.01 : Math.floor(value) / 100);
  return apart(isSliver ? `< ${whole}` : whole, language);
}

/** `12` → `12 min`. */
export const formatMinutes = (value: number, language: string): string =>
  apart(numberFormat(language, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 }).format(value), language);

/** Seconds as a clock shows them, `4:12` or `1:02:07`, whole ones only: the one form of durations and positions. */
export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Minor units of the currency: 129900 INR → ₹1,299.00. Without a currency: the plain amount with two decimals. */
export function formatMoney(minor: number, currency: string | null | undefined, language: string): string {
  if (!currency) return numberFormat(language, { minimumFractionDigits: 2 }).format(majorUnits(minor, currency));
  return numberFormat(language, { style: 'currency', currency }).format(majorUnits(minor, currency));
}

/** Russian writes "year" behind it, `2026 г.`: more than a cell has room for. */
const WORD_OF_YEAR = /\sг\.(?=,|$)/;

/** `2025-03-01` → `1 Mar 2025`, in a row of days `1 Mar`. A day has no time zone: it is never shifted. */
export function formatDay(day: string, language: string, length: 'row' | 'short' | 'long' = 'short'): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  const written = dateFormat(language, {
    timeZone: 'UTC',
    ...(length !== 'row' && { year: 'numeric' }),
    month: length === 'long' ? 'long' : 'short',
    day: 'numeric',
    ...(length === 'long' && { weekday: 'long' }),
  }).format(date);
  return apart(written.replace(WORD_OF_YEAR, ''), language);
}

/** `1 Mar 2025 – 31 Mar 2025`, the first one first in whichever direction one reads. */
export const formatDays = (from: string, to: string, language: string): string =>
  `${directionOf(language) === 'rtl' ? '\u200f' : ''}${formatDay(from, language)} – ${formatDay(to, language)}`;

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The facts of a text, days and instants among them as the language writes them. */
export function formatFacts(
  facts: Readonly<Record<string, unknown>>,
  language: string,
  timeZone?: string,
): Record<string, unknown> {
  const written = (value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (DAY.test(value)) return formatDay(value, language);
    return INSTANT.test(value) ? formatInstant(value, language, timeZone) : value;
  };
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, written(value)]));
}

/** `3` → `March`. */
export const formatMonth = (month: number, language: string): string =>
  dateFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1, 1));

/** An instant of today: `10:42`, or `10:42:07` where somebody waits for it to be said. */
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

/** An ISO instant in the given zone. `short` is for cells, `long` for what shows on hover. */
export function formatInstant(
  iso: string,
  language: string,
  timeZone: string | undefined,
  length: 'short' | 'long' = 'short',
): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  const zone = timeZone ? { timeZone } : {};
  const written =
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
  return apart(written, language);
}
