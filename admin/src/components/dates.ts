import dayjs, { type Dayjs, type PluginFunc } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import localizedFormat from 'dayjs/plugin/localizedFormat';
import { toAsciiDigits } from '@contract/digits';
import { FALLBACK_LANGUAGE } from '@contract/languages';
import { normalizeText } from './text-normalization';

// `ll` is "1 Mar 2025" in the current language; antd does not load the plugin.
dayjs.extend(localizedFormat);

/** Format of every date input; `parseDay` reads typed text. */
export const DAY_FORMAT = 'll';
/** Formats with a time of day. */
export const INSTANT_FORMATS = ['YYYY-MM-DD HH:mm', `${DAY_FORMAT} HH:mm`];

/**
 * dayjs plugin: reads digits of every script, and typed days for the formats of date inputs. Must be added after
 * `customParseFormat`, whose `parse` it wraps.
 */
const readTypedDays: PluginFunc = (_, { prototype }) => {
  const dayjsPrototype = prototype as Dayjs & { parse: (config: { date: unknown; args?: unknown[] }) => void };
  const parse = dayjsPrototype.parse;
  dayjsPrototype.parse = function (config) {
    if (typeof config.date !== 'string') return parse.call(this, config);
    const date = toAsciiDigits(config.date);
    const format = config.args?.[1];
    const reader = format === DAY_FORMAT ? readDay : format === INSTANT_FORMATS[1] ? readDayAndTime : undefined;
    parse.call(
      this,
      reader ? { ...config, date: reader(date) ?? '', args: [date, 'YYYY-MM-DD HH:mm', true] } : { ...config, date },
    );
  };
};
dayjs.extend(customParseFormat);
dayjs.extend(readTypedDays);

export { dayjs };

/** During typing only complete days are read: the input is rewritten as soon as a day is recognised. */
const isFinished = (text: string): boolean => /(?:\d{4}|\D\d{2}|日)[^\d\p{L}]*$/u.test(text);

function readDay(text: string): string | null {
  const day = isFinished(text) ? parseTypedDay(text) : null;
  return day && `${day} 00:00`;
}

