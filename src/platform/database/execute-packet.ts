const EXECUTE = 0x17;
const ONCE = 1;
const TYPES_FOLLOW = 1;
/** Wire types (MySQL's protocol, COM_STMT_EXECUTE). */
const [DOUBLE, NULL, LONGLONG, BLOB, TEXT] = [0x05, 0x06, 0x08, 0xfc, 0xfd];
/** Head of a packet, command, statement, flags, repetitions. */
const FIXED = 14;
const HEAD = 4;
const TWO_TO_32 = 4_294_967_296;

/** A packet as mysql2's connections send it. */
export interface Sent {
  readonly buffer: Buffer;
  length(): number;
  writeHeader(sequenceId: number): void;
}

/** A prepared statement with its values: whole numbers as such, others as fractions. mysql2 writes the former as BigInt. */
export function executing(statement: number, values: readonly unknown[]): Sent {
  const lengths = values.map(bytesOf);
  const nulls = (values.length + 7) >> 3;
  let length = FIXED + (values.length ? nulls + 1 + 2 * values.length : 0);
  for (let at = 0; at < lengths.length; at++) length += lengths[at]! + lengthOfLength(values[at], lengths[at]!);
  const buffer = Buffer.allocUnsafe(length);
  buffer[HEAD] = EXECUTE;
  buffer.writeUInt32LE(statement, HEAD + 1);
  buffer[HEAD + 5] = 0;
  buffer.writeUInt32LE(ONCE, HEAD + 6);
  if (values.length) writeValues(buffer, values, lengths, nulls);
  return {
    buffer,
    length: () => length,
    writeHeader(sequenceId) {
      buffer.writeUIntLE(length - HEAD, 0, 3);
      buffer[3] = sequenceId;
    },
  };
}

function writeValues(buffer: Buffer, values: readonly unknown[], lengths: readonly number[], nulls: number): void {
  buffer.fill(0, FIXED, FIXED + nulls);
  let type = FIXED + nulls;
  buffer[type++] = TYPES_FOLLOW;
  let at = type + 2 * values.length;
  for (const [number, value] of values.entries()) {
    buffer[type] = typeOf(value);
    buffer[type + 1] = 0;
    type += 2;
    if (value === null) buffer[FIXED + (number >> 3)]! |= 1 << (number & 7);
    else if (typeof value === 'number') at = writeNumber(buffer, value, at);
    else {
      const bytes = lengths[number]!;
      at = writeLength(buffer, bytes, at);
      if (typeof value === 'string') buffer.write(value, at, bytes, 'utf8');
      else buffer.set(value as Uint8Array, at);
      at += bytes;
    }
  }
}

const bytesOf = (value: unknown): number =>
  value === null
    ? 0
    : typeof value === 'number'
      ? 8
      : typeof value === 'string'
        ? Buffer.byteLength(value, 'utf8')
        : (value as Uint8Array).length;

function typeOf(value: unknown): number {
  if (value === null) return NULL;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? LONGLONG : DOUBLE;
  return typeof value === 'string' ? TEXT : BLOB;
}

function writeNumber(buffer: Buffer, value: number, at: number): number {
  if (!Number.isSafeInteger(value)) return buffer.writeDoubleLE(value, at);
  buffer.writeUInt32LE(value >>> 0, at);
  return buffer.writeInt32LE(Math.floor(value / TWO_TO_32), at + 4);
}

/** Texts and bytes are preceded by how many there are of them. */
function lengthOfLength(value: unknown, bytes: number): number {
  if (value === null || typeof value === 'number') return 0;
  if (bytes < 0xfb) return 1;
  if (bytes <= 0xffff) return 3;
  return bytes <= 0xffffff ? 4 : 9;
}

function writeLength(buffer: Buffer, bytes: number, at: number): number {
  if (bytes < 0xfb) return buffer.writeUInt8(bytes, at);
  if (bytes <= 0xffff) return buffer.writeUInt16LE(bytes, buffer.writeUInt8(0xfc, at));
  if (bytes <= 0xffffff) return buffer.writeUIntLE(bytes, buffer.writeUInt8(0xfd, at), 3);
  return buffer.writeBigUInt64LE(BigInt(bytes), buffer.writeUInt8(0xfe, at));
}
