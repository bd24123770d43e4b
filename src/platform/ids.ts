import { randomFillSync } from 'node:crypto';

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
let lastMillisecond = 0;
let sequence = 0;

/**
 * UUIDv7 (RFC 9562 §5.7): sorts by creation; within one millisecond a 12-bit counter (method 1) keeps the order.
 * @param now milliseconds since 1970
 */
export function newId(now: number = Date.now()): string {
  if (now > lastMillisecond) {
    lastMillisecond = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastMillisecond += 1;
    sequence = 0;
  }
  const bytes = Buffer.allocUnsafe(16);
  randomFillSync(bytes, 8, 8);
  bytes.writeUIntBE(lastMillisecond, 0, 6);
  bytes.writeUInt16BE(0x7000 | sequence, 6);
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return idFromBytes(bytes);
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

export function idToBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function idFromBytes(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The smallest UUIDv7 of that millisecond: what was made since then is one stretch of an index on ids. */
export function firstIdAt(millisecond: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, millisecond), 0, 6);
  return bytes;
}
