import { deflateSync, inflateSync } from 'node:zlib';
import type { Headers } from './organisation';

export interface PngImage {
  width: number;
  height: number;
  bits: number;
  /** PNG colour type: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGBA. */
  colors: number;
  /** Uncompressed image data: each line starts with its filter byte. */
  lines: Buffer;
}

export function chunk(name: string, data: Buffer, length = data.length): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(length, 0);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

export function header({ width, height, bits, colors }: Omit<PngImage, 'lines'>): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, colors, 0, 0, 0], 8);
  return chunk('IHDR', head);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks]);
export const END = chunk('IEND', Buffer.alloc(0));

/** @param before chunks between the header and the pixels */
export const encodePng = (image: PngImage, ...before: Buffer[]): Buffer =>
  pngOf(header(image), ...before, chunk('IDAT', deflateSync(image.lines)), END);

/** A red square of `side` pixels. */
export function png(side: number): Buffer {
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([200, 30, 30]))]);
  const lines = Buffer.concat(Array.from({ length: side }, () => line));
  return encodePng({ width: side, height: side, bits: 8, colors: 2, lines });
}

/** Pixels of an 8-bit PNG without filters. */
export function decodePixels(bytes: Buffer): { alpha: boolean; lines: number[][] } {
  const [width, alpha] = [bytes.readUInt32BE(16), bytes[25] === 6];
  const at = bytes.indexOf('IDAT', 0, 'latin1');
  const packed = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const line = width * (alpha ? 4 : 3) + 1;
  const lines = Array.from({ length: packed.length / line }, (_, y) => [...packed.subarray(y * line, (y + 1) * line)]);
  return { alpha, lines: lines.map(([filter, ...pixels]) => (filter === 0 ? pixels : [])) };
}

/** Uploads a logo or a signature as an admin. */
export function uploadCertificateImage(
  { url }: { url: string },
  headers: Headers,
  slot: string,
  bytes: Buffer,
): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
  return fetch(`${url}/api/settings/certificates/images/${slot}`, { method: 'PUT', headers, body });
}
