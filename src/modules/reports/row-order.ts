import { idFromBytes } from '../../common/ids';

const ID_BYTES = 16;

/**
 * Order of the staff in a matrix that is read in parts. Holds only the ids, 16 bytes each: 100,000 people take 1.6 MB.
 * It is cached until the data versions change; a part is read by the ids of its rows.
 */
export class RowOrder {
  private bytes = Buffer.alloc(64 * ID_BYTES);
  private usedBytes = 0;

  add(id: Uint8Array): void {
    if (this.usedBytes === this.bytes.length) this.bytes = Buffer.concat([this.bytes, Buffer.alloc(this.bytes.length)]);
    this.bytes.set(id, this.usedBytes);
    this.usedBytes += ID_BYTES;
  }

  get length(): number {
    return this.usedBytes / ID_BYTES;
  }
  get size(): number {
    return this.bytes.length;
  }

  /** Ids of `count` rows from `first` on; fewer at the end. */
  idsOfPart(first: number, count: number): string[] {
    const to = Math.min(this.length, first + count);
    return Array.from({ length: Math.max(0, to - first) }, (_, row) => {
      const offset = (first + row) * ID_BYTES;
      return idFromBytes(this.bytes.subarray(offset, offset + ID_BYTES));
    });
  }
}
