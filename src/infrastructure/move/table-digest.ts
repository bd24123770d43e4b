import { createHash } from 'node:crypto';

const MODULUS = 2n ** 128n;

/** A checksum of rows, independent of their order and of the database engine. */
export class TableDigest {
  rows = 0;
  private sum = 0n;

  add(row: readonly unknown[]): void {
    const hash = createHash('sha256');
    for (const value of row) hash.update(serializeValue(value));
    const bytes = hash.digest();
    this.sum = (this.sum + (bytes.readBigUInt64LE(0) << 64n) + bytes.readBigUInt64LE(8)) % MODULUS;
    this.rows++;
  }

  toString(): string {
    return `${this.rows} ${this.sum.toString(16)}`;
  }
}

/** Type, length and value: different rows never serialize alike. Long numbers arrive as text. */
function serializeValue(value: unknown): Buffer {
  if (value === null || value === undefined) return Buffer.from('-;');
  const isBytes = Buffer.isBuffer(value);
  const bytes = isBytes ? value : Buffer.from(String(value));
  return Buffer.concat([Buffer.from(`${isBytes ? 'b' : 't'}${bytes.length}:`), bytes]);
}
