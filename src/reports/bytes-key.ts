/** Sixteen bytes of an id as a text of sixteen letters: the cheapest key of a Map, with no UUID text in between. */
export function bytesKey(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return buffer.toString('latin1', 0, 16);
}
