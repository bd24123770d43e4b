import { Readable, pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseSync } from 'csv-parse/sync';
import { TableUnreadableError } from './table.errors';
import { decodeText } from './table-text';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Records examined to detect the delimiter. */
const SAMPLE_RECORDS = 50;
/** Excel's optional first line with the delimiter. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;
const CSV_OPTIONS = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true };

/** PDF, RTF, HTML (which some programs save as .xls) and XML are not tables. */
const NON_TABLE_TEXT = /^\s*(%PDF-|\{\\rtf|<(!doctype|html|\?xml)\b)/i;

/**
 * The records of a CSV file; encoding and delimiter are detected. Quoted line breaks belong to the cell.
 * @throws TableUnreadableError
 */
export async function* readCsvRows(bytes: Uint8Array): AsyncGenerator<string[]> {
  const [firstChunk = ''] = decodeText(bytes);
  if (NON_TABLE_TEXT.test(firstChunk)) throw new TableUnreadableError('no_workbook');
  const separator = SEPARATOR_LINE.exec(firstChunk)?.[1];
  const parser = parse({
    ...CSV_OPTIONS,
    delimiter: separator ?? detectDelimiter(firstChunk),
    from: separator ? 2 : 1,
  });
  // Errors of both streams are raised by the loop below.
  pipeline(Readable.from(decodeText(bytes)), parser, () => undefined);
  try {
    for await (const cells of parser) yield cells as string[];
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error;
    throw new TableUnreadableError('quote_open', parser.info.records + (separator ? 0 : 1));
  }
}

/** The delimiter that splits the first records into the most cells, equally many in each. */
function detectDelimiter(text: string): string {
  let best: { delimiter: string; score: number } = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const records = parseSync(text, { ...CSV_OPTIONS, delimiter, to: SAMPLE_RECORDS, skip_records_with_error: true });
    const countByWidth = new Map<number, number>();
    for (const { length } of records) if (length > 1) countByWidth.set(length, (countByWidth.get(length) ?? 0) + 1);
    const [width, count] = [...countByWidth].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0];
    // A constant number of cells counts more than many cells.
    const score = (count / Math.max(1, records.length)) * 1_000 + Math.min(width, 100);
    if (count > 0 && score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
