/**
 * Strangers' PNGs, read without trust and written anew: what draws pages believes every length, inflates without a limit,
 * throws where nobody catches it, and reads some palettes wrongly. What is kept is eight bits of RGB, or RGBA. Pure.
 */
import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { yieldToEventLoop } from '../platform/event-loop';
import { expected, LAST_FILTER } from '../platform/png-filter';

export interface Png {
  format: 'png';
  width: number;
  height: number;
  bits: number;
  colors: Colors;
  palette: Buffer | null;
  transparent: Buffer | null;
  /** Its parts, deflated. */
  data: readonly Buffer[];
}
type Colors = 0 | 2 | 3 | 4 | 6;

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const [GREY, RGB, INDEXED, RGBA] = [0, 2, 3, 6];
/** By the kind of its colours: how many samples a pixel has, and of how many bits. */
const KINDS: Readonly<Record<Colors, { samples: number; bits: readonly number[] }>> = {
  0: { samples: 1, bits: [1, 2, 4, 8, 16] },
  2: { samples: 3, bits: [8, 16] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8, 16] },
  6: { samples: 4, bits: [8, 16] },
};
/** Lines between two looks at the clock. */
const LINES = 4;
const inflated = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);
const deflated = promisify<Buffer, Buffer>(deflate);

interface Chunk {
  name: string;
  data: Buffer;
}

/** null: it is none, not whole, or interlaced. */
export function pngOf(bytes: Buffer): Png | null {
  const chunks = bytes.subarray(0, 8).equals(SIGNATURE) ? chunksOf(bytes) : null;
  if (!chunks) return null;
  const [head] = chunks;
  const at = (name: string) => chunks.flatMap((chunk, n) => (chunk.name === name ? [n] : []));
  const [heads, palettes, transparents, data] = [at('IHDR'), at('PLTE'), at('tRNS'), at('IDAT')];
  const isTogether = data.length > 0 && data.every((n, nth) => n === data[0]! + nth);
  if (head?.name !== 'IHDR' || head.data.length !== 13 || heads.length !== 1 || !isTogether) return null;
  if ([...palettes, ...transparents].some((n) => n > data[0]!) || palettes.length > 1 || transparents.length > 1)
    return null;
  const [bits, colors, ...methods] = head.data.subarray(8);
  const png: Png = {
    ...{ format: 'png', width: head.data.readUInt32BE(0), height: head.data.readUInt32BE(4) },
    ...{ bits: bits!, colors: colors as Colors },
    palette: chunks[palettes[0] ?? -1]?.data ?? null,
    transparent: chunks[transparents[0] ?? -1]?.data ?? null,
    data: data.map((n) => chunks[n]!.data),
  };
  return methods.every((method) => method === 0) && isSound(png) ? png : null;
}

