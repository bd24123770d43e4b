import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../..');
const TABLE = 'docs/specification.md';
/** The number of claims in the specification. */
const CLAIMS = 183;
/** Marks a claim that is not implemented as specified. */
const NOT_BUILT = /^Not built: \S.{20,}/;
const DEPARTURE = /^Departure: \S.{20,}/;
const DEPARTURES = 2;
/** `file: start of a title`, a whole file, or only a title of the file named before. */
const REFERENCE = /^([a-z-]+\/[a-z-]+)(?:: (.*))?$/s;
/** A source file in backticks. */
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

/** Without line breaks and with one kind of quotes, independent of prettier. */
const normalize = (text: string): string => text.replaceAll(/[`"]/g, "'").replaceAll(/\s+/g, ' ');
const sources = new Map<string, string | null>();
function source(file: string): string | null {
  const path = join(root, 'test', `${file}.spec.ts`);
  if (!sources.has(file)) sources.set(file, existsSync(path) ? normalize(readFileSync(path, 'utf8')) : null);
  return sources.get(file) ?? null;
}

/** The references in the last cell without a test. */
function missingTests(tests: string): string[] {
  let file = '';
  return tests.split(' · ').filter((part) => {
    const [, referencedFile, title = ''] = REFERENCE.exec(part) ?? [null, file, part];
    file = referencedFile ?? '';
    const text = source(file);
    // The start of a title or of a case name.
    return text === null || !text.includes(`'${normalize(title)}`);
  });
}

describe('the table from the specification to the product and its tests', () => {
  it('has all claims in order, each with its implementation and test', () => {
    expect(rows.length).toBeGreaterThanOrEqual(CLAIMS);
    const incomplete = rows.filter(({ cells }) => cells.length !== 4 || cells.some((cell) => cell === ''));
    expect(incomplete.map(({ line }) => line)).toEqual([]);
    const claimsBySection = new Map<string, number>();
    for (const { section: sectionNumber, cells } of rows) {
      const number = (claimsBySection.get(sectionNumber) ?? 0) + 1;
      claimsBySection.set(sectionNumber, number);
      expect(cells[0]).toBe(`${sectionNumber}.${number}`);
    }
    expect([...claimsBySection.keys()]).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('has no claim twice', () => {
    const claims = rows.map(({ section: sectionNumber, cells }) => `${sectionNumber} ${cells[1]}`);
    expect(claims.filter((claim, at) => claims.indexOf(claim) !== at)).toEqual([]);
  });

  it('names existing tests for every implemented claim', () => {
    const faults = rows.flatMap(({ cells: [number, , how = '', tests = ''] }) => {
      if (NOT_BUILT.test(how)) return tests === '—' ? [] : [`${number}: not built, and yet a test`];
      return missingTests(tests).map((name) => `${number}: ${name}`);
    });
    expect(faults).toEqual([]);
  });

  it('names only existing files', () => {
    const missing = rows.flatMap(({ cells: [number, , how = ''] }) =>
      [...how.matchAll(FILE)]
        .map(([, file]) => file!)
        .filter((file) => !['', 'src', 'admin/src'].some((folder) => existsSync(join(root, folder, file))))
        .map((file) => `${number}: ${file}`),
    );
    expect(missing).toEqual([]);
  });

  it('has exactly the agreed departures', () => {
    expect(rows.filter(({ cells }) => DEPARTURE.test(cells[2] ?? '')).map(({ cells }) => cells[0])).toHaveLength(
      DEPARTURES,
    );
  });
});
