import dayjs, { type Dayjs, type PluginFunc } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import localizedFormat from 'dayjs/plugin/localizedFormat';
import { toAsciiDigits } from '@contract/digits';

// `ll` ("1 Mar 2025" in the chosen language) is how every date input shows its day; antd does not bring the plugin.
dayjs.extend(localizedFormat);

/** Reads digits of every script, also in date inputs. Must be added after `customParseFormat`, whose `parse` it wraps. */
const readDigitsOfEveryScript: PluginFunc = (_, { prototype }) => {
  const own = prototype as Dayjs & { parse: (config: { date: unknown }) => void };
  const parse = own.parse;
  own.parse = function (config) {
    parse.call(this, typeof config.date === 'string' ? { ...config, date: toAsciiDigits(config.date) } : config);
  };
};
dayjs.extend(customParseFormat);
dayjs.extend(readDigitsOfEveryScript);

export { dayjs };

/** `2026-03-31` and so many days more. */
export const dayAfter = (day: string, days: number): string => dayjs(day).add(days, 'day').format('YYYY-MM-DD');

/** What a clock on the wall of the zone shows at this instant: `2026-03-01T09:30:00`. */
export const wallClock = (instant: string | number, zone: string | undefined): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone || undefined,
    calendar: 'gregory',
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(new Date(instant))
    .replace(' ', 'T');

/** The day that it shows. */
export const dayIn = (instant: string | number, zone: string | undefined): string =>
  wallClock(instant, zone).slice(0, 10);

/** Today there. */
export const todayIn = (zone: string | undefined): string => dayIn(Date.now(), zone);

/**
 * The instant at which that clock shows this: who reads instants in the organisation's zone also means its days and hours
 * when choosing them. What the clock skips is the first instant after it.
 */
export function instantAt(wall: string, zone: string | undefined): string {
  const asUtc = Date.parse(`${wall}Z`);
  const ahead = (instant: number): number => Date.parse(`${wallClock(instant, zone)}Z`) - instant;
  const first = asUtc - ahead(asUtc);
  const at = asUtc - ahead(first);
  return new Date(wallClock(at, zone) < wall ? first : at).toISOString();
}

export const startOfDay = (day: string, zone: string | undefined): string => instantAt(`${day}T00:00:00`, zone);

/** The last millisecond of a day there. */
export const endOfDay = (day: string, zone: string | undefined): string =>
  new Date(Date.parse(startOfDay(dayAfter(day, 1), zone)) - 1).toISOString();
