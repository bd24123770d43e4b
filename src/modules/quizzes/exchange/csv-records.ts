/** Parses CSV records (RFC 4180) with their first line number; quoted cells may contain line breaks. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}
export class UnclosedQuoteError extends Error {
  constructor(readonly line: number) {
    super(`Unclosed quotation mark in line ${line}`);
  }
}

const DELIMITERS = [',', ';', '\t', '|'];

/** Detects the delimiter: the most frequent one in the unquoted header line. */
function detectDelimiter(text: string): string {
  const [head = ''] = text.slice(0, 100_000).split(/\r\n|\n|\r/, 1);
  const unquoted = head.replace(/"[^"]*"/g, '');
  const counts = DELIMITERS.map((delimiter) => unquoted.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!;
}

/** Skips empty lines. @throws UnclosedQuoteError */
export function* parseCsvRecords(text: string, delimiter = detectDelimiter(text)): Generator<CsvRecord> {
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const cells: string[] = [];
    const firstLine = line;
    for (;;) {
      if (text[at] === '"') {
        const quoted = readQuotedCell(text, at, line);
        at = quoted.end;
        line += quoted.breaks;
        const rest = readUnquotedCell(text, at, delimiter);
        cells.push(quoted.text + rest.text);
        at = rest.end;
      } else {
        const unquoted = readUnquotedCell(text, at, delimiter);
        cells.push(unquoted.text);
        at = unquoted.end;
      }
      if (text[at] !== delimiter) break;
      at += 1;
    }
    // Line break or end of the text.
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
    if (cells.some((cell) => cell.trim() !== '')) yield { line: firstLine, cells };
  }
}

function readUnquotedCell(text: string, from: number, delimiter: string): { text: string; end: number } {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(from, end), end };
}

function readQuotedCell(text: string, from: number, line: number): { text: string; end: number; breaks: number } {
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote < 0) throw new UnclosedQuoteError(line);
    if (text[quote + 1] !== '"') {
      const rawText = text.slice(from + 1, quote);
      return { text: rawText.replaceAll('""', '"'), end: quote + 1, breaks: rawText.split(/\r\n|\n|\r/).length - 1 };
    }
    at = quote + 2;
  }
}
