import { Readable, pipeline } from 'node:stream';
import { createDeflateRaw, crc32 } from 'node:zlib';

export interface ZipEntry {
  readonly path: string;
  readonly pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

const UTF8_AND_SIZES_BEHIND = 0x0808;
const DEFLATED = 8;
const VERSION = 20;
/** 1 January 1980: the same content is the same file. */
const NO_DATE = 0x0021;
const MOST = 0xffff_ffff;

/** A ZIP whose entries are deflated as they come (in threads of their own): what they hold is never in memory as a whole. */
export async function* zipped(entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let at = 0;
  for await (const { path, pieces } of entries) {
    const name = Buffer.from(path);
    const begin = at;
    const head = local(name);
    at += head.length;
    yield head;
    const counted = { crc: 0, size: 0 };
    let packed = 0;
    for await (const piece of deflated(pieces, counted)) {
      packed += piece.length;
      yield piece;
    }
    at += packed;
    if (at > MOST || counted.size > MOST) throw new Error(`${path}: a ZIP of more than 4 GB`);
    const sizes = sizesOf(counted.crc, packed, counted.size);
    const behind = Buffer.concat([u32(0x08074b50), sizes]);
    at += behind.length;
    yield behind;
    directory.push(central(name, sizes, begin));
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  yield Buffer.concat([list, end]);
}

async function* deflated(
  pieces: ZipEntry['pieces'],
  counted: { crc: number; size: number },
): AsyncGenerator<Uint8Array> {
  async function* told() {
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      counted.crc = crc32(bytes, counted.crc);
      counted.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw();
  // What fails in between ends the reading below with its error.
  pipeline(Readable.from(told()), deflate, () => undefined);
  yield* deflate as AsyncIterable<Uint8Array>;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const sizesOf = (crc: number, packed: number, size: number): Buffer =>
  Buffer.concat([u32(crc), u32(packed), u32(size)]);

function local(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  common(head, 4);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function central(name: Buffer, sizes: Buffer, begin: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(VERSION, 4);
  common(head, 6);
  sizes.copy(head, 16);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(begin, 42);
  return Buffer.concat([head, name]);
}

function common(head: Buffer, at: number): void {
  head.writeUInt16LE(VERSION, at);
  head.writeUInt16LE(UTF8_AND_SIZES_BEHIND, at + 2);
  head.writeUInt16LE(DEFLATED, at + 4);
  head.writeUInt16LE(NO_DATE, at + 8);
}
