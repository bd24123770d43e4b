/** Tells a PNG or JPEG by its content, and how large the picture is: what draws pages trusts every length it reads. Pure. */
import { pngOf, type Png } from './png-picture';

export type ImageFormat = 'png' | 'jpg';
export type ProbedImage = Png | Jpeg;
interface Jpeg {
  format: 'jpg';
  width: number;
  height: number;
  /** Without what stands behind its end. */
  bytes: Buffer;
}

/** Baseline, extended and progressive: the others draw no reader of a PDF. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const OTHER_FRAMES: ReadonlySet<number> = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const [END, SCAN] = [0xd9, 0xda];

/** null: it is neither, or not whole. Of a PNG the pixels are unread still (png-picture.ts). */
export const probedImage = (bytes: Buffer): ProbedImage | null => pngOf(bytes) ?? jpegOf(bytes);

/** Segment by segment to the end; one frame, which says the size, and a scan behind it. */
function jpegOf(bytes: Buffer): Jpeg | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === END) return size && scans ? { format: 'jpg', ...size, bytes: bytes.subarray(0, at + 2) } : null;
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || marker === 0xff) return null;
    if (OTHER_FRAMES.has(marker) || length < 2 || at + 2 + length > bytes.length) return null;
    if (FRAMES.has(marker)) {
      if (size || length < 8) return null;
      size = frameOf(bytes.subarray(at + 4, at + 2 + length));
      if (!size) return null;
    }
    at += 2 + length;
    if (marker !== SCAN) continue;
    if (!size) return null;
    scans++;
    at = scanned(bytes, at);
  }
  return null;
}

/** Eight bits, and grey, colours or those of print. */
function frameOf(frame: Buffer): { width: number; height: number } | null {
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
  return frame[0] === 8 && [1, 3, 4].includes(frame[5]!) && width > 0 && height > 0 ? { width, height } : null;
}

/** Where the next marker stands that is no part of a scan. */
function scanned(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2);
  }
  return bytes.length;
}
