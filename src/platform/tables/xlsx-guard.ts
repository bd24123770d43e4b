import { createInflateRaw } from 'node:zlib';
import { TableTooLarge, TableUnreadable } from './table-errors';

/** Bytes of all parts of a workbook together, unpacked: 50,000 rows of twenty columns are half of it. */
export const UNPACKED_MAX = 100 * 1024 * 1024;
const ENTRIES_MAX = 5_000;
const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const ENCRYPTED = 1;
const [STORED, DEFLATED] = [0, 8];
/** Only before the first element, and nowhere in what a spreadsheet writes: "billion laughs", files of the server. */
const DECLARES = ['<!DOCTYPE', '<!ENTITY'] as const;
const OVERLAP = 16;
/** Other workbooks, and programs. */
const REFUSED = /^xl\/(externalLinks\/|vbaProject|macrosheets\/|ctrlProps\/)/i;

/** A ZIP archive, which XLSX is. */
export const isWorkbook = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUInt32LE(0) === LOCAL;
/** The container of .xls, and of a workbook that a password encrypts. */
export const isOldWorkbook = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUInt32BE(0) === 0xd0cf11e0;

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly packed: number;
  readonly at: number;
}

/**
 * Refuses a workbook that is meant to do harm before anything is made of it: every part is unpacked once, a piece at a time,
 * and counted; no more than a piece is in memory.
 * @throws TableUnreadable, TableTooLarge
 */
export async function guardWorkbook(bytes: Buffer): Promise<void> {
  const entries = entriesOf(bytes);
  const paths = entries.map(({ path }) => path);
  if (paths.some((path) => REFUSED.test(path))) throw new TableUnreadable('links');
  if (!paths.includes('xl/workbook.xml') || new Set(paths).size < paths.length)
    throw new TableUnreadable('no_workbook');
  let unpacked = 0;
  for (const entry of entries) {
    if (!/\.(xml|rels|vml)$/i.test(entry.path)) continue;
    let before = '';
    for await (const piece of piecesOf(bytes, entry)) {
      unpacked += piece.length;
      if (unpacked > UNPACKED_MAX) throw new TableTooLarge('unpacked', UNPACKED_MAX);
      // Without the zeros of UTF-16 the words read alike.
      const text = before + piece.toString('latin1').replaceAll('\0', '');
      if (DECLARES.some((word) => text.includes(word))) throw new TableUnreadable('entities');
      before = text.slice(-OVERLAP);
    }
  }
}

async function* piecesOf(bytes: Buffer, { method, packed, at }: Entry): AsyncGenerator<Buffer> {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw new TableUnreadable('no_workbook');
  const begin = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const content = bytes.subarray(begin, begin + packed);
  if (method === STORED) return yield content;
  const inflate = createInflateRaw();
  inflate.end(content);
  try {
    for await (const piece of inflate) yield piece as Buffer;
  } catch (error) {
    if (error instanceof TableTooLarge || error instanceof TableUnreadable) throw error;
    throw new TableUnreadable('no_workbook');
  } finally {
    inflate.destroy();
  }
}

function entriesOf(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END_OF_DIRECTORY)
    throw new TableUnreadable('no_workbook');
  const count = bytes.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) throw new TableUnreadable('no_workbook');
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw new TableUnreadable('no_workbook');
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ];
    const method = bytes.readUInt16LE(at + 10);
    if (bytes.readUInt16LE(at + 8) & ENCRYPTED) throw new TableUnreadable('locked');
    if (method !== STORED && method !== DEFLATED) throw new TableUnreadable('no_workbook');
    entries.push({
      path: bytes.subarray(at + 46, at + 46 + name).toString(),
      method,
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}
