import { TableUnreadable } from './table-errors';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Records that tell what stands between the cells. */
const LOOKED_AT = 50;
const LETTERS_LOOKED_AT = 200_000;
/** How spreadsheets say it themselves, in a first line. */
const SAID = /^sep=(.)\r?\n/i;

/** The rows of a table that is written as text: what stands between its cells is found, quoted line breaks are kept. */
export function csvRows(text: string): Generator<string[]> {
  const said = SAID.exec(text);
  if (said) return records(text, said[1]!, said[0].length);
  return records(text, delimiterOf(text), 0);
}

/** What cuts the first records into the most cells, as many in each. */
function delimiterOf(text: string): string {
  const begin = text.slice(0, LETTERS_LOOKED_AT);
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const widths = new Map<number, number>();
    let looked = 0;
    try {
      for (const cells of records(begin, delimiter, 0)) {
        if (looked++ === LOOKED_AT) break;
        if (cells.length > 1) widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
      }
    } catch {
      // Where the beginning was cut off a quote is open.
    }
    const [width, times] = [...widths].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
    // As many cells in each record says more than many in one.
    const score = (times / Math.max(1, looked)) * 1_000 + Math.min(width, 100);
    if (times > 0 && score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** RFC 4180, and what programs make of it: lone CR or LF end a line, a quote within a bare cell is a letter. @throws TableUnreadable */
function* records(text: string, delimiter: string, from: number): Generator<string[]> {
  let cells: string[] = [];
  let at = from;
  let line = 1;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        const end = text.indexOf('"', at);
        if (end === -1) throw new TableUnreadable('quote_open', line);
        cell += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        cell += '"';
      }
    }
    const begin = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
    cells.push(cell + text.slice(begin, at));
    if (text[at] === delimiter) {
      at += 1;
      // A line that ends with one has an empty cell behind it.
      if (at === text.length) cells.push('');
      else continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    yield cells;
    line += 1;
    cells = [];
  }
  if (cells.length) yield cells;
}
