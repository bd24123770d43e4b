/** 16 id bytes as a latin1 string: a Map key without the cost of formatting a UUID. */
export function bytesKey(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('latin1', 0, 16);
}
