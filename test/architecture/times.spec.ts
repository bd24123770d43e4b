import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

const root = resolve(__dirname, '../..');
const admin = join(root, 'admin/src');

/** Where days and instants become words, and where a wall clock becomes a day: nowhere else. */
const HOME = ['components/format.ts', 'components/dates.ts'];

/** Each of these would be a second form, in the browser's language or zone instead of the reader's. */
const OTHERWISE: Readonly<Record<string, RegExp>> = {
  'a date in words of its own: components/format.ts has formatDay, formatInstant, formatTime, formatMonth':
    /\.toLocale(Date|Time)?String\(|\.to(Date|Time|UTC|GMT)String\(|DateTimeFormat\((?!\)\.resolvedOptions)|RelativeTimeFormat/,
  'a day of the browser’s zone, or of none: components/dates.ts has todayIn, dayIn, dayAfter':
    /toISOString\(\)\s*\.(slice|substring|substr|split)|\.get(FullYear|Month|Date|Day|Hours|Minutes)\(/,
  'a pattern of dayjs that people read: only what is sent may be put together by one':
    /\.format\((?!'YYYY-MM-DD'|'YYYY-MM-DDTHH:mm:ss')['"`)]|\bdayjs\([^)]*\)\.(fromNow|calendar|toNow)\(/,
};

const otherwise = (text: string): string[] =>
  Object.entries(OTHERWISE).flatMap(([why, pattern]) => (pattern.test(text) ? [why] : []));

describe('Times on the screens', () => {
  it('have one form: days, instants and times of day are written by components/format.ts alone', () => {
    const found = filesIn(admin)
      .map((file) => relative(admin, file).split(sep).join('/'))
      .filter((name) => !HOME.includes(name))
      .flatMap((name) => otherwise(readFileSync(join(admin, name), 'utf8')).map((why) => `${name}: ${why}`));
    expect(found).toEqual([]);
  });

  it.each([
    "new Date(iso).toLocaleDateString('sv')",
    'when.toLocaleString()',
    "new Intl.DateTimeFormat('en-CA', { timeZone }).format(now)",
    'new Date().toISOString().slice(0, 10)',
    "dayjs(row.created_at).format('DD.MM.YYYY')",
    'dayjs(row.created_at).fromNow()',
    'new Date(row.created_at).getHours()',
  ])('are found in another: %s', (text) => {
    expect(otherwise(text)).toHaveLength(1);
  });

  it('may be asked which zone the browser is in, and sent as the contract writes them', () => {
    expect(otherwise('Intl.DateTimeFormat().resolvedOptions().timeZone')).toEqual([]);
    expect(otherwise("until.format('YYYY-MM-DD')")).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
