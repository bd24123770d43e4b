import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const TABLE = 'docs/specification.md';
/** As many claims as the specification's first reading had. */
const CLAIMS = 183;
/** What stands where a claim is not as the specification has it. */
const NOT_BUILT = /^Not built: \S.{20,}/;
const DEPARTURE = /^Departure: \S.{20,}/;
/** contract.md names two. */
const DEPARTURES = 2;
/** `file: the beginning of a title`, a whole file, or only a title, then of the file named before. */
const NAMED = /^([a-z-]+\/[a-z-]+)(?:: (.*))?$/s;
/** A file of the product between backticks. */
const FILE = /`([\w./-]+\.(?:tsx?|css|js))`/g;

interface Row {
  line: string;
  section: string;
  cells: string[];
}
const rows: Row[] = [];
let section = '';
for (const line of readFileSync(join(root, TABLE), 'utf8').split('\n')) {
  section = /^## (\d+)\./.exec(line)?.[1] ?? section;
  if (!line.startsWith('| ') || line.startsWith('| No. |')) continue;
  rows.push({ line, section, cells: line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()) });
}

/** Without line breaks, and with one kind of quotes: as a title reads, wherever prettier has broken it. */
const plain = (text: string): string => text.replaceAll(/[`"]/g, "'").replaceAll(/\s+/g, ' ');
const sources = new Map<string, string | null>();
function source(file: string): string | null {
  const path = join(root, 'test', `${file}.spec.ts`);
  if (!sources.has(file)) sources.set(file, existsSync(path) ? plain(readFileSync(path, 'utf8')) : null);
  return sources.get(file) ?? null;
}

/** The names in the last cell that no test has. */
function unreal(tests: string): string[] {
  let file = '';
  return tests.split(' · ').filter((part) => {
    const [, named, title = ''] = NAMED.exec(part) ?? [null, file, part];
    file = named ?? '';
    const text = source(file);
    // A title, or what stands for one in a table of cases, begins so.
    return text === null || !text.includes(`'${plain(title)}`);
  });
}

describe('the table from the specification to the product and its tests', () => {
  it('has all claims, in the order of the sections, each whole: how and where, and what shows it', () => {
    expect(rows.length).toBeGreaterThanOrEqual(CLAIMS);
    const broken = rows.filter(({ cells }) => cells.length !== 4 || cells.some((cell) => cell === ''));
    expect(broken.map(({ line }) => line)).toEqual([]);
    const counted = new Map<string, number>();
    for (const { section: of, cells } of rows) {
      const number = (counted.get(of) ?? 0) + 1;
      counted.set(of, number);
      expect(cells[0]).toBe(`${of}.${number}`);
    }
    expect([...counted.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('claims nothing twice in the same words', () => {
    const claims = rows.map(({ section: of, cells }) => `${of} ${cells[1]}`);
    expect(claims.filter((claim, at) => claims.indexOf(claim) !== at)).toEqual([]);
  });

  it('names tests that there are, for every claim but what is not built', () => {
    const wrong = rows.flatMap(({ cells: [number, , how = '', tests = ''] }) => {
      if (NOT_BUILT.test(how)) return tests === '—' ? [] : [`${number}: not built, and yet a test`];
      return unreal(tests).map((name) => `${number}: ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it('names files that there are', () => {
    const missing = rows.flatMap(({ cells: [number, , how = ''] }) =>
      [...how.matchAll(FILE)]
        .map(([, file]) => file!)
        .filter((file) => !['', 'src', 'admin/src'].some((folder) => existsSync(join(root, folder, file))))
        .map((file) => `${number}: ${file}`),
    );
    expect(missing).toEqual([]);
  });

  it('departs from the specification where the contract says so, and nowhere else', () => {
    expect(rows.filter(({ cells }) => DEPARTURE.test(cells[2] ?? '')).map(({ cells }) => cells[0])).toHaveLength(
      DEPARTURES,
    );
  });
});
