import { deflateSync, inflateSync } from 'node:zlib';
import type { Headers } from './organisation';

export interface Drawing {
  width: number;
  height: number;
  bits: number;
  /** As PNG numbers them: 0 grey, 2 RGB, 3 by a palette, 4 grey with alpha, 6 RGBA. */
  colors: number;
  /** What is deflated: each line with its filter before it. */
  lines: Buffer;
}

export function chunk(name: string, data: Buffer, length = data.length): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(length, 0);
  return Buffer.concat([around.subarray(0, 4), body, around.subarray(4)]);
}

export function header({ width, height, bits, colors }: Omit<Drawing, 'lines'>): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, colors, 0, 0, 0], 8);
  return chunk('IHDR', head);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
export const pngOf = (...chunks: Buffer[]): Buffer => Buffer.concat([SIGNATURE, ...chunks]);
export const END = chunk('IEND', Buffer.alloc(0));

/** @param before chunks between its head and its pixels */
export const drawn = (drawing: Drawing, ...before: Buffer[]): Buffer =>
  pngOf(header(drawing), ...before, chunk('IDAT', deflateSync(drawing.lines)), END);

/** Red, `side` pixels wide and high. */
export function png(side: number): Buffer {
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([200, 30, 30]))]);
  const lines = Buffer.concat(Array.from({ length: side }, () => line));
  return drawn({ width: side, height: side, bits: 8, colors: 2, lines });
}

/** What a PNG of eight bits shows, none of whose lines is filtered. */
export function pixelsOf(bytes: Buffer): { alpha: boolean; lines: number[][] } {
  const [width, alpha] = [bytes.readUInt32BE(16), bytes[25] === 6];
  const at = bytes.indexOf('IDAT', 0, 'latin1');
  const packed = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const line = width * (alpha ? 4 : 3) + 1;
  const lines = Array.from({ length: packed.length / line }, (_, y) => [...packed.subarray(y * line, (y + 1) * line)]);
  return { alpha, lines: lines.map(([filter, ...pixels]) => (filter === 0 ? pixels : [])) };
}

/** An admin sends a logo, or a signature. */
export function picture({ url }: { url: string }, headers: Headers, place: string, bytes: Buffer): Promise<Response> {
  const body = new FormData();
  body.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
  return fetch(`${url}/api/settings/certificates/images/${place}`, { method: 'PUT', headers, body });
}
