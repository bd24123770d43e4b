import type { Files } from '../platform/files/files';
import { VideoUnreadable } from './training.errors';

/** What probes read of a file: an open one, or one in storage. */
export interface Bytes {
  read(into: Buffer, offset: number, length: number, position: number): Promise<unknown>;
}

const BLOCK = 65_536;
/** A film has its index in one place: what is looked for in more places than this is no film. */
const BLOCKS_MAX = 4_000;

/** Reads a stored file here and there, block by block; the last one is remembered, for headers lie beside each other. */
export class StoredBytes implements Bytes {
  private asked = 0;
  private at = -1;
  private block = Buffer.alloc(0);

  constructor(
    private readonly files: Files,
    private readonly key: string,
    private readonly size: number,
  ) {}

  /** What lies beyond the end stays as it was. @throws StorageAway, VideoUnreadable */
  async read(into: Buffer, offset: number, length: number, position: number): Promise<void> {
    const end = Math.min(position + length, this.size);
    for (let from = position; from < end;) {
      const block = await this.blockOf(from);
      const taken = block.copy(into, offset + from - position, from % BLOCK, (from % BLOCK) + end - from);
      if (taken === 0) return;
      from += taken;
    }
  }

  private async blockOf(position: number): Promise<Buffer> {
    const at = Math.floor(position / BLOCK);
    if (at === this.at) return this.block;
    if (++this.asked > BLOCKS_MAX) throw new VideoUnreadable();
    const part = { start: at * BLOCK, end: Math.min((at + 1) * BLOCK, this.size) - 1 };
    const chunks: Buffer[] = [];
    for await (const chunk of await this.files.get(this.key, part)) chunks.push(chunk as Buffer);
    this.block = Buffer.concat(chunks);
    this.at = at;
    return this.block;
  }
}
