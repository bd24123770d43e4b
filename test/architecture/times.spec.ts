import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';

const root = resolve(__dirname, '../..');
const admin = join(root, 'admin/src');

/** The only files that format days and instants or convert them to days. */
const FORMAT_FILES = ['components/format.ts', 'components/dates.ts'];

/** Each would be a second format, in the browser's language or zone instead of the user's. */
const FORBIDDEN_PATTERNS: Readonly<Record<string, RegExp>> = {
  'a date in words of its own: components/format.ts has formatDay, formatInstant, formatTime, formatMonth':
    /\.toLocale(Date|Time)?String\(|\.to(Date|Time|UTC|GMT)String\(|DateTimeFormat\((?!\)\.resolvedOptions)|RelativeTimeFormat/,
  'a day of the browser’s zone, or of none: components/dates.ts has todayIn, dayIn, dayAfter':
    /toISOString\(\)\s*\.(slice|substring|substr|split)|\.get(FullYear|Month|Date|Day|Hours|Minutes)\(/,
  'a visible dayjs pattern: only sent values may use one':
    /\.format\((?!'YYYY-MM-DD'|'YYYY-MM-DDTHH:mm:ss')['"`)]|\bdayjs\([^)]*\)\.(fromNow|calendar|toNow)\(/,
};

const forbiddenUses = (text: string): string[] =>
  Object.entries(FORBIDDEN_PATTERNS).flatMap(([reason, pattern]) => (pattern.test(text) ? [reason] : []));

describe('times on the screens', () => {
  it('are formatted only by components/format.ts', () => {
    const found = filesIn(admin)
      .map((file) => relative(admin, file).split(sep).join('/'))
      .filter((name) => !FORMAT_FILES.includes(name))
      .flatMap((name) => forbiddenUses(readFileSync(join(admin, name), 'utf8')).map((reason) => `${name}: ${reason}`));
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
  ])('are detected in another format: %s', (text) => {
    expect(forbiddenUses(text)).toHaveLength(1);
  });

  it('may use the browser’s time zone and the format of the contract', () => {
    expect(forbiddenUses('Intl.DateTimeFormat().resolvedOptions().timeZone')).toEqual([]);
    expect(forbiddenUses("until.format('YYYY-MM-DD')")).toEqual([]);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}
