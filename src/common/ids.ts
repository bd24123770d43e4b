import { randomBytes } from 'node:crypto';

export const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** RFC 9562 §4.1: the variant bits. */
const VARIANT_DIGITS = ['8', '9', 'a', 'b'] as const;
let lastMillisecond = 0;
let sequence = 0;

/**
 * Creates a UUIDv7 (RFC 9562 §5.7), which sorts by creation time. A 12-bit counter (method 1) keeps the order within
 * one millisecond. @param now milliseconds since 1970
 */
export function newId(now: number = Date.now()): string {
  if (now > lastMillisecond) {
    lastMillisecond = now;
    sequence = 0;
  } else if (++sequence > 0xfff) {
    lastMillisecond += 1;
    sequence = 0;
  }
  const time = lastMillisecond.toString(16).padStart(12, '0');
  const random = randomBytes(8).toString('hex');
  const variant = VARIANT_DIGITS[Number.parseInt(random[0]!, 16) & 3]!;
  return `${time.slice(0, 8)}-${time.slice(8)}-${(0x7000 | sequence).toString(16)}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
}

/** @public for test files that share one process. */
export function resetIdSequence(): void {
  lastMillisecond = 0;
  sequence = 0;
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID_PATTERN.test(value);
}

export function idToBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

export function idFromBytes(bytes: Uint8Array): string {
  const hex = (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).toString(
    'hex',
  );
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The smallest UUIDv7 of that millisecond: a lower bound for "created since" on an index of ids. */
export function smallestIdAt(millisecond: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(Math.max(0, millisecond), 0, 6);
  return bytes;
}
