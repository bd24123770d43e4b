import { Readable, pipeline } from 'node:stream';
import { createDeflateRaw, crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly path: string;
  readonly chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

const UTF8_WITH_DATA_DESCRIPTOR = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980: equal content gives equal files. */
const FIXED_DATE = 0x0021;
const SIZE_MAX = 0xffff_ffff;

/** Streams a ZIP archive: entries are deflated chunk by chunk in zlib's threads and never held in memory as a whole. */
export async function* createZip(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const { path, chunks } of entries) {
    const name = Buffer.from(path);
    const entryOffset = at;
    const head = localHeader(name);
    at += head.length;
    yield head;
    const totals = { crc: 0, size: 0 };
    let compressedSize = 0;
    for await (const chunk of deflateChunks(chunks, totals)) {
      compressedSize += chunk.length;
      yield chunk;
    }
    at += compressedSize;
    if (at > SIZE_MAX || totals.size > SIZE_MAX) throw new Error(`${path}: ZIP archives above 4 GB are not supported`);
    const sizes = sizesOf(totals.crc, compressedSize, totals.size);
    const dataDescriptor = Buffer.concat([u32(0x08074b50), sizes]);
    at += dataDescriptor.length;
    yield dataDescriptor;
    directory.push(centralHeader(name, sizes, entryOffset));
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([directoryBytes, end]);
}

async function* deflateChunks(
  chunks: ZipEntry['chunks'],
  totals: { crc: number; size: number },
): AsyncGenerator<Uint8Array> {
  async function* countChunks() {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk);
      totals.crc = crc32(bytes, totals.crc);
      totals.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw();
  // An error in the source is raised by the loop below.
  pipeline(Readable.from(countChunks()), deflate, () => undefined);
  yield* deflate as AsyncIterable<Uint8Array>;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const sizesOf = (crc: number, compressedSize: number, size: number): Buffer =>
  Buffer.concat([u32(crc), u32(compressedSize), u32(size)]);

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  writeCommonFields(head, 4);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function centralHeader(name: Buffer, sizes: Buffer, entryOffset: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  writeCommonFields(head, 6);
  sizes.copy(head, 16);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(entryOffset, 42);
  return Buffer.concat([head, name]);
}

function writeCommonFields(head: Buffer, at: number): void {
  head.writeUInt16LE(VERSION, at);
  head.writeUInt16LE(UTF8_WITH_DATA_DESCRIPTOR, at + 2);
  head.writeUInt16LE(DEFLATED, at + 4);
  head.writeUInt16LE(FIXED_DATE, at + 8);
}