/** Up to its end; null: a length leads out of the file, or there is no end. */
function chunksOf(bytes: Buffer): Chunk[] | null {
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

function isSound({ width, height, bits, colors, palette, transparent }: Png): boolean {
  if (width === 0 || height === 0 || !KINDS[colors]?.bits.includes(bits)) return false;
  if (colors === INDEXED && (!palette?.length || palette.length % 3 !== 0 || palette.length > 768)) return false;
  if (!transparent) return true;
  if (colors === INDEXED) return transparent.length <= palette!.length / 3;
  return (colors === GREY || colors === RGB) && transparent.length === KINDS[colors].samples * 2;
}

/** The same picture as a file of our own; null: its pixels are not what its head says. */
export async function plainPng(png: Png): Promise<Buffer | null> {
  const { width, height, bits, colors } = png;
  const around = Math.max(1, (KINDS[colors].samples * bits) >> 3);
  const line = Math.ceil((width * KINDS[colors].samples * bits) / 8);
  const bytes = (line + 1) * height;
  const packed = await inflated(Buffer.concat(png.data), { maxOutputLength: bytes }).catch(() => null);
  if (packed?.length !== bytes) return null;
  for (let y = 0; y < height; y++) if (packed[y * (line + 1)]! > LAST_FILTER) return null;
  const pixels = await pixelsOf(png, await unfiltered(packed, line, around));
  return pixels && written(width, height, pixels, (y) => packed[y * (line + 1)]!);
}

/** Line by line, as whatever takes long here. */
async function unfiltered(packed: Buffer, line: number, around: number): Promise<Buffer> {
  const height = packed.length / (line + 1);
  const plain = Buffer.alloc(line * height);
  await eachLine(height, (y) => {
    const filter = packed[y * (line + 1)]!;
    const from = y * (line + 1) + 1;
    const to = y * line;
    for (let x = 0; x < line; x++) plain[to + x] = packed[from + x]! + guess(plain, filter, to, x, line, around);
  });
  return plain;
}

/** Other requests run in between. */
async function eachLine(height: number, work: (y: number) => void): Promise<void> {
  for (let y = 0; y < height; y++) {
    work(y);
    if (y % LINES === 0) await yieldToEventLoop();
  }
}

/** Beyond the picture's edge is nothing. */
function guess(plain: Buffer, filter: number, to: number, x: number, line: number, around: number): number {
  if (filter === 0) return 0;
  const left = x >= around ? plain[to + x - around]! : 0;
  const above = to > 0 ? plain[to + x - line]! : 0;
  const corner = to > 0 && x >= around ? plain[to + x - line - around]! : 0;
  return expected(filter, left, above, corner);
}

/** Four bytes each; null: a pixel has a colour that the palette has not. */
async function pixelsOf(png: Png, plain: Buffer): Promise<Buffer | null> {
  const { width, height, bits, colors, palette, transparent } = png;
  const { samples } = KINDS[colors];
  const line = plain.length / height;
  const most = 2 ** bits - 1;
  const sample = (y: number, n: number): number => {
    if (bits === 16) return plain.readUInt16BE(y * line + n * 2);
    return (plain[y * line + ((n * bits) >> 3)]! >> (8 - bits - ((n * bits) & 7))) & most;
  };
  const byte = (value: number) => (bits === 16 ? value >> 8 : bits === 8 ? value : (value * 255) / most);
  const hidden = colors === INDEXED || !transparent ? null : wordsOf(transparent);
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
      const isHidden = hidden && first === hidden[0] && second === hidden.at(-2) && third === hidden.at(-1);
      pixels[to + 3] = hasAlpha ? byte(sample(y, x * samples + samples - 1)) : isHidden ? 0 : 255;
    }
  });
  return isKnown ? pixels : null;
}

/** The one colour that is not shown, as three samples. */
function wordsOf(transparent: Buffer): number[] {
  const words = Array.from({ length: transparent.length / 2 }, (_, n) => transparent.readUInt16BE(n * 2));
  return words.length === 1 ? [words[0]!, words[0]!, words[0]!] : words;
}

/** Each line is filtered as it came: whoever drew the picture chose it for what it shows. */
async function written(
  width: number,
  height: number,
  pixels: Buffer,
  filterOf: (y: number) => number,
): Promise<Buffer> {
  const isOpaque = await hasNoHole(width, height, pixels);
  const around = isOpaque ? 3 : 4;
  const plain = isOpaque ? await withoutAlpha(width, height, pixels) : pixels;
  const line = width * around;
  const packed = Buffer.alloc((line + 1) * height);
  await eachLine(height, (y) => {
    const filter = filterOf(y);
    const from = y * line;
    const to = y * (line + 1) + 1;
    packed[to - 1] = filter;
    for (let x = 0; x < line; x++) packed[to + x] = plain[from + x]! - guess(plain, filter, from, x, line, around);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, isOpaque ? RGB : RGBA], 8);
  const parts = [chunk('IHDR', head), chunk('IDAT', await deflated(packed)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...parts]);
}

async function hasNoHole(width: number, height: number, pixels: Buffer): Promise<boolean> {
  let isOpaque = true;
  await eachLine(height, (y) => {
    for (let x = y * width; x < (y + 1) * width; x++) isOpaque &&= pixels[x * 4 + 3] === 255;
  });
  return isOpaque;
}

async function withoutAlpha(width: number, height: number, pixels: Buffer): Promise<Buffer> {
  const plain = Buffer.alloc(width * height * 3);
  await eachLine(height, (y) => {
    for (let x = y * width; x < (y + 1) * width; x++) for (let n = 0; n < 3; n++) plain[x * 3 + n] = pixels[x * 4 + n]!;
  });
  return plain;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}
