import { isUtf8 } from 'node:buffer';

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

/** The letters of a text file, without its byte order mark: UTF-8, UTF-16, and else what Windows has always written. */
export function textOf(bytes: Uint8Array): string {
  // A decoder takes the mark away.
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
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
