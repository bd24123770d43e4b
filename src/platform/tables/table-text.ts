import { isUtf8 } from 'node:buffer';
import { TableUnreadable } from './table-errors';

const PIECE_BYTES = 64 * 1024;

/** What says by itself how it is written. */
const MARKS: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
/** So many bytes tell whether there are two to a letter. */
const LOOKED_AT = 4_096;
/** Every how many letters of a European table in UTF-16 one half is empty, at least. */
const HALF_EMPTY = 0.3;

/**
 * The text of a file in pieces, without its byte order mark: UTF-8, UTF-16, else windows-1252.
 * @throws TableUnreadable where it is no text
 */
export function* textPieces(bytes: Uint8Array): Generator<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    const piece = bytes.subarray(from, from + PIECE_BYTES);
    const text = decoder.decode(piece, { stream: from + PIECE_BYTES < bytes.length });
    // Only pictures, programs and the like have such a letter.
    if (text.includes('\0')) throw new TableUnreadable('no_workbook');
    yield text;
  }
}

/** As `TextDecoder` calls it. */
function encodingOf(bytes: Uint8Array): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[0];
  const begin = bytes.subarray(0, LOOKED_AT);
  const empty = [0, 0];
  begin.forEach((byte, at) => {
    if (byte === 0) empty[at % 2]! += 1;
  });
  if (empty[1]! > (begin.length / 2) * HALF_EMPTY) return 'utf-16le';
  if (empty[0]! > (begin.length / 2) * HALF_EMPTY) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
