/** The records of a CSV file (RFC 4180) with the line each begins on; line breaks within quotes belong to the text. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}
export class QuoteOpen extends Error {
  constructor(readonly line: number) {
    super(`A quotation mark opens in line ${line}`);
  }
}

const DELIMITERS = [',', ';', '\t', '|'];

/** What stands between the heads: that of which the first line has most, outside of quotes. */
function delimiterOf(text: string): string {
  const [head = ''] = text.slice(0, 100_000).split(/\r\n|\n|\r/, 1);
  const bare = head.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/** Empty lines are no records. @throws QuoteOpen */
export function* csvRecords(text: string, delimiter = delimiterOf(text)): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const begun = line;
    for (;;) {
      if (text[at] === '"') {
        const quoted = quotedFrom(text, at, line);
        at = quoted.end;
        line += quoted.breaks;
        const rest = bareFrom(text, at, delimiter);
        cells.push(quoted.text + rest.text);
        at = rest.end;
      } else {
        const bare = bareFrom(text, at, delimiter);
        cells.push(bare.text);
        at = bare.end;
      }
      if (text[at] !== delimiter) break;
      at += 1;
    }
    // A line break, or the end.
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (cells.some((cell) => cell.trim() !== '')) yield { line: begun, cells };
  }
}

function bareFrom(text: string, from: number, delimiter: string): { text: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(from, end), end };
}

function quotedFrom(text: string, from: number, line: number): { text: string; end: number; breaks: number } {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new QuoteOpen(line);
    if (text[quote + 1] !== '"') {
      const whole = text.slice(from + 1, quote);
      return { text: whole.replaceAll('""', '"'), end: quote + 1, breaks: whole.split(/\r\n|\n|\r/).length - 1 };
    }
    at = quote + 2;
  }
}
