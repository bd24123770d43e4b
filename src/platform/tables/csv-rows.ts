import { Readable, pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { TableUnreadable } from './table-errors';
import { textPieces } from './table-text';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Records that are read to find the delimiter. */
const SAMPLE_RECORDS = 50;
/** Excel names the delimiter in a first line of its own. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;
const OPTIONS = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true };

/** Texts that are no table: PDF, RTF, HTML (which some programs call .xls), XML. */
const OTHER_TEXT = /^\s*(%PDF-|\{\\rtf|<(!doctype|html|\?xml)\b)/i;

/**
 * The records of a CSV file, whatever its encoding and delimiter; quoted line breaks are part of the cell.
 * @throws TableUnreadable
 */
export async function* csvRows(bytes: Uint8Array): AsyncGenerator<string[]> {
  const [begin = ''] = textPieces(bytes);
  if (OTHER_TEXT.test(begin)) throw new TableUnreadable('no_workbook');
  const separator = SEPARATOR_LINE.exec(begin)?.[1];
  const parser = parse({ ...OPTIONS, delimiter: separator ?? delimiterOf(begin), from: separator ? 2 : 1 });
  // An error of either stream ends the loop below.
  pipeline(Readable.from(textPieces(bytes)), parser, () => undefined);
  try {
    for await (const cells of parser) yield cells as string[];
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error;
    throw new TableUnreadable('quote_open', parser.info.records + (separator ? 0 : 1));
  }
}

/** The delimiter that splits the first records into the most cells, equally many in each. */
function delimiterOf(text: string): string {
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const records = parseSync(text, { ...OPTIONS, delimiter, to: SAMPLE_RECORDS, skip_records_with_error: true });
    const times = new Map<number, number>();
    for (const { length } of records) if (length > 1) times.set(length, (times.get(length) ?? 0) + 1);
    const [width, count] = [...times].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
    // Equal widths say more than many cells.
    const score = (count / Math.max(1, records.length)) * 1_000 + Math.min(width, 100);
    if (count > 0 && score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
