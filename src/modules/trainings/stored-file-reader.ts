import type { FileStorage } from '../../infrastructure/files/file-storage';
import { UnreadableVideoError } from './training.errors';

/** An open file or a stored one. */
export interface RandomAccessBytes {
  read(target: Buffer, offset: number, length: number, position: number): Promise<unknown>;
}

const BLOCK_BYTES = 65_536;
/** An intact video needs far fewer reads. */
const BLOCK_READS_MAX = 4_000;

/** Random access to a stored file in blocks; caches the last block, since headers are adjacent. */
export class StoredFileReader implements RandomAccessBytes {
  private blockReads = 0;
  private blockIndex = -1;
  private block = Buffer.alloc(0);

  constructor(
    private readonly fileStorage: FileStorage,
    private readonly key: string,
    private readonly size: number,
  ) {}

  /** Bytes beyond the end of the file leave the target unchanged. @throws StorageUnavailableError, UnreadableVideoError */
  async read(target: Buffer, offset: number, length: number, position: number): Promise<void> {
    const end = Math.min(position + length, this.size);
    for (let from = position; from < end;) {
      const block = await this.loadBlock(from);
      const copied = block.copy(
        target,
        offset + from - position,
        from % BLOCK_BYTES,
        (from % BLOCK_BYTES) + end - from,
      );
      if (copied === 0) return;
      from += copied;
    }
  }

  private async loadBlock(position: number): Promise<Buffer> {
    const blockIndex = Math.floor(position / BLOCK_BYTES);
    if (blockIndex === this.blockIndex) return this.block;
    if (++this.blockReads > BLOCK_READS_MAX) throw new UnreadableVideoError();
    const part = { start: blockIndex * BLOCK_BYTES, end: Math.min((blockIndex + 1) * BLOCK_BYTES, this.size) - 1 };
    const chunks: Buffer[] = [];
    for await (const chunk of await this.fileStorage.get(this.key, part)) chunks.push(chunk as Buffer);
    this.block = Buffer.concat(chunks);
    this.blockIndex = blockIndex;
    return this.block;
  }
}
