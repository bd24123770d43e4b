/** Detects and validates PNG and JPEG images, because the PDF library trusts all lengths in a file. Pure. */
import { parsePng, type Png } from './png-image';

export type ImageFormat = 'png' | 'jpg';
export type ProbedImage = Png | Jpeg;
interface Jpeg {
  format: 'jpg';
  width: number;
  height: number;
  /** Without trailing bytes. */
  bytes: Buffer;
}

/** Baseline, extended and progressive: PDF readers do not support others. */
const SUPPORTED_FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
const UNSUPPORTED_FRAMES: ReadonlySet<number> = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
const [END, SCAN] = [0xd9, 0xda];

/** @returns null if it is neither or incomplete; the pixels of a PNG are not checked yet (png-image.ts) */
export const probeImage = (bytes: Buffer): ProbedImage | null => parsePng(bytes) ?? parseJpeg(bytes);

/** Checks all segments up to the end: one frame with the size, then scans. */
function parseJpeg(bytes: Buffer): Jpeg | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let size: { width: number; height: number } | null = null;
  let scans = 0;
  for (let at = 2; at + 2 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === END) return size && scans ? { format: 'jpg', ...size, bytes: bytes.subarray(0, at + 2) } : null;
    const length = at + 4 <= bytes.length ? bytes.readUInt16BE(at + 2) : 0;
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || marker === 0xff) return null;
    if (UNSUPPORTED_FRAMES.has(marker) || length < 2 || at + 2 + length > bytes.length) return null;
    if (SUPPORTED_FRAMES.has(marker)) {
      if (size || length < 8) return null;
      size = parseFrame(bytes.subarray(at + 4, at + 2 + length));
      if (!size) return null;
    }
    at += 2 + length;
    if (marker !== SCAN) continue;
    if (!size) return null;
    scans++;
    at = skipScan(bytes, at);
  }
  return null;
}

/** Eight bits per sample; grey, RGB or CMYK. */
function parseFrame(frame: Buffer): { width: number; height: number } | null {
  const [height, width] = [frame.readUInt16BE(1), frame.readUInt16BE(3)];
  return frame[0] === 8 && [1, 3, 4].includes(frame[5]!) && width > 0 && height > 0 ? { width, height } : null;
}

/** Index of the next marker outside of the scan data. */
function skipScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0 && at + 1 < bytes.length) {
    const next = bytes[at + 1]!;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2);
  }
  return bytes.length;
}
