import { createHash } from 'node:crypto';

const WORDS = 2n ** 128n;

/** A sum over rows that is the same whatever order they come in, on either engine. */
export class TableDigest {
  rows = 0;
  private sum = 0n;

  add(row: readonly unknown[]): void {
    const hash = createHash('sha256');
    for (const value of row) hash.update(spelled(value));
    const bytes = hash.digest();
    this.sum = (this.sum + (bytes.readBigUInt64LE(0) << 64n) + bytes.readBigUInt64LE(8)) % WORDS;
    this.rows++;
  }

  toString(): string {
    return `${this.rows} ${this.sum.toString(16)}`;
  }
}

/** The kind, the length and the value, so that no two rows are spelled alike. Numbers come as texts where they are long. */
function spelled(value: unknown): Buffer {
  if (value === null || value === undefined) return Buffer.from('-;');
  const isBytes = Buffer.isBuffer(value);
  const bytes = isBytes ? value : Buffer.from(String(value));
  return Buffer.concat([Buffer.from(`${isBytes ? 'b' : 't'}${bytes.length}:`), bytes]);
}
