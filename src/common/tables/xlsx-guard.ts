import { createInflateRaw } from 'node:zlib';
import { TableTooLargeError, TableUnreadableError } from './table.errors';

/** Uncompressed bytes of all parts of a workbook; 50,000 rows with twenty columns need half of it. */
export const UNPACKED_MAX = 100 * 1024 * 1024;
const ENTRIES_MAX = 5_000;
const END_OF_DIRECTORY = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const ENCRYPTED = 1;
const [STORED, DEFLATED] = [0, 8];
/** XML entities allow "billion laughs" and reading server files; spreadsheets never write these declarations. */
const FORBIDDEN_DECLARATIONS = ['<!DOCTYPE', '<!ENTITY'] as const;
const OVERLAP = 16;
/** Links to other workbooks, and macros. */
const FORBIDDEN_PARTS = /^xl\/(externalLinks\/|vbaProject|macrosheets\/|ctrlProps\/)/i;

/** True for any ZIP archive. */
export const isWorkbook = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUInt32LE(0) === LOCAL;
/** The OLE container of .xls files and of encrypted workbooks. */
export const isOldWorkbook = (bytes: Buffer): boolean => bytes.length > 3 && bytes.readUInt32BE(0) === 0xd0cf11e0;

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly compressedSize: number;
  readonly at: number;
}

/**
 * Rejects malicious workbooks before they are parsed. Every part is decompressed once and counted, chunk by chunk, so
 * that a ZIP bomb does not fill the memory.
 * @throws TableUnreadableError, TableTooLargeError
 */
export async function assertSafeWorkbook(bytes: Buffer): Promise<void> {
  const entries = readDirectory(bytes);
  const paths = entries.map(({ path }) => path);
  if (paths.some((path) => FORBIDDEN_PARTS.test(path))) throw new TableUnreadableError('links');
  if (!paths.includes('xl/workbook.xml') || new Set(paths).size < paths.length)
    throw new TableUnreadableError('no_workbook');
  let unpacked = 0;
  for (const entry of entries) {
    if (!/\.(xml|rels|vml)$/i.test(entry.path)) continue;
    let tail = '';
    for await (const chunk of readEntry(bytes, entry)) {
      unpacked += chunk.length;
      if (unpacked > UNPACKED_MAX) throw new TableTooLargeError('unpacked', UNPACKED_MAX);
      // Removing NUL makes UTF-16 comparable.
      const text = tail + chunk.toString('latin1').replaceAll('\0', '');
      if (FORBIDDEN_DECLARATIONS.some((word) => text.includes(word))) throw new TableUnreadableError('entities');
      tail = text.slice(-OVERLAP);
    }
  }
}

async function* readEntry(bytes: Buffer, { method, compressedSize, at }: Entry): AsyncGenerator<Buffer> {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw new TableUnreadableError('no_workbook');
  const contentOffset = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  const content = bytes.subarray(contentOffset, contentOffset + compressedSize);
  if (method === STORED) return yield content;
  const inflate = createInflateRaw();
  inflate.end(content);
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof TableTooLargeError || error instanceof TableUnreadableError) throw error;
    throw new TableUnreadableError('no_workbook');
  } finally {
    inflate.destroy();
  }
}

function readDirectory(bytes: Buffer): Entry[] {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END_OF_DIRECTORY)
    throw new TableUnreadableError('no_workbook');
  const count = bytes.readUInt16LE(end + 10);
  if (count > ENTRIES_MAX) throw new TableUnreadableError('no_workbook');
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw new TableUnreadableError('no_workbook');
    const [name, extra, comment] = [28, 30, 32].map((position) => bytes.readUInt16LE(at + position)) as [
      number,
      number,
      number,
    ];
    const method = bytes.readUInt16LE(at + 10);
    if (bytes.readUInt16LE(at + 8) & ENCRYPTED) throw new TableUnreadableError('locked');
    if (method !== STORED && method !== DEFLATED) throw new TableUnreadableError('no_workbook');
    entries.push({
      path: bytes.subarray(at + 46, at + 46 + name).toString(),
      method,
      compressedSize: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}
