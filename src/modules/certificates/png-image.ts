/**
 * Parses untrusted PNGs and re-encodes them as 8-bit RGB or RGBA: the PDF library trusts all lengths, inflates without
 * a limit, throws outside of our error handling, and misreads some palettes. Pure.
 */
import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { yieldToEventLoop } from '../../common/event-loop';
import { predictPngByte, MAX_PNG_FILTER } from '../../common/png-filter';

export interface Png {
  format: 'png';
  width: number;
  height: number;
  bits: number;
  colors: Colors;
  palette: Buffer | null;
  transparent: Buffer | null;
  /** Compressed parts. */
  data: readonly Buffer[];
}
type Colors = 0 | 2 | 3 | 4 | 6;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [GREY, RGB, INDEXED, RGBA] = [0, 2, 3, 6];
/** Samples per pixel and allowed bit depths, by colour type. */
const COLOR_TYPES: Readonly<Record<Colors, { samples: number; bits: readonly number[] }>> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
};
/** Lines between two yields to the event loop. */
const LINES_PER_YIELD = 4;
const inflateAsync = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);
const deflateAsync = promisify<Buffer, Buffer>(deflate);

interface Chunk {
  name: string;
  data: Buffer;
}

/** @returns null if it is no PNG, incomplete or interlaced */
export function parsePng(bytes: Buffer): Png | null {
  const chunks = bytes.subarray(0, 8).equals(SIGNATURE) ? parseChunks(bytes) : null;
  if (!chunks) return null;
  const [head] = chunks;
  const indexesOf = (name: string) => chunks.flatMap((pngChunk, n) => (pngChunk.name === name ? [n] : []));
  const [heads, palettes, transparents, data] = [
    indexesOf('IHDR'),
    indexesOf('PLTE'),
    indexesOf('tRNS'),
    indexesOf('IDAT'),
  ];
  const isTogether = data.length > 0 && data.every((n, nth) => n === data[0]! + nth);
  if (head?.name !== 'IHDR' || head.data.length !== 13 || heads.length !== 1 || !isTogether) return null;
  if ([...palettes, ...transparents].some((n) => n > data[0]!) || palettes.length > 1 || transparents.length > 1)
    return null;
  const [bits, colors, ...methods] = head.data.subarray(8);
  const png: Png = {
    format: 'png',
    width: head.data.readUInt32BE(0),
    height: head.data.readUInt32BE(4),
    bits: bits!,
    colors: colors as Colors,
    palette: chunks[palettes[0] ?? -1]?.data ?? null,
    transparent: chunks[transparents[0] ?? -1]?.data ?? null,
    data: data.map((n) => chunks[n]!.data),
  };
  return methods.every((method) => method === 0) && isValid(png) ? png : null;
}