function readDayAndTime(text: string): string | null {
  const [, before, hour, minute] = /^(.*\S)[\s,]+(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const day = before && parseTypedDay(before);
  return day ? `${day} ${hour!.padStart(2, '0')}:${minute}` : null;
}

/** `parseDay` with the language of the screen and the region of the browser. */
export const parseTypedDay = (text: string): string | null =>
  parseDay(text, dayjs.locale().slice(0, 2), navigator.language);

/**
 * `5 Jan 2026`, `5.1.2026`, `2026-01-05` → `2026-01-05`. The year has four digits. Numeric dates use the order of the
 * language; English uses the region, because 01/05/2026 differs between regions.
 * @param region the browser's language tag; without a region numeric English dates are not read
 * @returns null if ambiguous or not an existing day
 */
export function parseDay(text: string, language: string, region?: string): string | null {
  const plain = normalizeText(toAsciiDigits(text)).replace(/\p{Cf}/gu, '');
  const figures = plain.match(/\d+/g) ?? [];
  const words = plain.match(/\p{L}{2,}/gu) ?? [];
  const months = words.map((word) => monthOf(word, language) ?? monthOf(word, FALLBACK_LANGUAGE));
  const namedMonths = months.filter((month) => month !== undefined);
  // Short words that are no month are ignored (`5th`, `1er`, `de`, `Mon`); longer ones make the text unreadable.
  if (words.some((word, index) => months[index] === undefined && word.length > 3)) return null;
  if (namedMonths.length === 0) return words.length === 0 ? dayOfFigures(figures, language, region) : null;
  if (namedMonths.length > 1 || figures.length !== 2) return null;
  const [year, day] = figures[0]!.length === 4 ? figures : figures.toReversed();
  return realDay(year!, namedMonths[0]! + 1, Number(day));
}

function dayOfFigures(figures: readonly string[], language: string, region: string | undefined): string | null {
  const [first, second, third] = figures;
  if (figures.length !== 3) return null;
  if (first!.length === 4) return realDay(first!, Number(second), Number(third));
  const order = orderOf(language, region);
  if (order === 'day-month-year') return realDay(third!, Number(second), Number(first));
  return order === 'month-day-year' ? realDay(third!, Number(first), Number(second)) : null;
}

/** Order of day, month and year in numeric dates by Intl; undefined for English without a region. */
function orderOf(language: string, tag: string | undefined): string | undefined {
  const region = tag && new Intl.Locale(tag).region;
  if (language === FALLBACK_LANGUAGE && !region) return undefined;
  const parts = new Intl.DateTimeFormat(language === FALLBACK_LANGUAGE ? `${FALLBACK_LANGUAGE}-${region}` : language, {
    calendar: 'gregory',
  }).formatToParts(0);
  const types = parts.map(({ type }) => type as string);
  return types.filter((type) => ['day', 'month', 'year'].includes(type)).join('-');
}

function realDay(year: string, month: number, day: number): string | null {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  const isReal = year.length === 4 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : null;
}

/** Month of a name or of an unambiguous prefix of three letters or more; else undefined. */
function monthOf(word: string, language: string): number | undefined {
  const all = monthNamesOf(language);
  const exact = all.findIndex((names) => names.has(word));
  if (exact >= 0) return exact;
  if (word.length < 3) return undefined;
  const candidates = all.flatMap((names, month) => ([...names].some((name) => name.startsWith(word)) ? [month] : []));
  return candidates.length === 1 ? candidates[0] : undefined;
}

const monthNames = new Map<string, readonly ReadonlySet<string>[]>();

/** Long and short names, alone and next to a day (Russian has other endings there). */
function monthNamesOf(language: string): readonly ReadonlySet<string>[] {
  const cached = monthNames.get(language);
  if (cached) return cached;
  const written = (['long', 'short'] as const).flatMap((month) => [{ month }, { month, day: 'numeric' } as const]);
  const formats = written.map(
    (options) => new Intl.DateTimeFormat(language, { ...options, calendar: 'gregory', timeZone: 'UTC' }),
  );
  const names = Array.from({ length: 12 }, (_, month) => {
    const parts = formats.map((format) => format.formatToParts(Date.UTC(2026, month, 15)));
    const texts = parts.map((each) => each.find(({ type }) => type === 'month')?.value ?? '');
    return new Set(texts.flatMap((text) => normalizeText(text).match(/\p{L}{2,}/gu) ?? []));
  });
  monthNames.set(language, names);
  return names;
}

/** `days` days after a day (`2026-03-31`). */
export const dayAfter = (day: string, days: number): string => dayjs(day).add(days, 'day').format('YYYY-MM-DD');

/** Days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

/** Local date and time of the zone at this instant: `2026-03-01T09:30:00`. */
export const wallClock = (instant: string | number, zone: string | undefined): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone || undefined,
    calendar: 'gregory',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(new Date(instant))
    .replace(' ', 'T');

/** The day of an instant in the zone. */
export const dayIn = (instant: string | number, zone: string | undefined): string =>
  wallClock(instant, zone).slice(0, 10);

/** Today in the zone. */
export const todayIn = (zone: string | undefined): string => dayIn(Date.now(), zone);

/**
 * The instant of a local date and time of the zone: users enter days and hours in the customer's zone. A time skipped
 * by daylight saving becomes the first instant after it.
 */
export function instantAt(wall: string, zone: string | undefined): string {
  const asUtc = Date.parse(`${wall}Z`);
  const offsetAt = (instant: number): number => Date.parse(`${wallClock(instant, zone)}Z`) - instant;
  const first = asUtc - offsetAt(asUtc);
  const at = asUtc - offsetAt(first);
  return new Date(wallClock(at, zone) < wall ? first : at).toISOString();
}

export const startOfDay = (day: string, zone: string | undefined): string => instantAt(`${day}T00:00:00`, zone);

/** The last millisecond of a day in the zone. */
export const endOfDay = (day: string, zone: string | undefined): string =>
  new Date(Date.parse(startOfDay(dayAfter(day, 1), zone)) - 1).toISOString();
