import type { Bytes } from './stored-bytes';

/**
 * Reads from an MP4 how long it is: `moov/mvhd`, or `moov/mvex/mehd` where it was written in fragments. Boxes are walked
 * by their headers, so `moov` may stand at the end of two gigabytes.
 */
interface Box {
  type: string;
  /** Where its content begins and where it ends, in bytes of the file. */
  from: number;
  to: number;
}

const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia', 'mvex']);
const BOXES_MAX = 10_000;
const BRANDS: ReadonlySet<string> = new Set([
  'isom',
  'iso2',
  'iso3',
  'iso4',
  'iso5',
  'iso6',
  'iso7',
  'iso8',
  'iso9',
  'mp41',
  'mp42',
  'avc1',
  'M4V ',
  'M4VH',
  'M4VP',
  'dash',
  'MSNV',
  'mp4v',
]);

/** By its first bytes: a file type box with a brand that browsers play. @param head at least the first 16 bytes */
export function looksLikeMp4(head: Buffer): boolean {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  for (let at = 8; at + 4 <= end; at += 4) {
    if (at !== 12 && BRANDS.has(head.toString('latin1', at, at + 4))) return true;
  }
  return false;
}

/** Milliseconds; null where the file is cut off, has no picture, or does not say how long it is. */
export async function mp4Duration(file: Bytes, size: number): Promise<number | null> {
  const state = { left: BOXES_MAX, duration: 0, fragments: 0, scale: 0, picture: false };
  const complete = await walk({ type: '', from: 0, to: size });
  if (!complete || !state.picture || !state.scale) return null;
  const duration = state.duration || state.fragments;
  const milliseconds = Math.round((duration * 1000) / state.scale);
  return Number.isSafeInteger(milliseconds) && milliseconds > 0 ? milliseconds : null;

  /** false: a box claims more than there is, so the upload is not the whole file. */
  async function walk(parent: Box): Promise<boolean> {
    for (let at = parent.from; at + 8 <= parent.to;) {
      if (state.left-- <= 0) return false;
      const box = await boxAt(at, parent.to);
      if (!box) return false;
      if (CONTAINERS.has(box.type)) {
        if (!(await walk(box))) return false;
      } else await look(box);
      at = box.to;
    }
    return true;
  }

  async function boxAt(at: number, end: number): Promise<Box | null> {
    const header = await read(at, 16);
    const type = header.toString('latin1', 4, 8);
    const short = header.readUInt32BE(0);
    if (short === 0) return { type, from: at + 8, to: end };
    const long = short === 1;
    const length = long ? Number(header.readBigUInt64BE(8)) : short;
    const head = long ? 16 : 8;
    if (length < head || at + length > end) return null;
    return { type, from: at + head, to: at + length };
  }

  async function look({ type, from, to }: Box): Promise<void> {
    if (type === 'mvhd' && to - from >= 20) {
      const content = await read(from, 32);
      const long = content[0] === 1;
      state.scale = content.readUInt32BE(long ? 20 : 12);
      state.duration = long ? known(content.readBigUInt64BE(24)) : known(content.readUInt32BE(16));
    } else if (type === 'mehd' && to - from >= 8) {
      const content = await read(from, 12);
      state.fragments = content[0] === 1 ? known(content.readBigUInt64BE(4)) : known(content.readUInt32BE(4));
    } else if (type === 'hdlr' && to - from >= 12) {
      if ((await read(from + 8, 4)).toString('latin1', 0, 4) === 'vide') state.picture = true;
    }
  }

  /** Zeros stand for what lies beyond the end. */
  async function read(at: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    await file.read(buffer, 0, length, at);
    return buffer;
  }
}

/** All ones mean "not known". */
function known(duration: number | bigint): number {
  const value = Number(duration);
  return value >= 0xffff_ffff && (typeof duration === 'number' || duration === 0xffff_ffff_ffff_ffffn) ? 0 : value;
}
