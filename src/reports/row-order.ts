import { idFromBytes } from '../platform/ids';

const ID_BYTES = 16;

/**
 * Who stands in which row of a matrix that is read in parts: nothing but their ids, one after the other, so that 100,000
 * people are 1.6 MB. It is kept for as long as its versions hold, and a part is then found by the ids of its rows.
 */
export class RowOrder {
  private bytes = Buffer.alloc(64 * ID_BYTES);
  private used = 0;

  add(id: Uint8Array): void {
    if (this.used === this.bytes.length) this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.bytes.length)]);
    this.bytes.set(id, this.used);
    this.used += ID_BYTES;
  }

  get length(): number {
    return this.used / ID_BYTES;
  }
  get size(): number {
    return this.bytes.length;
  }

  /** The ids of `count` rows from `first` on; fewer, or none, beyond the end. */
  part(first: number, count: number): string[] {
    const to = Math.min(this.length, first + count);
    return Array.from({ length: Math.max(0, to - first) }, (_, row) => {
      const at = (first + row) * ID_BYTES;
      return idFromBytes(this.bytes.subarray(at, at + ID_BYTES));
    });
  }
}