/** @returns null if a length exceeds the file or the end is missing */
function parseChunks(bytes: Buffer): Chunk[] | null {
  const chunks: Chunk[] = [];
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (length > bytes.length - at - 12) return null;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') return chunks;
    chunks.push({ name, data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return null;
}

function isValid({ width, height, bits, colors, palette, transparent }: Png): boolean {
  if (width === 0 || height === 0 || !COLOR_TYPES[colors]?.bits.includes(bits)) return false;
  if (colors === INDEXED && (!palette?.length || palette.length % 3 !== 0 || palette.length > 768)) return false;
  if (!transparent) return true;
  if (colors === INDEXED) return transparent.length <= palette!.length / 3;
  return (colors === GREY || colors === RGB) && transparent.length === COLOR_TYPES[colors].samples * 2;
}

/** @returns the re-encoded image; null if the pixels do not match the header */
export async function reencodePng(png: Png): Promise<Buffer | null> {
  const { width, height, bits, colors } = png;
  const pixelBytes = Math.max(1, (COLOR_TYPES[colors].samples * bits) >> 3);
  const lineBytes = Math.ceil((width * COLOR_TYPES[colors].samples * bits) / 8);
  const expectedBytes = (lineBytes + 1) * height;
  const filtered = await inflateAsync(Buffer.concat(png.data), { maxOutputLength: expectedBytes }).catch(() => null);
  if (filtered?.length !== expectedBytes) return null;
  for (let y = 0; y < height; y++) if (filtered[y * (lineBytes + 1)]! > MAX_PNG_FILTER) return null;
  const pixels = await toRgba(png, await unfilter(filtered, lineBytes, pixelBytes));
  return pixels && encodePng(width, height, pixels, (y) => filtered[y * (lineBytes + 1)]!);
}

async function unfilter(filtered: Buffer, lineBytes: number, pixelBytes: number): Promise<Buffer> {
  const height = filtered.length / (lineBytes + 1);
  const plain = Buffer.alloc(lineBytes * height);
  await eachLine(height, (y) => {
    const filter = filtered[y * (lineBytes + 1)]!;
    const from = y * (lineBytes + 1) + 1;
    const to = y * lineBytes;
    for (let x = 0; x < lineBytes; x++)
      plain[to + x] = filtered[from + x]! + predict(plain, filter, to, x, lineBytes, pixelBytes);
  });
  return plain;
}

/** Yields to the event loop between lines. */
async function eachLine(height: number, work: (y: number) => void): Promise<void> {
  for (let y = 0; y < height; y++) {
    work(y);
    if (y % LINES_PER_YIELD === 0) await yieldToEventLoop();
  }
}

/** Pixels outside of the image count as 0. */
function predict(plain: Buffer, filter: number, to: number, x: number, lineBytes: number, pixelBytes: number): number {
  if (filter === 0) return 0;
  const left = x >= pixelBytes ? plain[to + x - pixelBytes]! : 0;
  const above = to > 0 ? plain[to + x - lineBytes]! : 0;
  const upperLeft = to > 0 && x >= pixelBytes ? plain[to + x - lineBytes - pixelBytes]! : 0;
  return predictPngByte(filter, left, above, upperLeft);
}

/** RGBA, four bytes per pixel; null if a pixel exceeds the palette. */
async function toRgba(png: Png, plain: Buffer): Promise<Buffer | null> {
  const { width, height, bits, colors, palette, transparent } = png;
  const { samples } = COLOR_TYPES[colors];
  const lineBytes = plain.length / height;
  const maxSample = 2 ** bits - 1;
  const sample = (y: number, n: number): number => {
    if (bits === 16) return plain.readUInt16BE(y * lineBytes + n * 2);
    return (plain[y * lineBytes + ((n * bits) >> 3)]! >> (8 - bits - ((n * bits) & 7))) & maxSample;
  };
  const byte = (value: number) => (bits === 16 ? value >> 8 : bits === 8 ? value : (value * 255) / maxSample);
  const transparentColor = colors === INDEXED || !transparent ? null : parseTransparentColor(transparent);
  const pixels = Buffer.alloc(width * height * 4);
  const isColored = colors === RGB || colors === RGBA;
  const hasAlpha = samples === 2 || samples === 4;
  let isKnown = true;
  await eachLine(height, (y) => {
    for (let x = 0, to = y * width * 4; x < width; x++, to += 4) {
      const first = sample(y, x * samples);
      if (colors === INDEXED) {
        isKnown &&= first * 3 < palette!.length;
        for (let n = 0; n < 3; n++) pixels[to + n] = palette![first * 3 + n]!;
        pixels[to + 3] = transparent?.[first] ?? 255;
        continue;
      }
      const second = isColored ? sample(y, x * samples + 1) : first;
      const third = isColored ? sample(y, x * samples + 2) : first;
      pixels[to] = byte(first);
      pixels[to + 1] = byte(second);
      pixels[to + 2] = byte(third);
      const isHidden =
        transparentColor &&
        first === transparentColor[0] &&
        second === transparentColor.at(-2) &&
        third === transparentColor.at(-1);
      pixels[to + 3] = hasAlpha ? byte(sample(y, x * samples + samples - 1)) : isHidden ? 0 : 255;
    }
  });
  return isKnown ? pixels : null;
}

/** The transparent colour as three samples. */
function parseTransparentColor(transparent: Buffer): number[] {
  const samples = Array.from({ length: transparent.length / 2 }, (_, n) => transparent.readUInt16BE(n * 2));
  return samples.length === 1 ? [samples[0]!, samples[0]!, samples[0]!] : samples;
}

/** Keeps the filter of each line, which the original encoder chose for its content. */
async function encodePng(
  width: number,
  height: number,
  pixels: Buffer,
  filterOf: (y: number) => number,
): Promise<Buffer> {
  const isOpaque = await isFullyOpaque(width, height, pixels);
  const pixelBytes = isOpaque ? 3 : 4;
  const plain = isOpaque ? await dropAlpha(width, height, pixels) : pixels;
  const lineBytes = width * pixelBytes;
  const filtered = Buffer.alloc((lineBytes + 1) * height);
  await eachLine(height, (y) => {
    const filter = filterOf(y);
    const from = y * lineBytes;
    const to = y * (lineBytes + 1) + 1;
    filtered[to - 1] = filter;
    for (let x = 0; x < lineBytes; x++)
      filtered[to + x] = plain[from + x]! - predict(plain, filter, from, x, lineBytes, pixelBytes);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, isOpaque ? RGB : RGBA], 8);
  const parts = [
    createChunk('IHDR', head),
    createChunk('IDAT', await deflateAsync(filtered)),
    createChunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([SIGNATURE, ...parts]);
}

async function isFullyOpaque(width: number, height: number, pixels: Buffer): Promise<boolean> {
  let isOpaque = true;
  await eachLine(height, (y) => {
    for (let x = y * width; x < (y + 1) * width; x++) isOpaque &&= pixels[x * 4 + 3] === 255;
  });
  return isOpaque;
}

async function dropAlpha(width: number, height: number, pixels: Buffer): Promise<Buffer> {
  const plain = Buffer.alloc(width * height * 3);
  await eachLine(height, (y) => {
    for (let x = y * width; x < (y + 1) * width; x++) for (let n = 0; n < 3; n++) plain[x * 3 + n] = pixels[x * 4 + n]!;
  });
  return plain;
}

function createChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const lengthAndChecksum = Buffer.alloc(8);
  lengthAndChecksum.writeUInt32BE(data.length, 0);
  lengthAndChecksum.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([lengthAndChecksum.subarray(0, 4), body, lengthAndChecksum.subarray(4)]);
}
