import { isUtf8 } from 'node:buffer';
import { TableUnreadableError } from './table.errors';

const CHUNK_BYTES = 64 * 1024;

const BYTE_ORDER_MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** Bytes examined to detect UTF-16 without a byte order mark. */
const SAMPLE_BYTES = 4_096;
/** Smallest share of zero high bytes in a UTF-16 text of a European language. */
const UTF16_ZERO_SHARE = 0.3;

/**
 * The text of a file in chunks, without its byte order mark: UTF-8, UTF-16, else windows-1252.
 * @throws TableUnreadableError if it is not text
 */
export function* decodeText(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(detectEncoding(bytes));
  for (let from = 0; from < bytes.length; from += CHUNK_BYTES) {
    const chunk = bytes.subarray(from, from + CHUNK_BYTES);
    const text = decoder.decode(chunk, { stream: from + CHUNK_BYTES < bytes.length });
    // NUL occurs only in binary files.
    if (text.includes('\0')) throw new TableUnreadableError('no_workbook');
    yield text;
  }
}

/** A label for `TextDecoder`. */
function detectEncoding(bytes: Uint8Array): string {
  const byteOrderMark = BYTE_ORDER_MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (byteOrderMark) return byteOrderMark[0];
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeroCounts = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeroCounts[at % 2]! += 1;
  });
  if (zeroCounts[1]! > (sample.length / 2) * UTF16_ZERO_SHARE) return 'utf-16le';
  if (zeroCounts[0]! > (sample.length / 2) * UTF16_ZERO_SHARE) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
